//! Stretches of an axis, shaded across the plot.

use super::board::{Board, Depth, Px, Words, solid};
use super::frame::Frame;
use crate::chart::{Anchor, AxisId, Layer, Paint, Rect, Stroke};

/// The shaded rectangle inside the plot; `None` when nothing of it is shown.
fn rect(frame: &Frame, axis: AxisId, from: f64, to: f64) -> Option<Rect> {
    if !from.is_finite() || !to.is_finite() {
        return None;
    }
    let map = frame.axis(axis);
    let (lo, hi) = (from.min(to), from.max(to));
    if hi < map.domain.0 || lo > map.domain.1 {
        return None;
    }
    let (one, other) = (map.to_px_inside(lo), map.to_px_inside(hi));
    let (start, length) = (one.min(other), (one - other).abs());
    let plot = frame.plot;
    Some(match axis {
        AxisId::X => Rect {
            x: start,
            w: length,
            ..plot
        },
        AxisId::Y => Rect {
            y: start,
            h: length,
            ..plot
        },
    })
}

/// Shades a span.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, layer: &Layer) {
    let Layer::Span {
        axis,
        from,
        to,
        role,
        ..
    } = layer
    else {
        return;
    };
    let Some(area) = rect(frame, *axis, *from, *to) else {
        return;
    };
    board.fill(Depth::Fill, area.corners(), Paint::Role(*role), 0.1);
    for (start, end) in edges(&area, *axis) {
        board.path(
            Depth::Fill,
            vec![start, end],
            Stroke {
                opacity: 0.45,
                ..solid(Paint::Role(*role), 1.0)
            },
        );
    }
}

fn edges(area: &Rect, axis: AxisId) -> [(Px, Px); 2] {
    let (x, y, right, bottom) = (area.x, area.y, area.right(), area.bottom());
    match axis {
        AxisId::X => [((x, y), (x, bottom)), ((right, y), (right, bottom))],
        AxisId::Y => [((x, y), (right, y)), ((x, bottom), (right, bottom))],
    }
}

/// Writes the text of a span in it, when it fits.
pub(super) fn name(board: &mut Board<'_>, frame: &Frame, layer: &Layer) {
    let Layer::Span {
        name,
        axis,
        from,
        to,
        role,
        ..
    } = layer
    else {
        return;
    };
    let Some(area) = rect(frame, *axis, *from, *to) else {
        return;
    };
    let text = board.texts.label(name);
    let words = Words::new(text, board.fonts.label, Paint::Role(*role)).haloed();
    let middle = (area.x + area.w / 2.0, area.y + area.h / 2.0);
    let half = words.height() / 2.0 + 4.0;
    let candidates = [
        ((middle.0, area.y + half), Anchor::Middle),
        ((middle.0, area.bottom() - half), Anchor::Middle),
        ((area.right() - 6.0, area.y + half), Anchor::End),
        ((area.x + 6.0, area.y + half), Anchor::Start),
        (middle, Anchor::Middle),
        ((area.x + 6.0, middle.1), Anchor::Start),
    ];
    board.place(&words, &candidates, &area);
}
