//! The figures that a document expects of its own models.

use super::library::Library;
use super::schema::{Cell, Document};
use super::session::Session;
use crate::finding::Finding;

/// How far a figure may be from what is expected, as a share of it: twelve digits.
const TOLERANCE: f64 = 1e-12;

/// Runs a document at its own values and finds the figures that are not as its cells expect.
#[must_use]
pub fn unmet(document: &Document, library: &Library) -> Vec<Finding> {
    let mut session = Session::open(document.clone(), library.clone());
    session.run_to_end();
    let mut findings = Vec::new();
    for (index, cell) in document.cells.iter().enumerate() {
        let Cell::Model(cell) = cell else {
            continue;
        };
        for (figure, expected) in &cell.expect {
            let given = session.value(&format!("{}.{figure}", cell.id));
            let given = match given.map(|resolved| resolved.value) {
                Some(Ok(number)) if meets(number, *expected) => continue,
                Some(Ok(number)) => number.to_string(),
                Some(Err(why)) => format!("undefined ({})", why.0),
                None => "unknown".to_owned(),
            };
            let path = format!("cells[{index}].model.expect.{figure}");
            let message = format!("expected {expected}, and it is {given}");
            findings.push(Finding::error(path, "expect", message));
        }
    }
    findings
}

fn meets(number: f64, expected: f64) -> bool {
    (number - expected).abs() <= TOLERANCE * expected.abs()
}
