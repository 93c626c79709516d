//! The controls of a session: what can be set, what moves with it, and what is locked.

use super::values::convert;
use super::{Session, State};
use crate::models::{InputError, InputSpec, Preset, Value, parse};
use crate::text::{Arg, Message};

/// A control: an input of a model cell, or a shared value.
#[derive(Clone, Debug)]
pub struct Control {
    /// Its address in links and in [`Session::set`]: `param`, or `cell.input`.
    pub address: String,
    /// Its cell, counted from 0 on the page.
    pub cell: usize,
    /// The model whose words it has.
    pub model: &'static str,
    /// Its description.
    pub spec: &'static InputSpec,
    /// Its present value; `None` while the value bound to it is not there or cannot be taken.
    pub value: Option<Value>,
    /// The document's value; `None` if that is a result of other cells.
    pub document: Option<Value>,
    /// Where its value comes from.
    pub binding: Binding,
    /// Whether it matters under the present choices.
    pub matters: bool,
}

/// Where the value of an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// It has one of its own.
    Own,
    /// The shared value of this name; moving the control moves that.
    Param(String),
    /// A result of this name; the control is locked.
    Output(String),
}

impl Binding {
    /// The binding to `name`. Only a shared value has a name without a dot.
    pub(super) fn to(name: &str) -> Binding {
        match name.contains('.') {
            true => Binding::Output(name.to_owned()),
            false => Binding::Param(name.to_owned()),
        }
    }

    /// The name that the value comes from.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Binding::Own => None,
            Binding::Param(name) | Binding::Output(name) => Some(name),
        }
    }
}

/// Where a value is kept.
#[derive(Clone, Copy)]
enum Place {
    Param(usize),
    Own(usize, &'static InputSpec),
}

impl Session {
    /// Sets the control at `address`: `param`, or `cell.input`. A control that follows a shared value
    /// moves that value.
    ///
    /// # Errors
    /// When there is no such control, it is bound to a result, or it does not take the value. Nothing
    /// has changed then.
    pub fn set(&mut self, address: &str, value: Value) -> Result<(), InputError> {
        let place = self.locate(address, &value.to_string())?;
        let value = convert(&value, self.spec(place)?)?;
        self.store(place, value);
        Ok(())
    }

    /// Sets a control to what a person typed, with or without a unit.
    ///
    /// # Errors
    /// As for [`set`](Session::set), and when the text cannot be read.
    pub fn set_text(&mut self, address: &str, text: &str) -> Result<(), InputError> {
        let place = self.locate(address, text)?;
        let spec = self.spec(place)?;
        let value = convert(&parse(spec, text)?, spec)?;
        self.store(place, value);
        Ok(())
    }

    /// Sets a control to a number in its own unit.
    ///
    /// # Errors
    /// As for [`set`](Session::set), and when the control takes no numbers.
    pub fn set_number(&mut self, address: &str, number: f64) -> Result<(), InputError> {
        self.set(address, Value::Real(number))
    }

    /// Gives a control the document's value again.
    ///
    /// # Errors
    /// When there is no such control, or it is bound to a result.
    pub fn reset(&mut self, address: &str) -> Result<(), InputError> {
        let place = self.locate(address, "")?;
        if let Some(value) = self.document_value(place) {
            self.store(place, value);
        }
        Ok(())
    }

    /// Gives every control the document's value again. Guesses stay.
    pub fn reset_all(&mut self) {
        let own = |control: Control| match control.binding {
            Binding::Own => control.document.map(|value| (control.address, value)),
            _ => None,
        };
        let values: Vec<_> = self.inputs().into_iter().filter_map(own).collect();
        for (address, value) in values {
            if let Ok(place) = self.locate(&address, "") {
                self.store(place, value);
            }
        }
    }

    /// Sets the inputs of a model cell that a preset of its model names.
    ///
    /// # Errors
    /// When there is no such preset, or one of its values cannot be set, as where an input is bound to a
    /// result. Nothing has changed then.
    pub fn apply_preset(&mut self, cell: &str, preset: &str) -> Result<(), InputError> {
        let found = self.position(cell).and_then(|at| self.model(at));
        let Some(preset) = found.and_then(|state| state.model.spec().preset(preset)) else {
            return Err(refuse("notebook.unknown_preset", cell, preset));
        };
        for (place, value) in self.preset_values(cell, preset)? {
            self.store(place, value);
        }
        Ok(())
    }

    /// The presets of a model cell that can be applied there: none of their inputs is bound to a result.
    #[must_use]
    pub fn presets_of(&self, cell: &str) -> Vec<&'static Preset> {
        let Some(state) = self.position(cell).and_then(|at| self.model(at)) else {
            return Vec::new();
        };
        let presets = state.model.spec().presets.iter();
        presets
            .filter(|preset| self.preset_values(cell, preset).is_ok())
            .collect()
    }

    /// What a preset sets in a cell.
    fn preset_values(
        &self,
        cell: &str,
        preset: &Preset,
    ) -> Result<Vec<(Place, Value)>, InputError> {
        let read = |(input, text): &(&str, &str)| {
            let place = self.locate(&format!("{cell}.{input}"), text)?;
            let spec = self.spec(place)?;
            Ok((place, convert(&parse(spec, text)?, spec)?))
        };
        preset.set.iter().map(read).collect()
    }

    /// The control at `address`.
    #[must_use]
    pub fn control(&self, address: &str) -> Option<Control> {
        match address.split_once('.') {
            None => self.param_control(self.position(address)?),
            Some((cell, input)) => {
                let at = self.position(cell)?;
                self.model_control(at, self.model(at)?.model.spec().input(input)?)
            }
        }
    }

