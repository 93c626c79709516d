//! An open document: the session, and the signals by which components follow it.

use std::collections::BTreeSet;

use leptos::prelude::*;
use outage_lab::chart::ChartSpec;
use outage_lab::models::{Budget, InputError, Output, Value};
use outage_lab::notebook::session::{CellState, Guess, Ready, Recomputed};
use outage_lab::notebook::{Cell, Document, Session, link};
use outage_lab::text::Message;
use outage_lab::view::address::{Address, Options, Route};

use super::browser;
use super::fault;
use super::shell::Shell;

/// Steps of the first slice of a frame; the next ones follow from how long it took.
const FIRST_SLICE: u64 = 20_000;
/// How long the work of a frame may take while a long run goes on, in milliseconds.
const FRAME_MS: f64 = 8.0;
/// A run of up to so many milliseconds is finished in the frame of its change: cut into slices it would never end while
/// a hand goes on moving. Ten pictures a second still follow the hand.
const LIVE_MS: f64 = 100.0;

/// An open document. Components read through it and follow its signals.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    shell: Shell,
    /// The page and how it is shown, apart from the session's state.
    page: StoredValue<(Route, Options)>,
    session: StoredValue<Session, LocalStorage>,
    /// Rises with every change of an input or a result.
    changed: RwSignal<u64>,
    /// One a cell; rises when that cell's result changes.
    cells: StoredValue<Vec<RwSignal<u64>>>,
    /// Remarks on the link by which the document was opened.
    pub(crate) link_notes: RwSignal<Vec<Message>>,
    scheduled: StoredValue<bool>,
    slice: StoredValue<u64>,
    /// What the present run has taken so far, in milliseconds.
    spent_ms: StoredValue<f64>,
    /// Whether runs take longer than [`LIVE_MS`], as the last one showed.
    long: StoredValue<bool>,
}

