//! Outage Lab: reliability maths and incident analysis as a notebook.
#![forbid(unsafe_code)]

pub mod finding;
pub mod incident;
pub mod kernel;
pub mod text;
