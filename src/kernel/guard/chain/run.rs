//! The chain over time, request by request.

use std::collections::VecDeque;

use super::outcome::{Outcome, Seen, Users};
use super::{Chain, sum};
use crate::error::DomainError;
use crate::math;
use crate::sim::{Agenda, Delay, Engine, Pause, System, Time};

/// Moments at which the slots held are noted, and the first of them in seconds after the slow-down.
const SAMPLES: usize = 160;
const FIRST_S: f64 = 0.01;

/// What may happen.
#[derive(Clone, Copy, Debug)]
enum Event {
    Arrival,
    /// The slow-down begins.
    Slow,
    /// A layer's own work on a job is done.
    Worked(u32),
    /// The caller of a job gives up waiting.
    GivenUp(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Queued,
    Working,
    Calling,
    Over,
}

/// What one layer has to do for one request.
#[derive(Clone, Copy, Debug)]
struct Job {
    layer: usize,
    caller: Option<u32>,
    phase: Phase,
    began: Time,
    /// When its caller has given up, if so.
    left: Option<Time>,
    /// When its caller will give up.
    deadline: Time,
    to_last: bool,
    /// Whether the request came after the slow-down.
    counts: bool,
}

struct State {
    chain: Chain,
    jobs: Vec<Job>,
    queues: Vec<VecDeque<u32>>,
    held: Vec<u32>,
    seen: Vec<Seen>,
    /// Users of the slow dependency, and of the other.
    users: [Users; 2],
    slow_at: Time,
    is_slow: bool,
    arrivals: u64,
    to_last: f64,
    first_given_up: Option<Time>,
    /// Moments to come at which slots are noted, the next last; and the notes.
    moments: Vec<Time>,
    samples: Vec<(f64, Vec<u32>)>,
}

impl System for State {
    type Event = Event;

    fn handle(&mut self, event: Event, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        self.sample_until(now);
        match event {
            Event::Arrival => self.arrive(agenda),
            Event::Slow => {
                self.is_slow = true;
                for layer in 0..self.held.len() {
                    self.seen[layer].usual = self.held[layer];
                    self.note(layer, now);
                }
            }
            Event::Worked(job) => self.worked(job, agenda),
            Event::GivenUp(job) => self.given_up(job, agenda),
        }
    }
}

impl State {
    fn arrive(&mut self, agenda: &mut Agenda<Event>) {
        self.arrivals += 1;
        // The n-th comes at n/λ, each worked out afresh so that nothing adds up.
        let next = Delay::drawn(self.arrivals as f64 / self.chain.per_s);
        agenda.at(Time::ZERO.after(next), Event::Arrival);
        self.to_last += self.chain.share;
        let to_last = self.to_last >= 1.0;
        if to_last {
            self.to_last -= 1.0;
        }
        let patience = self.chain.patience;
        let deadline = agenda.now().after(patience);
        self.call(0, None, to_last, deadline, agenda);
    }

    /// A new job at a layer.
    fn call(
        &mut self,
        layer: usize,
        caller: Option<u32>,
        to_last: bool,
        deadline: Time,
        agenda: &mut Agenda<Event>,
    ) {
        let job = self.jobs.len() as u32;
        let counts = match caller {
            Some(caller) => self.jobs[caller as usize].counts,
            None => self.is_slow,
        };
        self.jobs.push(Job {
            layer,
            caller,
            phase: Phase::Queued,
            began: agenda.now(),
            left: None,
            deadline,
            to_last,
            counts,
        });
        agenda.at(deadline, Event::GivenUp(job));
        self.queues[layer].push_back(job);
        self.serve(layer, agenda);
    }

