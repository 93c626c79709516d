//! An embed tells the page around it how high it is.
//!
//! Two messages, each once per real change: our own, `{"type": "outage-lab:height", "version": 1,
//! "height": …}`, and Canvas's `{"subject": "lti.frameResize", "height": …}`.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::browser::SizeWatch;
use super::shell::Shell;

/// Changes smaller than this are rounding, not content.
const LEAST_CHANGE_PX: f64 = 2.0;

/// Reports the height of the content for as long as the component lives.
pub(crate) fn report_height(shell: Shell) {
    if !shell.embed.get_untracked() {
        return;
    }
    let Some(main) = document().get_element_by_id("main") else {
        return;
    };
    let reported = StoredValue::new(0.0_f64);
    let measured = main.clone();
    // The content's own height: it does not depend on the frame's, so the exchange settles at once.
    let watch = SizeWatch::new(&main, move || {
        let height = measured.get_bounding_client_rect().height().ceil();
        let before = reported.try_get_value().unwrap_or(height);
        if (height - before).abs() >= LEAST_CHANGE_PX {
            reported.set_value(height);
            post(height);
        }
    });
    StoredValue::new_local(watch);
}

fn post(height: f64) {
    let Ok(Some(parent)) = window().parent() else {
        return;
    };
    let own = serde_json::json!({"type": "outage-lab:height", "version": 1, "height": height});
    // Canvas takes the message as text.
    let canvas = serde_json::json!({"subject": "lti.frameResize", "height": height}).to_string();
    if let Ok(own) = js_sys::JSON::parse(&own.to_string()) {
        let _ = parent.post_message(&own, "*");
    }
    let _ = parent.post_message(&JsValue::from_str(&canvas), "*");
}
