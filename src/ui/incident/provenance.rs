//! A model that was opened from an event: which event, and where each of its values comes from.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::schema::{LinkInput, ModelLink};
use outage_lab::incident::{Incident, InputOrigin, ResolvedInput, resolve_inputs};
use outage_lab::models::{ModelSpec, parse};
use outage_lab::view::{opened_from, origin_word};

use super::metrics::metric_name;
use crate::ui::dynamic::{dynamic, effect, text};
use crate::ui::live::Live;
use crate::ui::shell::Shell;

/// The card on the page of `model`. Without its incident's file it stays away: the values are in the address.
#[component]
pub(crate) fn Provenance(model: String, from: String) -> impl IntoView {
    let incident = RwSignal::new_local(None::<Incident>);
    effect({
        let from = from.clone();
        move || {
            let Some((id, _)) = from.rsplit_once('.') else {
                return;
            };
            let id = id.to_owned();
            spawn_local(async move {
                let found = super::fetched(&id).await.ok();
                let _ = incident.try_set(found);
            });
        }
    });
    dynamic(move || {
        let incident = incident.get()?;
        let (event, link) = opened_from(&incident, &from, &model)?;
        let (event, link) = (event.clone(), link.clone());
        Some(view! { <Opened incident=incident event=event link=link/> })
    })
}

#[component]
fn Opened(
    incident: Incident,
    event: outage_lab::incident::schema::Event,
    link: ModelLink,
) -> impl IntoView {
    let shell = Shell::get();
    let href = format!("#/i/{}?event={}", incident.id, event.id);
    let incident = StoredValue::new_local(incident);
    let heading = text(move || {
        let lang = shell.shown_lang();
        let when = incident.with_value(|incident| event.at.describe(&incident.zone, lang));
        format!("{} · {}", when, event.title.get(lang))
    });
    let prompt = link.prompt.clone();
    let live = Live::get();
    let model = live.peek(|session| session.library().model(&link.model));
    view! {
        <div class="notice provenance">
            <p><a href=href>{heading}</a></p>
            <p>{text(move || prompt.get(shell.shown_lang()).to_owned())}</p>
            {dynamic(move || {
                shell.texts.track();
                let spec = model?.spec();
                Some(incident.with_value(|incident| view! {
                    <Inputs incident=incident.clone() spec=spec inputs=link.inputs.clone() live=live/>
                }))
            })}
        </div>
    }
}

/// A row an input: its name, its value, where it comes from. On the model's own page, whether it still is that.
#[component]
pub(super) fn Inputs(
    incident: Incident,
    spec: &'static ModelSpec,
    inputs: BTreeMap<String, LinkInput>,
    #[prop(optional)] live: Option<Live>,
) -> impl IntoView {
    let shell = Shell::get();
    let rows = resolve_inputs(&incident, &inputs);
    let row = move |input: ResolvedInput| {
        let name = shell.say(&format!("{}.input.{}.name", spec.id, input.input));
        let word = origin_word(&incident, &input.origin);
        let detail = match &input.origin {
            InputOrigin::Ours(why) => why.get(shell.shown_lang()).to_owned(),
            InputOrigin::Metric(id) => metric_name(shell, &incident, id),
            InputOrigin::Source(id) => incident
                .source(id)
                .map(|source| source.title.get(shell.shown_lang()).to_owned())
                .unwrap_or_default(),
        };
        let declared = spec.input(&input.input);
        let value = input.value.as_ref().ok();
        let parsed = declared
            .zip(value)
            .and_then(|(declared, text)| parse(declared, text).ok());
        let shown = match (&parsed, declared, &input.value) {
            (Some(value), Some(declared), _) => value.typed(declared.unit, shell.shown_lang()),
            (_, _, Err(reason)) => shell.say(&format!("undefined.{reason}")),
            _ => String::new(),
        };
        let address = format!("{}.{}", spec.id, input.input);
        let changed = live.zip(parsed).map(|(live, was)| {
            let moved = Memo::new(move |_| {
                live.with(|session| {
                    session
                        .control_value(&address)
                        .is_some_and(|now| now != was)
                })
            });
            dynamic(move || {
                moved
                    .get()
                    .then(|| view! { " " <em>{shell.say("incident.origin_changed")}</em> })
            })
        });
        view! {
            <tr>
                <td class="words">{name}</td>
                <td class="number">{shown}{changed}</td>
                <td class="words"><span class="origin">{shell.say(&format!("incident.origin.{word}"))}</span>" "{detail}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll"><table><tbody>{rows.into_iter().map(row).collect_view()}</tbody></table></div>
    }
}
