//! The one native integration binary.
#![allow(missing_docs)]
// Clippy knows functions marked as tests, but not the functions that they call.
#![allow(clippy::unwrap_used)]

mod availability;
mod cpython_random;
mod incident;
mod notebook;
mod text;
