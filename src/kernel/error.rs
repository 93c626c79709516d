//! What goes wrong in the kernel: a caller's mistake, or a figure that does not exist.

use std::fmt;

/// A caller's mistake: a quantity outside the domain of the formula.
///
/// ```
/// use outage_lab_kernel::availability::Repairable;
///
/// let error = Repairable::new(-1.0, 60.0).unwrap_err();
/// assert_eq!(error.to_string(), "mttf_s is -1; allowed: > 0 and finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DomainError {
    /// The quantity by its name in the code, with the unit last: `mttf_s`.
    pub quantity: &'static str,
    /// What came.
    pub value: f64,
    /// What is allowed.
    pub allowed: Bound,
}

/// What a quantity may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// Above this number, and finite.
    Above(f64),
    /// This number or more, and finite.
    AtLeast(f64),
    /// This number or less.
    AtMost(f64),
    /// From the one number to the other, both ends included.
    Within(f64, f64),
    /// Less than another quantity.
    Below(&'static str),
    /// No less than another quantity.
    NotBelow(&'static str),
    /// At most so many times another quantity.
    NotAbove(f64, &'static str),
    /// What takes words, which are a programmer's: no such demand is left to a reader's inputs.
    Rule(&'static str),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Bound::Above(end) => write!(f, "> {end} and finite"),
            Bound::AtLeast(end) => write!(f, ">= {end} and finite"),
            Bound::AtMost(end) => write!(f, "<= {end}"),
            Bound::Within(lo, hi) => write!(f, "{lo} to {hi}"),
            Bound::Below(other) => write!(f, "< {other}"),
            Bound::NotBelow(other) => write!(f, ">= {other}"),
            Bound::NotAbove(1.0, other) => write!(f, "<= {other}"),
            Bound::NotAbove(times, other) => write!(f, "<= {times} {other}"),
            Bound::Rule(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is {}; allowed: {}",
            self.quantity, self.value, self.allowed
        )
    }
}

impl std::error::Error for DomainError {}

/// A figure that does not exist, with the key of the reason, such as `never_down`; people are told what a key
/// means elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined(pub &'static str);

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Undefined {}

/// A finite figure, or the reason why there is none.
pub type Defined = Result<f64, Undefined>;

/// The figure.
///
/// # Errors
/// `out_of_range` where it is too large for an `f64`, or not a number.
///
/// ```
/// use outage_lab_kernel::error::{Undefined, defined};
///
/// assert_eq!(defined(1.5), Ok(1.5));
/// assert_eq!(defined(1e300 * 1e300), Err(Undefined("out_of_range")));
/// ```
pub fn defined(figure: f64) -> Defined {
    if figure.is_finite() {
        Ok(figure)
    } else {
        Err(Undefined("out_of_range"))
    }
}

/// The value, if it is above zero and finite.
pub(crate) fn positive(quantity: &'static str, value: f64) -> Result<f64, DomainError> {
    let allowed = Bound::Above(0.0);
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(DomainError {
            quantity,
            value,
            allowed,
        })
    }
}

/// The value, if it is zero or above and finite.
pub(crate) fn non_negative(quantity: &'static str, value: f64) -> Result<f64, DomainError> {
    let allowed = Bound::AtLeast(0.0);
    if value >= 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(DomainError {
            quantity,
            value,
            allowed,
        })
    }
}

/// The value, if it is from 0 to 1.
pub(crate) fn share(quantity: &'static str, value: f64) -> Result<f64, DomainError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(DomainError {
        quantity,
        value,
        allowed: Bound::Within(0.0, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_what_came_and_what_is_allowed() {
        for (allowed, said) in [
            (Bound::Above(0.0), "> 0 and finite"),
            (Bound::AtLeast(1.0), ">= 1 and finite"),
            (Bound::AtMost(1e5), "<= 100000"),
            (Bound::Within(0.0, 0.9), "0 to 0.9"),
            (Bound::Below("slots"), "< slots"),
            (Bound::NotBelow("first_wait_s"), ">= first_wait_s"),
            (Bound::NotAbove(1.0, "lease_s"), "<= lease_s"),
            (Bound::NotAbove(500.0, "timeout_s"), "<= 500 timeout_s"),
            (Bound::Rule("a dependency"), "a dependency"),
        ] {
            let error = DomainError {
                quantity: "x",
                value: -1.0,
                allowed,
            };
            assert_eq!(error.to_string(), format!("x is -1; allowed: {said}"));
        }
    }

    #[test]
    fn the_checks_refuse_what_has_no_order_and_what_has_no_end() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
            assert!(positive("x", bad).is_err(), "{bad}");
            assert!(non_negative("x", bad).is_err(), "{bad}");
        }
        assert!(positive("x", 0.0).is_err());
        assert_eq!(non_negative("x", 0.0), Ok(0.0));
        assert_eq!(positive("x", 5e-324), Ok(5e-324));
        assert_eq!(defined(f64::INFINITY), Err(Undefined("out_of_range")));
    }
}
