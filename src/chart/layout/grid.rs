//! Things in groups in groups: squares in boxes in boxes, as large as the room lets them be.
//!
//! Where squares would be too small to see, the groups become the squares, and a note says so.

use super::board::{Board, Depth, Px, Words, solid};
use super::frame::{EDGE, Frame, map};
use crate::chart::{
    Anchor, AxisId, ChartSpec, GridChoice, GridPart, GridState, Hit, HitKind, Layer, Paint, Rect,
    Role, Scale, Weight, measure,
};
use crate::text::Message;

/// Sides of a square, in pixels, the best first.
const SIDES: [f64; 12] = [
    48.0, 40.0, 32.0, 27.0, 23.0, 19.0, 16.0, 13.0, 11.0, 9.0, 7.0, 5.0,
];

/// The height that a grid is given by default.
const WANTED: f64 = 400.0;

/// Free pixels between the outer boxes.
const BETWEEN: f64 = 10.0;

/// The side of a legend's sample.
const SAMPLE: f64 = 14.0;

/// A grid's layer.
pub(super) struct Grid<'a> {
    states: &'a [GridState],
    groups: &'a [GridPart],
}

/// The grid of the chart, if it is one.
pub(super) fn grid(spec: &ChartSpec) -> Option<Grid<'_>> {
    spec.layers.iter().find_map(|layer| match layer {
        Layer::Grid { states, groups, .. } => Some(Grid { states, groups }),
        _ => None,
    })
}

/// Boxes of one size in rows.
#[derive(Clone, Copy, Debug)]
struct Tiles {
    /// Size of a box.
    w: f64,
    h: f64,
    /// Boxes in a row.
    across: usize,
    /// Pixels from one box to the next.
    gap: f64,
}

impl Tiles {
    fn size(&self, count: usize) -> (f64, f64) {
        let across = self.across.min(count).max(1);
        let rows = count.div_ceil(self.across).max(1);
        let length = |n: usize, one: f64| n as f64 * (one + self.gap) - self.gap;
        (length(across, self.w), length(rows, self.h))
    }

    fn place(&self, at: usize, (x, y): Px) -> Rect {
        let (row, column) = (at / self.across, at % self.across);
        Rect {
            x: x + column as f64 * (self.w + self.gap),
            y: y + row as f64 * (self.h + self.gap),
            w: self.w,
            h: self.h,
        }
    }
}

/// How a grid is laid out: tiles at each level that is drawn, the outer ones first.
struct Plan {
    levels: Vec<Tiles>,
    /// Space inside a box, and for words at its top, at each level that is a box.
    pads: Vec<(f64, f64)>,
    size: (f64, f64),
}

