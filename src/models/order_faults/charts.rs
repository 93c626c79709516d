//! Every order as a bar, and who worked on the last ones.

use super::{LOST, Question, SLOW};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Lane, LaneEvent, LaneSpan, Layer, Role};
use crate::kernel::lab::order_faults::{Outcome, Place, Request};
use crate::models::as_real;
use crate::models::lab::in_s;
use crate::text::{Label, Message, Unit};

fn role(outcome: Outcome) -> Role {
    match outcome {
        Outcome::Success => Role::Good,
        Outcome::Degraded => Role::Warn,
        Outcome::Failed => Role::Bad,
        Outcome::TimedOut => Role::Series(3),
    }
}

fn key(rest: &str) -> Label {
    Label::key(format!("order_faults.{rest}"))
}

impl Question {
    /// The wait of each order; those after the step are pale.
    pub(super) fn orders_chart(&self) -> ChartSpec {
        let orders = || self.run.requests.iter().enumerate();
        let bar = |(at, order): (usize, &Request)| {
            let number = as_real(at as u64 + 1);
            (number - 0.45, number + 0.45, in_s(order.latency_ns))
        };
        let mut layers = Vec::new();
        let end = as_real(self.run.requests.len() as u64);
        let fault = match (self.scenario, self.run.phases.as_slice()) {
            (LOST, _) => Some((as_real(self.balanced.lost_at as u64), end)),
            (_, [_, from, to]) => Some((as_real(*from as u64), as_real(*to as u64))),
            _ => None,
        };
        if let Some((from, to)) = fault.filter(|(from, to)| from < to) {
            layers.push(Layer::Span {
                id: "fault",
                name: key("chart.orders.fault"),
                axis: AxisId::X,
                from: from + 0.5,
                to: to + 0.5,
                role: Role::Quiet,
            });
        }
        for outcome in Outcome::ALL {
            let done = orders().take(self.step);
            let bars: Vec<_> = done
                .filter(|(_, at)| at.outcome == outcome)
                .map(bar)
                .collect();
            if !bars.is_empty() {
                layers.push(Layer::Bars {
                    id: outcome.id(),
                    name: key(&format!("word.{}", outcome.id())),
                    bars,
                    role: role(outcome),
                });
            }
        }
        if self.step < self.run.requests.len() {
            layers.push(Layer::Bars {
                id: "to_come",
                name: key("chart.orders.to_come"),
                bars: orders().skip(self.step).map(bar).collect(),
                role: Role::Quiet,
            });
        }
        let waits = self.run.requests.iter().map(|order| in_s(order.latency_ns));
        let highest = waits.fold(0.0, f64::max);
        let top = if self.scenario == SLOW {
            highest.max(self.timeout_s)
        } else {
            highest
        };
        if self.scenario != LOST && self.timeout_s <= top * 1.2 {
            layers.push(Layer::rule(
                "timeout",
                key("chart.orders.deadline"),
                AxisId::Y,
                self.timeout_s,
                Role::Threshold,
            ));
        }
        let here = self.run.requests.get(self.step - 1);
        ChartSpec {
            id: "orders",
            title: key("chart.orders.title"),
            x: Axis::linear(Label::key("order_faults.column.order"), Unit::Count)
                .over((0.0, end + 1.0))
                .of_input("step"),
            y: Axis::linear(Label::key("order_faults.column.latency_s"), Unit::Second)
                .over((0.0, top * 1.2)),
            layers,
            handle: Some(Handle {
                x_input: Some("step"),
                y_input: None,
                at: (
                    as_real(self.step as u64),
                    here.map_or(0.0, |order| in_s(order.latency_ns)),
                ),
                label: key("input.step.name"),
            }),
        }
    }

    /// The last orders in logical time: the caller's wait above, and below it who worked.
    pub(super) fn calls_chart(&self) -> ChartSpec {
        let mut names = vec![key("chart.calls.caller")];
        if self.scenario == LOST {
            names.extend((0..self.balanced.instances).map(|at| {
                let name = Message::new("order_faults.chart.calls.instance");
                name.quantity("number", as_real(at as u64 + 1), Unit::Count)
                    .into()
            }));
        } else {
            if self.scenario != SLOW {
                names.push(key("chart.calls.cache"));
            }
            names.push(key("chart.calls.database"));
        }
        let last = names.len() - 1;
        let lane_of = |place| match place {
            Place::Cache => 1,
            Place::Database => last,
            Place::Instance(at) => at + 1,
        };
        let mut spans = Vec::new();
        let mut events = Vec::new();
        let mut clock_ns = 0;
        for (at, order) in self.shown() {
            let label = Label::plain(&(at + 1).to_string());
            let mut span = |lane, from_ns: u64, length_ns: u64, role| {
                spans.push(LaneSpan {
                    id: format!("{}-{lane}-{from_ns}", at + 1),
                    lane,
                    from_s: in_s(clock_ns + from_ns),
                    to_s: in_s(clock_ns + from_ns + length_ns),
                    label: label.clone(),
                    role,
                });
            };
            span(0, 0, order.latency_ns, role(order.outcome));
            for call in &order.calls {
                let role = if call.is_error {
                    Role::Bad
                } else {
                    Role::Quiet
                };
                span(lane_of(call.place), call.from_ns, call.latency_ns, role);
            }
            clock_ns += order.latency_ns;
            let lost = self.balanced.instances.min(2);
            if self.scenario == LOST && self.run.recovery.is_some_and(|(_, last)| last == at) {
                events.push(LaneEvent {
                    id: "ejected".to_owned(),
                    lane: lost,
                    from_s: in_s(clock_ns),
                    to_s: in_s(clock_ns),
                    label: key("chart.calls.ejected"),
                    role: Role::Accent,
                    chosen: false,
                });
            }
        }
        let lanes = names.into_iter().zip(0..).map(|(name, at)| Lane {
            id: format!("lane-{at}"),
            name,
        });
        ChartSpec {
            id: "calls",
            title: key("chart.calls.title"),
            x: Axis::linear(Label::key("order_faults.chart.calls.time"), Unit::Second),
            y: Axis::linear(Label::key("order_faults.column.way"), Unit::One),
            layers: vec![Layer::Lanes {
                lanes: lanes.collect(),
                spans,
                events,
            }],
            handle: None,
        }
    }
}
