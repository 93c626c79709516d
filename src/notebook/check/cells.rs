//! Checking params, models and incidents.

use super::Checker;
use super::words::Length;
use crate::models::{InputSpec, Kind, ModelSpec, parse};
use crate::notebook::library::IncidentFigures;
use crate::notebook::link::shortest_number;
use crate::notebook::names::liked;
use crate::notebook::reason::Sort;
use crate::notebook::schema::{IncidentCell, MarkSpec, ModelCell, ParamCell, Source};

/// What an incident cell may show.
const INCIDENT_PARTS: [&str; 6] = ["summary", "metrics", "timeline", "list", "story", "sources"];

impl Checker<'_> {
    pub(super) fn param(&mut self, path: &str, cell: &ParamCell) {
        let Some((_, input)) = liked(cell, self.library) else {
            let message = format!("no input `{}`; `model.input` is expected", cell.like);
            return self.error(format!("{path}.like"), "unknown_input", message);
        };
        if let Some(text) = &cell.value {
            self.literal(&format!("{path}.value"), input, text);
        }
    }

    pub(super) fn model(&mut self, path: &str, cell: &ModelCell) {
        let Some(model) = self.library.model(&cell.model) else {
            let known: Vec<_> = self.library.models().collect();
            let message = format!("no model `{}`; there are {}", cell.model, known.join(", "));
            return self.error(format!("{path}.model"), "unknown_model", message);
        };
        let spec = model.spec();
        for (id, source) in &cell.inputs {
            self.input(&format!("{path}.inputs.{id}"), spec, id, source);
        }
        for (number, item) in cell.show.iter().enumerate() {
            if !can_show(spec, item) {
                let message = format!("`{}` has no `{item}` to show", spec.id);
                self.error(format!("{path}.show[{number}]"), "unknown_show", message);
            }
        }
        for (number, mark) in cell.marks.iter().enumerate() {
            self.mark(&format!("{path}.marks[{number}]"), spec, mark);
        }
        for (figure, value) in &cell.expect {
            let path = format!("{path}.expect.{figure}");
            if spec.figure(figure).is_none() {
                let known: Vec<_> = spec.figures.iter().map(|figure| figure.id).collect();
                let message = format!(
                    "no figure `{figure}`; `{}` gives {}",
                    spec.id,
                    known.join(", ")
                );
                self.error(path, "unknown_figure", message);
            } else if !value.is_finite() {
                self.error(path, "expect", "a number is expected");
            }
        }
    }

    pub(super) fn incident(&mut self, path: &str, cell: &IncidentCell) {
        let Some(incident) = self.library.incident(&cell.incident) else {
            let message = format!("no incident `{}`", cell.incident);
            return self.error(format!("{path}.incident"), "unknown_incident", message);
        };
        for (number, item) in cell.show.iter().enumerate() {
            if !INCIDENT_PARTS.contains(&item.as_str()) {
                let message = format!("`{item}`; there are {}", INCIDENT_PARTS.join(", "));
                self.error(format!("{path}.show[{number}]"), "unknown_show", message);
            }
        }
        let lacking = unknown_metrics(cell, incident);
        for (number, message) in lacking {
            self.error(
                format!("{path}.metrics[{number}]"),
                "unknown_metric",
                message,
            );
        }
    }

    fn input(&mut self, path: &str, spec: &'static ModelSpec, id: &str, source: &Source) {
        let Some(input) = spec.input(id) else {
            let known: Vec<_> = spec.inputs.iter().map(|input| input.id).collect();
            let message = format!("no input `{id}`; `{}` takes {}", spec.id, known.join(", "));
            return self.error(path, "unknown_input", message);
        };
        match source {
            Source::Literal(text) => self.literal(path, input, text),
            Source::From(reference) => {
                let path = format!("{path}.from");
                self.name(&path, &reference.from, Sort::of(input), &format!("`{id}`"));
            }
        }
    }

    fn mark(&mut self, path: &str, spec: &'static ModelSpec, mark: &MarkSpec) {
        match spec.input(&mark.input) {
            Some(input) => {
                let what = format!("the axis of `{}`", mark.input);
                self.name(&format!("{path}.from"), &mark.from, Sort::of(input), &what);
            }
            None => {
                let message = format!("`{}` has no input `{}`", spec.id, mark.input);
                self.error(format!("{path}.input"), "unknown_input", message);
            }
        }
        self.words(&format!("{path}.label"), &mark.label, Length::Label);
    }

    fn literal(&mut self, path: &str, input: &InputSpec, text: &str) {
        if parse(input, text).is_err() {
            let message = format!(
                "`{text}` cannot be taken for `{}`; allowed: {}",
                input.id,
                allowed(input)
            );
            self.error(path, "literal", message);
        }
    }
}

/// Whether a model shows `item`.
fn can_show(spec: &ModelSpec, item: &str) -> bool {
    match item.split_once('.') {
        None => matches!(item, "controls" | "figures" | "steps" | "notes" | "file"),
        Some(("figures", id)) => spec.figure(id).is_some(),
        Some(("chart", id)) => spec.charts.contains(&id),
        Some(("table", id)) => spec.tables.iter().any(|table| table.id == id),
        Some(_) => false,
    }
}

fn unknown_metrics(cell: &IncidentCell, incident: &IncidentFigures) -> Vec<(usize, String)> {
    let known: Vec<&str> = incident
        .figures
        .iter()
        .map(|figure| figure.id.as_str())
        .collect();
    let asked = cell.metrics.iter().enumerate();
    asked
        .filter(|(_, metric)| !known.contains(&metric.as_str()))
        .map(|(number, metric)| {
            let known = known.join(", ");
            (
                number,
                format!("no metric `{metric}`; `{}` gives {known}", incident.id),
            )
        })
        .collect()
}

/// What an input takes, for those who write files.
fn allowed(input: &InputSpec) -> String {
    let unit = input.unit.id();
    match &input.kind {
        Kind::Real { hard, .. } => {
            let [lo, hi] = [hard.lo, hard.hi].map(shortest_number);
            format!("{lo} to {hi} in {unit}, or with a unit")
        }
        Kind::Count { hard, .. } => format!("a whole number from {} to {}", hard.lo, hard.hi),
        Kind::Probability { .. } => "a share from 0 to 1 or a percentage".to_owned(),
        Kind::Choice { choices, .. } => format!("one of {}", choices.join(", ")),
        Kind::Toggle { .. } => "true or false".to_owned(),
        Kind::Seed { .. } => "a whole number".to_owned(),
        Kind::Text { longest, .. } => format!("text of at most {longest} bytes"),
    }
}
