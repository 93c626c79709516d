//! Cascades: a fault in one part of a system takes down the parts that call it.

pub mod lecture;
pub mod system;
