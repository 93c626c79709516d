//! TimelineJS's JSON, coming in.

use serde_json::{Value, json};

use super::markup::plain;
use super::{Format, Import, MOST_EVENTS, around, both, drop_unused_lane, heading, lane};
use crate::finding::Finding;
use crate::incident::draft::{Draft, blank_event, phase, span};
use crate::incident::{UtcTime, offset_text, typed_time};
use crate::text::Lang;

/// Whether JSON is a timeline of slides: events with `start_date`, and no format of ours.
pub(super) fn is_timeline(value: &Value) -> bool {
    let slides = value.get("events").and_then(Value::as_array);
    let dated =
        slides.is_some_and(|slides| slides.iter().any(|slide| slide.get("start_date").is_some()));
    value.get("format").is_none() && (dated || slides.is_some() && value.get("eras").is_some())
}

/// Reads slides, their clock being `offset_min` ahead of UTC.
pub(super) fn read(value: &Value, lang: Lang, offset_min: i32) -> Result<Import, Vec<Finding>> {
    let mut findings = Vec::new();
    let title = words(
        value.get("title").unwrap_or(&Value::Null),
        "title",
        &mut findings,
    );
    let mut root = around(
        lang,
        &title.0,
        &title.1,
        ("A TimelineJS file", "一份 TimelineJS 文件"),
    );
    if offset_min != 0 {
        let abbr = format!("UTC{}", offset_text(offset_min));
        root["zone"] =
            json!([{ "from": "1970-01-01T00:00:00Z", "offset_min": offset_min, "abbr": abbr }]);
    }
    let message = format!(
        "TimelineJS's times have no offset; they were read as UTC{}",
        offset_text(offset_min)
    );
    findings.push(Finding::warning("events", "timeline_js.clock", message));
    let slides = value
        .get("events")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    if slides.len() > MOST_EVENTS {
        let message = format!("only the first {MOST_EVENTS} events were read");
        findings.push(Finding::error("events", "import.rows", message));
    }
    let mut reader = Slides {
        root,
        findings,
        offset_min,
        events: Vec::new(),
        spans: Vec::new(),
    };
    for (i, slide) in slides.iter().take(MOST_EVENTS).enumerate() {
        reader.slide(&format!("events[{i}]"), slide);
    }
    if reader.events.is_empty() {
        reader.findings.push(Finding::error(
            "events",
            "import.empty",
            "there is no slide with a date",
        ));
        return Err(reader.findings);
    }
    reader.sort();
    let phases = reader.eras(value.get("eras"));
    let Slides {
        mut root,
        findings,
        mut events,
        spans,
        ..
    } = reader;
    if let Some(first) = events.first_mut() {
        first.1["kind"] = json!("trigger");
    }
    root["events"] = events.into_iter().map(|(_, event)| event).collect();
    root["spans"] = Value::Array(spans);
    root["phases"] = Value::Array(phases);
    drop_unused_lane(&mut root);
    Ok(Import {
        format: Format::TimelineJs,
        draft: Draft::from_value(root),
        findings,
    })
}

/// Headline and text of a slide, without their HTML.
fn words(slide: &Value, path: &str, findings: &mut Vec<Finding>) -> (String, String) {
    let part = |key: &str| {
        slide
            .get("text")
            .and_then(|text| text.get(key)?.as_str())
            .unwrap_or_default()
    };
    let (headline, in_headline) = plain(part("headline"));
    let (text, in_text) = plain(part("text"));
    if in_headline || in_text {
        let message = "the HTML of this text became plain text";
        findings.push(Finding::warning(
            format!("{path}.text"),
            "timeline_js.markup",
            message,
        ));
    }
    (headline, text)
}

/// A date as exactly as its parts go: the time of an event, and the instant that it begins with.
struct Date {
    time: Value,
    start: UtcTime,
}

struct Slides {
    root: Value,
    findings: Vec<Finding>,
    offset_min: i32,
    events: Vec<(UtcTime, Value)>,
    spans: Vec<Value>,
}

impl Slides {
    fn slide(&mut self, path: &str, slide: &Value) {
        let (headline, text) = words(slide, path, &mut self.findings);
        if let Some(media) = slide.get("media").filter(|media| !media.is_null()) {
            let address: String = media
                .get("url")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .chars()
                .take(120)
                .collect();
            let message = format!("the picture or film is not taken over: {address}");
            self.findings.push(Finding::warning(
                format!("{path}.media"),
                "timeline_js.media",
                message,
            ));
        }
        let group = slide
            .get("group")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let component = lane(&mut self.root, &plain(group).0);
        let id = format!("_{}", self.events.len() + 1);
        let mut event = blank_event(&id, "impact", &component, "imported");
        event["actor"] = json!("unknown");
        let title = if headline.is_empty() {
            heading(&text)
        } else {
            headline
        };
        event["text"] = both(if text.is_empty() { &title } else { &text });
        event["title"] = both(&title);
        let Some(start) = self.date(&format!("{path}.start_date"), slide.get("start_date")) else {
            event["at"] = json!({ "not_published": {} });
            let last = self.events.last().map_or(UtcTime::EPOCH, |(at, _)| *at);
            self.events.push((last, event));
            return;
        };
        event["at"] = start.time;
        self.events.push((start.start, event));
        let end = slide.get("end_date").filter(|end| !end.is_null());
        let end = end.and_then(|end| self.date(&format!("{path}.end_date"), Some(end)));
        if let Some(end) = end.filter(|end| end.start > start.start) {
            self.range(path, &component, &id, &title, end);
        }
    }

