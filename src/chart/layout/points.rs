//! Separate points, with a text beside those that have one.

use std::collections::BTreeSet;

use super::board::{Board, Depth, Px, Words, solid};
use super::frame::Frame;
use super::line::Missing;
use crate::chart::theme::Marker;
use crate::chart::{Anchor, Item, Mark, Paint, Rect, Role};
use crate::text::Label;

/// Half the size of a marker.
const RADIUS: f64 = 4.0;

/// Draws the markers; those on the same pixel are one.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, name: &Label, marks: &[Mark], role: Role) {
    let mut missing = Missing::default();
    let mut taken: BTreeSet<(i64, i64)> = BTreeSet::new();
    for mark in marks {
        let Some(at) = missing.place(frame, mark.x, mark.y) else {
            continue;
        };
        let pixel = (at.0.round() as i64, at.1.round() as i64);
        if !frame.plot.holds(at) || !taken.insert(pixel) {
            continue;
        }
        marker(board, at, role);
        if mark.label.is_some() {
            board.block(square(at, RADIUS));
        } else {
            board.avoid(&[(at.0 - RADIUS, at.1), (at.0 + RADIUS, at.1)], 2.0);
        }
    }
    missing.note(board, name);
}

/// Writes the texts of the points, where there is room.
pub(super) fn name(board: &mut Board<'_>, frame: &Frame, marks: &[Mark]) {
    for mark in marks {
        let (Some(label), Some(at)) = (&mark.label, frame.at(mark.x, mark.y)) else {
            continue;
        };
        if !frame.plot.holds(at) {
            continue;
        }
        let text = board.texts.label(label);
        let words = Words::new(text, board.fonts.label, Paint::Ink).haloed();
        let candidates = around(at, words.height(), RADIUS + 5.0);
        board.place(&words, &candidates, &frame.plot.grown(4.0));
    }
}

/// Places for a text around a point, the best first.
pub(super) fn around((x, y): Px, height: f64, clear: f64) -> Vec<(Px, Anchor)> {
    let rise = height / 2.0 + clear;
    let half = height * 0.7;
    vec![
        ((x + clear, y), Anchor::Start),
        ((x + clear, y - half), Anchor::Start),
        ((x + clear, y + half), Anchor::Start),
        ((x, y - rise), Anchor::Middle),
        ((x, y + rise), Anchor::Middle),
        ((x - clear, y), Anchor::End),
        ((x - clear, y - half), Anchor::End),
        ((x - clear, y + half), Anchor::End),
    ]
}

fn square((x, y): Px, radius: f64) -> Rect {
    Rect {
        x: x - radius,
        y: y - radius,
        w: 2.0 * radius,
        h: 2.0 * radius,
    }
}

/// Draws a role's marker.
pub(super) fn marker(board: &mut Board<'_>, at: Px, role: Role) {
    let paint = Paint::Role(role);
    let (x, y) = at;
    let corners = match role.marker() {
        Marker::Disc => {
            let item = Item::Circle {
                at,
                radius: RADIUS,
                fill: Some(paint),
                stroke: None,
            };
            return board.add(Depth::Mark, item);
        }
        Marker::Ring => {
            let item = Item::Circle {
                at,
                radius: RADIUS,
                fill: Some(Paint::Panel),
                stroke: Some(solid(paint, 1.5)),
            };
            return board.add(Depth::Mark, item);
        }
        Marker::Square => square(at, RADIUS * 0.9).corners(),
        Marker::Diamond => {
            let r = RADIUS * 1.3;
            vec![(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
        }
        Marker::Triangle => {
            let r = RADIUS * 1.3;
            vec![
                (x, y - r),
                (x + r * 0.9, y + r * 0.6),
                (x - r * 0.9, y + r * 0.6),
            ]
        }
    };
    board.fill(Depth::Mark, corners, paint, 1.0);
}
