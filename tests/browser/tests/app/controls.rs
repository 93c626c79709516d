//! Controls: sliders, boxes that take values with units, reset, and what follows from them.

use browser_tests::{Lab, Page, View};

use crate::reader::{
    FIRST, LESSON, assert_shows_share, attribute, click, count, drawn, enter, entered, entry,
    figure, in_address, slider, value_of, wait_for_text,
};

/// The availability of the lesson's first system.
#[track_caller]
fn availability(page: &Page) -> String {
    page.text(&figure(FIRST, "availability"))
}

#[test]
fn a_duration_may_be_typed_with_its_units() {
    let page = Lab::built().open(LESSON);
    for (typed, shown, mttr_h) in [
        // A box shows the whole number of the largest unit that gives one.
        ("10 h", "10 h", 10.0),
        ("2h52m", "2 h 52 min", 172.0 / 60.0),
        ("90 min", "1 h 30 min", 1.5),
        ("1.5h", "1 h 30 min", 1.5),
        ("36000", "10 h", 10.0),
        ("1e4 s", "10,000 s", 1e4 / 3_600.0),
    ] {
        enter(&page, "mttr_s", typed);
        assert_eq!(entered(&page, "mttr_s"), shown, "after {typed:?}");
        assert_shows_share(&availability(&page), 10_000.0 / (10_000.0 + mttr_h));
        assert_eq!(
            in_address(&page, "mttr_s"),
            Some((mttr_h * 3_600.0).round())
        );
    }
}

#[test]
fn a_share_may_be_typed_as_percentage_fraction_or_nines() {
    let page =
        Lab::built().open("#/m/availability?availability.mttr_s=3600&availability.mttf_s=36000000");
    let target = "availability.target_availability";
    // The MTTR that a target allows is MTTF · (1 − A) / A: of 10,000 h, 10,000 · 0.0005 / 0.9995 = 5.0025 h and so on.
    for (typed, shown, needed) in [
        ("99.95%", "99.95%", "5 h"),
        ("0.999", "99.9%", "10 h"),
        ("4 nines", "99.99%", "1 h"),
        ("99.998 %", "99.998%", "12 min"),
    ] {
        enter(&page, target, typed);
        assert_eq!(entered(&page, target), shown, "after {typed:?}");
        let allowed = page.text(&figure("availability", "mttr_needed_s"));
        assert!(allowed.starts_with(needed), "{typed}: {allowed}");
    }
}

#[test]
fn twelve_nines_are_not_rounded_to_all_of_the_time() {
    let page = Lab::built().open("#/m/availability");
    enter(&page, "availability.target_availability", "99.9999999999%");
    assert_eq!(
        entered(&page, "availability.target_availability"),
        "99.9999999999%"
    );
    enter(&page, "availability.mttf_s", "1000000000 h");
    enter(&page, "availability.mttr_s", "3.6 s");
    let shown = page.text(&figure("availability", "availability"));
    assert!(shown.starts_with("99.9999999999"), "{shown}");
}

#[test]
fn what_cannot_be_read_stays_in_the_box_and_is_explained() {
    let page = Lab::built().open(LESSON);
    let before = availability(&page);
    for (typed, why) in [
        ("ten", "“ten” cannot be read as a number"),
        ("10 parsecs", "the unit “parsecs” is not known here"),
        ("1,5 h", "Write the decimal with a point"),
        ("-5 h", "outside what the formula allows"),
        ("NaN", "“NaN”"),
    ] {
        enter(&page, "mttr_s", typed);
        assert_eq!(entered(&page, "mttr_s"), typed);
        assert_eq!(attribute(&page, &entry("mttr_s"), "aria-invalid"), "true");
        let described_by = attribute(&page, &entry("mttr_s"), "aria-describedby");
        let reason = page.text(&entry(&described_by));
        assert!(reason.contains(why), "{typed:?}: {reason:?}");
        assert_eq!(attribute(&page, &entry(&described_by), "role"), "alert");
        assert_eq!(availability(&page), before, "the value before stands");
        assert_eq!(page.fragment(), LESSON);
    }
}

