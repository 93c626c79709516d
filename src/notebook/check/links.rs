//! Checking what an incident says of models: links of its events, and its questions.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::incident::schema::{Incident, LinkInput, WhatIf};
use crate::incident::{metrics, resolve_inputs};
use crate::models::{ModelSpec, parse};
use crate::notebook::library::Library;
use crate::notebook::what_if::MOST_RUNS;
use crate::text::{Lang, Texts};

/// What is wrong with the models that `incident` names: unknown ones, unknown inputs and figures, values that an
/// input does not take.
#[must_use]
pub fn check_links(incident: &Incident, library: &Library) -> Vec<Finding> {
    let mut checker = Links {
        incident,
        library,
        findings: Vec::new(),
    };
    for (i, event) in incident.events.iter().enumerate() {
        for (j, link) in event.models.iter().enumerate() {
            let path = format!("events[{i}].models[{j}]");
            if let Some(spec) = checker.model(&path, &link.model) {
                checker.resolved(&format!("{path}.inputs"), spec, &link.inputs, false);
            }
        }
    }
    for (i, what_if) in incident.what_if.iter().enumerate() {
        checker.what_if(&format!("what_if[{i}]"), what_if);
    }
    checker.findings
}

struct Links<'a> {
    incident: &'a Incident,
    library: &'a Library,
    findings: Vec<Finding>,
}

impl Links<'_> {
    fn error(&mut self, path: impl Into<String>, code: &'static str, message: String) {
        self.findings
            .push(Finding::error(path.into(), code, message));
    }

    fn model(&mut self, path: &str, id: &str) -> Option<&'static ModelSpec> {
        let found = self.library.model(id).map(|model| model.spec());
        if found.is_none() {
            self.error(
                format!("{path}.model"),
                "unknown_model",
                format!("no model `{id}`"),
            );
        }
        found
    }

    /// Values of an input, each as one would type it.
    fn value(&mut self, path: &str, spec: &'static ModelSpec, id: &str, text: &str) {
        let Some(input) = spec.input(id) else {
            let message = format!("`{}` has no input `{id}`", spec.id);
            return self.error(path, "unknown_input", message);
        };
        if let Err(error) = parse(input, text) {
            let why = Texts::new(Lang::En).message(&error.message);
            self.error(path, "value", format!("`{text}` for `{id}`: {why}"));
        }
    }

    /// Inputs with their sources. A link may name a metric without a single value, as its input then keeps the
    /// default; a question may not.
    fn resolved(
        &mut self,
        path: &str,
        spec: &'static ModelSpec,
        inputs: &BTreeMap<String, LinkInput>,
        all_known: bool,
    ) {
        for input in resolve_inputs(self.incident, inputs) {
            let path = format!("{path}.{}", input.input);
            match input.value {
                Ok(text) => self.value(&path, spec, &input.input, &text),
                Err(_) if spec.input(&input.input).is_none() => {
                    self.value(&path, spec, &input.input, "");
                }
                Err(reason) if all_known => {
                    self.error(
                        path,
                        "no_value",
                        format!("the metric has no single value: {reason}"),
                    );
                }
                Err(_) => {}
            }
        }
    }

    fn what_if(&mut self, path: &str, what_if: &WhatIf) {
        let Some(spec) = self.model(path, &what_if.model) else {
            return;
        };
        self.resolved(&format!("{path}.inputs"), spec, &what_if.inputs, true);
        let mut runs = 2_usize;
        for (id, unsure) in &what_if.unsure {
            runs = runs.saturating_mul(unsure.values.len());
            for (i, value) in unsure.values.iter().enumerate() {
                self.value(&format!("{path}.unsure.{id}.values[{i}]"), spec, id, value);
            }
        }
        if !(2..=MOST_RUNS).contains(&runs) {
            let message = format!("{runs} runs; 2 to {MOST_RUNS} are possible");
            self.error(format!("{path}.unsure"), "runs", message);
        }
        for (id, chosen) in &what_if.changed {
            self.value(&format!("{path}.changed.{id}"), spec, id, &chosen.value);
        }
        if what_if.changed.is_empty() {
            self.error(
                format!("{path}.changed"),
                "empty",
                "the decision changes nothing".to_owned(),
            );
        }
        let Some(figure) = spec.figure(&what_if.figure) else {
            let message = format!("`{}` gives no figure `{}`", spec.id, what_if.figure);
            return self.error(format!("{path}.figure"), "unknown_figure", message);
        };
        let known = metrics(self.incident);
        let history = what_if.history.as_ref();
        let metric = history.and_then(|id| known.iter().find(|metric| metric.id == *id));
        if let Some(metric) = metric
            && crate::text::Unit::from(metric.unit) != figure.unit
        {
            let message = format!(
                "`{}` does not count in what `{}` does",
                metric.id, figure.id
            );
            self.error(format!("{path}.history"), "unit", message);
        }
    }
}
