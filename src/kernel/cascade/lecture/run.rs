//! The tick loop.

use super::breaker::Breaker;
use super::report::{MOST_MOMENTS, Moment, Report, Sample, Tally, Unseen, latencies_ms};
use super::setting::{Constants, Layer, Switches};
use super::station::Station;
use crate::error::DomainError;
use crate::math;
use crate::rng::mersenne::CPython;

pub(super) const API: usize = Layer::Api as usize;
pub(super) const SVC: usize = Layer::Svc as usize;
pub(super) const DB: usize = Layer::Db as usize;
pub(super) const AUX: usize = Layer::Aux as usize;

/// Ticks from one sample to the next.
const SAMPLE_TICKS: u32 = 200;
/// Above this mean the program draws arrivals from a normal distribution.
const POISSON_LIMIT: f64 = 30.0;
/// The end of a list of requests.
pub(super) const NONE: u32 = u32::MAX;

/// Where a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In no layer: not admitted yet, in back-off, or done with.
    Outside,
    /// Between two layers, with slots held above.
    Between,
    Queued,
    Busy,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// The ticks of its arrival and of its arrival in this layer.
    pub(super) born: u32,
    pub(super) since: u32,
    /// The next one that comes back from back-off in the same tick.
    pub(super) next: u32,
    pub(super) layer: u8,
    /// Layers above in which it holds a slot.
    pub(super) holds: u8,
    pub(super) retries: u8,
    pub(super) place: Place,
    pub(super) is_low: bool,
    pub(super) needs_aux: bool,
    /// Whether the breaker is to be told how its call ends.
    pub(super) reports: bool,
}

/// Requests that come back in one tick, in the order in which they failed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Returning {
    pub(super) first: u32,
    pub(super) last: u32,
}

/// One run of the course's program.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(super) switches: Switches,
    pub(super) constants: Constants,
    pub(super) random: CPython,
    pub(super) tick: u32,
    pub(super) ticks: u32,
    pub(super) now_s: f64,
    pub(super) step_ms: f64,
    pub(super) wait_limit_s: f64,
    /// Service rates a millisecond.
    pub(super) service_rate: [f64; 4],
    /// Mean arrivals in a tick and e to the power of minus that, calm and in the surge.
    pub(super) arrivals: [(f64, f64); 2],
    pub(super) stations: [Station; 4],
    /// In the order of arrival.
    pub(super) requests: Vec<Request>,
    /// The first whose user has not left.
    pub(super) oldest: usize,
    pub(super) returning: Vec<Returning>,
    pub(super) in_backoff: u64,
    pub(super) in_layers: u64,
    pub(super) breaker: Breaker,
    pub(super) is_shedding: bool,
    pub(super) attempts: u64,
    pub(super) ok: u64,
    pub(super) failed: u64,
    pub(super) good: u64,
    pub(super) dep_calls: u64,
    pub(super) fast_fail: u64,
    pub(super) priority: [Tally; 2],
    pub(super) dependency: [Tally; 2],
    pub(super) latencies_s: Vec<f64>,
    pub(super) samples: Vec<Sample>,
    pub(super) moments: Vec<Moment>,
    pub(super) moment_ticks: u32,
    pub(super) unseen: Unseen,
}

