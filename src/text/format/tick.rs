//! Short forms for the ticks of an axis.

use super::{Decimal, NO_NUMBER, Rounding, clock};
use crate::text::time_unit::{self, MINUTE, NANOSECOND, TimeUnit};
use crate::text::{Lang, Unit};

/// A number at a tick: `10 min`, `1 wk`, `99.9%`, `12,000`, `10⁶`.
#[must_use]
pub fn axis_tick(value: f64, unit: Unit, lang: Lang) -> String {
    if !value.is_finite() {
        return NO_NUMBER.to_owned();
    }
    match unit {
        Unit::Second => time_tick(value, lang),
        Unit::Ratio => {
            let share = Decimal::rounded(value, 12, Rounding::Nearest);
            format!("{}%", share.shifted(2).plain())
        }
        Unit::Millisecond => format!(
            "{} {}",
            number_tick(value),
            time_unit::MILLISECOND.short(lang)
        ),
        Unit::Percent => format!("{}%", number_tick(value)),
        Unit::Utc => clock(value),
        Unit::PerSecond | Unit::PerDay | Unit::Nines | Unit::Count | Unit::One | Unit::Year => {
            number_tick(value)
        }
    }
}

/// The largest unit in which the time is a whole number below 1,000, else the largest that it reaches.
fn time_tick(seconds: f64, lang: Lang) -> String {
    let size = seconds.abs();
    let in_unit = |unit: &TimeUnit| {
        let count = Decimal::rounded(size / unit.factor, 12, Rounding::Nearest);
        count.shifted(-unit.shift)
    };
    let is_whole = |count: &Decimal| {
        let digits = i32::try_from(count.digits().len()).unwrap_or(i32::MAX);
        (digits - 1..=2).contains(&count.exponent())
    };
    let mut units = time_unit::ALL.iter().map(|unit| (*unit, in_unit(unit)));
    let whole = units.clone().find(|(_, count)| is_whole(count));
    let reached = || units.find(|(_, count)| count.exponent() >= 0);
    let (unit, count) = match (size > 0.0).then(|| whole.or_else(reached)) {
        Some(Some((unit, count))) => (unit, count.to_f64()),
        Some(None) => (&NANOSECOND, size / 1e-9),
        None => (&time_unit::SECOND, 0.0),
    };
    let sign = if seconds < 0.0 { "−" } else { "" };
    let count = Decimal::rounded(count, 3, Rounding::Nearest);
    format!("{sign}{} {}", number(&count), short_name(unit, lang))
}

/// Chinese says 分 at a tick, where 分钟 would take room.
fn short_name(unit: &TimeUnit, lang: Lang) -> &'static str {
    match lang {
        Lang::Zh if std::ptr::eq(unit, &raw const MINUTE) => "分",
        _ => unit.short(lang),
    }
}

fn number_tick(value: f64) -> String {
    number(&Decimal::rounded(value, 12, Rounding::Nearest))
}

fn number(decimal: &Decimal) -> String {
    match decimal.exponent() {
        -4..=5 => decimal.plain(),
        _ if decimal.is_zero() => decimal.plain(),
        _ => decimal.power(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let cases = [
            (0.0, "0 s", "0 秒"),
            (1e-6, "1 µs", "1 微秒"),
            (0.25, "250 ms", "250 毫秒"),
            (1.0, "1 s", "1 秒"),
            (600.0, "10 min", "10 分"),
            (3600.0, "1 h", "1 小时"),
            (36_000.0, "10 h", "10 小时"),
            (360_000.0, "100 h", "100 小时"),
            (604_800.0, "1 wk", "1 周"),
            (6.0 * 604_800.0, "6 wk", "6 周"),
            (2_628_000.0, "1 mo", "1 个月"),
            (2_592_000.0, "30 d", "30 天"),
            (31_536_000.0, "1 y", "1 年"),
            (36e6, "1.14 y", "1.14 年"),
            (3.6e9, "114 y", "114 年"),
            (3.1536e13, "10⁶ y", "10⁶ 年"),
        ];
        for (seconds, en, zh) in cases {
            assert_eq!(axis_tick(seconds, Unit::Second, Lang::En), en);
            assert_eq!(axis_tick(seconds, Unit::Second, Lang::Zh), zh);
        }
    }

    #[test]
    fn other_units() {
        let tick = |value, unit| axis_tick(value, unit, Lang::En);
        assert_eq!(tick(0.999, Unit::Ratio), "99.9%");
        assert_eq!(tick(0.999_999_99, Unit::Ratio), "99.999999%");
        assert_eq!(tick(0.1 + 0.2, Unit::Ratio), "30%");
        assert_eq!(tick(12_000.0, Unit::Count), "12,000");
        assert_eq!(tick(250.0, Unit::Millisecond), "250 ms");
        assert_eq!(tick(75.0, Unit::Percent), "75%");
        assert_eq!(tick(1e6, Unit::Count), "10⁶");
        assert_eq!(tick(4.0, Unit::Nines), "4");
        assert_eq!(tick(0.000_02, Unit::One), "2 × 10⁻⁵");
    }
}
