//! Capacity: what a load test shows of it, and what an autoscaler adds in time.

mod autoscale;
mod load_test;

pub use autoscale::{Instant, Metric, Moments, Scaled, Scaler, Spike, desired_replicas};
pub use load_test::{ClosedLoop, Generators, Latencies, OpenLoop, Stall, generators};
