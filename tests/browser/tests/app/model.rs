//! A model's own page: every input, seeds, presets, long runs.

use browser_tests::{Lab, Page};

use crate::digest::digest_of;
use crate::reader::{
    YEARS, attribute, click, count, drawn, enter, entered, entry, figure, named, value_of,
    worked_out,
};

const CELL: &str = "[data-cell=availability_years]";
const CV: &str = "[data-input='availability_years.repair_cv']";

fn digest(page: &Page) -> String {
    worked_out(page);
    attribute(page, CELL, "data-digest")
}

#[test]
fn a_new_seed_gives_other_years_and_the_old_one_the_same_again() {
    let page = Lab::built().open(YEARS);
    let first = digest(&page);
    assert_eq!(entered(&page, "availability_years.seed"), "425");
    click(&page, "button", "New seed");
    drawn(&page);
    let seed = entered(&page, "availability_years.seed");
    assert_ne!(seed, "425");
    assert_ne!(digest(&page), first);
    assert!(
        page.fragment().contains(&format!("seed={seed}")),
        "{}",
        page.fragment()
    );
    click(&page, "button", "New seed");
    drawn(&page);
    assert_ne!(
        entered(&page, "availability_years.seed"),
        seed,
        "drawn, not counted up"
    );
    enter(&page, "availability_years.seed", "425");
    assert_eq!(digest(&page), first);
}

#[test]
fn an_input_is_offered_only_under_the_choice_that_uses_it() {
    let page = Lab::built().open(YEARS);
    assert_eq!(count(&page, CV), 1, "log-normal repairs have a spread");
    page.focus(&entry("availability_years.repair"));
    page.press("ArrowUp");
    drawn(&page);
    assert_eq!(
        value_of(&page, &entry("availability_years.repair")),
        "exponential"
    );
    assert_eq!(count(&page, CV), 0);
    page.press("ArrowDown");
    drawn(&page);
    assert_eq!(count(&page, CV), 1);
    assert_eq!(entered(&page, "availability_years.repair_cv"), "1.5");
}

#[test]
fn a_preset_sets_its_inputs() {
    let page = Lab::built().open(YEARS);
    let before = digest(&page);
    click(&page, "[role=group] button", "a few very long repairs");
    assert_ne!(digest(&page), before);
    assert_eq!(entered(&page, "availability_years.repair_cv"), "4");
    click(&page, "[role=group] button", "every repair the same");
    assert_ne!(digest(&page), before);
    assert_eq!(
        value_of(&page, &entry("availability_years.repair")),
        "fixed"
    );
    assert!(
        page.fragment().contains("repair=fixed"),
        "{}",
        page.fragment()
    );
}

/// Some seventeen million failures: twenty thousand years of a system that fails every ten hours.
const LONG: &[(&str, &str)] = &[("mttf_s", "140200"), ("mttr_s", "60"), ("years", "20000")];

fn address_of(inputs: &[(&str, &str)]) -> String {
    let parts: Vec<_> = inputs
        .iter()
        .map(|(name, value)| format!("availability_years.{name}={value}"))
        .collect();
    format!("{YEARS}?v=1&{}", parts.join("&"))
}

#[test]
fn a_long_run_shows_how_far_it_is_answers_meanwhile_and_ends() {
    let page = Lab::built().open(&address_of(LONG));
    page.wait_for("document.querySelector('progress') !== null");
    let share = "document.querySelector('progress')?.value ?? 1";
    let first: f64 = page.eval(share);
    page.wait_for(&format!("({share}) > {first}"));
    // The page answers while it works.
    click(&page, "button", "Dark");
    page.wait_for("document.documentElement.dataset.theme === 'dark'");
    page.wait_for("document.querySelector('.work.over') !== null");
    assert_eq!(digest(&page), digest_of("availability_years", None, LONG));
}

