//! An open draft: what follows it, and how it is put away.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use outage_lab::incident::draft::{Draft, Edit, Resolved};
use outage_lab::view::drafts::{self, Heard, Kept, Stamp};
use serde_json::Value;

use super::shelf::{self, Trouble};
use crate::ui::browser;
use crate::ui::fault;
use crate::ui::shell::Shell;

/// How long after a change it is saved, and how long after it the checks follow.
const SAVE_AFTER: Duration = Duration::from_millis(400);
const CHECK_AFTER: Duration = Duration::from_millis(200);

/// Where the latest change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saved {
    /// In the browser's store.
    Kept,
    /// Still on the way there.
    Waiting,
    /// In this tab alone.
    Here(Trouble),
}

/// What happened to the draft in another tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// It was deleted there.
    Gone,
    /// It was changed there too; that version is under this key.
    Changed(String),
}

/// An open draft.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) shell: Shell,
    pub(super) draft: RwSignal<Draft>,
    /// Changes whenever more than a text did: then lists are drawn anew.
    pub(super) shape: Memo<u32>,
    /// What the draft is when it is read; follows a moment later.
    pub(super) resolved: RwSignal<Resolved>,
    pub(super) saved: RwSignal<Saved>,
    pub(super) elsewhere: RwSignal<Option<Elsewhere>>,
    /// The event whose form is open, and which is marked on the picture.
    pub(super) chosen: RwSignal<Option<usize>>,
    /// What was done last, for those who do not see it.
    pub(super) said: RwSignal<String>,
    key: StoredValue<String>,
    base: StoredValue<Option<Stamp>>,
    save_waits: StoredValue<bool>,
    check_waits: StoredValue<bool>,
}

impl Desk {
    /// Opens a kept draft, for as long as the component lives in which this is called.
    pub(super) fn open(key: String, kept: Kept) -> Result<Desk, String> {
        let draft = Draft::from_json(&kept.json).map_err(|finding| finding.to_string())?;
        let resolved = draft.resolve();
        let draft = RwSignal::new(draft);
        // A draft that the store had no room for rests on nothing that other tabs see.
        let base = shelf::shared(&key).map(|_| kept.stamp);
        let desk = Desk {
            shell: Shell::get(),
            draft,
            shape: Memo::new(move |_| draft.with(Draft::shape)),
            resolved: RwSignal::new(resolved),
            saved: RwSignal::new(Saved::Kept),
            elsewhere: RwSignal::new(None),
            chosen: RwSignal::new(None),
            said: RwSignal::new(String::new()),
            key: StoredValue::new(key),
            base: StoredValue::new(base),
            save_waits: StoredValue::new(false),
            check_waits: StoredValue::new(false),
        };
        if !browser::remembers() {
            desk.saved.set(Saved::Here(Trouble::Blocked));
        }
        desk.listen();
        fault::remember(kept.json);
        Ok(desk)
    }

    fn listen(self) {
        // The tab may be put away for good with any of these.
        let hidden = window_event_listener(ev::visibilitychange, move |_| self.save());
        let left = window_event_listener(ev::pagehide, move |_| self.save());
        let other = window_event_listener(ev::storage, move |_| self.hear());
        let leaving = window_event_listener(ev::beforeunload, move |event| {
            self.save();
            if shelf::holds_unsaved() {
                event.prevent_default();
            }
        });
        let keys = window_event_listener(ev::keydown, move |event| self.key_down(&event));
        on_cleanup(move || {
            self.save();
            for remove in [hidden, left, other, leaving, keys] {
                remove.remove();
            }
        });
    }

