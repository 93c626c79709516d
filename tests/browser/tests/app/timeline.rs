//! A part of a timeline looked at closely, events filtered, and the mode for the lecture hall.

use browser_tests::{Held, Lab, MANY_EVENTS, Page, View, many_events};

use crate::reader::{INCIDENT, attribute, click, count, drawn, named, wait_for_text};

const FRAME: &str = ".overview .frame";
const PLOT: &str = ".timeline .plot";
const CARD: &str = ".event h3";
const SHEET: &str = ".play";

/// Left edge and width of the frame on the overview, in percent.
fn frame(page: &Page) -> (f64, f64) {
    drawn(page);
    page.eval(&format!(
        "(() => {{ const style = document.querySelector('{FRAME}').style; \
         return [parseFloat(style.left), parseFloat(style.width)]; }})()"
    ))
}

fn assert_whole(page: &Page) {
    assert_eq!(frame(page), (0.0, 100.0));
}

#[test]
fn the_wheel_alone_scrolls_the_page_and_with_control_looks_closer() {
    let page = Lab::built().open(INCIDENT);
    let place = page.centre(PLOT);
    page.wheel(place, -1.0);
    assert_whole(&page);
    page.wheel_with(place, -240.0, &[Held::Ctrl]);
    let (left, width) = frame(&page);
    // How far a notch goes is the browser's affair.
    assert!(width < 60.0, "{width}");
    // What is under the pointer stays there: at the whole it was at this share of the plot's width.
    let share = left / (100.0 - width);
    assert!((0.3..0.6).contains(&share), "{share}");
    page.wheel_with(place, 240.0, &[Held::Ctrl]);
    assert_whole(&page);
}

#[test]
fn buttons_and_keys_look_closer_and_go_back() {
    let page = Lab::built().open(INCIDENT);
    let closer = named(&page, ".chart button", "Look closer");
    page.click(&closer);
    let (_, width) = frame(&page);
    assert!((62.0..63.0).contains(&width), "{width}");
    page.focus(PLOT);
    page.press("+");
    let (_, width) = frame(&page);
    assert!((38.5..39.5).contains(&width), "{width}");
    let (before, _) = frame(&page);
    page.press("]");
    let (after, _) = frame(&page);
    assert!(after > before, "{before} {after}");
    page.press("0");
    assert_whole(&page);
    let whole = named(&page, ".chart button", "Whole");
    assert_eq!(attribute(&page, &whole, "aria-disabled"), "true");
    // A button that puts itself out keeps the focus, and does nothing.
    page.focus(&closer);
    page.press("Enter");
    page.focus(&whole);
    page.press("Enter");
    assert_whole(&page);
    page.press("Enter");
    assert_whole(&page);
    assert!(page.holds(&format!("document.activeElement.matches(\"{whole}\")")));
}

#[test]
fn events_that_were_one_blot_come_apart() {
    let page = Lab::built().open(INCIDENT);
    // The trigger and what fell with it within three minutes: nearer than a ring at the whole.
    let apart = "(() => { const rects = [...document.querySelectorAll('.timeline .spot')].map(spot => \
        spot.getBoundingClientRect().x).sort((a, b) => a - b); return rects.at(-1) - rects[0]; })()";
    let before = count(&page, ".timeline .spot");
    for _ in 0..6 {
        click(&page, ".chart button", "Look closer");
    }
    drawn(&page);
    let after = count(&page, ".timeline .spot");
    assert!(after < before && after >= 2, "{before} {after}");
    assert!(page.eval::<f64>(apart) > 100.0);
}

#[test]
fn a_mouse_carries_the_stretch_along_and_an_event_out_of_sight_comes_back() {
    let page = Lab::built().open(INCIDENT);
    for _ in 0..4 {
        click(&page, ".chart button", "Look closer");
    }
    let (before, _) = frame(&page);
    let place = page.centre(PLOT);
    // Between the lanes there may be a ring; the edge of the plot's foot has none.
    let height: f64 = page.eval(&format!("document.querySelector('{PLOT}').clientHeight"));
    let foot = place.down(height / 2.0 - 60.0);
    page.drag(foot, foot.right(-160.0));
    let (after, _) = frame(&page);
    assert!(after > before, "{before} {after}");
    // The last one has no time.
    page.click(".list li:nth-last-child(2) button");
    let (left, width) = frame(&page);
    assert!(left + width > 95.0, "{left} {width}");
    assert_eq!(count(&page, ".timeline .spot[aria-pressed=true]"), 1);
}

#[test]
fn a_stretch_drawn_on_the_overview_is_looked_at_and_carried() {
    let page = Lab::built().open(INCIDENT);
    let strip = page.centre(".overview");
    let width: f64 = page.eval("document.querySelector('.overview').clientWidth");
    page.drag(strip.right(-0.25 * width), strip);
    let (left, shown) = frame(&page);
    assert!(
        (24.0..26.0).contains(&left) && (24.0..26.0).contains(&shown),
        "{left} {shown}"
    );
    page.drag(strip.right(-0.125 * width), strip.right(0.125 * width));
    let (left, shown) = frame(&page);
    assert!(
        (49.0..51.0).contains(&left) && (24.0..26.0).contains(&shown),
        "{left} {shown}"
    );
}

