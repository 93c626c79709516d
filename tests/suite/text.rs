//! Formats against published cases, reading against formats, and the text files as they are.

mod documents;
mod formats;
mod links;
mod locales;
mod round_trip;
mod taxonomy;
