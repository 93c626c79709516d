//! What is said of an incident that is written in one language.

use crate::incident::{Incident, Language};

/// The string, by its key, that says in which single language an incident is written; `None` where it is in both, as
/// those of this project are.
#[must_use]
pub fn only_in(incident: &Incident) -> Option<&'static str> {
    match incident.language? {
        Language::En => Some("incident.only_in.en"),
        Language::Zh => Some("incident.only_in.zh"),
    }
}
