//! Files that are wrong: each gives exactly its findings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use outage_lab::finding::{Finding, Severity};
use outage_lab::incident::{Incident, check};
use serde_json::json;

use super::{folder, json_files};

#[test]
fn an_unknown_field_is_named_by_its_path() {
    let file = fs::read_to_string(folder("incidents/2025-10-aws-dynamodb-dns.json")).unwrap();
    let lane = "\"component\": \"redshift\",\n      \"actor\"";
    let broken = file.replacen(lane, &lane.replace("component", "lane"), 1);
    assert_ne!(file, broken);
    let finding = Incident::parse(&broken).unwrap_err();
    assert_eq!(finding.path, "events[0].lane");
    assert_eq!(finding.code, "schema");
    assert!(
        finding.message.contains("unknown field `lane`"),
        "{}",
        finding.message
    );
}

#[test]
fn a_file_beyond_the_limit_is_not_read() {
    let finding = Incident::parse(&" ".repeat(600 * 1024)).unwrap_err();
    assert_eq!(finding.code, "json.too_large");
}

fn findings(file: &Path) -> Vec<Finding> {
    match Incident::parse(&fs::read_to_string(file).unwrap()) {
        Ok(incident) => check(&incident),
        Err(finding) => vec![finding],
    }
}

/// Every broken file gives exactly the findings kept beside it; `BLESS=1` rewrites them.
#[test]
fn broken_files_give_exactly_their_findings() {
    let files = json_files("tests/broken/incidents");
    assert!(files.len() >= 15);
    for file in files {
        let found = findings(&file);
        assert!(!found.is_empty(), "{} is not broken", file.display());
        let found = serde_json::to_string_pretty(&found).unwrap() + "\n";
        let golden = file.with_extension("findings.json");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &found).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(found, expected, "{}", file.display());
    }
}

/// Every code of the table in the check's documentation is shown by a broken file.
#[test]
fn every_code_is_met() {
    let files = json_files("tests/broken/incidents");
    let met: BTreeSet<_> = files
        .iter()
        .flat_map(|file| findings(file))
        .map(|finding| finding.code)
        .collect();
    for code in [
        "schema",
        "json.syntax",
        "id.shape",
        "id.month",
        "id.duplicate",
        "id.word",
        "reference.unknown",
        "source.none",
        "source.unused",
        "source.address",
        "status.unsupported",
        "text.missing",
        "text.long",
        "figure.denominator",
        "figure.range",
        "figure.in_text",
        "trigger.count",
        "time.bounds",
        "time.before_trigger",
        "time.sequence",
        "span.reversed",
        "phase.reversed",
        "metric.reversed",
        "zone.gap",
        "zone.order",
        "zone.offset",
        "zone.abbreviation",
        "zone.unknown",
        "zone.season",
        "zone.label",
        "metric.unit",
        "metric.part",
        "metric.parameter",
        "metric.stated",
        "mechanism.unknown",
    ] {
        assert!(met.contains(code), "{code} is never met");
    }
}

#[test]
fn findings_name_their_file_where_it_is_known() {
    let finding = Finding::error("id", "id.shape", "no").in_file("a.json");
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(
        serde_json::to_value(finding).unwrap(),
        json!({ "file": "a.json", "path": "id", "severity": "error", "code": "id.shape",
            "message": "no" })
    );
}
