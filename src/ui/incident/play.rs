//! An incident for the lecture hall: one event after another by key, in large type, what is still to come left out.

use leptos::ev::KeyboardEvent;
use leptos::html::{Dialog, Div};
use leptos::prelude::*;
use outage_lab::incident::EventKind;
use outage_lab::incident::schema::Event;
use outage_lab::notebook::{TimelineLook, timeline_chart};
use outage_lab::text::{Message, Unit};

use super::open::Open;
use crate::ui::browser::plain_key;
use crate::ui::dynamic::{dynamic, effect, text};
use crate::ui::figure::Surface;

/// The incident over the whole window. It begins at the chosen event, or at the first, and leaves the page at the one
/// where it ends.
#[component]
pub(super) fn Play(open: Open, playing: RwSignal<bool>) -> impl IntoView {
    let shell = open.shell;
    if open.chosen.get_untracked().is_none() {
        open.step(1);
    }
    let sheet = NodeRef::<Dialog>::new();
    effect(move || {
        if let Some(sheet) = sheet.get() {
            let _ = sheet.show_modal();
            // Else the first button has it, which takes Enter and the space bar for itself.
            let _ = sheet.focus();
        }
    });
    // Closed by the browser, the dialog gives the focus back to whoever opened it.
    let close = move || {
        if let Some(sheet) = sheet.get_untracked() {
            sheet.close();
        }
    };
    // Keys must not reach the page below.
    let press = move |event: KeyboardEvent| {
        let on_button = event.target() != event.current_target();
        let Some(key) = plain_key(&event) else {
            return;
        };
        match key.as_str() {
            "ArrowRight" | "ArrowDown" | "PageDown" => open.step(1),
            "ArrowLeft" | "ArrowUp" | "PageUp" => open.step(-1),
            " " | "Enter" if !on_button => open.step(1),
            "Home" => {
                if let Some(first) = untrack(|| open.first()) {
                    open.choose(first);
                }
            }
            "Escape" => close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let chart = Memo::new(move |_| {
        let at = open.chosen.get()?;
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
    // A click beside the buttons gives the focus to the dialog, so that the keys go on working.
    view! {
        <dialog class="play" aria-label=shell.t("incident.play") tabindex="-1" node_ref=sheet
            on:keydown=press on:close=move |_| playing.set(false)>
            <div class="play-words" aria-live="polite">
                {dynamic(move || {
                    shell.texts.track();
                    open.chosen_event().map(|event| view! { <Told open=open event=event/> })
                })}
            </div>
            <div class="play-picture">
                <div class="plot" node_ref=frame style=text(move || surface.style())>
                    <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
                </div>
            </div>
            <div class="play-foot">
                <button class="button" aria-disabled=text(move || open.neighbour(-1).is_none().to_string())
                    on:click=move |_| open.step(-1)>{shell.t("incident.previous")}</button>
                <button class="button strong" aria-disabled=text(move || open.neighbour(1).is_none().to_string())
                    on:click=move |_| open.step(1)>{shell.t("incident.next")}</button>
                <span class="quiet">{text(move || open.number())}</span>
                <span class="quiet keys">{shell.t("incident.play_keys")}</span>
                <button class="button" on:click=move |_| close()>{shell.t("incident.play_end")}</button>
            </div>
        </dialog>
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
