//! Success over time, slots and queues by layer, and the worth of the guards.

use super::report::mean;
use super::{Simulation, guard_id};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::cascade::system::{Bin, Entry, Happening, LayerId, Report, Worth};
use crate::text::{Arg, Label, Message, Unit};

/// Stretches that make a point of a line.
const GROUP: usize = 2;
/// Ids of the spans of faults and load.
const SPANS: [&str; 12] = [
    "span_1", "span_2", "span_3", "span_4", "span_5", "span_6", "span_7", "span_8", "span_9",
    "span_10", "span_11", "span_12",
];

/// One of the three worths of a guard.
type Pick = fn(&Worth) -> &Vec<f64>;

fn layer_name(layer: LayerId) -> &'static str {
    match layer {
        LayerId::Api => "api",
        LayerId::Svc => "svc",
        LayerId::Db => "db",
        LayerId::Aux => "aux",
    }
}

/// What happens, in words.
fn happening(entry: &Entry) -> Label {
    let (key, layer, first, last) = match entry.what {
        Happening::Slow(layer, times) => ("slow", layer_name(layer), times, times),
        Happening::Gray(layer, times) => ("gray", layer_name(layer), times, times),
        Happening::Loss(layer, share) => ("loss", layer_name(layer), share, share),
        Happening::Outage(layer) => ("outage", layer_name(layer), 0.0, 0.0),
        Happening::CacheOut => ("cache_out", "", 0.0, 0.0),
        Happening::Surge(times) => ("surge", "", times, times),
        Happening::Ramp(first, last) => ("ramp", "", first, last),
    };
    let unit = if key == "loss" {
        Unit::Ratio
    } else {
        Unit::One
    };
    let message = Message::new(format!("cascade.fault.{key}"))
        .with("layer", Arg::Plain(layer.to_owned()))
        .quantity("first", first, unit)
        .quantity("last", last, unit);
    message.into()
}

impl Simulation {
    /// The stretches of time in which something happens.
    fn spans(&self, end_s: f64) -> Vec<Layer> {
        let entries = self.scene.setup.timeline.entries().iter();
        let entries = entries.filter(|entry| entry.from_s < end_s);
        SPANS
            .iter()
            .zip(entries)
            .map(|(id, entry)| Layer::Span {
                id,
                name: happening(entry),
                axis: AxisId::X,
                from: entry.from_s,
                to: entry.to_s.min(end_s),
                role: if entry.is_load() {
                    Role::Quiet
                } else {
                    Role::Warn
                },
            })
            .collect()
    }

    fn time_axis(&self, report: &Report) -> Axis {
        Axis::linear(Label::key("cascade.chart.axis.time"), Unit::Second).over((0.0, report.end_s))
    }

