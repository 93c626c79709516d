//! JSON as a person would write it: the fields in the order of the schema, short things on one line.

use serde_json::Value;

/// The order of fields; others follow in the order of the alphabet.
const ORDER: [&str; 62] = [
    "format",
    "language",
    "id",
    "title",
    "name",
    "summary",
    "services",
    "zone",
    "components",
    "phases",
    "events",
    "spans",
    "metrics",
    "differences",
    "root_causes",
    "made_worse",
    "assumptions_broken",
    "worked",
    "near_misses",
    "lessons",
    "tags",
    "sources",
    "at",
    "between",
    "about",
    "by",
    "on",
    "not_published",
    "kind",
    "component",
    "actor",
    "mechanisms",
    "label",
    "text",
    "status",
    "figures",
    "models",
    "of",
    "definition",
    "derive",
    "stated",
    "topic",
    "statements",
    "verdict",
    "who",
    "from",
    "to",
    "offset_min",
    "abbr",
    "half_width_s",
    "after",
    "before",
    "value",
    "address",
    "date",
    "read",
    "start_date",
    "end_date",
    "headline",
    "eras",
    "en",
    "zh",
];

/// What fits on a line.
const LINE: usize = 100;

/// The text of a value, with a line break at its end.
pub(in crate::incident) fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let mut flat = String::new();
    write_flat(value, &mut flat);
    let small = flat.chars().count() + 2 * depth <= LINE && depth > 0;
    if small || !(value.is_object() || value.is_array()) || flat.len() == 2 {
        out.push_str(&flat);
        return;
    }
    let is_list = value.is_array();
    out.push(if is_list { '[' } else { '{' });
    for (number, (key, item)) in members(value).into_iter().enumerate() {
        out.push_str(if number == 0 { "\n" } else { ",\n" });
        out.extend(std::iter::repeat_n("  ", depth + 1));
        if let Some(key) = key {
            out.push_str(&quoted(key));
            out.push_str(": ");
        }
        write(item, depth + 1, out);
    }
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
    out.push(if is_list { ']' } else { '}' });
}

fn write_flat(value: &Value, out: &mut String) {
    if !(value.is_object() || value.is_array()) {
        out.push_str(&value.to_string());
        return;
    }
    let members = members(value);
    let (open, close) = match (value.is_array(), members.is_empty()) {
        (true, _) => ("[", "]"),
        (false, true) => ("{", "}"),
        (false, false) => ("{ ", " }"),
    };
    out.push_str(open);
    for (number, (key, item)) in members.into_iter().enumerate() {
        if number > 0 {
            out.push_str(", ");
        }
        if let Some(key) = key {
            out.push_str(&quoted(key));
            out.push_str(": ");
        }
        write_flat(item, out);
    }
    out.push_str(close);
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// The members of a list or object, an object's in their order.
fn members(value: &Value) -> Vec<(Option<&String>, &Value)> {
    match value {
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        Value::Object(fields) => {
            let rank = |key: &str| {
                ORDER
                    .iter()
                    .position(|known| *known == key)
                    .unwrap_or(ORDER.len())
            };
            let mut sorted: Vec<_> = fields
                .iter()
                .map(|(key, field)| (Some(key), field))
                .collect();
            sorted.sort_by_key(|(key, _)| key.map(|key| rank(key)));
            sorted
        }
        _ => Vec::new(),
    }
}
