//! A slider over the soft range. Its rules are in `outage_lab::view::slider`.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use outage_lab::view::slider::{self, Key};

use super::Knob;
use crate::ui::browser::plain_key;
use crate::ui::dynamic::text;

/// The slider of an input that has one.
#[component]
pub(super) fn Slider(knob: Knob) -> impl IntoView {
    let Knob { live, shell, .. } = knob;
    let input = knob.input();
    let default = slider::place(input, &knob.document_value());
    let default = default?;
    let place = Memo::new(move |_| slider::place(input, &knob.value()).unwrap_or(0.0));
    let slide = move |event| {
        let place = event_target_value(&event).parse().unwrap_or(0.0);
        if let Some(value) = slider::value_at(input, place) {
            // A value on the slider is inside the hard range.
            let _ = live.set(&knob.address(), value);
        }
    };
    let press = move |event: KeyboardEvent| {
        let Some(key) = plain_key(&event).and_then(|name| key(&name)) else {
            return;
        };
        event.prevent_default();
        if let Some(value) = slider::after_key(input, &knob.value(), key) {
            let _ = live.set(&knob.address(), value);
            live.commit();
        }
    };
    let ticks = slider::ticks(input);
    let last = ticks.len().saturating_sub(1);
    let tick = move |(index, (place, value)): (usize, (f64, outage_lab::models::Value))| {
        view! {
            <span class="tick" class:first={index == 0 && place < 0.06} class:last={index == last && place > 0.94}
                style=at(place)>
                {text(move || value.tick(input.unit, shell.shown_lang()))}
            </span>
        }
    };
    Some(view! {
        <div class="track">
            <span class="mark" style=at(default)></span>
            <input type="range" min="0" max="1" step="any" prop:value=text(move || place.get().to_string())
                aria-label=text(move || knob.name()) aria-valuetext=text(move || knob.typed.get())
                on:input=slide on:change=move |_| live.commit() on:keydown=press/>
            {ticks.into_iter().enumerate().map(tick).collect_view()}
        </div>
    })
}

/// The key of a slider, as the accessibility guidelines assign them.
pub(crate) fn key(name: &str) -> Option<Key> {
    match name {
        "ArrowLeft" | "ArrowDown" => Some(Key::Less),
        "ArrowRight" | "ArrowUp" => Some(Key::More),
        "PageDown" => Some(Key::MuchLess),
        "PageUp" => Some(Key::MuchMore),
        "Home" => Some(Key::Least),
        "End" => Some(Key::Most),
        _ => None,
    }
}

/// The middle of the thumb at `place`: it runs from half its width to half its width before the end.
fn at(place: f64) -> String {
    format!("left: calc(8px + (100% - 16px) * {place:.4})")
}
