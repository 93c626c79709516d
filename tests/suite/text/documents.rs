//! The notebooks' words: markup that parses, and the same live numbers in both languages.

use std::collections::BTreeSet;
use std::fs;

use outage_lab::finding::parse_json;
use outage_lab::notebook::{Cell, Document, QuestionAnswer};
use outage_lab::text::{Bilingual, Lang, prose};

fn documents() -> Vec<Document> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/notebooks");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name != "index.json"))
        .collect();
    files.sort();
    assert!(files.len() >= 2);
    let read = |path: &std::path::PathBuf| {
        let json = fs::read_to_string(path).unwrap();
        let document: Document =
            Document::parse(&json).unwrap_or_else(|finding| panic!("{}: {finding}", path.display()));
        assert_eq!(
            path.file_stem().unwrap().to_str(),
            Some(document.id.as_str())
        );
        document
    };
    files.iter().map(read).collect()
}

/// Every text of a document that is markup.
fn proses(document: &Document) -> Vec<&Bilingual> {
    let mut found: Vec<&Bilingual> = document.goals.iter().chain(&document.summary).collect();
    for cell in &document.cells {
        match cell {
            Cell::Text(cell) => found.push(&cell.body),
            Cell::Question(cell) => {
                found.extend([&cell.prompt, &cell.reveal]);
                if let QuestionAnswer::Choice { options, .. } = &cell.answer {
                    found.extend(options.iter().map(|option| &option.text));
                }
            }
            Cell::Param(_) | Cell::Model(_) | Cell::Incident(_) => {}
        }
    }
    found
}

#[test]
fn both_languages_show_the_same_live_numbers_of_cells_that_exist() {
    for document in documents() {
        let cells: BTreeSet<&str> = document.cells.iter().map(Cell::id).collect();
        assert_eq!(
            cells.len(),
            document.cells.len(),
            "{}: an id twice",
            document.id
        );
        for text in proses(&document) {
            let [en, zh] = Lang::ALL.map(|lang| prose::parse(text.get(lang)).unwrap());
            let names = |blocks| {
                prose::names(blocks)
                    .into_iter()
                    .map(str::to_owned)
                    .collect()
            };
            let (in_en, in_zh): (BTreeSet<String>, BTreeSet<String>) = (names(&en), names(&zh));
            assert_eq!(in_en, in_zh, "{}", text.en);
            for name in in_en {
                let owner = name.split('.').next().unwrap_or(&name);
                assert!(cells.contains(owner), "{}: {name}", document.id);
            }
        }
    }
}

/// A lesson asks before it tells: every cell that is held back waits for a question above it.
#[test]
fn what_is_held_back_follows_its_question() {
    for document in documents() {
        let mut asked = BTreeSet::new();
        for cell in &document.cells {
            if let Some(question) = cell.after() {
                assert!(asked.contains(question), "{}: {}", document.id, cell.id());
            }
            if let Cell::Question(question) = cell {
                asked.insert(question.id.as_str());
            }
        }
    }
}

#[test]
fn a_lesson_shows_live_numbers_asks_and_shares() {
    let documents = documents();
    let lesson = documents
        .iter()
        .find(|document| document.id == "nines-and-repair")
        .unwrap();
    let uses = |name: &str| {
        let json = serde_json::to_string(&lesson.cells).unwrap();
        json.matches(&format!("{{\"from\":\"{name}\"}}")).count()
    };
    assert!(uses("mttr_s") >= 2, "two models share the repair time");
    assert_eq!(lesson.minutes, Some(10));
    assert_eq!(lesson.goals.len(), 3);
    let is = |kind: fn(&Cell) -> bool| lesson.cells.iter().filter(|cell| kind(cell)).count();
    assert!(is(|cell| matches!(cell, Cell::Question(_))) >= 1);
    assert!(is(|cell| matches!(cell, Cell::Incident(_))) == 1);
}
