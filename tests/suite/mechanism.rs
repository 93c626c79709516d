//! The mechanisms of the incidents: stuck states by formula and by simulation, and the ways out of them.
#![allow(
    clippy::disallowed_methods,
    reason = "expected values come from std's functions, not from the kernel's"
)]

mod cache_stampede;
mod canary;
mod failover_capacity;
mod gray_failure;
mod remirror_storm;
