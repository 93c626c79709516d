//! The exposure over the stages, and the power of the first test.

use super::{Question, STAGES};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::mechanism::canary::found;
use crate::kernel::quantity::Probability;
use crate::models::grid::equal_ratios;
use crate::text::{Label, Unit};

impl Question {
    /// The share of all traffic on the new version, if nothing stops it, and as it is usually stopped.
    pub(super) fn exposure(&self) -> ChartSpec {
        let ends = |k: usize| k as f64 * self.hold_s;
        let mut free: Vec<(f64, Option<f64>)> = (0..STAGES)
            .map(|k| (ends(k), Some(self.stages[k].share)))
            .collect();
        free.push((ends(STAGES), Some(1.0)));
        let mut layers = vec![Layer::Step {
            id: "free",
            name: Label::key("canary.chart.exposure.free"),
            points: free.clone(),
            role: Role::Quiet,
        }];
        let mut end_s = ends(STAGES);
        if let Ok(usual) = self.usual_stage() {
            let mut stopped = free;
            stopped.truncate(usual + 1);
            let back_s = ends(usual + 1) + self.rollback_s;
            stopped.push((back_s, Some(0.0)));
            end_s = end_s.max(back_s);
            stopped.push((end_s * 1.02, Some(0.0)));
            layers.push(Layer::Step {
                id: "stopped",
                name: Label::key("canary.chart.exposure.stopped"),
                points: stopped,
                role: Role::Bad,
            });
            layers.push(Layer::rule(
                "found",
                Label::key("canary.chart.exposure.found"),
                AxisId::X,
                ends(usual + 1),
                Role::Accent,
            ));
        }
        ChartSpec {
            id: "exposure",
            title: Label::key("canary.chart.exposure.title"),
            x: Axis::linear(Label::key("canary.chart.axis.time"), Unit::Second)
                .over((0.0, end_s * 1.02)),
            y: Axis::linear(Label::key("canary.chart.axis.share"), Unit::Ratio).over((0.0, 1.0)),
            layers,
            handle: None,
        }
    }

    /// The chance that the first stage finds a version, by how often it fails.
    pub(super) fn power_chart(&self) -> ChartSpec {
        const LEAST: f64 = 1e-4;
        let stage = &self.stages[0];
        let power = |failure: f64| {
            let failure = Probability::from_value(failure).unwrap_or(Probability::ZERO);
            found(stage.requests, self.alarms_at[0], failure)
        };
        let points = equal_ratios((LEAST, 1.0), 160).map(|p| (p, Some(power(p))));
        let here = self.new.value().max(LEAST);
        ChartSpec {
            id: "power",
            title: Label::key("canary.chart.power.title"),
            x: Axis::log(Label::key("canary.input.new_failure.name"), Unit::Ratio)
                .over((LEAST, 1.0))
                .of_input("new_failure"),
            y: Axis::linear(Label::key("canary.chart.axis.found"), Unit::Ratio).over((0.0, 1.0)),
            layers: vec![Layer::Line {
                id: "power",
                name: Label::key("canary.chart.power.power"),
                points: points.collect(),
                role: Role::Series(0),
            }],
            handle: Some(Handle {
                x_input: Some("new_failure"),
                y_input: None,
                at: (here, power(here)),
                label: Label::key("canary.input.new_failure.name"),
            }),
        }
    }
}
