//! Charts laid out: sound at every size, in both languages, whatever the numbers.

use outage_lab::chart::{
    ChartSpec, HitKind, Item, Layer, Rect, Scale, Scene, Size, layout, preferred_height,
};
use outage_lab::text::Lang;

use crate::chart_specs::{self, HOUR, MTTF, MTTR, curves, plane, texts, timeline};

/// Lays a chart out.
pub(crate) fn laid(spec: &ChartSpec, lang: Lang, width: f64, height: f64) -> Scene {
    layout(spec, &texts(lang), Size { width, height })
}

fn numbers(item: &Item) -> Vec<f64> {
    let flat = |points: &[(f64, f64)]| points.iter().flat_map(|(x, y)| [*x, *y]).collect();
    match item {
        Item::Path { points, .. } | Item::Polygon { points, .. } => flat(points),
        Item::Circle { at, radius, .. } => vec![at.0, at.1, *radius],
        Item::Text { at, size, .. } => vec![at.0, at.1, *size],
    }
}

/// Everything finite, every text inside the scene and readable, no two texts on each other.
pub(crate) fn assert_sound(scene: &Scene, what: &str) {
    for item in &scene.items {
        assert!(
            numbers(item).iter().all(|n| n.is_finite()),
            "{what}: {item:?}"
        );
        if let Item::Text { text, size, .. } = item {
            assert!(*size >= 11.0, "{what}: {text} is too small");
            assert!(!text.contains('⟦'), "{what}: no words for {text}");
        }
    }
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        w: scene.width,
        h: scene.height,
    };
    for (index, label) in scene.labels.iter().enumerate() {
        assert!(
            whole.contains(&label.rect),
            "{what}: {label:?} leaves the scene"
        );
        for other in scene.labels.iter().skip(index + 1) {
            let depth = label.rect.overlap(&other.rect);
            assert!(
                depth <= 1.0,
                "{what}: {:?} on {:?} by {depth}",
                label.text,
                other.text
            );
        }
    }
}

fn has_label(scene: &Scene, text: &str) -> bool {
    scene.labels.iter().any(|label| label.text == text)
}

#[test]
fn the_plane_is_sound_wherever_its_handle_is() {
    let along = |(lo, hi): (f64, f64)| [lo, lo * 3.0, (lo * hi).sqrt(), hi / 3.0, hi];
    for (width, height) in [
        (300.0, 240.0),
        (326.0, 300.0),
        (640.0, 480.0),
        (1000.0, 600.0),
        (1400.0, 900.0),
    ] {
        for lang in Lang::ALL {
            for mttf_s in along(MTTF) {
                for mttr_s in along(MTTR) {
                    let scene = laid(&plane(mttf_s, mttr_s), lang, width, height);
                    let what = format!("{width}×{height} {} {mttf_s} {mttr_s}", lang.code());
                    assert_sound(&scene, &what);
                    assert_eq!(scene.hits.len(), 1, "{what}");
                }
            }
        }
    }
}

#[test]
fn the_plane_names_its_lines_moves_and_outages() {
    for (width, height) in [(326.0, 300.0), (640.0, 480.0), (1000.0, 600.0)] {
        let scene = laid(&plane(10_000.0 * HOUR, HOUR), Lang::En, width, height);
        for text in [
            "90%",
            "99%",
            "99.9%",
            "99.99%",
            "99.999%",
            "99.9999%",
            "7 nines",
            "8 nines",
            "MTTF × 10",
            "MTTR ÷ 10",
            "Facebook 2010",
            "DynamoDB 2025",
            "AWS 2025",
        ] {
            assert!(has_label(&scene, text), "{width}×{height}: {text}");
        }
    }
}

#[test]
fn names_of_lines_stay_while_the_handle_moves() {
    let named = |scene: &Scene| -> Vec<_> {
        let is_line = |text: &str| text.ends_with('%') || text.ends_with("nines");
        scene
            .labels
            .iter()
            .filter(|label| is_line(&label.text))
            .cloned()
            .collect()
    };
    let one = laid(&plane(MTTF.0, MTTR.0), Lang::En, 640.0, 480.0);
    let other = laid(&plane(MTTF.1, MTTR.1), Lang::En, 640.0, 480.0);
    assert_eq!(named(&one).len(), 8);
    assert_eq!(named(&one), named(&other));
}

#[test]
fn the_handle_is_where_its_numbers_are() {
    let scene = laid(&plane(10_000.0 * HOUR, HOUR), Lang::En, 640.0, 480.0);
    let hit = &scene.hits[0];
    assert_eq!(hit.kind, HitKind::Handle);
    let middle = (hit.rect.x + hit.rect.w / 2.0, hit.rect.y + hit.rect.h / 2.0);
    assert!((scene.x.to_value(middle.0) / (10_000.0 * HOUR) - 1.0).abs() < 1e-9);
    assert!((scene.y.to_value(middle.1) / HOUR - 1.0).abs() < 1e-9);
    // Of six decades of MTTF, 10,000 h is the fourth.
    let share = (middle.0 - scene.plot.x) / scene.plot.w;
    assert!((share - 4.0 / 6.0).abs() < 1e-9, "{share}");
}

