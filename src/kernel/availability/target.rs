//! The two questions backwards: what repair, or what reliability, a target availability needs.

use crate::error::{Defined, DomainError, Undefined, defined, non_negative, positive};
use crate::quantity::Probability;

/// The longest MTTR, in seconds, with which a given MTTF reaches the target availability: MTTF·(1 − A)/A.
///
/// At a target of exactly 1 it is 0. At a target of 0 any MTTR will do, so it is undefined, `target_zero`; and
/// `out_of_range` where it is too large for an `f64`.
///
/// Accuracy: a relative error of at most 1e-15; the complement comes with the target and is not subtracted.
///
/// ```
/// use outage_lab_kernel::availability::mttr_needed_s;
///
/// // Up for 9,999 s and down for 1 s is four nines.
/// assert_eq!(mttr_needed_s(9_999.0, "99.99%".parse()?)?, Ok(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `mttf_s` is not above zero and finite.
pub fn mttr_needed_s(mttf_s: f64, target: Probability) -> Result<Defined, DomainError> {
    Ok(mttr_for(positive("mttf_s", mttf_s)?, target))
}

/// [`mttr_needed_s`] for an MTTF that is known to be one.
pub(super) fn mttr_for(mttf_s: f64, target: Probability) -> Defined {
    if target == Probability::ZERO {
        return Err(Undefined("target_zero"));
    }
    defined(mttf_s * target.complement() / target.value())
}

/// The shortest MTTF, in seconds, with which a given MTTR reaches the target availability: MTTR·A/(1 − A).
///
/// 0 means that any MTTF will do: the repair takes no time, or the target is 0. At a target of exactly 1 and a repair
/// that takes time none is long enough: undefined, `no_finite_mttf`; and `out_of_range` where it is too large for an
/// `f64`.
///
/// Accuracy: as [`mttr_needed_s`].
///
/// ```
/// use outage_lab_kernel::availability::mttf_needed_s;
///
/// assert_eq!(mttf_needed_s(1.0, "99.99%".parse()?)?, Ok(9_999.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `mttr_s` is not zero or above and finite.
pub fn mttf_needed_s(mttr_s: f64, target: Probability) -> Result<Defined, DomainError> {
    let mttr_s = non_negative("mttr_s", mttr_s)?;
    if mttr_s == 0.0 {
        return Ok(Ok(0.0));
    }
    if target == Probability::ONE {
        return Ok(Err(Undefined("no_finite_mttf")));
    }
    Ok(defined(mttr_s * target.value() / target.complement()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_of_one() {
        assert_eq!(mttr_needed_s(3600.0, Probability::ONE), Ok(Ok(0.0)));
        assert_eq!(
            mttf_needed_s(3600.0, Probability::ONE),
            Ok(Err(Undefined("no_finite_mttf")))
        );
        assert_eq!(mttf_needed_s(0.0, Probability::ONE), Ok(Ok(0.0)));
    }

    #[test]
    fn a_target_of_zero() {
        assert_eq!(
            mttr_needed_s(3600.0, Probability::ZERO),
            Ok(Err(Undefined("target_zero")))
        );
        assert_eq!(mttf_needed_s(3600.0, Probability::ZERO), Ok(Ok(0.0)));
    }

    /// A target whose value rounds to 1 is not a target of 1: twenty nines need 1e-20 of the MTTF.
    #[test]
    fn a_target_nearer_to_one_than_an_f64_can_tell() {
        let twenty_nines = "0.99999999999999999999".parse().unwrap();
        assert_eq!(mttr_needed_s(1e20, twenty_nines), Ok(Ok(1.0)));
        assert_eq!(mttf_needed_s(1.0, twenty_nines), Ok(Ok(1e20)));
    }

    #[test]
    fn beyond_the_number_line() {
        let hardly_ever = Probability::from_value(1e-320).unwrap();
        assert_eq!(
            mttr_needed_s(1.0, hardly_ever),
            Ok(Err(Undefined("out_of_range")))
        );
        assert_eq!(
            mttf_needed_s(1.0, hardly_ever.turned()),
            Ok(Err(Undefined("out_of_range")))
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            mttr_needed_s(0.0, Probability::ONE).unwrap_err().quantity,
            "mttf_s"
        );
        assert_eq!(
            mttf_needed_s(-1.0, Probability::ONE).unwrap_err().quantity,
            "mttr_s"
        );
    }
}
