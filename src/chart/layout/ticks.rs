//! Which numbers stand beside an axis: round, distinct, and never on top of each other.

use crate::chart::{Anchor, Axis, AxisId, AxisMap, Scale, Weight, measure};
use crate::kernel::order::by_number;
use crate::text::{Lang, Unit, format, steps};

/// A labelled number on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) px: f64,
    pub(super) text: String,
}

/// The ticks of an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ticks {
    pub(super) labelled: Vec<Tick>,
    /// Pixels of fainter grid lines between.
    pub(super) between: Vec<f64>,
}

/// The room for the labels of an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) font: f64,
    /// Pixels that labels may not leave.
    pub(super) limits: (f64, f64),
}

/// Free pixels between neighbouring labels.
const GAP_X: f64 = 14.0;
const GAP_Y: f64 = 10.0;

/// A decade narrower than this has no lines between.
const MIN_DECADE_PX: f64 = 34.0;

impl Room {
    /// The pixels that a label covers along its axis, moved inside the limits.
    pub(super) fn extent(&self, axis: AxisId, px: f64, text: &str) -> (f64, f64) {
        let length = match axis {
            AxisId::X => measure::width(text, self.font, Weight::Normal),
            AxisId::Y => measure::height(self.font),
        };
        let (lo, hi) = self.limits;
        let start = (px - length / 2.0).min(hi - length).max(lo);
        (start, start + length)
    }

    /// The middle of a label of a horizontal axis, moved inside the limits.
    pub(super) fn middle(&self, px: f64, text: &str) -> (f64, Anchor) {
        let (start, end) = self.extent(AxisId::X, px, text);
        (f64::midpoint(start, end), Anchor::Middle)
    }

    fn holds(&self, axis: AxisId, ticks: &[Tick]) -> bool {
        let gap = match axis {
            AxisId::X => GAP_X,
            AxisId::Y => GAP_Y,
        };
        let mut extents: Vec<(f64, f64)> = ticks
            .iter()
            .map(|tick| self.extent(axis, tick.px, &tick.text))
            .collect();
        by_number(&mut extents, |extent| extent.0);
        let is_free = extents.windows(2).all(|pair| match pair {
            [one, other] => other.0 - one.1 >= gap,
            _ => true,
        });
        let is_distinct = ticks.windows(2).all(|pair| match pair {
            [one, other] => one.text != other.text,
            _ => true,
        });
        is_free && is_distinct
    }
}

/// What is needed to make ticks of numbers.
struct Labeller<'a> {
    axis: &'a Axis,
    map: &'a AxisMap,
    lang: Lang,
    room: Room,
}

/// The ticks of a linear or logarithmic axis.
pub(super) fn ticks(axis: &Axis, map: &AxisMap, lang: Lang, room: Room) -> Ticks {
    let labeller = Labeller {
        axis,
        map,
        lang,
        room,
    };
    match (&axis.scale, axis.unit) {
        (Scale::Log, Unit::Second) => labeller.durations(),
        (Scale::Log, _) => labeller.decades(),
        _ => labeller.even(),
    }
}

