//! Getting the app: from a sub-path, before the program, without it.

use browser_tests::{Lab, Page, View};
use outage_lab::models::CATALOGUE;

use crate::reader::{INCIDENT, LESSON, YEARS, drawn, worked_out};

/// A page of every kind.
const PAGES: [&str; 8] = [
    "",
    "#/",
    "#/lessons",
    "#/models",
    "#/incidents",
    LESSON,
    YEARS,
    INCIDENT,
];

fn chinese() -> View {
    View {
        locale: "zh-CN",
        ..View::default()
    }
}

/// Where nothing but the home page's own file can be read: the program does not come.
fn without_program(start: &Page, view: &View, route: &str) -> Page {
    let page = start.blank_beside(view);
    page.block(&["*.wasm"]);
    page.expect_fault("ERR_BLOCKED_BY_CLIENT");
    page.expect_fault("Failed to fetch");
    page.navigate(&page.address(route));
    page.wait_for("document.readyState === 'complete'");
    page
}

#[test]
fn every_request_stays_below_the_apps_address_and_is_answered() {
    let start = Lab::built().blank();
    for route in PAGES {
        let page = start.blank_beside(&View::default());
        page.disable_cache();
        page.navigate(&page.address(route));
        page.wait_ready();
        worked_out(&page);
        let requests = page.requests();
        assert!(
            requests
                .iter()
                .any(|request| request.address.ends_with(".wasm")),
            "{route}: the program is not among {requests:?}"
        );
        for request in &requests {
            assert!(
                request.address.starts_with(&page.address("")),
                "{route} asks for {}",
                request.address
            );
            assert_eq!(request.status, Some(200), "{route}: {}", request.address);
        }
        assert_eq!(page.lines(), [], "{route} writes to the console");
    }
}

#[test]
fn a_page_asks_for_each_file_once() {
    let start = Lab::built().blank();
    for route in [LESSON, YEARS, INCIDENT] {
        let page = start.blank_beside(&View::default());
        page.navigate(&page.address(route));
        page.wait_ready();
        let mut asked: Vec<String> = page
            .requests()
            .into_iter()
            .map(|request| request.address)
            .collect();
        asked.sort();
        let all = asked.len();
        asked.dedup();
        assert_eq!(asked.len(), all, "{route} asks twice for one of {asked:#?}");
    }
}

#[test]
fn data_is_asked_for_with_the_build_that_it_belongs_to() {
    let page = Lab::built().open(LESSON);
    let build: String = page.eval("document.querySelector('meta[name=build]').content");
    assert_ne!(build, "dev");
    let requests = page.requests();
    let data: Vec<_> = requests
        .iter()
        .filter(|request| request.address.contains(".json"))
        .collect();
    assert!(data.len() >= 3, "document, incident and words: {data:?}");
    for request in data {
        let of_build = request.address.ends_with(&format!(".json?v={build}"));
        assert!(of_build, "{}", request.address);
    }
}

#[test]
fn home_is_readable_before_the_program_in_the_readers_language() {
    let start = Lab::built().blank();
    let (english, chinese) = (View::default(), chinese());
    for (view, route, words, other) in [
        (&english, "", "Nines and repair", "几个 9"),
        (&chinese, "", "几个 9 与恢复时间", "Nines and repair"),
        (
            &english,
            "#/?lang=zh",
            "几个 9 与恢复时间",
            "Nines and repair",
        ),
        (&chinese, "#/?lang=en", "Nines and repair", "几个 9"),
    ] {
        let page = without_program(&start, view, route);
        let text = page.text("body");
        assert!(text.contains(words), "{route} says {text:?}");
        assert!(!text.contains(other), "{route} says {text:?}");
        let links =
            "document.querySelectorAll('#boot .home a[href=\"#/n/nines-and-repair\"]').length > 0";
        assert!(page.holds(links), "the lesson is a link");
    }
}

