//! An incident's timeline as a picture with events to choose, of which a part can be looked at closely.

use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::chart::{ChartSpec, Hit, HitKind};
use outage_lab::notebook::{TimelineLook, timeline_chart, timeline_extent};
use outage_lab::view::Viewport;

use super::filter::Filter;
use super::gesture::Gesture;
use super::open::Open;
use super::overview::Overview;
use super::play::Play;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};
use crate::ui::export;
use crate::ui::figure::{ChartTable, Surface, focus_chosen, over};

#[component]
pub(super) fn Timeline(open: Open, name: String) -> impl IntoView {
    let shell = open.shell;
    let whole = open.with(timeline_extent).unwrap_or((0.0, 1.0));
    let view = RwSignal::new(Viewport::new(whole));
    let chart = Memo::new(move |_| {
        let chosen = open.event(open.chosen.get()).map(|event| event.id);
        let (filter, window) = (open.filter.get(), view.get().shown());
        open.with(|incident| {
            Some(timeline_chart(
                incident,
                TimelineLook {
                    chosen: chosen.as_deref(),
                    window: Some(window),
                    shows: Some(&|event| filter.passes(event)),
                },
            ))
        })
    });
    // The chosen event comes into view.
    effect(move || {
        if let Some(moment) = open.moment(open.chosen.get()) {
            let now = view.get_untracked();
            let next = now.revealing(moment);
            if next != now {
                view.set(next);
            }
        }
    });
    let with_table = RwSignal::new(false);
    let playing = RwSignal::new(false);
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let gesture = Gesture::new(view, surface);
    let spots = Memo::new(move |_| surface.hits(&[HitKind::Event]));
    let step = move |factor: f64| {
        move |_| {
            let now = view.get_untracked();
            let (from, to) = now.shown();
            let about = open.moment(open.chosen.get_untracked());
            let about = about.filter(|at| (from..=to).contains(at));
            view.set(now.zoomed(factor, about.unwrap_or(f64::midpoint(from, to))));
        }
    };
    view! {
        <figure class="chart card timeline">
            <div class="head">
                <h3>{shell.t("incident.timeline")}</h3>
                <div class="tools">
                    <button class="plain zoom" aria-label=shell.t("incident.zoom_out") title=shell.t("incident.zoom_out")
                        disabled=flag(move || view.get().is_whole()) on:click=step(0.5)>"−"</button>
                    <button class="plain zoom" aria-label=shell.t("incident.zoom_in") title=shell.t("incident.zoom_in")
                        disabled=flag(move || view.get().is_closest()) on:click=step(2.0)>"+"</button>
                    <button class="plain" disabled=flag(move || view.get().is_whole())
                        on:click=move |_| view.update(|view| *view = view.reset())>{shell.t("incident.zoom_whole")}</button>
                    <When cond=flag(move || !shell.embed.get())>
                        <button class="plain" on:click=move |_| playing.set(true)>{shell.t("incident.play")}</button>
                    </When>
                    <button class="plain" aria-expanded=text(move || with_table.get().to_string())
                        on:click=move |_| with_table.update(|on| *on = !*on)>{shell.t("app.table")}</button>
                    <export::Tools chart=chart name=name/>
                </div>
            </div>
            <p class="hint quiet">{shell.t("incident.timeline_hint")}</p>
            <Filter open=open/>
            <div class="plot" node_ref=frame tabindex="0" role="group" aria-label=shell.t("incident.timeline_keys")
                style=text(move || surface.style()) data-labels=text(move || surface.labels_json())
                on:wheel=move |event| gesture.wheel(&event)
                on:pointerdown=move |event| gesture.press(&event) on:pointermove=move |event| gesture.carry(&event)
                on:pointerup=move |event| gesture.release(&event) on:pointercancel=move |event| gesture.release(&event)
                on:keydown=move |event| gesture.key(&event, open.moment(open.chosen.get_untracked()))>
                <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
                <For each=move || spots.get() key=|hit| hit.id.clone() let(hit)>
                    <Spot hit=hit open=open spots=spots/>
                </For>
            </div>
            <Overview open=open view=view/>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || chart.get().map(|chart: ChartSpec| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
        <When cond=flag(move || playing.get())><Play open=open playing=playing/></When>
    }
}

/// An event on the picture: a button. Left and right go to the neighbours in time.
#[component]
fn Spot(hit: Hit, open: Open, spots: Memo<Vec<Hit>>) -> impl IntoView {
    let id = hit.id.clone();
    let place = {
        let id = id.clone();
        text(move || {
            let rect = spots.with(|spots| {
                spots
                    .iter()
                    .find(|spot| spot.id == id)
                    .map(|spot| spot.rect)
            });
            rect.map_or_else(String::new, over)
        })
    };
    let is_chosen = {
        let id = id.clone();
        Memo::new(move |_| {
            open.event(open.chosen.get())
                .is_some_and(|event| event.id == id)
        })
    };
    let choose = move |_| {
        if let Some(at) = open.place(&id) {
            open.choose(at);
        }
    };
    let label = text(move || open.shell.label(&hit.label));
    view! {
        <button class="spot" style=place aria-label=label title=label
            aria-pressed=text(move || is_chosen.get().to_string()) tabindex=text(move || if is_chosen.get() { "0" } else { "-1" }.to_owned())
            on:click=choose
            on:keydown=move |event| {
                let by = match event.key().as_str() {
                    "ArrowRight" | "ArrowDown" => 1,
                    "ArrowLeft" | "ArrowUp" => -1,
                    _ => return,
                };
                event.prevent_default();
                open.step(by);
                focus_chosen();
            }></button>
    }
}
