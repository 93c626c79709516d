//! An incident's page: timeline, card, list, table, and the way to a model.

use browser_tests::{Held, Lab, Page};

use crate::reader::{
    INCIDENT, attribute, click, count, drawn, enter, entered, figure, named, wait_for_text,
    wait_for_words, worked_out,
};

const CARD: &str = ".event h3";
const CHOSEN: &str = ".list button[aria-current=true]";

fn title(page: &Page) -> String {
    page.text(CARD)
}

/// Asserts that card, list and picture have the same event chosen.
#[track_caller]
fn assert_agree(page: &Page) {
    drawn(page);
    let title = title(page);
    assert_eq!(count(page, CHOSEN), 1);
    assert_eq!(page.text(&format!("{CHOSEN} span")), title);
    let when = page.text(&format!("{CHOSEN} time"));
    assert_eq!(page.text(".event .badges li"), when);
    if count(page, ".spot[aria-pressed=true]") == 1 {
        let label = attribute(page, ".spot[aria-pressed=true]", "aria-label");
        assert!(label.contains(&title), "{label:?} for {title:?}");
    } else {
        assert!(
            when.contains("not published"),
            "only an event without a time has no place"
        );
    }
}

#[test]
fn a_click_on_the_timeline_chooses_the_event() {
    let page = Lab::built().open(INCIDENT);
    let before = title(&page);
    let spot = named(
        &page,
        ".spot",
        &spot_of(&page, "Throttling and selective restarts"),
    );
    page.click(&spot);
    wait_for_text(&page, CARD, "Throttling and selective restarts");
    assert_ne!(before, title(&page));
    assert_agree(&page);
}

/// The name for screen readers of the event with this title.
fn spot_of(page: &Page, title: &str) -> String {
    page.eval(&format!(
        "[...document.querySelectorAll('.spot')].find(spot => spot.ariaLabel.includes('{title}')).ariaLabel"
    ))
}

#[test]
fn arrow_keys_walk_the_events_and_the_focus_follows() {
    let page = Lab::built().open(INCIDENT);
    page.focus(".spot[aria-pressed=true]");
    let mut seen = vec![title(&page)];
    for _ in 0..5 {
        page.press("ArrowRight");
        let last = seen.last().unwrap().clone();
        page.wait_for(&format!(
            "document.querySelector('.event h3').innerText !== {}",
            serde_json::json!(last)
        ));
        assert_agree(&page);
        page.wait_for("document.activeElement.matches('.spot[aria-pressed=true]')");
        seen.push(title(&page));
    }
    for expected in seen.iter().rev().skip(1) {
        page.press("ArrowLeft");
        wait_for_text(&page, CARD, expected);
        page.wait_for("document.activeElement.matches('.spot[aria-pressed=true]')");
    }
    page.press("ArrowLeft");
    drawn(&page);
    assert_eq!(title(&page), seen[0], "it stays at the first");
}

#[test]
fn one_tab_stop_leads_into_the_timeline() {
    let page = Lab::built().open(INCIDENT);
    assert!(count(&page, ".spot") > 30);
    assert_eq!(count(&page, ".spot[tabindex='0']"), 1);
    // The time of the last event was not published: it is not on the picture, and Tab stops all the same.
    page.click(".list li:last-child button");
    drawn(&page);
    assert_eq!(count(&page, ".spot[aria-pressed=true]"), 0);
    assert_eq!(count(&page, ".spot[tabindex='0']"), 1);
    page.focus(".spot[tabindex='0']");
    page.press("ArrowRight");
    page.wait_for("document.activeElement.matches('.spot[aria-pressed=true]')");
    assert_agree(&page);
}

/// Alt and an arrow go through the browser's history, Ctrl and Command do other things of its own.
#[test]
fn keys_with_a_modifier_are_the_browsers() {
    let page = Lab::built().open(INCIDENT);
    let before = title(&page);
    page.focus(".spot[aria-pressed=true]");
    for held in [Held::Alt, Held::Ctrl] {
        page.press_with("ArrowRight", &[held]);
        drawn(&page);
        assert_eq!(title(&page), before);
    }
    page.press("ArrowRight");
    drawn(&page);
    assert_ne!(title(&page), before);
}

#[test]
fn a_switch_of_the_language_reaches_the_chosen_event() {
    let page = Lab::built().open(INCIDENT);
    let chinese: String = page.eval(
        "fetch('incidents/2025-10-aws-dynamodb-dns.json').then(file => file.json()).then(file => file.events[0].title.zh)",
    );
    assert_ne!(title(&page), chinese);
    click(&page, "button", "中文");
    wait_for_text(&page, CARD, &chinese);
    click(&page, ".chart button", "放映");
    wait_for_text(&page, ".play h2", &chinese);
}

#[test]
fn the_list_chooses_the_event_too() {
    let page = Lab::built().open(INCIDENT);
    let count_of_events = count(&page, ".list button");
    for place in [2, count_of_events / 2, count_of_events] {
        page.click(&format!(".list li:nth-child({place}) button"));
        assert_agree(&page);
    }
}

