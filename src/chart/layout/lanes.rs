//! Timelines: a row for each component, bars for what lasted, rings for what happened.

use super::board::{Board, Depth, Words};
use super::frame::{EDGE, Frame, map};
use super::lanes_events::{self, Placed};
use super::{Size, axes, clock_axis, lanes_phases, range};
use crate::chart::{
    Anchor, Axis, AxisId, ChartSpec, Dash, Hit, HitKind, Lane, LaneEvent, LaneSpan, Layer, Paint,
    Rect, Scale, Stroke, Weight, measure,
};
use crate::kernel::order::by_number;
use crate::text::{Lang, Texts};

/// Height of a row without crowding, in pixels.
const ROW: f64 = 38.0;

/// Height of a bar.
const BAR: f64 = 22.0;

/// Height that a name above its row takes.
const NAME: f64 = 18.0;

/// Least width of a bar.
const LEAST_BAR: f64 = 2.0;

/// Least size of a box that answers to the pointer.
const LEAST_HIT: f64 = 24.0;

/// Share of the width that names in the margin may take.
const NAMES_SHARE: f64 = 0.28;

/// The rows of a timeline.
pub(super) struct Rows<'a> {
    lanes: &'a [Lane],
    spans: &'a [LaneSpan],
    events: &'a [LaneEvent],
}

/// The rows of the chart, if it is a timeline.
pub(super) fn rows(spec: &ChartSpec) -> Option<Rows<'_>> {
    spec.layers.iter().find_map(|layer| match layer {
        Layer::Lanes {
            lanes,
            spans,
            events,
        } => Some(Rows {
            lanes,
            spans,
            events,
        }),
        _ => None,
    })
}

/// A bar inside its lane.
struct Bar<'a> {
    span: &'a LaneSpan,
    track: usize,
}

/// What a lane has to hold.
struct Lay<'a> {
    bars: Vec<Bar<'a>>,
    tracks: usize,
    /// Rings that stand above each other.
    crowd: usize,
}

impl Lay<'_> {
    /// The height that the lane wants without its name.
    fn wanted(&self) -> f64 {
        let bars = self.tracks as f64 * (BAR + 4.0) + 12.0;
        let rings = self.crowd as f64 * lanes_events::PITCH + 6.0;
        bars.max(rings).max(ROW)
    }
}

/// The height that suits the timeline as a whole, which it keeps while a part of it is looked at.
pub(super) fn preferred_height(spec: &ChartSpec, rows: &Rows<'_>, width: f64) -> f64 {
    let texts = Texts::new(Lang::En);
    let size = Size {
        width,
        height: 100.0,
    };
    let board = Board::new(&texts, size.sane());
    let whole = Axis {
        range: None,
        ..spec.x.clone()
    };
    let (x, _) = horizontal(&board, &whole, rows, &mut Vec::new());
    let clocks = clock_axis::Heights::of(&board, &spec.x);
    let name = name_height(&board);
    let lanes: f64 = lays(rows, |s| x.to_px(s))
        .iter()
        .map(|lay| lay.wanted() + name)
        .sum();
    let around = clocks.above + clocks.below + axes::x_height(&board, &spec.x) + 2.0 * EDGE;
    (lanes + around + lanes_phases::height(&board, &spec.layers)).ceil()
}

fn name_height(board: &Board<'_>) -> f64 {
    if board.is_narrow() { NAME } else { 0.0 }
}

/// The time axis and the width of the margin with names.
fn horizontal(
    board: &Board<'_>,
    axis: &Axis,
    rows: &Rows<'_>,
    notes: &mut Vec<crate::text::Message>,
) -> (crate::chart::AxisMap, f64) {
    let names = rows
        .lanes
        .iter()
        .map(|lane| {
            let text = board.texts.label(&lane.name);
            measure::width(&text, board.fonts.label, Weight::Normal)
        })
        .fold(0.0, f64::max)
        .min(board.size.width * NAMES_SHARE);
    let margin = if board.is_narrow() {
        EDGE + 2.0
    } else {
        EDGE + names + 14.0
    };
    let right = (board.size.width - EDGE - 8.0).max(margin + 20.0);
    let domain = domain(axis, rows, notes);
    (map(AxisId::X, &axis.scale, domain, (margin, right)), names)
}

fn domain(axis: &Axis, rows: &Rows<'_>, notes: &mut Vec<crate::text::Message>) -> (f64, f64) {
    let mut times: Vec<f64> = Vec::new();
    times.extend(rows.spans.iter().flat_map(|span| [span.from_s, span.to_s]));
    times.extend(
        rows.events
            .iter()
            .flat_map(|event| [event.from_s, event.to_s]),
    );
    let (lo, hi) = range::axis_range(axis, &times, notes);
    if axis.range.is_some() {
        return (lo, hi);
    }
    let air = if axis.scale == Scale::Log {
        0.0
    } else {
        (hi - lo) * 0.025
    };
    (lo - air, hi + air)
}

