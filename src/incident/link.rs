//! The inputs with which an event opens a model.

use std::collections::BTreeMap;

use super::metric_spec::Unit;
use super::metrics::{MetricValue, metrics};
use super::schema::{ChosenInput, CitedInput, Incident, LinkInput};
use crate::text::Bilingual;

/// An input of a linked model, ready to be typed into it.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedInput {
    /// The input's id in the model.
    pub input: String,
    /// The value as text; or why there is none, in the words of [`MetricValue::Undefined`], and
    /// `interval` where the metric is not one number.
    pub value: Result<String, &'static str>,
    /// Where the value comes from.
    pub origin: InputOrigin,
}

/// Where an input's value comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum InputOrigin {
    /// A metric of the incident, by its id.
    Metric(String),
    /// A source, by its id.
    Source(String),
    /// The file's own choice, with its reason.
    Ours(Bilingual),
}

/// The inputs of a link, with the values that the incident's metrics give.
pub fn resolve_inputs(
    incident: &Incident,
    inputs: &BTreeMap<String, LinkInput>,
) -> Vec<ResolvedInput> {
    inputs
        .iter()
        .map(|(input, source)| {
            let (value, origin) = match source {
                LinkInput::Metric(id) => {
                    (metric_text(incident, id), InputOrigin::Metric(id.clone()))
                }
                LinkInput::Cited(CitedInput { value, source }) => {
                    (Ok(value.clone()), InputOrigin::Source(source.clone()))
                }
                LinkInput::Chosen(ChosenInput { value, why }) => {
                    (Ok(value.clone()), InputOrigin::Ours(why.clone()))
                }
            };
            ResolvedInput {
                input: input.clone(),
                value,
                origin,
            }
        })
        .collect()
}

/// A metric as text in the unit of its id: `10320s` for seconds, the bare number otherwise.
fn metric_text(incident: &Incident, id: &str) -> Result<String, &'static str> {
    let metric = metrics(incident)
        .into_iter()
        .find(|metric| metric.id == id)
        .ok_or("unknown_metric")?;
    match (metric.value, metric.unit) {
        (MetricValue::Point(value), Unit::Second) => Ok(format!("{value}s")),
        (MetricValue::Point(value), _) => Ok(value.to_string()),
        (MetricValue::Between(..), _) => Err("interval"),
        (MetricValue::Undefined(reason), _) => Err(reason),
    }
}