    /// Undo and redo by key, but not while typing: a text field has its own.
    fn key_down(self, event: &web_sys::KeyboardEvent) {
        let types = event.target().is_some_and(|target| {
            let name = js_sys::Reflect::get(&target, &"tagName".into())
                .ok()
                .and_then(|name| name.as_string());
            matches!(name.as_deref(), Some("INPUT" | "TEXTAREA" | "SELECT"))
        });
        if types || !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
            return;
        }
        match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
            ("z", false) => self.undo(),
            ("z", true) | ("y", false) => self.redo(),
            _ => return,
        }
        event.prevent_default();
    }

    /// Does an edit.
    pub(super) fn edit(self, edit: Edit) {
        self.draft.update(|draft| draft.edit(edit));
        self.changed();
    }

    /// Puts a text at a place.
    pub(super) fn set(self, path: &str, text: String) {
        self.edit(Edit::Set(path.to_owned(), Value::String(text)));
    }

    /// Ends a step of typing.
    pub(super) fn pause(self) {
        // A field that has the focus says that it changed also when the page is left.
        let _ = self.draft.try_update_untracked(Draft::pause);
    }

    pub(super) fn undo(self) {
        self.step(Draft::undo, "editor.said.undone");
    }

    pub(super) fn redo(self) {
        self.step(Draft::redo, "editor.said.redone");
    }

    fn step(self, step: fn(&mut Draft) -> bool, key: &'static str) {
        let mut done = false;
        self.draft.maybe_update(|draft| {
            done = step(draft);
            done
        });
        if done {
            self.tell(key);
            self.changed();
        }
    }

    /// Says what was done to those who do not see it.
    pub(super) fn tell(self, key: &'static str) {
        self.said.set(untrack(|| self.shell.say(key)));
    }

    fn changed(self) {
        if !matches!(self.saved.get_untracked(), Saved::Here(_)) {
            self.saved.set(Saved::Waiting);
        }
        if !self.save_waits.get_value() {
            self.save_waits.set_value(true);
            set_timeout(move || self.save(), SAVE_AFTER);
        }
        if !self.check_waits.get_value() {
            self.check_waits.set_value(true);
            set_timeout(move || self.check(), CHECK_AFTER);
        }
    }

    fn check(self) {
        // The page may have been left meanwhile.
        let Some(next) = self.draft.try_with_untracked(Draft::resolve) else {
            return;
        };
        self.check_waits.set_value(false);
        if self.resolved.with_untracked(|before| *before != next) {
            self.resolved.set(next);
        }
    }

    /// Reads the draft now.
    pub(super) fn resolved_now(self) -> Resolved {
        self.check();
        self.resolved.get_untracked()
    }

    /// Puts the draft away if there is anything to put away.
    pub(super) fn save(self) {
        if self.save_waits.try_get_value() != Some(true) {
            return;
        }
        self.save_waits.set_value(false);
        let key = self.key.get_value();
        let base = self.base.get_value();
        let put = self.draft.with_untracked(|draft| {
            fault::remember(draft.to_json());
            shelf::put(&key, base.as_ref(), draft)
        });
        self.base.set_value(put.stamp);
        self.saved.set(put.trouble.map_or(Saved::Kept, Saved::Here));
        if put.key != key {
            browser::replace_fragment(&format!("#/edit/{}", put.key));
            self.key.set_value(put.key);
            self.elsewhere.set(Some(Elsewhere::Changed(key)));
        } else if put.trouble.is_none() && self.elsewhere.get_untracked() == Some(Elsewhere::Gone) {
            // It is there again.
            self.elsewhere.set(None);
        }
    }

    /// Follows what another tab did to the draft.
    fn hear(self) {
        let Some(key) = self.key.try_get_value() else {
            return;
        };
        let unsaved =
            self.save_waits.get_value() || matches!(self.saved.get_untracked(), Saved::Here(_));
        let base = self.base.get_value();
        match drafts::heard(base.as_ref(), unsaved, shelf::shared(&key).as_deref()) {
            Heard::Nothing => {}
            // What both changed is told when this version is saved beside the other one: now, also where it waits for room.
            Heard::Both => {
                self.save_waits.set_value(true);
                self.save();
            }
            Heard::Gone => self.elsewhere.set(Some(Elsewhere::Gone)),
            Heard::Follow(kept) => {
                let Ok(theirs) = Draft::from_json(&kept.json) else {
                    return;
                };
                self.base.set_value(Some(kept.stamp));
                self.draft
                    .update(|draft| draft.edit(Edit::Replace(theirs.value().clone())));
                self.check();
                self.elsewhere.set(None);
            }
        }
    }

    /// Keeps a draft that was deleted in another tab.
    pub(super) fn keep_again(self) {
        self.base.set_value(None);
        self.elsewhere.set(None);
        self.save_waits.set_value(true);
        self.save();
    }
}
