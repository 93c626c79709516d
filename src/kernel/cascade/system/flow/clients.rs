//! Clients: attempts, what is refused at the door, retries, and giving up.

use super::{Cascade, Clock, Event, arm};
use crate::cascade::system::draws::MOST_ATTEMPTS;
use crate::cascade::system::request::{Attempt, Job, Request};
use crate::cascade::system::slab::Key;
use crate::math;
use crate::sim::{Agenda, Delay, Time};

impl Cascade {
    /// Sends the next attempt of a request.
    pub(super) fn attempt(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        let request = self.requests.at_mut(key);
        request.attempts += 1;
        let request = *request;
        self.report.attempts += 1;
        self.report.bins[self.stretch].attempts += 1;
        if let Some(guard) = self.refused_at_door(now, &request) {
            self.report.at_door[guard] += 1;
            self.attempt_over(key, false, agenda);
            return;
        }
        let guards = &self.setup.guards;
        let is_cached = request.is_db
            && guards.cache_hit.is_some_and(|hit| request.cache <= hit)
            && !self.setup.timeline.cache_is_out(now.seconds());
        let draws = request.next;
        #[cfg(test)]
        self.drawn
            .attempts
            .insert((request.number, request.attempts), draws);
        let job = self.jobs.add(Job::new(0, 0, key, now, draws.service[0]));
        let attempt = self.attempts.add(Attempt {
            request: Some(key),
            is_db: request.is_db,
            is_cached,
            begun: now,
            draws,
            job,
        });
        self.jobs.at_mut(job).above = Some(attempt);
        self.requests.at_mut(key).current = Some(attempt);
        if self.passes_deadlines() {
            arm(
                self.attempt_limits.start(now, attempt),
                Clock::Attempt,
                agenda,
            );
        }
        self.enter(job, agenda);
    }

    /// The guard that refuses an attempt at the door, if one does.
    fn refused_at_door(&mut self, now: Time, request: &Request) -> Option<usize> {
        if let Some(rate) = &mut self.rate
            && !rate.admit(now)
        {
            return Some(0);
        }
        if let Some(shedder) = &mut self.shedder {
            let head = self.pools[0].head_wait(now, &self.jobs);
            if !shedder.admit(now, head, request.is_high, request.next.admission) {
                return Some(1);
            }
        }
        if let Some(limiter) = &mut self.limiter
            && !limiter.enter()
        {
            return Some(2);
        }
        None
    }

    /// An attempt of a request has been answered, or has failed.
    pub(super) fn attempt_over(&mut self, key: Key, answered: bool, agenda: &mut Agenda<Event>) {
        self.requests.at_mut(key).current = None;
        if answered {
            self.settle(key, true, agenda);
        } else if !self.retry(key, agenda) {
            self.settle(key, false, agenda);
        }
    }

    /// Lets a request try again later, if it may.
    fn retry(&mut self, key: Key, agenda: &mut Agenda<Event>) -> bool {
        let Some(retry) = self.setup.guards.retry else {
            return false;
        };
        let request = *self.requests.at(key);
        let most = u64::from(retry.most).min(MOST_ATTEMPTS - 1);
        if u64::from(request.attempts) > most {
            return false;
        }
        let next = self.draws.further(request.number, request.attempts);
        let doubled = retry.base_s * math::exp2(f64::from(request.attempts - 1));
        let wait_s = if retry.jitter {
            doubled * next.wait
        } else {
            doubled
        };
        let waited_s = agenda.now().since(request.arrived).seconds();
        if waited_s + wait_s >= self.setup.patience_s {
            return false;
        }
        if self.retry_tokens < 1.0 {
            self.report.over_budget += 1;
            return false;
        }
        self.retry_tokens -= 1.0;
        self.requests.at_mut(key).next = next;
        agenda.after(Delay::drawn(wait_s), Event::Again(key));
        true
    }

    pub(super) fn settle(&mut self, key: Key, answered: bool, agenda: &mut Agenda<Event>) {
        let request = *self.requests.at(key);
        self.requests.end(key);
        let latency_s = answered.then(|| agenda.now().since(request.arrived).seconds());
        self.report.settle(&request, latency_s, self.setup.good_s);
        self.open -= 1;
    }

    /// The caller of an attempt waits no longer.
    pub(super) fn give_up(&mut self, attempt: Key, agenda: &mut Agenda<Event>) {
        let job = {
            let attempt = self.attempts.at_mut(attempt);
            attempt.request = None;
            attempt.job
        };
        if self.passes_deadlines() {
            self.cancel(job, agenda);
        }
    }
}
