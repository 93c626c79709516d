//! Jobs at a layer: into a slot or the queue, through service, out again.

use super::{Cascade, Event};
use crate::cascade::system::request::{Job, Place};
use crate::cascade::system::setup::LayerId;
use crate::cascade::system::slab::Key;
use crate::math;
use crate::sim::{Agenda, Delay};

impl Cascade {
    /// A job comes to its pool.
    pub(super) fn enter(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let job = *self.jobs.at(key);
        let layer = job.layer as usize;
        self.report.layers[layer].entered += 1;
        self.report.bins[self.stretch].layers[layer].entered += 1;
        let pool = &mut self.pools[job.pool as usize];
        if pool.is_free() {
            self.begin(key, agenda);
        } else if !pool.queue(key, &self.jobs) {
            self.refuse(key, agenda);
        }
    }

    /// A job that has waited, or not, gets a slot and is served.
    fn begin(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        let job = self.jobs.at_mut(key);
        job.place = Place::Service;
        let job = *job;
        let layer = job.layer as usize;
        self.pools[job.pool as usize].busy += 1;
        let wait = now.since(job.entered);
        if layer == 0
            && let Some(shedder) = &mut self.shedder
        {
            shedder.note(wait);
        }
        for report in [
            &mut self.report.layers[layer],
            &mut self.report.bins[self.stretch].layers[layer],
        ] {
            report.begun += 1;
            report.wait_sum_s += wait.seconds();
        }
        let slowness = self.setup.timeline.slowness(
            LayerId::ALL[layer],
            job.pool == self.first_pool[layer],
            now.seconds(),
        );
        let mean_s = slowness * self.setup.layers[layer].mean_s;
        let service_s = 0.0 - mean_s * math::ln(job.service);
        agenda.after(Delay::drawn(service_s), Event::Served(key));
    }

    /// A job is refused before it gets a slot.
    fn refuse(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let layer = self.jobs.at(key).layer as usize;
        self.report.layers[layer].refused += 1;
        self.report.bins[self.stretch].layers[layer].refused += 1;
        self.finish(key, false, agenda);
    }

    /// The own service of a job has ended.
    pub(super) fn served(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let job = *self.jobs.at(key);
        let Some(above) = job.above else {
            // Nobody waits for it, and it knows.
            let done = u64::from(job.layer >= 2);
            self.report.dependency_done += done;
            self.finish(key, false, agenda);
            return;
        };
        match job.layer {
            0 => {
                let attempt = *self.attempts.at(above);
                if attempt.is_cached {
                    self.report.from_cache += 1;
                    self.finish(key, true, agenda);
                } else if self.passes_deadlines() && attempt.request.is_none() {
                    self.finish(key, false, agenda);
                } else {
                    let now = agenda.now();
                    let split = self.setup.guards.bulkhead.is_some() && !attempt.is_db;
                    let pool = self.first_pool[1] + u16::from(split);
                    let service = attempt.draws.service[1];
                    let below = self.jobs.add(Job {
                        dependency: if attempt.is_db { 2 } else { 3 },
                        ..Job::new(1, pool, key, now, service)
                    });
                    self.hold(key);
                    self.jobs.at_mut(key).below[0] = Some(below);
                    self.enter(below, agenda);
                }
            }
            1 => {
                self.hold(key);
                self.call(key, agenda);
            }
            _ => {
                self.report.dependency_done += 1;
                self.finish(key, true, agenda);
            }
        }
    }

    /// The slot of a job is kept while the layer below works.
    fn hold(&mut self, key: Key) {
        let job = self.jobs.at_mut(key);
        job.place = Place::Held;
        let pool = &mut self.pools[job.pool as usize];
        pool.busy -= 1;
        pool.held += 1;
    }

    /// A job ends: its slot, if it has one, goes to the next, and who waits for it is told.
    pub(super) fn finish(&mut self, key: Key, answered: bool, agenda: &mut Agenda<Event>) {
        let job = *self.jobs.at(key);
        self.jobs.end(key);
        self.leave_slot(&job, agenda);
        let Some(above) = job.above else { return };
        match job.layer {
            0 => self.attempt_ends(above, answered, agenda),
            1 => self.finish(above, answered, agenda),
            _ => self.call_answered(above, Some(key), answered, agenda),
        }
    }

    fn leave_slot(&mut self, job: &Job, agenda: &mut Agenda<Event>) {
        let pool = &mut self.pools[job.pool as usize];
        match job.place {
            Place::Queue => return,
            Place::Service => pool.busy -= 1,
            Place::Held => pool.held -= 1,
        }
        if pool.waiting > 0 {
            self.serve_next(job.pool, agenda);
        }
    }

    fn serve_next(&mut self, pool: u16, agenda: &mut Agenda<Event>) {
        let mut refused = std::mem::take(&mut self.refused);
        let next = self.pools[pool as usize].next(agenda.now(), &self.jobs, &mut refused);
        if let Some(next) = next {
            self.begin(next, agenda);
        }
        for job in refused.drain(..) {
            self.refuse(job, agenda);
        }
        self.refused = refused;
    }

    /// The job of an attempt at `api` has ended.
    fn attempt_ends(&mut self, key: Key, answered: bool, agenda: &mut Agenda<Event>) {
        let attempt = *self.attempts.at(key);
        self.attempts.end(key);
        if let Some(limiter) = &mut self.limiter {
            limiter.leave(agenda.now(), attempt.begun, answered);
        }
        if let Some(request) = attempt.request {
            self.report.dependency_useful += u64::from(answered && !attempt.is_cached);
            self.attempt_over(request, answered, agenda);
        }
    }

    /// Nobody waits for a job any more, and it is told: it leaves the queue or gives its slot back, unless it is being
    /// served, which cannot be interrupted.
    pub(super) fn cancel(&mut self, key: Key, agenda: &mut Agenda<Event>) {
        let job = *self.jobs.at(key);
        match job.place {
            Place::Queue => self.pools[job.pool as usize].gone(),
            Place::Service => {
                // An attempt is asked for its caller when the service ends.
                if job.layer > 0 {
                    self.jobs.at_mut(key).above = None;
                }
                return;
            }
            Place::Held => {}
        }
        self.jobs.end(key);
        if let Some(permit) = job.permit {
            // Its answer would have been too late.
            self.report_call(&job, permit, true, agenda.now());
        }
        for below in job.below.into_iter().flatten() {
            self.cancel(below, agenda);
        }
        self.leave_slot(&job, agenda);
        if let (0, Some(attempt)) = (job.layer, job.above) {
            self.attempt_ends(attempt, false, agenda);
        }
    }
}
