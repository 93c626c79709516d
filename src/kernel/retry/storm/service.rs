//! A service with its callers, and what follows from its numbers alone.

use super::MOST_RETRIES;
use crate::error::{Bound, DomainError, non_negative, positive};
use crate::retry::Retries;

/// A service, its callers' patience and their retries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Service {
    /// Requests that are worked on at once.
    pub threads: u32,
    /// Mean time that a request holds a thread, in seconds.
    pub service_s: f64,
    /// How long a caller waits for one attempt, in seconds.
    pub timeout_s: f64,
    /// Retries of a request at most.
    pub retries: Retries,
    /// How long a caller waits between a failed attempt and the next, in seconds.
    pub retry_wait_s: f64,
    /// Attempts that may wait for a thread; one more is refused at once.
    pub queue: u32,
}

impl Service {
    /// Requests a second that the threads can finish: threads / service time.
    ///
    /// ```
    /// use outage_lab_kernel::retry::{Retries, storm::Service};
    ///
    /// let service = Service {
    ///     threads: 200,
    ///     service_s: 0.08,
    ///     timeout_s: 1.0,
    ///     retries: Retries(1),
    ///     retry_wait_s: 0.0,
    ///     queue: 4_096,
    /// };
    /// assert_eq!(service.capacity_per_s(), 2_500.0);
    /// // A full queue keeps itself full while every request makes two attempts and these are more than 2,500/s.
    /// assert_eq!(service.storm_ends_below_per_s(), 1_250.0);
    /// ```
    #[must_use]
    pub fn capacity_per_s(&self) -> f64 {
        f64::from(self.threads) / self.service_s
    }

    /// The offered load below which a storm in which every attempt fails must end: capacity / (1 + r).
    #[must_use]
    pub fn storm_ends_below_per_s(&self) -> f64 {
        self.capacity_per_s() / self.retries.attempts() as f64
    }

    /// How long the last of a full queue waits, in seconds. Shorter than the time-out, it can feed no storm.
    #[must_use]
    pub fn full_queue_s(&self) -> f64 {
        f64::from(self.queue) / self.capacity_per_s()
    }

    pub(super) fn checked(self) -> Result<Service, DomainError> {
        positive("service_s", self.service_s)?;
        positive("timeout_s", self.timeout_s)?;
        non_negative("retry_wait_s", self.retry_wait_s)?;
        let whole = [
            ("threads", self.threads, 1, u32::MAX, Bound::AtLeast(1.0)),
            (
                "retries",
                self.retries.0,
                0,
                MOST_RETRIES,
                Bound::Within(0.0, f64::from(MOST_RETRIES)),
            ),
        ];
        for (quantity, value, least, most, allowed) in whole {
            if !(least..=most).contains(&value) {
                return Err(DomainError {
                    quantity,
                    value: f64::from(value),
                    allowed,
                });
            }
        }
        Ok(self)
    }
}
