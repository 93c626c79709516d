//! The ribbon of states, what is held against the threshold, and the trials of many instances.

use super::Simulation;
use super::report::{fate_id, state_id};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Lane, LaneSpan, Layer, Role};
use crate::kernel::guard::breaker::{State, Trip};
use crate::kernel::guard::walk::{Fate, Step};
use crate::text::{Label, Message, Unit};

fn role(state: State) -> Role {
    match state {
        State::Closed => Role::Good,
        State::Open => Role::Bad,
        State::HalfOpen => Role::Warn,
    }
}

/// The lanes, from top to bottom.
const LANES: [&str; 5] = ["breaker", "trials", "succeeded", "failed", "refused"];

impl Simulation {
    /// The time shown: a little more than the walk took.
    fn end_s(&self) -> f64 {
        (self.walk.end.seconds() * 1.04).max(1e-3)
    }

    /// The state over time, and every call on the lane of what became of it.
    pub(super) fn ribbon(&self) -> ChartSpec {
        let end_s = self.end_s();
        let last = self.walk.stretches.len().saturating_sub(1);
        let mut spans: Vec<LaneSpan> = Vec::new();
        for (index, stretch) in self.walk.stretches.iter().enumerate() {
            spans.push(LaneSpan {
                id: format!("state-{index}"),
                lane: 0,
                from_s: stretch.from.seconds(),
                to_s: if index == last {
                    end_s
                } else {
                    stretch.to.seconds()
                },
                label: Label::key(format!("circuit_breaker.word.{}", state_id(stretch.state))),
                role: role(stretch.state),
            });
        }
        for (index, step) in self.walk.steps.iter().enumerate() {
            let at_s = step.call.at.seconds();
            let span = |lane, to_s, role| LaneSpan {
                id: format!("call-{index}-{lane}"),
                lane,
                from_s: at_s,
                to_s,
                label: said(step),
                role,
            };
            if step.trial {
                let to_s = step.result_at.map_or(end_s, |at| at.seconds());
                spans.push(span(1, to_s, Role::Accent));
            }
            spans.push(match step.fate {
                Fate::Succeeded => span(2, at_s, Role::Good),
                Fate::Refused => span(4, at_s, Role::Quiet),
                _ => span(3, at_s, Role::Bad),
            });
        }
        ChartSpec {
            id: "ribbon",
            title: Label::key("circuit_breaker.chart.ribbon.title"),
            x: Axis::linear(Label::key("circuit_breaker.chart.axis.time"), Unit::Second)
                .over((0.0, end_s)),
            y: Axis::linear(Label::key("circuit_breaker.chart.axis.lanes"), Unit::One)
                .over((0.0, 1.0)),
            layers: vec![Layer::Lanes {
                lanes: LANES
                    .iter()
                    .map(|id| Lane {
                        id: (*id).to_owned(),
                        name: Label::key(format!("circuit_breaker.chart.ribbon.{id}")),
                    })
                    .collect(),
                spans,
                events: Vec::new(),
            }],
            handle: None,
        }
    }

