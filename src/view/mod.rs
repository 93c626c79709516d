//! Rules of the interface that need no page to be tested on.

pub mod address;
