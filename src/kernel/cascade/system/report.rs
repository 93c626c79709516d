//! What came of a run.

use super::breaker::Change;
use super::request::Request;
use crate::error::{Defined, Undefined};
use crate::stats::LogHistogram;

/// Stretches of equal length into which a run is divided.
pub const BINS: usize = 120;
/// Looks at the slots and queues in each of them.
pub(super) const LOOKS: u32 = 10;
/// Stretches over which it is judged whether users are served as before.
const WINDOW: usize = 6;
/// The share of the ordinary success at which they are, in one window, and for the rest of the run.
const WELL: f64 = 0.9;
const WELL_ON: f64 = 0.95;

/// Requests of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Arrived.
    pub arrived: u64,
    /// Answered within the user's patience.
    pub ok: u64,
    /// Answered soon enough to be good.
    pub good: u64,
}

impl Group {
    /// The share that was answered.
    ///
    /// # Errors
    /// `no_requests`.
    pub fn success(&self) -> Defined {
        share(self.ok, self.arrived)
    }
}

pub(super) fn share(part: u64, whole: u64) -> Defined {
    if whole == 0 {
        return Err(Undefined("no_requests"));
    }
    Ok(part as f64 / whole as f64)
}

/// What a layer had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerReport {
    /// Jobs that came to it.
    pub entered: u64,
    /// Of them refused, by a full queue or by controlled delay.
    pub refused: u64,
    /// Of them begun.
    pub begun: u64,
    /// Sum of the waits of those begun, in seconds.
    pub wait_sum_s: f64,
    /// Jobs in the queue, mean of ten looks in the stretch.
    pub waiting: f64,
    /// Slots that serve, likewise.
    pub busy: f64,
    /// Slots that wait for the layer below, likewise.
    pub held: f64,
}

/// A stretch of the run. Requests are counted by when they arrived, all else by when it happened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Requests that arrived in it.
    pub requests: Group,
    /// Attempts sent in it.
    pub attempts: u64,
    /// Layers in the order of the chain.
    pub layers: [LayerReport; 4],
    /// The adaptive or fixed limit at its end; 0 without one.
    pub limit: f64,
}

/// Counts of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// All requests.
    pub all: Group,
    /// Requests that matter most, and the others.
    pub by_class: [Group; 2],
    /// Requests for `db`, and for `aux`.
    pub by_dependency: [Group; 2],
    /// Requests that were not answered within the user's patience.
    pub failed: u64,
    /// Attempts sent.
    pub attempts: u64,
    /// Layers in the order of the chain; `waiting`, `busy` and `held` stay 0 here.
    pub layers: [LayerReport; 4],
    /// Attempts refused at the door: by the rate limiter, by shedding, by the limit on attempts inside.
    pub at_door: [u64; 3],
    /// Calls that the breakers refused.
    pub fast_fails: u64,
    /// Attempts that the cache answered.
    pub from_cache: u64,
    /// Second calls.
    pub hedges: u64,
    /// Calls that got lost.
    pub lost_calls: u64,
    /// Calls given up.
    pub call_timeouts: u64,
    /// Attempts given up because of their own limit.
    pub attempt_timeouts: u64,
    /// Retries that the budget refused.
    pub over_budget: u64,
    /// Services that dependencies completed, and of them those that led to an answer within the user's patience.
    pub dependency_done: u64,
    /// See [`dependency_done`](Self::dependency_done).
    pub dependency_useful: u64,
    /// Latencies of answered requests, in seconds.
    pub latency: LogHistogram,
    /// The sum of them.
    pub latency_sum_s: f64,
    /// Stretches.
    pub bins: Vec<Bin>,
    /// Length of a stretch, in seconds.
    pub bin_s: f64,
    /// When the arrivals ended, in seconds.
    pub end_s: f64,
    /// Slots of each layer.
    pub slots: [u32; 4],
    /// Changes of the breakers of `db` and `aux`.
    pub breakers: [Vec<Change>; 2],
    /// Events that happened and changed something.
    pub events: u64,
}

