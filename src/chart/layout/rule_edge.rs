//! Short marks at an axis, their texts moved apart and tied to them by thin leaders.

use super::board::{Board, Depth, Px, Words, solid};
use super::frame::Frame;
use super::spread;
use crate::chart::{Anchor, AxisId, Layer, Paint, Reach, Role, Stroke};
use crate::kernel::order::by_number;

/// How far a mark reaches into the plot.
const LENGTH: f64 = 10.0;

struct EdgeMark {
    px: f64,
    role: Role,
    words: Words,
}

/// Draws the edge marks of all layers.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, layers: &[Layer]) {
    for axis in [AxisId::Y, AxisId::X] {
        let mut marks = on_axis(board, frame, layers, axis);
        by_number(&mut marks, |mark| mark.px);
        for mark in &marks {
            let (from, to) = stroke_of(frame, axis, mark.px);
            board.path(
                Depth::Mark,
                vec![from, to],
                solid(Paint::Role(mark.role), 3.0),
            );
            board.avoid(&[from, to], 3.0);
        }
        match axis {
            AxisId::Y => beside_vertical(board, frame, &marks),
            AxisId::X => above_horizontal(board, frame, &marks),
        }
    }
}

fn on_axis(board: &Board<'_>, frame: &Frame, layers: &[Layer], wanted: AxisId) -> Vec<EdgeMark> {
    let map = frame.axis(wanted);
    let (low, high) = (
        map.pixels.0.min(map.pixels.1),
        map.pixels.0.max(map.pixels.1),
    );
    layers
        .iter()
        .filter_map(|layer| match layer {
            Layer::Rule {
                name,
                axis,
                at,
                reach: Reach::Edge,
                role,
                ..
            } if *axis == wanted => {
                let px = map.to_px(*at)?;
                let text = board.texts.label(name);
                let words = Words::new(text, board.fonts.label, Paint::Role(*role)).haloed();
                (px >= low - 0.5 && px <= high + 0.5).then_some(EdgeMark {
                    px,
                    role: *role,
                    words,
                })
            }
            _ => None,
        })
        .collect()
}

fn stroke_of(frame: &Frame, axis: AxisId, px: f64) -> (Px, Px) {
    let plot = frame.plot;
    match axis {
        AxisId::X => ((px, plot.bottom()), (px, plot.bottom() - LENGTH)),
        AxisId::Y => ((plot.x, px), (plot.x + LENGTH, px)),
    }
}

fn leader(board: &mut Board<'_>, from: Px, to: Px, role: Role) {
    board.avoid(&[from, to], 3.0);
    board.path(
        Depth::Mark,
        vec![from, to],
        Stroke {
            opacity: 0.7,
            ..solid(Paint::Role(role), 1.0)
        },
    );
}

fn beside_vertical(board: &mut Board<'_>, frame: &Frame, marks: &[EdgeMark]) {
    let Some(height) = marks.first().map(|mark| mark.words.height()) else {
        return;
    };
    let plot = frame.plot;
    let wanted: Vec<f64> = marks.iter().map(|mark| mark.px).collect();
    let margin = height / 2.0 + 1.0;
    let rows = spread::apart(
        &wanted,
        height + 4.0,
        plot.y + margin,
        plot.bottom() - margin,
    );
    let is_moved = rows
        .iter()
        .zip(&wanted)
        .any(|(row, px)| (row - px).abs() > 1.0);
    let column = plot.x + LENGTH + if is_moved { 16.0 } else { 5.0 };
    for (mark, row) in marks.iter().zip(rows) {
        let mut candidates = vec![((column, row), Anchor::Start)];
        for rows in [-1.3, 1.3, -2.6, 2.6] {
            candidates.push(((column + 12.0, row + rows * height), Anchor::Start));
        }
        for shift in [30.0, 60.0, 90.0] {
            candidates.push(((column + shift, row), Anchor::Start));
        }
        for rows in [-3.9, 3.9, -5.2, 5.2] {
            candidates.push(((column + 12.0, row + rows * height), Anchor::Start));
        }
        let end = (plot.x + LENGTH, mark.px);
        candidates.retain(|(at, _)| !board.runs_through_text(end, (at.0 - 3.0, at.1)));
        if let Some(at) = board.place(&mark.words, &candidates, &plot) {
            let is_beside = (at.1 - mark.px).abs() <= 1.0 && at.0 - plot.x - LENGTH < 8.0;
            if !is_beside {
                leader(board, end, (at.0 - 3.0, at.1), mark.role);
            }
        }
    }
}

fn above_horizontal(board: &mut Board<'_>, frame: &Frame, marks: &[EdgeMark]) {
    let plot = frame.plot;
    for mark in marks {
        let row = |index: u8| {
            plot.bottom() - LENGTH - 2.0 - mark.words.height() * (0.5 + 1.3 * f64::from(index))
        };
        let candidates: Vec<(Px, Anchor)> = (0..6)
            .map(row)
            .flat_map(|y| {
                [
                    ((mark.px + 5.0, y), Anchor::Start),
                    ((mark.px - 5.0, y), Anchor::End),
                ]
            })
            .collect();
        if let Some(at) = board.place(&mark.words, &candidates, &plot) {
            let top = at.1 - mark.words.height() / 2.0;
            leader(
                board,
                (mark.px, plot.bottom() - LENGTH),
                (mark.px, top),
                mark.role,
            );
        }
    }
}
