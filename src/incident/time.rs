//! Instants in UTC and calendar dates, without a clock or a time-zone database.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::calendar::{Civil, civil_from_days, days_from_civil, days_in_month};

/// Seconds in a day; leap seconds are not counted, as in POSIX time.
pub const DAY_S: i64 = 86_400;

/// An instant: whole seconds since 1970-01-01T00:00:00Z, in the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime(i64);

/// A day of the Gregorian calendar in the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarDate {
    year: i64,
    month: i64,
    day: i64,
}

/// A text that is not a time, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeError(String);

impl UtcTime {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: UtcTime = UtcTime(0);

    /// Reads an RFC 3339 date-time of whole seconds, with `Z` or an offset.
    ///
    /// Refused, naming what and where: a missing offset or missing seconds, a day that the month
    /// does not have, the hour 24, a leap second, fractions of a second, and years outside 1 to
    /// 9999 (ISO 8601's expanded years such as `-000050` included).
    ///
    /// ```
    /// use outage_lab::incident::UtcTime;
    /// let local = UtcTime::parse("2025-10-19T23:48:00-07:00")?;
    /// assert_eq!(local.to_string(), "2025-10-20T06:48:00Z");
    /// let refused = UtcTime::parse("2025-10-20T06:48:00").unwrap_err();
    /// assert!(refused.to_string().contains("offset"));
    /// # Ok::<(), outage_lab::incident::TimeError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not such a date-time.
    pub fn parse(text: &str) -> Result<UtcTime, TimeError> {
        let mut reader = Reader { text, at: 0 };
        let date = reader.date()?;
        reader.mark(b"Tt", "'T' between date and time")?;
        let hour = reader.number(2, "the hour", 0, 23)?;
        reader.mark(b":", "':' after the hour")?;
        let minute = reader.number(2, "the minute", 0, 59)?;
        reader.mark(b":", "':' and the seconds")?;
        let second = reader.number(2, "the second", 0, 59)?;
        if reader.peek() == Some(b'.') {
            return Err(reader.error("fractions of a second are not kept; give whole seconds"));
        }
        let offset_s = reader.offset_s()?;
        reader.end()?;
        let local_s = date.days() * DAY_S + hour * 3600 + minute * 60 + second;
        UtcTime::from_seconds(local_s - offset_s)
            .ok_or_else(|| reader.error("in UTC the year is outside 1 to 9999"))
    }

    /// The instant so many seconds after 1970-01-01T00:00:00Z; `None` outside the years 1 to 9999.
    pub fn from_seconds(seconds: i64) -> Option<UtcTime> {
        let first = days_from_civil(1, 1, 1) * DAY_S;
        let end = days_from_civil(10_000, 1, 1) * DAY_S;
        (first..end).contains(&seconds).then_some(UtcTime(seconds))
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    pub fn seconds(self) -> i64 {
        self.0
    }

    /// Year, month and so on as a clock `offset_min` minutes ahead of UTC shows them.
    pub fn civil(self, offset_min: i32) -> Civil {
        let local_s = self.0 + i64::from(offset_min) * 60;
        let (year, month, day) = civil_from_days(local_s.div_euclid(DAY_S));
        let second_of_day = local_s.rem_euclid(DAY_S);
        Civil {
            year,
            month,
            day,
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
        }
    }
}

impl CalendarDate {
    /// Reads `yyyy-mm-dd`.
    ///
    /// # Errors
    /// When the text is not a day of the years 1 to 9999.
    pub fn parse(text: &str) -> Result<CalendarDate, TimeError> {
        let mut reader = Reader { text, at: 0 };
        let date = reader.date()?;
        reader.end()?;
        Ok(date)
    }

    /// Days since 1970-01-01.
    pub fn days(self) -> i64 {
        days_from_civil(self.year, self.month, self.day)
    }
}

/// Reads a date or time from left to right; the errors count characters from 1.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn date(&mut self) -> Result<CalendarDate, TimeError> {
        if matches!(self.peek(), Some(b'-' | b'+')) {
            return Err(self.error("years outside 1 to 9999 are not supported"));
        }
        let year = self.number(4, "the year", 1, 9999)?;
        self.mark(b"-", "'-' after a year of four digits")?;
        let month = self.number(2, "the month", 1, 12)?;
        self.mark(b"-", "'-' after the month")?;
        let last = days_in_month(year, month);
        let day = self.number(2, "the day", 1, last)?;
        Ok(CalendarDate { year, month, day })
    }

    /// Seconds that the written clock is ahead of UTC.
    fn offset_s(&mut self) -> Result<i64, TimeError> {
        let sign = match self.peek() {
            Some(b'Z' | b'z') => {
                self.at += 1;
                return Ok(0);
            }
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return Err(self.error("the offset is missing: 'Z', or '+hh:mm' or '-hh:mm'")),
        };
        self.at += 1;
        let hours = self.number(2, "the hours of the offset", 0, 23)?;
        self.mark(b":", "':' in the offset")?;
        let minutes = self.number(2, "the minutes of the offset", 0, 59)?;
        Ok(sign * (hours * 3600 + minutes * 60))
    }

    fn number(&mut self, digits: usize, what: &str, lo: i64, hi: i64) -> Result<i64, TimeError> {
        let field = self.text.as_bytes().get(self.at..self.at + digits);
        let Some(field) = field.filter(|bytes| bytes.iter().all(u8::is_ascii_digit)) else {
            return Err(self.error(&format!("expected {what}, {digits} digits")));
        };
        let value = field
            .iter()
            .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        if !(lo..=hi).contains(&value) {
            return Err(self.error(&format!("{what} is {value}, allowed are {lo} to {hi}")));
        }
        self.at += digits;
        Ok(value)
    }

    fn mark(&mut self, allowed: &[u8], what: &str) -> Result<(), TimeError> {
        match self.peek() {
            Some(byte) if allowed.contains(&byte) => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.error(&format!("expected {what}"))),
        }
    }

    fn end(&self) -> Result<(), TimeError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error("nothing may follow")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, what: &str) -> TimeError {
        let shown: String = self.text.chars().take(40).collect();
        TimeError(format!(
            "\"{shown}\": {what} (at character {})",
            self.at + 1
        ))
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TimeError {}

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let c = self.civil(0);
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
            c.year, c.month, c.day, c.hour, c.minute, c.second
        )
    }
}

