//! What a run is made of: the five switches, and every constant of the program.

use crate::error::{Bound, DomainError, non_negative, positive};

/// The layers, in the order of the program: the front end, the workers, and the two things that these call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Front-end threads, which every request takes first.
    Api,
    /// Worker threads.
    Svc,
    /// Connections to the database, which becomes slow.
    Db,
    /// Connections to the other dependency, which stays well.
    Aux,
}

impl Layer {
    /// All, in the order of every list of four.
    pub const ALL: [Layer; 4] = [Layer::Api, Layer::Svc, Layer::Db, Layer::Aux];
}

/// The five switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// The short time-out instead of the library's default.
    pub tuned: bool,
    /// Failed attempts are sent again: at once, but with back-off and a budget where the breaker is on as well.
    pub retry: bool,
    /// A circuit breaker between the workers and the database.
    pub breaker: bool,
    /// The workers in two pools, one for each dependency.
    pub bulkhead: bool,
    /// New requests of the low class are refused while the front-end queue is long.
    pub shed: bool,
}

impl Switches {
    /// The published settings S1 to S6.
    pub const PUBLISHED: [Switches; 6] = {
        let none = Switches {
            tuned: false,
            retry: false,
            breaker: false,
            bulkhead: false,
            shed: false,
        };
        let tuned = Switches {
            tuned: true,
            ..none
        };
        [
            none,
            Switches {
                retry: true,
                ..none
            },
            tuned,
            Switches {
                breaker: true,
                ..tuned
            },
            Switches {
                bulkhead: true,
                ..tuned
            },
            Switches {
                tuned: true,
                retry: true,
                breaker: true,
                bulkhead: true,
                shed: true,
            },
        ]
    };
}

/// When the breaker opens, and how it tries again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakerRule {
    /// How long a result counts, in seconds.
    pub window_s: f64,
    /// Results that there must be before they are judged.
    pub min_calls: u32,
    /// It opens when more than this share of them are failures.
    pub error_share: f64,
    /// How long it stays open, in seconds.
    pub cool_s: f64,
    /// Calls that it lets through when it is half open.
    pub trials: u32,
}

/// Every constant of the program. [`Default`] gives the published ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Length of a tick, in seconds.
    pub tick_s: f64,
    /// Length of the run, in seconds.
    pub end_s: f64,
    /// From when on the database is slow, in seconds.
    pub degrade_at_s: f64,
    /// What the database's mean service time is multiplied by then.
    pub db_slowdown: f64,
    /// From when on there is a surge, in seconds.
    pub surge_at_s: f64,
    /// Until when, in seconds.
    pub surge_end_s: f64,
    /// What the arrivals are multiplied by in it.
    pub surge_factor: f64,
    /// New requests a second.
    pub rate_per_s: f64,
    /// Slots of each layer.
    pub slots: [u32; 4],
    /// Workers for the database and for the other dependency, where there are bulkheads.
    pub pools: [u32; 2],
    /// Mean service time in each layer, in milliseconds.
    pub service_ms: [f64; 4],
    /// The share of requests that need the database; the others need the other dependency.
    pub db_share: f64,
    /// The share of requests of the high class.
    pub high_share: f64,
    /// The longest wait in a queue that nobody has tuned, in seconds.
    pub default_wait_s: f64,
    /// The longest wait in a queue that somebody has, in seconds.
    pub tuned_wait_s: f64,
    /// After what time a user leaves, in seconds.
    pub client_timeout_s: f64,
    /// The breaker.
    pub breaker: BreakerRule,
    /// Retries of a request, at most.
    pub retries: u32,
    /// Half of the mean wait before the first retry, where there is back-off, in seconds; it doubles with each retry.
    pub retry_base_s: f64,
    /// Where there is a breaker: at this share of failures there are no more retries.
    pub retry_budget_error: f64,
    /// Shedding begins above this length of the front-end queue.
    pub shed_above: u32,
    /// And ends at this one.
    pub shed_until: u32,
    /// A good answer takes at most so many milliseconds.
    pub slo_ms: f64,
    /// How far into a queue a free slot looks for a request.
    pub dispatch_scan: u32,
    /// How far into a queue time-outs are looked for.
    pub timeout_scan: u32,
}

