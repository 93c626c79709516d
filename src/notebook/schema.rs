//! The notebook file: what it may contain. Unknown fields are refused.
//!
//! ```json
//! { "format": 1, "id": "example", "title": {"en": "…", "zh": "…"}, "cells": [
//!     {"param": {"id": "mttr_s", "like": "availability.mttr_s", "value": "1 h"}},
//!     {"model": {"id": "a", "model": "availability", "inputs": {"mttr_s": {"from": "mttr_s"}}}},
//!     {"text":  {"id": "t", "body": {"en": "Down {a.downtime_per_year_s} a year.", "zh": "…"}}} ] }
//! ```

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::text::Bilingual;

/// The format number of this version.
pub const FORMAT: u32 = 1;

/// A notebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The format number, [`FORMAT`].
    pub format: u32,
    /// Its id, equal to the file's name.
    pub id: String,
    /// What it is among other notebooks.
    #[serde(default, skip_serializing_if = "Kinds::is_lesson")]
    pub kind: Kinds,
    /// Its heading.
    pub title: Bilingual,
    /// One sentence on what it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Bilingual>,
    /// Its place among the lessons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// How long it takes in class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// What the reader can do afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<Bilingual>,
    /// The cells, in the order of the page.
    pub cells: Vec<Cell>,
}

/// What a notebook is among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kinds {
    /// A lesson.
    #[default]
    Lesson,
    /// A page of the app itself, such as home or a model's page.
    Page,
}

impl Kinds {
    fn is_lesson(&self) -> bool {
        *self == Kinds::Lesson
    }
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Words with live numbers.
    Text(TextCell),
    /// A value that other cells share.
    Param(ParamCell),
    /// A model.
    Model(ModelCell),
    /// An incident.
    Incident(IncidentCell),
    /// A question with a prediction before its answer.
    Question(QuestionCell),
}

impl Cell {
    /// The cell's id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Cell::Text(cell) => &cell.id,
            Cell::Param(cell) => &cell.id,
            Cell::Model(cell) => &cell.id,
            Cell::Incident(cell) => &cell.id,
            Cell::Question(cell) => &cell.id,
        }
    }

    /// The question whose answer must have been revealed before this cell is shown.
    #[must_use]
    pub fn after(&self) -> Option<&str> {
        match self {
            Cell::Text(cell) => cell.after.as_deref(),
            Cell::Model(cell) => cell.after.as_deref(),
            Cell::Incident(cell) => cell.after.as_deref(),
            Cell::Param(_) | Cell::Question(_) => None,
        }
    }
}

/// Words. `{name}` and `{cell.output}` stand for live numbers; the markup is that of
/// [`prose`](crate::text::prose).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextCell {
    /// Its id.
    pub id: String,
    /// The words.
    pub body: Bilingual,
    /// Hidden until this question's answer has been revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A shared value. It takes unit, range and words from a model's input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamCell {
    /// Its name, used by other cells.
    pub id: String,
    /// `model.input` whose unit, ranges and words it has.
    pub like: String,
    /// The value to begin with, as a person types it; the input's default if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// A model with its inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelCell {
    /// Its name; other cells use its outputs as `id.figure`.
    pub id: String,
    /// The model.
    pub model: String,
    /// Inputs that differ from the defaults, or come from elsewhere.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, Source>,
    /// What is shown, in order: `controls`, `figures`, `figures.ID` (only the named ones), `chart.ID`,
    /// `table.ID`, `steps`, `notes`, `file`; everything if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<String>,
    /// Values from elsewhere marked on the axis of an input, in every chart that has such an axis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkSpec>,
    /// Figures that a test compares, at the document's own values, to twelve digits.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub expect: BTreeMap<String, f64>,
    /// Hidden until this question's answer has been revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// Where an input's value comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Source {
    /// A value as a person types it: `"10 h"`, `"0.9999"`, `"true"`.
    Literal(String),
    /// Another cell's value.
    From(Reference),
}

/// By hand, so that a file with neither form is told what was expected.
impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Source, D::Error> {
        deserializer.deserialize_any(SourceVisitor)
    }
}

struct SourceVisitor;

impl<'de> Visitor<'de> for SourceVisitor {
    type Value = Source;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"a value as text, such as "10 h", or {"from": "name"}"#)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Source, E> {
        Ok(Source::Literal(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Source, A::Error> {
        Reference::deserialize(MapAccessDeserializer::new(map)).map(Source::From)
    }
}

/// The name of a value elsewhere in the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// A `param` cell, `cell.figure`, or `incident.metric` (`.lo`, `.hi` for an interval's ends).
    pub from: String,
}

/// A value marked on the axis of an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkSpec {
    /// The input whose axis it is on.
    pub input: String,
    /// The value: a param, `cell.figure`, or `incident.metric`.
    pub from: String,
    /// The words beside it.
    pub label: Bilingual,
}

/// An incident.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IncidentCell {
    /// Its name; other cells use its metrics as `id.metric`.
    pub id: String,
    /// The incident's id.
    pub incident: String,
    /// What is shown, in order: `summary`, `metrics`, `timeline`, `list`, `story`, `sources`;
    /// everything if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<String>,
    /// Metrics shown as figures, in order; those of the file if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<String>,
    /// Hidden until this question's answer has been revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A question: predict, lock, reveal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionCell {
    /// Its id.
    pub id: String,
    /// What is asked; live numbers as in text cells.
    pub prompt: Bilingual,
    /// How it is answered.
    pub answer: QuestionAnswer,
    /// What is said over the answer; live numbers as in text cells.
    pub reveal: Bilingual,
}

/// How a question is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum QuestionAnswer {
    /// By choosing.
    Choice {
        /// What can be chosen.
        options: Vec<QuestionOption>,
        /// The id of the right one.
        right: String,
    },
    /// By a number, compared with a live value.
    Number {
        /// The value: a param, `cell.figure`, or `incident.metric`.
        from: String,
        /// The ratio within which a guess counts as near: 2 means between half and double.
        within_ratio: f64,
    },
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionOption {
    /// Its id.
    pub id: String,
    /// Its words.
    pub text: Bilingual,
}
