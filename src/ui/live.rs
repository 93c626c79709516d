//! An open document: the session, and the signals by which components follow it.

use leptos::prelude::*;
use outage_lab::models::{Budget, InputError, Value};
use outage_lab::notebook::{Cell, Document, Guess, Link, Session};
use outage_lab::text::Message;
use outage_lab::view::Address;

use super::browser;
use super::fault;
use super::shell::Shell;

/// Steps of the first slice of a frame; the next ones follow from how long it took.
const FIRST_SLICE: u64 = 20_000;
/// How long the work of a frame may take, in milliseconds.
const FRAME_MS: f64 = 8.0;

/// An open document. Components read through it and follow its signals.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    shell: Shell,
    session: StoredValue<Session, LocalStorage>,
    /// Rises with every change of an input or a result.
    changed: RwSignal<u64>,
    /// One a cell; rises when that cell's result changes.
    cells: StoredValue<Vec<RwSignal<u64>>>,
    /// Remarks on the link by which the document was opened.
    pub(crate) link_notes: RwSignal<Vec<Message>>,
    scheduled: StoredValue<bool>,
    slice: StoredValue<u64>,
}

impl Live {
    /// Opens a session at the state that the link names. To be called inside a component, whose life
    /// it then shares.
    pub(crate) fn open(shell: Shell, mut session: Session, link: &Link) -> Live {
        let notes = session.apply_link(link);
        session.run_to_end_within(Budget { steps: FIRST_SLICE });
        let count = session.document().cells.len();
        if let Ok(json) = serde_json::to_string_pretty(session.document()) {
            fault::remember(json);
        }
        let live = Live {
            shell,
            session: StoredValue::new_local(session),
            changed: RwSignal::new(0),
            cells: StoredValue::new((0..count).map(|_| RwSignal::new(0)).collect()),
            link_notes: RwSignal::new(notes),
            scheduled: StoredValue::new(false),
            slice: StoredValue::new(FIRST_SLICE),
        };
        live.schedule();
        live
    }

    /// The document of the component that asks.
    pub(crate) fn get() -> Live {
        expect_context::<Live>()
    }

    /// Follows every change and reads the session.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.changed.track();
        self.session.with_value(read)
    }

    /// Follows the results of one cell and reads the session.
    pub(crate) fn with_cell<T>(self, cell: usize, read: impl FnOnce(&Session) -> T) -> T {
        if let Some(signal) = self.cells.with_value(|cells| cells.get(cell).copied()) {
            signal.track();
        }
        self.session.with_value(read)
    }

    /// Reads the session without following it.
    pub(crate) fn peek<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with_value(read)
    }

    /// The document.
    pub(crate) fn document(self) -> Document {
        self.session.with_value(|session| session.document().clone())
    }

    /// A cell of the document.
    pub(crate) fn cell(self, index: usize) -> Option<Cell> {
        self.session.with_value(|session| session.document().cells.get(index).cloned())
    }

    /// Sets an input from what was typed.
    pub(crate) fn set_text(self, address: &str, text: &str) -> Result<(), InputError> {
        self.change(|session| session.set_text(address, text))
    }

    /// Sets an input.
    pub(crate) fn set(self, address: &str, value: Value) -> Result<(), InputError> {
        self.change(|session| session.set(address, value))
    }

    /// Sets an input back to the document's value.
    pub(crate) fn reset(self, address: &str) {
        // Fails only for an address that the document does not have.
        let _ = self.change(|session| session.reset(address));
        self.commit();
    }

    /// Opens a preset of a cell's model.
    pub(crate) fn apply_preset(self, cell: usize, preset: &str) {
        let _ = self.change(|session| session.apply_preset(cell, preset));
        self.commit();
    }

    /// Locks a prediction.
    pub(crate) fn predict(self, question: &str, guess: Guess) {
        self.session.update_value(|session| session.predict(question, guess));
        self.touch_all();
    }

    /// Shows a question's answer.
    pub(crate) fn reveal(self, question: &str) {
        self.session.update_value(|session| session.reveal(question));
        self.touch_all();
    }

    /// Goes to the state that a link names.
    pub(crate) fn follow(self, link: &Link) {
        let notes = self.change(|session| {
            session.reset_all();
            session.apply_link(link)
        });
        self.link_notes.set(notes);
    }

    /// The fragment of the present state.
    pub(crate) fn fragment(self) -> String {
        let shell = self.shell;
        self.session.with_value(|session| {
            Address::of(session, shell.lang.get_untracked(), shell.embed.get_untracked()).to_string()
        })
    }

    /// Writes the present state into the address; called when a hand lets go.
    pub(crate) fn commit(self) {
        browser::replace_fragment(&self.fragment());
    }

    fn change<T>(self, change: impl FnOnce(&mut Session) -> T) -> T {
        let mut result = None;
        self.session.update_value(|session| result = Some(change(session)));
        self.changed.update(|count| *count += 1);
        self.schedule();
        // `update_value` on a session that exists always calls its function.
        result.expect("the session is open")
    }

    fn touch_all(self) {
        self.changed.update(|count| *count += 1);
        self.cells.with_value(|cells| cells.iter().for_each(|cell| cell.update(|count| *count += 1)));
    }

    /// Asks for a frame, once.
    fn schedule(self) {
        if self.scheduled.try_get_value() == Some(false) {
            self.scheduled.set_value(true);
            request_animation_frame(move || self.work());
        }
    }

    /// One frame's work. The page may have been left since it was asked for.
    fn work(self) {
        if self.scheduled.try_update_value(|scheduled| *scheduled = false).is_none() {
            return;
        }
        let now = || window().performance().map_or(0.0, |clock| clock.now());
        let start = now();
        let budget = Budget { steps: self.slice.get_value() };
        let mut done = None;
        self.session.update_value(|session| done = Some(session.recompute(budget)));
        let Some(done) = done else { return };
        if done.working.is_some() {
            let took = (now() - start).max(0.1);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "clamped")]
            let next = (budget.steps as f64 * (FRAME_MS / took).clamp(0.5, 2.0)).clamp(1e3, 1e9) as u64;
            self.slice.set_value(next);
            self.schedule();
        }
        if !done.changed.is_empty() {
            let signals: Vec<_> = self
                .cells
                .with_value(|cells| done.changed.iter().filter_map(|at| cells.get(*at).copied()).collect());
            for signal in signals {
                signal.update(|count| *count += 1);
            }
            self.changed.update(|count| *count += 1);
        }
    }
}
