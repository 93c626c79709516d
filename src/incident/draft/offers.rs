//! The usual figures, offered where the events allow them.

use serde_json::{Value, json};

use super::Draft;

/// A figure that could be added.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// Its id, which is also its name in the strings.
    pub id: &'static str,
    /// The whole metric, as the file has it.
    pub metric: Value,
}

/// Seconds of a year of 365 days.
const YEAR_S: f64 = 31_536_000.0;

/// The figures that the events of a draft allow and that it does not have, in the order in which they are read.
///
/// All durations begin at the trigger: to the diagnosis, or where there is none to the detection (`detect_s`), to the
/// first detection by the operator's people, or by whomever, where there is a diagnosis too (`acknowledge_s`), to the first measure that helped (`mitigate_s`), to the
/// first full recovery, else the first partial one (`recover_s`), and to the last recovery (`total_s`).
#[must_use]
pub fn offers(draft: &Draft) -> Vec<Offer> {
    let events = draft.list("events");
    let of_kind = |kind: &str, last: bool| {
        let is = |event: &&Value| event.get("kind").and_then(Value::as_str) == Some(kind);
        let found = if last {
            events.iter().rev().find(is)
        } else {
            events.iter().find(is)
        };
        found.and_then(|event| event.get("id")?.as_str())
    };
    let has = |id: &str| {
        draft
            .list("metrics")
            .iter()
            .any(|metric| metric.get("id").and_then(Value::as_str) == Some(id))
    };
    let mut offers = Vec::new();
    let mut offer = |id: &'static str, definition: (&str, &str), derive: Value| {
        if !has(id) {
            let (en, zh) = definition;
            let metric =
                json!({ "id": id, "definition": { "en": en, "zh": zh }, "derive": derive });
            offers.push(Offer { id, metric });
        }
    };
    let Some(trigger) = of_kind("trigger", false) else {
        return offers;
    };
    let until = |to: &str| json!({ "between": { "from": trigger, "to": to } });
    let (detection, diagnosis) = (of_kind("detection", false), of_kind("diagnosis", false));
    if let Some(to) = diagnosis {
        let words = (
            "From the first fault to knowing what is wrong.",
            "从首个故障到弄清问题所在。",
        );
        offer("detect_s", words, until(to));
    } else if let Some(to) = detection {
        let words = (
            "From the first fault to its being noticed; when the cause was known is not recorded.",
            "从首个故障到被发现；何时弄清原因没有记录。",
        );
        offer("detect_s", words, until(to));
    }
    let by_staff = events.iter().find(|event| {
        let field = |name: &str| event.get(name).and_then(Value::as_str);
        field("kind") == Some("detection") && field("actor") == Some("staff")
    });
    let taken_up = by_staff.and_then(|event| event.get("id")?.as_str());
    if let (Some(to), Some(_)) = (taken_up.or(detection), diagnosis) {
        offer(
            "acknowledge_s",
            (
                "From the first fault until somebody took it up.",
                "从首个故障到有人着手处理。",
            ),
            until(to),
        );
    }
    if let Some(to) = of_kind("mitigation", false) {
        let words = (
            "From the first fault to the first measure that helped.",
            "从首个故障到第一个有效的处置。",
        );
        offer("mitigate_s", words, until(to));
    }
    let full = of_kind("full_recovery", false);
    let first = full.or_else(|| of_kind("partial_recovery", false));
    if let Some(to) = first {
        let words = (
            "From the first fault to the main recovery.",
            "从首个故障到主要功能恢复。",
        );
        offer("recover_s", words, until(to));
    }
    let end = of_kind("full_recovery", true);
    if let Some(to) = end {
        let words = (
            "From the first fault to the end of the event.",
            "从首个故障到整个事件结束。",
        );
        offer("total_s", words, until(to));
    }
    if let (Some(from), Some(to)) = (first, end)
        && from != to
    {
        let words = (
            "From the main recovery to the end of the event.",
            "从主要功能恢复到整个事件结束。",
        );
        offer(
            "after_first_fault_s",
            words,
            json!({ "between": { "from": from, "to": to } }),
        );
    }
    if has("after_first_fault_s") && has("total_s") {
        let words = (
            "The part of the event after its main recovery.",
            "主要功能恢复之后所占的比例。",
        );
        offer(
            "after_first_fault",
            words,
            json!({ "share": { "part": "after_first_fault_s", "whole": "total_s" } }),
        );
    }
    if has("total_s") {
        let words = (
            "What the event, taken as full down time, leaves of a year of 365 days.",
            "把整个事件都算作停机，一年 365 天还剩的可用比例。",
        );
        offer(
            "total_availability",
            words,
            json!({ "availability": { "down": "total_s", "window_s": YEAR_S } }),
        );
        let words = (
            "Years of the down time that 99.99 % allows.",
            "相当于 99.99% 目标几年的停机预算。",
        );
        let derive =
            json!({ "budget_years": { "down": "total_s", "allowed": 0.0001, "year_s": YEAR_S } });
        offer("total_budget_years", words, derive);
    }
    offers
}
