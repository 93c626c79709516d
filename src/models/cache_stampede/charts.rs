//! The load over time, what is served, and where the loop tips over.

use super::Simulation;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::mechanism::cache_stampede::{Exit, Moment};
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

impl Simulation {
    /// The time in which the value is wrong, and what is done.
    fn events(&self) -> Vec<Layer> {
        let scene = &self.scene;
        let course = scene.course(scene.exit);
        let act_s = scene.trigger_s + scene.act_after_s;
        let mut spans = vec![("trigger", 0.0, scene.trigger_s, Role::Warn)];
        if let Exit::Cut { cut_s, ramp_s } = course.exit {
            spans.push(("cut", act_s, act_s + cut_s, Role::Quiet));
            spans.push(("ramp", act_s + cut_s, act_s + cut_s + ramp_s, Role::Accent));
        }
        let mut layers: Vec<Layer> = spans
            .into_iter()
            .filter(|(_, from, to, _)| to > from)
            .map(|(id, from, to, role)| Layer::Span {
                id,
                name: Label::key(format!("cache_stampede.chart.load.{id}")),
                axis: AxisId::X,
                from,
                to,
                role,
            })
            .collect();
        if !matches!(course.exit, Exit::Nothing | Exit::Cut { .. }) {
            let name = super::EXITS[scene.exit];
            layers.push(Layer::rule(
                name,
                Label::key(format!("cache_stampede.word.{name}")),
                AxisId::X,
                act_s,
                Role::Accent,
            ));
        }
        layers
    }

    fn over_time(&self, pick: impl Fn(&Moment) -> f64) -> Vec<(f64, Option<f64>)> {
        let moments = self.moments.iter();
        moments
            .map(|moment| (moment.at_s, Some(pick(moment))))
            .collect()
    }

    fn time_axis(&self) -> Axis {
        let length_s = self.scene.course(self.scene.exit).length_s();
        Axis::linear(Label::key("cache_stampede.chart.axis.time"), Unit::Second)
            .over((0.0, length_s))
    }

    pub(super) fn load(&self) -> ChartSpec {
        let mut layers = self.events();
        layers.push(Layer::rule(
            "capacity",
            Label::key("cache_stampede.input.capacity_per_s.name"),
            AxisId::Y,
            self.scene.stampede.capacity_per_s,
            Role::Threshold,
        ));
        layers.push(Layer::Line {
            id: "asked",
            name: Label::key("cache_stampede.chart.load.asked"),
            points: self.over_time(|moment| moment.asked_per_s),
            role: Role::Bad,
        });
        ChartSpec {
            id: "load",
            title: Label::key("cache_stampede.chart.load.title"),
            x: self.time_axis(),
            y: Axis::linear(
                Label::key("cache_stampede.chart.axis.asked"),
                Unit::PerSecond,
            ),
            layers,
            handle: None,
        }
    }

    pub(super) fn served(&self) -> ChartSpec {
        let mut layers = self.events();
        layers.push(Layer::Line {
            id: "served",
            name: Label::key("cache_stampede.chart.served.served"),
            points: self.over_time(|moment| moment.served),
            role: Role::Good,
        });
        layers.push(Layer::Line {
            id: "valid",
            name: Label::key("cache_stampede.chart.served.valid"),
            points: self.over_time(|moment| moment.valid),
            role: Role::Series(0),
        });
        ChartSpec {
            id: "served",
            title: Label::key("cache_stampede.chart.served.title"),
            x: self.time_axis(),
            y: Axis::linear(Label::key("cache_stampede.chart.axis.share"), Unit::Ratio)
                .over((0.0, 1.0)),
            layers,
            handle: None,
        }
    }

    /// The errors that invalid entries make, against the invalid entries that errors make.
    pub(super) fn tipping(&self) -> ChartSpec {
        const POINTS: u32 = 120;
        let errors = |invalid: f64| {
            if self.scene.stampede.errors_delete {
                self.scene.stampede.error_share(invalid)
            } else {
                0.0
            }
        };
        let curve = equal_steps((0.0, 1.0), POINTS).map(|u| (u, Some(errors(u))));
        let mut layers = vec![
            Layer::Line {
                id: "even",
                name: Label::key("cache_stampede.chart.tipping.even"),
                points: vec![(0.0, Some(0.0)), (1.0, Some(1.0))],
                role: Role::Threshold,
            },
            Layer::Line {
                id: "errors",
                name: Label::key("cache_stampede.chart.tipping.errors"),
                points: curve.collect(),
                role: Role::Bad,
            },
        ];
        if let Some((tips, stuck)) = self.fixed {
            let mark = |valid: f64, key: &str| Mark {
                x: 1.0 - valid,
                y: 1.0 - valid,
                label: Some(Label::key(format!("cache_stampede.chart.tipping.{key}"))),
            };
            layers.push(Layer::Points {
                id: "fixed",
                name: Label::key("cache_stampede.chart.tipping.fixed"),
                marks: vec![mark(tips.valid, "tips"), mark(stuck.valid, "stuck")],
                role: Role::Accent,
            });
        }
        let share = Some((0.0, 1.0));
        ChartSpec {
            id: "tipping",
            title: Label::key("cache_stampede.chart.tipping.title"),
            x: Axis::linear(
                Label::key("cache_stampede.input.invalid_share.name"),
                Unit::Ratio,
            )
            .over(share)
            .of_input("invalid_share"),
            y: Axis::linear(Label::key("cache_stampede.chart.axis.errors"), Unit::Ratio)
                .over(share),
            layers,
            handle: Some(Handle {
                x_input: Some("invalid_share"),
                y_input: None,
                at: (self.scene.invalid, errors(self.scene.invalid)),
                label: Label::key("cache_stampede.chart.tipping.point"),
            }),
        }
    }
}