impl Live {
    /// Opens a session at the state that the link names. To be called inside a component, whose life
    /// it then shares.
    pub(crate) fn open(
        shell: Shell,
        mut session: Session,
        address: Address,
        mut notes: Vec<Message>,
    ) -> Live {
        notes.extend(link::restore(&mut session, &address.state));
        session.recompute(Budget { steps: FIRST_SLICE });
        let count = session.document().cells.len();
        if let Ok(json) = serde_json::to_string_pretty(session.document()) {
            fault::remember(json);
        }
        let live = Live {
            shell,
            page: StoredValue::new((address.route, address.options)),
            session: StoredValue::new_local(session),
            changed: RwSignal::new(0),
            cells: StoredValue::new((0..count).map(|_| RwSignal::new(0)).collect()),
            link_notes: RwSignal::new(notes),
            scheduled: StoredValue::new(false),
            slice: StoredValue::new(FIRST_SLICE),
            spent_ms: StoredValue::new(0.0),
            long: StoredValue::new(false),
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
        self.session
            .with_value(|session| session.document().clone())
    }

    /// A cell of the document.
    pub(crate) fn cell(self, index: usize) -> Option<Cell> {
        self.session
            .with_value(|session| session.document().cells.get(index).cloned())
    }

    /// Sets an input from what was typed.
    pub(crate) fn set_text(self, address: &str, text: &str) -> Result<(), InputError> {
        self.change(|session| session.set_text(address, text))
            .unwrap_or(Ok(()))
    }

    /// Sets inputs to numbers in their own units, as one change. One that does not take its number, as
    /// outside its hard range, stays as it was.
    pub(crate) fn set_numbers(self, numbers: impl Iterator<Item = (String, f64)>) {
        self.change(|session| {
            for (address, number) in numbers {
                let _ = session.set_number(&address, number);
            }
        });
    }

    /// Sets an input.
    pub(crate) fn set(self, address: &str, value: Value) -> Result<(), InputError> {
        self.change(|session| session.set(address, value))
            .unwrap_or(Ok(()))
    }

    /// Sets an input back to the document's value.
    pub(crate) fn reset(self, address: &str) {
        // Fails only for an address that the document does not have.
        let _ = self.change(|session| session.reset(address));
        self.commit();
    }

    /// Opens a preset of a cell's model.
    pub(crate) fn apply_preset(self, cell: &str, preset: &str) {
        // Only presets that can be applied are offered.
        let _ = self.change(|session| session.apply_preset(cell, preset));
        self.commit();
    }

    /// Stops the run of a cell, or lets it go on.
    pub(crate) fn stop(self, cell: usize, stop: bool) {
        self.session.update_value(|session| match stop {
            true => session.stop(cell),
            false => session.go_on(cell),
        });
        self.schedule();
    }

    /// Whether the run at work is one that takes its time.
    pub(crate) fn is_long(self) -> bool {
        self.long.get_value()
    }

    /// Locks a prediction.
    pub(crate) fn predict(self, question: &str, guess: Guess) {
        // Fails only for what the page does not offer: another question, a locked one.
        self.session
            .update_value(|session| drop(session.predict(question, guess)));
        self.touch_all();
    }

    /// Shows a question's answer, at once or as soon as it has been computed.
    pub(crate) fn reveal(self, question: &str) {
        self.session
            .update_value(|session| drop(session.reveal(question)));
        self.touch_all();
    }

    /// Goes to the state that a link names.
    pub(crate) fn follow(self, address: Address, mut notes: Vec<Message>) {
        self.page.set_value((address.route, address.options));
        let restored = self.change(|session| {
            session.reset_all();
            link::restore(session, &address.state)
        });
        notes.extend(restored.unwrap_or_default());
        self.link_notes.set(notes);
    }

    /// The fragment of the present state.
    pub(crate) fn fragment(self) -> String {
        let (route, options) = self.present();
        self.session
            .with_value(|session| Address::of(session, route, options).to_string())
    }

    /// The fragment at which one cell of it is embedded.
    pub(crate) fn embed_fragment(self, cell: &str) -> String {
        let (route, options) = self.present();
        let options = Options {
            cell: Some(cell.to_owned()),
            embed: true,
            event: None,
            lang: Some(self.shell.lang.get_untracked()),
            ..options
        };
        self.session
            .with_value(|session| Address::of(session, route, options).to_string())
    }

    /// The page, and how it is shown by now.
    fn present(self) -> (Route, Options) {
        let (route, options) = self.page.get_value();
        (route, self.shell.present(options))
    }

    /// Whether the link to the present state may be cut on its way.
    pub(crate) fn link_too_long(self) -> bool {
        let (route, options) = self.present();
        self.session
            .with_value(|session| Address::of(session, route, options).too_long())
    }

    /// The page that this is.
    pub(crate) fn route(self) -> Route {
        self.page.with_value(|(route, _)| route.clone())
    }

    /// The event that the address asks for; follows the address.
    pub(crate) fn asked_event(self) -> Option<String> {
        self.changed.track();
        self.page.with_value(|(_, options)| options.event.clone())
    }

    /// Puts the chosen event into the address.
    pub(crate) fn choose_event(self, event: &str) {
        self.page
            .update_value(|(_, options)| options.event = Some(event.to_owned()));
        self.commit();
    }

    /// The question that the address asks for; follows the address.
    pub(crate) fn asked_what_if(self) -> Option<String> {
        self.changed.track();
        self.page.with_value(|(_, options)| options.what_if.clone())
    }

    /// Puts the chosen question into the address.
    pub(crate) fn choose_what_if(self, id: &str) {
        self.page
            .update_value(|(_, options)| options.what_if = Some(id.to_owned()));
        self.commit();
    }

    /// The incident and event from which the model was opened, if it was.
    pub(crate) fn opened_from(self) -> Option<String> {
        self.page.with_value(|(_, options)| options.from.clone())
    }

    /// Writes the present state into the address; called when a hand lets go.
    pub(crate) fn commit(self) {
        browser::replace_fragment(&self.fragment());
    }

    /// Changes the session; `None` if the page has been left meanwhile, when there is nothing to change.
    fn change<T>(self, change: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let result = self.session.try_update_value(change)?;
        self.spent_ms.set_value(0.0);
        self.changed.update(|count| *count += 1);
        self.schedule();
        Some(result)
    }

    fn touch_all(self) {
        self.changed.update(|count| *count += 1);
        self.cells.with_value(|cells| {
            cells
                .iter()
                .for_each(|cell| cell.update(|count| *count += 1))
        });
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
        if self
            .scheduled
            .try_update_value(|scheduled| *scheduled = false)
            .is_none()
        {
            return;
        }
        let most = if self.long.get_value() {
            FRAME_MS
        } else {
            LIVE_MS
        };
        let mut changed = BTreeSet::new();
        let mut took = 0.0;
        let mut working = true;
        while working && took < most {
            let Some((done, ms)) = self.slice() else {
                return;
            };
            changed.extend(done.changed);
            took += ms;
            working = done.working.is_some();
        }
        let spent = self.spent_ms.get_value() + took;
        self.spent_ms.set_value(spent);
        if spent > LIVE_MS || !working {
            self.long.set_value(spent > LIVE_MS);
        }
        if working {
            self.schedule();
        }
        if !changed.is_empty() {
            let signals: Vec<_> = self.cells.with_value(|cells| {
                let signal = |at: &usize| cells.get(*at).copied();
                changed.iter().filter_map(signal).collect()
            });
            for signal in signals {
                signal.update(|count| *count += 1);
            }
            self.changed.update(|count| *count += 1);
        }
    }

    /// Works for a part of a frame, and fits the next slice to how long this one took: what changed, and the milliseconds.
    fn slice(self) -> Option<(Recomputed, f64)> {
        let now = || window().performance().map_or(0.0, |clock| clock.now());
        let start = now();
        let budget = Budget {
            steps: self.slice.get_value(),
        };
        let mut done = None;
        self.session
            .update_value(|session| done = Some(session.recompute(budget)));
        let done = done?;
        let took = (now() - start).max(0.1);
        if done.working.is_some() {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "clamped"
            )]
            let next =
                (budget.steps as f64 * (FRAME_MS / took).clamp(0.5, 2.0)).clamp(1e3, 1e9) as u64;
            self.slice.set_value(next);
        }
        Some((done, took))
    }
}

/// A model cell's output: the present one, or while it works the one before.
pub(crate) fn output(session: &Session, cell: usize) -> Option<&Output> {
    ready(session, cell).map(|ready| ready.output)
}

/// A model cell's charts, as the document shows them.
pub(crate) fn charts(session: &Session, cell: usize) -> &[ChartSpec] {
    ready(session, cell).map_or(&[], |ready| ready.charts)
}

fn ready(session: &Session, cell: usize) -> Option<Ready<'_>> {
    match session.cell(cell)?.state {
        CellState::Ready(ready) => Some(ready),
        CellState::Working { previous, .. } => previous,
        _ => None,
    }
}
