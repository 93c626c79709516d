//! The incident file, format 1.
//!
//! One JSON file an incident, named by its id (`yyyy-mm-slug.json`, the month being the
//! trigger's). Unknown fields are refused. Times are UTC; the incident's own clock is the list
//! `zone`. Everything that people read is in English and in Chinese. Nothing is invented: a time
//! that nobody published is `not_published`, and who said a thing stands beside it. A file of one's own may say
//! `"language": "en"` or `"zh"`: its texts then have the same words in both places.
//!
//! A file begins as this template. Lists that stay empty can be left out: `services`, `phases`,
//! `spans`, `metrics`, `differences`, `root_causes`, `made_worse`, `assumptions_broken`, `worked`,
//! `near_misses`, `lessons`, `what_if`.
//!
//! ```
//! use outage_lab::incident::{Incident, MetricValue, check, metrics};
//!
//! let file = r#"{
//!   "format": 1,
//!   "id": "2024-07-example",
//!   "title": { "en": "An example", "zh": "示例" },
//!   "summary": { "en": "What happened, in three sentences.", "zh": "用三句话说明经过。" },
//!   "zone": [{ "from": "2024-03-10T10:00:00Z", "offset_min": -420, "abbr": "PDT" }],
//!   "components": [{ "id": "store", "name": { "en": "Store", "zh": "存储" } }],
//!   "events": [
//!     { "id": "trigger", "at": { "at": "2024-07-01T10:00:00Z" }, "kind": "trigger",
//!       "component": "store", "actor": "staff", "mechanisms": ["config_change"],
//!       "title": { "en": "A wrong value goes out", "zh": "错误的配置值发布" },
//!       "text": { "en": "It reaches every node at once.", "zh": "所有节点同时收到。" },
//!       "status": "operator_report", "sources": ["report"] },
//!     { "id": "back", "kind": "full_recovery", "component": "store", "actor": "staff",
//!       "at": { "about": { "at": "2024-07-01T11:00:00Z", "half_width_s": 300 } },
//!       "title": { "en": "The store answers again", "zh": "存储恢复应答" },
//!       "text": { "en": "After a rollback.", "zh": "在回滚之后。" },
//!       "status": "operator_report", "sources": ["report"] }
//!   ],
//!   "metrics": [
//!     { "id": "total_s", "derive": { "between": { "from": "trigger", "to": "back" } },
//!       "definition": { "en": "From the first fault to the end.", "zh": "从首个故障到结束。" } }
//!   ],
//!   "sources": [
//!     { "id": "report", "kind": "operator_report", "address": "https://status.example/1",
//!       "title": { "en": "The operator's report", "zh": "运营方报告" },
//!       "read": { "en": "In full.", "zh": "全文。" } }
//!   ]
//! }"#;
//! let incident = Incident::parse(file)?;
//! assert!(check(&incident).is_empty());
//! // An hour, give or take the five minutes that the file itself puts on "about".
//! assert_eq!(metrics(&incident)[0].value, MetricValue::Between(3300.0, 3900.0));
//! # Ok::<(), outage_lab::finding::Finding>(())
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::metric_spec::MetricSpec;
use super::time::CalendarDate;
use super::time_point::TimePoint;
use super::vocabulary::{Actor, EventKind, Language, SourceKind, SpanKind, Status, Teacher, Voice};
use super::zone::Zone;
use crate::text::Bilingual;

/// The format number that this reader knows.
pub const FORMAT: u32 = 1;

/// One incident, as its file has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// The format number, [`FORMAT`].
    #[serde(deserialize_with = "known_format")]
    pub format: u32,
    /// The one language that the file is written in, where it is not in both; each text then has the same words in the
    /// place of both languages. One's own incidents may be so; the ones of this project are in both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// `yyyy-mm-slug`: year and month of the trigger, then words.
    pub id: String,
    /// Operator, what, when: the heading.
    pub title: Bilingual,
    /// What happened, in three sentences.
    pub summary: Bilingual,
    /// The services that were hurt, by the names that the operator gives them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub services: Vec<Bilingual>,
    /// The clock of the place: offsets, earliest first.
    pub zone: Zone,
    /// The lanes of the timeline, from top to bottom.
    pub components: Vec<Component>,
    /// Stretches of the course of events, earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// What happened, earliest first; events without a time stand where they belong.
    pub events: Vec<Event>,
    /// Ranges of impact and recovery by component.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
    /// The durations and shares to be worked out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<MetricSpec>,
    /// Where texts say different things: kept side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// What brought it about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub root_causes: Vec<Remark>,
    /// What made it larger or longer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_worse: Vec<Remark>,
    /// What one assumes in theory and what did not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions_broken: Vec<Remark>,
    /// What did its work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worked: Vec<Remark>,
    /// What nearly helped, or nearly made it worse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near_misses: Vec<Remark>,
    /// What to take away, and who says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<Lesson>,
    /// Decisions that might have been otherwise, put to models.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub what_if: Vec<WhatIf>,
    /// Words to group incidents by.
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// Every text that the file rests on.
    pub sources: Vec<Source>,
}

/// A part of the system that has a lane of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Component {
    /// Its id in this file.
    pub id: String,
    /// Its name on the lane.
    pub name: Bilingual,
}

