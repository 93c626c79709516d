//! `canary`: how much a staged release exposes, whether a test finds its fault, and what rolling back takes.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    as_real, finished, significant,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::canary::{Stage, Verdict, alarm_at, found, verdicts};
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Message, Unit};

/// The three stages that are set, and all traffic.
const STAGES: usize = 4;
const NAMES: [&str; STAGES] = ["first", "second", "third", "all"];

/// The model.
pub(super) struct Canary;

impl Model for Canary {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed, and what the tests ask for.
struct Question {
    stages: [Stage; STAGES],
    hold_s: f64,
    requests_per_s: f64,
    old: Probability,
    new: Probability,
    false_alarm: f64,
    /// The whole failure share at which the alarm goes, if that is what is watched.
    limit: Option<f64>,
    rollback_s: f64,
    alarms_at: [u64; STAGES],
    verdicts: Vec<Verdict>,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let (hold_s, requests_per_s) = (inputs.real("hold_s")?, inputs.real("requests_per_s")?);
        let stage = |share: f64| Stage {
            share,
            requests: (requests_per_s * share * hold_s + 1e-9) as u64,
        };
        let share = |id| inputs.probability(id).map(|share| share.value());
        let stages = [
            stage(share("stage_1")?),
            stage(share("stage_2")?),
            stage(share("stage_3")?),
            stage(1.0),
        ];
        if let Some(index) = (1..3).find(|k| stages[*k].share < stages[*k - 1].share) {
            let input = ["stage_1", "stage_2", "stage_3"][index];
            return Err(ModelError::saying(
                input,
                Message::new("canary.error.shrinks"),
            ));
        }
        let (old, new) = (
            inputs.probability("old_failure")?,
            inputs.probability("new_failure")?,
        );
        let false_alarm = share("false_alarm")?;
        let limit = inputs.choice_of(
            "watch",
            &[("canary", None), ("whole", Some(share("alarm_limit")?))],
        )?;
        let alarms_at = stages.map(|stage| alarm_at(stage.requests, old, false_alarm));
        let mut question = Question {
            stages,
            hold_s,
            requests_per_s,
            old,
            new,
            false_alarm,
            limit,
            rollback_s: inputs.real("rollback_s")?,
            alarms_at,
            verdicts: Vec::new(),
        };
        let powers: Vec<f64> = (0..STAGES).map(|k| question.power(k, new)).collect();
        question.verdicts = verdicts(&powers);
        Ok(question)
    }

    /// The share of all requests that fails while the new version, failing with `new`, takes `share`.
    fn whole(&self, share: f64, new: Probability) -> f64 {
        self.old.value() * (1.0 - share) + new.value() * share
    }

    /// The chance that the end of stage `k` stops a version that fails with `new`.
    fn power(&self, k: usize, new: Probability) -> f64 {
        match self.limit {
            Some(limit) if self.whole(self.stages[k].share, new) >= limit => 1.0,
            Some(_) => 0.0,
            None => found(self.stages[k].requests, self.alarms_at[k], new),
        }
    }

    fn found_share(&self) -> f64 {
        let sum: f64 = self.verdicts.iter().map(|verdict| verdict.stopped).sum();
        sum.min(1.0)
    }

    /// The stage at which it is most often found.
    fn usual_stage(&self) -> Result<usize, Undefined> {
        let mut best = 0;
        for k in 1..STAGES {
            if self.verdicts[k].stopped > self.verdicts[best].stopped {
                best = k;
            }
        }
        if self.verdicts[best].stopped > 0.0 {
            Ok(best)
        } else {
            Err(Undefined("never_found"))
        }
    }

    fn found_after_s(&self) -> Defined {
        let found = self.found_share();
        if found <= 0.0 {
            return Err(Undefined("never_found"));
        }
        let ends = self.verdicts.iter().zip(1_u32..);
        let sum: f64 = ends
            .map(|(verdict, k)| verdict.stopped * f64::from(k))
            .sum();
        Ok(sum / found * self.hold_s)
    }

    /// Requests that fail for the new version’s sake, on average: in every stage that is reached, and until the roll-back is done.
    fn failed(&self) -> f64 {
        let more = (self.new.value() - self.old.value()).max(0.0);
        let stages = self.stages.iter().zip(&self.verdicts);
        let seconds: f64 = stages
            .map(|(stage, verdict)| {
                stage.share * (verdict.reached * self.hold_s + verdict.stopped * self.rollback_s)
            })
            .sum();
        more * seconds * self.requests_per_s
    }

