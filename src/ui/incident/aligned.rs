//! Two incidents on one axis from their first fault on.

use std::rc::Rc;

use leptos::prelude::*;
use outage_lab::incident::Incident;
use outage_lab::incident::schema::Event;
use outage_lab::kernel::order::by_number;
use outage_lab::notebook::{AlignedLook, aligned_chart, aligned_extent, since_trigger_s};
use outage_lab::text::Unit;
use outage_lab::text::format::quantity;
use outage_lab::view::Viewport;

use super::picture::{Picture, Zoom};
use crate::ui::dynamic::{dynamic, text};
use crate::ui::export;
use crate::ui::shell::Shell;

/// The picture, and the chosen event in words.
#[component]
pub(super) fn Aligned(pair: [Rc<Incident>; 2]) -> impl IntoView {
    let shell = Shell::get();
    let extent = aligned_extent([&pair[0], &pair[1]]).unwrap_or((0.0, 1.0));
    let order = StoredValue::new(in_order(&pair));
    let pair = StoredValue::new_local(pair);
    let view = RwSignal::new(Viewport::new(extent));
    let chosen =
        RwSignal::new(order.with_value(|order| order.first().cloned().unwrap_or_default()));
    let chart = Memo::new(move |_| {
        let (chosen, window) = (chosen.get(), view.get().shown());
        pair.with_value(|pair| {
            Some(aligned_chart(
                [&pair[0], &pair[1]],
                AlignedLook {
                    chosen: Some(&chosen),
                    window: Some(window),
                },
            ))
        })
    });
    let moment = Signal::derive(move || {
        pair.with_value(|pair| {
            let (incident, event) = find(pair, &chosen.get())?;
            since_trigger_s(incident, event)
        })
    });
    let choose = move |id: String| {
        chosen.set(id);
        if let Some(moment) = moment.get_untracked() {
            view.update(|view| *view = view.revealing(moment));
        }
    };
    let step = move |by: isize| {
        let next = order.with_value(|order| {
            let at = order.iter().position(|id| *id == chosen.get_untracked())?;
            order.get(at.checked_add_signed(by)?).cloned()
        });
        if let Some(next) = next {
            choose(next);
        }
    };
    let words = dynamic(move || {
        pair.with_value(|pair| {
            let (incident, event) = find(pair, &chosen.get())?;
            let lang = shell.shown_lang();
            let since = since_trigger_s(incident, event);
            let since = since.map(|seconds| quantity(seconds, Unit::Second, lang));
            let when = event.at.describe(&incident.zone, lang);
            Some(view! {
                <ul class="badges">
                    {since.map(|since| view! { <li>{since}</li> })}
                    <li>{when}</li>
                    <li>{shell.say(&format!("incident.kind.{}", event.kind.id()))}</li>
                </ul>
                <h3>{event.title.get(lang).to_owned()}</h3>
                <p>{event.text.get(lang).to_owned()}</p>
                <p><a href=format!("#/i/{}?event={}", incident.id, event.id)>{shell.say("incident.open_event")}</a></p>
            })
        })
    });
    view! {
        <figure class="chart card timeline">
            <div class="head">
                <p class="hint quiet">{shell.t("incident.aligned_hint")}</p>
                <div class="tools"><Zoom view=view about=moment/><export::Tools chart=chart name="aligned"/></div>
            </div>
            <Picture chart=chart view=view chosen=text(move || chosen.get()) about=moment
                choose=Callback::new(choose) step=Callback::new(step)/>
        </figure>
        <div class="card event" aria-live="polite">{words}</div>
    }
}

/// The ids of both incidents' events, as the chart calls them, by their time since the trigger.
fn in_order(pair: &[Rc<Incident>; 2]) -> Vec<String> {
    let mut known: Vec<(f64, String)> = Vec::new();
    for (place, incident) in pair.iter().enumerate() {
        known.extend(incident.events.iter().filter_map(|event| {
            let since = since_trigger_s(incident, event)?;
            Some((since, format!("{place}/{}", event.id)))
        }));
    }
    by_number(&mut known, |(since, _)| *since);
    known.into_iter().map(|(_, id)| id).collect()
}

/// The event that the chart calls `id`.
fn find<'a>(pair: &'a [Rc<Incident>; 2], id: &str) -> Option<(&'a Incident, &'a Event)> {
    let (place, event) = id.split_once('/')?;
    let incident = pair.get(place.parse::<usize>().ok()?)?;
    Some((incident, incident.event(event)?))
}
