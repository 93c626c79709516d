//! The one native integration binary.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod availability;
mod chart;
mod chart_bars;
mod chart_blocks;
mod chart_output;
mod chart_specs;
mod cli;
mod composition;
mod contract;
mod cpython_random;
mod durability;
mod error_budget;
mod events;
mod felt_repair;
mod golden;
mod incident;
mod labs;
mod mechanism;
mod notebook;
mod placement;
mod queueing;
mod retry;
mod simulation;
mod text;
