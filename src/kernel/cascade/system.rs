//! A call chain of three layers under faults, with any of ten guards: an event-driven simulator.
//!
//! Requests pass `api` → `svc` → one of two dependencies, `db` or `aux`. A slot of a layer is held for the whole of the
//! call to the next layer, which is how one slow dependency empties the pools above it. The system is that of the
//! lecture's program; time is in whole nanoseconds, and every random number belongs to a request and a purpose, so
//! that a guard that is switched on or off leaves arrivals and service times as they were.
//!
//! | | |
//! |---|---|
//! | [`Setup`] | layers, load, [`Timeline`] of faults and surges, [`Guards`] |
//! | [`CascadeRun`] | the run in slices |
//! | [`Report`] | what came of it |
//! | [`Worth`] | what each guard is worth: alone, last, averaged over orders |

mod admission;
mod breaker;
mod draws;
mod flow;
mod pool;
mod report;
mod request;
mod setup;
mod slab;
mod timeline;
mod timers;
mod worth;

pub use breaker::{BreakerPolicy, BreakerState, Change};
pub use flow::CascadeRun;
pub use report::{BINS, Bin, Group, LayerReport, Report};
pub use setup::{
    CheckedSetup, ConcurrencyLimit, Guard, Guards, LayerId, LayerSetup, QueueOrder, QueueRule,
    Retry, Setup, Timeouts,
};
pub use timeline::{Entry, Happening, Timeline};
pub use worth::{Worth, WorthPlan};

#[cfg(test)]
mod tests;
