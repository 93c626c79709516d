//! A timeline as data: lanes, spans, events and phases in seconds, for a chart or a list.

use super::interval::Interval;
use super::schema::{Event, Incident, Phase};
use super::vocabulary::{Actor, EventKind, SpanKind, Status};
use crate::text::Bilingual;

/// What is to be drawn. Seconds are since the epoch, in UTC.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// From the earliest to the latest instant of any event; `None` where no time is known.
    pub extent: Option<Interval>,
    /// The lanes, from top to bottom.
    pub lanes: Vec<Lane>,
    /// The phases whose two ends are known.
    pub phases: Vec<PhaseRange>,
    /// The spans whose two ends are known.
    pub spans: Vec<SpanRange>,
    /// Every event in the file's order, those without a time included.
    pub events: Vec<TimelineEvent>,
}

/// A lane of the timeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// The component's id.
    pub id: String,
    /// Its name.
    pub name: Bilingual,
}

/// A phase with its ends.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseRange {
    /// The phase's id.
    pub id: String,
    /// Its heading.
    pub title: Bilingual,
    /// When it may begin.
    pub from: Interval,
    /// When it may end.
    pub to: Interval,
}

/// A span with its lane and ends.
#[derive(Debug, Clone, PartialEq)]
pub struct SpanRange {
    /// The span's id.
    pub id: String,
    /// The place of its lane in [`Timeline::lanes`].
    pub lane: usize,
    /// The state that it shows.
    pub kind: SpanKind,
    /// When it may begin.
    pub from: Interval,
    /// When it may end.
    pub to: Interval,
    /// The words on it.
    pub label: Bilingual,
}

/// An event with its lane and time.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineEvent {
    /// The event's id.
    pub id: String,
    /// The place of its lane in [`Timeline::lanes`].
    pub lane: usize,
    /// The instants at which it may have been; `None` where no time is published.
    pub at: Option<Interval>,
    /// What it is in the course of the incident.
    pub kind: EventKind,
    /// Who or what acted.
    pub actor: Actor,
    /// How well it is supported.
    pub status: Status,
    /// A few words for its card.
    pub title: Bilingual,
}

/// Lanes, spans, events and phases of a file.
///
/// What refers to a component or event that the file does not have is left out: the checks name it.
pub fn timeline(incident: &Incident) -> Timeline {
    let lane_of = |id: &str| incident.components.iter().position(|c| c.id == id);
    let events: Vec<_> = incident
        .events
        .iter()
        .filter_map(|event| Some(mark(incident, event, lane_of(&event.component)?)))
        .collect();
    let spans = incident.spans.iter().filter_map(|span| {
        let (from, to) = incident.span_ends(span)?;
        Some(SpanRange {
            id: span.id.clone(),
            lane: lane_of(&span.component)?,
            kind: span.kind,
            from,
            to,
            label: span.label.clone(),
        })
    });
    Timeline {
        extent: extent(&events),
        lanes: lanes(incident),
        phases: incident
            .phases
            .iter()
            .filter_map(|phase| phase_range(incident, phase))
            .collect(),
        spans: spans.collect(),
        events,
    }
}

fn lanes(incident: &Incident) -> Vec<Lane> {
    let components = incident.components.iter();
    components
        .map(|component| Lane {
            id: component.id.clone(),
            name: component.name.clone(),
        })
        .collect()
}

fn mark(incident: &Incident, event: &Event, lane: usize) -> TimelineEvent {
    TimelineEvent {
        id: event.id.clone(),
        lane,
        at: incident.window(&event.at),
        kind: event.kind,
        actor: event.actor,
        status: event.status,
        title: event.title.clone(),
    }
}

fn phase_range(incident: &Incident, phase: &Phase) -> Option<PhaseRange> {
    Some(PhaseRange {
        id: phase.id.clone(),
        title: phase.title.clone(),
        from: incident.event_window(&phase.from)?,
        to: incident.event_window(&phase.to)?,
    })
}

fn extent(events: &[TimelineEvent]) -> Option<Interval> {
    let windows = || events.iter().filter_map(|event| event.at);
    let lo = windows().map(Interval::lo).min()?;
    let hi = windows().map(Interval::hi).max()?;
    Interval::new(lo, hi)
}
