//! A chart that nothing on it changes, with its heading and its tools.

use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::chart::ChartSpec;

use super::crosshair::Crosshair;
use super::{ChartTable, SceneNotes, Surface};
use crate::ui::dynamic::{When, dynamic, flag, text};
use crate::ui::export;
use crate::ui::shell::Shell;

/// The chart; its controls are the children.
#[component]
pub(crate) fn Still(
    chart: Memo<Option<ChartSpec>>,
    #[prop(into)] name: String,
    /// The key of the line below the heading.
    hint: &'static str,
    children: Children,
) -> impl IntoView {
    let shell = Shell::get();
    let title = text(move || {
        chart.with(|chart| {
            let chart = chart.as_ref();
            chart.map_or_else(String::new, |chart| shell.label(&chart.title))
        })
    });
    let with_table = RwSignal::new(false);
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let cross = Crosshair::new(surface, chart);
    view! {
        <figure class="chart card">
            <div class="head">
                <h3>{title}</h3>
                <div class="tools">
                    <button class="plain" aria-expanded=text(move || with_table.get().to_string())
                        on:click=move |_| with_table.update(|on| *on = !*on)>{shell.t("app.table")}</button>
                    <export::Tools chart=chart name=name/>
                </div>
            </div>
            <p class="hint quiet">{shell.t(hint)}</p>
            {children()}
            <div class="plot" node_ref=frame tabindex="0" role="group" style=text(move || surface.style())
                aria-label=shell.t("app.chart_keys") on:labels=move |event| surface.tell_labels(&event)
                on:pointermove=move |event| cross.follow(&event) on:pointerleave=move |_| cross.leave()
                on:keydown=move |event| cross.press(&event) on:blur=move |_| cross.leave()>
                <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
                <span class="cross" style=cross.line()></span>
            </div>
            <p class="readout" aria-live="polite">{cross.readout()}</p>
            <SceneNotes surface=surface/>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || chart.get().map(|chart| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
    }
}
