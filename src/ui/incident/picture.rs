//! A picture of lanes over time: events to choose, a stretch to look at.

use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::chart::{ChartSpec, Hit, HitKind};
use outage_lab::view::Viewport;

use super::gesture::Gesture;
use crate::ui::browser::plain_key;
use crate::ui::dynamic::text;
use crate::ui::figure::{Surface, focus_chosen, over};
use crate::ui::shell::Shell;

/// The picture of `chart`, which shows the stretch `view`.
#[component]
pub(super) fn Picture(
    chart: Memo<Option<ChartSpec>>,
    view: RwSignal<Viewport>,
    /// The chosen event.
    chosen: Signal<String>,
    /// The moment about which keys zoom.
    about: Signal<Option<f64>>,
    /// Chooses an event.
    choose: Callback<String>,
    /// Goes to the event before (−1) or after (1).
    step: Callback<isize>,
) -> impl IntoView {
    let shell = Shell::get();
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let gesture = Gesture::new(view, surface);
    let spots = Memo::new(move |_| surface.hits(&[HitKind::Event]));
    // Where Tab stops: the chosen event, or the first where that is not on the picture.
    let stop = Memo::new(move |_| {
        spots.with(|spots| {
            let spot = chosen.with(|chosen| spots.iter().find(|spot| spot.id == *chosen));
            spot.or(spots.first()).map(|spot| spot.id.clone())
        })
    });
    view! {
        <div class="plot" node_ref=frame tabindex="0" role="group" aria-label=shell.t("incident.timeline_keys")
            style=text(move || surface.style()) on:labels=move |event| surface.tell_labels(&event)
            on:wheel=move |event| gesture.wheel(&event)
            on:pointerdown=move |event| gesture.press(&event) on:pointermove=move |event| gesture.carry(&event)
            on:pointerup=move |event| gesture.release(&event) on:pointercancel=move |event| gesture.release(&event)
            on:keydown=move |event| gesture.key(&event, about.get_untracked())>
            <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
            <For each=move || spots.get() key=|hit| hit.id.clone() let(hit)>
                <Spot hit=hit spots=spots stop=stop chosen=chosen choose=choose step=step/>
            </For>
        </div>
    }
}

/// An event on the picture: a button. Left and right go to the neighbours in time.
#[component]
fn Spot(
    hit: Hit,
    spots: Memo<Vec<Hit>>,
    stop: Memo<Option<String>>,
    chosen: Signal<String>,
    choose: Callback<String>,
    step: Callback<isize>,
) -> impl IntoView {
    let shell = Shell::get();
    let id = hit.id.clone();
    let place = text(move || {
        let rect = spots.with(|spots| {
            spots
                .iter()
                .find(|spot| spot.id == id)
                .map(|spot| spot.rect)
        });
        rect.map_or_else(String::new, over)
    });
    let id = hit.id.clone();
    let is_chosen = Memo::new(move |_| chosen.with(|chosen| *chosen == id));
    let id = hit.id.clone();
    let is_stop = Memo::new(move |_| stop.with(|stop| stop.as_ref() == Some(&id)));
    let id = StoredValue::new(hit.id.clone());
    let label = text(move || shell.label(&hit.label));
    view! {
        <button class="spot" style=place aria-label=label title=label
            aria-pressed=text(move || is_chosen.get().to_string()) tabindex=text(move || if is_stop.get() { "0" } else { "-1" }.to_owned())
            on:click=move |_| choose.run(id.get_value())
            on:keydown=move |event| {
                let by = match plain_key(&event).as_deref() {
                    Some("ArrowRight" | "ArrowDown") => 1,
                    Some("ArrowLeft" | "ArrowUp") => -1,
                    _ => return,
                };
                event.prevent_default();
                if !is_chosen.get_untracked() {
                    choose.run(id.get_value());
                }
                step.run(by);
                focus_chosen();
            }></button>
    }
}

/// Buttons that look closer, from farther, and at the whole.
#[component]
pub(super) fn Zoom(view: RwSignal<Viewport>, about: Signal<Option<f64>>) -> impl IntoView {
    let shell = Shell::get();
    let press = move |key: &'static str| {
        move |_| {
            let now = view.get_untracked();
            let next = now.after_key(key, about.get_untracked());
            if let Some(next) = next.filter(|next| *next != now) {
                view.set(next);
            }
        }
    };
    let is_whole = move || view.get().is_whole().to_string();
    view! {
        <button class="plain zoom" aria-label=shell.t("incident.zoom_out") title=shell.t("incident.zoom_out")
            aria-disabled=text(is_whole) on:click=press("-")>"−"</button>
        <button class="plain zoom" aria-label=shell.t("incident.zoom_in") title=shell.t("incident.zoom_in")
            aria-disabled=text(move || view.get().is_closest().to_string()) on:click=press("+")>"+"</button>
        <button class="plain" aria-disabled=text(is_whole) on:click=press("0")>{shell.t("incident.zoom_whole")}</button>
    }
}
