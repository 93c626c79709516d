//! What is simulated, and what came of it.

use super::{CLASSES, Limits};
use crate::error::Undefined;
use crate::sim::ServiceTime;
use crate::stats::MeanInterval;

/// What the requests meet, and how they come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// Requests a second in calm.
    pub arrival_per_s: f64,
    /// How many times that come in the surge.
    pub surge: f64,
    /// Requests that come in the surge; as long as it takes, it lasts. An eighth as many come before, and a quarter after.
    pub customers: u64,
    /// The share of each class, the highest first; what is left over is of the lowest.
    pub shares: [f64; 2],
    /// Mean service time.
    pub service_s: f64,
    /// How service times spread about it.
    pub service: ServiceTime,
}

/// What is done about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// The gate; `None` lets everybody in up to the hard limit.
    pub gate: bool,
    /// The limits.
    pub limits: Limits,
    /// Whether classes go before each other.
    pub priorities: bool,
    /// Time after which a waiting request counts as a class higher; none for zero.
    pub ageing_s: f64,
    /// Whether requests are dropped, waiting or in service, when their deadline has passed.
    pub drop_late: bool,
}

/// What became of the requests of a class that came in the surge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassCount {
    /// They came.
    pub arrived: u64,
    /// Answered by the deadline.
    pub good: u64,
    /// Answered later, or dropped when the deadline had passed.
    pub late: u64,
    /// Shed by the gate.
    pub shed: u64,
    /// Refused at the hard limit.
    pub refused: u64,
}

/// A stretch of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Requests of each class that came in it.
    pub arrived: [u64; CLASSES],
    /// Those of them that were answered by the deadline.
    pub good: [u64; CLASSES],
    /// How many of each class wait at its end.
    pub waiting: [u64; CLASSES],
    /// The admission at its end.
    pub admission: f64,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Surged {
    /// Of the surge, by class.
    pub classes: [ClassCount; CLASSES],
    /// Mean wait of the highest class from its arrival to a slot, over the last four fifths of the surge, with a 95 %
    /// interval over twenty batches.
    pub high_wait_s: Result<MeanInterval, Undefined>,
    /// The longest wait of each class from its arrival to a slot, over the whole run.
    pub longest_wait_s: [f64; CLASSES],
    /// The most that ever waited.
    pub most_waiting: u64,
    /// The run over time.
    pub bins: Vec<Bin>,
    /// How long a bin is.
    pub bin_s: f64,
    /// When the surge begins and ends.
    pub surge_s: (f64, f64),
    /// Requests that came, were answered, dropped, shed, refused; and those that are left: the first is the sum of the
    /// others.
    pub balance: [u64; 6],
}
