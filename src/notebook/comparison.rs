//! Incidents beside each other as charts: on a plane of two of their figures, and two of them from their triggers on.

use super::timeline::{event_role, real};
use crate::chart::{Axis, ChartSpec, Lane, LaneEvent, LaneSpan, Layer, Mark, Role};
use crate::incident::schema::Event;
use crate::incident::{Compared, Incident, began, timeline};
use crate::text::{Bilingual, Label, Unit};

/// Incidents on the plane of two durations, both on logarithmic axes. An uncertain duration is a line between its
/// extremes; an incident without one of the two, or whose duration is nought, is not on it.
#[must_use]
pub fn comparison_chart(incidents: &[Compared], x: &str, y: &str) -> ChartSpec {
    let range = common_range(incidents, x, y);
    let mut layers = vec![Layer::Line {
        id: "equal",
        name: Label::key("incident.equal"),
        points: range
            .map(|(lo, hi)| vec![(lo, Some(lo)), (hi, Some(hi))])
            .unwrap_or_default(),
        role: Role::Threshold,
    }];
    let mut marks = Vec::new();
    for incident in incidents {
        let (Ok(across), Ok(up)) = (incident.figure(x), incident.figure(y)) else {
            continue;
        };
        if across.0 <= 0.0 || up.0 <= 0.0 {
            continue;
        }
        let middle = (f64::midpoint(across.0, across.1), f64::midpoint(up.0, up.1));
        let mut extent = |points: [(f64, f64); 2]| {
            layers.push(Layer::Line {
                id: "extent",
                name: Label::Both(Bilingual::default()),
                points: points.iter().map(|(x, y)| (*x, Some(*y))).collect(),
                role: Role::Series(0),
            });
        };
        if across.0 < across.1 {
            extent([(across.0, middle.1), (across.1, middle.1)]);
        }
        if up.0 < up.1 {
            extent([(middle.0, up.0), (middle.0, up.1)]);
        }
        marks.push(Mark {
            x: middle.0,
            y: middle.1,
            label: Some(incident.short_name().into()),
        });
    }
    layers.push(Layer::Points {
        id: "incidents",
        name: Label::key("incident.incidents"),
        marks,
        role: Role::Series(0),
    });
    let axis =
        |id: &str| Axis::log(Label::key(format!("incident.metric.{id}")), Unit::Second).over(range);
    ChartSpec {
        id: "comparison",
        title: Label::key("incident.comparison"),
        x: axis(x),
        y: axis(y),
        layers,
        handle: None,
    }
}

/// The range of both axes, with room for marks and their words; `None` where there is nothing to show.
fn common_range(incidents: &[Compared], x: &str, y: &str) -> Option<(f64, f64)> {
    let known = incidents
        .iter()
        .filter_map(|incident| Some((incident.figure(x).ok()?, incident.figure(y).ok()?)))
        .filter(|(across, up)| across.0 > 0.0 && up.0 > 0.0);
    let (lo, hi) = known.fold((f64::INFINITY, 0.0_f64), |(lo, hi), (across, up)| {
        (lo.min(across.0.min(up.0)), hi.max(across.1.max(up.1)))
    });
    (lo <= hi).then_some((lo / 2.0, hi * 2.0))
}

/// What of two incidents is looked at.
#[derive(Clone, Copy, Default)]
pub struct AlignedLook<'a> {
    /// The event that is marked, as [`aligned_chart`] calls it.
    pub chosen: Option<&'a str>,
    /// The stretch of time, in seconds since the triggers; `None` for the whole.
    pub window: Option<(f64, f64)>,
}

/// Two incidents on one axis of seconds since their beginnings ([`began`]): for each a lane of its phases and a lane of
/// its events. Events are called by the place of their incident and their id: `0/trigger`. An incident without any
/// time has empty lanes.
#[must_use]
pub fn aligned_chart(pair: [&Incident; 2], look: AlignedLook<'_>) -> ChartSpec {
    let mut lanes = Vec::new();
    let mut spans = Vec::new();
    let mut events = Vec::new();
    for (place, incident) in pair.into_iter().enumerate() {
        let name = Compared::of(incident).short_name();
        lanes.push(Lane {
            id: format!("{place}/phases"),
            name: name.into(),
        });
        lanes.push(Lane {
            id: format!("{place}/events"),
            name: Label::key("incident.events"),
        });
        let Some(start) = trigger_s(incident) else {
            continue;
        };
        let data = timeline(incident);
        for phase in &data.phases {
            spans.push(LaneSpan {
                id: format!("{place}/{}", phase.id),
                lane: 2 * place,
                from_s: real(phase.from.lo()) - start,
                to_s: real(phase.to.hi()) - start,
                label: phase.title.clone().into(),
                role: Role::Quiet,
            });
        }
        for event in &data.events {
            let Some(at) = event.at else { continue };
            let id = format!("{place}/{}", event.id);
            events.push(LaneEvent {
                lane: 2 * place + 1,
                from_s: real(at.lo()) - start,
                to_s: real(at.hi()) - start,
                label: event.title.clone().into(),
                role: event_role(event.kind),
                chosen: look.chosen == Some(id.as_str()),
                id,
            });
        }
    }
    ChartSpec {
        id: "aligned",
        title: Label::key("incident.aligned"),
        x: Axis::linear(Label::key("incident.since_first_fault"), Unit::Second)
            .over(look.window.or_else(|| aligned_extent(pair))),
        y: Axis::linear(Label::key("incident.component"), Unit::One).over((0.0, 1.0)),
        layers: vec![Layer::Lanes {
            lanes,
            spans,
            events,
        }],
        handle: None,
    }
}

/// The whole stretch of two incidents in seconds since their triggers, with a hair of room; `None` where neither has
/// a time.
#[must_use]
pub fn aligned_extent(pair: [&Incident; 2]) -> Option<(f64, f64)> {
    let ends = pair.into_iter().filter_map(|incident| {
        let start = trigger_s(incident)?;
        let extent = timeline(incident).extent?;
        Some((real(extent.lo()) - start, real(extent.hi()) - start))
    });
    let (lo, hi) = ends.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(lo, hi), (from, to)| (lo.min(from), hi.max(to)),
    );
    let room = ((hi - lo) * 0.015).max(60.0);
    (lo <= hi).then_some((lo - room, hi + room))
}

/// How long after the trigger of its incident an event was, in the middle of uncertain times.
#[must_use]
pub fn since_trigger_s(incident: &Incident, event: &Event) -> Option<f64> {
    let at = incident.window(&event.at)?;
    Some(f64::midpoint(real(at.lo()), real(at.hi())) - trigger_s(incident)?)
}

fn trigger_s(incident: &Incident) -> Option<f64> {
    let at = began(incident)?;
    Some(f64::midpoint(real(at.lo()), real(at.hi())))
}
