//! A queue of random customers before several servers, measured.

use super::{Fcfs, TraceDigest};
use crate::error::{Bound, Defined, DomainError, Undefined, positive};
use crate::math;
use crate::rng::Stream;
use crate::stats::{LogHistogram, MeanInterval, batch_interval};

/// Batches whose means make the interval: few enough that each is long, enough that t is near the normal.
pub const BATCHES: u64 = 30;
/// Parts of the whole run, warm-up included, of which each keeps its mean for the picture.
pub const SLICES: u64 = 120;
/// Waits at which the tail is looked at, beside 0.
const TAIL_POINTS: u32 = 40;

/// How long a service takes, about its mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ServiceTime {
    /// Always the mean.
    Fixed,
    /// Exponential.
    Exponential,
    /// Log-normal with this squared coefficient of variation (variance over mean²), above 0.
    LogNormal {
        /// Squared coefficient of variation.
        scv: f64,
    },
}

impl ServiceTime {
    /// The squared coefficient of variation: variance over mean².
    #[must_use]
    pub fn scv(&self) -> f64 {
        match self {
            ServiceTime::Fixed => 0.0,
            ServiceTime::Exponential => 1.0,
            ServiceTime::LogNormal { scv } => *scv,
        }
    }
}

/// Poisson arrivals before equal servers, first come first served, nobody leaves: M/G/c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// Customers that arrive a second, above 0.
    pub arrival_per_s: f64,
    /// Customers that one server completes a second, above 0.
    pub service_per_s: f64,
    /// Servers, at least 1.
    pub servers: u32,
    /// How service times spread.
    pub service: ServiceTime,
}

impl Station {
    /// λ / (c · μ): the share of their time for which the servers are busy, if it is below 1.
    #[must_use]
    pub fn load(&self) -> f64 {
        self.arrival_per_s / self.service_per_s / f64::from(self.servers)
    }
}

/// A run of a station with a given number of customers, in slices, in constant memory.
///
/// The run begins empty, and the first customers therefore wait less than those of a long run; they are left out as
/// warm-up. The others are divided into 30 batches. Inside, time is counted in mean services.
#[derive(Clone, Debug)]
pub struct StationRun {
    queue: Fcfs,
    arrivals: Stream,
    services: Stream,
    mean_gap: f64,
    draw: Draw,
    mean_service_s: f64,
    customers: u64,
    warm_up: u64,
    batch: u64,
    done: u64,
    slice_sum: f64,
    slice_from: u64,
    slices: Vec<(u64, f64)>,
    batch_sum: f64,
    batch_means: Vec<f64>,
    waits: LogHistogram,
    /// Waits at which the tail is looked at, upwards from 0: upper edges of buckets.
    tail_at: Vec<f64>,
    /// How many waits were above each until the last batch ended.
    above: Vec<u64>,
    /// The share above each in each batch.
    tail_shares: Vec<Vec<f64>>,
    trace: TraceDigest,
}

/// A service time whose constants are worked out.
#[derive(Clone, Copy, Debug)]
enum Draw {
    Fixed,
    Exponential,
    LogNormal { deviation: f64, shift: f64 },
}

/// What a run came to. Times are in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Mean wait with its 95 % interval by batch means.
    pub wait_mean_s: Result<MeanInterval, Undefined>,
    /// Share of customers that wait at all.
    pub wait_probability: Result<MeanInterval, Undefined>,
    /// The share that waits longer than each of a row of waits, upwards from 0, as long as half of the batches have a
    /// customer who does.
    pub tail: Vec<Tail>,
    /// The mean wait of each part of the run: (customers at its end, mean).
    pub slices: Vec<(u64, f64)>,
    /// Customers that were left out at the beginning.
    pub warm_up: u64,
    /// Customers in each batch.
    pub batch: u64,
    /// Batches in which somebody waited.
    pub batches_waited: u64,
    /// Stands for all waits at the ends of the parts, bit for bit.
    pub trace: u64,
    waits: LogHistogram,
    mean_service_s: f64,
}

