//! Other formats: spreadsheets and TimelineJS, both ways.
//!
//! What comes in is a draft with findings, never an error alone where anything could be read: a time without an offset
//! is a finding at its line and the event keeps the text, to be mended in the editor. What goes out says what the
//! format cannot carry.
//!
//! | code | severity | what it means |
//! |---|---|---|
//! | `import.encoding` | warning | the file was not UTF-8, and letters were lost |
//! | `import.empty`, `import.unknown` | error | nothing in it, or no format that is known here |
//! | `csv.quote` | error | a quote that is not closed |
//! | `csv.columns` | error | no column of times, or none of words |
//! | `csv.row` | warning | more cells than the header has columns |
//! | `csv.word` | warning | a word that is not of the list that the column chooses from |
//! | `import.rows` | error | more events than are read |
//! | `time.…` | error | a time that cannot be read, see [`TypedTimeError`](super::TypedTimeError) |
//! | `time.cut` | warning | a fraction of a second was cut off |
//! | `timeline_js.clock` | warning | its times have no offset; the given one was taken |
//! | `timeline_js.date` | error | a date that is none |
//! | `timeline_js.media` | warning | pictures and films are not taken over |
//! | `timeline_js.range` | warning | a slide with an end became two events and a range |
//! | `timeline_js.era` | warning | an era whose ends are no events was left out |
//! | `timeline_js.markup` | warning | HTML became plain text |

mod csv;
mod markup;
mod sheet;
mod slides;
mod slides_in;

use serde_json::{Value, json};

pub use sheet::csv_file;
pub use slides::timeline_js_file;

use super::draft::{Draft, MAX_KEPT_BYTES, component, pretty};
use super::{Incident, MAX_BYTES};
use crate::finding::{Finding, parse_json};
use crate::text::Lang;

/// The most events that are read from a file.
pub const MOST_EVENTS: usize = 2_000;

/// What a file was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Our own JSON.
    Incident,
    /// TimelineJS's JSON.
    TimelineJs,
    /// Rows of cells.
    Csv,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// What it was taken for.
    pub format: Format,
    /// What it became.
    pub draft: Draft,
    /// What could not be taken over as it stood. The draft has findings of its own.
    pub findings: Vec<Finding>,
}

/// A file that goes out, and what it leaves out.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// The file's text.
    pub text: String,
    /// Keys of sentences at `editor.left_out.KEY`, one for each thing that the format cannot carry.
    pub left_out: Vec<&'static str>,
}

/// Reads a file of any of the formats, told apart by its content.
///
/// `lang` is the language that a CSV's or TimelineJS's words are in, `offset_min` the offset of clocks that name none
/// (TimelineJS has no offsets).
///
/// # Errors
/// When nothing could be read of it; the findings say why.
pub fn import(text: &str, lang: Lang, offset_min: i32) -> Result<Import, Vec<Finding>> {
    let mut imported = by_content(text, lang, offset_min)?;
    // Deeply nested, a small file is a large draft: each of its lines is indented.
    if imported.draft.to_json().len() > MAX_KEPT_BYTES {
        let message = "as a draft it would be too large to be kept";
        return Err(vec![Finding::error(".", "json.too_large", message)]);
    }
    // What stands for bytes that were none of UTF-8.
    if text.contains(char::REPLACEMENT_CHARACTER) {
        let message = "some letters were lost: the file is not UTF-8";
        imported
            .findings
            .insert(0, Finding::warning(".", "import.encoding", message));
    }
    Ok(imported)
}

