//! The run: arrivals, users who wait and give up, attempts and retries.

use super::admission::{Limiter, RateLimiter, Shedder};
use super::breaker::Breaker;
use super::draws::Draws;
use super::pool::Pool;
use super::report::{BINS, LOOKS, Report};
use super::request::{Attempt, Job, Request};
use super::setup::{CheckedSetup, QueueOrder, Setup};
use super::slab::{Key, Slab};
use super::timers::Timers;
use crate::error::DomainError;
use crate::sim::{Agenda, Delay, Engine, Pause, System, Time};

mod calls;
#[cfg(test)]
mod checks;
mod clients;
mod jobs;

/// Who waits in a pool without a bound: what a machine has room for.
const ROOM: u32 = 100_000;
/// Of a retry budget, so many seconds' worth of the ordinary load is saved up.
const SAVED_S: f64 = 10.0;

/// The limits on waiting.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clock {
    Patience,
    Attempt,
    Call,
    Hedge,
}

/// What may happen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// The run begins.
    Begin,
    /// The next request arrives.
    Arrival,
    /// A service ends.
    Served(Key),
    /// The back-off of a request is over.
    Again(Key),
    /// The first limit of a kind runs out, unless what it was for is over.
    Ring(Clock),
    /// Slots and queues are looked at.
    Look,
}

/// The state of the system.
#[derive(Clone, Debug)]
pub(super) struct Cascade {
    setup: Setup,
    draws: Draws,
    requests: Slab<Request>,
    attempts: Slab<Attempt>,
    jobs: Slab<Job>,
    pools: Vec<Pool>,
    /// The first pool of each layer.
    first_pool: [u16; 4],
    patience: Timers,
    attempt_limits: Timers,
    call_limits: Timers,
    hedges: Timers,
    breakers: [Option<Breaker>; 2],
    limiter: Option<Limiter>,
    shedder: Option<Shedder>,
    rate: Option<RateLimiter>,
    retry_tokens: f64,
    end: Time,
    arrivals_over: bool,
    /// Requests that are not settled.
    open: u64,
    stretch: usize,
    looks: u32,
    report: Report,
    /// What controlled delay refuses; kept to be used again.
    refused: Vec<Key>,
    #[cfg(test)]
    drawn: checks::Drawn,
}

impl Cascade {
    fn new(setup: &Setup, seed: u64) -> Cascade {
        let guards = &setup.guards;
        let (capacity, order) = match guards.queue {
            Some(rule) => (rule.capacity.min(ROOM), rule.order),
            None => (ROOM, QueueOrder::Fifo),
        };
        let slots = setup.layers.map(|layer| layer.slots);
        let spread = |slots: u32| {
            let n = setup.replicas;
            (0..n)
                .map(|replica| slots / n + u32::from(replica < slots % n))
                .collect()
        };
        let by_layer: [Vec<u32>; 4] = [
            vec![slots[0]],
            match guards.bulkhead {
                Some(db) => vec![db, slots[1] - db],
                None => vec![slots[1]],
            },
            spread(slots[2]),
            spread(slots[3]),
        ];
        let mut pools = Vec::new();
        let mut first_pool = [0; 4];
        for (first, slots) in first_pool.iter_mut().zip(&by_layer) {
            *first = pools.len() as u16;
            pools.extend(slots.iter().map(|slots| Pool::new(*slots, capacity, order)));
        }
        let breaker = || guards.breaker.map(Breaker::new);
        let timeouts = guards.timeouts;
        Cascade {
            draws: Draws::new(seed),
            requests: Slab::new(),
            attempts: Slab::new(),
            jobs: Slab::new(),
            pools,
            first_pool,
            patience: Timers::new(setup.patience_s),
            attempt_limits: Timers::new(timeouts.map_or(0.0, |limits| limits.attempt_s)),
            call_limits: Timers::new(timeouts.map_or(setup.untuned_call_s, |limits| limits.call_s)),
            hedges: Timers::new(guards.hedge_s.unwrap_or(0.0)),
            breakers: [breaker(), breaker()],
            limiter: guards.limit.map(Limiter::new),
            shedder: guards.shed_wait_s.map(Shedder::new),
            rate: guards.rate_per_s.map(RateLimiter::new),
            retry_tokens: guards
                .retry
                .map_or(0.0, |retry| SAVED_S * retry.budget * setup.arrival_per_s),
            end: Time::ZERO.after(Delay::drawn(setup.end_s)),
            arrivals_over: false,
            open: 0,
            stretch: 0,
            looks: 0,
            report: Report::new(setup.end_s, slots),
            refused: Vec::new(),
            #[cfg(test)]
            drawn: checks::Drawn::default(),
            setup: setup.clone(),
        }
    }

