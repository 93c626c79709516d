//! What can be done against a storm while it lasts.

use super::Storm;
use super::breaker::Breaker;

/// A step against a storm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// No retry is sent any more.
    StopRetries,
    /// Retries are at most this share of new requests.
    RetryBudget(f64),
    /// Callers stop calling while most calls fail, for this many seconds at a time.
    Breaker {
        /// How long it stays open, in seconds.
        open_s: f64,
    },
    /// The service refuses what would wait longer than half a time-out.
    Shed,
    /// More threads, but only after a delay.
    Capacity {
        /// Threads then, over threads before.
        factor: f64,
        /// Seconds until they work.
        delay_s: f64,
    },
}

impl Storm {
    /// Takes the step now; it stays in force.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::StopRetries => self.no_retries = true,
            Action::RetryBudget(share) => self.budget = Some(share),
            Action::Breaker { open_s } => {
                self.breaker = Some(Breaker::new(self.ticks(open_s), self.patience));
            }
            Action::Shed => self.sheds = true,
            Action::Capacity { factor, delay_s } => {
                self.more_threads = Some((self.now + self.ticks(delay_s), factor));
            }
        }
    }

    /// The whole ticks nearest to a time.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a float becomes the nearest whole number in range"
    )]
    #[must_use]
    pub fn ticks(&self, seconds: f64) -> u64 {
        (seconds / self.tick_s).round() as u64
    }
}
