//! Faults of a drawn page that a machine can see.

use std::fmt;

use crate::page::Page;

/// One fault: sideways overflow, clipped text, a missing text, labels that overlap or leave their chart, a console
/// line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: String,
    /// Where and by what.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.what)
    }
}

impl Page {
    /// What is wrong with the page as it is drawn now. The rules, and how a page says that something is meant, are in
    /// `inspect.js`.
    #[track_caller]
    pub fn inspect(&self) -> Vec<Finding> {
        let seen: Vec<(String, String)> = self.eval(include_str!("inspect.js"));
        let seen = seen.into_iter().map(|(rule, what)| Finding { rule, what });
        let said = self.lines().into_iter();
        let said = said.map(|line| Finding {
            rule: "console".to_owned(),
            what: line.to_string(),
        });
        seen.chain(said).collect()
    }
}