    /// Begins what waits while slots are free.
    fn serve(&mut self, layer: usize, agenda: &mut Agenda<Event>) {
        let now = agenda.now();
        while self.held[layer] < self.chain.layers[layer].slots {
            let Some(job) = self.queues[layer].pop_front() else {
                break;
            };
            if self.jobs[job as usize].phase != Phase::Queued {
                continue;
            }
            let to_last = self.jobs[job as usize].to_last;
            self.jobs[job as usize].phase = Phase::Working;
            self.jobs[job as usize].began = now;
            self.held[layer] += 1;
            let work = self.work(layer, to_last);
            agenda.after(work, Event::Worked(job));
        }
        self.note(layer, now);
    }

    fn work(&self, layer: usize, to_last: bool) -> Delay {
        let layers = &self.chain.layers;
        let own = layers[layer].work;
        let last = layers.len() - 1;
        if layer == last && self.is_slow {
            return self.chain.slow;
        }
        if layer + 1 == last && !to_last {
            return sum(own, layers[last].work);
        }
        own
    }

    fn note(&mut self, layer: usize, now: Time) {
        let held = self.held[layer];
        if !self.is_slow {
            return;
        }
        let slots = self.chain.layers[layer].slots;
        let queued = self.queues[layer].len();
        let since = now.since(self.slow_at).seconds();
        let seen = &mut self.seen[layer];
        seen.most = seen.most.max(held);
        seen.most_queued = seen.most_queued.max(queued);
        if held >= slots && seen.full_s.is_none() {
            seen.full_s = Some(since);
        }
    }

    fn worked(&mut self, job: u32, agenda: &mut Agenda<Event>) {
        let Job {
            layer,
            phase,
            to_last,
            deadline,
            ..
        } = self.jobs[job as usize];
        if phase != Phase::Working {
            return;
        }
        let last = self.chain.layers.len() - 1;
        if layer == last || (layer + 1 == last && !to_last) {
            self.finish(job, true, agenda);
            return;
        }
        self.jobs[job as usize].phase = Phase::Calling;
        let mut next = agenda.now().after(self.chain.timeout);
        if self.chain.passes_on {
            next = next.min(deadline);
        }
        self.call(layer + 1, Some(job), to_last, next, agenda);
    }

    /// A job ends with an answer or a failure, which goes to its caller if that still waits.
    fn finish(&mut self, job: u32, well: bool, agenda: &mut Agenda<Event>) {
        let Job {
            caller,
            left,
            to_last,
            counts,
            deadline,
            ..
        } = self.jobs[job as usize];
        self.release(job, agenda);
        if left.is_some() {
            return;
        }
        match caller {
            Some(caller) if self.jobs[caller as usize].phase == Phase::Calling => {
                self.finish(caller, well, agenda);
            }
            Some(_) => {}
            None if counts => {
                let users = &mut self.users[usize::from(!to_last)];
                if well {
                    users.answered += 1;
                    let left_s = deadline.since(agenda.now()).seconds();
                    users.answered_s += self.chain.patience.seconds() - left_s;
                } else {
                    users.failed += 1;
                }
            }
            None => {}
        }
    }

    /// Gives the slot back, if it holds one.
    fn release(&mut self, job: u32, agenda: &mut Agenda<Event>) {
        let Job { layer, phase, .. } = self.jobs[job as usize];
        self.account(job, agenda.now());
        self.jobs[job as usize].phase = Phase::Over;
        if matches!(phase, Phase::Working | Phase::Calling) {
            self.held[layer] -= 1;
            self.serve(layer, agenda);
        }
    }

    /// Adds the slot-seconds of a job up to now.
    fn account(&mut self, job: u32, now: Time) {
        let Job {
            layer,
            phase,
            began,
            left,
            ..
        } = self.jobs[job as usize];
        if !matches!(phase, Phase::Working | Phase::Calling) {
            return;
        }
        let from = began.max(self.slow_at);
        let seen = &mut self.seen[layer];
        seen.held_s += now.since(from).seconds();
        if let Some(left) = left {
            seen.wasted_s += now.since(left.max(from)).seconds();
        }
    }