    /// Rates over time: of requests, attempts, good answers, and good answers without guards.
    pub(super) fn success_chart(&self, main: &Report, bare: &Report) -> ChartSpec {
        let rate = |report: &Report, pick: fn(&Bin) -> u64| -> Vec<(f64, Option<f64>)> {
            let lived = report.lived();
            lived
                .chunks(GROUP)
                .enumerate()
                .map(|(at, bins)| {
                    let from_s = (at * GROUP) as f64 * report.bin_s;
                    let length_s = (bins.len() as f64 * report.bin_s).min(report.end_s - from_s);
                    let count: u64 = bins.iter().map(pick).sum();
                    let at_s = from_s + length_s / 2.0;
                    (at_s, (length_s > 0.0).then(|| count as f64 / length_s))
                })
                .collect()
        };
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("cascade.chart.success.{id}")),
            points,
            role,
        };
        let arrived = rate(main, |bin| bin.requests.arrived);
        let mut top = arrived
            .iter()
            .filter_map(|point| point.1)
            .fold(0.0, f64::max);
        let mut layers = self.spans(main.end_s);
        layers.push(line("arrived", arrived, Role::Quiet));
        if self.scene.setup.guards.retry.is_some() {
            let attempts = rate(main, |bin| bin.attempts);
            top = attempts
                .iter()
                .filter_map(|point| point.1)
                .fold(top, f64::max);
            layers.push(line("attempts", attempts, Role::Warn));
        }
        if !self.scene.setup.guards.on().is_empty() {
            layers.push(line(
                "without",
                rate(bare, |bin| bin.requests.good),
                Role::Bad,
            ));
        }
        layers.push(line(
            "good",
            rate(main, |bin| bin.requests.good),
            Role::Good,
        ));
        let ordinary = self.scene.setup.arrival_per_s;
        ChartSpec {
            id: "success",
            title: Label::key("cascade.chart.success.title"),
            x: self.time_axis(main).of_input("end_s"),
            y: Axis::linear(Label::key("cascade.chart.axis.per_s"), Unit::PerSecond)
                .over((0.0, 1.1 * top.max(ordinary)))
                .of_input("arrival_per_s"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("arrival_per_s"),
                at: (main.end_s, ordinary),
                label: Label::key("cascade.chart.success.point"),
            }),
        }
    }

    /// Slots that serve and slots that wait, as shares of their layer.
    pub(super) fn slots_chart(&self, main: &Report) -> ChartSpec {
        let share = |layer: usize, pick: fn(&Bin, usize) -> f64| -> Vec<(f64, Option<f64>)> {
            let slots = f64::from(main.slots[layer]);
            let bins = main.lived().iter().enumerate();
            bins.map(|(at, bin)| {
                let at_s = ((at as f64 + 0.5) * main.bin_s).min(main.end_s);
                (at_s, Some(pick(bin, layer) / slots))
            })
            .collect()
        };
        let mut layers = self.spans(main.end_s);
        for (id, layer, role) in [
            ("api_used", 0, Role::Series(2)),
            ("svc_used", 1, Role::Series(0)),
            ("svc_held", 1, Role::Bad),
            ("db_busy", 2, Role::Quiet),
        ] {
            let pick: fn(&Bin, usize) -> f64 = match id {
                "svc_held" => |bin, at| bin.layers[at].held,
                "db_busy" => |bin, at| bin.layers[at].busy,
                _ => |bin, at| bin.layers[at].held + bin.layers[at].busy,
            };
            layers.push(Layer::Line {
                id,
                name: Label::key(format!("cascade.chart.slots.{id}")),
                points: share(layer, pick),
                role,
            });
        }
        ChartSpec {
            id: "slots",
            title: Label::key("cascade.chart.slots.title"),
            x: self.time_axis(main),
            y: Axis::linear(Label::key("cascade.chart.axis.slots"), Unit::Ratio).over((0.0, 1.05)),
            layers,
            handle: None,
        }
    }

    /// Who waits for a slot, by layer.
    pub(super) fn queues_chart(&self, main: &Report) -> ChartSpec {
        let mut layers = self.spans(main.end_s);
        let mut top: f64 = 1.0;
        for (id, layer, role) in [
            ("api", 0, Role::Series(2)),
            ("svc", 1, Role::Series(0)),
            ("db", 2, Role::Series(1)),
        ] {
            let bins = main.lived().iter().enumerate();
            let points: Vec<(f64, Option<f64>)> = bins
                .map(|(at, bin)| {
                    let at_s = ((at as f64 + 0.5) * main.bin_s).min(main.end_s);
                    (at_s, Some(bin.layers[layer].waiting))
                })
                .collect();
            top = points
                .iter()
                .filter_map(|point| point.1)
                .fold(top, f64::max);
            layers.push(Layer::Line {
                id,
                name: Label::key(format!("cascade.chart.queues.{id}")),
                points,
                role,
            });
        }
        ChartSpec {
            id: "queues",
            title: Label::key("cascade.chart.queues.title"),
            x: self.time_axis(main),
            y: Axis::linear(Label::key("cascade.chart.axis.waiting"), Unit::Count)
                .over((0.0, 1.1 * top)),
            layers,
            handle: None,
        }
    }

    /// A group of three bars a guard. Without the panel, one bar: what all of them are worth in this run.
    pub(super) fn worth_chart(&self, worth: &[Worth]) -> ChartSpec {
        let on = self.scene.setup.guards.on();
        let mut layers = Vec::new();
        let (mut low, mut high) = (0.0_f64, 0.01_f64);
        let mut names = Vec::new();
        if worth.is_empty() {
            let all = self.worth_all();
            (low, high) = (low.min(all), high.max(all));
            layers.push(Layer::Bars {
                id: "all",
                name: Label::key("cascade.chart.worth.all"),
                bars: vec![(0.85, 1.15, all)],
                role: Role::Good,
            });
        } else {
            let kinds: [(_, Pick, _); 3] = [
                ("alone", |worth| &worth.alone, Role::Quiet),
                ("last", |worth| &worth.last, Role::Series(1)),
                ("average", |worth| &worth.average, Role::Series(0)),
            ];
            for (kind, (id, pick, role)) in kinds.into_iter().enumerate() {
                let bars: Vec<(f64, f64, f64)> = worth
                    .iter()
                    .enumerate()
                    .map(|(at, worth)| {
                        let left = at as f64 + 0.6 + 0.27 * kind as f64;
                        (left, left + 0.25, mean(pick(worth)).unwrap_or(0.0))
                    })
                    .collect();
                for (_, _, height) in &bars {
                    (low, high) = (low.min(*height), high.max(*height));
                }
                layers.push(Layer::Bars {
                    id,
                    name: Label::key(format!("cascade.chart.worth.{id}")),
                    bars,
                    role,
                });
            }
            let mut ends = Vec::new();
            for (at, worth) in worth.iter().enumerate() {
                if let Ok(interval) = Worth::interval(&worth.average) {
                    let x = at as f64 + 0.6 + 0.54 + 0.125;
                    let (from, to) = (
                        interval.mean - interval.half_width,
                        interval.mean + interval.half_width,
                    );
                    ends.extend([(x, Some(from)), (x, Some(to)), (x, None)]);
                    (low, high) = (low.min(from), high.max(to));
                }
            }
            layers.push(Layer::Line {
                id: "interval",
                name: Label::key("cascade.chart.worth.interval"),
                points: ends,
                role: Role::Accent,
            });
        }
        let room = high - low;
        if worth.is_empty() {
            names.push(Mark {
                x: 1.17,
                y: self.worth_all(),
                label: Some(Label::key("cascade.chart.worth.all")),
            });
        } else {
            for (at, guard) in on.iter().enumerate() {
                // Neighbours at two heights, so that long names do not meet.
                let y = high + room * if at % 2 == 0 { 0.14 } else { 0.05 };
                names.push(Mark {
                    x: at as f64 + 0.7,
                    y,
                    label: Some(Label::key(format!("cascade.word.{}", guard_id(*guard)))),
                });
            }
        }
        layers.push(Layer::Points {
            id: "names",
            name: Label::key("cascade.chart.worth.names"),
            marks: names,
            role: Role::Quiet,
        });
        let count = worth.len().max(1) as f64;
        ChartSpec {
            id: "worth",
            title: Label::key("cascade.chart.worth.title"),
            x: Axis::linear(Label::key("cascade.chart.axis.guard"), Unit::Count)
                .over((0.4, count + 0.6)),
            y: Axis::linear(Label::key("cascade.chart.axis.points"), Unit::Ratio)
                .over((low - 0.05 * room, high + 0.22 * room)),
            layers,
            handle: None,
        }
    }

    /// What all guards together add to the share of good answers in this run.
    fn worth_all(&self) -> f64 {
        let share = |report: &Option<Report>| {
            report.as_ref().map_or(0.0, |report| {
                report.all.good as f64 / report.all.arrived.max(1) as f64
            })
        };
        share(&self.main) - share(&self.bare)
    }
}
