//! What the parts of an incident share: the file, the chosen event, the page.

use std::rc::Rc;

use leptos::prelude::*;
use outage_lab::incident::Incident;
use outage_lab::incident::schema::Event;
use outage_lab::text::Bilingual;
use outage_lab::view::EventFilter;

use crate::ui::live::Live;
use crate::ui::shell::Shell;

/// What the parts of an incident share.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) shell: Shell,
    pub(super) incident: StoredValue<Rc<Incident>, LocalStorage>,
    /// The chosen event, as its place in the file.
    pub(super) chosen: RwSignal<usize>,
    /// Which events are shown.
    pub(super) filter: RwSignal<EventFilter>,
    /// The document whose address holds the chosen event: that of the incident's own page.
    pub(super) page: Option<Live>,
}

impl Open {
    pub(super) fn with<T>(self, read: impl FnOnce(&Incident) -> T) -> T {
        self.incident.with_value(|incident| read(incident))
    }

    pub(super) fn say(self, text: &Bilingual) -> String {
        text.get(self.shell.shown_lang()).to_owned()
    }

    pub(super) fn event(self, at: usize) -> Option<Event> {
        self.with(|incident| incident.events.get(at).cloned())
    }

    pub(super) fn place(self, id: &str) -> Option<usize> {
        self.with(|incident| incident.events.iter().position(|event| event.id == id))
    }

    pub(super) fn choose(self, at: usize) {
        self.chosen.set(at);
        if let (Some(page), Some(event)) = (self.page, self.event(at)) {
            page.choose_event(&event.id);
        }
    }

    /// The event before (−1) or after (1) the one at `from`, among those that are shown.
    pub(super) fn neighbour(self, from: usize, by: isize) -> Option<usize> {
        let next = self
            .filter
            .with(|filter| self.with(|incident| filter.step(&incident.events, from, by)));
        (next != from).then_some(next)
    }

    /// Goes to the event before (−1) or after (1).
    pub(super) fn step(self, by: isize) {
        let from = self.chosen.get_untracked();
        if let Some(next) = untrack(|| self.neighbour(from, by)) {
            self.choose(next);
        }
    }

    /// The moment of an event in seconds since 1970 UTC, in the middle of an uncertain time.
    #[expect(
        clippy::cast_precision_loss,
        reason = "seconds of four-digit years are far below 2^53"
    )]
    pub(super) fn moment(self, at: usize) -> Option<f64> {
        let window = self.with(|incident| incident.window(&incident.events.get(at)?.at))?;
        Some(f64::midpoint(window.lo() as f64, window.hi() as f64))
    }

    /// Goes to the event that the address asks for.
    pub(super) fn follow(self, live: Live) {
        let asked = live.asked_event().and_then(|id| self.place(&id));
        self.chosen.set(asked.unwrap_or(0));
    }
}
