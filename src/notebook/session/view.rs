//! What a cell shows at present.

use super::super::library::IncidentFigures;
use super::super::reason::Reason;
use super::super::schema::Cell;
use super::model_cell::Outcome;
use super::{ModelState, Session};
use crate::chart::ChartSpec;
use crate::models::{ModelError, Output, TextFile};
use crate::text::Texts;

/// A cell as it is at present.
#[derive(Clone, Copy, Debug)]
pub struct CellView<'a> {
    /// The cell of the document.
    pub cell: &'a Cell,
    /// What there is to show.
    pub state: CellState<'a>,
}

/// What there is to show of a cell.
#[derive(Clone, Copy, Debug)]
pub enum CellState<'a> {
    /// Nothing beyond the document and the values of the names in it: text, a param, a question.
    Plain,
    /// An incident's figures.
    Incident(&'a IncidentFigures),
    /// A model's output.
    Ready(Ready<'a>),
    /// A model at work.
    Working {
        /// The share that is done; 0 while it waits for another cell.
        share: f64,
        /// Whether it was stopped, and rests until it is let go on.
        stopped: bool,
        /// What is known already, the figures to come being [`PENDING`](crate::models::PENDING); or else what it gave
        /// for the values before, if it did.
        previous: Option<Ready<'a>>,
    },
    /// It cannot run.
    Blocked(&'a Reason),
    /// The model refuses these inputs together.
    Failed(&'a ModelError),
}

/// A model's output, as the document shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ready<'a> {
    /// The output, whose own charts are without the document's marks.
    pub output: &'a Output,
    /// The charts with the document's marks, their handles locked where the input is bound to a result.
    pub charts: &'a [ChartSpec],
}

impl Session {
    /// The cell at `index` as it is at present.
    #[must_use]
    pub fn cell(&self, index: usize) -> Option<CellView<'_>> {
        let cell = self.document.cells.get(index)?;
        Some(CellView {
            cell,
            state: self.state(index, cell),
        })
    }

    /// What the model of a cell writes down of its present inputs to be taken away, in the language of `texts`; `None`
    /// for a model that writes nothing, and while an input is not there.
    #[must_use]
    pub fn file(&self, cell: &str, texts: &Texts) -> Option<TextFile> {
        let index = self.position(cell)?;
        let state = self.model(index)?;
        if self.plan.blocked.contains_key(&index) {
            return None;
        }
        state.model.file(&self.ready(state).ok()?, texts)
    }

    fn state<'a>(&'a self, index: usize, cell: &'a Cell) -> CellState<'a> {
        if let Some(reason) = self.plan.blocked.get(&index) {
            return CellState::Blocked(reason);
        }
        match cell {
            Cell::Incident(cell) => {
                let incident = self.library.incident(&cell.incident);
                incident.map_or(CellState::Plain, CellState::Incident)
            }
            _ => self.model(index).map_or(CellState::Plain, model_state),
        }
    }
}

fn model_state(state: &ModelState) -> CellState<'_> {
    let ready = |state| {
        ModelState::shown(state).map(|shown| Ready {
            output: &shown.output,
            charts: &shown.charts,
        })
    };
    if !state.is_settled() {
        return CellState::Working {
            share: state.share(),
            stopped: state.is_stopped(),
            previous: ready(state),
        };
    }
    match &state.outcome {
        Some(Outcome::Done(done)) => CellState::Ready(Ready {
            output: &done.output,
            charts: &done.charts,
        }),
        Some(Outcome::Blocked(reason)) => CellState::Blocked(reason),
        Some(Outcome::Failed(error)) => CellState::Failed(error),
        None => CellState::Working {
            share: 0.0,
            stopped: false,
            previous: None,
        },
    }
}
