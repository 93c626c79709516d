//! The built app in a real Chromium, as its readers use it. `browser_tests` says how such a test fails: beside its
//! own assertions every one of these fails on any console warning, console error or failed request.
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod appearance;
mod compare;
mod controls;
mod digest;
mod embed;
mod export;
mod incident;
mod keyboard;
mod link;
mod load;
mod model;
mod picture;
mod plane;
mod question;
mod reader;
mod timeline;
mod trouble;
mod what_if;
