//! Words for people: languages and text in each of them.

mod bilingual;
mod lang;

pub use bilingual::Bilingual;
pub use lang::Lang;