    /// What is held against the threshold over time, with the states behind it.
    pub(super) fn gauge(&self) -> ChartSpec {
        let end_s = self.end_s();
        let mut layers: Vec<Layer> = self
            .walk
            .stretches
            .iter()
            .filter(|stretch| stretch.state != State::Closed)
            .map(|stretch| Layer::Span {
                id: state_id(stretch.state),
                name: Label::key(format!("circuit_breaker.word.{}", state_id(stretch.state))),
                axis: AxisId::X,
                from: stretch.from.seconds(),
                to: stretch.to.seconds(),
                role: role(stretch.state),
            })
            .collect();
        let mut points: Vec<(f64, Option<f64>)> = self
            .walk
            .gauge
            .iter()
            .map(|(at, share)| (at.seconds(), *share))
            .collect();
        if let Some((_, share)) = points.last().copied() {
            points.push((end_s, share));
        }
        let highest = points
            .iter()
            .filter_map(|point| point.1)
            .fold(0.0, f64::max);
        let (name, unit, threshold, input, top) = match self.scene.policy.trip {
            Trip::Ratio { threshold, .. } => {
                ("share", Unit::Ratio, threshold, "failure_threshold", 1.0)
            }
            Trip::Consecutive { failures } => {
                let failures = f64::from(failures);
                let top = 1.25 * failures.max(highest) + 1.0;
                ("streak", Unit::Count, failures, "failures", top)
            }
        };
        layers.push(Layer::Step {
            id: name,
            name: Label::key(format!("circuit_breaker.chart.gauge.{name}")),
            points,
            role: Role::Series(0),
        });
        layers.push(Layer::rule(
            "threshold",
            Label::key("circuit_breaker.chart.gauge.threshold"),
            AxisId::Y,
            threshold,
            Role::Threshold,
        ));
        ChartSpec {
            id: "gauge",
            title: Label::key("circuit_breaker.chart.gauge.title"),
            x: Axis::linear(Label::key("circuit_breaker.chart.axis.time"), Unit::Second)
                .over((0.0, end_s)),
            y: Axis::linear(
                Label::key(format!("circuit_breaker.chart.axis.{name}")),
                unit,
            )
            .over((0.0, top))
            .of_input(input),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some(input),
                at: (end_s / 2.0, threshold),
                label: Label::key("circuit_breaker.chart.gauge.point"),
            }),
        }
    }

    /// Trials a second of all instances over time, from when all open.
    pub(super) fn probes(&self) -> ChartSpec {
        let (all_s, part_s) = match &self.probing {
            Some(probing) => probing.lengths_s(),
            None => (10.0 * self.fleet.cycle_s(), self.fleet.cycle_s()),
        };
        let bins = self.probing.as_ref().map_or(&[][..], |run| run.bins());
        let bars: Vec<(f64, f64, f64)> = (0..)
            .zip(bins)
            .map(|(index, count)| {
                let from = f64::from(index) * part_s;
                (from, from + part_s, f64::from(*count) / part_s)
            })
            .collect();
        let highest = bars.iter().map(|bar| bar.2).fold(0.0, f64::max);
        let mut layers = vec![Layer::Bars {
            id: "probes",
            name: Label::key("circuit_breaker.chart.probes.probes"),
            bars,
            role: Role::Series(0),
        }];
        let formula = self.probing.as_ref().and(self.fleet.probes_per_s().ok());
        let top = highest.max(formula.unwrap_or(0.0)).max(1e-3) * 1.08;
        if let Some(rate) = formula {
            layers.push(Layer::rule(
                "mean",
                Label::key("circuit_breaker.chart.probes.mean"),
                AxisId::Y,
                rate,
                Role::Threshold,
            ));
        }
        let open_s = self.fleet.policy.open.seconds();
        let has_timer = open_s > 0.0;
        ChartSpec {
            id: "probes",
            title: Label::key("circuit_breaker.chart.probes.title"),
            x: Axis::linear(Label::key("circuit_breaker.chart.axis.since"), Unit::Second)
                .over((0.0, all_s))
                .of_input(has_timer.then_some("open_s")),
            y: Axis::linear(
                Label::key("circuit_breaker.chart.axis.probes"),
                Unit::PerSecond,
            )
            .over((0.0, top)),
            layers,
            handle: has_timer.then(|| Handle {
                x_input: Some("open_s"),
                y_input: None,
                at: (open_s, formula.unwrap_or(0.0)),
                label: Label::key("circuit_breaker.chart.probes.point"),
            }),
        }
    }
}

/// A call in words.
fn said(step: &Step) -> Label {
    let fate = fate_id(step.fate);
    Message::new(format!("circuit_breaker.chart.ribbon.call_{fate}"))
        .quantity("at", step.call.at.seconds(), Unit::Second)
        .into()
}
