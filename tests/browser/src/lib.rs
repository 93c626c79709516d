//! Drives the built app in a real Chromium: what the browser tests, `xtask look` and `xtask bench` share.
//!
//! ```no_run
//! use browser_tests::{Lab, View};
//!
//! // `dist/` under a sub-path, a fresh Chromium, and the page once it has drawn.
//! let page = Lab::built().open("#/n/nines-and-repair?lang=zh");
//! let handle = page.centre("[role=slider]");
//! page.drag(handle, handle.right(80.0).down(20.0));
//! page.wait_for("document.querySelector('output').textContent.includes('4 个 9')");
//! assert!(page.eval::<f64>("document.querySelectorAll('canvas').length") >= 1.0);
//!
//! // Another screen, another person.
//! let phone = Lab::built().open_as(&View { dark: true, ..View::phone() }, "#/");
//! phone.touch_drag(phone.centre("[role=slider]"), phone.centre("h1"));
//! ```
//!
//! - **A test is a page.** [`Lab`] says what is served and to whom; [`Lab::open`] starts a Chromium with an empty
//!   profile and returns a [`Page`]. Dropping the page ends the browser, also when a test fails. A start takes some
//!   0.3 s, so no test shares anything with another, and tests may run side by side.
//! - **What goes wrong fails the test.** Methods panic, at the caller's line, with what they waited for. A console
//!   warning or error, an uncaught exception or a request that fails fails the test when the page is dropped, unless
//!   [`Page::expect_fault`] announced it.
//! - **Nothing waits for a time.** [`Page::wait_for`] polls a JavaScript condition. The app says that everything has
//!   drawn by `document.documentElement.dataset.ready = "1"`, and takes that back while it navigates;
//!   [`Lab::open`] and [`Page::go`] wait for it.
//! - **Input is real**: it goes through the browser's own input queue, so hit testing, pointer capture and focus count.
//! - **Frames.** [`Lab::open_within`] serves a page on another origin (`localhost` instead of `127.0.0.1`) that embeds
//!   the app; [`Page::frame`] reads what is in it.
//!
//! `OUTAGE_LAB_DIST` names another folder than `dist/`, `CHROME` another browser. Runs where there is a Unix shell.

mod browser;
mod console;
mod devtools;
mod download;
mod fixture;
mod frame;
mod input;
mod inspect;
mod keys;
mod lab;
mod page;
mod picture;
mod requests;
mod view;

pub use browser::Storage;
pub use console::{Level, Line};
pub use fixture::{MANY_EVENTS, many_events};
pub use frame::Frame;
pub use input::Point;
pub use inspect::Finding;
pub use keys::Held;
pub use lab::Lab;
pub use page::Page;
pub use requests::Request;
pub use view::View;