impl Default for Constants {
    fn default() -> Constants {
        Constants {
            tick_s: 0.01,
            end_s: 60.0,
            degrade_at_s: 15.0,
            db_slowdown: 20.0,
            surge_at_s: 25.0,
            surge_end_s: 40.0,
            surge_factor: 6.0,
            rate_per_s: 400.0,
            slots: [120, 60, 10, 5],
            pools: [42, 18],
            service_ms: [5.0, 10.0, 10.0, 10.0],
            db_share: 0.7,
            high_share: 0.2,
            default_wait_s: 3.0,
            tuned_wait_s: 0.25,
            client_timeout_s: 5.0,
            breaker: BreakerRule {
                window_s: 2.0,
                min_calls: 20,
                error_share: 0.5,
                cool_s: 5.0,
                trials: 3,
            },
            retries: 3,
            retry_base_s: 0.05,
            retry_budget_error: 0.9,
            shed_above: 100,
            shed_until: 50,
            slo_ms: 100.0,
            dispatch_scan: 64,
            timeout_scan: 8,
        }
    }
}

/// The most ticks of a run.
pub const MOST_TICKS: f64 = 100_000.0;
/// The most requests of a run.
pub const MOST_REQUESTS: f64 = 400_000.0;

impl Constants {
    /// Ticks of a run, as the program counts them: the whole part of the quotient.
    pub(super) fn ticks(&self) -> u32 {
        (self.end_s / self.tick_s) as u32
    }

    /// The number of requests that a run is to expect.
    #[must_use]
    pub fn expected_requests(&self) -> f64 {
        let from = self.surge_at_s.clamp(0.0, self.end_s);
        let surge_s = (self.surge_end_s.min(self.end_s) - from).max(0.0);
        self.rate_per_s * (self.end_s - surge_s + surge_s * self.surge_factor)
    }

    /// That every one is in its domain, and that a run of them ends soon.
    pub(super) fn check(&self) -> Result<(), DomainError> {
        positive("tick_s", self.tick_s)?;
        positive("end_s", self.end_s)?;
        for (quantity, value) in [
            ("degrade_at_s", self.degrade_at_s),
            ("surge_at_s", self.surge_at_s),
            ("surge_end_s", self.surge_end_s),
            ("surge_factor", self.surge_factor),
            ("rate_per_s", self.rate_per_s),
            ("db_share", self.db_share),
            ("high_share", self.high_share),
            ("default_wait_s", self.default_wait_s),
            ("tuned_wait_s", self.tuned_wait_s),
            ("client_timeout_s", self.client_timeout_s),
            ("breaker_window_s", self.breaker.window_s),
            ("breaker_error_share", self.breaker.error_share),
            ("breaker_cool_s", self.breaker.cool_s),
            ("retry_base_s", self.retry_base_s),
            ("retry_budget_error", self.retry_budget_error),
            ("slo_ms", self.slo_ms),
        ] {
            non_negative(quantity, value)?;
        }
        for (quantity, value) in [
            ("db_slowdown", self.db_slowdown),
            ("api_service_ms", self.service_ms[0]),
            ("svc_service_ms", self.service_ms[1]),
            ("db_service_ms", self.service_ms[2]),
            ("aux_service_ms", self.service_ms[3]),
            ("api_slots", f64::from(self.slots[0])),
            ("svc_slots", f64::from(self.slots[1])),
            ("db_slots", f64::from(self.slots[2])),
            ("aux_slots", f64::from(self.slots[3])),
            ("bulkhead_db_slots", f64::from(self.pools[0])),
            ("bulkhead_aux_slots", f64::from(self.pools[1])),
            ("breaker_min_calls", f64::from(self.breaker.min_calls)),
        ] {
            positive(quantity, value)?;
        }
        at_most(
            "end_s",
            self.end_s / self.tick_s,
            MOST_TICKS,
            Bound::NotAbove(MOST_TICKS, "tick_s"),
            self.end_s,
        )?;
        at_most(
            "rate_per_s",
            self.expected_requests(),
            MOST_REQUESTS,
            Bound::AtMost(self.rate_per_s * MOST_REQUESTS / self.expected_requests()),
            self.rate_per_s,
        )?;
        at_most(
            "retries",
            f64::from(self.retries),
            30.0,
            Bound::AtMost(30.0),
            f64::from(self.retries),
        )
    }
}

fn at_most(
    quantity: &'static str,
    size: f64,
    most: f64,
    allowed: Bound,
    value: f64,
) -> Result<(), DomainError> {
    if size <= most {
        return Ok(());
    }
    Err(DomainError {
        quantity,
        value,
        allowed,
    })
}
