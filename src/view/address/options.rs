//! How a page is shown, as far as a link says so.

use crate::notebook::link::Pairs;
use crate::text::{Arg, Lang, Message};

/// How a page is shown. What a link leaves out is as the reader has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The language.
    pub lang: Option<Lang>,
    /// The theme.
    pub theme: Option<Theme>,
    /// The only cell that is shown.
    pub cell: Option<String>,
    /// Whether it is shown within another page.
    pub embed: bool,
    /// The event that is chosen on an incident's page.
    pub event: Option<String>,
    /// The question that is put on an incident's page.
    pub what_if: Option<String>,
    /// The incident and its event from which a model was opened: `2025-10-aws-dynamodb-dns.trigger`.
    pub from: Option<String>,
}

/// A theme that a link may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// The word in links.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The theme of a word.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Theme> {
        [Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| theme.id() == id)
    }
}

impl Options {
    /// The parts of a link, in their order.
    pub(super) fn pairs(&self) -> Pairs {
        let parts = [
            ("lang", self.lang.map(|lang| lang.code().to_owned())),
            ("theme", self.theme.map(|theme| theme.id().to_owned())),
            ("cell", self.cell.clone()),
            ("embed", self.embed.then(|| "1".to_owned())),
            ("event", self.event.clone()),
            ("what_if", self.what_if.clone()),
            ("from", self.from.clone()),
        ];
        let given = |(name, value): (&str, Option<String>)| Some((name.to_owned(), value?));
        parts.into_iter().filter_map(given).collect()
    }

    /// Takes a part of a link, if it is one of these; the note says why its value cannot be used.
    pub(super) fn take(&mut self, name: &str, value: &str) -> Option<Result<(), Message>> {
        let known = match name {
            "lang" => {
                self.lang = Lang::ALL.into_iter().find(|lang| lang.code() == value);
                self.lang.is_some()
            }
            "theme" => {
                self.theme = Theme::from_id(value);
                self.theme.is_some()
            }
            "embed" => {
                self.embed = value == "1";
                matches!(value, "0" | "1")
            }
            "cell" => {
                self.cell = Some(value.to_owned());
                true
            }
            "event" => {
                self.event = Some(value.to_owned());
                true
            }
            "what_if" => {
                self.what_if = Some(value.to_owned());
                true
            }
            "from" => {
                self.from = Some(value.to_owned());
                true
            }
            _ => return None,
        };
        let note = || {
            Message::new("link.unknown_option")
                .with("name", Arg::Plain(name.to_owned()))
                .with("value", Arg::Plain(value.to_owned()))
        };
        Some(if known { Ok(()) } else { Err(note()) })
    }
}
