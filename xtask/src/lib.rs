//! The project's own commands, and the static server that they share with the browser tests.
//!
//! | module | concept |
//! |---|---|
//! | [`place`] | where things are: the checkout, `dist/`, the tool cache |
//! | [`command`] | child processes that say what they do |
//! | [`tools`] | trunk and wasm-bindgen, in the versions that fit |
//! | [`wasm_opt`] | wasm-opt and wasm-merge, from wherever this machine has one |
//! | [`chromium`] | a Chromium and a Chinese font |
//! | [`build`] | `dist/`: bundle, data, build id |
//! | `split` | the app as modules that the browser fetches when a page needs them |
//! | [`size`] | bytes over the wire against the budget |
//! | [`server`] | static files over HTTP |
//! | [`index`] | the lists of notebooks and incidents |
//! | [`tally`] | counting tests in Cargo's output |
//! | [`serve`], [`mod@test`], [`bless`], [`look`], [`mod@bench`] | the commands of those names |

pub mod bench;
pub mod bless;
pub mod build;
pub mod chromium;
pub mod command;
pub mod home;
mod http;
pub mod index;
pub mod look;
pub mod place;
pub mod serve;
pub mod server;
pub mod size;
mod split;
pub mod tally;
pub mod test;
pub mod tools;
pub mod wasm_opt;
