//! What a notebook may draw on: the models and the incidents.

use std::collections::BTreeMap;

use crate::incident::{Incident, Metric, MetricValue, metrics};
use crate::models::Model;
use crate::text::Unit;

/// The models that exist, and the incidents that have been loaded.
#[derive(Clone, Default)]
pub struct Library {
    models: Vec<&'static dyn Model>,
    incidents: BTreeMap<String, IncidentFigures>,
}

/// The figures of an incident, as other cells may use them.
#[derive(Clone, Debug, PartialEq)]
pub struct IncidentFigures {
    /// The incident's id.
    pub id: String,
    /// Its figures, in the order in which they are shown.
    pub figures: Vec<IncidentFigure>,
}

/// One figure of an incident.
#[derive(Clone, Debug, PartialEq)]
pub struct IncidentFigure {
    /// Its id, with the unit last.
    pub id: String,
    /// Its size.
    pub value: Measure,
    /// Its unit.
    pub unit: Unit,
}

/// A size that may be known only within bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Known.
    Point(f64),
    /// At least the first, at most the second.
    Between(f64, f64),
    /// There is none, for this reason.
    Undefined(&'static str),
}

impl Library {
    /// A library of these models, without incidents.
    #[must_use]
    pub fn new(models: &[&'static dyn Model]) -> Library {
        Library {
            models: models.to_vec(),
            incidents: BTreeMap::new(),
        }
    }

    /// The same library with one more incident; it replaces one with the same id.
    #[must_use]
    pub fn with_incident(mut self, incident: IncidentFigures) -> Library {
        self.incidents.insert(incident.id.clone(), incident);
        self
    }

    /// The model called `id`.
    #[must_use]
    pub fn model(&self, id: &str) -> Option<&'static dyn Model> {
        self.models
            .iter()
            .copied()
            .find(|model| model.spec().id == id)
    }

    /// The ids of all models, in the order of the catalogue.
    pub fn models(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.models.iter().map(|model| model.spec().id)
    }

    /// The incident called `id`, if it has been loaded.
    #[must_use]
    pub fn incident(&self, id: &str) -> Option<&IncidentFigures> {
        self.incidents.get(id)
    }

    /// The ids of the loaded incidents.
    pub fn incidents(&self) -> impl Iterator<Item = &str> {
        self.incidents.keys().map(String::as_str)
    }
}

impl From<&Incident> for IncidentFigures {
    fn from(incident: &Incident) -> IncidentFigures {
        let figure = |metric: Metric| IncidentFigure {
            id: metric.id,
            value: match metric.value {
                MetricValue::Point(value) => Measure::Point(value),
                MetricValue::Between(lo, hi) => Measure::Between(lo, hi),
                MetricValue::Undefined(reason) => Measure::Undefined(reason),
            },
            unit: metric.unit.into(),
        };
        IncidentFigures {
            id: incident.id.clone(),
            figures: metrics(incident).into_iter().map(figure).collect(),
        }
    }
}

impl IncidentFigures {
    /// The figure called `id`.
    #[must_use]
    pub fn figure(&self, id: &str) -> Option<&IncidentFigure> {
        self.figures.iter().find(|figure| figure.id == id)
    }
}

impl Measure {
    /// Whether it is an interval with two different ends.
    #[must_use]
    pub fn is_interval(self) -> bool {
        matches!(self, Measure::Between(lo, hi) if lo != hi)
    }
}
