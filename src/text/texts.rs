//! The strings of one language.

use std::collections::BTreeMap;

use super::{Arg, Label, Lang, Message, format};
use crate::finding::{Finding, parse_json};

/// The largest file that is read, in bytes.
const MOST_BYTES: usize = 512 * 1024;

/// The strings of one language by key: the name of their file, a point, and the key in it.
///
/// ```
/// use outage_lab::text::{Lang, Message, Texts, Unit};
///
/// let mut texts = Texts::new(Lang::En);
/// texts.add("app", r#"{"saved": "Saved after {time}."}"#)?;
/// let message = Message::new("app.saved").quantity("time", 90.0, Unit::Second);
/// assert_eq!(texts.message(&message), "Saved after 1 min 30 s.");
/// assert_eq!(texts.get("app.lost"), "⟦app.lost⟧");
/// # Ok::<(), outage_lab::finding::Finding>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
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

    /// Adds a file: one JSON object whose values are strings. A key that is there already is replaced.
    ///
    /// # Errors
    /// When it is no such object; nothing is added then.
    pub fn add(&mut self, file: &str, json: &str) -> Result<(), Finding> {
        let strings: BTreeMap<String, String> = parse_json(json, MOST_BYTES)?;
        let named = |(key, text)| (format!("{file}.{key}"), text);
        self.strings.extend(strings.into_iter().map(named));
        Ok(())
    }

    /// The language.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether the strings of `file` are there.
    #[must_use]
    pub fn has(&self, file: &str) -> bool {
        let prefix = format!("{file}.");
        let mut behind = self.strings.range(prefix.clone()..);
        behind.next().is_some_and(|(key, _)| key.starts_with(&prefix))
    }

    /// Every key, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.strings.keys().map(String::as_str)
    }

    /// The string, if there is one.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&str> {
        self.strings.get(key).map(String::as_str)
    }

    /// The string; a missing one shows its key, so that it is seen and not taken for a text.
    #[must_use]
    pub fn get(&self, key: &str) -> String {
        self.find(key)
            .map_or_else(|| format!("⟦{key}⟧"), str::to_owned)
    }

    /// The sentence with its values in place.
    #[must_use]
    pub fn message(&self, message: &Message) -> String {
        let template = self.get(&message.key);
        let value = |name: &str| {
            let arg = message.args.iter().find(|(known, _)| *known == name);
            arg.map(|(_, arg)| self.arg(arg))
        };
        fill(&template, value)
    }

    /// The words of a label.
    #[must_use]
    pub fn label(&self, label: &Label) -> String {
        match label {
            Label::Message(message) => self.message(message),
            Label::Both(text) => text.get(self.lang).to_owned(),
        }
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Quantity(value, unit) => format::quantity(*value, *unit, self.lang),
            Arg::Share(share) => format::availability(share.complement(), self.lang),
            Arg::Label(label) => self.label(label),
            Arg::Plain(text) => text.clone(),
        }
    }
}

/// Puts values in the place of `{names}`; a name without a value stays as it is. Values are not searched again.
fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        match behind
            .split_once('}')
            .and_then(|(name, after)| Some((value(name)?, after)))
        {
            Some((text, after)) => {
                out.push_str(&text);
                rest = after;
            }
            None => {
                out.push('{');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Bilingual, Unit};

    fn texts(lang: Lang) -> Texts {
        let mut texts = Texts::new(lang);
        texts
            .add("t", r#"{"range": "{name}: {lo} to {hi}", "mttf": "MTTF"}"#)
            .unwrap();
        texts
    }

    #[test]
    fn a_sentence_with_its_values() {
        let message = Message::new("t.range")
            .with("name", Arg::Label(Label::key("t.mttf")))
            .quantity("lo", 1.0, Unit::Second)
            .quantity("hi", 3600.0, Unit::Second);
        assert_eq!(texts(Lang::En).message(&message), "MTTF: 1 s to 1 h");
        assert_eq!(texts(Lang::Zh).message(&message), "MTTF: 1 秒 to 1 小时");
    }

    #[test]
    fn what_is_missing_is_seen() {
        let texts = texts(Lang::En);
        assert_eq!(texts.get("t.none"), "⟦t.none⟧");
        let message = Message::new("t.range").with("lo", Arg::Plain("{hi}".to_owned()));
        assert_eq!(texts.message(&message), "{name}: {hi} to {hi}");
    }

    #[test]
    fn a_label_of_the_data_needs_no_key() {
        let label = Label::Both(Bilingual {
            en: "repair".to_owned(),
            zh: "恢复".to_owned(),
        });
        assert_eq!(texts(Lang::Zh).label(&label), "恢复");
    }

    #[test]
    fn a_file_that_is_not_strings_adds_nothing() {
        let mut texts = Texts::new(Lang::En);
        let finding = texts.add("t", r#"{"a": "x", "b": 3}"#).unwrap_err();
        assert_eq!((finding.path.as_str(), finding.code), ("b", "schema"));
        assert_eq!(texts.keys().count(), 0);
    }
}
