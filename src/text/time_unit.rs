//! Units in which a time is typed and shown.

use super::Lang;

/// A unit of time: `factor` × 10^`shift` seconds.
#[derive(Debug)]
pub(super) struct TimeUnit {
    pub(super) factor: f64,
    pub(super) shift: i32,
    en: &'static str,
    zh: &'static str,
    /// Other ways in which people write it, in small letters.
    also: &'static [&'static str],
}

impl TimeUnit {
    const fn new(
        factor: f64,
        shift: i32,
        en: &'static str,
        zh: &'static str,
        also: &'static [&'static str],
    ) -> TimeUnit {
        TimeUnit {
            factor,
            shift,
            en,
            zh,
            also,
        }
    }

    /// The short form that follows a number.
    pub(super) fn short(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }

    /// The unit that is written `name`, in small letters.
    pub(super) fn named(name: &str) -> Option<&'static TimeUnit> {
        ALL.into_iter()
            .find(|unit| unit.en == name || unit.zh == name || unit.also.contains(&name))
    }
}

/// 365 days.
pub(super) static YEAR: TimeUnit =
    TimeUnit::new(31_536_000.0, 0, "y", "年", &["yr", "yrs", "year", "years"]);
/// A twelfth of 365 days, 730 hours.
pub(super) static MONTH: TimeUnit =
    TimeUnit::new(2_628_000.0, 0, "mo", "个月", &["month", "months", "月"]);
pub(super) static WEEK: TimeUnit = TimeUnit::new(
    604_800.0,
    0,
    "wk",
    "周",
    &["w", "wks", "week", "weeks", "星期", "个星期"],
);
pub(super) static DAY: TimeUnit = TimeUnit::new(86_400.0, 0, "d", "天", &["day", "days", "日"]);
pub(super) static HOUR: TimeUnit = TimeUnit::new(
    3_600.0,
    0,
    "h",
    "小时",
    &["hr", "hrs", "hour", "hours", "时", "个小时"],
);
pub(super) static MINUTE: TimeUnit = TimeUnit::new(
    60.0,
    0,
    "min",
    "分钟",
    &["m", "mins", "minute", "minutes", "分"],
);
pub(super) static SECOND: TimeUnit = TimeUnit::new(
    1.0,
    0,
    "s",
    "秒",
    &["sec", "secs", "second", "seconds", "秒钟"],
);
pub(super) static MILLISECOND: TimeUnit = TimeUnit::new(1.0, -3, "ms", "毫秒", &["msec"]);
/// Both letters that look like µ are in use.
pub(super) static MICROSECOND: TimeUnit = TimeUnit::new(1.0, -6, "µs", "微秒", &["us", "\u{3bc}s"]);
pub(super) static NANOSECOND: TimeUnit = TimeUnit::new(1.0, -9, "ns", "纳秒", &[]);

/// Every unit, the largest first.
pub(super) static ALL: [&TimeUnit; 10] = [
    &YEAR,
    &MONTH,
    &WEEK,
    &DAY,
    &HOUR,
    &MINUTE,
    &SECOND,
    &MILLISECOND,
    &MICROSECOND,
    &NANOSECOND,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_means_two_units() {
        let names = |unit: &TimeUnit| [&[unit.en, unit.zh], unit.also].concat();
        let mut all: Vec<_> = ALL.into_iter().flat_map(names).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
