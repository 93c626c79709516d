//! The storm over time, the wait behind it, and the two roads of the load.

use super::{ACTIONS, LEVELS, Moment, Simulation};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::text::{Label, Unit};

impl Simulation {
    /// The trigger, and a rule for each step that is taken.
    fn events(&self) -> Vec<Layer> {
        let tick_s = self.at_relief.tick_s();
        let mut layers = Vec::new();
        if self.plan.relief > self.plan.trigger {
            layers.push(Layer::Span {
                id: "trigger",
                name: Label::key("retry_storm.chart.storm.trigger"),
                axis: AxisId::X,
                from: self.plan.trigger as f64 * tick_s,
                to: self.plan.relief as f64 * tick_s,
                role: Role::Warn,
            });
        }
        for (index, action) in (0..).zip(&self.scene.chosen) {
            let at = (self.plan.act + index * self.plan.between) as f64 * tick_s;
            let name = ACTIONS[*action];
            layers.push(Layer::rule(
                name,
                Label::key(format!("retry_storm.word.{name}")),
                AxisId::X,
                at,
                Role::Accent,
            ));
        }
        layers
    }

    fn time_axis(&self) -> Axis {
        let end_s = self.plan.end as f64 * self.at_relief.tick_s();
        Axis::linear(Label::key("retry_storm.chart.axis.time"), Unit::Second).over((0.0, end_s))
    }

    fn over_time(&self, pick: impl Fn(&Moment) -> f64) -> Vec<(f64, Option<f64>)> {
        self.moments
            .iter()
            .map(|moment| (moment.at_s, Some(pick(moment))))
            .collect()
    }

    pub(super) fn storm(&self) -> ChartSpec {
        let mut layers = self.events();
        layers.push(Layer::Step {
            id: "capacity",
            name: Label::key("retry_storm.chart.storm.capacity"),
            points: self.over_time(|moment| moment.capacity_per_s),
            role: Role::Threshold,
        });
        layers.push(Layer::Step {
            id: "offered",
            name: Label::key("retry_storm.chart.storm.offered"),
            points: self.over_time(|moment| moment.offered_per_s),
            role: Role::Quiet,
        });
        layers.push(Layer::Line {
            id: "sent",
            name: Label::key("retry_storm.chart.storm.sent"),
            points: self.over_time(|moment| moment.sent_per_s),
            role: Role::Bad,
        });
        layers.push(Layer::Line {
            id: "good",
            name: Label::key("retry_storm.chart.storm.good"),
            points: self.over_time(|moment| moment.good_per_s),
            role: Role::Good,
        });
        ChartSpec {
            id: "storm",
            title: Label::key("retry_storm.chart.storm.title"),
            x: self.time_axis(),
            y: Axis::linear(Label::key("retry_storm.chart.axis.per_s"), Unit::PerSecond),
            layers,
            handle: None,
        }
    }

    /// How long what arrives will wait, against the callers' patience.
    pub(super) fn wait(&self) -> ChartSpec {
        let mut layers = self.events();
        layers.push(Layer::Line {
            id: "wait",
            name: Label::key("retry_storm.chart.wait.wait"),
            points: self.over_time(|moment| moment.wait_s),
            role: Role::Series(0),
        });
        layers.push(Layer::rule(
            "timeout",
            Label::key("retry_storm.input.timeout_s.name"),
            AxisId::Y,
            self.scene.service.timeout_s,
            Role::Threshold,
        ));
        ChartSpec {
            id: "wait",
            title: Label::key("retry_storm.chart.wait.title"),
            x: self.time_axis(),
            y: Axis::linear(Label::key("retry_storm.chart.axis.wait"), Unit::Second),
            layers,
            handle: None,
        }
    }

    /// What is answered while the load goes up, and while it comes down, with the state carried along.
    pub(super) fn hysteresis(&self) -> ChartSpec {
        let line = |id: &'static str, from: usize, to: usize, role: Role| Layer::Line {
            id,
            name: Label::key(format!("retry_storm.chart.hysteresis.{id}")),
            points: self
                .levels
                .get(from..to)
                .unwrap_or_default()
                .iter()
                .map(|(offered, level)| (*offered, Some(level.good_per_s)))
                .collect(),
            role,
        };
        let top = self.levels.iter().map(|(offered, _)| *offered);
        let top = top.fold(self.scene.offered_per_s, f64::max);
        let service = &self.scene.service;
        let layers = vec![
            line("down", LEVELS - 1, self.levels.len(), Role::Bad),
            line("up", 0, LEVELS, Role::Good),
            Layer::rule(
                "ends_below",
                Label::key("retry_storm.figure.storm_ends_below_per_s.name"),
                AxisId::X,
                service.storm_ends_below_per_s(),
                Role::Threshold,
            ),
        ];
        ChartSpec {
            id: "hysteresis",
            title: Label::key("retry_storm.chart.hysteresis.title"),
            x: Axis::linear(
                Label::key("retry_storm.chart.axis.offered"),
                Unit::PerSecond,
            )
            .over((0.0, top))
            .of_input("arrival_per_s"),
            y: Axis::linear(Label::key("retry_storm.chart.axis.good"), Unit::PerSecond)
                .over((0.0, 1.05 * top)),
            layers,
            handle: Some(Handle {
                x_input: Some("arrival_per_s"),
                y_input: None,
                at: (self.scene.offered_per_s, self.good_end_per_s()),
                label: Label::key("retry_storm.chart.hysteresis.point"),
            }),
        }
    }
}
