//! A service that goes on working for callers who have left.
//!
//! Requests wait in one queue, first come first served, for one of several threads. A caller who has waited for the
//! time-out leaves and sends the next attempt; the attempt that he left stays where it is, in the queue or on a
//! thread, and is worked off all the same. Once the wait is longer than the time-out everything that is finished is
//! finished for nobody, and the retries keep the queue long: the failure has no need of its cause any more.
//!
//! N. Bronson, A. Aghayev, A. Charapko and T. Zhu, *Metastable Failures in Distributed Systems*, HotOS 2021; L. Huang
//! et al., *Metastable Failures in the Wild*, OSDI 2022.

mod action;
mod breaker;
mod service;
mod watch;

pub use action::Action;
pub use service::Service;
pub use watch::{Healthy, Level, Outcome, Response, Watch, recovers, respond, settle, unended};

use self::breaker::Breaker;
use crate::error::{Bound, DomainError};
use crate::math;

/// Attempts of one request are kept apart up to this many retries.
pub const MOST_RETRIES: u32 = 10;

/// The longest wait before a retry, in time-outs.
pub const WAIT_MAX: f64 = 500.0;

/// Less than this part of a request is rounding.
const LEAST: f64 = 1e-11;

/// What happened in one tick, in requests or attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flow {
    /// New requests.
    pub offered: f64,
    /// Attempts that reached the service, refused ones included.
    pub sent: f64,
    /// Attempts that were refused.
    pub refused: f64,
    /// Requests that were answered in time.
    pub good: f64,
    /// Attempts that were finished for a caller who had left.
    pub wasted: f64,
    /// Requests given up for good.
    pub lost: f64,
}

impl Flow {
    /// Adds what happened in another tick.
    pub fn add(&mut self, other: &Flow) {
        self.offered += other.offered;
        self.sent += other.sent;
        self.refused += other.refused;
        self.good += other.good;
        self.wasted += other.wasted;
        self.lost += other.lost;
    }
}

/// Attempts that arrived in one tick and whose callers still wait.
#[derive(Clone, Debug, Default)]
struct Cohort {
    queued: f64,
    /// On threads when `faded` was noted; since then the same share of them as of all others was finished.
    working: f64,
    faded: f64,
    /// By the number of the attempt, the first at 0.
    sent: [f64; MOST_RETRIES as usize + 1],
}

/// The service in time, tick by tick.
///
/// The amounts are those of the fluid limit: many requests and threads, so that what happens is what is expected, with
/// exponential service times. A tick is an equal part of the time-out. What arrives in a tick is a cohort: it queues
/// behind earlier cohorts, a thread finishes each of its attempts at rate 1/service time, and what is left of it
/// after the time-out is left by its callers. No request appears or disappears: offered = good + lost + in hand, to
/// rounding.
///
/// Method: the queue and the threads are integrated exactly within a tick for even arrivals (dB/dt = starts − B/S while
/// threads are free; B = threads otherwise). Error of first order in the tick over the time-out.
/// Source: W. Whitt, *Fluid Models for Multiserver Queues with Abandonments*, Operations Research 54(1), 2006; here
/// abandoned work stays.
#[derive(Clone, Debug)]
pub struct Storm {
    service: Service,
    tick_s: f64,
    /// Ticks in a time-out.
    patience: usize,
    now: u64,
    /// One cohort for each tick of the time-out.
    cohorts: Vec<Cohort>,
    /// The oldest cohort that may have attempts in the queue.
    head: u64,
    /// Attempts to be sent in the coming ticks, by the number of the attempt.
    coming: Vec<[f64; MOST_RETRIES as usize + 1]>,
    /// In the queue though their callers have left. They came before all others.
    dead_queued: f64,
    live_queued: f64,
    dead_working: f64,
    live_working: f64,
    /// The service time of the last tick, and the share of work that stays on its thread for a tick of it.
    kept: (f64, f64),
    /// Mean service times gone by: the share e^−faded of work at the beginning would still be on its thread.
    faded: f64,
    no_retries: bool,
    budget: Option<f64>,
    tokens: f64,
    breaker: Option<Breaker>,
    sheds: bool,
    more_threads: Option<(u64, f64)>,
}