    fn given_up(&mut self, job: u32, agenda: &mut Agenda<Event>) {
        let Job {
            caller,
            phase,
            to_last,
            counts,
            ..
        } = self.jobs[job as usize];
        if phase == Phase::Over {
            return;
        }
        let now = agenda.now();
        self.jobs[job as usize].left = Some(now);
        if counts {
            self.first_given_up.get_or_insert(now);
        }
        match caller {
            Some(caller) if self.jobs[caller as usize].phase == Phase::Calling => {
                self.finish(caller, false, agenda);
            }
            Some(_) => {}
            None if counts => self.users[usize::from(!to_last)].left += 1,
            None => {}
        }
        if self.chain.passes_on {
            self.release(job, agenda);
        }
    }

    /// Notes the slots held at the moments before `now`.
    fn sample_until(&mut self, now: Time) {
        while let Some(moment) = self.moments.last().copied()
            && moment < now
        {
            self.moments.pop();
            let at = moment.since(self.slow_at).seconds();
            self.samples.push((at, self.held.clone()));
        }
    }
}

/// The run of a chain: some time as usual, then the last layer is slow.
pub struct ChainRun {
    engine: Engine<State>,
    warm: Delay,
    watch: Delay,
    is_done: bool,
}

impl ChainRun {
    /// A run that is watched for `watch` after the slow-down.
    ///
    /// # Errors
    /// There are fewer than two layers, one has no slot, there are no requests, or the share is none.
    pub fn new(chain: Chain, watch: Delay) -> Result<ChainRun, DomainError> {
        chain.check()?;
        let warm = Self::warm_up(&chain);
        let slow_at = Time::ZERO.after(warm);
        let layers = chain.layers.len();
        let ratio = (watch.seconds() / FIRST_S).max(1.0);
        let moments = (0..SAMPLES).rev().map(|index| {
            let share = index as f64 / (SAMPLES - 1) as f64;
            let at = FIRST_S * math::pow(ratio, share);
            slow_at.after(Delay::drawn(at.min(watch.seconds())))
        });
        let state = State {
            jobs: Vec::new(),
            queues: vec![VecDeque::new(); layers],
            held: vec![0; layers],
            seen: vec![Seen::default(); layers],
            users: [Users::default(); 2],
            slow_at,
            is_slow: false,
            arrivals: 0,
            to_last: 0.0,
            first_given_up: None,
            moments: moments.collect(),
            samples: Vec::new(),
            chain,
        };
        let mut engine = Engine::new(state, slow_at.after(watch));
        engine.agenda().at(slow_at, Event::Slow);
        engine.agenda().at(Time::ZERO, Event::Arrival);
        Ok(ChainRun {
            engine,
            warm,
            watch,
            is_done: false,
        })
    }

    /// How long it runs as usual before: several times as long as a request takes.
    #[must_use]
    pub fn warm_up(chain: &Chain) -> Delay {
        let work = chain.layers.iter().map(|layer| layer.work.seconds());
        Delay::drawn(5.0 * work.sum::<f64>() + 2.0 / chain.per_s.max(1e-9))
    }

    /// Works off at most `steps` events; whether all is done.
    pub fn advance(&mut self, steps: u64) -> bool {
        if !self.is_done && self.engine.advance(steps) != Pause::Budget {
            self.is_done = true;
        }
        self.is_done
    }

    /// The share of the time that is done.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.engine.now().seconds() / (self.warm.seconds() + self.watch.seconds())
    }

    /// What has been seen, with the slots that are still held counted up to the end.
    #[must_use]
    pub fn finish(self) -> Outcome {
        let end = Time::ZERO.after(self.warm).after(self.watch);
        let mut state = self.engine.into_system();
        state.sample_until(end.after(Delay::from_ns(1)));
        for job in 0..state.jobs.len() {
            state.account(job as u32, end);
        }
        Outcome {
            first_given_up_s: state
                .first_given_up
                .map(|at| at.since(state.slow_at).seconds()),
            layers: state.seen,
            slow_users: state.users[0],
            other_users: state.users[1],
            samples: state.samples,
        }
    }
}
