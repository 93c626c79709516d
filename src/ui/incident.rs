//! The incidents that a page has, handed down by context.

use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use outage_lab::incident::Incident;

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