/// A stretch of the course of events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Its id in this file.
    pub id: String,
    /// Its heading.
    pub title: Bilingual,
    /// The event that begins it.
    pub from: String,
    /// The event that ends it.
    pub to: String,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its id in this file.
    pub id: String,
    /// When, as exactly as it was published.
    pub at: TimePoint,
    /// What it is in the course of the incident.
    pub kind: EventKind,
    /// The component whose lane it is on.
    pub component: String,
    /// Who or what acted.
    pub actor: Actor,
    /// By what mechanisms; ids, see [`MECHANISMS`](super::MECHANISMS).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mechanisms: Vec<String>,
    /// A few words for the card on the timeline.
    pub title: Bilingual,
    /// What happened, in a sentence or two.
    pub text: Bilingual,
    /// How well it is supported.
    pub status: Status,
    /// Ids of the sources that say so; at least one.
    pub sources: Vec<String>,
    /// Numbers that belong to it, each with its denominator where it is a percentage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// Models that it can be tried out in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelLink>,
}

/// A number that a source gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What it is the number of.
    pub label: Bilingual,
    /// The number.
    pub value: FigureValue,
    /// Of what the percentage is taken; needed for every percentage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Bilingual>,
}

/// A number and what it counts in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureValue {
    /// `{"percent": 13}`
    Percent(f64),
    /// `{"count": 9000}`
    Count(f64),
}

/// A range of time in which a component was in some state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Its id in this file.
    pub id: String,
    /// The component whose lane it is on.
    pub component: String,
    /// The state.
    pub kind: SpanKind,
    /// The event that begins it.
    pub from: String,
    /// The event that ends it.
    pub to: String,
    /// The words on it.
    pub label: Bilingual,
}

/// Texts that say different things about one matter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// Its id in this file.
    pub id: String,
    /// The matter.
    pub topic: Bilingual,
    /// The events that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// What each says; at least one that differs from the record.
    pub statements: Vec<Statement>,
    /// Why they differ, and which one this file follows.
    pub verdict: Bilingual,
}

/// What one text says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Who says it.
    pub who: Voice,
    /// What it says, in our own words.
    pub text: Bilingual,
    /// The time that it gives, where the difference is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<TimePoint>,
    /// Ids of the sources in which it stands.
    pub sources: Vec<String>,
}

/// A remark about the whole incident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The remark.
    pub text: Bilingual,
    /// How well it is supported.
    pub status: Status,
    /// Ids of the sources that say so; at least one.
    pub sources: Vec<String>,
    /// The events that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
}

/// Something to take away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The lesson.
    pub text: Bilingual,
    /// Who draws it.
    pub by: Teacher,
    /// Ids of the sources in which it stands; empty only for our own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

/// Words to group incidents by, ids in lower case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tags {
    /// Where it came from: human, automation, physical, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<String>,
    /// How the system failed: crash, omission, timing, metadata, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mode: Vec<String>,
    /// What made it larger: retry storm, cascade, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amplifier: Vec<String>,
}

impl Tags {
    fn is_empty(&self) -> bool {
        *self == Tags::default()
    }
}

/// A text that the file rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its id in this file.
    pub id: String,
    /// What kind of text it is.
    pub kind: SourceKind,
    /// Its title, or what it is.
    pub title: Bilingual,
    /// Its address, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The day of its publication, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<CalendarDate>,
    /// How far it was read, and in what copy.
    pub read: Bilingual,
}

/// A model that an event can be tried out in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelLink {
    /// The id of the model.
    pub model: String,
    /// What to look at there.
    pub prompt: Bilingual,
    /// Inputs by their ids in the model; the others keep their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, LinkInput>,
}

/// An input of a linked model, and where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkInput {
    /// `{"metric": "dynamodb_s"}`: a metric of this incident.
    Metric(String),
    /// A value that a source gives, as text.
    Cited(CitedInput),
    /// A value of our own, as text.
    Chosen(ChosenInput),
}

/// A value that a source gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedInput {
    /// The value, as one would type it into the input.
    pub value: String,
    /// The id of the source.
    pub source: String,
}

/// A value of our own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenInput {
    /// The value, as one would type it into the input.
    pub value: String,
    /// Why this one.
    pub why: Bilingual,
}

/// A decision that might have been otherwise, and the model that is asked what would have followed.
///
/// The model is run as things were, and with what the decision changes. Where nobody knows an input, it is run with
/// each of several values, and the answer is the range of what comes out. History's own figure stands beside both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhatIf {
    /// Its id in this file.
    pub id: String,
    /// The decision, as a question.
    pub decision: Bilingual,
    /// The event at which it would have been taken.
    pub event: String,
    /// The id of the model.
    pub model: String,
    /// Inputs as things were, by their ids in the model; the others keep their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, LinkInput>,
    /// Inputs that nobody knows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unsure: BTreeMap<String, Unsure>,
    /// Inputs that the decision changes.
    pub changed: BTreeMap<String, ChosenInput>,
    /// The id of the model's figure that is the answer.
    pub figure: String,
    /// The metric of this incident that is history's figure, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    /// What the model leaves out, and why its answer is not history.
    pub limits: Bilingual,
}

/// An input that nobody knows, and the values that are tried for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsure {
    /// The values, as one would type them into the input: its bounds, or several seeds.
    pub values: Vec<String>,
    /// Why these.
    pub why: Bilingual,
}

fn known_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let format = u32::deserialize(deserializer)?;
    if format == FORMAT {
        Ok(format)
    } else {
        Err(de::Error::custom(format!(
            "format {format} is not known here; this reader knows format {FORMAT}"
        )))
    }
}
