//! From an event of an incident to the model that it can be tried out in.

use super::address::{Address, Options, Route};
use crate::incident::schema::ModelLink;
use crate::incident::{Incident, resolve_inputs};
use crate::models::{CATALOGUE, InputError, find};
use crate::notebook::{Document, Library, Session};
use crate::text::Bilingual;

/// The address at which a model opens with the inputs that a link gives it. `None` if there is no such
/// model.
///
/// # Errors
/// The first input that the model does not take. One that has no value, as where a time was not
/// published, keeps its default.
pub fn event_address(incident: &Incident, link: &ModelLink) -> Option<Result<Address, InputError>> {
    let spec = find(&link.model)?.spec();
    let document = Document::for_model(spec, Bilingual::default());
    let mut session = Session::open(document, Library::new(CATALOGUE));
    for input in resolve_inputs(incident, &link.inputs) {
        if let Ok(text) = input.value
            && let Err(error) = session.set_text(&format!("{}.{}", spec.id, input.input), &text)
        {
            return Some(Err(error));
        }
    }
    let route = Route::Model(spec.id.to_owned());
    Some(Ok(Address::of(&session, route, Options::default())))
}