#[test]
fn a_handle_beyond_the_axes_is_noted_and_can_be_dragged_back() {
    let scene = laid(&plane(1e9 * HOUR, HOUR), Lang::En, 640.0, 480.0);
    assert_sound(&scene, "beyond");
    assert_eq!(scene.hits.len(), 1);
    assert!(
        scene
            .notes
            .iter()
            .any(|note| note.key == "chart.note.handle_off_scale")
    );
}

#[test]
fn the_timeline_is_sound_at_every_width() {
    for lang in Lang::ALL {
        for width in [300.0, 360.0, 520.0, 700.0, 1100.0, 1400.0] {
            let spec = timeline();
            let height = preferred_height(&spec, width);
            for height in [240.0, height, 900.0] {
                let scene = laid(&spec, lang, width, height);
                assert_sound(&scene, &format!("{width}×{height} {}", lang.code()));
            }
        }
    }
}

#[test]
fn every_event_can_be_hit() {
    for width in [360.0, 1100.0] {
        let spec = timeline();
        let scene = laid(&spec, Lang::En, width, preferred_height(&spec, width));
        let events: Vec<_> = scene
            .hits
            .iter()
            .filter(|hit| hit.kind == HitKind::Event)
            .collect();
        assert_eq!(events.len(), 9);
        assert_eq!(scene.hits.len(), 9 + 10);
        for (index, hit) in events.iter().enumerate() {
            assert!(hit.rect.w >= 16.0 && hit.rect.h >= 16.0, "{hit:?}");
            for other in events.iter().skip(index + 1) {
                assert!(hit.rect.overlap(&other.rect) < 1.0, "{hit:?} {other:?}");
            }
        }
        for span in scene.hits.iter().filter(|hit| hit.kind == HitKind::Span) {
            assert!(span.rect.w >= 24.0 && span.rect.h >= 24.0, "{span:?}");
        }
    }
}

#[test]
fn no_ring_covers_a_text() {
    for width in [360.0, 700.0, 1100.0] {
        let spec = timeline();
        let scene = laid(&spec, Lang::En, width, preferred_height(&spec, width));
        for item in &scene.items {
            let Item::Circle { at, radius, .. } = item else {
                continue;
            };
            let ring = Rect {
                x: at.0 - radius,
                y: at.1 - radius,
                w: 2.0 * radius,
                h: 2.0 * radius,
            };
            for label in &scene.labels {
                assert!(
                    label.rect.overlap(&ring) == 0.0,
                    "{width}: ring on {:?}",
                    label.text
                );
            }
        }
    }
}

#[test]
fn the_clocks_of_the_timeline_agree() {
    let scene = laid(&timeline(), Lang::En, 1100.0, 400.0);
    let middle_of = |text: &str, is_above: bool| {
        scene.labels.iter().find_map(|label| {
            let is_there = (label.rect.y < scene.plot.y) == is_above;
            (label.text == text && is_there).then_some(label.rect.x + label.rect.w / 2.0)
        })
    };
    // Pacific daylight time is seven hours behind UTC.
    let local = middle_of("02:00", true).expect("a local tick");
    let utc = middle_of("09:00", false).expect("a tick of UTC");
    assert!((local - utc).abs() < 0.5);
    assert!(has_label(&scene, "PDT") && has_label(&scene, "UTC"));
    assert!(
        scene
            .labels
            .iter()
            .any(|label| label.text.starts_with("20 Oct"))
    );
}

#[test]
fn curves_are_sound_and_named() {
    for lang in Lang::ALL {
        for (width, height) in [(300.0, 240.0), (480.0, 300.0), (900.0, 420.0)] {
            let scene = laid(&curves(), lang, width, height);
            assert_sound(&scene, &format!("{width}×{height} {}", lang.code()));
        }
    }
    let scene = laid(&curves(), Lang::En, 640.0, 400.0);
    for text in [
        "mean",
        "99th percentile",
        "measured",
        "target 1 s",
        "today",
        "little headroom",
    ] {
        assert!(has_label(&scene, text), "{text}");
    }
    // 4.605 / 20 / (1 − load) passes 2 s at a load of 0.885, before the last point at 0.96.
    let off = scene
        .notes
        .iter()
        .find(|note| note.key == "chart.note.goes_on");
    assert!(off.is_some(), "{:?}", scene.notes);
}

