//! Events as rows: one's spreadsheet of times and words, and ours.

use serde_json::{Value, json};

use super::csv::{Row, rows};
use super::{Export, Format, Import, MOST_EVENTS, around, both, drop_unused_lane, heading, lane};
use crate::finding::Finding;
use crate::incident::draft::{Draft, TimeForm, blank_event};
use crate::incident::{
    Actor, EventKind, Incident, Status, TimePoint, offset_text, typed_date, typed_offset_min,
    typed_time,
};
use crate::text::Lang;
use crate::text::csv::{Field, plain, write_row};

/// The columns of a file of ours; the first name of each, the others are what people call it.
const COLUMNS: [(Column, &[&str]); 9] = [
    (
        Column::Time,
        &[
            "time",
            "timestamp",
            "at",
            "date",
            "datetime",
            "when",
            "start",
            "时间",
            "时刻",
            "发生时间",
        ],
    ),
    (
        Column::Until,
        &[
            "until",
            "end",
            "time_end",
            "to",
            "width",
            "截止",
            "结束时间",
        ],
    ),
    (Column::Form, &["certainty", "form", "确切程度"]),
    (Column::Kind, &["kind", "type", "category", "类型", "阶段"]),
    (
        Column::Component,
        &[
            "component",
            "service",
            "system",
            "lane",
            "group",
            "组件",
            "服务",
            "系统",
        ],
    ),
    (Column::Actor, &["actor", "who", "owner", "执行者", "人员"]),
    (
        Column::Title,
        &["title", "event", "headline", "summary", "标题", "事件"],
    ),
    (
        Column::Text,
        &[
            "text",
            "description",
            "details",
            "detail",
            "message",
            "note",
            "notes",
            "what",
            "说明",
            "描述",
            "内容",
            "备注",
        ],
    ),
    (Column::Status, &["status", "来源状态"]),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Time,
    Until,
    Form,
    Kind,
    Component,
    Actor,
    Title,
    Text,
    Status,
}

fn column_of(name: &str) -> Option<Column> {
    let name = name.trim().to_lowercase();
    let word = name
        .split(['(', '[', '（'])
        .next()
        .unwrap_or_default()
        .trim()
        .replace(' ', "_");
    let mut known = COLUMNS.iter();
    known
        .find(|(_, names)| names.contains(&word.as_str()))
        .map(|(column, _)| *column)
}

/// A file with the events of an incident in one language, the columns named in the first row.
#[must_use]
pub fn csv_file(incident: &Incident, lang: Lang) -> Export {
    let mut csv = String::new();
    let names = COLUMNS.iter().filter_map(|(_, names)| names.first());
    write_row(&mut csv, names.map(|name| Field::Words(name)));
    let mut bounded = false;
    for event in &incident.events {
        let (form, time, until) = cells_of(&event.at);
        bounded |= matches!(event.at, TimePoint::By(_));
        let component = incident.component(&event.component);
        let component = component.map_or(event.component.as_str(), |component| {
            component.name.get(lang)
        });
        let cells = [
            time.as_str(),
            &until,
            form.id(),
            event.kind.id(),
            component,
            event.actor.id(),
            event.title.get(lang),
            event.text.get(lang),
            event.status.id(),
        ];
        write_row(&mut csv, cells.map(Field::Words));
    }
    let mut left_out = vec!["head"];
    let mut miss = |missing: bool, key| {
        if missing {
            left_out.push(key);
        }
    };
    miss(incident.language.is_none(), "other_language");
    miss(!incident.phases.is_empty(), "phases");
    miss(!incident.spans.is_empty(), "spans");
    miss(!incident.metrics.is_empty(), "metrics");
    miss(!incident.sources.is_empty(), "sources");
    miss(
        incident
            .events
            .iter()
            .any(|event| !event.mechanisms.is_empty()),
        "mechanisms",
    );
    miss(
        incident
            .events
            .iter()
            .any(|event| !event.figures.is_empty()),
        "figures",
    );
    miss(bounded, "bounds");
    miss(has_story(incident), "story");
    Export {
        text: csv,
        left_out,
    }
}

/// Whether it has causes, lessons or differing texts.
pub(super) fn has_story(incident: &Incident) -> bool {
    let remarks = incident
        .remarks()
        .into_iter()
        .any(|(_, list)| !list.is_empty());
    remarks || !incident.lessons.is_empty() || !incident.differences.is_empty()
}

