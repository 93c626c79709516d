//! The strings: the same keys and placeholders in every language, and markup that parses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use outage_lab::text::{Lang, Texts, prose};

fn folder(lang: Lang) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("assets/locales")
        .join(lang.code())
}

/// The files of a language: name and content.
fn files(lang: Lang) -> BTreeMap<String, String> {
    let read = |entry: fs::DirEntry| {
        let name = entry
            .path()
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    let entries = fs::read_dir(folder(lang)).unwrap();
    entries.map(|entry| read(entry.unwrap())).collect()
}

fn texts(lang: Lang) -> Texts {
    let mut texts = Texts::new(lang);
    for (name, json) in files(lang) {
        texts.add(&name, &json).unwrap();
    }
    texts
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1);
    parts.map(|part| part.split_once('}').unwrap().0).collect()
}

#[test]
fn every_language_has_every_key() {
    let [en, zh] = Lang::ALL.map(texts);
    assert!(en.keys().count() > 300);
    assert_eq!(en.keys().collect::<Vec<_>>(), zh.keys().collect::<Vec<_>>());
}

#[test]
fn the_same_placeholders_in_every_language() {
    let [en, zh] = Lang::ALL.map(texts);
    for key in en.keys() {
        let [en, zh] = [&en, &zh].map(|texts| texts.find(key).unwrap());
        assert_eq!(placeholders(en), placeholders(zh), "{key}");
    }
}

#[test]
fn no_key_twice_and_no_empty_string() {
    for lang in Lang::ALL {
        for (name, json) in files(lang) {
            // One key a line, so that a change touches one line.
            let lines = json.lines().filter(|line| line.starts_with("  \"")).count();
            let strings: BTreeMap<String, String> = serde_json::from_str(&json).unwrap();
            assert_eq!(
                lines,
                strings.len(),
                "{name}: a key twice, or two on a line"
            );
            for (key, text) in strings {
                assert!(!text.is_empty(), "{name}.{key}");
                let is_trimmed = text.trim() == text || key == "separator";
                assert!(is_trimmed, "{name}.{key}: space around");
            }
        }
    }
}

#[test]
fn each_language_is_written_in_its_own_script() {
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let [en, zh] = Lang::ALL.map(texts);
    for key in en.keys().filter(|key| *key != "app.language.zh") {
        assert!(!en.find(key).unwrap().contains(is_han), "{key}");
    }
    for key in zh.keys() {
        let text = zh.find(key).unwrap();
        let pairs = text.chars().zip(text.chars().skip(1));
        let half_width = |(before, sign): (char, char)| is_han(before) && ",;:?!()".contains(sign);
        assert!(
            !pairs.into_iter().any(half_width),
            "{key}: half-width sign in {text}"
        );
    }
}

/// Help, limits and things to try are markup; a string with a fault would show as an error on the page.
#[test]
fn prose_parses() {
    let is_prose = |key: &str| {
        let last = key.rsplit('.').next().unwrap_or(key);
        ["help", "limits"].contains(&last) || key.contains(".try.")
    };
    for lang in Lang::ALL {
        let texts = texts(lang);
        let keys: Vec<_> = texts.keys().filter(|key| is_prose(key)).collect();
        assert!(keys.len() > 20);
        for key in keys {
            let blocks = prose::parse(texts.find(key).unwrap());
            let blocks = blocks.unwrap_or_else(|finding| panic!("{key}: {finding}"));
            assert!(
                prose::names(&blocks).is_empty(),
                "{key}: help has no live numbers"
            );
        }
    }
}
