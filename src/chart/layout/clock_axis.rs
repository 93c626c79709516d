//! A time axis: the place's clock above the plot, UTC below, each with the date where it changes.

use super::axes::{grid_x, room_x};
use super::board::{Board, Words};
use super::clock::{self, Date, Moment};
use super::frame::{Frame, quiet};
use crate::chart::{Anchor, Axis, Scale, Weight, ZoneChange, measure};
use crate::text::{Arg, Message};

/// Pixels that the clocks need above and below the plot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Heights {
    pub(super) above: f64,
    pub(super) below: f64,
}

impl Heights {
    pub(super) fn of(board: &Board<'_>, axis: &Axis) -> Heights {
        let Scale::Time(zone) = &axis.scale else {
            return Heights::default();
        };
        let clock = 2.0 * row_height(board) + 4.0;
        Heights {
            above: if zone.is_empty() { 0.0 } else { clock },
            below: clock,
        }
    }
}

fn row_height(board: &Board<'_>) -> f64 {
    measure::height(board.fonts.tick) + 3.0
}

/// A clock beside the plot.
struct Clock<'a> {
    moments: &'a [Moment],
    zone: &'a [ZoneChange],
    step_s: f64,
    /// The middle of the row of times, and of the row of dates.
    rows: (f64, f64),
}

/// Draws grid and clocks.
pub(super) fn draw(board: &mut Board<'_>, frame: &Frame, zone: &[ZoneChange]) {
    let step_s = fitting_step(board, frame);
    let moments = clock::moments(frame.x.domain, zone, step_s);
    for moment in &moments {
        if let Some(px) = frame.x.to_px(moment.utc_s) {
            grid_x(board, frame, px, 1.0);
        }
    }
    let row = row_height(board);
    let plot = frame.plot;
    if !zone.is_empty() {
        let times = plot.y - 5.0 - row / 2.0;
        let clock = Clock {
            moments: &moments,
            zone,
            step_s,
            rows: (times, times - row),
        };
        draw_clock(board, frame, &clock);
    }
    let in_utc: Vec<Moment> = if clock::is_days(step_s) {
        clock::moments(frame.x.domain, &[], step_s)
    } else {
        moments.iter().map(Moment::in_utc).collect()
    };
    let times = plot.bottom() + 5.0 + row / 2.0;
    let clock = Clock {
        moments: &in_utc,
        zone: &[],
        step_s,
        rows: (times, times + row),
    };
    draw_clock(board, frame, &clock);
}

/// The smallest step at which neighbouring labels have room.
fn fitting_step(board: &Board<'_>, frame: &Frame) -> f64 {
    let (lo, hi) = frame.x.domain;
    let s_per_px = (hi - lo) / frame.plot.w.max(1.0);
    let width = |text: &str| measure::width(text, board.fonts.tick, Weight::Normal);
    let step_s = clock::step_s(((1.8 * width("00:00")).max(frame.plot.w / 12.0)) * s_per_px);
    if step_s < 60.0 {
        return clock::step_s((1.6 * width("00:00:00")) * s_per_px);
    }
    if clock::is_days(step_s) {
        let date = date_words(
            board,
            Moment {
                utc_s: lo,
                offset_s: 0.0,
            }
            .date(),
        );
        return clock::step_s((1.5 * width(&date)) * s_per_px);
    }
    step_s
}

fn draw_clock(board: &mut Board<'_>, frame: &Frame, clock: &Clock<'_>) {
    let name_room = frame.plot.x - 10.0;
    let first_name = clock::abbreviation(clock.zone, frame.x.domain.0).to_owned();
    let name = quiet(board, first_name.as_str());
    let is_named = name.width() <= name_room - 2.0
        && board.try_write(&name, (name_room, clock.rows.0), Anchor::End);
    let room = room_x(board);
    for moment in clock.moments {
        let Some(px) = frame.x.to_px(moment.utc_s) else {
            continue;
        };
        let text = if clock::is_days(clock.step_s) {
            date_words(board, moment.date())
        } else {
            moment.time(clock.step_s)
        };
        let (middle, anchor) = room.middle(px, &text);
        let words = quiet(board, text);
        board.try_write(&words, (middle, clock.rows.0), anchor);
    }
    draw_dates(board, frame, clock, (!is_named).then_some(first_name));
}

/// The row of dates: where the date or the zone changes first, then the first tick.
fn draw_dates(board: &mut Board<'_>, frame: &Frame, clock: &Clock<'_>, first_name: Option<String>) {
    let is_days = clock::is_days(clock.step_s);
    for pair in clock.moments.windows(2) {
        let [before, moment] = pair else { continue };
        let name = clock::abbreviation(clock.zone, moment.utc_s);
        let has_new_zone = clock::abbreviation(clock.zone, before.utc_s) != name;
        let has_new_date = !is_days && before.date() != moment.date();
        let text = match (has_new_date, has_new_zone) {
            (true, true) => format!("{} {name}", date_words(board, moment.date())),
            (true, false) => date_words(board, moment.date()),
            (false, true) => name.to_owned(),
            (false, false) => continue,
        };
        let words = quiet(board, text);
        date_at(board, frame, &words, moment, clock.rows.1);
    }
    let Some(first) = clock.moments.first() else {
        return;
    };
    let date = date_words(board, first.date());
    let with_year = board.texts.message(
        &Message::new("chart.date_in_year")
            .with("date", Arg::Plain(date.clone()))
            .with("year", Arg::Plain(first.date().year.to_string())),
    );
    for date in [with_year, date] {
        let text = match &first_name {
            Some(name) => format!("{date} {name}"),
            None => date,
        };
        let words = quiet(board, text);
        if date_at(board, frame, &words, first, clock.rows.1) {
            break;
        }
    }
}

fn date_at(board: &mut Board<'_>, frame: &Frame, words: &Words, moment: &Moment, y: f64) -> bool {
    let Some(px) = frame.x.to_px(moment.utc_s) else {
        return false;
    };
    let (middle, anchor) = room_x(board).middle(px, &words.text);
    let half_time = measure::width("00:00", words.size, Weight::Normal) / 2.0;
    let candidates = [
        ((middle, y), anchor),
        ((px + half_time, y), Anchor::End),
        ((px - half_time, y), Anchor::Start),
    ];
    let area = board.area();
    board.place(words, &candidates, &area).is_some()
}

fn date_words(board: &Board<'_>, date: Date) -> String {
    board.texts.message(
        &Message::new(format!("chart.date.{}", date.month))
            .with("day", Arg::Plain(date.day.to_string())),
    )
}
