//! `felt_repair`: the outage that a user meets is longer than the mean one, and few incidents say little about either.

mod charts;
mod spec;

use super::{
    Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Range, Run, Step, Table, finished,
    significant,
};
use crate::kernel::availability::{
    Interval, LogNormalRepair, exponential_interval, incidents_to_show, log_normal_interval,
};
use crate::kernel::error::{Defined, defined};
use crate::kernel::math;
use crate::kernel::quantity::Probability;
use crate::text::{Message, Unit};

const MTTR_SOFT_S: Range<f64> = Range { lo: 1.0, hi: 3.6e6 };
/// Numbers of incidents for which the intervals are told.
const COUNTS: [u64; 12] = [3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 50, 100];
/// An interval whose ends are further apart than this says hardly more than that there were outages.
const WIDE: f64 = 10.0;

/// Confidence and power, as they are chosen.
const SHARES: [(&str, f64); 4] = [("80%", 0.8), ("90%", 0.9), ("95%", 0.95), ("99%", 0.99)];

/// The model.
pub(super) struct FeltRepair;

impl Model for FeltRepair {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    repair: LogNormalRepair,
    /// The input that places the times, for the handle.
    placed_by: &'static str,
    longest: Probability,
    incidents: u64,
    confidence: f64,
    improvement: f64,
    power: f64,
}

