//! Lines that keep a value until the next point.

use super::board::{Board, Px};
use super::frame::Frame;
use super::line::{Missing, stroke};
use crate::chart::Role;
use crate::text::Label;

/// Draws the treads and the risers between them; a gap has neither.
pub(super) fn draw(
    board: &mut Board<'_>,
    frame: &Frame,
    name: &Label,
    points: &[(f64, Option<f64>)],
    role: Role,
) {
    let mut missing = Missing::default();
    let mut runs: Vec<Vec<Px>> = vec![Vec::new()];
    for (index, (x, y)) in points.iter().enumerate() {
        let at = y.and_then(|y| missing.place(frame, *x, y));
        // Where a gap begins, the last tread still reaches to it.
        let end = frame.x.to_px(*x);
        let Some(run) = runs.last_mut() else { continue };
        if let (Some(end), Some(last)) = (end, run.last().copied())
            && index > 0
        {
            run.push((end, last.1));
        }
        match at {
            Some(at) => run.push(at),
            None if !run.is_empty() => runs.push(Vec::new()),
            None => {}
        }
    }
    missing.note(board, name);
    stroke(board, frame, runs, role);
}
