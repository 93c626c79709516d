//! Notebooks: documents of cells that share named values, and the session that computes them.
//!
//! A [`Document`] is parsed from a file and [`check`]ed. [`plan()`] orders its cells by their names and says
//! why some cannot run. A [`Session`] is an open document: set an input, recompute, read the cells.
//! [`link`] turns a session into the values of a link and back.

mod check;
mod comparison;
mod expect;
mod generate;
pub mod library;
pub mod link;
mod names;
pub mod plan;
mod reason;
mod schema;
pub mod session;
mod timeline;
pub mod what_if;

pub use check::{LONGEST_FILE, check, check_links, is_name, is_slug};
pub use comparison::{
    AlignedLook, aligned_chart, aligned_extent, comparison_chart, since_trigger_s,
};
pub use expect::unmet;
pub use generate::{Embed, INCIDENT_CELL};
pub use library::Library;
pub use names::names;
pub use plan::{Plan, plan};
pub use reason::{Reason, Sort};
pub use schema::{
    Cell, Document, FORMAT, IncidentCell, Kinds, MarkSpec, ModelCell, ParamCell, QuestionAnswer,
    QuestionCell, QuestionOption, Reference, Source, TextCell,
};
pub use session::Session;
pub use timeline::{TimelineLook, timeline_chart, timeline_extent};
