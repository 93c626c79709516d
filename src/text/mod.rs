//! Words and numbers for people: languages, strings, formats, prose.

mod bilingual;
pub mod csv;
mod decimal;
pub mod format;
pub mod formula;
mod lang;
mod message;
pub mod prose;
pub mod read;
pub(crate) mod steps;
mod texts;
mod time_unit;
mod unit;
mod width;

pub use bilingual::Bilingual;
pub use lang::Lang;
pub use message::{Arg, Label, Message};
pub use texts::Texts;
pub use unit::Unit;
pub use width::narrow;
