//! The harness itself, on a small page of its own: a check that cannot fail would prove nothing about the app.
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use browser_tests::{Lab, Level, Page, Storage, View};

fn fixture() -> Lab {
    Lab::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/app"))
}

/// The page once for each piece of HTML, which ends its body: `0.html`, `1.html` and so on.
fn fixture_with(endings: &[&str]) -> (tempfile::TempDir, Lab) {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/app");
    for entry in fs::read_dir(&from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let page = fs::read_to_string(from.join("index.html")).unwrap();
    for (index, ending) in endings.iter().enumerate() {
        let text = page.replace("</body>", &format!("{ending}</body>"));
        fs::write(folder.path().join(format!("{index}.html")), text).unwrap();
    }
    let lab = Lab::of(folder.path());
    (folder, lab)
}

/// Waits for the browser's report, which comes a moment after its cause.
fn wait_for_fault(page: &Page) {
    let started = Instant::now();
    while page.faults().is_empty() && started.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(10));
    }
}

/// What a test of this page would be failed with.
fn failure(test: impl FnOnce() -> Page) -> String {
    let outcome = catch_unwind(AssertUnwindSafe(|| drop(test())));
    let payload = outcome.expect_err("the page was to fail its test");
    payload
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_default()
}

#[test]
fn a_page_under_a_sub_path_gets_its_files_with_their_types() {
    let page = fixture().open("#/n/one");
    assert_eq!(page.eval::<String>("location.pathname"), "/course/lab/");
    assert_eq!(page.fragment(), "#/n/one");
    assert_eq!(page.eval::<u32>("fetched.then(data => data.answer)"), 42);
    let types: Vec<String> = page.eval(
        "Promise.all(['./', 'app.js', 'style.css', 'data.json', 'empty.wasm'].map(file =>
            fetch(file).then(response => response.headers.get('Content-Type'))))",
    );
    assert_eq!(
        types,
        [
            "text/html; charset=utf-8",
            "text/javascript; charset=utf-8",
            "text/css; charset=utf-8",
            "application/json; charset=utf-8",
            "application/wasm",
        ]
    );
    assert_eq!(page.faults(), []);
}

#[test]
fn warnings_errors_exceptions_and_missing_files_fail_the_test() {
    let start = fixture().blank();
    for (js, words) in [
        ("console.warn('careful', 7)", "warning: careful 7"),
        ("console.error('broken')", "error: broken"),
        (
            "setTimeout(() => { throw new TypeError('thrown') })",
            "TypeError: thrown",
        ),
        (
            "Promise.reject(new Error('rejected'))&&0",
            "Error: rejected",
        ),
        ("fetch('missing.json').then(() => 0)", "missing.json"),
    ] {
        let failure = failure(|| {
            let page = start.beside(&View::default(), "");
            page.eval::<serde_json::Value>(js);
            wait_for_fault(&page);
            page
        });
        assert!(failure.contains(words), "{js} gave {failure:?}");
    }
}

#[test]
fn an_announced_fault_and_a_harmless_line_do_not_fail_the_test() {
    let page = fixture().open("");
    page.expect_fault("careful");
    page.eval::<()>("console.warn('careful'), console.log('just so', { a: 1 }), null");
    page.wait_for("true");
    let lines = page.lines();
    assert_eq!(
        lines.iter().map(|line| line.level).collect::<Vec<_>>(),
        [Level::Warning, Level::Info]
    );
    assert_eq!(page.faults(), []);
}

#[test]
fn an_exception_in_an_evaluated_expression_is_told_with_the_expression() {
    let page = fixture().open("");
    let failure = catch_unwind(AssertUnwindSafe(|| page.text("#nobody"))).unwrap_err();
    let failure = failure.downcast_ref::<String>().unwrap();
    assert!(failure.contains("no element matches #nobody"), "{failure}");
}

