//! How the cells of a document stand beside each other: words left, their figure right.
//!
//! A section holds the cells that are read together with one model. A new one begins at a model that
//! would be the second, at an incident (which takes the whole width), and at words that open with a
//! heading.

use crate::notebook::{Cell, Document, ModelCell};

/// Cells that are read together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// What stands in the column of text, from top to bottom.
    pub column: Vec<Part>,
    /// How many parts of the column come before the figure where there is but one column.
    pub before: usize,
    /// The model whose figures stand beside the text.
    pub aside: Option<usize>,
    /// Whether the section takes the whole width.
    pub wide: bool,
}

/// One thing in the column of text. Numbers are places of cells in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(usize),
    /// Shared values, in one card.
    Params(Vec<usize>),
    /// A model's own controls.
    Controls(usize),
    /// A model's derivation, remarks and descriptions.
    Reading(usize),
    /// A question.
    Question(usize),
    /// An incident.
    Incident(usize),
}

/// Divides a document into sections. With `shown`, only the cells of these ids are in it.
#[must_use]
pub fn sections(document: &Document, shown: Option<&[String]>) -> Vec<Section> {
    let mut done = Vec::new();
    let mut open = Section::default();
    let is_shown = |cell: &Cell| shown.is_none_or(|ids| ids.iter().any(|id| id == cell.id()));
    let cells = document.cells.iter().enumerate();
    for (at, cell) in cells.filter(|(_, cell)| is_shown(cell)) {
        match cell {
            Cell::Text(text) => {
                if text.body.en.trim_start().starts_with("## ") {
                    close(&mut open, &mut done);
                }
                open.push(Part::Text(at));
            }
            Cell::Param(_) => match open.column.last_mut() {
                Some(Part::Params(params)) => params.push(at),
                _ => open.push(Part::Params(vec![at])),
            },
            Cell::Question(_) => open.push(Part::Question(at)),
            Cell::Model(model) => {
                if open.aside.is_some() {
                    close(&mut open, &mut done);
                }
                if shows(model, "controls") {
                    open.push(Part::Controls(at));
                }
                open.before = open.column.len();
                open.aside = Some(at);
                open.push(Part::Reading(at));
            }
            Cell::Incident(_) => {
                let words = open.aside.is_none().then(|| std::mem::take(&mut open));
                close(&mut open, &mut done);
                let mut wide = words.unwrap_or_default();
                wide.wide = true;
                wide.push(Part::Incident(at));
                done.push(wide);
            }
        }
    }
    close(&mut open, &mut done);
    done
}

/// Whether a model cell shows `part`; a cell that names nothing shows everything.
#[must_use]
pub fn shows(model: &ModelCell, part: &str) -> bool {
    model.show.is_empty() || model.show.iter().any(|shown| shown == part)
}

/// How many of a model's figures are shown without being asked for: all, unless they would push the charts out of sight.
#[must_use]
pub fn at_once(figures: usize) -> usize {
    /// Three rows of four beside a column of text.
    const FEW: usize = 12;
    /// It takes more than another row to be worth a fold.
    const MOST: usize = 16;
    if figures > MOST { FEW } else { figures }
}

impl Section {
    fn push(&mut self, part: Part) {
        self.column.push(part);
        if self.aside.is_none() {
            self.before = self.column.len();
        }
    }
}

fn close(open: &mut Section, done: &mut Vec<Section>) {
    if *open != Section::default() {
        done.push(std::mem::take(open));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(cells: &str) -> Document {
        let json = format!(
            r#"{{"format": 1, "id": "t", "title": {{"en": "T", "zh": "题"}}, "cells": [{cells}]}}"#
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn a_fold_hides_more_than_a_row() {
        assert_eq!([1, 12, 16, 17, 45].map(at_once), [1, 12, 16, 12, 12]);
    }

    const TEXT: &str = r#"{"text": {"id": "t1", "body": {"en": "Words.", "zh": "话。"}}}"#;
    const HEADED: &str =
        r###"{"text": {"id": "t2", "body": {"en": "## Next\n\nWords.", "zh": "## 下一节"}}}"###;
    const PARAM: &str = r#"{"param": {"id": "p", "like": "availability.mttr_s"}}"#;
    const MODEL: &str = r#"{"model": {"id": "m", "model": "availability", "show": ["figures"]}}"#;
    const INCIDENT: &str = r#"{"incident": {"id": "i", "incident": "x"}}"#;

    #[test]
    fn words_and_values_come_before_their_figure() {
        let sections = sections(
            &document(&[TEXT, PARAM, PARAM, MODEL, TEXT].join(",")),
            None,
        );
        assert_eq!(
            sections,
            [Section {
                column: vec![
                    Part::Text(0),
                    Part::Params(vec![1, 2]),
                    Part::Reading(3),
                    Part::Text(4)
                ],
                before: 2,
                aside: Some(3),
                wide: false,
            }]
        );
    }

    #[test]
    fn a_heading_or_a_second_figure_begins_a_section() {
        let doc = document(&[MODEL, MODEL, TEXT, HEADED, MODEL].join(","));
        let asides: Vec<_> = sections(&doc, None)
            .iter()
            .map(|section| section.aside)
            .collect();
        assert_eq!(asides, [Some(0), Some(1), Some(4)]);
    }

    #[test]
    fn an_incident_takes_the_whole_width_with_the_words_before_it() {
        let sections = sections(&document(&[MODEL, HEADED, INCIDENT, TEXT].join(",")), None);
        assert_eq!(sections.len(), 3);
        assert!(sections[1].wide);
        assert_eq!(sections[1].column, [Part::Text(1), Part::Incident(2)]);
        assert_eq!(sections[2].column, [Part::Text(3)]);
    }
}
