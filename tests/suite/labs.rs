//! The small labs against the figures of the texts that they come from.

mod drill_plan;
mod order_faults;
mod reading_output;
mod recovery_choice;
mod replay_gate;
mod storage_contract;

use outage_lab::models::{Budget, Entry, Inputs, ModelError, Output, Progress, find};

/// A lab at typed inputs.
fn start(model: &str, set: &[(&str, &str)]) -> Result<Output, ModelError> {
    let model = find(model).unwrap();
    let mut inputs = Inputs::defaults(model.spec());
    for (id, text) in set {
        inputs.set_text(id, text).unwrap();
    }
    match model.start(&inputs)?.advance(Budget { steps: 1 }) {
        Progress::Done(output) => Ok(*output),
        Progress::Working(_) => panic!("a lab is done at once"),
    }
}

fn run(model: &str, set: &[(&str, &str)]) -> Output {
    start(model, set).unwrap()
}

/// A figure, or the reason why there is none.
fn figure(output: &Output, id: &str) -> Result<f64, &'static str> {
    output.figure(id).unwrap().value.map_err(|reason| reason.0)
}

fn rows<'a>(output: &'a Output, table: &str) -> &'a [Vec<Entry>] {
    let table = output.tables.iter().find(|known| known.id == table);
    &table.unwrap().rows
}

/// An entry in a form to compare: a number, a word, a name, or a reason.
fn said(entry: &Entry) -> String {
    match entry {
        Entry::Number(number) => number.to_string(),
        Entry::Word(word) => (*word).to_owned(),
        Entry::Name(name) => name.clone(),
        Entry::Undefined(reason) => reason.0.to_owned(),
    }
}

#[track_caller]
fn close(ours: f64, expected: f64) {
    let error_max = 1e-12 * expected.abs();
    assert!(
        (ours - expected).abs() <= error_max,
        "{ours:e} is not {expected:e}"
    );
}
