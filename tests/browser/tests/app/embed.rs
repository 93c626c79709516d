//! One cell within a page of another origin.

use browser_tests::{Lab, Page, Storage, View};
use serde_json::{Value, json};

use crate::reader::{assert_shows_share, figure};

const CELL: &str = "#/n/nines-and-repair?cell=avail&embed=1";

/// A course page that keeps what it hears and, when asked, gives the frame the height that it hears.
fn course(attributes: &str, route: &str) -> String {
    format!(
        "<!doctype html><title>Course</title><body style='margin:20px'>
        <script>
            const heard = [];
            let fits = true;
            addEventListener('message', event => {{
                const frame = document.querySelector('iframe');
                if (event.source !== frame.contentWindow) return;
                heard.push(event.data);
                if (fits && event.data.type === 'outage-lab:height') frame.style.height = event.data.height + 'px';
            }});
        </script>
        <iframe {attributes} src='{{app}}{route}' style='border:0;width:900px;height:300px'></iframe>"
    )
}

/// The heights heard in our own form, and in that of Canvas.
fn heights(page: &Page) -> (Vec<f64>, Vec<f64>) {
    let heard: Vec<Value> = page.eval("heard");
    let (mut own, mut canvas) = (Vec::new(), Vec::new());
    for message in heard {
        if let Some(text) = message.as_str() {
            let message: Value = serde_json::from_str(text).unwrap();
            assert_eq!(message["subject"], json!("lti.frameResize"));
            canvas.push(message["height"].as_f64().unwrap());
        } else {
            assert_eq!(message["type"], json!("outage-lab:height"));
            assert_eq!(message["version"], json!(1));
            own.push(message["height"].as_f64().unwrap());
        }
    }
    (own, canvas)
}

/// Lets both pages draw often enough that any further message would have come.
fn settle(page: &Page) {
    let frames = "new Promise(done => { let left = 30; const next = () => left-- ? requestAnimationFrame(next) : done(true); next(); })";
    assert!(page.holds(frames));
    assert!(page.frame().eval::<bool>(frames));
    assert!(page.holds(frames));
}

#[test]
fn an_embed_tells_its_height_in_both_forms_and_settles_at_once() {
    let page = Lab::built().open_within(&View::default(), &course("", CELL));
    let frame = page.frame();
    page.wait_for("heard.length >= 2");
    settle(&page);
    let (own, canvas) = heights(&page);
    assert_eq!(own, canvas, "both forms say the same");
    // Fitting the frame to the height may take a scroll bar away and so change it once more, but no further.
    assert!(own.len() <= 2, "it keeps growing: {own:?}");
    let last = *own.last().unwrap();
    let (needed, there): (f64, f64) =
        frame.eval("[document.documentElement.scrollHeight, innerHeight]");
    assert_eq!(there, last);
    assert!(needed <= there, "{needed} px in {there} px");
    let shown: f64 = frame.eval("document.getElementById('main').getBoundingClientRect().height");
    assert!(
        (shown - last).abs() < 2.0,
        "no room is added: {shown} px told as {last} px"
    );
}

#[test]
fn the_height_does_not_follow_the_frames() {
    let page = Lab::built().open_within(&View::default(), &course("", CELL));
    page.frame();
    page.wait_for("heard.length >= 2");
    settle(&page);
    let before = heights(&page).0;
    page.eval::<()>("fits = false, document.querySelector('iframe').style.height = '2000px', null");
    settle(&page);
    assert_eq!(heights(&page).0, before);
}

#[test]
fn content_that_grows_is_told_once() {
    let page = Lab::built().open_within(&View::default(), &course("", CELL));
    let frame = page.frame();
    page.wait_for("heard.length >= 2");
    settle(&page);
    let before = heights(&page).0;
    frame.eval::<()>("[...document.querySelectorAll('.chart button')].find(b => b.innerText === 'Table').click(), null");
    page.wait_for(&format!("heard.length > {}", 2 * before.len()));
    settle(&page);
    let after = heights(&page).0;
    assert_eq!(after.len(), before.len() + 1, "{after:?}");
    assert!(after.last() > before.last());
}

#[test]
fn an_embed_shows_its_cell_and_nothing_of_the_app_around_it() {
    let page = Lab::built().open_within(&View::default(), &course("", CELL));
    let frame = page.frame();
    let visible: Vec<String> = frame.eval(
        "['.bar', 'footer', 'h1', '.skip', '.question', '.cell-text', '#boot'].filter(name =>
            document.querySelector(name)?.checkVisibility())",
    );
    assert_eq!(visible, [""; 0]);
    assert_eq!(
        frame.eval::<u32>("document.querySelectorAll('[data-cell]').length"),
        1
    );
    assert_shows_share(
        &frame.text(&figure("avail", "availability")),
        10_000.0 / 10_001.0,
    );
}

#[test]
fn an_embed_opens_at_its_state_and_is_dragged() {
    let route = format!("{CELL}&mttr_s=36000");
    let page = Lab::built().open_within(&View::default(), &course("", &route));
    let frame = page.frame();
    page.wait_for("heard.length >= 2");
    settle(&page);
    let shown = frame.text(&figure("avail", "availability"));
    assert_shows_share(&shown, 10_000.0 / 10_010.0);
    let handle = frame.centre(".handle");
    page.drag(handle, handle.right(40.0));
    let moved = format!(
        "document.querySelector(\"{}\").innerText !== '{shown}'",
        figure("avail", "availability")
    );
    frame.wait_for(&moved);
}

#[test]
fn an_embed_has_the_language_and_theme_of_its_address() {
    let route = format!("{CELL}&lang=zh&theme=dark");
    let page = Lab::built().open_within(&View::default(), &course("", &route));
    let frame = page.frame();
    assert_eq!(
        frame.eval::<[String; 2]>(
            "[document.documentElement.lang, document.documentElement.dataset.theme]"
        ),
        ["zh-CN", "dark"]
    );
}

#[test]
fn an_embed_works_where_storage_is_blocked() {
    let lab = Lab::built().with_storage(Storage::Blocked);
    let page = lab.open_within(&View::default(), &course("", CELL));
    let frame = page.frame();
    assert_shows_share(
        &frame.text(&figure("avail", "availability")),
        10_000.0 / 10_001.0,
    );
    page.wait_for("heard.length >= 2");
}

#[test]
fn an_embed_works_in_a_sandbox_without_an_origin() {
    let lab = Lab::built().for_any_origin();
    let page = lab.open_within(&View::default(), &course("sandbox='allow-scripts'", CELL));
    let frame = page.frame();
    assert_eq!(frame.eval::<String>("origin"), "null");
    page.wait_for("heard.length >= 2");
    settle(&page);
    let shown = frame.text(&figure("avail", "availability"));
    assert_shows_share(&shown, 10_000.0 / 10_001.0);
    let handle = frame.centre(".handle");
    page.drag(handle, handle.down(-30.0));
    frame.wait_for(&format!(
        "document.querySelector(\"{}\").innerText !== '{shown}'",
        figure("avail", "availability")
    ));
}

#[test]
fn an_incident_and_a_model_are_embedded_alike() {
    for (route, words) in [
        (
            "#/i/2025-10-aws-dynamodb-dns?cell=incident&embed=1",
            "DynamoDB",
        ),
        ("#/m/fleet_scale?cell=fleet_scale&embed=1", "failures"),
    ] {
        let page = Lab::built().open_within(&View::default(), &course("", route));
        let frame = page.frame();
        page.wait_for("heard.length >= 2");
        assert!(frame.text("main").contains(words), "{}", frame.text("main"));
    }
}
