//! Without a mouse.

use browser_tests::{Held, Lab, Page};

use crate::reader::{HANDLE, INCIDENT, LESSON, YEARS, attribute, drawn, entered, slider};

/// What has the focus: its words or name, and its kind.
fn focused(page: &Page) -> String {
    page.eval(
        "(element => element.ariaLabel || element.innerText.trim() || element.id || element.tagName)(document.activeElement)",
    )
}

/// Presses Tab until the focus leaves the page, and returns what had it, with whether that could be seen.
fn walk(page: &Page) -> Vec<(String, bool)> {
    let mut met = Vec::new();
    page.eval::<()>("document.activeElement.blur(), window.met = new Set(), null");
    for _ in 0..400 {
        page.press("Tab");
        let new: bool = page.eval(
            "(element => element !== document.body && !met.has(element) && Boolean(met.add(element)))(document.activeElement)",
        );
        if !new {
            return met;
        }
        let visible: bool = page.eval(
            "(element => {
                const style = getComputedStyle(element);
                const box = element.getBoundingClientRect();
                const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
                return inside && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
            })(document.activeElement)",
        );
        met.push((focused(page), visible));
    }
    panic!("the focus does not leave the page: {met:?}");
}

#[test]
fn tab_reaches_everything_in_order_with_a_visible_focus() {
    let page = Lab::built().open(LESSON);
    let met = walk(&page);
    let names: Vec<&str> = met.iter().map(|(name, _)| name.as_str()).collect();
    let hidden: Vec<_> = met.iter().filter(|(_, visible)| !visible).collect();
    assert!(hidden.is_empty(), "no visible focus on {hidden:?}");
    let mut from = 0;
    for wanted in [
        "Skip to the text",
        "Outage Lab",
        "Lessons",
        "Models",
        "Incidents",
        "EN",
        "中文",
        "Dark",
        "Copy link",
        "mttf_s",
        "mttr_s",
        "Rarer failures",
        "Reveal without a guess",
    ] {
        let place = names[from..].iter().position(|name| *name == wanted);
        let place = place.unwrap_or_else(|| panic!("{wanted} does not follow in {names:?}"));
        from += place + 1;
    }
    let handles = page.eval::<u32>("[...met].filter(element => element.matches('.handle')).length");
    assert_eq!(handles, 1, "the point of the plane");
}

#[test]
fn every_page_can_be_left_by_tab_and_shows_its_focus() {
    for route in ["#/", YEARS, INCIDENT] {
        let page = Lab::built().open(route);
        let met = walk(&page);
        assert!(met.len() > 10, "{route}: {met:?}");
        let hidden: Vec<_> = met.iter().filter(|(_, visible)| !visible).collect();
        assert!(hidden.is_empty(), "{route}: no visible focus on {hidden:?}");
    }
}

#[test]
fn everything_that_takes_the_focus_has_a_name() {
    for route in ["#/", LESSON, YEARS, INCIDENT] {
        let page = Lab::built().open(route);
        // The words of the lists come a moment after the page.
        page.wait_for(
            "[...document.querySelectorAll('.cards h3')].every(title => title.textContent)",
        );
        // A list below the fold has no inner text before it is drawn; its words are there for a screen reader.
        let nameless: Vec<String> = page.eval(
            "[...document.querySelectorAll('button, a[href], input, select, textarea, [tabindex=\"0\"]')]
                .filter(element => element.checkVisibility())
                .filter(element => !(element.ariaLabel || element.textContent.trim()
                    || [...(element.labels ?? [])].some(label => label.textContent.trim())))
                .map(element => element.outerHTML.slice(0, 120))",
        );
        assert_eq!(nameless, [""; 0], "{route}");
        let twice: Vec<String> = page.eval(
            "[...document.querySelectorAll('[id]')].map(element => element.id).filter((id, at, all) => all.indexOf(id) !== at)",
        );
        assert_eq!(twice, [""; 0], "{route}: ids that occur twice");
    }
}

