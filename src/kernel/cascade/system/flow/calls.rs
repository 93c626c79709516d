//! Calls to the dependencies: breaker, hedge, loss, and the limit on waiting.

use super::{Cascade, Clock, Event, arm};
use crate::cascade::system::breaker::Permit;
use crate::cascade::system::draws::AttemptDraws;
use crate::cascade::system::request::Job;
use crate::cascade::system::setup::LayerId;
use crate::cascade::system::slab::Key;
use crate::sim::{Agenda, Time};

impl Cascade {
    /// A worker calls its dependency.
    pub(super) fn call(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        let dependency = self.jobs.at(key).dependency;
        if let Some(breaker) = &mut self.breakers[dependency as usize - 2] {
            let permit = breaker.admit(now);
            if permit.is_none() {
                self.report.fast_fails += 1;
                self.finish(key, false, agenda);
                return;
            }
            self.jobs.at_mut(key).permit = permit;
        }
        arm(self.call_limits.start(now, key), Clock::Call, agenda);
        if self.setup.guards.hedge_s.is_some() {
            arm(self.hedges.start(now, key), Clock::Hedge, agenda);
        }
        self.send(key, 0, agenda);
    }

    /// Sends the first call of a worker, or the second.
    fn send(&mut self, key: Key, which: usize, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        let job = self.jobs.at_mut(key);
        job.open_calls += 1;
        let (dependency, above) = (job.dependency, job.above);
        let layer = dependency as usize;
        let Some(draws) = above.and_then(|api| self.draws_of(api)) else {
            return;
        };
        let Some(reach) = self
            .setup
            .timeline
            .reach(LayerId::ALL[layer], now.seconds())
        else {
            self.call_answered(key, None, false, agenda);
            return;
        };
        if draws.reach[which] > reach {
            self.report.lost_calls += 1;
            return;
        }
        let replicas = self.setup.replicas;
        // The number is in (0, 1], so that the replicas are counted down from it.
        let drawn = (draws.replica * f64::from(replicas)).ceil() as u32;
        let replica = (drawn.clamp(1, replicas) - 1 + which as u32) % replicas;
        let pool = self.first_pool[layer] + replica as u16;
        let service = draws.dependency[which];
        let below = self.jobs.add(Job::new(dependency, pool, key, now, service));
        self.jobs.at_mut(key).below[which] = Some(below);
        self.enter(below, agenda);
    }

    /// What was drawn for the attempt whose job at `api` this is.
    fn draws_of(&self, api: Key) -> Option<AttemptDraws> {
        let attempt = self.jobs.get(api)?.above?;
        Some(self.attempts.get(attempt)?.draws)
    }

    /// The first call has not been answered for a while: another is made.
    pub(super) fn hedge(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        if self.jobs.at(key).above.is_none() {
            return;
        }
        self.report.hedges += 1;
        self.send(key, 1, agenda);
    }

    /// A call has been answered, or has failed, at the job `from` or on the way.
    pub(super) fn call_answered(
        &mut self,
        key: Key,
        from: Option<Key>,
        answered: bool,
        agenda: &mut Agenda<Event>,
    ) {
        let job = self.jobs.at_mut(key);
        job.open_calls -= 1;
        for below in &mut job.below {
            if *below == from {
                *below = None;
            }
        }
        let job = *job;
        if !answered && job.open_calls > 0 {
            return;
        }
        if let Some(permit) = job.permit {
            self.report_call(&job, permit, !answered, agenda.now());
        }
        for other in job.below.into_iter().flatten() {
            self.cancel(other, agenda);
        }
        self.finish(key, answered, agenda);
    }

    /// A worker has waited for as long as it may.
    pub(super) fn call_runs_out(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let job = *self.jobs.at(key);
        self.report.call_timeouts += 1;
        if let Some(permit) = job.permit {
            self.report_call(&job, permit, true, agenda.now());
        }
        for below in job.below.into_iter().flatten() {
            if self.passes_deadlines() {
                self.cancel(below, agenda);
            } else {
                self.jobs.at_mut(below).above = None;
            }
        }
        self.finish(key, false, agenda);
    }

    /// Tells the breaker how a call ended.
    pub(super) fn report_call(&mut self, job: &Job, permit: Permit, failed: bool, now: Time) {
        if let Some(breaker) = &mut self.breakers[job.dependency as usize - 2] {
            breaker.record(now, permit, failed);
        }
    }
}
