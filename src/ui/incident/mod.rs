//! Incidents on the page: what happened, durations, timeline as picture and as list, sources.

mod aligned;
mod card;
mod compare;
mod files;
mod filter;
mod gesture;
mod list;
mod metrics;
mod open;
mod overview;
mod picture;
mod play;
mod provenance;
mod story;
mod timeline;
mod what_if;

use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use outage_lab::incident::Incident;
use outage_lab::notebook::{Cell, IncidentCell};
use outage_lab::view::address::Route;
use outage_lab::view::{EventFilter, only_in};

use crate::ui::dynamic::{effect, text};
use crate::ui::fetch::FetchError;
use crate::ui::live::Live;
use crate::ui::page::{Trouble, incident_file};
use crate::ui::shell::Shell;
use card::EventCard;
pub(crate) use compare::Compare;
use files::Files;
pub(crate) use files::{Format, JSON, save_as};
use list::List;
use metrics::Metrics;
use open::Open;
pub(crate) use provenance::Provenance;
use story::{Sources, Story};
use timeline::Timeline;
use what_if::WhatIfs;

/// The incidents of the page by id.
#[derive(Clone, Copy)]
pub(crate) struct Incidents(StoredValue<Rc<BTreeMap<String, Incident>>, LocalStorage>);

impl Incidents {
    /// Those of a page.
    pub(crate) fn new(incidents: Rc<BTreeMap<String, Incident>>) -> Incidents {
        Incidents(StoredValue::new_local(incidents))
    }

    /// The incident called `id`.
    pub(crate) fn find(self, id: &str) -> Option<Rc<Incident>> {
        self.0
            .with_value(|incidents| incidents.get(id).cloned().map(Rc::new))
    }
}

/// The file of the incident called `id`.
async fn fetched(id: &str) -> Result<Incident, Trouble> {
    let (path, json) = incident_file(id).await?;
    let read = Incident::parse(&json).map_err(|finding| FetchError::Unreadable {
        path,
        detail: finding.to_string(),
    });
    Ok(read?)
}

/// An incident cell.
#[component]
pub(crate) fn IncidentView(at: usize) -> impl IntoView {
    let Some(Cell::Incident(cell)) = Live::get().cell(at) else {
        return ().into_any();
    };
    let Some(incident) = expect_context::<Incidents>().find(&cell.incident) else {
        return ().into_any();
    };
    let live = Live::get();
    let own_page = matches!(live.route(), Route::Incident(_));
    let open = Open {
        shell: Shell::get(),
        incident: StoredValue::new_local(incident),
        chosen: RwSignal::new(Some(0)),
        filter: RwSignal::new(EventFilter::default()),
        page: own_page.then_some(live),
    };
    if own_page {
        effect(move || open.follow(live));
    }
    view! { <Shown cell=cell open=open/> }.into_any()
}

#[component]
fn Shown(cell: IncidentCell, open: Open) -> impl IntoView {
    let all = cell.show.is_empty();
    let shows = move |part: &str| all || cell.show.iter().any(|shown| shown == part);
    view! {
        {open.page.is_none().then(|| view! {
            <p class="quiet">
                <a href=format!("#/i/{}", cell.incident)>{text(move || open.with(|incident| open.say(&incident.title)))}</a>
            </p>
        })}
        {language(open)}
        {shows("summary").then(|| view! { <p class="lead">{text(move || open.with(|incident| open.say(&incident.summary)))}</p> })}
        {shows("metrics").then(|| view! { <Metrics open=open wanted=cell.metrics.clone() all=open.page.is_some()/> })}
        {shows("timeline").then(|| view! { <Timeline open=open name=cell.incident.clone()/><EventCard open=open/> })}
        {shows("list").then(|| view! { <List open=open/> })}
        {open.page.is_some().then(|| view! { <WhatIfs open=open/> })}
        {shows("story").then(|| view! { <Story open=open/> })}
        {shows("sources").then(|| view! { <Sources open=open/> })}
        {open.page.is_some().then(|| view! {
            <Files open=open/>
            <p><a href=format!("#/edit?copy={}", cell.incident)>{open.shell.t("incident.edit_copy")}</a></p>
        })}
    }
}

/// The mark of an incident that is written in one language.
fn language(open: Open) -> Option<impl IntoView> {
    open.with(only_in)
        .map(|key| view! { <p class="quiet">{open.shell.t(key)}</p> })
}

/// Figures and timeline of a file that is being written.
#[component]
pub(crate) fn Preview(incident: Rc<Incident>, chosen: RwSignal<Option<usize>>) -> impl IntoView {
    let name = incident.id.clone();
    let open = Open {
        shell: Shell::get(),
        incident: StoredValue::new_local(incident),
        chosen,
        filter: RwSignal::new(EventFilter::default()),
        page: None,
    };
    view! {
        <Metrics open=open wanted=vec![] all=true/>
        <Timeline open=open name=name/>
    }
}
