//! The one native integration binary.
