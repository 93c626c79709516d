//! The one native integration binary.

mod chart;
mod chart_output;
mod chart_specs;
mod golden;
