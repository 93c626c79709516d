//! `eval`: the results of one model.

use outage_lab::models::{self, Budget, Inputs, Model, ModelSpec, Output, Progress, digest, json};
use outage_lab::text::Texts;
use outage_lab::text::format::Amount;
use serde_json::json;

use super::{Failure, data, print, print_json, request::Request};

/// Steps between two looks at a run.
const SLICE: Budget = Budget { steps: 1_000_000 };

pub(super) fn run(request: &Request) -> Result<(), Failure> {
    let texts = data::texts(request.lang()?)?;
    let model = model(request)?;
    let inputs = inputs(request, model.spec(), &texts)?;
    let output = output(model, &inputs, &texts)?;
    let file = model.file(&inputs, &texts);
    if request.option("file").is_some() {
        let file = file.ok_or_else(|| format!("{} writes no file", model.spec().id))?;
        return print(file.text.trim_end());
    }
    if !request.json() {
        return print(&readable(model.spec(), &output, &texts));
    }
    let mut out = serde_json::Map::new();
    out.insert("model".to_owned(), json!(model.spec().id));
    out.insert("version".to_owned(), json!(model.spec().version));
    out.insert("inputs".to_owned(), json::inputs(&inputs));
    out.append(&mut json::output(model.spec(), &output, &texts));
    if let Some(file) = file {
        let file = json!({"name": file.name, "text": file.text});
        out.insert("file".to_owned(), file);
    }
    out.insert("digest".to_owned(), json!(digest(&output)));
    print_json(&serde_json::Value::Object(out))
}

/// The model that the request names.
pub(super) fn model(request: &Request) -> Result<&'static dyn Model, Failure> {
    let id = request.operand("model")?;
    models::find(id).ok_or_else(|| {
        let known: Vec<&str> = models::CATALOGUE
            .iter()
            .map(|model| model.spec().id)
            .collect();
        Failure::Request(format!(
            "unknown model {id}; known are {}",
            known.join(", ")
        ))
    })
}

/// The inputs that the request sets: the preset first, wherever it stands.
pub(super) fn inputs(
    request: &Request,
    spec: &'static ModelSpec,
    texts: &Texts,
) -> Result<Inputs, Failure> {
    let mut inputs = Inputs::defaults(spec);
    let explain = |error: models::InputError| {
        Failure::Request(format!(
            "{}: {}",
            error.input,
            texts.message(&error.message)
        ))
    };
    let is_preset = |name: &str| name == "preset" && spec.input("preset").is_none();
    for (_, id) in request
        .settings()
        .iter()
        .filter(|(name, _)| is_preset(name))
    {
        let preset = spec.preset(id).ok_or_else(|| {
            let known: Vec<&str> = spec.presets.iter().map(|preset| preset.id).collect();
            format!("preset: {id}; allowed: {}", known.join(", "))
        })?;
        inputs.apply(preset).map_err(explain)?;
    }
    for (name, text) in request
        .settings()
        .iter()
        .filter(|(name, _)| !is_preset(name))
    {
        inputs.set_text(name, text).map_err(explain)?;
    }
    Ok(inputs)
}

/// Runs the model to its end.
pub(super) fn output(model: &dyn Model, inputs: &Inputs, texts: &Texts) -> Result<Output, Failure> {
    let mut run = model.start(inputs).map_err(|error| {
        let message = texts.message(&error.message);
        Failure::Request(match error.input {
            Some(input) => format!("{input}: {message}"),
            None => message,
        })
    })?;
    loop {
        if let Progress::Done(output) = run.advance(SLICE) {
            return Ok(*output);
        }
    }
}

fn readable(spec: &ModelSpec, output: &Output, texts: &Texts) -> String {
    let mut lines = Vec::new();
    for figure in &output.figures {
        let name = texts.get(&format!("{}.figure.{}.name", spec.id, figure.id));
        let value = match figure.value {
            Ok(value) => Amount::new(value, figure.unit)
                .with_complement(figure.complement)
                .text(texts.lang()),
            Err(reason) => texts.message(&json::undefined(reason)),
        };
        let basis = figure
            .basis
            .as_ref()
            .map(|basis| format!(" ({})", texts.label(basis)));
        lines.push(format!("{name}: {value}{}", basis.unwrap_or_default()));
    }
    for note in &output.notes {
        lines.push(texts.message(&note.message));
    }
    lines.join("\n")
}