/// A point of the tail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// A wait.
    pub wait_s: f64,
    /// The share of customers that wait longer, with its interval by batch means.
    pub share: MeanInterval,
}

impl Measured {
    /// The wait that a share of the customers does not exceed: nearest rank, within 0.4 %.
    ///
    /// # Errors
    /// `too_few_samples` for a share outside 0 to 1.
    pub fn wait_quantile_s(&self, share: f64) -> Defined {
        Ok(self.waits.quantile(share)? * self.mean_service_s)
    }
}

impl StationRun {
    /// A run with `customers` customers, of which the first `warm_up_share` are left out.
    ///
    /// Gaps and services draw from streams of their own, so that other services meet the same arrivals.
    ///
    /// # Errors
    /// A rate that is not positive and finite; no server; a spread that is not positive; a share of warm-up outside
    /// 0 to 0.9; fewer than a thousand customers, which would leave batches of three.
    pub fn new(
        station: Station,
        customers: u64,
        warm_up_share: f64,
        seed: u64,
    ) -> Result<StationRun, DomainError> {
        positive("arrival_per_s", station.arrival_per_s)?;
        positive("service_per_s", station.service_per_s)?;
        positive("servers", f64::from(station.servers))?;
        let mean_gap = positive(
            "gap in services",
            station.service_per_s / station.arrival_per_s,
        )?;
        let error = |quantity, value, allowed| DomainError {
            quantity,
            value,
            allowed,
        };
        if !(0.0..=0.9).contains(&warm_up_share) {
            return Err(error(
                "warm_up_share",
                warm_up_share,
                Bound::Within(0.0, 0.9),
            ));
        }
        if customers < 1_000 {
            return Err(error("customers", customers as f64, Bound::AtLeast(1e3)));
        }
        let draw = match station.service {
            ServiceTime::Fixed => Draw::Fixed,
            ServiceTime::Exponential => Draw::Exponential,
            ServiceTime::LogNormal { scv } => {
                // ln X is normal with variance ln(1 + scv), and its mean makes E X one.
                let variance = math::ln_1p(positive("service_scv", scv)?);
                Draw::LogNormal {
                    deviation: variance.sqrt(),
                    shift: -variance / 2.0,
                }
            }
        };
        let dropped = (customers as f64 * warm_up_share) as u64;
        let batch = (customers - dropped) / BATCHES;
        let tail_at = tail_at(&station, mean_gap, customers);
        Ok(StationRun {
            queue: Fcfs::new(station.servers as usize),
            arrivals: Stream::new(seed, "arrivals"),
            services: Stream::new(seed, "service"),
            mean_gap,
            draw,
            mean_service_s: 1.0 / station.service_per_s,
            customers,
            // The few customers that do not fill a batch are left out as well.
            warm_up: customers - BATCHES * batch,
            batch,
            done: 0,
            slice_sum: 0.0,
            slice_from: 0,
            slices: Vec::new(),
            batch_sum: 0.0,
            batch_means: Vec::new(),
            waits: LogHistogram::new(),
            above: vec![0; tail_at.len()],
            tail_shares: vec![Vec::new(); tail_at.len()],
            tail_at,
            trace: TraceDigest::new(),
        })
    }