impl Labeller<'_> {
    fn label(&self, values: &[f64]) -> Vec<Tick> {
        values
            .iter()
            .filter_map(|value| {
                let px = self.map.to_px(*value)?;
                let text = format::axis_tick(*value, self.axis.unit, self.lang);
                Some(Tick { px, text })
            })
            .collect()
    }

    fn length(&self) -> f64 {
        (self.map.pixels.1 - self.map.pixels.0).abs()
    }

    fn even(&self) -> Ticks {
        let most = (self.length() / 20.0).clamp(4.0, 60.0) as usize;
        let labelled = steps::even(self.axis.unit, self.map.domain, most)
            .iter()
            .map(|values| self.label(values))
            .find(|ticks| self.room.holds(self.map.axis, ticks))
            .unwrap_or_default();
        Ticks {
            labelled,
            between: Vec::new(),
        }
    }

    fn decades(&self) -> Ticks {
        let tens = steps::decades(self.map.domain, &[1.0]);
        if tens.len() < 3 {
            let labelled = self.label(&steps::decades(self.map.domain, &[1.0, 2.0, 5.0]));
            if labelled.len() > 1 && self.room.holds(self.map.axis, &labelled) {
                return self.with_between(labelled);
            }
        }
        if tens.len() < 2 {
            return self.even();
        }
        let labelled = (1..=tens.len())
            .map(|stride| {
                let shown: Vec<f64> = tens.iter().copied().step_by(stride).collect();
                self.label(&shown)
            })
            .find(|ticks| self.room.holds(self.map.axis, ticks))
            .unwrap_or_default();
        self.with_between(labelled)
    }

    /// Landmarks kept in the order of their rank as long as there is room.
    fn durations(&self) -> Ticks {
        // Upright axes have their pixels the other way round.
        let direction = (self.map.pixels.1 - self.map.pixels.0).signum();
        let mut kept: Vec<Tick> = Vec::new();
        for tick in self.label(&steps::durations(self.map.domain)) {
            let mut more = kept.clone();
            more.push(tick);
            by_number(&mut more, |tick| tick.px * direction);
            if self.room.holds(self.map.axis, &more) {
                kept = more;
            }
        }
        if kept.len() < 2 {
            return self.decades();
        }
        Ticks {
            labelled: kept,
            between: Vec::new(),
        }
    }

    fn with_between(&self, labelled: Vec<Tick>) -> Ticks {
        let (lo, hi) = self.map.domain;
        let decade_px = match (self.map.to_px(lo), self.map.to_px(lo * 10.0)) {
            (Some(one), Some(other)) => (one - other).abs(),
            _ => 0.0,
        };
        let digits: &[f64] = if decade_px >= MIN_DECADE_PX {
            &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
        } else if decade_px >= 4.0 {
            &[1.0]
        } else {
            &[]
        };
        let between = steps::decades((lo, hi), digits)
            .into_iter()
            .filter_map(|value| self.map.to_px(value))
            .filter(|px| labelled.iter().all(|tick| (tick.px - px).abs() > 0.5))
            .collect();
        Ticks { labelled, between }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Label;

    fn shown(scale: Scale, unit: Unit, domain: (f64, f64), width: f64) -> Vec<String> {
        let axis = Axis::new(Label::plain("value"), unit, scale.clone());
        let map = AxisMap {
            axis: AxisId::X,
            scale,
            domain,
            pixels: (40.0, width),
        };
        let room = Room {
            font: 11.0,
            limits: (0.0, width + 10.0),
        };
        ticks(&axis, &map, Lang::En, room)
            .labelled
            .into_iter()
            .map(|tick| tick.text)
            .collect()
    }

    #[test]
    fn narrow_axes_have_fewer_ticks() {
        let wide = shown(Scale::Linear, Unit::Count, (0.0, 1000.0), 900.0);
        let narrow = shown(Scale::Linear, Unit::Count, (0.0, 1000.0), 220.0);
        assert!(wide.len() > narrow.len() && narrow.len() >= 2, "{narrow:?}");
    }

    #[test]
    fn durations_on_a_log_axis_are_human() {
        assert_eq!(
            shown(Scale::Log, Unit::Second, (3600.0, 3.6e9), 700.0),
            ["1 h", "6 h", "1 d", "1 wk", "1 mo", "1 y", "10 y", "100 y"]
        );
        assert_eq!(
            shown(Scale::Log, Unit::Second, (3600.0, 3.6e9), 260.0),
            ["1 h", "1 d", "1 mo", "1 y", "100 y"]
        );
    }

    #[test]
    fn a_log_axis_never_shows_zero() {
        for domain in [(1.0, 100.0), (0.0062, 46173.0), (1.0, 3.0), (1e-300, 1e300)] {
            let ticks = shown(Scale::Log, Unit::One, domain, 500.0);
            assert!(ticks.len() >= 2, "{domain:?} {ticks:?}");
            assert!(ticks.iter().all(|tick| tick != "0"), "{ticks:?}");
        }
    }

    #[test]
    fn neighbouring_labels_differ() {
        let ticks = shown(Scale::Linear, Unit::Ratio, (0.999_99, 1.0), 500.0);
        let mut distinct = ticks.clone();
        distinct.dedup();
        assert_eq!(ticks, distinct);
        assert_eq!(ticks.iter().filter(|tick| *tick == "100%").count(), 1);
    }
}
