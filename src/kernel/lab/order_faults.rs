//! An order system under three faults: a slow database, a dead cache, a lost instance.
//!
//! Source: a course text on fault scenarios that belong into every test run (L2: inside one process, injected, no
//! network); its Go program prints the figures that `tests/reference/order_faults.json` holds. The rules:
//! a request tries the cache first and the database when the cache fails; a caller waits no longer than its deadline;
//! a balancer goes round its instances, retries a failed call once if it may, and takes an instance out after some
//! failures in all. Exact: integers only.

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As it should.
    Success,
    /// Answered, by the longer way: without the cache, or at the second attempt.
    Degraded,
    /// With an error.
    Failed,
    /// The caller's deadline passed.
    TimedOut,
}

impl Outcome {
    /// Every outcome, the best first.
    pub const ALL: [Outcome; 4] = [
        Outcome::Success,
        Outcome::Degraded,
        Outcome::Failed,
        Outcome::TimedOut,
    ];

    /// Id in output.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Outcome::Success => "success",
            Outcome::Degraded => "degraded",
            Outcome::Failed => "failed",
            Outcome::TimedOut => "timed_out",
        }
    }
}

/// Where a call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The cache.
    Cache,
    /// The database.
    Database,
    /// An instance of the order service, counted from 0.
    Instance(usize),
}

/// One call of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Where it went.
    pub place: Place,
    /// When it began, in nanoseconds since the request came.
    pub from_ns: u64,
    /// How long the place worked on it, whether or not anyone waited.
    pub latency_ns: u64,
    /// Whether it gave an error.
    pub is_error: bool,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How it ended.
    pub outcome: Outcome,
    /// How long the caller waited, in nanoseconds.
    pub latency_ns: u64,
    /// Its calls in order.
    pub calls: Vec<Call>,
}

/// A part that the service depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// How long an answer takes, an error too, in nanoseconds.
    pub latency_ns: u64,
    /// Whether every call gives an error.
    pub is_down: bool,
}

/// The order service: first the cache, if it has one, then the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// The cache.
    pub cache: Option<Dependency>,
    /// The database.
    pub database: Dependency,
    /// How long the caller waits, in nanoseconds.
    pub timeout_ns: u64,
}

impl Service {
    /// One order.
    ///
    /// The deadline is looked at when the database has answered, as the call is made by then: a late answer is a call
    /// all the same.
    ///
    /// ```
    /// use outage_lab_kernel::lab::order_faults::{Dependency, Outcome, Service};
    /// let service = Service {
    ///     cache: Some(Dependency { latency_ns: 2, is_down: true }),
    ///     database: Dependency { latency_ns: 15, is_down: false },
    ///     timeout_ns: 100,
    /// };
    /// let order = service.place();
    /// assert_eq!((order.outcome, order.latency_ns), (Outcome::Degraded, 2 + 15));
    /// ```
    #[must_use]
    pub fn place(&self) -> Request {
        let mut calls = Vec::new();
        let mut elapsed_ns = 0;
        let mut call = |place, on: Dependency, from_ns| {
            calls.push(Call {
                place,
                from_ns,
                latency_ns: on.latency_ns,
                is_error: on.is_down,
            });
        };
        if let Some(cache) = self.cache {
            call(Place::Cache, cache, 0);
            elapsed_ns += cache.latency_ns;
            if !cache.is_down {
                return Request {
                    outcome: Outcome::Success,
                    latency_ns: elapsed_ns,
                    calls,
                };
            }
        }
        call(Place::Database, self.database, elapsed_ns);
        elapsed_ns += self.database.latency_ns;
        let (outcome, latency_ns) = if elapsed_ns > self.timeout_ns {
            (Outcome::TimedOut, self.timeout_ns)
        } else if self.database.is_down {
            (Outcome::Failed, elapsed_ns)
        } else if self.cache.is_some() {
            (Outcome::Degraded, elapsed_ns)
        } else {
            (Outcome::Success, elapsed_ns)
        };
        Request {
            outcome,
            latency_ns,
            calls,
        }
    }
}

/// A balancer over equal instances, one of which may be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balancer {
    latency_ns: u64,
    /// What a retry costs before it begins, if there are retries.
    retry_ns: Option<u64>,
    eject_after: u64,
    instances: Vec<Instance>,
    next: usize,
}

/// An instance of the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Instance {
    is_lost: bool,
    failures: u64,
    is_out: bool,
}

impl Balancer {
    /// A balancer whose `instances` answer in `latency_ns`, that tries a failed call once more after `retry_ns` if
    /// that is given, and takes an instance out at its `eject_after`th failure.
    #[must_use]
    pub fn new(
        instances: usize,
        latency_ns: u64,
        retry_ns: Option<u64>,
        eject_after: u64,
    ) -> Balancer {
        Balancer {
            latency_ns,
            retry_ns,
            eject_after,
            instances: vec![Instance::default(); instances],
            next: 0,
        }
    }

    /// From now on, `instance` gives errors.
    pub fn lose(&mut self, instance: usize) {
        if let Some(instance) = self.instances.get_mut(instance) {
            instance.is_lost = true;
        }
    }

    /// Whether `instance` has been taken out.
    #[must_use]
    pub fn is_out(&self, instance: usize) -> bool {
        self.instances.get(instance).is_some_and(|at| at.is_out)
    }

