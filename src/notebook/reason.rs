//! Why a cell cannot run.

use crate::kernel::error::Undefined;
use crate::models::{InputError, InputSpec, Kind};
use crate::text::{Arg, Label, Message, Unit};

/// Why a cell cannot run. The cells that do not need it run all the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The notebook has more cells than are computed.
    TooManyCells {
        /// How many are.
        most: usize,
    },
    /// Another cell has the same id.
    Duplicate {
        /// The id.
        id: String,
    },
    /// There is no such model.
    UnknownModel {
        /// Its name.
        model: String,
    },
    /// There is no such incident.
    UnknownIncident {
        /// Its name.
        incident: String,
    },
    /// The model has no such input.
    UnknownInput {
        /// `model.input`.
        input: String,
    },
    /// The document's own value for an input cannot be taken.
    BadLiteral {
        /// The input.
        input: String,
        /// What is wrong with it.
        error: Box<InputError>,
    },
    /// No cell has this name.
    UnknownName {
        /// The name.
        name: String,
    },
    /// The cell exists but gives no such value.
    UnknownFigure {
        /// The cell.
        cell: String,
        /// The name.
        name: String,
    },
    /// The value is of another unit or kind than the input.
    UnitMismatch {
        /// The input.
        input: String,
        /// The value's name.
        name: String,
        /// What the input takes.
        needs: Sort,
        /// What the value is.
        gives: Sort,
    },
    /// Cells that need each other.
    Cycle {
        /// Their ids, in the order of the page.
        cells: Vec<String>,
        /// The names through which they need each other.
        names: Vec<String>,
    },
    /// A cell that it needs cannot run.
    DependsOnBlocked {
        /// That cell.
        cell: String,
    },
    /// The value bound to an input is undefined at present.
    Undefined {
        /// The input.
        input: String,
        /// The value's name.
        name: String,
        /// Why there is none.
        why: Undefined,
    },
    /// The value bound to an input is at present outside what the input takes.
    Refused {
        /// The input.
        input: String,
        /// The value's name.
        name: String,
        /// What is wrong with it.
        error: Box<InputError>,
    },
}

/// What sort of value a name stands for or an input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A number of this unit.
    Number(Unit),
    /// Two different bounds of a number: its ends have names of their own, `.lo` and `.hi`.
    Interval(Unit),
    /// One of several words.
    Choice,
    /// On or off.
    Toggle,
    /// A seed.
    Seed,
    /// Text.
    Text,
}

impl Sort {
    /// What an input takes.
    #[must_use]
    pub fn of(input: &InputSpec) -> Sort {
        match input.kind {
            Kind::Real { .. } | Kind::Count { .. } | Kind::Probability { .. } => {
                Sort::Number(input.unit)
            }
            Kind::Choice { .. } => Sort::Choice,
            Kind::Toggle { .. } => Sort::Toggle,
            Kind::Seed { .. } => Sort::Seed,
            Kind::Text { .. } => Sort::Text,
        }
    }

    /// Whether it is one number.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Sort::Number(_))
    }

    /// The word for it in string keys and findings: the unit's code, or the kind.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Sort::Number(unit) => unit.id(),
            Sort::Interval(_) => "interval",
            Sort::Choice => "choice",
            Sort::Toggle => "toggle",
            Sort::Seed => "seed",
            Sort::Text => "text",
        }
    }

    /// In words, for those who write files.
    #[must_use]
    pub fn description(self) -> String {
        match self {
            Sort::Number(unit) => format!("a number in {}", unit.id()),
            Sort::Interval(unit) => format!("an interval in {}", unit.id()),
            Sort::Choice | Sort::Toggle | Sort::Seed | Sort::Text => format!("a {}", self.id()),
        }
    }

    fn label(self) -> Arg {
        Arg::Label(Label::key(format!("notebook.sort.{}", self.id())))
    }
}

impl Reason {
    /// A stable word for the kind of reason, in string keys, findings and machine-readable output.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Reason::TooManyCells { .. } => "too_many_cells",
            Reason::Duplicate { .. } => "duplicate",
            Reason::UnknownModel { .. } => "unknown_model",
            Reason::UnknownIncident { .. } => "unknown_incident",
            Reason::UnknownInput { .. } => "unknown_input",
            Reason::BadLiteral { .. } => "literal",
            Reason::UnknownName { .. } => "unknown_name",
            Reason::UnknownFigure { .. } => "unknown_figure",
            Reason::UnitMismatch { .. } => "unit_mismatch",
            Reason::Cycle { .. } => "cycle",
            Reason::DependsOnBlocked { .. } => "depends_on_blocked",
            Reason::Undefined { .. } => "undefined",
            Reason::Refused { .. } => "refused",
        }
    }

    /// The reason for people.
    #[must_use]
    pub fn message(&self) -> Message {
        let message = Message::new(format!("notebook.blocked.{}", self.code()));
        let plain = |text: &String| Arg::Plain(text.clone());
        match self {
            #[expect(clippy::cast_precision_loss, reason = "only shown")]
            Reason::TooManyCells { most } => message.quantity("most", *most as f64, Unit::Count),
            Reason::Duplicate { id } => message.with("id", plain(id)),
            Reason::UnknownModel { model } => message.with("model", plain(model)),
            Reason::UnknownIncident { incident } => message.with("incident", plain(incident)),
            Reason::UnknownInput { input } => message.with("input", plain(input)),
            Reason::BadLiteral { input, error } => message
                .with("input", plain(input))
                .with("why", Arg::Label(error.message.clone().into())),
            Reason::UnknownName { name } => message.with("name", plain(name)),
            Reason::UnknownFigure { cell, name } => {
                message.with("cell", plain(cell)).with("name", plain(name))
            }
            Reason::UnitMismatch {
                input,
                name,
                needs,
                gives,
            } => message
                .with("input", plain(input))
                .with("name", plain(name))
                .with("needs", needs.label())
                .with("gives", gives.label()),
            Reason::Cycle { cells, names } => message
                .with("cells", Arg::Plain(cells.join(", ")))
                .with("names", Arg::Plain(names.join(", "))),
            Reason::DependsOnBlocked { cell } => message.with("cell", plain(cell)),
            Reason::Undefined { input, name, why } => message
                .with("input", plain(input))
                .with("name", plain(name))
                .with(
                    "why",
                    Arg::Label(Label::key(format!("undefined.{}", why.0))),
                ),
            Reason::Refused { input, name, error } => message
                .with("input", plain(input))
                .with("name", plain(name))
                .with("why", Arg::Label(error.message.clone().into())),
        }
    }
}
