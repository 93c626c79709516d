//! Durations.

use super::{Decimal, NO_NUMBER, Rounding};
use crate::text::Lang;
use crate::text::time_unit::{
    DAY, HOUR, MICROSECOND, MILLISECOND, MINUTE, NANOSECOND, SECOND, TimeUnit, YEAR,
};

const DIGITS: usize = 3;

/// A time in the fitting units: `2.63 s`, `52 min 33 s`, `14 h 32 min`, `30.4 days`, `11.4 years` (of 365 days).
///
/// Below a minute and from 48 hours on it has three digits; between, two whole units, the smaller one left out when
/// it is zero.
#[must_use]
pub fn duration(seconds: f64, lang: Lang) -> String {
    if !seconds.is_finite() {
        return NO_NUMBER.to_owned();
    }
    let sign = if seconds < 0.0 { "−" } else { "" };
    format!("{sign}{}", length(seconds.abs(), lang))
}

fn length(seconds: f64, lang: Lang) -> String {
    let rounded = Decimal::rounded(seconds, DIGITS, Rounding::Nearest);
    let whole_s = seconds.round();
    let whole_min = (seconds / 60.0).round();
    let days = seconds / DAY.factor;
    if rounded.to_f64() < 60.0 {
        short(rounded, lang)
    } else if whole_s < 3600.0 {
        split(whole_s, &MINUTE, &SECOND, lang)
    } else if whole_min < 48.0 * 60.0 {
        split(whole_min, &HOUR, &MINUTE, lang)
    } else if days < 2.0 * 365.0 {
        format!("{} {}", three_digits(days), long_name(&DAY, lang))
    } else {
        let years = seconds / YEAR.factor;
        format!("{} {}", three_digits(years), long_name(&YEAR, lang))
    }
}

/// Below a minute.
fn short(seconds: Decimal, lang: Lang) -> String {
    let unit = [&SECOND, &MILLISECOND, &MICROSECOND]
        .into_iter()
        .find(|unit| seconds.is_zero() || seconds.exponent() >= unit.shift)
        .unwrap_or(&NANOSECOND);
    format!(
        "{} {}",
        near(seconds.shifted(-unit.shift)),
        unit.short(lang)
    )
}

/// `count` of the small unit, 60 of which make a large one.
fn split(count: f64, large: &TimeUnit, small: &TimeUnit, lang: Lang) -> String {
    let (whole, rest) = ((count / 60.0).floor(), count % 60.0);
    if rest == 0.0 {
        return format!("{whole} {}", large.short(lang));
    }
    // Before another unit, Chinese shortens 分钟 to 分.
    let name = |unit: &TimeUnit| match (unit.short(lang), lang) {
        ("分钟", Lang::Zh) => "分",
        (name, _) => name,
    };
    format!("{whole} {} {rest} {}", name(large), name(small))
}

fn three_digits(value: f64) -> String {
    near(Decimal::rounded(value, DIGITS, Rounding::Nearest))
}

/// Plain digits where they stay short.
fn near(decimal: Decimal) -> String {
    match decimal.exponent() {
        -4..=6 => decimal.plain(),
        _ if decimal.is_zero() => decimal.plain(),
        _ => decimal.power(),
    }
}

fn long_name(unit: &TimeUnit, lang: Lang) -> &'static str {
    match (unit.short(lang), lang) {
        ("d", Lang::En) => "days",
        ("y", Lang::En) => "years",
        (name, _) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_nanoseconds_to_ages() {
        let cases = [
            (0.0, "0 s", "0 秒"),
            (12e-9, "12 ns", "12 纳秒"),
            (5e-14, "5 × 10⁻⁵ ns", "5 × 10⁻⁵ 纳秒"),
            (8.6e-6, "8.6 µs", "8.6 微秒"),
            (0.32, "320 ms", "320 毫秒"),
            (0.9996, "1.00 s", "1.00 秒"),
            (2.6283, "2.63 s", "2.63 秒"),
            (60.0, "1 min", "1 分钟"),
            (263.0, "4 min 23 s", "4 分 23 秒"),
            (3600.0, "1 h", "1 小时"),
            (10_320.0, "2 h 52 min", "2 小时 52 分"),
            (2_628_000.0, "30.4 days", "30.4 天"),
            (36.0e6, "417 days", "417 天"),
            (99_990.0 * 3600.0, "11.4 years", "11.4 年"),
            (3.1536e10, "1,000 years", "1,000 年"),
            (3.1536e16, "10⁹ years", "10⁹ 年"),
            (-300.0, "−5 min", "−5 分钟"),
        ];
        for (seconds, en, zh) in cases {
            assert_eq!(duration(seconds, Lang::En), en);
            assert_eq!(duration(seconds, Lang::Zh), zh);
        }
    }
}
