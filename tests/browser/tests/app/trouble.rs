//! Storage that is blocked, a network that goes, a program that breaks.

use browser_tests::{Lab, Page, Storage};

use crate::reader::{
    FIRST, HANDLE, LESSON, assert_shows_share, attribute, click, count, drawn, enter, entered,
    figure, state, wait_for_words, worked_out,
};

#[test]
fn blocked_storage_changes_nothing_but_remembering_and_is_told() {
    let page = Lab::built().with_storage(Storage::Blocked).open(LESSON);
    enter(&page, "mttr_s", "10 h");
    assert_shows_share(
        &page.text(&figure(FIRST, "availability")),
        10_000.0 / 10_010.0,
    );
    let handle = page.centre(HANDLE);
    page.drag(handle, handle.right(40.0));
    drawn(&page);
    assert_ne!(entered(&page, "mttf_s"), "10,000 h");
    click(&page, "button", "Dark");
    drawn(&page);
    assert_eq!(attribute(&page, "html", "data-theme"), "dark");
    assert!(page.text("footer").contains("are not remembered"));
    let before = state(&page);
    page.reload();
    worked_out(&page);
    assert_eq!(state(&page), before, "the address keeps the state");
    assert_eq!(
        attribute(&page, "html", "data-theme"),
        "light",
        "the theme is forgotten"
    );
}

#[test]
fn allowed_storage_is_not_spoken_of() {
    let page = Lab::built().open(LESSON);
    assert!(!page.text("footer").contains("remembered"));
}

/// Cuts the network; what then fails is expected.
fn cut(page: &Page) {
    page.expect_fault("ERR_INTERNET_DISCONNECTED");
    page.set_offline(true);
}

#[test]
fn a_cut_network_leaves_the_open_page_working() {
    let page = Lab::built().open(LESSON);
    cut(&page);
    enter(&page, "mttr_s", "10 h");
    assert_shows_share(
        &page.text(&figure(FIRST, "availability")),
        10_000.0 / 10_010.0,
    );
    let handle = page.centre(HANDLE);
    page.drag(handle, handle.right(40.0));
    drawn(&page);
    assert_ne!(entered(&page, "mttf_s"), "10,000 h");
    assert_eq!(count(&page, ".notice.error"), 0);
}

#[test]
fn a_page_that_does_not_come_says_so_and_comes_at_another_try() {
    let page = Lab::built().open("#/m/availability");
    cut(&page);
    page.go(LESSON);
    wait_for_words(&page, ".notice.error", "The network does not answer");
    click(&page, "main button", "Try again");
    wait_for_words(&page, ".notice.error", "The network does not answer");
    page.set_offline(false);
    click(&page, "main button", "Try again");
    page.wait_for("document.querySelector('h1')?.innerText === 'Nines and repair'");
    assert_eq!(count(&page, ".notice.error"), 0);
    assert_shows_share(
        &page.text(&figure(FIRST, "availability")),
        10_000.0 / 10_001.0,
    );
}

#[test]
fn a_list_that_does_not_come_says_so_and_comes_at_another_try() {
    let page = Lab::built().open("#/m/availability");
    cut(&page);
    page.go("#/incidents");
    wait_for_words(&page, ".notice.error", "The network does not answer");
    page.set_offline(false);
    click(&page, "main button", "Try again");
    page.wait_for("document.querySelector('.cards a[href^=\"#/i/\"]') !== null");
    assert_eq!(count(&page, ".notice.error"), 0);
}

#[test]
fn code_that_does_not_come_says_so_and_comes_at_another_try() {
    let page = Lab::built().open("#/m/availability");
    cut(&page);
    page.expect_fault("Failed to fetch");
    for (route, heading) in [
        ("#/m/queue", "Queue"),
        ("#/edit", "Your own incidents"),
        ("#/compare", "Compare incidents"),
    ] {
        page.set_offline(true);
        page.go(route);
        wait_for_words(&page, ".notice.error", "The network does not answer");
        page.set_offline(false);
        click(&page, "main button", "Try again");
        page.wait_for(&format!(
            "document.querySelector('h1')?.innerText.startsWith('{heading}')"
        ));
        assert_eq!(count(&page, ".notice.error"), 0, "{route}");
    }
}

#[test]
fn a_page_fetches_the_code_of_what_it_shows() {
    let page = Lab::built().open("#/m/queue");
    let fetched = |name: &str| {
        let requests = page.requests();
        requests
            .iter()
            .filter(|request| request.address.ends_with(name))
            .count()
    };
    assert_eq!(fetched("/queue.wasm"), 1);
    for other in ["/canary.wasm", "/incident_part.wasm", "/editor_page.wasm"] {
        assert_eq!(fetched(other), 0, "{other}");
    }
    page.go("#/m/canary");
    page.wait_ready();
    assert_eq!(fetched("/canary.wasm"), 1);
    page.go("#/m/queue");
    page.wait_ready();
    assert_eq!(fetched("/queue.wasm"), 1, "it is here already");
}