#[test]
fn home_is_readable_without_javascript_and_says_what_is_missing() {
    let page = Lab::built().blank();
    page.disable_scripts();
    page.navigate(&page.address(""));
    page.wait_for("document.readyState === 'complete'");
    let text = page.text("body");
    assert!(text.contains("Nines and repair"), "it says {text:?}");
    assert!(text.contains("JavaScript"), "it says {text:?}");
    assert!(text.contains("需要启用 JavaScript"), "it says {text:?}");
}

#[test]
fn another_page_says_that_it_is_loading_in_the_readers_language() {
    let start = Lab::built().blank();
    for (view, words) in [(View::default(), "Loading…"), (chinese(), "正在载入…")] {
        let page = without_program(&start, &view, LESSON);
        let text = page.text("#boot main");
        assert_eq!(text.trim(), words);
    }
}

#[test]
fn what_stood_in_for_the_program_goes_when_it_has_drawn() {
    let page = Lab::built().open("");
    assert!(page.holds("document.getElementById('boot') === null"));
    assert_eq!(
        page.eval::<Vec<String>>("[...document.querySelectorAll('h1')].map(h => h.innerText)"),
        ["Outage Lab"]
    );
}

#[test]
fn home_lists_lessons_models_and_incidents() {
    let page = Lab::built().open("");
    for (list, address, title) in [
        (".cards", "#/n/nines-and-repair", "Nines and repair"),
        (".names", "#/m/availability", "Availability"),
        (".names", "#/m/availability_years", "Single years"),
        (".names", "#/m/durability", "Durability"),
        (".cards", "#/i/2025-10-aws-dynamodb-dns", "AWS"),
    ] {
        page.wait_for(&format!(
            "document.querySelector('{list} a[href=\"{address}\"]')?.textContent.includes('{title}')"
        ));
    }
    page.click(".cards a[href='#/n/nines-and-repair']");
    page.wait_for("document.querySelector('h1')?.innerText === 'Nines and repair'");
}

#[test]
fn the_list_of_models_has_every_one_once_under_its_family() {
    let page = Lab::built().open("#/models");
    page.wait_for("document.querySelectorAll('.cards a').length > 0");
    let listed: Vec<String> = page.eval(
        "[...document.querySelectorAll('.family, .cards a')].map(e => e.getAttribute('href') ?? e.innerText)",
    );
    let mut expected = Vec::new();
    for (family, title) in [
        ("availability", "Availability"),
        ("retry", "Retries"),
        ("queueing", "Queueing and capacity"),
        ("placement", "Placement"),
        ("guard", "Guards"),
        ("cascade", "Cascades"),
        ("mechanism", "Mechanisms of the incidents"),
        ("lab", "Small labs"),
    ] {
        expected.push(title.to_owned());
        let members = CATALOGUE
            .iter()
            .map(|model| model.spec())
            .filter(|spec| spec.family.id() == family);
        expected.extend(members.map(|spec| format!("#/m/{}", spec.id)));
    }
    assert_eq!(listed, expected);
}

#[test]
fn from_a_file_on_disk_the_page_says_how_to_serve_it() {
    let lab = Lab::built();
    let index = lab.folder().join("index.html").canonicalize().unwrap();
    let page = lab.blank();
    // The browser refuses scripts and modules of files, which is why the page speaks.
    page.expect_fault("CORS");
    page.expect_fault("ERR_FAILED");
    page.navigate(&format!("file://{}", index.display()));
    page.wait_for("document.readyState === 'complete'");
    let text = page.text("body");
    assert!(
        text.contains("does not run this page from a file"),
        "{text:?}"
    );
    assert!(text.contains("python3 -m http.server"), "{text:?}");
    assert!(page.holds("document.documentElement.dataset.ready === undefined"));
}

#[test]
fn served_pages_do_not_speak_of_files() {
    let start = Lab::built().blank();
    let page = without_program(&start, &View::default(), "");
    assert!(!page.text("body").contains("from a file"));
    drawn(&page);
}
