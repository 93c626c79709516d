//! Which line is which: a row of samples with names above the plot, when there is more than one.

use super::board::{Board, Depth, Px, Words, pen};
use super::frame::EDGE;
use super::points;
use crate::chart::{Anchor, ChartSpec, Layer, Paint, Rect, Role, measure};

const SAMPLE: f64 = 24.0;
const AFTER_SAMPLE: f64 = 6.0;
const BETWEEN: f64 = 16.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sample {
    Line,
    Band,
    Point,
}

/// A sample and its name.
pub(super) struct Entry {
    sample: Sample,
    role: Role,
    name: Words,
}

impl Entry {
    fn width(&self) -> f64 {
        SAMPLE + AFTER_SAMPLE + self.name.width() + BETWEEN
    }
}

/// The entries of a chart's legend; none for a single series, which its axis names.
pub(super) fn entries(board: &Board<'_>, spec: &ChartSpec) -> Vec<Entry> {
    let room = board.size.width - 2.0 * EDGE - SAMPLE - AFTER_SAMPLE;
    let entries: Vec<Entry> = spec
        .layers
        .iter()
        .filter_map(|layer| {
            let (sample, name, role) = match layer {
                Layer::Line { name, role, .. } | Layer::Step { name, role, .. } => {
                    (Sample::Line, name, *role)
                }
                Layer::Band { name, role, .. } | Layer::Bars { name, role, .. } => {
                    (Sample::Band, name, *role)
                }
                Layer::Points { name, role, .. } => (Sample::Point, name, *role),
                _ => return None,
            };
            let size = board.fonts.label;
            let text = board.texts.label(name);
            let text = measure::fitted(&text, size, crate::chart::Weight::Normal, room);
            Some(Entry {
                sample,
                role,
                name: Words::new(text, size, Paint::Ink),
            })
        })
        .collect();
    if entries.len() > 1 {
        entries
    } else {
        Vec::new()
    }
}

fn line_height(board: &Board<'_>) -> f64 {
    measure::height(board.fonts.label) + 5.0
}

/// Top left corners of the entries, wrapped at the scene's edge.
fn corners(board: &Board<'_>, entries: &[Entry], from: Px) -> Vec<Px> {
    let mut corners = Vec::with_capacity(entries.len());
    let (mut x, mut y) = from;
    for entry in entries {
        if x > from.0 && x + entry.width() - BETWEEN > board.size.width - EDGE {
            x = EDGE;
            y += line_height(board);
        } else if x + entry.width() - BETWEEN > board.size.width - EDGE {
            x = EDGE;
        }
        corners.push((x, y));
        x += entry.width();
    }
    corners
}

/// The height that the legend takes.
pub(super) fn height(board: &Board<'_>, entries: &[Entry]) -> f64 {
    corners(board, entries, (EDGE, 0.0))
        .last()
        .map_or(0.0, |(_, y)| y + line_height(board) + 6.0)
}

/// Draws the legend.
pub(super) fn draw(board: &mut Board<'_>, entries: &[Entry]) {
    let corners = corners(board, entries, (EDGE, EDGE));
    let half = line_height(board) / 2.0;
    for (entry, (x, y)) in entries.iter().zip(corners) {
        let middle = y + half;
        match entry.sample {
            Sample::Line => board.path(
                Depth::Line,
                vec![(x, middle), (x + SAMPLE, middle)],
                pen(entry.role, 2.0),
            ),
            Sample::Band => {
                let patch = Rect {
                    x,
                    y: middle - 5.0,
                    w: SAMPLE,
                    h: 10.0,
                };
                board.fill(Depth::Fill, patch.corners(), Paint::Role(entry.role), 0.25);
            }
            Sample::Point => points::marker(board, (x + SAMPLE / 2.0, middle), entry.role),
        }
        board.write(
            &entry.name,
            (x + SAMPLE + AFTER_SAMPLE, middle),
            Anchor::Start,
        );
    }
}
