//! Checking a notebook: everything that its author should know, each with its place in the file.

mod cells;
mod links;
mod question;
mod words;

use std::collections::BTreeMap;

pub use self::links::check_links;
use self::words::Length;
use super::library::Library;
use super::link::RESERVED;
use super::names::names;
use super::plan::{CellNames, MOST_CELLS, Taken, owner, plan};
use super::reason::{Reason, Sort};
use super::schema::{Cell, Document, FORMAT};
use crate::finding::{Finding, parse_json};

/// The longest notebook file, in bytes.
pub const LONGEST_FILE: usize = 512 * 1024;

/// The longest id, in bytes.
const LONGEST_ID: usize = 64;

impl Document {
    /// Reads a notebook file. It may still have faults that [`check`] finds; a session takes it all the
    /// same.
    ///
    /// # Errors
    /// One finding, when the file is too long, is no JSON, or has something that a notebook does not.
    pub fn parse(json: &str) -> Result<Document, Finding> {
        parse_json(json, LONGEST_FILE)
    }
}

/// Whether `id` may be that of a document: small letters, digits, `-` and `_`, beginning with a letter or
/// digit, at most 64 characters.
#[must_use]
pub fn is_slug(id: &str) -> bool {
    let inner = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let begins_well = id.bytes().next().is_some_and(|c| c.is_ascii_alphanumeric());
    begins_well && id.len() <= LONGEST_ID && id.bytes().all(inner)
}

/// Whether `id` may be that of a cell: small letters, digits and `_`, beginning with a letter, at most 64
/// characters.
#[must_use]
pub fn is_name(id: &str) -> bool {
    let inner = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let begins_well = id.bytes().next().is_some_and(|c| c.is_ascii_lowercase());
    begins_well && id.len() <= LONGEST_ID && id.bytes().all(inner)
}

/// What is wrong or doubtful in a document, in its order. Without an error among them, every cell can run
/// at the document's own values unless a model says otherwise.
#[must_use]
pub fn check(document: &Document, library: &Library) -> Vec<Finding> {
    let names = names(document, library);
    let mut checker = Checker {
        document,
        library,
        names: &names,
        by_id: BTreeMap::new(),
        findings: Vec::new(),
    };
    for (index, cell) in names.iter().enumerate() {
        checker.by_id.entry(&cell.id).or_insert(index);
    }
    checker.document();
    for (index, cell) in document.cells.iter().enumerate().take(MOST_CELLS) {
        checker.cell(index, cell);
    }
    checker.cycles();
    checker.findings
}

/// The findings so far, and what they are found against.
struct Checker<'a> {
    document: &'a Document,
    library: &'a Library,
    names: &'a [CellNames],
    by_id: BTreeMap<&'a str, usize>,
    findings: Vec<Finding>,
}

