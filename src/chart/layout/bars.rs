//! Bars that stand on zero.

use super::board::{Board, Depth, Px};
use super::clip;
use super::frame::Frame;
use super::line::Missing;
use crate::chart::{Paint, Rect, Role};
use crate::text::Label;

/// Bars at least this wide are kept apart.
const WIDE: f64 = 5.0;

/// What is left free between wide bars.
const APART: f64 = 1.0;

/// A few spikes are drawn wide enough to be seen from the back of a room.
const FEW: usize = 40;
const LEAST_OF_FEW: f64 = 3.0;

/// Draws bars; on a logarithmic axis, which has no zero, they stand on its lower end. Where many
/// share a column of pixels the highest is seen.
pub(super) fn draw(
    board: &mut Board<'_>,
    frame: &Frame,
    name: &Label,
    bars: &[(f64, f64, f64)],
    role: Role,
) {
    let mut missing = Missing::default();
    let foot = frame.y.to_px_inside(0.0);
    let mut shown: Vec<Rect> = Vec::new();
    for (from, to, height) in bars {
        // An empty bar is no gap: there is nothing to see of it, on either kind of axis.
        if *height == 0.0 {
            continue;
        }
        let left = missing.place(frame, *from, *height);
        let (Some((left, top)), Some(right)) = (left, frame.x.to_px(*to)) else {
            continue;
        };
        let (left, right) = (left.min(right), left.max(right));
        let apart = if right - left >= WIDE { APART } else { 0.0 };
        let bar = Rect {
            x: left,
            y: top.min(foot),
            w: (right - left - apart).max(1.0),
            h: (top - foot).abs(),
        };
        match shown.last_mut() {
            Some(before) if before.x.floor() == bar.x.floor() && bar.w <= 1.0 => {
                if bar.h > before.h {
                    *before = bar;
                }
            }
            _ => shown.push(bar),
        }
    }
    missing.note(board, name);
    let least = if shown.len() <= FEW {
        LEAST_OF_FEW
    } else {
        1.0
    };
    for mut bar in shown {
        if bar.w < least {
            bar.x -= (least - bar.w) / 2.0;
            bar.w = least;
        }
        let top: [Px; 2] = [(bar.x, bar.y), (bar.x + bar.w, bar.y)];
        board.avoid(&top, 1.0);
        let shape = clip::polygon(&bar.corners(), &frame.plot);
        board.fill(Depth::Fill, shape, Paint::Role(role), 0.6);
    }
}
