//! Block diagrams: readable at every width, in both languages, however they are nested.

use outage_lab::chart::{Cell, ChartSpec, Layer, Role, Size, layout, preferred_height, table};
use outage_lab::text::Lang;

use crate::asked;
use crate::chart::assert_sound;
use crate::contract::texts;

fn diagram(blocks: &str, shared_cause: &str) -> ChartSpec {
    let set = [("blocks", blocks), ("shared_cause", shared_cause)];
    let output = asked::at_once("composition", &set);
    output.charts.into_iter().next().unwrap()
}

fn systems() -> Vec<(String, &'static str)> {
    let row: Vec<String> = (0..20).map(|n| format!("service-{n} 99.9%")).collect();
    let many: Vec<String> = (0..30).map(|n| format!("n{n} 99%")).collect();
    vec![
        ("a 99%".to_owned(), "0"),
        ("series(lb 99.99%, parallel(web-a 99.9%, web-b 99.9%), 2 of (3 * db 99.5%))".to_owned(), "5%"),
        (format!("series({})", row.join(",")), "0"),
        (format!("12 of ({})", many.join(",")), "1%"),
        ("parallel(series(zone-a 99.9%, db 99.95%), series(zone-b 99.9%, db))".to_owned(), "0"),
        ("990 of (1000 * node 99.9%)".to_owned(), "0"),
        ("series(入口 99.99%, 2 of (3 * series(应用服务器 99.9%, 存储 99.5%)), 一个名字特别特别长的模块 99%)".to_owned(), "0"),
        ("parallel(a 9%, series(b 9%, parallel(c 9%, series(d 9%, parallel(e 9%, f 9%)))))".to_owned(), "0"),
    ]
}

#[test]
fn diagrams_are_sound_at_every_width() {
    for lang in Lang::ALL {
        let texts = texts(lang);
        for (blocks, shared_cause) in systems() {
            let spec = diagram(&blocks, shared_cause);
            for width in [390.0, 640.0, 900.0, 1400.0] {
                let height = preferred_height(&spec, width);
                let scene = layout(&spec, &texts, Size { width, height });
                assert_sound(&scene, &format!("{blocks} at {width}"));
            }
        }
    }
}

/// A size that was not asked for makes the picture smaller, and nothing leaves it.
#[test]
fn a_diagram_fits_into_any_size() {
    let texts = texts(Lang::En);
    for (blocks, shared_cause) in systems() {
        let spec = diagram(&blocks, shared_cause);
        for (width, height) in [(200.0, 140.0), (390.0, 160.0), (900.0, 200.0)] {
            let scene = layout(&spec, &texts, Size { width, height });
            for label in &scene.labels {
                let rect = label.rect;
                assert!(
                    rect.x >= 0.0
                        && rect.right() <= width
                        && rect.y >= 0.0
                        && rect.bottom() <= height,
                    "{label:?}"
                );
            }
        }
    }
}

#[test]
fn a_block_is_drawn_by_what_it_is() {
    let spec = diagram("series(lb 99.99%, 2 of (3 * db 99.5%))", "10%");
    let Some(Layer::Blocks { root, .. }) = spec.layers.first() else {
        panic!("blocks");
    };
    let shown: Vec<(Role, u64)> = root
        .blocks()
        .iter()
        .map(|block| (block.role, block.copies))
        .collect();
    assert_eq!(shown, [(Role::Bad, 1), (Role::Bad, 1), (Role::Good, 3)]);
    let texts = texts(Lang::En);
    let size = Size {
        width: 390.0,
        height: preferred_height(&spec, 390.0),
    };
    let words: Vec<String> = layout(&spec, &texts, size)
        .labels
        .into_iter()
        .map(|label| label.text)
        .collect();
    for word in [
        "lb",
        "β(db)",
        "db",
        "2 of 3",
        "single point of failure",
        "redundant",
    ] {
        assert!(
            words.iter().any(|shown| shown == word),
            "{word} in {words:?}"
        );
    }
}

#[test]
fn the_table_has_every_block() {
    let spec = diagram("series(lb 99.99%, 2 of (3 * db 99.5%))", "0");
    let table = table(&spec, &texts(Lang::En));
    assert_eq!(table.rows.len(), 2);
    let lb = [
        Cell::Text("lb".to_owned()),
        Cell::Text("single point of failure".to_owned()),
        Cell::Number(1.0),
        Cell::Number(1e-4),
    ];
    assert_eq!(table.rows[0], lb);
    assert_eq!(table.rows[1][2..], [Cell::Number(3.0), Cell::Number(0.005)]);
}
