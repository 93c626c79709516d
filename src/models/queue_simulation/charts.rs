//! The mean as the run goes on, and the tail of the wait.

use super::{Simulation, ends, few_waited};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::sim::{BATCHES, Measured};
use crate::text::{Label, Unit};

impl Simulation {
    /// Each part of the run, the mean since the warm-up ended, its interval, and the formula.
    pub(super) fn mean_chart(&self, measured: &Measured) -> ChartSpec {
        let customers = self.customers as f64;
        let from = measured.warm_up as f64 / customers;
        let parts: Vec<(f64, Option<f64>)> = measured
            .slices
            .iter()
            .map(|(end, mean_s)| (*end as f64 / customers, Some(*mean_s)))
            .collect();
        let mut running = Vec::new();
        let (mut sum, mut count, mut last) = (0.0, 0.0, 0);
        for (end, mean_s) in &measured.slices {
            if last >= measured.warm_up {
                sum += mean_s * (end - last) as f64;
                count += (end - last) as f64;
                running.push((*end as f64 / customers, Some(sum / count)));
            }
            last = *end;
        }
        let mut layers = vec![Layer::Span {
            id: "warm_up",
            name: Label::key("queue_simulation.chart.mean.warm_up"),
            axis: AxisId::X,
            from: 0.0,
            to: from,
            role: Role::Quiet,
        }];
        if let Ok(mean) = self.interval(measured) {
            let low_s = (mean.mean - mean.half_width).max(0.0);
            let high_s = mean.mean + mean.half_width;
            layers.push(Layer::Band {
                id: "interval",
                name: Label::key("queue_simulation.chart.interval"),
                points: vec![(from, low_s, high_s), (1.0, low_s, high_s)],
                role: Role::Series(0),
            });
        }
        layers.push(Layer::Line {
            id: "parts",
            name: Label::key("queue_simulation.chart.mean.parts"),
            points: parts,
            role: Role::Quiet,
        });
        layers.push(Layer::Line {
            id: "running",
            name: Label::key("queue_simulation.chart.mean.running"),
            points: running,
            role: Role::Series(0),
        });
        if let Ok(formula_s) = self.formula.wait_mean_s {
            layers.push(Layer::rule(
                "formula",
                Label::key("queue_simulation.chart.formula"),
                AxisId::Y,
                formula_s,
                Role::Series(1),
            ));
        }
        let height = measured.wait_mean_s.map_or(0.0, |mean| mean.mean);
        ChartSpec {
            id: "mean",
            title: Label::key("queue_simulation.chart.mean.title"),
            x: Axis::linear(Label::key("queue_simulation.chart.axis.run"), Unit::Ratio)
                .over((0.0, 1.0))
                .of_input("warm_up_share"),
            y: Axis::linear(Label::key("queue_simulation.chart.axis.mean"), Unit::Second),
            layers,
            handle: Some(Handle {
                x_input: Some("warm_up_share"),
                y_input: None,
                at: (self.warm_up_share, height),
                label: Label::key("queue_simulation.chart.mean.point"),
            }),
        }
    }

    /// The share that waits longer than each time.
    pub(super) fn tail_chart(&self, measured: &Measured) -> ChartSpec {
        let counted = (BATCHES * measured.batch) as f64;
        let above_zero = |share: f64| (share > 0.0).then_some(share);
        let mut band = Vec::new();
        let mut simulated = Vec::new();
        let mut formula = Vec::new();
        let mut least: f64 = 1.0;
        for tail in &measured.tail {
            let share = tail.share.mean;
            let (low, high) = ends(share, tail.share.half_width);
            if share > 0.0 {
                least = least.min(share);
            }
            if share > 0.0 && !few_waited(measured) {
                band.push((tail.wait_s, low, high));
            }
            simulated.push((tail.wait_s, above_zero(share)));
            formula.push((
                tail.wait_s,
                self.formula.tail(tail.wait_s).ok().and_then(above_zero),
            ));
        }
        let mut layers = vec![
            Layer::Band {
                id: "interval",
                name: Label::key("queue_simulation.chart.interval"),
                points: band,
                role: Role::Series(0),
            },
            Layer::Line {
                id: "simulated",
                name: Label::key("queue_simulation.chart.simulated"),
                points: simulated,
                role: Role::Series(0),
            },
        ];
        if formula.iter().any(|(_, share)| share.is_some()) {
            layers.push(Layer::Line {
                id: "formula",
                name: Label::key("queue_simulation.chart.formula"),
                points: formula,
                role: Role::Series(1),
            });
        }
        ChartSpec {
            id: "tail",
            title: Label::key("queue_simulation.chart.tail.title"),
            x: Axis::linear(Label::key("queue_simulation.chart.axis.wait"), Unit::Second),
            y: Axis::log(Label::key("queue_simulation.chart.axis.share"), Unit::Ratio)
                .over((least.max(1.0 / counted).min(0.1) / 2.0, 1.0)),
            layers,
            handle: None,
        }
    }
}
