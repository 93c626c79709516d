//! Notebooks: documents of cells that share named values, and the session that computes them.

mod schema;

pub use schema::{
    Cell, Document, FORMAT, IncidentCell, Kinds, MarkSpec, ModelCell, ParamCell, QuestionAnswer,
    QuestionCell, QuestionOption, Reference, Source, TextCell,
};
