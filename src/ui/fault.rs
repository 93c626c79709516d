//! When the program breaks: the card in `index.html`, which lives outside the program.
//!
//! A panic on this target ends the program for good, so the card offers what still works: reloading
//! (the address holds the settings) and saving the open document.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

thread_local! {
    static OPEN_DOCUMENT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Remembers the open document, so that the card can offer it.
pub(crate) fn remember(document_json: String) {
    OPEN_DOCUMENT.with_borrow_mut(|kept| *kept = document_json);
}

/// Shows the card on a panic. The event `outage-lab:break` causes one, for testing the card.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|info| {
        let detail = info.to_string();
        web_sys::console::error_1(&JsValue::from_str(&detail));
        show(&detail);
    }));
    let on_break = Closure::<dyn Fn()>::new(|| panic!("asked to break"));
    if let Some(window) = web_sys::window() {
        // Fails only for a bad event name.
        let _ = window.add_event_listener_with_callback(
            "outage-lab:break",
            on_break.as_ref().unchecked_ref(),
        );
        on_break.forget();
    }
}

fn show(detail: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return;
    };
    if let Some(place) = document.get_element_by_id("fault-detail") {
        place.set_text_content(Some(detail));
    }
    if let Some(save) = document.get_element_by_id("fault-save") {
        let json = OPEN_DOCUMENT.with(|kept| {
            kept.try_borrow()
                .map(|kept| kept.clone())
                .unwrap_or_default()
        });
        let href = format!(
            "data:application/json,{}",
            js_sys::encode_uri_component(&json)
        );
        let _ = save.set_attribute("href", &href);
    }
    if let Some(card) = document.get_element_by_id("fault") {
        let _ = card.remove_attribute("hidden");
    }
}
