//! Shedding by simulation: calm, a surge, calm again.

use super::{Bin, CLASSES, ClassCount, Gate, Line, Policy, Refusal, Station, Surged};
use crate::error::{Bound, DomainError, positive};
use crate::math;
use crate::rng::Stream;
use crate::sim::{Agenda, Delay, Engine, Pause, ServiceTime, System, Time};
use crate::stats::batch_interval;

/// Batches whose means make the interval of the wait.
const BATCHES: u64 = 20;
/// The share of the surge in which the queues come to rest, which the means leave out.
const WARM_UP: f64 = 0.2;
/// Parts of the run over time.
const BINS: usize = 120;

/// A run in the making: an event loop over arrivals and ends of service. Arrivals, classes, service times and draws of the
/// gate come from streams of their own and belong to the request, so that two policies meet the same requests.
pub struct SurgeRun {
    engine: Engine<Surge>,
    end: Time,
}

/// A request, from its arrival on.
#[derive(Clone, Copy)]
struct Request {
    arrived: Time,
    class: usize,
    service: Delay,
    bin: usize,
    in_surge: bool,
}

/// An event.
#[derive(Clone, Copy, Debug)]
enum Happening {
    /// The next request comes.
    Arrival,
    /// A request leaves its slot.
    End(u32),
    /// A stretch ends.
    Bin,
}

/// The state.
struct Surge {
    station: Station,
    policy: Policy,
    gate: Gate,
    line: Line,
    deadline: Delay,
    arrivals: Stream,
    classes: Stream,
    services: Stream,
    draws: Stream,
    requests: Vec<Request>,
    busy: u32,
    /// When the surge begins, when it ends, and when the last requests come.
    surge: (Time, Time),
    last: Time,
    bin: Delay,
    counted: [ClassCount; CLASSES],
    bins: Vec<Bin>,
    batch_s: f64,
    waits: Vec<(f64, u64)>,
    longest: [Delay; CLASSES],
    most_waiting: usize,
    answered: u64,
    dropped: u64,
    shed: u64,
    refused: u64,
}

impl SurgeRun {
    /// A run.
    ///
    /// # Errors
    /// A rate, a factor, a time or a spread that is not above zero and finite; shares outside 0 to 1; limits that make no sense.
    pub fn new(station: Station, policy: Policy, seed: u64) -> Result<SurgeRun, DomainError> {
        positive("arrival_per_s", station.arrival_per_s)?;
        positive("surge_factor", station.surge)?;
        positive("service_s", station.service_s)?;
        positive("customers", station.customers as f64)?;
        if let ServiceTime::LogNormal { scv } = station.service {
            positive("service_scv", scv)?;
        }
        let both = station.shares[0] + station.shares[1];
        if station
            .shares
            .iter()
            .any(|share| !(0.0..=1.0).contains(share))
            || both > 1.0 + 1e-12
        {
            return Err(DomainError {
                quantity: "high_share",
                value: both,
                allowed: Bound::Rule("0 to 1, and with the middle class at most 1"),
            });
        }
        let customers = station.customers as f64;
        let calm_per_s = station.arrival_per_s;
        let surge_from_s = customers / 8.0 / calm_per_s;
        let surge_to_s = surge_from_s + customers / (calm_per_s * station.surge);
        let last_s = surge_to_s + customers / 4.0 / calm_per_s;
        let instant = |seconds: f64| Time::ZERO.after(Delay::drawn(seconds));
        let bin = Delay::from_ns((Delay::drawn(last_s).ns() / BINS as u64).max(1));
        let system = Surge {
            gate: Gate::new(policy.limits)?,
            line: Line::new(Some(Delay::from_s(policy.ageing_s)?), !policy.priorities),
            deadline: Delay::from_s(policy.limits.deadline_s)?,
            arrivals: Stream::new(seed, "arrivals"),
            classes: Stream::new(seed, "classes"),
            services: Stream::new(seed, "service"),
            draws: Stream::new(seed, "admission"),
            requests: Vec::new(),
            busy: 0,
            surge: (instant(surge_from_s), instant(surge_to_s)),
            last: instant(last_s),
            bin,
            counted: Default::default(),
            bins: vec![Bin::default(); BINS],
            batch_s: (surge_to_s - surge_from_s) * (1.0 - WARM_UP) / BATCHES as f64,
            waits: vec![(0.0, 0); BATCHES as usize],
            longest: [Delay::ZERO; CLASSES],
            most_waiting: 0,
            answered: 0,
            dropped: 0,
            shed: 0,
            refused: 0,
            station,
            policy,
        };
        // Those who came last are followed to their deadline.
        let end = system.last.after(system.deadline);
        let mut engine = Engine::new(system, end);
        engine.agenda().after(Delay::ZERO, Happening::Arrival);
        engine.agenda().after(bin, Happening::Bin);
        Ok(SurgeRun { engine, end })
    }

