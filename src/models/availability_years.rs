//! `availability_years`: what single years look like behind a mean downtime a year.

use super::declare::{
    choice, column, count, figure, nines, preset, real, scaled, seed, table, when,
};
use super::{
    Budget, Family, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Progress,
    Reference, Run, Spacing, Step, Table, as_real, significant,
};
use crate::chart::{Axis, AxisId, ChartSpec, Layer, Role};
use crate::kernel::availability::{
    RepairTime, Repairable, YearRecord, Years, quiet_year_probability,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::order::by_number;
use crate::kernel::quantity::Probability;
use crate::kernel::stats::nearest_rank;
use crate::text::{Arg, Label, Message, Unit};

const YEAR_S: f64 = 31_536_000.0;
/// The most failures that a run may be expected to draw.
const MOST_FAILURES: f64 = 5e6;

static SPEC: ModelSpec = ModelSpec {
    id: "availability_years",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        scaled(
            "mttf_s",
            Unit::Second,
            36_000_000.0,
            (1.0, 1e15),
            (360_000.0, 3.6e9),
        ),
        scaled("mttr_s", Unit::Second, 3_600.0, (0.0, 1e15), (1.0, 3.6e6)),
        choice(
            "repair",
            "lognormal",
            &["fixed", "exponential", "lognormal"],
        ),
        when(
            real(
                "repair_cv",
                Unit::One,
                1.5,
                (0.01, 20.0),
                (0.1, 5.0),
                Spacing::Linear,
            ),
            "repair",
            &["lognormal"],
        ),
        nines("target_availability", "0.9999", ("0.9", "0.99999999")),
        count("years", 5_000, (2, 20_000), (10, 20_000), Spacing::Log),
        seed(),
    ],
    figures: &[
        figure("quiet_years", Unit::Ratio),
        figure("downtime_p50_s", Unit::Second),
        figure("downtime_p95_s", Unit::Second),
        figure("years_within_target", Unit::Ratio),
        figure("downtime_mean_s", Unit::Second),
        figure("downtime_mean_half_width_s", Unit::Second),
        figure("downtime_theory_s", Unit::Second),
        figure("quiet_years_theory", Unit::Ratio),
        figure("worst_year_s", Unit::Second),
    ],
    tables: &[table(
        "first_years",
        &[
            column("year", Unit::Count),
            column("failures", Unit::Count),
            column("downtime_s", Unit::Second),
        ],
    )],
    charts: &["years"],
    presets: &[
        preset("steady", &[("repair", "fixed")]),
        preset("heavy_tail", &[("repair", "lognormal"), ("repair_cv", "4")]),
    ],
    references: &[
        Reference {
            text: "S. M. Ross: Introduction to Probability Models, 11th ed., 2014, sections 7.3 and 7.5.1 (renewal reward, alternating renewal processes)",
            url: None,
        },
        Reference {
            text: "M. A. Crane, A. J. Lemoine: An Introduction to the Regenerative Method for Simulation Analysis, 1977 (the interval of the mean)",
            url: None,
        },
    ],
};

/// The model.
pub(super) struct AvailabilityYears;

impl Model for AvailabilityYears {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let system = Repairable::new(inputs.real("mttf_s")?, inputs.real("mttr_s")?)?;
        let repair = inputs.choice_of(
            "repair",
            &[
                ("fixed", RepairTime::Fixed),
                ("exponential", RepairTime::Exponential),
                (
                    "lognormal",
                    RepairTime::LogNormal {
                        cv: inputs.real("repair_cv")?,
                    },
                ),
            ],
        )?;
        let years = inputs.count("years")?;
        let expected = as_real(years) * YEAR_S / system.mtbf_s();
        if expected > MOST_FAILURES {
            return Err(ModelError {
                input: Some("years"),
                message: Message::new("availability_years.error.too_many_failures")
                    .quantity("expected", expected, Unit::Count)
                    .quantity("allowed", MOST_FAILURES, Unit::Count),
            });
        }
        Ok(Box::new(Simulation {
            system,
            target: inputs.probability("target_availability")?,
            run: Years::new(system, repair, YEAR_S, inputs.count("seed")?)?,
            wanted: usize::try_from(years).unwrap_or(usize::MAX),
            records: Vec::new(),
        }))
    }
}

struct Simulation {
    system: Repairable,
    target: Probability,
    run: Years,
    wanted: usize,
    records: Vec<YearRecord>,
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut steps = 0;
        while self.records.len() < self.wanted && steps < budget.steps {
            let record = self.run.next_year();
            // A year costs one step beside its failures.
            steps += 1 + record.failures;
            self.records.push(record);
        }
        if self.records.len() < self.wanted {
            return Progress::Working(
                as_real(self.records.len() as u64) / as_real(self.wanted as u64),
            );
        }
        Progress::Done(Box::new(self.output()))
    }
}

