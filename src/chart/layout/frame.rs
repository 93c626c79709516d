//! The plot's rectangle: what is left of the scene by legend, titles and numbers.

use super::board::{Board, Px, Words};
use super::range::Ranges;
use super::ticks::Room;
use super::{axes, clock_axis, legend, plane};
use crate::chart::{AxisId, AxisMap, ChartSpec, Paint, Rect, Scale};

/// Free pixels at the scene's edges.
pub(super) const EDGE: f64 = 8.0;

/// Where numbers are drawn.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) plot: Rect,
    pub(super) x: AxisMap,
    pub(super) y: AxisMap,
}

impl Frame {
    /// The pixel of a point; `None` where an axis has no place for it.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<Px> {
        Some((self.x.to_px(x)?, self.y.to_px(y)?))
    }

    /// The map of an axis.
    pub(super) fn axis(&self, id: AxisId) -> &AxisMap {
        match id {
            AxisId::X => &self.x,
            AxisId::Y => &self.y,
        }
    }
}

/// An axis between the ends of a stretch of pixels.
pub(super) fn map(axis: AxisId, scale: &Scale, domain: (f64, f64), pixels: (f64, f64)) -> AxisMap {
    AxisMap {
        axis,
        scale: scale.clone(),
        domain,
        pixels,
    }
}

/// Makes room for axes and legend, draws them, and returns the plot.
pub(super) fn build(board: &mut Board<'_>, spec: &ChartSpec, ranges: &Ranges) -> Frame {
    let y_title = axes::title(board, &spec.y);
    let line = y_title.height() + 4.0;
    let legend = legend::entries(board, spec);
    let legend_h = legend::height(board, &legend);
    let contour_labels = plane::label_widths(board, spec);
    let clocks = clock_axis::Heights::of(board, &spec.x);

    let title_h = if y_title.text.is_empty() { 0.0 } else { line };
    let contour_h = if contour_labels.is_some() {
        y_title.height() + plane::BESIDE + 2.0
    } else {
        4.0
    };
    let top = EDGE + legend_h + title_h + contour_h + clocks.above;
    let bottom = board.size.height - EDGE - axes::x_height(board, &spec.x) - clocks.below;
    let bottom = bottom.max(top + 20.0);

    let y = map(AxisId::Y, &spec.y.scale, ranges.y, (bottom, top));
    let y_ticks = super::ticks::ticks(
        &spec.y,
        &y,
        board.texts.lang(),
        Room {
            font: board.fonts.tick,
            limits: (
                top - board.fonts.tick * 0.6,
                bottom + board.fonts.tick * 0.6,
            ),
        },
    );
    let left = EDGE + axes::widest(board, &y_ticks) + 8.0;
    let wanted_right = contour_labels.map_or(18.0, |width| width + plane::BESIDE + EDGE);
    let right = (board.size.width - wanted_right).max(left + 20.0);
    let x = map(AxisId::X, &spec.x.scale, ranges.x, (left, right));
    let frame = Frame {
        plot: Rect {
            x: left,
            y: top,
            w: right - left,
            h: bottom - top,
        },
        x,
        y,
    };

    legend::draw(board, &legend);
    if title_h > 0.0 {
        let room = board.size.width - 2.0 * EDGE;
        let title = axes::fitted(&y_title, room);
        let at = (EDGE, EDGE + legend_h + title.height() / 2.0);
        board.write(&title, at, crate::chart::Anchor::Start);
    }
    axes::draw_y(board, &frame, &y_ticks);
    axes::draw_x(board, &frame, &spec.x);
    frame
}

/// Secondary words of a chart: titles and numbers of axes.
pub(super) fn quiet(board: &Board<'_>, text: impl Into<String>) -> Words {
    Words::new(text, board.fonts.tick, Paint::Soft)
}
