//! What the parts of an incident share: the file, the chosen event, the page.

use std::rc::Rc;

use leptos::prelude::*;
use outage_lab::incident::Incident;
use outage_lab::incident::schema::Event;
use outage_lab::text::Bilingual;

use crate::ui::live::Live;
use crate::ui::shell::Shell;

/// What the parts of an incident share.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) shell: Shell,
    pub(super) incident: StoredValue<Rc<Incident>, LocalStorage>,
    /// The chosen event, as its place in the file.
    pub(super) chosen: RwSignal<usize>,
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

    pub(super) fn step(self, by: isize) {
        let last = self
            .with(|incident| incident.events.len())
            .saturating_sub(1);
        self.choose(
            self.chosen
                .get_untracked()
                .saturating_add_signed(by)
                .min(last),
        );
    }

    /// Goes to the event that the address asks for.
    pub(super) fn follow(self, live: Live) {
        let asked = live.asked_event().and_then(|id| self.place(&id));
        self.chosen.set(asked.unwrap_or(0));
    }
}
