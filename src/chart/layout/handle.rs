//! The point that a person may drag, with its guides to the axes.

use super::board::{Board, Depth, Px, solid};
use super::frame::Frame;
use crate::chart::{ChartSpec, Dash, Hit, HitKind, Item, Paint, Rect, Stroke};
use crate::text::{Arg, Message};

/// Radius of the ring.
pub(super) const RING: f64 = 9.0;

/// Half the size of the box that answers to the pointer.
const REACH: f64 = 20.0;

/// Draws the handle; one beyond the axes stands at their end, with a note.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, spec: &ChartSpec) {
    let Some(handle) = &spec.handle else { return };
    let (x, y) = handle.at;
    let at = (frame.x.to_px_inside(x), frame.y.to_px_inside(y));
    let is_shown = frame
        .at(x, y)
        .is_some_and(|exact| frame.plot.grown(0.5).holds(exact));
    if !is_shown {
        board.note(
            Message::new("chart.note.handle_off_scale")
                .with("name", Arg::Label(handle.label.clone())),
        );
    }
    guide(board, at, (frame.plot.x, at.1));
    guide(board, at, (at.0, frame.plot.bottom()));
    ring(board, at);
    board.block(square(at, RING + 2.0));
    board.hits.push(Hit {
        id: "handle".to_owned(),
        kind: HitKind::Handle,
        rect: square(at, REACH),
        label: handle.label.clone(),
    });
}

fn guide(board: &mut Board<'_>, from: Px, to: Px) {
    board.path(
        Depth::Line,
        vec![from, to],
        Stroke {
            dash: Dash::Dotted,
            ..solid(Paint::Soft, 1.2)
        },
    );
    board.avoid(&[from, to], 0.1);
}

fn ring(board: &mut Board<'_>, at: Px) {
    board.add(
        Depth::Mark,
        Item::Circle {
            at,
            radius: RING,
            fill: Some(Paint::Panel),
            stroke: Some(solid(Paint::Ink, 2.2)),
        },
    );
    board.add(
        Depth::Mark,
        Item::Circle {
            at,
            radius: 3.0,
            fill: Some(Paint::Ink),
            stroke: None,
        },
    );
}

fn square((x, y): Px, half: f64) -> Rect {
    Rect {
        x: x - half,
        y: y - half,
        w: 2.0 * half,
        h: 2.0 * half,
    }
}
