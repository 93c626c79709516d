//! Success over time, the slots and queues of the layers, one moment of them, and the settings side by side.

use super::Comparison;
use super::report::{good_share, high_success, success};
use crate::chart::{Axis, AxisId, ChartSpec, GridPart, GridState, Handle, Layer, Role};
use crate::kernel::cascade::lecture::{Moment, Report};
use crate::text::{Label, Message, Unit};

const LAYERS: [&str; 4] = ["api", "svc", "db", "aux"];

/// The value of a stepped course at a time.
fn value_at(points: &[(f64, Option<f64>)], at_s: f64) -> f64 {
    let after = points.partition_point(|(from_s, _)| *from_s <= at_s);
    let point = points.get(after.saturating_sub(1));
    point.and_then(|(_, value)| *value).unwrap_or(0.0)
}

impl Comparison {
    pub(super) fn charts(&self) -> Vec<ChartSpec> {
        vec![
            self.success_chart(),
            self.moment_chart(),
            self.slots_chart("api_slots", 0),
            self.slots_chart("svc_slots", 1),
            self.dependencies(),
            self.queues(),
            self.comparison_chart(),
        ]
    }

    /// The layers at the moment that was asked for, or at the last one before it that was kept.
    pub(super) fn moment(&self) -> Moment {
        let moment = self
            .report()
            .moment_at(self.scene.at_s, self.scene.constants.tick_s);
        moment.copied().unwrap_or_default()
    }

