//! Taking charts away.

use browser_tests::{Lab, Page};
use serde_json::json;

use crate::reader::{INCIDENT, LESSON, click, count, drawn, enter, named};

/// The charts of this page: the lesson's first, or the only one.
const CHART: &str = ":is([data-cell=avail], [data-cell=fleet_scale], .wide:first-of-type) .chart";

/// What a button of the chart saves: the file's name and content.
fn saved(page: &Page, kind: &str) -> (String, Vec<u8>) {
    let button = named(page, &format!("{CHART} button"), kind);
    page.download(|page| page.click(&button))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Reads an SVG by the browser's own XML parser: its title, its texts, its width and height.
fn read_svg(page: &Page, svg: &str) -> (String, String, f64, f64) {
    let svg = json!(svg);
    page.eval(&format!(
        "(() => {{
            const read = new DOMParser().parseFromString({svg}, 'image/svg+xml');
            const trouble = read.querySelector('parsererror');
            if (trouble) throw new Error(trouble.textContent);
            const root = read.documentElement;
            if (root.namespaceURI !== 'http://www.w3.org/2000/svg') throw new Error('it is no SVG');
            const texts = [...read.querySelectorAll('text')].map(text => text.textContent.trim()).join('|');
            return [read.querySelector('title').textContent, texts,
                parseFloat(root.getAttribute('width')), parseFloat(root.getAttribute('height'))];
        }})()"
    ))
}

/// Width and height of a PNG, from its header (RFC 2083, section 4.1.1).
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn an_svg_is_well_formed_titled_and_labelled() {
    let page = Lab::built().open(LESSON);
    let (name, bytes) = saved(&page, "SVG");
    assert_eq!(name, "avail-plane.svg");
    let (title, texts, width, height) = read_svg(&page, &text(bytes));
    assert_eq!(title, "The plane of repair");
    assert_eq!(width, 900.0);
    assert!(height > 200.0);
    for label in [
        "mean time to failure",
        "mean time to repair",
        "DynamoDB, October 2025",
    ] {
        assert!(texts.contains(label), "{label} is not in {texts}");
    }
}

#[test]
fn a_png_has_two_pixels_for_each_of_the_svgs() {
    let page = Lab::built().open(LESSON);
    let (_, svg) = saved(&page, "SVG");
    let (_, _, width, height) = read_svg(&page, &text(svg));
    let (name, png) = saved(&page, "PNG");
    assert_eq!(name, "avail-plane.png");
    let (png_width, png_height) = png_size(&png);
    assert_eq!(f64::from(png_width), 2.0 * width);
    assert!(
        (f64::from(png_height) - 2.0 * height).abs() <= 1.0,
        "{png_height} for {height}"
    );
}

#[test]
fn a_csv_has_a_header_and_the_rows_of_the_table() {
    let page = Lab::built().open("#/m/fleet_scale");
    let (name, bytes) = saved(&page, "CSV");
    assert!(
        name.starts_with("fleet_scale-") && name.ends_with(".csv"),
        "{name}"
    );
    let csv = text(bytes);
    // Excel knows by it that the letters are UTF-8.
    let csv = csv.strip_prefix('\u{feff}').unwrap();
    let mut lines = csv.lines();
    let header = lines.next().unwrap();
    assert!(header.contains("Machines"), "{header}");
    click(&page, &format!("{CHART} button"), "Table");
    drawn(&page);
    let rows = count(&page, &format!("{CHART} tbody tr"));
    assert!(rows > 2);
    assert_eq!(lines.clone().count(), rows);
    let columns = header.split(',').count();
    for line in lines {
        let numbers = line
            .split(',')
            .filter(|cell| cell.parse::<f64>().is_ok())
            .count();
        assert!(numbers >= 2 && numbers <= columns, "{line}");
    }
}

#[test]
fn what_is_saved_is_the_present_state_in_the_present_language() {
    let page = Lab::built().open(LESSON);
    let (_, before) = saved(&page, "CSV");
    enter(&page, "mttr_s", "10 h");
    let (_, after) = saved(&page, "CSV");
    assert_ne!(text(before), text(after));
    click(&page, "button", "中文");
    page.wait_for("document.querySelector('h1').innerText === '几个 9 与恢复时间'");
    drawn(&page);
    let (_, svg) = saved(&page, "SVG");
    let (title, texts, ..) = read_svg(&page, &text(svg));
    assert!(!title.contains("plane"), "{title}");
    assert!(texts.contains("2025 年 10 月"), "{texts}");
}

#[test]
fn a_timeline_is_saved_too() {
    let page = Lab::built().open(INCIDENT);
    let (name, svg) = saved(&page, "SVG");
    assert_eq!(name, "2025-10-aws-dynamodb-dns.svg");
    let (_, texts, ..) = read_svg(&page, &text(svg));
    assert!(texts.contains("DynamoDB endpoint"), "{texts}");
    let (_, csv) = saved(&page, "CSV");
    assert!(text(csv).lines().count() > 37);
}

#[test]
fn the_code_for_embedding_holds_the_present_state() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "10 h");
    click(&page, &format!("{CHART} button"), "Embed");
    drawn(&page);
    let code: String = page.eval("document.querySelector('.embed-code textarea').value");
    // The code is HTML: read it as such.
    let (src, title): (String, String) = page.eval(&format!(
        "(frame => [frame.src, frame.title])(new DOMParser().parseFromString({}, 'text/html').querySelector('iframe'))",
        json!(code)
    ));
    assert_eq!(title, "Outage Lab");
    assert!(src.starts_with(&page.address(LESSON)), "{src}");
    for part in ["cell=avail", "embed=1", "mttr_s=36000"] {
        assert!(src.contains(part), "{part} is not in {src}");
    }
}

#[test]
fn the_code_for_embedding_follows_changes_while_it_is_open() {
    let page = Lab::built().blank();
    page.before_scripts(
        "Clipboard.prototype.writeText = text => { window.copied = text; return Promise.resolve(); };",
    );
    page.navigate(&page.address(LESSON));
    page.wait_ready();
    click(&page, &format!("{CHART} button"), "Embed");
    drawn(&page);
    let code = "document.querySelector('.embed-code textarea').value";
    let copy = ".embed-code button";
    let before: String = page.eval(code);
    page.click(copy);
    page.wait_for("document.querySelector('.embed-code button').innerText === 'Copied'");
    assert_eq!(page.eval::<String>("copied"), before);
    enter(&page, "mttr_s", "10 h");
    let after: String = page.eval(code);
    assert!(after.contains("mttr_s=36000"), "{after}");
    assert_eq!(page.text(copy), "Copy", "that code was not copied");
    page.click(copy);
    page.wait_for("document.querySelector('.embed-code button').innerText === 'Copied'");
    assert_eq!(page.eval::<String>("copied"), after);
    assert!(after.contains("lang=en"), "{after}");
    click(&page, "button", "中文");
    page.wait_for(&format!("{code}.includes('lang=zh')"));
}
