//! Both languages are there; titles fit; percentages say of what.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::incident::schema::{Event, FigureValue, Incident, LinkInput};
use crate::text::{Bilingual, Lang};

/// The most characters that a title on a card may have.
const TITLE_EN: usize = 60;
const TITLE_ZH: usize = 24;

pub(super) fn check(incident: &Incident, findings: &mut Vec<Finding>) {
    for (path, text) in texts(incident) {
        for lang in incident.langs() {
            if text.get(*lang).trim().is_empty() {
                let path = format!("{path}.{}", lang.code());
                findings.push(Finding::error(path, "text.missing", "the text is empty"));
            }
        }
        if let Some(language) = incident.language
            && text.en != text.zh
        {
            let language = language.id();
            let message = format!("the file is in \"{language}\" alone, yet the two texts differ");
            findings.push(Finding::error(path, "text.language", message));
        }
    }
    for (i, event) in incident.events.iter().enumerate() {
        title_fits(
            incident,
            &format!("events[{i}].title"),
            &event.title,
            findings,
        );
        figures(&format!("events[{i}]"), event, findings);
    }
}

/// Every text of the file with its path.
fn texts(incident: &Incident) -> Vec<(String, &Bilingual)> {
    let mut all: Vec<(String, &Bilingual)> = vec![
        ("title".to_owned(), &incident.title),
        ("summary".to_owned(), &incident.summary),
    ];
    for (i, service) in incident.services.iter().enumerate() {
        all.push((format!("services[{i}]"), service));
    }
    for (i, component) in incident.components.iter().enumerate() {
        all.push((format!("components[{i}].name"), &component.name));
    }
    for (i, phase) in incident.phases.iter().enumerate() {
        all.push((format!("phases[{i}].title"), &phase.title));
    }
    for (i, event) in incident.events.iter().enumerate() {
        event_texts(&format!("events[{i}]"), event, &mut all);
    }
    for (i, span) in incident.spans.iter().enumerate() {
        all.push((format!("spans[{i}].label"), &span.label));
    }
    for (i, metric) in incident.metrics.iter().enumerate() {
        let name = metric.name.iter();
        all.extend(name.map(|name| (format!("metrics[{i}].name"), name)));
        all.push((format!("metrics[{i}].definition"), &metric.definition));
        let why = metric
            .stated
            .as_ref()
            .and_then(|s| s.differs_because.as_ref());
        all.extend(why.map(|why| (format!("metrics[{i}].stated.differs_because"), why)));
    }
    for (i, difference) in incident.differences.iter().enumerate() {
        all.push((format!("differences[{i}].topic"), &difference.topic));
        all.push((format!("differences[{i}].verdict"), &difference.verdict));
        for (j, statement) in difference.statements.iter().enumerate() {
            let path = format!("differences[{i}].statements[{j}].text");
            all.push((path, &statement.text));
        }
    }
    for (name, remarks) in incident.remarks() {
        for (i, remark) in remarks.iter().enumerate() {
            all.push((format!("{name}[{i}].text"), &remark.text));
        }
    }
    for (i, what_if) in incident.what_if.iter().enumerate() {
        let path = format!("what_if[{i}]");
        all.push((format!("{path}.decision"), &what_if.decision));
        all.push((format!("{path}.limits"), &what_if.limits));
        chosen_texts(&format!("{path}.inputs"), &what_if.inputs, &mut all);
        let changed = what_if.changed.iter();
        all.extend(changed.map(|(id, input)| (format!("{path}.changed.{id}.why"), &input.why)));
        let unsure = what_if.unsure.iter();
        all.extend(unsure.map(|(id, input)| (format!("{path}.unsure.{id}.why"), &input.why)));
    }
    for (i, lesson) in incident.lessons.iter().enumerate() {
        all.push((format!("lessons[{i}].text"), &lesson.text));
    }
    for (i, source) in incident.sources.iter().enumerate() {
        all.push((format!("sources[{i}].title"), &source.title));
        all.push((format!("sources[{i}].read"), &source.read));
    }
    all
}

fn event_texts<'a>(path: &str, event: &'a Event, all: &mut Vec<(String, &'a Bilingual)>) {
    all.push((format!("{path}.title"), &event.title));
    all.push((format!("{path}.text"), &event.text));
    for (j, figure) in event.figures.iter().enumerate() {
        all.push((format!("{path}.figures[{j}].label"), &figure.label));
        let of = figure.of.as_ref();
        all.extend(of.map(|of| (format!("{path}.figures[{j}].of"), of)));
    }
    for (j, link) in event.models.iter().enumerate() {
        all.push((format!("{path}.models[{j}].prompt"), &link.prompt));
        chosen_texts(&format!("{path}.models[{j}].inputs"), &link.inputs, all);
    }
}

fn chosen_texts<'a>(
    path: &str,
    inputs: &'a BTreeMap<String, LinkInput>,
    all: &mut Vec<(String, &'a Bilingual)>,
) {
    for (input, value) in inputs {
        if let LinkInput::Chosen(chosen) = value {
            all.push((format!("{path}.{input}.chosen.why"), &chosen.why));
        }
    }
}

fn title_fits(incident: &Incident, path: &str, title: &Bilingual, findings: &mut Vec<Finding>) {
    for lang in incident.langs().iter().copied() {
        let most = match lang {
            Lang::En => TITLE_EN,
            Lang::Zh => TITLE_ZH,
        };
        let length = title.get(lang).chars().count();
        if length > most {
            let path = format!("{path}.{}", lang.code());
            let message = format!("{length} characters; a card holds {most}");
            findings.push(Finding::warning(path, "text.long", message));
        }
    }
}

fn figures(path: &str, event: &Event, findings: &mut Vec<Finding>) {
    for (j, figure) in event.figures.iter().enumerate() {
        let FigureValue::Percent(percent) = figure.value else {
            continue;
        };
        let path = format!("{path}.figures[{j}]");
        if figure.of.is_none() {
            let message = format!("{percent} % of what? \"of\" is missing");
            findings.push(Finding::error(&path, "figure.denominator", message));
        }
        if !(0.0..=100.0).contains(&percent) {
            let message = format!("{percent} % is not from 0 to 100");
            findings.push(Finding::error(&path, "figure.range", message));
        }
    }
    let in_text = Lang::ALL
        .iter()
        .any(|lang| event.text.get(*lang).contains(['%', '％']));
    if in_text && event.figures.is_empty() {
        let message = "a percentage stands in the text and no figure says of what it is";
        findings.push(Finding::warning(
            format!("{path}.text"),
            "figure.in_text",
            message,
        ));
    }
}
