//! Years and months as lengths of time. A downtime means nothing without the period that it is counted in.

use crate::error::{DomainError, non_negative};
use crate::quantity::Probability;

/// Seconds in an hour.
pub const HOUR_S: f64 = 3600.0;
/// Seconds in a day.
pub const DAY_S: f64 = 86_400.0;
/// Seconds in a week.
pub const WEEK_S: f64 = 604_800.0;

/// What is meant by a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Year {
    /// 365 days, 8760 hours: the year of most tables of nines.
    Days365,
    /// 365.25 days, 8766 hours: the Julian year, leap days spread evenly.
    Days365_25,
}

impl Year {
    /// Every kind of year.
    pub const ALL: [Self; 2] = [Self::Days365, Self::Days365_25];

    /// Its length in seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        match self {
            Self::Days365 => 365.0 * DAY_S,
            Self::Days365_25 => 365.25 * DAY_S,
        }
    }

    /// Its name in documents and links.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Days365 => "365d",
            Self::Days365_25 => "365.25d",
        }
    }

    /// The year of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|year| year.id() == id)
    }
}

/// What is meant by a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Month {
    /// 30 days, 720 hours.
    Days30,
    /// 730 hours: a twelfth of 365 days.
    Hours730,
    /// A twelfth of the year that is meant: 730 h of 365 days, 730.5 h (30.4375 days) of 365.25.
    YearTwelfth,
}

impl Month {
    /// Every kind of month.
    pub const ALL: [Self; 3] = [Self::Days30, Self::Hours730, Self::YearTwelfth];

    /// Its length in seconds; `year` matters to [`Month::YearTwelfth`] alone.
    #[must_use]
    pub fn seconds(self, year: Year) -> f64 {
        match self {
            Self::Days30 => 30.0 * DAY_S,
            Self::Hours730 => 730.0 * HOUR_S,
            Self::YearTwelfth => year.seconds() / 12.0,
        }
    }

    /// Its name in documents and links.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Days30 => "30d",
            Self::Hours730 => "730h",
            Self::YearTwelfth => "year/12",
        }
    }

    /// The month of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|month| month.id() == id)
    }
}

/// Mean downtime in a period of `period_s` seconds at this availability, in seconds: U × period.
///
/// ```
/// use outage_lab_kernel::availability::{Month, Year, downtime_s};
///
/// // Three nines in a month of 30 days: 43 min 12 s.
/// assert_eq!(downtime_s(&"99.9%".parse()?, Month::Days30.seconds(Year::Days365))?, 43.0 * 60.0 + 12.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `period_s` is not zero or above and finite.
pub fn downtime_s(availability: &Probability, period_s: f64) -> Result<f64, DomainError> {
    Ok(availability.complement() * non_negative("period_s", period_s)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exact fractions: 1/1000 and 1/10000 of each period.
    #[test]
    fn downtime_of_three_and_four_nines() {
        let table = [
            ("0.999", WEEK_S, 604.8),
            ("0.999", Month::Days30.seconds(Year::Days365), 2592.0),
            (
                "0.999",
                Month::YearTwelfth.seconds(Year::Days365_25),
                2629.8,
            ),
            ("0.999", Month::Hours730.seconds(Year::Days365), 2628.0),
            ("0.999", 28.0 * DAY_S, 2419.2),
            ("0.999", 31.0 * DAY_S, 2678.4),
            ("0.999", Year::Days365.seconds(), 31_536.0),
            ("0.999", 366.0 * DAY_S, 31_622.4),
            ("0.999", Year::Days365_25.seconds(), 31_557.6),
            ("0.9999", WEEK_S, 60.48),
            ("0.9999", Month::Days30.seconds(Year::Days365), 259.2),
            ("0.9999", Year::Days365.seconds(), 3153.6),
        ];
        for (availability, period_s, expected_s) in table {
            let downtime_s = downtime_s(&availability.parse().unwrap(), period_s).unwrap();
            assert!(
                (downtime_s / expected_s - 1.0).abs() < 1e-15,
                "{availability} in {period_s}: {downtime_s}"
            );
        }
    }

    #[test]
    fn a_name_leads_back() {
        assert_eq!(Year::from_id("365.25d"), Some(Year::Days365_25));
        assert_eq!(Month::from_id("year/12"), Some(Month::YearTwelfth));
        assert!(
            Year::ALL
                .into_iter()
                .all(|year| Year::from_id(year.id()) == Some(year))
        );
        assert!(
            Month::ALL
                .into_iter()
                .all(|month| Month::from_id(month.id()) == Some(month))
        );
        assert_eq!(Year::from_id("30d"), None);
        assert_eq!(Month::from_id("365d"), None);
    }

    #[test]
    fn lengths() {
        assert_eq!(
            Year::ALL.map(Year::seconds),
            [8760.0 * HOUR_S, 8766.0 * HOUR_S]
        );
        assert_eq!(
            Month::ALL.map(|month| month.seconds(Year::Days365_25)),
            [720.0 * HOUR_S, 730.0 * HOUR_S, 730.5 * HOUR_S]
        );
    }
}
