//! What a number box shows: exact text that reads back to the same value, bit for bit.

use super::{Decimal, NO_NUMBER};
use crate::kernel::quantity::Probability;
use crate::text::decimal::grouped;
use crate::text::read;
use crate::text::time_unit::{
    DAY, HOUR, MICROSECOND, MILLISECOND, MINUTE, NANOSECOND, SECOND, TimeUnit, YEAR,
};
use crate::text::{Lang, Unit};

/// The units that a box shows a time in; weeks and months are read but not shown, as their lengths are disputed or
/// unfamiliar.
const SHOWN: [&TimeUnit; 8] = [
    &YEAR,
    &DAY,
    &HOUR,
    &MINUTE,
    &SECOND,
    &MILLISECOND,
    &MICROSECOND,
    &NANOSECOND,
];

/// A number with its unit, in the fewest digits that [`read::real`] takes for the same number.
#[must_use]
pub fn input_text(value: f64, unit: Unit, lang: Lang) -> String {
    if !value.is_finite() {
        return NO_NUMBER.to_owned();
    }
    let exact = Decimal::shortest(value);
    match (unit, lang) {
        (Unit::Second, _) => time(value, lang),
        (Unit::Ratio, _) => format!("{}%", typed(&exact.shifted(2))),
        (Unit::Millisecond, _) => format!("{} {}", typed(&exact), MILLISECOND.short(lang)),
        (Unit::Percent, _) => format!("{}%", typed(&exact)),
        (Unit::PerSecond, Lang::En) => format!("{} /s", typed(&exact)),
        (Unit::PerSecond, Lang::Zh) => format!("{} 次/秒", typed(&exact)),
        (Unit::PerDay, Lang::En) => format!("{} /d", typed(&exact)),
        (Unit::PerDay, Lang::Zh) => format!("{} 次/天", typed(&exact)),
        (Unit::Nines | Unit::Count | Unit::One | Unit::Year | Unit::Utc, _) => typed(&exact),
    }
}

/// A whole number with its thousands apart.
#[must_use]
pub fn input_count(count: u64) -> String {
    grouped(&count.to_string())
}

/// A share as a percentage with every digit that it has.
#[must_use]
pub fn input_probability(share: Probability) -> String {
    let decimal = share.to_string();
    let (whole, fraction) = decimal.split_once('.').unwrap_or((&decimal, ""));
    let (moved, rest) = fraction.split_at(fraction.len().min(2));
    let whole = format!("{whole}{moved:0<2}");
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let point = if rest.is_empty() { "" } else { "." };
    format!("{whole}{point}{rest}%")
}

/// Some hours with whole minutes in both, as people say them; otherwise in one unit.
fn time(seconds: f64, lang: Lang) -> String {
    hours_and_minutes(seconds, lang).unwrap_or_else(|| in_one_unit(seconds, lang))
}

/// 2 h 52 min, for what is neither a whole number of hours nor too long to be told by the minute.
fn hours_and_minutes(seconds: f64, lang: Lang) -> Option<String> {
    let (hours, rest) = ((seconds / HOUR.factor).floor(), seconds % HOUR.factor);
    let minutes = rest / MINUTE.factor;
    let told = (1.0..48.0).contains(&hours) && minutes > 0.0 && minutes.fract() == 0.0;
    told.then(|| {
        format!(
            "{hours} {} {minutes} {}",
            HOUR.short(lang),
            MINUTE.short(lang)
        )
    })
}

/// The unit with the fewest digits, then the shortest text, then the largest unit, of those that read back the same.
fn in_one_unit(seconds: f64, lang: Lang) -> String {
    let candidate = |unit: &&'static TimeUnit| {
        let count = Decimal::shortest(seconds / unit.factor).shifted(-unit.shift);
        let number = typed(&count);
        (count.exponent() >= 0 && !count.is_zero()).then(|| {
            let text = format!("{number} {}", unit.short(lang));
            (count.digits().len(), number.len(), text)
        })
    };
    let same =
        |text: &str| read::real(text, Unit::Second).map(f64::to_bits) == Ok(seconds.to_bits());
    let mut candidates: Vec<_> = SHOWN.iter().filter_map(candidate).collect();
    // The first one nearly always reads back, so the others need no order; and to sort them would be 5 kB on every page.
    let best = |candidates: &[(usize, usize, String)]| {
        let all = candidates.iter().enumerate();
        all.min_by_key(|(_, (digits, length, _))| (*digits, *length))
            .map(|(at, _)| at)
    };
    while let Some(at) = best(&candidates) {
        let (_, _, text) = candidates.remove(at);
        if same(&text) {
            return text;
        }
    }
    let count = typed(&Decimal::shortest(seconds));
    format!("{count} {}", SECOND.short(lang))
}

/// Digits as a person would type them; far numbers with an exponent.
fn typed(decimal: &Decimal) -> String {
    if decimal.is_zero() || (-6..=15).contains(&decimal.exponent()) {
        decimal.plain().replace('−', "-")
    } else {
        decimal.scientific()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_that_needs_fewest_digits() {
        let cases = [
            (36.0e6, "10,000 h", "10,000 小时"),
            (3600.0, "1 h", "1 小时"),
            (10_320.0, "2 h 52 min", "2 小时 52 分钟"),
            (5_400.0, "1 h 30 min", "1 小时 30 分钟"),
            (60.0, "1 min", "1 分钟"),
            (5_401.0, "5,401 s", "5,401 秒"),
            (2.628, "2.628 s", "2.628 秒"),
            (0.32, "320 ms", "320 毫秒"),
            (315_360_000.0, "10 y", "10 年"),
            (0.0, "0 s", "0 秒"),
            (-60.0, "-1 min", "-1 分钟"),
            (1e300, "1e300 s", "1e300 秒"),
        ];
        for (seconds, en, zh) in cases {
            assert_eq!(input_text(seconds, Unit::Second, Lang::En), en);
            assert_eq!(input_text(seconds, Unit::Second, Lang::Zh), zh);
            for text in [en, zh] {
                assert_eq!(read::real(text, Unit::Second), Ok(seconds), "{text}");
            }
        }
    }

    #[test]
    fn other_units() {
        let text = |value, unit| input_text(value, unit, Lang::En);
        assert_eq!(text(0.9999, Unit::Ratio), "99.99%");
        assert_eq!(text(1.0, Unit::Ratio), "100%");
        assert_eq!(text(1200.0, Unit::PerSecond), "1,200 /s");
        assert_eq!(text(1e-9, Unit::One), "1e-9");
        assert_eq!(text(4.3, Unit::Millisecond), "4.3 ms");
        assert_eq!(text(75.6, Unit::Percent), "75.6%");
        assert_eq!(input_count(12_000), "12,000");
        assert_eq!(input_count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn shares_keep_every_digit() {
        let text = |share: &str| input_probability(share.parse().unwrap());
        assert_eq!(text("0.9999"), "99.99%");
        assert_eq!(text("0.5"), "50%");
        assert_eq!(text("0"), "0%");
        assert_eq!(text("1"), "100%");
        assert_eq!(text("0.005"), "0.5%");
    }
}