#[test]
fn previous_and_next_lead_through_every_event_in_the_order_of_the_list() {
    let page = Lab::built().open(INCIDENT);
    let titles: Vec<String> = page
        .eval("[...document.querySelectorAll('.list button span')].map(title => title.innerText)");
    let next = named(&page, "button", "Next event");
    let previous = named(&page, "button", "Previous event");
    assert_eq!(attribute(&page, &previous, "aria-disabled"), "true");
    page.eval::<()>("window.met = [document.querySelector('.event h3').innerText], null");
    for expected in titles.iter().skip(1) {
        page.click(&next);
        wait_for_text(&page, CARD, expected);
    }
    assert_eq!(attribute(&page, &next, "aria-disabled"), "true");
    assert!(page.holds(&format!("document.activeElement.matches(\"{next}\")")));
    page.click(&previous);
    wait_for_text(&page, CARD, &titles[titles.len() - 2]);
}

#[test]
fn an_address_with_an_event_opens_at_it() {
    let page = Lab::built().open(&format!("{INCIDENT}?event=dynamodb_back"));
    assert_eq!(
        title(&page),
        "Cached empty answers expire: DynamoDB is back"
    );
    assert_agree(&page);
}

#[test]
fn the_address_follows_the_chosen_event() {
    let page = Lab::built().open(INCIDENT);
    page.click(".list li:nth-child(5) button");
    drawn(&page);
    let chosen = title(&page);
    assert!(page.fragment().contains("event="), "{}", page.fragment());
    page.reload();
    assert_eq!(title(&page), chosen);
}

#[test]
fn going_back_returns_to_the_event_of_the_address() {
    let page = Lab::built().open(&format!("{INCIDENT}?event=dynamodb_back"));
    page.go(&format!("{INCIDENT}?event=trigger"));
    wait_for_text(&page, CARD, "A race empties the endpoint's DNS record");
    page.eval::<()>("history.back(), null");
    wait_for_text(&page, CARD, "Cached empty answers expire: DynamoDB is back");
    assert_agree(&page);
}

#[test]
fn an_event_opens_its_model_with_the_incidents_values() {
    let page = Lab::built().open(&format!("{INCIDENT}?event=dynamodb_back"));
    page.click(".event a[href^='#/m/availability']");
    page.wait_for("document.querySelector('h1')?.innerText === 'Availability'");
    worked_out(&page);
    assert_eq!(entered(&page, "availability.mttr_s"), "2 h 52 min");
    assert_eq!(entered(&page, "availability.mttf_s"), "1 y");
    assert_eq!(count(&page, "main > .notice:not(.provenance)"), 0);
    // Once a year of 8,760 h up: 2 h 52 min of 8,762 h 52 min, as a year of 8,760 h counts it.
    assert_eq!(
        page.text(&figure("availability", "downtime_per_year_s")),
        "2 h 52 min"
    );
    // Which event it was, and where each value comes from.
    page.wait_for("document.querySelectorAll('.provenance tr').length === 2");
    let told = page.text(".provenance");
    for part in [
        "Cached empty answers expire: DynamoDB is back",
        "worked out from the incident’s times",
        "assumed",
    ] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    enter(&page, "availability.mttr_s", "1 h");
    wait_for_words(&page, ".provenance", "(changed by you)");
}

#[test]
fn the_durations_are_the_operators() {
    let page = Lab::built().open(INCIDENT);
    // AWS, summary of the DynamoDB disruption of 19–20 October 2025: 23:48–02:40, 23:48–14:20, 05:30–14:09 PDT.
    for (id, value) in [
        ("dynamodb_s", "2 h 52 min"),
        ("total_s", "14 h 32 min"),
        ("nlb_s", "8 h 39 min"),
    ] {
        // The table of all figures is folded away, and has no text on the screen.
        let shown = format!("document.querySelector('[data-figure={id}]').textContent");
        assert_eq!(page.eval::<String>(&shown), value);
    }
}

#[test]
fn the_timeline_is_a_table_too() {
    let page = Lab::built().open(INCIDENT);
    assert_eq!(count(&page, ".chart table"), 0);
    let button = named(&page, ".chart button", "Table");
    page.click(&button);
    drawn(&page);
    assert_eq!(attribute(&page, &button, "aria-expanded"), "true");
    let rows = count(&page, ".chart tbody tr");
    assert!(rows >= count(&page, ".spot"), "{rows} rows");
    let table = page.text(".chart table");
    assert!(table.contains("DynamoDB endpoint"), "{table}");
    click(&page, ".chart button", "Table");
    drawn(&page);
    assert_eq!(count(&page, ".chart table"), 0);
}

#[test]
fn sources_open_with_their_addresses() {
    let page = Lab::built().open(INCIDENT);
    page.eval::<()>("document.querySelectorAll('details').forEach(d => { d.open = true; }), null");
    let links: Vec<String> = page
        .eval("[...document.querySelectorAll('details a[rel=noopener]')].map(link => link.href)");
    assert!(
        links
            .iter()
            .any(|link| link.starts_with("https://aws.amazon.com/")),
        "{links:?}"
    );
}
