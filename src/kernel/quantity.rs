//! Quantities that plain `f64` arithmetic spoils.

mod decimal;

use crate::error::{Bound, DomainError};
use decimal::UnitDecimal;
use std::fmt;
use std::str::FromStr;

/// A probability, or a share of time, held with its complement.
///
/// For an availability near 1 the figure that matters is the unavailability, and 1 − 0.9999 in `f64` is
/// 1.000000000000286e-4 rather than 1e-4. So both sides are kept, each the `f64` nearest to the decimal that was
/// read; the complement is taken digit by digit.
///
/// Accuracy: from text, both sides are correctly rounded. From an `f64` the shortest decimal that stands for it is
/// taken as meant: `from_value(0.9999)` has the complement 1e-4.
///
/// ```
/// use outage_lab_kernel::quantity::Probability;
///
/// let twelve_nines: Probability = "99.9999999999%".parse()?;
/// assert_eq!(twelve_nines.complement(), 1e-12);
/// assert_eq!(twelve_nines.to_string(), "0.999999999999");
/// # Ok::<(), outage_lab_kernel::quantity::ParseProbabilityError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    value: f64,
    complement: f64,
}

impl Probability {
    /// What never happens.
    pub const ZERO: Self = Self {
        value: 0.0,
        complement: 1.0,
    };
    /// What always happens.
    pub const ONE: Self = Self {
        value: 1.0,
        complement: 0.0,
    };

    /// The probability whose value is `value`, read as its shortest decimal.
    ///
    /// Prefer [`from_complement`](Self::from_complement) near 1, where `f64` is coarse: nothing between
    /// 1 − 1.1e-16 and 1 can be given here.
    ///
    /// # Errors
    /// Outside 0 to 1, or not a number.
    pub fn from_value(value: f64) -> Result<Self, DomainError> {
        Self::from_shortest(value).ok_or(DomainError {
            quantity: "probability",
            value,
            allowed: Bound::Within(0.0, 1.0),
        })
    }

    /// The probability whose complement is `complement`, read as its shortest decimal.
    ///
    /// ```
    /// use outage_lab_kernel::quantity::Probability;
    ///
    /// assert_eq!(Probability::from_complement(1e-20)?.to_string(), "0.99999999999999999999");
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// Outside 0 to 1, or not a number.
    pub fn from_complement(complement: f64) -> Result<Self, DomainError> {
        Self::from_shortest(complement)
            .map(Self::turned)
            .ok_or(DomainError {
                quantity: "complement of a probability",
                value: complement,
                allowed: Bound::Within(0.0, 1.0),
            })
    }

    /// The probability itself, from 0 to 1.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// 1 less the probability, from 0 to 1, without the loss of a subtraction.
    #[must_use]
    pub fn complement(&self) -> f64 {
        self.complement
    }

    /// The probability that it does not happen: value and complement change places.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            value: self.complement,
            complement: self.value,
        }
    }

    fn from_shortest(value: f64) -> Option<Self> {
        if !(0.0..=1.0).contains(&value) {
            return None;
        }
        Self::from_decimal(&UnitDecimal::shortest(value)?)
    }

    fn from_decimal(decimal: &UnitDecimal) -> Option<Self> {
        Some(Self {
            value: decimal.nearest()?,
            complement: decimal.complement().nearest()?,
        })
    }

    /// A decimal that reads back to both sides, found from the smaller one.
    ///
    /// The shortest decimal of the smaller side almost always does. It can miss only where 1 less the smaller side
    /// lies exactly half-way between two `f64`s, an odd multiple of 2⁻⁵⁴: a decimal just below or just above the
    /// smaller side then gives the larger side its neighbour.
    fn decimal(&self) -> Option<UnitDecimal> {
        let smaller = self.value.min(self.complement);
        let exact = UnitDecimal::exact(smaller, 54)?;
        let beside = (17..=36).flat_map(|places| {
            [
                exact.truncated(places),
                exact.complement().truncated(places).complement(),
            ]
        });
        std::iter::once(UnitDecimal::shortest(smaller)?)
            .chain(beside)
            .map(|decimal| {
                if self.value > self.complement {
                    decimal.complement()
                } else {
                    decimal
                }
            })
            .find(|decimal| Self::from_decimal(decimal) == Some(*self))
    }
}

/// Plain digits that read back to the same value and complement.
impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decimal() {
            Some(decimal) => f.pad(&decimal.text()),
            None => unreachable!("every probability comes from a decimal"),
        }
    }
}

/// Reads a decimal from 0 to 1 or a percentage, of any number of digits: "0.9999", "99.99%", "99.99 %", "1e-9".
impl FromStr for Probability {
    type Err = ParseProbabilityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        UnitDecimal::read(text)
            .and_then(|decimal| Self::from_decimal(&decimal))
            .ok_or_else(|| ParseProbabilityError {
                text: text.to_owned(),
            })
    }
}

/// Text that is not a probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseProbabilityError {
    /// What came.
    pub text: String,
}

impl ParseProbabilityError {
    /// What is allowed.
    pub const ALLOWED: &'static str = "a decimal from 0 to 1, or a percentage from 0% to 100%";
}

impl fmt::Display for ParseProbabilityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "probability is {:?}; allowed: {}",
            self.text,
            Self::ALLOWED
        )
    }
}

