//! Mathematics and simulation: numbers in, numbers out; no text for people.

pub mod math;

pub mod error;
pub mod quantity;
