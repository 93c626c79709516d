//! Text that is not yet in a language: a key with arguments, or both languages at once.

use super::{Bilingual, Unit};
use crate::kernel::quantity::Probability;

/// A sentence to be looked up by its key, with values for its `{placeholders}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Key in the strings, such as `availability.note.never_down`.
    pub key: String,
    /// Placeholder names and what stands there.
    pub args: Vec<(&'static str, Arg)>,
}

/// A value inside a [`Message`].
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A number, shown in the form of its unit.
    Quantity(f64, Unit),
    /// A share between 0 and 1, shown from its complement.
    Share(Probability),
    /// Words.
    Label(Label),
    /// Text that needs no translation.
    Plain(String),
}

/// A short text on a chart, a table or a control.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// To be looked up.
    Message(Message),
    /// Carried by the data.
    Both(Bilingual),
}

impl Message {
    /// A sentence without placeholders.
    #[must_use]
    pub fn new(key: impl Into<String>) -> Message {
        Message {
            key: key.into(),
            args: Vec::new(),
        }
    }

    /// The same sentence with `arg` for `name`, in place of an earlier one.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: Arg) -> Message {
        self.args.retain(|(known, _)| *known != name);
        self.args.push((name, arg));
        self
    }

    /// The same sentence with a number for `name`.
    #[must_use]
    pub fn quantity(self, name: &'static str, value: f64, unit: Unit) -> Message {
        self.with(name, Arg::Quantity(value, unit))
    }
}

impl Label {
    /// A label to be looked up by `key`.
    #[must_use]
    pub fn key(key: impl Into<String>) -> Label {
        Label::Message(Message::new(key))
    }

    /// A label that is the same in every language.
    #[must_use]
    pub fn plain(text: &str) -> Label {
        Label::Both(Bilingual::same(text))
    }
}

impl From<Message> for Label {
    fn from(message: Message) -> Label {
        Label::Message(message)
    }
}

impl From<Bilingual> for Label {
    fn from(text: Bilingual) -> Label {
        Label::Both(text)
    }
}
