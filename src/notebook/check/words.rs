//! Checking texts: both languages, their lengths, their markup, and the names in them.

use super::Checker;
use crate::finding::Finding;
use crate::notebook::reason::Sort;
use crate::text::format::Style;
use crate::text::prose::{self, Block};
use crate::text::{Bilingual, Lang};

/// How long a text may be.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Length {
    /// A few words: a label.
    Label,
    /// A paragraph: a title, a goal, a prompt, an option.
    Line,
    /// Several.
    Text,
}

impl Length {
    /// In characters.
    fn longest(self) -> usize {
        match self {
            Length::Label => 120,
            Length::Line => 600,
            Length::Text => 20_000,
        }
    }
}

impl Checker<'_> {
    /// A text without markup.
    pub(super) fn words(&mut self, path: &str, text: &Bilingual, length: Length) {
        for lang in Lang::ALL {
            let path = format!("{path}.{}", lang.code());
            let words = text.get(lang);
            let count = words.chars().count();
            if words.trim().is_empty() {
                self.error(path, "empty", "there is no text in this language");
            } else if count > length.longest() {
                let message = format!("{count} characters; at most {}", length.longest());
                self.error(path, "too_long", message);
            }
        }
    }

    /// A text with markup and live numbers.
    pub(super) fn prose(&mut self, path: &str, text: &Bilingual, length: Length) {
        self.words(path, text, length);
        let [en, zh] = Lang::ALL.map(|lang| {
            let path = format!("{path}.{}", lang.code());
            let blocks = self.markup(&path, text.get(lang), length)?;
            for (name, style) in prose::values(&blocks) {
                self.live_number(&path, name, style);
            }
            Some(blocks)
        });
        if let (Some(en), Some(zh)) = (en, zh) {
            self.same_names(path, [(Lang::En, &en), (Lang::Zh, &zh)]);
        }
    }

    fn markup(&mut self, path: &str, text: &str, length: Length) -> Option<Vec<Block>> {
        let read = match length {
            Length::Text => prose::parse(text),
            Length::Line | Length::Label => {
                prose::parse_line(text).map(|inlines| vec![Block::Paragraph(inlines)])
            }
        };
        let fault = |finding: Finding| {
            self.findings.push(Finding {
                path: path.to_owned(),
                ..finding
            })
        };
        read.map_err(fault).ok()
    }

    fn live_number(&mut self, path: &str, name: &str, style: Option<Style>) {
        let Some(gives) = self.number(path, name) else {
            return;
        };
        if let (Sort::Number(unit), Some(style)) = (gives, style)
            && !style.suits(unit)
        {
            let message = format!(
                "`{name}` is {}, which has no such form",
                gives.description()
            );
            self.error(path, "style", message);
        }
    }

    /// Both languages should show the same numbers.
    fn same_names(&mut self, path: &str, [en, zh]: [(Lang, &Vec<Block>); 2]) {
        for ((lang, here), (other, there)) in [(en, zh), (zh, en)] {
            let here = prose::names(here);
            let mut lacking = prose::names(there);
            lacking.retain(|name| !here.contains(name));
            lacking.sort_unstable();
            lacking.dedup();
            if !lacking.is_empty() {
                let path = format!("{path}.{}", lang.code());
                let message = format!("{} is shown in `{}` only", lacking.join(", "), other.code());
                self.findings
                    .push(Finding::warning(path, "prose_differs", message));
            }
        }
    }
}
