//! Mathematics and simulation: numbers in, numbers out; no text for people.
//!
//! A caller's mistake is a [`DomainError`](error::DomainError) when a thing is made; a figure that does not
//! exist is an [`Undefined`](error::Undefined) with its reason. No function gives NaN or infinity.

pub mod availability;
pub mod capacity;
pub mod cascade;
pub mod counting;
pub mod durability;
pub mod error;
pub mod guard;
pub mod lab;
pub mod math;
pub mod mechanism;
pub mod order;
pub mod placement;
pub mod quantity;
pub mod queueing;
pub mod retry;
pub mod rng;
mod root;
mod saddle;
pub mod sim;
pub mod special;
pub mod stats;
pub mod whole;
