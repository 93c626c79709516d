//! The figures of an incident, worked out from its events.

use std::collections::BTreeMap;

use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::budget::{ALLOWANCES, BudgetImpact, availability_left, budget_impact, windows_used};
use super::definition::definition;
use super::interval::{Interval, union_s};
use super::metric_spec::{Availability, BudgetYears, Derivation, Impact, MetricSpec, Share, Unit};
use super::schema::Incident;
use super::weighted::weighted_s;
use crate::text::format::quantity;
use crate::text::{Bilingual, Lang, Texts};

/// A metric with its value and the definition that it was worked out by.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// Its id in the file.
    pub id: String,
    /// The component that it is about, where it is about one.
    pub of: Option<String>,
    /// Its value.
    pub value: MetricValue,
    /// What the value counts in.
    pub unit: Unit,
    /// What is measured, with the events that it runs between and their times.
    pub definition: Bilingual,
}

/// A value as exact as the times that it comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MetricValue {
    /// Every time in it is known.
    Point(f64),
    /// From the smallest to the largest value that the times allow.
    Between(f64, f64),
    /// There is none; the word says why: `time_not_published`, `end_before_start`,
    /// `unknown_event`, `unknown_metric`, `unknown_figure`, `not_a_duration`, `no_impact_span`, `whole_is_zero`,
    /// `parameter_out_of_range`.
    Undefined(&'static str),
}

/// Why there is no value.
pub(crate) type Reason = &'static str;

/// Works out every metric of a file, in the file's order.
///
/// A duration is an interval where one of its times is uncertain ([`Interval::duration_to`]);
/// figures derived from durations take their extremes from it. An impact counts overlapping spans
/// once ([`union_s`]). An availability takes its duration as full down time, and is never below 0.
pub fn metrics(incident: &Incident) -> Vec<Metric> {
    incident
        .metrics
        .iter()
        .map(|spec| Metric {
            id: spec.id.clone(),
            of: spec.of.clone(),
            value: value(incident, &spec.derive),
            unit: spec.derive.unit(),
            definition: definition(incident, spec),
        })
        .collect()
}

fn value(incident: &Incident, derivation: &Derivation) -> MetricValue {
    let worked_out = match derivation {
        Derivation::Between(_) | Derivation::Impact(_) | Derivation::Weighted(_) => {
            duration(incident, derivation).map(MetricValue::seconds)
        }
        Derivation::Share(share) => share_of(incident, share),
        Derivation::Availability(spec) => availability(incident, spec),
        Derivation::BudgetYears(spec) => budget_years(incident, spec),
    };
    worked_out.unwrap_or_else(MetricValue::Undefined)
}

/// Seconds of a derivation that is a duration.
pub(crate) fn duration(incident: &Incident, derivation: &Derivation) -> Result<Interval, Reason> {
    match derivation {
        Derivation::Between(ends) => {
            let from = event_window(incident, &ends.from)?;
            let to = event_window(incident, &ends.to)?;
            from.duration_to(to).ok_or("end_before_start")
        }
        Derivation::Impact(impact) => impact_s(incident, impact),
        Derivation::Weighted(mean) => weighted_s(incident, mean),
        _ => Err("not_a_duration"),
    }
}

fn event_window(incident: &Incident, id: &str) -> Result<Interval, Reason> {
    let event = incident.event(id).ok_or("unknown_event")?;
    incident.window(&event.at).ok_or("time_not_published")
}

/// The union of impact spans: at least what certainly lies within one, at most what may.
fn impact_s(incident: &Incident, impact: &Impact) -> Result<Interval, Reason> {
    let mut certain = Vec::new();
    let mut possible = Vec::new();
    for span in impact.spans(incident) {
        let from = event_window(incident, &span.from)?;
        let to = event_window(incident, &span.to)?;
        possible.push(Interval::new(from.lo(), to.hi()).ok_or("end_before_start")?);
        certain.extend(Interval::new(from.hi(), to.lo()));
    }
    if possible.is_empty() {
        return Err("no_impact_span");
    }
    Interval::new(union_s(&certain), union_s(&possible)).ok_or("end_before_start")
}

pub(crate) fn named_duration(incident: &Incident, id: &str) -> Result<Interval, Reason> {
    let spec = incident.metric(id).ok_or("unknown_metric")?;
    duration(incident, &spec.derive)
}

fn share_of(incident: &Incident, share: &Share) -> Result<MetricValue, Reason> {
    let part = named_duration(incident, &share.part)?;
    let whole = named_duration(incident, &share.whole)?;
    if whole.lo() == 0 {
        return Err("whole_is_zero");
    }
    let lowest = part.lo() as f64 / whole.hi() as f64;
    let highest = part.hi() as f64 / whole.lo() as f64;
    Ok(MetricValue::bounds(lowest.min(1.0), highest.min(1.0)))
}

