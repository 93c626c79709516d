//! Lines of equal value, named at their ends in the margin, where no line passes.

use super::board::{Board, Depth, Px, Words};
use super::clip;
use super::frame::Frame;
use super::handle;
use super::points::around;
use crate::chart::{
    Anchor, ChartSpec, Contour, Dash, Layer, Paint, Rect, Role, Stroke, Weight, measure,
};

/// Free pixels between the plot and the names beside it, so that a handle on the edge covers none.
pub(super) const BESIDE: f64 = handle::RING + 1.0;

/// Nearer than this to an edge of the plot counts as on it.
const ON_EDGE: f64 = 1.0;

/// The width of the widest name of a contour; `None` for a chart without contours.
pub(super) fn label_widths(board: &Board<'_>, spec: &ChartSpec) -> Option<f64> {
    let size = board.fonts.tick;
    spec.layers
        .iter()
        .filter_map(|layer| match layer {
            Layer::Plane { contours, .. } => Some(contours),
            _ => None,
        })
        .flatten()
        .map(|contour| {
            let weight = weight(contour);
            measure::width(&board.texts.label(&contour.label), size, weight)
        })
        .reduce(f64::max)
        .map(|width| width.min(board.size.width * 0.25))
}

fn weight(contour: &Contour) -> Weight {
    if contour.strong {
        Weight::Bold
    } else {
        Weight::Normal
    }
}

/// The parts of a contour inside the plot.
fn pieces(frame: &Frame, contour: &Contour) -> Vec<Vec<Px>> {
    let mut runs: Vec<Vec<Px>> = vec![Vec::new()];
    for (x, y) in &contour.points {
        match (frame.at(*x, *y), runs.last_mut()) {
            (Some(at), Some(run)) => run.push(at),
            (None, _) => runs.push(Vec::new()),
            _ => {}
        }
    }
    runs.iter()
        .flat_map(|run| clip::polyline(run, &frame.plot))
        .collect()
}

/// Draws the contours.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, contours: &[Contour]) {
    for contour in contours {
        let (width, opacity) = if contour.strong {
            (2.4, 1.0)
        } else {
            (1.2, 0.6)
        };
        for piece in pieces(frame, contour) {
            board.avoid(&piece, if contour.strong { 1.0 } else { 0.25 });
            board.path(
                Depth::Line,
                piece,
                Stroke {
                    paint: Paint::Role(Role::Accent),
                    width,
                    opacity,
                    dash: Dash::Solid,
                },
            );
        }
    }
}

/// Names the contours at their ends, the strong ones first; a name without room is left out.
pub(super) fn name(board: &mut Board<'_>, frame: &Frame, contours: &[Contour]) {
    let (strong, others): (Vec<&Contour>, Vec<&Contour>) =
        contours.iter().partition(|contour| contour.strong);
    for contour in strong.into_iter().chain(others) {
        let text = board.texts.label(&contour.label);
        let mut words = Words::new(text, board.fonts.tick, Paint::Role(Role::Accent)).haloed();
        words.weight = weight(contour);
        let pieces = pieces(frame, contour);
        let last_first = pieces.iter().rev().flat_map(|piece| {
            let ends = [piece.last(), piece.first()];
            ends.into_iter().flatten().copied()
        });
        let ends: Vec<Px> = last_first.collect();
        let is_named = ends.iter().any(|end| in_margin(board, frame, &words, *end));
        if !is_named {
            inside(board, frame, &words, &ends);
        }
    }
}

/// Names a line that ends at the right or upper edge.
fn in_margin(board: &mut Board<'_>, frame: &Frame, words: &Words, (x, y): Px) -> bool {
    let plot = frame.plot;
    let scene = board.area();
    if (x - plot.right()).abs() <= ON_EDGE {
        let x = plot.right() + BESIDE;
        let shifts = [0.0, -4.0, 4.0];
        let candidates = shifts.map(|shift| ((x, y + shift), Anchor::Start));
        board.place(words, &candidates, &scene).is_some()
    } else if (y - plot.y).abs() <= ON_EDGE {
        let y = plot.y - words.height() / 2.0 - BESIDE;
        let beside = words.width() * 0.4;
        let candidates = [0.0, -beside, beside].map(|shift| ((x + shift, y), Anchor::Middle));
        board.place(words, &candidates, &scene).is_some()
    } else {
        false
    }
}

/// Names a line that ends elsewhere, near an end.
fn inside(board: &mut Board<'_>, frame: &Frame, words: &Words, ends: &[Px]) {
    let inner: Rect = frame.plot;
    for end in ends {
        let candidates = around(*end, words.height(), 4.0);
        if board.place(words, &candidates, &inner).is_some() {
            return;
        }
    }
}
