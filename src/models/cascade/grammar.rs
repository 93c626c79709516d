//! The small language of faults and load: `slow db 10s..20s x20; surge 25s..30s x3`.
//!
//! What is wrong with a text is told with the place, counted in characters from 1.

use crate::kernel::cascade::system::{Entry, Happening, LayerId, Timeline};
use crate::models::ModelError;
use crate::text::{Arg, Label, Message, Unit, narrow, read};

/// The most entries.
const ENTRIES_MAX: usize = 12;
/// The longest text that a message repeats, in characters.
const SHOWN_MAX: usize = 24;
/// The largest multiple.
const TIMES_MAX: f64 = 1e3;
/// The latest second.
const LATEST_S: f64 = 1e5;

/// Reads a timeline; an empty text is one without entries.
pub(super) fn read(text: &str) -> Result<Timeline, ModelError> {
    let mut reader = Reader {
        chars: text.chars().map(plain).collect(),
        at: 0,
    };
    let mut entries = Vec::new();
    let mut places = Vec::new();
    loop {
        // An empty line, or a line that ends with a semicolon, is no entry.
        while reader.takes(';') {}
        if reader.at == reader.chars.len() {
            break;
        }
        if entries.len() == ENTRIES_MAX {
            return Err(refuse(count(
                reader.wrong(reader.at, "entries"),
                "most",
                ENTRIES_MAX as u64,
            )));
        }
        places.push(reader.at);
        entries.push(reader.entry()?);
        reader.skip_spaces();
        if reader.at < reader.chars.len() && !reader.takes(';') {
            return Err(reader.expected("next"));
        }
    }
    Timeline::new(entries.clone()).map_err(|error| {
        // Every other demand has been checked where it is read.
        let is_late = |entry: &Entry| entry.is_load() && entry.from_s == error.value;
        let at = entries.iter().rposition(is_late).unwrap_or_default();
        refuse(reader.wrong(places.get(at).copied().unwrap_or_default(), "overlap"))
    })
}

