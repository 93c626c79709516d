//! An incident's timeline as a picture with events to choose.

use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::chart::{ChartSpec, Hit, HitKind};
use outage_lab::notebook::timeline_chart;

use super::open::Open;
use crate::ui::dynamic::{When, dynamic, flag, text};
use crate::ui::export;
use crate::ui::figure::{ChartTable, Surface, focus_chosen, over};

#[component]
pub(super) fn Timeline(open: Open, name: String) -> impl IntoView {
    let shell = open.shell;
    let chart = Memo::new(move |_| {
        let chosen = open.event(open.chosen.get()).map(|event| event.id);
        open.with(|incident| Some(timeline_chart(incident, chosen.as_deref())))
    });
    let with_table = RwSignal::new(false);
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let spots = Memo::new(move |_| surface.hits(&[HitKind::Event]));
    view! {
        <figure class="chart card">
            <div class="head">
                <h3>{shell.t("incident.timeline")}</h3>
                <div class="tools">
                    <button class="plain" aria-expanded=text(move || with_table.get().to_string())
                        on:click=move |_| with_table.update(|on| *on = !*on)>{shell.t("app.table")}</button>
                    <export::Tools chart=chart name=name/>
                </div>
            </div>
            <p class="hint quiet">{shell.t("incident.timeline_hint")}</p>
            <div class="plot" node_ref=frame style=text(move || surface.style()) data-labels=text(move || surface.labels_json())>
                <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
                <For each=move || spots.get() key=|hit| hit.id.clone() let(hit)>
                    <Spot hit=hit open=open spots=spots/>
                </For>
            </div>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || chart.get().map(|chart: ChartSpec| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
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
