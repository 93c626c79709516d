//! Each fact has a source, of the kind that its status claims.

use crate::finding::Finding;
use crate::incident::schema::Incident;
use crate::incident::vocabulary::{SourceKind, Status, Teacher};
use crate::ordered;

pub(super) fn check(incident: &Incident, findings: &mut Vec<Finding>) {
    for (i, event) in incident.events.iter().enumerate() {
        let path = format!("events[{i}]");
        fact(incident, &path, event.status, &event.sources, findings);
    }
    for (name, remarks) in incident.remarks() {
        for (i, remark) in remarks.iter().enumerate() {
            let path = format!("{name}[{i}]");
            fact(incident, &path, remark.status, &remark.sources, findings);
        }
    }
    for (i, difference) in incident.differences.iter().enumerate() {
        if difference.statements.is_empty() {
            let path = format!("differences[{i}].statements");
            findings.push(Finding::error(path, "source.none", "nobody says anything"));
        }
        for (j, statement) in difference.statements.iter().enumerate() {
            let path = format!("differences[{i}].statements[{j}].sources");
            at_least_one(&path, &statement.sources, findings);
        }
    }
    for (i, lesson) in incident.lessons.iter().enumerate() {
        if lesson.by != Teacher::Us {
            at_least_one(&format!("lessons[{i}].sources"), &lesson.sources, findings);
        }
    }
    addresses(incident, findings);
    unused(incident, findings);
}

fn at_least_one(path: &str, sources: &[String], findings: &mut Vec<Finding>) {
    if sources.is_empty() {
        findings.push(Finding::error(path, "source.none", "no source is named"));
    }
}

fn fact(
    incident: &Incident,
    path: &str,
    status: Status,
    sources: &[String],
    findings: &mut Vec<Finding>,
) {
    at_least_one(&format!("{path}.sources"), sources, findings);
    let kinds: Vec<_> = sources
        .iter()
        .filter_map(|id| incident.source(id))
        .map(|source| source.kind)
        .collect();
    if !kinds.is_empty() && !supports(status, &kinds) {
        let kinds: Vec<_> = kinds.iter().map(|kind| kind.id()).collect();
        let message = format!(
            "\"{}\" does not fit sources of the kind {}",
            status.id(),
            kinds.join(", ")
        );
        let path = format!("{path}.status");
        findings.push(Finding::error(path, "status.unsupported", message));
    }
}

fn supports(status: Status, kinds: &[SourceKind]) -> bool {
    let any = |accepted: &[SourceKind]| kinds.iter().any(|kind| accepted.contains(kind));
    match status {
        Status::OperatorReport => any(&[SourceKind::OperatorReport, SourceKind::OperatorStatement]),
        Status::Quoted => any(&[SourceKind::Quotation]),
        Status::Secondary | Status::Inferred => {
            kinds.iter().any(|kind| *kind != SourceKind::CourseText)
        }
        Status::CourseTextOnly => kinds.iter().all(|kind| *kind == SourceKind::CourseText),
    }
}

fn addresses(incident: &Incident, findings: &mut Vec<Finding>) {
    for (i, source) in incident.sources.iter().enumerate() {
        let Some(address) = &source.address else {
            continue;
        };
        let rest = address
            .strip_prefix("https://")
            .or_else(|| address.strip_prefix("http://"));
        if rest.is_none_or(|rest| rest.is_empty() || rest.contains(char::is_whitespace)) {
            let path = format!("sources[{i}].address");
            let message = format!("\"{address}\" is not an http or https address");
            findings.push(Finding::error(path, "source.address", message));
        }
    }
}

fn unused(incident: &Incident, findings: &mut Vec<Finding>) {
    let used = ordered::set(incident.cited_sources());
    for (i, source) in incident.sources.iter().enumerate() {
        if !used.contains(source.id.as_str()) {
            let path = format!("sources[{i}]");
            let message = format!("nothing rests on source \"{}\"", source.id);
            findings.push(Finding::warning(path, "source.unused", message));
        }
    }
}