    /// A slide with an end: a second event there, and a range between the two.
    fn range(&mut self, path: &str, component: &str, from: &str, title: &str, end: Date) {
        let id = format!("_{}", self.events.len() + 1);
        let mut event = blank_event(&id, "aftermath", component, "imported");
        event["actor"] = json!("unknown");
        event["title"] = json!({ "en": format!("End: {title}"), "zh": format!("结束：{title}") });
        event["text"] = event["title"].clone();
        event["at"] = end.time;
        self.events.push((end.start, event));
        let mut range = span(&format!("_{}", self.spans.len() + 1), component, from, &id);
        range["kind"] = json!("degraded");
        range["label"] = both(title);
        self.spans.push(range);
        let message =
            format!("\"{title}\" has an end: it became two events and a range of degraded service");
        self.findings
            .push(Finding::warning(path, "timeline_js.range", message));
    }

    /// In the order of time; slides of one instant stay in theirs.
    fn sort(&mut self) {
        self.events.sort_by_key(|(at, _)| *at);
    }

    /// Eras whose two ends are events become phases.
    fn eras(&mut self, eras: Option<&Value>) -> Vec<Value> {
        let mut phases = Vec::new();
        for (i, era) in eras
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            let path = format!("eras[{i}]");
            let (title, _) = words(era, &path, &mut self.findings);
            let mut end = |key: &str| {
                let at = self.date(&format!("{path}.{key}"), era.get(key))?.start;
                let event = self.events.iter().find(|(start, _)| *start == at)?;
                event.1["id"].as_str().map(str::to_owned)
            };
            let (from, to) = (end("start_date"), end("end_date"));
            let (Some(from), Some(to)) = (from, to) else {
                let message =
                    format!("\"{title}\" does not begin and end with events, so it is left out");
                self.findings
                    .push(Finding::warning(path, "timeline_js.era", message));
                continue;
            };
            let mut phase = phase(&format!("_{}", phases.len() + 1), &from, &to);
            phase["title"] = both(&title);
            phases.push(phase);
        }
        phases
    }

    fn date(&mut self, path: &str, date: Option<&Value>) -> Option<Date> {
        let read = date
            .ok_or("there is no date")
            .and_then(|date| read_date(date, self.offset_min));
        read.map_err(|why| {
            let shown: String = date
                .map(Value::to_string)
                .unwrap_or_default()
                .chars()
                .take(80)
                .collect();
            self.findings.push(Finding::error(
                path,
                "timeline_js.date",
                format!("{why}: {shown}"),
            ));
        })
        .ok()
    }
}

/// The parts of a date, as far as they go; a part that is missing ends it.
fn read_date(date: &Value, offset_min: i32) -> Result<Date, &'static str> {
    if let Some(text) = date.as_str() {
        let at = typed_time(text, None)
            .map_err(|_| "neither a date object nor a time with its offset")?
            .at;
        return Ok(Date {
            time: json!({ "at": at.to_string() }),
            start: at,
        });
    }
    let mut parts = [0_i64; 6];
    let mut known = 0;
    for (place, key) in ["year", "month", "day", "hour", "minute", "second"]
        .into_iter()
        .enumerate()
    {
        let part = match date.get(key) {
            None | Some(Value::Null) => break,
            Some(Value::String(text)) if text.trim().is_empty() => break,
            Some(Value::String(text)) => text
                .trim()
                .parse()
                .map_err(|_| "a part that is no whole number")?,
            Some(part) => part.as_i64().ok_or("a part that is no whole number")?,
        };
        parts[place] = part;
        known = place + 1;
    }
    let [year, month, day, hour, minute, second] = parts;
    if known == 0 {
        return Err("a date without a year");
    }
    if !(1..=9999).contains(&year) {
        return Err("years outside 1 to 9999 are not supported");
    }
    let offset = offset_text(offset_min);
    let instant = |year: i64, month: i64, day: i64, hour: i64, minute: i64, second: i64| {
        let text =
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{offset}");
        UtcTime::parse(&text).map_err(|_| "there is no such day, hour or minute")
    };
    let between = |from: UtcTime, to: UtcTime| {
        // The last second of the hour, month or year.
        let last = UtcTime::from_seconds(to.seconds() - 1).unwrap_or(to);
        Date {
            time: json!({ "between": [from.to_string(), last.to_string()] }),
            start: from,
        }
    };
    Ok(match known {
        1 => between(
            instant(year, 1, 1, 0, 0, 0)?,
            instant((year + 1).min(9999), 1, 1, 0, 0, 0)?,
        ),
        2 => {
            let (next_year, next) = if month == 12 {
                ((year + 1).min(9999), 1)
            } else {
                (year, month + 1)
            };
            between(
                instant(year, month, 1, 0, 0, 0)?,
                instant(next_year, next, 1, 0, 0, 0)?,
            )
        }
        3 => {
            let start = instant(year, month, day, 0, 0, 0)?;
            Date {
                time: json!({ "on": format!("{year:04}-{month:02}-{day:02}") }),
                start,
            }
        }
        4 => {
            let start = instant(year, month, day, hour, 0, 0)?;
            between(
                start,
                UtcTime::from_seconds(start.seconds() + 3600).unwrap_or(start),
            )
        }
        _ => {
            let start = instant(year, month, day, hour, minute, second)?;
            Date {
                time: json!({ "at": start.to_string() }),
                start,
            }
        }
    })
}