    /// The present value of the control at `address`; `None` while it has none.
    #[must_use]
    pub fn control_value(&self, address: &str) -> Option<Value> {
        match address.split_once('.') {
            None => Some(self.param(self.position(address)?)?.value.clone()),
            Some((cell, input)) => self.input_value(self.position(cell)?, input),
        }
    }

    /// Every control, in the order of the page.
    #[must_use]
    pub fn inputs(&self) -> Vec<Control> {
        (0..self.cells.len())
            .flat_map(|cell| self.inputs_of(cell))
            .collect()
    }

    /// The controls of one cell.
    #[must_use]
    pub fn inputs_of(&self, cell: usize) -> Vec<Control> {
        match self.cells.get(cell) {
            Some(State::Param(_)) => self.param_control(cell).into_iter().collect(),
            Some(State::Model(state)) => {
                let inputs = state.model.spec().inputs.iter();
                inputs
                    .filter_map(|spec| self.model_control(cell, spec))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn param_control(&self, cell: usize) -> Option<Control> {
        let param = self.param(cell)?;
        Some(Control {
            address: self.document.cells[cell].id().to_owned(),
            cell,
            model: param.model,
            spec: param.spec,
            value: Some(param.value.clone()),
            document: Some(param.document.clone()),
            binding: Binding::Own,
            matters: true,
        })
    }

    fn model_control(&self, cell: usize, spec: &'static InputSpec) -> Option<Control> {
        let state = self.model(cell)?;
        let binding = state.binding(spec.id)?.clone();
        let document = match &binding {
            Binding::Own => state.document.get(spec.id).cloned(),
            Binding::Param(name) => {
                let param = self.position(name).and_then(|at| self.param(at));
                param.and_then(|param| convert(&param.document, spec).ok())
            }
            Binding::Output(_) => None,
        };
        let matters = spec.when.as_ref().is_none_or(|when| {
            let chosen = self
                .input_value(cell, when.input)
                .map(|value| value.to_string());
            chosen.is_some_and(|chosen| when.is.contains(&chosen.as_str()))
        });
        Some(Control {
            address: format!("{}.{}", self.document.cells[cell].id(), spec.id),
            cell,
            model: state.model.spec().id,
            spec,
            value: self.input_value(cell, spec.id),
            document,
            binding,
            matters,
        })
    }

    /// The present value of an input, wherever it comes from.
    fn input_value(&self, cell: usize, input: &str) -> Option<Value> {
        let state = self.model(cell)?;
        let spec = state.model.spec().input(input)?;
        match state.binding(input)?.name() {
            None => state.own.get(input).cloned(),
            Some(name) => self.bound_value(spec, name).ok(),
        }
    }

    /// Where the value of the control at `address` comes from.
    #[must_use]
    pub fn binding(&self, address: &str) -> Option<&Binding> {
        let (cell, input) = match address.split_once('.') {
            Some((cell, input)) => (cell, Some(input)),
            None => (address, None),
        };
        let at = self.position(cell)?;
        match input {
            Some(input) => self.model(at)?.binding(input),
            None => self.param(at).map(|_| &Binding::Own),
        }
    }

    fn locate(&self, address: &str, given: &str) -> Result<Place, InputError> {
        let unknown = || refuse("notebook.unknown_control", address, given);
        match self.binding(address).ok_or_else(unknown)? {
            Binding::Output(name) => {
                let mut error = refuse("notebook.bound_elsewhere", address, given);
                error.message = error.message.with("source", Arg::Plain(name.clone()));
                Err(error)
            }
            Binding::Param(name) => self.place(name).ok_or_else(unknown),
            Binding::Own => self.place(address).ok_or_else(unknown),
        }
    }

    /// Where the value of an address is kept that has one of its own.
    fn place(&self, address: &str) -> Option<Place> {
        match address.split_once('.') {
            None => {
                let at = self.position(address)?;
                self.param(at).map(|_| Place::Param(at))
            }
            Some((cell, input)) => {
                let at = self.position(cell)?;
                let spec = self.model(at)?.model.spec().input(input)?;
                Some(Place::Own(at, spec))
            }
        }
    }

    fn spec(&self, place: Place) -> Result<&'static InputSpec, InputError> {
        match place {
            Place::Own(_, spec) => Ok(spec),
            Place::Param(at) => {
                let unknown = || refuse("notebook.unknown_control", "", "");
                self.param(at).map(|param| param.spec).ok_or_else(unknown)
            }
        }
    }

    fn document_value(&self, place: Place) -> Option<Value> {
        match place {
            Place::Param(at) => self.param(at).map(|param| param.document.clone()),
            Place::Own(at, spec) => self.model(at)?.document.get(spec.id).cloned(),
        }
    }

    /// Stores a value that has been checked, and marks what follows from it.
    fn store(&mut self, place: Place, value: Value) {
        match place {
            Place::Param(at) => {
                let Some(State::Param(param)) = self.cells.get_mut(at) else {
                    return;
                };
                if param.value == value {
                    return;
                }
                param.value = value;
                self.touched.insert(at);
                // The controls bound to it move with it, whether or not their results do.
                self.touched.extend(&self.plan.feeds[at]);
                self.mark_fed(at);
            }
            Place::Own(at, spec) => {
                let Some(state) = self.model_mut(at) else {
                    return;
                };
                if state.own.get(spec.id) == Some(&value) || state.own.set(spec.id, value).is_err()
                {
                    return;
                }
                state.stale = true;
                self.touched.insert(at);
            }
        }
    }
}

fn refuse(key: &str, address: &str, given: &str) -> InputError {
    InputError {
        input: address.to_owned(),
        given: given.to_owned(),
        message: Message::new(key)
            .with("input", Arg::Plain(address.to_owned()))
            .with("given", Arg::Plain(given.to_owned())),
    }
}