impl fmt::Display for CalendarDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for UtcTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UtcTime {
    /// Files keep UTC, so that a wrong offset cannot hide in them; imports use
    /// [`UtcTime::parse`], which takes offsets.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UtcTime, D::Error> {
        let text = String::deserialize(deserializer)?;
        let time = UtcTime::parse(&text).map_err(de::Error::custom)?;
        if text.ends_with(['Z', 'z']) {
            Ok(time)
        } else {
            Err(de::Error::custom(format!(
                "\"{text}\": files keep UTC, which would be {time}"
            )))
        }
    }
}

impl Serialize for CalendarDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CalendarDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CalendarDate, D::Error> {
        let text = String::deserialize(deserializer)?;
        CalendarDate::parse(&text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> i64 {
        UtcTime::parse(text).unwrap().seconds()
    }

    fn refusal(text: &str) -> String {
        UtcTime::parse(text).unwrap_err().to_string()
    }

    /// `date -u -d TEXT +%s` of GNU coreutils.
    #[test]
    fn known_instants() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), 0);
        assert_eq!(seconds("2025-10-20T06:48:00Z"), 1_760_942_880);
        assert_eq!(seconds("2000-02-29T23:59:59Z"), 951_868_799);
        assert_eq!(seconds("1969-12-31T23:59:59Z"), -1);
        assert_eq!(seconds("0001-01-01T00:00:00Z"), -62_135_596_800);
        assert_eq!(seconds("9999-12-31T23:59:59Z"), 253_402_300_799);
        // The third field of the error page that a reader kept on 23 September 2010.
        assert_eq!(seconds("2010-09-23T21:01:19Z"), 1_285_275_679);
    }

    #[test]
    fn offsets_are_taken_off() {
        assert_eq!(
            seconds("2025-10-19T23:48:00-07:00"),
            seconds("2025-10-20T06:48:00Z")
        );
        assert_eq!(
            seconds("2025-10-20T12:18:00+05:30"),
            seconds("2025-10-20T06:48:00z")
        );
    }

    #[test]
    fn refusals_name_what_and_where() {
        for (text, what, character) in [
            ("2025-10-20T06:48:00", "offset is missing", 20),
            ("2025-10-20T06:48Z", "':' and the seconds", 17),
            ("2025-10-20T24:00:00Z", "hour is 24", 12),
            ("2025-02-30T00:00:00Z", "day is 30, allowed are 1 to 28", 9),
            ("1900-02-29T00:00:00Z", "allowed are 1 to 28", 9),
            ("2025-13-01T00:00:00Z", "month is 13", 6),
            ("2016-12-31T23:59:60Z", "second is 60", 18),
            ("2025-10-20T06:48:00.5Z", "fractions", 20),
            ("2025-10-20 06:48:00Z", "'T'", 11),
            ("2025-10-20T06:48:00Zulu", "nothing may follow", 21),
            ("2025-10-20T06:48:00+7:00", "hours of the offset", 21),
            ("", "the year", 1),
            ("２０２５-10-20T06:48:00Z", "the year", 1),
        ] {
            let message = refusal(text);
            assert!(message.contains(what), "{text}: {message}");
            let place = format!("(at character {character})");
            assert!(message.contains(&place), "{text}: {message}");
        }
    }

    /// C70 and C71: years before 1 and beyond 9999 are refused, never misread.
    #[test]
    fn years_outside_the_range_are_refused() {
        for text in [
            "-0050-04-20T00:00:00Z",
            "-000050-04-20T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "+12025-01-01T00:00:00Z",
            "12025-01-01T00:00:00Z",
            "-14000000000",
        ] {
            assert!(refusal(text).contains("year"), "{text}: {}", refusal(text));
        }
        assert!(refusal("0001-01-01T00:00:00+01:00").contains("in UTC"));
        assert_eq!(UtcTime::from_seconds(i64::MAX), None);
        assert_eq!(UtcTime::from_seconds(i64::MIN), None);
    }

    /// C71: instants sort as numbers.
    #[test]
    fn order_is_numerical() {
        assert!(seconds("0999-01-01T00:00:00Z") < seconds("2018-01-01T00:00:00Z"));
    }

    #[test]
    fn files_keep_utc() {
        let kept: Result<UtcTime, _> = serde_json::from_str("\"2025-10-20T06:48:00Z\"");
        assert_eq!(kept.unwrap().seconds(), 1_760_942_880);
        let local: Result<UtcTime, _> = serde_json::from_str("\"2025-10-19T23:48:00-07:00\"");
        let message = local.unwrap_err().to_string();
        assert!(message.contains("2025-10-20T06:48:00Z"), "{message}");
    }
}
