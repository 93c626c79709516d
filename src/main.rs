//! The browser app on wasm32, the command line elsewhere.
fn main() {}
