//! What the run came to: figures, table, derivation, remarks.

use super::{EXITS, Simulation};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::cache_stampede::Outcome;
use crate::models::{
    Entry, Figure, Note, Output, Severity, Step, Table, rate_at_rest, significant,
};
use crate::text::{Message, Unit};

impl Simulation {
    pub(super) fn output(&self, outcome: &Outcome) -> Output {
        Output {
            figures: self.figures(outcome),
            tables: vec![self.exits_table()],
            charts: vec![self.load(), self.served(), self.tipping()],
            steps: self.steps(),
            notes: self.notes(outcome),
        }
    }

    /// Counted from the moment at which the stored value is right again.
    fn recovered_after_s(&self, outcome: &Outcome) -> Defined {
        outcome
            .well_after_s
            .map(|at_s| (at_s - self.scene.trigger_s).max(0.0))
            .ok_or(Undefined("stuck"))
    }

    fn asked_end_per_s(&self, outcome: &Outcome) -> f64 {
        rate_at_rest(outcome.last.asked_per_s, outcome.last.at_s)
    }

    fn stuck_above_per_s(&self) -> Defined {
        let above = self.scene.stampede.stuck_above_per_s();
        above
            .filter(|above| above.is_finite())
            .ok_or(Undefined("no_stuck_state"))
    }

    fn ramp_needed_s(&self) -> Defined {
        self.ramp.1.ok_or(Undefined("no_ramp_helps"))
    }

    fn figures(&self, outcome: &Outcome) -> Vec<Figure> {
        let basis = |key: &str| Message::new(format!("cache_stampede.basis.{key}"));
        let none = Undefined("no_stuck_state");
        let stuck = self.fixed.map(|(_, stuck)| stuck).ok_or(none);
        let tips = self.fixed.map(|(tips, _)| tips).ok_or(none);
        vec![
            Figure::new(
                "recovered_after_s",
                Unit::Second,
                self.recovered_after_s(outcome),
            )
            .on(basis("after_trigger")),
            Figure::new("served_end", Unit::Ratio, Ok(outcome.last.served)),
            Figure::new(
                "asked_end_per_s",
                Unit::PerSecond,
                Ok(self.asked_end_per_s(outcome)),
            ),
            Figure::new(
                "stuck_asked_per_s",
                Unit::PerSecond,
                stuck.map(|stuck| stuck.asked_per_s),
            )
            .on(basis("formula")),
            Figure::new("stuck_valid", Unit::Ratio, stuck.map(|stuck| stuck.valid))
                .on(basis("formula")),
            Figure::new(
                "stuck_above_per_s",
                Unit::PerSecond,
                self.stuck_above_per_s(),
            )
            .on(basis("formula")),
            Figure::new("tips_above", Unit::Ratio, tips.map(|tips| 1.0 - tips.valid))
                .on(basis("formula")),
            Figure::new("ramp_needed_s", Unit::Second, self.ramp_needed_s()).on(basis("cold")),
            Figure::new("unserved", Unit::Count, Ok(outcome.unserved.round())),
        ]
    }

    fn exits_table(&self) -> Table {
        let nothing = self.exits.first().map_or(0.0, |nothing| nothing.unserved);
        let nothing_s = self.scene.course(0).length_s();
        let row = |(index, (name, outcome)): (usize, (&&'static str, &Outcome))| {
            // A course with a cut is longer: doing nothing would have gone on as it ended.
            let longer_s = self.scene.course(index).length_s() - nothing_s;
            let unserved = self.exits.first().map_or(0.0, |nothing| {
                self.scene.stampede.reads_per_s * (1.0 - nothing.last.served) * longer_s
            });
            let saved = (nothing + unserved - outcome.unserved).round();
            vec![
                Entry::Word(name),
                self.recovered_after_s(outcome).into(),
                self.asked_end_per_s(outcome).into(),
                outcome.unserved.round().into(),
                saved.into(),
            ]
        };
        let pairs = EXITS.iter().zip(&self.exits).enumerate();
        Table {
            id: "exits",
            rows: pairs.map(row).collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let stampede = &self.scene.stampede;
        let each_per_s = stampede.reads_per_s / stampede.clients;
        let mut steps = vec![Step::new(
            "reads_each_per_s",
            "r = R / N",
            format!(
                "{} / {}",
                number(stampede.reads_per_s),
                number(stampede.clients)
            ),
            Ok(each_per_s),
            Unit::PerSecond,
        )];
        let is_plain = stampede.backoff_factor <= 1.0;
        let (formula, substitution) = if is_plain {
            (
                "R* = 2 C (1 + √(r d))",
                format!(
                    "2 · {} · (1 + √({} · {}))",
                    number(stampede.capacity_per_s),
                    number(each_per_s),
                    number(stampede.retry_wait_s)
                ),
            )
        } else {
            (
                "R* = min C (1 + e) (1/e + r e Σ e²ᵏ wₖ)",
                format!(
                    "min {} · (1 + e) · (1/e + {} · e · Σ e²ᵏ · {} · {}ᵏ)",
                    number(stampede.capacity_per_s),
                    number(each_per_s),
                    number(stampede.retry_wait_s),
                    number(stampede.backoff_factor)
                ),
            )
        };
        steps.push(Step::new(
            "stuck_above_per_s",
            formula,
            substitution,
            self.stuck_above_per_s(),
            Unit::PerSecond,
        ));
        if let Some((_, stuck)) = self.fixed {
            steps.push(Step::new(
                "stuck_valid",
                "v = C / q",
                format!(
                    "{} / {}",
                    number(stampede.capacity_per_s),
                    number(stuck.asked_per_s)
                ),
                Ok(stuck.valid),
                Unit::Ratio,
            ));
        }
        steps.push(Step::new(
            "fill_s",
            "K / C",
            format!(
                "{} / {}",
                number(stampede.entries),
                number(stampede.capacity_per_s)
            ),
            Ok(self.scene.fill_s()),
            Unit::Second,
        ));
        steps
    }

    fn notes(&self, outcome: &Outcome) -> Vec<Note> {
        let note = |severity, key: &str| {
            Note::new(severity, Message::new(format!("cache_stampede.note.{key}")))
        };
        let mut notes = vec![if outcome.well_after_s.is_some() {
            note(Severity::Info, "recovered")
        } else if self.fixed.is_some() {
            note(Severity::Warning, "stuck")
        } else {
            note(Severity::Warning, "slow")
        }];
        if self.ramp.1.is_some_and(|ramp_s| ramp_s > 0.0) {
            notes.push(note(Severity::Info, "cold"));
        }
        notes
    }
}
