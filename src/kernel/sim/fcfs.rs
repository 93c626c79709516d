//! Waits before several servers, customer by customer, without events.

/// Up to so many servers their times are kept in order; beyond, in a heap.
const IN_ORDER: usize = 24;

/// Customers before `servers` equal servers, first come first served, each taken by the server that is free first.
///
/// The customer that arrives at time `a` and needs `s` waits max(0, f − a), with f the earliest time at which a server is
/// free, and sets that server's time to max(a, f) + s. With one server this is Lindley's recursion
/// W′ = max(0, W + s − gap); with several it is Kiefer and Wolfowitz's on the vector of work. Exact for any gaps and
/// services. Times are in any unit; sums grow with the run and are rounded like any `f64`, which after 10⁸ customers is
/// some 10⁻⁸ of a service.
///
/// Sources: D. V. Lindley, *The theory of queues with a single server*, Proc. Camb. Phil. Soc. 48 (1952), eq. 3;
/// J. Kiefer and J. Wolfowitz, *On the theory of queues with many servers*, Trans. AMS 78 (1955), section 2.
///
/// ```
/// use outage_lab_kernel::sim::Fcfs;
///
/// // Two servers; four customers arrive together, each needing 3: the second pair waits 3.
/// let mut queue = Fcfs::new(2);
/// let waits: Vec<f64> = (0..4).map(|_| queue.wait(0.0, 3.0)).collect();
/// assert_eq!(waits, [0.0, 0.0, 3.0, 3.0]);
/// // One more, 5 later, finds both busy until 6.
/// assert_eq!(queue.wait(5.0, 1.0), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Fcfs {
    /// When each server is free: ascending for few servers, a binary heap for many.
    free_at: Vec<f64>,
    now: f64,
}

impl Fcfs {
    /// `servers` idle servers; at least one.
    #[must_use]
    pub fn new(servers: usize) -> Self {
        Self {
            free_at: vec![0.0; servers.max(1)],
            now: 0.0,
        }
    }

    /// How long the next customer waits, who arrives `gap` after the one before and needs `service`.
    #[inline]
    pub fn wait(&mut self, gap: f64, service: f64) -> f64 {
        self.now += gap;
        let free_at = self.free_at[0];
        let begin = if free_at > self.now {
            free_at
        } else {
            self.now
        };
        let wait = begin - self.now;
        let end = begin + service;
        if self.free_at.len() <= IN_ORDER {
            insert(&mut self.free_at, end);
        } else {
            descend(&mut self.free_at, end);
        }
        wait
    }
}

/// Drops the first of ascending times and puts `end` in its place among them.
///
/// One pass without a branch that could be mispredicted. The passes of successive customers overlap in the processor,
/// because each needs only the first place of the one before.
#[inline]
fn insert(times: &mut [f64], end: f64) {
    let mut carried = end;
    for at in 1..times.len() {
        let other = times[at];
        let (less, more) = if other < carried {
            (other, carried)
        } else {
            (carried, other)
        };
        times[at - 1] = less;
        carried = more;
    }
    if let Some(last) = times.last_mut() {
        *last = carried;
    }
}

