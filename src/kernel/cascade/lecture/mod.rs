//! The course's tick simulator of a cascading failure, reproduced to the last counter.
//!
//! Requests pass a chain of blocking calls: the front end, then workers, then the database or another dependency. A slot
//! further up is held as long as the call below lasts, which is how a slow database takes the slots of its callers.
//! From some second on the database is slow; for a while there is a surge on top. Five switches add defences.
//!
//! Time goes in ticks. In each: arrivals, retries that are due, a tick of work in each layer from the front end down,
//! free slots to those who wait, time-outs. One generator, CPython's, serves everything, so that a draw more or less in
//! one place moves all that come after it.
//!
//! Method: the program's arithmetic in the program's order, on other data: requests in a list in order of arrival,
//! slots at work in a list in order of their beginning (the order of Python's dictionaries), retries in a list for each
//! tick. Accuracy: counters, samples and the next random number are the program's own; a latency is the program's
//! floating-point number. Logarithms are `libm`'s, which may differ from the platform's in the last place, so that
//! another run may differ by chance: none of those compared does.
//!
//! ```
//! use outage_lab_kernel::cascade::lecture::{Constants, Simulation, Switches};
//!
//! // 400 a second for 60 s, and six times as many for 15 of them: 400 · (45 + 6 · 15).
//! let constants = Constants::default();
//! assert_eq!(constants.expected_requests(), 54_000.0);
//! // Setting S1 as the text prints it: 9094 of 54355.
//! let mut run = Simulation::new(Switches::PUBLISHED[0], constants, 425)?;
//! run.advance(u64::MAX);
//! let report = run.into_report();
//! assert_eq!((report.ok, report.arrived), (9094, 54_355));
//! # Ok::<(), outage_lab_kernel::error::DomainError>(())
//! ```
//!
//! Source: the course text on disasters in data centres (lecture 26, section 26.4.1), its program under CPython 3.11.

mod breaker;
mod flow;
mod report;
mod run;
mod setting;
mod station;

pub use breaker::{BreakerState, BreakerView};
pub use report::{MOST_MOMENTS, Moment, Report, Sample, Tally, Unseen};
pub use run::Simulation;
pub use setting::{BreakerRule, Constants, Layer, MOST_REQUESTS, MOST_TICKS, Switches};
