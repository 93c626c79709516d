//! The small language in which traffic is written: `100/s from 0 s to 5 s; 250 at 15 s cost 2`.
//!
//! What is wrong with a text is told with the number of the part, counted from 1.

use crate::kernel::guard::limiter::{AMOUNT_MAX, Part};
use crate::kernel::sim::{Delay, Time};
use crate::models::ModelError;
use crate::text::{Arg, Message, Unit, narrow, read};

/// The most parts.
const PARTS_MAX: usize = 30;
/// The latest instant, in seconds.
const LATEST_S: f64 = 1e6;
/// The longest text that a message repeats, in characters.
const SHOWN_MAX: usize = 40;

/// Reads a traffic.
pub(super) fn read_traffic(text: &str) -> Result<Vec<Part>, ModelError> {
    let plain: String = text.chars().map(plain).collect();
    let mut parts = Vec::new();
    let written = plain.split([';', '\n']).map(str::trim);
    for (number, part) in (1..).zip(written.filter(|part| !part.is_empty())) {
        if parts.len() == PARTS_MAX {
            return Err(refuse("too_many_parts", number, part));
        }
        parts.push(read_part(number, part)?);
    }
    if parts.is_empty() {
        return Err(refuse("part", 1, ""));
    }
    Ok(parts)
}

/// Full-width signs as on a keyboard.
fn plain(c: char) -> char {
    match narrow(c) {
        '\u{3000}' | '\t' | '\r' => ' ',
        c => c.to_ascii_lowercase(),
    }
}

/// What stands before the first of the words `at`, `from`, `to`, `cost`, and what stands after each of them.
struct Words<'a> {
    head: Vec<&'a str>,
    after: [Option<Vec<&'a str>>; 4],
}

fn words(part: &str) -> Option<Words<'_>> {
    let mut words = Words {
        head: Vec::new(),
        after: [None, None, None, None],
    };
    let mut place = None;
    for word in part.split_whitespace() {
        let keyword = ["at", "from", "to", "cost"].iter().position(|k| *k == word);
        match (keyword, place) {
            (Some(keyword), _) if words.after[keyword].is_some() => return None,
            (Some(keyword), _) => {
                words.after[keyword] = Some(Vec::new());
                place = Some(keyword);
            }
            (None, None) => words.head.push(word),
            (None, Some(keyword)) => words.after[keyword].get_or_insert_default().push(word),
        }
    }
    Some(words)
}

fn read_part(number: usize, part: &str) -> Result<Part, ModelError> {
    let shape = || refuse("part", number, part);
    let mut words = words(part).ok_or_else(shape)?;
    let text = |words: Option<Vec<&str>>| words.map(|words| words.join(" "));
    let [at, from, to, cost] = words.after.map(text);
    let cost = match cost {
        Some(cost) => whole(number, "cost", &cost)?,
        None => 1,
    };
    let is_random = words.head.first() == Some(&"random");
    if is_random {
        words.head.remove(0);
    }
    let head = words.head.join(" ");
    match (at, from, to) {
        (Some(at), None, None) if !is_random => Ok(Part::Burst {
            count: whole(number, "count", &head)?,
            at: instant(number, &at)?,
            cost,
        }),
        (None, Some(from), Some(to)) => {
            let rate_per_s = read::real(&head, Unit::PerSecond)
                .ok()
                .filter(|rate| *rate > 0.0)
                .ok_or_else(|| refuse("rate", number, &head))?;
            let (begin, end) = (instant(number, &from)?, instant(number, &to)?);
            if end <= begin {
                return Err(refuse("order", number, part));
            }
            Ok(Part::Stream {
                rate_per_s,
                from: begin,
                to: end,
                cost,
                random: is_random,
            })
        }
        _ => Err(shape()),
    }
}

fn whole(number: usize, what: &str, text: &str) -> Result<u64, ModelError> {
    read::count(text)
        .ok()
        .filter(|count| (1..=AMOUNT_MAX).contains(count))
        .ok_or_else(|| refuse(what, number, text))
}

fn instant(number: usize, text: &str) -> Result<Time, ModelError> {
    read::real(text, Unit::Second)
        .ok()
        .filter(|seconds| (0.0..=LATEST_S).contains(seconds))
        .map(|seconds| Time::ZERO.after(Delay::drawn(seconds)))
        .ok_or_else(|| refuse("time", number, text))
}

fn refuse(what: &str, number: usize, found: &str) -> ModelError {
    let found: String = found.chars().take(SHOWN_MAX).collect();
    ModelError::saying(
        "traffic",
        Message::new(format!("rate_limiter.error.{what}"))
            .quantity("part", number as f64, Unit::Count)
            .with("found", Arg::Plain(found)),
    )
}
