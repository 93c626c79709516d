//! What a model gives: figures, tables, charts, the steps that led there, and notes.

use crate::chart::ChartSpec;
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::text::{Label, Message, Unit};

/// A figure that the run has yet to come to.
pub const PENDING: Undefined = Undefined("working");

/// The whole result of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// In the order of the model's description.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Charts.
    pub charts: Vec<ChartSpec>,
    /// The derivation.
    pub steps: Vec<Step>,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// A number with its unit, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Id.
    pub id: &'static str,
    /// The number, or the reason that there is none.
    pub value: Defined,
    /// Its unit.
    pub unit: Unit,
    /// Its complement where that is known better than by subtraction, as for shares near 1.
    pub complement: Option<f64>,
    /// What it rests on, in small print: the calendar, the target.
    pub basis: Option<Label>,
}

impl Figure {
    /// A figure with neither complement nor small print.
    #[must_use]
    pub fn new(id: &'static str, unit: Unit, value: Defined) -> Figure {
        Figure {
            id,
            // The sum of an empty list is −0, which people would be shown.
            value: value.map(|number| number + 0.0),
            unit,
            complement: None,
            basis: None,
        }
    }

    /// A share between 0 and 1, with its complement.
    #[must_use]
    pub fn share(id: &'static str, share: Probability) -> Figure {
        Figure {
            complement: Some(share.complement()),
            ..Figure::new(id, Unit::Ratio, Ok(share.value()))
        }
    }

    /// The same figure with small print.
    #[must_use]
    pub fn on(self, basis: impl Into<Label>) -> Figure {
        Figure {
            basis: Some(basis.into()),
            ..self
        }
    }
}

/// A table of numbers and words.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Id.
    pub id: &'static str,
    /// Entries by row; a row has as many as the table has columns.
    pub rows: Vec<Vec<Entry>>,
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A number in its column's unit.
    Number(f64),
    /// A number that does not exist.
    Undefined(Undefined),
    /// An id of the model's own, such as a choice; its words are at `MODEL.word.ID`.
    Word(&'static str),
    /// A name that the inputs gave, shown as it is.
    Name(String),
}

impl From<f64> for Entry {
    fn from(number: f64) -> Entry {
        Entry::Number(number + 0.0)
    }
}

impl From<Defined> for Entry {
    fn from(number: Defined) -> Entry {
        match number {
            Ok(number) => number.into(),
            Err(reason) => Entry::Undefined(reason),
        }
    }
}

/// A step of the derivation: the formula, the same with numbers, and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Id, for its words.
    pub id: &'static str,
    /// The formula in symbols, such as `A = MTTF / (MTTF + MTTR)`.
    pub formula: String,
    /// The formula with numbers in it, in the units that they are shown in.
    pub substitution: String,
    /// What it gives.
    pub result: Defined,
    /// The unit of the result.
    pub unit: Unit,
    /// The complement of the result where that is known better than by subtraction.
    pub complement: Option<f64>,
}

impl Step {
    /// A step.
    #[must_use]
    pub fn new(
        id: &'static str,
        formula: &str,
        substitution: String,
        result: Defined,
        unit: Unit,
    ) -> Step {
        Step {
            id,
            formula: formula.to_owned(),
            substitution,
            result,
            unit,
            complement: None,
        }
    }

    /// A step that gives a share between 0 and 1.
    #[must_use]
    pub fn share(
        id: &'static str,
        formula: &str,
        substitution: String,
        share: Probability,
    ) -> Step {
        Step {
            complement: Some(share.complement()),
            ..Step::new(id, formula, substitution, Ok(share.value()), Unit::Ratio)
        }
    }
}

/// A remark.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// The remark.
    pub message: Message,
}

impl Note {
    /// A remark of this weight.
    #[must_use]
    pub fn new(severity: Severity, message: Message) -> Note {
        Note { severity, message }
    }

    /// Something worth knowing.
    #[must_use]
    pub fn info(message: Message) -> Note {
        Note::new(Severity::Info, message)
    }

    /// Something that changes how the result is to be read.
    #[must_use]
    pub fn warning(message: Message) -> Note {
        Note::new(Severity::Warning, message)
    }
}

/// How much a remark matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Changes how the result is to be read.
    Warning,
}

impl Output {
    /// The figure called `id`.
    #[must_use]
    pub fn figure(&self, id: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.id == id)
    }

    /// The same with these figures still to come.
    #[must_use]
    pub(super) fn awaiting(mut self, ids: &[&str]) -> Output {
        for figure in &mut self.figures {
            if ids.contains(&figure.id) {
                *figure = Figure::new(figure.id, figure.unit, Err(PENDING));
            }
        }
        self
    }
}
