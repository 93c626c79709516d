//! Checking texts: both languages, their lengths, and the names in them.

use super::Checker;
use crate::finding::Finding;
use crate::notebook::names::placeholders;
use crate::text::{Bilingual, Lang, prose};

/// How long a text may be.
#[derive(Clone, Copy)]
pub(super) enum Length {
    /// A few words: a label, an option.
    Label,
    /// A sentence or two: a title, a summary, a goal.
    Line,
    /// Paragraphs.
    Text,
}

impl Length {
    /// In characters.
    fn longest(self) -> usize {
        match self {
            Length::Label => 120,
            Length::Line => 400,
            Length::Text => 20_000,
        }
    }
}

impl Checker<'_> {
    /// A text without live numbers.
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

    /// A text with live numbers.
    pub(super) fn prose(&mut self, path: &str, text: &Bilingual, length: Length) {
        self.words(path, text, length);
        for lang in Lang::ALL {
            if let Err(fault) = prose::parse(text.get(lang)) {
                self.error(format!("{path}.{}", lang.code()), "markup", fault.message);
            }
            for name in placeholders(text.get(lang)) {
                self.number(&format!("{path}.{}", lang.code()), name);
            }
        }
        self.same_names(path, text);
    }

    /// Both languages should show the same numbers.
    fn same_names(&mut self, path: &str, text: &Bilingual) {
        for (lang, other) in [(Lang::En, Lang::Zh), (Lang::Zh, Lang::En)] {
            let there = placeholders(text.get(other));
            let here = placeholders(text.get(lang));
            let mut lacking: Vec<&str> = there.into_iter().filter(|n| !here.contains(n)).collect();
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
