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

/// Keeps a text; `Some(false)` where there is no room for it, `None` where nothing may be kept.
pub(crate) fn try_keep(key: &str, value: &str) -> Option<bool> {
    storage().map(|storage| storage.set_item(key, value).is_ok())
}

/// A text that was kept.
pub(crate) fn kept(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Takes away a text that was kept.
pub(crate) fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// Every text whose key begins so, with its key.
pub(crate) fn all_kept(prefix: &str) -> Vec<(String, String)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
    let keys: Vec<String> = keys.filter(|key| key.starts_with(prefix)).collect();
    let text = |key: String| Some((storage.get_item(&key).ok().flatten()?, key));
    keys.into_iter()
        .filter_map(text)
        .map(|(text, key)| (key, text))
        .collect()
}

/// Names the page in the browser's tab and history.
pub(crate) fn set_title(heading: &str) {
    document().set_title(&format!("{heading} · Outage Lab"));
}

/// Gives the focus to the element of this id once the present change is drawn.
pub(crate) fn focus_soon(id: String) {
    request_animation_frame(move || {
        let element = document().get_element_by_id(&id);
        if let Some(element) =
            element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
        {
            let _ = element.focus();
        }
    });
}

/// The key of a press; `None` with Control, Alt or Command, when it is the browser's or the system's.
pub(crate) fn plain_key(event: &web_sys::KeyboardEvent) -> Option<String> {
    let is_command = event.ctrl_key() || event.alt_key() || event.meta_key();
    (!is_command).then(|| event.key())
}

/// Goes to a page of the app.
pub(crate) fn go(fragment: &str) {
    let _ = window().location().set_hash(fragment);
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

/// Whether a media query holds, followed for as long as the app runs.
pub(crate) fn watched_media(query: &str) -> RwSignal<bool> {
    let holds = RwSignal::new(media(query));
    if let Ok(Some(list)) = window().match_media(query) {
        let changed = {
            let list = list.clone();
            Closure::<dyn Fn()>::new(move || holds.set(list.matches()))
        };
        let changed = changed.into_js_value();
        let _ = list.add_event_listener_with_callback("change", changed.unchecked_ref());
    }
    holds
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
