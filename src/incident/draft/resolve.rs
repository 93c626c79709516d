//! From what was typed to an incident, with the findings of each field.

use serde_json::{Value, json};

use super::parts::TimeForm;
use super::{ids, place};
use crate::finding::{Finding, Severity};
use crate::incident::{
    Incident, TypedTimeError, UtcTime, Zone, ZonePeriod, check, typed_date, typed_offset_min,
    typed_time,
};
use crate::text::{Unit, read};

/// What a draft is when it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The incident; a time that cannot be read is one that was not published. `None` where a field has a value that
    /// no incident has; the findings say which.
    pub incident: Option<Incident>,
    /// Everything that is wrong with it, errors first, each with its place in the draft.
    pub findings: Vec<Finding>,
    /// Whether every time and number could be read, so that the file holds all that was typed.
    pub complete: bool,
    json: Value,
}

impl Resolved {
    /// The file: times in UTC, ids from titles, the fields in the order of the schema.
    #[must_use]
    pub fn file(&self) -> String {
        super::pretty(&self.json)
    }

    /// The findings about a place and what lies within it.
    pub fn about<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a Finding> {
        self.findings
            .iter()
            .filter(move |finding| place::is_within(&finding.path, path))
    }
}

pub(super) fn resolve(draft: &Value) -> Resolved {
    let mut root = draft.clone();
    let mut findings = Vec::new();
    one_language(&mut root);
    let zone = zone(&mut root, &mut findings);
    times(&mut root, &zone, &mut findings);
    empty_options(&mut root, &mut findings);
    ids::settle(&mut root);
    let start = start(&root);
    ids::settle_own(&mut root, start);
    let complete = findings.is_empty();
    let incident = match Incident::parse(&root.to_string()) {
        Ok(incident) => {
            let unread: Vec<String> = findings
                .iter()
                .map(|finding| finding.path.clone())
                .collect();
            let bogus = |finding: &Finding| {
                unread
                    .iter()
                    .any(|path| place::is_within(&finding.path, row(path)))
            };
            findings.extend(
                check(&incident)
                    .into_iter()
                    .filter(|finding| !bogus(finding)),
            );
            Some(incident)
        }
        Err(finding) => {
            findings.push(finding);
            None
        }
    };
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    let (mut findings, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_error);
    findings.extend(others);
    Resolved {
        incident,
        findings,
        complete,
        json: root,
    }
}

/// The period of the clock that a place is in, so that a stand-in for what cannot be read is not blamed; else the
/// place itself.
fn row(path: &str) -> &str {
    match path.strip_prefix("zone[").and_then(|rest| rest.find(']')) {
        Some(end) => path.get(..end + "zone[".len() + 1).unwrap_or(path),
        None => path,
    }
}

/// A file in one language has its words in the place of both.
fn one_language(root: &mut Value) {
    let Some(lang) = root
        .get("language")
        .and_then(Value::as_str)
        .map(str::to_owned)
    else {
        return;
    };
    ids::each_text(root, &mut |text| {
        let words = text.get(&lang).cloned().unwrap_or_else(|| json!(""));
        for code in ["en", "zh"] {
            text.insert(code.to_owned(), words.clone());
        }
    });
}

fn unread(findings: &mut Vec<Finding>, path: &str, error: TypedTimeError, text: &str) {
    findings.push(Finding::error(path, error.code(), error.message(text)));
}

fn string<'a>(value: &'a Value, path: &str) -> &'a str {
    place::get(value, path)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// Reads the clock; what cannot be read is UTC from the beginning of time.
fn zone(root: &mut Value, findings: &mut Vec<Finding>) -> Zone {
    let count = root
        .get("zone")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    let mut periods = Vec::new();
    for i in 0..count {
        let path = format!("zone[{i}].from");
        let text = string(root, &path).to_owned();
        let from = typed_time(&text, None)
            .map(|time| time.at)
            .unwrap_or_else(|error| {
                unread(findings, &path, error, &text);
                EARLIEST
            });
        place::put(root, &path, json!(from.to_string()));
        let path = format!("zone[{i}].offset_min");
        let offset_min = offset(root, &path).unwrap_or_else(|given| {
            let message = format!("\"{given}\" is no offset from UTC, such as +08:00 or -07:00");
            findings.push(Finding::error(&path, "zone.unreadable", message));
            0
        });
        place::put(root, &path, json!(offset_min));
        periods.push(ZonePeriod {
            from,
            offset_min,
            abbr: string(root, &format!("zone[{i}].abbr")).to_owned(),
        });
    }
    Zone::new(periods)
}

