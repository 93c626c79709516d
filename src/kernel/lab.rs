//! Small labs: deterministic, one step after the other, so that each can be followed by hand.
//!
//! Time in them is logical: a whole number of nanoseconds that the steps add up. Nothing sleeps and nothing is drawn,
//! so that a run is the same to the last bit wherever it is made.

pub mod hmac;
pub mod lost_update;
pub mod order_faults;
pub mod recovery;
pub mod replay;
pub mod storage;
