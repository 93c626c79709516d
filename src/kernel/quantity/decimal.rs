//! Decimal numbers from 0 to 1 as their digits, so that 1 less such a number is exact.

/// More zeros than this after the point, and the number is zero to an `f64` (whose least is 5e-324).
const LEADING_ZEROS_MAX: i64 = 400;

/// A decimal number from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnitDecimal {
    is_one: bool,
    /// The digits after the point, 0 to 9, without zeros at the end.
    fraction: Vec<u8>,
}

impl UnitDecimal {
    /// Reads "0.9999", "99.99%", "99.99 %", "1", "1e-9"; `None` for anything else or a number outside 0 to 1.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (number, percent_places) = match text.strip_suffix(['%', '％']) {
            Some(number) => (number.trim_end(), 2),
            None => (text, 0),
        };
        let (mantissa, exponent) = match number.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (number, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole
            .bytes()
            .chain(fraction.bytes())
            .map(digit)
            .collect::<Option<_>>()?;
        if digits.is_empty() {
            return None;
        }
        let point = i64::try_from(whole.len()).ok()? + i64::from(exponent) - percent_places;
        Self::from_digits(&digits, point)
    }

    /// The shortest decimal that reads as `value`, which must be from 0 to 1.
    pub(super) fn shortest(value: f64) -> Option<Self> {
        Self::read(&value.abs().to_string())
    }

    /// The exact decimal of `value`, as far as the given number of places.
    pub(super) fn exact(value: f64, places: usize) -> Option<Self> {
        Self::read(&format!("{value:.places$}"))
    }

    /// The number 0.d₁d₂d₃… × 10^`point`.
    fn from_digits(digits: &[u8], point: i64) -> Option<Self> {
        let significant: Vec<u8> = digits
            .iter()
            .copied()
            .skip_while(|&digit| digit == 0)
            .collect();
        let leading_zeros = i64::try_from(digits.len() - significant.len()).ok()? - point;
        match trimmed(significant).as_slice() {
            [] => Some(Self {
                is_one: false,
                fraction: Vec::new(),
            }),
            [1] if leading_zeros == -1 => Some(Self {
                is_one: true,
                fraction: Vec::new(),
            }),
            significant if (0..=LEADING_ZEROS_MAX).contains(&leading_zeros) => {
                let zeros = usize::try_from(leading_zeros).ok()?;
                Some(Self {
                    is_one: false,
                    fraction: [&vec![0; zeros], significant].concat(),
                })
            }
            _ => None,
        }
    }

    /// 1 less this number, exactly: every digit taken from 9, the last from 10.
    pub(super) fn complement(&self) -> Self {
        let mut fraction: Vec<u8> = self.fraction.iter().map(|digit| 9 - digit).collect();
        match fraction.last_mut() {
            Some(last) => *last += 1,
            None => {
                return Self {
                    is_one: !self.is_one,
                    fraction,
                };
            }
        }
        Self {
            is_one: false,
            fraction,
        }
    }

    /// The number cut off after so many places.
    pub(super) fn truncated(&self, places: usize) -> Self {
        let kept = self.fraction.iter().copied().take(places).collect();
        Self {
            is_one: self.is_one,
            fraction: trimmed(kept),
        }
    }

    /// The nearest `f64`; `None` where a number above zero is nearest to zero.
    pub(super) fn nearest(&self) -> Option<f64> {
        let value: f64 = self.text().parse().ok()?;
        (value > 0.0 || self.fraction.is_empty()).then_some(value)
    }

    /// The number in plain digits: "0", "0.9999", "1".
    pub(super) fn text(&self) -> String {
        let whole = if self.is_one { "1" } else { "0" };
        let point = if self.fraction.is_empty() { "" } else { "." };
        let fraction = self.fraction.iter().map(|&digit| char::from(b'0' + digit));
        whole.chars().chain(point.chars()).chain(fraction).collect()
    }
}

fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// The digits without zeros at the end.
fn trimmed(mut digits: Vec<u8>) -> Vec<u8> {
    let kept = digits
        .iter()
        .rposition(|&digit| digit != 0)
        .map_or(0, |last| last + 1);
    digits.truncate(kept);
    digits
}

#[cfg(test)]
mod tests {
    use super::UnitDecimal;

    fn text(input: &str) -> Option<String> {
        UnitDecimal::read(input).map(|decimal| decimal.text())
    }

    #[test]
    fn forms_of_the_same_number() {
        for form in [
            "0.9995",
            "99.95%",
            " 99.95 % ",
            "99.95％",
            "0.99950",
            "9.995e-1",
            "00.9995",
            ".9995",
            "9995E-4",
        ] {
            assert_eq!(text(form).as_deref(), Some("0.9995"), "{form}");
        }
        for form in ["1", "1.000", "100%", "100.0 %", "1e0", "0.1e1", "10e-1"] {
            assert_eq!(text(form).as_deref(), Some("1"), "{form}");
        }
        for form in ["0", "0.000", "0%", "0e99", "0."] {
            assert_eq!(text(form).as_deref(), Some("0"), "{form}");
        }
    }

    #[test]
    fn not_a_probability() {
        for form in [
            "",
            ".",
            "%",
            "-0.1",
            "+0.1",
            "1.0001",
            "99.95",
            "101%",
            "1e1",
            "2",
            "NaN",
            "inf",
            "0,5",
            "0.5.1",
            "1e",
            "e-3",
            "1e-999999",
            "1e99999999999",
            "0.5%%",
            "0x1",
            "０.5",
        ] {
            assert_eq!(text(form), None, "{form}");
        }
    }

    #[test]
    fn the_complement_is_exact() {
        for (number, complement) in [
            ("0", "1"),
            ("1", "0"),
            ("0.5", "0.5"),
            ("0.9", "0.1"),
            ("0.999999999999", "0.000000000001"),
            ("0.07", "0.93"),
        ] {
            let decimal = UnitDecimal::read(number).unwrap();
            assert_eq!(decimal.complement().text(), complement);
            assert_eq!(decimal.complement().complement(), decimal);
        }
    }

    #[test]
    fn a_number_that_an_f64_takes_for_zero_is_refused() {
        assert_eq!(UnitDecimal::read("1e-330").unwrap().nearest(), None);
        assert_eq!(UnitDecimal::read("5e-324").unwrap().nearest(), Some(5e-324));
    }
}
