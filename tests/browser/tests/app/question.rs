//! Questions: predict, lock, reveal.

use browser_tests::{Lab, Page};

use crate::reader::{LESSON, attribute, click, count, drawn, named, wait_for_words, worked_out};

/// The question that asks for one of several, and the one that asks for a number.
const CHOICE: &str = "[data-question=which]";
const NUMBER: &str = "[data-question=how_fast]";

fn lock(page: &Page, question: &str) {
    page.click(&named(
        page,
        &format!("{question} button"),
        "Lock it in and reveal",
    ));
    worked_out(page);
}

/// The word on the guess, in the reveal.
fn verdict(page: &Page, question: &str) -> String {
    page.text(&format!("{question} .reveal strong"))
}

#[test]
fn nothing_is_given_away_before_the_guess() {
    let page = Lab::built().open(LESSON);
    assert_eq!(count(&page, ".question .reveal"), 0);
    for waiting in ["paths", "fleet", "whole"] {
        assert_eq!(
            count(&page, &format!("[data-cell={waiting}]")),
            0,
            "{waiting} waits for its question"
        );
    }
    assert_eq!(count(&page, ".question button.right"), 0);
    let text = page.text("main");
    assert!(
        !text.contains("Equal on paper"),
        "text that waits is not there"
    );
}

#[test]
fn a_wrong_guess_is_called_wrong_and_the_right_one_marked() {
    let page = Lab::built().open(LESSON);
    let lock_in = named(&page, &format!("{CHOICE} button"), "Lock it in and reveal");
    assert!(page.holds(&format!("document.querySelector(\"{lock_in}\").disabled")));
    let guess = named(&page, &format!("{CHOICE} button"), "Rarer failures");
    page.click(&guess);
    drawn(&page);
    assert_eq!(attribute(&page, &guess, "aria-pressed"), "true");
    lock(&page, CHOICE);
    assert_eq!(verdict(&page, CHOICE), "Not quite.");
    assert_eq!(page.text(&format!("{CHOICE} button.right")), "The same");
    assert!(page.holds(&format!(
        "[...document.querySelectorAll('{CHOICE} .answers button')].every(answer => answer.disabled)"
    )));
}

#[test]
fn a_right_guess_is_called_right_and_opens_what_waited_for_it_alone() {
    let page = Lab::built().open(LESSON);
    page.click(&named(&page, &format!("{CHOICE} button"), "The same"));
    lock(&page, CHOICE);
    assert_eq!(verdict(&page, CHOICE), "Right.");
    assert_eq!(count(&page, "[data-cell=paths]"), 1);
    assert!(page.text("main").contains("Equal on paper"));
    assert_eq!(
        count(&page, "[data-cell=fleet]"),
        0,
        "another question's cell"
    );
}

#[test]
fn a_guess_may_be_changed_until_it_is_locked() {
    let page = Lab::built().open(LESSON);
    let [first, second] = ["Faster repairs", "The same"]
        .map(|answer| named(&page, &format!("{CHOICE} button"), answer));
    page.click(&first);
    page.click(&second);
    drawn(&page);
    assert_eq!(attribute(&page, &first, "aria-pressed"), "false");
    assert_eq!(attribute(&page, &second, "aria-pressed"), "true");
    lock(&page, CHOICE);
    assert_eq!(verdict(&page, CHOICE), "Right.");
    page.click(&first);
    drawn(&page);
    assert_eq!(attribute(&page, &second, "aria-pressed"), "true");
}

#[test]
fn a_number_is_judged_low_near_or_high() {
    // Twelve thousand machines that fail once in ten years of 365 days: one failure every 26,280 s, of which four
    // nines allow 26,280 · 0.0001 / 0.9999 = 2.63 s. A guess within a factor of two is near.
    for (typed, word) in [
        ("1 s", "Too low."),
        ("2 s", "Near."),
        ("5 s", "Near."),
        ("1 min", "Too high."),
    ] {
        let page = Lab::built().open(LESSON);
        page.fill(&format!("{NUMBER} input"), typed);
        page.press("Enter");
        drawn(&page);
        lock(&page, NUMBER);
        assert_eq!(verdict(&page, NUMBER), word, "{typed}");
        assert_eq!(count(&page, "[data-cell=fleet]"), 1);
        let told = page.text(&format!("{NUMBER} .reveal"));
        assert!(told.contains("2.63 s"), "{told}");
    }
}

#[test]
fn a_guess_that_is_no_number_is_explained() {
    let page = Lab::built().open(LESSON);
    page.fill(&format!("{NUMBER} input"), "soon");
    page.press("Enter");
    drawn(&page);
    assert_eq!(
        attribute(&page, &format!("{NUMBER} input"), "aria-invalid"),
        "true"
    );
    let told = attribute(&page, &format!("{NUMBER} input"), "aria-describedby");
    assert!(page.holds(&format!(
        "document.getElementById('{told}').matches('.error')"
    )));
    let why = page.text(&format!("{NUMBER} .error"));
    assert!(why.contains("“soon”"), "{why}");
    let lock_in = named(&page, &format!("{NUMBER} button"), "Lock it in and reveal");
    assert!(page.holds(&format!("document.querySelector(\"{lock_in}\").disabled")));
}

#[test]
fn an_answer_may_be_seen_without_a_guess() {
    let page = Lab::built().open(LESSON);
    page.click(&named(
        &page,
        &format!("{CHOICE} button"),
        "Reveal without a guess",
    ));
    drawn(&page);
    assert_eq!(count(&page, &format!("{CHOICE} .reveal")), 1);
    assert_eq!(
        count(&page, &format!("{CHOICE} .reveal strong")),
        0,
        "no verdict"
    );
    assert_eq!(count(&page, "[data-cell=paths]"), 1);
}

/// A question on a run that takes its time.
const SLOW: &str = r#"{"format": 1, "id": "slow", "title": {"en": "Slow", "zh": "慢"}, "cells": [
    {"model": {"id": "years", "model": "availability_years", "show": ["figures"],
      "inputs": {"mttf_s": "140200", "mttr_s": "60", "years": "20000"}}},
    {"question": {"id": "how", "prompt": {"en": "How much?", "zh": "多少？"},
      "answer": {"number": {"from": "years.downtime_p50_s", "within_ratio": 2}},
      "reveal": {"en": "So much.", "zh": "这么多。"}}}]}"#;

#[test]
fn an_answer_asked_for_while_it_is_worked_out_is_shown_when_it_is_there() {
    let lab = Lab::built().with_file("assets/notebooks/slow.json", SLOW);
    let page = lab.open("#/n/slow");
    page.wait_for("document.querySelector('progress') !== null");
    click(&page, "button", "Stop");
    page.wait_for("document.querySelector('.work')?.textContent.includes('Stopped')");
    click(
        &page,
        "[data-question=how] button",
        "Reveal without a guess",
    );
    let said = "[data-question=how] [aria-live]";
    wait_for_words(&page, said, "still being worked out");
    assert_eq!(count(&page, ".reveal"), 0);
    click(&page, "button", "Continue");
    page.wait_for("document.querySelector('.reveal') !== null");
    assert_eq!(page.text(said).trim(), "So much.");
}
