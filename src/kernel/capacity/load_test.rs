//! What a load generator records of a service that stalls.
//!
//! Everything here is a fluid: counts are good to about one request. Without the stall every request takes the same
//! time, so that what a record shows beyond it is due to the stall alone.

mod latencies;

use crate::error::{Bound, Defined, DomainError, Undefined, non_negative, positive};
pub use latencies::Latencies;

/// What is left of a test when the stall begins.
const REST: f64 = 0.75;

/// A pause in a test: nothing is completed for a while, then work goes on where it stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stall {
    stall_s: f64,
    test_s: f64,
}

impl Stall {
    /// A stall of `stall_s` seconds that begins a quarter into `test_s` seconds.
    ///
    /// # Errors
    /// A time below zero, or a stall that outlasts the rest.
    pub fn new(stall_s: f64, test_s: f64) -> Result<Stall, DomainError> {
        non_negative("stall_s", stall_s)?;
        positive("test_s", test_s)?;
        if stall_s > REST * test_s {
            return Err(DomainError {
                quantity: "stall_s",
                value: stall_s,
                allowed: Bound::NotAbove(REST, "test_s"),
            });
        }
        Ok(Stall { stall_s, test_s })
    }

    /// From the beginning of the test to that of the stall.
    #[must_use]
    pub fn begins_s(&self) -> f64 {
        (1.0 - REST) * self.test_s
    }

    /// From the beginning of the stall to the end of the test.
    #[must_use]
    pub fn rest_s(&self) -> f64 {
        REST * self.test_s
    }
}

/// A fixed number of clients, each of which sends its next request only after the answer to the last, as it runs
/// without a stall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosedLoop {
    /// Requests a second.
    pub throughput_per_s: f64,
    /// From request to answer.
    pub response_s: f64,
    /// From answer to the next request.
    pub think_s: f64,
}

/// Requests that are sent when they are due, whatever has come back, as it runs without a stall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenLoop {
    /// Requests a second.
    pub rate_per_s: f64,
    /// From request to answer.
    pub response_s: f64,
    /// Requests a second that the service can complete.
    pub capacity_per_s: f64,
}

impl ClosedLoop {
    /// What the generator records.
    ///
    /// At the stall X·R requests are under way (X requests a second, R the response time) and wait it out; clients that
    /// think when it begins send one more each. Then nobody is left to send: of the X·S requests that were due in a stall
    /// of S, the others are never sent and never recorded. This is *coordinated omission*. Source: G. Tene, *How not to
    /// measure latency*, 2013.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::{ClosedLoop, Stall};
    ///
    /// // A hundred clients at 10 ms; a stall of a second in a test of a minute.
    /// let clients = ClosedLoop { throughput_per_s: 10_000.0, response_s: 0.01, think_s: 0.0 };
    /// let record = clients.record(&Stall::new(1.0, 60.0)?);
    /// assert_eq!(record.slow(), 100.0);
    /// assert_eq!(record.requests(), 590_000.0);
    /// // So its 99th percentile is 10 ms, as if nothing had happened.
    /// assert_eq!(record.quantile_s(0.99)?, 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(&self, stall: &Stall) -> Latencies {
        let thinking_s = self.think_s.min(stall.stall_s);
        Latencies {
            requests: self.throughput_per_s * (stall.test_s - stall.stall_s + thinking_s),
            base_s: self.response_s,
            delayed: vec![
                (self.under_way(), stall.stall_s, stall.stall_s),
                (
                    self.throughput_per_s * thinking_s,
                    stall.stall_s,
                    stall.stall_s - thinking_s,
                ),
            ],
        }
    }

    /// The record with what was due in the stall put back, each with the time from when it was due until the stall's end:
    /// what HdrHistogram's correction by the expected interval amounts to. The line that stands in front of the service
    /// when the stall is over is not in it.
    #[must_use]
    pub fn corrected(&self, stall: &Stall) -> Latencies {
        Latencies {
            requests: self.throughput_per_s * stall.test_s,
            base_s: self.response_s,
            delayed: vec![
                (self.under_way(), stall.stall_s, stall.stall_s),
                (self.throughput_per_s * stall.stall_s, stall.stall_s, 0.0),
            ],
        }
    }

    /// What a test of `test_s` measures if its first `cold_s` run as `cold` does and are not left out: throughput over
    /// the whole time, response time over all requests.
    #[must_use]
    pub fn with_cold_start(&self, cold: &ClosedLoop, cold_s: f64, test_s: f64) -> ClosedLoop {
        let cold_s = cold_s.min(test_s);
        let (slow, quick) = (
            cold.throughput_per_s * cold_s,
            self.throughput_per_s * (test_s - cold_s),
        );
        ClosedLoop {
            throughput_per_s: (slow + quick) / test_s,
            response_s: (slow * cold.response_s + quick * self.response_s) / (slow + quick),
            think_s: self.think_s,
        }
    }

    fn under_way(&self) -> f64 {
        self.throughput_per_s * self.response_s
    }
}