#[test]
fn two_fingers_look_closer_on_a_phone() {
    let page = Lab::built().open_as(&View::phone(), INCIDENT);
    let middle = page.centre(PLOT);
    page.pinch(
        [middle.right(-30.0), middle.right(30.0)],
        [middle.right(-90.0), middle.right(90.0)],
    );
    let (_, width) = frame(&page);
    assert!((28.0..40.0).contains(&width), "{width}");
}

#[test]
fn filters_leave_what_they_ask_for_in_picture_list_and_steps() {
    let page = Lab::built().open(INCIDENT);
    let all = count(&page, ".list li");
    page.eval::<()>(
        "(() => { const choice = document.querySelectorAll('.filter select')[0]; choice.value = 'staff'; \
         choice.dispatchEvent(new Event('change', { bubbles: true })); })(), null",
    );
    drawn(&page);
    let left = count(&page, ".list li:not([hidden])");
    assert!(left > 0 && left < all, "{left} of {all}");
    assert_eq!(
        page.text(".filter [role=status]"),
        format!("{left} of {all} events")
    );
    assert!(count(&page, ".timeline .spot") <= left);
    let next = named(&page, "button", "Next event");
    page.click(&next);
    drawn(&page);
    let chosen = "document.querySelector('.list button[aria-current=true]').closest('li').hidden";
    assert!(!page.holds(chosen));
    click(&page, ".filter button", "Show all");
    drawn(&page);
    assert_eq!(count(&page, ".list li:not([hidden])"), all);
}

#[test]
fn the_lecture_hall_sees_one_event_after_another() {
    let page = Lab::built().open(&format!("{INCIDENT}?event=trigger"));
    click(&page, ".chart button", "Play");
    page.wait_for("document.activeElement.matches('.play')");
    let title = || page.text(".play h2");
    assert_eq!(title(), "A race empties the endpoint's DNS record");
    let size: f64 =
        page.eval("parseFloat(getComputedStyle(document.querySelector('.play h2')).fontSize)");
    assert!(size >= 36.0, "{size} px");
    // A presenter's clicker sends Page Down.
    page.press("PageDown");
    page.wait_for("document.querySelector('.play h2').innerText !== \"A race empties the endpoint's DNS record\"");
    for _ in 0..40 {
        page.press("ArrowRight");
    }
    // The last one's time was not published.
    page.press("ArrowLeft");
    drawn(&page);
    let last = title();
    let time = page.text(".play-time");
    assert!(time.contains("after the first fault"), "{time}");
    page.press("Escape");
    page.wait_for(&format!("!document.querySelector('{SHEET}')"));
    wait_for_text(&page, CARD, &last);
    // The focus is where it was.
    page.wait_for("document.activeElement.innerText === 'Play'");
}

/// At the last event "Next" puts itself out: the dialog still has the keyboard, and Tab does not leave it.
#[test]
fn the_lecture_can_be_ended_from_its_last_event() {
    let page = Lab::built().open(&format!("{INCIDENT}?event=trigger"));
    click(&page, ".chart button", "Play");
    page.wait_for("document.activeElement.matches('.play')");
    for _ in 0..60 {
        page.press("ArrowRight");
    }
    page.press("ArrowLeft");
    drawn(&page);
    let before_last = page.text(".play h2");
    let next = named(&page, ".play button", "Next event");
    page.click(&next);
    drawn(&page);
    assert_ne!(page.text(".play h2"), before_last);
    assert_eq!(attribute(&page, &next, "aria-disabled"), "true");
    page.press("ArrowLeft");
    wait_for_text(&page, ".play h2", &before_last);
    for _ in 0..8 {
        page.press("Tab");
        assert!(page.holds(
            "document.activeElement === document.body || document.activeElement.closest('.play') !== null"
        ));
    }
    page.focus(&next);
    page.press("Enter");
    drawn(&page);
    page.press("Escape");
    page.wait_for(&format!("!document.querySelector('{SHEET}')"));
    page.wait_for("document.activeElement.innerText === 'Play'");
}

#[test]
fn the_picture_says_how_it_is_moved() {
    let page = Lab::built().open(INCIDENT);
    let label = attribute(&page, PLOT, "aria-label");
    assert!(label.contains("plus and minus"), "{label}");
}

/// 200 events on 12 lanes: all of them are there, and a step of the zoom is worked out and drawn without a hitch that
/// a person would see as a stop (the figures of frames are in the bench).
#[test]
fn two_hundred_events_can_be_walked_and_looked_at_closely() {
    let lab = Lab::built().with_file(&format!("incidents/{MANY_EVENTS}.json"), &many_events());
    let page = lab.open(&format!("#/i/{MANY_EVENTS}"));
    assert_eq!(count(&page, ".timeline .spot"), 200);
    assert_eq!(count(&page, ".list li"), 200);
    let place = page.centre(PLOT);
    for _ in 0..20 {
        page.wheel_with(place, -60.0, &[Held::Ctrl]);
    }
    let (_, width) = frame(&page);
    assert!(width < 5.0, "{width}");
    page.press("0");
    page.focus(PLOT);
    page.press("0");
    assert_whole(&page);
    click(&page, "button", "Next event");
    wait_for_text(&page, CARD, "Event 1 · 事件 1");
}
