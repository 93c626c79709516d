//! Events of a timeline: rings that do not cover each other, with whiskers for uncertain times.

use super::board::{Board, Depth, Px, solid};
use super::frame::Frame;
use crate::chart::{Dash, Hit, HitKind, Item, LaneEvent, Paint, Rect, Role, Stroke};
use crate::kernel::order::by_number;

/// Distance kept between the middles of rings.
pub(super) const PITCH: f64 = 18.0;

/// Radius of a ring.
const RING: f64 = 6.0;

/// Radius of the second ring of the chosen event.
const CHOSEN: f64 = 10.0;

/// Half the size of the box that answers to the pointer: when alone, and at the least.
const REACH: (f64, f64) = (12.0, 8.0);

/// An event's height among those that it would otherwise cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Which, from the top.
    pub(super) index: usize,
    /// Of how many.
    pub(super) of: usize,
}

/// Slots for rings at `xs` (ascending): rings nearer than the pitch stand above each other.
pub(super) fn slots(xs: &[f64]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::with_capacity(xs.len());
    let mut lasts: Vec<f64> = Vec::new();
    let mut cluster_from = 0;
    let mut before = f64::NEG_INFINITY;
    for (at, x) in xs.iter().enumerate() {
        if x - before >= PITCH {
            cluster_from = at;
            lasts.clear();
        }
        before = *x;
        let free = lasts.iter().position(|last| x - last >= PITCH);
        let index = free.unwrap_or(lasts.len());
        match lasts.get_mut(index) {
            Some(last) => *last = *x,
            None => lasts.push(*x),
        }
        slots.push(Slot { index, of: 1 });
        for slot in slots.iter_mut().skip(cluster_from) {
            slot.of = lasts.len();
        }
    }
    slots
}

/// An event with its place.
pub(super) struct Placed<'a> {
    event: &'a LaneEvent,
    at: Px,
    /// Ends of the whisker of an uncertain time.
    whisker: Option<(f64, f64)>,
}

impl Placed<'_> {
    /// What the event's marks cover.
    pub(super) fn covers(&self) -> Vec<Rect> {
        let radius = if self.event.chosen { CHOSEN } else { RING } + 3.0;
        let mut covers = vec![square(self.at, radius)];
        if let Some((from, to)) = self.whisker {
            covers.push(Rect {
                x: from - 2.0,
                y: self.at.1 - 4.0,
                w: to - from + 4.0,
                h: 8.0,
            });
        }
        covers
    }
}

/// The places of a lane's events, in order of time; those beyond the axis are left out.
pub(super) fn placed<'a>(
    frame: &Frame,
    events: impl Iterator<Item = &'a LaneEvent>,
    area: &Rect,
) -> Vec<Placed<'a>> {
    let mut shown: Vec<(f64, &LaneEvent)> = events
        .filter_map(|event| {
            let middle_s = f64::midpoint(event.from_s, event.to_s);
            let px = frame.x.to_px(middle_s)?;
            let is_inside = px >= area.x - 0.5 && px <= area.right() + 0.5;
            is_inside.then_some((px, event))
        })
        .collect();
    by_number(&mut shown, |(px, _)| *px);
    let xs: Vec<f64> = shown.iter().map(|(px, _)| *px).collect();
    let middle = area.y + area.h / 2.0;
    shown
        .into_iter()
        .zip(slots(&xs))
        .map(|((px, event), slot)| {
            let last = (slot.of - 1) as f64;
            let pitch = if last > 0.0 {
                PITCH.min((area.h - 2.0 * RING).max(0.0) / last)
            } else {
                0.0
            };
            let whisker = (event.to_s > event.from_s).then(|| {
                (
                    frame.x.to_px_inside(event.from_s),
                    frame.x.to_px_inside(event.to_s),
                )
            });
            Placed {
                event,
                at: (px, middle + pitch * (slot.index as f64 - last / 2.0)),
                whisker,
            }
        })
        .collect()
}

/// Draws an event among its neighbours.
pub(super) fn draw(
    board: &mut Board<'_>,
    frame: &Frame,
    placed: &Placed<'_>,
    neighbours: &[Placed<'_>],
) {
    let at = placed.at;
    for cover in placed.covers() {
        board.block(cover);
    }
    if placed.event.chosen {
        let line = vec![(at.0, frame.plot.y), (at.0, frame.plot.bottom())];
        board.path(
            Depth::Line,
            line,
            Stroke {
                dash: Dash::Dashed,
                ..solid(Paint::Role(Role::Accent), 1.5)
            },
        );
    }
    if let Some((from, to)) = placed.whisker {
        whisker(board, from, to, at.1);
    }
    rings(board, placed);
    board.hits.push(Hit {
        id: placed.event.id.clone(),
        kind: HitKind::Event,
        rect: square(at, reach(placed, neighbours)),
        label: placed.event.label.clone(),
    });
}

/// Half the size of the event's box: as much as its neighbours leave.
fn reach(placed: &Placed<'_>, neighbours: &[Placed<'_>]) -> f64 {
    let (alone, least) = REACH;
    neighbours
        .iter()
        .filter(|other| other.event.id != placed.event.id)
        .map(|other| {
            let across = (other.at.0 - placed.at.0).abs();
            let down = (other.at.1 - placed.at.1).abs();
            across.max(down) / 2.0
        })
        .fold(alone, f64::min)
        .max(least)
}

fn whisker(board: &mut Board<'_>, from: f64, to: f64, y: f64) {
    let lines = [
        vec![(from, y), (to, y)],
        vec![(from, y - 4.0), (from, y + 4.0)],
        vec![(to, y - 4.0), (to, y + 4.0)],
    ];
    for line in lines.clone() {
        board.path(Depth::Mark, line, solid(Paint::Panel, 4.0));
    }
    for line in lines {
        board.path(Depth::Mark, line, solid(Paint::Ink, 1.5));
    }
}

fn rings(board: &mut Board<'_>, placed: &Placed<'_>) {
    let mut circle = |radius, fill, stroke| {
        let at = placed.at;
        let item = Item::Circle {
            at,
            radius,
            fill,
            stroke,
        };
        board.add(Depth::Mark, item);
    };
    if placed.event.chosen {
        let accent = solid(Paint::Role(Role::Accent), 2.5);
        circle(CHOSEN, Some(Paint::Panel), Some(accent));
    }
    circle(RING, Some(Paint::Panel), Some(solid(Paint::Ink, 2.0)));
    circle(2.5, Some(Paint::Role(placed.event.role)), None);
}

fn square((x, y): Px, half: f64) -> Rect {
    Rect {
        x: x - half,
        y: y - half,
        w: 2.0 * half,
        h: 2.0 * half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(index: usize, of: usize) -> Slot {
        Slot { index, of }
    }

    #[test]
    fn rings_far_apart_stay_on_the_bar() {
        assert_eq!(slots(&[0.0, 40.0, 90.0]), vec![slot(0, 1); 3]);
    }

    #[test]
    fn rings_at_one_moment_stand_above_each_other() {
        assert_eq!(
            slots(&[10.0, 10.0, 12.0, 100.0]),
            vec![slot(0, 3), slot(1, 3), slot(2, 3), slot(0, 1)]
        );
    }

    #[test]
    fn a_chain_uses_two_rows() {
        assert_eq!(
            slots(&[0.0, 10.0, 20.0, 30.0]),
            vec![slot(0, 2), slot(1, 2), slot(0, 2), slot(1, 2)]
        );
    }
}
