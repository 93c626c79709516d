//! What the browser lends: storage that may be blocked, the address, the clipboard, media queries.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{ResizeObserver, Storage};

/// Remembers a setting. A browser that refuses changes nothing but the remembering.
pub(crate) fn keep(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Whether settings are remembered.
pub(crate) fn remembers() -> bool {
    storage().is_some()
}

// Reading `localStorage` itself throws in sandboxed and third-party frames.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The fragment of the address, with its `#`.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Rewrites the fragment without a new entry in the history and without an event.
pub(crate) fn replace_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(fragment));
    }
}

/// The address of the page with `fragment` in place of its own.
pub(crate) fn address_with(fragment: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    format!("{page}{fragment}")
}

/// Puts text on the clipboard; `false` where the browser does not allow it.
pub(crate) async fn copy(text: &str) -> bool {
    let navigator = window().navigator();
    // Missing outside secure contexts, although the type says otherwise.
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).unwrap_or_default();
    let Ok(clipboard) = clipboard.dyn_into::<web_sys::Clipboard>() else {
        return false;
    };
    wasm_bindgen_futures::JsFuture::from(clipboard.write_text(text))
        .await
        .is_ok()
}

/// Physical pixels per CSS pixel.
pub(crate) fn pixel_ratio() -> f64 {
    let ratio = window().device_pixel_ratio();
    if ratio.is_finite() && ratio > 0.0 {
        ratio.clamp(0.5, 4.0)
    } else {
        1.0
    }
}

/// Calls `changed` whenever the window comes to a screen of another pixel ratio.
pub(crate) fn watch_pixel_ratio(changed: impl Fn() + 'static) {
    let query = format!("(resolution: {}dppx)", window().device_pixel_ratio());
    let Ok(Some(list)) = window().match_media(&query) else {
        return;
    };
    // A query tells once that its ratio holds no longer; the next one watches the new ratio.
    let once = web_sys::AddEventListenerOptions::new();
    once.set_once(true);
    let left = Closure::once_into_js(move || {
        changed();
        watch_pixel_ratio(changed);
    });
    let _ = list.add_event_listener_with_callback_and_add_event_listener_options(
        "change",
        left.unchecked_ref(),
        &once,
    );
}

/// Whether a media query holds.
pub(crate) fn media(query: &str) -> bool {
    window()
        .match_media(query)
        .ok()
        .flatten()
        .is_some_and(|list| list.matches())
}

/// Watches an element's size until dropped.
pub(crate) struct SizeWatch {
    observer: ResizeObserver,
    _callback: Closure<dyn Fn()>,
}

impl SizeWatch {
    /// Calls `changed` at once and at every change of size.
    pub(crate) fn new(
        element: &web_sys::Element,
        changed: impl Fn() + 'static,
    ) -> Option<SizeWatch> {
        let callback = Closure::<dyn Fn()>::new(changed);
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(SizeWatch {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
