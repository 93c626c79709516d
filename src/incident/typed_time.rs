//! Times as people type them: `2025-10-19 23:48 PDT`, `2025/10/20 6:48 +00:00`, `2025年10月20日 14:48 +08:00`.

use super::calendar::{days_from_civil, days_in_month};
use super::time::{CalendarDate, DAY_S, UtcTime};
use super::zone::Zone;
use crate::text::narrow;

/// A time that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedTime {
    /// The instant, in whole seconds.
    pub at: UtcTime,
    /// Whether a fraction of a second was cut off.
    pub cut: bool,
}

/// Why a text is no time; [`TypedTimeError::code`] names it to programs and to the strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedTimeError {
    /// Nothing is there.
    Empty,
    /// It is not date, hour and minute.
    Syntax,
    /// The calendar or the clock has no such day, hour or minute.
    Range,
    /// It does not say on which clock.
    Offset,
    /// The letters behind it are not a label of the incident's clock.
    Label,
    /// The incident's clock was put forward over it.
    Skipped,
    /// The incident's clock showed it twice.
    Twice,
}

impl TypedTimeError {
    /// The code of the finding.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TypedTimeError::Empty => "time.empty",
            TypedTimeError::Syntax => "time.syntax",
            TypedTimeError::Range => "time.range",
            TypedTimeError::Offset => "time.offset",
            TypedTimeError::Label => "time.label",
            TypedTimeError::Skipped => "time.skipped",
            TypedTimeError::Twice => "time.twice",
        }
    }

    /// The same in a sentence about the text.
    #[must_use]
    pub fn message(self, text: &str) -> String {
        let shown: String = text.trim().chars().take(40).collect();
        let why = match self {
            TypedTimeError::Empty => "no time is given",
            TypedTimeError::Syntax => "not a time such as 2025-10-20 06:48 +00:00",
            TypedTimeError::Range => "there is no such day, hour or minute",
            TypedTimeError::Offset => "the offset is missing, such as Z, +08:00 or -07:00",
            TypedTimeError::Label => "the letters behind it are no label of this incident's clock",
            TypedTimeError::Skipped => "the clock was put forward over it; give the offset",
            TypedTimeError::Twice => "the clock showed it twice; give the offset",
        };
        format!("\"{shown}\": {why}")
    }
}

/// Reads a time that carries its offset, or, where a `zone` is given, one of that zone's clock.
///
/// Day and time may be parted by `T`, a space or a comma, the parts of the day by `-`, `/`, `.` or
/// 年月日; seconds may be left out, fractions are cut. Behind it may stand `Z`, `UTC`, `GMT`, an
/// offset, or a label that the zone has. Hours may be followed by `am` or `pm`. Without any of
/// these the zone must have shown the reading exactly once.
///
/// ```
/// use outage_lab::incident::{TypedTimeError, typed_time};
/// let read = |text| typed_time(text, None).map(|time| time.at.to_string());
/// assert_eq!(read("2025-10-19 23:48 -07:00"), Ok("2025-10-20T06:48:00Z".to_owned()));
/// assert_eq!(read("2025/10/20 2:48 PM +0800"), Ok("2025-10-20T06:48:00Z".to_owned()));
/// assert_eq!(read("2025-10-20 06:48"), Err(TypedTimeError::Offset));
/// ```
///
/// # Errors
/// When it cannot be read as one instant.
pub fn typed_time(text: &str, zone: Option<&Zone>) -> Result<TypedTime, TypedTimeError> {
    let folded = fold(text);
    if folded.is_empty() {
        return Err(TypedTimeError::Empty);
    }
    let mut rest = folded.as_str();
    let days = date(&mut rest)?;
    rest = rest.trim_start_matches([' ', ',', 'T', 't']);
    let (second_of_day, cut) = clock(&mut rest)?;
    let local_s = days * DAY_S + second_of_day;
    let at = match offset_s(rest.trim(), zone)? {
        Some(offset_s) => UtcTime::from_seconds(local_s - offset_s),
        None => Some(on_the_clock(local_s, zone)?),
    };
    let at = at.ok_or(TypedTimeError::Range)?;
    Ok(TypedTime { at, cut })
}