impl std::error::Error for ParseProbabilityError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    fn read(text: &str) -> Probability {
        text.parse().unwrap()
    }

    #[test]
    fn both_sides_are_the_nearest() {
        for (text, value, complement) in [
            ("0.9999", 0.9999, 1e-4),
            ("99.99%", 0.9999, 1e-4),
            ("99.99 %", 0.9999, 1e-4),
            ("0.999999999999", 0.999_999_999_999, 1e-12),
            ("0.43", 0.43, 0.57),
            ("0.57", 0.57, 0.43),
            ("1e-9", 1e-9, 0.999_999_999),
            ("1", 1.0, 0.0),
            ("0", 0.0, 1.0),
        ] {
            let probability = read(text);
            assert_eq!(
                (probability.value(), probability.complement()),
                (value, complement),
                "{text}"
            );
        }
    }

    /// In plain `f64` 1 − 0.9999 is 1.000000000000286e-4, and 1 − 0.43 is 0.5700000000000001.
    #[test]
    fn a_number_is_read_as_its_shortest_decimal() {
        assert_eq!(Probability::from_value(0.9999).unwrap(), read("0.9999"));
        assert_eq!(Probability::from_value(0.43).unwrap(), read("0.43"));
        assert_eq!(Probability::from_complement(1e-4).unwrap(), read("0.9999"));
        assert_eq!(Probability::from_value(0.0).unwrap(), Probability::ZERO);
        assert_eq!(Probability::from_value(-0.0).unwrap(), Probability::ZERO);
        assert_eq!(Probability::from_complement(0.0).unwrap(), Probability::ONE);
        assert_eq!(Probability::from_value(1.0).unwrap(), Probability::ONE);
    }

    /// 0.99996 must never be told as 1; two zones of 0.9995 give 0.99999975, an exact product of complements.
    #[test]
    fn only_one_is_told_as_one() {
        assert_eq!(read("0.99996").to_string(), "0.99996");
        assert_eq!(
            Probability::from_complement(0.0005 * 0.0005)
                .unwrap()
                .to_string(),
            "0.99999975"
        );
        let hardly_less = Probability::from_complement(f64::from_bits(1)).unwrap();
        assert_eq!(hardly_less.to_string(), format!("0.{}5", "9".repeat(323)));
        assert_eq!(read(&hardly_less.to_string()), hardly_less);
        assert_eq!(read("100%").to_string(), "1");
        assert!("1e-330".parse::<Probability>().is_err());
        assert!(
            format!("0.{}", "9".repeat(330))
                .parse::<Probability>()
                .is_err()
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            "99.99".parse::<Probability>().unwrap_err().to_string(),
            "probability is \"99.99\"; allowed: a decimal from 0 to 1, or a percentage from 0% to 100%"
        );
        assert_eq!(
            Probability::from_value(1.5).unwrap_err().to_string(),
            "probability is 1.5; allowed: 0 to 1"
        );
        assert!(Probability::from_value(f64::NAN).is_err());
        assert!(Probability::from_complement(-1e-9).is_err());
    }

    /// Random digits after a random run of zeros or nines, up to 40 places. The standard library's reading of a decimal
    /// is correctly rounded, and is used for the side that the text shows.
    #[test]
    fn decimal_text_is_rounded_correctly_and_read_back() {
        let mut stream = Stream::new(1, "decimal texts");
        for _ in 0..20_000 {
            let run = ["", "0", "9"][stream.below(3) as usize].repeat(stream.below(20) as usize);
            let places = 1 + stream.below(20);
            let digits: String = (0..places).map(|_| stream.below(10).to_string()).collect();
            let text = format!("0.{run}{digits}");
            let nines: String = text
                .bytes()
                .skip(2)
                .map(|digit| char::from(b'0' + b'9' - digit))
                .collect();

            let probability = read(&text);
            assert_eq!(probability.value(), text.parse::<f64>().unwrap(), "{text}");
            // Every digit from 9, then sixty nines: the complement but for 10⁻⁶⁰ of its last place.
            let nearly: f64 = format!("0.{nines}{}", "9".repeat(60)).parse().unwrap();
            assert_eq!(probability.complement(), nearly, "{text}");
            assert_eq!(read(&probability.to_string()), probability, "{text}");
            assert_eq!(
                read(&probability.turned().to_string()),
                probability.turned(),
                "{text}"
            );
        }
    }

    /// 1 − 3·2⁻⁵⁴ lies half-way between two `f64`s, so that the larger side has two possible neighbours.
    #[test]
    fn the_larger_side_is_kept_where_the_smaller_one_cannot_tell() {
        let tie = 3.0 / (1_u64 << 54) as f64;
        let exact = format!("{tie:.54}");
        let below = format!("{}4", &exact[..exact.len() - 1]);
        let above = format!("{}6", &exact[..exact.len() - 1]);
        let (below, above) = (read(&below), read(&above));
        assert_eq!((below.value(), above.value()), (tie, tie));
        assert!(below.complement() > above.complement());
        for probability in [below, above, read(&exact), below.turned(), above.turned()] {
            assert_eq!(read(&probability.to_string()), probability);
        }
    }

    #[test]
    fn an_f64_keeps_its_value() {
        let mut stream = Stream::new(2, "values");
        for _ in 0..20_000 {
            let value = stream.uniform();
            assert_eq!(Probability::from_value(value).unwrap().value(), value);
            assert_eq!(
                Probability::from_complement(value).unwrap().complement(),
                value
            );
        }
    }
}
