//! Shares of one: percentages that keep their nines, and nines counted and named.

use super::{Decimal, GAP, NO_NUMBER, Rounding};
use crate::kernel::quantity::Probability;
use crate::text::Lang;

/// A percentage from what is missing to 100 %: `99.9900 %` for an unavailability of 9.999e-5.
///
/// The nines and the first three digits behind them, cut off and never rounded up, so that no target is shown as met
/// that is missed. A value that is exactly so much shows no more: 1e-4 is `99.99 %`, and 0 alone is `100 %`.
#[must_use]
pub fn availability(unavailability: f64, lang: Lang) -> String {
    if !unavailability.is_finite() {
        return NO_NUMBER.to_owned();
    }
    if unavailability >= 0.1 {
        let up = Decimal::rounded(1.0 - unavailability, 3, Rounding::TowardsZero);
        return with_sign(&up.shifted(2).plain(), lang);
    }
    let missing = Decimal::rounded(unavailability.max(0.0), 3, Rounding::AwayFromZero);
    with_sign(&hundred_less(&missing), lang)
}

/// 100 less a share of at most 0.1 and at most three digits, in percent.
///
/// With n zeros behind its point the share is 0.0…0d, and 1 less that is 0.9…9 with n nines, then what d lacks to the
/// next power of ten.
fn hundred_less(missing: &Decimal) -> String {
    let digits = missing.digits();
    if digits.is_empty() {
        return "100".to_owned();
    }
    let (lacking, whole) = digits.iter().fold((0, 1), |(number, power), digit| {
        (number * 10 + u32::from(*digit), power * 10)
    });
    let rest = format!("{:0width$}", whole - lacking, width = digits.len());
    let zeros = usize::try_from(-missing.exponent() - 1).unwrap_or(0);
    let digits = format!("{:0<2}", "9".repeat(zeros) + &rest);
    let (whole, fraction) = digits.split_at(2);
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{whole}{point}{fraction}")
}

/// A share as a percentage of three digits; near 100 % as [`availability`], so that it is never `100 %` unless whole.
#[must_use]
pub fn percent(value: f64, lang: Lang) -> String {
    if !value.is_finite() {
        return NO_NUMBER.to_owned();
    }
    if value > 0.99 && value < 1.0 {
        // The complement of its shortest decimal, without the noise of a subtraction.
        let complement = Probability::from_value(value).map(|share| share.complement());
        return availability(complement.unwrap_or(1.0 - value), lang);
    }
    let percent = Decimal::rounded(value, 3, Rounding::Nearest).shifted(2);
    let text = if percent.exponent() < -6 && !percent.is_zero() {
        percent.power()
    } else {
        percent.plain()
    };
    with_sign(&text, lang)
}

fn with_sign(number: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{number}{GAP}%"),
        Lang::Zh => format!("{number}%"),
    }
}

/// A number of nines: `4.0 nines`, cut off and never rounded up.
#[must_use]
pub fn nines(count: f64, lang: Lang) -> String {
    if !count.is_finite() {
        return NO_NUMBER.to_owned();
    }
    // A logarithm of an exact power of ten may fall short by its last bit.
    let tenths = (count * 10.0 + 1e-8).floor() / 10.0;
    match lang {
        Lang::En => format!("{tenths:.1} nines"),
        Lang::Zh => format!("{tenths:.1} 个 9"),
    }
}

/// A whole number of nines in words: "four nines"; from 13 on in digits.
#[must_use]
pub fn nines_name(count: u32, lang: Lang) -> String {
    const EN: [&str; 13] = [
        "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    const ZH: [&str; 13] = [
        "", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
    ];
    let words = match lang {
        Lang::En => EN,
        Lang::Zh => ZH,
    };
    let word = usize::try_from(count).ok().and_then(|at| words.get(at));
    match (count, word, lang) {
        (0, _, Lang::En) => "not one nine".to_owned(),
        (0, _, Lang::Zh) => "不到一个 9".to_owned(),
        (1, _, Lang::En) => "one nine".to_owned(),
        (_, Some(word), Lang::En) => format!("{word} nines"),
        (_, Some(word), Lang::Zh) => format!("{word}个 9"),
        (_, None, Lang::En) => format!("{count} nines"),
        (_, None, Lang::Zh) => format!("{count} 个 9"),
    }
}

/// The whole nines in a number of nines.
pub(super) fn whole(nines: f64) -> u32 {
    // A saturating cast; the small term is the last bit of a logarithm.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, and no nines are below 0"
    )]
    let whole = (nines + 1e-9).floor() as u32;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_of_ordinary_shares() {
        let cases = [
            (0.0, "0%"),
            (0.5, "50%"),
            (0.802_75, "80.3%"),
            (0.999_96, "99.996%"),
            (1.0, "100%"),
            (2.5, "250%"),
            (1e-4, "0.01%"),
            (9.999e-5, "0.0100%"),
            (1e-12, "10⁻¹⁰%"),
        ];
        for (value, text) in cases {
            assert_eq!(percent(value, Lang::Zh), text);
        }
        assert_eq!(percent(0.5, Lang::En), "50\u{202f}%");
    }

    #[test]
    fn availability_far_from_one() {
        let cases = [
            (1.0, "0%"),
            (0.5, "50%"),
            (0.333_333, "66.6%"),
            (0.1, "90%"),
        ];
        for (unavailability, text) in cases {
            assert_eq!(availability(unavailability, Lang::Zh), text);
        }
        assert_eq!(availability(0.090_909, Lang::Zh), "90.90%");
        assert_eq!(availability(0.05, Lang::Zh), "95%");
    }

    #[test]
    fn names_of_nines() {
        assert_eq!(nines_name(0, Lang::En), "not one nine");
        assert_eq!(nines_name(1, Lang::En), "one nine");
        assert_eq!(nines_name(2, Lang::Zh), "两个 9");
        assert_eq!(nines_name(12, Lang::En), "twelve nines");
        assert_eq!(nines_name(13, Lang::Zh), "13 个 9");
    }
}
