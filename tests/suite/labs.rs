//! The small labs against the figures of the texts that they come from.

mod drill_plan;
mod order_faults;
mod reading_output;
mod recovery_choice;
mod replay_gate;
mod storage_contract;

use outage_lab::models::Entry;

/// An entry in a form to compare: a number, a word, a name, or a reason.
fn said(entry: &Entry) -> String {
    match entry {
        Entry::Number(number) => number.to_string(),
        Entry::Word(word) => (*word).to_owned(),
        Entry::Name(name) => name.clone(),
        Entry::Undefined(reason) => reason.0.to_owned(),
    }
}
