//! The parts of the plan as blocks, and the budget that the drill may cost.

use super::Plan;
use super::judge::{HYPOTHESIS, Part, Verdict};
use crate::chart::{Axis, AxisId, BlockPart, ChartSpec, Handle, Layer, Role};
use crate::models::grid::equal_steps;
use crate::models::lab::block;
use crate::text::{Label, Unit};

fn key(rest: &str) -> Label {
    Label::key(format!("drill_plan.{rest}"))
}

fn role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Good => Role::Good,
        Verdict::Weak => Role::Warn,
        Verdict::Missing => Role::Bad,
        Verdict::NotNeeded => Role::Quiet,
    }
}

impl Plan {
    pub(super) fn parts_chart(&self) -> ChartSpec {
        let parts = self.parts();
        let one = |part: &Part| {
            block(
                key(&format!("chart.parts.{}", part.id)),
                key(&format!("word.{}", part.verdict.word())),
                f64::from(u8::from(part.verdict == Verdict::Good)),
                role(part.verdict),
            )
        };
        let framed = |caption: &str, parts: &[Part]| BlockPart::Framed {
            caption: key(&format!("md.{caption}")),
            part: Box::new(BlockPart::Row(parts.iter().map(one).collect())),
        };
        let (hypothesis, plan) = parts.split_at(HYPOTHESIS);
        let all = [
            Verdict::Good,
            Verdict::Weak,
            Verdict::Missing,
            Verdict::NotNeeded,
        ];
        let shown = all
            .into_iter()
            .filter(|verdict| parts.iter().any(|part| part.verdict == *verdict));
        ChartSpec {
            id: "parts",
            title: key("chart.parts.title"),
            x: Axis::linear(Label::key("drill_plan.chart.parts.along"), Unit::One),
            y: Axis::linear(Label::key("drill_plan.word.good"), Unit::Count),
            layers: vec![Layer::Blocks {
                id: "parts",
                root: BlockPart::Row(vec![framed("hypothesis", hypothesis), framed("plan", plan)]),
                key: shown
                    .map(|verdict| (role(verdict), key(&format!("word.{}", verdict.word()))))
                    .collect(),
            }],
            handle: None,
        }
    }

    /// The share of the budget that goes while everything in scope fails.
    pub(super) fn budget_chart(&self) -> ChartSpec {
        const POINTS: u32 = 40;
        let stop_after_s = self.stop_after_s().unwrap_or(self.stop_within_s);
        let end_s = (self.duration_s * 3.0).max(stop_after_s.min(self.stop_within_s * 3.0) * 1.3);
        let limit = self.stop_budget.value();
        let course =
            equal_steps((0.0, end_s), POINTS).map(|at_s| (at_s, self.burned_by(at_s).ok()));
        let mut layers = Vec::new();
        if self.duration_s > 0.0 {
            layers.push(Layer::Span {
                id: "drill",
                name: key("chart.budget.drill"),
                axis: AxisId::X,
                from: 0.0,
                to: self.duration_s,
                role: Role::Quiet,
            });
        }
        layers.push(Layer::Line {
            id: "burned",
            name: key("chart.budget.burned"),
            points: course.collect(),
            role: Role::Bad,
        });
        // What is burned evenly at the burn of the rule, for comparison.
        layers.push(Layer::Line {
            id: "rule_pace",
            name: key("chart.budget.rule_pace"),
            points: [0.0, end_s]
                .map(|at_s| {
                    let burn = self.stop_burn_rate().ok();
                    (at_s, burn.map(|burn| burn * at_s / self.window_s))
                })
                .into(),
            role: Role::Series(1),
        });
        layers.push(Layer::rule(
            "limit",
            key("chart.budget.limit"),
            AxisId::Y,
            limit,
            Role::Threshold,
        ));
        let here = self.burned_by(self.duration_s).unwrap_or(0.0);
        let top = (limit * 1.3).max(here * 1.2).max(1e-9);
        ChartSpec {
            id: "budget",
            title: key("chart.budget.title"),
            x: Axis::linear(Label::key("drill_plan.chart.budget.time"), Unit::Second)
                .over((0.0, end_s))
                .of_input("duration_s"),
            y: Axis::linear(Label::key("drill_plan.chart.budget.share"), Unit::Ratio)
                .over((0.0, top)),
            layers,
            handle: Some(Handle {
                x_input: Some("duration_s"),
                y_input: None,
                at: (self.duration_s, here),
                label: key("input.duration_s.name"),
            }),
        }
    }
}
