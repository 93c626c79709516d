//! Notebook files: what a good one may have, and what is found in broken ones.

use std::fs;
use std::path::{Path, PathBuf};

use outage_lab::finding::{Finding, Severity};
use outage_lab::notebook::plan::MOST_CELLS;
use outage_lab::notebook::{Document, LONGEST_FILE, Session, check, unmet};

use super::library::{document, library};

const LESSON: &str = r#"
    {"text":  {"id": "intro", "body": {"en": "{a.availability}, {mttr_s}, {aws.detect_s.hi}",
                                       "zh": "{mttr_s}，{a.availability}，{aws.detect_s.hi}"}}},
    {"param": {"id": "mttr_s", "like": "availability.mttr_s", "value": "36000"}},
    {"incident": {"id": "aws", "incident": "2025-10-aws", "show": ["metrics", "timeline"], "metrics": ["total_s"]}},
    {"question": {"id": "which", "prompt": {"en": "Which?", "zh": "哪个？"},
      "answer": {"choice": {"options": [{"id": "mttf", "text": {"en": "MTTF", "zh": "MTTF"}},
                                        {"id": "mttr", "text": {"en": "MTTR", "zh": "MTTR"}}], "right": "mttr"}},
      "reveal": {"en": "Repair.", "zh": "修复。"}}},
    {"model": {"id": "a", "model": "availability", "inputs": {"mttr_s": {"from": "mttr_s"}, "mttf_s": "36000000"},
      "show": ["controls", "figures.availability", "chart.plane", "steps", "notes"],
      "marks": [{"input": "mttr_s", "from": "aws.total_s", "label": {"en": "AWS", "zh": "AWS"}}],
      "expect": {"availability": 0.999000999000999},
      "after": "which"}}"#;

#[test]
fn a_good_document_has_no_findings_and_comes_back_from_its_file() {
    let lesson = document(LESSON);
    assert_eq!(check(&lesson, &library()), []);
    assert_eq!(unmet(&lesson, &library()), []);
    let json = serde_json::to_string(&lesson).unwrap();
    assert_eq!(Document::parse(&json), Ok(lesson));
}

#[test]
fn an_expected_figure_that_is_another_is_found() {
    let findings = unmet(
        &document(&LESSON.replace("0.999000999000999}", "0.9990009991}")),
        &library(),
    );
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].path, "cells[4].model.expect.availability");
}

#[test]
fn too_many_cells_are_found_and_those_before_run() {
    let cell = |n| format!(r#"{{"model": {{"id": "c{n}", "model": "drill"}}}}"#);
    let cells: Vec<String> = (0..=MOST_CELLS).map(cell).collect();
    let document = document(&cells.join(","));
    let findings = check(&document, &library());
    let found: Vec<_> = findings.iter().map(|f| (f.path.as_str(), f.code)).collect();
    assert_eq!(found, [("cells", "too_many_cells")]);
    let mut session = Session::open(document, library());
    session.run_to_end();
    assert_eq!(session.plan().order.len(), MOST_CELLS);
}

#[test]
fn a_file_that_is_too_long_is_not_read() {
    let json = format!("\"{}\"", "a".repeat(LONGEST_FILE));
    assert_eq!(Document::parse(&json).unwrap_err().code, "json.too_large");
}

/// Every file in tests/broken/notebooks gives exactly the findings beside it. `BLESS=1` rewrites those.
#[test]
fn broken_files_give_their_findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/notebooks");
    let files = broken_files(&folder);
    assert!(files.len() >= 30, "{} files", files.len());
    for file in files {
        let findings = findings(&fs::read_to_string(&file).unwrap());
        let mut found = serde_json::to_string_pretty(&findings).unwrap();
        found.push('\n');
        let golden = file.with_extension("findings.json");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &found).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(found, expected, "{}", file.display());
        assert!(!findings.is_empty(), "{} is not broken", file.display());
    }
}

/// A broken file says so by its name: `unit_mismatch.json` has a finding of that code.
#[test]
fn broken_files_have_the_fault_of_their_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/notebooks");
    for file in broken_files(&folder) {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let code = name.split('-').next().unwrap();
        let findings = findings(&fs::read_to_string(&file).unwrap());
        assert!(
            findings.iter().any(|finding| finding.code == code),
            "{name}: {findings:?}"
        );
    }
}

/// What is broken in a file stays in it: every cell has a result or a reason.
#[test]
fn broken_files_open_all_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/notebooks");
    for file in broken_files(&folder) {
        if let Ok(document) = Document::parse(&fs::read_to_string(&file).unwrap()) {
            let errors = check(&document, &library());
            let mut session = Session::open(document, library());
            session.run_to_end();
            let blocked = !session.plan().blocked.is_empty();
            let error = |finding: &Finding| finding.severity == Severity::Error;
            assert!(!blocked || errors.iter().any(error), "{}", file.display());
        }
    }
}

fn broken_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_golden = |path: &Path| path.to_str().unwrap().ends_with(".findings.json");
    let mut files: Vec<PathBuf> = entries.filter(|path| !is_golden(path)).collect();
    files.sort();
    files
}

fn findings(json: &str) -> Vec<Finding> {
    match Document::parse(json) {
        Ok(document) => check(&document, &library()),
        Err(finding) => vec![finding],
    }
}
