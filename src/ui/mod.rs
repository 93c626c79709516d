//! The app in the browser: DOM glue over [`outage_lab`]. It holds no rule that could be tested without
//! a browser; those are in `outage_lab::view`.

// The component macro makes its functions public whatever is written before them.
#![allow(unreachable_pub)]

mod app;
mod browser;
mod cell;
mod control;
mod dynamic;
mod editor;
mod embed;
mod export;
mod fault;
mod fetch;
mod figure;
mod home;
mod incident;
mod live;
mod modules;
mod page;
mod prose;
mod shell;
mod strings;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Puts the app in the place that the page keeps for it.
pub(crate) fn start() {
    fault::install();
    let place = document()
        .get_element_by_id("app")
        .and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok());
    let Some(place) = place else { return };
    mount_to(place, app::App).forget();
}
