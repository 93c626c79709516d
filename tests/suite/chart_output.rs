//! Charts as goldens, SVG documents and tables.

use std::fmt::Write as _;

use outage_lab::chart::{
    AxisId, Cell, Column, DataTable, Item, Layer, Rect, Scene, Theme, preferred_height, svg, table,
};
use outage_lab::text::{Lang, Unit};

use crate::chart::laid;
use crate::chart_specs::{HOUR, curves, plane, texts, timeline};
use crate::golden;

/// The scene as lines of text, in pixels with one decimal.
fn dump(scene: &Scene) -> String {
    let mut text = String::new();
    let points = |list: &[(f64, f64)]| {
        let shown: Vec<String> = list.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        match shown.as_slice() {
            [first, .., last] if shown.len() > 12 => format!("{first} … {last} ({})", shown.len()),
            _ => shown.join(" "),
        }
    };
    for item in &scene.items {
        let line = match item {
            Item::Path {
                points: list,
                stroke,
            } => format!(
                "path {:?} {:?} {} {}",
                stroke.paint,
                stroke.dash,
                stroke.width,
                points(list)
            ),
            Item::Polygon {
                points: list,
                paint,
                opacity,
            } => {
                format!("fill {paint:?} {opacity} {}", points(list))
            }
            Item::Circle {
                at,
                radius,
                fill,
                stroke,
            } => format!(
                "ring {:.1},{:.1} r {radius} {fill:?} {:?}",
                at.0,
                at.1,
                stroke.map(|stroke| stroke.paint)
            ),
            Item::Text {
                at,
                text,
                anchor,
                paint,
                ..
            } => {
                format!("text {:.1},{:.1} {anchor:?} {paint:?} {text}", at.0, at.1)
            }
        };
        writeln!(text, "{line}").expect("a string grows");
    }
    for hit in &scene.hits {
        let Rect { x, y, w, h } = hit.rect;
        writeln!(
            text,
            "hit {:?} {} {x:.1},{y:.1} {w:.1}×{h:.1}",
            hit.kind, hit.id
        )
        .expect("a string grows");
    }
    for note in &scene.notes {
        writeln!(text, "note {}", note.key).expect("a string grows");
    }
    text
}

#[test]
fn scenes_are_as_they_were() {
    let at = plane(10_000.0 * HOUR, HOUR);
    for (name, spec, lang, width) in [
        ("plane-wide-en", &at, Lang::En, 640.0),
        ("plane-narrow-zh", &at, Lang::Zh, 326.0),
        ("timeline-wide-en", &timeline(), Lang::En, 1100.0),
        ("timeline-narrow-zh", &timeline(), Lang::Zh, 360.0),
        ("curves-en", &curves(), Lang::En, 640.0),
    ] {
        let scene = laid(spec, lang, width, preferred_height(spec, width));
        golden::check(&format!("chart/{name}.txt"), &dump(&scene));
    }
}

/// Whether every element of an XML text is closed in order, and every `&` begins an entity.
fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        assert_entities(&rest[..start]);
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<'), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert_entities(tag);
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed.trim()));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(rest.trim(), "");
}

fn assert_entities(text: &str) {
    for (at, _) in text.match_indices('&') {
        let is_entity = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]
            .iter()
            .any(|entity| text[at..].starts_with(entity));
        assert!(is_entity, "{}", &text[at..]);
    }
}

#[test]
fn an_svg_is_xml_with_its_words_and_no_wild_numbers() {
    let spec = curves();
    let scene = laid(&spec, Lang::Zh, 640.0, 400.0);
    let draw = || svg(&scene, &Theme::LIGHT, "等待 <时间> & \u{1}more", "说明").expect("drawn");
    let document = draw();
    assert_well_formed(&document);
    for text in [
        "等待 &lt;时间&gt; &amp;",
        "说明",
        "目标 1 秒",
        "利用率",
        "role=\"img\"",
    ] {
        assert!(document.contains(text), "{text}");
    }
    assert!(document.contains("width=\"640\" height=\"400\" viewBox=\"0 0 2560 1600\""));
    assert!(!document.contains("NaN") && !document.contains("inf"));
    assert_eq!(document, draw());
}

#[test]
fn curves_that_share_their_xs_are_one_table() {
    let mut spec = curves();
    spec.layers.retain(|layer| match layer {
        Layer::Line { .. } | Layer::Band { .. } => true,
        Layer::Rule { axis, .. } => *axis == AxisId::Y,
        _ => false,
    });
    let table = table(&spec, &texts(Lang::En));
    let titles: Vec<&str> = table
        .columns
        .iter()
        .map(|column| column.title.as_str())
        .collect();
    assert_eq!(
        titles,
        [
            "utilisation",
            "simulated, 95 % of runs, lower",
            "simulated, 95 % of runs, upper",
            "mean",
            "99th percentile",
            "target 1 s"
        ]
    );
    assert_eq!(table.rows.len(), 49);
    // At no load the time in the system is 1/µ = 1/20 s.
    assert_eq!(table.rows[0][0], Cell::Number(0.0));
    assert_eq!(table.rows[0][3], Cell::Number(0.05));
    assert!(table.rows.iter().all(|row| row[5] == Cell::Number(1.0)));
}

#[test]
fn the_plane_is_a_table_of_places() {
    let csv = table(&plane(10_000.0 * HOUR, HOUR), &texts(Lang::En)).csv();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "name,\"mean time to failure, MTTF [s]\",\"mean time to repair, MTTR [s]\",\
         \"mean time to failure, MTTF, to [s]\",\"mean time to repair, MTTR, to [s]\""
    );
    assert_eq!(lines[1], "MTTF and MTTR,36000000,3600,,");
    assert_eq!(lines[2], "MTTF × 10,36000000,3600,360000000,3600");
    // 2 h 52 min = 10,320 s.
    assert!(lines.contains(&"DynamoDB 2025,,10320,,"), "{csv}");
}

/// Names come from files of others too: no cell of words is run by a spreadsheet, and a negative number stays one.
#[test]
fn nothing_of_a_table_runs_in_a_spreadsheet() {
    let column = |title: &str, unit| Column {
        title: title.to_owned(),
        unit,
    };
    let table = DataTable {
        columns: vec![column("@name", None), column("−1 or +1", Some(Unit::One))],
        rows: vec![vec![
            Cell::Text("=HYPERLINK(\"x\")".to_owned()),
            Cell::Number(-1.0),
        ]],
    };
    assert_eq!(
        table.csv(),
        "\"'@name\",−1 or +1 [1]\r\n\"'=HYPERLINK(\"\"x\"\")\",-1\r\n"
    );
}

#[test]
fn a_timeline_is_a_table_in_order_of_time() {
    let table = table(&timeline(), &texts(Lang::Zh));
    assert_eq!(table.rows.len(), 10 + 9);
    assert_eq!(table.columns[3].title, "开始");
    let froms: Vec<f64> = table
        .rows
        .iter()
        .map(|row| match row[3] {
            Cell::Number(from_s) => from_s,
            _ => panic!("{row:?}"),
        })
        .collect();
    assert!(froms.is_sorted());
    assert_eq!(table.rows[1][2], Cell::Text("2 小时 52 分".to_owned()));
}
