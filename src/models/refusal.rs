//! What a formula refuses, told at the input that it is about.

use super::{ModelError, ModelSpec};
use crate::kernel::error::{Bound, DomainError};
use crate::text::{Arg, Label, Message, Unit};

/// The kernel's refusal for people, where its quantities have the names of the inputs of `spec`.
pub(super) fn refused(spec: &'static ModelSpec, error: DomainError) -> ModelError {
    let Some(input) = spec.input(error.quantity) else {
        return error.into();
    };
    let name = |id: &str| match spec.input(id) {
        Some(input) => Arg::Label(Label::key(format!("{}.input.{}.name", spec.id, input.id))),
        None => Arg::Plain(id.to_owned()),
    };
    let says = |key: &str| {
        Message::new(format!("input.bound.{key}"))
            .with("input", name(input.id))
            .quantity("given", error.value, input.unit)
    };
    let number = |key: &str, end: f64| says(key).quantity("end", end, input.unit);
    let other = |key: &str, id: &str| says(key).with("other", name(id));
    let message = match error.allowed {
        Bound::Above(end) => number("above", end),
        Bound::AtLeast(end) => number("at_least", end),
        Bound::AtMost(end) => number("at_most", end),
        Bound::Within(lo, hi) => says("within")
            .quantity("lo", lo, input.unit)
            .quantity("hi", hi, input.unit),
        Bound::Below(id) => other("below", id),
        Bound::NotBelow(id) => other("not_below", id),
        Bound::NotAbove(1.0, id) => other("not_above", id),
        Bound::NotAbove(times, id) => {
            other("not_above_times", id).quantity("times", times, Unit::One)
        }
        Bound::Rule(_) => return ModelError::at(input.id),
    };
    ModelError::saying(input.id, message)
}
