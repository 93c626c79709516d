//! Load shedding: who is let in when not all can be served.
//!
//! | | |
//! |---|---|
//! | [`Priorities`] | closed form: the wait of the classes of a priority queue (Cobham) |
//! | [`Policy`] | soft and hard limits, an admission that shrinks and recovers, deadlines, ageing |
//! | [`SurgeRun`] | the policy by simulation: calm, a surge, calm again |

mod classes;
mod gate;
mod line;
mod scene;
mod surge;

pub use classes::Priorities;
pub use gate::{ADMISSION_LEAST, Gate, HighRule, Limits, Refusal};
pub use line::Line;
pub use scene::{Bin, ClassCount, Policy, Station, Surged};
pub use surge::SurgeRun;

/// Classes of requests, the most important first.
pub const CLASSES: usize = 3;
