//! Descriptions and results as JSON, for the command line and for export.

use serde_json::{Map, Value as Json, json};

use super::{Entry, InputSpec, Inputs, Kind, ModelSpec, Note, Output, Severity, Value};
use crate::kernel::error::{Defined, Undefined};
use crate::text::{Message, Texts};

/// The description of a model.
#[must_use]
pub fn description(spec: &ModelSpec) -> Json {
    json!({
        "id": spec.id,
        "family": spec.family.id(),
        "version": spec.version,
        "params": params(spec),
        "presets": spec.presets.iter().map(|preset| {
            let set: Map<String, Json> =
                preset.set.iter().map(|(id, text)| ((*id).to_owned(), json!(text))).collect();
            json!({"id": preset.id, "set": set})
        }).collect::<Vec<_>>(),
        "figures": spec.figures.iter().map(|figure| {
            json!({"id": figure.id, "unit": figure.unit.id()})
        }).collect::<Vec<_>>(),
        "tables": spec.tables.iter().map(|table| {
            let columns: Vec<Json> = table.columns.iter()
                .map(|column| json!({"id": column.id, "unit": column.unit.id()})).collect();
            json!({"id": table.id, "columns": columns})
        }).collect::<Vec<_>>(),
        "charts": spec.charts,
        "references": spec.references.iter().map(|reference| {
            json!({"text": reference.text, "url": reference.url})
        }).collect::<Vec<_>>(),
    })
}

fn params(spec: &ModelSpec) -> Vec<Json> {
    let of = |(group, inputs): (Option<&'static str>, &'static [InputSpec])| {
        inputs.iter().map(move |one| input(one, group))
    };
    spec.grouped().into_iter().flat_map(of).collect()
}

fn input(input: &InputSpec, group: Option<&str>) -> Json {
    let mut out = Map::new();
    let mut put = |key: &str, value: Json| {
        out.insert(key.to_owned(), value);
    };
    put("id", json!(input.id));
    put("unit", json!(input.unit.id()));
    if let Some(group) = group {
        put("group", json!(group));
    }
    match &input.kind {
        Kind::Real {
            default,
            hard,
            soft,
            spacing,
        } => {
            put("kind", json!("real"));
            put("default", json!(default));
            put("hard", json!([hard.lo, hard.hi]));
            put("soft", json!([soft.lo, soft.hi]));
            put("scale", json!(spacing.id()));
        }
        Kind::Count {
            default,
            hard,
            soft,
            spacing,
        } => {
            put("kind", json!("count"));
            put("default", json!(default));
            put("hard", json!([hard.lo, hard.hi]));
            put("soft", json!([soft.lo, soft.hi]));
            put("scale", json!(spacing.id()));
        }
        Kind::Probability {
            default,
            soft,
            spacing,
        } => {
            let number = |text: &str| text.parse::<f64>().ok();
            put("kind", json!("probability"));
            put("default", json!(default));
            put("hard", json!([0.0, 1.0]));
            put("soft", json!([number(soft.lo), number(soft.hi)]));
            put("scale", json!(spacing.id()));
        }
        Kind::Choice { default, choices } => {
            put("kind", json!("choice"));
            put("default", json!(default));
            put("choices", json!(choices));
        }
        Kind::Toggle { default } => {
            put("kind", json!("toggle"));
            put("default", json!(default));
        }
        Kind::Seed { default } => {
            put("kind", json!("seed"));
            put("default", json!(default));
            put("hard", json!([0, u64::MAX]));
        }
        Kind::Text { default, longest } => {
            put("kind", json!("text"));
            put("default", json!(default));
            put("longest_bytes", json!(longest));
        }
    }
    if let Some(when) = &input.when {
        put("when", json!({"input": when.input, "is": when.is}));
    }
    Json::Object(out)
}

/// The inputs of a run: numbers as numbers, shares as exact decimal text.
#[must_use]
pub fn inputs(inputs: &Inputs) -> Json {
    let value = |value: &Value| match value {
        Value::Real(x) => json!(x),
        Value::Count(n) | Value::Seed(n) => json!(n),
        Value::Toggle(on) => json!(on),
        Value::Probability(_) | Value::Choice(_) | Value::Text(_) => json!(value.to_string()),
    };
    Json::Object(
        inputs
            .iter()
            .map(|(spec, at)| (spec.id.to_owned(), value(at)))
            .collect(),
    )
}

/// The figures, tables and notes of a result.
#[must_use]
pub fn output(spec: &ModelSpec, output: &Output, texts: &Texts) -> Map<String, Json> {
    let figures: Map<String, Json> = output
        .figures
        .iter()
        .map(|figure| (figure.id.to_owned(), number(&figure.value, texts)))
        .collect();
    let tables: Map<String, Json> = output
        .tables
        .iter()
        .filter_map(|table| {
            let columns: Vec<&str> = spec
                .tables
                .iter()
                .find(|described| described.id == table.id)?
                .columns
                .iter()
                .map(|column| column.id)
                .collect();
            let rows: Vec<Vec<Json>> = table
                .rows
                .iter()
                .map(|row| row.iter().map(|entry| self::entry(entry, texts)).collect())
                .collect();
            Some((
                table.id.to_owned(),
                json!({"columns": columns, "rows": rows}),
            ))
        })
        .collect();
    let notes: Vec<Json> = output
        .notes
        .iter()
        .map(|note| self::note(note, texts))
        .collect();
    let mut out = Map::new();
    out.insert("figures".to_owned(), Json::Object(figures));
    out.insert("tables".to_owned(), Json::Object(tables));
    out.insert("notes".to_owned(), Json::Array(notes));
    out
}

fn entry(entry: &Entry, texts: &Texts) -> Json {
    match entry {
        Entry::Number(value) => number(&Ok(*value), texts),
        Entry::Undefined(reason) => number(&Err(*reason), texts),
        Entry::Word(id) => json!(id),
        Entry::Name(name) => json!(name),
    }
}

fn number(value: &Defined, texts: &Texts) -> Json {
    match value {
        Ok(number) => json!(number),
        Err(reason) => json!({"undefined": texts.message(&undefined(*reason))}),
    }
}

/// The words for a result that does not exist.
#[must_use]
pub fn undefined(reason: Undefined) -> Message {
    Message::new(format!("undefined.{}", reason.0))
}

fn note(note: &Note, texts: &Texts) -> Json {
    let severity = match note.severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
    };
    json!({"severity": severity, "key": note.message.key, "text": texts.message(&note.message)})
}
