//! Block diagrams: what is needed in a row from left to right, alternatives above each other. A row that is too long for
//! the page goes on below, like a line of text.
//!
//! Sizes do not depend on the language, so that the height is known before the words are.

use super::board::{Board, Depth, Px, Words, solid};
use super::frame::{EDGE, Frame, map};
use crate::chart::{
    Anchor, AxisId, Block, BlockPart, ChartSpec, Dash, Item, Layer, Paint, Rect, Role, Scale,
    Stroke, Weight, measure,
};
use crate::text::Label;

/// Height of a block.
const BLOCK_H: f64 = 42.0;
/// Widest and narrowest block.
const BLOCK_W: (f64, f64) = (64.0, 150.0);
/// Least width of the words of a block that stands for several.
const COPIES_W: f64 = 92.0;
/// The most that a small system is enlarged.
const ENLARGED: f64 = 1.25;
/// Free pixels beside a block's words.
const INSET: f64 = 7.0;
/// Length of the line between two neighbours in a row.
const LINK: f64 = 16.0;
/// Free pixels between alternatives.
const BETWEEN: f64 = 10.0;
/// From where alternatives part to where they begin.
const BRANCH: f64 = 14.0;
/// Between a row and the one that it goes on in.
const ROWS: f64 = 22.0;
/// Height of the words above a group.
const CAPTION: f64 = 17.0;
/// Free pixels inside the frame around copies.
const PADDING: f64 = 8.0;
/// The line at both ends of the system.
const LEAD: f64 = 16.0;
/// Height of an entry of the key below.
const KEY: f64 = 20.0;
/// Font size of a block's words in the unscaled picture.
const FONT: f64 = 12.0;

/// A diagram and the meanings of its colours.
#[derive(Clone, Copy)]
pub(super) struct Diagram<'a> {
    root: &'a BlockPart,
    key: &'a [(Role, Label)],
}

/// The chart's diagram, if it has one.
pub(super) fn diagram(spec: &ChartSpec) -> Option<Diagram<'_>> {
    spec.layers.iter().find_map(|layer| match layer {
        Layer::Blocks { root, key, .. } => Some(Diagram { root, key }),
        _ => None,
    })
}

/// The height that suits the diagram.
pub(super) fn preferred_height(diagram: Diagram<'_>, width: f64) -> f64 {
    let room = (width - 2.0 * (EDGE + LEAD)).max(1.0);
    let laid = lay(diagram.root, room);
    let scale = (room / laid.w).min(ENLARGED);
    (laid.h * scale + key_height(diagram, width) + 4.0 * EDGE)
        .ceil()
        .max(120.0)
}

fn key_height(diagram: Diagram<'_>, width: f64) -> f64 {
    let lines = if width < 520.0 {
        diagram.key.len()
    } else {
        diagram.key.len().min(1)
    };
    lines as f64 * KEY
}

