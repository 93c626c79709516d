//! Tables, derivation and remarks.

use super::{Counted, Densest, MS, Simulation};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::retry::Jitter;
use crate::models::{Entry, Note, Step, Table, significant};
use crate::text::{Message, Unit};

impl Simulation {
    pub(super) fn kinds_table(&self) -> Table {
        let row = |kind: &Counted| {
            vec![
                Entry::Word(kind.id),
                kind.peak().into(),
                (kind.last_sum_s / self.clients()).into(),
                kind.last_s.into(),
            ]
        };
        Table {
            id: "kinds",
            rows: self.kinds.iter().map(row).collect(),
        }
    }

    /// The measured peak beside what is said of it.
    pub(super) fn claims(&self, densest: Result<Densest, Undefined>) -> Table {
        let spread_evenly = self.clients() * MS / self.backoff.wait_s(1).max(MS);
        let row = |claim: &'static str, value: Entry| vec![Entry::Word(claim), value];
        Table {
            id: "claims",
            rows: vec![
                row("counted", self.chosen().peak().into()),
                row("expected", densest.map(|densest| densest.expected).into()),
                row("square_root", self.clients().sqrt().into()),
                row("uniform", spread_evenly.into()),
            ],
        }
    }

    pub(super) fn steps(&self, densest: Result<Densest, Undefined>, last: Defined) -> Vec<Step> {
        let waits: Vec<f64> = (1..=self.retries.0)
            .map(|k| self.backoff.wait_s(k))
            .collect();
        let written = |seconds: f64| format!("{} s", significant(seconds, 7));
        let longest = waits.last().copied().unwrap_or(0.0);
        let sum: Vec<String> = waits.iter().map(|wait| significant(*wait, 7)).collect();
        let sum = format!("{} s", sum.join(" + "));
        let (formula, now) = match self.jitter {
            Jitter::None => ("Σ d_k", sum),
            Jitter::Full => ("Σ d_k / 2", format!("({sum}) / 2")),
            Jitter::Equal => ("Σ 3 d_k / 4", format!("3 · ({sum}) / 4")),
            Jitter::Decorrelated => ("d_k ~ U(b, 3 d_(k−1))", "–".to_owned()),
        };
        vec![
            Step::new(
                "wait_s",
                "d_k = min(cap, b · 2^(k−1))",
                format!(
                    "min({}, {} · 2^{})",
                    written(self.backoff.cap_s()),
                    written(self.backoff.base_s()),
                    self.retries.0 - 1
                ),
                Ok(longest),
                Unit::Second,
            ),
            Step::new("last_expected_s", formula, now, last, Unit::Second),
            Step::new(
                "densest_expected_per_ms",
                "n · Σ P(t ≤ T_k < t + 1 ms)",
                densest.map_or_else(
                    |_| "–".to_owned(),
                    |densest| {
                        format!(
                            "{} · {}",
                            self.clients,
                            significant(densest.expected / self.clients(), 7)
                        )
                    },
                ),
                densest.map(|densest| densest.expected),
                Unit::One,
            ),
        ]
    }

    pub(super) fn notes(&self) -> Vec<Note> {
        let note = |key: &str| Note::info(Message::new(format!("retry_jitter.note.{key}")));
        match self.jitter {
            Jitter::None => vec![note("spikes")],
            Jitter::Decorrelated => vec![note("decorrelated")],
            Jitter::Full | Jitter::Equal => vec![note("a_sum"), note("peak_is_a_maximum")],
        }
    }
}
