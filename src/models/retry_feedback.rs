//! `retry_feedback`: failures that cause retries that cause failures, and the loads that hold themselves.

mod charts;

use super::declare::{column, figure, one_of, part, preset, real, scaled, table, words};
use super::{
    Entry, Family, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Reference, Run,
    Severity, Spacing, Step, Table, finished, significant,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::kernel::retry::{Feedback, FixedPoint, Resend, gain};
use crate::text::{Message, Unit};

static SPEC: ModelSpec = ModelSpec {
    id: "retry_feedback",
    family: Family::Retry,
    version: 2,
    groups: &[],
    inputs: &[
        part("failure_probability", "0.01"),
        scaled(
            "retries_per_failure",
            Unit::One,
            1.0,
            (0.0, 20.0),
            (0.0, 4.0),
        ),
        one_of("resend", &["once", "unlimited"]),
        real(
            "offered_load",
            Unit::Ratio,
            0.7,
            (0.001, 10.0),
            (0.05, 1.5),
            Spacing::Linear,
        ),
        scaled("edge_width", Unit::Ratio, 0.05, (0.001, 2.0), (0.01, 0.5)),
    ],
    figures: &[
        figure("gain", Unit::One),
        figure("settled_load", Unit::Ratio),
        figure("settled_failure", Unit::Ratio),
        figure("tipping_load", Unit::Ratio),
        figure("stuck_load", Unit::Ratio),
        figure("stuck_failure", Unit::Ratio),
        figure("offered_lost", Unit::Ratio),
        figure("offered_recovers", Unit::Ratio),
        figure("fixed_points", Unit::Count),
    ],
    tables: &[
        table(
            "points",
            &[
                column("load", Unit::Ratio),
                column("failure", Unit::Ratio),
                column("slope", Unit::One),
                words("stability"),
            ],
        ),
        table(
            "gains",
            &[
                column("failure_share", Unit::Ratio),
                column("gain", Unit::One),
            ],
        ),
    ],
    charts: &["states", "map", "gain"],
    presets: &[
        preset(
            "chapter_42",
            &[
                ("failure_probability", "42%"),
                ("retries_per_failure", "1"),
                ("resend", "unlimited"),
                ("offered_load", "30%"),
            ],
        ),
        preset(
            "chapter_65",
            &[
                ("failure_probability", "65%"),
                ("retries_per_failure", "1"),
                ("resend", "unlimited"),
                ("offered_load", "20%"),
            ],
        ),
        preset(
            "three_states",
            &[
                ("failure_probability", "1%"),
                ("retries_per_failure", "1"),
                ("resend", "once"),
                ("offered_load", "70%"),
            ],
        ),
        preset(
            "soft_edge",
            &[
                ("failure_probability", "1%"),
                ("retries_per_failure", "1"),
                ("resend", "once"),
                ("edge_width", "30%"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "N. Bronson, A. Aghayev, A. Charapko, T. Zhu: Metastable Failures in Distributed Systems. HotOS 2021, section 2",
            url: Some("https://doi.org/10.1145/3458336.3465286"),
        },
        Reference {
            text: "J. Guckenheimer, P. Holmes: Nonlinear Oscillations, Dynamical Systems, and Bifurcations of Vector Fields, 1983, sections 1.4 (fixed points of maps) and 3.4 (saddle-node)",
            url: None,
        },
    ],
};

/// The model.
pub(super) struct RetryFeedback;

impl Model for RetryFeedback {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed, and the loads that hold themselves.
struct Question {
    failure: Probability,
    retries: f64,
    resend: Resend,
    offered: f64,
    width: f64,
    feedback: Feedback,
    points: Vec<FixedPoint>,
    folds: Vec<f64>,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let failure = inputs.probability("failure_probability")?;
        let retries = inputs.real("retries_per_failure")?;
        let resend = inputs.choice_of(
            "resend",
            &[("once", Resend::Once), ("unlimited", Resend::Unlimited)],
        )?;
        let width = inputs.real("edge_width")?;
        let offered = inputs.real("offered_load")?;
        let feedback = Feedback::new(failure, width, retries, resend)?;
        Ok(Question {
            failure,
            retries,
            resend,
            offered,
            width,
            points: feedback.fixed_points(offered),
            folds: feedback.folds(),
            feedback,
        })
    }

    /// Where a system that begins idle comes to rest.
    fn settled(&self) -> Result<FixedPoint, Undefined> {
        let first = self.points.first().copied();
        first
            .filter(FixedPoint::is_stable)
            .ok_or(Undefined("runaway"))
    }

    fn tipping(&self) -> Result<FixedPoint, Undefined> {
        let unstable = self.points.iter().find(|point| !point.is_stable());
        unstable
            .copied()
            .ok_or_else(|| self.unless_runaway("no_tipping_point"))
    }

    /// Where it comes to rest after a shock that carried it over the tipping point.
    fn stuck(&self) -> Result<FixedPoint, Undefined> {
        match self.points.as_slice() {
            [_, _, high] => Ok(*high),
            [_, _] | [] => Err(Undefined("runaway")),
            _ => Err(Undefined("no_second_state")),
        }
    }

    fn fold(&self, at: usize) -> Defined {
        let load = self.folds.get(at);
        load.map(|load| self.feedback.offered_for(*load))
            .ok_or_else(|| match self.folds.as_slice() {
                [] => self.unless_runaway("no_fold"),
                _ => Undefined("no_fold"),
            })
    }

    /// Why something is missing: what follows is always more, or if not, this.
    fn unless_runaway(&self, reason: &'static str) -> Undefined {
        Undefined(if self.points.is_empty() {
            "runaway"
        } else {
            reason
        })
    }

    fn answer(&self) -> Output {
        let share = |id, value| Figure::new(id, Unit::Ratio, value);
        let basis = |key: &str| Message::new(format!("retry_feedback.basis.{key}"));
        let settled = self.settled();
        let stuck = self.stuck();
        let count: f64 = self.points.iter().map(|_| 1.0).sum();
        Output {
            figures: vec![
                Figure::new("gain", Unit::One, gain(self.failure.value(), self.retries))
                    .on(basis("gain")),
                share("settled_load", settled.map(|point| point.load)).on(basis("capacity")),
                share("settled_failure", settled.map(|point| point.failure)),
                share("tipping_load", self.tipping().map(|point| point.load)).on(basis("capacity")),
                share("stuck_load", stuck.map(|point| point.load)).on(basis("capacity")),
                share("stuck_failure", stuck.map(|point| point.failure)),
                share("offered_lost", self.fold(0)).on(basis("capacity")),
                share("offered_recovers", self.fold(1)).on(basis("capacity")),
                Figure::new("fixed_points", Unit::Count, Ok(count)),
            ],
            tables: vec![self.points_table(), self.gains()],
            charts: vec![self.states(), self.map(), self.gain_chart()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn points_table(&self) -> Table {
        let row = |point: &FixedPoint| {
            let stability = if point.is_stable() {
                "stable"
            } else {
                "unstable"
            };
            vec![
                point.load.into(),
                point.failure.into(),
                point.slope.into(),
                Entry::Word(stability),
            ]
        };
        let mut rows: Vec<Vec<Entry>> = self.points.iter().map(row).collect();
        if rows.is_empty() {
            let mut why = vec![Entry::Undefined(Undefined("runaway")); 3];
            why.push(Entry::Word("unstable"));
            rows.push(why);
        }
        Table { id: "points", rows }
    }

    /// The gain at failing shares that people ask for, and at the one that is set.
    fn gains(&self) -> Table {
        let mut shares = vec![0.2, 0.42, 0.5, 0.65, 0.9, 1.0, self.failure.value()];
        shares.sort_by(f64::total_cmp);
        shares.dedup();
        Table {
            id: "gains",
            rows: shares
                .into_iter()
                .map(|share| vec![share.into(), gain(share, self.retries).into()])
                .collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let said = |number: f64| significant(number, 6);
        let (p, r) = (self.failure.to_string(), said(self.retries));
        let mut steps = vec![Step::new(
            "gain",
            "A = 1 / (1 − p₀ · r)",
            format!("1 / (1 − {p} · {r})"),
            gain(self.failure.value(), self.retries),
            Unit::One,
        )];
        let Ok(settled) = self.settled() else {
            return steps;
        };
        let (load, offered) = (said(settled.load), said(self.offered));
        steps.push(Step::new(
            "settled_failure",
            "p(a) = p₀ + (1 − p₀) / (1 + e^((1 − a)/w))",
            format!(
                "{p} + {} / (1 + e^((1 − {load})/{}))",
                self.failure.turned(),
                said(self.width)
            ),
            Ok(settled.failure),
            Unit::Ratio,
        ));
        let now = said(settled.failure);
        let (formula, numbers) = match self.resend {
            Resend::Once => (
                "a = a₀ · (1 + r · p(a))",
                format!("{offered} · (1 + {r} · {now})"),
            ),
            Resend::Unlimited => (
                "a = a₀ + r · p(a) · a",
                format!("{offered} + {r} · {now} · {load}"),
            ),
        };
        steps.push(Step::new(
            "settled_load",
            formula,
            numbers,
            Ok(settled.load),
            Unit::Ratio,
        ));
        let steep = self.feedback.failure_slope(settled.load);
        let (formula, numbers) = match self.resend {
            Resend::Once => (
                "a₀ · r · p′(a)",
                format!("{offered} · {r} · {}", said(steep)),
            ),
            Resend::Unlimited => (
                "r · (p(a) + a · p′(a))",
                format!("{r} · ({now} + {load} · {})", said(steep)),
            ),
        };
        steps.push(Step::new(
            "slope",
            formula,
            numbers,
            Ok(settled.slope),
            Unit::One,
        ));
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let note = |severity, key: &str| {
            Note::new(severity, Message::new(format!("retry_feedback.note.{key}")))
        };
        let mut notes = Vec::new();
        match self.points.len() {
            0 => notes.push(note(Severity::Warning, "runaway")),
            2 => notes.push(note(Severity::Warning, "runaway_after_shock")),
            3 => notes.push(note(Severity::Warning, "two_states")),
            _ => {}
        }
        if gain(self.failure.value(), self.retries).is_err() {
            notes.push(note(Severity::Info, "no_finite_gain"));
        }
        notes
    }
}