fn by_content(text: &str, lang: Lang, offset_min: i32) -> Result<Import, Vec<Finding>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(vec![Finding::error(
            ".",
            "import.empty",
            "there is nothing in it",
        )]);
    }
    if text.len() > MAX_BYTES {
        let message = format!("{} bytes; at most {MAX_BYTES} are read", text.len());
        return Err(vec![Finding::error(".", "json.too_large", message)]);
    }
    if !text.trim_start().starts_with(['{', '[']) {
        return sheet::read(text, lang);
    }
    let value: Value = parse_json(text, MAX_BYTES).map_err(|finding| vec![finding])?;
    let unknown = |message: &str| Err(vec![Finding::error(".", "import.unknown", message)]);
    if slides_in::is_timeline(&value) {
        return slides_in::read(&value, lang, offset_min);
    }
    match value.get("format").map(Value::as_u64) {
        Some(Some(format)) if format == u64::from(super::schema::FORMAT) => {}
        Some(_) => return unknown("a format number that is not known here"),
        None => {
            return unknown("neither an incident file nor TimelineJS: no \"format\", no slides");
        }
    }
    // What a strict reader has against it is shown by the draft itself.
    let has_lists = ["events", "components", "sources", "zone"]
        .into_iter()
        .all(|list| {
            value.get(list).is_none_or(|list| {
                list.as_array()
                    .is_some_and(|items| items.iter().all(Value::is_object))
            })
        });
    if !has_lists {
        let finding = Incident::parse(text).err();
        let finding =
            finding.unwrap_or_else(|| Finding::error(".", "schema", "its lists are no lists"));
        return Err(vec![finding]);
    }
    Ok(Import {
        format: Format::Incident,
        draft: Draft::from_value(value),
        findings: Vec::new(),
    })
}

/// A draft of events that came without lanes and sources of their own.
fn around(lang: Lang, title: &str, summary: &str, origin: (&str, &str)) -> Value {
    let mut root = Draft::new(lang).value().clone();
    root["title"] = both(title);
    root["summary"] = both(summary);
    let (en, zh) = origin;
    let name = match lang {
        Lang::En => en,
        Lang::Zh => zh,
    };
    let read = match lang {
        Lang::En => "Imported; who wrote it is for you to say.",
        Lang::Zh => "导入而来；作者是谁，请补充。",
    };
    root["sources"] = json!([{ "id": "imported", "kind": "operator_statement", "title": both(name), "read": both(read) }]);
    root
}

/// The id of the lane of this name, made where there is none.
fn lane(root: &mut Value, name: &str) -> String {
    let lanes = root["components"].as_array_mut();
    let Some(lanes) = lanes else {
        return String::new();
    };
    let name = name.trim();
    let here = |lane: &&Value| {
        lane["name"]["en"].as_str() == Some(name) || lane["id"].as_str() == Some(name)
    };
    if name.is_empty() {
        return lanes
            .first()
            .and_then(|lane| lane["id"].as_str())
            .unwrap_or_default()
            .to_owned();
    }
    if let Some(lane) = lanes.iter().find(here) {
        return lane["id"].as_str().unwrap_or_default().to_owned();
    }
    let id = format!("_{}", lanes.len() + 1);
    let mut lane = component(&id);
    lane["name"] = both(name);
    lanes.push(lane);
    id
}

/// Takes out the lane of the empty draft if nothing is on it.
fn drop_unused_lane(root: &mut Value) {
    let on_it = |item: &Value| item["component"] == "_1";
    let used = ["events", "spans"].into_iter().any(|list| {
        root[list]
            .as_array()
            .is_some_and(|items| items.iter().any(on_it))
    });
    if let Some(lanes) = root["components"].as_array_mut()
        && !used
        && lanes.len() > 1
    {
        lanes.remove(0);
    }
}

fn both(words: &str) -> Value {
    json!({ "en": words, "zh": words })
}

/// The first sentence of a text, as far as a card holds it.
fn heading(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.lines().next().unwrap_or_default().trim();
    let end = line.find(['。', '！', '？']).or_else(|| line.find(". "));
    let sentence = end.map_or(line, |end| line.get(..end).unwrap_or(line));
    if sentence.chars().count() <= MOST {
        return sentence.trim_end_matches('.').to_owned();
    }
    let cut: String = sentence.chars().take(MOST - 1).collect();
    let cut = match cut.rsplit_once(' ') {
        Some((words, _)) if words.len() > MOST / 2 => words.to_owned(),
        _ => cut,
    };
    format!("{}…", cut.trim_end())
}
