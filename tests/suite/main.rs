//! The one native integration binary.
#![allow(missing_docs)]

mod notebook;
