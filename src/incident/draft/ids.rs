//! Ids made from titles, and walks over everything that has one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::incident::time::UtcTime;
use crate::ordered;

/// The lists whose members have ids of their own, and what an id is called whose title gives no word.
const LISTS: [(&str, &str); 6] = [
    ("components", "component"),
    ("phases", "phase"),
    ("events", "event"),
    ("spans", "span"),
    ("metrics", "metric"),
    ("sources", "source"),
];

/// The longest slug.
const LONGEST: usize = 40;

/// Whether an id waits for one made from the title.
fn waits(id: &str) -> bool {
    id.is_empty() || id.starts_with('_')
}

/// A number that no waiting id has.
pub(super) fn next(root: &Value) -> u32 {
    let lists = LISTS
        .iter()
        .filter_map(|(list, _)| root.get(list)?.as_array())
        .flatten();
    let numbers = lists.filter_map(|item| {
        item.get("id")?
            .as_str()?
            .strip_prefix('_')?
            .parse::<u32>()
            .ok()
    });
    numbers.max().map_or(1, |most| most.saturating_add(1))
}

/// Words of a-z and 0-9 joined by `joint`; empty where the text has none.
pub(super) fn slug(text: &str, joint: char) -> String {
    let mut slug = String::new();
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    for word in words {
        let full = slug.len() + word.len() > LONGEST;
        if full && !slug.is_empty() {
            break;
        }
        if !slug.is_empty() {
            slug.push(joint);
        }
        slug.extend(word.chars().take(LONGEST).map(|c| c.to_ascii_lowercase()));
    }
    slug
}

/// Gives every waiting id its name, and follows it wherever it is referred to.
pub(super) fn settle(root: &mut Value) {
    for (list, fallback) in LISTS {
        let Some(items) = root.get(list).and_then(Value::as_array) else {
            continue;
        };
        let id = |item: &Value| {
            item.get("id")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let mut taken = ordered::set(items.iter().map(id).filter(|id| !waits(id)));
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let mut new_ids = Vec::new();
        for item in items {
            let old = id(item);
            if !waits(&old) {
                new_ids.push(old);
                continue;
            }
            let name = unique(&wanted(list, fallback, item), &taken, list == "metrics");
            taken.insert(name.clone());
            if !old.is_empty() {
                names.insert(old, name.clone());
            }
            new_ids.push(name);
        }
        if let Some(items) = root.get_mut(list).and_then(Value::as_array_mut) {
            for (item, id) in items.iter_mut().zip(new_ids) {
                if let Some(fields) = item.as_object_mut() {
                    fields.insert("id".to_owned(), Value::String(id));
                }
            }
        }
        if !names.is_empty() {
            refer(root, list, &names);
        }
    }
}

/// The id that an item's title asks for.
fn wanted(list: &str, fallback: &str, item: &Value) -> String {
    let texts = ["title", "name", "label", "definition"]
        .into_iter()
        .filter_map(|key| item.get(key));
    let words = texts
        .filter_map(|text| text.get("en")?.as_str())
        .find(|words| !words.is_empty())
        .unwrap_or_default();
    let slug = slug(words, '_');
    let stem = match slug.chars().next() {
        Some(first) if first.is_ascii_lowercase() => slug,
        // An id begins with a letter.
        Some(_) => format!("{fallback}_{slug}"),
        None if list == "events" => {
            let kind = item.get("kind").and_then(Value::as_str).unwrap_or(fallback);
            kind.to_owned()
        }
        None => fallback.to_owned(),
    };
    match list {
        "metrics" => format!("{stem}{}", unit_ending(item)),
        _ => stem,
    }
}

/// What a metric's id has to end in.
fn unit_ending(metric: &Value) -> &'static str {
    let derive = metric.get("derive").and_then(Value::as_object);
    match derive
        .and_then(|derive| derive.keys().next())
        .map(String::as_str)
    {
        Some("between" | "impact") => "_s",
        Some("budget_years") => "_years",
        _ => "",
    }
}

fn unique(wanted: &str, taken: &BTreeSet<String>, keeps_unit: bool) -> String {
    if !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let (stem, unit) = match ["_s", "_years"]
        .into_iter()
        .find(|unit| keeps_unit && wanted.ends_with(unit))
    {
        Some(unit) => (wanted.strip_suffix(unit).unwrap_or(wanted), unit),
        None => (wanted, ""),
    };
    let numbered = (2..).map(|number: u32| format!("{stem}_{number}{unit}"));
    numbered
        .into_iter()
        .find(|name| !taken.contains(name))
        .unwrap_or_default()
}

/// Follows new names of one list's members wherever they are referred to.
fn refer(root: &mut Value, list: &str, names: &BTreeMap<String, String>) {
    let keys: &[&str] = match list {
        "events" => &["from", "to", "after", "before", "events"],
        "components" => &["component", "components", "of"],
        "sources" => &["sources", "source"],
        "metrics" => &["part", "whole", "down", "metric"],
        _ => return,
    };
    rename(root, "", keys, names);
}

fn rename(value: &mut Value, key: &str, keys: &[&str], names: &BTreeMap<String, String>) {
    match value {
        Value::String(id) => {
            if keys.contains(&key)
                && let Some(name) = names.get(id)
            {
                id.clone_from(name);
            }
        }
        Value::Array(items) => {
            for item in items {
                // A member of a list of ids stands under the list's key.
                let key = if item.is_string() { key } else { "" };
                rename(item, key, keys, names);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                rename(field, key, keys, names);
            }
        }
        _ => {}
    }
}

/// The incident's own id from its month and title, where it waits for one.
pub(super) fn settle_own(root: &mut Value, start: Option<UtcTime>) {
    let own = root.get("id").and_then(Value::as_str).unwrap_or_default();
    if !waits(own) {
        return;
    }
    let month = start.map_or_else(
        || "0001-01".to_owned(),
        |at| at.to_string().get(..7).unwrap_or("0001-01").to_owned(),
    );
    let title = root
        .get("title")
        .and_then(|title| title.get("en")?.as_str())
        .unwrap_or_default();
    let words = slug(title, '-');
    let words = if words.is_empty() {
        "incident".to_owned()
    } else {
        words
    };
    if let Some(fields) = root.as_object_mut() {
        fields.insert("id".to_owned(), Value::String(format!("{month}-{words}")));
    }
}

/// Calls `change` for every text: an object of nothing but `en` and `zh`.
pub(super) fn each_text(value: &mut Value, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            let is_text = !fields.is_empty() && fields.keys().all(|key| key == "en" || key == "zh");
            if is_text {
                change(fields);
            } else {
                fields
                    .values_mut()
                    .for_each(|field| each_text(field, change));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, change)),
        _ => {}
    }
}
