//! Words and numbers for people: languages, strings, formats, prose.

mod bilingual;
mod catalogue;
pub mod format;
mod lang;
mod message;
pub mod read;
mod unit;

pub use bilingual::Bilingual;
pub use catalogue::Texts;
pub use lang::Lang;
pub use message::{Arg, Label, Message};
pub use unit::Unit;
