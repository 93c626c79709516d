//! The inputs of a run, always of the declared kinds and inside their hard ranges.

use std::cell::Cell;

use super::{InputSpec, Kind, ModelError, ModelSpec, Preset, Value};
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Message, read};

/// The inputs of one model. They start at the defaults and stay valid.
#[derive(Clone, Debug)]
pub struct Inputs {
    spec: &'static ModelSpec,
    values: Vec<Value>,
    /// Which inputs a run has read, so that a test can find one that does nothing.
    read: Cell<u64>,
}

impl PartialEq for Inputs {
    fn eq(&self, other: &Inputs) -> bool {
        std::ptr::eq(self.spec, other.spec) && self.values == other.values
    }
}

/// Why a value was not taken: the input, what came, and what is allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct InputError {
    /// The input.
    pub input: String,
    /// What came.
    pub given: String,
    /// What is wrong and what is allowed, for people.
    pub message: Message,
}

impl Inputs {
    /// The model's defaults.
    #[must_use]
    pub fn defaults(spec: &'static ModelSpec) -> Inputs {
        Inputs {
            spec,
            values: spec.inputs.iter().map(default_value).collect(),
            read: Cell::new(0),
        }
    }

    /// The model that these are for.
    #[must_use]
    pub fn spec(&self) -> &'static ModelSpec {
        self.spec
    }

    /// The inputs in the order of the description.
    pub fn iter(&self) -> impl Iterator<Item = (&'static InputSpec, &Value)> {
        self.spec.inputs.iter().zip(&self.values)
    }

    /// The value of `id`.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.position(id).map(|at| &self.values[at])
    }

    /// Sets `id` to a value.
    ///
    /// # Errors
    /// When there is no such input, or the value is of another kind or outside the hard range.
    pub fn set(&mut self, id: &str, value: Value) -> Result<(), InputError> {
        let at = self.known(id, &value.to_string())?;
        admit(&self.spec.inputs[at], &value)?;
        self.values[at] = value;
        Ok(())
    }

    /// Sets `id` to what a person typed, with or without a unit (`10 h`, `99.95%`).
    ///
    /// # Errors
    /// When there is no such input, the text cannot be read, or the value is outside the hard range.
    pub fn set_text(&mut self, id: &str, text: &str) -> Result<(), InputError> {
        let at = self.known(id, text)?;
        let value = parse(&self.spec.inputs[at], text)?;
        self.values[at] = value;
        Ok(())
    }

    /// Sets `id` from a number, as a control or another cell's result gives it.
    ///
    /// # Errors
    /// When there is no such input, it takes no numbers, or the value is outside the hard range.
    pub fn set_number(&mut self, id: &str, number: f64) -> Result<(), InputError> {
        let at = self.known(id, &number.to_string())?;
        let value = from_number(&self.spec.inputs[at], number)?;
        self.values[at] = value;
        Ok(())
    }

    /// Sets the inputs of a preset.
    ///
    /// # Errors
    /// When the preset itself is faulty, which a test excludes for every preset.
    pub fn apply(&mut self, preset: &Preset) -> Result<(), InputError> {
        preset
            .set
            .iter()
            .try_for_each(|(id, text)| self.set_text(id, text))
    }

    /// Whether `input` matters under the present choices.
    #[must_use]
    pub fn matters(&self, input: &InputSpec) -> bool {
        input.when.as_ref().is_none_or(|when| {
            self.get(when.input)
                .is_some_and(|value| when.is.contains(&value.to_string().as_str()))
        })
    }

    /// The ids of the inputs that have been read since these inputs were made.
    #[must_use]
    pub fn read(&self) -> Vec<&'static str> {
        let read = self.read.get();
        let seen = |(at, input): (usize, &InputSpec)| (read >> at & 1 == 1).then_some(input.id);
        self.spec
            .inputs
            .iter()
            .enumerate()
            .filter_map(seen)
            .collect()
    }

    /// A real number.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such.
    pub fn real(&self, id: &'static str) -> Result<f64, ModelError> {
        match self.take(id) {
            Some(Value::Real(x)) => Ok(*x),
            _ => Err(undeclared(id)),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such.
    pub fn count(&self, id: &'static str) -> Result<u64, ModelError> {
        match self.take(id) {
            Some(Value::Count(n) | Value::Seed(n)) => Ok(*n),
            _ => Err(undeclared(id)),
        }
    }

    /// A share with its complement.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such.
    pub fn probability(&self, id: &'static str) -> Result<Probability, ModelError> {
        match self.take(id) {
            Some(Value::Probability(p)) => Ok(*p),
            _ => Err(undeclared(id)),
        }
    }

    /// A choice.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such.
    pub fn choice(&self, id: &'static str) -> Result<&'static str, ModelError> {
        match self.take(id) {
            Some(Value::Choice(choice)) => Ok(choice),
            _ => Err(undeclared(id)),
        }
    }

    /// What a choice means, out of the meanings of all.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such, or the choice has no meaning here.
    pub fn choice_of<T: Copy>(
        &self,
        id: &'static str,
        meanings: &[(&str, T)],
    ) -> Result<T, ModelError> {
        let chosen = self.choice(id)?;
        let meaning = meanings.iter().find(|(known, _)| *known == chosen);
        meaning
            .map(|(_, meaning)| *meaning)
            .ok_or_else(|| ModelError::at(id))
    }

    /// The place of a choice among the known ones.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such, or the choice is not among them.
    pub fn choice_among(&self, id: &'static str, known: &[&str]) -> Result<usize, ModelError> {
        let chosen = self.choice(id)?;
        let place = known.iter().position(|known| *known == chosen);
        place.ok_or_else(|| ModelError::at(id))
    }

    /// A toggle.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such.
    pub fn toggle(&self, id: &'static str) -> Result<bool, ModelError> {
        match self.take(id) {
            Some(Value::Toggle(on)) => Ok(*on),
            _ => Err(undeclared(id)),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// When the model asks for an input that it did not declare as such.
    pub fn text(&self, id: &'static str) -> Result<&str, ModelError> {
        match self.take(id) {
            Some(Value::Text(text)) => Ok(text),
            _ => Err(undeclared(id)),
        }
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.spec.inputs.iter().position(|input| input.id == id)
    }

    fn known(&self, id: &str, given: &str) -> Result<usize, InputError> {
        self.position(id).ok_or_else(|| {
            let known: Vec<_> = self.spec.inputs.iter().map(|input| input.id).collect();
            InputError {
                input: id.to_owned(),
                given: given.to_owned(),
                message: Message::new("input.unknown")
                    .with("input", Arg::Plain(id.to_owned()))
                    .with("known", Arg::Plain(known.join(", "))),
            }
        })
    }

    fn take(&self, id: &str) -> Option<&Value> {
        let at = self.position(id)?;
        self.read.set(self.read.get() | 1 << at);
        self.values.get(at)
    }
}

fn undeclared(id: &'static str) -> ModelError {
    ModelError {
        input: Some(id),
        message: Message::new("input.undeclared").with("input", Arg::Plain(id.to_owned())),
    }
}

/// The default of an input.
#[must_use]
pub fn default_value(input: &InputSpec) -> Value {
    match input.kind {
        Kind::Real { default, .. } => Value::Real(default),
        Kind::Count { default, .. } => Value::Count(default),
        // The contract test reads every default; an unreadable one fails there.
        Kind::Probability { default, .. } => {
            Value::Probability(default.parse().unwrap_or(Probability::ZERO))
        }
        Kind::Choice { default, .. } => Value::Choice(default),
        Kind::Toggle { default } => Value::Toggle(default),
        Kind::Seed { default } => Value::Seed(default),
        Kind::Text { default, .. } => Value::Text(default.to_owned()),
    }
}

/// Reads what a person typed for `input`.
///
/// # Errors
/// When the text cannot be read or its value is outside the hard range.
pub fn parse(input: &InputSpec, typed: &str) -> Result<Value, InputError> {
    let text = typed.trim();
    let unreadable = |key: &str| refuse(input, text, Message::new(key));
    let value = match &input.kind {
        Kind::Real { .. } => Value::Real(
            read::real(text, input.unit).map_err(|message| refuse(input, text, message))?,
        ),
        Kind::Count { .. } => {
            Value::Count(read::count(text).map_err(|message| refuse(input, text, message))?)
        }
        Kind::Seed { .. } => {
            Value::Seed(read::count(text).map_err(|message| refuse(input, text, message))?)
        }
        Kind::Probability { .. } => Value::Probability(
            read::probability(text).map_err(|message| refuse(input, text, message))?,
        ),
        Kind::Choice { choices, .. } => Value::Choice(
            choices
                .iter()
                .find(|choice| **choice == text)
                .ok_or_else(|| {
                    let allowed = Arg::Plain(choices.join(", "));
                    refuse(
                        input,
                        text,
                        Message::new("input.not_a_choice").with("allowed", allowed),
                    )
                })?,
        ),
        Kind::Toggle { .. } => match text {
            "true" | "on" | "1" => Value::Toggle(true),
            "false" | "off" | "0" => Value::Toggle(false),
            _ => return Err(unreadable("input.not_a_toggle")),
        },
        // What stands before it counts in the lines and characters that a refusal names.
        Kind::Text { .. } => Value::Text(typed.trim_end().to_owned()),
    };
    admit(input, &value)?;
    Ok(value)
}

/// A value of `input`'s kind from a number.
///
/// # Errors
/// When the input takes no numbers, or the number is outside the hard range.
pub fn from_number(input: &InputSpec, number: f64) -> Result<Value, InputError> {
    let value = match &input.kind {
        Kind::Real { .. } => Value::Real(number),
        Kind::Count { .. } if (0.0..9.0e15).contains(&number) =>
        {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "checked above"
            )]
            Value::Count(number.round() as u64)
        }
        Kind::Probability { .. } => {
            Value::Probability(Probability::from_value(number).map_err(|_| {
                refuse(
                    input,
                    &number.to_string(),
                    Message::new("input.not_a_probability"),
                )
            })?)
        }
        _ => {
            let message = Message::new("input.not_a_number");
            return Err(refuse(input, &number.to_string(), message));
        }
    };
    admit(input, &value)?;
    Ok(value)
}

/// Whether `value` is of the kind that `input` takes and inside its hard range.
///
/// # Errors
/// What is wrong with it and what is allowed.
pub fn admit(input: &InputSpec, value: &Value) -> Result<(), InputError> {
    let outside = |lo: f64, hi: f64| {
        let message = Message::new("input.out_of_range")
            .quantity("lo", lo, input.unit)
            .quantity("hi", hi, input.unit);
        Err(refuse(input, &value.to_string(), message))
    };
    match (&input.kind, value) {
        (Kind::Real { hard, .. }, Value::Real(x)) if !(hard.lo..=hard.hi).contains(x) => {
            outside(hard.lo, hard.hi)
        }
        #[expect(clippy::cast_precision_loss, reason = "only shown")]
        (Kind::Count { hard, .. }, Value::Count(n)) if !(hard.lo..=hard.hi).contains(n) => {
            outside(hard.lo as f64, hard.hi as f64)
        }
        (Kind::Text { longest, .. }, Value::Text(text)) if text.len() > *longest => {
            #[expect(clippy::cast_precision_loss, reason = "only shown")]
            let message = Message::new("input.too_long").quantity(
                "longest",
                *longest as f64,
                crate::text::Unit::Count,
            );
            Err(refuse(input, text, message))
        }
        (Kind::Real { .. }, Value::Real(_))
        | (Kind::Count { .. }, Value::Count(_))
        | (Kind::Probability { .. }, Value::Probability(_))
        | (Kind::Choice { .. }, Value::Choice(_))
        | (Kind::Toggle { .. }, Value::Toggle(_))
        | (Kind::Seed { .. }, Value::Seed(_))
        | (Kind::Text { .. }, Value::Text(_)) => Ok(()),
        _ => Err(refuse(
            input,
            &value.to_string(),
            Message::new("input.wrong_kind"),
        )),
    }
}

fn refuse(input: &InputSpec, given: &str, message: Message) -> InputError {
    InputError {
        input: input.id.to_owned(),
        given: given.to_owned(),
        message: message
            .with("input", Arg::Plain(input.id.to_owned()))
            .with("given", Arg::Plain(given.to_owned())),
    }
}
