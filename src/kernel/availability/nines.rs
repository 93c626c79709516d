//! Nines: how many nines an availability begins with, as a number.

use crate::error::{Defined, Undefined};
use crate::math;
use crate::quantity::Probability;

/// An unavailability above a power of ten by no more than this share of it is taken for the power: rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The number of nines of an availability, a pure number from 0: −log₁₀ U, where U is the unavailability.
///
/// Undefined, `never_down`, where U is 0. "Three and a half nines", 99.95 %, is a name: the number is 3.30103.
///
/// Accuracy: a whole number where U is the `f64` of a power of ten (0.999 has exactly 3); else an error of at most
/// 1e-15 relative, or absolute below 1.
///
/// ```
/// use outage_lab_kernel::availability::nines;
///
/// assert_eq!(nines(&"99.9%".parse()?), Ok(3.0));
/// # Ok::<(), outage_lab_kernel::quantity::ParseProbabilityError>(())
/// ```
pub fn nines(availability: &Probability) -> Defined {
    let unavailability = availability.complement();
    if unavailability == 0.0 {
        return Err(Undefined("never_down"));
    }
    Ok(0.0 - math::log10(unavailability))
}

/// How many whole nines an availability has: 3 for 99.95 %. `None` where it is exactly 1.
///
/// The largest k with U <= 10⁻ᵏ, by comparing with the power of ten, never by flooring a logarithm. Up to four units of
/// rounding above the power are forgiven.
///
/// ```
/// use outage_lab_kernel::availability::whole_nines;
///
/// assert_eq!(whole_nines(&"0.9995".parse()?), Some(3));
/// assert_eq!(whole_nines(&"0.99899".parse()?), Some(2));
/// # Ok::<(), outage_lab_kernel::quantity::ParseProbabilityError>(())
/// ```
#[must_use]
pub fn whole_nines(availability: &Probability) -> Option<u32> {
    let near = nines(availability).ok()?.round() as u32;
    let power = math::pow(10.0, -f64::from(near));
    let reached = availability.complement() <= power * (1.0 + ROUNDING);
    Some(if reached {
        near
    } else {
        near.saturating_sub(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn availability(text: &str) -> Probability {
        text.parse().unwrap()
    }

    /// Flooring −log10(1 − a) gives 1, 2 and 5 for 0.99, 0.999 and 0.999999.
    #[test]
    fn whole_numbers_of_nines_are_whole() {
        for (text, count) in [
            ("0", 0),
            ("0.9", 1),
            ("0.99", 2),
            ("0.999", 3),
            ("0.9999", 4),
            ("0.99999", 5),
            ("0.999999", 6),
        ] {
            assert_eq!(nines(&availability(text)), Ok(f64::from(count)), "{text}");
            assert_eq!(whole_nines(&availability(text)), Some(count), "{text}");
        }
    }

    #[test]
    fn every_power_of_ten_gives_a_whole_number() {
        for k in 0..=307 {
            let unavailability: f64 = format!("1e-{k}").parse().unwrap();
            let availability = Probability::from_complement(unavailability).unwrap();
            assert_eq!(nines(&availability), Ok(f64::from(k)));
            assert_eq!(whole_nines(&availability), Some(k));
        }
    }

    /// log₁₀ 2000 = 3.3010299956639812 (to 17 digits, by mpmath).
    #[test]
    fn three_and_a_half_nines_is_a_name() {
        let count = nines(&availability("99.95%")).unwrap();
        assert!((count - 3.301_029_995_663_981_2).abs() < 1e-15);
        assert_eq!(whole_nines(&availability("99.95%")), Some(3));
    }

    #[test]
    fn a_nine_short_of_the_power_is_not_counted() {
        assert_eq!(whole_nines(&availability("0.9989999999999")), Some(2));
        assert_eq!(whole_nines(&availability("0.89")), Some(0));
        assert_eq!(
            whole_nines(&Probability::from_complement(0.001_000_000_000_01).unwrap()),
            Some(2)
        );
        assert_eq!(
            whole_nines(&Probability::from_complement(0.000_999_999_999_999).unwrap()),
            Some(3)
        );
        assert_eq!(
            whole_nines(&Probability::from_complement(5e-324).unwrap()),
            Some(323)
        );
    }

    /// One minute in 90 days: 1 in 129,600, and log₁₀ 129600 = 5.112605001534574 (by mpmath).
    #[test]
    fn one_minute_in_ninety_days_is_not_perfect() {
        let availability = Probability::from_complement(1.0 / 129_600.0).unwrap();
        assert!((nines(&availability).unwrap() - 5.112_605_001_534_574).abs() < 1e-14);
        assert_eq!(whole_nines(&availability), Some(5));
        assert!(availability.to_string().starts_with("0.99999228395"));
    }

    #[test]
    fn exactly_one_has_no_number_of_nines() {
        assert_eq!(nines(&Probability::ONE), Err(Undefined("never_down")));
        assert_eq!(whole_nines(&Probability::ONE), None);
    }
}
