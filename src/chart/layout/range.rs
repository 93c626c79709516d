//! What an axis shows: never empty, never infinite, never reversed.

use super::super::{Axis, AxisId, ChartSpec, Layer, Reach, Scale};
use crate::text::{Arg, Message};

/// Nothing beyond this is shown, so that differences stay finite.
const CAP: f64 = 1e300;

/// The nearest to zero that a logarithmic axis reaches.
const FLOOR: f64 = 1e-300;

/// Bounds nearer than this share of their size are one value to f64 arithmetic.
const SAME: f64 = 1e-14;

/// The shown numbers of both axes, lower then higher.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranges {
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
}

/// The ranges of a chart's axes; what had to be refused goes into `notes`.
pub(super) fn resolve(spec: &ChartSpec, notes: &mut Vec<Message>) -> Ranges {
    let x_values = values(spec, AxisId::X);
    let y_values = values(spec, AxisId::Y);
    Ranges {
        x: axis_range(&spec.x, &x_values, notes),
        y: loosened(&spec.y, axis_range(&spec.y, &y_values, notes), &y_values),
    }
}

/// The range of one axis: the one asked for, or that of the data.
pub(super) fn axis_range(axis: &Axis, values: &[f64], notes: &mut Vec<Message>) -> (f64, f64) {
    if let Some((one, other)) = axis.range {
        let (lo, hi) = (one.min(other), one.max(other));
        let is_usable = one.is_finite() && other.is_finite();
        if is_usable && (axis.scale != Scale::Log || lo > 0.0) {
            return opened(axis, lo, hi);
        }
        notes.push(
            Message::new("chart.note.range_refused").with("axis", Arg::Label(axis.label.clone())),
        );
    }
    let shown = values
        .iter()
        .copied()
        .filter(|value| value.is_finite() && (axis.scale != Scale::Log || *value > 0.0));
    let (lo, hi) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), value| {
        (lo.min(value), hi.max(value))
    });
    if lo > hi {
        notes.push(Message::new("chart.note.no_data").with("axis", Arg::Label(axis.label.clone())));
        return if axis.scale == Scale::Log {
            (1.0, 10.0)
        } else {
            (0.0, 1.0)
        };
    }
    opened(axis, lo, hi)
}

/// Bounds capped, and moved apart where they are one value.
fn opened(axis: &Axis, lo: f64, hi: f64) -> (f64, f64) {
    if axis.scale == Scale::Log {
        let (lo, hi) = (lo.clamp(FLOOR, CAP), hi.clamp(FLOOR, CAP));
        return if hi / lo - 1.0 > SAME {
            (lo, hi)
        } else {
            (lo / 10.0, hi * 10.0)
        };
    }
    let (lo, hi) = (lo.clamp(-CAP, CAP), hi.clamp(-CAP, CAP));
    let size = lo.abs().max(hi.abs());
    if hi - lo > SAME * size {
        return (lo, hi);
    }
    let pad = match axis.scale {
        Scale::Time(_) => 1800.0,
        _ if size == 0.0 => 1.0,
        _ => size / 2.0,
    };
    ((lo + hi) / 2.0 - pad, (lo + hi) / 2.0 + pad)
}

/// A vertical range taken from data, with air above and zero below where zero is near.
fn loosened(axis: &Axis, (lo, hi): (f64, f64), values: &[f64]) -> (f64, f64) {
    let is_padded = !values.contains(&lo);
    if axis.range.is_some() || axis.scale != Scale::Linear || is_padded {
        return (lo, hi);
    }
    let air = (hi - lo) * 0.06;
    let bottom = if lo >= 0.0 && lo <= 0.5 * hi {
        0.0
    } else {
        lo - air
    };
    let is_share = axis.unit == crate::text::Unit::Ratio && hi <= 1.0;
    let top = if is_share {
        (hi + air).min(1.0)
    } else {
        hi + air
    };
    (bottom, top)
}