    /// Whether work is told that its caller has given up.
    fn passes_deadlines(&self) -> bool {
        self.setup.guards.timeouts.is_some()
    }

    fn schedule_arrival(&mut self, agenda: &mut Agenda<Event>) {
        let enough = self.report.all.arrived >= self.setup.most_requests;
        let at = if enough {
            Time::END
        } else {
            self.draws
                .arrival(self.setup.arrival_per_s, &self.setup.timeline)
        };
        if at < self.end {
            agenda.at(at, Event::Arrival);
            return;
        }
        self.arrivals_over = true;
        if enough {
            self.report.end_s = agenda.now().seconds();
        }
    }

    fn arrive(&mut self, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        let draws = self.draws.request();
        let (high, db) = (self.setup.high_share, self.setup.db_share);
        let request = Request::new(self.report.all.arrived, now, high, db, &draws);
        self.report.arrive(&request);
        #[cfg(test)]
        self.drawn
            .requests
            .push((now, request.is_high, request.is_db));
        self.open += 1;
        if let Some(retry) = self.setup.guards.retry {
            let most = SAVED_S * retry.budget * self.setup.arrival_per_s;
            self.retry_tokens = (self.retry_tokens + retry.budget).min(most.max(1.0));
        }
        let key = self.requests.add(request);
        arm(self.patience.start(now, key), Clock::Patience, agenda);
        self.attempt(key, agenda);
        self.schedule_arrival(agenda);
    }

    fn ring(&mut self, clock: Clock, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        let mut rang = false;
        loop {
            let due = match clock {
                Clock::Patience => {
                    let requests = &self.requests;
                    self.patience.next_due(now, |key| requests.holds(key))
                }
                Clock::Attempt => {
                    let attempts = &self.attempts;
                    let waited_for = |key| attempts.get(key).is_some_and(|of| of.request.is_some());
                    self.attempt_limits.next_due(now, waited_for)
                }
                Clock::Call => {
                    let jobs = &self.jobs;
                    self.call_limits.next_due(now, |key| jobs.holds(key))
                }
                Clock::Hedge => {
                    let jobs = &self.jobs;
                    self.hedges.next_due(now, |key| jobs.holds(key))
                }
            };
            let Some(key) = due else { break };
            rang = true;
            match clock {
                Clock::Patience => {
                    if let Some(attempt) = self.requests.at(key).current {
                        self.give_up(attempt, agenda);
                    }
                    self.settle(key, false, agenda);
                }
                Clock::Attempt => {
                    self.report.attempt_timeouts += 1;
                    let request = self.attempts.at(key).request;
                    self.give_up(key, agenda);
                    if let Some(request) = request {
                        self.attempt_over(request, false, agenda);
                    }
                }
                Clock::Call => self.call_runs_out(key, agenda),
                Clock::Hedge => self.hedge(key, agenda),
            }
        }
        let next = match clock {
            Clock::Patience => self.patience.rearm(),
            Clock::Attempt => self.attempt_limits.rearm(),
            Clock::Call => self.call_limits.rearm(),
            Clock::Hedge => self.hedges.rearm(),
        };
        arm(next, clock, agenda);
        if !rang {
            self.report.events -= 1;
        }
    }

    /// Looks at slots and queues; with the last look of a stretch the next one begins.
    fn look(&mut self, agenda: &mut Agenda<Event>) {
        let limit = self.limiter.as_ref().map_or(0.0, Limiter::limit);
        let bin = &mut self.report.bins[self.stretch];
        bin.limit = limit;
        for (layer, report) in bin.layers.iter_mut().enumerate() {
            let first = self.first_pool[layer] as usize;
            let next = self.first_pool.get(layer + 1);
            let end = next.map_or(self.pools.len(), |next| *next as usize);
            for pool in &self.pools[first..end] {
                report.waiting += f64::from(pool.waiting) / f64::from(LOOKS);
                report.busy += f64::from(pool.busy) / f64::from(LOOKS);
                report.held += f64::from(pool.held) / f64::from(LOOKS);
            }
        }
        self.looks += 1;
        self.stretch = (self.looks / LOOKS) as usize;
        if self.stretch < BINS {
            self.schedule_look(agenda);
        }
    }

