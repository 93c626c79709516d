//! The address: it holds the state, opens it again, and survives being wrong.

use browser_tests::{Lab, Page, View};

use crate::reader::{
    FIRST, LESSON, YEARS, assert_shows_share, attribute, click, count, drawn, enter, entered,
    entry, figure, state, value_of, worked_out,
};

/// Puts what is copied into `window.copied`.
const CATCH_COPIES: &str =
    "Clipboard.prototype.writeText = text => { window.copied = text; return Promise.resolve(); };";

fn prepared(script: &str, route: &str) -> Page {
    let page = Lab::built().blank();
    page.before_scripts(script);
    page.navigate(&page.address(route));
    page.wait_ready();
    page
}

#[test]
fn a_copied_link_opens_at_the_same_state() {
    let page = prepared(CATCH_COPIES, YEARS);
    enter(&page, "availability_years.mttr_s", "2h52m");
    enter(&page, "availability_years.target_availability", "99.95%");
    enter(&page, "availability_years.years", "321");
    enter(&page, "availability_years.seed", "18446744073709551615");
    page.focus(&entry("availability_years.repair"));
    page.press("ArrowUp");
    worked_out(&page);
    click(&page, "button", "Copy link");
    page.wait_for("document.querySelector('[role=status]').innerText === 'Copied'");
    let copied: String = page.eval("copied");
    assert_eq!(copied, page.eval::<String>("location.href"));

    let other = page.blank_beside(&View::default());
    other.navigate(&copied);
    other.wait_ready();
    worked_out(&other);
    assert_eq!(count(&other, ".notice"), 0, "nothing to remark");
    assert_eq!(state(&other), state(&page));
    assert_eq!(
        entered(&other, "availability_years.seed"),
        "18446744073709551615"
    );
    assert_eq!(
        value_of(&other, &entry("availability_years.repair")),
        "exponential"
    );
}

#[test]
fn a_dragged_state_survives_reloading() {
    let page = Lab::built().open(LESSON);
    let handle = page.centre(".handle");
    page.drag(handle, handle.right(33.0).down(21.0));
    worked_out(&page);
    let before = state(&page);
    page.reload();
    worked_out(&page);
    assert_eq!(state(&page), before);
}

#[test]
fn a_refused_copy_shows_the_link_for_copying_by_hand() {
    let page = prepared(
        "Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));",
        LESSON,
    );
    enter(&page, "mttr_s", "10 h");
    click(&page, "button", "Copy link");
    page.wait_for("document.querySelector('[role=status] input') !== null");
    let address: String = page.eval("document.querySelector('[role=status] input').value");
    assert_eq!(address, page.eval::<String>("location.href"));
    assert!(address.ends_with("mttr_s=36000"), "{address}");
}

#[test]
fn equal_states_have_equal_addresses_however_they_were_reached() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "10 h");
    enter(&page, "mttf_s", "100 h");
    let one = page.fragment();
    let other = page.beside(&View::default(), LESSON);
    enter(&other, "mttf_s", "360000");
    enter(&other, "mttr_s", "1 h");
    enter(&other, "mttr_s", "600 min");
    assert_eq!(other.fragment(), one);
}

#[test]
fn parts_that_cannot_be_used_are_told_and_the_others_taken() {
    let route = format!(
        "{LESSON}?v=1&m=availability.99&machines=-3&mttf_s=tomorrow&mttr_s=36000&nothing=7&mttr_s=5"
    );
    let page = Lab::built().open(&route);
    assert_eq!(entered(&page, "mttr_s"), "10 h");
    assert_eq!(entered(&page, "mttf_s"), "10,000 h");
    assert_shows_share(
        &page.text(&figure(FIRST, "availability")),
        10_000.0 / 10_010.0,
    );
    let notes = page.text("main > .notice");
    for part in [
        "there is no nothing here",
        "sets mttf_s to tomorrow, which cannot be used",
        "sets machines to -3, which cannot be used",
        "made with version 99 of availability",
        "sets mttr_s twice",
    ] {
        assert!(notes.contains(part), "{part:?} is not in {notes:?}");
    }
}

#[test]
fn a_value_out_of_range_is_refused_with_the_range() {
    let page = Lab::built().open(&format!("{YEARS}?availability_years.years=999999999"));
    worked_out(&page);
    let notes = page.text("main > .notice");
    assert!(
        notes.contains("999999999") && notes.contains("outside what the formula allows"),
        "{notes}"
    );
    assert_ne!(entered(&page, "availability_years.years"), "999,999,999");
}

#[test]
fn notes_on_a_link_follow_the_language() {
    let page = Lab::built().open(&format!("{LESSON}?nothing=7"));
    click(&page, "button", "中文");
    page.wait_for("document.documentElement.lang === 'zh-CN' && document.querySelector('h1').innerText.includes('9')");
    let notes = page.text("main > .notice");
    assert!(
        !notes.contains("The link") && notes.contains("nothing"),
        "{notes}"
    );
}

#[test]
fn going_back_restores_the_state_of_before() {
    let page = Lab::built().open(&format!("{LESSON}?v=1&mttr_s=36000"));
    let before = state(&page);
    page.go(&format!("{LESSON}?v=1&mttr_s=60"));
    worked_out(&page);
    assert_eq!(entered(&page, "mttr_s"), "1 min");
    page.eval::<()>("history.back(), null");
    page.wait_for("location.hash.endsWith('mttr_s=36000')");
    page.wait_for("document.getElementById('mttr_s').value === '10 h'");
    worked_out(&page);
    assert_eq!(state(&page), before);
}