    fn false_alarms(&self) -> f64 {
        let passes: f64 = (0..STAGES).map(|k| 1.0 - self.power(k, self.old)).product();
        1.0 - passes
    }

    fn answer(&self) -> Output {
        let row = |(k, name): (usize, &&'static str)| {
            let (stage, verdict) = (&self.stages[k], &self.verdicts[k]);
            vec![
                Entry::Word(name),
                stage.share.into(),
                as_real(stage.requests).into(),
                as_real(self.alarms_at[k]).into(),
                verdict.power.into(),
                verdict.reached.into(),
                verdict.stopped.into(),
                self.whole(stage.share, self.new).into(),
            ]
        };
        Output {
            figures: self.figures(),
            tables: vec![Table {
                id: "stages",
                rows: NAMES.iter().enumerate().map(row).collect(),
            }],
            charts: vec![self.exposure(), self.power_chart()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let share = |id, value| Figure::new(id, Unit::Ratio, value);
        let usual = self.usual_stage();
        let first = &self.stages[0];
        vec![
            share("found_share", Ok(self.found_share())),
            share("found_at_share", usual.map(|k| self.stages[k].share)),
            Figure::new("found_after_s", Unit::Second, self.found_after_s()),
            share("power_1", Ok(self.verdicts[0].power)),
            Figure::new("alarm_at_1", Unit::Count, Ok(as_real(self.alarms_at[0]))).on(
                Message::new("canary.basis.false_alarm").quantity(
                    "share",
                    self.false_alarm,
                    Unit::Ratio,
                ),
            ),
            Figure::new("requests_1", Unit::Count, Ok(as_real(first.requests))),
            share("whole_failure_1", Ok(self.whole(first.share, self.new)))
                .on(Message::new("canary.basis.old").with("old", Arg::Share(self.old))),
            Figure::new("failed", Unit::Count, Ok(self.failed().round())),
            Figure::new(
                "full_outage_s",
                Unit::Second,
                Ok(self.failed() / self.requests_per_s),
            ),
            share("false_alarms", Ok(self.false_alarms())),
        ]
    }

    fn steps(&self) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let first = &self.stages[0];
        let mut steps = vec![
            Step::new(
                "requests_1",
                "n = λ · s · t",
                format!(
                    "{} · {} · {} s",
                    number(self.requests_per_s),
                    number(first.share),
                    number(self.hold_s)
                ),
                Ok(as_real(first.requests)),
                Unit::Count,
            ),
            Step::new(
                "alarm_at_1",
                "min k: P(X ≥ k | n, p₀) ≤ α",
                format!(
                    "min k: P(X ≥ k | {}, {}) ≤ {}",
                    first.requests,
                    self.old,
                    number(self.false_alarm)
                ),
                Ok(as_real(self.alarms_at[0])),
                Unit::Count,
            ),
            Step::new(
                "found_1",
                "P(X ≥ k | n, p₁)",
                format!(
                    "P(X ≥ {} | {}, {})",
                    self.alarms_at[0], first.requests, self.new
                ),
                Ok(found(first.requests, self.alarms_at[0], self.new)),
                Unit::Ratio,
            ),
        ];
        let parts: Vec<String> = (0..STAGES)
            .filter(|k| self.stages[*k].share * self.verdicts[*k].reached > 1e-6)
            .map(|k| {
                let (stage, verdict) = (&self.stages[k], &self.verdicts[k]);
                format!(
                    "{} · ({} · {} s + {} · {} s)",
                    significant(stage.share, 3),
                    significant(verdict.reached, 3),
                    number(self.hold_s),
                    significant(verdict.stopped, 3),
                    number(self.rollback_s)
                )
            })
            .collect();
        steps.push(Step::new(
            "full_outage_s",
            "(p₁ − p₀) Σ sₖ (rₖ t + dₖ b)",
            format!("({} − {}) · [{}]", self.new, self.old, parts.join(" + ")),
            Ok(self.failed() / self.requests_per_s),
            Unit::Second,
        ));
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let note =
            |severity, key: &str| Note::new(severity, Message::new(format!("canary.note.{key}")));
        if self.new.value() <= self.old.value() {
            return vec![note(Severity::Info, "no_fault")];
        }
        match self.usual_stage() {
            Ok(0) => vec![note(Severity::Info, "at_first")],
            Ok(_) => vec![note(Severity::Warning, "late")],
            Err(_) => vec![note(Severity::Warning, "never")],
        }
    }
}
