//! The cells of a notebook.

mod file;
mod incident;
mod model;
mod params;
mod question;
mod text;

pub(crate) use model::{Controls, Reading, Results};
pub(crate) use params::Params;
pub(crate) use question::Question;
pub(crate) use text::TextView;
