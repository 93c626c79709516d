//! The notebooks' words: markup that parses, and the same live numbers in both languages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use outage_lab::incident::Incident;
use outage_lab::models::CATALOGUE;
use outage_lab::notebook::library::IncidentFigures;
use outage_lab::notebook::{Cell, Document, Library, QuestionAnswer, Session, check, unmet};
use outage_lab::text::format::{Amount, Style};
use outage_lab::text::{Bilingual, Lang, prose};

pub(super) fn documents() -> Vec<Document> {
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
        let document: Document = Document::parse(&json)
            .unwrap_or_else(|finding| panic!("{}: {finding}", path.display()));
        assert_eq!(
            path.file_stem().unwrap().to_str(),
            Some(document.id.as_str())
        );
        document
    };
    files.iter().map(read).collect()
}

/// The models and incidents as they are.
pub(super) fn library() -> Library {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/incidents");
    let mut library = Library::new(CATALOGUE);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name != "index.json") {
            let incident = Incident::parse(&fs::read_to_string(path).unwrap()).unwrap();
            library = library.with_incident(IncidentFigures::from(&incident));
        }
    }
    library
}

/// A preset that a page offers can be applied. In the lesson on October 2025 the storm's outage and the flap's delay are
/// the incident's own, so the presets that set them are left out.
#[test]
fn every_preset_that_is_offered_can_be_applied() {
    let library = library();
    for document in documents() {
        let session = Session::open(document.clone(), library.clone());
        for cell in document.cells.iter().map(Cell::id) {
            for preset in session.presets_of(cell) {
                let mut session = Session::open(document.clone(), library.clone());
                let applied = session.apply_preset(cell, preset.id);
                assert_eq!(applied, Ok(()), "{}: {cell} {}", document.id, preset.id);
            }
        }
        if document.id == "aws-2025-dynamodb" {
            let offered = |cell| -> Vec<&str> {
                let presets = session.presets_of(cell).into_iter();
                presets.map(|preset| preset.id).collect()
            };
            assert_eq!(offered("storm"), [""; 0]);
            assert!(!offered("flap").is_empty());
            for bound in ["october_2025", "limit"] {
                assert!(!offered("flap").contains(&bound), "{bound}");
            }
        }
    }
}

#[test]
fn documents_are_sound_and_give_what_they_expect() {
    let library = library();
    for document in documents() {
        assert_eq!(check(&document, &library), [], "{}", document.id);
        assert_eq!(unmet(&document, &library), [], "{}", document.id);
        let expected = document.cells.iter().any(|cell| match cell {
            Cell::Model(cell) => !cell.expect.is_empty(),
            _ => false,
        });
        assert!(expected, "{} expects nothing", document.id);
    }
}

/// The list of lessons is by `order`: each has one, and no two have the same, which would leave their order to chance.
#[test]
fn every_lesson_has_a_place_of_its_own() {
    let mut taken = BTreeMap::new();
    let documents = documents();
    let lessons = documents
        .iter()
        .filter(|document| document.minutes.is_some());
    for lesson in lessons {
        let place = lesson
            .order
            .unwrap_or_else(|| panic!("{} has no order", lesson.id));
        if let Some(other) = taken.insert(place, &lesson.id) {
            panic!("{other} and {} both have order {place}", lesson.id);
        }
    }
    assert!(taken.len() >= 20, "{taken:?}");
}

/// The sentences with their numbers as a reader meets them. 1/10001 of 365 days is 3153.28 s; ten-year machines, 12,000
/// of them, fail every 7.3 h and leave 7.3 h / 9999; the durations are the operator's.
#[test]
fn the_lesson_reads_as_it_should() {
    let lesson = documents()
        .into_iter()
        .find(|document| document.id == "nines-and-repair");
    let mut session = Session::open(lesson.unwrap(), library());
    session.run_to_end();
    let [en, zh] = Lang::ALL.map(|lang| as_read(&session, lang));
    for sentence in [
        "A system runs for 10,000 h on average before it fails, and then takes 1 h to come back.",
        "It is up 99.9900\u{202f}% of the time: four nines. In a year of 365 days that leaves 52 min 33 s of downtime.",
        "is worth as much here as 10,000 hours more of MTTF",
        "the system runs 11.4 years between failures, or a repair takes no more than 6 min",
        "Take 12,000 machines",
        "2.63 s. Some machine fails every 7 h 18 min, which is 3.29 per day",
        "the fleet would be up 87.9\u{202f}% of the time",
        "after 50 min. DynamoDB was back after 2 h 52 min",
        "The event lasted 14 h 32 min; 80.3\u{202f}% of it came after the first fault was gone.",
        "That collapse alone lasted 3 h 3 min.",
    ] {
        assert!(en.contains(sentence), "{sentence}\n\n{en}");
    }
    for sentence in [
        "一个系统平均运行 10,000 小时坏一次，每次用 1 小时恢复。它的可用性是 99.9900%：四个 9。",
        "停机 52 分 33 秒",
        "2.63 秒。平均每 7 小时 18 分就有一台坏掉，也就是每天 3.29 次",
        "整个事件持续了 14 小时 32 分，其中 80.3% 发生在",
    ] {
        assert!(zh.contains(sentence), "{sentence}\n\n{zh}");
    }
}

/// Every text of a document with its numbers.
pub(super) fn as_read(session: &Session, lang: Lang) -> String {
    let value = |name: &str, style: Option<Style>| {
        let resolved = session.value(name).unwrap();
        let amount = Amount::new(resolved.value.unwrap(), resolved.unit);
        amount
            .with_complement(resolved.complement)
            .styled(style, lang)
    };
    let shown =
        |text: &&Bilingual| prose::render_text(&prose::parse(text.get(lang)).unwrap(), &value);
    let texts = proses(session.document());
    texts.iter().map(shown).collect::<Vec<_>>().join("\n\n")
}

/// Every text of a document that is markup.
pub(super) fn proses(document: &Document) -> Vec<&Bilingual> {
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
