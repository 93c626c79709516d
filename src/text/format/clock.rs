//! Clock times.

use super::NO_NUMBER;

/// The last second of the year 9999.
const LAST_S: f64 = 253_402_300_799.0;

/// Seconds since 1970-01-01T00:00:00Z as `2025-10-20 06:48 UTC`; the seconds only where there are any. Nothing is
/// shown for a time outside the years 1 to 9999.
#[must_use]
pub fn clock(utc_s: f64) -> String {
    const FIRST_S: f64 = -62_135_596_800.0;
    let whole = utc_s.floor();
    if !(FIRST_S..=LAST_S).contains(&whole) {
        return NO_NUMBER.to_owned();
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "inside the years 1 to 9999"
    )]
    let seconds = whole as i64;
    let (days, in_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (in_day / 3600, in_day / 60 % 60, in_day % 60);
    let tail = if second == 0 {
        String::new()
    } else {
        format!(":{second:02}")
    };
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}{tail} UTC")
}

/// Year, month and day of the Gregorian calendar, from days since 1970-01-01.
///
/// Counts in eras of 400 years that begin on 1 March, so that the leap day is the last of its year (H. Hinnant,
/// "chrono-compatible low-level date algorithms", `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let from_era = days + 719_468;
    let era = from_era.div_euclid(146_097);
    let day_of_era = from_era.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        // `date -u -d @N` of GNU coreutils.
        assert_eq!(clock(0.0), "1970-01-01 00:00 UTC");
        assert_eq!(clock(1_760_942_880.0), "2025-10-20 06:48 UTC");
        assert_eq!(clock(1_285_275_679.0), "2010-09-23 21:01:19 UTC");
        assert_eq!(clock(951_782_400.0), "2000-02-29 00:00 UTC");
        assert_eq!(clock(-1.0), "1969-12-31 23:59:59 UTC");
        assert_eq!(clock(f64::INFINITY), "–");
        assert_eq!(clock(1e13), "–");
    }
}
