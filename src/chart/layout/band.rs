//! Regions between two values.

use super::board::{Board, Depth, Px};
use super::clip;
use super::frame::Frame;
use super::line::{Missing, reduced};
use crate::chart::{Paint, Role};
use crate::text::Label;

/// Draws a band; one that reaches to zero or below on a logarithmic axis reaches to its end.
pub(super) fn draw(
    board: &mut Board<'_>,
    frame: &Frame,
    name: &Label,
    points: &[(f64, f64, f64)],
    role: Role,
) {
    let mut missing = Missing::default();
    let mut run: Vec<(Px, Px)> = Vec::new();
    for (x, low, high) in points {
        let upper = missing.place(frame, *x, *high);
        let is_low_known = low.is_finite();
        match upper {
            Some(upper) if is_low_known => {
                run.push(((upper.0, frame.y.to_px_inside(*low)), upper));
            }
            _ => {
                missing.undefined += usize::from(!is_low_known && upper.is_some());
                shade(board, frame, &run, role);
                run.clear();
            }
        }
    }
    shade(board, frame, &run, role);
    missing.off_scale = 0;
    missing.note(board, name);
}

fn shade(board: &mut Board<'_>, frame: &Frame, run: &[(Px, Px)], role: Role) {
    let upper: Vec<Px> = run.iter().map(|(_, upper)| *upper).collect();
    let lower: Vec<Px> = run.iter().map(|(lower, _)| *lower).collect();
    let mut outline = reduced(&upper);
    outline.extend(reduced(&lower).into_iter().rev());
    board.avoid(&outline, 0.5);
    let shape = clip::polygon(&outline, &frame.plot);
    board.fill(Depth::Fill, shape, Paint::Role(role), 0.18);
}
