//! Lines through points, with gaps where there is no value.

use super::board::{Board, Depth, Px, pen};
use super::clip;
use super::frame::Frame;
use crate::chart::{Item, Paint, Role, Scale};
use crate::text::{Arg, Label, Message, Unit};

/// What of a series has no place on its axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Missing {
    /// Not a number, or infinite.
    pub(super) undefined: usize,
    /// Zero or below on a logarithmic axis.
    pub(super) not_positive: usize,
    /// Beyond the vertical range, at an x that is shown.
    pub(super) off_scale: usize,
}

impl Missing {
    /// The pixel of a point, or a count of why there is none.
    pub(super) fn place(&mut self, frame: &Frame, x: f64, y: f64) -> Option<Px> {
        let at = frame.at(x, y);
        if at.is_some() {
            let is_shown = |domain: (f64, f64), value: f64| value >= domain.0 && value <= domain.1;
            if is_shown(frame.x.domain, x) && !is_shown(frame.y.domain, y) {
                self.off_scale += 1;
            }
        } else if !x.is_finite() || !y.is_finite() {
            self.undefined += 1;
        } else if is_log_of(frame, x, y) {
            self.not_positive += 1;
        } else {
            self.undefined += 1;
        }
        at
    }

    /// Says what is missing from the series called `name`.
    pub(super) fn note(self, board: &mut Board<'_>, name: &Label) {
        let counted = [
            ("chart.note.undefined", self.undefined),
            ("chart.note.not_positive", self.not_positive),
            ("chart.note.off_scale", self.off_scale),
        ];
        for (key, count) in counted {
            if count > 0 {
                board.note(
                    Message::new(key)
                        .with("name", Arg::Label(name.clone()))
                        .quantity("count", count as f64, Unit::Count),
                );
            }
        }
    }
}

fn is_log_of(frame: &Frame, x: f64, y: f64) -> bool {
    (frame.x.scale == Scale::Log && x <= 0.0) || (frame.y.scale == Scale::Log && y <= 0.0)
}

/// Draws a line.
pub(super) fn draw(
    board: &mut Board<'_>,
    frame: &Frame,
    name: &Label,
    points: &[(f64, Option<f64>)],
    role: Role,
) {
    let mut missing = Missing::default();
    let mut runs: Vec<Vec<Px>> = vec![Vec::new()];
    for (x, y) in points {
        let at = y.and_then(|y| missing.place(frame, *x, y));
        match (at, runs.last_mut()) {
            (Some(at), Some(run)) => run.push(at),
            (None, Some(run)) if !run.is_empty() => runs.push(Vec::new()),
            _ => {}
        }
    }
    // A line that leaves the chart is seen to do so: how many of its points do says nothing.
    let goes_on = std::mem::take(&mut missing.off_scale) > 0;
    missing.note(board, name);
    if goes_on {
        board.note(Message::new("chart.note.goes_on").with("name", Arg::Label(name.clone())));
    }
    stroke(board, frame, runs, role);
}

/// Draws runs of points that belong together.
pub(super) fn stroke(board: &mut Board<'_>, frame: &Frame, runs: Vec<Vec<Px>>, role: Role) {
    for run in runs {
        match run.as_slice() {
            [] => {}
            [alone] => dot(board, frame, *alone, role),
            _ => {
                for piece in clip::polyline(&reduced(&run), &frame.plot) {
                    board.avoid(&piece, 1.0);
                    board.path(Depth::Line, piece, pen(role, 2.0));
                }
            }
        }
    }
}

/// A value between two gaps.
fn dot(board: &mut Board<'_>, frame: &Frame, at: Px, role: Role) {
    if frame.plot.holds(at) {
        board.add(
            Depth::Line,
            Item::Circle {
                at,
                radius: 2.5,
                fill: Some(Paint::Role(role)),
                stroke: None,
            },
        );
    }
}

/// At most four points for each column of pixels: first, lowest, highest, last, in their order.
pub(super) fn reduced(run: &[Px]) -> Vec<Px> {
    let mut kept: Vec<Px> = Vec::new();
    let mut rest = run;
    while let Some(first) = rest.first() {
        let column = first.0.floor();
        let length = rest.iter().take_while(|at| at.0.floor() == column).count();
        let (same, others) = rest.split_at(length);
        keep_extremes(same, &mut kept);
        rest = others;
    }
    kept
}

fn keep_extremes(column: &[Px], kept: &mut Vec<Px>) {
    if column.len() <= 4 {
        kept.extend_from_slice(column);
        return;
    }
    let by_height = |one: &(usize, &Px), other: &(usize, &Px)| one.1.1.total_cmp(&other.1.1);
    let index_of = |found: Option<(usize, &Px)>| found.map_or(0, |(index, _)| index);
    let mut indices = [
        0,
        index_of(column.iter().enumerate().min_by(by_height)),
        index_of(column.iter().enumerate().max_by(by_height)),
        column.len() - 1,
    ];
    indices.sort_unstable();
    let mut before = None;
    for index in indices {
        if before != Some(index) {
            kept.extend(column.get(index));
        }
        before = Some(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_lines_keep_their_peaks() {
        let run: Vec<Px> = (0..100_000)
            .map(|index| {
                let y = if index == 50_005 { 300.0 } else { 100.0 };
                (f64::from(index) / 250.0, y)
            })
            .collect();
        let kept = reduced(&run);
        assert!(kept.len() <= 4 * 400, "{}", kept.len());
        assert!(kept.contains(&(50_005.0 / 250.0, 300.0)));
        assert_eq!(kept.first(), run.first());
        assert_eq!(kept.last(), run.last());
    }

    #[test]
    fn sparse_lines_are_left_alone() {
        let run = vec![(0.0, 1.0), (0.2, 5.0), (7.0, 2.0)];
        assert_eq!(reduced(&run), run);
    }
}
