//! What is simulated: layers, load, faults and guards.

use super::breaker::BreakerPolicy;
use super::timeline::Timeline;
use crate::error::{Bound, DomainError, non_negative, positive, share};

/// A layer of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerId {
    /// The threads at the front.
    Api,
    /// The workers behind them.
    Svc,
    /// The dependency to which most requests go.
    Db,
    /// The other dependency.
    Aux,
}

impl LayerId {
    /// All, in the order of the chain.
    pub const ALL: [LayerId; 4] = [LayerId::Api, LayerId::Svc, LayerId::Db, LayerId::Aux];
}

/// Slots and service of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerSetup {
    /// Requests that it can hold at once, at least 1.
    pub slots: u32,
    /// Mean of its own service time, exponentially distributed, in seconds; 0 takes no time.
    pub mean_s: f64,
}

/// Limits on how long is waited for an answer. With them every piece of work knows its deadline: work whose caller
/// has given up leaves its queue, and slots that are held for it are freed; only a service in progress runs to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeouts {
    /// How long a client waits for one attempt, in seconds.
    pub attempt_s: f64,
    /// How long a worker waits for a dependency, in seconds.
    pub call_s: f64,
}

/// Further attempts after one that failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retry {
    /// The most further attempts of a request.
    pub most: u32,
    /// The wait before the first, in seconds; it doubles with each one.
    pub base_s: f64,
    /// Whether the wait is drawn between nothing and that (full jitter).
    pub jitter: bool,
    /// Further attempts allowed for each request, over all of them: each request earns this much, each further attempt
    /// costs one, and at most ten seconds' worth of the ordinary load is saved up.
    pub budget: f64,
}

/// In which order those who wait are served.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QueueOrder {
    /// First come, first served.
    Fifo,
    /// Last come, first served.
    Lifo,
    /// First come, first served, and who has waited too long is refused: controlled delay (RFC 8289).
    CoDel {
        /// The wait that is all right, in seconds.
        target_s: f64,
        /// For how long waits may be above it before some are refused, in seconds.
        interval_s: f64,
    },
}

/// A bound on every queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueRule {
    /// Who comes to so many waiting in a pool is refused.
    pub capacity: u32,
    /// The order of service.
    pub order: QueueOrder,
}

/// A bound on how many attempts may be inside at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConcurrencyLimit {
    /// Always the same.
    Fixed(u32),
    /// Starts at `start`; an attempt that fails or takes longer than `target_s` makes it a tenth smaller, at most once
    /// in `target_s`; an attempt that is answered in time, while the limit is at least half used, makes it larger by
    /// one for each limit's worth of them.
    Adaptive {
        /// The limit at the beginning.
        start: u32,
        /// How long an attempt should take at most, in seconds.
        target_s: f64,
    },
}

/// The guards; `None` means that it is off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guards {
    /// Time-outs with deadlines passed on.
    pub timeouts: Option<Timeouts>,
    /// Retries.
    pub retry: Option<Retry>,
    /// A circuit breaker before each dependency.
    pub breaker: Option<BreakerPolicy>,
    /// Workers set aside for `db`; the others are for `aux`.
    pub bulkhead: Option<u32>,
    /// Bounded queues.
    pub queue: Option<QueueRule>,
    /// Shedding by priority, by additive increase and multiplicative decrease, at this wait for a slot of `api`.
    pub shed_wait_s: Option<f64>,
    /// A limit on attempts inside.
    pub limit: Option<ConcurrencyLimit>,
    /// Attempts let in a second: a token bucket that holds a fifth of a second's worth, and at least one.
    pub rate_per_s: Option<f64>,
    /// A second call to a dependency after this wait, in seconds; the first answer counts.
    pub hedge_s: Option<f64>,
    /// The share of requests for `db` that a cache in front answers.
    pub cache_hit: Option<f64>,
}

