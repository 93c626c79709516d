//! A whole timeline as marks on a strip.

use super::events::EventFilter;
use crate::incident::{Incident, Interval, timeline};
use crate::notebook::timeline_extent;

/// A mark on the strip, in shares of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverviewMark {
    /// Where it begins.
    pub from: f64,
    /// Where it ends; for a moment, where it begins.
    pub to: f64,
    /// A moment, or a stretch of impact.
    pub is_event: bool,
}

/// Impact, then the moments of the events that pass `filter`.
#[must_use]
pub fn overview(incident: &Incident, filter: &EventFilter) -> Vec<OverviewMark> {
    let Some((start, end)) = timeline_extent(incident) else {
        return Vec::new();
    };
    #[expect(
        clippy::cast_precision_loss,
        reason = "seconds of four-digit years are far below 2^53"
    )]
    let share = |at: i64| ((at as f64 - start) / (end - start)).clamp(0.0, 1.0);
    let data = timeline(incident);
    let impact = data.spans.iter().filter(|span| span.kind.is_impact());
    let mut marks: Vec<OverviewMark> = impact
        .map(|span| OverviewMark {
            from: share(span.from.lo()),
            to: share(span.to.hi()),
            is_event: false,
        })
        .collect();
    let passing = incident.events.iter().filter(|event| filter.passes(event));
    let windows = passing.filter_map(|event| incident.window(&event.at));
    marks.extend(windows.map(|at: Interval| {
        let middle = f64::midpoint(share(at.lo()), share(at.hi()));
        OverviewMark {
            from: middle,
            to: middle,
            is_event: true,
        }
    }));
    marks
}