impl Grid<'_> {
    /// The most parts of a group at each level: outer groups, groups in one, things in one of those.
    fn counts(&self) -> [usize; 3] {
        let inner = self.groups.iter().map(|group| group.parts.len()).max();
        let things = self.groups.iter().flat_map(|group| &group.parts);
        let things = things.map(|part| part.parts.len()).max();
        [self.groups.len(), inner.unwrap_or(0), things.unwrap_or(0)]
    }

    /// How many levels there are to draw.
    fn depth(&self) -> usize {
        match self.counts() {
            [_, 0, _] => 1,
            [_, _, 0] => 2,
            _ => 3,
        }
    }

    /// The lowest plan with this depth and side in this width.
    fn plan(&self, depth: usize, side: f64, width: f64, line: f64) -> Option<Plan> {
        let [groups, inner, things] = self.counts();
        let gap = (side * 0.16).clamp(1.0, 4.0);
        let square = |across: usize| Tiles {
            w: side,
            h: side,
            across,
            gap,
        };
        if depth == 1 {
            let across = ((width + gap) / (side + gap)).floor() as usize;
            let tiles = square(across.max(1));
            let size = tiles.size(groups);
            return Some(Plan {
                levels: vec![tiles],
                pads: Vec::new(),
                size,
            });
        }
        let outer_pad = (8.0_f64).min(side * 0.5).max(3.0);
        let inner_pad = (side * 0.2).clamp(1.5, 5.0);
        let (innermost, inner_size, inner_head) = if depth == 3 {
            let across = if things <= 6 {
                1
            } else {
                (things as f64 / 2.0).sqrt().ceil() as usize
            };
            let tiles = square(across);
            let (w, h) = tiles.size(things);
            let head = if w >= line * 1.6 { line } else { 0.0 };
            let size = (w + 2.0 * inner_pad, h + 2.0 * inner_pad + head);
            (Some(tiles), size, head)
        } else {
            (None, (side, side), 0.0)
        };
        let mut best: Option<Plan> = None;
        for across in 1..=inner.min(200) {
            let boxes = Tiles {
                w: inner_size.0,
                h: inner_size.1,
                across,
                gap: gap + 1.0,
            };
            let (w, h) = boxes.size(inner);
            let outer = (w + 2.0 * outer_pad, h + 2.0 * outer_pad + line);
            if outer.0 > width {
                break;
            }
            let tiles = Tiles {
                w: outer.0,
                h: outer.1,
                across: (((width + BETWEEN) / (outer.0 + BETWEEN)).floor() as usize).max(1),
                gap: BETWEEN,
            };
            let size = tiles.size(groups);
            if best.as_ref().is_none_or(|best| size.1 < best.size.1) {
                let mut levels = vec![tiles, boxes];
                levels.extend(innermost);
                best = Some(Plan {
                    levels,
                    pads: vec![(outer_pad, line), (inner_pad, inner_head)],
                    size,
                });
            }
        }
        best
    }

    /// The plan with the largest squares that fits, the finest first.
    fn fitting(&self, (width, height): (f64, f64), line: f64) -> Option<Plan> {
        (1..=self.depth()).rev().find_map(|depth| {
            SIDES.iter().find_map(|side| {
                self.plan(depth, *side, width, line)
                    .filter(|plan| plan.size.1 <= height)
            })
        })
    }

    /// The last of the states of a part and of all in it.
    fn state(&self, part: &GridPart) -> usize {
        let inside = part.parts.iter().map(|part| self.state(part));
        inside.fold(part.state, usize::max)
    }
}

/// The height of a line of words over a box.
fn line(board: &Board<'_>) -> f64 {
    measure::height(board.fonts.label) + 3.0
}

/// The height that suits the grid.
pub(super) fn preferred_height(grid: &Grid<'_>, width: f64) -> f64 {
    let room = width - 2.0 * EDGE;
    // Names of states are some 200 pixels wide; a plan that finds less room takes smaller squares.
    let legend = (grid.states.len() as f64 * 200.0 / room).ceil() * 22.0 + 8.0;
    let plan = grid.fitting((room, WANTED), 18.0);
    (plan.map_or(WANTED, |plan| plan.size.1) + legend + 2.0 * EDGE).clamp(140.0, 560.0)
}

/// Draws the grid.
pub(super) fn draw(board: &mut Board<'_>, grid: &Grid<'_>) -> Frame {
    let top = legend(board, grid.states);
    let plot = Rect {
        x: EDGE,
        y: top,
        w: board.size.width - 2.0 * EDGE,
        h: (board.size.height - EDGE - top).max(20.0),
    };
    let line = line(board);
    if let Some(plan) = grid.fitting((plot.w, plot.h), line) {
        if plan.levels.len() < grid.depth() {
            board.note(Message::new("chart.note.grid_groups"));
        }
        let left = plot.x + ((plot.w - plan.size.0) / 2.0).max(0.0);
        parts(board, grid, &plan, 0, grid.groups, (left, plot.y));
    } else {
        board.note(Message::new("chart.note.grid_groups"));
        let state = grid.groups.iter().map(|group| grid.state(group)).max();
        if let Some(state) = state.and_then(|state| grid.states.get(state)) {
            square(board, &plot, state);
        }
    }
    Frame {
        plot,
        x: map(
            AxisId::X,
            &Scale::Linear,
            (0.0, 1.0),
            (plot.x, plot.right()),
        ),
        y: map(
            AxisId::Y,
            &Scale::Linear,
            (0.0, 1.0),
            (plot.bottom(), plot.y),
        ),
    }
}

