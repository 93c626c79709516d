//! Every incident file: clean, bilingual, and the same when written and read again.

use std::fs;

use outage_lab::incident::{Incident, check};
use serde_json::Value;

use super::{json_files, read};

#[test]
fn every_file_is_clean_and_named_by_its_id() {
    let files = json_files("incidents");
    assert!(!files.is_empty());
    for file in files {
        let incident = read(&file);
        assert_eq!(check(&incident), [], "{}", file.display());
        assert_eq!(
            file.file_stem().unwrap().to_str(),
            Some(incident.id.as_str())
        );
    }
}

/// Both languages, by a walk over the JSON that knows nothing of the schema: Chinese holds Chinese
/// unless it is a name, and sets full-width punctuation after it.
#[test]
fn every_text_is_in_both_languages() {
    for file in json_files("incidents") {
        let document: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let mut pairs = Vec::new();
        collect_pairs(&document, &mut pairs);
        // The walk finds at least title, text, and as much again of analysis for each event.
        let events = document["events"].as_array().unwrap().len();
        assert!(pairs.len() >= 4 * events, "{}", file.display());
        for (en, zh) in pairs {
            assert!(!en.trim().is_empty() && !zh.trim().is_empty());
            assert!(!en.chars().any(is_chinese), "{en}");
            assert!(zh.chars().any(is_chinese) || en == zh, "not Chinese: {zh}");
            let marks = [',', ';', ':', '?', '!', '(', ')', '.'];
            for (before, after) in zh.chars().zip(zh.chars().skip(1)) {
                assert!(!(is_chinese(before) && marks.contains(&after)), "{zh}");
            }
        }
    }
}

fn collect_pairs(value: &Value, pairs: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            if let (Some(Value::String(en)), Some(Value::String(zh))) =
                (fields.get("en"), fields.get("zh"))
            {
                pairs.push((en.clone(), zh.clone()));
            }
            fields
                .values()
                .for_each(|field| collect_pairs(field, pairs));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_pairs(item, pairs)),
        _ => {}
    }
}

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

#[test]
fn a_file_written_and_read_again_is_the_same() {
    for file in json_files("incidents") {
        let incident = read(&file);
        let written = serde_json::to_string(&incident).unwrap();
        assert_eq!(Incident::parse(&written).unwrap(), incident);
    }
}
