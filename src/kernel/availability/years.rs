//! Single years of a system that fails and is repaired: what a mean of 52 minutes a year looks like.

use crate::error::DomainError;
use crate::math;
use crate::rng::Stream;

use super::{Cycles, Repairable};

/// How long a repair takes, about its mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RepairTime {
    /// Always the mean.
    Fixed,
    /// Exponential: as if repair could end at any moment.
    Exponential,
    /// Log-normal with a coefficient of variation (standard deviation over mean): many short
    /// repairs, a few very long ones.
    LogNormal {
        /// Coefficient of variation, above 0.
        cv: f64,
    },
}

/// A run over consecutive years, year by year.
///
/// Up times are exponential with mean MTTF (memoryless failures), repairs independent with mean MTTR:
/// an alternating renewal process. The run begins up. An outage that crosses a new year is split
/// between the years that it touches, so the yearly downtimes add up to the whole.
///
/// Source: S. M. Ross, *Introduction to Probability Models*, 11th ed., 2014, section 7.5.1.
#[derive(Clone, Debug)]
pub struct Years {
    system: Repairable,
    repair: RepairTime,
    year_s: f64,
    up_times: Stream,
    repairs: Stream,
    /// The up time of the present cycle, and its repair once it has failed.
    cycle_s: (f64, f64),
    cycles: Cycles,
    /// Time since the present year began.
    clock_s: f64,
    /// What is left of an outage that began in an earlier year.
    outage_left_s: f64,
    /// When the next failure comes, since the present year began.
    next_failure_s: f64,
}

/// One year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YearRecord {
    /// Time down in it, in seconds.
    pub downtime_s: f64,
    /// Failures that began in it.
    pub failures: u64,
}

impl Years {
    /// A run of `system` over years of `year_s` seconds.
    ///
    /// Up times and repairs draw from streams of their own, so that another repair time leaves the
    /// failures as they were.
    ///
    /// # Errors
    /// `year_s` or the coefficient of variation is not positive and finite.
    pub fn new(
        system: Repairable,
        repair: RepairTime,
        year_s: f64,
        seed: u64,
    ) -> Result<Years, DomainError> {
        crate::error::positive("year_s", year_s)?;
        if let RepairTime::LogNormal { cv } = repair {
            crate::error::positive("repair_cv", cv)?;
        }
        let mut up_times = Stream::new(seed, "up_times");
        let next_failure_s = up_times.exponential(system.failure_rate_per_s());
        Ok(Years {
            system,
            repair,
            year_s,
            up_times,
            repairs: Stream::new(seed, "repairs"),
            cycle_s: (next_failure_s, 0.0),
            cycles: Cycles::default(),
            clock_s: 0.0,
            outage_left_s: 0.0,
            next_failure_s,
        })
    }

    /// The next year.
    pub fn next_year(&mut self) -> YearRecord {
        let mut record = YearRecord {
            downtime_s: 0.0,
            failures: 0,
        };
        loop {
            if self.outage_left_s > 0.0 {
                let here_s = self.outage_left_s.min(self.year_s - self.clock_s);
                record.downtime_s += here_s;
                self.outage_left_s -= here_s;
                self.clock_s += here_s;
                if self.outage_left_s > 0.0 {
                    break;
                }
                self.end_cycle();
            }
            if self.next_failure_s >= self.year_s {
                self.next_failure_s -= self.year_s;
                break;
            }
            self.clock_s = self.next_failure_s;
            self.outage_left_s = self.draw_repair_s();
            self.cycle_s.1 = self.outage_left_s;
            record.failures += 1;
            if self.outage_left_s == 0.0 {
                self.end_cycle();
            }
        }
        self.clock_s = 0.0;
        record
    }

    /// The cycles that have ended, each an up time and a repair.
    #[must_use]
    pub fn cycles(&self) -> &Cycles {
        &self.cycles
    }

    fn end_cycle(&mut self) {
        self.cycles.add(self.cycle_s.0, self.cycle_s.1);
        self.cycle_s.0 = self.draw_up_time_s();
        self.next_failure_s = self.clock_s + self.cycle_s.0;
    }

    fn draw_up_time_s(&mut self) -> f64 {
        self.up_times.exponential(self.system.failure_rate_per_s())
    }

    fn draw_repair_s(&mut self) -> f64 {
        let mean_s = self.system.mttr_s();
        match self.repair {
            RepairTime::Fixed => mean_s,
            RepairTime::Exponential if mean_s == 0.0 => 0.0,
            RepairTime::Exponential => mean_s * self.repairs.exponential(1.0),
            RepairTime::LogNormal { cv } => {
                // ln X is normal with variance ln(1 + cv²); its mean makes E X the MTTR.
                let variance = math::ln_1p(cv * cv);
                mean_s * math::exp(variance.sqrt() * self.repairs.normal() - variance / 2.0)
            }
        }
    }
}