impl Simulation {
    /// A run at its beginning.
    ///
    /// # Errors
    /// When a constant is outside its domain, or the run would be longer than [`MOST_TICKS`](super::MOST_TICKS) or have
    /// more than [`MOST_REQUESTS`](super::MOST_REQUESTS).
    pub fn new(
        switches: Switches,
        constants: Constants,
        seed: u64,
    ) -> Result<Simulation, DomainError> {
        constants.check()?;
        let ticks = constants.ticks();
        let one_pool = |slots: u32| [slots, 0];
        let svc = if switches.bulkhead {
            constants.pools
        } else {
            one_pool(constants.slots[SVC])
        };
        let expected = (constants.expected_requests() * 1.05) as usize + 64;
        let mean = |factor: f64| {
            let mean = constants.rate_per_s * factor * constants.tick_s;
            (mean, math::exp(-mean))
        };
        let moment_ticks = ticks.div_ceil(MOST_MOMENTS - 1).max(1);
        let nobody = Returning {
            first: NONE,
            last: NONE,
        };
        Ok(Simulation {
            switches,
            constants,
            random: CPython::seed(seed),
            tick: 0,
            ticks,
            now_s: 0.0,
            step_ms: constants.tick_s * 1000.0,
            wait_limit_s: if switches.tuned {
                constants.tuned_wait_s
            } else {
                constants.default_wait_s
            },
            service_rate: constants.service_ms.map(|mean_ms| 1.0 / mean_ms),
            arrivals: [mean(1.0), mean(constants.surge_factor)],
            stations: [
                Station::new(one_pool(constants.slots[API])),
                Station::new(svc),
                Station::new(one_pool(constants.slots[DB])),
                Station::new(one_pool(constants.slots[AUX])),
            ],
            requests: Vec::with_capacity(expected),
            oldest: 0,
            returning: if switches.retry {
                vec![nobody; ticks as usize]
            } else {
                Vec::new()
            },
            in_backoff: 0,
            in_layers: 0,
            breaker: Breaker::new(constants.breaker),
            is_shedding: false,
            attempts: 0,
            ok: 0,
            failed: 0,
            good: 0,
            dep_calls: 0,
            fast_fail: 0,
            priority: [Tally::default(); 2],
            dependency: [Tally::default(); 2],
            latencies_s: Vec::with_capacity(expected),
            samples: Vec::with_capacity((ticks / SAMPLE_TICKS + 2) as usize),
            moments: Vec::with_capacity(MOST_MOMENTS as usize),
            moment_ticks,
            unseen: Unseen::default(),
        })
    }

    /// Ticks of the whole run.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Ticks that are left.
    #[must_use]
    pub fn ticks_left(&self) -> u32 {
        self.ticks - self.tick
    }

    /// Runs at most so many ticks.
    pub fn advance(&mut self, ticks: u64) {
        let most = u64::from(self.ticks_left());
        for _ in 0..ticks.min(most) {
            self.step();
        }
    }

    /// What the run gave; it is over then, whether or not all ticks were run.
    #[must_use]
    pub fn into_report(mut self) -> Report {
        self.sample();
        let [mean_latency_ms, p95_latency_ms, max_latency_ms] = latencies_ms(&mut self.latencies_s);
        self.unseen.in_backoff_at_end = self.in_backoff;
        self.unseen.breaker = self.breaker.view;
        Report {
            arrived: self.requests.len() as u64,
            attempts: self.attempts,
            ok: self.ok,
            failed: self.failed,
            good: self.good,
            dep_calls: self.dep_calls,
            fast_fail: self.fast_fail,
            in_flight_at_end: self.in_layers,
            priority: self.priority,
            dependency: self.dependency,
            mean_latency_ms,
            p95_latency_ms,
            max_latency_ms,
            samples: self.samples,
            breaker_at_end: self.breaker.state,
            next_random: self.random.random(),
            moments: self.moments,
            moment_ticks: self.moment_ticks,
            unseen: self.unseen,
        }
    }

    pub(super) fn time_s(&self, tick: u32) -> f64 {
        f64::from(tick) * self.constants.tick_s
    }

    fn step(&mut self) {
        self.now_s = self.time_s(self.tick);
        self.breaker.tick(self.now_s);
        if self.now_s >= self.constants.degrade_at_s {
            let slow_ms = self.constants.service_ms[DB] * self.constants.db_slowdown;
            self.service_rate[DB] = 1.0 / slow_ms;
        }
        for _ in 0..self.arrivals_now() {
            self.admit();
        }
        if self.switches.retry {
            self.send_again();
        }
        self.serve(API);
        self.dispatch(API);
        self.serve(SVC);
        self.dispatch(SVC);
        self.serve(DB);
        self.serve(AUX);
        self.dispatch(DB);
        self.dispatch(AUX);
        self.check_timeouts();
        if self.tick.is_multiple_of(SAMPLE_TICKS) {
            self.sample();
        }
        let backlog = u64::from(self.stations[API].waiting());
        self.unseen.backlog_peak = self.unseen.backlog_peak.max(backlog);
        if self.tick.is_multiple_of(self.moment_ticks) {
            self.keep_moment();
        }
        self.tick += 1;
    }

