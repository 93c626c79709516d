//! The one native integration binary.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod asked;
mod availability;
mod cascade;
mod cascade_lecture;
mod cascade_lecture_page;
mod chart;
mod chart_bars;
mod chart_blocks;
mod chart_output;
mod chart_specs;
mod cli;
mod composition;
mod congestion_backoff;
mod contract;
mod cpython_random;
mod durability;
mod error_budget;
mod events;
mod felt_repair;
mod golden;
mod guard;
mod guard_models;
mod health_flap;
mod incident;
mod labs;
mod lease_storm;
mod limiter;
mod mechanism;
mod notebook;
mod placement;
mod plan_race;
mod queueing;
mod retry;
mod shedding;
mod simulation;
mod text;
mod versions;
