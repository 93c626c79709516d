//! Random numbers that belong to a request, an attempt and a purpose, whatever else happens in the run.

use super::timeline::Timeline;
use crate::rng::Stream;
use crate::sim::{Delay, Time};

/// Numbers of one attempt.
pub(super) const PER_ATTEMPT: usize = 9;
/// The highest number of attempts that have numbers of their own.
pub(super) const MOST_ATTEMPTS: u64 = 64;

/// What is drawn for an attempt: uniform numbers in (0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AttemptDraws {
    /// Service by `api` and `svc`.
    pub(super) service: [f64; 2],
    /// Service by the dependency, at the first call and at the hedge.
    pub(super) dependency: [f64; 2],
    /// Which replica is called first.
    pub(super) replica: f64,
    /// Whether the first call and the hedge get through.
    pub(super) reach: [f64; 2],
    /// For admission by share.
    pub(super) admission: f64,
    /// How much of its back-off is waited.
    pub(super) wait: f64,
}

/// What is drawn for a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RequestDraws {
    /// Which class.
    pub(super) class: f64,
    /// Which dependency.
    pub(super) dependency: f64,
    /// Whether the cache holds its answer.
    pub(super) cache: f64,
    /// Its first attempt.
    pub(super) first: AttemptDraws,
}

/// The streams. Arrivals and first attempts come in the order of the requests, which no guard changes; further attempts
/// are looked up by request and number.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    arrivals: Stream,
    requests: Stream,
    first: Stream,
    further: Stream,
    /// Ordinary load that has come, in seconds' worth.
    worth_s: f64,
}

fn attempt(stream: &mut Stream) -> AttemptDraws {
    let mut next = || stream.uniform_open();
    let drawn: [f64; PER_ATTEMPT] = std::array::from_fn(|_| next());
    AttemptDraws {
        service: [drawn[0], drawn[1]],
        dependency: [drawn[2], drawn[3]],
        replica: drawn[4],
        reach: [drawn[5], drawn[6]],
        admission: drawn[7],
        wait: drawn[8],
    }
}

impl Draws {
    pub(super) fn new(seed: u64) -> Draws {
        Draws {
            arrivals: Stream::new(seed, "cascade arrivals"),
            requests: Stream::new(seed, "cascade requests"),
            first: Stream::new(seed, "cascade first attempts"),
            further: Stream::new(seed, "cascade further attempts"),
            worth_s: 0.0,
        }
    }

    /// When the next request arrives.
    pub(super) fn arrival(&mut self, per_s: f64, timeline: &Timeline) -> Time {
        self.worth_s += self.arrivals.exponential(per_s);
        Time::ZERO.after(Delay::drawn(timeline.instant_s(self.worth_s)))
    }

    /// What the next request brings with it.
    pub(super) fn request(&mut self) -> RequestDraws {
        RequestDraws {
            class: self.requests.uniform_open(),
            dependency: self.requests.uniform_open(),
            cache: self.requests.uniform_open(),
            first: attempt(&mut self.first),
        }
    }

    /// What the attempt `number`, from 1 on, of the request `request` brings with it.
    pub(super) fn further(&mut self, request: u64, number: u32) -> AttemptDraws {
        let at = request * MOST_ATTEMPTS + u64::from(number);
        self.further.seek(at * PER_ATTEMPT as u64);
        attempt(&mut self.further)
    }
}
