//! An incident that is being written: what was typed, also while it is no incident yet.
//!
//! A draft is our own JSON read leniently. A time may be any text, a number may be a text, an id may begin with `_`
//! and is then made from the title when the file is finished. So a draft kept as text holds every letter typed, what
//! it has that no field shows is carried along, and a finished file is a draft too. [`Draft::resolve`] turns it into
//! an [`Incident`](super::Incident) with the findings of its fields.

mod edit;
mod ids;
mod offers;
mod parts;
mod place;
mod resolve;
mod write;

use serde_json::Value;

pub use edit::{Edit, MOST_STEPS};
pub use offers::{Offer, offers};
pub use parts::{TimeForm, blank_event, blank_source, component, metric, phase, span, zone_period};
pub use place::is_within;
pub use resolve::Resolved;
pub(in crate::incident) use write::pretty;

use crate::text::Lang;
use edit::History;

/// The largest kept draft that is read, in bytes: more than a browser keeps for a site, five million letters of up to
/// three bytes.
pub const MAX_KEPT_BYTES: usize = 16 * 1024 * 1024;

/// An incident that is being written.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    value: Value,
    history: History,
    /// Goes up with every change that is more than a text: lists, choices, steps back.
    shape: u32,
}

impl Draft {
    /// An empty one, written in one language.
    #[must_use]
    pub fn new(lang: Lang) -> Draft {
        Draft::from_value(parts::blank(lang))
    }

    /// A draft of what was kept or imported, without a history.
    #[must_use]
    pub fn from_value(value: Value) -> Draft {
        Draft {
            value,
            history: History::default(),
            shape: 0,
        }
    }

    /// Reads a kept draft.
    ///
    /// # Errors
    /// When it is no JSON object, or has more than [`MAX_KEPT_BYTES`].
    pub fn from_json(json: &str) -> Result<Draft, crate::finding::Finding> {
        let value: Value = crate::finding::parse_json(json, MAX_KEPT_BYTES)?;
        if value.is_object() {
            Ok(Draft::from_value(value))
        } else {
            Err(crate::finding::Finding::error(
                ".",
                "schema",
                "an incident is a JSON object",
            ))
        }
    }

    /// The draft as JSON text, with everything as it was typed.
    #[must_use]
    pub fn to_json(&self) -> String {
        pretty(&self.value)
    }

