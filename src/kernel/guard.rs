//! Guards: what keeps a system from taking more than it can do, or from giving less than it could.

pub mod limiter;
