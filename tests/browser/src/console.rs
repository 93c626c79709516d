//! What a page says when nobody asks: console lines, uncaught exceptions, failed requests.

use std::fmt;
use std::sync::Mutex;

use serde_json::Value;

use crate::devtools::{Event, lock};

/// How bad a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `console.log` and its like.
    Info,
    /// A warning of the page or the browser.
    Warning,
    /// An error, an uncaught exception, or a request that failed.
    Error,
}

impl Level {
    /// By the protocol's word for it.
    fn named(word: &str) -> Self {
        match word {
            "error" | "assert" => Self::Error,
            "warning" => Self::Warning,
            _ => Self::Info,
        }
    }
}

/// One line of the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How bad it is.
    pub level: Level,
    /// What it says, with the address of a failed request.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        };
        write!(f, "{level}: {}", self.text)
    }
}

/// The lines of one page so far, and the faults that its test announced.
#[derive(Debug, Default)]
pub(crate) struct Console {
    lines: Mutex<Vec<Line>>,
    expected: Mutex<Vec<String>>,
}

impl Console {
    /// Takes note of an event of the browser, if it is a line.
    pub(crate) fn hear(&self, event: &Event) {
        let line = match event.method.as_str() {
            "Runtime.consoleAPICalled" => called(&event.params),
            "Runtime.exceptionThrown" => Line {
                level: Level::Error,
                text: exception(&event.params["exceptionDetails"]),
            },
            // Hints that the console hides unless it is asked for them.
            "Log.entryAdded" if event.params["entry"]["level"] == "verbose" => return,
            "Log.entryAdded" => logged(&event.params["entry"]),
            _ => return,
        };
        lock(&self.lines).push(line);
    }

    /// Announces a fault whose text contains this.
    pub(crate) fn expect(&self, part: &str) {
        lock(&self.expected).push(part.to_owned());
    }

    /// Every line so far.
    pub(crate) fn lines(&self) -> Vec<Line> {
        lock(&self.lines).clone()
    }

    /// Warnings and errors that nobody announced.
    pub(crate) fn faults(&self) -> Vec<Line> {
        let expected = lock(&self.expected).clone();
        let is_fault = |line: &Line| {
            line.level >= Level::Warning && !expected.iter().any(|part| line.text.contains(part))
        };
        self.lines().into_iter().filter(is_fault).collect()
    }
}

fn called(params: &Value) -> Line {
    let arguments = params["args"].as_array().map_or(&[][..], Vec::as_slice);
    let words: Vec<_> = arguments.iter().map(text).collect();
    Line {
        level: Level::named(word(&params["type"])),
        text: words.join(" "),
    }
}

fn logged(entry: &Value) -> Line {
    let address = entry["url"]
        .as_str()
        .map_or(String::new(), |url| format!(" ({url})"));
    Line {
        level: Level::named(word(&entry["level"])),
        text: format!("{}{address}", word(&entry["text"])),
    }
}

/// An exception in words: the message with its stack where there is one.
pub(crate) fn exception(details: &Value) -> String {
    let thrown = details.get("exception").map(text).unwrap_or_default();
    format!("{} {thrown}", word(&details["text"]))
        .trim()
        .to_owned()
}

/// A JavaScript value as the console shows it.
fn text(object: &Value) -> String {
    match (&object["value"], &object["description"]) {
        (Value::String(text), _) | (_, Value::String(text)) => text.clone(),
        (Value::Null, _) => word(&object["type"]).to_owned(),
        (value, _) => value.to_string(),
    }
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