    /// Lets at most so many events happen; whether the run is over.
    pub fn advance(&mut self, steps: u64) -> bool {
        self.engine.advance(steps) != Pause::Budget
    }

    /// The share of the time that has passed.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.engine.now().seconds() / self.end.seconds().max(1e-9)
    }

    /// How many events have happened.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.engine.steps()
    }

    /// What came of it so far.
    #[must_use]
    pub fn surged(&self) -> Surged {
        let system = self.engine.system();
        let means: Vec<f64> = system
            .waits
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(sum, count)| sum / *count as f64)
            .collect();
        let arrived = system.requests.len() as u64;
        let left = u64::from(system.busy) + system.line.len() as u64;
        Surged {
            classes: system.counted,
            high_wait_s: batch_interval(&means),
            longest_wait_s: system.longest.map(Delay::seconds),
            most_waiting: system.most_waiting as u64,
            bins: system.bins.clone(),
            bin_s: system.bin.seconds(),
            surge_s: (system.surge.0.seconds(), system.surge.1.seconds()),
            balance: [
                arrived,
                system.answered,
                system.dropped,
                system.shed,
                system.refused,
                left,
            ],
        }
    }
}

impl Surge {
    fn rate_per_s(&self, at: Time) -> f64 {
        if (self.surge.0..self.surge.1).contains(&at) {
            self.station.arrival_per_s * self.station.surge
        } else {
            self.station.arrival_per_s
        }
    }

    /// When the next request comes. A gap that reaches into another phase is drawn anew from its beginning, which an
    /// exponential gap allows.
    fn next_arrival(&mut self, now: Time) -> Time {
        let mut from = now;
        loop {
            let rate = self.rate_per_s(from);
            let at = from.after(Delay::drawn(self.arrivals.exponential(rate)));
            let borders = [self.surge.0, self.surge.1];
            match borders
                .into_iter()
                .find(|border| from < *border && at > *border)
            {
                Some(border) => from = border,
                None => return at,
            }
        }
    }

    /// A service time in means.
    fn service(&mut self) -> f64 {
        match self.station.service {
            ServiceTime::Fixed => 1.0,
            ServiceTime::Exponential => self.services.exponential(1.0),
            // ln X is normal with variance ln(1 + scv), and its mean makes E X one.
            ServiceTime::LogNormal { scv } => {
                let variance = math::ln_1p(scv);
                math::exp(variance.sqrt() * self.services.normal() - variance / 2.0)
            }
        }
    }

