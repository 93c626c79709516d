//! The lists that the browser fetches: of notebooks and incidents, made from the files beside them, and of models, made
//! from their words, so that a page that lists them need not fetch the words of all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::place;

/// The folders that have an index, relative to the checkout.
pub const FOLDERS: [&str; 2] = ["assets/notebooks", "incidents"];

/// The list of models, and the words that it is made from.
const MODELS: &str = "assets/models/index.json";
const WORDS: &str = "assets/locales";

/// What a list needs to know of a document: its own fields of these names.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    title: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<u32>,
}

/// Writes every index.
///
/// # Errors
/// When a document cannot be listed or an index not be written.
pub fn write() -> Result<()> {
    for folder in FOLDERS {
        let folder = place::root().join(folder);
        let path = index_path(&folder);
        fs::write(&path, of(&folder)?).with_context(|| format!("writing {}", path.display()))?;
    }
    let path = place::root().join(MODELS);
    fs::write(&path, models(&place::root().join(WORDS))?)
        .with_context(|| format!("writing {}", path.display()))
}

/// Fails when an index is not what [`write()`] would write.
///
/// # Errors
/// When an index is not current, or a document cannot be listed.
pub fn check() -> Result<()> {
    for name in FOLDERS {
        let folder = place::root().join(name);
        let current = fs::read_to_string(index_path(&folder)).unwrap_or_default();
        if current != of(&folder)? {
            bail!("{name}/index.json is not current: run `cargo xtask bless`");
        }
    }
    let current = fs::read_to_string(place::root().join(MODELS)).unwrap_or_default();
    if current != models(&place::root().join(WORDS))? {
        bail!("{MODELS} is not current: run `cargo xtask bless`");
    }
    Ok(())
}

/// Whether the words of a file are a model's: only a model has both a title and a question.
pub(crate) fn is_model(strings: &Value) -> bool {
    strings["title"].is_string() && strings["question"].is_string()
}

/// The list of models as text, by id: their titles and questions in every language.
fn models(words: &Path) -> Result<String> {
    let mut found: BTreeMap<String, (Value, Value)> = BTreeMap::new();
    for language in fs::read_dir(words).with_context(|| format!("reading {}", words.display()))? {
        let language = language?;
        let code = language.file_name().to_string_lossy().into_owned();
        for path in documents(&language.path())? {
            let strings: Value = serde_json::from_str(&fs::read_to_string(&path)?)
                .with_context(|| format!("in {}", path.display()))?;
            if is_model(&strings) {
                let stem = path.file_stem().unwrap_or_default();
                let (title, question) = found
                    .entry(stem.to_string_lossy().into_owned())
                    .or_default();
                title[&code] = strings["title"].clone();
                question[&code] = strings["question"].clone();
            }
        }
    }
    let entries: Vec<Entry> = found
        .into_iter()
        .map(|(id, (title, question))| Entry {
            id,
            kind: None,
            title,
            summary: Some(question),
            minutes: None,
            order: None,
        })
        .collect();
    Ok(serde_json::to_string_pretty(&entries)? + "\n")
}

/// A lesson, as lists show it.
pub(crate) struct Lesson {
    pub(crate) id: String,
    pub(crate) title: Value,
    pub(crate) summary: Value,
}

/// The lessons in their order; the app's own pages are none.
///
/// # Errors
/// When a document cannot be listed.
pub(crate) fn lessons() -> Result<Vec<Lesson>> {
    let all = entries(&place::root().join(FOLDERS[0]))?;
    let lessons = all.into_iter().filter(|entry| entry.kind.is_none());
    let lesson = |entry: Entry| Lesson {
        id: entry.id,
        title: entry.title,
        summary: entry.summary.unwrap_or_default(),
    };
    Ok(lessons.map(lesson).collect())
}

/// The ids that an index lists, in its order.
///
/// # Errors
/// When the index is missing or malformed.
pub fn ids(folder: &str) -> Result<Vec<String>> {
    let path = index_path(&place::root().join(folder));
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let entries: Vec<Entry> =
        serde_json::from_str(&text).with_context(|| format!("in {}", path.display()))?;
    Ok(entries.into_iter().map(|entry| entry.id).collect())
}

/// The index of a folder as text: by `order`, those without one last, then by id.
fn of(folder: &Path) -> Result<String> {
    Ok(serde_json::to_string_pretty(&entries(folder)?)? + "\n")
}

fn entries(folder: &Path) -> Result<Vec<Entry>> {
    let mut entries = documents(folder)?
        .iter()
        .map(|path| entry(path).with_context(|| format!("in {}", path.display())))
        .collect::<Result<Vec<_>>>()?;
    for entry in entries.iter_mut().filter(|entry| entry.minutes.is_none()) {
        if let Some(Value::Object(languages)) = &mut entry.summary {
            for text in languages.values_mut() {
                *text = first_sentence(text.as_str().unwrap_or_default()).into();
            }
        }
    }
    entries.sort_by(|a, b| {
        let key = |entry: &Entry| entry.order.unwrap_or(u32::MAX);
        (key(a), &a.id).cmp(&(key(b), &b.id))
    });
    Ok(entries)
}