#[test]
fn the_skip_link_leads_past_the_bar_and_keeps_the_address() {
    let page = Lab::built().open(LESSON);
    page.press("Tab");
    assert_eq!(focused(&page), "Skip to the text");
    let top: f64 = page.eval("document.activeElement.getBoundingClientRect().top");
    assert!(top >= 0.0, "it is seen when it has the focus");
    page.press("Enter");
    drawn(&page);
    assert_eq!(page.eval::<String>("document.activeElement.id"), "main");
    assert_eq!(page.fragment(), LESSON);
    page.press("Tab");
    assert_eq!(focused(&page), "Copy link");
}

#[test]
fn a_question_is_answered_by_keys_alone() {
    let page = Lab::built().open(LESSON);
    page.focus(".question .answers button:last-child");
    page.press(" ");
    drawn(&page);
    page.press("Tab");
    assert_eq!(focused(&page), "Lock it in and reveal");
    page.press("Enter");
    page.wait_for("document.querySelector('.reveal strong')?.innerText === 'Right.'");
}

#[test]
fn shift_tab_goes_back() {
    let page = Lab::built().open(LESSON);
    page.press("Tab");
    page.press("Tab");
    assert_eq!(focused(&page), "Outage Lab");
    page.press_with("Tab", &[Held::Shift]);
    assert_eq!(focused(&page), "Skip to the text");
}

#[test]
fn keys_with_control_alt_or_command_are_the_browsers() {
    let page = Lab::built().open(LESSON);
    let spoken = attribute(&page, HANDLE, "aria-valuetext");
    // Whether a press is left to the browser, which goes back by Alt and the left arrow.
    let is_left = |place: &str, key: &str, held: &str| {
        page.holds(&format!(
            "document.querySelector(\"{place}\").dispatchEvent(new KeyboardEvent('keydown',
                {{ key: '{key}', {held}: true, bubbles: true, cancelable: true }}))"
        ))
    };
    let track = slider("mttr_s");
    for place in [track.as_str(), HANDLE, ".plot"] {
        for held in ["altKey", "ctrlKey", "metaKey"] {
            for key in ["ArrowLeft", "ArrowUp", "Home"] {
                assert!(is_left(place, key, held), "{place}: {held} {key}");
            }
        }
    }
    drawn(&page);
    assert_eq!(page.fragment(), LESSON);
    assert_eq!(entered(&page, "mttr_s"), "1 h");
    assert_eq!(attribute(&page, HANDLE, "aria-valuetext"), spoken);
    assert_eq!(page.text(".readout"), "");
    assert!(
        !is_left(&track, "ArrowRight", "shiftKey"),
        "Shift is none of them"
    );
}

#[test]
fn a_new_page_takes_the_focus_and_has_its_title() {
    let page = Lab::built().open("#/lessons");
    page.wait_for("document.title === 'Lessons · Outage Lab'");
    let has_focus = "document.activeElement.id === 'main'";
    assert!(
        !page.holds(has_focus),
        "the first page leaves it where it is"
    );
    page.wait_for("document.querySelector('.cards a') !== null");
    page.focus(".cards a[href='#/n/nines-and-repair']");
    page.press("Enter");
    page.wait_for("document.querySelector('h1')?.innerText === 'Nines and repair'");
    assert!(page.holds(has_focus));
    assert_eq!(
        page.eval::<String>("document.title"),
        "Nines and repair · Outage Lab"
    );
    let outline: String = page.eval("getComputedStyle(document.activeElement).outlineStyle");
    assert_eq!(outline, "none", "the whole page is no control");
    page.press("Tab");
    assert_eq!(focused(&page), "Copy link");
    for (route, title) in [("#/models", "Models"), ("#/incidents", "Incidents")] {
        page.go(route);
        page.wait_for(&format!("document.title === '{title} · Outage Lab'"));
        assert!(page.holds(has_focus), "{route}");
    }
}

#[test]
fn a_change_of_values_in_the_address_leaves_the_focus() {
    let page = Lab::built().open(LESSON);
    page.focus(HANDLE);
    page.go(&format!("{LESSON}?v=1&mttr_s=36000"));
    drawn(&page);
    assert!(page.holds("document.activeElement.matches('.handle')"));
}
