//! Cutting lines and shapes at a rectangle.

use super::board::Px;
use crate::chart::Rect;

/// The part of a segment inside `rect`, as shares of its way (Liang and Barsky 1984).
fn inside(from: Px, to: Px, rect: &Rect) -> Option<(f64, f64)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let mut enter = 0.0_f64;
    let mut leave = 1.0_f64;
    let sides = [
        (-dx, from.0 - rect.x),
        (dx, rect.right() - from.0),
        (-dy, from.1 - rect.y),
        (dy, rect.bottom() - from.1),
    ];
    for (towards, room) in sides {
        if towards == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if towards < 0.0 {
            enter = enter.max(room / towards);
        } else {
            leave = leave.min(room / towards);
        }
    }
    (enter <= leave).then_some((enter, leave))
}

fn along(from: Px, to: Px, share: f64) -> Px {
    (
        from.0 + share * (to.0 - from.0),
        from.1 + share * (to.1 - from.1),
    )
}

fn held((x, y): Px, rect: &Rect) -> Px {
    (
        x.min(rect.right()).max(rect.x),
        y.min(rect.bottom()).max(rect.y),
    )
}

/// The part of a segment inside `rect`.
pub(super) fn segment(from: Px, to: Px, rect: &Rect) -> Option<(Px, Px)> {
    let (enter, leave) = inside(from, to, rect)?;
    // Far away a share is too coarse to end on the border.
    let along = |from, to, share| held(along(from, to, share), rect);
    let start = if enter > 0.0 {
        along(from, to, enter)
    } else {
        from
    };
    let end = if leave < 1.0 {
        along(from, to, leave)
    } else {
        to
    };
    Some((start, end))
}

/// How many pixels of a segment lie inside `rect`.
pub(super) fn length_inside(from: Px, to: Px, rect: &Rect) -> f64 {
    inside(from, to, rect).map_or(0.0, |(enter, leave)| (leave - enter) * distance(from, to))
}

/// The distance between two points.
pub(super) fn distance(one: Px, other: Px) -> f64 {
    let (dx, dy) = (one.0 - other.0, one.1 - other.1);
    (dx * dx + dy * dy).sqrt()
}

/// The pieces of a course that lie inside `rect`.
pub(super) fn polyline(points: &[Px], rect: &Rect) -> Vec<Vec<Px>> {
    let mut pieces: Vec<Vec<Px>> = Vec::new();
    let mut last_end: Option<Px> = None;
    for pair in points.windows(2) {
        let [from, to] = pair else { continue };
        let Some((start, end)) = segment(*from, *to, rect) else {
            last_end = None;
            continue;
        };
        match pieces.last_mut() {
            Some(piece) if last_end == Some(start) => piece.push(end),
            _ => pieces.push(vec![start, end]),
        }
        last_end = Some(end);
    }
    pieces
}

/// The part of a shape inside `rect` (Sutherland and Hodgman 1974).
pub(super) fn polygon(points: &[Px], rect: &Rect) -> Vec<Px> {
    let left = cut(points, |p| p.0 - rect.x);
    let right = cut(&left, |p| rect.right() - p.0);
    let top = cut(&right, |p| p.1 - rect.y);
    cut(&top, |p| rect.bottom() - p.1)
}

/// The part of a shape where `depth` is not negative.
fn cut(points: &[Px], depth: impl Fn(Px) -> f64) -> Vec<Px> {
    let mut kept = Vec::with_capacity(points.len() + 4);
    let Some(mut before) = points.last().copied() else {
        return kept;
    };
    for &point in points {
        let (was, is) = (depth(before), depth(point));
        if (was < 0.0) != (is < 0.0) {
            kept.push(along(before, point, was / (was - is)));
        }
        if is >= 0.0 {
            kept.push(point);
        }
        before = point;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Rect = Rect {
        x: 0.0,
        y: 0.0,
        w: 10.0,
        h: 10.0,
    };

    #[test]
    fn a_line_is_cut_where_it_leaves() {
        assert_eq!(
            segment((-5.0, 5.0), (15.0, 5.0), &SQUARE),
            Some(((0.0, 5.0), (10.0, 5.0)))
        );
        assert_eq!(segment((-5.0, 11.0), (15.0, 11.0), &SQUARE), None);
        assert!((length_inside((0.0, 0.0), (6.0, 8.0), &SQUARE) - 10.0).abs() < 1e-12);
    }

    #[test]
    fn a_course_that_leaves_and_returns_is_two_pieces() {
        let course = [(1.0, 5.0), (5.0, 15.0), (9.0, 5.0)];
        let pieces = polyline(&course, &SQUARE);
        assert_eq!(
            pieces,
            vec![vec![(1.0, 5.0), (3.0, 10.0)], vec![(7.0, 10.0), (9.0, 5.0)],]
        );
    }

    #[test]
    fn a_shape_is_cut_on_every_side() {
        let around = [(-5.0, -5.0), (15.0, -5.0), (15.0, 15.0), (-5.0, 15.0)];
        let mut corners = polygon(&around, &SQUARE);
        corners.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        corners.dedup();
        assert_eq!(
            corners,
            vec![(0.0, 0.0), (0.0, 10.0), (10.0, 0.0), (10.0, 10.0)]
        );
        assert!(polygon(&[(20.0, 20.0), (30.0, 20.0), (30.0, 30.0)], &SQUARE).is_empty());
    }
}
