//! Figures, tables, steps and notes.

use super::{Report, Scene};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::guard::chain::{Outcome, Users};
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Message, Unit};

const NEVER_FULL: Undefined = Undefined("never_full");

fn answered(users: &Users) -> Defined {
    match users.all() {
        0 => Err(Undefined("no_requests")),
        all => Ok(users.answered as f64 / all as f64),
    }
}

/// How long those waited on average who were answered.
fn answered_s(users: &Users) -> Defined {
    match users.answered {
        0 => Err(Undefined("nobody_answered")),
        answered => Ok(users.answered_s / answered as f64),
    }
}

impl Scene {
    pub(super) fn report(&self, outcome: &Outcome) -> Output {
        let report = Report {
            scene: self,
            outcome,
        };
        Output {
            figures: report.figures(),
            tables: vec![report.layers(), report.users(), report.alone()],
            charts: vec![report.fill(), report.in_flight(), report.alone_chart()],
            steps: report.steps(),
            notes: report.notes(),
        }
    }
}

impl Report<'_> {
    /// When the layer was full, counted from the end of the chain; 1 is the last.
    fn full_s(&self, from_end: usize) -> Defined {
        let layers = &self.outcome.layers;
        let at = layers.len().checked_sub(from_end);
        let seen = at.and_then(|at| layers.get(at));
        seen.and_then(|seen| seen.full_s).ok_or(NEVER_FULL)
    }

    /// The capacity of the last layer when it takes so long.
    fn last_per_s(&self, work_s: f64) -> Defined {
        let slots = self
            .scene
            .chain
            .layers
            .last()
            .map_or(0, |layer| layer.slots);
        if work_s > 0.0 {
            Ok(f64::from(slots) / work_s)
        } else {
            Err(Undefined("out_of_range"))
        }
    }

    fn usual_s(&self) -> f64 {
        let last = self.scene.chain.layers.last();
        last.map_or(0.0, |layer| layer.work.seconds())
    }

    /// The longest time-out with which the layer before the last does not fill.
    fn longest_timeout_s(&self) -> Defined {
        let chain = &self.scene.chain;
        if chain.share <= 0.0 {
            return Err(Undefined("no_bound"));
        }
        let longest = chain.longest_timeout_s();
        if longest > 0.0 {
            Ok(longest)
        } else {
            Err(Undefined("overloaded_already"))
        }
    }

    fn wasted(&self) -> Defined {
        let layers = &self.outcome.layers;
        let held: f64 = layers.iter().map(|seen| seen.held_s).sum();
        let wasted: f64 = layers.iter().map(|seen| seen.wasted_s).sum();
        if held > 0.0 {
            Ok(wasted / held)
        } else {
            Err(Undefined("no_requests"))
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let chain = &self.scene.chain;
        let stays = chain.alone();
        let user_s = stays
            .first()
            .map_or(0.0, |stay| stay.to.min(stay.until).seconds());
        let for_nobody = stays.iter().map(|stay| stay.for_nobody().seconds());
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let rate = |id, value| Figure::new(id, Unit::PerSecond, value);
        let share = |id, value| Figure::new(id, Unit::Ratio, value);
        let given_up = self.outcome.first_given_up_s;
        vec![
            Figure::new("in_flight_timeout", Unit::One, Ok(chain.in_flight())),
            seconds("longest_timeout_s", self.longest_timeout_s()),
            rate("last_usual_per_s", self.last_per_s(self.usual_s())),
            rate("last_slow_per_s", self.last_per_s(chain.slow.seconds())),
            seconds("last_full_s", self.full_s(1)),
            seconds("next_full_s", self.full_s(2)),
            seconds("front_full_s", self.full_s(self.outcome.layers.len())),
            seconds(
                "first_given_up_s",
                given_up.ok_or(Undefined("nobody_gave_up")),
            ),
            share("slow_answered", answered(&self.outcome.slow_users)),
            share("other_answered", answered(&self.outcome.other_users)),
            seconds("other_answer_s", answered_s(&self.outcome.other_users)),
            share("wasted", self.wasted()),
            seconds("alone_user_s", Ok(user_s)),
            seconds("alone_wasted_s", Ok(for_nobody.sum())),
        ]
    }

    fn layers(&self) -> Table {
        let chain = &self.scene.chain;
        let all = chain.layers.len();
        let mut rows = Vec::new();
        for (index, seen) in self.outcome.layers.iter().enumerate() {
            let formula = match all - index {
                1 => chain.last_fill_s().ok_or(NEVER_FULL),
                2 => chain.next_fill_s().ok_or(NEVER_FULL),
                _ => Err(Undefined("layer_by_run")),
            };
            rows.push(vec![
                Entry::Name(self.scene.names[index].clone()),
                f64::from(chain.layers[index].slots).into(),
                f64::from(seen.usual).into(),
                f64::from(seen.most).into(),
                (seen.most_queued as f64).into(),
                seen.full_s.ok_or(NEVER_FULL).into(),
                formula.into(),
                seen.held_s.into(),
                seen.wasted_s.into(),
            ]);
        }
        Table { id: "layers", rows }
    }

    fn users(&self) -> Table {
        let row = |id, users: &Users| {
            vec![
                Entry::Word(id),
                (users.answered as f64).into(),
                (users.failed as f64).into(),
                (users.left as f64).into(),
                answered(users).into(),
                answered_s(users).into(),
            ]
        };
        Table {
            id: "users",
            rows: vec![
                row("to_last", &self.outcome.slow_users),
                row("elsewhere", &self.outcome.other_users),
            ],
        }
    }

    fn alone(&self) -> Table {
        let stays = self.scene.chain.alone();
        let rows = stays.iter().zip(&self.scene.names).map(|(stay, name)| {
            vec![
                Entry::Name(name.clone()),
                stay.from.seconds().into(),
                stay.to.seconds().into(),
                stay.until.seconds().into(),
                stay.for_nobody().seconds().into(),
            ]
        });
        Table {
            id: "alone",
            rows: rows.collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let said = |value: f64| significant(value, 6);
        let chain = &self.scene.chain;
        let calls = chain.per_s * chain.share;
        let layers = &chain.layers;
        let slots = |from_end: usize| {
            let at = layers.len().checked_sub(from_end);
            at.and_then(|at| layers.get(at))
                .map_or(0, |layer| layer.slots)
        };
        let busy = chain.busy_before();
        let slow_s = chain.slow.seconds();
        let free = format!("({} − {})", slots(2), said(busy));
        let next = if chain.next_fill_s().is_some_and(|next_s| next_s > slow_s) {
            let shown = format!(
                "{} s + ({free} − {} · {} s) / ({} − {} / {} s)",
                said(slow_s),
                said(calls),
                said(slow_s),
                said(calls),
                slots(1),
                said(slow_s)
            );
            ("t₂ = S + (C₂ − busy − λp·S) / (λp − C₁ / S)", shown)
        } else {
            let shown = format!("{free} / {} s⁻¹", said(calls));
            ("t₂ = (C₂ − busy) / λp ≤ S", shown)
        };
        vec![
            Step::new(
                "in_flight_timeout",
                "L = λ · p · τ",
                format!(
                    "{} s⁻¹ · {} · {} s",
                    said(chain.per_s),
                    said(chain.share),
                    said(chain.timeout.seconds())
                ),
                Ok(chain.in_flight()),
                Unit::One,
            ),
            Step::new(
                "last_full_s",
                "t₁ = C₁ / λp",
                format!("{} / {} s⁻¹", slots(1), said(calls)),
                chain.last_fill_s().ok_or(NEVER_FULL),
                Unit::Second,
            ),
            Step::new(
                "next_full_s",
                next.0,
                next.1,
                chain.next_fill_s().ok_or(NEVER_FULL),
                Unit::Second,
            ),
            Step::new(
                "longest_timeout_s",
                "τ ≤ (C₂ − busy) / λp",
                format!("({} − {}) / {} s⁻¹", slots(2), said(busy), said(calls)),
                self.longest_timeout_s(),
                Unit::Second,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let chain = &self.scene.chain;
        let note = |severity, key: &str| {
            Note::new(severity, Message::new(format!("timeout_budget.note.{key}")))
        };
        let mut notes = Vec::new();
        if let Ok(longest) = self.longest_timeout_s()
            && chain.timeout.seconds() > longest
            && self.full_s(2).is_ok()
        {
            notes.push(Note::warning(
                Message::new("timeout_budget.note.too_long")
                    .quantity("timeout", chain.timeout.seconds(), Unit::Second)
                    .quantity("longest", longest, Unit::Second),
            ));
        }
        if !chain.passes_on && self.wasted().is_ok_and(|wasted| wasted > 0.005) {
            notes.push(note(Severity::Warning, "for_nobody"));
        }
        if chain.timeout.seconds() < self.usual_s() {
            notes.push(note(Severity::Warning, "below_usual"));
        }
        notes
    }
}