#[test]
fn escape_brings_the_value_back() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "ten");
    page.press("Escape");
    drawn(&page);
    assert_eq!(entered(&page, "mttr_s"), "1 h");
    assert_eq!(attribute(&page, &entry("mttr_s"), "aria-invalid"), "false");
    assert_eq!(count(&page, ".control .error"), 0);
    // Also what is typed and not yet confirmed.
    page.fill(&entry("mttr_s"), "7 h");
    page.press("Escape");
    page.press("Tab");
    drawn(&page);
    assert_eq!(entered(&page, "mttr_s"), "1 h");
    assert_eq!(page.fragment(), LESSON);
}

#[test]
fn a_good_value_takes_the_complaint_away() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "ten");
    assert_eq!(count(&page, ".control .error"), 1);
    enter(&page, "mttr_s", "10 h");
    assert_eq!(count(&page, ".control .error"), 0);
    assert_eq!(attribute(&page, &entry("mttr_s"), "aria-invalid"), "false");
    // The value that already stands, too.
    enter(&page, "mttr_s", "ten");
    enter(&page, "mttr_s", "600 min");
    assert_eq!(count(&page, ".control .error"), 0);
    assert_eq!(entered(&page, "mttr_s"), "10 h");
}

#[test]
fn a_value_beyond_the_slider_is_taken() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "1 y");
    assert_eq!(attribute(&page, &entry("mttr_s"), "aria-invalid"), "false");
    assert_shows_share(&availability(&page), 10_000.0 / (10_000.0 + 8_760.0));
    assert_eq!(
        value_of(&page, &slider("mttr_s")),
        "1",
        "the thumb stands at the end"
    );
}

#[test]
fn slider_keys_step_leap_and_go_to_the_ends() {
    let page = Lab::built().open(LESSON);
    page.focus(&slider("mttr_s"));
    let press = |key: &str| {
        page.press(key);
        drawn(&page);
        assert_eq!(
            attribute(&page, &slider("mttr_s"), "aria-valuetext"),
            entered(&page, "mttr_s"),
            "slider and box say the same"
        );
        in_address(&page, "mttr_s").unwrap_or(3_600.0)
    };
    let step_s = press("ArrowRight");
    assert!(step_s > 3_600.0 && step_s < 5_000.0, "{step_s}");
    let back_s = press("ArrowLeft");
    assert!((back_s / 3_600.0 - 1.0).abs() < 0.05, "{back_s}");
    let up_s = press("ArrowUp");
    assert!(up_s > back_s);
    assert!(press("ArrowDown") < up_s);
    let leap_s = press("PageUp");
    assert!(leap_s > 2.0 * step_s, "{leap_s}");
    assert!(press("PageDown") < leap_s);
    // The range that availability.mttr_s has on its slider.
    assert_eq!(press("Home"), 1.0);
    assert_eq!(entered(&page, "mttr_s"), "1 s");
    press("End");
    assert_eq!(value_of(&page, &slider("mttr_s")), "1");
}

#[test]
fn a_slider_is_dragged() {
    let page = Lab::built().open(LESSON);
    let (left, width): (f64, f64) = page.eval(
        "(box => [box.x, box.width])(document.querySelector(\"[data-input='mttr_s'] [type=range]\").getBoundingClientRect())",
    );
    let middle = page.centre(&slider("mttr_s"));
    // The browser's own thumb is 16 px wide and runs inside the track.
    let place: f64 = value_of(&page, &slider("mttr_s")).parse().unwrap();
    let thumb = browser_tests::Point {
        x: left + 8.0 + place * (width - 16.0),
        ..middle
    };
    page.drag(thumb, thumb.right(-80.0));
    drawn(&page);
    let mttr_s = in_address(&page, "mttr_s").unwrap();
    assert!(mttr_s < 3_600.0, "{mttr_s}");
    assert_shows_share(&availability(&page), 36e6 / (36e6 + mttr_s));
}

