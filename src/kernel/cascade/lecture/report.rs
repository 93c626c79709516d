//! What a run gives: the program's own counters and samples, and what it does not print.

use super::breaker::{BreakerState, BreakerView};
use crate::error::{Defined, Undefined};

/// Requests of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answered.
    pub ok: u64,
    /// Arrived.
    pub arrived: u64,
}

/// A sample of the program: counters so far, queues, and slots in use over slots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When, in seconds: the number of the sample times 200 ticks, as the program reckons. The last one is taken at the
    /// end of the run, which may be earlier.
    pub at_s: f64,
    /// Requests that arrived.
    pub arrived: u64,
    /// Requests answered.
    pub ok: u64,
    /// Requests failed.
    pub failed: u64,
    /// Requests waiting for a front-end thread.
    pub api_queue: u64,
    /// Requests waiting for a worker.
    pub svc_queue: u64,
    /// Requests waiting for the database.
    pub db_queue: u64,
    /// Front-end threads in use, as a share.
    pub api_use: f64,
    /// Workers in use, as a share of the workers without bulkheads.
    pub svc_use: f64,
    /// Database connections in use, as a share.
    pub db_use: f64,
}

/// The layers at one moment, each list in the order of [`Layer::ALL`](super::Layer::ALL).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The tick after which it was so.
    pub tick: u32,
    /// Requests that arrived so far.
    pub arrived: u32,
    /// Requests answered so far.
    pub ok: u32,
    /// Requests that wait; those who have left are not counted.
    pub waiting: [u32; 4],
    /// Slots that serve.
    pub busy: [u32; 4],
    /// Slots whose requests wait further down.
    pub held: [u32; 4],
}

/// What the program's figures do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unseen {
    /// The longest the front-end queue was after any tick.
    pub backlog_peak: u64,
    /// Requests in back-off when the run ended.
    pub in_backoff_at_end: u64,
    /// Answers to requests older than the user's patience.
    pub late: u64,
    /// Answers in the tick of arrival, in no time at all by the program's clock.
    pub instant: u64,
    /// Requests that got a slot more than a tick after the time-out of the layer's queue.
    pub overdue: u64,
    /// Retries sent without any wait.
    pub retries_at_once: u64,
    /// The breaker.
    pub breaker: BreakerView,
}

/// Everything that a run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Requests that arrived.
    pub arrived: u64,
    /// Attempts: requests and their retries.
    pub attempts: u64,
    /// Requests answered.
    pub ok: u64,
    /// Requests failed.
    pub failed: u64,
    /// Requests answered within the objective.
    pub good: u64,
    /// Calls that reached a dependency.
    pub dep_calls: u64,
    /// Calls that the breaker refused.
    pub fast_fail: u64,
    /// Requests in a layer when the run ended.
    pub in_flight_at_end: u64,
    /// The high class, then the low.
    pub priority: [Tally; 2],
    /// Requests that needed the database, then the others.
    pub dependency: [Tally; 2],
    /// Mean latency of answered requests, in milliseconds.
    pub mean_latency_ms: Defined,
    /// The latency at 95 % of their sorted list, in milliseconds.
    pub p95_latency_ms: Defined,
    /// The longest latency, in milliseconds.
    pub max_latency_ms: Defined,
    /// One every 200 ticks, and one at the end.
    pub samples: Vec<Sample>,
    /// The breaker when the run ended.
    pub breaker_at_end: BreakerState,
    /// The number that the generator gives next.
    pub next_random: f64,
    /// The layers over time, at most [`MOST_MOMENTS`] of them.
    pub moments: Vec<Moment>,
    /// Ticks from one moment to the next.
    pub moment_ticks: u32,
    /// What the program does not print.
    pub unseen: Unseen,
}

/// The most moments that a run keeps.
pub const MOST_MOMENTS: u32 = 300;

impl Report {
    /// The longest front-end queue among the samples.
    #[must_use]
    pub fn peak_backlog(&self) -> u64 {
        let lengths = self.samples.iter().map(|sample| sample.api_queue);
        lengths.max().unwrap_or(0)
    }

    /// The mean of the samples' workers in use, in per cent.
    #[must_use]
    pub fn svc_occupancy_pct(&self) -> f64 {
        let sum: f64 = self.samples.iter().map(|sample| sample.svc_use).sum();
        sum / self.samples.len() as f64 * 100.0
    }

    /// When a sample first had a front-end queue above `length`, in seconds.
    ///
    /// # Errors
    /// `never_so_long`: in no sample.
    pub fn backlog_over_s(&self, length: u64) -> Defined {
        let first = self.samples.iter().find(|sample| sample.api_queue > length);
        first
            .map(|sample| sample.at_s)
            .ok_or(Undefined("never_so_long"))
    }

    /// Answers over arrivals between each sample and the one before; 1 where nothing arrived. More than 1 is a queue that
    /// is worked off.
    pub fn success_rates(&self) -> impl Iterator<Item = f64> {
        let mut before = (0, 0);
        self.samples.iter().map(move |sample| {
            let (arrived, ok) = (sample.arrived - before.0, sample.ok - before.1);
            before = (sample.arrived, sample.ok);
            if arrived == 0 {
                1.0
            } else {
                ok as f64 / arrived as f64
            }
        })
    }

    /// The last moment kept that is not after `at_s`; the first one, if all are.
    #[must_use]
    pub fn moment_at(&self, at_s: f64, tick_s: f64) -> Option<&Moment> {
        let after = self
            .moments
            .partition_point(|moment| f64::from(moment.tick) * tick_s <= at_s);
        self.moments.get(after.saturating_sub(1))
    }
}

/// Mean, 95th percentile and maximum of latencies in seconds, in milliseconds, by the program's arithmetic.
pub(super) fn latencies_ms(latencies_s: &mut [f64]) -> [Defined; 3] {
    let count = latencies_s.len();
    let Some(last) = count.checked_sub(1) else {
        return [Err(Undefined("nothing_answered")); 3];
    };
    let sum_s: f64 = latencies_s.iter().sum();
    let at = ((count as f64 * 0.95) as usize).min(last);
    let (_, p95_s, above) = latencies_s.select_nth_unstable_by(at, f64::total_cmp);
    let max_s = above.iter().copied().fold(*p95_s, f64::max);
    [
        Ok(sum_s / count as f64 * 1000.0),
        Ok(*p95_s * 1000.0),
        Ok(max_s * 1000.0),
    ]
}
