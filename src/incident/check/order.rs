//! Times are possible, and in a possible order.

use crate::finding::Finding;
use crate::incident::interval::Interval;
use crate::incident::metric_spec::Derivation;
use crate::incident::schema::{Event, Incident};
use crate::incident::time::UtcTime;
use crate::incident::time_point::{MAX_HALF_WIDTH_S, TimePoint};
use crate::incident::vocabulary::EventKind;

pub(super) fn check(incident: &Incident, findings: &mut Vec<Finding>) {
    one_trigger(incident, findings);
    id_names_the_month(incident, findings);
    for (i, event) in incident.events.iter().enumerate() {
        bounds(incident, &format!("events[{i}].at"), &event.at, findings);
    }
    for (i, difference) in incident.differences.iter().enumerate() {
        for (j, statement) in difference.statements.iter().enumerate() {
            if let Some(at) = &statement.at {
                let path = format!("differences[{i}].statements[{j}].at");
                bounds(incident, &path, at, findings);
            }
        }
    }
    after_the_trigger(incident, findings);
    sequence(incident, findings);
    reversed_ends(incident, findings);
}

fn one_trigger(incident: &Incident, findings: &mut Vec<Finding>) {
    let count = incident
        .events
        .iter()
        .filter(|event| event.kind == EventKind::Trigger)
        .count();
    if count != 1 {
        let message =
            format!("{count} events are of the kind \"trigger\"; there is one first fault");
        findings.push(Finding::error("events", "trigger.count", message));
    }
}

/// The id's month is that of the trigger; of the earliest known event where the trigger has no time.
fn id_names_the_month(incident: &Incident, findings: &mut Vec<Finding>) {
    let Some((year, month)) = year_and_month(&incident.id) else {
        let message = format!(
            "\"{}\" is not yyyy-mm-slug, the slug of a-z, 0-9 and '-'",
            incident.id
        );
        findings.push(Finding::error("id", "id.shape", message));
        return;
    };
    let triggered = incident
        .trigger()
        .and_then(|event| incident.window(&event.at));
    let windows = incident
        .events
        .iter()
        .filter_map(|e| incident.window(&e.at));
    let Some(start) = triggered.or_else(|| windows.min()) else {
        return;
    };
    let Some(at) = UtcTime::from_seconds(start.lo()) else {
        return;
    };
    let local = incident.zone.local(at).civil;
    let utc = at.civil(0);
    let fits = [local, utc]
        .iter()
        .any(|civil| (civil.year, civil.month) == (year, month));
    if !fits {
        let message = format!(
            "the id says {year:04}-{month:02}, the trigger was in {:04}-{:02}",
            local.year, local.month
        );
        findings.push(Finding::error("id", "id.month", message));
    }
}

fn year_and_month(id: &str) -> Option<(i64, i64)> {
    let mut parts = id.splitn(3, '-');
    let (year, month, slug) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |text: &str, digits: usize| {
        let plain = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<i64>().ok()).flatten()
    };
    let words = slug.split('-').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    });
    let month = number(month, 2).filter(|month| (1..=12).contains(month))?;
    words.then_some((number(year, 4)?, month))
}

/// An uncertain time whose bounds contradict each other.
fn bounds(incident: &Incident, path: &str, at: &TimePoint, findings: &mut Vec<Finding>) {
    if incident.window(at).is_some() {
        return;
    }
    let message = match at {
        TimePoint::NotPublished(_) => return,
        TimePoint::Between(from, to) => format!("{from} is after {to}"),
        TimePoint::About(about) => {
            let width = about.half_width_s;
            format!("a half-width of {width} s is not from 0 to {MAX_HALF_WIDTH_S}")
        }
        TimePoint::By(by) => match incident.event(&by.after).map(|event| &event.at) {
            None => return,
            Some(TimePoint::By(_) | TimePoint::NotPublished(_)) => format!(
                "\"{}\" has itself no earliest time, so it bounds nothing",
                by.after
            ),
            Some(_) => format!("by {}, yet after \"{}\", which is later", by.at, by.after),
        },
        TimePoint::At(_) | TimePoint::On(_) => return,
    };
    findings.push(Finding::error(path, "time.bounds", message));
}

fn after_the_trigger(incident: &Incident, findings: &mut Vec<Finding>) {
    let Some(trigger) = incident.trigger() else {
        return;
    };
    let Some(start) = incident.window(&trigger.at) else {
        return;
    };
    for (i, event) in incident.events.iter().enumerate() {
        let before = certainly_before(incident.window(&event.at), Some(start));
        if event.kind.answers_trigger() && before {
            let message = format!(
                "\"{}\" is a {} and comes before the trigger \"{}\"",
                event.id,
                event.kind.id(),
                trigger.id
            );
            let path = format!("events[{i}].at");
            findings.push(Finding::error(path, "time.before_trigger", message));
        }
    }
}

/// Readers of the list meet events in the file's order, so that must be a possible order of time.
fn sequence(incident: &Incident, findings: &mut Vec<Finding>) {
    let mut latest: Option<(&Event, Interval)> = None;
    for (i, event) in incident.events.iter().enumerate() {
        let Some(window) = incident.window(&event.at) else {
            continue;
        };
        match latest {
            Some((previous, after)) if window.hi() < after.lo() => {
                let message = format!("\"{}\" is earlier than \"{}\"", event.id, previous.id);
                let path = format!("events[{i}].at");
                findings.push(Finding::warning(path, "time.sequence", message));
            }
            Some((_, after)) if window.lo() <= after.lo() => {}
            _ => latest = Some((event, window)),
        }
    }
}

fn reversed_ends(incident: &Incident, findings: &mut Vec<Finding>) {
    let mut expect = |path: String, code, from: &str, to: &str| {
        let (start, end) = (incident.event_window(from), incident.event_window(to));
        if certainly_before(end, start) {
            let message = format!("it ends with \"{to}\", which is before its start \"{from}\"");
            findings.push(Finding::error(path, code, message));
        }
    };
    for (i, phase) in incident.phases.iter().enumerate() {
        expect(
            format!("phases[{i}]"),
            "phase.reversed",
            &phase.from,
            &phase.to,
        );
    }
    for (i, span) in incident.spans.iter().enumerate() {
        expect(format!("spans[{i}]"), "span.reversed", &span.from, &span.to);
    }
    for (i, metric) in incident.metrics.iter().enumerate() {
        if let Derivation::Between(ends) = &metric.derive {
            let path = format!("metrics[{i}].derive.between");
            expect(path, "metric.reversed", &ends.from, &ends.to);
        }
    }
}

fn certainly_before(earlier: Option<Interval>, later: Option<Interval>) -> bool {
    matches!((earlier, later), (Some(earlier), Some(later)) if earlier.hi() < later.lo())
}
