//! From a line and column in JSON text to the path of the value that stands there.
//!
//! A parser that tracks the path itself makes a second copy of every type's reading code, a tenth of the
//! app's size; the text is at hand anyway, so the path is found in it afterwards.

/// A container around the place.
enum Around {
    /// An object, in which this key was read last.
    Object(String),
    /// An array, in which so many values were begun before the present one.
    Array(usize),
}

/// The path of the value that ends at or holds the place, such as `cells[3].model.inputs`; `.` for the
/// whole document. Line and column count from 1, the column in bytes, as `serde_json` counts them.
pub(super) fn path_at(json: &str, line: usize, column: usize) -> String {
    let before = json.split_inclusive('\n').take(line.saturating_sub(1));
    let end = before.map(str::len).sum::<usize>() + column;
    let text = &json.as_bytes()[..end.min(json.len())];
    let mut around: Vec<Around> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'{' => around.push(Around::Object(String::new())),
            b'[' => around.push(Around::Array(0)),
            b'}' | b']' => drop(around.pop()),
            b',' => match around.last_mut() {
                Some(Around::Array(index)) => *index += 1,
                Some(Around::Object(key)) => key.clear(),
                None => {}
            },
            b'"' => {
                let close = string_end(text, at + 1);
                if let Some(Around::Object(key)) = around.last_mut()
                    && key.is_empty()
                {
                    *key = String::from_utf8_lossy(&text[at + 1..close]).into_owned();
                }
                at = close;
            }
            _ => {}
        }
        at += 1;
    }
    written(&around)
}

/// The place of the quote that closes a string, or the end of the text.
fn string_end(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < text.len() && text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at.min(text.len())
}

fn written(around: &[Around]) -> String {
    let mut path = String::new();
    for container in around {
        match container {
            Around::Object(key) if key.is_empty() => {}
            Around::Object(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
            }
            Around::Array(index) => path.push_str(&format!("[{index}]")),
        }
    }
    if path.is_empty() {
        ".".to_owned()
    } else {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"id": "a", "cells": [{"text": 1}, {"model": {"x\"y": [true, {}, 7]}}]}"#;

    fn after(needle: &str) -> String {
        path_at(JSON, 1, JSON.find(needle).unwrap() + needle.len())
    }

    #[test]
    fn a_value_is_named_by_its_keys_and_places() {
        assert_eq!(after(r#""a""#), "id");
        assert_eq!(after(r#""text": 1"#), "cells[0].text");
        assert_eq!(after("true, {}, 7"), r#"cells[1].model.x\"y[2]"#);
        assert_eq!(after("true, {}"), r#"cells[1].model.x\"y[1]"#);
    }

    #[test]
    fn behind_an_object_stands_the_object() {
        assert_eq!(after(r#"{"text": 1}"#), "cells[0]");
        assert_eq!(after(JSON), ".");
    }

    #[test]
    fn lines_and_columns_are_counted_in_bytes() {
        let json = "{\n  \"标题\": \"几个 9\",\n  \"b\": nope\n}";
        assert_eq!(path_at(json, 3, 8), "b");
        assert_eq!(path_at(json, 2, 12), "标题");
        assert_eq!(path_at(json, 99, 99), ".");
        assert_eq!(path_at("", 1, 1), ".");
    }
}
