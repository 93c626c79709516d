//! Moves between points of the plane.

use super::board::{Board, Depth, Px, Words, solid};
use super::clip;
use super::frame::Frame;
use super::handle;
use crate::chart::{Anchor, Arrow, ChartSpec, Layer, Paint, Rect};

const HEAD_LENGTH: f64 = 11.0;
const HEAD_HALF: f64 = 5.0;

/// A shorter shaft is no arrow.
const SHORTEST: f64 = 6.0;

/// An arrow in pixels.
struct Shaft {
    from: Px,
    to: Px,
    /// Whether it ends where it says; otherwise it leaves the plot.
    is_whole: bool,
}

fn all(spec: &ChartSpec) -> impl Iterator<Item = &Arrow> {
    spec.layers.iter().flat_map(|layer| match layer {
        Layer::Plane { arrows, .. } => arrows.as_slice(),
        _ => &[],
    })
}

/// The part of an arrow that is shown, clear of the handle.
fn shaft(frame: &Frame, spec: &ChartSpec, arrow: &Arrow) -> Option<Shaft> {
    let from = frame.at(arrow.from.0, arrow.from.1)?;
    let to = frame.at(arrow.to.0, arrow.to.1)?;
    let is_from_handle = spec
        .handle
        .as_ref()
        .is_some_and(|handle| handle.at == arrow.from);
    let length = clip::distance(from, to);
    let clear = if is_from_handle {
        handle::RING + 3.0
    } else {
        0.0
    };
    if length <= clear + SHORTEST {
        return None;
    }
    let share = clear / length;
    let start = (
        from.0 + share * (to.0 - from.0),
        from.1 + share * (to.1 - from.1),
    );
    let (from, end) = clip::segment(start, to, &frame.plot)?;
    (clip::distance(from, end) >= SHORTEST).then_some(Shaft {
        from,
        to: end,
        is_whole: clip::distance(end, to) < 0.5,
    })
}

/// Draws the arrows; one that leaves the plot has no head.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, spec: &ChartSpec) {
    for arrow in all(spec) {
        let Some(Shaft { from, to, is_whole }) = shaft(frame, spec, arrow) else {
            continue;
        };
        let paint = Paint::Role(arrow.role);
        let length = clip::distance(from, to);
        let unit = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let head = HEAD_LENGTH.min(length * 0.6);
        let neck = (to.0 - head * unit.0, to.1 - head * unit.1);
        let end = if is_whole { neck } else { to };
        board.path(Depth::Mark, vec![from, end], solid(paint, 2.2));
        board.avoid(&[from, to], 6.0);
        if is_whole {
            let side = (-unit.1 * HEAD_HALF, unit.0 * HEAD_HALF);
            let corners = vec![
                to,
                (neck.0 + side.0, neck.1 + side.1),
                (neck.0 - side.0, neck.1 - side.1),
            ];
            board.fill(Depth::Mark, corners, paint, 1.0);
            board.block(Rect {
                x: to.0.min(neck.0) - 2.0,
                y: to.1.min(neck.1) - 2.0,
                w: (to.0 - neck.0).abs() + 4.0,
                h: (to.1 - neck.1).abs() + 4.0,
            });
        }
    }
}

/// Writes the texts of the arrows beside their shafts.
pub(super) fn name(board: &mut Board<'_>, frame: &Frame, spec: &ChartSpec) {
    for arrow in all(spec) {
        let Some(shaft) = shaft(frame, spec, arrow) else {
            continue;
        };
        let text = board.texts.label(&arrow.label);
        let words = Words::new(text, board.fonts.label, Paint::Role(arrow.role))
            .bold()
            .haloed();
        let candidates = places(&shaft, words.height());
        // Beside the plot is as good as in it, where no line is named.
        let area = Rect {
            w: board.size.width - frame.plot.x - 2.0,
            ..frame.plot
        };
        board.place(&words, &candidates, &area);
    }
}

fn places(shaft: &Shaft, height: f64) -> Vec<(Px, Anchor)> {
    let (from, to) = (shaft.from, shaft.to);
    let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
    let clear = height / 2.0 + HEAD_HALF + 2.0;
    if (to.0 - from.0).abs() >= (to.1 - from.1).abs() {
        let mut places = Vec::new();
        for (x, anchor) in [
            (middle.0, Anchor::Middle),
            (from.0.min(to.0), Anchor::Start),
            (from.0.max(to.0), Anchor::End),
        ] {
            places.push(((x, middle.1 - clear), anchor));
            places.push(((x, middle.1 + clear), anchor));
        }
        places.push(((from.0.max(to.0) + 8.0, middle.1), Anchor::Start));
        places.push(((from.0.min(to.0) - 8.0, middle.1), Anchor::End));
        let above_ring = height / 2.0 + handle::RING + 4.0;
        for away in [
            -above_ring,
            above_ring,
            -above_ring - height,
            above_ring + height,
        ] {
            for (x, anchor) in [(middle.0, Anchor::Middle), (to.0, Anchor::End)] {
                places.push(((x, middle.1 + away), anchor));
            }
        }
        places
    } else {
        let mut places = Vec::new();
        for y in [middle.1, to.1, from.1] {
            places.push(((middle.0 + HEAD_HALF + 5.0, y), Anchor::Start));
            places.push(((middle.0 - HEAD_HALF - 5.0, y), Anchor::End));
        }
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        places.push(((middle.0, bottom + height * 0.5 + 5.0), Anchor::Middle));
        places.push(((middle.0, top - height * 0.5 - 5.0), Anchor::Middle));
        places
    }
}
