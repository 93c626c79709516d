//! The wall clock of an incident: which offset held from when, as the file itself says.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::calendar::Civil;
use super::time::{CalendarDate, DAY_S, UtcTime};

/// One offset from UTC, and from when it held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZonePeriod {
    /// The instant from which the offset holds.
    pub from: UtcTime,
    /// Minutes that the local clock is ahead of UTC; negative west of Greenwich.
    pub offset_min: i32,
    /// What people write behind the time, such as PDT.
    pub abbr: String,
}

/// Offsets in the order in which they came into force; so no time-zone database is needed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zone(Vec<ZonePeriod>);

/// A wall-clock reading with its abbreviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalTime<'a> {
    /// What clock and calendar show.
    pub civil: Civil,
    /// The abbreviation of the offset, or `UTC` where the file names none for the instant.
    pub abbr: &'a str,
}

impl Zone {
    /// A zone of these periods.
    pub fn new(periods: Vec<ZonePeriod>) -> Zone {
        Zone(periods)
    }

    /// The periods as the file has them.
    pub fn periods(&self) -> &[ZonePeriod] {
        &self.0
    }

    /// The period in force at an instant; `None` before the first.
    pub fn period_at(&self, time: UtcTime) -> Option<&ZonePeriod> {
        self.0.iter().rev().find(|period| period.from <= time)
    }

    /// The local reading of an instant; UTC where the file names no offset for it.
    pub fn local(&self, time: UtcTime) -> LocalTime<'_> {
        match self.period_at(time) {
            Some(period) => LocalTime {
                civil: time.civil(period.offset_min),
                abbr: &period.abbr,
            },
            None => LocalTime {
                civil: time.civil(0),
                abbr: "UTC",
            },
        }
    }

    /// The seconds since the epoch at which a local day begins.
    ///
    /// Where midnight falls into a change of the clock, the earlier reading is taken.
    pub fn midnight_s(&self, date: CalendarDate) -> i64 {
        let local_s = date.days() * DAY_S;
        let utc_s = |period: &ZonePeriod| local_s - i64::from(period.offset_min) * 60;
        let holds = |at: &i64| {
            UtcTime::from_seconds(*at)
                .and_then(|time| self.period_at(time))
                .is_some_and(|period| utc_s(period) == *at)
        };
        let readings = self.0.iter().map(utc_s).filter(holds);
        let fallback = self.0.first().map_or(local_s, utc_s);
        readings.min().unwrap_or(fallback)
    }
}

impl fmt::Display for LocalTime<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.civil, self.abbr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> UtcTime {
        UtcTime::parse(text).unwrap()
    }

    fn period(from: &str, offset_min: i32, abbr: &str) -> ZonePeriod {
        ZonePeriod {
            from: time(from),
            offset_min,
            abbr: abbr.to_owned(),
        }
    }

    fn central_europe_2024() -> Zone {
        Zone::new(vec![
            period("2023-10-29T01:00:00Z", 60, "CET"),
            period("2024-03-31T01:00:00Z", 120, "CEST"),
        ])
    }

    /// C67: 01:49 to 03:15 in Berlin on 29 March 2020 is 26 minutes.
    #[test]
    fn a_duration_across_the_spring_change() {
        let start = time("2020-03-29T01:49:00+01:00");
        let end = time("2020-03-29T03:15:00+02:00");
        assert_eq!(end.seconds() - start.seconds(), 26 * 60);
        let zone = Zone::new(vec![
            period("2019-10-27T01:00:00Z", 60, "CET"),
            period("2020-03-29T01:00:00Z", 120, "CEST"),
        ]);
        assert_eq!(zone.local(start).to_string(), "2020-03-29 01:49 CET");
        assert_eq!(zone.local(end).to_string(), "2020-03-29 03:15 CEST");
    }

    /// 31 March 2024 in Central Europe.
    #[test]
    fn the_day_of_the_spring_change_has_23_hours() {
        let zone = central_europe_2024();
        let midnight = CalendarDate::parse("2024-03-31").unwrap();
        let next = CalendarDate::parse("2024-04-01").unwrap();
        let day_s = zone.midnight_s(next) - zone.midnight_s(midnight);
        assert_eq!(day_s, 23 * 3600);
    }

    #[test]
    fn without_an_offset_the_reading_is_utc() {
        let before = time("2000-01-01T00:00:00Z");
        assert_eq!(
            central_europe_2024().local(before).to_string(),
            "2000-01-01 00:00 UTC"
        );
        let date = CalendarDate::parse("1970-01-02").unwrap();
        assert_eq!(Zone::default().midnight_s(date), DAY_S);
    }
}
