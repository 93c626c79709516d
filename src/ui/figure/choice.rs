//! Parts of a picture that can be chosen: buttons over the canvas.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use outage_lab::chart::{Hit, Rect};
use outage_lab::models::Value;
use wasm_bindgen::JsCast;

use super::handle::Drag;
use crate::ui::browser::plain_key;
use crate::ui::dynamic::text;
use crate::ui::shell::Shell;

/// The style that lays a button over a place of the picture.
pub(crate) fn over(rect: Rect) -> String {
    format!(
        "left: {:.1}px; top: {:.1}px; width: {:.1}px; height: {:.1}px",
        rect.x + rect.w / 2.0,
        rect.y + rect.h / 2.0,
        rect.w,
        rect.h
    )
}

/// A part of a grid that sets an input: a button. Arrow keys go to the neighbours.
#[component]
pub(super) fn Choice(hit: Hit, drag: Drag, choices: Memo<Vec<Hit>>) -> impl IntoView {
    let shell = Shell::get();
    let (input, value) = hit.id.split_once('=').unwrap_or_default();
    let (address, value) = (
        StoredValue::new(drag.address(input)),
        value.parse::<u64>().unwrap_or_default(),
    );
    let id = hit.id.clone();
    let place = text(move || {
        choices.with(|hits| {
            let known = hits.iter().find(|known| known.id == id);
            known.map_or_else(String::new, |known| over(known.rect))
        })
    });
    let chosen = Memo::new(move |_| {
        drag.live.with(|session| {
            // A number beyond the last place means the last.
            match address.with_value(|address| session.control_value(address)) {
                Some(Value::Count(now)) => now.min(choices.with(Vec::len) as u64) == value,
                _ => false,
            }
        })
    });
    let set = move |value: u64| {
        // Outside the hard range, beyond the last or the first, it stays as it was.
        let _ = address.with_value(|address| drag.live.set(address, Value::Count(value)));
        drag.live.commit();
    };
    let press = move |event: KeyboardEvent| {
        let next = match plain_key(&event).as_deref().unwrap_or_default() {
            "ArrowRight" | "ArrowDown" => (value + 1).min(choices.with_untracked(Vec::len) as u64),
            "ArrowLeft" | "ArrowUp" => value.saturating_sub(1).max(1),
            _ => return,
        };
        event.prevent_default();
        set(next);
        focus_chosen();
    };
    let label = text(move || shell.label(&hit.label));
    view! {
        <button class="spot square" style=place aria-label=label title=label
            aria-pressed=text(move || chosen.get().to_string())
            tabindex=text(move || if chosen.get() { "0" } else { "-1" }.to_owned())
            on:click=move |_| set(value) on:keydown=press></button>
    }
}

/// Moves the focus to the chosen place once it is drawn, beside the one that has it.
pub(crate) fn focus_chosen() {
    let Some(beside) = document()
        .active_element()
        .and_then(|element| element.parent_element())
    else {
        return;
    };
    request_animation_frame(move || {
        let chosen = beside
            .query_selector(".spot[aria-pressed=true]")
            .ok()
            .flatten();
        if let Some(chosen) =
            chosen.and_then(|chosen| chosen.dyn_into::<web_sys::HtmlElement>().ok())
        {
            let _ = chosen.focus();
        }
    });
}
