//! Places in a draft: the paths of findings, such as `events[3].title.en`, followed in JSON.

use serde_json::{Map, Value};

/// A step of a path.
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    path.split(['.', '['])
        .filter(|part| !part.is_empty())
        .map(|part| {
            let index = part
                .strip_suffix(']')
                .and_then(|digits| digits.parse().ok());
            index.map_or(Step::Key(part), Step::Index)
        })
}

/// The value at a path.
pub(super) fn get<'a>(root: &'a Value, path: &str) -> Option<&'a Value> {
    steps(path).try_fold(root, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Index(index) => value.get(index),
    })
}

/// The value at a path, made where an object has no such key; `None` where a list on the way is too short.
fn make<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    if !leads_somewhere(root, path) {
        return None;
    }
    steps(path).try_fold(root, |value, step| match step {
        Step::Key(key) => {
            if !value.is_object() {
                *value = Value::Object(Map::new());
            }
            Some(value.as_object_mut()?.entry(key).or_insert(Value::Null))
        }
        Step::Index(index) => value.get_mut(index),
    })
}

/// Whether every place in a list is there; what is not there yet can only be a field.
fn leads_somewhere(root: &Value, path: &str) -> bool {
    let mut here = Some(root);
    for step in steps(path) {
        here = match (here, step) {
            (Some(value), Step::Key(key)) => value.get(key),
            (None, Step::Key(_)) => None,
            (Some(value), Step::Index(index)) if value.get(index).is_some() => value.get(index),
            (_, Step::Index(_)) => return false,
        };
    }
    true
}

/// Puts a value at a path and returns what was there; null stands for nothing on both sides.
pub(super) fn put(root: &mut Value, path: &str, value: Value) -> Value {
    if value.is_null() {
        return take(root, path);
    }
    match make(root, path) {
        Some(place) => std::mem::replace(place, value),
        None => Value::Null,
    }
}

fn take(root: &mut Value, path: &str) -> Value {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    let parent = steps(parent).try_fold(root, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(index),
    });
    let fields = parent.and_then(Value::as_object_mut);
    fields
        .and_then(|fields| fields.remove(key))
        .unwrap_or(Value::Null)
}

/// The list at a path, made where there is none.
pub(super) fn list<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Vec<Value>> {
    let place = make(root, path)?;
    if !place.is_array() {
        *place = Value::Array(Vec::new());
    }
    place.as_array_mut()
}

/// Whether `path` is `place` or lies within it.
#[must_use]
pub fn is_within(path: &str, place: &str) -> bool {
    path.strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_lead_where_findings_point() {
        let mut root = json!({ "events": [{ "title": { "en": "A" } }] });
        assert_eq!(get(&root, "events[0].title.en"), Some(&json!("A")));
        assert_eq!(get(&root, "events[1].title.en"), None);
        assert_eq!(
            put(&mut root, "events[0].title.zh", json!("甲")),
            Value::Null
        );
        assert_eq!(put(&mut root, "events[0].title.en", json!("B")), json!("A"));
        assert_eq!(
            put(&mut root, "events[7].title.en", json!("C")),
            Value::Null
        );
        assert_eq!(
            put(&mut root, "events[0].title", Value::Null),
            json!({ "en": "B", "zh": "甲" })
        );
        assert_eq!(root, json!({ "events": [{}] }));
        assert_eq!(put(&mut root, "language", json!("zh")), Value::Null);
        assert_eq!(put(&mut root, "language", Value::Null), json!("zh"));
        assert_eq!(list(&mut root, "phases").map(|list| list.len()), Some(0));
    }

    #[test]
    fn what_lies_within_a_place() {
        assert!(is_within("events[3].at.by", "events[3].at"));
        assert!(is_within("events[3].at", "events[3].at"));
        assert!(!is_within("events[31].at", "events[3]"));
        assert!(!is_within("events", "events[3]"));
    }
}
