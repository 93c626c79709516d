//! Where drafts are kept: the browser's store, or this tab's memory where the store is blocked or full.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use outage_lab::finding::Finding;
use outage_lab::incident::draft::Draft;
use outage_lab::ordered;
use outage_lab::text::Lang;
use outage_lab::view::drafts::{self, Kept, PREFIX, Save, Stamp};

use crate::ui::browser;

thread_local! {
    /// What the store did not take, by key.
    static MEMORY: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
    /// What there is to say about a draft when it is opened: the findings of its import.
    static NOTES: RefCell<BTreeMap<String, Vec<Finding>>> = const { RefCell::new(BTreeMap::new()) };
    static TAB: Cell<u32> = const { Cell::new(0) };
}

/// Why a draft is in this tab's memory alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The browser keeps nothing for the page.
    Blocked,
    /// There is no room left.
    Full,
}

/// A draft that was put away.
pub(super) struct Put {
    /// Its key: another one than before where another tab's version had to stay.
    pub(super) key: String,
    /// The stamp of the version that is now under the key, as other tabs see it; `None` where there is none.
    pub(super) stamp: Option<Stamp>,
    pub(super) trouble: Option<Trouble>,
}

/// The text under a key.
pub(super) fn get(key: &str) -> Option<String> {
    let key = format!("{PREFIX}{key}");
    MEMORY
        .with_borrow(|memory| memory.get(&key).cloned())
        .or_else(|| browser::kept(&key))
}

/// The text under a key as other tabs see it; this tab's own where there is no store.
pub(super) fn shared(key: &str) -> Option<String> {
    if browser::remembers() {
        browser::kept(&format!("{PREFIX}{key}"))
    } else {
        get(key)
    }
}

/// Puts a draft away under its key, or beside it where something else is there.
pub(super) fn put(key: &str, base: Option<&Stamp>, draft: &Draft) -> Put {
    let beside = drafts::save(base, shared(key).as_deref()) == Save::Beside;
    let base = base.filter(|_| !beside);
    let own = if beside { free_key() } else { key.to_owned() };
    let mut kept = Kept {
        stamp: Stamp::next(base, &tab()),
        saved_s: seconds(),
        title: draft.title(Lang::default()),
        json: draft.to_json(),
    };
    let place = format!("{PREFIX}{own}");
    let trouble = write(&place, &kept.text());
    if beside && trouble != Some(Trouble::Blocked) {
        // What memory has there is an older text of this version: it would hide the other tab's.
        MEMORY.with_borrow_mut(|memory| memory.remove(&format!("{PREFIX}{key}")));
    }
    let stamp = if trouble == Some(Trouble::Full) {
        // The store still has the version that this one rests on, if any.
        if let Some(base) = base {
            kept.stamp = base.clone();
            MEMORY.with_borrow_mut(|memory| memory.insert(place, kept.text()));
        }
        base.cloned()
    } else {
        Some(kept.stamp)
    };
    Put {
        key: own,
        stamp,
        trouble,
    }
}

/// Keeps a text, in this tab's memory where the store does not take it.
fn write(key: &str, text: &str) -> Option<Trouble> {
    let trouble = match browser::try_keep(key, text) {
        Some(true) => None,
        Some(false) => Some(Trouble::Full),
        None => Some(Trouble::Blocked),
    };
    MEMORY.with_borrow_mut(|memory| match trouble {
        Some(_) => drop(memory.insert(key.to_owned(), text.to_owned())),
        None => drop(memory.remove(key)),
    });
    trouble
}

/// Puts a text back under its key, as it was.
pub(super) fn restore(key: &str, text: &str) {
    write(&format!("{PREFIX}{key}"), text);
}

/// Deletes a draft and returns its text.
pub(super) fn remove(key: &str) -> Option<String> {
    let text = get(key);
    let key = format!("{PREFIX}{key}");
    MEMORY.with_borrow_mut(|memory| memory.remove(&key));
    browser::forget(&key);
    text
}

/// Every entry, the drafts among them.
pub(super) fn entries() -> Vec<(String, String)> {
    let mut entries = ordered::map(browser::all_kept(PREFIX));
    MEMORY.with_borrow(|memory| entries.extend(memory.clone()));
    entries.into_iter().collect()
}

/// Whether something is in this tab's memory alone.
pub(super) fn holds_unsaved() -> bool {
    MEMORY.with_borrow(|memory| !memory.is_empty())
}

/// Keeps a new draft with what there is to say about it, and returns its key.
pub(super) fn start(draft: &Draft, notes: Vec<Finding>) -> String {
    let key = free_key();
    put(&key, None, draft);
    NOTES.with_borrow_mut(|all| all.insert(key.clone(), notes));
    key
}

/// What there is to say about a draft, once.
pub(super) fn take_notes(key: &str) -> Vec<Finding> {
    NOTES
        .with_borrow_mut(|all| all.remove(key))
        .unwrap_or_default()
}

fn free_key() -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "milliseconds since 1970"
    )]
    let seed = js_sys::Date::now() as u64;
    drafts::free_key(seed, |key| get(key).is_some())
}

fn seconds() -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970")]
    let seconds = (js_sys::Date::now() / 1000.0) as i64;
    seconds
}

/// A number by which this tab tells its saves from others'.
fn tab() -> String {
    if TAB.get() == 0 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1 to a billion"
        )]
        TAB.set((js_sys::Math::random() * 1e9) as u32 + 1);
    }
    TAB.get().to_string()
}