/// A part with its size and where its line goes in on the left and out on the right.
struct Laid<'a> {
    w: f64,
    h: f64,
    into: f64,
    out: f64,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Block(&'a Block),
    /// Rows of parts with their left ends and tops; more than one row where the width is not enough.
    Rows(Vec<Vec<(Px, Laid<'a>)>>),
    /// Alternatives with their tops.
    Alternatives(Option<&'a Label>, Vec<(f64, Laid<'a>)>),
    Framed(&'a Label, Box<Laid<'a>>),
}

fn lay(part: &BlockPart, room: f64) -> Laid<'_> {
    match part {
        BlockPart::Block(block) => {
            let name = match &block.name {
                Label::Both(name) => measure::width(&name.en, FONT, Weight::Bold),
                Label::Message(_) => 0.0,
            };
            let words = if block.copies > 1 {
                COPIES_W
            } else {
                BLOCK_W.0
            };
            // A pixel more than the words need, so that rounding does not cut them.
            let w = (name.max(words) + 2.0 * INSET + 1.0)
                .min(BLOCK_W.1)
                .min(room)
                .max(BLOCK_W.0);
            Laid {
                w,
                h: BLOCK_H,
                into: BLOCK_H / 2.0,
                out: BLOCK_H / 2.0,
                kind: Kind::Block(block),
            }
        }
        BlockPart::Row(parts) => lay_row(parts, room),
        BlockPart::Alternatives { caption, parts } => {
            let top = if caption.is_some() { CAPTION } else { 0.0 };
            let laid: Vec<Laid<'_>> = parts
                .iter()
                .map(|part| lay(part, room - 2.0 * BRANCH))
                .collect();
            let w = laid.iter().map(|part| part.w).fold(0.0, f64::max) + 2.0 * BRANCH;
            let mut y = top;
            let mut placed = Vec::with_capacity(laid.len());
            for part in laid {
                let h = part.h;
                placed.push((y, part));
                y += h + BETWEEN;
            }
            let middle = |port: fn(&Laid<'_>) -> f64| match (placed.first(), placed.last()) {
                (Some((top, first)), Some((low, last))) => {
                    f64::midpoint(top + port(first), low + port(last))
                }
                _ => 0.0,
            };
            Laid {
                w,
                h: (y - BETWEEN).max(top),
                into: middle(|part| part.into),
                out: middle(|part| part.out),
                kind: Kind::Alternatives(caption.as_ref(), placed),
            }
        }
        BlockPart::Framed { caption, part } => {
            let inner = lay(part, room - 2.0 * PADDING);
            let top = CAPTION + 2.0;
            Laid {
                w: inner.w + 2.0 * PADDING,
                h: inner.h + top + PADDING,
                into: inner.into + top,
                out: inner.out + top,
                kind: Kind::Framed(caption, Box::new(inner)),
            }
        }
    }
}

fn lay_row(parts: &[BlockPart], room: f64) -> Laid<'_> {
    let mut rows: Vec<Vec<Laid<'_>>> = Vec::new();
    let mut used = 0.0;
    // A row that goes on needs a little room for the line that leads down and back.
    let room_of_rows = room - LINK;
    let whole: f64 = parts
        .iter()
        .map(|part| lay(part, room).w + LINK)
        .sum::<f64>()
        - LINK;
    for part in parts {
        let laid = lay(part, if whole > room { room_of_rows } else { room });
        match rows.last_mut() {
            Some(row) if whole <= room || used + LINK + laid.w <= room_of_rows => {
                used += LINK + laid.w;
                row.push(laid);
            }
            _ => {
                used = laid.w;
                rows.push(vec![laid]);
            }
        }
    }
    let goes_on = rows.len() > 1;
    let indent = if goes_on { LINK / 2.0 } else { 0.0 };
    let (mut w, mut y): (f64, f64) = (0.0, 0.0);
    let mut placed = Vec::with_capacity(rows.len());
    let (mut into, mut out) = (0.0, 0.0);
    for (index, row) in rows.into_iter().enumerate() {
        let base = row.iter().map(|part| part.into).fold(0.0, f64::max);
        let below = row
            .iter()
            .map(|part| part.h - part.into)
            .fold(0.0, f64::max);
        let mut x = indent;
        let mut line = Vec::with_capacity(row.len());
        for part in row {
            let at = (x, y + base - part.into);
            x += part.w + LINK;
            out = at.1 + part.out;
            line.push((at, part));
        }
        if index == 0 {
            into = base;
        }
        w = w.max(x - LINK + indent);
        placed.push(line);
        y += base + below + ROWS;
    }
    Laid {
        w,
        h: (y - ROWS).max(0.0),
        into,
        out,
        kind: Kind::Rows(placed),
    }
}

/// From the picture's own pixels to the scene's.
#[derive(Clone, Copy)]
struct Place {
    origin: Px,
    scale: f64,
}

impl Place {
    fn px(&self, (x, y): Px) -> Px {
        (
            self.origin.0 + x * self.scale,
            self.origin.1 + y * self.scale,
        )
    }

    fn moved(&self, by: Px) -> Place {
        Place {
            origin: self.px(by),
            scale: self.scale,
        }
    }
}

