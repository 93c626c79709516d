//! Moments on a clock: round times of a place, with its changes of offset.

use crate::chart::ZoneChange;

const DAY_S: f64 = 86_400.0;

/// Days from 1970 beyond which no calendar is asked.
const MOST_DAYS: f64 = 1e11;

/// Distances between ticks in seconds.
#[rustfmt::skip]
const STEPS_S: [f64; 19] = [
    1.0, 5.0, 15.0, 30.0,
    60.0, 120.0, 300.0, 600.0, 900.0, 1800.0,
    3600.0, 7200.0, 10_800.0, 21_600.0, 43_200.0,
    DAY_S, 2.0 * DAY_S, 7.0 * DAY_S, 28.0 * DAY_S,
];

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: i64,
    pub(super) month: u32,
    pub(super) day: u32,
}

/// A tick of a time axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// Seconds since 1970 UTC.
    pub(super) utc_s: f64,
    /// What the place's clock is ahead of UTC, in seconds.
    pub(super) offset_s: f64,
}

impl Moment {
    /// The date on the place's clock.
    pub(super) fn date(&self) -> Date {
        let days = ((self.utc_s + self.offset_s) / DAY_S).floor();
        date_of_day(days.clamp(-MOST_DAYS, MOST_DAYS) as i64)
    }

    /// The time on the place's clock, to the minute or, for short steps, the second.
    pub(super) fn time(&self, step_s: f64) -> String {
        let second = (self.utc_s + self.offset_s).rem_euclid(DAY_S).round() as u64 % 86_400;
        let (hour, minute) = (second / 3600, second / 60 % 60);
        if step_s < 60.0 {
            format!("{hour:02}:{minute:02}:{:02}", second % 60)
        } else {
            format!("{hour:02}:{minute:02}")
        }
    }

    /// The same moment on the clock of UTC.
    pub(super) fn in_utc(&self) -> Moment {
        Moment {
            offset_s: 0.0,
            ..*self
        }
    }
}

/// The smallest step of at least `least_s` seconds.
pub(super) fn step_s(least_s: f64) -> f64 {
    let longest = 28.0 * DAY_S;
    STEPS_S
        .into_iter()
        .find(|step| *step >= least_s)
        .unwrap_or_else(|| (least_s / longest).ceil() * longest)
}

/// Whether the ticks of a step are dates rather than times.
pub(super) fn is_days(step_s: f64) -> bool {
    step_s >= DAY_S
}

/// The moments from `lo` to `hi` (seconds since 1970 UTC) at which the place's clock shows a
/// multiple of `step_s`.
pub(super) fn moments((lo, hi): (f64, f64), zone: &[ZoneChange], step_s: f64) -> Vec<Moment> {
    let mut found = Vec::new();
    for (from, to, offset_s) in offsets((lo, hi), zone) {
        let first = ((from + offset_s) / step_s).ceil();
        let is_last = to >= hi;
        for index in 0..500 {
            let utc_s = (first + f64::from(index)) * step_s - offset_s;
            if utc_s > to || (utc_s == to && !is_last) {
                break;
            }
            found.push(Moment { utc_s, offset_s });
        }
    }
    found
}

/// The stretches of a range with one offset each: from, to, seconds ahead of UTC.
pub(super) fn offsets((lo, hi): (f64, f64), zone: &[ZoneChange]) -> Vec<(f64, f64, f64)> {
    let ahead_s = |change: &ZoneChange| f64::from(change.offset_min) * 60.0;
    let mut stretches = vec![(lo, hi, zone.first().map_or(0.0, ahead_s))];
    for change in zone {
        let from = change.from_utc_s;
        if from.is_nan() || from >= hi {
            continue;
        }
        if let Some(last) = stretches.last_mut() {
            if from <= lo {
                last.2 = ahead_s(change);
                continue;
            }
            last.1 = from;
        }
        stretches.push((from, hi, ahead_s(change)));
    }
    stretches
}

/// The abbreviation in force at a moment.
pub(super) fn abbreviation(zone: &[ZoneChange], utc_s: f64) -> &str {
    zone.iter()
        .rev()
        .find(|change| change.from_utc_s <= utc_s)
        .or(zone.first())
        .map_or("UTC", |change| change.abbr.as_str())
}

/// The date of a count of days since 1970-01-01 (H. Hinnant, `civil_from_days`).
fn date_of_day(days: i64) -> Date {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    Date {
        year: era * 400 + year_of_era + i64::from(month <= 2),
        month: u32::try_from(month).unwrap_or(1),
        day: u32::try_from(day).unwrap_or(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(from_utc_s: f64, offset_min: i32, abbr: &str) -> ZoneChange {
        ZoneChange {
            from_utc_s,
            offset_min,
            abbr: abbr.to_owned(),
        }
    }

    #[test]
    fn hours_skip_the_one_that_a_change_leaves_out() {
        // C68, apexcharts #4398: 31 March 2024, Central European time, 01:00 UTC is the change.
        // `date -u -d 2024-03-31T01:00:00Z +%s` gives 1711846800.
        let change_s = 1_711_846_800.0;
        let zone = [change(0.0, 60, "CET"), change(change_s, 120, "CEST")];
        let midnight_s = change_s - 2.0 * 3600.0;
        let ticks = moments((midnight_s, midnight_s + 5.0 * 3600.0), &zone, 3600.0);
        let times: Vec<String> = ticks.iter().map(|tick| tick.time(3600.0)).collect();
        assert_eq!(
            times,
            ["00:00", "01:00", "03:00", "04:00", "05:00", "06:00"]
        );
        assert_eq!(abbreviation(&zone, change_s), "CEST");
        assert_eq!(abbreviation(&zone, change_s - 1.0), "CET");
    }

    #[test]
    fn an_hour_that_comes_twice_is_shown_twice() {
        // 27 October 2024, 01:00 UTC: `date -u -d 2024-10-27T01:00:00Z +%s` gives 1729990800.
        let change_s = 1_729_990_800.0;
        let zone = [change(0.0, 120, "CEST"), change(change_s, 60, "CET")];
        let ticks = moments((change_s - 7200.0, change_s + 3600.0), &zone, 3600.0);
        let times: Vec<String> = ticks.iter().map(|tick| tick.time(3600.0)).collect();
        assert_eq!(times, ["01:00", "02:00", "02:00", "03:00"]);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let date = |utc_s: f64| {
            let Date { year, month, day } = Moment {
                utc_s,
                offset_s: 0.0,
            }
            .date();
            (year, month, day)
        };
        assert_eq!(date(0.0), (1970, 1, 1));
        // `date -u -d 2024-02-29T12:00:00Z +%s` gives 1709208000.
        assert_eq!(date(1_709_208_000.0), (2024, 2, 29));
        // `date -u -d 2025-10-20T06:48:00Z +%s` gives 1760942880.
        assert_eq!(date(1_760_942_880.0), (2025, 10, 20));
        assert_eq!(date(-1.0), (1969, 12, 31));
    }

    #[test]
    fn half_hour_zones_have_round_local_times() {
        let zone = [change(0.0, 330, "IST")];
        let ticks = moments((1_760_918_400.0, 1_760_932_800.0), &zone, 3600.0);
        assert!(ticks.iter().all(|tick| tick.time(3600.0).ends_with(":00")));
        assert!(
            ticks
                .iter()
                .all(|tick| tick.in_utc().time(3600.0).ends_with(":30"))
        );
    }
}