#[test]
fn reset_appears_with_a_change_and_takes_it_back() {
    let page = Lab::built().open(LESSON);
    let reset = "[data-input=mttr_s] button[aria-label='Reset: MTTR']";
    assert_eq!(count(&page, reset), 0);
    enter(&page, "mttr_s", "10 h");
    assert_ne!(page.fragment(), LESSON);
    page.click(reset);
    drawn(&page);
    assert_eq!(entered(&page, "mttr_s"), "1 h");
    assert_eq!(page.fragment(), LESSON, "nothing differs from the document");
    assert_eq!(count(&page, reset), 0);
}

#[test]
fn prose_follows_the_values() {
    let page = Lab::built().open(LESSON);
    let first = ".cell-text p";
    let words = page.text(first);
    assert!(
        words.contains("10,000 h") && words.contains("four nines"),
        "{words}"
    );
    enter(&page, "mttr_s", "10 h");
    let words = page.text(first);
    assert!(
        words.contains("10 h") && words.contains("three nines"),
        "{words}"
    );
    // 8,760 h · 10 / 10,010 = 8.751 h.
    assert!(words.contains("8 h 45 min"), "{words}");
}

#[test]
fn every_cell_that_shares_a_value_follows_it() {
    let page = Lab::built().open(LESSON);
    click(&page, ".question:not(:has(.reveal)) button", "The same");
    click(
        &page,
        ".question:has([aria-pressed=true]) button",
        "Lock it in and reveal",
    );
    page.wait_for("document.querySelector('[data-cell=paths]') !== null");
    let before = page.text("[data-cell=paths] tbody");
    enter(&page, "mttr_s", "10 h");
    let after = page.text("[data-cell=paths] tbody");
    assert_ne!(before, after);
    assert!(after.contains("10 h"), "{after}");
}

#[test]
fn the_explanation_of_an_input_opens_and_closes() {
    let page = Lab::built().open(LESSON);
    let button = "[data-input=mttr_s] button[aria-label='What is this?: MTTR']";
    assert_eq!(count(&page, ".control .help"), 0);
    page.click(button);
    drawn(&page);
    assert_eq!(attribute(&page, button, "aria-expanded"), "true");
    assert!(page.text(".control .help").len() > 20);
    page.click(button);
    drawn(&page);
    assert_eq!(count(&page, ".control .help"), 0);
}

#[test]
fn chinese_readers_type_chinese_units() {
    let view = View {
        locale: "zh-CN",
        ..View::default()
    };
    let page = Lab::built().open_as(&view, LESSON);
    enter(&page, "mttr_s", "10 小时");
    assert_eq!(attribute(&page, &entry("mttr_s"), "aria-invalid"), "false");
    assert_eq!(in_address(&page, "mttr_s"), Some(36_000.0));
    wait_for_text(&page, "[data-cell=avail] .basis", "三个 9");
    enter(&page, "mttr_s", "十");
    let why = page.text(".control .error");
    assert!(why.contains("“十”"), "{why}");
}

#[test]
fn what_cannot_be_read_is_explained_in_the_language_that_is_chosen_next() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "ten");
    page.fill("[data-question=how_fast] input", "soon");
    page.press("Enter");
    drawn(&page);
    click(&page, "button", "中文");
    page.wait_for("document.documentElement.lang === 'zh-CN'");
    drawn(&page);
    assert_eq!(entered(&page, "mttr_s"), "ten", "it stays in the box");
    assert_eq!(
        page.text(".control .error"),
        "“ten”不是可以识别的数。写法示例：10,000、1e4，也可以带单位：10 小时、1 小时 30 分、99.95%。"
    );
    let why = page.text("[data-question=how_fast] .error");
    assert!(why.starts_with("“soon”不是可以识别的数"), "{why}");
}