impl Storm {
    /// An idle service. The time-out is cut into at least `least` ticks, and four for each service time if that is more, at
    /// most `most`.
    ///
    /// # Errors
    /// A time that is not positive, no thread, more than [`MOST_RETRIES`], or a retry wait of more than [`WAIT_MAX`] time-outs.
    pub fn new(service: Service, least: u32, most: u32) -> Result<Storm, DomainError> {
        let service = service.checked()?;
        let fine = (4.0 * service.timeout_s / service.service_s).ceil();
        let patience = fine.clamp(f64::from(least.max(2)), f64::from(most.max(2)));
        let tick_s = service.timeout_s / patience;
        let wait = (service.retry_wait_s / tick_s).round();
        if service.retry_wait_s > WAIT_MAX * service.timeout_s {
            return Err(DomainError {
                quantity: "retry_wait_s",
                value: service.retry_wait_s,
                allowed: Bound::NotAbove(WAIT_MAX, "timeout_s"),
            });
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "both are whole, positive and small"
        )]
        let (patience, wait) = (patience as usize, wait as usize);
        Ok(Storm {
            service,
            tick_s,
            patience,
            now: 0,
            cohorts: vec![Cohort::default(); patience],
            head: 0,
            coming: vec![[0.0; MOST_RETRIES as usize + 1]; wait + 2],
            dead_queued: 0.0,
            live_queued: 0.0,
            dead_working: 0.0,
            live_working: 0.0,
            kept: (0.0, 1.0),
            faded: 0.0,
            no_retries: false,
            budget: None,
            tokens: 0.0,
            breaker: None,
            sheds: false,
            more_threads: None,
        })
    }

    /// The length of a tick, in seconds.
    #[must_use]
    pub fn tick_s(&self) -> f64 {
        self.tick_s
    }

    /// Ticks in a time-out.
    #[must_use]
    pub fn ticks_in_timeout(&self) -> u64 {
        self.patience as u64
    }

    /// Seconds since the beginning.
    #[must_use]
    pub fn now_s(&self) -> f64 {
        self.now as f64 * self.tick_s
    }

    /// What the threads can finish a second now, if each request takes `service_s`.
    #[must_use]
    pub fn capacity_per_s(&self, service_s: f64) -> f64 {
        self.threads() / service_s
    }

    /// Attempts that wait for a thread.
    #[must_use]
    pub fn queued(&self) -> f64 {
        self.live_queued + self.dead_queued
    }

    /// Threads at work, and how many of them for callers who have left.
    #[must_use]
    pub fn threads_busy(&self) -> (f64, f64) {
        (self.live_working + self.dead_working, self.dead_working)
    }

    /// Requests whose callers still wait, or wait to send the next attempt.
    #[must_use]
    pub fn in_hand(&self) -> f64 {
        let coming: f64 = self.coming.iter().flatten().sum();
        self.live_queued + self.live_working + coming
    }

    /// Goes on for a tick with `offered_per_s` new requests a second and a mean service time of `service_s`, both of
    /// which the caller has checked to be sound.
    pub fn tick(&mut self, offered_per_s: f64, service_s: f64) -> Flow {
        let mut flow = Flow {
            offered: offered_per_s * self.tick_s,
            ..Flow::default()
        };
        let timed_out = self.expire(&mut flow);
        let arriving = self.arriving(&mut flow);
        self.admit(&arriving, service_s, &mut flow);
        self.work(service_s, &mut flow);
        if let Some(breaker) = &mut self.breaker {
            breaker.note(flow.good, timed_out + flow.refused);
        }
        self.now += 1;
        flow
    }

    /// Takes whole amounts of `each` off the attempts in the queue that nobody waits for, but leaves two time-outs of work.
    fn skip_dead(&mut self, each: f64) {
        let kept = 2.0 * self.service.timeout_s * self.capacity_per_s(self.service.service_s);
        let spare = self.dead_queued - kept;
        if spare > each {
            self.dead_queued -= (spare / each).floor() * each;
        }
    }

    fn slot(&self, tick: u64) -> usize {
        (tick % self.patience as u64) as usize
    }

    /// The cohort of one time-out ago is left by its callers. Gives the attempts that timed out.
    fn expire(&mut self, flow: &mut Flow) -> f64 {
        let slot = self.slot(self.now);
        let faded = self.faded;
        let cohort = &mut self.cohorts[slot];
        let working = if cohort.working > 0.0 {
            cohort.working * math::exp(cohort.faded - faded)
        } else {
            0.0
        };
        let (queued, attempts) = (cohort.queued, cohort.sent);
        cohort.working = 0.0;
        cohort.queued = 0.0;
        let working = working.min(self.live_working);
        self.live_working -= working;
        self.dead_working += working;
        let queued = queued.min(self.live_queued);
        self.live_queued -= queued;
        self.dead_queued += queued;
        let timed_out = working + queued;
        let attempts = &attempts[..=self.service.retries.0 as usize];
        let sent: f64 = attempts.iter().sum();
        if timed_out > 0.0 && sent > 0.0 {
            let share = (timed_out / sent).min(1.0);
            self.again(attempts, share, 0, flow);
        }
        self.head = self
            .head
            .max((self.now + 1).saturating_sub(self.patience as u64));
        timed_out
    }

    /// A share of these attempts has failed: they become the next ones after the retry wait, or are given up.
    fn again(&mut self, attempts: &[f64], share: f64, extra: usize, flow: &mut Flow) {
        let last = self.service.retries.0 as usize;
        let wait = self.coming.len() - 2 + extra;
        let at = (self.now as usize + wait) % self.coming.len();
        for (number, attempts) in attempts.iter().enumerate() {
            if number == last {
                flow.lost += attempts * share;
            } else {
                self.coming[at][number + 1] += attempts * share;
            }
        }
    }

    /// What the callers send now: new requests and retries, as far as the policies let them.
    fn arriving(&mut self, flow: &mut Flow) -> [f64; MOST_RETRIES as usize + 1] {
        let used = self.service.retries.0 as usize + 1;
        let at = self.now as usize % self.coming.len();
        let mut arriving = std::mem::take(&mut self.coming[at]);
        arriving[0] += flow.offered;
        let retries: f64 = arriving[1..used].iter().sum();
        if let Some(budget) = self.budget {
            // Unspent budget is kept for one time-out.
            let most = budget * flow.offered * self.patience as f64;
            self.tokens = (self.tokens + budget * flow.offered).min(most);
        }
        let allowed = match self.budget {
            _ if self.no_retries => 0.0,
            Some(_) if retries > self.tokens => self.tokens / retries,
            _ => 1.0,
        };
        if allowed < 1.0 {
            flow.lost += retries * (1.0 - allowed);
            arriving[1..]
                .iter_mut()
                .for_each(|attempts| *attempts *= allowed);
        }
        self.tokens = (self.tokens - retries * allowed).max(0.0);
        if let Some(breaker) = &mut self.breaker {
            let passed = breaker.passes(self.now);
            if passed < 1.0 {
                flow.lost += arriving.iter().sum::<f64>() * (1.0 - passed);
                arriving.iter_mut().for_each(|attempts| *attempts *= passed);
            }
        }
        flow.sent = arriving[..used].iter().sum();
        arriving
    }

    fn threads(&self) -> f64 {
        let threads = f64::from(self.service.threads);
        match self.more_threads {
            Some((from, factor)) if self.now >= from => threads * factor,
            _ => threads,
        }
    }

    /// Work that the threads can begin in this tick.
    fn startable(&self, service_s: f64) -> f64 {
        let threads = self.threads();
        let free = (threads - self.live_working - self.dead_working).max(0.0);
        free + threads * self.tick_s / service_s
    }

    fn admit(&mut self, arriving: &[f64], service_s: f64, flow: &mut Flow) {
        let mut limit = f64::from(self.service.queue);
        if self.sheds {
            // A wait of half a time-out leaves the other half for the service.
            let capacity = self.threads() / self.service.service_s;
            limit = limit.min(0.5 * self.service.timeout_s * capacity);
        }
        let room = (limit + self.startable(service_s) - self.queued()).max(0.0);
        let admitted = flow.sent.min(room);
        let share = if flow.sent > 0.0 {
            admitted / flow.sent
        } else {
            1.0
        };
        flow.refused = flow.sent - admitted;
        let slot = self.slot(self.now);
        let faded = self.faded;
        let arriving = &arriving[..=self.service.retries.0 as usize];
        let cohort = &mut self.cohorts[slot];
        cohort.queued = admitted;
        cohort.faded = faded;
        for (to, from) in cohort.sent.iter_mut().zip(arriving) {
            *to = from * share;
        }
        self.live_queued += admitted;
        if share < 1.0 {
            // Told at once, and so sent again in the next tick at the earliest.
            self.again(arriving, 1.0 - share, 1, flow);
        }
    }

    fn work(&mut self, service_s: f64, flow: &mut Flow) {
        let begun = self.startable(service_s).min(self.queued());
        let (live, dead) = (self.live_working, self.dead_working);
        // Below this share nothing is left that counts, and a smaller one has no logarithm.
        let ticks = (self.tick_s / service_s).min(600.0);
        if self.kept.0 != service_s {
            self.kept = (service_s, math::exp(-ticks));
        }
        let kept = self.kept.1;
        let kept_of_begun = if begun > 0.0 {
            // With free threads they begin evenly; otherwise as threads become free, which then stay taken.
            let evenly = (1.0 - kept) / ticks;
            let room = (self.threads() - (live + dead) * kept).max(0.0);
            evenly.min(room / begun)
        } else {
            1.0
        };
        let begun_dead = begun.min(self.dead_queued);
        self.dead_queued -= begun_dead;
        let begun_live = self.start_live(begun - begun_dead, kept_of_begun / kept);
        self.live_working = live * kept + begun_live * kept_of_begun;
        self.dead_working = dead * kept + begun_dead * kept_of_begun;
        flow.good = live + begun_live - self.live_working;
        flow.wasted = dead + begun_dead - self.dead_working;
        self.faded += ticks;
        // Of a cohort that has been left, subtraction keeps a rounding error, which would fade for ever.
        if self.live_working < LEAST {
            self.live_working = 0.0;
        }
    }

    /// Takes `amount` of the live work out of the queue, the oldest first, and counts each of it as `weight` among the
    /// work that was there at the tick's beginning. Gives what was taken.
    fn start_live(&mut self, amount: f64, weight: f64) -> f64 {
        let mut rest = amount;
        while rest > 0.0 && self.head <= self.now {
            let slot = self.slot(self.head);
            let faded = self.faded;
            let cohort = &mut self.cohorts[slot];
            let begun = cohort.queued.min(rest);
            if cohort.working > 0.0 {
                cohort.working *= math::exp(cohort.faded - faded);
            }
            cohort.working += begun * weight;
            cohort.faded = faded;
            cohort.queued -= begun;
            rest -= begun;
            if cohort.queued > 0.0 {
                break;
            }
            self.head += 1;
        }
        let begun = (amount - rest.max(0.0)).min(self.live_queued);
        self.live_queued -= begun;
        if self.head > self.now {
            // What rounding left of an empty queue.
            self.live_queued = 0.0;
        }
        begun
    }
}

#[cfg(test)]
mod tests;
