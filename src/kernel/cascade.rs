//! Cascades: a fault in one part of a system takes down the parts that call it.

pub mod lecture;
//! Whole systems in which one fault brings on the next.

pub mod system;
