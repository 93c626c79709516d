//! New parts of a draft, and the forms of a time.

use serde_json::{Value, json};

use crate::incident::schema::FORMAT;
use crate::text::Lang;

/// How exactly a time is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeForm {
    /// To the minute or second.
    At,
    /// Give or take a width.
    About,
    /// Between two instants.
    Between,
    /// At the latest.
    By,
    /// The day alone.
    On,
    /// Not at all.
    NotPublished,
}

impl TimeForm {
    /// Every form, in the order of the list to choose from.
    pub const ALL: [TimeForm; 6] = [
        TimeForm::At,
        TimeForm::About,
        TimeForm::Between,
        TimeForm::By,
        TimeForm::On,
        TimeForm::NotPublished,
    ];

    /// The key in the file, and in the strings.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            TimeForm::At => "at",
            TimeForm::About => "about",
            TimeForm::Between => "between",
            TimeForm::By => "by",
            TimeForm::On => "on",
            TimeForm::NotPublished => "not_published",
        }
    }

    /// The form of a key.
    #[must_use]
    pub fn from_id(id: &str) -> Option<TimeForm> {
        TimeForm::ALL.into_iter().find(|form| form.id() == id)
    }

    /// The form of a time.
    pub(super) fn of(time: &Value) -> TimeForm {
        let mut forms = TimeForm::ALL.into_iter();
        forms
            .find(|form| time.get(form.id()).is_some())
            .unwrap_or(TimeForm::At)
    }

    /// The places of the texts within a time of this form, from the time's own place.
    #[must_use]
    pub fn fields(self, path: &str) -> Vec<String> {
        let inner: &[&str] = match self {
            TimeForm::At => &["at"],
            TimeForm::About => &["about.at", "about.half_width_s"],
            TimeForm::Between => &["between[0]", "between[1]"],
            TimeForm::By => &["by.at"],
            TimeForm::On => &["on"],
            TimeForm::NotPublished => &[],
        };
        inner
            .iter()
            .map(|field| format!("{path}.{field}"))
            .collect()
    }

    /// A time of this form that keeps what was typed for another; `after` is the event that bounds it.
    #[must_use]
    pub fn time(self, texts: &[String], after: &str) -> Value {
        let text = |at: usize| texts.get(at).cloned().unwrap_or_default();
        match self {
            TimeForm::At => json!({ "at": text(0) }),
            TimeForm::About => json!({ "about": { "at": text(0), "half_width_s": text(1) } }),
            TimeForm::Between => json!({ "between": [text(0), text(1)] }),
            TimeForm::By => json!({ "by": { "at": text(0), "after": after } }),
            TimeForm::On => json!({ "on": text(0).split(['T', ' ']).next().unwrap_or_default() }),
            TimeForm::NotPublished => json!({ "not_published": {} }),
        }
    }
}

fn text(words: &str) -> Value {
    json!({ "en": words, "zh": words })
}

/// An empty incident: UTC, one lane, one source that is the writer's own record.
pub(super) fn blank(lang: Lang) -> Value {
    let (whole, record, read) = match lang {
        Lang::En => (
            "The whole service",
            "Our own record",
            "Written by those who were there.",
        ),
        Lang::Zh => ("整个服务", "我们自己的记录", "由亲历者写成。"),
    };
    json!({
        "format": FORMAT,
        "language": lang.code(),
        "id": "",
        "title": text(""),
        "summary": text(""),
        "zone": [{ "from": "1970-01-01T00:00:00Z", "offset_min": 0, "abbr": "UTC" }],
        "components": [{ "id": "_1", "name": text(whole) }],
        "events": [],
        "sources": [{ "id": "own_record", "kind": "operator_statement", "title": text(record), "read": text(read) }],
    })
}

/// An event without words.
#[must_use]
pub fn blank_event(id: &str, kind: &str, component: &str, source: &str) -> Value {
    json!({
        "id": id, "at": { "at": "" }, "kind": kind, "component": component, "actor": "staff",
        "title": text(""), "text": text(""), "status": "operator_report", "sources": [source],
    })
}

/// A lane.
#[must_use]
pub fn component(id: &str) -> Value {
    json!({ "id": id, "name": text("") })
}

/// A phase from one event to another.
#[must_use]
pub fn phase(id: &str, from: &str, to: &str) -> Value {
    json!({ "id": id, "title": text(""), "from": from, "to": to })
}

/// A range of impact from one event to another.
#[must_use]
pub fn span(id: &str, component: &str, from: &str, to: &str) -> Value {
    json!({ "id": id, "component": component, "kind": "down", "from": from, "to": to, "label": text("") })
}

/// A duration from one event to another.
#[must_use]
pub fn metric(id: &str, from: &str, to: &str) -> Value {
    json!({ "id": id, "name": text(""), "definition": text(""), "derive": { "between": { "from": from, "to": to } } })
}

/// A text to rest on.
#[must_use]
pub fn blank_source(id: &str) -> Value {
    json!({ "id": id, "kind": "press", "title": text(""), "read": text("") })
}

/// A change of the clock.
#[must_use]
pub fn zone_period() -> Value {
    json!({ "from": "", "offset_min": "", "abbr": "" })
}