impl Report {
    pub(super) fn new(end_s: f64, slots: [u32; 4]) -> Report {
        Report {
            all: Group::default(),
            by_class: [Group::default(); 2],
            by_dependency: [Group::default(); 2],
            failed: 0,
            attempts: 0,
            layers: [LayerReport::default(); 4],
            at_door: [0; 3],
            fast_fails: 0,
            from_cache: 0,
            hedges: 0,
            lost_calls: 0,
            call_timeouts: 0,
            attempt_timeouts: 0,
            over_budget: 0,
            dependency_done: 0,
            dependency_useful: 0,
            latency: LogHistogram::new(),
            latency_sum_s: 0.0,
            // What happens after the last stretch, while the rest is worked off, goes into one more, which is dropped.
            bins: vec![Bin::default(); BINS + 1],
            bin_s: end_s / BINS as f64,
            end_s,
            slots,
            breakers: [Vec::new(), Vec::new()],
            events: 0,
        }
    }

    pub(super) fn bin(&self, at_s: f64) -> usize {
        ((at_s / self.bin_s) as usize).min(BINS - 1)
    }

    fn groups(&mut self, request: &Request, at: usize) -> [&mut Group; 4] {
        [
            &mut self.all,
            &mut self.by_class[usize::from(!request.is_high)],
            &mut self.by_dependency[usize::from(!request.is_db)],
            &mut self.bins[at].requests,
        ]
    }

    pub(super) fn arrive(&mut self, request: &Request) {
        let at = self.bin(request.arrived.seconds());
        for group in self.groups(request, at) {
            group.arrived += 1;
        }
    }

    /// Settles a request: answered after so long, or failed.
    pub(super) fn settle(&mut self, request: &Request, latency_s: Option<f64>, good_s: f64) {
        let Some(latency_s) = latency_s else {
            self.failed += 1;
            return;
        };
        let at = self.bin(request.arrived.seconds());
        for group in self.groups(request, at) {
            group.ok += 1;
            group.good += u64::from(latency_s <= good_s);
        }
        self.latency.add(latency_s);
        self.latency_sum_s += latency_s;
    }

    /// Stretches in which requests arrived or could have.
    #[must_use]
    pub fn lived(&self) -> &[Bin] {
        let lived = (self.end_s / self.bin_s - 1e-9).ceil() as usize;
        &self.bins[..lived.clamp(1, BINS)]
    }

    /// Good answers a second.
    #[must_use]
    pub fn goodput_per_s(&self) -> f64 {
        self.all.good as f64 / self.end_s
    }

    /// The latency that the share `level` of the answered requests did not exceed, within 0.4 %.
    ///
    /// # Errors
    /// `too_few_samples` if none was answered.
    pub fn answered_latency_s(&self, level: f64) -> Defined {
        self.latency.quantile(level)
    }

    /// The same of all requests, of which those that failed count as slower than every answer.
    ///
    /// # Errors
    /// `no_requests`; `percentile_failed` if that many were not answered at all.
    pub fn latency_s(&self, level: f64) -> Defined {
        share(self.all.ok, self.all.arrived)?;
        let rank = (level * self.all.arrived as f64 * (1.0 - 4.0 * f64::EPSILON)).ceil();
        if rank > self.all.ok as f64 {
            return Err(Undefined("percentile_failed"));
        }
        self.latency.quantile(rank / self.all.ok as f64)
    }

    /// Jobs of a layer for each request that could need it: the amplification.
    ///
    /// # Errors
    /// `no_requests`.
    pub fn amplification(&self, layer: usize) -> Defined {
        let needed = match layer {
            2 => self.by_dependency[0].arrived,
            3 => self.by_dependency[1].arrived,
            _ => self.all.arrived,
        };
        share(self.layers[layer].entered, needed)
    }

    /// The share of good answers among the requests of stretches before `fault_s`.
    ///
    /// # Errors
    /// `no_requests` if there are none before; `not_well_before` if no answer was good.
    pub fn ordinary_success(&self, fault_s: f64) -> Defined {
        let before = ((fault_s / self.bin_s + 1e-9) as usize).min(self.lived().len());
        let (good, arrived) = sums(&self.bins[..before]);
        match share(good, arrived)? {
            share if share > 0.0 => Ok(share),
            _ => Err(Undefined("not_well_before")),
        }
    }

