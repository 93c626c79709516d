//! The one native integration binary.

// Clippy knows functions marked as tests, but not the functions that they call.
#![allow(clippy::unwrap_used)]

mod availability;
mod cpython_random;
mod incident;
mod text;
