//! The knee, and the tail of the wait.

use super::{Question, Sort};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::error::Undefined;
use crate::kernel::math;
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{Load, Queue, Steady};
use crate::models::ModelError;
use crate::text::{Arg, Label, Message, Unit};

/// Loads of the knee: as many below nine tenths of capacity as beyond.
const POINTS: u32 = 36;

/// A state of the knee: where, the mean sojourn and its 99th percentile.
type Place = (f64, Option<f64>, Option<f64>);

impl Question {
    /// The sojourn against the load, with the point that is looked at.
    pub(super) fn knee(&self, steady: &Result<Steady, Undefined>) -> Result<ChartSpec, ModelError> {
        let level: Option<Probability> = "0.99".parse().ok();
        let place = |x: f64, queue: &dyn Queue| -> Place {
            let mean = queue.steady().ok().map(|steady| steady.sojourn_mean_s);
            let p99 = level.and_then(|level| queue.sojourn_percentile_s(level).ok());
            (x, mean, p99)
        };
        let (xs, axis_hi, full) = match self.sort {
            Sort::Closed(clients, think_s) => self.clients_shown(clients, think_s),
            _ => self.loads_shown(),
        };
        let mut places = Vec::with_capacity(xs.len());
        for x in xs {
            let queue = match self.sort {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a count of clients"
                )]
                Sort::Closed(_, think_s) => {
                    self.queue(Sort::Closed(x as u64, think_s), self.load)?
                }
                sort => self.queue(
                    sort,
                    Load {
                        arrival_per_s: x,
                        ..self.load
                    },
                )?,
            };
            places.push(place(x, queue.as_ref()));
        }
        let is_closed = matches!(self.sort, Sort::Closed(..));
        let here = match self.sort {
            #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
            Sort::Closed(clients, _) => clients as f64,
            _ => self.load.arrival_per_s,
        };
        let mean_here = steady.as_ref().ok().map(|steady| steady.sojourn_mean_s);
        let top = self.top(&places, mean_here);
        let mut layers = vec![self.beyond(full, axis_hi)];
        layers.push(Layer::rule(
            "watch",
            Message::new("queue.chart.knee.watch")
                .with("watch", Arg::Share(self.watch))
                .into(),
            AxisId::X,
            full * self.watch.value(),
            Role::Threshold,
        ));
        let course = |value: fn(&Place) -> Option<f64>| -> Vec<(f64, Option<f64>)> {
            places.iter().map(|place| (place.0, value(place))).collect()
        };
        if !matches!(self.sort, Sort::General(_)) {
            layers.push(Layer::Line {
                id: "sojourn_p99",
                name: Label::key("queue.figure.sojourn_p99_s.name"),
                points: course(|place| place.2),
                role: Role::Series(1),
            });
        }
        layers.push(Layer::Line {
            id: "sojourn_mean",
            name: Label::key("queue.figure.sojourn_mean_s.name"),
            points: course(|place| place.1),
            role: Role::Series(0),
        });
        let input = if is_closed {
            "clients"
        } else {
            "arrival_per_s"
        };
        Ok(ChartSpec {
            id: "knee",
            title: Label::key("queue.chart.knee.title"),
            x: Axis::linear(
                Label::key(format!("queue.input.{input}.name")),
                if is_closed {
                    Unit::Count
                } else {
                    Unit::PerSecond
                },
            )
            .over((0.0, axis_hi))
            .of_input(input),
            y: Axis::linear(Label::key("queue.chart.axis.sojourn"), Unit::Second).over((0.0, top)),
            layers,
            handle: Some(Handle {
                x_input: Some(input),
                y_input: None,
                at: (here, mean_here.unwrap_or(top).min(top)),
                label: Label::key("queue.chart.knee.point"),
            }),
        })
    }

    /// Arrivals from little to beyond capacity, close together where the curve turns; the axis's end; and capacity.
    fn loads_shown(&self) -> (Vec<f64>, f64, f64) {
        let capacity = self.load.capacity_per_s();
        let hi = (1.25 * capacity).max(1.1 * self.load.arrival_per_s);
        // A large room is dear, and its curve is no less smooth.
        let points = match self.sort {
            Sort::Room(capacity) if capacity > self.load.servers + 4_000 => POINTS / 3,
            _ => POINTS,
        };
        let steps = f64::from(points);
        let below = (0..points).map(|i| capacity * (0.01 + 0.89 * f64::from(i) / steps));
        let near =
            (0..=POINTS).map(|i| capacity * (1.0 - 0.1 * math::pow(0.001, f64::from(i) / steps)));
        let mut xs: Vec<f64> = below.chain(near).collect();
        if matches!(self.sort, Sort::Room(_)) {
            // With a full house there are figures beyond capacity too; a large house is dear to draw.
            xs.extend(
                (0..=POINTS / 3)
                    .map(|i| capacity + (hi - capacity) * f64::from(i) / f64::from(POINTS / 3)),
            );
        }
        (xs, hi, capacity)
    }

    /// Clients from one on; the axis's end; and the clients that would keep all servers busy if they never met.
    fn clients_shown(&self, clients: u64, think_s: f64) -> (Vec<f64>, f64, f64) {
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let (servers, clients) = (self.load.servers as f64, clients as f64);
        let full = servers * (1.0 + think_s * self.load.service_per_s);
        let hi = (1.5 * clients)
            .max((2.0 * full).min(4.0 * clients))
            .max(4.0);
        let mut xs: Vec<f64> = (0..=2 * POINTS)
            .map(|i| (hi * f64::from(i) / f64::from(2 * POINTS)).round().max(1.0))
            .collect();
        xs.dedup();
        (xs, hi, full)
    }

    /// The upper end of the vertical axis: the part of the knee in which people live, and the point itself.
    fn top(&self, places: &[Place], here: Option<f64>) -> f64 {
        let greatest = || {
            places
                .iter()
                .flat_map(|place| [place.1, place.2])
                .flatten()
                .fold(0.0, f64::max)
        };
        let service_s = 1.0 / self.load.service_per_s;
        let shown = match self.sort {
            Sort::Room(_) | Sort::Closed(..) => 1.05 * greatest(),
            // With one server the curve bends early and long; a pool turns within a few service times.
            Sort::Endless if self.load.servers > 1 => 12.0 * service_s,
            Sort::Endless | Sort::General(_) | Sort::Fixed => 24.0 * service_s,
        };
        shown.max(1.25 * here.unwrap_or(0.0)).clamp(service_s, 1e12)
    }

    /// What lies beyond the capacity.
    fn beyond(&self, full: f64, hi: f64) -> Layer {
        let (id, key, role) = match self.sort {
            Sort::Room(_) => ("refused", "queue.chart.knee.refused", Role::Warn),
            Sort::Closed(..) => ("saturated", "queue.chart.knee.saturated", Role::Quiet),
            _ => ("unstable", "queue.chart.knee.unstable", Role::Bad),
        };
        Layer::Span {
            id,
            name: Label::key(key),
            axis: AxisId::X,
            from: full,
            to: hi.max(full),
            role,
        }
    }

    /// How many wait longer than t, or why that is not to be said.
    pub(super) fn wait_tail(&self, queue: &dyn Queue) -> ChartSpec {
        let blank = |reason: &str| {
            let hi = 1.0 / self.load.service_per_s;
            let layers = vec![Layer::Span {
                id: "unknown",
                name: Label::key(format!("queue.chart.wait_tail.{reason}")),
                axis: AxisId::X,
                from: 0.0,
                to: hi,
                role: Role::Quiet,
            }];
            Question::tail_chart((0.0, hi), (1e-4, 1.0), layers, None)
        };
        let shown = match queue.wait_tail(0.0) {
            Ok(_) => self.tail_shown(queue),
            Err(reason) => return blank(reason.0),
        };
        shown.unwrap_or_else(|| blank("nobody_waits"))
    }

    /// The tail; nothing where hardly anybody waits at all.
    fn tail_shown(&self, queue: &dyn Queue) -> Option<ChartSpec> {
        const STEPS: u32 = 60;
        // Four powers of ten below 1, or below the few who wait at all.
        let waiting = queue.wait_tail(0.0).ok()?;
        let few = waiting < 1e-3;
        let (top, floor) = if few {
            (10.0 * waiting, 1e-4 * waiting)
        } else {
            (1.0, 1e-4)
        };
        if floor < 1e-250 {
            return None;
        }
        let lowest = Probability::from_complement(floor).ok()?;
        let hi = queue.wait_percentile_s(lowest).ok()?;
        let level =
            |text: &str| -> Option<f64> { queue.wait_percentile_s(text.parse().ok()?).ok() };
        let points = (0..=STEPS)
            .map(|i| {
                let t_s = hi * f64::from(i) / f64::from(STEPS);
                let late = queue.wait_tail(t_s).ok();
                (t_s, late.filter(|late| *late > 0.1 * floor))
            })
            .collect();
        let marks: Vec<Mark> = [
            ("0.5", 0.5),
            ("0.9", 0.1),
            ("0.95", 0.05),
            ("0.99", 0.01),
            ("0.999", 0.001),
        ]
        .into_iter()
        .filter_map(|(text, late)| {
            let wait_s = level(text)?;
            let share: Probability = text.parse().ok()?;
            (wait_s > 0.0).then(|| Mark {
                x: wait_s,
                y: late,
                label: Some(
                    Message::new("queue.chart.wait_tail.percentile")
                        .with("share", Arg::Share(share))
                        .into(),
                ),
            })
        })
        .collect();
        let mut layers = vec![Layer::Line {
            id: "late",
            name: Label::key("queue.chart.wait_tail.late"),
            points,
            role: Role::Series(0),
        }];
        if !marks.is_empty() {
            layers.push(Layer::Points {
                id: "percentiles",
                name: Label::key("queue.chart.wait_tail.percentiles"),
                marks,
                role: Role::Accent,
            });
        }
        let wait_s = self.target.wait_s;
        let late = queue.wait_tail(wait_s).ok()?;
        let handle = (wait_s <= hi && late >= floor).then(|| Handle {
            x_input: Some("wait_target_s"),
            y_input: None,
            at: (wait_s, late),
            label: Label::key("queue.chart.wait_tail.point"),
        });
        if wait_s <= hi {
            layers.push(Layer::rule(
                "target",
                Label::key("queue.input.wait_target_s.name"),
                AxisId::X,
                wait_s,
                Role::Threshold,
            ));
        }
        Some(Question::tail_chart(
            (0.0, hi),
            (floor, top),
            layers,
            handle,
        ))
    }

    fn tail_chart(
        x: (f64, f64),
        y: (f64, f64),
        layers: Vec<Layer>,
        handle: Option<Handle>,
    ) -> ChartSpec {
        ChartSpec {
            id: "wait_tail",
            title: Label::key("queue.chart.wait_tail.title"),
            x: Axis::linear(Label::key("queue.chart.axis.wait"), Unit::Second)
                .over(x)
                .of_input("wait_target_s"),
            y: Axis::log(Label::key("queue.chart.axis.late"), Unit::Ratio).over(y),
            layers,
            handle,
        }
    }
}
