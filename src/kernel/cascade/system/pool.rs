//! Slots and those who wait for one.

use super::request::Job;
use super::setup::QueueOrder;
use super::slab::{Key, Slab};
use crate::sim::{Delay, Time};
use std::collections::VecDeque;

/// A pool of slots with its queue.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub(super) slots: u32,
    /// Slots that serve.
    pub(super) busy: u32,
    /// Slots whose work waits for an answer from below.
    pub(super) held: u32,
    /// Jobs that wait.
    pub(super) waiting: u32,
    pub(super) capacity: u32,
    /// Jobs in the order of arrival, and places of those that have gone.
    line: VecDeque<Key>,
    order: QueueOrder,
    codel: CoDel,
}

/// State of controlled delay; names after RFC 8289, section 5.
#[derive(Clone, Copy, Debug, Default)]
struct CoDel {
    first_above: Option<Time>,
    dropping: bool,
    drop_next: Time,
    count: u32,
    last_count: u32,
}

impl Pool {
    pub(super) fn new(slots: u32, capacity: u32, order: QueueOrder) -> Pool {
        Pool {
            slots,
            busy: 0,
            held: 0,
            waiting: 0,
            capacity,
            line: VecDeque::new(),
            order,
            codel: CoDel::default(),
        }
    }

    #[inline]
    pub(super) fn is_free(&self) -> bool {
        self.busy + self.held < self.slots
    }

    /// Queues a job; `false` if there is no room.
    pub(super) fn queue(&mut self, job: Key, jobs: &Slab<Job>) -> bool {
        if self.waiting >= self.capacity {
            return false;
        }
        // Under last come, first served, places of those that have gone would stay for ever.
        if self.line.len() > 2 * self.waiting as usize + 64 {
            self.line.retain(|place| jobs.holds(*place));
        }
        self.line.push_back(job);
        self.waiting += 1;
        true
    }

    /// A job that waited has gone.
    pub(super) fn gone(&mut self) {
        self.waiting -= 1;
    }

    /// How long the first in the queue has waited.
    pub(super) fn head_wait(&mut self, now: Time, jobs: &Slab<Job>) -> Delay {
        while let Some(first) = self.line.front() {
            if let Some(job) = jobs.get(*first) {
                return now.since(job.entered);
            }
            self.line.pop_front();
        }
        Delay::ZERO
    }

    /// Takes the next job out of the queue; those that it refuses on the way are put into `refused`.
    #[inline]
    pub(super) fn next(
        &mut self,
        now: Time,
        jobs: &Slab<Job>,
        refused: &mut Vec<Key>,
    ) -> Option<Key> {
        if self.waiting == 0 {
            self.line.clear();
            return None;
        }
        match self.order {
            QueueOrder::CoDel {
                target_s,
                interval_s,
            } => self.controlled(now, jobs, refused, target_s, interval_s),
            _ => self.take(jobs),
        }
    }

    fn take(&mut self, jobs: &Slab<Job>) -> Option<Key> {
        let is_lifo = self.order == QueueOrder::Lifo;
        loop {
            let job = if is_lifo {
                self.line.pop_back()?
            } else {
                self.line.pop_front()?
            };
            if jobs.holds(job) {
                self.waiting -= 1;
                return Some(job);
            }
        }
    }

    /// Takes a job, and whether it has been above the target for so long that it may be refused.
    fn take_measured(
        &mut self,
        now: Time,
        jobs: &Slab<Job>,
        target: Delay,
        interval: Delay,
    ) -> Option<(Key, bool)> {
        let Some(job) = self.take(jobs) else {
            self.codel.first_above = None;
            return None;
        };
        let wait = now.since(jobs.at(job).entered);
        if wait < target || self.waiting == 0 {
            self.codel.first_above = None;
            return Some((job, false));
        }
        match self.codel.first_above {
            None => {
                self.codel.first_above = Some(now.after(interval));
                Some((job, false))
            }
            Some(since) => Some((job, now >= since)),
        }
    }

    fn controlled(
        &mut self,
        now: Time,
        jobs: &Slab<Job>,
        refused: &mut Vec<Key>,
        target_s: f64,
        interval_s: f64,
    ) -> Option<Key> {
        let (target, interval) = (Delay::drawn(target_s), Delay::drawn(interval_s));
        let law = |from: Time, count: u32| {
            from.after(Delay::drawn(interval_s / f64::from(count.max(1)).sqrt()))
        };
        let (mut job, mut may_refuse) = self.take_measured(now, jobs, target, interval)?;
        if self.codel.dropping {
            if !may_refuse {
                self.codel.dropping = false;
            }
            while self.codel.dropping && now >= self.codel.drop_next {
                refused.push(job);
                self.codel.count += 1;
                let Some(next) = self.take_measured(now, jobs, target, interval) else {
                    self.codel.dropping = false;
                    return None;
                };
                (job, may_refuse) = next;
                if may_refuse {
                    self.codel.drop_next = law(self.codel.drop_next, self.codel.count);
                } else {
                    self.codel.dropping = false;
                }
            }
        } else if may_refuse {
            refused.push(job);
            let next = self.take_measured(now, jobs, target, interval);
            self.codel.dropping = true;
            let recent = self.codel.count.saturating_sub(self.codel.last_count);
            let soon = now.since(self.codel.drop_next).seconds() < 16.0 * interval_s;
            self.codel.count = if recent > 1 && soon { recent } else { 1 };
            self.codel.drop_next = law(now, self.codel.count);
            self.codel.last_count = self.codel.count;
            job = next?.0;
        }
        Some(job)
    }
}
