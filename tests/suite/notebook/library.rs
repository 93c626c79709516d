//! The library that these tests draw on, and short ways to open a document.

use outage_lab::models::Budget;
use outage_lab::notebook::library::{IncidentFigure, IncidentFigures, Measure};
use outage_lab::notebook::session::CellState;
use outage_lab::notebook::{Document, Library, Session};
use outage_lab::text::Unit;

use super::models::ALL;

/// The models of [`models`](super::models), and an incident with a point, an interval and a gap.
pub(crate) fn library() -> Library {
    let figure = |id: &str, value| IncidentFigure {
        id: id.to_owned(),
        value,
        unit: Unit::Second,
    };
    Library::new(ALL).with_incident(IncidentFigures {
        id: "2025-10-aws".to_owned(),
        figures: vec![
            figure("total_s", Measure::Point(52_320.0)),
            figure("detect_s", Measure::Between(60.0, 300.0)),
            figure("repair_s", Measure::Between(900.0, 900.0)),
            figure("mitigate_s", Measure::Undefined("not_published")),
        ],
    })
}

/// A document with these cells, in JSON.
pub(crate) fn document(cells: &str) -> Document {
    let title = r#"{"en": "Test", "zh": "测试"}"#;
    let json = format!(r#"{{"format": 1, "id": "test", "title": {title}, "cells": [{cells}]}}"#);
    Document::parse(&json).unwrap()
}

/// A session over these cells, before anything is computed.
pub(crate) fn open(cells: &str) -> Session {
    Session::open(document(cells), library())
}

/// A session over these cells, up to date.
pub(crate) fn run(cells: &str) -> Session {
    let mut session = open(cells);
    session.run_to_end();
    session
}

/// The number that `name` stands for.
pub(crate) fn number(session: &Session, name: &str) -> f64 {
    session.value(name).unwrap().value.unwrap()
}

/// What a cell is at present: `ready`, `working`, `plain`, `failed`, or the code of what blocks it.
pub(crate) fn state(session: &Session, id: &str) -> &'static str {
    let index = session.position(id).unwrap();
    match session.cell(index).unwrap().state {
        CellState::Plain => "plain",
        CellState::Incident(_) => "incident",
        CellState::Ready(_) => "ready",
        CellState::Working { .. } => "working",
        CellState::Blocked(reason) => reason.code(),
        CellState::Failed(_) => "failed",
    }
}

/// Recomputes with a budget for one slice of this many steps.
pub(crate) fn slice(session: &mut Session, steps: u64) -> Vec<usize> {
    session.recompute(Budget { steps }).changed
}
