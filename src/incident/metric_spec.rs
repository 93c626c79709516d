//! How a file asks for a figure: between which events, over which spans, of which durations.

use serde::{Deserialize, Serialize};

use super::schema::{Incident, Span};
use crate::text::Bilingual;

/// A figure to be worked out from the events, never typed in.
///
/// Ids that every incident shares, where its events allow them: `detect_s` (to the moment at which
/// the operator knows what is wrong; where that was not published, what else is measured stands in
/// the definition), `acknowledge_s` (until the operator's people are on record as having taken it
/// up: in these files, their first public word), `mitigate_s` (to the first measure that helped),
/// `recover_s` (to the main recovery: the first fault no longer hurts its users), `total_s` (to the
/// end of the event as the operator sees it). All begin at the trigger, or at the first impact where the
/// trigger's time was not published. The id of a duration ends in `_s`, of budget years in `_years`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricSpec {
    /// Its id in this file.
    pub id: String,
    /// What it is called, unless it is one of those that many incidents have, which the app has names for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Bilingual>,
    /// The component that it is about, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What is measured, in a sentence; the events and their times are added to it.
    pub definition: Bilingual,
    /// How it is worked out.
    pub derive: Derivation,
    /// The duration that a source states, to be compared with the derived one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<Stated>,
}

/// How a metric is worked out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Derivation {
    /// Seconds from one event to another.
    Between(Between),
    /// Seconds in which at least one of some components was hurt: the union of the impact spans.
    Impact(Impact),
    /// Seconds that a unit was hurt on average, where units were hurt for different times.
    Weighted(Weighted),
    /// One duration as a share of another.
    Share(Share),
    /// What a duration, taken as full down time, leaves of a window.
    Availability(Availability),
    /// How many years' allowance of down time a duration uses up.
    BudgetYears(BudgetYears),
}

/// From one event to another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The event that it begins with.
    pub from: String,
    /// The event that it ends with.
    pub to: String,
}

/// The union of the impact spans of components.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impact {
    /// Whose spans; an empty list means those of all.
    pub components: Vec<String>,
}

/// A mean of durations by the number of units that each befell: servers, customers.
///
/// The numbers are figures of events, so that each has its source. What the parts leave of the
/// whole was not hurt and counts with 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighted {
    /// The durations, with the units that they befell.
    pub parts: Vec<WeightedPart>,
    /// The count of all units.
    pub of: FigureRef,
}

/// A duration and the units that it befell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedPart {
    /// The metric: a `between` or an `impact`.
    pub down: String,
    /// The count of units.
    pub units: FigureRef,
}

/// A figure of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureRef {
    /// The event.
    pub event: String,
    /// The place among its figures, from 0.
    pub figure: usize,
}

/// One duration as a share of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The metric that is the part.
    pub part: String,
    /// The metric that is the whole.
    pub whole: String,
}

/// What a duration leaves of a window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Availability {
    /// The metric taken as down time.
    pub down: String,
    /// The window, in seconds; 31,536,000 is a year of 365 days.
    pub window_s: f64,
}

/// How many years' allowance a duration uses up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetYears {
    /// The metric taken as down time.
    pub down: String,
    /// The part of the year that may be down: 0.0001 for 99.99 %.
    pub allowed: f64,
    /// The year, in seconds; 31,536,000 is a year of 365 days.
    pub year_s: f64,
}

/// A duration as a source states it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// What is stated, in seconds.
    pub value_s: f64,
    /// Who states it: the id of a source.
    pub source: String,
    /// How far rounding may take it off, in seconds: 60 where minutes are stated.
    pub within_s: f64,
    /// Why it differs by more from what the events give, where that is known and accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differs_because: Option<Bilingual>,
}

/// What a metric counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Second,
    /// A share, 0 to 1.
    Ratio,
    /// Years.
    Year,
}

impl From<Unit> for crate::text::Unit {
    fn from(unit: Unit) -> crate::text::Unit {
        match unit {
            Unit::Second => crate::text::Unit::Second,
            Unit::Ratio => crate::text::Unit::Ratio,
            Unit::Year => crate::text::Unit::Year,
        }
    }
}

impl Derivation {
    /// What the figure counts in.
    pub fn unit(&self) -> Unit {
        match self {
            Derivation::Between(_) | Derivation::Impact(_) | Derivation::Weighted(_) => {
                Unit::Second
            }
            Derivation::Share(_) | Derivation::Availability(_) => Unit::Ratio,
            Derivation::BudgetYears(_) => Unit::Year,
        }
    }

    /// Whether it is measured on the timeline itself, and not worked out from other metrics.
    pub(crate) fn is_measured(&self) -> bool {
        matches!(self, Derivation::Between(_) | Derivation::Impact(_))
    }

    /// The ids of the metrics that it is worked out from.
    pub(crate) fn parts(&self) -> Vec<&str> {
        match self {
            Derivation::Between(_) | Derivation::Impact(_) => Vec::new(),
            Derivation::Weighted(mean) => {
                mean.parts.iter().map(|part| part.down.as_str()).collect()
            }
            Derivation::Share(share) => vec![&share.part, &share.whole],
            Derivation::Availability(spec) => vec![&spec.down],
            Derivation::BudgetYears(spec) => vec![&spec.down],
        }
    }
}

impl Impact {
    /// The impact spans that it takes together.
    pub(crate) fn spans<'a>(&'a self, incident: &'a Incident) -> impl Iterator<Item = &'a Span> {
        incident.spans.iter().filter(|span| {
            span.kind.is_impact()
                && (self.components.is_empty() || self.components.contains(&span.component))
        })
    }
}

impl Availability {
    /// Whether the window is a number of seconds from one second on.
    pub(crate) fn is_valid(&self) -> bool {
        self.window_s.is_finite() && self.window_s >= 1.0
    }
}

impl BudgetYears {
    /// Whether the year is at least a second, and the allowance between 10⁻¹⁵ and 1.
    pub(crate) fn is_valid(&self) -> bool {
        self.year_s.is_finite() && self.year_s >= 1.0 && (1e-15..1.0).contains(&self.allowed)
    }
}

impl Unit {
    /// The unit's symbol, also its locale key: `s`, `1`, `a`.
    pub fn id(self) -> &'static str {
        match self {
            Unit::Second => "s",
            Unit::Ratio => "1",
            Unit::Year => "a",
        }
    }
}
