//! What holds after every event, for the tests.

use super::Cascade;
use crate::cascade::system::draws::AttemptDraws;
use crate::sim::Time;
use std::collections::BTreeMap;

/// What was drawn in a run.
#[derive(Clone, Debug, Default)]
pub(in crate::cascade::system) struct Drawn {
    /// When each request arrived, its class and its dependency.
    pub(in crate::cascade::system) requests: Vec<(Time, bool, bool)>,
    /// What each attempt brought, by request and number.
    pub(in crate::cascade::system) attempts: BTreeMap<(u64, u32), AttemptDraws>,
}

impl Cascade {
    pub(in crate::cascade::system) fn drawn(&self) -> &Drawn {
        &self.drawn
    }

    /// Requests are conserved, slots and queues bounded, jobs where they are counted.
    pub(in crate::cascade::system) fn check(&self) {
        let report = &self.report;
        assert_eq!(
            report.all.arrived,
            report.all.ok + report.failed + self.open
        );
        assert_eq!(self.requests.living() as u64, self.open);
        for groups in [report.by_class, report.by_dependency] {
            assert_eq!(groups[0].arrived + groups[1].arrived, report.all.arrived);
            assert_eq!(groups[0].ok + groups[1].ok, report.all.ok);
            assert_eq!(groups[0].good + groups[1].good, report.all.good);
        }
        assert!(report.all.good <= report.all.ok);
        assert_eq!(report.latency.total(), report.all.ok);
        let mut jobs = 0;
        for pool in &self.pools {
            assert!(pool.busy + pool.held <= pool.slots);
            assert!(pool.waiting <= pool.capacity);
            // A slot is never free while somebody waits for it.
            assert!(pool.waiting == 0 || pool.busy + pool.held == pool.slots);
            jobs += pool.waiting + pool.busy + pool.held;
        }
        assert_eq!(jobs as usize, self.jobs.living());
        let api = &self.pools[0];
        let inside = api.waiting + api.busy + api.held;
        assert_eq!(inside as usize, self.attempts.living());
        for layer in &report.layers {
            assert!(layer.begun + layer.refused <= layer.entered);
        }
        assert!(report.dependency_useful <= report.all.ok);
        assert!(self.retry_tokens >= 0.0);
    }
}