/// Every number that a chart has on one axis.
fn values(spec: &ChartSpec, id: AxisId) -> Vec<f64> {
    let is_x = id == AxisId::X;
    let pick = |x: f64, y: f64| if is_x { x } else { y };
    let mut found = Vec::new();
    for layer in &spec.layers {
        match layer {
            Layer::Line { points, .. } | Layer::Step { points, .. } => {
                found.extend(points.iter().filter_map(|(x, y)| y.map(|y| pick(*x, y))))
            }
            Layer::Bars { bars, .. } => {
                for (from, to, height) in bars {
                    found.extend(if is_x { [*from, *to] } else { [0.0, *height] });
                }
            }
            Layer::Band { points, .. } => {
                for (x, low, high) in points {
                    found.push(pick(*x, *low));
                    found.push(pick(*x, *high));
                }
            }
            Layer::Points { marks, .. } => {
                found.extend(marks.iter().map(|mark| pick(mark.x, mark.y)));
            }
            Layer::Rule {
                axis, at, reach, ..
            } => {
                if *axis == id && *reach == Reach::Across {
                    found.push(*at);
                }
            }
            Layer::Span { axis, from, to, .. } => {
                if *axis == id {
                    found.extend([*from, *to]);
                }
            }
            Layer::Plane {
                contours, arrows, ..
            } => {
                for contour in contours {
                    found.extend(contour.points.iter().map(|(x, y)| pick(*x, *y)));
                }
                for arrow in arrows {
                    found.push(pick(arrow.from.0, arrow.from.1));
                    found.push(pick(arrow.to.0, arrow.to.1));
                }
            }
            Layer::Lanes { spans, events, .. } if is_x => {
                found.extend(spans.iter().flat_map(|span| [span.from_s, span.to_s]));
                found.extend(events.iter().flat_map(|event| [event.from_s, event.to_s]));
            }
            Layer::Lanes { .. } | Layer::Grid { .. } | Layer::Blocks { .. } => {}
        }
    }
    found.extend(
        spec.handle
            .iter()
            .map(|handle| pick(handle.at.0, handle.at.1)),
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Label, Unit};

    fn axis(scale: Scale, range: Option<(f64, f64)>) -> Axis {
        Axis::new(Label::plain("value"), Unit::One, scale).over(range)
    }

    fn resolved(scale: Scale, range: Option<(f64, f64)>, values: &[f64]) -> (f64, f64) {
        let (lo, hi) = axis_range(&axis(scale, range), values, &mut Vec::new());
        assert!(lo.is_finite() && hi.is_finite() && lo < hi, "{lo} {hi}");
        (lo, hi)
    }

    #[test]
    fn one_value_is_in_the_middle() {
        assert_eq!(resolved(Scale::Linear, None, &[20.0]), (10.0, 30.0));
        assert_eq!(resolved(Scale::Linear, None, &[0.0, 0.0]), (-1.0, 1.0));
        assert_eq!(resolved(Scale::Log, None, &[100.0]), (10.0, 1000.0));
        assert_eq!(resolved(Scale::Linear, Some((7.0, 7.0)), &[]), (3.5, 10.5));
    }

    #[test]
    fn a_reversed_range_is_turned() {
        assert_eq!(resolved(Scale::Linear, Some((15.0, 0.0)), &[]), (0.0, 15.0));
    }

    #[test]
    fn an_infinite_range_is_refused_with_a_note() {
        let mut notes = Vec::new();
        let asked = axis(Scale::Linear, Some((0.0, f64::INFINITY)));
        let range = axis_range(&asked, &[1.0, f64::INFINITY, f64::NAN, 5.0], &mut notes);
        assert_eq!(range, (1.0, 5.0));
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn nothing_at_all_still_has_a_range() {
        resolved(Scale::Linear, None, &[]);
        resolved(Scale::Log, None, &[0.0, -3.0, f64::NAN]);
        resolved(Scale::Time(Vec::new()), None, &[1.0e9]);
    }

    #[test]
    fn extremes_of_f64_are_survived() {
        resolved(Scale::Linear, None, &[-f64::MAX, f64::MAX]);
        resolved(Scale::Log, None, &[f64::MIN_POSITIVE, f64::MAX]);
        resolved(Scale::Log, None, &[5e-324]);
        resolved(Scale::Log, None, &[f64::MAX]);
        // Two neighbours in f64 are one value; two small numbers are not.
        let (lo, hi) = resolved(Scale::Linear, None, &[1.0, 1.0 + f64::EPSILON]);
        assert!(lo < 0.6 && hi > 1.4);
        assert_eq!(
            resolved(Scale::Linear, None, &[1e-17, 2e-17]),
            (1e-17, 2e-17)
        );
    }

    #[test]
    fn a_log_axis_spans_the_positive_values() {
        // Chart.js #3092: -2062, 0.0062, 46173.
        assert_eq!(
            resolved(Scale::Log, None, &[-2062.0, 0.0062, 46173.0]),
            (0.0062, 46173.0)
        );
        assert_eq!(
            resolved(Scale::Log, None, &[0.0, 1.0, 10.0, 100.0]),
            (1.0, 100.0)
        );
    }
}
