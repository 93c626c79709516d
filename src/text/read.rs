//! Numbers as people type them, in either language: `10,000`, `1e4`, `1 h 30 min`, `2 小时 52 分`, `99.95%`.
//!
//! A message about what cannot be read carries the text itself as `given`.

mod number;

use super::time_unit::TimeUnit;
use super::{Arg, Message, Unit, narrow};
use crate::kernel::quantity::Probability;
use number::{Number, take_number};

/// Longer text is no number.
const LONGEST: usize = 400;

/// Reads a real number in `unit`, with or without a unit of its own.
///
/// A time may be given in parts, the largest first (`1 h 30 min`); a year is 365 days, and a month a twelfth of it.
/// A share may be given in percent, a rate by the second, minute, hour or day. The sign is read; whether a negative
/// number makes sense is for the range to say.
///
/// # Errors
/// When the text is empty, is no number, has a comma that does not part thousands, an unknown unit, or a size that no
/// `f64` has.
pub fn real(text: &str, unit: Unit) -> Result<f64, Message> {
    let folded = fold(text)?;
    let value = match unit {
        Unit::Second => time(&folded),
        Unit::Millisecond => milliseconds(&folded),
        Unit::Percent => single(&folded).and_then(|part| part.bare("%")?.to_f64(0)),
        Unit::Ratio => single(&folded).and_then(|part| share(&part)?.to_f64(0)),
        Unit::PerSecond => single(&folded).and_then(|part| rate(&part, "s")),
        Unit::PerDay => single(&folded).and_then(|part| rate(&part, "d")),
        Unit::Nines => single(without_nines(&folded).unwrap_or(&folded))
            .and_then(|part| part.bare("nines")?.to_f64(0)),
        Unit::Count | Unit::One | Unit::Year | Unit::Utc => {
            single(&folded).and_then(|part| part.multiplied()?.to_f64(0))
        }
    };
    value.map_err(|error| error.message(text))
}

/// Reads a whole number: `12,000`, `1.2e4`, `12k`, `1.2 万`.
///
/// # Errors
/// When the text is empty, is no whole number, is negative, or does not fit into 64 bits.
pub fn count(text: &str) -> Result<u64, Message> {
    single(&fold(text)?)
        .and_then(|part| part.multiplied()?.to_u64())
        .map_err(|error| error.message(text))
}

/// Reads a share from 0 to 1 with its exact complement: `0.9999`, `99.99%`, `4 nines`, `4 个 9`.
///
/// # Errors
/// When the text is empty, is no number, or is outside 0 to 1.
pub fn probability(text: &str) -> Result<Probability, Message> {
    let folded = fold(text)?;
    let decimal = match without_nines(&folded) {
        Some(count) => single(count)
            .and_then(|part| part.bare("nines")?.to_u64())
            .and_then(all_nines),
        None => single(&folded).and_then(|part| share(&part)?.scientific()),
    };
    decimal
        .and_then(|decimal| decimal.parse().map_err(|_| Error::NotAProbability))
        .map_err(|error| error.message(text))
}

/// Why text was not read.
#[derive(Clone, Debug, PartialEq)]
enum Error {
    Empty,
    NotANumber,
    /// A comma that does not part thousands.
    Comma,
    UnknownUnit(String),
    /// Parts of a time that do not go from large to small.
    Order,
    /// Too large or too small for an `f64`.
    Extreme,
    NotACount,
    CountTooLarge,
    NotAProbability,
}

impl Error {
    fn message(self, given: &str) -> Message {
        let (key, unit) = match self {
            Error::Empty => ("input.empty", None),
            Error::NotANumber => ("input.not_a_number", None),
            Error::Comma => ("input.comma", None),
            Error::UnknownUnit(unit) => ("input.unknown_unit", Some(unit)),
            Error::Order => ("input.order", None),
            Error::Extreme => ("input.extreme", None),
            Error::NotACount => ("input.not_a_count", None),
            Error::CountTooLarge => ("input.count_too_large", None),
            Error::NotAProbability => ("input.not_a_probability", None),
        };
        let message = Message::new(key).with("given", Arg::Plain(given.trim().to_owned()));
        match unit {
            Some(unit) => message.with("unit", Arg::Plain(unit)),
            None => message,
        }
    }
}