#[test]
fn a_mouse_drag_reaches_the_handlers() {
    let page = fixture().open("");
    let centre = page.centre("#pad");
    page.drag(centre, centre.right(60.0).down(-20.0));
    let kinds: Vec<String> = page.eval("record.pointers.map(p => p.kind)");
    assert_eq!(
        kinds.first().map(String::as_str),
        Some("pointermove"),
        "the approach"
    );
    assert_eq!(kinds.get(1).map(String::as_str), Some("pointerdown"));
    assert_eq!(kinds.last().map(String::as_str), Some("pointerup"));
    assert!(kinds.len() > 8, "{kinds:?}");
    let (first, last): ((f64, f64), (f64, f64)) =
        page.eval("[record.pointers[1], record.pointers.at(-1)].map(p => [p.x, p.y])");
    assert_eq!((last.0 - first.0, last.1 - first.1), (60.0, -20.0));
    assert!(page.holds("record.pointers.every(p => p.isTrusted && p.pointerType === 'mouse')"));
    assert!(page.holds("record.pointers.slice(1, -1).every(p => p.buttons === 1)"));
}

#[test]
fn a_finger_drag_reaches_the_handlers() {
    let page = fixture().open_as(&View::phone(), "");
    let centre = page.centre("#pad");
    page.touch_drag(centre, centre.right(-50.0));
    let kinds: Vec<String> = page.eval("record.pointers.map(p => p.kind)");
    assert_eq!(kinds.first().map(String::as_str), Some("pointerdown"));
    assert_eq!(kinds.last().map(String::as_str), Some("pointerup"));
    assert!(page.holds("record.pointers.every(p => p.isTrusted && p.pointerType === 'touch')"));
    assert_eq!(
        page.eval::<f64>("record.pointers[0].x - record.pointers.at(-1).x"),
        50.0
    );
}

#[test]
fn keys_and_typing_reach_what_has_the_focus() {
    let page = fixture().open("");
    page.focus("#slider");
    page.press("ArrowRight");
    page.press("ArrowRight");
    assert_eq!(
        page.eval::<String>("document.querySelector('#slider').value"),
        "7"
    );
    page.press("Tab");
    assert_eq!(page.eval::<String>("document.activeElement.id"), "field");
    page.fill("#field", "10 h 九");
    assert_eq!(
        page.eval::<String>("document.querySelector('#field').value"),
        "10 h 九"
    );
    assert!(page.holds("['ArrowRight', 'Tab', '1', 'h'].every(key => record.keys.includes(key))"));
}

#[test]
fn going_elsewhere_waits_for_the_page_to_draw_again() {
    let page = fixture().open("#/a");
    page.go("#/b?x=1");
    assert_eq!(page.eval::<Vec<String>>("record.hashes"), ["#/b?x=1"]);
    page.reload();
    assert_eq!(page.fragment(), "#/b?x=1");
    assert!(
        page.eval::<Vec<String>>("record.hashes").is_empty(),
        "a new document"
    );
}

#[test]
fn a_view_is_what_the_page_sees() {
    let view = View {
        dark: true,
        reduced_motion: true,
        forced_colors: true,
        locale: "zh-CN",
        time_zone: "Asia/Shanghai",
        ..View::phone()
    };
    let page = fixture().open_as(&view, "");
    let media = |query: &str| page.holds(&format!("matchMedia('({query})').matches"));
    assert!(media("prefers-color-scheme: dark"));
    assert!(media("prefers-reduced-motion: reduce"));
    assert!(media("forced-colors: active"));
    assert!(media("pointer: coarse"));
    assert_eq!(
        page.eval::<(u32, u32, f64)>("[innerWidth, innerHeight, devicePixelRatio]"),
        (390, 844, 2.0)
    );
    assert_eq!(page.eval::<String>("navigator.language"), "zh-CN");
    assert_eq!(
        page.eval::<String>("new Date(0).toLocaleTimeString()"),
        "08:00:00"
    );
    page.set_view(&View::default());
    assert!(!media("prefers-color-scheme: dark") && !media("forced-colors: active"));
    assert_eq!(
        page.eval::<(u32, f64)>("[innerWidth, devicePixelRatio]"),
        (1280, 1.0)
    );
    assert_eq!(
        page.eval::<String>("new Date(0).toLocaleTimeString()"),
        "12:00:00 AM"
    );
}

