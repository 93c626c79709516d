//! From an event of an incident to the model that it can be tried out in, and from a question to its model.

use std::collections::BTreeMap;

use super::address::{Address, Options, Route};
use crate::incident::schema::{Event, LinkInput, ModelLink, WhatIf};
use crate::incident::{Incident, InputOrigin, SourceKind, resolve_inputs};
use crate::notebook::link;
use crate::ordered;

/// The address at which a model opens with the inputs that a link gives it. One that has no value, as where a time was
/// not published, keeps its default.
#[must_use]
pub fn event_address(incident: &Incident, event: &Event, link: &ModelLink) -> Address {
    let options = Options {
        from: Some(format!("{}.{}", incident.id, event.id)),
        ..Options::default()
    };
    model_address(&link.model, texts(incident, &link.inputs), options)
}

/// The address at which a question's model opens: as things were, or with what the decision changes.
#[must_use]
pub fn what_if_address(incident: &Incident, what_if: &WhatIf, taken: bool) -> Address {
    let mut texts = texts(incident, &what_if.inputs);
    if taken {
        let changed = what_if.changed.iter();
        texts.extend(changed.map(|(id, chosen)| (id.clone(), chosen.value.clone())));
    }
    model_address(&what_if.model, texts, Options::default())
}

/// The link of the event `from` (`INCIDENT.EVENT`) to `model`, if the incident has it.
#[must_use]
pub fn opened_from<'a>(
    incident: &'a Incident,
    from: &str,
    model: &str,
) -> Option<(&'a Event, &'a ModelLink)> {
    let (_, event) = from.rsplit_once('.')?;
    let event = incident.event(event)?;
    let link = event.models.iter().find(|link| link.model == model)?;
    Some((event, link))
}

/// Where a value comes from, in a word: `times` (worked out from the incident's times), `report` (the operator's own
/// words), `course` (the course text), `secondary` (other texts), `assumed` (ours).
#[must_use]
pub fn origin_word(incident: &Incident, origin: &InputOrigin) -> &'static str {
    match origin {
        InputOrigin::Metric(_) => "times",
        InputOrigin::Ours(_) => "assumed",
        InputOrigin::Source(id) => match incident.source(id).map(|source| source.kind) {
            Some(
                SourceKind::OperatorReport | SourceKind::OperatorStatement | SourceKind::Quotation,
            ) => "report",
            Some(SourceKind::CourseText) => "course",
            _ => "secondary",
        },
    }
}

/// The inputs that have a value, as one would type them.
fn texts(incident: &Incident, inputs: &BTreeMap<String, LinkInput>) -> BTreeMap<String, String> {
    let inputs = resolve_inputs(incident, inputs).into_iter();
    ordered::map(inputs.filter_map(|input| Some((input.input, input.value.ok()?))))
}

/// The texts are read by the page that opens, which says what its model does not take.
fn model_address(model: &str, inputs: BTreeMap<String, String>, options: Options) -> Address {
    let format = ("v".to_owned(), link::VERSION.to_string());
    let values = inputs
        .into_iter()
        .map(|(input, text)| (format!("{model}.{input}"), text));
    Address {
        route: Route::Model(model.to_owned()),
        options,
        state: std::iter::once(format).chain(values).collect(),
    }
}