/// Full-width signs as on a keyboard.
fn plain(c: char) -> char {
    match narrow(c) {
        '×' | '*' => 'x',
        '…' => '~',
        '、' | '。' | '\n' => ';',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

struct Reader {
    chars: Vec<char>,
    /// The next character, counted from 0.
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip_spaces();
        let is_there = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&sign));
        self.at += usize::from(is_there);
        is_there
    }

    /// The characters from here on for which `is_part` holds.
    fn take(&mut self, is_part: impl Fn(char) -> bool) -> String {
        self.skip_spaces();
        let from = self.at;
        while self.peek().is_some_and(&is_part) {
            self.at += 1;
        }
        self.chars[from..self.at].iter().collect()
    }

    fn word(&mut self) -> String {
        self.take(char::is_alphabetic).to_ascii_lowercase()
    }

    fn entry(&mut self) -> Result<Entry, ModelError> {
        let from = self.at;
        let verb = self.word();
        // What it acts on, where it acts on something: any layer, a dependency, or also the cache.
        let layers: &[&str] = match verb.as_str() {
            "slow" => &["api", "svc", "db", "aux"],
            "gray" | "grey" | "loss" => &["db", "aux"],
            "outage" => &["db", "aux", "cache"],
            "surge" | "ramp" => &[],
            _ => {
                self.at = from;
                return Err(self.expected("verb"));
            }
        };
        let target = if layers.is_empty() {
            String::new()
        } else {
            self.target(layers)?
        };
        let (from_s, to_s) = self.stretch()?;
        let layer = match target.as_str() {
            "api" => LayerId::Api,
            "svc" => LayerId::Svc,
            "aux" => LayerId::Aux,
            _ => LayerId::Db,
        };
        let what = match verb.as_str() {
            "slow" => Happening::Slow(layer, self.times()?),
            "gray" | "grey" => Happening::Gray(layer, self.times()?),
            "loss" => Happening::Loss(layer, self.share()?),
            "outage" if target == "cache" => Happening::CacheOut,
            "outage" => Happening::Outage(layer),
            "surge" => Happening::Surge(self.times()?),
            _ => {
                let first = self.times()?;
                self.dots()?;
                Happening::Ramp(first, self.times()?)
            }
        };
        Ok(Entry { what, from_s, to_s })
    }

    fn target(&mut self, allowed: &[&str]) -> Result<String, ModelError> {
        self.skip_spaces();
        let from = self.at;
        let target = self.word();
        if allowed.contains(&target.as_str()) {
            return Ok(target);
        }
        self.at = from;
        Err(self.expected(match allowed.len() {
            4 => "layer",
            3 => "outage",
            _ => "dependency",
        }))
    }

    /// From when until when.
    fn stretch(&mut self) -> Result<(f64, f64), ModelError> {
        let from_s = self.time()?;
        self.dots()?;
        self.skip_spaces();
        let at = self.at;
        let to_s = self.time()?;
        if from_s < to_s {
            return Ok((from_s, to_s));
        }
        Err(refuse(self.wrong(at, "order")))
    }

    fn dots(&mut self) -> Result<(), ModelError> {
        if self.takes('~') || self.take(|c| c == '.').len() >= 2 {
            return Ok(());
        }
        Err(self.expected("dots"))
    }

    /// A number as typed: digits, with a point only before another digit, so that `10..20` is two numbers.
    fn number(&mut self) -> String {
        self.skip_spaces();
        let from = self.at;
        while let Some(c) = self.peek() {
            let next = self.chars.get(self.at + 1).copied();
            let is_part =
                c.is_ascii_digit() || (c == '.' && next.is_some_and(|next| next.is_ascii_digit()));
            if !is_part {
                break;
            }
            self.at += 1;
        }
        self.chars[from..self.at].iter().collect()
    }

    fn time(&mut self) -> Result<f64, ModelError> {
        self.skip_spaces();
        let from = self.at;
        let number = self.number();
        if number.is_empty() {
            return Err(self.expected("time"));
        }
        // No unit has an x in it; a multiple may follow.
        let unit = self.take(|c| c.is_alphabetic() && !c.eq_ignore_ascii_case(&'x'));
        let text = format!("{number} {unit}");
        match read::real(text.trim(), Unit::Second) {
            Ok(seconds) if (0.0..=LATEST_S).contains(&seconds) => Ok(seconds),
            _ => Err(refuse(found(self.wrong(from, "time"), text.trim()))),
        }
    }

    fn times(&mut self) -> Result<f64, ModelError> {
        if !self.takes('x') {
            return Err(self.expected("times"));
        }
        let from = self.at;
        let number = self.number();
        match number.parse() {
            Ok(times) if (0.0..=TIMES_MAX).contains(&times) => Ok(times),
            _ if number.is_empty() => Err(self.expected("number")),
            _ => Err(refuse(found(self.wrong(from, "times"), &number))),
        }
    }

    fn share(&mut self) -> Result<f64, ModelError> {
        self.skip_spaces();
        let from = self.at;
        let number = self.number();
        let is_percent = self.takes('%');
        let text = if is_percent {
            format!("{number}%")
        } else {
            number.clone()
        };
        match read::probability(&text) {
            Ok(share) => Ok(share.value()),
            _ if number.is_empty() => Err(self.expected("share")),
            _ => Err(refuse(found(self.wrong(from, "share"), &text))),
        }
    }

    /// What should be here.
    fn expected(&self, what: &str) -> ModelError {
        let found: String = self.chars[self.at..].iter().take(SHOWN_MAX).collect();
        let found = match found.trim() {
            "" => Arg::Label(Label::key("cascade.error.end_of_text")),
            found => Arg::Plain(format!("“{found}”")),
        };
        let what = Label::key(format!("cascade.error.what.{what}"));
        let wrong = self.wrong(self.at, "expected");
        refuse(wrong.with("what", Arg::Label(what)).with("found", found))
    }

    /// What is wrong at the character `from`, counted from 0.
    fn wrong(&self, from: usize, key: &str) -> Message {
        let message = Message::new(format!("cascade.error.{key}"));
        count(message, "at", from as u64 + 1)
    }
}

