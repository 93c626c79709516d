//! What a model takes and gives, as data. It holds no prose: titles and help are looked up by id.

use crate::text::Unit;

/// Description of a model.
#[derive(Debug)]
pub struct ModelSpec {
    /// Id in links, files, commands and string keys.
    pub id: &'static str,
    /// Family in the catalogue.
    pub family: Family,
    /// Rises when results change for the same inputs.
    pub version: u32,
    /// Groups of neighbouring inputs, each under a heading that opens; none where there are few inputs.
    pub groups: &'static [Group],
    /// What it takes, in the order of the page.
    pub inputs: &'static [InputSpec],
    /// The numbers it gives.
    pub figures: &'static [FigureSpec],
    /// The tables it gives.
    pub tables: &'static [TableSpec],
    /// Ids of the charts it gives.
    pub charts: &'static [&'static str],
    /// Sets of inputs worth opening.
    pub presets: &'static [Preset],
    /// Where the formulas come from.
    pub references: &'static [Reference],
}

/// A family of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Availability.
    Availability,
    /// Retries and the storms that they make.
    Retry,
    /// Queues and capacity.
    Queueing,
    /// Placement.
    Placement,
    /// Breakers, limits and other guards.
    Guard,
    /// Whole systems in which one fault brings on the next.
    Cascade,
    /// What was at work in the incidents.
    Mechanism,
    /// Small labs, worked through step by step.
    Lab,
}

impl Family {
    /// Id in output and string keys.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Family::Availability => "availability",
            Family::Retry => "retry",
            Family::Queueing => "queueing",
            Family::Placement => "placement",
            Family::Guard => "guard",
            Family::Cascade => "cascade",
            Family::Mechanism => "mechanism",
            Family::Lab => "lab",
        }
    }
}

/// A group of neighbouring inputs. It ends where the next one begins.
#[derive(Debug)]
pub struct Group {
    /// Id; its heading is the text at `MODEL.group.ID`.
    pub id: &'static str,
    /// Its first input.
    pub first: &'static str,
}

/// One input.
#[derive(Debug)]
pub struct InputSpec {
    /// Id, with the unit last.
    pub id: &'static str,
    /// Unit of its value.
    pub unit: Unit,
    /// What values it may take.
    pub kind: Kind,
    /// The choice under which it matters; `None` means always.
    pub when: Option<When>,
}

/// The choice of another input under which an input matters.
#[derive(Debug)]
pub struct When {
    /// The other input: a choice, or a toggle (`true`, `false`).
    pub input: &'static str,
    /// Its values under which this one matters.
    pub is: &'static [&'static str],
}

/// What values an input may take.
#[derive(Debug)]
pub enum Kind {
    /// A real number.
    Real {
        /// Default.
        default: f64,
        /// The domain of the formula, ends included.
        hard: Range<f64>,
        /// The slider.
        soft: Range<f64>,
        /// How the slider is divided.
        spacing: Spacing,
    },
    /// A whole number.
    Count {
        /// Default.
        default: u64,
        /// The domain of the formula, ends included.
        hard: Range<u64>,
        /// The slider.
        soft: Range<u64>,
        /// How the slider is divided.
        spacing: Spacing,
    },
    /// A share between 0 and 1, kept exactly with its complement, given as decimal text.
    Probability {
        /// Default.
        default: &'static str,
        /// The slider.
        soft: Range<&'static str>,
        /// How the slider is divided.
        spacing: Spacing,
    },
    /// One of several.
    Choice {
        /// Default.
        default: &'static str,
        /// All, in order.
        choices: &'static [Choice],
    },
    /// On or off.
    Toggle {
        /// Default.
        default: bool,
    },
    /// The seed of a random generator.
    Seed {
        /// Default.
        default: u64,
    },
    /// Text in a small language of the model's own.
    Text {
        /// Default.
        default: &'static str,
        /// Longest accepted, in bytes.
        longest: usize,
    },
}

/// One value of a [`Kind::Choice`].
pub type Choice = &'static str;

/// Both ends of a range, included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range<T> {
    /// Lower end.
    pub lo: T,
    /// Upper end.
    pub hi: T,
}

/// How a slider is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Equal differences.
    Linear,
    /// Equal ratios.
    Log,
    /// Equal numbers of nines: equal ratios of the complement.
    Nines,
}

impl Spacing {
    /// Id in machine-readable output.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Spacing::Linear => "linear",
            Spacing::Log => "log",
            Spacing::Nines => "nines",
        }
    }
}

/// One figure.
#[derive(Debug)]
pub struct FigureSpec {
    /// Id, with the unit last.
    pub id: &'static str,
    /// Its unit.
    pub unit: Unit,
}

/// One table.
#[derive(Debug)]
pub struct TableSpec {
    /// Id.
    pub id: &'static str,
    /// Its columns.
    pub columns: &'static [ColumnSpec],
}

/// One column of a table.
#[derive(Debug)]
pub struct ColumnSpec {
    /// Id, with the unit last.
    pub id: &'static str,
    /// Unit of its numbers.
    pub unit: Unit,
    /// Whether it holds words, which are read from their beginning, instead of numbers.
    pub is_words: bool,
}

/// Inputs worth opening together. A preset sets inputs; it is never one itself.
#[derive(Debug)]
pub struct Preset {
    /// Id.
    pub id: &'static str,
    /// Input ids and their values as typed text.
    pub set: &'static [(&'static str, &'static str)],
}

/// A source.
#[derive(Debug)]
pub struct Reference {
    /// Authors, title, place, year, section or equation.
    pub text: &'static str,
    /// Address, if there is a stable one.
    pub url: Option<&'static str>,
}

impl ModelSpec {
    /// The input called `id`.
    #[must_use]
    pub fn input(&self, id: &str) -> Option<&'static InputSpec> {
        self.inputs.iter().find(|input| input.id == id)
    }

    /// The inputs by group, in the order of the page; those before the first group, or all where there is none, have no
    /// group.
    #[must_use]
    pub fn grouped(&self) -> Vec<(Option<&'static str>, &'static [InputSpec])> {
        let (mut parts, mut rest, mut open) = (Vec::new(), self.inputs, None);
        for group in self.groups {
            let Some(at) = rest.iter().position(|input| input.id == group.first) else {
                continue;
            };
            let (before, from) = rest.split_at(at);
            if !before.is_empty() {
                parts.push((open, before));
            }
            (open, rest) = (Some(group.id), from);
        }
        parts.push((open, rest));
        parts
    }

    /// The figure called `id`.
    #[must_use]
    pub fn figure(&self, id: &str) -> Option<&'static FigureSpec> {
        self.figures.iter().find(|figure| figure.id == id)
    }

    /// The preset called `id`.
    #[must_use]
    pub fn preset(&self, id: &str) -> Option<&'static Preset> {
        self.presets.iter().find(|preset| preset.id == id)
    }
}
