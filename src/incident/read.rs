//! Reading an incident file, and looking things up in it.

use super::interval::Interval;
use super::metric_spec::MetricSpec;
use super::schema::{Component, Difference, Event, Incident, LinkInput, Remark, Source, Span};
use super::time_point::TimePoint;
use super::vocabulary::{EventKind, Language};
use crate::finding::{Finding, parse_json};
use crate::text::Lang;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 512 * 1024;

impl Incident {
    /// Reads a file. What it says is not checked yet: see [`check`](super::check()).
    ///
    /// # Errors
    /// One finding with its JSON path: not JSON, a field that is unknown, missing or of the wrong
    /// kind, a time that cannot be read, or a file larger than [`MAX_BYTES`].
    pub fn parse(json: &str) -> Result<Incident, Finding> {
        parse_json(json, MAX_BYTES)
    }

    /// The languages that it is written in.
    pub fn langs(&self) -> &'static [Lang] {
        match self.language {
            None => &Lang::ALL,
            Some(Language::En) => &[Lang::En],
            Some(Language::Zh) => &[Lang::Zh],
        }
    }

    /// The event of an id.
    pub fn event(&self, id: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.id == id)
    }

    /// The component of an id.
    pub fn component(&self, id: &str) -> Option<&Component> {
        self.components.iter().find(|component| component.id == id)
    }

    /// The source of an id.
    pub fn source(&self, id: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.id == id)
    }

    /// The metric of an id, as the file defines it.
    pub fn metric(&self, id: &str) -> Option<&MetricSpec> {
        self.metrics.iter().find(|metric| metric.id == id)
    }

    /// The first fault.
    pub fn trigger(&self) -> Option<&Event> {
        self.events
            .iter()
            .find(|event| event.kind == EventKind::Trigger)
    }

    /// The differences that are about an event.
    pub fn differences_about<'a>(
        &'a self,
        event_id: &'a str,
    ) -> impl Iterator<Item = &'a Difference> {
        self.differences
            .iter()
            .filter(move |difference| difference.events.iter().any(|id| id == event_id))
    }

    /// The instants at which an event may have been, in seconds since the epoch.
    ///
    /// A `by` time begins with the earliest instant of the event that it names as before it. `None`
    /// for times not published, and for bounds that contradict each other.
    pub fn window(&self, at: &TimePoint) -> Option<Interval> {
        match at {
            TimePoint::By(by) => {
                let before = self.event(&by.after)?.at.own_window(&self.zone)?;
                Interval::new(before.lo(), by.at.seconds())
            }
            own => own.own_window(&self.zone),
        }
    }

    /// The same for an event given by its id.
    pub fn event_window(&self, id: &str) -> Option<Interval> {
        self.window(&self.event(id)?.at)
    }

    /// The possible beginnings and ends of a span, where both are known.
    pub fn span_ends(&self, span: &Span) -> Option<(Interval, Interval)> {
        Some((self.event_window(&span.from)?, self.event_window(&span.to)?))
    }

    /// The lists of remarks with their field names, in the order of a page.
    pub fn remarks(&self) -> [(&'static str, &[Remark]); 5] {
        [
            ("root_causes", &self.root_causes),
            ("made_worse", &self.made_worse),
            ("assumptions_broken", &self.assumptions_broken),
            ("worked", &self.worked),
            ("near_misses", &self.near_misses),
        ]
    }

    /// The ids of the sources that something in the file rests on, as often as they are named.
    pub fn cited_sources(&self) -> impl Iterator<Item = &str> {
        let events = self.events.iter().flat_map(|event| &event.sources);
        let statements = self.differences.iter().flat_map(|d| &d.statements);
        let remarks = self.remarks().into_iter().flat_map(|(_, list)| list);
        let lessons = self.lessons.iter().flat_map(|lesson| &lesson.sources);
        let stated = self.metrics.iter().filter_map(|m| m.stated.as_ref());
        let links = self.events.iter().flat_map(|event| &event.models);
        let inputs = links.flat_map(|link| link.inputs.values());
        events
            .chain(statements.flat_map(|statement| &statement.sources))
            .chain(remarks.flat_map(|remark| &remark.sources))
            .chain(lessons)
            .chain(stated.map(|stated| &stated.source))
            .chain(inputs.filter_map(|input| match input {
                LinkInput::Cited(cited) => Some(&cited.source),
                LinkInput::Metric(_) | LinkInput::Chosen(_) => None,
            }))
            .map(String::as_str)
    }
}
