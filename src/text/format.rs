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
pub use share::{availability, nines, nines_name, percent, whole_nines};
pub use tick::axis_tick;

use super::decimal::{Decimal, Rounding};
use super::time_unit::{DAY, HOUR, MINUTE, SECOND, TimeUnit};
use super::{Lang, Unit};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// What the unit suggests.
    #[default]
    Auto,
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
    pub const ALL: [(&'static str, Style); 10] = [
        ("auto", Style::Auto),
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
            Style::Auto | Style::Number | Style::Input => true,
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

    /// The text in the form asked for; in the form that its unit suggests where the two do not go together.
    #[must_use]
    pub fn styled(&self, style: Style, lang: Lang) -> String {
        let endless = matches!(style, Style::Nines | Style::Words) && self.is_whole_share();
        if !self.value.is_finite() || !style.suits(self.unit) || endless {
            return self.text(lang);
        }
        match style {
            Style::Auto => self.text(lang),
            Style::Days => in_unit(self.value, &DAY, lang),
            Style::Hours => in_unit(self.value, &HOUR, lang),
            Style::Minutes => in_unit(self.value, &MINUTE, lang),
            Style::Seconds => in_unit(self.value, &SECOND, lang),
            Style::Percent => percent(self.value, lang),
            Style::Nines => nines(self.number_of_nines(), lang),
            Style::Words => nines_name(self.whole_nines(), lang),
            Style::Number => number(self.value),
            Style::Input => input_text(self.value, self.unit, lang),
        }
    }

    fn number_of_nines(&self) -> f64 {
        match self.unit {
            Unit::Nines => self.value,
            _ => share::number_of_nines(self.share_complement()),
        }
    }

    fn whole_nines(&self) -> u32 {
        match self.unit {
            Unit::Nines => share::whole(self.value),
            _ => whole_nines(self.share_complement()),
        }
    }

    /// Whether it is all of something, whose nines have no end.
    fn is_whole_share(&self) -> bool {
        self.unit == Unit::Ratio && self.share_complement() <= 0.0
    }

    fn share_complement(&self) -> f64 {
        self.complement.unwrap_or(1.0 - self.value)
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
        (Unit::Ratio, _) => percent(value, lang),
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
        assert_eq!(text(f64::INFINITY, Unit::Second, Lang::En), "–");
    }

    #[test]
    fn styles() {
        let mttf = Amount::new(36.0e6, Unit::Second);
        assert_eq!(mttf.styled(Style::Hours, Lang::En), "10,000 h");
        assert_eq!(mttf.styled(Style::Hours, Lang::Zh), "10,000 小时");
        assert_eq!(mttf.styled(Style::Days, Lang::En), "417 d");
        assert_eq!(mttf.styled(Style::Percent, Lang::En), mttf.text(Lang::En));

        let share = Amount::new(0.999_9, Unit::Ratio).with_complement(Some(9.999e-5));
        assert_eq!(share.styled(Style::Words, Lang::En), "four nines");
        assert_eq!(share.styled(Style::Nines, Lang::Zh), "4.0 个 9");
        assert_eq!(share.text(Lang::Zh), "99.990%");
        let nines = Amount::new(2.999_999_999_999_999_6, Unit::Nines);
        assert_eq!(nines.styled(Style::Words, Lang::Zh), "三个 9");
    }

    #[test]
    fn every_style_has_a_word() {
        for (word, style) in Style::ALL {
            assert_eq!(Style::from_word(word), Some(style));
        }
        assert_eq!(Style::from_word("fortnights"), None);
    }
}
