//! An incident's timeline as a picture with events to choose, of which a part can be looked at closely.

use leptos::prelude::*;
use outage_lab::chart::ChartSpec;
use outage_lab::notebook::{TimelineLook, timeline_chart, timeline_extent};
use outage_lab::view::Viewport;

use super::filter::Filter;
use super::open::Open;
use super::overview::Overview;
use super::picture::{Picture, Zoom};
use super::play::Play;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};
use crate::ui::export;
use crate::ui::figure::ChartTable;

#[component]
pub(super) fn Timeline(open: Open, name: String) -> impl IntoView {
    let shell = open.shell;
    let whole = open.with(timeline_extent).unwrap_or((0.0, 1.0));
    let view = RwSignal::new(Viewport::new(whole));
    let chart = Memo::new(move |_| {
        let chosen = open.chosen_event().map(|event| event.id);
        let (filter, window) = (open.filter.get(), view.get().shown());
        open.with(|incident| {
            Some(timeline_chart(
                incident,
                TimelineLook {
                    chosen: chosen.as_deref(),
                    window: Some(window),
                    until_s: None,
                    shows: Some(&|event| filter.passes(event)),
                },
            ))
        })
    });
    // The chosen event comes into view.
    effect(move || {
        if let Some(moment) = open.chosen_moment() {
            let now = view.get_untracked();
            let next = now.revealing(moment);
            if next != now {
                view.set(next);
            }
        }
    });
    let about = Signal::derive(move || open.chosen_moment());
    let with_table = RwSignal::new(false);
    let playing = RwSignal::new(false);
    view! {
        <figure class="chart card timeline">
            <div class="head">
                <h3>{shell.t("incident.timeline")}</h3>
                <div class="tools">
                    <Zoom view=view about=about/>
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
            <Picture chart=chart view=view chosen=text(move || open.chosen_event().map_or_else(String::new, |event| event.id))
                about=about
                choose=Callback::new(move |id: String| if let Some(at) = open.place(&id) { open.choose(at) })
                step=Callback::new(move |by| open.step(by))/>
            <Overview open=open view=view/>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || chart.get().map(|chart: ChartSpec| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
        <When cond=flag(move || playing.get())><Play open=open playing=playing/></When>
    }
}