/// What each lane holds.
fn lays<'a>(rows: &Rows<'a>, to_px: impl Fn(f64) -> Option<f64>) -> Vec<Lay<'a>> {
    (0..rows.lanes.len())
        .map(|lane| {
            let bars = tracked(rows.spans.iter().filter(|span| span.lane == lane));
            let tracks = bars.iter().map(|bar| bar.track + 1).max().unwrap_or(1);
            let mut xs: Vec<f64> = rows
                .events
                .iter()
                .filter(|event| event.lane == lane)
                .filter_map(|event| to_px(f64::midpoint(event.from_s, event.to_s)))
                .collect();
            by_number(&mut xs, |x| *x);
            let crowd = lanes_events::slots(&xs)
                .iter()
                .map(|slot| slot.of)
                .max()
                .unwrap_or(0);
            Lay {
                bars,
                tracks,
                crowd,
            }
        })
        .collect()
}

/// Bars on the first track that is free when they begin.
fn tracked<'a>(spans: impl Iterator<Item = &'a LaneSpan>) -> Vec<Bar<'a>> {
    let mut spans: Vec<&LaneSpan> = spans
        .filter(|span| span.from_s.is_finite() && span.to_s.is_finite())
        .collect();
    by_number(&mut spans, |span| span.from_s);
    let mut ends: Vec<f64> = Vec::new();
    let mut bars = Vec::with_capacity(spans.len());
    for span in spans {
        let free = ends.iter().position(|end| *end <= span.from_s);
        let track = free.unwrap_or(ends.len());
        match ends.get_mut(track) {
            Some(end) => *end = span.to_s,
            None => ends.push(span.to_s),
        }
        bars.push(Bar { span, track });
    }
    bars
}

/// A lane's place in the plot: its upper edge, and the area of its bars and rings.
struct Row {
    top: f64,
    area: Rect,
}

/// Draws the timeline.
pub(super) fn draw(board: &mut Board<'_>, spec: &ChartSpec, rows: &Rows<'_>) -> Frame {
    let mut notes = Vec::new();
    let (x, names) = horizontal(board, &spec.x, rows, &mut notes);
    board.notes.append(&mut notes);
    let clocks = clock_axis::Heights::of(board, &spec.x);
    let top = EDGE + clocks.above;
    let strip = lanes_phases::height(board, &spec.layers);
    let bottom = board.size.height - EDGE - clocks.below - axes::x_height(board, &spec.x);
    let plot = Rect {
        x: x.pixels.0,
        y: top,
        w: x.pixels.1 - x.pixels.0,
        h: bottom.max(top + 20.0) - top,
    };
    let lanes_count = rows.lanes.len().max(1) as f64;
    let y = map(
        AxisId::Y,
        &Scale::Linear,
        (0.0, lanes_count),
        (plot.y, plot.bottom()),
    );
    let frame = Frame { plot, x, y };
    axes::draw_x(board, &frame, &spec.x);
    lanes_phases::draw(board, &frame, &spec.layers, strip);

    let lays = lays(rows, |s| frame.x.to_px(s));
    let places = row_places(board, &frame, strip, &lays);
    for ((lane, place), index) in rows.lanes.iter().zip(&places).zip(0..) {
        draw_name(board, &frame, lane, place, names);
        if index > 0 || strip > 0.0 {
            separator(board, &frame, place.top);
        }
    }
    for ((lay, place), index) in lays.iter().zip(&places).zip(0..) {
        let in_lane = rows.events.iter().filter(|event| event.lane == index);
        let rings = lanes_events::placed(&frame, in_lane, &place.area);
        for bar in &lay.bars {
            draw_bar(board, &frame, bar, lay.tracks, place, &rings);
        }
        for ring in &rings {
            lanes_events::draw(board, &frame, ring, &rings);
        }
    }
    frame
}

/// The rows from top to bottom, in proportion to what they hold.
fn row_places(board: &Board<'_>, frame: &Frame, strip: f64, lays: &[Lay<'_>]) -> Vec<Row> {
    let name = name_height(board);
    let wanted: f64 = lays.iter().map(|lay| lay.wanted() + name).sum();
    let scale = (frame.plot.h - strip).max(1.0) / wanted.max(1.0);
    let mut top = frame.plot.y + strip;
    lays.iter()
        .map(|lay| {
            let height = (lay.wanted() + name) * scale;
            let name = name.min(height * 0.45);
            let row = Row {
                top,
                area: Rect {
                    x: frame.plot.x,
                    y: top + name,
                    w: frame.plot.w,
                    h: height - name,
                },
            };
            top += height;
            row
        })
        .collect()
}