/// Reads a day, written in the same ways.
///
/// # Errors
/// When it is not a day of the calendar.
pub fn typed_date(text: &str) -> Result<CalendarDate, TypedTimeError> {
    let folded = fold(text);
    if folded.is_empty() {
        return Err(TypedTimeError::Empty);
    }
    let mut rest = folded.as_str();
    let days = date(&mut rest)?;
    if !rest.is_empty() {
        return Err(TypedTimeError::Syntax);
    }
    let at = UtcTime::from_seconds(days * DAY_S).ok_or(TypedTimeError::Range)?;
    let text = at.to_string();
    CalendarDate::parse(text.get(..10).unwrap_or_default()).map_err(|_| TypedTimeError::Range)
}

/// Reads an offset from UTC in minutes: `+08:00`, `-7`, `+0530`, `Z`, `UTC+8`.
#[must_use]
pub fn typed_offset_min(text: &str) -> Option<i32> {
    let seconds = numeric_offset_s(&fold(text))?;
    i32::try_from(seconds / 60).ok()
}

/// An offset as it is typed: `+08:00`.
#[must_use]
pub fn offset_text(minutes: i32) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    let minutes = minutes.unsigned_abs();
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Full-width digits and signs as their ASCII ones, the Chinese day as one with hyphens.
fn fold(text: &str) -> String {
    let plain = |c: char| match narrow(c) {
        '−' | '–' | '年' | '月' => '-',
        '日' | '\u{3000}' | '\u{a0}' | '\u{202f}' | '\t' => ' ',
        c => c,
    };
    text.trim()
        .chars()
        .map(plain)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// A whole number of at most four digits.
fn number(rest: &mut &str) -> Result<i64, TypedTimeError> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=4).contains(&digits) {
        return Err(TypedTimeError::Syntax);
    }
    let (field, behind) = rest.split_at(digits);
    *rest = behind;
    field.parse().map_err(|_| TypedTimeError::Syntax)
}

/// A number of two digits, so that half a minute typed is not taken for another one.
fn two_digits(rest: &mut &str) -> Result<i64, TypedTimeError> {
    let before = rest.len();
    let value = number(rest)?;
    if before - rest.len() == 2 {
        Ok(value)
    } else {
        Err(TypedTimeError::Syntax)
    }
}

fn mark(rest: &mut &str, marks: &[char]) -> bool {
    match rest.strip_prefix(marks) {
        Some(behind) => {
            *rest = behind;
            true
        }
        None => false,
    }
}

fn within(value: i64, lo: i64, hi: i64) -> Result<i64, TypedTimeError> {
    if (lo..=hi).contains(&value) {
        Ok(value)
    } else {
        Err(TypedTimeError::Range)
    }
}

/// Days since 1970-01-01. A year has four digits, so that the order of the parts is sure.
fn date(rest: &mut &str) -> Result<i64, TypedTimeError> {
    const MARKS: [char; 3] = ['-', '/', '.'];
    let before = rest.len();
    let year = number(rest)?;
    if before - rest.len() != 4 || !mark(rest, &MARKS) {
        return Err(TypedTimeError::Syntax);
    }
    let month = number(rest)?;
    if !mark(rest, &MARKS) {
        return Err(TypedTimeError::Syntax);
    }
    let day = number(rest)?;
    let (year, month) = (within(year, 1, 9999)?, within(month, 1, 12)?);
    Ok(days_from_civil(
        year,
        month,
        within(day, 1, days_in_month(year, month))?,
    ))
}

/// Seconds of the day, and whether a fraction was cut off.
fn clock(rest: &mut &str) -> Result<(i64, bool), TypedTimeError> {
    let hour = number(rest)?;
    if !mark(rest, &[':']) {
        return Err(TypedTimeError::Syntax);
    }
    let minute = within(two_digits(rest)?, 0, 59)?;
    let mut second = 0;
    let mut cut = false;
    if mark(rest, &[':']) {
        second = within(two_digits(rest)?, 0, 59)?;
        if mark(rest, &['.', ',']) {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (fraction, behind) = rest.split_at(digits);
            cut = fraction.bytes().any(|digit| digit != b'0');
            *rest = behind;
        }
    }
    let hour = match half_day(rest) {
        Some(half) => within(hour, 1, 12)? % 12 + half,
        None => within(hour, 0, 23)?,
    };
    Ok((hour * 3600 + minute * 60 + second, cut))
}

