//! One typed number: sign, digits with a comma between thousands, fraction, exponent.

use super::Error;

/// Beyond this, no digits make the number one that fits.
const EXPONENT_MAX: i32 = 100_000;

/// ± `digits` × 10^`exponent`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    sign: Option<char>,
    digits: String,
    exponent: i32,
}

impl Number {
    pub(super) fn one() -> Number {
        Number {
            sign: None,
            digits: "1".to_owned(),
            exponent: 0,
        }
    }

    pub(super) fn is_signed(&self) -> bool {
        self.sign.is_some()
    }

    pub(super) fn is_negative(&self) -> bool {
        self.sign == Some('-')
    }

    fn is_zero(&self) -> bool {
        self.digits.bytes().all(|byte| byte == b'0')
    }

    /// Times 10 to the power of `places`.
    pub(super) fn shifted(mut self, places: i32) -> Number {
        self.exponent += places;
        self
    }

    /// The nearest `f64` to the number times 10 to the power of `places`.
    pub(super) fn to_f64(&self, places: i32) -> Result<f64, Error> {
        let sign = if self.is_negative() { "-" } else { "" };
        let text = format!("{sign}{}e{}", self.digits, self.exponent + places);
        let value: f64 = text.parse().map_err(|_| Error::NotANumber)?;
        if value.is_finite() && (value != 0.0 || self.is_zero()) {
            Ok(value)
        } else {
            Err(Error::Extreme)
        }
    }

    /// The number itself, if it is whole.
    pub(super) fn to_u64(&self) -> Result<u64, Error> {
        if self.is_zero() {
            return Ok(0);
        }
        if self.is_negative() {
            return Err(Error::NotACount);
        }
        let digits = self.digits.trim_start_matches('0');
        let whole = match usize::try_from(self.exponent) {
            Ok(zeros) if digits.len() + zeros <= 20 => format!("{digits}{}", "0".repeat(zeros)),
            Ok(_) => return Err(Error::CountTooLarge),
            Err(_) => {
                let dropped = usize::try_from(-self.exponent).unwrap_or(usize::MAX);
                let kept = digits.len().checked_sub(dropped).ok_or(Error::NotACount)?;
                let (whole, fraction) = digits.split_at(kept);
                if fraction.bytes().any(|byte| byte != b'0') || whole.is_empty() {
                    return Err(Error::NotACount);
                }
                whole.to_owned()
            }
        };
        whole.parse().map_err(|_| Error::CountTooLarge)
    }

    /// Decimal text with an exponent.
    pub(super) fn scientific(&self) -> Result<String, Error> {
        if self.is_negative() && !self.is_zero() {
            return Err(Error::NotAProbability);
        }
        Ok(format!("{}e{}", self.digits, self.exponent))
    }
}

/// Takes a number from the front of `text`; what is left begins with no space.
pub(super) fn take_number(text: &str) -> Result<(Number, &str), Error> {
    let sign = text.chars().next().filter(|c| "+-".contains(*c));
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text).trim_start();
    let (mantissa, rest) = split_while(unsigned, |c| c.is_ascii_digit() || ",.".contains(c));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if fraction.contains('.') || !mantissa.contains(|c: char| c.is_ascii_digit()) {
        return Err(Error::NotANumber);
    }
    if fraction.contains(',') || !thousands_apart(whole) {
        return Err(Error::Comma);
    }
    let (exponent, rest) = take_exponent(rest);
    let places = i32::try_from(fraction.len()).unwrap_or(i32::MAX);
    let number = Number {
        sign,
        digits: whole.replace(',', "") + fraction,
        exponent: exponent - places,
    };
    Ok((number, rest.trim_start()))
}

/// Whether commas, if there are any, part groups of three.
fn thousands_apart(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or("");
    let others: Vec<&str> = groups.collect();
    others.is_empty()
        || (1..=3).contains(&first.len()) && others.iter().all(|group| group.len() == 3)
}

/// `e` with digits behind it; an `e` of a unit stays where it is.
fn take_exponent(text: &str) -> (i32, &str) {
    let Some(behind) = text.strip_prefix('e') else {
        return (0, text);
    };
    let unsigned = behind.strip_prefix(['+', '-']).unwrap_or(behind);
    let (digits, rest) = split_while(unsigned, |c| c.is_ascii_digit());
    if digits.is_empty() {
        return (0, text);
    }
    let size = digits.parse().unwrap_or(EXPONENT_MAX).min(EXPONENT_MAX);
    let exponent = if behind.starts_with('-') { -size } else { size };
    (exponent, rest)
}

fn split_while(text: &str, keep: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !keep(c)).unwrap_or(text.len());
    text.split_at(end)
}
