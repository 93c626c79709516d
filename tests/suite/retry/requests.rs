//! The same service request by request: Poisson arrivals, exponential service, one event after the other. It shares nothing
//! with the model but its question.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use outage_lab::kernel::retry::storm::Service;
use outage_lab::kernel::rng::Stream;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Arrival,
    Finish(usize),
    Timeout(usize),
    Again(u32),
}

struct Attempt {
    number: u32,
    is_awaited: bool,
}

pub(super) struct Requests {
    service: Service,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    made: u64,
    now_ns: u64,
    queue: VecDeque<usize>,
    attempts: Vec<Attempt>,
    busy: u32,
    pace_s: f64,
    arrivals: Stream,
    services: Stream,
    pub(super) good: f64,
}

fn ns(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

impl Requests {
    pub(super) fn new(service: Service, seed: u64) -> Requests {
        let mut requests = Requests {
            service,
            events: BinaryHeap::new(),
            made: 0,
            now_ns: 0,
            queue: VecDeque::new(),
            attempts: Vec::new(),
            busy: 0,
            pace_s: service.service_s,
            arrivals: Stream::new(seed, "test arrivals"),
            services: Stream::new(seed, "test services"),
            good: 0.0,
        };
        requests.plan(0.0, Event::Arrival);
        requests
    }

    pub(super) fn queued(&self) -> f64 {
        self.queue.len() as f64
    }

    fn plan(&mut self, after_s: f64, event: Event) {
        self.made += 1;
        let at = self.now_ns + ns(after_s);
        self.events.push(Reverse((at, self.made, event)));
    }

    /// Goes on for `seconds`; gives the good answers in them.
    pub(super) fn go(&mut self, seconds: f64, offered_per_s: f64, service_s: f64) -> f64 {
        self.change_pace(service_s);
        let end = self.now_ns + ns(seconds);
        let before = self.good;
        while let Some(Reverse((at, _, event))) = self.events.peek().copied() {
            if at >= end {
                break;
            }
            self.events.pop();
            self.now_ns = at;
            match event {
                Event::Arrival => {
                    let gap = self.arrivals.exponential(offered_per_s);
                    self.plan(gap, Event::Arrival);
                    self.send(0, service_s);
                }
                Event::Again(number) => self.send(number, service_s),
                Event::Timeout(index) => {
                    if self.attempts[index].is_awaited {
                        self.attempts[index].is_awaited = false;
                        self.fail(self.attempts[index].number, 0.0);
                    }
                }
                Event::Finish(index) => {
                    if self.attempts[index].is_awaited {
                        self.attempts[index].is_awaited = false;
                        self.good += 1.0;
                    }
                    self.busy -= 1;
                    self.begin(service_s);
                }
            }
        }
        self.now_ns = end;
        self.good - before
    }

    /// What is being worked on goes on at the new pace.
    fn change_pace(&mut self, service_s: f64) {
        let ratio = service_s / self.pace_s;
        self.pace_s = service_s;
        let events: Vec<_> = self.events.drain().collect();
        for Reverse((at, made, event)) in events {
            let at = match event {
                Event::Finish(_) => self.now_ns + ((at - self.now_ns) as f64 * ratio) as u64,
                _ => at,
            };
            self.events.push(Reverse((at, made, event)));
        }
    }

    fn fail(&mut self, number: u32, told_after_s: f64) {
        if number < self.service.retries.0 {
            let after_s = self.service.retry_wait_s + told_after_s;
            self.plan(after_s, Event::Again(number + 1));
        }
    }

    fn send(&mut self, number: u32, service_s: f64) {
        if self.busy >= self.service.threads && self.queue.len() >= self.service.queue as usize {
            // A refusal takes a moment, as in the model, where it takes a tick.
            self.fail(number, 0.01);
            return;
        }
        let index = self.attempts.len();
        self.attempts.push(Attempt {
            number,
            is_awaited: true,
        });
        self.plan(self.service.timeout_s, Event::Timeout(index));
        self.queue.push_back(index);
        self.begin(service_s);
    }

    fn begin(&mut self, service_s: f64) {
        while self.busy < self.service.threads {
            let Some(index) = self.queue.pop_front() else {
                return;
            };
            self.busy += 1;
            let takes_s = self.services.exponential(1.0 / service_s);
            self.plan(takes_s, Event::Finish(index));
        }
    }
}
