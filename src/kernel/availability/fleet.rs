//! Many machines: failures come as often as there are machines.

use super::calendar::DAY_S;
use super::target;
use crate::error::{Defined, DomainError, positive};
use crate::quantity::Probability;

/// A fleet of equal machines in which the failure of any one counts as a failure of the system.
///
/// Assumes: machines fail independently, each with exponential times to failure; a failed machine is replaced at
/// once, that is, repair is short against the unit's MTTF; and there is no redundancy, which is what makes the
/// figures a worst case. Failures of the fleet are then a Poisson process of n times the unit's rate.
///
/// Reference: the least of n independent exponential times with mean m has mean m/n; S. M. Ross, *Introduction to
/// Probability Models*, 10th ed. (2010), 5.2.3.
///
/// ```
/// use outage_lab_kernel::availability::{Fleet, calendar::HOUR_S};
///
/// // One failure of a machine in ten years of 8760 h, and 120 machines: one in 730 h.
/// let fleet = Fleet::new(87_600.0 * HOUR_S, 120)?;
/// assert_eq!(fleet.system_mttf_s() / HOUR_S, 730.0);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fleet {
    system_mttf_s: f64,
}

impl Fleet {
    /// From the mean time to failure of one machine, in seconds, and the number of machines.
    ///
    /// # Errors
    /// `unit_mttf_s` is not above zero and finite, there are no machines, or MTTF by machines is too small for an
    /// `f64`.
    pub fn new(unit_mttf_s: f64, machines: u64) -> Result<Self, DomainError> {
        let unit_mttf_s = positive("unit_mttf_s", unit_mttf_s)?;
        let machines = positive("machines", machines as f64)?;
        Ok(Self {
            system_mttf_s: positive("system_mttf_s", unit_mttf_s / machines)?,
        })
    }

    /// Mean time between one failure in the fleet and the next, in seconds: unit MTTF/n.
    #[must_use]
    pub fn system_mttf_s(&self) -> f64 {
        self.system_mttf_s
    }

    /// Failures a day in the fleet: 86,400 s by the system's MTTF; `f64::MAX` where the quotient is beyond it.
    #[must_use]
    pub fn failures_per_day(&self) -> f64 {
        (DAY_S / self.system_mttf_s).min(f64::MAX)
    }

    /// The longest MTTR, in seconds, with which the fleet reaches the target availability, if it is down while any one
    /// machine is. Undefined as for [`mttr_needed_s`](super::mttr_needed_s).
    ///
    /// ```
    /// use outage_lab_kernel::availability::Fleet;
    ///
    /// // 99,990 s a machine and ten machines: 9,999 s between failures, and 1 s for four nines.
    /// assert_eq!(Fleet::new(99_990.0, 10)?.mttr_needed_s("0.9999".parse()?), Ok(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mttr_needed_s(&self, target: Probability) -> Defined {
        target::mttr_for(self.system_mttf_s, target)
    }
}

#[cfg(test)]
mod tests {
    use super::super::calendar::HOUR_S;
    use super::*;
    use crate::error::Undefined;

    /// Ten years of 8760 h a machine: 87,600 h by n, and a day of 24 h by that.
    #[test]
    fn ten_years_a_machine() {
        for (machines, system_mttf_h, failures_per_day) in [
            (1, 87_600.0, 24.0 / 87_600.0),
            (120, 730.0, 24.0 / 730.0),
            (12_000, 7.3, 24.0 / 7.3),
            (100_000, 0.876, 24.0 / 0.876),
        ] {
            let fleet = Fleet::new(87_600.0 * HOUR_S, machines).unwrap();
            assert!((fleet.system_mttf_s() / HOUR_S / system_mttf_h - 1.0).abs() < 1e-15);
            assert!((fleet.failures_per_day() / failures_per_day - 1.0).abs() < 1e-15);
        }
    }

    /// The course's figures, as printed: 4.38 min, 2.63 s and 0.32 s.
    #[test]
    fn four_nines_need_a_repair_that_no_person_can_do() {
        let four_nines = "99.99%".parse().unwrap();
        let mttr_s = |machines| {
            Fleet::new(87_600.0 * HOUR_S, machines)
                .unwrap()
                .mttr_needed_s(four_nines)
                .unwrap()
        };
        assert_eq!(format!("{:.2} min", mttr_s(120) / 60.0), "4.38 min");
        assert_eq!(format!("{:.2} s", mttr_s(12_000)), "2.63 s");
        assert_eq!(format!("{:.2} s", mttr_s(100_000)), "0.32 s");
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(Fleet::new(0.0, 1).unwrap_err().quantity, "unit_mttf_s");
        assert_eq!(Fleet::new(1.0, 0).unwrap_err().quantity, "machines");
        assert_eq!(
            Fleet::new(f64::from_bits(1), 10).unwrap_err().quantity,
            "system_mttf_s"
        );
    }

    #[test]
    fn targets_at_the_ends() {
        let fleet = Fleet::new(3600.0, 10).unwrap();
        assert_eq!(fleet.mttr_needed_s(Probability::ONE), Ok(0.0));
        assert_eq!(
            fleet.mttr_needed_s(Probability::ZERO),
            Err(Undefined("target_zero"))
        );
        assert_eq!(
            Fleet::new(f64::from_bits(1), 1).unwrap().failures_per_day(),
            f64::MAX
        );
    }
}