#[test]
fn going_back_from_another_page_restores_the_state_that_was_left() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "10 h");
    let before = state(&page);
    page.go("#/m/fleet_scale");
    page.wait_for("document.querySelector('h1')?.innerText === 'Fleet and failures'");
    page.eval::<()>("history.back(), null");
    page.wait_for("document.querySelector('h1')?.innerText === 'Nines and repair'");
    worked_out(&page);
    assert_eq!(state(&page), before);
}

#[test]
fn changing_values_makes_no_history_to_click_through() {
    let page = Lab::built().open(LESSON);
    let before: u32 = page.eval("history.length");
    for hours in 2..6 {
        enter(&page, "mttr_s", &format!("{hours} h"));
    }
    assert_eq!(page.eval::<u32>("history.length"), before);
}

#[test]
fn garbage_in_the_address_does_no_harm() {
    let start = Lab::built().blank();
    let long = format!("{LESSON}?mttr_s={}", "9".repeat(70_000));
    for garbage in [
        "#",
        "#/",
        "#//",
        "#?=&&&=",
        "#/n/",
        "#/n/%ff%00",
        "#/m/no-such-model",
        "#/n/nines-and-repair?mttr_s=%",
        "#/n/nines-and-repair?mttr_s=NaN&mttf_s=inf&machines=1e999",
        "#/n/nines-and-repair?cell=no-such-cell",
        "#/n/nines-and-repair?lang=xx&theme=pink&embed=maybe",
        "#/i/2025-10-aws-dynamodb-dns?event=no-such-event",
        "#availability",
        "#/<script>alert(1)</script>",
        "#/m/availability?availability.year=%F0%9F%92%A5",
        long.as_str(),
    ] {
        let page = start.beside(&View::default(), garbage);
        assert!(page.text("main").len() > 10, "{garbage} shows something");
        assert!(
            page.holds("document.getElementById('fault').hidden"),
            "{garbage}"
        );
        page.go("#/m/availability");
        page.wait_for("document.querySelector('h1')?.innerText === 'Availability'");
    }
}

#[test]
fn an_unknown_page_is_named_and_nothing_else_shown() {
    let start = Lab::built().blank();
    for (route, name) in [
        ("#/m/no-such-model", "no-such-model"),
        ("#/n/no-such-lesson", "no-such-lesson"),
        ("#/i/no-such-incident", "no-such-incident"),
    ] {
        let page = start.blank_beside(&View::default());
        page.expect_fault("404");
        page.navigate(&page.address(route));
        page.wait_ready();
        page.wait_for("document.querySelector('.notice.error') !== null");
        let text = page.text(".notice.error");
        assert!(
            text.contains("There is no such page here") && text.contains(name),
            "{text}"
        );
        let title: String = page.eval("document.title");
        assert!(title.contains("There is no such page here"), "{title}");
    }
}

#[test]
fn a_link_sets_language_and_theme() {
    let page = Lab::built().open(&format!("{LESSON}?lang=zh&theme=dark"));
    assert_eq!(attribute(&page, "html", "lang"), "zh-CN");
    assert_eq!(attribute(&page, "html", "data-theme"), "dark");
    assert_eq!(page.text("h1"), "几个 9 与恢复时间");
    drawn(&page);
}

#[test]
fn a_link_names_the_language_and_the_theme_that_were_chosen_since() {
    let page = Lab::built().open(&format!("{LESSON}?lang=zh&theme=dark"));
    click(&page, "button", "EN");
    page.wait_for("document.querySelector('h1').innerText === 'Nines and repair'");
    assert_eq!(page.fragment(), format!("{LESSON}?lang=en&theme=dark"));
    click(&page, "button", "Dark");
    assert_eq!(page.fragment(), format!("{LESSON}?lang=en&theme=light"));
    enter(&page, "mttr_s", "10 h");
    let fragment = page.fragment();
    assert!(
        fragment.starts_with(&format!("{LESSON}?lang=en&theme=light&")),
        "{fragment}"
    );
    assert!(fragment.ends_with("mttr_s=36000"), "{fragment}");
    page.reload();
    assert_eq!(attribute(&page, "html", "lang"), "en");
    assert_eq!(attribute(&page, "html", "data-theme"), "light");
    // A list has no settings of its own, and its address the same.
    page.go("#/lessons?lang=zh");
    page.wait_for("document.documentElement.lang === 'zh-CN'");
    click(&page, "button", "EN");
    assert_eq!(page.fragment(), "#/lessons?lang=en");
    page.wait_for("document.documentElement.lang === 'en'");
}

#[test]
fn a_link_that_names_no_language_goes_on_naming_none() {
    let page = Lab::built().open(LESSON);
    click(&page, "button", "中文");
    page.wait_for("document.documentElement.lang === 'zh-CN'");
    click(&page, "button", "深色");
    assert_eq!(page.fragment(), LESSON);
}

#[test]
fn another_cell_in_the_address_is_another_page() {
    let alone = format!("{LESSON}?cell=avail");
    let page = Lab::built().open(&alone);
    let cells = "document.querySelectorAll('[data-cell]').length";
    assert_eq!(page.eval::<u32>(cells), 1);
    assert_eq!(count(&page, ".question"), 0);
    page.go(LESSON);
    page.wait_for("document.querySelector('.question') !== null");
    enter(&page, "mttr_s", "10 h");
    assert!(!page.fragment().contains("cell="), "{}", page.fragment());
    page.eval::<()>("history.back(), null");
    page.wait_for("document.querySelector('.question') === null && document.querySelector('[data-cell=avail]') !== null");
    assert_eq!(page.eval::<u32>(cells), 1);
    assert_eq!(page.fragment(), alone);
}
