//! Numbers in the form in which people read them, in either language.
//!
//! Three rules hold throughout. What is not zero never shows as 0, and what is not whole never as 100 %. A time is
//! rounded to the smallest unit shown before it is split, so no "60 s" is ever left over. Zeros at the end show that
//! digits were dropped: `30 days` is exact, `30.0 days` is not.

mod clock;
mod duration;
mod input;
mod share;
mod tick;

pub use clock::clock;
pub use duration::duration;
pub use input::{input_count, input_probability, input_text};
pub use share::{availability, nines, nines_name, percent};
pub use tick::axis_tick;

use super::decimal::{Decimal, Rounding};
use super::time_unit::{DAY, HOUR, MILLISECOND, MINUTE, SECOND, TimeUnit};
use super::{Lang, Unit};
use crate::kernel::availability as kernel;
use crate::kernel::quantity::Probability;

/// Between a number and its unit: narrow, and no place for a line to break.
const GAP: char = '\u{202f}';

/// What stands where there is no number to show.
const NO_NUMBER: &str = "–";

/// A number with its unit, and its complement where that is known better than by subtraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// The number.
    pub value: f64,
    /// 1 less the number, for a share near 1.
    pub complement: Option<f64>,
    /// Its unit.
    pub unit: Unit,
}

/// A form asked for in prose: `{repair_s|hours}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Days, whatever the length.
    Days,
    /// Hours, whatever the length.
    Hours,
    /// Minutes, whatever the length.
    Minutes,
    /// Seconds, whatever the length.
    Seconds,
    /// A percentage to three digits.
    Percent,
    /// "4.0 nines", of a share or of a number of nines.
    Nines,
    /// "four nines", of a share or of a number of nines.
    Words,
    /// The number without its unit.
    Number,
    /// Exactly, as in a number box.
    Input,
}

impl Style {
    /// Every style with the word for it in prose.
    pub const ALL: [(&'static str, Style); 9] = [
        ("days", Style::Days),
        ("hours", Style::Hours),
        ("minutes", Style::Minutes),
        ("seconds", Style::Seconds),
        ("percent", Style::Percent),
        ("nines", Style::Nines),
        ("words", Style::Words),
        ("number", Style::Number),
        ("input", Style::Input),
    ];

    /// The style that prose calls `word`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Style> {
        let named = |(name, style)| (name == word).then_some(style);
        Style::ALL.into_iter().find_map(named)
    }

    /// Whether a number of this unit can be shown so.
    #[must_use]
    pub fn suits(self, unit: Unit) -> bool {
        match self {
            Style::Number | Style::Input => true,
            Style::Days | Style::Hours | Style::Minutes | Style::Seconds => unit == Unit::Second,
            Style::Percent => unit == Unit::Ratio,
            Style::Nines | Style::Words => matches!(unit, Unit::Ratio | Unit::Nines),
        }
    }
}

impl Amount {
    /// A number with its unit.
    #[must_use]
    pub fn new(value: f64, unit: Unit) -> Amount {
        Amount {
            value,
            complement: None,
            unit,
        }
    }

    /// The same with its complement, if one is known.
    #[must_use]
    pub fn with_complement(self, complement: Option<f64>) -> Amount {
        Amount { complement, ..self }
    }

    /// The text in the form that its unit suggests.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self.complement {
            Some(complement) if self.unit == Unit::Ratio => availability(complement, lang),
            _ => quantity(self.value, self.unit, lang),
        }
    }

    /// The text in the form asked for; in the form that its unit suggests where none is, or where the two do not go
    /// together.
    #[must_use]
    pub fn styled(&self, style: Option<Style>, lang: Lang) -> String {
        let suits = |style: &Style| self.value.is_finite() && style.suits(self.unit);
        let styled = match style.filter(suits) {
            None => None,
            Some(Style::Days) => Some(in_unit(self.value, &DAY, lang)),
            Some(Style::Hours) => Some(in_unit(self.value, &HOUR, lang)),
            Some(Style::Minutes) => Some(in_unit(self.value, &MINUTE, lang)),
            Some(Style::Seconds) => Some(in_unit(self.value, &SECOND, lang)),
            Some(Style::Percent) => Some(percent(self.value, lang)),
            Some(Style::Nines) => self.nines().map(|count| nines(count, lang)),
            Some(Style::Words) => self.whole_nines().map(|count| nines_name(count, lang)),
            Some(Style::Number) => Some(number(self.value)),
            Some(Style::Input) => Some(input_text(self.value, self.unit, lang)),
        };
        styled.unwrap_or_else(|| self.text(lang))
    }

    /// Its nines; none for what is whole, as they have no end.
    fn nines(&self) -> Option<f64> {
        match self.unit {
            Unit::Nines => Some(self.value),
            _ => kernel::nines(&self.share()?).ok(),
        }
    }

    fn whole_nines(&self) -> Option<u32> {
        match self.unit {
            Unit::Nines => Some(share::whole(self.value)),
            _ => kernel::whole_nines(&self.share()?),
        }
    }

    fn share(&self) -> Option<Probability> {
        match self.complement {
            Some(complement) => Probability::from_complement(complement).ok(),
            None => Probability::from_value(self.value).ok(),
        }
    }
}

