//! What names stand for at present, and the inputs that follow from them.

use super::super::library::Measure;
use super::super::plan::owner;
use super::super::reason::{Reason, Sort};
use super::super::schema::{Cell, IncidentCell};
use super::model_cell::{Lack, ModelState};
use super::{Session, State};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::models::{
    Figure, InputError, InputSpec, Inputs, Kind, PENDING, Value, admit, from_number, parse,
};
use crate::text::Unit;

/// The cell that gives the value is being computed.
pub const WORKING: Undefined = PENDING;
/// The cell that gives the value cannot run.
pub const BLOCKED: Undefined = Undefined("blocked");
/// The value is an interval, which is no single number.
pub const INTERVAL: Undefined = Undefined("interval");
/// The model gave no such figure this time.
pub const ABSENT: Undefined = Undefined("absent");

/// What a name stands for at present.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolved {
    /// The number, or why there is none at present.
    pub value: Defined,
    /// One minus the number, where that is known better than by subtraction.
    pub complement: Option<f64>,
    /// The unit.
    pub unit: Unit,
}

impl Session {
    /// What `name` stands for at present: a param, `cell.figure`, or `incident.metric` with `.lo` and
    /// `.hi`. `None` if it stands for no number in this document.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Resolved> {
        let index = self.position(owner(name))?;
        let figure = name.split_once('.').map(|(_, rest)| rest);
        match (self.cells.get(index)?, figure) {
            (State::Param(param), None) => of_value(&param.value, param.spec.unit),
            (State::Model(_), Some(figure)) => self.figure(index, figure),
            (State::Fixed, Some(metric)) => match self.document.cells.get(index)? {
                Cell::Incident(cell) => self.metric(cell, metric),
                _ => None,
            },
            _ => None,
        }
    }

    fn figure(&self, index: usize, id: &str) -> Option<Resolved> {
        let state = self.model(index)?;
        let unit = state.model.spec().figure(id)?.unit;
        let none = |why| Resolved {
            value: Err(why),
            complement: None,
            unit,
        };
        if self.plan.blocked.contains_key(&index) {
            return Some(none(BLOCKED));
        }
        let computed = match state.is_settled() {
            true => state.computed(),
            false => state.foreseen(),
        };
        let Some(computed) = computed else {
            let why = if state.is_settled() { BLOCKED } else { WORKING };
            return Some(none(why));
        };
        let given = |figure: &Figure| Resolved {
            value: figure.value,
            complement: figure.complement,
            unit,
        };
        Some(computed.output.figure(id).map_or(none(ABSENT), given))
    }

    fn metric(&self, cell: &IncidentCell, name: &str) -> Option<Resolved> {
        let incident = self.library.incident(&cell.incident)?;
        let (id, end) = match name.rsplit_once('.') {
            Some((id, end)) => (id, Some(end)),
            None => (name, None),
        };
        let figure = incident.figure(id)?;
        let value = match (figure.value, end) {
            (Measure::Undefined(why), None | Some("lo" | "hi")) => Err(Undefined(why)),
            (Measure::Point(x), None | Some("lo" | "hi")) => Ok(x),
            (Measure::Between(lo, _), Some("lo")) => Ok(lo),
            (Measure::Between(_, hi), Some("hi")) => Ok(hi),
            (Measure::Between(lo, hi), None) if lo == hi => Ok(lo),
            (Measure::Between(..), None) => Err(INTERVAL),
            _ => return None,
        };
        Some(Resolved {
            value,
            complement: None,
            unit: figure.unit,
        })
    }

    /// The inputs that the model cell at `index` is to run with. An input that does not matter under
    /// the present choices holds nothing up.
    pub(super) fn ready(&self, state: &ModelState) -> Result<Inputs, Lack> {
        let mut inputs = state.own.clone();
        let mut lacking = Vec::new();
        for (spec, binding) in state.model.spec().inputs.iter().zip(&state.bindings) {
            let Some(name) = binding.name() else {
                continue;
            };
            let set = |value| {
                let set = inputs.set(spec.id, value);
                set.map_err(|error| refused(spec, name, error))
            };
            if let Err(lack) = self.bound_value(spec, name).and_then(set) {
                lacking.push((spec, lack));
            }
        }
        let needed = lacking.into_iter().find(|(spec, _)| inputs.matters(spec));
        needed.map_or(Ok(inputs), |(_, lack)| Err(lack))
    }

    /// The value of `name` for `input`.
    pub(super) fn bound_value(&self, input: &InputSpec, name: &str) -> Result<Value, Lack> {
        let at = self.position(owner(name)).unwrap_or(usize::MAX);
        if let Some(param) = self.param(at) {
            return convert(&param.value, input).map_err(|error| refused(input, name, error));
        }
        if self.model(at).is_some_and(|state| !state.is_settled()) {
            return Err(Lack::Waiting);
        }
        let Some(resolved) = self.value(name) else {
            return Err(Lack::Reason(Reason::UnknownName {
                name: name.to_owned(),
            }));
        };
        let number = resolved
            .value
            .map_err(|why| Lack::Reason(self.undefined(at, input, name, why)))?;
        figure_value(input, number, resolved.complement)
            .map_err(|error| refused(input, name, error))
    }

    fn undefined(&self, at: usize, input: &InputSpec, name: &str, why: Undefined) -> Reason {
        if self
            .model(at)
            .is_some_and(|state| state.computed().is_none())
        {
            return Reason::DependsOnBlocked {
                cell: owner(name).to_owned(),
            };
        }
        Reason::Undefined {
            input: input.id.to_owned(),
            name: name.to_owned(),
            why,
        }
    }
}

/// The same value as `input` takes it: as it is, or by its size where the kinds differ.
pub(super) fn convert(value: &Value, input: &InputSpec) -> Result<Value, InputError> {
    let as_it_is = |value: Value| admit(input, &value).map(|()| value);
    match (value, &input.kind) {
        (Value::Choice(choice), Kind::Choice { .. }) => parse(input, choice),
        // There is one zero, so that equal sessions give equal links.
        (Value::Real(x), Kind::Real { .. }) => as_it_is(Value::Real(x + 0.0)),
        (Value::Count(_), Kind::Count { .. })
        | (Value::Probability(_), Kind::Probability { .. }) => as_it_is(value.clone()),
        _ => match (value.number(), Sort::of(input).is_number()) {
            (Some(number), true) => from_number(input, number),
            _ => as_it_is(value.clone()),
        },
    }
}

/// A figure as the value of an input. A share near 1 keeps its complement.
fn figure_value(
    input: &InputSpec,
    number: f64,
    complement: Option<f64>,
) -> Result<Value, InputError> {
    if let (Kind::Probability { .. }, Some(complement)) = (&input.kind, complement)
        && number > 0.5
        && let Ok(share) = Probability::from_complement(complement)
    {
        return Ok(Value::Probability(share));
    }
    from_number(input, number)
}

fn of_value(value: &Value, unit: Unit) -> Option<Resolved> {
    let complement = match value {
        Value::Probability(share) => Some(share.complement()),
        _ => None,
    };
    Some(Resolved {
        value: Ok(value.number()?),
        complement,
        unit,
    })
}

fn refused(input: &InputSpec, name: &str, error: InputError) -> Lack {
    Lack::Reason(Reason::Refused {
        input: input.id.to_owned(),
        name: name.to_owned(),
        error: Box::new(error),
    })
}
