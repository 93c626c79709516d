//! Metrics can be worked out, and agree with what sources state.

use crate::finding::Finding;
use crate::incident::metric_spec::{Derivation, MetricSpec, Stated, Unit};
use crate::incident::metrics::duration;
use crate::incident::schema::Incident;

pub(super) fn check(incident: &Incident, findings: &mut Vec<Finding>) {
    for (i, metric) in incident.metrics.iter().enumerate() {
        let path = format!("metrics[{i}]");
        unit_in_id(&path, metric, findings);
        parts(incident, &path, metric, findings);
        parameters(incident, &path, metric, findings);
        if let Some(stated) = &metric.stated {
            agrees(incident, &path, metric, stated, findings);
        }
    }
}

fn unit_in_id(path: &str, metric: &MetricSpec, findings: &mut Vec<Finding>) {
    let fits = match metric.derive.unit() {
        Unit::Second => metric.id.ends_with("_s"),
        Unit::Year => metric.id.ends_with("_years"),
        Unit::Ratio => !metric.id.ends_with("_s") && !metric.id.ends_with("_years"),
    };
    if !fits {
        let message = format!(
            "\"{}\": durations end in _s, budget years in _years, ratios in neither",
            metric.id
        );
        findings.push(Finding::error(format!("{path}.id"), "metric.unit", message));
    }
}

fn parts(incident: &Incident, path: &str, metric: &MetricSpec, findings: &mut Vec<Finding>) {
    for id in metric.derive.parts() {
        let known = incident.metric(id);
        let mean = matches!(metric.derive, Derivation::Weighted(_));
        let fits = |part: &MetricSpec| match mean {
            true => part.derive.is_measured(),
            false => part.derive.unit() == Unit::Second,
        };
        if known.is_some_and(|part| !fits(part)) {
            let message = match mean {
                true => format!("\"{id}\" is no duration between events or of an impact"),
                false => format!("\"{id}\" is no duration"),
            };
            let path = format!("{path}.derive");
            findings.push(Finding::error(path, "metric.part", message));
        }
    }
}

fn parameters(incident: &Incident, path: &str, metric: &MetricSpec, findings: &mut Vec<Finding>) {
    let message = match &metric.derive {
        Derivation::Availability(spec) if !spec.is_valid() => {
            format!(
                "a window of {} s; at least one second is needed",
                spec.window_s
            )
        }
        Derivation::BudgetYears(spec) if !spec.is_valid() => format!(
            "a year of {} s with {} of it allowed; above 0 and below 1 is needed",
            spec.year_s, spec.allowed
        ),
        Derivation::Weighted(mean) => match mean.fits(incident) {
            Some(true) => return,
            Some(false) => "the parts have more units than the whole, or there is none".to_owned(),
            None => "the units of a mean are counts among the figures of events".to_owned(),
        },
        _ => return,
    };
    let path = format!("{path}.derive");
    findings.push(Finding::error(path, "metric.parameter", message));
}

/// A stated duration must meet the derived one, allowing for its rounding, or say why it does not.
fn agrees(
    incident: &Incident,
    path: &str,
    metric: &MetricSpec,
    stated: &Stated,
    findings: &mut Vec<Finding>,
) {
    let Ok(derived) = duration(incident, &metric.derive) else {
        return;
    };
    let (lo, hi) = (derived.lo() as f64, derived.hi() as f64);
    let agrees = stated.value_s + stated.within_s >= lo && stated.value_s - stated.within_s <= hi;
    if !agrees && stated.differs_because.is_none() {
        let range = if lo == hi {
            format!("{lo} s")
        } else {
            format!("{lo} to {hi} s")
        };
        let message = format!(
            "\"{}\" states {} s, the events give {range}",
            stated.source, stated.value_s
        );
        let path = format!("{path}.stated");
        findings.push(Finding::error(path, "metric.stated", message));
    }
}