#[test]
fn one_point_is_in_the_middle() {
    for (scale, value) in [
        (Scale::Linear, 20.0),
        (Scale::Log, 20.0),
        (Scale::Linear, 0.0),
    ] {
        let spec = chart_specs::line(scale.clone(), scale, None, vec![(value, Some(value))]);
        let scene = laid(&spec, Lang::En, 400.0, 300.0);
        assert_sound(&scene, "one point");
        let dot = scene.items.iter().find_map(|item| match item {
            Item::Circle { at, .. } => Some(*at),
            _ => None,
        });
        let (x, y) = dot.expect("the point is drawn");
        assert!((x - scene.plot.x - scene.plot.w / 2.0).abs() < 1e-6);
        assert!((y - scene.plot.y - scene.plot.h / 2.0).abs() < 1e-6);
    }
}

#[test]
fn awkward_numbers_give_sound_scenes() {
    let inf = f64::INFINITY;
    let samples: [&[Option<f64>]; 9] = [
        &[],
        &[None, None],
        &[Some(f64::NAN), Some(inf), Some(-inf)],
        &[Some(350.0), Some(350.0)],
        &[Some(1.0), Some(1.0 + f64::EPSILON)],
        &[Some(1e-17), Some(2e-17)],
        &[Some(f64::MAX), Some(-f64::MAX)],
        &[Some(5e-324), Some(1.0)],
        &[Some(0.0), Some(-2062.0), Some(0.0062), Some(46173.0)],
    ];
    let ranges = [
        None,
        Some((0.0, inf)),
        Some((f64::NAN, 1.0)),
        Some((15.0, 0.0)),
        Some((7.0, 7.0)),
        Some((-1.0, 10.0)),
    ];
    for sample in samples {
        for range in ranges {
            for scale in [Scale::Linear, Scale::Log, Scale::Time(Vec::new())] {
                let points = sample
                    .iter()
                    .zip(0..)
                    .map(|(y, x)| (f64::from(x), *y))
                    .collect();
                let what = format!("{sample:?} {range:?} {scale:?}");
                let spec = chart_specs::line(Scale::Linear, scale.clone(), range, points);
                assert_sound(&laid(&spec, Lang::En, 400.0, 300.0), &what);
                let mut turned = spec.clone();
                std::mem::swap(&mut turned.x, &mut turned.y);
                let swapped = sample.iter().map(|x| (x.unwrap_or(f64::NAN), Some(1.0)));
                if let Layer::Line { points, .. } = &mut turned.layers[0] {
                    *points = swapped.collect();
                }
                assert_sound(&laid(&turned, Lang::En, 400.0, 300.0), &what);
            }
        }
    }
    for (width, height) in [(0.0, 0.0), (f64::NAN, inf), (1e9, -5.0)] {
        let scene = laid(&curves(), Lang::En, width, height);
        assert!(scene.width.is_finite() && scene.height.is_finite());
    }
}

#[test]
fn zero_is_left_out_of_a_log_axis_with_a_note() {
    let points = vec![
        (1.0, Some(0.0)),
        (2.0, Some(1.0)),
        (3.0, Some(10.0)),
        (4.0, Some(100.0)),
    ];
    let spec = chart_specs::line(Scale::Linear, Scale::Log, None, points);
    let scene = laid(&spec, Lang::En, 400.0, 300.0);
    assert_eq!(scene.y.domain, (1.0, 100.0));
    assert!(!has_label(&scene, "0"));
    assert!(
        scene
            .notes
            .iter()
            .any(|note| note.key == "chart.note.not_positive")
    );
    let longest = scene.items.iter().filter_map(|item| match item {
        Item::Path { points, .. } => Some(points.len()),
        _ => None,
    });
    assert_eq!(
        longest.max(),
        Some(3),
        "three of the four points are on the line"
    );
}

#[test]
fn gaps_stay_gaps() {
    let points = (0..10)
        .map(|x| (f64::from(x), (x != 4).then_some(f64::from(x))))
        .collect();
    let spec = chart_specs::line(Scale::Linear, Scale::Linear, None, points);
    let scene = laid(&spec, Lang::En, 400.0, 300.0);
    let lengths: Vec<usize> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Path { points, stroke } if stroke.width == 2.0 => Some(points.len()),
            _ => None,
        })
        .collect();
    assert_eq!(lengths, [4, 5]);
}

#[test]
fn a_dense_line_is_thinned() {
    let points = (0..200_000)
        .map(|x| (f64::from(x), Some(f64::from(x % 97))))
        .collect();
    let spec = chart_specs::line(Scale::Linear, Scale::Linear, None, points);
    let scene = laid(&spec, Lang::En, 400.0, 300.0);
    let drawn: usize = scene.items.iter().map(|item| numbers(item).len() / 2).sum();
    assert!(drawn < 4 * 400 + 200, "{drawn}");
}