fn cells_of(at: &TimePoint) -> (TimeForm, String, String) {
    let none = String::new;
    match at {
        TimePoint::At(at) => (TimeForm::At, at.to_string(), none()),
        TimePoint::About(about) => (
            TimeForm::About,
            about.at.to_string(),
            format!("{} s", about.half_width_s),
        ),
        TimePoint::Between(from, to) => (TimeForm::Between, from.to_string(), to.to_string()),
        TimePoint::By(by) => (TimeForm::By, by.at.to_string(), none()),
        TimePoint::On(date) => (TimeForm::On, date.to_string(), none()),
        TimePoint::NotPublished(_) => (TimeForm::NotPublished, none(), none()),
    }
}

/// Which column stands where, by the header; a table without one has time first and words second.
struct Header {
    columns: Vec<Option<Column>>,
    is_row: bool,
}

fn header(first: &Row) -> Result<Header, Finding> {
    let columns: Vec<Option<Column>> = first.cells.iter().map(|cell| column_of(cell)).collect();
    let has = |wanted: &[Column]| {
        columns
            .iter()
            .flatten()
            .any(|column| wanted.contains(column))
    };
    if has(&[Column::Time]) && has(&[Column::Title, Column::Text]) {
        return Ok(Header {
            columns,
            is_row: true,
        });
    }
    let begins_with_a_time = first
        .cells
        .first()
        .is_some_and(|cell| cell.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    if begins_with_a_time && first.cells.len() >= 2 {
        let columns = vec![Some(Column::Time), Some(Column::Text)];
        return Ok(Header {
            columns,
            is_row: false,
        });
    }
    let names = first.cells.join(", ");
    let names: String = names.chars().take(80).collect();
    let message =
        format!("the first row has no column \"time\" with one of \"title\" or \"text\": {names}");
    Err(Finding::error(
        format!("line {}", first.line),
        "csv.columns",
        message,
    ))
}

/// Reads rows of times and words.
pub(super) fn read(text: &str, lang: Lang) -> Result<Import, Vec<Finding>> {
    let rows = rows(text).map_err(|finding| vec![finding])?;
    let Some(first) = rows.first() else {
        return Err(vec![Finding::error(
            ".",
            "import.empty",
            "there is nothing in it",
        )]);
    };
    let header = header(first).map_err(|finding| vec![finding])?;
    let mut root = around(lang, "", "", ("A table of times", "一份时间表"));
    let mut findings = Vec::new();
    let mut reader = Reader {
        root: &mut root,
        header: &header,
        findings: &mut findings,
        offsets: Vec::new(),
    };
    let mut events: Vec<Value> = Vec::new();
    for row in rows.iter().skip(usize::from(header.is_row)) {
        if events.len() == MOST_EVENTS {
            let message = format!("only the first {MOST_EVENTS} events were read");
            reader.findings.push(Finding::error(
                format!("line {}", row.line),
                "import.rows",
                message,
            ));
            break;
        }
        let id = format!("_{}", events.len() + 1);
        events.push(reader.event(row, &id));
    }
    if events.is_empty() {
        return Err(vec![Finding::error(
            ".",
            "import.empty",
            "there is no row below the header",
        )]);
    }
    let offsets = std::mem::take(&mut reader.offsets);
    // Without a column of kinds the first row is the likeliest trigger; the checks ask for exactly one.
    let has_kinds = header.columns.contains(&Some(Column::Kind));
    if let (false, Some(first)) = (has_kinds, events.first_mut()) {
        first["kind"] = json!("trigger");
    }
    root["events"] = Value::Array(events);
    if let (Some(offset), true) = (
        offsets.first(),
        offsets.windows(2).all(|pair| pair[0] == pair[1]),
    ) && *offset != 0
    {
        let abbr = format!("UTC{}", offset_text(*offset));
        root["zone"] =
            json!([{ "from": "1970-01-01T00:00:00Z", "offset_min": offset, "abbr": abbr }]);
    }
    drop_unused_lane(&mut root);
    Ok(Import {
        format: Format::Csv,
        draft: Draft::from_value(root),
        findings,
    })
}

struct Reader<'a> {
    root: &'a mut Value,
    header: &'a Header,
    findings: &'a mut Vec<Finding>,
    /// The offsets that the times were written with.
    offsets: Vec<i32>,
}

