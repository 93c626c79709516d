//! Ids are unique and well formed; references lead somewhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;
use crate::incident::MECHANISMS;
use crate::incident::metric_spec::{Derivation, MetricSpec};
use crate::incident::schema::{Event, Incident, LinkInput, WhatIf};
use crate::incident::time_point::TimePoint;

pub(super) fn check(incident: &Incident, findings: &mut Vec<Finding>) {
    let mut ids = Ids::collect(incident, findings);
    for (i, event) in incident.events.iter().enumerate() {
        ids.check_event(&format!("events[{i}]"), event);
    }
    for (i, phase) in incident.phases.iter().enumerate() {
        ids.event(&format!("phases[{i}].from"), &phase.from);
        ids.event(&format!("phases[{i}].to"), &phase.to);
    }
    for (i, span) in incident.spans.iter().enumerate() {
        ids.component(&format!("spans[{i}].component"), &span.component);
        ids.event(&format!("spans[{i}].from"), &span.from);
        ids.event(&format!("spans[{i}].to"), &span.to);
    }
    for (i, metric) in incident.metrics.iter().enumerate() {
        ids.check_metric(&format!("metrics[{i}]"), metric);
    }
    for (i, difference) in incident.differences.iter().enumerate() {
        ids.events(&format!("differences[{i}].events"), &difference.events);
        for (j, statement) in difference.statements.iter().enumerate() {
            let path = format!("differences[{i}].statements[{j}]");
            ids.sources(&format!("{path}.sources"), &statement.sources);
            if let Some(at) = &statement.at {
                ids.time(&format!("{path}.at"), at);
            }
        }
    }
    for (name, remarks) in incident.remarks() {
        for (i, remark) in remarks.iter().enumerate() {
            ids.sources(&format!("{name}[{i}].sources"), &remark.sources);
            ids.events(&format!("{name}[{i}].events"), &remark.events);
        }
    }
    for (i, lesson) in incident.lessons.iter().enumerate() {
        ids.sources(&format!("lessons[{i}].sources"), &lesson.sources);
    }
    for (i, what_if) in incident.what_if.iter().enumerate() {
        ids.check_what_if(&format!("what_if[{i}]"), what_if);
    }
    let findings = ids.findings;
    mechanisms(incident, findings);
}

/// The ids of each kind of thing, and where to report.
struct Ids<'a> {
    events: BTreeSet<&'a str>,
    components: BTreeSet<&'a str>,
    sources: BTreeSet<&'a str>,
    metrics: BTreeSet<&'a str>,
    findings: &'a mut Vec<Finding>,
}

