//! The small language in which calls are written: `0..0.5: 12 * hang; 7: 2 * ok, fail 300 ms`.
//!
//! What is wrong with a text is told with the place, counted in characters from 1.

use crate::kernel::guard::walk::{Answer, Call};
use crate::kernel::order::by_number;
use crate::kernel::sim::{Delay, Time};
use crate::models::ModelError;
use crate::models::signs::plain;
use crate::text::{Arg, Message, Unit, read};

/// The most calls.
const CALLS_MAX: usize = 400;
/// The latest time, and the longest answer, in seconds.
const LONGEST_S: f64 = 1e6;
/// The longest text that a message repeats, in characters.
const SHOWN_MAX: usize = 24;

const WORDS: [(&str, Answer); 8] = [
    ("ok", Answer::Good),
    ("fail", Answer::Error),
    ("bad", Answer::Mistake),
    ("hang", Answer::Silence),
    ("成功", Answer::Good),
    ("失败", Answer::Error),
    ("错请求", Answer::Mistake),
    ("无响应", Answer::Silence),
];
const PROBES: [&str; 2] = ["probe", "探测"];

/// A piece of the text, with where it begins.
#[derive(Clone, Copy)]
struct Piece<'a> {
    chars: &'a [char],
    at: usize,
}

/// Reads a script; calls without a time of their own are answered after `answer`.
pub(super) fn read(text: &str, answer: Delay) -> Result<Vec<Call>, ModelError> {
    let chars: Vec<char> = text
        .chars()
        .map(|c| if c == '\n' { ';' } else { plain(c) })
        .collect();
    let all = Piece {
        chars: &chars,
        at: 0,
    };
    let mut calls = Vec::new();
    for entry in all.split(';').into_iter().map(Piece::trimmed) {
        if !entry.chars.is_empty() {
            add(entry, answer, &mut calls)?;
        }
    }
    if calls.is_empty() {
        return Err(all.wrong("empty"));
    }
    by_number(&mut calls, |call: &Call| call.at.seconds());
    Ok(calls)
}

/// Adds the calls of `TIME: ITEM, ITEM`.
fn add(entry: Piece<'_>, answer: Delay, calls: &mut Vec<Call>) -> Result<(), ModelError> {
    let Some(colon) = entry.chars.iter().position(|c| *c == ':') else {
        return Err(entry.wrong("colon"));
    };
    let (when, rest) = entry.cut(colon);
    let dots = when.chars.windows(2).position(|two| two == ['.', '.']);
    let (from_s, to_s) = match dots {
        None => {
            let at_s = when.trimmed().seconds("time")?;
            (at_s, at_s)
        }
        Some(dots) => {
            let (from, to) = when.cut(dots);
            let to = Piece {
                chars: to.chars.get(1..).unwrap_or_default(),
                at: to.at + 1,
            };
            (
                from.trimmed().seconds("time")?,
                to.trimmed().seconds("time")?,
            )
        }
    };
    if to_s < from_s {
        return Err(when.wrong("backwards"));
    }
    for item in rest.split(',').into_iter().map(Piece::trimmed) {
        let (count, call) = one(item, answer)?;
        if calls.len() + count > CALLS_MAX {
            return Err(item.wrong("many"));
        }
        for index in 0..count {
            let share = index as f64 / (count.max(2) - 1) as f64;
            let at = Time::ZERO.after(Delay::drawn(from_s + (to_s - from_s) * share));
            calls.push(Call { at, ..call });
        }
    }
    Ok(())
}

/// Reads `12 * probe ok 300 ms`, of which only the word is needed.
fn one(item: Piece<'_>, answer: Delay) -> Result<(usize, Call), ModelError> {
    let (count, mut rest) = match item.chars.iter().position(|c| *c == '*') {
        None => (1, item),
        Some(star) => {
            let (number, rest) = item.cut(star);
            let count = read::count(&number.text()).ok();
            let count = count.and_then(|count| usize::try_from(count).ok());
            match count.filter(|count| (1..=CALLS_MAX).contains(count)) {
                Some(count) => (count, rest.trimmed()),
                None => return Err(number.trimmed().wrong("count")),
            }
        }
    };
    let mut word = rest.word();
    let by_hand = PROBES.contains(&word.text().as_str());
    if by_hand {
        rest = rest.after(word).trimmed();
        word = rest.word();
    }
    let known = WORDS.iter().find(|(known, _)| *known == word.text());
    let Some((_, answer_is)) = known else {
        return Err(rest.wrong("word"));
    };
    let tail = rest.after(word).trimmed();
    let takes = match (tail.chars.is_empty(), answer_is) {
        (true, _) => answer,
        (false, Answer::Silence) => return Err(tail.wrong("silence")),
        (false, _) => Delay::drawn(tail.seconds("takes")?),
    };
    let call = Call {
        at: Time::ZERO,
        answer: *answer_is,
        takes,
        by_hand,
    };
    Ok((count, call))
}

impl<'a> Piece<'a> {
    fn split(self, sign: char) -> Vec<Piece<'a>> {
        let mut at = self.at;
        self.chars
            .split(|c| *c == sign)
            .map(|chars| {
                let piece = Piece { chars, at };
                at += chars.len() + 1;
                piece
            })
            .collect()
    }

    /// What stands before and after the sign at `place`.
    fn cut(self, place: usize) -> (Piece<'a>, Piece<'a>) {
        let piece = |chars, at| Piece { chars, at };
        let before = self.chars.get(..place).unwrap_or_default();
        let after = self.chars.get(place + 1..).unwrap_or_default();
        (piece(before, self.at), piece(after, self.at + place + 1))
    }

    fn trimmed(self) -> Piece<'a> {
        let is_space = |c: &&char| **c == ' ';
        let front = self.chars.iter().take_while(is_space).count();
        let back = self.chars.iter().rev().take_while(is_space).count();
        let end = self.chars.len().saturating_sub(back).max(front);
        Piece {
            chars: self.chars.get(front..end).unwrap_or_default(),
            at: self.at + front,
        }
    }

    /// The letters at its beginning.
    fn word(self) -> Piece<'a> {
        let length = self.chars.iter().take_while(|c| c.is_alphabetic()).count();
        Piece {
            chars: self.chars.get(..length).unwrap_or_default(),
            at: self.at,
        }
    }

    /// What follows its beginning.
    fn after(self, beginning: Piece<'_>) -> Piece<'a> {
        let length = beginning.chars.len();
        Piece {
            chars: self.chars.get(length..).unwrap_or_default(),
            at: self.at + length,
        }
    }

    fn text(self) -> String {
        self.chars.iter().collect::<String>().trim().to_lowercase()
    }

    fn seconds(self, key: &str) -> Result<f64, ModelError> {
        match read::real(&self.text(), Unit::Second) {
            Ok(seconds) if (0.0..=LONGEST_S).contains(&seconds) => Ok(seconds),
            _ => Err(self.wrong(key)),
        }
    }

    /// What is wrong here.
    fn wrong(self, key: &str) -> ModelError {
        let found: String = self.chars.iter().take(SHOWN_MAX).collect();
        let message = Message::new(format!("circuit_breaker.error.{key}"))
            .quantity("at", self.at as f64 + 1.0, Unit::Count)
            .quantity("most", CALLS_MAX as f64, Unit::Count)
            .with("found", Arg::Plain(found.trim().to_owned()));
        ModelError::saying("script", message)
    }
}
