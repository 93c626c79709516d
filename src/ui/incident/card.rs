//! The chosen event in words.

use leptos::prelude::*;
use outage_lab::incident::schema::{Difference, Event, ModelLink};
use outage_lab::view::event_address;

use super::open::Open;
use crate::ui::dynamic::{dynamic, text};

/// The chosen event in words.
#[component]
pub(super) fn EventCard(open: Open) -> impl IntoView {
    let shell = open.shell;
    view! {
        <div class="card event">
            <div class="event-nav">
                <button class="button" aria-disabled=text(move || open.neighbour(-1).is_none().to_string()) on:click=move |_| open.step(-1)>
                    {shell.t("incident.previous")}
                </button>
                <span class="quiet">{text(move || open.number())}</span>
                <button class="button" aria-disabled=text(move || open.neighbour(1).is_none().to_string()) on:click=move |_| open.step(1)>
                    {shell.t("incident.next")}
                </button>
            </div>
            <div aria-live="polite">
                {dynamic(move || {
                    shell.texts.track();
                    open.chosen_event().map(|event| view! { <EventWords open=open event=event/> })
                })}
            </div>
        </div>
    }
}

#[component]
fn EventWords(open: Open, event: Event) -> impl IntoView {
    let shell = open.shell;
    let lang = shell.shown_lang();
    let component = open.with(|incident| {
        incident
            .component(&event.component)
            .map(|component| component.name.clone())
    });
    let when = open.with(|incident| event.at.describe(&incident.zone, lang));
    let mechanisms: Vec<String> = event
        .mechanisms
        .iter()
        .map(|mechanism| shell.say(&format!("incident.mechanism.{mechanism}")))
        .collect();
    let differing = open.with(|incident| {
        incident
            .differences_about(&event.id)
            .cloned()
            .collect::<Vec<Difference>>()
    });
    let links = open.with(|incident| {
        let link = |link: &ModelLink| {
            (
                event_address(incident, &event, link).to_string(),
                link.prompt.clone(),
            )
        };
        event.models.iter().map(link).collect::<Vec<_>>()
    });
    view! {
        <ul class="badges">
            <li>{when}</li>
            <li>{shell.say(&format!("incident.kind.{}", event.kind.id()))}</li>
            {component.map(|name| view! { <li>{open.say(&name)}</li> })}
            <li>{shell.say(&format!("incident.actor.{}", event.actor.id()))}</li>
        </ul>
        <h3>{open.say(&event.title)}</h3>
        <p>{open.say(&event.text)}</p>
        {(!mechanisms.is_empty()).then(|| view! {
            <p class="quiet">{shell.say("incident.mechanisms")}" "{mechanisms.join(" · ")}</p>
        })}
        <p class="quiet">
            {shell.say(&format!("incident.status.{}", event.status.id()))}" · "
            {event.sources.iter().map(|id| source_name(open, id)).collect::<Vec<_>>().join(" · ")}
        </p>
        {differing.into_iter().map(|difference| view! {
            <div class="notice">
                <p><strong>{open.say(&difference.topic)}</strong></p>
                {difference.statements.iter().map(|statement| view! {
                    <p>{shell.say(&format!("incident.voice.{}", statement.who.id()))}": "{open.say(&statement.text)}</p>
                }).collect_view()}
                <p class="quiet">{open.say(&difference.verdict)}</p>
            </div>
        }).collect_view()}
        {links.into_iter().map(|(href, prompt)| view! {
            <p><a class="button" style="text-decoration: none" href=href>{open.say(&prompt)}</a></p>
        }).collect_view()}
    }
}

fn source_name(open: Open, id: &str) -> String {
    open.with(|incident| incident.source(id).map(|source| open.say(&source.title)))
        .unwrap_or_default()
}
