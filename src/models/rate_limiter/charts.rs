//! What has passed, what is in the bucket, and when the refused come back.

use super::Comparison;
use super::report::first_refusal;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::guard::limiter::TokenBucket;
use crate::kernel::sim::{Delay, Time};
use crate::text::{Label, Unit};

/// The most points of a line.
const POINTS: usize = 400;
/// Bars of the retries, at most.
const BARS: u64 = 60;
/// The limiters that are drawn: the meter is the bucket once more.
const DRAWN: [&str; 6] = ["bucket", "queue", "fixed", "log", "counter", "concurrency"];

impl Comparison {
    /// From the first request to a little after the last passage.
    fn span_s(&self) -> (f64, f64) {
        let first = self.arrivals.first().map_or(0.0, |a| a.at.seconds());
        let last = self.last().map_or(1.0, Time::seconds);
        let queued = self.of("queue").passages.last();
        let last = queued.map_or(last, |passage| passage.0.seconds().max(last));
        let air = 0.04 * (last - first).max(1e-3);
        ((first - air).max(0.0), last + air)
    }

    /// How many have passed each limiter until each moment.
    pub(super) fn passed_chart(&self) -> ChartSpec {
        let span = self.span_s();
        let name = |id: &str| Label::key(format!("rate_limiter.word.{id}"));
        let offered = self.arrivals.iter().map(|arrival| arrival.at);
        let mut layers = vec![Layer::Step {
            id: "offered",
            name: Label::key("rate_limiter.chart.passed.offered"),
            points: running(offered, span),
            role: Role::Quiet,
        }];
        for (index, id) in (0..).zip(DRAWN) {
            let passages = self.of(id).passages.iter().map(|passage| passage.0);
            layers.push(Layer::Step {
                id,
                name: name(id),
                points: running(passages, span),
                role: Role::Series(index),
            });
        }
        let most = self.arrivals.len().max(1) as f64;
        ChartSpec {
            id: "passed",
            title: Label::key("rate_limiter.chart.passed.title"),
            x: time_axis(span),
            y: Axis::linear(Label::key("rate_limiter.chart.axis.requests"), Unit::Count)
                .over((0.0, 1.05 * most)),
            layers,
            handle: None,
        }
    }

