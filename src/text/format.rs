//! Numbers for people.

use super::{Lang, Unit};

const DURATIONS: [(f64, &str, &str); 7] = [
    (31_536_000.0, "y", "年"),
    (2_628_000.0, "mo", "个月"),
    (604_800.0, "wk", "周"),
    (86_400.0, "d", "天"),
    (3_600.0, "h", "小时"),
    (60.0, "min", "分钟"),
    (1.0, "s", "秒"),
];

/// A number beside an axis: short, in the unit that fits.
#[must_use]
pub fn axis_tick(value: f64, unit: Unit, lang: Lang) -> String {
    match unit {
        Unit::Second => duration(value, lang),
        Unit::Ratio => format!("{}%", plain(value * 100.0)),
        _ => plain(value),
    }
}

/// A number in running text, in the form of its unit.
#[must_use]
pub fn quantity(value: f64, unit: Unit, lang: Lang) -> String {
    match unit {
        Unit::PerSecond => format!("{}/s", plain(value)),
        _ => axis_tick(value, unit, lang),
    }
}

fn duration(seconds: f64, lang: Lang) -> String {
    let size = seconds.abs();
    let (scale, en, zh) = DURATIONS
        .into_iter()
        .find(|(scale, _, _)| size >= *scale && (size / scale).fract() < 1e-9)
        .unwrap_or(if size >= 60.0 {
            (60.0, "min", "分钟")
        } else if size >= 1.0 || size == 0.0 {
            (1.0, "s", "秒")
        } else if size >= 1e-3 {
            (1e-3, "ms", "毫秒")
        } else {
            (1e-6, "µs", "微秒")
        });
    let word = if lang == Lang::Zh { zh } else { en };
    format!("{} {word}", plain(seconds / scale))
}

fn plain(value: f64) -> String {
    let rounded = format!("{value:.9}")
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned();
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e9).contains(&size) {
        return format!("{value:e}");
    }
    let (whole, rest) = rounded.split_at(rounded.find('.').unwrap_or(rounded.len()));
    let digits = whole.trim_start_matches('-');
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if whole.starts_with('-') { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}