/// An incident is summed up in several sentences; a list has room for the first.
fn first_sentence(text: &str) -> &str {
    let end = [". ", "。"]
        .iter()
        .filter_map(|stop| Some(text.find(stop)? + stop.trim_end().len()))
        .min();
    &text[..end.unwrap_or(text.len())]
}

fn entry(path: &Path) -> Result<Entry> {
    let entry: Entry = serde_json::from_str(&fs::read_to_string(path)?)?;
    let stem = path.file_stem().unwrap_or_default();
    ensure!(
        stem == entry.id.as_str(),
        "the id is {:?}, unlike the file's name",
        entry.id
    );
    Ok(entry)
}

fn documents(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    let paths = files
        .map(|file| Ok(file?.path()))
        .collect::<Result<Vec<_>>>()?;
    let is_document = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "json")
            && !path.ends_with("index.json")
    };
    Ok(paths.into_iter().filter(is_document).collect())
}

fn index_path(folder: &Path) -> PathBuf {
    folder.join("index.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[test]
    fn entries_are_in_order_and_keep_only_what_a_list_needs() {
        let folder = folder(&[
            (
                "zebra.json",
                r#"{"id":"zebra","title":{"en":"Z","zh":"斑马"},"order":1,"minutes":30}"#,
            ),
            (
                "apple.json",
                r#"{"id":"apple","title":{"en":"A","zh":"苹果"},"cells":[1,2]}"#,
            ),
            (
                "mango.json",
                r#"{"id":"mango","title":{"en":"M","zh":"芒果"},"order":1}"#,
            ),
            ("index.json", "not even JSON"),
            ("notes.txt", "not a document"),
        ]);
        let index: Value = serde_json::from_str(&of(folder.path()).unwrap()).unwrap();
        assert_eq!(
            index,
            serde_json::json!([
                {"id": "mango", "title": {"en": "M", "zh": "芒果"}, "order": 1},
                {"id": "zebra", "title": {"en": "Z", "zh": "斑马"}, "minutes": 30, "order": 1},
                {"id": "apple", "title": {"en": "A", "zh": "苹果"}},
            ])
        );
    }

    #[test]
    fn an_id_unlike_the_file_name_is_refused() {
        let folder = folder(&[("one.json", r#"{"id":"two","title":"T"}"#)]);
        let error = format!("{:#}", of(folder.path()).unwrap_err());
        assert!(
            error.contains("one.json") && error.contains("\"two\""),
            "{error}"
        );
    }

    #[test]
    fn a_list_has_the_first_sentence_of_an_incident_and_all_of_a_lesson() {
        let folder = folder(&[
            (
                "fire.json",
                r#"{"id":"fire","title":{"en":"F"},"summary":{"en":"It burned for 1.5 h. Then not.","zh":"着火了。后来灭了。"}}"#,
            ),
            (
                "lesson.json",
                r#"{"id":"lesson","title":{"en":"L"},"summary":{"en":"One. Two."},"minutes":10}"#,
            ),
        ]);
        let index: Value = serde_json::from_str(&of(folder.path()).unwrap()).unwrap();
        assert_eq!(index[0]["summary"]["en"], "It burned for 1.5 h.");
        assert_eq!(index[0]["summary"]["zh"], "着火了。");
        assert_eq!(index[1]["summary"]["en"], "One. Two.");
    }

    #[test]
    fn models_are_listed_from_their_words_in_every_language() {
        let words = tempfile::tempdir().unwrap();
        for (path, text) in [
            (
                "en/b.json",
                r#"{"title": "B", "question": "What?", "help": "So."}"#,
            ),
            ("zh/b.json", r#"{"title": "乙", "question": "什么？"}"#),
            ("en/a.json", r#"{"title": "A", "question": "Why?"}"#),
            ("en/app.json", r#"{"question": "no model"}"#),
        ] {
            let path = words.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let index: Value = serde_json::from_str(&models(words.path()).unwrap()).unwrap();
        assert_eq!(
            index,
            serde_json::json!([
                {"id": "a", "title": {"en": "A"}, "summary": {"en": "Why?"}},
                {"id": "b", "title": {"en": "B", "zh": "乙"}, "summary": {"en": "What?", "zh": "什么？"}},
            ])
        );
    }

    #[test]
    fn an_empty_folder_has_an_empty_index() {
        assert_eq!(of(folder(&[]).path()).unwrap(), "[]\n");
    }
}