/// Draws the diagram.
pub(super) fn draw(board: &mut Board<'_>, diagram: Diagram<'_>) -> Frame {
    let area = board.area();
    let room = area.w - 2.0 * (EDGE + LEAD);
    let key_h = key_height(diagram, area.w);
    let height = (area.h - key_h - 3.0 * EDGE).max(1.0);
    let laid = lay(diagram.root, room);
    let scale = (room / laid.w).min(height / laid.h).min(ENLARGED);
    let place = Place {
        origin: (
            (area.w - laid.w * scale) / 2.0,
            EDGE + (height - laid.h * scale) / 2.0,
        ),
        scale,
    };
    let from = place.px((0.0, laid.into));
    let to = place.px((laid.w, laid.out));
    for (end, port) in [(from.0 - LEAD, from), (to.0 + LEAD, to)] {
        line(board, vec![(end, port.1), port]);
        board.add(
            Depth::Mark,
            Item::Circle {
                at: (end, port.1),
                radius: 3.5,
                fill: Some(Paint::Soft),
                stroke: None,
            },
        );
    }
    part(board, &laid, place);
    key(board, diagram, area.h - key_h - EDGE);
    let plot = Rect {
        x: EDGE,
        y: EDGE,
        w: area.w - 2.0 * EDGE,
        h: height,
    };
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

fn line(board: &mut Board<'_>, points: Vec<Px>) {
    board.path(Depth::Grid, points, solid(Paint::Soft, 1.5));
}

fn part(board: &mut Board<'_>, laid: &Laid<'_>, place: Place) {
    match &laid.kind {
        Kind::Block(block) => draw_block(board, block, laid, place),
        Kind::Rows(rows) => draw_rows(board, rows, laid, place),
        Kind::Alternatives(caption, parts) => {
            draw_alternatives(board, parts, laid, place);
            if let Some(caption) = caption {
                write_caption(
                    board,
                    caption,
                    place.moved((BRANCH, 0.0)),
                    laid.w - 2.0 * BRANCH,
                );
            }
        }
        Kind::Framed(caption, inner) => {
            let frame = [
                (0.0, 0.0),
                (laid.w, 0.0),
                (laid.w, laid.h),
                (0.0, laid.h),
                (0.0, 0.0),
            ];
            board.path(
                Depth::Grid,
                frame.map(|corner| place.px(corner)).to_vec(),
                Stroke {
                    dash: Dash::Dotted,
                    ..solid(Paint::Soft, 1.2)
                },
            );
            write_caption(
                board,
                caption,
                place.moved((PADDING, 2.0)),
                laid.w - 2.0 * PADDING,
            );
            let at = (PADDING, CAPTION + 2.0);
            for x in [
                (0.0, PADDING, laid.into),
                (laid.w - PADDING, laid.w, laid.out),
            ] {
                line(board, vec![place.px((x.0, x.2)), place.px((x.1, x.2))]);
            }
            part(board, inner, place.moved(at));
        }
    }
}

fn draw_rows(board: &mut Board<'_>, rows: &[Vec<(Px, Laid<'_>)>], laid: &Laid<'_>, place: Place) {
    let mut from = (0.0, laid.into);
    for (index, row) in rows.iter().enumerate() {
        for (number, (at, inner)) in row.iter().enumerate() {
            let to = (at.0, at.1 + inner.into);
            let course = if index > 0 && number == 0 {
                // Down behind the row's end, back, and down to the next row.
                let right = laid.w;
                let top = row.iter().map(|(at, _)| at.1).fold(f64::INFINITY, f64::min);
                let between = top - ROWS / 2.0;
                vec![
                    from,
                    (right, from.1),
                    (right, between),
                    (0.0, between),
                    (0.0, to.1),
                    to,
                ]
            } else {
                let middle = f64::midpoint(from.0, to.0);
                vec![from, (middle, from.1), (middle, to.1), to]
            };
            line(
                board,
                course.into_iter().map(|point| place.px(point)).collect(),
            );
            part(board, inner, place.moved(*at));
            from = (at.0 + inner.w, at.1 + inner.out);
        }
    }
    line(board, vec![place.px(from), place.px((laid.w, laid.out))]);
}