    fn arrive(&mut self, now: Time) {
        let share = self.classes.uniform();
        let [high, middle] = self.station.shares;
        let class = if share < high {
            0
        } else if share < high + middle {
            1
        } else {
            2
        };
        let service = Delay::drawn(self.station.service_s * self.service());
        let draw = self.draws.uniform();
        let bin = ((now.ns() / self.bin.ns()) as usize).min(BINS - 1);
        let in_surge = (self.surge.0..self.surge.1).contains(&now);
        let number = self.requests.len() as u32;
        self.requests.push(Request {
            arrived: now,
            class,
            service,
            bin,
            in_surge,
        });
        self.bins[bin].arrived[class] += 1;
        let waiting = self.line.len();
        let refusal = if self.policy.gate {
            self.gate.offer(class, self.busy, waiting, draw)
        } else {
            let full = self.busy as usize + waiting >= self.policy.limits.hard as usize;
            full.then_some(Refusal::Hard)
        };
        let count = &mut self.counted[class];
        count.arrived += u64::from(in_surge);
        match refusal {
            Some(Refusal::Shed) => {
                self.shed += 1;
                count.shed += u64::from(in_surge);
            }
            Some(Refusal::Hard) => {
                self.refused += 1;
                count.refused += u64::from(in_surge);
            }
            None => self.line.push(class, now, number),
        }
    }

    /// Gives free slots to those who wait.
    fn fill(&mut self, agenda: &mut Agenda<Happening>) {
        while self.busy < self.policy.limits.slots
            && let Some(number) = self.line.pop(agenda.now())
        {
            let request = self.requests[number as usize];
            let waited = agenda.now().since(request.arrived);
            let left = Delay::from_ns(self.deadline.ns().saturating_sub(waited.ns()));
            if self.policy.drop_late && left == Delay::ZERO {
                self.drop(request);
                continue;
            }
            self.longest[request.class] = self.longest[request.class].max(waited);
            if request.class == 0 {
                self.note_wait(request.arrived, waited);
            }
            self.busy += 1;
            let hold = if self.policy.drop_late {
                request.service.min(left)
            } else {
                request.service
            };
            agenda.after(hold, Happening::End(number));
        }
        self.most_waiting = self.most_waiting.max(self.line.len());
    }

    fn note_wait(&mut self, arrived: Time, waited: Delay) {
        let since_s = arrived.seconds() - self.surge.1.seconds() + self.batch_s * BATCHES as f64;
        if since_s >= 0.0 && arrived < self.surge.1 {
            let batch = ((since_s / self.batch_s) as usize).min(BATCHES as usize - 1);
            self.waits[batch].0 += waited.seconds();
            self.waits[batch].1 += 1;
        }
    }

    fn drop(&mut self, request: Request) {
        self.dropped += 1;
        self.counted[request.class].late += u64::from(request.in_surge);
        // It took longer than the deadline, which is what the gate has to know.
        self.gate.answered(f64::INFINITY);
    }

    fn end(&mut self, number: u32, now: Time) {
        self.busy -= 1;
        let request = self.requests[number as usize];
        let took = now.since(request.arrived);
        let cut = self.policy.drop_late && took >= self.deadline;
        if cut {
            self.drop(request);
            return;
        }
        self.answered += 1;
        self.gate.answered(took.seconds());
        let count = &mut self.counted[request.class];
        if took <= self.deadline {
            count.good += u64::from(request.in_surge);
            self.bins[request.bin].good[request.class] += 1;
        } else {
            count.late += u64::from(request.in_surge);
        }
    }
}

impl System for Surge {
    type Event = Happening;

    fn handle(&mut self, event: Happening, agenda: &mut Agenda<Happening>) {
        let now = agenda.now();
        match event {
            Happening::Arrival => {
                self.arrive(now);
                let next = self.next_arrival(now);
                if next < self.last {
                    agenda.at(next, Happening::Arrival);
                }
            }
            Happening::End(number) => self.end(number, now),
            Happening::Bin => {
                let bin = ((now.ns() / self.bin.ns()) as usize).clamp(1, BINS) - 1;
                for (class, waiting) in self.bins[bin].waiting.iter_mut().enumerate() {
                    *waiting = self.line.of(class) as u64;
                }
                self.bins[bin].admission = self.gate.admission();
                if bin + 1 < BINS {
                    agenda.after(self.bin, Happening::Bin);
                }
            }
        }
        self.fill(agenda);
    }
}