/// The chance that a whole year passes without an outage, for a year that begins at any moment of a
/// long run: the system is up at its start and does not fail in it.
///
/// A · exp(−T / MTTF), with A the availability and T the year. It does not depend on how repair times
/// are spread. Exact for exponential up times.
///
/// ```
/// use outage_lab_kernel::availability::{Repairable, quiet_year_probability};
///
/// // MTTF of one year, repairs that take no time: 1/e.
/// let system = Repairable::new(31_536_000.0, 0.0)?;
/// assert!((quiet_year_probability(&system, 31_536_000.0) - 0.367_879_441_171_442_3).abs() < 1e-15);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[must_use]
pub fn quiet_year_probability(system: &Repairable, year_s: f64) -> f64 {
    system.availability().value() * math::exp(-year_s / system.mttf_s())
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR_S: f64 = 31_536_000.0;

    fn run(repair: RepairTime, seed: u64, years: usize) -> Vec<YearRecord> {
        let system = Repairable::new(YEAR_S / 10.0, 36_000.0).unwrap();
        let mut run = Years::new(system, repair, YEAR_S, seed).unwrap();
        (0..years).map(|_| run.next_year()).collect()
    }

    #[test]
    fn fixed_repairs_make_each_year_a_multiple_of_the_mean_but_for_outages_across_new_year() {
        let years = run(RepairTime::Fixed, 7, 400);
        let failures: u64 = years.iter().map(|year| year.failures).sum();
        let down_s: f64 = years.iter().map(|year| year.downtime_s).sum();
        // Only the outage that is still open at the end may be missing from the sum.
        let whole_s = 36_000.0 * failures as f64;
        assert!(down_s <= whole_s + 1e-3 && down_s > whole_s - 36_000.0 - 1e-3);
    }

    #[test]
    fn another_repair_time_leaves_the_failures_as_they_were() {
        // Fixed and log-normal differ in every repair; the first up time is the same draw.
        let first = |repair| run(repair, 11, 1)[0];
        let (fixed, spread) = (
            first(RepairTime::Fixed),
            first(RepairTime::LogNormal { cv: 2.0 }),
        );
        assert!(fixed.downtime_s != spread.downtime_s);
        assert!(fixed.failures.abs_diff(spread.failures) <= 1);
    }

    #[test]
    fn an_outage_longer_than_years_fills_them() {
        let system = Repairable::new(1.0, 3.5 * YEAR_S).unwrap();
        let mut run = Years::new(system, RepairTime::Fixed, YEAR_S, 1).unwrap();
        let years: Vec<_> = (0..3).map(|_| run.next_year()).collect();
        assert!(years[0].downtime_s > YEAR_S - 60.0);
        assert_eq!(
            years[1],
            YearRecord {
                downtime_s: YEAR_S,
                failures: 0
            }
        );
        assert_eq!(years[2].downtime_s, YEAR_S);
    }

    /// The mean over many years against U · T: of 200 intervals, nominally 95 %, between 90 and 98 in a hundred hold the
    /// truth, be outages short or long against a year. With 25 cycles of two hundred years, or repairs that spread
    /// widely, it is a few less.
    #[test]
    fn the_interval_of_the_mean_covers_the_theory() {
        const SEEDS: u64 = 200;
        for (mttf_years, mttr_years, repair, run_years, least) in [
            (0.1, 0.001, RepairTime::Fixed, 400, 0.90),
            (0.1, 0.001, RepairTime::Exponential, 400, 0.90),
            (0.1, 0.001, RepairTime::LogNormal { cv: 1.0 }, 400, 0.90),
            (10.0, 10.0, RepairTime::Exponential, 5_000, 0.90),
            (10.0, 10.0, RepairTime::Fixed, 5_000, 0.90),
            (10.0, 1.0, RepairTime::LogNormal { cv: 1.5 }, 5_000, 0.90),
            (100.0, 100.0, RepairTime::Exponential, 5_000, 0.87),
        ] {
            let system = Repairable::new(mttf_years * YEAR_S, mttr_years * YEAR_S).unwrap();
            let truth = mttr_years / (mttf_years + mttr_years);
            let run_s = YEAR_S * f64::from(run_years);
            let held = (0..SEEDS)
                .filter(|seed| {
                    let mut run = Years::new(system, repair, YEAR_S, 1_000 + seed).unwrap();
                    let down_s: f64 = (0..run_years).map(|_| run.next_year().downtime_s).sum();
                    let half_width = run.cycles().unavailability_half_width(run_s).unwrap();
                    (down_s / run_s - truth).abs() <= half_width
                })
                .count();
            let share = held as f64 / SEEDS as f64;
            assert!(
                (least..=0.98).contains(&share),
                "{mttf_years} {repair:?}: {share}"
            );
        }
    }

    /// A repair of 3.5 years is one cycle when it ends, and none before.
    #[test]
    fn few_cycles_give_no_interval() {
        let system = Repairable::new(1.0, 3.5 * YEAR_S).unwrap();
        let mut run = Years::new(system, RepairTime::Fixed, YEAR_S, 1).unwrap();
        let ended: Vec<u64> = (0..5)
            .map(|_| {
                run.next_year();
                run.cycles().count()
            })
            .collect();
        assert_eq!(ended, [0, 0, 0, 1, 1]);
        assert_eq!(
            run.cycles().unavailability_half_width(5.0 * YEAR_S),
            Err(crate::error::Undefined("too_few_samples"))
        );
    }

    #[test]
    fn quiet_years_come_as_often_as_theory_says() {
        // MTTF one year, MTTR an hour: A · e⁻¹ = 0.367838 (with A = 8760 / 8761).
        let system = Repairable::new(YEAR_S, 3_600.0).unwrap();
        let expected = 8_760.0 / 8_761.0 * 0.367_879_441_171_442_3;
        assert!((quiet_year_probability(&system, YEAR_S) - expected).abs() < 1e-12);
        let mut run = Years::new(system, RepairTime::Exponential, YEAR_S, 425).unwrap();
        let years = 200_000;
        let quiet = (0..years)
            .filter(|_| run.next_year().downtime_s == 0.0)
            .count();
        let share = quiet as f64 / f64::from(years);
        // 99.9 % interval of a binomial share: 3.29 · √(p(1−p)/n) = 0.0036.
        assert!((share - expected).abs() < 0.0036, "{share}");
    }
}