#[test]
fn a_slowed_processor_is_slower() {
    let page = fixture().open("");
    let work = "(() => { const t = performance.now(); let s = 0;
        for (let i = 0; i < 5e6; i++) s += Math.sqrt(i); return performance.now() - t + 0 * s; })()";
    // In turns, so that a busy moment of the machine does not fall on one of the two alone.
    let (mut plain_ms, mut slowed_ms) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..12 {
        for (slowdown, best_ms) in [(1.0, &mut plain_ms), (6.0, &mut slowed_ms)] {
            page.set_view(&View {
                slowdown,
                ..View::default()
            });
            *best_ms = best_ms.min(page.eval(work));
        }
    }
    assert!(
        slowed_ms > 2.0 * plain_ms,
        "{plain_ms} ms, then {slowed_ms} ms"
    );
}

#[test]
fn a_cut_network_fails_fetches_and_leaves_the_page() {
    let page = fixture().open("");
    page.set_offline(true);
    page.expect_fault("ERR_INTERNET_DISCONNECTED");
    let fetched = "fetch('data.json?' + Math.random()).then(() => 'fetched', () => 'failed')";
    assert_eq!(page.eval::<String>(fetched), "failed");
    assert_eq!(page.text("h1"), "Fixture 测试");
    page.set_offline(false);
    assert_eq!(page.eval::<String>(fetched), "fetched");
}

const TRY_STORAGE: &str =
    "(() => { try { localStorage.setItem('k', 'v'); return localStorage.getItem('k'); }
        catch (trouble) { return trouble.name; } })()";

#[test]
fn storage_is_there_and_shared_by_pages_side_by_side() {
    let page = fixture().open("");
    assert_eq!(page.eval::<String>(TRY_STORAGE), "v");
    let beside = page.beside(&View::phone(), "#/other");
    assert_eq!(beside.eval::<String>("localStorage.getItem('k')"), "v");
    assert_eq!(beside.eval::<u32>("innerWidth"), 390);
    let frames = "new Promise(done => requestAnimationFrame(() => done(true)))";
    assert!(page.holds(frames) && beside.holds(frames), "both are drawn");
}

#[test]
fn blocked_storage_throws_in_page_and_frame() {
    let lab = || fixture().with_storage(Storage::Blocked);
    assert_eq!(lab().open("").eval::<String>(TRY_STORAGE), "SecurityError");
    let page = lab().open_within(&View::default(), "<iframe src=\"{app}\"></iframe>");
    assert_eq!(page.frame().eval::<String>(TRY_STORAGE), "SecurityError");
}

#[test]
fn a_frame_of_another_origin_is_seen_and_reached() {
    let html = "<!doctype html><body style='margin:40px'>
        <iframe src='{app}#/embedded' width='400' height='300' style='border:0'></iframe>";
    let view = View {
        dark: true,
        time_zone: "Asia/Shanghai",
        ..View::default()
    };
    let page = fixture().open_within(&view, html);
    let frame = page.frame();
    assert_eq!(frame.eval::<String>("location.hash"), "#/embedded");
    assert!(frame.eval::<bool>("matchMedia('(prefers-color-scheme: dark)').matches"));
    assert_eq!(frame.eval::<u32>("new Date(0).getHours()"), 8);
    assert_ne!(
        frame.eval::<String>("origin"),
        page.eval::<String>("origin")
    );
    let reach =
        "(() => { try { return top.document.title } catch (trouble) { return trouble.name } })()";
    assert_eq!(frame.eval::<String>(reach), "SecurityError");
    let centre = frame.centre("#pad");
    page.drag(centre, centre.right(30.0));
    frame.wait_for("record.pointers.at(-1)?.kind === 'pointerup'");
    assert_eq!(
        frame.eval::<f64>("record.pointers.at(-1).x - record.pointers[1].x"),
        30.0
    );
    page.set_offline(true);
    page.expect_fault("ERR_INTERNET_DISCONNECTED");
    frame.wait_for("fetch('data.json?' + Math.random()).then(() => false, () => true)");
}

