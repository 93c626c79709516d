//! The chapter's example of a drill, what can turn out to be wrong, and the plan as Markdown.

use outage_lab::models::{CATALOGUE, Inputs, Output, find};
use outage_lab::notebook::{Document, Library, Session};
use outage_lab::text::Lang;

use super::said;
use crate::asked::{at_once, close, figure, notes, reason, rows};
use crate::contract::texts;

fn preset(id: &str) -> Inputs {
    let spec = find("drill_plan").unwrap().spec();
    let mut inputs = Inputs::defaults(spec);
    inputs.apply(spec.preset(id).unwrap()).unwrap();
    inputs
}

fn at(inputs: &Inputs) -> Output {
    let set: Vec<(&str, String)> = inputs
        .iter()
        .map(|(input, value)| (input.id, value.to_string()))
        .collect();
    let set: Vec<(&str, &str)> = set.iter().map(|(id, text)| (*id, text.as_str())).collect();
    at_once("drill_plan", &set)
}

/// A page's file is of the values that stand on it, a shared one too.
#[test]
fn a_page_gives_the_file_of_its_present_values() {
    let json = r#"{"format": 1, "id": "test", "title": {"en": "Test", "zh": "测试"}, "cells": [
        {"param": {"id": "how_long_s", "like": "drill_plan.duration_s", "value": "600"}},
        {"model": {"id": "plan", "model": "drill_plan", "inputs": {"duration_s": {"from": "how_long_s"}}}},
        {"model": {"id": "other", "model": "availability"}}]}"#;
    let mut session = Session::open(Document::parse(json).unwrap(), Library::new(CATALOGUE));
    session.set_text("plan.level", "l2").unwrap();
    session.set_text("how_long_s", "7 min").unwrap();
    let mut inputs = Inputs::defaults(find("drill_plan").unwrap().spec());
    inputs.set_text("level", "l2").unwrap();
    inputs.set_text("duration_s", "420").unwrap();
    for lang in Lang::ALL {
        let texts = texts(lang);
        let expected = find("drill_plan").unwrap().file(&inputs, &texts);
        let file = session.file("plan", &texts);
        assert_eq!(file, expected);
        assert_eq!(file.unwrap().media_type, "text/markdown");
        assert_eq!(session.file("other", &texts), None);
        assert_eq!(session.file("how_long_s", &texts), None);
    }
}

/// Parts with a verdict.
fn parts(output: &Output, verdict: &str) -> Vec<String> {
    let rows = rows(output, "parts")
        .iter()
        .filter(|row| said(&row[1]) == verdict);
    rows.map(|row| said(&row[0])).collect()
}

/// The chapter's sentence is a complete hypothesis, and no plan: level, conditions to stop and the way back are missing.
#[test]
fn the_chapters_example() {
    for id in ["chapter_en", "chapter_zh"] {
        let output = at(&preset(id));
        assert_eq!(figure(&output, "hypothesis_parts"), 5.0, "{id}");
        assert_eq!(figure(&output, "claims"), 2.0, "{id}");
        assert_eq!(figure(&output, "claims_falsifiable"), 2.0, "{id}");
        assert_eq!(
            parts(&output, "missing"),
            ["level", "stop", "roll_back"],
            "{id}"
        );
        assert_eq!(figure(&output, "missing"), 3.0, "{id}");
    }
    assert_eq!(at(&preset("chapter_en")).figures.len(), 10);
}

#[test]
fn stays_stable_cannot_turn_out_to_be_wrong() {
    for id in ["stays_stable", "stays_stable_zh"] {
        let output = at(&preset(id));
        assert_eq!(figure(&output, "claims"), 1.0, "{id}");
        assert_eq!(figure(&output, "claims_falsifiable"), 0.0, "{id}");
        assert_eq!(parts(&output, "weak"), ["expectation"], "{id}");
        assert!(notes(&output).contains(&"drill_plan.note.vague"));
    }
}

/// A tenth of the budget of 30 days in an hour is a burn of 72: with 99.9 %, 7.2 % of errors. The rest by hand.
#[test]
fn the_budget_of_the_stop_rule() {
    let output = at_once("drill_plan", &[]);
    close(figure(&output, "stop_burn_rate"), 72.0, 1e-12);
    close(figure(&output, "stop_error_ratio"), 0.072, 1e-12);
    // 3.3 % of requests fail at most: a burn of 33, for five and a half minutes of 30 days.
    close(figure(&output, "worst_burn_rate"), 33.0, 1e-12);
    close(
        figure(&output, "worst_budget_share"),
        33.0 * 330.0 / 2_592_000.0,
        1e-12,
    );
    close(
        figure(&output, "stop_after_s"),
        0.1 * 2_592_000.0 / 33.0,
        1e-12,
    );
    assert_eq!(notes(&output), ["drill_plan.note.cannot_fire"]);
    // With 10 % in scope the rule can fire, after 43 min 12 s: too late for five minutes, in time for an hour.
    let wide = [("affected", "10%"), ("duration_s", "5 min")];
    let output = at_once("drill_plan", &wide);
    close(figure(&output, "stop_after_s"), 2_592.0, 1e-12);
    assert_eq!(notes(&output), ["drill_plan.note.fires_too_late"]);
    let long = [("affected", "10%"), ("duration_s", "1 h")];
    assert!(notes(&at_once("drill_plan", &long)).is_empty());
    let perfect = at_once("drill_plan", &[("objective", "1")]);
    assert_eq!(reason(&perfect, "worst_burn_rate"), "no_budget");
    let nobody = at_once("drill_plan", &[("affected", "0")]);
    assert_eq!(reason(&nobody, "stop_after_s"), "never_exhausted");
}

