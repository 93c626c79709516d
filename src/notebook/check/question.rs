//! Checking questions.

use std::collections::BTreeSet;

use super::words::Length;
use super::{Checker, is_name};
use crate::notebook::schema::{QuestionAnswer, QuestionCell, QuestionOption};

/// The most options of a question.
const MOST_OPTIONS: usize = 10;

impl Checker<'_> {
    pub(super) fn question(&mut self, path: &str, cell: &QuestionCell) {
        self.prose(&format!("{path}.prompt"), &cell.prompt, Length::Line);
        match &cell.answer {
            QuestionAnswer::Choice { options, right } => {
                self.options(&format!("{path}.answer.choice"), options, right);
            }
            QuestionAnswer::Number { from, within_ratio } => {
                let path = format!("{path}.answer.number");
                self.number(&format!("{path}.from"), from);
                if !(*within_ratio > 1.0 && within_ratio.is_finite()) {
                    let message = format!("{within_ratio}; a ratio above 1 is needed");
                    self.error(format!("{path}.within_ratio"), "ratio", message);
                }
            }
        }
        self.prose(&format!("{path}.reveal"), &cell.reveal, Length::Text);
    }

    fn options(&mut self, path: &str, options: &[QuestionOption], right: &str) {
        if !(2..=MOST_OPTIONS).contains(&options.len()) {
            let message = format!(
                "2 to {MOST_OPTIONS} options make a question; there are {}",
                options.len()
            );
            self.error(format!("{path}.options"), "options", message);
        }
        let mut seen = BTreeSet::new();
        for (number, option) in options.iter().enumerate() {
            let path = format!("{path}.options[{number}]");
            if !is_name(&option.id) {
                self.error(
                    format!("{path}.id"),
                    "id",
                    format!("`{}` is no name", option.id),
                );
            } else if !seen.insert(&option.id) {
                let message = format!("there are two options `{}`", option.id);
                self.error(format!("{path}.id"), "duplicate", message);
            }
            self.prose(&format!("{path}.text"), &option.text, Length::Line);
        }
        if !options.iter().any(|option| option.id == right) {
            self.error(
                format!("{path}.right"),
                "right",
                format!("there is no option `{right}`"),
            );
        }
    }
}