    /// What is in the bucket, and where it refuses.
    pub(super) fn tokens_chart(&self) -> ChartSpec {
        let span = self.span_s();
        let (mut points, mut refused) = (Vec::new(), Vec::new());
        if let Ok(mut bucket) = TokenBucket::new(self.quota, self.burst) {
            let every = self.arrivals.len().div_ceil(POINTS).max(1);
            points.push((span.0, Some(bucket.tokens())));
            let mut next = 0;
            while let Some(at) = self.arrivals.get(next).map(|arrival| arrival.at) {
                // All of one instant are one fall of the line.
                let same = self.arrivals[next..].iter().take_while(|a| a.at == at);
                let together = same.count();
                bucket.refill(i128::from(at.ns()));
                let before = bucket.tokens();
                let mut has_refused = false;
                for arrival in &self.arrivals[next..next + together] {
                    let cost = if self.by_cost { arrival.cost } else { 1 };
                    if bucket.has(cost) {
                        bucket.take(cost);
                    } else {
                        has_refused = true;
                    }
                }
                let index = next / every;
                next += together;
                if next / every == index && next < self.arrivals.len() {
                    continue;
                }
                if self.earns_full_before(points.last().copied(), at) {
                    points.push((
                        self.full_at(points.last().copied()),
                        Some(self.burst as f64),
                    ));
                }
                points.push((at.seconds(), Some(before)));
                points.push((at.seconds(), Some(bucket.tokens())));
                if has_refused {
                    refused.push(Mark {
                        x: at.seconds(),
                        y: bucket.tokens(),
                        label: None,
                    });
                }
            }
            if let Some(last) = points.last().copied() {
                let full_s = self.full_at(Some(last));
                if full_s < span.1 {
                    points.push((full_s, Some(self.burst as f64)));
                }
                bucket.refill((span.1 * 1e9) as i128);
                points.push((span.1, Some(bucket.tokens())));
            }
        }
        let burst = self.burst as f64;
        let mut layers = vec![
            Layer::rule(
                "burst",
                Label::key("rate_limiter.input.burst.name"),
                AxisId::Y,
                burst,
                Role::Threshold,
            ),
            Layer::Line {
                id: "tokens",
                name: Label::key("rate_limiter.chart.tokens.tokens"),
                points,
                role: Role::Series(0),
            },
        ];
        if !refused.is_empty() {
            layers.push(Layer::Points {
                id: "refused",
                name: Label::key("rate_limiter.chart.tokens.refused"),
                marks: refused,
                role: Role::Bad,
            });
        }
        ChartSpec {
            id: "tokens",
            title: Label::key("rate_limiter.chart.tokens.title"),
            x: time_axis(span),
            y: Axis::linear(Label::key("rate_limiter.chart.axis.tokens"), Unit::Count)
                .over((0.0, 1.5 * burst))
                .of_input("burst"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("burst"),
                at: (span.0, burst),
                label: Label::key("rate_limiter.chart.tokens.point"),
            }),
        }
    }

    /// When the bucket would be full, from a point of its line.
    fn full_at(&self, point: Option<(f64, Option<f64>)>) -> f64 {
        let (at_s, tokens) = point.map_or((0.0, 0.0), |(x, y)| (x, y.unwrap_or(0.0)));
        at_s + (self.burst as f64 - tokens) / self.quota.rate_per_s()
    }

    fn earns_full_before(&self, point: Option<(f64, Option<f64>)>, at: Time) -> bool {
        self.full_at(point) < at.seconds()
    }

    /// Retries by the chosen rule: all of them, and those that passed.
    pub(super) fn returns_chart(&self) -> ChartSpec {
        let returned = &self.returned[self.rule];
        let from = first_refusal(returned).unwrap_or(Time::ZERO);
        let again = || returned.attempts.iter().filter(|attempt| attempt.again);
        let last = again()
            .next_back()
            .map_or(Delay::ZERO, |a| a.at.since(from));
        let width = round_up(last.ns() / BARS + 1);
        let mut bars = vec![(0_u32, 0_u32); (last.ns() / width) as usize + 1];
        for attempt in again() {
            let bar = &mut bars[(attempt.at.since(from).ns() / width) as usize];
            bar.0 += 1;
            bar.1 += u32::from(attempt.passed);
        }
        let width = Delay::from_ns(width).seconds();
        let layer = |id: &'static str, role, of: fn(&(u32, u32)) -> u32| Layer::Bars {
            id,
            name: Label::key(format!("rate_limiter.chart.returns.{id}")),
            bars: (0..)
                .zip(&bars)
                .map(|(index, bar)| {
                    let left = width * f64::from(index);
                    (left, left + width, f64::from(of(bar)))
                })
                .collect(),
            role,
        };
        let most = bars.iter().map(|bar| bar.0).max().unwrap_or(0).max(1);
        ChartSpec {
            id: "returns",
            title: Label::key("rate_limiter.chart.returns.title"),
            x: Axis::linear(
                Label::key("rate_limiter.chart.axis.since_refusal"),
                Unit::Second,
            )
            .over((0.0, width * bars.len() as f64)),
            y: Axis::linear(Label::key("rate_limiter.chart.axis.retries"), Unit::Count)
                .over((0.0, 1.1 * f64::from(most))),
            layers: vec![
                layer("all", Role::Bad, |bar| bar.0),
                layer("passed", Role::Good, |bar| bar.1),
            ],
            handle: None,
        }
    }
}

/// The next of 1, 2, 5, 10, 20, … that is not smaller.
fn round_up(ns: u64) -> u64 {
    let mut ten: u64 = 1;
    loop {
        let digits = [1, 2, 5].map(|digit| ten.saturating_mul(digit));
        if let Some(round) = digits.into_iter().find(|round| *round >= ns) {
            return round;
        }
        ten = ten.saturating_mul(10);
    }
}

/// How many of these instants there have been, at most at [`POINTS`] moments.
fn running(
    instants: impl Iterator<Item = Time>,
    (from_s, to_s): (f64, f64),
) -> Vec<(f64, Option<f64>)> {
    let mut counted: Vec<(Time, u32)> = Vec::new();
    for (number, at) in (1..).zip(instants) {
        match counted.last_mut() {
            Some(last) if last.0 == at => last.1 = number,
            _ => counted.push((at, number)),
        }
    }
    let mut points = vec![(from_s, Some(0.0))];
    let every = counted.len().div_ceil(POINTS).max(1);
    let end = counted.last().map_or(0, |last| last.1);
    let kept = counted.iter().enumerate().filter(|(index, _)| {
        // A burst is kept whatever the grid: it is what the picture is about.
        let before = index.checked_sub(1).map_or(0, |before| counted[before].1);
        index % every == 0 || counted[*index].1 - before > 20
    });
    points.extend(
        kept.take(2 * POINTS)
            .map(|(_, (at, number))| (at.seconds(), Some(f64::from(*number)))),
    );
    points.push((to_s, Some(f64::from(end))));
    points
}

fn time_axis(span: (f64, f64)) -> Axis {
    Axis::linear(Label::key("rate_limiter.chart.axis.time"), Unit::Second).over(span)
}
