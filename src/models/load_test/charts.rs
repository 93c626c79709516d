//! The stall as it is felt, as it is recorded, and the ramp.

use super::{LEVELS, Question, Records, STOP_P99, quantile_s};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::error::Defined;
use crate::kernel::math;
use crate::models::ModelError;
use crate::text::{Label, Unit};

impl Question {
    /// By how much a request is delayed, by when it was due.
    pub(super) fn stall_chart(&self) -> ChartSpec {
        let recovery_s = self
            .open
            .and_then(|open| open.recovery_s(&self.stall))
            .unwrap_or(0.0);
        let shown_s = 1.1 * recovery_s.max(1.5 * self.stall_s).max(1e-3);
        let mut layers = vec![Layer::Span {
            id: "stalled",
            name: Label::key("load_test.chart.stall.stalled"),
            axis: AxisId::X,
            from: 0.0,
            to: self.stall_s,
            role: Role::Warn,
        }];
        if let Ok(open) = self.open {
            let after = [0.0, recovery_s, shown_s];
            let mut points = vec![(-0.1 * shown_s, Some(0.0)), (0.0, Some(0.0))];
            points.extend(after.map(|at_s| (at_s, Some(open.delay_s(&self.stall, at_s)))));
            layers.push(Layer::Line {
                id: "open",
                name: Label::key("load_test.word.open"),
                points,
                role: Role::Series(0),
            });
        }
        layers.push(Layer::Line {
            id: "corrected",
            name: Label::key("load_test.word.corrected"),
            points: vec![(0.0, Some(self.stall_s)), (self.stall_s, Some(0.0))],
            role: Role::Series(1),
        });
        layers.push(Layer::Points {
            id: "closed",
            name: Label::key("load_test.word.closed"),
            marks: vec![Mark {
                x: 0.0,
                y: self.stall_s,
                label: None,
            }],
            role: Role::Bad,
        });
        ChartSpec {
            id: "stall",
            title: Label::key("load_test.chart.stall.title"),
            x: Axis::linear(Label::key("load_test.chart.axis.since"), Unit::Second)
                .over((-0.1 * shown_s, shown_s)),
            y: Axis::linear(Label::key("load_test.chart.axis.delay"), Unit::Second)
                .over((0.0, 1.2 * self.stall_s.max(1e-3)))
                .of_input("stall_s"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("stall_s"),
                at: (self.stall_s, self.stall_s),
                label: Label::key("load_test.chart.stall.point"),
            }),
        }
    }

    /// The share of the requests in each record that took longer than each time.
    pub(super) fn records_chart(&self, records: &Records) -> ChartSpec {
        const POINTS: u32 = 200;
        let longest_s = records
            .open
            .as_ref()
            .map_or(0.0, |open| open.longest_s())
            .max(records.closed.longest_s());
        let shown_s = 1.1 * longest_s.max(self.target_p99_s);
        let line = |id, record: &crate::kernel::capacity::Latencies, role| Layer::Line {
            id,
            name: Label::key(format!("load_test.word.{id}")),
            points: (0..=POINTS)
                .map(|i| shown_s * f64::from(i) / f64::from(POINTS))
                .map(|response_s| {
                    let share = record.share_above(response_s);
                    (response_s, (share > 0.0).then_some(share))
                })
                .collect(),
            role,
        };
        let mut layers = vec![
            line("closed", &records.closed, Role::Bad),
            line("corrected", &records.corrected, Role::Series(1)),
        ];
        if let Ok(open) = &records.open {
            layers.push(line("open", open, Role::Series(0)));
        }
        let rule = |id: &str, axis, at, role| {
            Layer::rule(
                id,
                Label::key(format!("load_test.chart.records.{id}")),
                axis,
                at,
                role,
            )
        };
        layers.push(rule("one_in_a_hundred", AxisId::Y, 0.01, Role::Quiet));
        layers.push(rule(
            "target",
            AxisId::X,
            self.target_p99_s,
            Role::Threshold,
        ));
        let p99_s = quantile_s(&records.open, 0.99)
            .or(records.closed.quantile_s(0.99))
            .unwrap_or(0.0);
        layers.push(Layer::Points {
            id: "p99",
            name: Label::key("load_test.chart.records.p99"),
            marks: vec![Mark {
                x: p99_s,
                y: 0.01,
                label: None,
            }],
            role: Role::Accent,
        });
        ChartSpec {
            id: "records",
            title: Label::key("load_test.chart.records.title"),
            x: Axis::linear(Label::key("load_test.chart.axis.response"), Unit::Second)
                .over((0.0, shown_s))
                .of_input("target_p99_s"),
            y: Axis::log(Label::key("load_test.chart.axis.share"), Unit::Ratio).over((1e-5, 1.0)),
            layers,
            handle: Some(Handle {
                x_input: Some("target_p99_s"),
                y_input: None,
                at: (self.target_p99_s, 0.01),
                label: Label::key("load_test.input.target_p99_s.name"),
            }),
        }
    }

    /// The 99th percentile against the rate, and where the ramp stops.
    pub(super) fn ramp_chart(&self, limit: Defined) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 48;
        let capacity_per_s = self.load.capacity_per_s();
        let top = LEVELS[LEVELS.len() - 1];
        let low = 0.02;
        let mut points = Vec::new();
        let mut waits = Vec::new();
        for i in 0..=POINTS {
            // Closer together towards saturation, where the curve bends.
            let share = 1.0
                - (1.0 - low)
                    * math::exp(
                        f64::from(i) / f64::from(POINTS) * math::ln((1.0 - top) / (1.0 - low)),
                    );
            let rate_per_s = share * capacity_per_s;
            points.push((rate_per_s, self.response_p99_s(share)?.ok()));
            waits.push((rate_per_s, self.mean_response_s(share)?.ok()));
        }
        let stop_s = STOP_P99 * self.target_p99_s;
        let service_s = 1.0 / self.load.service_per_s;
        let mut layers = vec![
            Layer::Line {
                id: "mean",
                name: Label::key("load_test.chart.ramp.mean"),
                points: waits,
                role: Role::Series(1),
            },
            Layer::Line {
                id: "p99",
                name: Label::key("load_test.chart.ramp.p99"),
                points,
                role: Role::Series(0),
            },
            Layer::rule(
                "stop_p99",
                Label::key("load_test.word.stop_p99"),
                AxisId::Y,
                stop_s,
                Role::Threshold,
            ),
        ];
        if let Ok(limit_per_s) = limit {
            layers.push(Layer::rule(
                "limit",
                Label::key("load_test.chart.ramp.limit"),
                AxisId::X,
                limit_per_s,
                Role::Bad,
            ));
        }
        let share = self.load.utilisation();
        let here = if share <= top {
            self.response_p99_s(share)?.ok()
        } else {
            None
        };
        Ok(ChartSpec {
            id: "ramp",
            title: Label::key("load_test.chart.ramp.title"),
            x: Axis::linear(Label::key("load_test.chart.axis.rate"), Unit::PerSecond)
                .over((0.0, capacity_per_s))
                .of_input("rate_per_s"),
            y: Axis::linear(Label::key("load_test.chart.axis.response"), Unit::Second)
                .over((0.0, (1.3 * stop_s).max(8.0 * service_s))),
            layers,
            handle: here.map(|p99_s| Handle {
                x_input: Some("rate_per_s"),
                y_input: None,
                at: (self.load.arrival_per_s, p99_s),
                label: Label::key("load_test.chart.ramp.point"),
            }),
        })
    }

    fn mean_response_s(&self, share: f64) -> Result<Defined, ModelError> {
        use crate::kernel::queueing::Queue;
        Ok(self.at(share)?.steady().map(|steady| steady.sojourn_mean_s))
    }
}
