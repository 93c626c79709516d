//! The value of an input.

use std::fmt;

use crate::kernel::quantity::Probability;
use crate::text::{Lang, Unit, format};

/// A value of the kind that its input declares.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of [`Kind::Real`](super::Kind::Real).
    Real(f64),
    /// Of [`Kind::Count`](super::Kind::Count).
    Count(u64),
    /// Of [`Kind::Probability`](super::Kind::Probability).
    Probability(Probability),
    /// Of [`Kind::Choice`](super::Kind::Choice).
    Choice(&'static str),
    /// Of [`Kind::Toggle`](super::Kind::Toggle).
    Toggle(bool),
    /// Of [`Kind::Seed`](super::Kind::Seed).
    Seed(u64),
    /// Of [`Kind::Text`](super::Kind::Text).
    Text(String),
}

impl Value {
    /// Its size as a number, where it has one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Real(x) => Some(*x),
            #[expect(clippy::cast_precision_loss, reason = "counts stay below 2^53")]
            Value::Count(n) => Some(*n as f64),
            Value::Probability(p) => Some(p.value()),
            _ => None,
        }
    }
}

impl Value {
    /// What a box for typing shows: the exact value with its unit.
    #[must_use]
    pub fn typed(&self, unit: Unit, lang: Lang) -> String {
        match self {
            Value::Real(x) => format::input_text(*x, unit, lang),
            Value::Count(n) => format::input_count(*n),
            Value::Probability(share) => format::input_probability(*share),
            Value::Choice(_) | Value::Toggle(_) | Value::Seed(_) | Value::Text(_) => {
                self.to_string()
            }
        }
    }

    /// What stands under a tick of a slider.
    #[must_use]
    pub fn tick(&self, unit: Unit, lang: Lang) -> String {
        match (self, self.number()) {
            (Value::Probability(_), _) | (_, None) => self.typed(unit, lang),
            (_, Some(number)) => format::axis_tick(number, unit, lang),
        }
    }
}

/// The text of links and machine-readable output: in the input's own unit, shortest form that reads
/// back to the same value.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(x) => write!(f, "{x}"),
            Value::Count(n) | Value::Seed(n) => write!(f, "{n}"),
            Value::Probability(p) => write!(f, "{p}"),
            Value::Choice(id) => f.write_str(id),
            Value::Toggle(on) => write!(f, "{on}"),
            Value::Text(text) => f.write_str(text),
        }
    }
}
