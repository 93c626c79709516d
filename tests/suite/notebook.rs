//! Notebooks: files and their faults, sessions, links, generated documents.

mod documents;
mod generated;
mod library;
mod links;
mod messages;
mod models;
mod questions;
mod session;
mod simulations;