#[test]
fn a_sandboxed_frame_needs_a_server_for_any_origin() {
    let html = "<iframe sandbox='allow-scripts' src='{app}' width='400' height='300'></iframe>";
    let page = fixture()
        .for_any_origin()
        .open_within(&View::default(), html);
    let frame = page.frame();
    assert_eq!(frame.eval::<String>("origin"), "null");
    assert_eq!(frame.eval::<String>(TRY_STORAGE), "SecurityError");

    let failure = failure(|| {
        let page = fixture().open_within(&View::default(), html);
        wait_for_fault(&page);
        page
    });
    assert!(failure.contains("CORS"), "{failure}");
}

#[test]
fn a_picture_shows_the_whole_page_in_device_pixels() {
    let page = fixture().open_as(
        &View {
            scale: 2.0,
            ..View::default()
        },
        "",
    );
    let (width, height): (u32, u32) =
        page.eval("(root => [root.clientWidth, root.scrollHeight])(document.documentElement)");
    let png = page.picture();
    let size = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    assert!(height > 1500, "the page is longer than its window");
    assert_eq!(
        (&png[1..4], size(16), size(20)),
        (b"PNG".as_slice(), 2 * width, 2 * height)
    );
}

#[test]
fn a_download_has_its_name_and_content() {
    let (_folder, lab) =
        fixture_with(&["<a id='save' download='table.csv' href='data:text/csv,a,b'>Save</a>"]);
    let page = lab.open("0.html");
    let (name, bytes) = page.download(|page| page.click("#save"));
    assert_eq!(
        (name.as_str(), bytes.as_slice()),
        ("table.csv", b"a,b".as_slice())
    );
}

#[test]
fn a_clean_page_has_no_findings() {
    let harmless = r#"
        <div style="overflow:hidden;width:1px;height:1px;position:absolute">For screen readers alone</div>
        <div style="overflow:auto;width:80px;white-space:nowrap">A text in a box that scrolls to its end</div>
        <div style="overflow:hidden;width:80px;white-space:nowrap" data-may-clip>A text that may be cut</div>
        <div style="overflow:hidden;width:80px;display:none">⟨none⟩</div>
        <div style="width:200px;height:50px" data-labels='[[0,0,50,10,"a"],[50,0,50,10,"b"],[0,9.5,50,10,"c"]]'></div>"#;
    let (_folder, lab) = fixture_with(&[harmless]);
    assert_eq!(lab.open("0.html").inspect(), []);
}

#[test]
fn each_fault_of_drawing_is_found() {
    let faults = [
        ("<div style='width:3000px'>wide</div>", "overflow: 3"),
        (
            "<div id='cut' style='overflow:hidden;width:60px;white-space:nowrap'><b>Longer than its box</b></div>",
            "clipped: \"Longer than its box\" in div#cut",
        ),
        (
            "<p>Before ⟦model.title⟧ after</p>",
            "missing text: ⟦model.title⟧",
        ),
        (
            "<button aria-label='⟦close⟧'>x</button>",
            "missing text: ⟦close⟧",
        ),
        (
            r#"<div id="c" style="width:200px;height:50px" data-labels='[[0,0,50,10,"1 h"],[48,5,50,10,"10 h"]]'></div>"#,
            "labels overlap: \"1 h\" and \"10 h\" in div#c",
        ),
        (
            r#"<div id="c" style="width:200px;height:50px" data-labels='[[170,0,50,10,"99.99 %"]]'></div>"#,
            "label beyond chart: \"99.99 %\" in div#c",
        ),
        (
            "<script>console.log('left over')</script>",
            "console: info: left over",
        ),
    ];
    let (_folder, lab) = fixture_with(&faults.map(|(html, _)| html));
    let start = lab.blank();
    for (index, (html, finding)) in faults.into_iter().enumerate() {
        let page = start.beside(&View::default(), &format!("{index}.html"));
        let findings: Vec<String> = page.inspect().iter().map(ToString::to_string).collect();
        assert_eq!(findings.len(), 1, "{html} gave {findings:?}");
        assert!(findings[0].starts_with(finding), "{html} gave {findings:?}");
    }
}