/// Takes `am` (0) or `pm` (12) off.
fn half_day(rest: &mut &str) -> Option<i64> {
    let trimmed = rest.trim_start();
    let word = trimmed.get(..2)?.to_ascii_lowercase();
    let behind = trimmed.get(2..)?;
    if behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let half = match word.as_str() {
        "am" => 0,
        "pm" => 12,
        _ => return None,
    };
    *rest = behind;
    Some(half)
}

/// The offset behind a time; `None` where nothing stands there and the zone has to say.
fn offset_s(text: &str, zone: Option<&Zone>) -> Result<Option<i64>, TypedTimeError> {
    if text.is_empty() {
        return match zone {
            Some(_) => Ok(None),
            None => Err(TypedTimeError::Offset),
        };
    }
    if let Some(seconds) = numeric_offset_s(text) {
        return Ok(Some(seconds));
    }
    if !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(TypedTimeError::Syntax);
    }
    let periods = zone.map(Zone::periods).unwrap_or_default();
    let named = periods
        .iter()
        .find(|period| period.abbr.eq_ignore_ascii_case(text));
    match named {
        Some(period) => Ok(Some(i64::from(period.offset_min) * 60)),
        // A label such as CST is three clocks: without a zone that has it, it is no offset.
        None if zone.is_none() => Err(TypedTimeError::Offset),
        None => Err(TypedTimeError::Label),
    }
}

/// `Z`, `UTC`, `+08:00`, `+0800`, `-7`, `UTC+8`.
fn numeric_offset_s(text: &str) -> Option<i64> {
    let upper = text.trim().to_ascii_uppercase();
    if matches!(upper.as_str(), "Z" | "UTC" | "GMT") {
        return Some(0);
    }
    let number = upper
        .strip_prefix("UTC")
        .or_else(|| upper.strip_prefix("GMT"));
    let number = number.unwrap_or(&upper).trim();
    let (sign, digits) = match number.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let part = |text: &str, most: i64| {
        let plain = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        plain
            .then(|| text.parse::<i64>().ok())
            .flatten()
            .filter(|value| *value <= most)
    };
    Some(sign * (part(hours, 23)? * 3600 + part(minutes, 59)? * 60))
}

