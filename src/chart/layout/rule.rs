//! Lines at one value, from side to side.

use super::board::{Board, Depth, Px, Words, pen};
use super::frame::Frame;
use crate::chart::{Anchor, AxisId, Layer, Paint, Reach};

/// A rule's ends in pixels.
fn ends(frame: &Frame, axis: AxisId, at: f64) -> Option<(Px, Px)> {
    let plot = frame.plot;
    let px = frame.axis(axis).to_px(at)?;
    let (from, to) = match axis {
        AxisId::X => ((px, plot.bottom()), (px, plot.y)),
        AxisId::Y => ((plot.x, px), (plot.right(), px)),
    };
    // A rule on the border is inside, whatever the last bit says.
    let is_shown = plot.grown(0.5).holds(from) && plot.grown(0.5).holds(to);
    is_shown.then_some((from, to))
}

/// Draws the line of a rule that reaches across.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, layer: &Layer) {
    if let Layer::Rule {
        axis,
        at,
        reach: Reach::Across,
        role,
        ..
    } = layer
        && let Some((from, to)) = ends(frame, *axis, *at)
    {
        board.avoid(&[from, to], 1.5);
        board.path(Depth::Line, vec![from, to], pen(*role, 1.5));
    }
}

/// Writes the text of a rule that reaches across beside its end.
pub(super) fn name(board: &mut Board<'_>, frame: &Frame, layer: &Layer) {
    let Layer::Rule {
        name,
        axis,
        at,
        reach: Reach::Across,
        role,
        ..
    } = layer
    else {
        return;
    };
    let Some((from, to)) = ends(frame, *axis, *at) else {
        return;
    };
    let text = board.texts.label(name);
    let words = Words::new(text, board.fonts.label, Paint::Role(*role)).haloed();
    let clear = words.height() / 2.0 + 3.0;
    let candidates = match axis {
        AxisId::Y => beside_horizontal(from, to, clear),
        AxisId::X => beside_vertical(from, to, words.height()),
    };
    board.place(&words, &candidates, &frame.plot);
}

fn beside_horizontal(from: Px, to: Px, clear: f64) -> Vec<(Px, Anchor)> {
    let y = from.1;
    let middle = f64::midpoint(from.0, to.0);
    let mut places = Vec::new();
    for (x, anchor) in [
        (to.0 - 6.0, Anchor::End),
        (from.0 + 6.0, Anchor::Start),
        (middle, Anchor::Middle),
    ] {
        places.push(((x, y - clear), anchor));
        places.push(((x, y + clear), anchor));
    }
    places
}

fn beside_vertical(from: Px, to: Px, height: f64) -> Vec<(Px, Anchor)> {
    let x = from.0;
    (0..6_u8)
        .map(|row| to.1 + height * (0.7 + 1.3 * f64::from(row)))
        .take_while(|y| *y < from.1 - height * 0.6)
        .flat_map(|y| [((x + 6.0, y), Anchor::Start), ((x - 6.0, y), Anchor::End)])
        .collect()
}