fn parts(
    board: &mut Board<'_>,
    grid: &Grid<'_>,
    plan: &Plan,
    level: usize,
    parts_here: &[GridPart],
    from: Px,
) {
    let Some(tiles) = plan.levels.get(level) else {
        return;
    };
    for (at, part) in parts_here.iter().enumerate() {
        let rect = tiles.place(at, from);
        let is_box = level + 1 < plan.levels.len();
        if is_box {
            let (pad, head) = plan.pads.get(level).copied().unwrap_or((2.0, 0.0));
            outline(board, &rect, Paint::Rule, 1.0);
            if head > 0.0 {
                let words = short(board, part, Paint::Soft, rect.w - 4.0);
                let place = (rect.x + pad.min(6.0), rect.y + head / 2.0 + 1.0);
                if let Some(words) = words {
                    board.try_write(&words, place, Anchor::Start);
                }
            }
            let inside = (rect.x + pad, rect.y + pad + head);
            parts(board, grid, plan, level + 1, &part.parts, inside);
        } else if let Some(state) = grid.states.get(grid.state(part)) {
            square(board, &rect, state);
            let paint = if state.filled {
                Paint::OnRole(state.role)
            } else {
                Paint::Soft
            };
            let centre = (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0);
            if !state.crossed
                && rect.h > measure::height(board.fonts.label)
                && let Some(words) = short(board, part, paint, rect.w - 2.0)
            {
                board.try_write(&words, centre, Anchor::Middle);
            }
        }
        if let Some(choice) = &part.choice {
            offer(board, &rect, choice);
        }
    }
}

/// The short name, if it fits.
fn short(board: &Board<'_>, part: &GridPart, paint: Paint, room: f64) -> Option<Words> {
    let text = board.texts.label(part.short.as_ref()?);
    let words = Words::new(text, board.fonts.label, paint);
    (words.width() <= room).then_some(words)
}

fn offer(board: &mut Board<'_>, rect: &Rect, choice: &GridChoice) {
    if choice.chosen {
        outline(board, &rect.grown(1.0), Paint::Role(Role::Bad), 2.5);
    }
    board.hits.push(Hit {
        id: format!("{}={}", choice.input, choice.value),
        kind: HitKind::Choice,
        rect: *rect,
        label: choice.label.clone(),
    });
}

fn outline(board: &mut Board<'_>, rect: &Rect, paint: Paint, width: f64) {
    let mut corners = rect.corners();
    corners.extend(corners.first().copied());
    board.path(Depth::Line, corners, solid(paint, width));
}

fn square(board: &mut Board<'_>, rect: &Rect, state: &GridState) {
    let paint = Paint::Role(state.role);
    if state.filled {
        board.fill(Depth::Fill, rect.corners(), paint, 1.0);
    } else {
        board.fill(Depth::Fill, rect.corners(), Paint::Grid, 1.0);
        let edge = if state.crossed { paint } else { Paint::Rule };
        outline(board, rect, edge, 1.0);
    }
    if state.crossed {
        let cross = if state.filled {
            Paint::OnRole(state.role)
        } else {
            paint
        };
        let inset = rect.grown(-rect.w * 0.2);
        let width = (rect.w * 0.09).clamp(1.0, 2.5);
        let [a, b, c, d] = [
            (inset.x, inset.y),
            (inset.right(), inset.bottom()),
            (inset.right(), inset.y),
            (inset.x, inset.bottom()),
        ];
        board.path(Depth::Mark, vec![a, b], solid(cross, width));
        board.path(Depth::Mark, vec![c, d], solid(cross, width));
    }
}

/// Samples of the states with their names, in rows; returns where the grid begins.
fn legend(board: &mut Board<'_>, states: &[GridState]) -> f64 {
    let size = board.fonts.label;
    let height = measure::height(size) + 6.0;
    let end = board.size.width - EDGE;
    let (mut x, mut y) = (EDGE, EDGE);
    for state in states {
        let room = end - EDGE - SAMPLE - 6.0;
        let text = board.texts.label(&state.name);
        let text = measure::fitted(&text, size, Weight::Normal, room);
        let words = Words::new(text, size, Paint::Ink);
        let wide = SAMPLE + 6.0 + words.width();
        if x > EDGE && x + wide > end {
            x = EDGE;
            y += height;
        }
        let sample = Rect {
            x,
            y: y + (height - SAMPLE) / 2.0,
            w: SAMPLE,
            h: SAMPLE,
        };
        square(board, &sample, state);
        board.write(&words, (x + SAMPLE + 6.0, y + height / 2.0), Anchor::Start);
        x += wide + 16.0;
    }
    y + height + 6.0
}
