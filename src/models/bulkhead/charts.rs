//! How slots fill, what each split answers, and what splitting costs when nothing is slow.

use super::Question;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::models::ModelError;
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

const POINTS: u32 = 60;

fn line(id: &'static str, name: Label, points: Vec<(f64, f64)>, role: Role) -> Layer {
    Layer::Line {
        id,
        name,
        points: points.into_iter().map(|(x, y)| (x, Some(y))).collect(),
        role,
    }
}

impl Question {
    /// Slots held since the one dependency has been slow: by a count of calls, without chance.
    pub(super) fn fill_chart(&self) -> ChartSpec {
        let calls = self.setting.slow_calls();
        let slots = self.setting.slots as f64;
        let own = self.setting.slow_slots as f64;
        let others = self.setting.other_busy();
        let full_s = self.setting.fill_s().unwrap_or(calls.hold_s);
        let end_s = (2.5 * full_s).max(1e-6);
        // Those begun before come back after their usual time.
        let before_s = self.setting.hold_s(self.setting.service_s);
        let held = |t: f64| {
            let old = calls.per_s * (before_s - t).max(0.0);
            old + calls.per_s * t.min(calls.hold_s)
        };
        let course = |most: f64, base: f64| -> Vec<(f64, f64)> {
            let at = |t: f64| (t, (base + held(t)).min(most));
            equal_steps((0.0, end_s), 4 * POINTS).map(at).collect()
        };
        let mut layers = vec![
            line(
                "shared",
                Label::key("bulkhead.chart.fill.shared"),
                course(slots, others),
                Role::Bad,
            ),
            line(
                "slow",
                Label::key("bulkhead.chart.fill.slow"),
                course(own, 0.0),
                Role::Warn,
            ),
            line(
                "others",
                Label::key("bulkhead.chart.fill.others"),
                vec![
                    (0.0, others.min(slots - own)),
                    (end_s, others.min(slots - own)),
                ],
                Role::Good,
            ),
        ];
        layers.push(Layer::rule(
            "slots",
            Label::key("bulkhead.chart.fill.all"),
            AxisId::Y,
            slots,
            Role::Threshold,
        ));
        ChartSpec {
            id: "fill",
            title: Label::key("bulkhead.chart.fill.title"),
            x: Axis::linear(Label::key("bulkhead.chart.axis.since"), Unit::Second)
                .over((0.0, end_s)),
            y: Axis::linear(Label::key("bulkhead.chart.axis.held"), Unit::Count)
                .over((0.0, 1.25 * slots))
                .of_input("slots"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("slots"),
                at: (full_s.min(end_s), slots),
                label: Label::key("bulkhead.chart.fill.point"),
            }),
        }
    }

    /// What is answered while the one is slow, for every size of its pool.
    pub(super) fn split_chart(&self) -> Result<ChartSpec, ModelError> {
        let others = self.setting.dependencies - 1;
        let (mut slow, mut other) = (Vec::new(), Vec::new());
        // Pools of the others that are all alike, from one slot each to all that there are.
        let each_most = (self.setting.slots - 1) / others;
        let step = each_most.div_ceil(u64::from(POINTS));
        for each in (1..=each_most).rev().step_by(step.max(1) as usize) {
            let own = self.setting.slots - each * others;
            let pools = self.setting.pools(own, self.setting.slow_service_s, 1.0)?;
            let answered = (1.0 - pools.refused_in(0)) * self.setting.slow_answers();
            slow.push((own as f64, answered));
            other.push((own as f64, self.other_answered_in_pools(&pools)));
        }
        let shared = (1.0 - self.slow.refused_shared()) * self.setting.other_answers();
        let layers = vec![
            line(
                "others",
                Label::key("bulkhead.chart.split.others"),
                other,
                Role::Good,
            ),
            line(
                "slow",
                Label::key("bulkhead.chart.split.slow"),
                slow,
                Role::Warn,
            ),
            Layer::rule(
                "shared",
                Label::key("bulkhead.chart.split.shared"),
                AxisId::Y,
                shared,
                Role::Bad,
            ),
        ];
        Ok(ChartSpec {
            id: "split",
            title: Label::key("bulkhead.chart.split.title"),
            x: Axis::linear(Label::key("bulkhead.chart.axis.slow_slots"), Unit::Count)
                .over((0.0, self.setting.slots as f64))
                .of_input("slow_slots"),
            y: Axis::linear(Label::key("bulkhead.chart.axis.answered"), Unit::Ratio)
                .over((0.0, 1.05)),
            layers,
            handle: Some(Handle {
                x_input: Some("slow_slots"),
                y_input: None,
                at: (
                    self.setting.slow_slots as f64,
                    self.other_answered_in_pools(&self.slow),
                ),
                label: Label::key("bulkhead.chart.split.point"),
            }),
        })
    }

    /// What is refused with nothing slow, by load.
    pub(super) fn price_chart(&self) -> Result<ChartSpec, ModelError> {
        const LEAST: f64 = 1e-9;
        let now = self.usual.offered() / self.setting.slots as f64;
        let range = (0.05, 1.5);
        let (mut shared, mut split) = (Vec::new(), Vec::new());
        for load in equal_steps(range, POINTS) {
            let pools =
                self.setting
                    .pools(self.setting.slow_slots, self.setting.service_s, load / now)?;
            let shown = |refused: f64| (refused >= LEAST).then_some(refused);
            shared.push((load, shown(pools.refused_shared())));
            split.push((load, shown(pools.refused_in_pools())));
        }
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("bulkhead.chart.price.{id}")),
            points,
            role,
        };
        let mut layers = vec![
            line("split", split, Role::Series(1)),
            line("shared", shared, Role::Series(0)),
        ];
        let refused = self.usual.refused_in_pools();
        if (range.0..=range.1).contains(&now) && refused >= LEAST {
            layers.push(Layer::Points {
                id: "now",
                name: Label::key("bulkhead.chart.price.now"),
                marks: vec![Mark {
                    x: now,
                    y: refused,
                    label: Some(Label::key("bulkhead.chart.price.now")),
                }],
                role: Role::Accent,
            });
        }
        Ok(ChartSpec {
            id: "price",
            title: Label::key("bulkhead.chart.price.title"),
            x: Axis::linear(Label::key("bulkhead.chart.axis.load"), Unit::Ratio).over(range),
            y: Axis::log(Label::key("bulkhead.chart.axis.refused"), Unit::Ratio).over((LEAST, 1.0)),
            layers,
            handle: None,
        })
    }
}
