//! What a chart says at a point: the axes' values there, and each line's.

use super::{AxisMap, ChartSpec, Layer, Scene};
use crate::text::{Texts, format};

/// The values at a point of the picture, in words: `MTTR 12 min · nines 3.6`.
///
/// Lines are read at the point's x, between neighbouring points as the line is drawn. `None` for a
/// chart without axes: events, squares and blocks speak for themselves.
#[must_use]
pub fn probe(spec: &ChartSpec, scene: &Scene, at: (f64, f64), texts: &Texts) -> Option<String> {
    if !spec.has_axes() {
        return None;
    }
    let x = scene.x.to_value(at.0);
    let named = |name: &str, value: f64, unit| {
        format!("{name} {}", format::quantity(value, unit, texts.lang()))
    };
    let mut words = vec![named(&texts.label(&spec.x.label), x, spec.x.unit)];
    let lines: Vec<String> = spec
        .layers
        .iter()
        .filter_map(|layer| match layer {
            Layer::Line { name, points, .. } => {
                let y = along(points, at.0, &scene.x, &scene.y)?;
                Some(named(&texts.label(name), y, spec.y.unit))
            }
            Layer::Step { name, points, .. } => {
                let y = held(points, x)?;
                Some(named(&texts.label(name), y, spec.y.unit))
            }
            Layer::Bars { name, bars, .. } => {
                let (.., height) = bars
                    .iter()
                    .find(|(from, to, _)| (*from..*to).contains(&x))?;
                Some(named(&texts.label(name), *height, spec.y.unit))
            }
            _ => None,
        })
        .collect();
    if lines.is_empty() {
        words.push(named(
            &texts.label(&spec.y.label),
            scene.y.to_value(at.1),
            spec.y.unit,
        ));
    }
    words.extend(lines);
    Some(words.join(" · "))
}

/// The value that holds at `x`: the last point's at or before it.
fn held(points: &[(f64, Option<f64>)], x: f64) -> Option<f64> {
    let (end, _) = points.last()?;
    let at = points.partition_point(|(from, _)| *from <= x);
    if x > *end {
        return None;
    }
    points.get(at.checked_sub(1)?)?.1
}

/// A line's value at the pixel `px`, read off between its neighbours as it is drawn.
fn along(points: &[(f64, Option<f64>)], px: f64, x: &AxisMap, y: &AxisMap) -> Option<f64> {
    points.windows(2).find_map(|pair| {
        let [(x0, Some(y0)), (x1, Some(y1))] = pair else {
            return None;
        };
        let (left, right) = (x.to_px(*x0)?, x.to_px(*x1)?);
        if !(left.min(right)..=left.max(right)).contains(&px) {
            return None;
        }
        let share = if right == left {
            0.0
        } else {
            (px - left) / (right - left)
        };
        let (low, high) = (y.to_px(*y0)?, y.to_px(*y1)?);
        Some(y.to_value(low + share * (high - low)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Axis, Role, Size, layout};
    use crate::text::{Label, Lang, Unit};

    fn line(points: Vec<(f64, Option<f64>)>) -> ChartSpec {
        let axis = |name: &str| Axis::linear(Label::plain(name), Unit::One).over((0.0, 10.0));
        ChartSpec {
            id: "line",
            title: Label::plain("line"),
            x: axis("x"),
            y: axis("y"),
            layers: vec![Layer::Line {
                id: "l",
                name: Label::plain("height"),
                points,
                role: Role::Series(0),
            }],
            handle: None,
        }
    }

    #[test]
    fn a_step_keeps_its_value_and_a_bar_has_one_height() {
        let texts = Texts::new(Lang::En);
        let size = Size {
            width: 600.0,
            height: 300.0,
        };
        let mut spec = line(Vec::new());
        spec.layers = vec![
            Layer::Step {
                id: "s",
                name: Label::plain("step"),
                points: vec![(0.0, Some(3.0)), (5.0, Some(7.0)), (8.0, Some(7.0))],
                role: Role::Series(0),
            },
            Layer::Bars {
                id: "b",
                name: Label::plain("bar"),
                bars: vec![(0.0, 2.5, 1.0), (2.5, 5.5, 9.0)],
                role: Role::Series(1),
            },
        ];
        let scene = layout(&spec, &texts, size);
        let said = |x: f64| {
            let at = (scene.x.to_px(x).unwrap(), 100.0);
            probe(&spec, &scene, at, &texts).unwrap()
        };
        assert_eq!(said(4.5), "x 4.5 · step 3 · bar 9");
        assert_eq!(said(6.0), "x 6 · step 7");
        assert!(!said(9.0).contains("step"), "{}", said(9.0));
    }

    #[test]
    fn a_line_is_read_between_its_points_and_not_across_a_gap() {
        let spec = line(vec![
            (0.0, Some(0.0)),
            (5.0, Some(10.0)),
            (6.0, None),
            (10.0, Some(1.0)),
        ]);
        let texts = Texts::new(Lang::En);
        let scene = layout(
            &spec,
            &texts,
            Size {
                width: 600.0,
                height: 300.0,
            },
        );
        let at = |x: f64| (scene.x.to_px(x).unwrap(), 100.0);
        assert_eq!(
            probe(&spec, &scene, at(2.0), &texts).as_deref(),
            Some("x 2 · height 4")
        );
        let gap = probe(&spec, &scene, at(8.0), &texts).unwrap();
        assert!(!gap.contains("height"), "{gap}");
    }
}