impl OpenLoop {
    /// Response times from when each request was due.
    ///
    /// At the stall λ·R requests are under way (λ the rate, R the response time), but not more than have come since the
    /// test began. A request due t after the stall began finds λ·t before it and is delayed by S − t·(1 − ρ), with ρ the
    /// rate over the capacity: the delay falls to nothing only S/(1 − ρ) after the stall began.
    ///
    /// # Errors
    /// `unstable` where more comes than can be served, so that the test never settles.
    pub fn record(&self, stall: &Stall) -> Result<Latencies, Undefined> {
        let spare = 1.0 - self.rate_per_s / self.capacity_per_s;
        if spare < 0.0 {
            return Err(Undefined("unstable"));
        }
        let delayed_s = self.recovery_s(stall)?;
        Ok(Latencies {
            requests: self.rate_per_s * stall.test_s,
            base_s: self.response_s,
            delayed: vec![
                (
                    self.rate_per_s * self.response_s.min(stall.begins_s()),
                    stall.stall_s,
                    stall.stall_s,
                ),
                (
                    self.rate_per_s * delayed_s,
                    stall.stall_s,
                    (stall.stall_s - delayed_s * spare).max(0.0),
                ),
            ],
        })
    }

    /// How long after the stall began requests are still delayed, up to the end of the test.
    ///
    /// # Errors
    /// `unstable` where more comes than can be served.
    pub fn recovery_s(&self, stall: &Stall) -> Defined {
        let spare = 1.0 - self.rate_per_s / self.capacity_per_s;
        if spare < 0.0 {
            return Err(Undefined("unstable"));
        }
        let rest_s = stall.rest_s();
        // Without spare capacity the line never gets shorter.
        Ok(if spare * rest_s <= stall.stall_s {
            rest_s
        } else {
            stall.stall_s / spare
        })
    }

