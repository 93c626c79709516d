//! Bars and steps: laid out soundly, drawn where their numbers are, and given as tables.

use outage_lab::chart::{Cell, ChartSpec, Item, Layer, Role, Scale, Scene, table};
use outage_lab::text::{Lang, Unit};

use crate::chart::{assert_sound, laid};
use crate::chart_specs::{axis, both, texts};

fn spec(layers: Vec<Layer>, y: Scale) -> ChartSpec {
    ChartSpec {
        id: "histogram",
        title: both("Retries", "重试"),
        x: axis(both("time", "时间"), Unit::Second, Scale::Linear, None),
        y: axis(
            both("retries a millisecond", "每毫秒重试数"),
            Unit::Count,
            y,
            None,
        ),
        layers,
        handle: None,
    }
}

fn bars(bars: Vec<(f64, f64, f64)>) -> Layer {
    Layer::Bars {
        id: "bars",
        name: both("counted", "计数"),
        bars,
        role: Role::Series(0),
    }
}

fn step(points: Vec<(f64, Option<f64>)>) -> Layer {
    Layer::Step {
        id: "step",
        name: both("offered", "到来"),
        points,
        role: Role::Series(1),
    }
}

fn polygons(scene: &Scene) -> Vec<&Vec<(f64, f64)>> {
    scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Polygon { points, .. } => Some(points),
            _ => None,
        })
        .collect()
}

#[test]
fn bars_stand_on_zero_and_reach_their_height() {
    let chart = spec(
        vec![bars(vec![
            (0.0, 1.0, 4.0),
            (1.0, 2.0, 0.0),
            (2.0, 4.0, 8.0),
        ])],
        Scale::Linear,
    );
    let scene = laid(&chart, Lang::En, 600.0, 300.0);
    assert_sound(&scene, "bars");
    let shapes = polygons(&scene);
    // The empty one is not drawn, and one series needs no legend.
    assert_eq!(shapes.len(), 2);
    let ys = |shape: &[(f64, f64)]| {
        let top = shape.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let foot = shape.iter().map(|p| p.1).fold(0.0, f64::max);
        (top, foot)
    };
    for (shape, height) in shapes.iter().zip([4.0, 8.0]) {
        let (top, foot) = ys(shape);
        assert!((foot - scene.y.to_px(0.0).unwrap()).abs() < 1e-9);
        assert!((top - scene.y.to_px(height).unwrap()).abs() < 1e-9);
    }
    // Even bars that all have the same height are shown from zero.
    let even = laid(
        &spec(
            vec![bars(vec![(0.0, 1.0, 7.0), (1.0, 2.0, 7.0)])],
            Scale::Linear,
        ),
        Lang::Zh,
        600.0,
        300.0,
    );
    assert_eq!(even.y.domain.0, 0.0);
}

#[test]
fn awkward_bars_and_steps_give_sound_scenes() {
    let awkward = [
        bars(Vec::new()),
        bars(vec![(1.0, 1.0, 5.0)]),
        bars(vec![(2.0, 1.0, 5.0)]),
        bars(vec![
            (0.0, 1.0, f64::NAN),
            (1.0, f64::INFINITY, 3.0),
            (2.0, 3.0, -4.0),
        ]),
        bars(
            (0..5_000)
                .map(|i| (f64::from(i), f64::from(i + 1), f64::from(i % 17)))
                .collect(),
        ),
        step(Vec::new()),
        step(vec![(1.0, Some(3.0))]),
        step(vec![
            (0.0, Some(1.0)),
            (1.0, None),
            (2.0, Some(f64::NAN)),
            (3.0, Some(2.0)),
        ]),
        step(
            (0..5_000)
                .map(|i| (f64::from(i), Some(f64::from(i % 13))))
                .collect(),
        ),
    ];
    for scale in [Scale::Linear, Scale::Log] {
        for layer in &awkward {
            for width in [320.0, 700.0, 1_400.0] {
                for lang in Lang::ALL {
                    let scene = laid(
                        &spec(vec![layer.clone()], scale.clone()),
                        lang,
                        width,
                        300.0,
                    );
                    assert_sound(&scene, &format!("{scale:?} {width} {layer:?}"));
                }
            }
        }
    }
}

#[test]
fn the_highest_of_bars_in_one_pixel_is_seen() {
    let mut many: Vec<(f64, f64, f64)> = (0..5_000)
        .map(|i| (f64::from(i), f64::from(i + 1), 1.0))
        .collect();
    many[2_345].2 = 100.0;
    let scene = laid(
        &spec(vec![bars(many)], Scale::Linear),
        Lang::En,
        500.0,
        300.0,
    );
    let shapes = polygons(&scene);
    assert!(shapes.len() <= 501, "{}", shapes.len());
    let top = scene.y.to_px(100.0).unwrap();
    assert!(
        shapes
            .iter()
            .any(|shape| shape.iter().any(|p| (p.1 - top).abs() < 1e-9))
    );
}

#[test]
fn a_step_has_treads_and_risers_and_no_slopes() {
    let points = vec![
        (0.0, Some(2.3)),
        (3.0, Some(6.1)),
        (5.0, None),
        (7.0, Some(1.3)),
        (9.0, Some(1.3)),
    ];
    let scene = laid(
        &spec(vec![step(points)], Scale::Linear),
        Lang::En,
        600.0,
        300.0,
    );
    let at = |x: f64, y: f64| (scene.x.to_px(x).unwrap(), scene.y.to_px(y).unwrap());
    let lines: Vec<&Vec<(f64, f64)>> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Path { points, .. }
                if points.contains(&at(0.0, 2.3)) || points.contains(&at(7.0, 1.3)) =>
            {
                Some(points)
            }
            _ => None,
        })
        .collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for line in &lines {
        for pair in line.windows(2) {
            assert!(pair[0].0 == pair[1].0 || pair[0].1 == pair[1].1, "{pair:?}");
        }
    }
    // The tread before the gap reaches to the gap.
    assert!(
        lines[0].contains(&at(3.0, 2.3))
            && lines[0].contains(&at(3.0, 6.1))
            && lines[0].contains(&at(5.0, 6.1))
    );
}

#[test]
fn bars_are_a_table_of_both_ends() {
    let chart = spec(
        vec![bars(vec![(0.0, 1.0, 4.0), (1.0, 2.0, 8.0)])],
        Scale::Linear,
    );
    let csv = table(&chart, &texts(Lang::En)).csv();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "name,time [s],retries a millisecond [count],\"time, to [s]\""
    );
    assert_eq!(lines[1], "counted,0,4,1");
    assert_eq!(lines[2], "counted,1,8,2");
}

#[test]
fn steps_that_share_their_xs_are_one_table() {
    let points = vec![(0.0, Some(2.0)), (3.0, Some(6.0)), (5.0, None)];
    let table = table(&spec(vec![step(points)], Scale::Linear), &texts(Lang::En));
    let row = |x: f64, y: Cell| vec![Cell::Number(x), y];
    assert_eq!(
        table.rows,
        [
            row(0.0, Cell::Number(2.0)),
            row(3.0, Cell::Number(6.0)),
            row(5.0, Cell::Empty)
        ]
    );
}
