//! A chain of calls with time-outs: how its pools fill when the last of it becomes slow, and who works for nobody.
//!
//! A request holds a slot of each layer from when it is begun there until its answer has come or it has been given up.
//! Arrivals are evenly spaced and work takes fixed times, so that what happens follows from the numbers and not from chance.

mod outcome;
mod run;

use crate::error::{Bound, DomainError, positive};
use crate::sim::{Delay, Time};

pub use outcome::{Outcome, Seen, Users};
pub use run::ChainRun;

/// A layer of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Requests that it works on or waits for at once.
    pub slots: u32,
    /// How long its own work takes.
    pub work: Delay,
}

/// The chain and what is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// From the front to the dependency that becomes slow.
    pub layers: Vec<Layer>,
    /// How long the last layer takes when it is slow.
    pub slow: Delay,
    /// Requests a second.
    pub per_s: f64,
    /// The share of them that goes to the last layer. The others go to another dependency, which takes as long as the last
    /// one usually does and has slots enough.
    pub share: f64,
    /// How long each layer waits for the next.
    pub timeout: Delay,
    /// How long the user waits for the first.
    pub patience: Delay,
    /// Whether the time that is left goes along with each call, and work ends when it is over.
    pub passes_on: bool,
}

/// A stretch of one request in a chain with nothing else in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// When the layer begins.
    pub from: Delay,
    /// When it ends.
    pub to: Delay,
    /// When its caller gives up.
    pub until: Delay,
}

impl Stay {
    /// How long it works or waits after its caller has gone.
    #[must_use]
    pub fn for_nobody(&self) -> Delay {
        let (to, until) = (Time::from_ns(self.to.ns()), Time::from_ns(self.until.ns()));
        to.since(until.max(Time::from_ns(self.from.ns())))
    }
}

fn sum(a: Delay, b: Delay) -> Delay {
    Delay::from_ns(a.ns().saturating_add(b.ns()))
}

impl Chain {
    pub(super) fn check(&self) -> Result<(), DomainError> {
        let few = self.layers.len().saturating_sub(1);
        positive("layers less one", few as f64)?;
        positive("per_s", self.per_s)?;
        for layer in &self.layers {
            positive("slots", f64::from(layer.slots))?;
        }
        if (0.0..=1.0).contains(&self.share) {
            Ok(())
        } else {
            Err(DomainError {
                quantity: "share",
                value: self.share,
                allowed: Bound::Within(0.0, 1.0),
            })
        }
    }

    /// The last layer, and the one before.
    fn ends(&self) -> (Layer, Layer) {
        let none = Layer {
            slots: 1,
            work: Delay::ZERO,
        };
        let from_end = |back: usize| {
            let at = self.layers.len().checked_sub(back);
            at.and_then(|at| self.layers.get(at))
                .copied()
                .unwrap_or(none)
        };
        (from_end(1), from_end(2))
    }

    /// One request to the slow dependency with nobody else there: each layer’s stay, from the front.
    ///
    /// Layer i begins at the sum of the work before it. Its caller gives up after the time-out, the user after his patience;
    /// where the time left is passed on, no later than its own caller. A layer ends when the next has answered or has been
    /// given up, the last when it is done; where the time left is passed on, when that is over.
    #[must_use]
    pub fn alone(&self) -> Vec<Stay> {
        let mut stays: Vec<Stay> = Vec::with_capacity(self.layers.len());
        let mut from = Delay::ZERO;
        for (index, layer) in self.layers.iter().enumerate() {
            let until = match stays.last() {
                None => self.patience,
                Some(before) if self.passes_on => sum(from, self.timeout).min(before.until),
                Some(_) => sum(from, self.timeout),
            };
            let is_last = index + 1 == self.layers.len();
            let work = if is_last { self.slow } else { layer.work };
            stays.push(Stay {
                from,
                to: sum(from, work),
                until,
            });
            from = sum(from, layer.work);
        }
        let mut answer: Option<Delay> = None;
        for stay in stays.iter_mut().rev() {
            stay.to = answer.unwrap_or(stay.to);
            if self.passes_on {
                stay.to = stay.to.min(stay.until.max(stay.from));
            }
            answer = Some(stay.to.min(stay.until));
        }
        stays
    }

    /// Calls to the slow dependency that are under way if none is answered: λτ of those that go there.
    #[must_use]
    pub fn in_flight(&self) -> f64 {
        self.per_s * self.share * self.timeout.seconds()
    }

    /// Slots of the layer before the last that are held by anything but waiting for the last.
    #[must_use]
    pub fn busy_before(&self) -> f64 {
        let (last, before) = self.ends();
        self.per_s * (before.work.seconds() + (1.0 - self.share) * last.work.seconds())
    }

    /// The longest time-out in seconds with which the layer before the last does not fill, though no call be answered:
    /// (C − busy) / λ. Zero or below where it is full without that.
    #[must_use]
    pub fn longest_timeout_s(&self) -> f64 {
        let (_, before) = self.ends();
        (f64::from(before.slots) - self.busy_before()) / (self.per_s * self.share)
    }

    /// How long after the slow-down the last layer is full: C / λ, if calls come faster than it can answer.
    #[must_use]
    pub fn last_fill_s(&self) -> Option<f64> {
        let (last, _) = self.ends();
        let calls = self.per_s * self.share;
        let slots = f64::from(last.slots);
        let work = calls * last.work.seconds();
        // In the first moments those that were begun before come back as ever.
        (calls * self.slow.seconds() > slots && slots > work).then(|| slots / calls)
    }

    /// How long after it the layer before is full. Until the first slow answer, S after the slow-down, all calls stay, and
    /// it fills by λ; then the last layer answers C/S of them.
    #[must_use]
    pub fn next_fill_s(&self) -> Option<f64> {
        let (last, before) = self.ends();
        let calls = self.per_s * self.share;
        let slow_s = self.slow.seconds();
        let free = f64::from(before.slots) - self.busy_before();
        let fills = free > 0.0 && self.timeout.seconds() >= self.longest_timeout_s();
        let early_s = free / calls;
        if early_s <= slow_s {
            return fills.then_some(early_s);
        }
        let grows = calls - f64::from(last.slots) / slow_s;
        let later_s = slow_s + (free - calls * slow_s) / grows;
        (fills && grows > 0.0).then_some(later_s)
    }
}