/// Drops the least time of a heap and puts `end` into it.
fn descend(heap: &mut [f64], end: f64) {
    let mut at = 0;
    loop {
        let left = 2 * at + 1;
        let Some(pair) = heap
            .get(left..heap.len().min(left + 2))
            .filter(|pair| !pair.is_empty())
        else {
            break;
        };
        let child = left + usize::from(pair.len() == 2 && pair[1] < pair[0]);
        if heap[child] >= end {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = end;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;
    use crate::sim::{Agenda, Delay, Engine, System, Time};
    use std::collections::VecDeque;

    #[derive(Clone, Copy)]
    enum Event {
        Arrival,
        Departure,
    }

    /// The same queue by events: gaps and services in whole nanoseconds.
    struct Queue {
        customers: Vec<(u64, u64)>,
        arrived: usize,
        line: VecDeque<(Time, u64)>,
        idle: usize,
        waits_ns: Vec<u64>,
    }

    impl Queue {
        fn begin(&mut self, since: Time, service_ns: u64, agenda: &mut Agenda<Event>) {
            self.waits_ns.push(agenda.now().since(since).ns());
            agenda.after(Delay::from_ns(service_ns), Event::Departure);
        }
    }

    impl System for Queue {
        type Event = Event;

        fn handle(&mut self, event: Event, agenda: &mut Agenda<Event>) {
            match event {
                Event::Arrival => {
                    let service_ns = self.customers[self.arrived].1;
                    self.arrived += 1;
                    if let Some((gap_ns, _)) = self.customers.get(self.arrived) {
                        agenda.after(Delay::from_ns(*gap_ns), Event::Arrival);
                    }
                    if self.idle > 0 {
                        self.idle -= 1;
                        self.begin(agenda.now(), service_ns, agenda);
                    } else {
                        self.line.push_back((agenda.now(), service_ns));
                    }
                }
                Event::Departure => match self.line.pop_front() {
                    Some((since, service_ns)) => self.begin(since, service_ns, agenda),
                    None => self.idle += 1,
                },
            }
        }
    }

    /// Whole nanoseconds stay whole in `f64` up to 2⁵³, so the two must agree to the last one.
    #[test]
    fn engine_and_recursion_agree_customer_by_customer() {
        for (servers, load) in [
            (1, 0.9),
            (2, 0.7),
            (8, 0.9),
            (8, 1.1),
            (24, 0.95),
            (25, 0.95),
            (100, 0.99),
        ] {
            let mut gaps = Stream::new(425, "arrivals");
            let mut services = Stream::new(425, "service");
            let customers: Vec<(u64, u64)> = (0..20_000)
                .map(|_| {
                    let gap_s = gaps.exponential(1_000.0 * load * servers as f64);
                    (
                        Delay::drawn(gap_s).ns(),
                        Delay::drawn(services.exponential(1_000.0)).ns(),
                    )
                })
                .collect();
            let first_ns = customers[0].0;
            let mut run = Engine::new(
                Queue {
                    customers: customers.clone(),
                    arrived: 0,
                    line: VecDeque::new(),
                    idle: servers,
                    waits_ns: Vec::new(),
                },
                Time::END,
            );
            run.agenda().after(Delay::from_ns(first_ns), Event::Arrival);
            while run.advance(997) == crate::sim::Pause::Budget {}
            assert_eq!(run.steps(), 40_000);
            let by_events = run.into_system().waits_ns;
            let mut queue = Fcfs::new(servers);
            let by_recursion: Vec<u64> = customers
                .iter()
                .map(|(gap_ns, service_ns)| queue.wait(*gap_ns as f64, *service_ns as f64) as u64)
                .collect();
            assert_eq!(by_events, by_recursion, "{servers} servers at {load}");
            assert!(by_events.iter().any(|wait_ns| *wait_ns > 0));
        }
    }

    #[test]
    fn one_server_is_lindleys_recursion() {
        let mut random = Stream::new(3, "gaps and services");
        let mut queue = Fcfs::new(1);
        let (mut wait, mut service) = (0.0_f64, 0.0);
        for _ in 0..10_000 {
            let gap = random.exponential(0.9);
            wait = (wait + service - gap).max(0.0);
            service = random.exponential(1.0);
            assert!((queue.wait(gap, service) - wait).abs() < 1e-9);
        }
    }

    #[test]
    fn more_servers_never_lengthen_a_wait() {
        let mut random = Stream::new(4, "gaps and services");
        let mut queues: Vec<Fcfs> = [1, 2, 3, 24, 25, 26].map(Fcfs::new).to_vec();
        for _ in 0..5_000 {
            let (gap, service) = (random.exponential(1.1), random.exponential(1.0));
            let waits: Vec<f64> = queues
                .iter_mut()
                .map(|queue| queue.wait(gap, service))
                .collect();
            assert!(waits.windows(2).all(|pair| pair[0] >= pair[1]), "{waits:?}");
        }
    }
}
