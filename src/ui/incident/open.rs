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
    pub(super) chosen: RwSignal<Option<usize>>,
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

    /// The chosen event.
    pub(super) fn chosen_event(self) -> Option<Event> {
        self.event(self.chosen.get()?)
    }

    /// The moment of the chosen event, as in [`Open::moment`].
    pub(super) fn chosen_moment(self) -> Option<f64> {
        self.moment(self.chosen.get()?)
    }

    /// Which of how many events is chosen.
    pub(super) fn number(self) -> String {
        let number = self.chosen.get().map_or(0, |at| at + 1);
        let count = self.with(|incident| incident.events.len());
        format!("{number} / {count}")
    }

    pub(super) fn place(self, id: &str) -> Option<usize> {
        self.with(|incident| incident.events.iter().position(|event| event.id == id))
    }

    pub(super) fn choose(self, at: usize) {
        self.chosen.set(Some(at));
        if let (Some(page), Some(event)) = (self.page, self.event(at)) {
            page.choose_event(&event.id);
        }
    }

    /// The first event that is shown.
    pub(super) fn first(self) -> Option<usize> {
        self.filter.with(|filter| {
            self.with(|incident| {
                let mut events = incident.events.iter();
                events.position(|event| filter.passes(event))
            })
        })
    }

    /// The event before (−1) or after (1) the chosen one, among those that are shown; without a chosen one, the first.
    pub(super) fn neighbour(self, by: isize) -> Option<usize> {
        let Some(from) = self.chosen.get() else {
            return self.first();
        };
        let next = self
            .filter
            .with(|filter| self.with(|incident| filter.step(&incident.events, from, by)));
        (next != from).then_some(next)
    }

    /// Goes to the event before (−1) or after (1).
    pub(super) fn step(self, by: isize) {
        if let Some(next) = untrack(|| self.neighbour(by)) {
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
        self.chosen.set(Some(asked.unwrap_or(0)));
    }
}
