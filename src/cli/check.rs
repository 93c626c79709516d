//! `check`: faults in notebooks and incidents.

use std::path::{Path, PathBuf};

use outage_lab::finding::{Finding, Severity};
use outage_lab::incident::{self, Incident};
use outage_lab::notebook::{self, Document, Library};

use super::{Failure, data, print, read, request::Request};

pub(super) fn run(request: &Request) -> Result<(), Failure> {
    if request.operands().is_empty() {
        return Err(Failure::Request("a path is missing".to_owned()));
    }
    let mut files = Vec::new();
    for path in request.operands() {
        gather(Path::new(path), &mut files)?;
    }
    let library = data::library();
    let mut worst = None;
    for file in &files {
        let name = file.display().to_string();
        for finding in findings(&read(&name)?, &library) {
            worst = worst.max(Some(finding.severity));
            print(&finding.in_file(&name).to_string())?;
        }
    }
    match worst {
        Some(Severity::Error) => Err(Failure::Found),
        _ => print(&format!("{} files checked", files.len())),
    }
}

/// A file, or every JSON file below a folder; lists of a folder's contents are no documents.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failure = |error: std::io::Error| Failure::Request(format!("{}: {error}", path.display()));
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
        .map_err(failure)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(failure)?;
    entries.sort();
    for entry in entries {
        let is_json = entry.extension().is_some_and(|ending| ending == "json");
        let is_list = entry.file_name().is_some_and(|name| name == "index.json");
        if entry.is_dir() || (is_json && !is_list) {
            gather(&entry, files)?;
        }
    }
    Ok(())
}

/// What is wrong with a file, taken for a notebook if it has cells and for an incident otherwise.
fn findings(json: &str, library: &Library) -> Vec<Finding> {
    let is_notebook = serde_json::from_str::<serde_json::Value>(json)
        .is_ok_and(|value| value.get("cells").is_some());
    if is_notebook {
        match Document::parse(json) {
            Ok(document) => notebook::check(&document, library),
            Err(finding) => vec![finding],
        }
    } else {
        match Incident::parse(json) {
            Ok(incident) => {
                let mut findings = incident::check(&incident);
                findings.extend(notebook::check_links(&incident, library));
                findings
            }
            Err(finding) => vec![finding],
        }
    }
}