#[test]
fn production_asks_for_more() {
    let mut inputs = preset("game_day");
    assert_eq!(figure(&at(&inputs), "missing"), 0.0);
    assert_eq!(figure(&at(&inputs), "parts_needed"), 9.0);
    inputs.set_text("roll_back_s", "61 s").unwrap();
    inputs.set_text("scribe", "Li").unwrap();
    let output = at(&inputs);
    assert_eq!(parts(&output, "weak"), ["roll_back", "roles"]);
    // In staging it may take longer, and nobody is asked who they are.
    inputs.set_text("level", "l2").unwrap();
    assert!(parts(&at(&inputs), "weak").is_empty());
    assert_eq!(parts(&at(&inputs), "not_needed"), ["roles"]);
    inputs.set_text("scope", "some instances").unwrap();
    inputs.set_text("stop", "when it gets bad").unwrap();
    assert_eq!(parts(&at(&inputs), "weak"), ["scope", "stop"]);
}

/// The columns: measured, bound, time, can be wrong.
#[test]
fn claims_are_looked_at_one_by_one() {
    let judged = |text: &str, duration: &str| -> Vec<String> {
        let output = at_once(
            "drill_plan",
            &[("expectation", text), ("duration_s", duration)],
        );
        let row = |row: &Vec<_>| row[1..].iter().map(said).collect::<Vec<_>>().join(" ");
        rows(&output, "claims").iter().map(row).collect()
    };
    for (text, duration, expected) in [
        (
            "p99 stays below 800 ms",
            "5 min",
            vec!["yes yes time_drill yes"],
        ),
        ("p99 stays below 800 ms", "0", vec!["yes yes no no"]),
        ("p99低于800ms", "5 min", vec!["yes yes time_drill yes"]),
        // The only number is part of a name.
        (
            "p99 stays below normal",
            "5 min",
            vec!["yes no time_drill no"],
        ),
        ("p99 保持正常", "5 min", vec!["yes no time_drill no"]),
        (
            "error rate ≤ 0.5 % and the system is fine",
            "5 min",
            vec!["yes yes time_drill yes", "no no time_drill no"],
        ),
        (
            "错误率不超过 0.5%，且系统平稳",
            "5 min",
            vec!["yes yes time_drill yes", "no no time_drill no"],
        ),
        ("no lost orders", "5 min", vec!["yes yes time_drill yes"]),
        (
            "没有订单丢失；没有重复扣款",
            "5 min",
            vec!["yes yes time_drill yes", "yes yes time_drill yes"],
        ),
        (
            "no significant latency",
            "5 min",
            vec!["yes no time_drill no"],
        ),
        (
            "traffic recovers within 2 min",
            "0",
            vec!["yes yes time_own yes"],
        ),
        ("流量在 2 分钟内恢复", "0", vec!["yes yes time_own yes"]),
        // A time by itself belongs to the claim before it; commas inside numbers part nothing.
        (
            "错误率不超过 1%，持续 2 分钟",
            "0",
            vec!["yes yes time_own yes"],
        ),
        (
            "throughput ≥ 1,200 rps",
            "1 s",
            vec!["yes yes time_drill yes"],
        ),
    ] {
        assert_eq!(judged(text, duration), expected, "{text}");
    }
    assert!(judged("", "5 min").is_empty());
    let empty = at_once("drill_plan", &[("expectation", ""), ("fault", "")]);
    assert_eq!(parts(&empty, "missing"), ["fault", "expectation"]);
}

#[test]
fn the_plan_as_markdown() {
    let model = find("drill_plan").unwrap();
    for (id, lang, expected) in [
        (
            "game_day",
            Lang::En,
            "- [x] **Conditions to stop**: error rate > 1 % for 2 min; burn rate > 72; duplicated charges > 0",
        ),
        (
            "game_day",
            Lang::En,
            "- [x] **Roles**: Command: Li; Injection: Wang; Observation: Zhao; Record: Chen",
        ),
        (
            "chapter_zh",
            Lang::Zh,
            "- [x] **范围**：单可用区 10% 的实例",
        ),
        ("chapter_zh", Lang::Zh, "- [ ] **停止条件**：_缺失_"),
        (
            "stays_stable",
            Lang::En,
            "- [ ] **Expectation**: The system should stay stable\n  - a claim names nothing that is measured",
        ),
    ] {
        let file = model.file(&preset(id), &texts(lang)).unwrap();
        assert_eq!(file.name, "drill-plan.md");
        assert!(file.text.starts_with("# ") && file.text.ends_with('\n'));
        assert!(file.text.contains(expected), "{}", file.text);
        assert!(!file.text.contains('⟦'), "{}", file.text);
    }
    // Only who writes something does.
    let other = find("order_faults").unwrap();
    assert!(
        other
            .file(&Inputs::defaults(other.spec()), &texts(Lang::En))
            .is_none()
    );
}
