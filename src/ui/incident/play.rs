//! An incident for the lecture hall: one event after another by key, in large type, what is still to come left out.

use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::incident::EventKind;
use outage_lab::incident::schema::Event;
use outage_lab::notebook::{TimelineLook, timeline_chart};
use outage_lab::text::{Message, Unit};

use super::open::Open;
use crate::ui::dynamic::{dynamic, effect, flag, text};
use crate::ui::figure::Surface;

/// The incident over the whole window. It begins at the chosen event, and leaves the page at the one where it ends.
#[component]
pub(super) fn Play(open: Open, playing: RwSignal<bool>) -> impl IntoView {
    let shell = open.shell;
    let sheet = NodeRef::<Div>::new();
    effect(move || {
        if let Some(sheet) = sheet.get() {
            let _ = sheet.focus();
        }
    });
    // Keys must not reach the page below; whoever opened this gets the focus back.
    let opener = StoredValue::new_local(document().active_element());
    let close = move || {
        playing.set(false);
        let opener = opener.get_value();
        request_animation_frame(move || {
            use wasm_bindgen::JsCast;
            if let Some(Ok(opener)) = opener.map(|opener| opener.dyn_into::<web_sys::HtmlElement>())
            {
                let _ = opener.focus();
            }
        });
    };
    let press = move |event: KeyboardEvent| {
        let on_button = event.target() != event.current_target();
        match event.key().as_str() {
            "ArrowRight" | "ArrowDown" | "PageDown" => open.step(1),
            "ArrowLeft" | "ArrowUp" | "PageUp" => open.step(-1),
            " " | "Enter" if !on_button => open.step(1),
            "Home" => first(open),
            "Escape" => close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let chart = Memo::new(move |_| {
        let at = open.chosen.get();
        let filter = open.filter.get();
        // An event without a time is told with what came before it.
        let now = (0..=at).filter_map(|at| open.moment(at)).reduce(f64::max);
        open.with(|incident| {
            let chosen = incident.events.get(at);
            let told = |event: &Event| {
                let place = incident
                    .events
                    .iter()
                    .position(|known| known.id == event.id);
                filter.passes(event) && place.is_some_and(|place| place <= at)
            };
            Some(timeline_chart(
                incident,
                TimelineLook {
                    chosen: chosen.map(|event| event.id.as_str()),
                    window: None,
                    until_s: now,
                    shows: Some(&told),
                },
            ))
        })
    });
    let frame = NodeRef::<Div>::new();
    // Words, picture and buttons share the window.
    let height = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    let surface = Surface::within(
        frame,
        chart,
        height.map(|height| (0.46 * height).max(240.0)),
    );
    let count = open.with(|incident| incident.events.len());
    view! {
        <div class="play" role="dialog" aria-modal="true" aria-label=shell.t("incident.play") tabindex="-1"
            node_ref=sheet on:keydown=press>
            <div class="play-words" aria-live="polite">
                {dynamic(move || open.event(open.chosen.get()).map(|event| view! { <Told open=open event=event/> }))}
            </div>
            <div class="play-picture">
                <div class="plot" node_ref=frame style=text(move || surface.style())>
                    <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
                </div>
            </div>
            <div class="play-foot">
                <button class="button" disabled=flag(move || open.neighbour(open.chosen.get(), -1).is_none())
                    on:click=move |_| open.step(-1)>{shell.t("incident.previous")}</button>
                <button class="button strong" disabled=flag(move || open.neighbour(open.chosen.get(), 1).is_none())
                    on:click=move |_| open.step(1)>{shell.t("incident.next")}</button>
                <span class="quiet">{text(move || format!("{} / {count}", open.chosen.get() + 1))}</span>
                <span class="quiet keys">{shell.t("incident.play_keys")}</span>
                <button class="button" on:click=move |_| close()>{shell.t("incident.play_end")}</button>
            </div>
        </div>
    }
}

/// Goes to the first event that is shown.
fn first(open: Open) {
    let passes = open.filter.with_untracked(|filter| {
        open.with(|incident| {
            incident
                .events
                .iter()
                .position(|event| filter.passes(event))
        })
    });
    if let Some(at) = passes {
        open.choose(at);
    }
}

/// The event in large type, with how long after the first fault it was.
#[component]
fn Told(open: Open, event: Event) -> impl IntoView {
    let shell = open.shell;
    let when = open.with(|incident| event.at.describe(&incident.zone, shell.shown_lang()));
    let at = open.place(&event.id);
    let trigger = open.with(|incident| {
        let mut events = incident.events.iter();
        events.position(|event| event.kind == EventKind::Trigger)
    });
    let since = at
        .zip(trigger)
        .filter(|(at, trigger)| at != trigger)
        .and_then(|(at, trigger)| Some(open.moment(at)? - open.moment(trigger)?));
    let since = since.map(|seconds| {
        let key = if seconds < 0.0 {
            "incident.before_trigger"
        } else {
            "incident.since_trigger"
        };
        shell.message(&Message::new(key).quantity("time", seconds.abs(), Unit::Second))
    });
    let component = open.with(|incident| {
        let component = incident.component(&event.component);
        component.map(|component| component.name.clone())
    });
    view! {
        <p class="play-time">{when}{since.map(|since| view! { " · "<strong>{since}</strong> })}</p>
        <h2>{open.say(&event.title)}</h2>
        <p class="play-text">{open.say(&event.text)}</p>
        <ul class="badges">
            <li>{shell.say(&format!("incident.kind.{}", event.kind.id()))}</li>
            {component.map(|name| view! { <li>{open.say(&name)}</li> })}
            <li>{shell.say(&format!("incident.status.{}", event.status.id()))}</li>
        </ul>
    }
}
