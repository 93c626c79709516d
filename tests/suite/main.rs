//! The one native integration binary.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod availability;
mod cpython_random;
mod incident;
mod notebook;
mod text;
