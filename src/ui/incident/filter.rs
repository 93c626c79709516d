//! Which events are shown: by actor, by mechanism, by how well they are supported.

use leptos::prelude::*;
use outage_lab::incident::{Actor, Status};
use outage_lab::text::{Message, Unit};
use outage_lab::view::{EventFilter, filter_choices};

use super::open::Open;
use crate::ui::dynamic::{When, dynamic, flag, text};

/// Three lists to choose from, and how many events are left.
#[component]
pub(super) fn Filter(open: Open) -> impl IntoView {
    let shell = open.shell;
    let choices = StoredValue::new(open.with(filter_choices));
    let count = open.with(|incident| incident.events.len());
    let shown = Memo::new(move |_| {
        let filter = open.filter.get();
        open.with(|incident| {
            let events = incident.events.iter();
            events.filter(|event| filter.passes(event)).count()
        })
    });
    let actors = move || {
        let actors = choices.with_value(|choices| choices.actors.clone());
        actors.iter().map(|actor| actor.id().to_owned()).collect()
    };
    let statuses = move || {
        let statuses = choices.with_value(|choices| choices.statuses.clone());
        statuses
            .iter()
            .map(|status| status.id().to_owned())
            .collect()
    };
    let mechanisms = move || choices.with_value(|choices| choices.mechanisms.clone());
    let set_actor = move |filter: &mut EventFilter, id: &str| {
        filter.actor = Actor::ALL.iter().copied().find(|actor| actor.id() == id);
    };
    let set_status = move |filter: &mut EventFilter, id: &str| {
        filter.status = Status::ALL.iter().copied().find(|status| status.id() == id);
    };
    let set_mechanism = move |filter: &mut EventFilter, id: &str| {
        filter.mechanism = (!id.is_empty()).then(|| id.to_owned());
    };
    #[expect(
        clippy::cast_precision_loss,
        reason = "a file has far fewer events than 2^53"
    )]
    let count_line = text(move || {
        let message = Message::new("incident.events_shown")
            .quantity("count", shown.get() as f64, Unit::Count)
            .quantity("of", count as f64, Unit::Count);
        shell.message(&message)
    });
    view! {
        <div class="filter">
            <Choose open=open kind="actor" ids=actors() set=set_actor/>
            <Choose open=open kind="mechanism" ids=mechanisms() set=set_mechanism/>
            <Choose open=open kind="status" ids=statuses() set=set_status/>
            <span class="quiet" role="status">
                {dynamic(move || (!open.filter.with(EventFilter::is_open)).then_some(count_line))}
            </span>
            <When cond=flag(move || !open.filter.with(EventFilter::is_open))>
                <button class="plain" on:click=move |_| open.filter.set(EventFilter::default())>
                    {shell.t("incident.filter_off")}
                </button>
            </When>
        </div>
    }
}

/// One list; its first line asks for nothing.
#[component]
fn Choose(
    open: Open,
    kind: &'static str,
    ids: Vec<String>,
    set: fn(&mut EventFilter, &str),
) -> impl IntoView {
    let shell = open.shell;
    let now = text(move || {
        open.filter
            .with(|filter| match kind {
                "actor" => filter.actor.map(|actor| actor.id().to_owned()),
                "status" => filter.status.map(|status| status.id().to_owned()),
                _ => filter.mechanism.clone(),
            })
            .unwrap_or_default()
    });
    let option = move |id: String| {
        let key = format!("incident.{kind}.{id}");
        let name = text(move || shell.say(&key));
        view! { <option value=id>{name}</option> }
    };
    let label = move || shell.say(&format!("incident.filter_{kind}"));
    view! {
        <select aria-label=text(label) prop:value=now
            on:change=move |event| {
                let id = event_target_value(&event);
                open.filter.update(|filter| set(filter, &id));
            }>
            <option value="">{text(label)}</option>
            {ids.into_iter().map(option).collect_view()}
        </select>
    }
}
