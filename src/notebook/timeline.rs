//! An incident's timeline as a chart.

use crate::chart::{
    Axis, AxisId, ChartSpec, Lane, LaneEvent, LaneSpan, Layer, Role, Scale, ZoneChange,
};
use crate::incident::schema::Event;
use crate::incident::{EventKind, Incident, SpanKind, Zone, timeline};
use crate::text::{Label, Unit};

/// What of a timeline is looked at.
#[derive(Clone, Copy, Default)]
pub struct TimelineLook<'a> {
    /// The event that is marked.
    pub chosen: Option<&'a str>,
    /// The stretch of time, in seconds since 1970 UTC; `None` for the whole.
    pub window: Option<(f64, f64)>,
    /// The moment up to which the story is told, in seconds since 1970 UTC: spans and phases end there. `None` for all
    /// of it.
    pub until_s: Option<f64>,
    /// Which events are shown; `None` for all.
    pub shows: Option<&'a dyn Fn(&Event) -> bool>,
}

/// The whole stretch of an incident's timeline, in seconds since 1970 UTC. A hair of room on both sides keeps
/// the first and the last event off the edge. `None` where no time is known.
#[must_use]
pub fn timeline_extent(incident: &Incident) -> Option<(f64, f64)> {
    let extent = timeline(incident).extent?;
    let (from, to) = (real(extent.lo()), real(extent.hi()));
    let room = ((to - from) * 0.015).max(60.0);
    Some((from - room, to + room))
}

/// The timeline of `incident`. Events without a time are left out; a list shows them.
#[must_use]
pub fn timeline_chart(incident: &Incident, look: TimelineLook<'_>) -> ChartSpec {
    let data = timeline(incident);
    let shown = |id: &str| {
        let event = incident.events.iter().find(|event| event.id == id);
        look.shows.is_none_or(|shows| event.is_some_and(shows))
    };
    // What a stretch has of the story up to now.
    let told = |from: i64, to: i64| {
        let (from, to) = (real(from), real(to));
        let now = look.until_s.unwrap_or(f64::INFINITY);
        (from <= now).then_some((from, to.min(now)))
    };
    let phases = data.phases.iter().filter_map(|phase| {
        let (from, to) = told(phase.from.lo(), phase.to.hi())?;
        Some(Layer::Span {
            id: "phase",
            name: phase.title.clone().into(),
            axis: AxisId::X,
            from,
            to,
            role: Role::Quiet,
        })
    });
    let spans = data.spans.iter().filter_map(|span| {
        let (from_s, to_s) = told(span.from.lo(), span.to.hi())?;
        Some(LaneSpan {
            id: span.id.clone(),
            lane: span.lane,
            from_s,
            to_s,
            label: span.label.clone().into(),
            role: span_role(span.kind),
        })
    });
    let events = data.events.iter().filter_map(|event| {
        let at = event.at.filter(|_| shown(&event.id))?;
        Some(LaneEvent {
            id: event.id.clone(),
            lane: event.lane,
            from_s: real(at.lo()),
            to_s: real(at.hi()),
            label: event.title.clone().into(),
            role: event_role(event.kind),
            chosen: look.chosen == Some(event.id.as_str()),
        })
    });
    ChartSpec {
        id: "timeline",
        title: Label::key("incident.timeline"),
        x: Axis::new(
            Label::key("incident.time"),
            Unit::Utc,
            Scale::Time(changes(&incident.zone)),
        )
        .over(look.window.or_else(|| timeline_extent(incident))),
        y: Axis::linear(Label::key("incident.component"), Unit::One).over((0.0, 1.0)),
        layers: std::iter::once(Layer::Lanes {
            lanes: data
                .lanes
                .iter()
                .map(|lane| Lane {
                    id: lane.id.clone(),
                    name: lane.name.clone().into(),
                })
                .collect(),
            spans: spans.collect(),
            events: events.collect(),
        })
        .chain(phases)
        .collect(),
        handle: None,
    }
}

fn changes(zone: &Zone) -> Vec<ZoneChange> {
    let change = |period: &crate::incident::ZonePeriod| ZoneChange {
        from_utc_s: real(period.from.seconds()),
        offset_min: period.offset_min,
        abbr: period.abbr.clone(),
    };
    // A place whose clock is UTC needs no second one.
    if zone.periods().iter().all(|period| period.offset_min == 0) {
        return Vec::new();
    }
    zone.periods().iter().map(change).collect()
}

pub(super) fn span_role(kind: SpanKind) -> Role {
    match kind {
        SpanKind::Down => Role::Bad,
        SpanKind::Degraded => Role::Warn,
        SpanKind::Throttled => Role::Threshold,
        SpanKind::Recovering => Role::Good,
    }
}

pub(super) fn event_role(kind: EventKind) -> Role {
    match kind {
        EventKind::Trigger | EventKind::Propagation | EventKind::Impact => Role::Bad,
        EventKind::Detection | EventKind::Diagnosis => Role::Accent,
        EventKind::Mitigation => Role::Warn,
        EventKind::PartialRecovery | EventKind::FullRecovery => Role::Good,
        EventKind::Aftermath => Role::Quiet,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "seconds of four-digit years are far below 2^53"
)]
pub(super) fn real(seconds: i64) -> f64 {
    seconds as f64
}