fn draw_alternatives(
    board: &mut Board<'_>,
    parts: &[(f64, Laid<'_>)],
    laid: &Laid<'_>,
    place: Place,
) {
    let (left, right) = (BRANCH / 2.0, laid.w - BRANCH / 2.0);
    line(
        board,
        vec![place.px((0.0, laid.into)), place.px((left, laid.into))],
    );
    line(
        board,
        vec![place.px((right, laid.out)), place.px((laid.w, laid.out))],
    );
    let ports = |x: f64, port: fn(&Laid<'_>) -> f64| -> Vec<Px> {
        let ends = [parts.first(), parts.last()];
        ends.into_iter()
            .flatten()
            .map(|(top, part)| place.px((x, top + port(part))))
            .collect()
    };
    line(board, ports(left, |part| part.into));
    line(board, ports(right, |part| part.out));
    for (top, inner) in parts {
        let x = (laid.w - inner.w) / 2.0;
        let (into, out) = (top + inner.into, top + inner.out);
        line(board, vec![place.px((left, into)), place.px((x, into))]);
        line(
            board,
            vec![place.px((x + inner.w, out)), place.px((right, out))],
        );
        part(board, inner, place.moved((x, *top)));
    }
}

fn draw_block(board: &mut Board<'_>, block: &Block, laid: &Laid<'_>, place: Place) {
    let rect = |by: f64| Rect {
        x: place.origin.0 + by,
        y: place.origin.1 - by,
        w: laid.w * place.scale,
        h: laid.h * place.scale,
    };
    if block.copies > 1 {
        let behind = rect(3.0 * place.scale);
        outline(board, &behind, Paint::Panel, 1.0, block.role, 1.0);
    }
    let front = rect(0.0);
    outline(board, &front, Paint::Panel, 1.0, block.role, 2.0);
    board.fill(Depth::Line, front.corners(), Paint::Role(block.role), 0.14);
    let size = FONT * place.scale;
    let room = front.w - 2.0 * INSET * place.scale;
    let name = board.texts.label(&block.name);
    let name = measure::fitted(&name, size, Weight::Bold, room);
    let middle = (front.x + front.w / 2.0, front.y + front.h / 2.0);
    let step = 8.5 * place.scale;
    let words = Words::new(name, size, Paint::Ink).bold();
    board.write(&words, (middle.0, middle.1 - step), Anchor::Middle);
    let detail = board.texts.label(&block.detail);
    let detail = measure::fitted(&detail, size * 0.92, Weight::Normal, room);
    let words = Words::new(detail, size * 0.92, Paint::Ink);
    board.write(&words, (middle.0, middle.1 + step), Anchor::Middle);
}

fn outline(board: &mut Board<'_>, rect: &Rect, fill: Paint, opacity: f64, role: Role, width: f64) {
    board.fill(Depth::Line, rect.corners(), fill, opacity);
    let mut corners = rect.corners();
    corners.extend(corners.first().copied());
    board.path(Depth::Line, corners, solid(Paint::Role(role), width));
}

fn write_caption(board: &mut Board<'_>, caption: &Label, place: Place, room: f64) {
    let size = FONT * 0.95 * place.scale;
    let text = board.texts.label(caption);
    let text = measure::fitted(&text, size, Weight::Normal, room * place.scale);
    let words = Words::new(text, size, Paint::Soft);
    board.write(&words, place.px((0.0, CAPTION / 2.0 - 1.0)), Anchor::Start);
}

/// What the colours mean, below the picture.
fn key(board: &mut Board<'_>, diagram: Diagram<'_>, top: f64) {
    const SWATCH: Px = (18.0, 12.0);
    let stacked = board.is_narrow();
    let room = board.size.width - 2.0 * EDGE;
    let share = if stacked {
        room
    } else {
        (room / diagram.key.len().max(1) as f64).min(220.0)
    };
    for (index, (role, name)) in diagram.key.iter().enumerate() {
        let at = if stacked {
            (0.0, index as f64 * KEY)
        } else {
            (index as f64 * share, 0.0)
        };
        let (x, middle) = (EDGE + at.0, top + at.1 + KEY / 2.0);
        let rect = Rect {
            x: x + 1.0,
            y: middle - SWATCH.1 / 2.0,
            w: SWATCH.0,
            h: SWATCH.1,
        };
        outline(board, &rect, Paint::Panel, 1.0, *role, 2.0);
        board.fill(Depth::Line, rect.corners(), Paint::Role(*role), 0.14);
        let text = board.texts.label(name);
        let size = board.fonts.label;
        let text = measure::fitted(&text, size, Weight::Normal, share - SWATCH.0 - 12.0);
        let words = Words::new(text, size, Paint::Ink);
        board.write(&words, (x + SWATCH.0 + 8.0, middle), Anchor::Start);
    }
}
