//! An open notebook: its values, what has been computed from them, and what has been answered.

mod charts;
mod controls;
mod model_cell;
mod questions;
mod recompute;
mod values;
mod view;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use self::model_cell::ModelState;
use self::questions::Asked;
use self::recompute::Face;
use super::library::Library;
use super::names::{liked, names};
use super::plan::{Plan, plan};
use super::reason::Reason;
use super::schema::{Cell, Document, ParamCell};
use crate::models::{InputSpec, Value, default_value, parse};

pub use self::controls::{Binding, Control};
pub use self::questions::{Closeness, Guess, Verdict};
pub use self::recompute::Recomputed;
pub use self::values::{ABSENT, BLOCKED, INTERVAL, Resolved, WORKING};
pub use self::view::{CellState, CellView, Ready};

/// An open notebook.
///
/// It is driven by calls and keeps no clock: set an input, recompute within a budget, read the cells.
/// Opening never fails; a cell that cannot run carries the reason, and the others run.
pub struct Session {
    document: Document,
    library: Library,
    plan: Plan,
    /// The cell that a name belongs to.
    index: BTreeMap<String, usize>,
    cells: Vec<State>,
    /// Cells whose look has changed since the last [`recompute`](Session::recompute).
    touched: BTreeSet<usize>,
    /// How each cell looked at the last recompute.
    faces: Vec<Face>,
}

/// What is kept for a cell.
enum State {
    /// Nothing: it has no values, or cannot have any.
    Fixed,
    /// A shared value.
    Param(ParamState),
    /// A model's inputs, run and output.
    Model(Box<ModelState>),
    /// A question's guess and answer.
    Question(Asked),
}

/// A shared value.
struct ParamState {
    /// The model whose words it has.
    model: &'static str,
    spec: &'static InputSpec,
    value: Value,
    /// The document's value.
    document: Value,
}

impl Session {
    /// Opens a document. Nothing is computed yet.
    #[must_use]
    pub fn open(document: Document, library: Library) -> Session {
        let plan = plan(&names(&document, &library));
        let state = |(index, cell)| State::of(cell, plan.blocked.get(&index), &library);
        let cells: Vec<State> = document.cells.iter().enumerate().map(state).collect();
        let mut index = BTreeMap::new();
        for (at, cell) in document.cells.iter().enumerate() {
            index.entry(cell.id().to_owned()).or_insert(at);
        }
        Session {
            touched: (0..cells.len()).collect(),
            faces: vec![Face::default(); cells.len()],
            document,
            library,
            plan,
            index,
            cells,
        }
    }

    /// The document, as it was opened.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The models and incidents that it draws on.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The order of its cells, and why some cannot run.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where the cell called `id` is on the page; the first, if there are several.
    #[must_use]
    pub fn position(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }

    fn model(&self, index: usize) -> Option<&ModelState> {
        match self.cells.get(index) {
            Some(State::Model(model)) => Some(model),
            _ => None,
        }
    }

    fn model_mut(&mut self, index: usize) -> Option<&mut ModelState> {
        match self.cells.get_mut(index) {
            Some(State::Model(model)) => Some(model),
            _ => None,
        }
    }

    fn param(&self, index: usize) -> Option<&ParamState> {
        match self.cells.get(index) {
            Some(State::Param(param)) => Some(param),
            _ => None,
        }
    }
}

impl State {
    /// The state to begin with. A cell whose id is not its own has none: it could not be addressed.
    fn of(cell: &Cell, blocked: Option<&Reason>, library: &Library) -> State {
        if matches!(
            blocked,
            Some(Reason::Duplicate { .. } | Reason::TooManyCells { .. })
        ) {
            return State::Fixed;
        }
        match cell {
            Cell::Text(_) | Cell::Incident(_) => State::Fixed,
            Cell::Question(_) => State::Question(Asked::default()),
            Cell::Param(param) => ParamState::of(param, library).map_or(State::Fixed, State::Param),
            Cell::Model(model) => match library.model(&model.model) {
                Some(found) => State::Model(Box::new(ModelState::new(found, model))),
                None => State::Fixed,
            },
        }
    }
}

impl ParamState {
    fn of(cell: &ParamCell, library: &Library) -> Option<ParamState> {
        let (model, spec) = liked(cell, library)?;
        let typed = cell.value.as_ref().and_then(|text| parse(spec, text).ok());
        let value = typed.unwrap_or_else(|| default_value(spec));
        Some(ParamState {
            model,
            spec,
            document: value.clone(),
            value,
        })
    }
}