/// One of the guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// [`Guards::timeouts`].
    Timeouts,
    /// [`Guards::retry`].
    Retry,
    /// [`Guards::breaker`].
    Breaker,
    /// [`Guards::bulkhead`].
    Bulkhead,
    /// [`Guards::queue`].
    Queue,
    /// [`Guards::shed_wait_s`].
    Shed,
    /// [`Guards::limit`].
    Limit,
    /// [`Guards::rate_per_s`].
    Rate,
    /// [`Guards::hedge_s`].
    Hedge,
    /// [`Guards::cache_hit`].
    Cache,
}

impl Guard {
    /// All guards.
    pub const ALL: [Guard; 10] = [
        Guard::Timeouts,
        Guard::Retry,
        Guard::Breaker,
        Guard::Bulkhead,
        Guard::Queue,
        Guard::Shed,
        Guard::Limit,
        Guard::Rate,
        Guard::Hedge,
        Guard::Cache,
    ];
}

impl Guards {
    /// Those that are on.
    #[must_use]
    pub fn on(&self) -> Vec<Guard> {
        let is_on = |guard: &Guard| match guard {
            Guard::Timeouts => self.timeouts.is_some(),
            Guard::Retry => self.retry.is_some(),
            Guard::Breaker => self.breaker.is_some(),
            Guard::Bulkhead => self.bulkhead.is_some(),
            Guard::Queue => self.queue.is_some(),
            Guard::Shed => self.shed_wait_s.is_some(),
            Guard::Limit => self.limit.is_some(),
            Guard::Rate => self.rate_per_s.is_some(),
            Guard::Hedge => self.hedge_s.is_some(),
            Guard::Cache => self.cache_hit.is_some(),
        };
        Guard::ALL.into_iter().filter(is_on).collect()
    }

    /// The same with only those of `kept` on.
    #[must_use]
    pub fn only(&self, kept: &[Guard]) -> Guards {
        let mut guards = self.clone();
        for guard in Guard::ALL {
            if kept.contains(&guard) {
                continue;
            }
            match guard {
                Guard::Timeouts => guards.timeouts = None,
                Guard::Retry => guards.retry = None,
                Guard::Breaker => guards.breaker = None,
                Guard::Bulkhead => guards.bulkhead = None,
                Guard::Queue => guards.queue = None,
                Guard::Shed => guards.shed_wait_s = None,
                Guard::Limit => guards.limit = None,
                Guard::Rate => guards.rate_per_s = None,
                Guard::Hedge => guards.hedge_s = None,
                Guard::Cache => guards.cache_hit = None,
            }
        }
        guards
    }
}

/// All of a run but its seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Requests that arrive a second at ordinary load (a Poisson stream), above 0.
    pub arrival_per_s: f64,
    /// When arrivals end, in seconds, above 0. What is inside then is still worked off.
    pub end_s: f64,
    /// Arrivals end earlier when so many have come.
    pub most_requests: u64,
    /// Share of requests that matter most.
    pub high_share: f64,
    /// Share of requests that go to `db`.
    pub db_share: f64,
    /// The layers, in the order of [`LayerId::ALL`].
    pub layers: [LayerSetup; 4],
    /// Replicas over which the slots of each dependency are spread evenly, each with a queue of its own; a call goes to
    /// one of them at random. Where the slots do not divide, the first ones have one more.
    pub replicas: u32,
    /// How long a user waits for a request with all its attempts, in seconds, above 0.
    pub patience_s: f64,
    /// How quickly an answer must come to be a good one, in seconds.
    pub good_s: f64,
    /// How long a worker waits for a dependency while nobody has set a time-out, in seconds. Nothing is told of it to
    /// the dependency, which goes on.
    pub untuned_call_s: f64,
    /// Faults and load.
    pub timeline: Timeline,
    /// Guards.
    pub guards: Guards,
}

/// The count, if it is between the ends.
fn count(quantity: &'static str, value: u32, most: u32) -> Result<(), DomainError> {
    let allowed = Bound::Within(1.0, f64::from(most));
    fits(quantity, value, (1..=most).contains(&value), allowed)
}

