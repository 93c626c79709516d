//! From a [`ChartSpec`] to a [`Scene`]: ranges, ticks, margins, shapes, and words that collide with
//! nothing.
//!
//! Shapes are drawn first and leave obstacles behind; words are placed afterwards, the most needed
//! first, each at the best free place of a few, or not at all.

mod arrows;
mod axes;
mod band;
mod bars;
mod blocks;
mod board;
mod clip;
mod clock;
mod clock_axis;
mod frame;
mod grid;
mod handle;
mod lanes;
mod lanes_events;
mod lanes_phases;
mod legend;
mod line;
mod plane;
mod points;
mod range;
mod rule;
mod rule_edge;
mod span;
mod spread;
mod step;
mod ticks;

use self::board::Board;
use self::frame::Frame;
use super::{ChartSpec, Layer, Scene};
use crate::text::Texts;

/// A size in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// The smallest size that is laid out; a smaller one is raised to it.
const SMALLEST: Size = Size {
    width: 200.0,
    height: 140.0,
};

/// The largest size that is laid out.
const LARGEST: f64 = 8192.0;

impl Size {
    fn sane(self) -> Size {
        let within = |length: f64, least: f64| {
            if length.is_finite() {
                length.clamp(least, LARGEST)
            } else {
                least
            }
        };
        Size {
            width: within(self.width, SMALLEST.width),
            height: within(self.height, SMALLEST.height),
        }
    }
}

/// Lays a chart out in the language of `texts`.
///
/// Every coordinate of the result is finite, every text lies inside the scene, and no two texts
/// overlap. What could not be shown is in the notes.
#[must_use]
pub fn layout(spec: &ChartSpec, texts: &Texts, size: Size) -> Scene {
    let mut board = Board::new(texts, size.sane());
    let frame = if let Some(rows) = lanes::rows(spec) {
        lanes::draw(&mut board, spec, &rows)
    } else if let Some(grid) = grid::grid(spec) {
        grid::draw(&mut board, &grid)
    } else if let Some(diagram) = blocks::diagram(spec) {
        blocks::draw(&mut board, diagram)
    } else {
        cartesian(&mut board, spec)
    };
    board.finish(frame)
}

/// A height in CSS pixels that suits the chart at `width`.
#[must_use]
pub fn preferred_height(spec: &ChartSpec, width: f64) -> f64 {
    if let Some(rows) = lanes::rows(spec) {
        // A timeline of one lane asks for less than is ever laid out.
        return lanes::preferred_height(spec, &rows, width).max(SMALLEST.height);
    }
    if let Some(grid) = grid::grid(spec) {
        return grid::preferred_height(&grid, width);
    }
    if let Some(diagram) = blocks::diagram(spec) {
        return blocks::preferred_height(diagram, width);
    }
    let is_plane = spec
        .layers
        .iter()
        .any(|layer| matches!(layer, Layer::Plane { .. }));
    if is_plane {
        (width * 0.62).clamp(300.0, 560.0)
    } else {
        (width * 0.5).clamp(240.0, 420.0)
    }
}

fn cartesian(board: &mut Board<'_>, spec: &ChartSpec) -> Frame {
    let ranges = range::resolve(spec, &mut board.notes);
    let frame = frame::build(board, spec, &ranges);
    for layer in &spec.layers {
        shapes(board, &frame, layer);
    }
    // Before the handle, so that they stay where they are while it moves.
    for layer in &spec.layers {
        if let Layer::Plane { contours, .. } = layer {
            plane::name(board, &frame, contours);
        }
    }
    arrows::draw(board, &frame, spec);
    handle::draw(board, &frame, spec);

    arrows::name(board, &frame, spec);
    rule_edge::draw(board, &frame, &spec.layers);
    for layer in &spec.layers {
        if let Layer::Rule { .. } = layer {
            rule::name(board, &frame, layer);
        }
    }
    for layer in &spec.layers {
        match layer {
            Layer::Span { .. } => span::name(board, &frame, layer),
            Layer::Points { marks, .. } => points::name(board, &frame, marks),
            _ => {}
        }
    }
    frame
}

fn shapes(board: &mut Board<'_>, frame: &Frame, layer: &Layer) {
    match layer {
        Layer::Line {
            name, points, role, ..
        } => line::draw(board, frame, name, points, *role),
        Layer::Step {
            name, points, role, ..
        } => step::draw(board, frame, name, points, *role),
        Layer::Bars {
            name, bars, role, ..
        } => bars::draw(board, frame, name, bars, *role),
        Layer::Band {
            name, points, role, ..
        } => band::draw(board, frame, name, points, *role),
        Layer::Points {
            name, marks, role, ..
        } => points::draw(board, frame, name, marks, *role),
        Layer::Rule { .. } => rule::draw(board, frame, layer),
        Layer::Span { .. } => span::draw(board, frame, layer),
        Layer::Plane { contours, .. } => plane::draw(board, frame, contours),
        Layer::Lanes { .. } | Layer::Grid { .. } | Layer::Blocks { .. } => {}
    }
}
