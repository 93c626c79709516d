//! Rules of the interface without a DOM: where a slider stands, what a key does.

mod nice;
pub mod slider;

pub use nice::nice;
