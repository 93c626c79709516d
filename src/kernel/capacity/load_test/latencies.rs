//! The response times of a record, as groups that are spread evenly.

use crate::error::{Defined, Undefined};

/// Response times as a record has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Latencies {
    pub(super) requests: f64,
    pub(super) base_s: f64,
    /// Groups of requests that the stall delays, the longest delay first: how many, and between which delays they are
    /// spread evenly.
    pub(super) delayed: Vec<(f64, f64, f64)>,
}

impl Latencies {
    /// How many requests are in the record.
    #[must_use]
    pub fn requests(&self) -> f64 {
        self.requests
    }

    /// How many of them the stall delayed.
    #[must_use]
    pub fn slow(&self) -> f64 {
        self.delayed
            .iter()
            .filter(|(_, longest_s, _)| *longest_s > 0.0)
            .map(|(count, _, _)| count)
            .sum()
    }

    /// The longest response time.
    #[must_use]
    pub fn longest_s(&self) -> f64 {
        self.base_s
            + self
                .delayed
                .iter()
                .fold(0.0, |most: f64, group| most.max(group.1))
    }

    /// How many requests are delayed by more than `delay_s`.
    fn count_above(&self, delay_s: f64) -> f64 {
        self.delayed
            .iter()
            .map(|(count, longest_s, shortest_s)| {
                if delay_s >= *longest_s {
                    0.0
                } else if delay_s < *shortest_s {
                    *count
                } else {
                    count * (longest_s - delay_s) / (longest_s - shortest_s)
                }
            })
            .sum()
    }

    /// The share of requests that take longer than `response_s`.
    #[must_use]
    pub fn share_above(&self, response_s: f64) -> f64 {
        if response_s < self.base_s {
            1.0
        } else {
            (self.count_above(response_s - self.base_s) / self.requests).min(1.0)
        }
    }

    /// The response time that a share of the requests does not exceed.
    ///
    /// # Errors
    /// `too_few_samples` without requests, or for a share outside 0 to 1.
    pub fn quantile_s(&self, share: f64) -> Defined {
        if self.requests <= 0.0 || !(0.0..=1.0).contains(&share) {
            return Err(Undefined("too_few_samples"));
        }
        // So many may be slower. The products of shares and counts are rounded.
        let slower = (1.0 - share) * self.requests * (1.0 + 1e-12);
        if self.count_above(0.0) <= slower {
            return Ok(self.base_s);
        }
        // The least delay that no more than these exceed: the count falls as the delay rises.
        let (mut low_s, mut high_s) = (0.0, self.longest_s() - self.base_s);
        for _ in 0..100 {
            let middle_s = f64::midpoint(low_s, high_s);
            if self.count_above(middle_s) <= slower {
                high_s = middle_s;
            } else {
                low_s = middle_s;
            }
        }
        Ok(self.base_s + high_s)
    }
}
