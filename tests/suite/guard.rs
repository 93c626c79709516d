//! Guards against the programs, walks and figures of the course texts, published cases, and theory.

mod breaker;
mod bulkhead;
mod timeouts;
