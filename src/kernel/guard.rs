//! Guards: what stands between a caller and what it depends on, and keeps a system from taking more than it can do.
//!
//! | | |
//! |---|---|
//! | [`breaker`] | refuses calls to what has failed, and tries again |
//! | [`walk`] | a breaker led through a script of calls |
//! | [`bulkhead`] | slots shared, or in pools: what a slow dependency takes, and what splitting costs |
//! | [`chain`] | a chain of calls with time-outs: how pools fill, and who works for nobody |
//! | [`probing`] | many breakers on one dependency: how much of it their trials take |
//! | [`limiter`] | how much traffic passes, and when the rest may come again |
//! | [`shedding`] | whom an overloaded system serves first, and whom it sends away |
//! | [`degradation`] | a page that does without an optional part |

pub mod breaker;
pub mod bulkhead;
pub mod chain;
pub mod degradation;
pub mod limiter;
pub mod probing;
pub mod shedding;
pub mod walk;