fn separator(board: &mut Board<'_>, frame: &Frame, y: f64) {
    board.path(
        Depth::Grid,
        vec![(frame.plot.x, y), (frame.plot.right(), y)],
        Stroke {
            paint: Paint::Grid,
            width: 1.0,
            opacity: 1.0,
            dash: Dash::Solid,
        },
    );
}

fn draw_name(board: &mut Board<'_>, frame: &Frame, lane: &Lane, row: &Row, names: f64) {
    let text = board.texts.label(&lane.name);
    let words = Words::new(text, board.fonts.label, Paint::Ink);
    if board.is_narrow() {
        // The line of a chosen event passes under the name, not through it.
        let words = axes::fitted(&words, frame.plot.w).haloed();
        let y = row.area.y - words.height() / 2.0 + 2.0;
        board.try_write(&words, (frame.plot.x, y), Anchor::Start);
    } else {
        let words = axes::fitted(&words, names);
        let middle = row.area.y + row.area.h / 2.0;
        board.try_write(&words, (frame.plot.x - 10.0, middle), Anchor::End);
    }
}

fn draw_bar(
    board: &mut Board<'_>,
    frame: &Frame,
    bar: &Bar<'_>,
    tracks: usize,
    row: &Row,
    rings: &[Placed<'_>],
) {
    let Some(rect) = bar_rect(frame, bar, tracks, row) else {
        return;
    };
    let role = bar.span.role;
    board.fill(Depth::Fill, rect.corners(), Paint::Role(role), 1.0);
    board.hits.push(Hit {
        id: bar.span.id.clone(),
        kind: HitKind::Span,
        rect: at_least(&rect, LEAST_HIT),
        label: bar.span.label.clone(),
    });
    let text = board.texts.label(&bar.span.label);
    let words = Words::new(text, board.fonts.tick, Paint::OnRole(role));
    if words.height() > rect.h {
        return;
    }
    let middle = rect.y + rect.h / 2.0;
    for (from, to) in free_stretches(&rect, rings) {
        let fits = words.width() + 12.0 <= to - from;
        if fits && board.try_write(&words, (from + 6.0, middle), Anchor::Start) {
            return;
        }
    }
}

/// A bar's rectangle inside the plot; `None` when it is not shown.
fn bar_rect(frame: &Frame, bar: &Bar<'_>, tracks: usize, row: &Row) -> Option<Rect> {
    let (lo, hi) = frame.x.domain;
    if bar.span.to_s < lo || bar.span.from_s > hi {
        return None;
    }
    let from = frame.x.to_px_inside(bar.span.from_s);
    let to = frame.x.to_px_inside(bar.span.to_s);
    let tracks = tracks as f64;
    let pitch = (BAR + 4.0).min((row.area.h - 6.0).max(1.0) / tracks);
    let height = (pitch - 2.0).clamp(1.0, BAR);
    let top = row.area.y + row.area.h / 2.0 - pitch * tracks / 2.0;
    Some(Rect {
        x: from.min(frame.plot.right() - LEAST_BAR),
        y: top + pitch * bar.track as f64 + (pitch - height) / 2.0,
        // A pixel between bars that follow each other.
        w: (to - from - 1.0).max(LEAST_BAR),
        h: height,
    })
}

/// The parts of a bar that no ring and no line of a chosen event covers.
fn free_stretches(bar: &Rect, rings: &[Placed<'_>]) -> Vec<(f64, f64)> {
    let mut covered: Vec<(f64, f64)> = rings
        .iter()
        .flat_map(Placed::covers)
        .filter(|rect| rect.overlap(bar) > 0.0)
        .map(|rect| (rect.x, rect.right()))
        .collect();
    by_number(&mut covered, |(from, _)| *from);
    let mut free = Vec::new();
    let mut from = bar.x;
    for (start, end) in covered {
        if start > from {
            free.push((from, start.min(bar.right())));
        }
        from = from.max(end);
    }
    if from < bar.right() {
        free.push((from, bar.right()));
    }
    free
}

/// A rectangle grown about its middle to a least size.
fn at_least(rect: &Rect, least: f64) -> Rect {
    let (w, h) = (rect.w.max(least), rect.h.max(least));
    Rect {
        x: rect.x + (rect.w - w) / 2.0,
        y: rect.y + (rect.h - h) / 2.0,
        w,
        h,
    }
}
