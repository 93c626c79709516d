//! Guards against the programs, walks and figures of the course texts, published cases, and theory.

mod breaker;
mod bulkhead;
mod timeouts;

use outage_lab::models::{self, Budget, Entry, Inputs, ModelError, Output, Progress};

/// A model's output for inputs as a person types them.
fn try_run(model: &str, set: &[(&str, &str)]) -> Result<Output, ModelError> {
    let model = models::find(model).unwrap();
    let mut inputs = Inputs::defaults(model.spec());
    for (id, text) in set {
        inputs.set_text(id, text).unwrap();
    }
    let mut run = model.start(&inputs)?;
    loop {
        if let Progress::Done(output) = run.advance(Budget { steps: 1 << 22 }) {
            return Ok(*output);
        }
    }
}

fn run(model: &str, set: &[(&str, &str)]) -> Output {
    try_run(model, set).unwrap()
}

/// A model's output for one of its presets.
fn preset(model: &str, id: &str) -> Output {
    let spec = models::find(model).unwrap().spec();
    run(model, spec.preset(id).unwrap().set)
}

#[track_caller]
fn figure(output: &Output, id: &str) -> f64 {
    output.figure(id).unwrap().value.unwrap()
}

fn reason(output: &Output, id: &str) -> &'static str {
    output.figure(id).unwrap().value.unwrap_err().0
}

fn rows<'a>(output: &'a Output, table: &str) -> &'a [Vec<Entry>] {
    &output
        .tables
        .iter()
        .find(|one| one.id == table)
        .unwrap()
        .rows
}

fn number(entry: &Entry) -> f64 {
    match entry {
        Entry::Number(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

fn word(entry: &Entry) -> &str {
    match entry {
        Entry::Word(word) => word,
        other => panic!("{other:?} is no word"),
    }
}

#[track_caller]
fn close(ours: f64, expected: f64, tolerance: f64) {
    assert!(
        (ours - expected).abs() <= tolerance * expected.abs(),
        "{ours} is not {expected} within {tolerance:e}"
    );
}

fn notes(output: &Output) -> Vec<&str> {
    let keys = output.notes.iter().map(|note| note.message.key.as_str());
    keys.map(|key| key.rsplit('.').next().unwrap()).collect()
}
