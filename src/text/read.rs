//! Numbers as people type them.

use super::{Message, Unit};

/// Reads a real number with or without a unit.
///
/// # Errors
/// When it cannot be read.
pub fn real(text: &str, _unit: Unit) -> Result<f64, Message> {
    text.parse().map_err(|_| Message::new("input.not_a_number"))
}

/// Reads a whole number.
///
/// # Errors
/// When it cannot be read.
pub fn count(text: &str) -> Result<u64, Message> {
    text.parse().map_err(|_| Message::new("input.not_a_count"))
}
