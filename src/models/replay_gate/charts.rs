//! The gates in a row for each checker, and the writes that a replay repeats while it runs.

use super::{Question, checker_word, gate_word, verdict_word};
use crate::chart::{Axis, AxisId, BlockPart, ChartSpec, Handle, Layer, Role};
use crate::kernel::lab::replay::{Checker, Verdict};
use crate::models::as_real;
use crate::models::grid::equal_steps;
use crate::models::lab::block;
use crate::text::{Label, Unit};

fn key(rest: &str) -> Label {
    Label::key(format!("replay_gate.{rest}"))
}

fn role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Passed => Role::Good,
        Verdict::Refused => Role::Bad,
        Verdict::NotAsked => Role::Warn,
        Verdict::NotReached => Role::Quiet,
    }
}

impl Question {
    pub(super) fn gates_chart(&self) -> ChartSpec {
        let row = |checker: Checker| {
            let gates = checker.gates(&self.request).into_iter().zip(1..);
            let parts = gates.map(|((gate, verdict), number)| {
                let is_seen = number <= self.step;
                let verdict = if is_seen {
                    verdict
                } else {
                    Verdict::NotReached
                };
                let detail = match verdict {
                    Verdict::NotReached => Label::plain("–"),
                    verdict => key(&format!("word.{}", verdict_word(verdict))),
                };
                block(
                    key(&format!("chart.gates.{}", gate_word(gate))),
                    detail,
                    f64::from(u8::from(verdict == Verdict::Passed)),
                    role(verdict),
                )
            });
            BlockPart::Framed {
                caption: key(&format!("word.{}", checker_word(checker))),
                part: Box::new(BlockPart::Row(parts.collect())),
            }
        };
        let shown = [Verdict::Passed, Verdict::Refused, Verdict::NotAsked];
        ChartSpec {
            id: "gates",
            title: key("chart.gates.title"),
            x: Axis::linear(Label::key("replay_gate.chart.gates.along"), Unit::One),
            y: Axis::linear(Label::key("replay_gate.chart.gates.passed"), Unit::Count),
            layers: vec![Layer::Blocks {
                id: "gates",
                root: BlockPart::Alternatives {
                    caption: None,
                    parts: Checker::ALL.map(row).into(),
                },
                key: shown
                    .map(|verdict| {
                        (
                            role(verdict),
                            key(&format!("word.{}", verdict_word(verdict))),
                        )
                    })
                    .into(),
            }],
            handle: None,
        }
    }

    /// Repeated writes over the time that the replay runs.
    pub(super) fn accident_chart(&self) -> ChartSpec {
        const POINTS: u32 = 60;
        let end_s = self.recorded_s.max(self.stopped_after_s) * 1.05;
        let count = |at_s: f64| as_real(self.repeated(at_s / self.recorded_s));
        let course = equal_steps((0.0, end_s), POINTS).map(|at_s| (at_s, Some(count(at_s))));
        ChartSpec {
            id: "accident",
            title: key("chart.accident.title"),
            x: Axis::linear(Label::key("replay_gate.chart.accident.time"), Unit::Second)
                .over((0.0, end_s))
                .of_input("stopped_after_s"),
            y: Axis::linear(
                Label::key("replay_gate.column.repeated_writes"),
                Unit::Count,
            )
            .over((0.0, as_real(self.writes) * 1.15)),
            layers: vec![
                Layer::Line {
                    id: "repeated",
                    name: key("chart.accident.repeated"),
                    points: course.collect(),
                    role: Role::Bad,
                },
                Layer::rule(
                    "recorded",
                    key("chart.accident.recorded"),
                    AxisId::Y,
                    as_real(self.writes),
                    Role::Threshold,
                ),
            ],
            handle: Some(Handle {
                x_input: Some("stopped_after_s"),
                y_input: None,
                at: (self.stopped_after_s, count(self.stopped_after_s)),
                label: key("input.stopped_after_s.name"),
            }),
        }
    }
}