    /// How many arrive in this tick: by multiplying uniform numbers, as Knuth does; from a normal distribution, cut to
    /// a whole number, where many do.
    fn arrivals_now(&mut self) -> u64 {
        let constants = &self.constants;
        let in_surge = (constants.surge_at_s..constants.surge_end_s).contains(&self.now_s);
        let (mean, limit) = self.arrivals[usize::from(in_surge)];
        if mean <= 0.0 {
            return 0;
        }
        if mean > POISSON_LIMIT {
            return self.random.gauss(mean, mean.sqrt()).max(0.0) as u64;
        }
        let mut count = 0;
        let mut product = self.random.random();
        while product > limit {
            count += 1;
            product *= self.random.random();
        }
        count
    }

    fn admit(&mut self) {
        let is_low = self.random.random() >= self.constants.high_share;
        let needs_aux = self.random.random() >= self.constants.db_share;
        self.attempts += 1;
        self.priority[usize::from(is_low)].arrived += 1;
        self.dependency[usize::from(needs_aux)].arrived += 1;
        let id = self.requests.len() as u32;
        self.requests.push(Request {
            born: self.tick,
            since: self.tick,
            next: NONE,
            layer: API as u8,
            holds: 0,
            retries: 0,
            place: Place::Outside,
            is_low,
            needs_aux,
            reports: false,
        });
        if self.switches.shed {
            let length = self.stations[API].queue.len() as u32;
            if self.is_shedding && length <= self.constants.shed_until {
                self.is_shedding = false;
            } else if length > self.constants.shed_above {
                self.is_shedding = true;
            }
            if self.is_shedding && is_low {
                self.failed += 1;
                return;
            }
        }
        self.in_layers += 1;
        self.enter(id, API);
    }

    /// Requests whose back-off is over begin again at the front, past the shedding.
    fn send_again(&mut self) {
        let mut id = self.returning[self.tick as usize].first;
        while id != NONE {
            self.attempts += 1;
            self.in_backoff -= 1;
            self.in_layers += 1;
            let next = self.requests[id as usize].next;
            self.enter(id, API);
            id = next;
        }
    }

    fn sample(&mut self) {
        let requests = &self.requests;
        for station in &mut self.stations {
            station
                .queue
                .retain(|id| requests[*id as usize].place != Place::Outside);
        }
        let share = |layer: usize| {
            f64::from(self.stations[layer].used()) / f64::from(self.constants.slots[layer])
        };
        let length = |layer: usize| self.stations[layer].queue.len() as u64;
        let sample = Sample {
            at_s: self.samples.len() as f64 * (f64::from(SAMPLE_TICKS) * self.constants.tick_s),
            arrived: self.requests.len() as u64,
            ok: self.ok,
            failed: self.failed,
            api_queue: length(API),
            svc_queue: length(SVC),
            db_queue: length(DB),
            api_use: share(API),
            svc_use: share(SVC),
            db_use: share(DB),
        };
        self.samples.push(sample);
    }

    fn keep_moment(&mut self) {
        let count = |pick: &dyn Fn(&Station) -> u32| {
            Layer::ALL.map(|layer| pick(&self.stations[layer as usize]))
        };
        let moment = Moment {
            tick: self.tick,
            arrived: self.requests.len() as u32,
            ok: self.ok as u32,
            waiting: count(&Station::waiting),
            busy: count(&|station| station.busy.len() as u32),
            held: count(&|station| station.used() - station.busy.len() as u32),
        };
        self.moments.push(moment);
    }
}
