//! Phases of a timeline: stretches of its axis, shaded in turn, with their names in a strip above the rows.

use super::axes;
use super::board::{Board, Depth, Words, solid};
use super::frame::Frame;
use crate::chart::{Anchor, AxisId, Layer, Paint, Rect, Role, Stroke, measure};
use crate::text::Label;

/// Less width than this tells nothing of a name.
const LEAST_NAME: f64 = 34.0;

/// The phases among the layers: name, start, end.
fn phases(layers: &[Layer]) -> impl Iterator<Item = (&Label, f64, f64)> {
    layers.iter().filter_map(|layer| match layer {
        Layer::Span {
            name,
            axis: AxisId::X,
            from,
            to,
            ..
        } if from.is_finite() && to.is_finite() => Some((name, *from, *to)),
        _ => None,
    })
}

/// The height of the strip; none without phases.
pub(super) fn height(board: &Board<'_>, layers: &[Layer]) -> f64 {
    if phases(layers).next().is_some() {
        measure::height(board.fonts.tick) + 6.0
    } else {
        0.0
    }
}

/// Shades the phases and writes their names.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, layers: &[Layer], strip: f64) {
    let (lo, hi) = frame.x.domain;
    for (index, (name, from, to)) in phases(layers).enumerate() {
        if to < lo || from > hi {
            continue;
        }
        let (start, end) = (frame.x.to_px_inside(from), frame.x.to_px_inside(to));
        if index % 2 == 0 {
            let area = Rect {
                x: start,
                w: end - start,
                ..frame.plot
            };
            board.fill(Depth::Fill, area.corners(), Paint::Role(Role::Quiet), 0.09);
        }
        if from >= lo {
            let edge = vec![(start, frame.plot.y), (start, frame.plot.bottom())];
            let thin = Stroke {
                opacity: 0.4,
                ..solid(Paint::Role(Role::Quiet), 1.0)
            };
            board.path(Depth::Grid, edge, thin);
        }
        let room = end - start - 8.0;
        if room >= LEAST_NAME {
            let text = board.texts.label(name);
            let words = Words::new(text, board.fonts.tick, Paint::Soft);
            let at = (start + 5.0, frame.plot.y + strip / 2.0);
            board.try_write(&axes::fitted(&words, room), at, Anchor::Start);
        }
    }
}
