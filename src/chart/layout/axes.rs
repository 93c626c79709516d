//! Drawing axes: grid, numbers, titles.

use super::board::{Board, Depth, Words, solid};
use super::clock_axis;
use super::frame::{EDGE, Frame, quiet};
use super::ticks::{Room, Ticks, ticks};
use crate::chart::{Anchor, Axis, Dash, Paint, Scale, Stroke, Weight, measure};
use crate::text::{Arg, Label, Message, Unit};

/// The title of an axis, with its unit in words where the numbers beside it do not carry one.
pub(super) fn title(board: &Board<'_>, axis: &Axis) -> Words {
    let unit = match axis.unit {
        Unit::PerSecond => Some("chart.unit.per_second"),
        Unit::PerDay => Some("chart.unit.per_day"),
        Unit::Nines => Some("chart.unit.nines"),
        _ => None,
    };
    let text = match unit {
        Some(unit) => board.texts.message(
            &Message::new("chart.axis_with_unit")
                .with("label", Arg::Label(axis.label.clone()))
                .with("unit", Arg::Label(Label::key(unit))),
        ),
        None => board.texts.label(&axis.label),
    };
    quiet(board, text)
}

/// Words cut to a width.
pub(super) fn fitted(words: &Words, room: f64) -> Words {
    Words {
        text: measure::fitted(&words.text, words.size, words.weight, room),
        ..words.clone()
    }
}

/// The width of the widest number.
pub(super) fn widest(board: &Board<'_>, ticks: &Ticks) -> f64 {
    ticks
        .labelled
        .iter()
        .map(|tick| measure::width(&tick.text, board.fonts.tick, Weight::Normal))
        .fold(0.0, f64::max)
}

/// The height of numbers and title below the plot; clocks bring their own.
pub(super) fn x_height(board: &Board<'_>, axis: &Axis) -> f64 {
    let line = measure::height(board.fonts.tick);
    let numbers = if matches!(axis.scale, Scale::Time(_)) {
        0.0
    } else {
        line + 9.0
    };
    let title = if title(board, axis).text.is_empty() {
        0.0
    } else {
        line + 4.0
    };
    numbers + title
}

fn grid_pen(opacity: f64) -> Stroke {
    Stroke {
        paint: Paint::Grid,
        width: 1.0,
        opacity,
        dash: Dash::Solid,
    }
}

/// A vertical grid line.
pub(super) fn grid_x(board: &mut Board<'_>, frame: &Frame, px: f64, opacity: f64) {
    let plot = frame.plot;
    board.path(
        Depth::Grid,
        vec![(px, plot.y), (px, plot.bottom())],
        grid_pen(opacity),
    );
}

fn grid_y(board: &mut Board<'_>, frame: &Frame, px: f64, opacity: f64) {
    let plot = frame.plot;
    board.path(
        Depth::Grid,
        vec![(plot.x, px), (plot.right(), px)],
        grid_pen(opacity),
    );
}

/// The vertical axis.
pub(super) fn draw_y(board: &mut Board<'_>, frame: &Frame, ticks: &Ticks) {
    let plot = frame.plot;
    for px in &ticks.between {
        grid_y(board, frame, *px, 0.5);
    }
    for tick in &ticks.labelled {
        grid_y(board, frame, tick.px, 1.0);
        let words = quiet(board, tick.text.as_str());
        board.write(&words, (plot.x - 6.0, tick.px), Anchor::End);
    }
    board.path(
        Depth::Grid,
        vec![(plot.x, plot.y), (plot.x, plot.bottom())],
        solid(Paint::Rule, 1.0),
    );
}

/// The horizontal axis, with numbers or clocks, and its title.
pub(super) fn draw_x(board: &mut Board<'_>, frame: &Frame, axis: &Axis) {
    let plot = frame.plot;
    let line = measure::height(board.fonts.tick);
    if let Scale::Time(zone) = &axis.scale {
        clock_axis::draw(board, frame, zone);
    } else {
        draw_numbers(board, frame, axis);
    }
    board.path(
        Depth::Grid,
        vec![(plot.x, plot.bottom()), (plot.right(), plot.bottom())],
        solid(Paint::Rule, 1.0),
    );
    let title = title(board, axis);
    if title.text.is_empty() {
        return;
    }
    let title = fitted(&title, board.size.width - 2.0 * EDGE);
    let room = room_x(board);
    let (middle, anchor) = room.middle(plot.x + plot.w / 2.0, &title.text);
    let at = (middle, board.size.height - EDGE - line / 2.0);
    board.write(&title, at, anchor);
}

fn draw_numbers(board: &mut Board<'_>, frame: &Frame, axis: &Axis) {
    let room = room_x(board);
    let ticks = ticks(axis, &frame.x, board.texts.lang(), room);
    for px in &ticks.between {
        grid_x(board, frame, *px, 0.5);
    }
    let y = frame.plot.bottom() + 9.0 + measure::height(board.fonts.tick) / 2.0;
    for tick in &ticks.labelled {
        grid_x(board, frame, tick.px, 1.0);
        let words = quiet(board, tick.text.as_str());
        let (middle, anchor) = room.middle(tick.px, &tick.text);
        board.write(&words, (middle, y), anchor);
    }
}

/// The room of labels below the plot.
pub(super) fn room_x(board: &Board<'_>) -> Room {
    Room {
        font: board.fonts.tick,
        limits: (2.0, board.size.width - 2.0),
    }
}
