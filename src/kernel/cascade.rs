//! Whole systems in which one fault brings on the next.

pub mod system;