    /// The share of the customers that have come.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.done as f64 / self.customers as f64
    }

    /// Lets at most `customers` come; whether all have.
    pub fn advance(&mut self, customers: u64) -> bool {
        let end = self.customers.min(self.done.saturating_add(customers));
        while self.done < end {
            let stop = end.min(self.next_mark());
            if self.done < self.warm_up {
                for _ in self.done..stop {
                    self.slice_sum += self.next_wait();
                }
            } else {
                for _ in self.done..stop {
                    let wait = self.next_wait();
                    self.slice_sum += wait;
                    self.batch_sum += wait;
                    self.waits.add(wait);
                }
            }
            self.done = stop;
            self.close_parts();
        }
        self.done == self.customers
    }

    /// The wait of the next customer, in mean services.
    #[inline]
    fn next_wait(&mut self) -> f64 {
        let gap = self.mean_gap * self.arrivals.exponential(1.0);
        let service = match self.draw {
            Draw::Fixed => 1.0,
            Draw::Exponential => self.services.exponential(1.0),
            Draw::LogNormal { deviation, shift } => {
                math::exp(deviation * self.services.normal() + shift)
            }
        };
        self.queue.wait(gap, service)
    }

    fn slice_end(&self) -> u64 {
        let next = u128::from(self.slices.len() as u64 + 1);
        (u128::from(self.customers) * next / u128::from(SLICES)) as u64
    }

    fn batch_end(&self) -> u64 {
        self.warm_up + self.batch * (self.batch_means.len() as u64 + 1)
    }

    /// The number of customers at which some part ends next.
    fn next_mark(&self) -> u64 {
        let warm_up = if self.done < self.warm_up {
            self.warm_up
        } else {
            self.batch_end()
        };
        self.slice_end().min(warm_up)
    }

    fn close_parts(&mut self) {
        if self.done == self.slice_end() {
            let count = (self.done - self.slice_from) as f64;
            let mean_s = self.slice_sum / count * self.mean_service_s;
            self.slices.push((self.done, mean_s));
            self.trace.add(mean_s.to_bits());
            self.slice_sum = 0.0;
            self.slice_from = self.done;
        }
        if self.done > self.warm_up && self.done == self.batch_end() {
            let count = self.batch as f64;
            self.batch_means
                .push(self.batch_sum / count * self.mean_service_s);
            self.batch_sum = 0.0;
            let above = self.waits.counts_above(&self.tail_at);
            for ((shares, now), before) in self.tail_shares.iter_mut().zip(&above).zip(&self.above)
            {
                shares.push((now - before) as f64 / count);
            }
            self.above = above;
        }
    }

    /// What has been measured; meant for a run that is over.
    #[must_use]
    pub fn measured(&self) -> Measured {
        let tail: Vec<Tail> = self
            .tail_at
            .iter()
            .zip(&self.tail_shares)
            // Rarer waits come in a few clusters, which say nothing of how much their number varies.
            .take_while(|(wait, shares)| **wait == 0.0 || 2 * met(shares) >= BATCHES)
            .filter_map(|(wait, shares)| {
                let wait_s = LogHistogram::edge(*wait) * self.mean_service_s;
                let share = batch_interval(shares).ok()?;
                Some(Tail { wait_s, share })
            })
            .collect();
        Measured {
            wait_mean_s: batch_interval(&self.batch_means),
            wait_probability: tail
                .first()
                .map(|tail| tail.share)
                .ok_or(Undefined("too_few_samples")),
            tail,
            slices: self.slices.clone(),
            warm_up: self.warm_up,
            batch: self.batch,
            batches_waited: self.tail_shares.first().map_or(0, |shares| met(shares)),
            trace: self.trace.value(),
            waits: self.waits.clone(),
            mean_service_s: self.mean_service_s,
        }
    }
}

/// In how many batches a customer waited so long.
fn met(shares: &[f64]) -> u64 {
    shares.iter().filter(|share| **share > 0.0).count() as u64
}

/// Waits from 0 to where about one customer in twenty thousand of those who wait is left, in mean services.
///
/// The wait of those who wait is nearly exponential with mean (1 + scv)/2 / (c · (1 − ρ)) (heavy traffic; exact for M/M/c).
/// In an overloaded station the last customers wait longest, by what has piled up.
fn tail_at(station: &Station, mean_gap: f64, customers: u64) -> Vec<f64> {
    let servers = f64::from(station.servers);
    let spare = 1.0 - station.load();
    let piled_up = customers as f64 * (1.0 / servers - mean_gap).abs();
    let mean = (1.0 + station.service.scv()) / 2.0 / servers;
    let longest = if spare > 0.0 {
        // A run that is short against the memory of the queue does not get that far.
        (10.0 * mean / spare).min(10.0 * mean * (customers as f64).sqrt())
    } else {
        piled_up.max(10.0 * mean * (customers as f64).sqrt())
    };
    (0..=TAIL_POINTS)
        .map(|i| longest * f64::from(i) / f64::from(TAIL_POINTS))
        .collect()
}

#[cfg(test)]
mod tests;
