//! What is odd in the program, with the figures that prove it.

use super::Comparison;
use crate::kernel::error::Undefined;
use crate::models::{Entry, Table, as_real};

impl Comparison {
    /// The program's number and the one that it does not show, side by side.
    pub(super) fn oddities(&self) -> Table {
        let report = self.report();
        let unseen = &report.unseen;
        let breaker = &unseen.breaker;
        let (fewest, most) = self.arrivals();
        let row = |id: &'static str, program: Entry, beside: Entry, counted_in: &'static str| {
            vec![Entry::Word(id), program, beside, Entry::Word(counted_in)]
        };
        let count = |number: u64| Entry::from(as_real(number));
        let per_cent =
            |ratio: f64| Entry::from(self.breaker_ratio(ratio).map(|ratio| 100.0 * ratio));
        let of_breaker = |number: u64| {
            if self.scene.switches.breaker {
                count(number)
            } else {
                Entry::Undefined(Undefined("no_breaker"))
            }
        };
        let retries = report.attempts - report.arrived;
        let rows = vec![
            row(
                "odd_ratio",
                per_cent(breaker.ratio_peak),
                per_cent(breaker.ratio_db_peak),
                "per_cent",
            ),
            row(
                "odd_half_open",
                of_breaker(breaker.verdicts),
                of_breaker(breaker.verdicts_from_aux),
                "results",
            ),
            row("odd_arrivals", count(fewest), count(most), "requests"),
            row(
                "odd_back_off",
                count(retries),
                count(unseen.retries_at_once),
                "retries",
            ),
            row("odd_late", count(report.ok), count(unseen.late), "answers"),
            row(
                "odd_longest",
                Entry::from(self.scene.constants.client_timeout_s),
                report.max_latency_ms.map(|ms| ms / 1000.0).into(),
                "seconds",
            ),
            row(
                "odd_overdue",
                count(report.dep_calls),
                count(unseen.overdue),
                "requests",
            ),
            row(
                "odd_peak",
                count(report.peak_backlog()),
                count(unseen.backlog_peak),
                "requests",
            ),
            row(
                "odd_in_flight",
                count(report.in_flight_at_end),
                count(report.in_flight_at_end + unseen.in_backoff_at_end),
                "requests",
            ),
            row(
                "odd_instant",
                count(report.ok),
                count(unseen.instant),
                "answers",
            ),
        ];
        Table {
            id: "oddities",
            rows,
        }
    }
}