/// The one instant at which the zone's clock showed a reading.
fn on_the_clock(local_s: i64, zone: Option<&Zone>) -> Result<UtcTime, TypedTimeError> {
    let zone = zone.ok_or(TypedTimeError::Offset)?;
    let shown = zone.periods().iter().filter_map(|period| {
        let at = UtcTime::from_seconds(local_s - i64::from(period.offset_min) * 60)?;
        (zone.period_at(at) == Some(period)).then_some(at)
    });
    let mut shown: Vec<UtcTime> = shown.collect();
    shown.dedup();
    match shown.as_slice() {
        [at] => Ok(*at),
        [] if zone.periods().is_empty() => Err(TypedTimeError::Offset),
        [] => Err(TypedTimeError::Skipped),
        _ => Err(TypedTimeError::Twice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incident::zone::ZonePeriod;

    fn period(from: &str, offset_min: i32, abbr: &str) -> ZonePeriod {
        let (from, abbr) = (UtcTime::parse(from).unwrap(), abbr.to_owned());
        ZonePeriod {
            from,
            offset_min,
            abbr,
        }
    }

    fn new_york() -> Zone {
        Zone::new(vec![
            period("2023-11-05T06:00:00Z", -300, "EST"),
            period("2024-03-10T07:00:00Z", -240, "EDT"),
            period("2024-11-03T06:00:00Z", -300, "EST"),
        ])
    }

    /// `date -u -d '2025-10-19 23:48 -0700'` prints 20 October 2025, 06:48:00.
    #[test]
    fn the_same_instant_in_many_hands() {
        for text in [
            "2025-10-20T06:48:00Z",
            "2025-10-20 06:48 UTC",
            "2025-10-19 23:48 -07:00",
            "2025-10-19T23:48:00-0700",
            "2025/10/20 14:48 +8",
            "2025.10.20, 6:48:00.000 GMT",
            "2025-10-20 12:18 UTC+05:30",
            "2025-10-20 6:48 am Z",
            "2025-10-19 11:48pm -07:00",
            "２０２５年１０月２０日 １４：４８ ＋０８：００",
            "  2025-10-20  06:48\u{a0}Z ",
        ] {
            let read = typed_time(text, None).map(|time| time.at.to_string());
            assert_eq!(read.as_deref(), Ok("2025-10-20T06:48:00Z"), "{text}");
        }
        assert!(typed_time("2025-10-20T06:48:00.5Z", None).unwrap().cut);
        assert!(!typed_time("2025-10-20T06:48:00.000Z", None).unwrap().cut);
    }

    #[test]
    fn what_is_no_time_says_why() {
        use TypedTimeError::*;
        for (text, why) in [
            ("", Empty),
            ("  ", Empty),
            ("soon", Syntax),
            ("2025-10-20", Syntax),
            ("2025-10-20 06:4", Syntax),
            ("20-10-2025 06:48 Z", Syntax),
            ("10/20/2025 06:48 Z", Syntax),
            ("2025-10-20 06:48", Offset),
            ("2025-10-20 06:48 PDT", Offset),
            ("2025-10-20 24:00 Z", Range),
            ("2025-10-20 13:00 pm Z", Range),
            ("2025-02-29 06:48 Z", Range),
            ("2025-13-01 06:48 Z", Range),
            ("0000-01-01 06:48 Z", Range),
            ("9999-12-31 23:59 -01:00", Range),
            ("2025-10-20 06:48 +25:00", Syntax),
            ("2025-10-20 06:48 +08:00 or so", Syntax),
            ("2025-10-20 06:60 Z", Range),
        ] {
            assert_eq!(typed_time(text, None), Err(why), "{text}");
        }
    }

    /// In New York the clock went from 02:00 EST to 03:00 EDT on 10 March 2024 and from 02:00 EDT to
    /// 01:00 EST on 3 November 2024 (IANA tz: America/New_York).
    #[test]
    fn a_reading_of_the_incidents_clock_is_read_by_it() {
        let zone = new_york();
        let read = |text| typed_time(text, Some(&zone)).map(|time| time.at.to_string());
        assert_eq!(
            read("2024-07-01 09:00").as_deref(),
            Ok("2024-07-01T13:00:00Z")
        );
        assert_eq!(
            read("2024-01-15 09:00").as_deref(),
            Ok("2024-01-15T14:00:00Z")
        );
        assert_eq!(
            read("2024-11-03 01:30 EDT").as_deref(),
            Ok("2024-11-03T05:30:00Z")
        );
        assert_eq!(
            read("2024-11-03 01:30 est").as_deref(),
            Ok("2024-11-03T06:30:00Z")
        );
        assert_eq!(read("2024-11-03 01:30"), Err(TypedTimeError::Twice));
        assert_eq!(read("2024-03-10 02:30"), Err(TypedTimeError::Skipped));
        assert_eq!(read("2024-07-01 09:00 CEST"), Err(TypedTimeError::Label));
        assert_eq!(
            read("2024-07-01 09:00 Z").as_deref(),
            Ok("2024-07-01T09:00:00Z")
        );
    }

    #[test]
    fn days_and_offsets() {
        assert_eq!(typed_date("2008/6/4").unwrap().to_string(), "2008-06-04");
        assert_eq!(
            typed_date("2008年6月4日").unwrap().to_string(),
            "2008-06-04"
        );
        assert_eq!(typed_date("2008-06-04 10:00"), Err(TypedTimeError::Syntax));
        for (text, minutes) in [
            ("+08:00", 480),
            ("-7", -420),
            ("UTC+5:30", 330),
            ("Z", 0),
            ("-0330", -210),
        ] {
            assert_eq!(typed_offset_min(text), Some(minutes), "{text}");
        }
        for text in ["", "8", "PDT", "+", "+8:", "+123", "-420"] {
            assert_eq!(typed_offset_min(text), None, "{text}");
        }
        assert_eq!(offset_text(-420), "-07:00");
        assert_eq!(offset_text(330), "+05:30");
    }
}
