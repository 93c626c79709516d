//! Whether a service is well again: judged over whole time-outs, not over moments.

use super::{Action, Flow, Storm};
use crate::error::{Defined, Undefined};

/// Time-outs in a row that must be good before a service counts as well again, and equal before as settled.
const IN_A_ROW: u32 = 3;

/// The state that a service has without a trigger, over one time-out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Healthy {
    good: f64,
    sent: f64,
}

impl Healthy {
    /// Judged by what happened in one time-out; `None` if a tenth of the requests or more went unanswered in it: that
    /// service needs no trigger to fail.
    #[must_use]
    pub fn of(timeout: &Flow) -> Option<Healthy> {
        (timeout.good >= 0.9 * timeout.offered).then_some(Healthy {
            good: timeout.good,
            sent: timeout.sent,
        })
    }

    /// Whether one time-out has at least 99 % of the healthy answers and at most 5 % more attempts than then.
    fn is_like(&self, good: f64, sent: f64) -> bool {
        good >= 0.99 * self.good && sent <= 1.05 * self.sent
    }
}

/// A time-out's worth of ticks, added up.
fn one_timeout(storm: &mut Storm, offered_per_s: f64, service_s: f64) -> Flow {
    let mut sum = Flow::default();
    for _ in 0..storm.patience {
        sum.add(&storm.tick(offered_per_s, service_s));
    }
    sum
}

/// What has come of a storm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Well again since this moment, in seconds since the beginning.
    Recovered {
        /// When.
        at_s: f64,
    },
    /// Not yet, and perhaps never.
    Open,
}

/// Watches for recovery: three healthy time-outs in a row. It counts as well from the beginning of the first of them.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    healthy: Healthy,
    sum: Flow,
    ticks: usize,
    in_a_row: u32,
    well_since_s: f64,
}

impl Watch {
    /// A watch that knows what well means.
    #[must_use]
    pub fn new(healthy: Healthy) -> Watch {
        Watch {
            healthy,
            sum: Flow::default(),
            ticks: 0,
            in_a_row: 0,
            well_since_s: 0.0,
        }
    }

    /// Takes note of a tick that `storm` has just gone through.
    pub fn note(&mut self, storm: &Storm, flow: &Flow) -> Outcome {
        if self.ticks == 0 && self.in_a_row == 0 {
            self.well_since_s = storm.now_s() - storm.tick_s();
        }
        self.sum.add(flow);
        self.ticks += 1;
        if self.ticks == storm.patience {
            let is_well = self.healthy.is_like(self.sum.good, self.sum.sent);
            self.in_a_row = if is_well { self.in_a_row + 1 } else { 0 };
            self.sum = Flow::default();
            self.ticks = 0;
        }
        if self.in_a_row >= IN_A_ROW {
            Outcome::Recovered {
                at_s: self.well_since_s,
            }
        } else {
            Outcome::Open
        }
    }
}

/// What has come of steps against a storm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Seconds from the first step until the service was well again; if it was not by the end, why: see [`unended`].
    pub recovered_after_s: Defined,
    /// Requests answered in time from the first step to the end.
    pub good: f64,
    /// Ticks that were worked through.
    pub ticks: u64,
}

/// Takes steps against a storm, each so many ticks from now, in order, and watches for `horizon` ticks under `offered_per_s`.
///
/// Steps that come due after the service is well again are not taken. What is left of the horizon then counts as healthy.
#[must_use]
pub fn respond(
    mut storm: Storm,
    healthy: Healthy,
    offered_per_s: f64,
    steps: &[(u64, Action)],
    horizon: u64,
) -> Response {
    let service_s = storm.service.service_s;
    let begin_s = storm.now_s();
    let mut watch = Watch::new(healthy);
    let mut good = 0.0;
    for tick in 0..horizon {
        for (_, action) in steps.iter().filter(|(at, _)| *at == tick) {
            storm.apply(*action);
        }
        let flow = storm.tick(offered_per_s, service_s);
        good += flow.good;
        if let Outcome::Recovered { at_s } = watch.note(&storm, &flow) {
            let ticks = tick + 1;
            let left = (horizon - ticks) as f64 / storm.patience as f64;
            return Response {
                recovered_after_s: Ok((at_s - begin_s).max(0.0)),
                good: good + healthy.good * left,
                ticks,
            };
        }
    }
    let (why, ticks) = unended(storm, healthy, offered_per_s);
    Response {
        recovered_after_s: Err(why),
        good,
        ticks: horizon + ticks,
    }
}

