//! A limit on what is in flight.

use std::collections::VecDeque;

use super::{Limiter, Verdict, amount, verdict};
use crate::error::DomainError;
use crate::sim::{Delay, Time};

/// At most so much in flight at once. It knows no rate; by Little's law it lets pass slots / holding time, and so gives way
/// by itself when what is behind it becomes slow.
///
/// Here every request holds its slots for the same time. A request of cost k holds k slots.
#[derive(Clone, Debug)]
pub struct ConcurrencyLimit {
    slots: u64,
    hold: Delay,
    held: u64,
    /// When slots become free, and how many.
    leaving: VecDeque<(Time, u64)>,
}

impl ConcurrencyLimit {
    /// All slots free.
    ///
    /// # Errors
    /// Slots outside 1 to [`AMOUNT_MAX`](super::AMOUNT_MAX).
    pub fn new(slots: u64, hold: Delay) -> Result<ConcurrencyLimit, DomainError> {
        Ok(ConcurrencyLimit {
            slots: amount("slots", slots)?,
            hold,
            held: 0,
            leaving: VecDeque::new(),
        })
    }
}

impl Limiter for ConcurrencyLimit {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        while let Some((end, freed)) = self.leaving.front().copied()
            && end <= at
        {
            self.held -= freed;
            self.leaving.pop_front();
        }
        let passes = self.held.saturating_add(cost) <= self.slots;
        if passes {
            self.held += cost;
            self.leaving.push_back((at.after(self.hold), cost));
        }
        verdict(passes)
    }

    fn stored(&self) -> usize {
        1
    }
}