/// A number in the form that its unit suggests: `52 min 33 s`, `80.3 %`, `12,000`.
#[must_use]
pub fn quantity(value: f64, unit: Unit, lang: Lang) -> String {
    if !value.is_finite() {
        return NO_NUMBER.to_owned();
    }
    match (unit, lang) {
        (Unit::Second, _) => duration(value, lang),
        (Unit::PerSecond, Lang::En) => format!("{} per second", number(value)),
        (Unit::PerSecond, Lang::Zh) => format!("每秒 {} 次", number(value)),
        (Unit::PerDay, Lang::En) => format!("{} per day", number(value)),
        (Unit::PerDay, Lang::Zh) => format!("每天 {} 次", number(value)),
        (Unit::Millisecond, _) => format!("{} {}", number(value), MILLISECOND.short(lang)),
        (Unit::Ratio, _) => percent(value, lang),
        (Unit::Percent, _) => percent(value / 100.0, lang),
        (Unit::Nines, _) => nines(value, lang),
        (Unit::Count | Unit::One, _) => number(value),
        (Unit::Year, Lang::En) => format!("{} years", number(value)),
        (Unit::Year, Lang::Zh) => format!("{} 年", number(value)),
        (Unit::Utc, _) => clock(value),
    }
}

/// A pure number: whole ones in full, others to three digits, far ones as a power of ten.
#[must_use]
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return NO_NUMBER.to_owned();
    }
    let decimal = Decimal::rounded_whole(value, 3);
    match decimal.exponent() {
        -4..=11 => decimal.plain(),
        _ if decimal.is_zero() => decimal.plain(),
        _ => Decimal::rounded(value, 3, Rounding::Nearest).power(),
    }
}

/// A time in one unit: `10,000 h`.
fn in_unit(seconds: f64, unit: &TimeUnit, lang: Lang) -> String {
    format!("{} {}", number(seconds / unit.factor), unit.short(lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let cases = [
            (0.0, "0"),
            (12_000.0, "12,000"),
            (39.45, "39.5"),
            (99_990.4, "99,990"),
            (0.002_37, "0.00237"),
            (1.37e12, "1.37 × 10¹²"),
            (8.6e-6, "8.6 × 10⁻⁶"),
            (f64::NAN, "–"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn rates_and_counts() {
        let text = |value, unit, lang| quantity(value, unit, lang);
        assert_eq!(text(39.45, Unit::PerDay, Lang::En), "39.5 per day");
        assert_eq!(text(39.45, Unit::PerDay, Lang::Zh), "每天 39.5 次");
        assert_eq!(text(1200.0, Unit::PerSecond, Lang::Zh), "每秒 1,200 次");
        assert_eq!(text(12_000.0, Unit::Count, Lang::Zh), "12,000");
        assert_eq!(text(443.13, Unit::Millisecond, Lang::Zh), "443 毫秒");
        assert_eq!(text(75.59, Unit::Percent, Lang::Zh), "75.6%");
        assert_eq!(text(f64::INFINITY, Unit::Second, Lang::En), "–");
    }

    #[test]
    fn styles() {
        let mttf = Amount::new(36.0e6, Unit::Second);
        assert_eq!(mttf.styled(Some(Style::Hours), Lang::En), "10,000 h");
        assert_eq!(mttf.styled(Some(Style::Hours), Lang::Zh), "10,000 小时");
        assert_eq!(mttf.styled(Some(Style::Days), Lang::En), "417 d");
        assert_eq!(
            mttf.styled(Some(Style::Percent), Lang::En),
            mttf.text(Lang::En)
        );

        let share = Amount::new(0.999_9, Unit::Ratio).with_complement(Some(9.999e-5));
        assert_eq!(share.styled(Some(Style::Words), Lang::En), "four nines");
        assert_eq!(share.styled(Some(Style::Nines), Lang::Zh), "4.0 个 9");
        assert_eq!(share.text(Lang::Zh), "99.9900%");
        assert_eq!(share.styled(None, Lang::Zh), "99.9900%");
        let always = Amount::new(1.0, Unit::Ratio).with_complement(Some(0.0));
        assert_eq!(always.styled(Some(Style::Words), Lang::Zh), "100%");
        let nines = Amount::new(2.999_999_999_999_999_6, Unit::Nines);
        assert_eq!(nines.styled(Some(Style::Words), Lang::Zh), "三个 9");
    }

    #[test]
    fn every_style_has_a_word() {
        for (word, style) in Style::ALL {
            assert_eq!(Style::from_word(word), Some(style));
        }
        assert_eq!(Style::from_word("fortnights"), None);
    }
}