#[test]
fn a_long_run_is_stopped_and_goes_on() {
    let page = Lab::built().open(&address_of(LONG));
    page.wait_for("document.querySelector('progress') !== null");
    click(&page, "button", "Stop");
    page.wait_for("document.querySelector('.work')?.textContent.includes('Stopped')");
    let share = "document.querySelector('progress').value";
    let rested: f64 = page.eval(share);
    // Frames in which it would have gone on.
    page.eval::<()>(
        "new Promise(done => {
            let left = 10;
            const next = () => left-- ? requestAnimationFrame(next) : done(null);
            next();
        })",
    );
    assert_eq!(page.eval::<f64>(share), rested);
    let digest_now = "document.querySelector('[data-digest]').dataset.digest";
    assert_eq!(page.eval::<String>(digest_now), "");
    click(&page, "button", "Continue");
    page.wait_for("document.querySelector('.work.over') !== null");
    assert_eq!(digest(&page), digest_of("availability_years", None, LONG));
}

#[test]
fn a_change_during_a_long_run_replaces_it() {
    let page = Lab::built().open(&address_of(LONG));
    page.wait_for("document.querySelector('progress') !== null");
    enter(&page, "availability_years.mttf_s", "10000 h");
    enter(&page, "availability_years.years", "100");
    let expected = [("mttf_s", "36000000"), ("mttr_s", "60"), ("years", "100")];
    assert_eq!(
        digest(&page),
        digest_of("availability_years", None, &expected)
    );
}

#[test]
fn a_run_that_would_be_too_long_is_refused_with_the_reason() {
    let page = Lab::built().open(&address_of(&[
        ("mttf_s", "60"),
        ("mttr_s", "1"),
        ("years", "20000"),
    ]));
    page.wait_for("document.querySelector('.notice.error') !== null");
    assert!(page.text(".notice.error").len() > 20);
    assert_eq!(charts(&page), 0, "no picture of other values");
    enter(&page, "availability_years.mttf_s", "10000 h");
    worked_out(&page);
    assert_eq!(count(&page, ".notice.error"), 0, "and works again");
    assert!(charts(&page) > 0);
    enter(&page, "availability_years.mttf_s", "1 min");
    page.wait_for("document.querySelector('.notice.error') !== null");
    assert_eq!(charts(&page), 0, "the one before is gone");
}

/// How many charts can be seen.
fn charts(page: &Page) -> usize {
    page.eval(
        "[...document.querySelectorAll('.chart')].filter(chart => chart.checkVisibility()).length",
    )
}

/// What `ss` prints has states of connections and no percentiles.
#[test]
fn a_chart_that_there_is_no_more_is_not_shown() {
    let page = Lab::built().open("#/m/reading_output");
    assert_eq!(charts(&page), 2);
    let text = "TCP%3A%20%20%20389%20%28estab%20301%2C%20closed%2052%2C%20orphaned%203%2C%20timewait%2033%29";
    page.go(&format!("#/m/reading_output?reading_output.text={text}"));
    worked_out(&page);
    assert_eq!(charts(&page), 1);
    page.go("#/m/reading_output");
    worked_out(&page);
    assert_eq!(charts(&page), 2);
    let widths: Vec<u32> =
        page.eval("[...document.querySelectorAll('.chart canvas')].map(canvas => canvas.width)");
    assert!(widths.iter().all(|width| *width > 100), "{widths:?}");
}

#[test]
fn an_undefined_figure_says_why() {
    let page = Lab::built().open("#/m/availability?availability.mttr_s=0");
    let undefined = page.eval::<Vec<String>>(
        "[...document.querySelectorAll('.value.undefined')].map(value => value.innerText)",
    );
    assert!(
        !undefined.is_empty(),
        "without repairs some figures have no value"
    );
    for reason in undefined {
        assert!(
            reason.len() > 5 && !reason.contains("NaN") && !reason.contains('∞'),
            "{reason:?}"
        );
    }
    let text = page.text("main");
    assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
}

#[test]
fn the_derivation_ends_at_the_figure_that_is_shown() {
    let page = Lab::built().open("#/m/availability");
    enter(&page, "availability.mttr_s", "10 h");
    let shown = page.text(&figure("availability", "availability"));
    let formula = page.text("[data-formula=availability]");
    assert!(
        formula.ends_with(&format!("= {shown}")),
        "{formula:?} for {shown:?}"
    );
}

#[test]
fn the_table_of_a_chart_has_the_charts_points() {
    let page = Lab::built().open(&address_of(&[("years", "50")]));
    worked_out(&page);
    page.click(&named(&page, ".chart button", "Table"));
    drawn(&page);
    assert!(count(&page, ".chart tbody tr") > 5);
    assert!(count(&page, ".chart thead th") >= 2);
}
