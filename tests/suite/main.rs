//! The one native integration binary.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod availability;
mod chart;
mod chart_bars;
mod chart_output;
mod chart_specs;
mod cli;
mod contract;
mod cpython_random;
mod durability;
mod events;
mod golden;
mod incident;
mod notebook;
mod queueing;
mod simulation;
mod placement;
mod retry;
mod text;
