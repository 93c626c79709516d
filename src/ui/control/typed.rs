//! A value that is typed, with or without its unit.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use outage_lab::models::Kind;
use outage_lab::notebook::session::Binding;
use outage_lab::text::Message;

use super::Knob;
use crate::ui::dynamic::{dynamic, effect, text};

/// The box of a value. What cannot be read stays in it, with the reason below.
#[component]
pub(super) fn Typed(knob: Knob) -> impl IntoView {
    let Knob { live, shell, .. } = knob;
    let locked = knob
        .described
        .with_value(|described| matches!(described.binding, Binding::Output(_)));
    let trouble = RwSignal::new(None::<Message>);
    let typed = RwSignal::new(None::<String>);
    let shown = knob.typed;
    // A change of the value from elsewhere replaces what was typed; in another language the same value stands.
    effect(move || {
        knob.value.track();
        typed.set(None);
        trouble.set(None);
    });
    let take = move |text: String| match live.set_text(&knob.address(), &text) {
        Ok(()) => {
            typed.set(None);
            trouble.set(None);
            live.commit();
        }
        Err(error) => {
            typed.set(Some(text));
            trouble.set(Some(error.message));
        }
    };
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            typed.set(None);
            trouble.set(None);
            // The box shows the value again even where nothing else changed.
            let target: wasm_bindgen::JsValue = event_target(&event);
            let value = shown.get_untracked().into();
            let _ = js_sys::Reflect::set(&target, &"value".into(), &value);
        }
    };
    // A text of a model's own language needs the whole width, and one of several lines a box for them.
    let (class, has_lines) = match knob.input().kind {
        Kind::Text { default, .. } => ("long", default.contains('\n')),
        _ => ("", false),
    };
    let error_id = format!("{}-error", knob.address());
    let described_by = error_id.clone();
    let value = text(move || typed.get().unwrap_or_else(|| shown.get()));
    let is_invalid = text(move || trouble.get().is_some().to_string());
    let entry = if has_lines {
        view! {
            <textarea rows="10" class=class id=knob.address() readonly=locked autocomplete="off" spellcheck="false"
                prop:value=value aria-invalid=is_invalid aria-describedby=described_by
                on:change=move |event| take(event_target_value(&event))
                on:keydown=escape></textarea>
        }
        .into_any()
    } else {
        view! {
            <input type="text" class=class id=knob.address() readonly=locked autocomplete="off" spellcheck="false"
                prop:value=value aria-invalid=is_invalid aria-describedby=described_by
                on:change=move |event| take(event_target_value(&event))
                on:keydown=escape/>
        }
        .into_any()
    };
    view! {
        {entry}
        {dynamic(move || trouble.get().map(|why| {
            view! { <p class="error" role="alert" id=error_id.clone()>{text(move || shell.message(&why))}</p> }
        }))}
    }
}
