//! A chart on the page: a canvas, and over it the places that answer to pointer and keyboard.

mod choice;
mod crosshair;
mod handle;
mod still;
mod surface;
mod table;

use leptos::ev::PointerEvent;
use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::chart::{ChartSpec, HitKind};
use outage_lab::models::ModelSpec;
use outage_lab::notebook::session::CellState;

use super::export;
use super::live::{Live, charts};
use super::shell::Shell;
use crate::ui::dynamic::{When, dynamic, flag, text};
use choice::Choice;
pub(crate) use choice::{focus_chosen, over};
use crosshair::Crosshair;
use handle::{Drag, Handle};
pub(crate) use still::Still;
pub(crate) use surface::{Surface, paint};
pub(crate) use table::ChartTable;

/// What presses with a finger or the main button of a mouse; the others open menus and paste.
const MAIN_BUTTON: i16 = 0;

/// A chart of a model cell, with its heading and its tools.
#[component]
pub(crate) fn Chart(
    at: usize,
    cell: String,
    chart: &'static str,
    spec: &'static ModelSpec,
) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let shown = Memo::new(move |_| {
        live.with_cell(at, |session| {
            charts(session, at)
                .iter()
                .find(|shown| shown.id == chart)
                .cloned()
        })
    });
    let title = text(move || {
        shown.with(|chart| {
            let chart = chart.as_ref();
            chart.map_or_else(String::new, |chart| shell.label(&chart.title))
        })
    });
    let hint = text(move || shell.say(&format!("{}.chart.{chart}.hint", spec.id)));
    // A picture without its chart would pass for the present one. While the model works, it stays as it was.
    let is_gone = Memo::new(move |before: Option<&bool>| {
        shown.with(Option::is_none)
            && live.with_cell(at, |session| {
                let state = session.cell(at).map(|view| view.state);
                before == Some(&true) || !matches!(state, Some(CellState::Working { .. }))
            })
    });
    let with_table = RwSignal::new(false);
    let name = format!("{cell}-{chart}");
    let embed_of = cell.clone();
    view! {
        <figure class="chart card" hidden=flag(move || is_gone.get())>
            <div class="head">
                <h3>{title}</h3>
                <div class="tools">
                    <button class="plain" aria-expanded=text(move || with_table.get().to_string())
                        on:click=move |_| with_table.update(|on| *on = !*on)>{shell.t("app.table")}</button>
                    <export::Tools chart=shown name=name.clone()/>
                    <When cond=flag(move || !shell.embed.get())>
                        <export::EmbedCode cell=embed_of.clone()/>
                    </When>
                </div>
            </div>
            <p class="hint quiet">{hint}</p>
            <Plot cell=cell chart=shown spec=spec/>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || shown.get().map(|chart| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
    }
}

/// The picture.
#[component]
fn Plot(cell: String, chart: Memo<Option<ChartSpec>>, spec: &'static ModelSpec) -> impl IntoView {
    let live = Live::get();
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let drag = Drag {
        live,
        cell: StoredValue::new(cell),
        spec,
        chart,
        surface,
    };
    let has_handle = Memo::new(move |_| surface.handle().is_some());
    let choices = Memo::new(move |_| surface.hits(&[HitKind::Choice]));
    let cross = Crosshair::new(surface, chart);
    let shell = Shell::get();
    let place = move |event: PointerEvent| {
        let is_click = event.pointer_type() == "mouse" && event.button() == MAIN_BUTTON;
        if is_click && event.target() == event.current_target() && drag.to(&event) {
            live.commit();
        }
    };
    view! {
        <div class="plot" node_ref=frame tabindex="0" role="group" style=text(move || surface.style())
            aria-label=shell.t("app.chart_keys")
            on:labels=move |event| surface.tell_labels(&event)
            on:pointermove=move |event| cross.follow(&event) on:pointerleave=move |_| cross.leave() on:pointerdown=place
            on:keydown=move |event| cross.press(&event) on:blur=move |_| cross.leave()>
            <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
            <span class="cross" style=cross.line()></span>
            <When cond=flag(move || has_handle.get())><Handle drag=drag/></When>
            <For each=move || choices.get() key=|hit| hit.id.clone() let(hit)>
                <Choice hit=hit drag=drag choices=choices/>
            </For>
        </div>
        <p class="readout" aria-live="polite">{cross.readout()}</p>
        <SceneNotes surface=surface/>
    }
}

#[component]
fn SceneNotes(surface: Surface) -> impl IntoView {
    let shell = Shell::get();
    dynamic(move || {
        surface
            .notes()
            .into_iter()
            .map(|note| view! { <p class="quiet">{shell.message(&note)}</p> })
            .collect_view()
    })
}
