//! How pools fill, calls under way against slots, and one request by itself.

use super::Report;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Lane, LaneSpan, Layer, Role};
use crate::models::Range;
use crate::models::grid::{equal_ratios, including};
use crate::text::{Label, Unit};

/// Lines of layers, the last first.
const LINES: [&str; 6] = ["last", "second", "third", "fourth", "fifth", "sixth"];
/// Times shown, in seconds.
const TIMEOUTS: Range<f64> = Range { lo: 0.02, hi: 30.0 };

impl Report<'_> {
    /// The share of each layer’s slots that is held, since the slow-down.
    pub(super) fn fill(&self) -> ChartSpec {
        let chain = &self.scene.chain;
        let all = chain.layers.len();
        let end_s = self.scene.watch.seconds();
        let first_s = 0.01_f64.min(end_s / 10.0);
        let mut layers = Vec::new();
        for (index, id) in (0..all).rev().zip(LINES) {
            let slots = f64::from(chain.layers[index].slots);
            let points = self.outcome.samples.iter().map(|(at_s, held)| {
                let held = held.get(index).copied().unwrap_or(0);
                (*at_s, Some(f64::from(held) / slots))
            });
            layers.push(Layer::Line {
                id,
                name: Label::plain(&self.scene.names[index]),
                points: points.collect(),
                role: Role::Series((all - 1 - index) as u8),
            });
        }
        let timeout_s = chain.timeout.seconds();
        let patience_s = chain.patience.seconds();
        if patience_s > first_s && patience_s < end_s {
            layers.push(Layer::rule(
                "patience",
                Label::key("timeout_budget.chart.fill.patience"),
                AxisId::X,
                patience_s,
                Role::Quiet,
            ));
        }
        ChartSpec {
            id: "fill",
            title: Label::key("timeout_budget.chart.fill.title"),
            x: Axis::log(Label::key("timeout_budget.chart.axis.since"), Unit::Second)
                .over((first_s, end_s))
                .of_input("timeout_s"),
            y: Axis::linear(Label::key("timeout_budget.chart.axis.held"), Unit::Ratio)
                .over((0.0, 1.08)),
            layers,
            handle: Some(Handle {
                x_input: Some("timeout_s"),
                y_input: None,
                at: (timeout_s, 0.5),
                label: Label::key("timeout_budget.chart.fill.point"),
            }),
        }
    }

    /// Calls under way by the time-out, if none is answered, against the slots that wait for them.
    pub(super) fn in_flight(&self) -> ChartSpec {
        let chain = &self.scene.chain;
        let timeout_s = chain.timeout.seconds();
        let x = including(TIMEOUTS, timeout_s);
        let busy = chain.busy_before();
        let calls = chain.per_s * chain.share;
        let before = chain.layers.len().saturating_sub(2);
        let slots = f64::from(chain.layers[before].slots);
        let at = |timeout_s: f64| busy + calls * timeout_s;
        let top = (2.0 * slots).max(1.2 * at(timeout_s));
        let low = (busy.min(slots) / 2.0).max(0.1);
        ChartSpec {
            id: "in_flight",
            title: Label::key("timeout_budget.chart.in_flight.title"),
            x: Axis::log(
                Label::key("timeout_budget.chart.axis.timeout"),
                Unit::Second,
            )
            .over(x)
            .of_input("timeout_s"),
            y: Axis::log(Label::key("timeout_budget.chart.axis.slots"), Unit::Count)
                .over((low, top)),
            layers: vec![
                Layer::Line {
                    id: "wanted",
                    name: Label::key("timeout_budget.chart.in_flight.wanted"),
                    points: equal_ratios(x, 60).map(|s| (s, Some(at(s)))).collect(),
                    role: Role::Bad,
                },
                Layer::rule(
                    "slots",
                    Label::plain(&self.scene.names[before]),
                    AxisId::Y,
                    slots,
                    Role::Threshold,
                ),
            ],
            handle: Some(Handle {
                x_input: Some("timeout_s"),
                y_input: None,
                at: (timeout_s, at(timeout_s)),
                label: Label::key("timeout_budget.chart.in_flight.point"),
            }),
        }
    }

    /// One request with nothing else in the chain: who still has somebody waiting.
    pub(super) fn alone_chart(&self) -> ChartSpec {
        let stays = self.scene.chain.alone();
        let mut lanes = vec![Lane {
            id: "user".to_owned(),
            name: Label::key("timeout_budget.chart.alone.user"),
        }];
        let mut spans = Vec::new();
        let span = |id: String, lane, from_s, to_s, key: &str, role| LaneSpan {
            id,
            lane,
            from_s,
            to_s,
            label: Label::key(format!("timeout_budget.chart.alone.{key}")),
            role,
        };
        let mut end_s: f64 = 1e-3;
        for (index, stay) in stays.iter().enumerate() {
            let (from, to) = (stay.from.seconds(), stay.to.seconds());
            let until = stay.until.seconds();
            end_s = end_s.max(to);
            if index == 0 {
                let key = if to <= until { "waits" } else { "leaves" };
                spans.push(span(
                    "user".to_owned(),
                    0,
                    0.0,
                    to.min(until),
                    key,
                    Role::Accent,
                ));
            }
            let lane = index + 1;
            lanes.push(Lane {
                id: format!("layer-{index}"),
                name: Label::plain(&self.scene.names[index]),
            });
            let wanted = to.min(until).max(from);
            if wanted > from {
                spans.push(span(
                    format!("wanted-{index}"),
                    lane,
                    from,
                    wanted,
                    "wanted",
                    Role::Good,
                ));
            }
            if to > wanted {
                spans.push(span(
                    format!("nobody-{index}"),
                    lane,
                    wanted,
                    to,
                    "for_nobody",
                    Role::Bad,
                ));
            }
        }
        ChartSpec {
            id: "alone",
            title: Label::key("timeout_budget.chart.alone.title"),
            x: Axis::linear(
                Label::key("timeout_budget.chart.axis.request"),
                Unit::Second,
            )
            .over((0.0, 1.03 * end_s)),
            y: Axis::linear(Label::key("timeout_budget.chart.axis.lanes"), Unit::One)
                .over((0.0, 1.0)),
            layers: vec![Layer::Lanes {
                lanes,
                spans,
                events: Vec::new(),
            }],
            handle: None,
        }
    }
}
