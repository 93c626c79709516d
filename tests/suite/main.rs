//! The one native integration binary.
mod text;
