//! The words behind a command: operands, `name=value` settings, `--options`.

use std::ffi::OsString;

use outage_lab::text::Lang;

use super::Failure;

/// Options that stand alone; all others take a value.
const SWITCHES: [&str; 2] = ["json", "file"];
const OPTIONS: [&str; 6] = ["lang", "theme", "chart", "out", "width", "height"];

/// A command's words, sorted.
pub(super) struct Request {
    operands: Vec<String>,
    settings: Vec<(String, String)>,
    options: Vec<(String, String)>,
}

impl Request {
    /// Sorts the words.
    pub(super) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Request, Failure> {
        let mut request = Request {
            operands: Vec::new(),
            settings: Vec::new(),
            options: Vec::new(),
        };
        let mut words = arguments.map(|word| {
            word.into_string()
                .map_err(|word| Failure::Request(format!("{} is not UTF-8", word.display())))
        });
        while let Some(word) = words.next() {
            let word = word?;
            if let Some(option) = word.strip_prefix("--") {
                let (name, value) = match option.split_once('=') {
                    Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                    None => (option.to_owned(), None),
                };
                let value = match value {
                    Some(value) => value,
                    None if SWITCHES.contains(&name.as_str()) => String::new(),
                    None => words
                        .next()
                        .transpose()?
                        .ok_or_else(|| format!("--{name} needs a value"))?,
                };
                if !SWITCHES.contains(&name.as_str()) && !OPTIONS.contains(&name.as_str()) {
                    return Err(Failure::Request(format!(
                        "unknown option --{name}; known are --{} and --{}",
                        OPTIONS.join(", --"),
                        SWITCHES.join(", --")
                    )));
                }
                request.options.push((name, value));
            } else if let Some((name, value)) = word.split_once('=') {
                request.settings.push((name.to_owned(), value.to_owned()));
            } else {
                request.operands.push(word);
            }
        }
        Ok(request)
    }

    /// The one operand that the command takes.
    pub(super) fn operand(&self, what: &str) -> Result<&str, Failure> {
        match self.operands.as_slice() {
            [one] => Ok(one),
            [] => Err(Failure::Request(format!("{what} is missing"))),
            [_, second, ..] => Err(Failure::Request(format!(
                "{second}: only one {what} is taken"
            ))),
        }
    }

    /// All operands.
    pub(super) fn operands(&self) -> &[String] {
        &self.operands
    }

    /// The `name=value` settings in their order.
    pub(super) fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// The value of an option.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        let mut found = self.options.iter().filter(|(option, _)| option == name);
        found.next_back().map(|(_, value)| value.as_str())
    }

    /// Whether the result is wanted as JSON.
    pub(super) fn json(&self) -> bool {
        self.option("json").is_some()
    }

    /// The language of the result.
    pub(super) fn lang(&self) -> Result<Lang, Failure> {
        match self.option("lang") {
            None => Ok(Lang::default()),
            Some(code) => Lang::from_code(code)
                .ok_or_else(|| Failure::Request(format!("--lang: {code}; allowed: en, zh"))),
        }
    }
}
