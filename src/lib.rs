//! Outage Lab: reliability maths and incident analysis as a notebook.
#![forbid(unsafe_code)]

pub mod chart;
pub mod finding;
pub mod incident;
pub mod models;
pub mod notebook;
pub mod ordered;
pub mod text;
pub mod view;

pub use outage_lab_kernel as kernel;