/// That the count is `good`, which it is where it is as `allowed`.
fn fits(quantity: &'static str, value: u32, good: bool, allowed: Bound) -> Result<(), DomainError> {
    if good {
        return Ok(());
    }
    Err(DomainError {
        quantity,
        value: f64::from(value),
        allowed,
    })
}

/// A setup whose quantities are all in their domains. It can be run with any of its guards: each is checked by itself, so
/// that leaving others out makes none of them wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedSetup(Setup);

impl CheckedSetup {
    /// Checks `setup`.
    ///
    /// # Errors
    /// As [`Setup::check`].
    pub fn new(setup: Setup) -> Result<CheckedSetup, DomainError> {
        setup.check()?;
        Ok(CheckedSetup(setup))
    }

    /// The same with only those of `kept` on.
    #[must_use]
    pub fn only(&self, kept: &[Guard]) -> CheckedSetup {
        CheckedSetup(Setup {
            guards: self.0.guards.only(kept),
            ..self.0.clone()
        })
    }

    /// The setup.
    #[must_use]
    pub fn get(&self) -> &Setup {
        &self.0
    }
}

impl Setup {
    /// Checks every quantity.
    ///
    /// # Errors
    /// A rate or length of time that is not positive, a share outside 0 to 1, a layer without a slot or with more than
    /// 100,000, fewer slots of a dependency than replicas, a bulkhead that leaves one side without a worker.
    pub fn check(&self) -> Result<(), DomainError> {
        positive("arrival_per_s", self.arrival_per_s)?;
        positive("end_s", self.end_s)?;
        positive("patience_s", self.patience_s)?;
        positive("untuned_call_s", self.untuned_call_s)?;
        non_negative("good_s", self.good_s)?;
        share("high_share", self.high_share)?;
        share("db_share", self.db_share)?;
        const SLOTS: [&str; 4] = ["api_slots", "svc_slots", "db_slots", "aux_slots"];
        const MEANS: [&str; 4] = ["api_s", "svc_s", "db_s", "aux_s"];
        for ((layer, slots), mean) in self.layers.iter().zip(SLOTS).zip(MEANS) {
            count(slots, layer.slots, 100_000)?;
            non_negative(mean, layer.mean_s)?;
        }
        count("replicas", self.replicas, 1_000)?;
        for (layer, slots) in self.layers.iter().zip(SLOTS).skip(2) {
            // Each replica of a dependency has a slot of it.
            let good = self.replicas <= layer.slots;
            fits("replicas", self.replicas, good, Bound::NotAbove(1.0, slots))?;
        }
        let guards = &self.guards;
        if let Some(timeouts) = guards.timeouts {
            positive("attempt_timeout_s", timeouts.attempt_s)?;
            positive("call_timeout_s", timeouts.call_s)?;
        }
        if let Some(retry) = guards.retry {
            non_negative("backoff_s", retry.base_s)?;
            non_negative("retry_budget", retry.budget)?;
        }
        if let Some(policy) = &guards.breaker {
            policy.check()?;
        }
        if let Some(db) = guards.bulkhead {
            let good = (1..self.layers[1].slots).contains(&db);
            fits("bulkhead_db_slots", db, good, Bound::Below("svc_slots"))?;
        }
        if let Some(rule) = guards.queue
            && let QueueOrder::CoDel {
                target_s,
                interval_s,
            } = rule.order
        {
            positive("codel_target_s", target_s)?;
            positive("codel_interval_s", interval_s)?;
        }
        if let Some(wait_s) = guards.shed_wait_s {
            positive("shed_wait_s", wait_s)?;
        }
        if let Some(ConcurrencyLimit::Adaptive { target_s, .. }) = guards.limit {
            positive("limit_target_s", target_s)?;
        }
        if let Some(rate) = guards.rate_per_s {
            positive("rate_limit_per_s", rate)?;
        }
        if let Some(delay_s) = guards.hedge_s {
            positive("hedge_delay_s", delay_s)?;
        }
        if let Some(hit) = guards.cache_hit {
            share("cache_hit", hit)?;
        }
        Ok(())
    }
}
