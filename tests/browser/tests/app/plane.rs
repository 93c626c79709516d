//! The plane: a point that is dragged.

use browser_tests::{Lab, Page, Point, View};
use serde_json::json;

use crate::reader::{
    FIRST, HANDLE, LESSON, YEARS, assert_shows_share, attribute, count, drawn, enter, entered,
    figure, in_address,
};

/// Asserts that boxes, address and figures of the lesson all say what follows from the two times in its address.
#[track_caller]
fn assert_consistent(page: &Page) -> (f64, f64) {
    let mttf_s = in_address(page, "mttf_s").unwrap_or(36_000_000.0);
    let mttr_s = in_address(page, "mttr_s").unwrap_or(3_600.0);
    let shown = page.text(&figure(FIRST, "availability"));
    // Barlow and Proschan: the limit of availability is MTTF / (MTTF + MTTR).
    assert_shows_share(&shown, mttf_s / (mttf_s + mttr_s));
    (mttf_s, mttr_s)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Where the point is now, without scrolling.
fn handle_now(page: &Page) -> Point {
    let (x, y) = page.eval(
        "(box => [box.x + box.width / 2, box.y + box.height / 2])(document.querySelector('.handle').getBoundingClientRect())",
    );
    Point { x, y }
}

#[test]
fn dragging_by_mouse_moves_both_values_and_the_figures() {
    let page = Lab::built().open(LESSON);
    assert_eq!(entered(&page, "mttf_s"), "10,000 h");
    assert_eq!(entered(&page, "mttr_s"), "1 h");
    let from = page.centre(HANDLE);
    let to = from.right(60.0).down(-40.0);
    page.drag(from, to);
    drawn(&page);
    let (mttf_s, mttr_s) = assert_consistent(&page);
    assert!(mttf_s > 36_000_000.0, "right is rarer: {mttf_s} s");
    assert!(mttr_s > 3_600.0, "up is slower: {mttr_s} s");
    assert_ne!(entered(&page, "mttf_s"), "10,000 h");
    assert_ne!(entered(&page, "mttr_s"), "1 h");
    let landed = handle_now(&page);
    assert!(
        distance(landed, to) < 4.0,
        "let go at {to:?}, the point stands at {landed:?}"
    );
}

#[test]
fn dragging_by_finger_moves_the_point_and_not_the_page() {
    let page = Lab::built().open_as(&View::phone(), LESSON);
    let from = page.centre(HANDLE);
    // Where the picture stands on the screen; words above it that become longer do not move it.
    let top = "Math.round(document.querySelector('.plot').getBoundingClientRect().top)";
    let before: f64 = page.eval(top);
    let to = from.right(-30.0).down(50.0);
    page.touch_drag(from, to);
    drawn(&page);
    let (mttf_s, mttr_s) = assert_consistent(&page);
    assert!(mttf_s < 36_000_000.0, "left is more often: {mttf_s} s");
    assert!(mttr_s < 3_600.0, "down is faster: {mttr_s} s");
    assert_eq!(page.eval::<f64>(top), before);
    assert!(distance(handle_now(&page), to) < 4.0);
}

#[test]
fn a_click_on_the_plane_brings_the_point_there() {
    let page = Lab::built().open(LESSON);
    let to = page.centre(HANDLE).right(-50.0).down(30.0);
    page.click_at(to);
    drawn(&page);
    assert!(distance(handle_now(&page), to) < 4.0);
    let (mttf_s, mttr_s) = assert_consistent(&page);
    assert!(mttf_s < 36_000_000.0 && mttr_s < 3_600.0);
}

#[test]
fn a_drag_beyond_the_plane_ends_inside_what_the_formula_allows() {
    let page = Lab::built().open(LESSON);
    let from = page.centre(HANDLE);
    page.drag(from, from.right(700.0).down(-500.0));
    drawn(&page);
    assert_consistent(&page);
    // And the point can be caught again.
    let caught = page.centre(HANDLE);
    page.drag(caught, caught.right(-40.0));
    drawn(&page);
    assert_consistent(&page);
}

#[test]
fn each_arrow_key_moves_along_its_own_axis() {
    let page = Lab::built().open(LESSON);
    page.focus(HANDLE);
    let press = |key: &str| {
        page.press(key);
        drawn(&page);
        assert_consistent(&page)
    };
    let (mttf_s, mttr_s) = press("ArrowRight");
    assert!(mttf_s > 36_000_000.0, "right: {mttf_s}");
    assert_eq!(mttr_s, 3_600.0);
    let (mttf_s, mttr_s) = press("ArrowLeft");
    assert!(
        (mttf_s / 36_000_000.0 - 1.0).abs() < 0.05,
        "and back: {mttf_s}"
    );
    assert_eq!(mttr_s, 3_600.0);
    let (before_s, step_s) = (mttf_s, press("ArrowUp").1);
    assert!(step_s > 3_600.0, "up: {step_s}");
    assert_eq!(
        press("ArrowDown").0,
        before_s,
        "up and down leave MTTF alone"
    );
}

#[test]
fn page_keys_move_ten_times_as_far() {
    let page = Lab::built().open(LESSON);
    page.focus(HANDLE);
    page.press("ArrowUp");
    drawn(&page);
    let arrow = in_address(&page, "mttr_s").unwrap() / 3_600.0;
    page.press("ArrowDown");
    page.press("PageUp");
    drawn(&page);
    let leap = in_address(&page, "mttr_s").unwrap() / 3_600.0;
    // The axis is logarithmic; values are rounded to be easy to read, by up to a few percent.
    let steps = leap.ln() / arrow.ln();
    assert!((8.0..12.5).contains(&steps), "{steps} steps");
    page.press("PageDown");
    drawn(&page);
    let (_, mttr_s) = assert_consistent(&page);
    assert!((mttr_s / 3_600.0 - 1.0).abs() < 0.1, "and back: {mttr_s}");
}

#[test]
fn the_point_is_a_slider_that_names_both_values() {
    let page = Lab::built().open(LESSON);
    assert_eq!(attribute(&page, HANDLE, "role"), "slider");
    assert_eq!(attribute(&page, HANDLE, "tabindex"), "0");
    assert_ne!(attribute(&page, HANDLE, "aria-label"), "");
    assert_eq!(
        attribute(&page, HANDLE, "aria-valuetext"),
        "MTTF 10,000 h, MTTR 1 h"
    );
    let now: f64 = attribute(&page, HANDLE, "aria-valuenow").parse().unwrap();
    assert!((0.0..=100.0).contains(&now));
    page.focus(HANDLE);
    page.press("PageDown");
    drawn(&page);
    let spoken = attribute(&page, HANDLE, "aria-valuetext");
    let expected = format!("MTTF 10,000 h, MTTR {}", entered(&page, "mttr_s"));
    assert_eq!(spoken, expected);
}

#[test]
fn the_point_follows_what_is_typed() {
    let page = Lab::built().open(LESSON);
    let before = page.centre(HANDLE);
    enter(&page, "mttr_s", "10 h");
    let after = handle_now(&page);
    assert!(after.y < before.y - 5.0, "{before:?}, then {after:?}");
    assert!((after.x - before.x).abs() < 1.0);
}

/// Counts the writes to the address, apart for those while a button or finger is down.
const COUNT_WRITES: &str = "(() => {
    window.writes = { held: 0, free: 0 };
    let held = false;
    addEventListener('pointerdown', () => { held = true; }, true);
    addEventListener('pointerup', () => { held = false; }, true);
    for (const name of ['replaceState', 'pushState']) {
        const write = history[name];
        history[name] = function (...rest) { writes[held ? 'held' : 'free'] += 1; return write.apply(history, rest); };
    }
    return null;
})()";