    /// A chart over the time of the run, with what happens in it, and the moment that can be dragged.
    fn over_time(&self, id: &'static str, y: Axis, layers: Vec<Layer>, at: f64) -> ChartSpec {
        let constants = &self.scene.constants;
        let end_s = constants.end_s;
        let mut all = Vec::new();
        let mut span = |id: &'static str, from: f64, to: f64, role: Role| {
            let to = to.min(end_s);
            if from < to {
                all.push(Layer::Span {
                    id,
                    name: Label::key(format!("cascade_lecture.chart.span.{id}")),
                    axis: AxisId::X,
                    from,
                    to,
                    role,
                });
            }
        };
        span("slow", constants.degrade_at_s, end_s, Role::Warn);
        span(
            "surge",
            constants.surge_at_s,
            constants.surge_end_s,
            Role::Bad,
        );
        all.extend(layers);
        ChartSpec {
            id,
            title: Label::key(format!("cascade_lecture.chart.{id}.title")),
            x: Axis::linear(Label::key("cascade_lecture.chart.axis.time"), Unit::Second)
                .over((0.0, end_s))
                .of_input("at_s"),
            y,
            layers: all,
            handle: Some(Handle {
                x_input: Some("at_s"),
                y_input: None,
                at: (self.scene.at_s.min(end_s), at),
                label: Label::key("cascade_lecture.chart.point"),
            }),
        }
    }

    /// Answers over arrivals, sample by sample.
    fn success_chart(&self) -> ChartSpec {
        let report = self.report();
        let rates: Vec<f64> = report.success_rates().collect();
        // The rate of a sample is that of the time before it.
        let times = report.samples.iter().map(|sample| sample.at_s);
        let times: Vec<f64> = times
            .map(|at_s| at_s.min(self.scene.constants.end_s))
            .collect();
        let mut points: Vec<(f64, Option<f64>)> = Vec::new();
        for (from_s, rate) in times.iter().zip(rates.iter().skip(1)) {
            points.push((*from_s, Some(*rate)));
        }
        if let (Some(end_s), Some(rate)) = (times.last(), rates.last()) {
            points.push((*end_s, Some(*rate)));
        }
        let at = value_at(&points, self.scene.at_s);
        let top = rates.iter().copied().fold(1.0, f64::max);
        let step = Layer::Step {
            id: "success",
            name: Label::key("cascade_lecture.chart.success.success"),
            points,
            role: Role::Accent,
        };
        let y = Axis::linear(
            Label::key("cascade_lecture.chart.axis.success"),
            Unit::Ratio,
        )
        .over((0.0, 1.05 * top));
        self.over_time("success", y, vec![step], at)
    }

    fn moments(&self) -> impl Iterator<Item = (f64, &Moment)> {
        let tick_s = self.scene.constants.tick_s;
        let moments = self.report().moments.iter();
        moments.map(move |moment| (f64::from(moment.tick) * tick_s, moment))
    }

    /// Slots of a layer that serve, and above them those that are held.
    fn slots_chart(&self, id: &'static str, layer: usize) -> ChartSpec {
        let slots = f64::from(self.slots()[layer]);
        let band = |part: &'static str, pick: &dyn Fn(f64, f64) -> (f64, f64), role: Role| {
            let points = self.moments().map(|(at_s, moment)| {
                let (low, high) =
                    pick(f64::from(moment.busy[layer]), f64::from(moment.held[layer]));
                (at_s, low, high)
            });
            Layer::Band {
                id: part,
                name: Label::key(format!("cascade_lecture.word.{part}")),
                points: points.collect(),
                role,
            }
        };
        let layers = vec![
            band("busy", &|busy, _| (0.0, busy), Role::Good),
            band("held", &|busy, held| (busy, busy + held), Role::Bad),
            Layer::Line {
                id: "used",
                name: Label::key("cascade_lecture.chart.slots.used"),
                points: self
                    .moments()
                    .map(|(at_s, moment)| {
                        let used = moment.busy[layer] + moment.held[layer];
                        (at_s, Some(f64::from(used)))
                    })
                    .collect(),
                role: Role::Accent,
            },
            Layer::rule(
                "slots",
                Label::key(format!(
                    "cascade_lecture.input.{}_slots.name",
                    LAYERS[layer]
                )),
                AxisId::Y,
                slots,
                Role::Threshold,
            ),
        ];
        let moment = self.moment();
        let at = moment.busy[layer] + moment.held[layer];
        let y = Axis::linear(Label::key("cascade_lecture.chart.axis.slots"), Unit::Count)
            .over((0.0, 1.1 * slots));
        self.over_time(id, y, layers, f64::from(at))
    }

    /// What the two dependencies have to do: the mean over a second or so, as a few connections leap about.
    fn dependencies(&self) -> ChartSpec {
        const TOGETHER: usize = 5;
        let slots = self.slots();
        let moments: Vec<(f64, &Moment)> = self.moments().collect();
        let means = |layer: usize| -> Vec<(f64, Option<f64>)> {
            let mean = |part: &[(f64, &Moment)]| {
                let busy: u32 = part.iter().map(|(_, moment)| moment.busy[layer]).sum();
                let share = f64::from(busy) / (part.len() as f64 * f64::from(slots[layer]));
                (part[0].0, Some(share))
            };
            moments.chunks(TOGETHER).map(mean).collect()
        };
        let line = |layer: usize, points: Vec<(f64, Option<f64>)>, role: Role| Layer::Step {
            id: LAYERS[layer],
            name: Label::key(format!("cascade_lecture.word.{}", LAYERS[layer])),
            points,
            role,
        };
        let database = means(2);
        let at = value_at(&database, self.scene.at_s);
        let layers = vec![
            line(3, means(3), Role::Series(2)),
            line(2, database, Role::Series(0)),
        ];
        let y = Axis::linear(Label::key("cascade_lecture.chart.axis.in_use"), Unit::Ratio)
            .over((0.0, 1.05));
        self.over_time("dependency_slots", y, layers, at)
    }

    fn queues(&self) -> ChartSpec {
        let line = |layer: usize| Layer::Line {
            id: LAYERS[layer],
            name: Label::key(format!("cascade_lecture.word.{}", LAYERS[layer])),
            points: self
                .moments()
                .map(|(at_s, moment)| {
                    let waiting = moment.waiting[layer];
                    // Nobody has no place on a logarithmic axis.
                    (at_s, (waiting > 0).then(|| f64::from(waiting)))
                })
                .collect(),
            role: Role::Series(layer as u8),
        };
        let longest = self
            .moments()
            .flat_map(|(_, moment)| moment.waiting)
            .max()
            .unwrap_or(0);
        let y = Axis::log(
            Label::key("cascade_lecture.chart.axis.waiting"),
            Unit::Count,
        )
        .over((1.0, 2.0 * f64::from(longest.max(50))));
        let layers = (0..4).map(line).collect();
        let at = f64::from(self.moment().waiting[0].max(1));
        self.over_time("queues", y, layers, at)
    }

    /// Every slot of every layer at the chosen moment.
    fn moment_chart(&self) -> ChartSpec {
        let state = |id: &str, role, filled, crossed| GridState {
            name: Label::key(format!("cascade_lecture.word.{id}")),
            role,
            filled,
            crossed,
        };
        let moment = self.moment();
        let part =
            |name: Label, short: Option<Label>, state: usize, parts: Vec<GridPart>| GridPart {
                name,
                short,
                state,
                choice: None,
                parts,
            };
        let groups = self.slots().into_iter().enumerate().map(|(layer, slots)| {
            let name = || {
                Label::from(
                    Message::new(format!("cascade_lecture.chart.moment.{}", LAYERS[layer]))
                        .quantity("waiting", f64::from(moment.waiting[layer]), Unit::Count),
                )
            };
            let (busy, held) = (moment.busy[layer], moment.held[layer]);
            let parts = (0..slots).map(|slot| {
                // Held ones first: they are what there is to see.
                let (state, word) = if slot < held {
                    (2, "held")
                } else if slot < held + busy {
                    (1, "busy")
                } else {
                    (0, "free")
                };
                part(
                    Label::key(format!("cascade_lecture.word.{word}")),
                    None,
                    state,
                    Vec::new(),
                )
            });
            part(name(), Some(name()), 0, parts.collect())
        });
        ChartSpec {
            id: "moment",
            title: Label::from(Message::new("cascade_lecture.chart.moment.title").quantity(
                "at",
                f64::from(moment.tick) * self.scene.constants.tick_s,
                Unit::Second,
            )),
            x: Axis::linear(Label::key("cascade_lecture.chart.axis.layer"), Unit::One),
            y: Axis::linear(Label::key("cascade_lecture.chart.axis.slot"), Unit::One),
            layers: vec![Layer::Grid {
                id: "layers",
                states: vec![
                    state("free", Role::Quiet, false, false),
                    state("busy", Role::Good, true, false),
                    state("held", Role::Bad, true, true),
                ],
                groups: groups.collect(),
            }],
            handle: None,
        }
    }

    /// Success, good answers and success of the high class for each setting.
    fn comparison_chart(&self) -> ChartSpec {
        type Pick = fn(&Report) -> crate::kernel::error::Defined;
        let kinds: [(&'static str, Pick, Role); 3] = [
            ("success", success, Role::Series(0)),
            ("good_share", good_share, Role::Series(1)),
            ("priority_high_success", high_success, Role::Series(2)),
        ];
        let bars = |(at, (id, pick, role)): (usize, (&'static str, Pick, Role))| {
            let from = at as f64 * 0.25 - 0.375;
            let bars = (1..).zip(&self.reports).map(|(place, report)| {
                let left = f64::from(place) + from;
                (left, left + 0.25, pick(report).unwrap_or(0.0))
            });
            Layer::Bars {
                id,
                name: Label::key(format!("cascade_lecture.figure.{id}.name")),
                bars: bars.collect(),
                role,
            }
        };
        let mut layers: Vec<Layer> = kinds.into_iter().enumerate().map(bars).collect();
        if let Ok(chosen) = success(self.report()) {
            layers.push(Layer::rule(
                "chosen",
                Label::key("cascade_lecture.chart.comparison.chosen"),
                AxisId::Y,
                chosen,
                Role::Threshold,
            ));
        }
        let last = self.reports.len() as f64 + 0.5;
        ChartSpec {
            id: "comparison",
            title: Label::key("cascade_lecture.chart.comparison.title"),
            x: Axis::linear(
                Label::key("cascade_lecture.chart.axis.setting"),
                Unit::Count,
            )
            .over((0.5, last)),
            y: Axis::linear(
                Label::key("cascade_lecture.chart.axis.success"),
                Unit::Ratio,
            ),
            layers,
            handle: None,
        }
    }
}