impl Simulation {
    fn output(&self) -> Output {
        let mut sorted: Vec<f64> = self.records.iter().map(|year| year.downtime_s).collect();
        by_number(&mut sorted, |downtime_s| *downtime_s);
        let share_of = |count: usize| as_real(count as u64) / as_real(sorted.len() as u64);
        let budget_s = self.target.complement() * YEAR_S;
        let kept = sorted.partition_point(|downtime_s| *downtime_s <= budget_s);
        let quiet = sorted.partition_point(|downtime_s| *downtime_s == 0.0);
        let mean_s = sorted.iter().sum::<f64>() / as_real(sorted.len() as u64);
        let run_s = as_real(sorted.len() as u64) * YEAR_S;
        let half_width = self.run.cycles().unavailability_half_width(run_s);
        let theory_s = self.system.availability().complement() * YEAR_S;
        let rank = |share: f64| nearest_rank(&sorted, share).ok_or(Undefined("no_years"));
        let years = Message::new("availability_years.basis.years").quantity(
            "years",
            as_real(sorted.len() as u64),
            Unit::Count,
        );
        let target =
            Message::new("availability_years.basis.target").with("target", Arg::Share(self.target));
        Output {
            figures: vec![
                Figure::new("quiet_years", Unit::Ratio, Ok(share_of(quiet))).on(years.clone()),
                Figure::new("downtime_p50_s", Unit::Second, rank(0.5)).on(years.clone()),
                Figure::new("downtime_p95_s", Unit::Second, rank(0.95)).on(years.clone()),
                Figure::new("years_within_target", Unit::Ratio, Ok(share_of(kept))).on(target),
                Figure::new("downtime_mean_s", Unit::Second, Ok(mean_s)).on(years),
                Figure::new(
                    "downtime_mean_half_width_s",
                    Unit::Second,
                    half_width.map(|share| share * YEAR_S),
                )
                .on(Message::new("availability_years.basis.interval")),
                Figure::new("downtime_theory_s", Unit::Second, Ok(theory_s)),
                Figure::new(
                    "quiet_years_theory",
                    Unit::Ratio,
                    Ok(quiet_year_probability(&self.system, YEAR_S)),
                ),
                Figure::new(
                    "worst_year_s",
                    Unit::Second,
                    sorted.last().copied().ok_or(Undefined("no_years")),
                ),
            ],
            tables: vec![self.first_years()],
            charts: vec![self.chart(&sorted, theory_s, budget_s)],
            steps: self.steps(theory_s),
            notes: self.notes(half_width),
        }
    }

    fn notes(&self, half_width: Defined) -> Vec<Note> {
        let mut notes = vec![Note::info(Message::new(
            "availability_years.note.simulated",
        ))];
        if half_width.is_err() {
            notes.push(Note::warning(
                Message::new("availability_years.note.few_outages").quantity(
                    "outages",
                    as_real(self.run.cycles().count()),
                    Unit::Count,
                ),
            ));
        }
        notes
    }

    fn first_years(&self) -> Table {
        let row = |(at, year): (usize, &YearRecord)| {
            vec![
                as_real(at as u64 + 1).into(),
                as_real(year.failures).into(),
                year.downtime_s.into(),
            ]
        };
        Table {
            id: "first_years",
            rows: self.records.iter().take(12).enumerate().map(row).collect(),
        }
    }

    /// The share of years that stay at or below each downtime.
    fn chart(&self, sorted: &[f64], theory_s: f64, budget_s: f64) -> ChartSpec {
        const POINTS: usize = 200;
        let last = sorted.len() - 1;
        let points = (0..=POINTS)
            .map(|i| i * last / POINTS)
            .map(|at| {
                (
                    sorted[at],
                    Some(as_real(at as u64 + 1) / as_real(sorted.len() as u64)),
                )
            })
            .collect();
        // The longest hundredth of the years would press all others against the axis.
        let shown_s = sorted[last - last / 100]
            .max(2.0 * theory_s)
            .max(1.2 * budget_s)
            .max(1.0);
        let rule = |id: &str, at: f64, role: Role| {
            Layer::rule(
                id,
                Label::key(format!("availability_years.chart.years.{id}")),
                AxisId::X,
                at,
                role,
            )
        };
        ChartSpec {
            id: "years",
            title: Label::key("availability_years.chart.years.title"),
            x: Axis::linear(
                Label::key("availability_years.chart.axis.downtime"),
                Unit::Second,
            )
            .over((0.0, shown_s)),
            y: Axis::linear(
                Label::key("availability_years.chart.axis.share"),
                Unit::Ratio,
            )
            .over((0.0, 1.0)),
            layers: vec![
                Layer::Line {
                    id: "years",
                    name: Label::key("availability_years.chart.years.line"),
                    points,
                    role: Role::Series(0),
                },
                rule("mean", theory_s, Role::Accent),
                rule("budget", budget_s, Role::Threshold),
            ],
            handle: None,
        }
    }

    fn steps(&self, theory_s: f64) -> Vec<Step> {
        let hours = |seconds: f64| format!("{} h", significant(seconds / 3_600.0, 7));
        let (mttf, mttr) = (hours(self.system.mttf_s()), hours(self.system.mttr_s()));
        vec![
            Step::new(
                "downtime_theory_s",
                "T · MTTR / (MTTF + MTTR)",
                format!("{} · {mttr} / ({mttf} + {mttr})", hours(YEAR_S)),
                Ok(theory_s),
                Unit::Second,
            ),
            Step::new(
                "quiet_years_theory",
                "A · exp(−T / MTTF)",
                format!(
                    "{} · exp(−{} / {mttf})",
                    self.system.availability(),
                    hours(YEAR_S)
                ),
                Ok(quiet_year_probability(&self.system, YEAR_S)),
                Unit::Ratio,
            ),
        ]
    }
}