impl Reader<'_> {
    fn place(&self, row: &Row, column: Column) -> String {
        let at = self
            .header
            .columns
            .iter()
            .position(|found| *found == Some(column));
        format!("line {}, column {}", row.line, at.map_or(1, |at| at + 1))
    }

    fn cell<'r>(&self, row: &'r Row, column: Column) -> &'r str {
        let at = self
            .header
            .columns
            .iter()
            .position(|found| *found == Some(column));
        at.and_then(|at| row.cells.get(at))
            .map_or("", |cell| plain(cell).trim())
    }

    fn event(&mut self, row: &Row, id: &str) -> Value {
        if row
            .cells
            .iter()
            .skip(self.header.columns.len())
            .any(|cell| !cell.trim().is_empty())
        {
            let message = format!(
                "{} cells, the header names {}",
                row.cells.len(),
                self.header.columns.len()
            );
            self.findings.push(Finding::warning(
                format!("line {}", row.line),
                "csv.row",
                message,
            ));
        }
        let component = lane(self.root, self.cell(row, Column::Component));
        let kinds: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.id()).collect();
        let kind = self.word(row, Column::Kind, &kinds, "impact");
        let mut event = blank_event(id, &kind, &component, "imported");
        let actors: Vec<&str> = Actor::ALL.iter().map(|actor| actor.id()).collect();
        event["actor"] = json!(self.word(row, Column::Actor, &actors, "unknown"));
        let states: Vec<&str> = Status::ALL.iter().map(|status| status.id()).collect();
        event["status"] = json!(self.word(row, Column::Status, &states, "operator_report"));
        event["at"] = self.time(row);
        let (title, text) = (self.cell(row, Column::Title), self.cell(row, Column::Text));
        let short = if title.is_empty() {
            heading(text)
        } else {
            title.to_owned()
        };
        event["title"] = both(&short);
        event["text"] = both(if text.is_empty() { title } else { text });
        event
    }

    /// A word of a closed list; another one becomes `otherwise` and is told.
    fn word(&mut self, row: &Row, column: Column, words: &[&str], otherwise: &str) -> String {
        let given = self.cell(row, column);
        let folded = given.to_lowercase().replace([' ', '-'], "_");
        if words.contains(&folded.as_str()) {
            return folded;
        }
        if !given.is_empty() {
            let place = self.place(row, column);
            let given: String = given.chars().take(40).collect();
            let message = format!(
                "\"{given}\" is none of {}; taken as {otherwise}",
                words.join(", ")
            );
            self.findings
                .push(Finding::warning(place, "csv.word", message));
        }
        otherwise.to_owned()
    }

    fn time(&mut self, row: &Row) -> Value {
        let (text, until) = (
            self.cell(row, Column::Time).to_owned(),
            self.cell(row, Column::Until).to_owned(),
        );
        let form = self.cell(row, Column::Form).to_lowercase();
        let form = match TimeForm::from_id(&form) {
            Some(form) => form,
            None if text.is_empty() => TimeForm::NotPublished,
            None if typed_date(&text).is_ok() => TimeForm::On,
            None => TimeForm::At,
        };
        if text.is_empty() && form != TimeForm::NotPublished
            || text.is_empty() && self.cell(row, Column::Form).is_empty()
        {
            let place = self.place(row, Column::Time);
            self.findings.push(Finding::warning(
                place,
                "time.empty",
                "no time is given; the event has none",
            ));
            return TimeForm::NotPublished.time(&[], "");
        }
        if !matches!(form, TimeForm::On | TimeForm::NotPublished) {
            self.check(row, Column::Time, &text);
        }
        if form == TimeForm::Between {
            self.check(row, Column::Until, &until);
        }
        form.time(&[text, until], "_1")
    }

    /// Says what is wrong with a time; it stays in the draft as it was written.
    fn check(&mut self, row: &Row, column: Column, text: &str) {
        let place = self.place(row, column);
        match typed_time(text, None) {
            Ok(time) => {
                if time.cut {
                    let message = format!("\"{text}\": taken as {}", time.at);
                    self.findings
                        .push(Finding::warning(place, "time.cut", message));
                }
                self.offsets.extend(offset_of(text));
            }
            Err(error) => {
                self.findings
                    .push(Finding::error(place, error.code(), error.message(text)))
            }
        }
    }
}

/// The offset that a readable time ends in.
fn offset_of(text: &str) -> Option<i32> {
    let text = text.trim();
    let starts = text.char_indices().map(|(at, _)| at).skip(10);
    starts
        .filter_map(|at| typed_offset_min(text.get(at..)?))
        .next()
}