    /// How long after `over_s`, when the faults are over, users are served as before: from then on a twentieth of the run has
    /// at least 90 % of the ordinary share of good answers, and the rest of the run together at least 95 %, so that a dip
    /// by chance does not count and a relapse does. It is told by the stretches, and therefore in steps of the run's 120th
    /// part.
    ///
    /// # Errors
    /// As [`ordinary_success`](Self::ordinary_success); `fault_to_the_end` if less than a twentieth of the run is left;
    /// `never_recovers`.
    pub fn recovery_s(&self, fault_s: f64, over_s: f64) -> Defined {
        let ordinary = self.ordinary_success(fault_s)?;
        let lived = self.lived();
        let from = (over_s / self.bin_s - 1e-9).ceil().max(0.0) as usize;
        if from + WINDOW > lived.len() {
            return Err(Undefined("fault_to_the_end"));
        }
        let is_well = |bins: &[Bin], share: f64| {
            let (good, arrived) = sums(bins);
            good as f64 >= share * ordinary * arrived as f64
        };
        let recovered = (from..=lived.len() - WINDOW)
            .find(|at| is_well(&lived[*at..at + WINDOW], WELL) && is_well(&lived[*at..], WELL_ON));
        let at = recovered.ok_or(Undefined("never_recovers"))?;
        Ok((at as f64 * self.bin_s - over_s).max(0.0))
    }
}

fn sums(bins: &[Bin]) -> (u64, u64) {
    bins.iter().fold((0, 0), |(good, arrived), bin| {
        (good + bin.requests.good, arrived + bin.requests.arrived)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 120 stretches of a second with ten requests each, of which those of `bad` are not good.
    fn report(bad: std::ops::Range<usize>) -> Report {
        let mut report = Report::new(120.0, [1; 4]);
        for (at, bin) in report.bins.iter_mut().enumerate() {
            bin.requests.arrived = 10;
            bin.requests.good = if bad.contains(&at) { 0 } else { 10 };
        }
        report
    }

    #[test]
    fn recovery_counts_from_the_end_of_the_fault_and_lasts() {
        assert_eq!(report(30..70).recovery_s(30.0, 50.0), Ok(20.0));
        assert_eq!(report(30..50).recovery_s(30.0, 50.0), Ok(0.0));
        assert_eq!(
            report(30..120).recovery_s(30.0, 50.0),
            Err(Undefined("never_recovers"))
        );
        // Well for a while is not recovered.
        let mut relapse = report(30..60);
        for bin in &mut relapse.bins[90..100] {
            bin.requests.good = 0;
        }
        assert_eq!(relapse.recovery_s(30.0, 50.0), Ok(50.0));
        assert_eq!(
            report(30..50).recovery_s(30.0, 115.0),
            Err(Undefined("fault_to_the_end"))
        );
        assert_eq!(
            report(0..50).recovery_s(30.0, 50.0),
            Err(Undefined("not_well_before"))
        );
        assert_eq!(
            report(0..50).recovery_s(0.0, 50.0),
            Err(Undefined("no_requests"))
        );
    }

    /// Of a hundred requests ninety are answered, after 1, 2, … 90 s.
    #[test]
    fn failed_requests_are_the_slowest() {
        let mut report = Report::new(1.0, [1; 4]);
        report.all = Group {
            arrived: 100,
            ok: 90,
            good: 0,
        };
        (1..=90).for_each(|second| report.latency.add(f64::from(second)));
        let near = |is: Defined, should: f64| (is.unwrap() / should - 1.0).abs() < 1.0 / 256.0;
        assert!(near(report.latency_s(0.5), 50.0));
        assert!(near(report.latency_s(0.9), 90.0));
        assert_eq!(report.latency_s(0.91), Err(Undefined("percentile_failed")));
        assert!(near(report.answered_latency_s(0.5), 45.0));
        assert!(near(report.answered_latency_s(1.0), 90.0));
    }
}
