//! The words behind a command: operands, `name=value` settings, `--options`.

use std::ffi::OsString;

use outage_lab::text::Lang;

use super::Failure;

/// Options that stand alone; all others take a value.
const SWITCHES: [&str; 2] = ["json", "file"];

/// What a command takes behind its name.
pub(super) struct Takes {
    /// Whether operands may come, such as files.
    pub(super) operands: bool,
    /// Whether `name=value` settings may come. Where none may, such a word is an operand: a file may have that name.
    pub(super) settings: bool,
    /// The names of its options.
    pub(super) options: &'static [&'static str],
}

/// A command's words, sorted.
pub(super) struct Request {
    operands: Vec<String>,
    settings: Vec<(String, String)>,
    options: Vec<(String, String)>,
}

impl Request {
    /// Sorts the words, and refuses those that the command does not take.
    pub(super) fn read(
        arguments: impl Iterator<Item = OsString>,
        takes: &Takes,
    ) -> Result<Request, Failure> {
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
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (option, None),
                };
                if !takes.options.contains(&name) {
                    return Err(Failure::Request(unknown_option(name, takes.options)));
                }
                let value = match (value, SWITCHES.contains(&name)) {
                    (Some(value), false) => value,
                    (None, true) => String::new(),
                    (Some(_), true) => Err(format!("{word}: --{name} takes no value"))?,
                    (None, false) => words
                        .next()
                        .transpose()?
                        .ok_or_else(|| format!("--{name} needs a value"))?,
                };
                request.options.push((name.to_owned(), value));
                continue;
            }
            match word.split_once('=').filter(|_| takes.settings) {
                Some((name, value)) => request.settings.push((name.to_owned(), value.to_owned())),
                None if takes.operands => request.operands.push(word),
                None => Err(format!("{word}: only options are taken here"))?,
            }
        }
        Ok(request)
    }

    /// The one operand that the command takes.
    pub(super) fn operand(&self, what: &str) -> Result<&str, Failure> {
        match self.operands.as_slice() {
            [one] => Ok(one),
            [] => Err(Failure::Request(format!("a {what} is missing"))),
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

fn unknown_option(name: &str, known: &[&str]) -> String {
    match known {
        [] => format!("--{name}: no options are taken here"),
        _ => format!(
            "unknown option --{name}; known here are --{}",
            known.join(", --")
        ),
    }
}
