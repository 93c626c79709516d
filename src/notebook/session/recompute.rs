//! Bringing the cells up to date, a slice of work at a time.

use std::collections::BTreeSet;

use super::{ModelState, Session};
use crate::models::Budget;

/// What a call of [`Session::recompute`] came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Recomputed {
    /// The cells that look different from before, in the order of the page.
    pub changed: Vec<usize>,
    /// The share of the work in progress that is done; `None` when nothing is at work: everything is up to date, or waits
    /// for a run that was stopped.
    pub working: Option<f64>,
}

/// What a cell's look depends on, to find the cells that look different.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Face {
    revision: u64,
    /// The share done, if it is not up to date.
    working: Option<f64>,
    stopped: bool,
}

/// Enough for any run to be finished in a few slices, and little enough to be counted.
const WHOLE: Budget = Budget { steps: 1 << 40 };

impl Session {
    /// Brings the cells up to date as far as the budget goes.
    ///
    /// Cells whose inputs have not changed are left alone. Formulas are finished whatever the budget;
    /// runs of simulations share it equally, and go on at the next call. A run whose inputs have changed
    /// meanwhile is dropped, and nothing of it is ever shown.
    pub fn recompute(&mut self, budget: Budget) -> Recomputed {
        self.settle();
        let running: Vec<usize> = self.models_where(ModelState::is_running);
        if !running.is_empty() {
            let slice = Budget {
                steps: (budget.steps / running.len() as u64).max(1),
            };
            for index in running {
                self.advance(index, slice);
            }
            self.settle();
        }
        self.reveal_awaited();
        let changed = self.changed();
        for index in &changed {
            self.mark_charts(*index);
        }
        Recomputed {
            changed: changed.into_iter().collect(),
            working: self.working(),
        }
    }

    /// Stops the run of the model cell at `index`. What it has done is kept until it is let [go on](Session::go_on); with
    /// other inputs it begins afresh. What takes a value of the cell waits.
    pub fn stop(&mut self, index: usize) {
        self.set_stopped(index, true);
    }

    /// Lets a stopped run go on where it was.
    pub fn go_on(&mut self, index: usize) {
        self.set_stopped(index, false);
    }

    fn set_stopped(&mut self, index: usize, stopped: bool) {
        if let Some(state) = self.model_mut(index) {
            state.stop(stopped);
        }
    }

    /// Brings every cell up to date, however long it takes; a run that was stopped rests.
    pub fn run_to_end(&mut self) {
        while self.recompute(WHOLE).working.is_some() {}
    }

    /// Gives every stale cell its inputs, in the order of the plan, and lets formulas finish.
    fn settle(&mut self) {
        for at in 0..self.plan.order.len() {
            let index = self.plan.order[at];
            let Some(state) = self.model(index).filter(|state| state.stale) else {
                continue;
            };
            let revision = state.revision;
            let ready = self.ready(state);
            if let Some(state) = self.model_mut(index) {
                state.meet(ready);
                if state.revision != revision || !state.is_settled() {
                    self.mark_fed(index);
                }
            }
        }
    }

    fn advance(&mut self, index: usize, slice: Budget) {
        let Some(state) = self.model_mut(index) else {
            return;
        };
        state.advance(slice);
        if state.is_settled() {
            self.mark_fed(index);
        }
    }

    /// Marks the cells that take a value of the cell at `index`.
    pub(super) fn mark_fed(&mut self, index: usize) {
        for fed in self.plan.feeds[index].clone() {
            if let Some(state) = self.model_mut(fed) {
                state.stale = true;
            }
        }
    }

    /// The cells that look different from the last time, with those that show values of them.
    fn changed(&mut self) -> BTreeSet<usize> {
        let mut changed = std::mem::take(&mut self.touched);
        for index in 0..self.cells.len() {
            let face = self.face(index);
            if std::mem::replace(&mut self.faces[index], face) != face {
                changed.insert(index);
            }
        }
        let shown_by = |index: &usize| self.plan.shown_by[*index].iter();
        let showing: Vec<usize> = changed.iter().flat_map(shown_by).copied().collect();
        changed.extend(showing);
        changed
    }

    fn face(&self, index: usize) -> Face {
        let Some(state) = self.model(index) else {
            return Face::default();
        };
        Face {
            revision: state.revision,
            working: (!state.is_settled()).then(|| state.share()),
            stopped: state.is_stopped(),
        }
    }

    fn working(&self) -> Option<f64> {
        if self.models_where(ModelState::is_running).is_empty() {
            return None;
        }
        let unsettled = self.models_where(|state| !state.is_settled());
        let shares = unsettled.iter().filter_map(|index| self.model(*index));
        let done: f64 = shares.map(ModelState::share).sum();
        #[expect(clippy::cast_precision_loss, reason = "at most a few hundred")]
        (!unsettled.is_empty()).then(|| done / unsettled.len() as f64)
    }

    /// The model cells that can run and for which `is` holds.
    fn models_where(&self, is: impl Fn(&ModelState) -> bool) -> Vec<usize> {
        let holds = |index: &usize| self.model(*index).is_some_and(&is);
        self.plan.order.iter().copied().filter(holds).collect()
    }
}
