//! Answers over time, the wait by the high class's own load, the queue, the admission.

use super::{NAMES, Scene};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::guard::shedding::{Bin, Surged};
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

/// Stretches of the run that make a point.
const GROUP: usize = 3;
/// Points of the curve.
const POINTS: u32 = 160;

impl Scene {
    /// The share of each class that is answered in time, by when its requests came.
    pub(super) fn answered_chart(&self, surged: &Surged) -> ChartSpec {
        let mut layers = vec![surge_span(surged)];
        for (class, (name, role)) in NAMES
            .iter()
            .zip([Role::Good, Role::Warn, Role::Bad])
            .enumerate()
        {
            let groups = surged.bins.chunks(GROUP).enumerate();
            let points = groups.map(|(index, bins)| {
                let sum = |of: fn(&Bin) -> [u64; 3]| -> u64 {
                    bins.iter().map(|bin| of(bin)[class]).sum()
                };
                let arrived = sum(|bin| bin.arrived);
                let share = sum(|bin| bin.good) as f64 / arrived as f64;
                let at_s = (index as f64 + 0.5) * GROUP as f64 * surged.bin_s;
                (at_s, (arrived > 0).then_some(share))
            });
            layers.push(Layer::Line {
                id: name,
                name: word(name),
                points: points.collect(),
                role,
            });
        }
        ChartSpec {
            id: "answered",
            title: Label::key("load_shedding.chart.answered.title"),
            x: time_axis(surged),
            y: Axis::linear(Label::key("load_shedding.chart.axis.answered"), Unit::Ratio)
                .over((0.0, 1.0)),
            layers,
            handle: None,
        }
    }

    /// The high class's wait by its share of the requests: with the others in service, and alone.
    pub(super) fn own_load_chart(&self, surged: &Surged) -> ChartSpec {
        let rate_per_s = self.station.arrival_per_s * self.station.surge;
        let here = self.station.shares[0];
        let full = self.capacity_per_s() / rate_per_s;
        let range = (0.0, (1.3 * full).max(1.25 * here).clamp(0.01, 1.0));
        let course = |flood: bool| -> Vec<(f64, Option<f64>)> {
            equal_steps(range, POINTS)
                .map(|share| {
                    let high = share * rate_per_s;
                    let others = if flood { rate_per_s - high } else { 0.0 };
                    (share, self.formula_s(0, [high, 0.0, others]).ok())
                })
                .collect()
        };
        let at = |share: f64| {
            let high = share * rate_per_s;
            self.formula_s(0, [high, 0.0, rate_per_s - high])
        };
        // Up to twenty times the wait of an idle high class: beyond, the curve says no more than “very long”.
        let least = self.station.service_s / f64::from(self.limits.slots);
        let most = at(here).unwrap_or(0.0).max(10.0 * least) * 2.0;
        let mut layers = Vec::new();
        if full < range.1 {
            layers.push(Layer::Span {
                id: "too_much",
                name: Label::key("load_shedding.chart.own_load.too_much"),
                axis: AxisId::X,
                from: full,
                to: range.1,
                role: Role::Bad,
            });
        }
        for (id, flood, role) in [
            ("alone", false, Role::Series(1)),
            ("flooded", true, Role::Series(0)),
        ] {
            let shown = course(flood).into_iter();
            layers.push(Layer::Line {
                id,
                name: Label::key(format!("load_shedding.chart.own_load.{id}")),
                points: shown
                    .map(|(x, y)| (x, y.filter(|y| *y <= 1.5 * most)))
                    .collect(),
                role,
            });
        }
        if let Ok(wait) = surged.high_wait_s {
            let (low, up) = (
                (wait.mean - wait.half_width).clamp(0.0, most),
                (wait.mean + wait.half_width).clamp(0.0, most),
            );
            let wide = 0.004 * (range.1 - range.0);
            layers.push(Layer::Band {
                id: "interval",
                name: Label::key("load_shedding.chart.own_load.interval"),
                points: vec![(here - wide, low, up), (here + wide, low, up)],
                role: Role::Accent,
            });
            layers.push(Layer::Points {
                id: "simulated",
                name: Label::key("load_shedding.chart.own_load.simulated"),
                marks: vec![Mark {
                    x: here,
                    y: wait.mean.min(most),
                    label: None,
                }],
                role: Role::Accent,
            });
        }
        ChartSpec {
            id: "own_load",
            title: Label::key("load_shedding.chart.own_load.title"),
            x: Axis::linear(
                Label::key("load_shedding.input.high_share.name"),
                Unit::Ratio,
            )
            .over(range)
            .of_input("high_share"),
            y: Axis::linear(Label::key("load_shedding.chart.axis.wait"), Unit::Second)
                .over((0.0, most)),
            layers,
            handle: Some(Handle {
                x_input: Some("high_share"),
                y_input: None,
                at: (here, at(here).unwrap_or(most).min(most)),
                label: Label::key("load_shedding.chart.own_load.point"),
            }),
        }
    }