#[test]
fn the_address_is_written_once_a_drag_and_only_when_it_ends() {
    let page = Lab::built().open(LESSON);
    page.eval::<()>(COUNT_WRITES);
    let from = page.centre(HANDLE);
    page.drag_in(40, from, from.right(50.0).down(-20.0));
    drawn(&page);
    let writes: serde_json::Value = page.eval("writes");
    assert_eq!(writes, json!({ "held": 0, "free": 1 }));
    assert!(in_address(&page, "mttf_s").is_some());
}

#[test]
fn only_the_main_button_moves_the_point() {
    let page = Lab::built().open(LESSON);
    page.eval::<()>(COUNT_WRITES);
    let handle = page.centre(HANDLE);
    page.right_click_at(handle.right(-50.0).down(30.0));
    page.right_click_at(handle);
    page.hover(handle.right(40.0));
    drawn(&page);
    assert_eq!(handle_now(&page), handle);
    assert_eq!(page.fragment(), LESSON);
    assert_eq!(
        page.eval::<serde_json::Value>("writes"),
        json!({ "held": 0, "free": 0 })
    );
}

#[test]
fn a_click_on_a_chart_without_a_point_changes_nothing() {
    let page = Lab::built().open(&format!("{YEARS}?availability_years.years=500"));
    assert_eq!(count(&page, HANDLE), 0);
    page.eval::<()>(COUNT_WRITES);
    page.click_at(page.centre(".plot"));
    drawn(&page);
    assert_eq!(
        page.eval::<serde_json::Value>("writes"),
        json!({ "held": 0, "free": 0 })
    );
}

#[test]
fn the_crosshair_reads_values_by_pointer_and_by_keys() {
    let page = Lab::built().open(&format!("{YEARS}?availability_years.years=500"));
    let plot = page.centre(".plot");
    page.hover(plot);
    page.wait_for("document.querySelector('.readout').innerText.includes('%')");
    let there = page.text(".readout");
    page.hover(plot.right(60.0));
    drawn(&page);
    assert_ne!(page.text(".readout"), there, "it follows the pointer");
    page.focus(".plot");
    page.press("Home");
    drawn(&page);
    let first = page.text(".readout");
    page.press("End");
    drawn(&page);
    let last = page.text(".readout");
    assert!(
        first.contains('%') && last.contains('%'),
        "{first:?}, {last:?}"
    );
    assert_ne!(first, last);
}