    /// By how much a request due `after_s` after the stall began is delayed.
    #[must_use]
    pub fn delay_s(&self, stall: &Stall, after_s: f64) -> f64 {
        let spare = 1.0 - self.rate_per_s / self.capacity_per_s;
        (stall.stall_s - after_s * spare).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOSED: ClosedLoop = ClosedLoop {
        throughput_per_s: 10_000.0,
        response_s: 0.01,
        think_s: 0.0,
    };
    const OPEN: OpenLoop = OpenLoop {
        rate_per_s: 10_000.0,
        response_s: 0.01,
        capacity_per_s: 12_500.0,
    };

    fn close(ours: f64, expected: f64) {
        assert!(
            (ours - expected).abs() <= 1e-9 * expected.abs().max(1.0),
            "{ours} for {expected}"
        );
    }

    /// The course text's example, and what it leaves open: its p99 is 1 s only in a test of less than 2 s.
    #[test]
    fn a_hundred_slow_requests_where_ten_thousand_were_due() {
        let stall = Stall::new(1.0, 60.0).unwrap();
        close(CLOSED.record(&stall).slow(), 100.0);
        // The ten thousand due in the stall, and the hundred that were under way.
        close(CLOSED.corrected(&stall).slow(), 10_100.0);
        let p99_s = |test_s| {
            let stall = Stall::new(0.99, test_s).unwrap();
            CLOSED.record(&stall).quantile_s(0.99).unwrap()
        };
        // 100 slow of 10,000 · (T − 0.99): one in a hundred at T = 1.99.
        close(p99_s(1.98), 1.0);
        close(p99_s(2.0), 0.01);
    }

    /// With a fifth of capacity to spare, the line of 10,000 needs five seconds from the stall's beginning.
    #[test]
    fn an_open_loop_sees_the_line_that_is_left() {
        let stall = Stall::new(1.0, 60.0).unwrap();
        close(OPEN.recovery_s(&stall).unwrap(), 5.0);
        let record = OPEN.record(&stall).unwrap();
        close(record.slow(), 50_100.0);
        close(record.requests(), 600_000.0);
        // 6000 may be slower; 100 of them wait the whole second, the others fall by 0.2 s in 10,000.
        close(record.quantile_s(0.99).unwrap(), 0.01 + 1.0 - 0.59 * 0.2);
        close(record.quantile_s(0.9).unwrap(), 0.01);
        close(record.longest_s(), 1.01);
        close(OPEN.delay_s(&stall, 2.5), 0.5);
        // Nothing to spare: everything until the end is late by the whole stall.
        let full = OpenLoop {
            capacity_per_s: 10_000.0,
            ..OPEN
        };
        close(full.recovery_s(&stall).unwrap(), 45.0);
        close(full.record(&stall).unwrap().quantile_s(0.6).unwrap(), 1.01);
        let over = OpenLoop {
            capacity_per_s: 9_999.0,
            ..OPEN
        };
        assert_eq!(over.record(&stall), Err(Undefined("unstable")));
    }

    /// Requests of which none is answered before the stall: a quarter of all, and those that come after.
    #[test]
    fn no_more_are_slow_than_have_come() {
        let slow = OpenLoop {
            response_s: 1e4,
            capacity_per_s: 10_000.000_1,
            ..OPEN
        };
        let record = slow.record(&Stall::new(1.0, 60.0).unwrap()).unwrap();
        close(record.requests(), 600_000.0);
        close(record.slow(), 600_000.0);
    }

    #[test]
    fn clients_that_think_send_one_more_each() {
        // 100 clients, 10 ms of 100 in the service: 1000 a second; all are caught by a stall of a second.
        let thinking = ClosedLoop {
            throughput_per_s: 1_000.0,
            response_s: 0.01,
            think_s: 0.09,
        };
        let record = thinking.record(&Stall::new(1.0, 60.0).unwrap());
        close(record.slow(), 100.0);
        // A stall of 45 ms catches the ten under way and half of the thinkers.
        let short = thinking.record(&Stall::new(0.045, 60.0).unwrap());
        close(short.slow(), 55.0);
    }

    #[test]
    fn without_a_stall_all_records_agree() {
        let none = Stall::new(0.0, 60.0).unwrap();
        for record in [
            CLOSED.record(&none),
            CLOSED.corrected(&none),
            OPEN.record(&none).unwrap(),
        ] {
            assert_eq!(record.slow(), 0.0);
            assert_eq!(record.quantile_s(1.0), Ok(0.01));
            close(record.requests(), 600_000.0);
        }
    }

    #[test]
    fn shares_and_quantiles_are_each_others_inverse() {
        let stall = Stall::new(2.0, 30.0).unwrap();
        let thinking = ClosedLoop {
            think_s: 0.5,
            ..CLOSED
        };
        for record in [
            CLOSED.record(&stall),
            thinking.record(&stall),
            CLOSED.corrected(&stall),
            OPEN.record(&stall).unwrap(),
        ] {
            let mut last_s = 0.0;
            for i in 0..1_000 {
                let share = f64::from(i) / 1_000.0;
                let response_s = record.quantile_s(share).unwrap();
                assert!(response_s >= last_s);
                assert!(record.share_above(response_s) <= 1.0 - share + 1e-9);
                last_s = response_s;
            }
            assert!(record.share_above(last_s * 0.999_999) > 0.0 || last_s == 0.01);
            assert_eq!(record.share_above(0.0), 1.0);
        }
    }

    #[test]
    fn a_cold_start_that_is_kept_spoils_the_mean() {
        let cold = ClosedLoop {
            throughput_per_s: 5_000.0,
            response_s: 0.02,
            think_s: 0.0,
        };
        let mixed = CLOSED.with_cold_start(&cold, 20.0, 60.0);
        // 100,000 slow and 400,000 quick.
        close(mixed.throughput_per_s, 500_000.0 / 60.0);
        close(mixed.response_s, 0.012);
        assert_eq!(CLOSED.with_cold_start(&cold, 0.0, 60.0), CLOSED);
        assert_eq!(CLOSED.with_cold_start(&cold, 90.0, 60.0), cold);
    }

    #[test]
    fn a_stall_is_within_its_test() {
        assert!(Stall::new(46.0, 60.0).is_err() && Stall::new(-1.0, 60.0).is_err());
    }
}
