//! Guards: what stands between a caller and what it depends on.
//!
//! | | |
//! |---|---|
//! | [`breaker`] | refuses calls to what has failed, and tries again |
//! | [`walk`] | a breaker led through a script of calls |
//! | [`probing`] | many breakers on one dependency: how much of it their trials take |

pub mod breaker;
pub mod probing;
pub mod walk;