impl Checker<'_> {
    fn error(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        self.findings.push(Finding::error(path, code, message));
    }

    fn document(&mut self) {
        let document = self.document;
        if document.format != FORMAT {
            let message = format!("format {}; this version reads {FORMAT}", document.format);
            self.error("format", "format", message);
        }
        if !is_slug(&document.id) {
            let message = format!(
                "`{}` is no id: small letters, digits, `-` and `_`, at most {LONGEST_ID}",
                document.id
            );
            self.error("id", "id", message);
        }
        self.words("title", &document.title, Length::Line);
        if let Some(summary) = &document.summary {
            self.prose("summary", summary, Length::Line);
        }
        for (number, goal) in document.goals.iter().enumerate() {
            self.prose(&format!("goals[{number}]"), goal, Length::Line);
        }
        if document.cells.is_empty() {
            self.error("cells", "empty", "a notebook has at least one cell");
        }
        if document.cells.len() > MOST_CELLS {
            let message = format!(
                "{} cells; at most {MOST_CELLS} are computed",
                document.cells.len()
            );
            self.error("cells", "too_many_cells", message);
        }
    }

    fn cell(&mut self, index: usize, cell: &Cell) {
        let (kind, path) = place(index, cell);
        self.id(index, cell, &path);
        match cell {
            Cell::Text(text) => self.prose(&format!("{path}.body"), &text.body, Length::Text),
            Cell::Param(param) => self.param(&path, param),
            Cell::Model(model) => self.model(&path, model),
            Cell::Incident(incident) => self.incident(&path, incident),
            Cell::Question(question) => self.question(&path, question),
        }
        if let Some(after) = cell.after() {
            self.after(index, after, &format!("cells[{index}].{kind}.after"));
        }
    }

    fn id(&mut self, index: usize, cell: &Cell, path: &str) {
        let id = cell.id();
        let path = format!("{path}.id");
        if !is_name(id) {
            let message = format!(
                "`{id}` is no name: small letters, digits and `_`, a letter first, at most {LONGEST_ID}"
            );
            self.error(path, "id", message);
        } else if RESERVED.contains(&id) {
            let message = format!("`{id}` has a meaning of its own in links");
            self.error(path, "reserved", message);
        } else if let Some(first) = self.by_id.get(id).filter(|first| **first != index) {
            let message = format!("`{id}` is the id of cells[{first}] already");
            self.error(path, "duplicate", message);
        }
    }

    fn after(&mut self, index: usize, after: &str, path: &str) {
        let at = self.by_id.get(after).copied();
        let question = at.and_then(|at| self.document.cells.get(at));
        match (at, question) {
            (Some(at), Some(Cell::Question(_))) if at < index => {}
            (Some(_), Some(Cell::Question(_))) => {
                let message = format!("question `{after}` stands after the cell that waits for it");
                self.error(path, "after", message);
            }
            _ => self.error(path, "after", format!("there is no question `{after}`")),
        }
    }

    /// Checks that `name` can be had as `needs`, at `path`.
    fn name(&mut self, path: &str, name: &str, needs: Sort, what: &str) {
        if let Some(gives) = self.known(path, name)
            && gives != needs
        {
            self.mismatch(
                path,
                name,
                gives,
                &format!("{what} takes {}", needs.description()),
            );
        }
    }

    /// Checks that `name` is a number, at `path`, and gives what it is.
    fn number(&mut self, path: &str, name: &str) -> Option<Sort> {
        let gives = self.known(path, name)?;
        if gives.is_number() {
            return Some(gives);
        }
        self.mismatch(path, name, gives, "a number is needed");
        None
    }

    fn mismatch(&mut self, path: &str, name: &str, gives: Sort, needs: &str) {
        match gives {
            Sort::Interval(_) => {
                let message = format!("`{name}` is an interval: use `{name}.lo` or `{name}.hi`");
                self.error(path, "interval", message);
            }
            _ => {
                let message = format!("`{name}` is {}, and {needs}", gives.description());
                self.error(path, "unit_mismatch", message);
            }
        }
    }

    /// What `name` stands for. A cell with a fault of its own gives nothing, and is not blamed twice.
    fn known(&mut self, path: &str, name: &str) -> Option<Sort> {
        let names = self.names;
        let Some(cell) = self.by_id.get(owner(name)).and_then(|at| names.get(*at)) else {
            self.error(
                path,
                "unknown_name",
                format!("no cell is called `{}`", owner(name)),
            );
            return None;
        };
        let given = cell.gives.iter().find(|(given, _)| given == name);
        if given.is_none() && cell.fault.is_none() {
            let all: Vec<&str> = cell.gives.iter().map(|(given, _)| given.as_str()).collect();
            let message = match all.is_empty() {
                true => format!("cell `{}` gives no values", cell.id),
                false => format!("no `{name}`; cell `{}` gives {}", cell.id, all.join(", ")),
            };
            self.error(path, "unknown_figure", message);
        }
        given.map(|(_, sort)| *sort)
    }

    /// Cells that need each other, each ring once, at the first of its inputs.
    fn cycles(&mut self) {
        let mut rings: Vec<Vec<String>> = Vec::new();
        for (index, reason) in plan(self.names).blocked {
            let Reason::Cycle { cells, names } = reason else {
                continue;
            };
            if rings.contains(&cells) {
                continue;
            }
            let taken = self.names[index].takes.iter();
            let input = taken
                .filter(|taken: &&Taken| names.contains(&taken.name))
                .map(|t| &t.input);
            let input = input.min().map(String::as_str).unwrap_or_default();
            let path = format!("cells[{index}].model.inputs.{input}");
            let message = format!(
                "cells {} need each other, through {}",
                cells.join(", "),
                names.join(", ")
            );
            self.error(path, "cycle", message);
            rings.push(cells);
        }
    }
}

/// The kind of a cell in the file, and its path.
fn place(index: usize, cell: &Cell) -> (&'static str, String) {
    let kind = match cell {
        Cell::Text(_) => "text",
        Cell::Param(_) => "param",
        Cell::Model(_) => "model",
        Cell::Incident(_) => "incident",
        Cell::Question(_) => "question",
    };
    (kind, format!("cells[{index}].{kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_names() {
        for good in ["a", "nines-and-repair", "2025-10-aws", "fleet_scale"] {
            assert!(is_slug(good), "{good}");
        }
        for bad in ["", "-a", "A", "a b", "a/b", "..", "é", &"a".repeat(65)] {
            assert!(!is_slug(bad), "{bad}");
        }
        for good in ["a", "mttr_s", "q1"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "1q", "_a", "a-b", "a.b", "A"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn a_file_over_the_bound_is_not_read() {
        let finding = Document::parse(&" ".repeat(LONGEST_FILE + 1)).unwrap_err();
        assert_eq!(finding.code, "json.too_large");
    }
}