const EARLIEST: UtcTime = UtcTime::EPOCH;

fn offset(root: &Value, path: &str) -> Result<i32, String> {
    match place::get(root, path) {
        Some(Value::Number(number)) => {
            let minutes = number
                .as_i64()
                .and_then(|minutes| i32::try_from(minutes).ok());
            minutes.ok_or_else(|| number.to_string())
        }
        Some(Value::String(text)) => typed_offset_min(text).ok_or_else(|| text.clone()),
        _ => Err(String::new()),
    }
}

/// Reads the times of events and of statements about them.
fn times(root: &mut Value, zone: &Zone, findings: &mut Vec<Finding>) {
    let count = |root: &Value, list: &str| {
        place::get(root, list)
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    };
    let mut paths: Vec<String> = (0..count(root, "events"))
        .map(|i| format!("events[{i}].at"))
        .collect();
    for i in 0..count(root, "differences") {
        let list = format!("differences[{i}].statements");
        let here = (0..count(root, &list)).map(|j| format!("{list}[{j}].at"));
        paths.extend(here.filter(|path| place::get(root, path).is_some()));
    }
    for path in paths {
        if let Err(finding) = time(root, &path, zone) {
            findings.push(finding);
            place::put(root, &path, json!({ "not_published": {} }));
        }
    }
}

/// Rewrites one time as files have it.
fn time(root: &mut Value, path: &str, zone: &Zone) -> Result<(), Finding> {
    let form = place::get(root, path).map_or(TimeForm::At, TimeForm::of);
    for field in form.fields(path) {
        if field.ends_with("half_width_s") {
            half_width(root, &field)?;
            continue;
        }
        let text = string(root, &field).to_owned();
        let read = match form {
            TimeForm::On => typed_date(&text).map(|date| date.to_string()),
            _ => typed_time(&text, Some(zone)).map(|time| time.at.to_string()),
        };
        // An exact time is one field: what is wrong with it is told about the whole.
        let told = if form == TimeForm::At { path } else { &field };
        let read =
            read.map_err(|error| Finding::error(told, error.code(), error.message(&text)))?;
        place::put(root, &field, json!(read));
    }
    if form == TimeForm::NotPublished {
        for side in ["after", "before"] {
            let side = format!("{path}.not_published.{side}");
            if string(root, &side).is_empty() {
                place::put(root, &side, Value::Null);
            }
        }
    }
    Ok(())
}

/// The width of an approximate time: seconds, or a duration with its unit.
fn half_width(root: &mut Value, path: &str) -> Result<(), Finding> {
    let Some(Value::String(text)) = place::get(root, path) else {
        return Ok(());
    };
    let seconds = read::real(text, Unit::Second).ok().map(f64::round);
    let seconds = seconds
        .filter(|seconds| (0.0..=1e9).contains(seconds))
        .ok_or_else(|| {
            let message = format!("\"{text}\" is no duration such as 15 min");
            Finding::error(path, "time.width", message)
        })?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole and within ten digits"
    )]
    let seconds = seconds as i64;
    place::put(root, path, json!(seconds));
    Ok(())
}

/// Fields that may be left out are left out when they are empty.
fn empty_options(root: &mut Value, findings: &mut Vec<Finding>) {
    let count = root
        .get("sources")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    for i in 0..count {
        let address = format!("sources[{i}].address");
        if string(root, &address).trim().is_empty() {
            place::put(root, &address, Value::Null);
        }
        let date = format!("sources[{i}].date");
        let text = string(root, &date).to_owned();
        if text.trim().is_empty() {
            place::put(root, &date, Value::Null);
            continue;
        }
        match typed_date(&text) {
            Ok(read) => drop(place::put(root, &date, json!(read.to_string()))),
            Err(error) => {
                unread(findings, &date, error, &text);
                place::put(root, &date, Value::Null);
            }
        }
    }
}

/// The first instant that the file names, the trigger's before others.
fn start(root: &Value) -> Option<UtcTime> {
    let events = root.get("events")?.as_array()?;
    let is_trigger = |event: &&Value| event.get("kind").and_then(Value::as_str) == Some("trigger");
    let instant = |event: &Value| {
        let at = event.get("at")?;
        let field = TimeForm::of(at).fields("").into_iter().next()?;
        let text = place::get(at, &field)?.as_str()?;
        let text = if text.len() == 10 {
            format!("{text}T12:00:00Z")
        } else {
            text.to_owned()
        };
        UtcTime::parse(&text).ok()
    };
    let trigger = events.iter().find(is_trigger).and_then(instant);
    trigger.or_else(|| events.iter().find_map(instant))
}
