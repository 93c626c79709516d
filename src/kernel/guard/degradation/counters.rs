//! What status codes do not show: how many pages were complete, and how many were not.

use super::{Moment, Reason, Shown};

/// What many visits and probes came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Pages that were made: somebody asked for them, or a probe did, which shows what a visitor would have seen.
    pub visits: u64,
    /// Pages with the part as it is now.
    pub fresh: u64,
    /// Pages with the last good copy.
    pub stale: u64,
    /// Pages without the part.
    pub left_out: u64,
    /// Pages that were refused.
    pub refused: u64,
    /// Calls to the dependency.
    pub calls: u64,
    /// Those of them that were probes.
    pub probes: u64,
    /// Visits for which an open breaker kept the dependency from being called.
    pub not_called: u64,
    /// Those of them for which it would have answered.
    pub missed: u64,
    /// What failed calls made pages wait.
    pub waited_s: f64,
    /// What they would have without a breaker.
    pub without_breaker_s: f64,
    /// The highest age of a copy that was shown.
    pub oldest_shown_s: Option<f64>,
}

/// Counts what happened; `timeout_s` is what a failed call costs.
#[must_use]
pub fn count(moments: &[Moment], timeout_s: f64) -> Counters {
    let mut counters = Counters::default();
    for moment in moments {
        counters.calls += u64::from(moment.called);
        counters.probes += u64::from(moment.called && moment.probe);
        let failed = moment.called && !moment.dependency_ok;
        if failed {
            counters.waited_s += timeout_s;
        }
        if !moment.dependency_ok && moment.shown != Shown::Refused && moment.shown != Shown::NoProbe
        {
            counters.without_breaker_s += timeout_s;
        }
        let barred = moment.reason == Reason::BreakerOpen;
        counters.not_called += u64::from(barred);
        counters.missed += u64::from(barred && moment.dependency_ok);
        match moment.shown {
            Shown::Fresh => counters.fresh += 1,
            Shown::Stale(age_s) => {
                counters.stale += 1;
                let oldest = counters.oldest_shown_s.into_iter().chain(age_s);
                counters.oldest_shown_s = oldest.reduce(f64::max);
            }
            Shown::LeftOut => counters.left_out += 1,
            Shown::Refused => counters.refused += 1,
            Shown::NoProbe => continue,
        }
        counters.visits += 1;
    }
    counters
}