/// Why a storm has not ended yet, and the ticks that it took to tell: `not_in_run` where it ends later, `stuck` where it
/// settles without, or has not ended 300 time-outs later.
#[must_use]
pub fn unended(mut storm: Storm, healthy: Healthy, offered_per_s: f64) -> (Undefined, u64) {
    // This is sure, however slowly the queue drains.
    if offered_per_s < storm.service.storm_ends_below_per_s() {
        return (Undefined("not_in_run"), 0);
    }
    let level = settle(&mut storm, offered_per_s, 300);
    let timeout_s = storm.service.timeout_s;
    let ends = healthy.is_like(level.good_per_s * timeout_s, level.sent_per_s * timeout_s);
    let why = if ends { "not_in_run" } else { "stuck" };
    (Undefined(why), level.ticks)
}

/// What one level of load comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Requests answered in time, a second.
    pub good_per_s: f64,
    /// Attempts, a second.
    pub sent_per_s: f64,
    /// Attempts in the queue.
    pub queued: f64,
    /// Ticks that it took.
    pub ticks: u64,
}

/// Goes on under one load until three time-outs in a row are alike, at most `most` time-outs. The state is carried on.
///
/// A long queue of attempts that nobody waits for is not worked off tick by tick: while nothing is answered and the
/// attempts are steady, each time-out takes the same amount off it, and all but the last of these are taken at once.
pub fn settle(storm: &mut Storm, offered_per_s: f64, most: u32) -> Level {
    let service_s = storm.service.service_s;
    let timeout_s = storm.service.timeout_s;
    let mut before = [f64::INFINITY; 3];
    let mut alike = 0;
    let mut ticks = 0;
    for _ in 0..most {
        let sum = one_timeout(storm, offered_per_s, service_s);
        ticks += storm.ticks_in_timeout();
        let now = [sum.good, sum.sent, storm.queued()];
        let size = 1e-4 * (sum.offered + 1e-9 * storm.service.capacity_per_s());
        let is_alike = now
            .iter()
            .zip(before)
            .all(|(one, other)| (one - other).abs() <= size.max(1e-4 * one.abs()));
        let is_steady = sum.good == 0.0
            && before[0] == 0.0
            && sum.refused == 0.0
            && (sum.sent - before[1]).abs() <= 1e-6 * sum.sent;
        let falls = before[2] - now[2];
        if is_steady && falls > 0.0 {
            storm.skip_dead(falls);
        }
        before = [sum.good, sum.sent, storm.queued()];
        alike = if is_alike { alike + 1 } else { 0 };
        if alike >= IN_A_ROW {
            break;
        }
    }
    let [good, sent, queued] = before;
    Level {
        good_per_s: good / timeout_s,
        sent_per_s: sent / timeout_s,
        queued,
        ticks,
    }
}

/// Whether the service, in the state that `storm` has, comes back to answering nine in ten requests under `offered_per_s` within
/// `most` time-outs, and the ticks that it took to tell. A state that has settled without is not waited for.
#[must_use]
pub fn recovers(mut storm: Storm, offered_per_s: f64, most: u32) -> (bool, u64) {
    let level = settle(&mut storm, offered_per_s, most);
    (level.good_per_s >= 0.9 * offered_per_s, level.ticks)
}
