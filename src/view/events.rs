//! Which events of an incident are shown, and what there is to choose from.

use crate::incident::schema::Event;
use crate::incident::{Actor, Incident, Status};
use crate::ordered;

/// What an event must be for it to be shown; an empty wish is met by every event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventFilter {
    /// Who or what acted.
    pub actor: Option<Actor>,
    /// A mechanism, by its id.
    pub mechanism: Option<String>,
    /// How well it is supported.
    pub status: Option<Status>,
}

impl EventFilter {
    /// Whether `event` is shown.
    #[must_use]
    pub fn passes(&self, event: &Event) -> bool {
        self.actor.is_none_or(|actor| event.actor == actor)
            && self.status.is_none_or(|status| event.status == status)
            && self
                .mechanism
                .as_ref()
                .is_none_or(|mechanism| event.mechanisms.contains(mechanism))
    }

    /// Whether it lets every event through.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == EventFilter::default()
    }

    /// The event that follows `from` by `by` (−1 or 1) among those that pass; `from` itself at the end.
    #[must_use]
    pub fn step(&self, events: &[Event], from: usize, by: isize) -> usize {
        let mut at = from;
        while let Some(next) = at
            .checked_add_signed(by)
            .filter(|next| *next < events.len())
        {
            at = next;
            if self.passes(&events[at]) {
                return at;
            }
        }
        from
    }
}

/// The actors, mechanisms and degrees of support that a file's events have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilterChoices {
    /// Who or what acted.
    pub actors: Vec<Actor>,
    /// Ids of mechanisms.
    pub mechanisms: Vec<String>,
    /// How well events are supported.
    pub statuses: Vec<Status>,
}

/// What the events of `incident` can be chosen by, each word once.
#[must_use]
pub fn filter_choices(incident: &Incident) -> FilterChoices {
    let any = |is: &dyn Fn(&Event) -> bool| incident.events.iter().any(is);
    let mechanisms = ordered::set(incident.events.iter().flat_map(|event| &event.mechanisms));
    FilterChoices {
        actors: (Actor::ALL.iter().copied())
            .filter(|actor| any(&|event| event.actor == *actor))
            .collect(),
        mechanisms: mechanisms.into_iter().cloned().collect(),
        statuses: (Status::ALL.iter().copied())
            .filter(|status| any(&|event| event.status == *status))
            .collect(),
    }
}
