//! What a link says of a notebook's state, and taking it up again.
//!
//! | part | meaning |
//! |---|---|
//! | `v=1` | the format of what follows |
//! | `m=availability.1,fleet_scale.2` | the models that the notebook uses, by id, each with the version that gave the results |
//! | `mttr_s=3600` | a shared value |
//! | `queue.servers=8` | an input of a cell |
//!
//! Only values that differ from the document are there, in the order of their addresses, each in its own
//! unit and in the shortest form that reads back to the same bits. With none there is nothing at all.
//! So equal sessions give equal links.

use std::collections::BTreeSet;

use super::generate::needed;
use super::schema::Cell;
use super::session::{Binding, Control, Session};
use crate::models::Value;
use crate::text::{Arg, Message, Unit};

/// Names and values, in the order of a link.
pub type Pairs = Vec<(String, String)>;

/// The format of the state in a link.
pub const VERSION: u32 = 1;

/// The names that a link uses itself, so that no cell may have them.
pub const RESERVED: [&str; 9] = [
    "v", "m", "lang", "theme", "cell", "embed", "event", "what_if", "from",
];

/// The state of a session: what differs from its document. With `cell`, only what that cell needs.
#[must_use]
pub fn state(session: &Session, cell: Option<&str>) -> Pairs {
    let document = session.document();
    let wanted = cell.and_then(|id| needed(document, id));
    let wanted = |control: &Control| {
        wanted
            .as_ref()
            .is_none_or(|all| all.contains(&control.cell))
    };
    let controls = session.inputs().into_iter().filter(wanted);
    let mut values: Pairs = controls.filter_map(difference).collect();
    if values.is_empty() {
        return values;
    }
    values.sort_unstable();
    let mut pairs = vec![("v".to_owned(), VERSION.to_string())];
    let versions = versions(session);
    if !versions.is_empty() {
        let versions = versions
            .iter()
            .map(|(id, version)| format!("{id}.{version}"));
        pairs.push(("m".to_owned(), versions.collect::<Vec<_>>().join(",")));
    }
    pairs.extend(values);
    pairs
}

/// Takes up the state of a link. What cannot be used is left out and told in a note.
///
/// The order of the parts does not matter. A part that would move a shared value through an input bound
/// to it is not used: no link that was made here has one, and it could contradict the shared value's own.
#[must_use]
pub fn restore(session: &mut Session, state: &[(String, String)]) -> Vec<Message> {
    let mut notes = Vec::new();
    for (name, value) in state {
        match name.as_str() {
            "v" if *value == VERSION.to_string() => {}
            "v" => notes.push(note("link.other_format", &[("version", value)])),
            "m" => notes.extend(compare_versions(session, value)),
            _ => notes.extend(restore_value(session, name, value)),
        }
    }
    notes
}

fn restore_value(session: &mut Session, name: &str, value: &str) -> Option<Message> {
    match session.binding(name) {
        None => Some(note(
            "link.unknown_value",
            &[("name", name), ("value", value)],
        )),
        Some(Binding::Param(source) | Binding::Output(source)) => Some(note(
            "link.bound",
            &[("name", name), ("value", value), ("source", source)],
        )),
        Some(Binding::Own) => session.set_text(name, value).err().map(|error| {
            note("link.refused", &[("name", name), ("value", value)])
                .with("why", Arg::Label(error.message.into()))
        }),
    }
}

/// The address and the value of a control, if that is its own and not the document's.
fn difference(control: Control) -> Option<(String, String)> {
    let own = control.binding == Binding::Own && control.value != control.document;
    own.then_some(())?;
    Some((control.address, shortest(&control.value?)))
}

/// The shortest text that reads back to the same value.
fn shortest(value: &Value) -> String {
    match value {
        Value::Real(x) => shortest_number(*x),
        _ => value.to_string(),
    }
}

/// The shortest text that reads back to the same number.
pub(super) fn shortest_number(x: f64) -> String {
    let (plain, scientific) = (x.to_string(), format!("{x:e}"));
    if scientific.len() < plain.len() {
        scientific
    } else {
        plain
    }
}

/// The models that the document uses, with their versions.
fn versions(session: &Session) -> BTreeSet<(&'static str, u32)> {
    let version = |cell: &Cell| match cell {
        Cell::Model(cell) => {
            let spec = session.library().model(&cell.model)?.spec();
            Some((spec.id, spec.version))
        }
        _ => None,
    };
    session
        .document()
        .cells
        .iter()
        .filter_map(version)
        .collect()
}

/// A note for each model of the document that is not in the version of the link.
fn compare_versions(session: &Session, made_with: &str) -> Vec<Message> {
    let here = versions(session);
    let mut notes = Vec::new();
    for part in made_with.split(',') {
        let entry = part.rsplit_once('.');
        let Some((id, version)) = entry.and_then(|(id, v)| Some((id, v.parse::<u32>().ok()?)))
        else {
            notes.push(note("link.unreadable", &[("part", part)]));
            continue;
        };
        let other = here
            .iter()
            .find(|(known, now)| *known == id && *now != version);
        notes.extend(other.map(|(id, now)| {
            note("link.other_version", &[("model", id)])
                .quantity("then", f64::from(version), Unit::Count)
                .quantity("now", f64::from(*now), Unit::Count)
        }));
    }
    notes
}

fn note(key: &str, args: &[(&'static str, &str)]) -> Message {
    let with = |note: Message, (name, text): &(&'static str, &str)| {
        let shown: String = text.chars().take(80).collect();
        note.with(name, Arg::Plain(shown))
    };
    args.iter().fold(Message::new(key), with)
}
