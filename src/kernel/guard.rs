//! Guards: what keeps a system from taking more than it can do, or from giving less than it could.

pub mod degradation;
pub mod limiter;
pub mod shedding;