    fn schedule_look(&self, agenda: &mut Agenda<Event>) {
        let next_s = self.report.bin_s * f64::from(self.looks + 1) / f64::from(LOOKS);
        agenda.at(Time::ZERO.after(Delay::drawn(next_s)), Event::Look);
    }
}

/// Schedules the event of a clock.
fn arm(due: Option<Time>, clock: Clock, agenda: &mut Agenda<Event>) {
    if let Some(due) = due {
        agenda.at(due, Event::Ring(clock));
    }
}

impl System for Cascade {
    type Event = Event;

    fn handle(&mut self, event: Event, agenda: &mut Agenda<Event>) {
        self.report.events += 1;
        match event {
            Event::Begin => {
                self.report.events -= 1;
                self.schedule_arrival(agenda);
                self.schedule_look(agenda);
            }
            Event::Arrival => self.arrive(agenda),
            Event::Served(job) => self.served(job, agenda),
            Event::Again(request) => {
                if self.requests.holds(request) {
                    self.attempt(request, agenda);
                } else {
                    self.report.events -= 1;
                }
            }
            Event::Ring(clock) => self.ring(clock, agenda),
            Event::Look => {
                self.report.events -= 1;
                self.look(agenda);
            }
        }
        // Work that goes on for nobody after the last request has been settled changes nothing for anybody.
        if self.arrivals_over && self.open == 0 {
            agenda.stop();
        }
    }
}

/// A run in slices.
#[derive(Clone, Debug)]
pub struct CascadeRun {
    engine: Engine<Cascade>,
}

impl CascadeRun {
    /// A run of `setup` with the random numbers of `seed`.
    ///
    /// # Errors
    /// As [`Setup::check`].
    pub fn new(setup: &Setup, seed: u64) -> Result<CascadeRun, DomainError> {
        Ok(CascadeRun::of(&CheckedSetup::new(setup.clone())?, seed))
    }

    /// A run of a setup that has been checked.
    #[must_use]
    pub fn of(setup: &CheckedSetup, seed: u64) -> CascadeRun {
        let mut engine = Engine::new(Cascade::new(setup.get(), seed), Time::END);
        engine.agenda().after(Delay::ZERO, Event::Begin);
        CascadeRun { engine }
    }

    /// Lets at most `steps` events happen; whether the run is over: arrivals have ended and every request is settled.
    pub fn advance(&mut self, steps: u64) -> bool {
        self.engine.advance(steps) != Pause::Budget
    }

    /// How far the arrivals have come.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let system = self.engine.system();
        let by_time = self.engine.now().seconds() / system.setup.end_s;
        let by_count = system.report.all.arrived as f64 / system.setup.most_requests.max(1) as f64;
        by_time.max(by_count).min(1.0)
    }

    /// Events that have happened.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.engine.steps()
    }

    /// Stands for the times of all events.
    #[must_use]
    pub fn trace(&self) -> u64 {
        self.engine.trace()
    }

    /// What has come of it so far.
    #[must_use]
    pub fn report(&self) -> Report {
        let system = self.engine.system();
        let mut report = system.report.clone();
        report.bins.truncate(BINS);
        for (changes, breaker) in report.breakers.iter_mut().zip(&system.breakers) {
            *changes = breaker
                .as_ref()
                .map_or_else(Vec::new, |breaker| breaker.changes().to_vec());
        }
        report
    }

    /// The share of requests with a good answer so far; 0 without requests.
    #[must_use]
    pub fn good_share(&self) -> f64 {
        let all = self.engine.system().report.all;
        all.good as f64 / all.arrived.max(1) as f64
    }

    #[cfg(test)]
    pub(super) fn system(&self) -> &Cascade {
        self.engine.system()
    }
}
