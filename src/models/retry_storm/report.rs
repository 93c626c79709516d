//! What the run came to: figures, tables, derivation, remarks.

use super::{ACTIONS, LEVELS, Moment, Simulation};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::retry::storm::{Outcome, Response};
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Message, Unit};

impl Simulation {
    pub(super) fn output(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![self.alone_table(), self.orders(), self.sweep_table()],
            charts: vec![self.storm(), self.wait(), self.hysteresis()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    pub(super) fn relief_s(&self) -> f64 {
        self.plan.relief as f64 * self.at_relief.tick_s()
    }

    fn recovered_after_s(&self) -> Defined {
        match (self.healthy, self.outcome) {
            (None, _) => Err(Undefined("overloaded_already")),
            (_, Outcome::Recovered { at_s }) => Ok((at_s - self.relief_s()).max(0.0)),
            (_, Outcome::Open) => Err(self.unended),
        }
    }

    fn recovers_below_per_s(&self) -> Defined {
        match self.healthy {
            None => Err(Undefined("overloaded_already")),
            Some(_) if self.is_stuck() => Ok(self.bracket.0),
            Some(_) => Err(Undefined("not_stuck")),
        }
    }

    /// The means over the last tenth of the run.
    fn at_end(&self, pick: impl Fn(&Moment) -> f64) -> f64 {
        let last = self.moments.len().div_ceil(10);
        let from = self.moments.len() - last;
        let sum: f64 = self.moments[from..].iter().map(pick).sum();
        sum / (last.max(1)) as f64
    }

    /// The good answers at the end, for the charts.
    pub(super) fn good_end_per_s(&self) -> f64 {
        self.at_end(|moment| moment.good_per_s)
    }

    fn figures(&self) -> Vec<Figure> {
        let service = &self.scene.service;
        let basis = |key: &str| Message::new(format!("retry_storm.basis.{key}"));
        let rate = |id, value| Figure::new(id, Unit::PerSecond, Ok(value));
        let (good, wasted) = (
            self.good_end_per_s(),
            self.at_end(|moment| moment.wasted_per_s),
        );
        let worked = good + wasted;
        let wasted_share = if worked > 0.0 { wasted / worked } else { 0.0 };
        vec![
            Figure::new("recovered_after_s", Unit::Second, self.recovered_after_s())
                .on(basis("after_relief")),
            Figure::new(
                "recovers_below_per_s",
                Unit::PerSecond,
                self.recovers_below_per_s(),
            )
            .on(basis("simulated")),
            rate("storm_ends_below_per_s", service.storm_ends_below_per_s()),
            rate("capacity_per_s", service.capacity_per_s()),
            rate(
                "trigger_capacity_per_s",
                f64::from(service.threads) / self.scene.trigger_service_s,
            ),
            rate("good_end_per_s", good).on(basis("at_end")),
            rate("sent_end_per_s", self.at_end(|moment| moment.sent_per_s)).on(basis("at_end")),
            Figure::new("wasted_end", Unit::Ratio, Ok(wasted_share)).on(basis("at_end")),
            Figure::new(
                "wait_end_s",
                Unit::Second,
                Ok(self.at_end(|moment| moment.wait_s)),
            )
            .on(basis("at_end")),
            Figure::new("full_queue_s", Unit::Second, Ok(service.full_queue_s())),
            Figure::new("unanswered", Unit::Count, Ok(self.unanswered.round()))
                .on(basis("since_trigger")),
        ]
    }

    /// What a response answered more than doing nothing.
    fn worth(&self, response: &Response) -> Entry {
        let nothing = self.nothing.map_or(0.0, |nothing| nothing.good);
        // Less than a request is rounding.
        let worth = (response.good - nothing).round();
        (worth + 0.0).into()
    }

    /// Every step by itself, and none.
    fn alone_table(&self) -> Table {
        let responses = self.nothing.iter().chain(&self.alone);
        let names = std::iter::once("none").chain(ACTIONS);
        let row = |(name, response): (&'static str, &Response)| {
            vec![
                Entry::Word(name),
                response.recovered_after_s.into(),
                response.good.round().into(),
                self.worth(response),
            ]
        };
        let rows = names.zip(responses).map(row).collect();
        Table {
            id: "alone",
            rows: or_why_not(rows, &[Entry::Word("none")]),
        }
    }

    /// Every two steps in both orders.
    fn orders(&self) -> Table {
        let row = |(first, second, response): &(usize, usize, Response)| {
            vec![
                Entry::Word(ACTIONS[*first]),
                Entry::Word(ACTIONS[*second]),
                response.recovered_after_s.into(),
                self.worth(response),
            ]
        };
        let rows = self.pairs.iter().map(row).collect();
        Table {
            id: "orders",
            rows: or_why_not(rows, &[Entry::Word("none"), Entry::Word("none")]),
        }
    }

    /// Up and down side by side, every other load.
    fn sweep_table(&self) -> Table {
        let rows = self
            .levels
            .iter()
            .take(LEVELS)
            .skip(1)
            .step_by(2)
            .map(|(offered, up)| {
                let down = self.levels[LEVELS - 1..]
                    .iter()
                    .find(|(other, _)| other == offered)
                    .map_or(Err(Undefined("absent")), |(_, level)| Ok(level.good_per_s));
                vec![(*offered).into(), up.good_per_s.into(), down.into()]
            })
            .collect();
        Table { id: "sweep", rows }
    }

    fn steps(&self) -> Vec<Step> {
        let service = &self.scene.service;
        let (threads, r) = (service.threads, service.retries.0);
        let said = |seconds: f64| significant(seconds, 6);
        let capacity = service.capacity_per_s();
        vec![
            Step::new(
                "capacity_per_s",
                "C = N / S",
                format!("{threads} / {} s", said(service.service_s)),
                Ok(capacity),
                Unit::PerSecond,
            ),
            Step::new(
                "trigger_capacity_per_s",
                "N / S'",
                format!("{threads} / {} s", said(self.scene.trigger_service_s)),
                Ok(f64::from(threads) / self.scene.trigger_service_s),
                Unit::PerSecond,
            ),
            Step::new(
                "full_queue_s",
                "Q / C",
                format!("{} / {} s⁻¹", service.queue, said(capacity)),
                Ok(service.full_queue_s()),
                Unit::Second,
            ),
            Step::new(
                "storm_sent_per_s",
                "λ · (1 + r)",
                format!("{} s⁻¹ · (1 + {r})", said(self.scene.offered_per_s)),
                Ok(self.scene.offered_per_s * service.retries.attempts() as f64),
                Unit::PerSecond,
            ),
            Step::new(
                "storm_ends_below_per_s",
                "C / (1 + r)",
                format!("{} s⁻¹ / (1 + {r})", said(capacity)),
                Ok(service.storm_ends_below_per_s()),
                Unit::PerSecond,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let note = |severity, key: &str| {
            Note::new(severity, Message::new(format!("retry_storm.note.{key}")))
        };
        let mut notes = Vec::new();
        match self.recovered_after_s() {
            Ok(_) => notes.push(note(Severity::Info, "recovered")),
            // The other reasons are notes of the same names.
            Err(Undefined(why)) => notes.push(note(Severity::Warning, why)),
        }
        if let Ok(below) = self.recovers_below_per_s() {
            notes.push(Note::info(
                Message::new("retry_storm.note.recovers_below").quantity(
                    "below",
                    below,
                    Unit::PerSecond,
                ),
            ));
        }
        let service = &self.scene.service;
        if service.full_queue_s() + service.service_s < service.timeout_s {
            notes.push(note(Severity::Info, "queue_is_short"));
        }
        notes
    }
}

/// The rows; where no step was tried, one that says why.
fn or_why_not(mut rows: Vec<Vec<Entry>>, words: &[Entry]) -> Vec<Vec<Entry>> {
    if rows.is_empty() {
        let mut row = words.to_vec();
        row.resize(4, Entry::Undefined(Undefined("overloaded_already")));
        rows.push(row);
    }
    rows
}