fn availability(incident: &Incident, spec: &Availability) -> Result<MetricValue, Reason> {
    if !spec.is_valid() {
        return Err("parameter_out_of_range");
    }
    let down = named_duration(incident, &spec.down)?;
    availability_left(down, spec.window_s)
}

fn budget_years(incident: &Incident, spec: &BudgetYears) -> Result<MetricValue, Reason> {
    if !spec.is_valid() {
        return Err("parameter_out_of_range");
    }
    let down = named_duration(incident, &spec.down)?;
    windows_used(down, spec.allowed, spec.year_s)
}

impl MetricValue {
    /// The value in words: a range where the times are uncertain, the reason where there is none.
    #[must_use]
    pub fn shown(self, unit: Unit, texts: &Texts) -> String {
        let quantity = |value: f64| quantity(value, unit.into(), texts.lang());
        match self {
            MetricValue::Point(value) => quantity(value),
            MetricValue::Between(lo, hi) => format!("{} – {}", quantity(lo), quantity(hi)),
            MetricValue::Undefined(reason) => texts.get(&format!("undefined.{reason}")),
        }
    }

    pub(crate) fn bounds(lo: f64, hi: f64) -> MetricValue {
        if lo == hi {
            MetricValue::Point(lo)
        } else {
            MetricValue::Between(lo, hi)
        }
    }

    fn seconds(interval: Interval) -> MetricValue {
        MetricValue::bounds(interval.lo() as f64, interval.hi() as f64)
    }

    /// The smallest and the largest value; the same where the value is known, `None` where there
    /// is none.
    pub fn extremes(self) -> Option<(f64, f64)> {
        match self {
            MetricValue::Point(value) => Some((value, value)),
            MetricValue::Between(lo, hi) => Some((lo, hi)),
            MetricValue::Undefined(_) => None,
        }
    }
}

impl Serialize for MetricValue {
    /// A number, `[lo, hi]`, or `{"undefined": "reason"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MetricValue::Point(value) => serializer.serialize_f64(*value),
            MetricValue::Between(lo, hi) => {
                let mut pair = serializer.serialize_seq(Some(2))?;
                pair.serialize_element(lo)?;
                pair.serialize_element(hi)?;
                pair.end()
            }
            MetricValue::Undefined(reason) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("undefined", reason)?;
                map.end()
            }
        }
    }
}

/// The metrics of an incident as the command line prints them: `{id, metrics, definitions, budgets}`.
///
/// The budgets are those of every duration that an availability is worked out from, by its id: what
/// it leaves of that window, and the windows' budgets that it uses up, by objective.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricReport {
    id: String,
    metrics: Vec<Metric>,
    budgets: Vec<(String, f64, BudgetImpact)>,
    lang: Lang,
}

impl MetricReport {
    /// The report on an incident, with its definitions in one language.
    pub fn new(incident: &Incident, lang: Lang) -> MetricReport {
        MetricReport {
            id: incident.id.clone(),
            metrics: metrics(incident),
            budgets: incident
                .metrics
                .iter()
                .filter_map(|metric| budget_of(incident, metric))
                .collect(),
            lang,
        }
    }
}

fn budget_of(incident: &Incident, metric: &MetricSpec) -> Option<(String, f64, BudgetImpact)> {
    let Derivation::Availability(spec) = &metric.derive else {
        return None;
    };
    let down = named_duration(incident, &spec.down).ok()?;
    let impact = budget_impact(down, spec.window_s).ok()?;
    Some((spec.down.clone(), spec.window_s, impact))
}

impl Serialize for MetricReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = ById(&self.metrics, |metric: &Metric| metric.value);
        let texts = ById(&self.metrics, |metric: &Metric| {
            metric.definition.get(self.lang).to_owned()
        });
        let mut report = serializer.serialize_struct("MetricReport", 4)?;
        report.serialize_field("id", &self.id)?;
        report.serialize_field("metrics", &values)?;
        report.serialize_field("definitions", &texts)?;
        report.serialize_field("budgets", &Budgets(&self.budgets))?;
        report.end()
    }
}

/// Something about each metric, as an object keyed by the metrics' ids in the file's order.
struct ById<'a, F>(&'a [Metric], F);

impl<T: Serialize, F: Fn(&Metric) -> T> Serialize for ById<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|metric| (&metric.id, (self.1)(metric))))
    }
}

/// `{"total_s": {"window_s": …, "availability": …, "windows": {"0.999": …, …}}}`
struct Budgets<'a>(&'a [(String, f64, BudgetImpact)]);

impl Serialize for Budgets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, window_s, impact)| {
            let windows: BTreeMap<String, MetricValue> = ALLOWANCES
                .iter()
                .zip(impact.windows)
                .map(|(allowed, used)| ((1.0 - allowed).to_string(), used))
                .collect();
            let budget = serde_json::json!({
                "window_s": window_s,
                "availability": impact.availability,
                "windows": windows,
            });
            (id, budget)
        }))
    }
}