#[test]
fn a_language_that_does_not_come_leaves_the_open_page_as_it_is() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "10 h");
    cut(&page);
    click(&page, "button", "中文");
    wait_for_words(&page, "body", "The network does not answer");
    assert_eq!(page.text("h1"), "Nines and repair");
    assert_eq!(entered(&page, "mttr_s"), "10 h");
    assert_eq!(
        attribute(&page, "html", "lang"),
        "en",
        "the words are still English"
    );
    page.set_offline(false);
    click(&page, "button", "Try again");
    page.wait_for("document.querySelector('h1')?.innerText === '几个 9 与恢复时间'");
    assert_eq!(entered(&page, "mttr_s"), "10 小时");
}

#[test]
fn a_language_that_does_not_come_leaves_a_list_as_it_is() {
    let page = Lab::built().open("#/lessons");
    page.wait_for("document.querySelector('.cards a') !== null");
    let listed = count(&page, ".cards a");
    cut(&page);
    click(&page, "button", "中文");
    wait_for_words(&page, ".notice.error", "The network does not answer");
    assert_eq!(count(&page, ".cards a"), listed);
    assert!(page.text(".cards").contains("Nines and repair"));
    page.set_offline(false);
    click(&page, "button", "Try again");
    wait_for_words(&page, ".cards", "几个 9 与恢复时间");
    page.wait_for("document.querySelector('.notice.error') === null");
    assert_eq!(count(&page, ".cards a"), listed);
}

/// Keeps the answers for the lesson's document back until they are let go, by number.
const HOLD: &str = "(() => {
    window.held = [];
    const fetch = window.fetch.bind(window);
    window.fetch = async (...rest) => {
        const answer = await fetch(...rest);
        if (String(rest[0]).includes('nines-and-repair.json')) await new Promise(go => held.push(go));
        return answer;
    };
})()";

#[test]
fn a_language_chosen_while_a_page_loads_opens_it_once() {
    let page = Lab::built().blank();
    page.before_scripts(HOLD);
    page.navigate(&page.address(LESSON));
    page.wait_for("window.held?.length === 1");
    // Until the page is whole nothing of it can be seen, so there is no place to click at.
    page.eval::<()>("[...document.querySelectorAll('.tools button')].find(button => button.textContent === '中文').click(), null");
    page.wait_for("held.length === 2");
    page.eval::<()>("held[1](), null");
    page.wait_ready();
    page.wait_for("document.querySelector('h1')?.innerText === '几个 9 与恢复时间'");
    enter(&page, "mttr_s", "10 h");
    page.eval::<()>("document.getElementById('mttr_s').dataset.kept = '1', held[0](), null");
    // Frames in which the first answer would have replaced the page.
    page.eval::<()>(
        "new Promise(done => { let left = 20; const next = () => left-- ? requestAnimationFrame(next) : done(null); next(); })",
    );
    assert!(page.holds("document.getElementById('mttr_s').dataset.kept === '1'"));
    assert_eq!(entered(&page, "mttr_s"), "10 小时");
    assert_eq!(page.text("h1"), "几个 9 与恢复时间");
}

/// Has the program panic.
fn break_it(page: &Page) {
    page.expect_fault("asked to break");
    page.expect_fault("unreachable");
    page.eval::<()>("setTimeout(() => dispatchEvent(new Event('outage-lab:break'))), null");
    page.wait_for("!document.getElementById('fault').hidden");
}

#[test]
fn a_panic_shows_a_card_from_which_reloading_restores_the_state() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "10 h");
    let before = state(&page);
    break_it(&page);
    let card = page.text("#fault");
    assert!(card.contains("Something broke in this page"), "{card}");
    assert!(
        card.contains("asked to break"),
        "the cause is named: {card}"
    );
    assert!(!card.contains("出错"), "in one language: {card}");
    page.eval::<()>("delete document.documentElement.dataset.ready, null");
    click(&page, "#fault button", "Reload");
    page.wait_ready();
    worked_out(&page);
    assert!(page.holds("document.getElementById('fault').hidden"));
    assert_eq!(state(&page), before);
}

#[test]
fn a_panic_offers_the_open_document() {
    let page = Lab::built().open(LESSON);
    break_it(&page);
    let (name, bytes) = page.download(|page| page.click("#fault-save"));
    assert_eq!(name, "notebook.json");
    let json = String::from_utf8(bytes).unwrap();
    let document = outage_lab::notebook::Document::parse(&json).unwrap();
    assert_eq!(document.id, "nines-and-repair");
    assert!(document.cells.len() > 10);
}
