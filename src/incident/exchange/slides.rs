//! TimelineJS's JSON (<https://timeline.knightlab.com/docs/json-format.html>), going out.
//!
//! Its dates have no time zone: they are wall-clock readings. What goes out is UTC, and beside every date stand the words
//! of the record, with the incident's own clock and how sure the time is.

use serde_json::{Value, json};

use super::markup::escaped;
use super::sheet::has_story;
use super::{Export, pretty};
use crate::incident::{Incident, TimePoint, UtcTime};
use crate::text::Lang;

/// A file for TimelineJS in one language: a slide an event with a time, one a span, an era a phase.
#[must_use]
pub fn timeline_js_file(incident: &Incident, lang: Lang) -> Export {
    let mut events = Vec::new();
    let mut untimed = false;
    let mut uncertain = false;
    let lane = |id: &str| {
        incident
            .component(id)
            .map_or_else(|| id.to_owned(), |lane| lane.name.get(lang).to_owned())
    };
    for event in &incident.events {
        let start = incident
            .window(&event.at)
            .and_then(|window| UtcTime::from_seconds(window.lo()));
        let Some(start) = start else {
            untimed = true;
            continue;
        };
        uncertain |= !matches!(event.at, TimePoint::At(_));
        let sources: Vec<&str> = event
            .sources
            .iter()
            .filter_map(|id| Some(incident.source(id)?.title.get(lang)))
            .collect();
        let mut text = format!("<p>{}</p>", escaped(event.text.get(lang)));
        if !sources.is_empty() {
            text.push_str(&format!(
                "<p><small>{}</small></p>",
                escaped(&sources.join(" · "))
            ));
        }
        events.push(json!({
            "unique_id": event.id,
            "start_date": date(start),
            "display_date": event.at.describe(&incident.zone, lang),
            "group": lane(&event.component),
            "text": { "headline": escaped(event.title.get(lang)), "text": text },
        }));
    }
    for span in &incident.spans {
        let Some((start, end)) = ends(incident, &span.from, &span.to) else {
            untimed = true;
            continue;
        };
        events.push(json!({
            "unique_id": span.id,
            "start_date": date(start),
            "end_date": date(end),
            "group": lane(&span.component),
            "text": { "headline": escaped(span.label.get(lang)) },
        }));
    }
    let eras = incident.phases.iter().filter_map(|phase| {
        let (start, end) = ends(incident, &phase.from, &phase.to)?;
        Some(json!({
            "start_date": date(start),
            "end_date": date(end),
            "text": { "headline": escaped(phase.title.get(lang)) },
        }))
    });
    let eras: Vec<Value> = eras.collect();
    untimed |= eras.len() < incident.phases.len();
    let value = json!({
        "title": { "text": { "headline": escaped(incident.title.get(lang)), "text": escaped(incident.summary.get(lang)) } },
        "events": events,
        "eras": eras,
        "scale": "human",
    });
    let mut left_out = vec!["clock"];
    let mut miss = |missing: bool, key| {
        if missing {
            left_out.push(key);
        }
    };
    miss(incident.language.is_none(), "other_language");
    miss(untimed, "untimed");
    miss(uncertain, "uncertain");
    miss(!incident.events.is_empty(), "kinds");
    miss(!incident.metrics.is_empty(), "metrics");
    miss(
        incident
            .events
            .iter()
            .any(|event| !event.figures.is_empty()),
        "figures",
    );
    miss(has_story(incident), "story");
    Export {
        text: pretty(&value),
        left_out,
    }
}

/// The earliest start and the latest end of what lies between two events.
fn ends(incident: &Incident, from: &str, to: &str) -> Option<(UtcTime, UtcTime)> {
    let (from, to) = (incident.event_window(from)?, incident.event_window(to)?);
    Some((
        UtcTime::from_seconds(from.lo())?,
        UtcTime::from_seconds(to.hi())?,
    ))
}

fn date(at: UtcTime) -> Value {
    let c = at.civil(0);
    json!({ "year": c.year, "month": c.month, "day": c.day, "hour": c.hour, "minute": c.minute, "second": c.second })
}