    fn pick(&mut self) -> Option<usize> {
        for _ in 0..self.instances.len() {
            let at = self.next % self.instances.len();
            self.next += 1;
            if !self.is_out(at) {
                return Some(at);
            }
        }
        None
    }

    /// One order: an attempt, and with retries a second one where the first failed.
    pub fn call(&mut self) -> Request {
        let mut calls = Vec::new();
        let mut latency_ns = 0;
        let attempts = if self.retry_ns.is_some() { 2 } else { 1 };
        for attempt in 0..attempts {
            if attempt > 0 {
                latency_ns += self.retry_ns.unwrap_or(0);
            }
            let Some(at) = self.pick() else {
                break;
            };
            let instance = &mut self.instances[at];
            calls.push(Call {
                place: Place::Instance(at),
                from_ns: latency_ns,
                latency_ns: self.latency_ns,
                is_error: instance.is_lost,
            });
            latency_ns += self.latency_ns;
            if !instance.is_lost {
                let outcome = if attempt > 0 {
                    Outcome::Degraded
                } else {
                    Outcome::Success
                };
                return Request {
                    outcome,
                    latency_ns,
                    calls,
                };
            }
            instance.failures += 1;
            instance.is_out = instance.failures >= self.eject_after;
        }
        Request {
            outcome: Outcome::Failed,
            latency_ns,
            calls,
        }
    }
}

/// What requests came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How many ended in each way, in the order of [`Outcome::ALL`].
    pub outcomes: [u64; 4],
    /// The 99th percentile of the callers' waits: the ⌈0.99 n⌉th smallest, failed requests included; in nanoseconds.
    pub p99_ns: u64,
    /// Calls of the database.
    pub database_calls: u64,
    /// Errors of the cache.
    pub cache_errors: u64,
    /// Errors of instances.
    pub backend_errors: u64,
}

impl Summary {
    /// The summary of requests; `None` if there are none.
    #[must_use]
    pub fn of(requests: &[Request]) -> Option<Summary> {
        let mut waits: Vec<u64> = requests.iter().map(|request| request.latency_ns).collect();
        waits.sort_unstable();
        let rank = (99 * waits.len()).div_ceil(100);
        let p99_ns = *waits.get(rank.checked_sub(1)?)?;
        let calls = |is_meant: fn(&Call) -> bool| {
            let all = requests.iter().flat_map(|request| &request.calls);
            all.filter(|call| is_meant(call)).count() as u64
        };
        let ended = |outcome| requests.iter().filter(|at| at.outcome == outcome).count() as u64;
        Some(Summary {
            outcomes: Outcome::ALL.map(ended),
            p99_ns,
            database_calls: calls(|call| call.place == Place::Database),
            cache_errors: calls(|call| call.place == Place::Cache && call.is_error),
            backend_errors: calls(|call| matches!(call.place, Place::Instance(_)) && call.is_error),
        })
    }

    /// How many requests there were.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.outcomes.iter().sum()
    }
}

/// A run of requests, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The requests.
    pub requests: Vec<Request>,
    /// The first request of each phase, counted from 0.
    pub phases: Vec<usize>,
    /// From the first request that counts for the recovery to the last, both included, counted from 0; `None` if
    /// the run ends before.
    pub recovery: Option<(usize, usize)>,
}

impl Run {
    /// How long the callers waited during the recovery, in nanoseconds: the sum of their waits.
    #[must_use]
    pub fn recovery_ns(&self) -> Option<u64> {
        let (from, to) = self.recovery?;
        let during = self.requests.get(from..=to)?;
        Some(during.iter().map(|request| request.latency_ns).sum())
    }
}

/// `before` as `each` request of `count`, then `fault` as often, then `after` once: a dependency that goes bad and is
/// mended. It has recovered with the first request after that, if this one succeeds.
#[must_use]
pub fn three_phases(before: &Service, fault: &Service, after: &Service, count: usize) -> Run {
    let mut requests = vec![before.place(); count];
    requests.extend(vec![fault.place(); count]);
    requests.push(after.place());
    let is_well = requests
        .last()
        .is_some_and(|request| request.outcome == Outcome::Success);
    let last = 2 * count;
    Run {
        requests,
        phases: vec![0, count, last],
        recovery: is_well.then_some((last, last)),
    }
}

/// `count` requests through a balancer that loses its second instance (its only one, if there is but one) before
/// request `lost_at`, counted from 0. It has recovered when that instance is out; the time runs from the first error.
#[must_use]
pub fn lost_instance(mut balancer: Balancer, count: usize, lost_at: usize) -> Run {
    let lost = usize::from(balancer.instances.len() > 1);
    let mut requests = Vec::with_capacity(count);
    let mut first_error = None;
    let mut recovery = None;
    for at in 0..count {
        if at == lost_at {
            balancer.lose(lost);
        }
        let request = balancer.call();
        if first_error.is_none() && request.calls.iter().any(|call| call.is_error) {
            first_error = Some(at);
        }
        if recovery.is_none() && balancer.is_out(lost) {
            recovery = first_error.map(|from| (from, at));
        }
        requests.push(request);
    }
    Run {
        requests,
        phases: vec![0],
        recovery,
    }
}
