//! A model asked as a person asks it: inputs as typed text, and what it answers.

use outage_lab::models::{Budget, Entry, Inputs, ModelError, Output, Progress, Run, find};

/// Prime, so that slices end where nothing in a simulation does.
const SLICE: Budget = Budget { steps: 4_999 };

#[track_caller]
fn begin(model: &str, set: &[(&str, &str)]) -> Result<Box<dyn Run>, ModelError> {
    let model = find(model).unwrap();
    let mut inputs = Inputs::defaults(model.spec());
    for (input, text) in set {
        inputs.set_text(input, text).unwrap();
    }
    model.start(&inputs)
}

/// The answer at the defaults with these inputs, or why they do not go together.
#[track_caller]
pub(crate) fn start(model: &str, set: &[(&str, &str)]) -> Result<Output, ModelError> {
    begin(model, set).map(|run| finish(run, SLICE))
}

/// The share that is done is said on the way, and never falls.
#[track_caller]
pub(crate) fn finish(mut run: Box<dyn Run>, slice: Budget) -> Output {
    let mut last = 0.0;
    loop {
        match run.advance(slice) {
            Progress::Done(output) => return *output,
            Progress::Working(done) => {
                assert!((last..=1.0).contains(&done), "{done} after {last}");
                last = done;
            }
        }
    }
}

#[track_caller]
pub(crate) fn run(model: &str, set: &[(&str, &str)]) -> Output {
    start(model, set).unwrap()
}

/// The same of a formula, which takes no steps.
#[track_caller]
pub(crate) fn try_at_once(model: &str, set: &[(&str, &str)]) -> Result<Output, ModelError> {
    match begin(model, set)?.advance(Budget { steps: 0 }) {
        Progress::Done(output) => Ok(*output),
        Progress::Working(_) => panic!("{model}: a formula is done at once"),
    }
}

#[track_caller]
pub(crate) fn at_once(model: &str, set: &[(&str, &str)]) -> Output {
    try_at_once(model, set).unwrap()
}

/// What a preset sets.
#[track_caller]
pub(crate) fn preset_set(model: &str, id: &str) -> &'static [(&'static str, &'static str)] {
    find(model).unwrap().spec().preset(id).unwrap().set
}

#[track_caller]
pub(crate) fn preset(model: &str, id: &str) -> Output {
    run(model, preset_set(model, id))
}

/// A figure, or the reason why there is none.
#[track_caller]
pub(crate) fn value(output: &Output, id: &str) -> Result<f64, &'static str> {
    output.figure(id).unwrap().value.map_err(|reason| reason.0)
}

#[track_caller]
pub(crate) fn figure(output: &Output, id: &str) -> f64 {
    value(output, id).unwrap()
}

#[track_caller]
pub(crate) fn reason(output: &Output, id: &str) -> &'static str {
    value(output, id).unwrap_err()
}

#[track_caller]
pub(crate) fn rows<'a>(output: &'a Output, table: &str) -> &'a [Vec<Entry>] {
    let table = output.tables.iter().find(|known| known.id == table);
    &table.unwrap().rows
}

#[track_caller]
pub(crate) fn number(entry: &Entry) -> f64 {
    match entry {
        Entry::Number(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

/// The numbers among the entries of a row.
pub(crate) fn numbers(row: &[Entry]) -> Vec<f64> {
    let number = |entry: &Entry| match entry {
        Entry::Number(number) => Some(*number),
        _ => None,
    };
    row.iter().filter_map(number).collect()
}

#[track_caller]
pub(crate) fn word(entry: &Entry) -> &'static str {
    match entry {
        Entry::Word(word) => word,
        other => panic!("{other:?} is no word"),
    }
}

/// The keys of the remarks.
pub(crate) fn notes(output: &Output) -> Vec<&str> {
    let keys = output.notes.iter().map(|note| note.message.key.as_str());
    keys.collect()
}

/// The tolerance is a share of what is expected: of zero nothing, and of infinity nothing either.
#[track_caller]
pub(crate) fn close(ours: f64, expected: f64, tolerance: f64) {
    assert!(
        expected.is_finite() && (ours - expected).abs() <= tolerance * expected.abs(),
        "{ours:?} is not {expected:?} within {tolerance:e}"
    );
}