    /// How many of each class wait.
    pub(super) fn waiting_chart(&self, surged: &Surged) -> ChartSpec {
        let mut layers = vec![surge_span(surged)];
        let soft = f64::from(self.limits.soft);
        let mut most = 0.0_f64;
        for (class, (name, role)) in NAMES
            .iter()
            .zip([Role::Good, Role::Warn, Role::Bad])
            .enumerate()
        {
            let points = ends(surged).map(|(at_s, bin)| {
                let waiting = bin.waiting[class] as f64;
                most = most.max(waiting);
                (at_s, Some(waiting))
            });
            layers.push(Layer::Line {
                id: name,
                name: word(name),
                points: points.collect(),
                role,
            });
        }
        layers.push(Layer::rule(
            "soft",
            Label::key("load_shedding.input.soft_limit.name"),
            AxisId::Y,
            soft,
            Role::Threshold,
        ));
        ChartSpec {
            id: "waiting",
            title: Label::key("load_shedding.chart.waiting.title"),
            x: time_axis(surged),
            y: Axis::linear(Label::key("load_shedding.chart.axis.waiting"), Unit::Count)
                .over((0.0, 1.2 * most.max(soft)))
                .of_input("soft_limit"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("soft_limit"),
                at: (0.0, soft),
                label: Label::key("load_shedding.input.soft_limit.name"),
            }),
        }
    }

    /// The admission of the middle class.
    pub(super) fn admission_chart(&self, surged: &Surged) -> ChartSpec {
        ChartSpec {
            id: "admission",
            title: Label::key("load_shedding.chart.admission.title"),
            x: time_axis(surged),
            y: Axis::linear(
                Label::key("load_shedding.chart.axis.admission"),
                Unit::Ratio,
            )
            .over((0.0, 1.05)),
            layers: vec![
                surge_span(surged),
                Layer::Step {
                    id: "admission",
                    name: Label::key("load_shedding.chart.admission.admission"),
                    points: ends(surged)
                        .map(|(at_s, bin)| (at_s, Some(bin.admission)))
                        .collect(),
                    role: Role::Series(0),
                },
            ],
            handle: None,
        }
    }
}

/// Each stretch with its end.
fn ends(surged: &Surged) -> impl Iterator<Item = (f64, &Bin)> {
    let ends = (1..).map(|index| f64::from(index) * surged.bin_s);
    ends.zip(&surged.bins)
}

fn surge_span(surged: &Surged) -> Layer {
    Layer::Span {
        id: "surge",
        name: Label::key("load_shedding.word.surge"),
        axis: AxisId::X,
        from: surged.surge_s.0,
        to: surged.surge_s.1,
        role: Role::Quiet,
    }
}

fn word(id: &str) -> Label {
    Label::key(format!("load_shedding.word.{id}"))
}

fn time_axis(surged: &Surged) -> Axis {
    let end_s = surged.bin_s * surged.bins.len() as f64;
    Axis::linear(Label::key("load_shedding.chart.axis.time"), Unit::Second).over((0.0, end_s))
}