/// A number and the unit behind it, in small letters and without spaces; empty if there is none.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    number: Number,
    unit: String,
}

impl Part {
    /// The number, which must have no unit but `unit`.
    fn bare(self, unit: &str) -> Result<Number, Error> {
        if self.unit.is_empty() || self.unit == unit {
            Ok(self.number)
        } else {
            Err(Error::UnknownUnit(self.unit))
        }
    }

    /// The number times its multiplier, if it has one.
    fn multiplied(self) -> Result<Number, Error> {
        let places = match self.unit.as_str() {
            "k" => 3,
            "万" => 4,
            "million" | "百万" => 6,
            "亿" => 8,
            _ => return self.bare(""),
        };
        Ok(self.number.shifted(places))
    }
}

/// Small letters; full-width forms, spaces and signs as on a keyboard; no spaces around.
fn fold(text: &str) -> Result<String, Message> {
    let folded: String = text.chars().map(fold_char).collect();
    let folded = folded.trim().to_lowercase();
    let error = match folded.len() {
        0 => Error::Empty,
        1..=LONGEST => return Ok(folded),
        _ => Error::NotANumber,
    };
    let shown: String = text.chars().take(40).collect();
    Err(error.message(&shown))
}

fn fold_char(c: char) -> char {
    match narrow(c) {
        '\u{2212}' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// The only part of a text that must have one.
fn single(folded: &str) -> Result<Part, Error> {
    match parts(folded)?.as_slice() {
        [part] => Ok(part.clone()),
        _ => Err(Error::NotANumber),
    }
}

/// Numbers, each with its unit.
fn parts(folded: &str) -> Result<Vec<Part>, Error> {
    let mut parts = Vec::new();
    let mut rest = folded;
    while !rest.is_empty() {
        let (number, behind) = take_number(rest)?;
        let end = behind
            .find(|c: char| c.is_ascii_digit() || "+-.".contains(c))
            .unwrap_or(behind.len());
        let (unit, next) = behind.split_at(end);
        let unit: String = unit.chars().filter(|c| *c != ' ').collect();
        let unit = unit.trim_end_matches(',').to_owned();
        parts.push(Part { number, unit });
        rest = next;
    }
    Ok(parts)
}

/// Seconds; a bare number counts seconds.
fn time(folded: &str) -> Result<f64, Error> {
    let parts = parts(folded)?;
    if let [part] = parts.as_slice()
        && part.unit.is_empty()
    {
        return part.number.to_f64(0);
    }
    let mut sum = 0.0;
    let mut last_factor = f64::INFINITY;
    let mut negative = false;
    for (at, part) in parts.into_iter().enumerate() {
        let unit = TimeUnit::named(&part.unit).ok_or(match part.unit.as_str() {
            "" => Error::NotANumber,
            _ => Error::UnknownUnit(part.unit.clone()),
        })?;
        let size = Number::one().shifted(unit.shift).to_f64(0)? * unit.factor;
        if size >= last_factor {
            return Err(Error::Order);
        }
        last_factor = size;
        if part.number.is_signed() && at > 0 {
            return Err(Error::NotANumber);
        }
        negative |= part.number.is_negative();
        sum += part.number.to_f64(unit.shift)?.abs() * unit.factor;
    }
    if !sum.is_finite() {
        return Err(Error::Extreme);
    }
    Ok(if negative { -sum } else { sum })
}

/// Milliseconds; a bare number counts them, and so does one that says so, to the bit.
fn milliseconds(folded: &str) -> Result<f64, Error> {
    match parts(folded)?.as_slice() {
        [part] if matches!(part.unit.as_str(), "" | "ms" | "msec" | "毫秒") => {
            part.number.to_f64(0)
        }
        _ => Ok(time(folded)? * 1e3),
    }
}

/// The decimal of a share.
fn share(part: &Part) -> Result<Number, Error> {
    match part.unit.as_str() {
        "" => Ok(part.number.clone()),
        "%" => Ok(part.number.clone().shifted(-2)),
        "‰" => Ok(part.number.clone().shifted(-3)),
        unit => Err(Error::UnknownUnit(unit.to_owned())),
    }
}

/// A rate by the unit of time `base`; a bare number is one.
fn rate(part: &Part, base: &str) -> Result<f64, Error> {
    let unknown = || Error::UnknownUnit(part.unit.clone());
    let value = part.number.to_f64(0)?;
    let per = part.unit.strip_prefix('次').unwrap_or(&part.unit);
    let per = per.strip_prefix('/').or_else(|| per.strip_prefix("per"));
    let factor = |name: &str| TimeUnit::named(name).map(|unit| unit.factor);
    let base_s = factor(base).ok_or_else(unknown)?;
    match per {
        None if part.unit.is_empty() => Ok(value),
        None => Err(unknown()),
        Some(name) => {
            let unit_s = factor(name).ok_or_else(unknown)?;
            // Equal units leave the number untouched, to the bit.
            Ok(if unit_s == base_s {
                value
            } else {
                value * (base_s / unit_s)
            })
        }
    }
}

/// What stands before the word for nines.
fn without_nines(folded: &str) -> Option<&str> {
    let before = folded
        .strip_suffix("nines")
        .or_else(|| folded.strip_suffix("nine"))
        .or_else(|| folded.strip_suffix('9')?.trim_end().strip_suffix('个'))?;
    Some(before.trim_end())
}

/// 0.99…9 with `count` nines.
fn all_nines(count: u64) -> Result<String, Error> {
    match usize::try_from(count) {
        Ok(count @ 1..=300) => Ok(format!("0.{}", "9".repeat(count))),
        _ => Err(Error::NotAProbability),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(result: Result<f64, Message>) -> String {
        result.map_or_else(|message| message.key, |value| format!("read as {value}"))
    }

    #[test]
    fn times() {
        let cases = [
            ("10000", 10_000.0),
            ("10,000 h", 36.0e6),
            ("1e4h", 36.0e6),
            ("2.6s", 2.6),
            ("1 h 30 min", 5_400.0),
            ("2h52m", 10_320.0),
            ("2 hours, 52 minutes", 10_320.0),
            ("90 min", 5_400.0),
            ("30 d", 2_592_000.0),
            ("2 wk", 1_209_600.0),
            ("14 mo", 36_792_000.0),
            ("10 Y", 315_360_000.0),
            ("320ms", 0.32),
            ("8.6 µs", 8.6e-6),
            ("8.6 μs", 8.6e-6),
            ("12 ns", 12e-9),
            ("2 小时 52 分", 10_320.0),
            ("2小时52分钟", 10_320.0),
            ("１０ 年", 315_360_000.0),
            ("14 个月", 36_792_000.0),
            ("３．５　秒", 3.5),
            ("-5 min", -300.0),
            ("−5 min", -300.0),
            ("-1 h 30 min", -5_400.0),
            (".5 h", 1_800.0),
            ("+1.e2", 100.0),
        ];
        for (text, seconds) in cases {
            assert_eq!(real(text, Unit::Second), Ok(seconds), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let cases = [
            ("", "input.empty"),
            (" \u{3000}", "input.empty"),
            ("soon", "input.not_a_number"),
            ("NaN", "input.not_a_number"),
            ("inf", "input.not_a_number"),
            ("h 10", "input.not_a_number"),
            ("1 000", "input.not_a_number"),
            ("1.2.3", "input.not_a_number"),
            ("1 h -30 min", "input.not_a_number"),
            ("1 h 30", "input.not_a_number"),
            ("--1", "input.not_a_number"),
            ("1,5", "input.comma"),
            ("1,50 h", "input.comma"),
            ("10,0000", "input.comma"),
            (",100", "input.comma"),
            ("1000,000", "input.comma"),
            ("1.5,000", "input.comma"),
            ("10 fortnights", "input.unknown_unit"),
            ("10%", "input.unknown_unit"),
            ("30 min 1 h", "input.order"),
            ("1 h 1 h", "input.order"),
            ("1e400", "input.extreme"),
            ("1e-400", "input.extreme"),
            ("1e308 y", "input.extreme"),
            ("1e99999999999", "input.extreme"),
        ];
        for (text, reason) in cases {
            assert_eq!(key(real(text, Unit::Second)), reason, "{text:?}");
        }
        assert_eq!(
            key(real(&"9".repeat(1000), Unit::One)),
            "input.not_a_number"
        );
    }

    #[test]
    fn the_message_repeats_what_was_given() {
        let message = real(" 10 fortnights ", Unit::Second).unwrap_err();
        let args = [
            ("given", Arg::Plain("10 fortnights".to_owned())),
            ("unit", Arg::Plain("fortnights".to_owned())),
        ];
        assert_eq!(message.args, args);
    }

    #[test]
    fn shares_rates_and_nines() {
        assert_eq!(real("99.95%", Unit::Ratio), Ok(0.9995));
        assert_eq!(real("99.95 ％", Unit::Ratio), Ok(0.9995));
        assert_eq!(real("0.5‰", Unit::Ratio), Ok(0.0005));
        assert_eq!(real("0.25", Unit::Ratio), Ok(0.25));
        assert_eq!(real("1,200", Unit::PerSecond), Ok(1200.0));
        assert_eq!(real("1200 /s", Unit::PerSecond), Ok(1200.0));
        assert_eq!(real("60 per minute", Unit::PerSecond), Ok(1.0));
        assert_eq!(real("24/d", Unit::PerDay), Ok(24.0));
        assert_eq!(real("2 次/小时", Unit::PerDay), Ok(48.0));
        assert_eq!(key(real("24 d", Unit::PerDay)), "input.unknown_unit");
        assert_eq!(real("3.5 nines", Unit::Nines), Ok(3.5));
        assert_eq!(real("4.3", Unit::Millisecond), Ok(4.3));
        assert_eq!(real("4.3 ms", Unit::Millisecond), Ok(4.3));
        assert_eq!(real("4.3 毫秒", Unit::Millisecond), Ok(4.3));
        assert_eq!(real("2 s", Unit::Millisecond), Ok(2_000.0));
        assert_eq!(real("75.6%", Unit::Percent), Ok(75.6));
        assert_eq!(real("75.6", Unit::Percent), Ok(75.6));
        assert_eq!(key(real("75.6 s", Unit::Percent)), "input.unknown_unit");
        assert_eq!(real("4 个 9", Unit::Nines), Ok(4.0));
        assert_eq!(real("4", Unit::Nines), Ok(4.0));
    }

    #[test]
    fn counts() {
        for (text, number) in [
            ("12,000", 12_000),
            ("1.2e4", 12_000),
            ("12k", 12_000),
            ("1.2 万", 12_000),
            ("3 million", 3_000_000),
            ("1.0", 1),
            ("0", 0),
            ("１２０", 120),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        let reason = |text: &str| count(text).unwrap_err().key;
        assert_eq!(reason("1.5"), "input.not_a_count");
        assert_eq!(reason("-1"), "input.not_a_count");
        assert_eq!(reason("12e-1"), "input.not_a_count");
        assert_eq!(reason("18446744073709551616"), "input.count_too_large");
        assert_eq!(reason("1e400"), "input.count_too_large");
        assert_eq!(reason("2,5"), "input.comma");
        assert_eq!(reason("5 h"), "input.unknown_unit");
    }

    #[test]
    fn probabilities() {
        let value = |text: &str| probability(text).map(|share| share.value());
        assert_eq!(value("0.9999"), Ok(0.9999));
        assert_eq!(value("99.99%"), Ok(0.9999));
        assert_eq!(value("９９．９５％"), Ok(0.9995));
        assert_eq!(value("4 nines"), Ok(0.9999));
        assert_eq!(value("4个9"), Ok(0.9999));
        let reason = |text: &str| probability(text).unwrap_err().key;
        assert_eq!(reason("99.99"), "input.not_a_probability");
        assert_eq!(reason("-0.1"), "input.not_a_probability");
        assert_eq!(reason("0 nines"), "input.not_a_probability");
        assert_eq!(reason("0,9999"), "input.comma");
    }
}
