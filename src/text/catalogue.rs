//! The strings of one language, by key.

use std::collections::BTreeMap;

use super::{Arg, Label, Lang, Message, format};
use crate::finding::{Finding, parse_json};

/// Every string of one language.
#[derive(Clone, Debug)]
pub struct Texts {
    lang: Lang,
    strings: BTreeMap<String, String>,
}

impl Texts {
    /// No strings yet.
    #[must_use]
    pub fn new(lang: Lang) -> Texts {
        Texts {
            lang,
            strings: BTreeMap::new(),
        }
    }

    /// Adds a file of strings; its keys are prefixed by the file's name.
    ///
    /// # Errors
    /// When the JSON is not an object of strings.
    pub fn add(&mut self, file: &str, json: &str) -> Result<(), Finding> {
        let strings: BTreeMap<String, String> = parse_json(json)?;
        let keyed = strings
            .into_iter()
            .map(|(key, text)| (format!("{file}.{key}"), text));
        self.strings.extend(keyed);
        Ok(())
    }

    /// The language of these strings.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The words of a label.
    #[must_use]
    pub fn label(&self, label: &Label) -> String {
        match label {
            Label::Message(message) => self.message(message),
            Label::Both(text) => text.get(self.lang).to_owned(),
        }
    }

    /// The words of a message; `⟦key⟧` where the key is missing.
    #[must_use]
    pub fn message(&self, message: &Message) -> String {
        let Some(pattern) = self.strings.get(&message.key) else {
            return format!("⟦{}⟧", message.key);
        };
        message
            .args
            .iter()
            .fold(pattern.clone(), |text, (name, arg)| {
                text.replace(&format!("{{{name}}}"), &self.arg(arg))
            })
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Quantity(value, unit) => format::quantity(*value, *unit, self.lang),
            Arg::Label(label) => self.label(label),
            Arg::Plain(text) => text.clone(),
        }
    }
}
