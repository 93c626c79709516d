//! `notebook`: every cell's result, or why it has none.

use outage_lab::models::{digest, json as model_json};
use outage_lab::notebook::library::Measure;
use outage_lab::notebook::session::CellState;
use outage_lab::notebook::{Cell, Document, Session};
use outage_lab::text::Texts;
use serde_json::{Value as Json, json};

use super::{Failure, data, print, print_json, read, request::Request};

pub(super) fn run(request: &Request) -> Result<(), Failure> {
    let file = request.operand("file")?;
    let document =
        Document::parse(&read(file)?).map_err(|finding| finding.in_file(file).to_string())?;
    let texts = data::texts(request.lang()?)?;
    let mut session = Session::open(document, data::library());
    for (address, text) in request.settings() {
        session
            .set_text(address, text)
            .map_err(|error| texts.message(&error.message))?;
    }
    session.run_to_end();
    let cells: Vec<Json> = (0..session.document().cells.len())
        .map(|at| cell(&session, at, &texts))
        .collect();
    if request.json() {
        return print_json(&json!({"id": session.document().id, "cells": cells}));
    }
    let lines: Vec<String> = cells.iter().map(readable).collect();
    print(&lines.join("\n"))
}

fn cell(session: &Session, at: usize, texts: &Texts) -> Json {
    let cell = &session.document().cells[at];
    let mut out = serde_json::Map::new();
    out.insert("id".to_owned(), json!(cell.id()));
    let kind = match cell {
        Cell::Text(text) => {
            let body = text.body.get(texts.lang());
            out.insert("text".to_owned(), json!(session.plain_text(body, texts)));
            "text"
        }
        Cell::Param(param) => {
            if let Some(value) = session.control_value(&param.id) {
                out.insert("value".to_owned(), json!(value.to_string()));
            }
            "param"
        }
        Cell::Model(_) => "model",
        Cell::Incident(_) => "incident",
        Cell::Question(question) => {
            let prompt = question.prompt.get(texts.lang());
            out.insert("text".to_owned(), json!(session.plain_text(prompt, texts)));
            "question"
        }
    };
    out.insert("kind".to_owned(), json!(kind));
    match session.cell(at).map(|view| view.state) {
        Some(CellState::Ready(ready)) => {
            if let Cell::Model(model) = cell
                && let Some(model) = session.library().model(&model.model)
            {
                out.insert("model".to_owned(), json!(model.spec().id));
                out.append(&mut model_json::output(model.spec(), ready.output, texts));
                out.insert("digest".to_owned(), json!(digest(ready.output)));
            }
        }
        Some(CellState::Incident(incident)) => {
            let metrics: serde_json::Map<String, Json> = incident
                .figures
                .iter()
                .map(|figure| (figure.id.clone(), measure(figure.value, texts)))
                .collect();
            out.insert("metrics".to_owned(), Json::Object(metrics));
        }
        Some(CellState::Blocked(reason)) => {
            out.insert("reason".to_owned(), json!(texts.message(&reason.message())));
        }
        Some(CellState::Failed(error)) => {
            out.insert("reason".to_owned(), json!(texts.message(&error.message)));
        }
        Some(CellState::Working { .. } | CellState::Plain) | None => {}
    }
    Json::Object(out)
}

/// A metric as the contract has it: a number, both ends of an interval, or the reason for none.
fn measure(value: Measure, texts: &Texts) -> Json {
    match value {
        Measure::Point(value) => json!(value),
        Measure::Between(lo, hi) => json!([lo, hi]),
        Measure::Undefined(reason) => {
            json!({"undefined": texts.get(&format!("undefined.{reason}"))})
        }
    }
}

fn readable(cell: &Json) -> String {
    let text = |key: &str| cell[key].as_str().unwrap_or_default();
    let mut lines = vec![format!("[{}] {}", text("kind"), text("id"))];
    for key in ["text", "value", "reason"] {
        if let Some(line) = cell[key].as_str() {
            lines.push(format!("  {}", line.replace('\n', "\n  ")));
        }
    }
    for group in ["figures", "metrics"] {
        for (id, value) in cell[group].as_object().into_iter().flatten() {
            let shown = match value["undefined"].as_str() {
                Some(reason) => reason.to_owned(),
                None => value.to_string(),
            };
            lines.push(format!("  {id} = {shown}"));
        }
    }
    lines.join("\n")
}
