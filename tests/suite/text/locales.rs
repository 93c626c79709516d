//! The strings: the same keys and placeholders in every language, and markup that parses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use outage_lab::incident::draft::TimeForm;
use outage_lab::incident::exchange::{csv_file, timeline_js_file};
use outage_lab::incident::{
    Actor, EventKind, Incident, MECHANISMS, SourceKind, SpanKind, Status, Teacher, Voice,
};
use outage_lab::models::{Budget, CATALOGUE, Inputs, Kind, ModelSpec, Progress};
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

/// What the pages of a model look up.
fn keys_of(spec: &ModelSpec) -> Vec<String> {
    let mut keys: Vec<String> = ["title", "question", "help", "limits", "try.1"]
        .map(str::to_owned)
        .to_vec();
    for input in spec.inputs {
        keys.extend(["name", "gloss", "help"].map(|part| format!("input.{}.{part}", input.id)));
        if let Kind::Choice { choices, .. } = input.kind {
            keys.extend(
                choices
                    .iter()
                    .map(|choice| format!("choice.{}.{choice}", input.id)),
            );
        }
    }
    keys.extend(
        spec.groups
            .iter()
            .map(|group| format!("group.{}", group.id)),
    );
    for figure in spec.figures {
        keys.extend(["name", "help"].map(|part| format!("figure.{}.{part}", figure.id)));
    }
    for table in spec.tables {
        keys.push(format!("table.{}.title", table.id));
        keys.extend(
            table
                .columns
                .iter()
                .map(|column| format!("column.{}", column.id)),
        );
    }
    for chart in spec.charts {
        keys.extend(["title", "hint"].map(|part| format!("chart.{chart}.{part}")));
    }
    keys.extend(
        spec.presets
            .iter()
            .map(|preset| format!("preset.{}", preset.id)),
    );
    keys
}

#[test]
fn every_model_has_its_words() {
    let [en, _] = Lang::ALL.map(texts);
    for model in CATALOGUE {
        let spec = model.spec();
        for key in keys_of(spec) {
            let key = format!("{}.{key}", spec.id);
            assert!(en.find(&key).is_some(), "{key}");
        }
        let Progress::Done(output) = model
            .start(&Inputs::defaults(spec))
            .unwrap()
            .advance(Budget { steps: u64::MAX })
        else {
            panic!("{} is not done", spec.id);
        };
        for step in &output.steps {
            assert!(
                en.find(&format!("{}.step.{}", spec.id, step.id)).is_some(),
                "{}",
                step.id
            );
        }
    }
}

/// Words of the incident files' closed lists, and of every metric that a file has.
#[test]
fn every_word_of_an_incident_is_there() {
    let [en, _] = Lang::ALL.map(texts);
    let lists = [
        (
            "kind",
            EventKind::ALL
                .iter()
                .map(|word| word.id())
                .collect::<Vec<_>>(),
        ),
        ("actor", Actor::ALL.iter().map(|word| word.id()).collect()),
        ("status", Status::ALL.iter().map(|word| word.id()).collect()),
        ("voice", Voice::ALL.iter().map(|word| word.id()).collect()),
        (
            "teacher",
            Teacher::ALL.iter().map(|word| word.id()).collect(),
        ),
        ("mechanism", MECHANISMS.to_vec()),
    ];
    for (list, words) in lists {
        for word in words {
            let key = format!("incident.{list}.{word}");
            assert!(en.find(&key).is_some(), "{key}");
        }
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/incidents");
    for entry in fs::read_dir(folder).unwrap() {
        let json = fs::read_to_string(entry.unwrap().path()).unwrap();
        let file: serde_json::Value = serde_json::from_str(&json).unwrap();
        for metric in file["metrics"].as_array().into_iter().flatten() {
            let key = format!("incident.metric.{}", metric["id"].as_str().unwrap());
            // Named by the app or by its file: two names for one figure would be one too many.
            let is_usual = en.find(&key).is_some();
            assert_ne!(is_usual, metric.get("name").is_some(), "{key}");
        }
    }
}

/// Words of the editor: the lists that only it chooses from, every finding, and what each export leaves out.
#[test]
fn every_word_of_the_editor_is_there() {
    let [en, zh] = Lang::ALL.map(texts);
    let mut keys: BTreeSet<String> = BTreeSet::new();
    keys.extend(
        TimeForm::ALL
            .iter()
            .map(|form| format!("form.{}", form.id())),
    );
    keys.extend(
        SpanKind::ALL
            .iter()
            .map(|kind| format!("span.{}", kind.id())),
    );
    keys.extend(
        SourceKind::ALL
            .iter()
            .map(|kind| format!("source.{}", kind.id())),
    );
    let codes: Vec<String> = finding_codes().collect();
    assert!(codes.len() > 50, "{codes:?}");
    keys.extend(codes.iter().map(|code| format!("finding.{code}")));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/incidents/2025-10-aws-dynamodb-dns.json"
    );
    let incident = Incident::parse(&fs::read_to_string(file).unwrap()).unwrap();
    for export in [
        csv_file(&incident, Lang::En),
        timeline_js_file(&incident, Lang::En),
    ] {
        keys.extend(export.left_out.iter().map(|key| format!("left_out.{key}")));
    }
    for key in keys {
        let key = format!("editor.{key}");
        assert!(en.find(&key).is_some() && zh.find(&key).is_some(), "{key}");
    }
}

/// The codes of findings that the source of the incidents writes out.
fn finding_codes() -> impl Iterator<Item = String> {
    const AREAS: [&str; 15] = [
        "time",
        "zone",
        "id",
        "reference",
        "source",
        "status",
        "text",
        "figure",
        "trigger",
        "span",
        "phase",
        "metric",
        "csv",
        "timeline_js",
        "import",
    ];
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/incident");
    let files = ["check", "exchange", "draft", "."]
        .into_iter()
        .flat_map(move |part| fs::read_dir(folder.join(part)).unwrap());
    let sources = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file());
    sources.flat_map(|path| {
        let source = fs::read_to_string(path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap_or("");
        let lines = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let words = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
        let is_code = |word: &&str| {
            word.split_once('.').is_some_and(|(area, rest)| {
                AREAS.contains(&area)
                    && !rest.is_empty()
                    && rest.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            })
        };
        words
            .filter(is_code)
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    })
}

/// Every key that the code writes out in full.
#[test]
fn every_key_that_the_code_names_is_there() {
    let [en, _] = Lang::ALL.map(texts);
    let mut named = BTreeSet::new();
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let source = fs::read_to_string(path).unwrap();
                let code = source.split("#[cfg(test)]").next().unwrap_or("");
                named.extend(literal_keys(code).map(str::to_owned));
            }
        }
    }
    assert!(named.len() > 40, "{named:?}");
    let missing: Vec<_> = named.iter().filter(|key| en.find(key).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The keys that stand as literals where a string is looked up, outside comments.
fn literal_keys(code: &str) -> impl Iterator<Item = &str> {
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| {
        [
            "Message::new(\"",
            "Label::key(\"",
            "say(\"",
            "texts.get(\"",
            "texts.find(\"",
        ]
        .into_iter()
        .flat_map(move |call| line.split(call).skip(1))
        .filter_map(|behind| behind.split('"').next())
    })
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
