//! Simulation: an event engine on whole nanoseconds, and a recursion for queues that need no events.
//!
//! | | |
//! |---|---|
//! | [`Engine`] | any system of events; several million a second |
//! | [`Fcfs`] | the waits of customers before servers, first come first served; some ten million a second |
//! | [`StationRun`] | such a queue measured: warm-up, batch means, percentiles |
//!
//! Neither knows a clock of the machine or a generator of its own, and cutting a run into slices changes nothing.

mod engine;
mod fcfs;
mod queue;
mod record;
mod station;
mod time;

pub use engine::{Agenda, Engine, Pause, System};
pub use fcfs::Fcfs;
pub use queue::EventQueue;
pub use record::{Record, TraceDigest};
pub use station::{BATCHES, Measured, SLICES, ServiceTime, Station, StationRun, Tail};
pub use time::{Delay, Time};