    /// The draft as JSON.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The text at a place; a number as it would be typed, nothing as the empty text.
    #[must_use]
    pub fn text(&self, path: &str) -> String {
        match place::get(&self.value, path) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) if path.ends_with(".offset_min") => number
                .as_i64()
                .and_then(|minutes| i32::try_from(minutes).ok())
                .map_or_else(|| number.to_string(), super::offset_text),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }

    /// How many a list holds.
    #[must_use]
    pub fn len(&self, list: &str) -> usize {
        self.list(list).len()
    }

    /// Whether it has no event yet and no title.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len("events") == 0 && self.title(Lang::default()).is_empty()
    }

    fn list(&self, path: &str) -> &[Value] {
        place::get(&self.value, path)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    /// The texts of a list such as an event's `sources`.
    #[must_use]
    pub fn words(&self, list: &str) -> Vec<String> {
        self.list(list)
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    /// Ids and names of a list, to choose from, in a language if it is written in that: `events`, `components`, `sources`, `metrics`.
    #[must_use]
    pub fn names(&self, list: &str, lang: Lang) -> Vec<(String, String)> {
        let lang = self.spoken(lang);
        let name = |item: &Value| {
            let id = item.get("id")?.as_str()?.to_owned();
            let texts = ["title", "name", "label", "definition"];
            let text = texts
                .into_iter()
                .filter_map(|key| item.get(key)?.get(lang.code())?.as_str())
                .find(|text| !text.is_empty());
            Some((id, text.unwrap_or_default().to_owned()))
        };
        self.list(list).iter().filter_map(name).collect()
    }

    /// The heading, in a language if it is written in that.
    #[must_use]
    pub fn title(&self, lang: Lang) -> String {
        self.text(&format!("title.{}", self.spoken(lang).code()))
    }

    /// A language if it is written in that, else the one that it is written in.
    #[must_use]
    pub fn spoken(&self, lang: Lang) -> Lang {
        let langs = self.langs();
        let first = langs.first().copied().unwrap_or_default();
        if langs.contains(&lang) { lang } else { first }
    }

    /// The languages that it is written in.
    #[must_use]
    pub fn langs(&self) -> Vec<Lang> {
        match Lang::ALL
            .into_iter()
            .find(|lang| self.text("language") == lang.code())
        {
            Some(lang) => vec![lang],
            None => Lang::ALL.to_vec(),
        }
    }

    /// The form of the time at a place.
    #[must_use]
    pub fn form(&self, path: &str) -> TimeForm {
        place::get(&self.value, path).map_or(TimeForm::At, TimeForm::of)
    }

    /// An id that no part of the draft has, to be replaced by one made from the title.
    #[must_use]
    pub fn fresh_id(&self) -> String {
        format!("_{}", ids::next(&self.value))
    }

    /// Does an edit, which can be taken back.
    pub fn edit(&mut self, edit: Edit) {
        if !matches!(edit, Edit::Set(_, Value::String(_))) {
            self.shape += 1;
        }
        self.history.edit(&mut self.value, edit);
    }

    /// Ends a step: the next letter, even in the same field, can be taken back alone.
    pub fn pause(&mut self) {
        self.history.pause();
    }

    /// Takes the last step back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let done = self.history.undo(&mut self.value);
        self.shape += u32::from(done);
        done
    }

    /// Does again what was taken back; whether there was anything.
    pub fn redo(&mut self) -> bool {
        let done = self.history.redo(&mut self.value);
        self.shape += u32::from(done);
        done
    }

    /// Whether there is a step to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is a step to do again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// A number that changes whenever more than a text did.
    #[must_use]
    pub fn shape(&self) -> u32 {
        self.shape
    }

    /// Writes in one language, or in both. What was written in the one stays; where the other has nothing yet, it is
    /// taken over.
    #[must_use]
    pub fn with_language(&self, lang: Option<Lang>) -> Edit {
        let mut value = self.value.clone();
        if let (Some(to), [from]) = (lang, self.langs().as_slice()) {
            ids::each_text(&mut value, &mut |text| {
                let there = text
                    .get(to.code())
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                if there.trim().is_empty()
                    && let Some(words) = text.get(from.code()).cloned()
                {
                    text.insert(to.code().to_owned(), words);
                }
            });
        }
        let mark = lang.map_or(Value::Null, |lang| Value::String(lang.code().to_owned()));
        place::put(&mut value, "language", mark);
        Edit::Replace(value)
    }

    /// Moves a value of a list to another place in it.
    #[must_use]
    pub fn moved(&self, list: &str, from: usize, to: usize) -> Edit {
        let item = self.list(list).get(from).cloned().unwrap_or_default();
        Edit::All(vec![
            Edit::Remove(list.to_owned(), from),
            Edit::Insert(list.to_owned(), to, item),
        ])
    }

    /// Puts the events into the order of their times; those without a time stay behind the one that they follow.
    #[must_use]
    pub fn in_order(&self) -> Edit {
        let incident = self.resolve().incident;
        let mut keyed: Vec<(i64, Value)> = Vec::new();
        let mut last = i64::MIN;
        for (i, event) in self.list("events").iter().enumerate() {
            let start = incident
                .as_ref()
                .and_then(|incident| Some(incident.window(&incident.events.get(i)?.at)?.lo()));
            last = start.unwrap_or(last);
            keyed.push((last, event.clone()));
        }
        keyed.sort_by_key(|(start, _)| *start);
        let sorted = keyed.into_iter().map(|(_, event)| event).collect();
        Edit::Set("events".to_owned(), Value::Array(sorted))
    }

    /// Reads it: the incident that it is, and everything that is wrong with it, by place.
    #[must_use]
    pub fn resolve(&self) -> Resolved {
        resolve::resolve(&self.value)
    }
}