/// A number of incidents and what it says about the mean.
struct Evidence {
    incidents: u64,
    log_normal: Interval,
    exponential: Interval,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let (sigma, spread) = if inputs.choice_of("spread", &[("scv", true), ("sigma", false)])? {
            (LogNormalRepair::sigma_of_scv(inputs.real("scv")?)?, "scv")
        } else {
            (inputs.real("sigma")?, "sigma")
        };
        let (repair, placed_by) =
            if inputs.choice_of("location", &[("median", true), ("mean", false)])? {
                let median_s = inputs.real("median_s")?;
                (LogNormalRepair::from_median(median_s, sigma), "median_s")
            } else {
                let mean_s = inputs.real("mttr_s")?;
                (LogNormalRepair::from_mean(mean_s, sigma), "mttr_s")
            };
        Ok(Question {
            repair: repair.map_err(|_| ModelError::at(spread))?,
            placed_by,
            longest: inputs.probability("longest")?,
            incidents: inputs.count("incidents")?,
            confidence: inputs.choice_of("confidence", &SHARES)?,
            improvement: inputs.real("improvement")?,
            power: inputs.choice_of("power", &SHARES)?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let evidence = self.all_evidence()?;
        Ok(Output {
            figures: self.figures(&evidence)?,
            tables: vec![table(&evidence)],
            charts: vec![self.felt_chart(), self.intervals_chart(&evidence)],
            steps: self.steps()?,
            notes: self.notes(&evidence),
        })
    }

    /// For the usual numbers of incidents and for the one asked for, ascending.
    fn all_evidence(&self) -> Result<Vec<Evidence>, ModelError> {
        let mut counts = COUNTS.to_vec();
        counts.push(self.incidents);
        counts.sort_unstable();
        counts.dedup();
        let of = |incidents| {
            Ok(Evidence {
                incidents,
                log_normal: log_normal_interval(
                    self.repair.median_s(),
                    self.repair.sigma(),
                    incidents,
                    self.confidence,
                )?,
                exponential: exponential_interval(
                    self.repair.mean_s(),
                    incidents,
                    self.confidence,
                )?,
            })
        };
        counts.into_iter().map(of).collect()
    }

    fn needed(&self) -> Result<Defined, ModelError> {
        Ok(incidents_to_show(
            self.repair.sigma(),
            self.improvement,
            self.confidence,
            self.power,
        )?)
    }

    fn figures(&self, evidence: &[Evidence]) -> Result<Vec<Figure>, ModelError> {
        let repair = &self.repair;
        let here = evidence.iter().find(|one| one.incidents == self.incidents);
        let end = |pick: fn(&Evidence) -> Defined| {
            here.map_or(Err(crate::kernel::error::Undefined("out_of_range")), pick)
        };
        let by_incidents = || {
            Message::new("felt_repair.basis.incidents")
                .quantity("incidents", self.incidents as f64, Unit::Count)
                .quantity("confidence", self.confidence, Unit::Ratio)
        };
        Ok(vec![
            Figure::new("mean_repair_s", Unit::Second, Ok(repair.mean_s())),
            Figure::new("felt_length_s", Unit::Second, repair.felt_length_s()),
            Figure::new("felt_remaining_s", Unit::Second, repair.felt_remaining_s()),
            Figure::new(
                "felt_factor",
                Unit::One,
                repair.scv().and_then(|scv| defined(1.0 + scv)),
            ),
            Figure::new(
                "longest_share",
                Unit::Ratio,
                Ok(repair.downtime_in_longest(self.longest.value())),
            )
            .on(Message::new("felt_repair.basis.longest").quantity(
                "share",
                self.longest.value(),
                Unit::Ratio,
            )),
            Figure::new(
                "outages_of_half",
                Unit::Ratio,
                Ok(repair.outages_with_half()),
            ),
            Figure::new(
                "log_normal_low_s",
                Unit::Second,
                end(|one| one.log_normal.0),
            )
            .on(by_incidents()),
            Figure::new(
                "log_normal_high_s",
                Unit::Second,
                end(|one| one.log_normal.1),
            )
            .on(by_incidents()),
            Figure::new(
                "exponential_low_s",
                Unit::Second,
                end(|one| one.exponential.0),
            )
            .on(by_incidents()),
            Figure::new(
                "exponential_high_s",
                Unit::Second,
                end(|one| one.exponential.1),
            )
            .on(by_incidents()),
            Figure::new("incidents_needed", Unit::Count, self.needed()?).on(Message::new(
                "felt_repair.basis.needed",
            )
            .quantity("factor", self.improvement, Unit::One)
            .quantity("confidence", self.confidence, Unit::Ratio)
            .quantity("power", self.power, Unit::Ratio)),
            Figure::new("median_repair_s", Unit::Second, Ok(repair.median_s())),
        ])
    }

    fn steps(&self) -> Result<Vec<Step>, ModelError> {
        let minutes = |seconds: f64| format!("{} min", significant(seconds / 60.0, 6));
        let repair = &self.repair;
        let sigma = significant(repair.sigma(), 6);
        let mean = minutes(repair.mean_s());
        let exact = self.longest.value() > 0.0 && self.longest.value() < 1.0;
        let z = if exact {
            significant(
                crate::kernel::special::normal_quantile(self.longest.value()),
                6,
            )
        } else {
            "∞".to_owned()
        };
        let z1 = crate::kernel::special::normal_quantile(f64::midpoint(1.0, self.confidence));
        let z2 = crate::kernel::special::normal_quantile(self.power);
        Ok(vec![
            Step::new(
                "mean_repair_s",
                "E[X] = m · exp(σ²/2)",
                format!("{} · exp({sigma}²/2)", minutes(repair.median_s())),
                Ok(repair.mean_s()),
                Unit::Second,
            ),
            Step::new(
                "felt_length_s",
                "E[X²] / E[X] = E[X] · exp(σ²)",
                format!("{mean} · exp({sigma}²)"),
                repair.felt_length_s(),
                Unit::Second,
            ),
            Step::new(
                "felt_remaining_s",
                "E[X²] / (2 · E[X])",
                format!("{mean} · exp({sigma}²) / 2"),
                repair.felt_remaining_s(),
                Unit::Second,
            ),
            Step::new(
                "longest_share",
                "Φ(σ + Φ⁻¹(share))",
                format!("Φ({sigma} + {z})"),
                Ok(repair.downtime_in_longest(self.longest.value())),
                Unit::Ratio,
            ),
            Step::new(
                "incidents_needed",
                "2 · σ² · (z₁ + z₂)² / (ln factor)² + z₁²/4",
                format!(
                    "2 · {sigma}² · ({} + {})² / (ln {})² + {}²/4",
                    significant(z1, 4),
                    significant(z2, 4),
                    significant(self.improvement, 6),
                    significant(z1, 4)
                ),
                self.needed()?,
                Unit::Count,
            ),
        ])
    }

    fn notes(&self, evidence: &[Evidence]) -> Vec<Note> {
        let wide = evidence
            .iter()
            .filter(|one| one.incidents == self.incidents)
            .any(|one| match one.log_normal {
                (Ok(low), Ok(high)) => high > WIDE * low,
                _ => true,
            });
        let mut notes = Vec::new();
        if wide {
            notes.push(Note::warning(
                Message::new("felt_repair.note.wide").quantity(
                    "incidents",
                    self.incidents as f64,
                    Unit::Count,
                ),
            ));
        }
        // The exponential's sigma: its squared coefficient of variation is 1.
        if self.repair.sigma() * self.repair.sigma() > 1.5 * math::ln(2.0) {
            notes.push(Note::info(Message::new(
                "felt_repair.note.exponential_too_narrow",
            )));
        }
        notes
    }
}

fn table(evidence: &[Evidence]) -> Table {
    let rows = evidence
        .iter()
        .map(|one| {
            vec![
                (one.incidents as f64).into(),
                one.log_normal.0.into(),
                one.log_normal.1.into(),
                one.exponential.0.into(),
                one.exponential.1.into(),
            ]
        })
        .collect();
    Table {
        id: "intervals",
        rows,
    }
}