impl<'a> Ids<'a> {
    fn collect(incident: &'a Incident, findings: &'a mut Vec<Finding>) -> Ids<'a> {
        let mut of = |list: &str, ids: Vec<&'a str>| unique(list, ids, findings);
        let components = of("components", column(&incident.components, |c| &c.id));
        of("phases", column(&incident.phases, |p| &p.id));
        let events = of("events", column(&incident.events, |e| &e.id));
        of("spans", column(&incident.spans, |s| &s.id));
        let metrics = of("metrics", column(&incident.metrics, |m| &m.id));
        of("differences", column(&incident.differences, |d| &d.id));
        of("what_if", column(&incident.what_if, |w| &w.id));
        let sources = of("sources", column(&incident.sources, |s| &s.id));
        Ids {
            events,
            components,
            sources,
            metrics,
            findings,
        }
    }

    fn check_event(&mut self, path: &str, event: &Event) {
        self.component(&format!("{path}.component"), &event.component);
        self.sources(&format!("{path}.sources"), &event.sources);
        self.time(&format!("{path}.at"), &event.at);
        for (j, link) in event.models.iter().enumerate() {
            self.inputs(&format!("{path}.models[{j}].inputs"), &link.inputs);
        }
    }

    fn check_what_if(&mut self, path: &str, what_if: &WhatIf) {
        self.event(&format!("{path}.event"), &what_if.event);
        self.inputs(&format!("{path}.inputs"), &what_if.inputs);
        if let Some(history) = &what_if.history {
            self.metric(&format!("{path}.history"), history);
        }
    }

    fn inputs(&mut self, path: &str, inputs: &BTreeMap<String, LinkInput>) {
        for (input, value) in inputs {
            let path = format!("{path}.{input}");
            match value {
                LinkInput::Metric(id) => self.metric(&path, id),
                LinkInput::Cited(cited) => self.source(&path, &cited.source),
                LinkInput::Chosen(_) => {}
            }
        }
    }

    fn check_metric(&mut self, path: &str, metric: &MetricSpec) {
        if let Some(of) = &metric.of {
            self.component(&format!("{path}.of"), of);
        }
        if let Some(stated) = &metric.stated {
            self.source(&format!("{path}.stated.source"), &stated.source);
        }
        let path = format!("{path}.derive");
        match &metric.derive {
            Derivation::Between(ends) => {
                self.event(&format!("{path}.between.from"), &ends.from);
                self.event(&format!("{path}.between.to"), &ends.to);
            }
            Derivation::Impact(impact) => {
                for (j, id) in impact.components.iter().enumerate() {
                    self.component(&format!("{path}.impact.components[{j}]"), id);
                }
            }
            Derivation::Weighted(mean) => {
                for (j, part) in mean.parts.iter().enumerate() {
                    let path = format!("{path}.weighted.parts[{j}]");
                    self.metric(&format!("{path}.down"), &part.down);
                    self.event(&format!("{path}.units.event"), &part.units.event);
                }
                self.event(&format!("{path}.weighted.of.event"), &mean.of.event);
            }
            Derivation::Share(share) => {
                self.metric(&format!("{path}.share.part"), &share.part);
                self.metric(&format!("{path}.share.whole"), &share.whole);
            }
            Derivation::Availability(spec) => {
                self.metric(&format!("{path}.availability.down"), &spec.down);
            }
            Derivation::BudgetYears(spec) => {
                self.metric(&format!("{path}.budget_years.down"), &spec.down);
            }
        }
    }

    fn time(&mut self, path: &str, at: &TimePoint) {
        match at {
            TimePoint::By(by) => self.event(&format!("{path}.by.after"), &by.after),
            TimePoint::NotPublished(place) => {
                for (side, id) in [("after", &place.after), ("before", &place.before)] {
                    if let Some(id) = id {
                        self.event(&format!("{path}.not_published.{side}"), id);
                    }
                }
            }
            _ => {}
        }
    }

    fn events(&mut self, path: &str, ids: &[String]) {
        for (i, id) in ids.iter().enumerate() {
            self.event(&format!("{path}[{i}]"), id);
        }
    }

    fn sources(&mut self, path: &str, ids: &[String]) {
        for (i, id) in ids.iter().enumerate() {
            self.source(&format!("{path}[{i}]"), id);
        }
    }

    fn event(&mut self, path: &str, id: &str) {
        let known = self.events.contains(id);
        self.expect(known, path, "event", id);
    }

    fn component(&mut self, path: &str, id: &str) {
        let known = self.components.contains(id);
        self.expect(known, path, "component", id);
    }

    fn source(&mut self, path: &str, id: &str) {
        let known = self.sources.contains(id);
        self.expect(known, path, "source", id);
    }

    fn metric(&mut self, path: &str, id: &str) {
        let known = self.metrics.contains(id);
        self.expect(known, path, "metric", id);
    }

    fn expect(&mut self, known: bool, path: &str, kind: &str, id: &str) {
        if !known {
            let message = format!("there is no {kind} \"{id}\" in this file");
            self.findings
                .push(Finding::error(path, "reference.unknown", message));
        }
    }
}

fn column<T>(list: &[T], id: impl Fn(&T) -> &String) -> Vec<&str> {
    list.iter().map(|item| id(item).as_str()).collect()
}

/// The ids of a list, reporting those that are not words or are there already.
fn unique<'a>(list: &str, ids: Vec<&'a str>, findings: &mut Vec<Finding>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    for (i, id) in ids.into_iter().enumerate() {
        let path = format!("{list}[{i}].id");
        if !is_word(id) {
            let message = format!("\"{id}\" is not made of a-z, 0-9 and _, a letter first");
            findings.push(Finding::error(&path, "id.word", message));
        }
        if !seen.insert(id) {
            let message = format!("\"{id}\" is there already");
            findings.push(Finding::error(&path, "id.duplicate", message));
        }
    }
    seen
}

fn is_word(id: &str) -> bool {
    id.starts_with(|first: char| first.is_ascii_lowercase())
        && id
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

fn mechanisms(incident: &Incident, findings: &mut Vec<Finding>) {
    for (i, event) in incident.events.iter().enumerate() {
        for (j, id) in event.mechanisms.iter().enumerate() {
            if MECHANISMS.binary_search(&id.as_str()).is_err() {
                let path = format!("events[{i}].mechanisms[{j}]");
                let message = format!("mechanism \"{id}\" has no name here");
                findings.push(Finding::warning(path, "mechanism.unknown", message));
            }
        }
    }
}