/// The message with a piece of the text, cut to a readable length.
fn found(message: Message, text: &str) -> Message {
    message.with("found", Arg::Plain(text.chars().take(SHOWN_MAX).collect()))
}

fn count(message: Message, name: &'static str, count: u64) -> Message {
    message.quantity(name, count as f64, Unit::Count)
}

fn refuse(message: Message) -> ModelError {
    ModelError::saying("timeline", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<Entry> {
        read(text).unwrap().entries().to_vec()
    }

    #[test]
    fn every_kind_of_entry_is_read() {
        let text = "slow db 20s..40s x10; gray aux 1..2.5 x3; loss db 500 ms..1min 5%; outage db 3s..4s;\
                    outage cache 5s..6s; surge 50s..70s x3; ramp 80s..90s x1..x2.5;";
        let entry = |what, from_s, to_s| Entry { what, from_s, to_s };
        assert_eq!(
            entries(text),
            [
                entry(Happening::Slow(LayerId::Db, 10.0), 20.0, 40.0),
                entry(Happening::Gray(LayerId::Aux, 3.0), 1.0, 2.5),
                entry(Happening::Loss(LayerId::Db, 0.05), 0.5, 60.0),
                entry(Happening::Outage(LayerId::Db), 3.0, 4.0),
                entry(Happening::CacheOut, 5.0, 6.0),
                entry(Happening::Surge(3.0), 50.0, 70.0),
                entry(Happening::Ramp(1.0, 2.5), 80.0, 90.0),
            ]
        );
        assert!(entries(" ").is_empty());
        assert_eq!(entries("surge 1s～2s x2"), entries("surge 1s..2s x2"));
        let on_lines = entries("\n loss db 1s..2s 5%;\n\n surge 1s..2s x2;\n");
        assert_eq!(on_lines, entries("loss db 1s..2s 5%; surge 1s..2s x2"));
    }

    #[test]
    fn full_width_signs_are_the_same() {
        let plain = entries("slow db 20s..40s x10; surge 50s..70s x3");
        assert_eq!(
            entries("SLOW　db ２０s…４０s ×１０；surge 50s..70s *3"),
            plain
        );
        assert_eq!(entries("slow db 20s..40s x10\nsurge 50s..70s x3"), plain);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, key, at) in [
            ("slwo db 1s..2s x3", "expected", 1.0),
            ("slow dbs 1s..2s x3", "expected", 6.0),
            ("loss api 1s..2s 5%", "expected", 6.0),
            ("slow db 1s-2s x3", "expected", 11.0),
            ("slow db 2s..1s x3", "order", 13.0),
            ("slow db 1s..2s", "expected", 15.0),
            ("slow db 1s..2s x", "expected", 17.0),
            ("slow db 1s..2s x3000", "times", 17.0),
            ("slow db 1s..2 parsecs x3", "time", 13.0),
            ("loss db 1s..2s 101%", "share", 16.0),
            ("loss db 1s..2s", "expected", 15.0),
            ("surge 1s..2s x3 surge", "expected", 17.0),
            ("ramp 1s..2s x3", "expected", 15.0),
            ("surge 1s..9s x3; ramp 5s..6s x1..x2", "overlap", 18.0),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.input, Some("timeline"));
            let said = format!("{:?}", error.message);
            assert!(
                said.contains(&format!("cascade.error.{key}\"")),
                "{text}: {said}"
            );
            assert!(said.contains(&format!("{at:?}")), "{text}: {said}");
        }
        let long = "outage db 1s..2s;".repeat(13);
        assert!(format!("{:?}", read(&long).unwrap_err()).contains("entries"));
    }
}
