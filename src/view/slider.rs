//! A slider over an input: the place of a value, the value of a place, what keys do, where ticks are.
//!
//! A place is a number from 0 (left) to 1 (right). A value outside the soft range stands at the end.

use super::nice;
use crate::kernel::{math, quantity::Probability};
use crate::models::{InputSpec, Kind, Range, Spacing, Value};
use crate::text::{Unit, steps};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Arrow left or down.
    Less,
    /// Arrow right or up.
    More,
    /// Page down.
    MuchLess,
    /// Page up.
    MuchMore,
    /// Home.
    Least,
    /// End.
    Most,
}

/// Arrow steps from end to end of a continuous slider.
const STEPS: f64 = 100.0;

/// Where `value` stands, or `None` for an input that has no slider.
#[must_use]
pub fn place(input: &InputSpec, value: &Value) -> Option<f64> {
    let track = Track::of(input)?;
    Some(track.place(track.coordinate(value)?))
}

/// The value at `place`, rounded as [`nice`] does, or `None` for an input that has no slider.
#[must_use]
pub fn value_at(input: &InputSpec, place: f64) -> Option<Value> {
    let track = Track::of(input)?;
    Some(track.value(track.coordinate_at(place.clamp(0.0, 1.0))))
}

/// The value after a key, or `None` for an input that has no slider. A step always changes the
/// value until the end is reached, however coarse the rounding.
#[must_use]
pub fn after_key(input: &InputSpec, value: &Value, key: Key) -> Option<Value> {
    let track = Track::of(input)?;
    let here = track.place(track.coordinate(value)?);
    let (direction, size) = match key {
        Key::Least => return value_at(input, 0.0),
        Key::Most => return value_at(input, 1.0),
        Key::Less => (-1.0, track.step()),
        Key::More => (1.0, track.step()),
        Key::MuchLess => (-1.0, 10.0 * track.step()),
        Key::MuchMore => (1.0, 10.0 * track.step()),
    };
    let mut next = value.clone();
    let mut place = here;
    while next == *value && (0.0..=1.0).contains(&place) {
        place += direction * size;
        next = track.value(track.coordinate_at(place.clamp(0.0, 1.0)));
    }
    Some(next)
}

/// Round values worth a tick under the slider, with their places, from left to right.
#[must_use]
pub fn ticks(input: &InputSpec) -> Vec<(f64, Value)> {
    const MOST: usize = 6;
    let Some(track) = Track::of(input) else {
        return Vec::new();
    };
    let values = track.round_values();
    let every = values.len().div_ceil(MOST).max(1);
    values
        .into_iter()
        .step_by(every)
        .filter_map(|value| Some((track.place(track.coordinate(&value)?), value)))
        .collect()
}

/// The line along which a slider moves: a coordinate in which equal distances are equal steps.
struct Track<'a> {
    input: &'a InputSpec,
    spacing: Spacing,
    from: f64,
    to: f64,
}

impl<'a> Track<'a> {
    fn of(input: &'a InputSpec) -> Option<Track<'a>> {
        let (spacing, lo, hi) = match &input.kind {
            Kind::Real { soft, spacing, .. } => (*spacing, soft.lo, soft.hi),
            Kind::Count { soft, spacing, .. } => (*spacing, as_real(soft.lo), as_real(soft.hi)),
            Kind::Probability { soft, spacing, .. } => {
                return Track::of_shares(input, soft, *spacing);
            }
            _ => return None,
        };
        Some(Track {
            input,
            spacing,
            from: bend(spacing, lo, 1.0 - lo),
            to: bend(spacing, hi, 1.0 - hi),
        })
    }

    fn of_shares(
        input: &'a InputSpec,
        soft: &Range<&'static str>,
        spacing: Spacing,
    ) -> Option<Track<'a>> {
        let lo: Probability = soft.lo.parse().ok()?;
        let hi: Probability = soft.hi.parse().ok()?;
        Some(Track {
            input,
            spacing,
            from: bend(spacing, lo.value(), lo.complement()),
            to: bend(spacing, hi.value(), hi.complement()),
        })
    }

    fn coordinate(&self, value: &Value) -> Option<f64> {
        let at = match value {
            Value::Probability(share) => bend(self.spacing, share.value(), share.complement()),
            _ => {
                let number = value.number()?;
                bend(self.spacing, number, 1.0 - number)
            }
        };
        // The logarithm of 0 lies left of every slider.
        Some(if at.is_nan() { self.from } else { at })
    }

    fn place(&self, coordinate: f64) -> f64 {
        ((coordinate - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }

    fn coordinate_at(&self, place: f64) -> f64 {
        self.from + place * (self.to - self.from)
    }

    /// One arrow step as a share of the slider: a hundredth, or one whole thing if that is more.
    fn step(&self) -> f64 {
        match (&self.input.kind, self.spacing) {
            (Kind::Count { soft, .. }, Spacing::Linear) => {
                (1.0 / as_real(soft.hi - soft.lo).max(1.0)).max(1.0 / STEPS)
            }
            _ => 1.0 / STEPS,
        }
    }

    fn value(&self, coordinate: f64) -> Value {
        match &self.input.kind {
            Kind::Count { soft, .. } => {
                let real = nice(unbend(self.spacing, coordinate), Unit::Count).round();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "clamped to the slider"
                )]
                Value::Count((real.max(0.0) as u64).clamp(soft.lo, soft.hi))
            }
            Kind::Probability { soft, .. } => Value::Probability(self.share(soft, coordinate)),
            Kind::Real { soft, .. } => {
                let real = nice(unbend(self.spacing, coordinate), self.input.unit);
                Value::Real(real.clamp(soft.lo, soft.hi))
            }
            _ => unreachable!("a track exists only for the three kinds above"),
        }
    }

    /// A share whose complement has two significant digits, so that a slider rests on 99.95 %.
    fn share(&self, soft: &Range<&'static str>, coordinate: f64) -> Probability {
        let fallback = || soft.lo.parse().unwrap_or(Probability::ZERO);
        match self.spacing {
            Spacing::Nines => {
                let complement = math::pow(10.0, -coordinate);
                let text = format!("{complement:.1e}");
                let rounded = text.parse().unwrap_or(complement);
                Probability::from_complement(rounded).unwrap_or_else(|_| fallback())
            }
            _ => Probability::from_value(
                nice(unbend(self.spacing, coordinate), Unit::Ratio).min(1.0),
            )
            .unwrap_or_else(|_| fallback()),
        }
    }

    /// Round numbers at equal distances, and the ends where they are not too near.
    fn even(&self) -> Vec<Value> {
        /// Distances from end to end.
        const MOST: usize = 5;
        let (from, to) = (self.from, self.to);
        let spaced = steps::even(self.input.unit, (from, to), MOST);
        let Some(mut numbers) = spaced.into_iter().find(|numbers| numbers.len() > 1) else {
            return [from, to].map(|end| self.value(end)).to_vec();
        };
        let step = numbers[1] - numbers[0];
        let far = 0.6 * step;
        // One that is next to nothing beside the others would be a long number in a short place.
        if numbers[0] - from >= far && from.abs() >= 1e-3 * step {
            numbers.insert(0, from);
        }
        if to - numbers[numbers.len() - 1] >= far {
            numbers.push(to);
        }
        numbers
            .into_iter()
            .map(|number| self.value(number))
            .collect()
    }

    fn round_values(&self) -> Vec<Value> {
        const DURATIONS_S: [f64; 15] = [
            1e-3,
            1e-2,
            1e-1,
            1.0,
            10.0,
            60.0,
            600.0,
            3_600.0,
            36_000.0,
            604_800.0,
            2_628_000.0,
            31_536_000.0,
            315_360_000.0,
            3_153_600_000.0,
            31_536_000_000.0,
        ];
        let inside = |value: &Value| {
            self.coordinate(value)
                .is_some_and(|at| at >= self.from - 1e-9 && at <= self.to + 1e-9)
        };
        let mut candidates: Vec<Value> = match (&self.input.kind, self.spacing) {
            (Kind::Real { .. }, Spacing::Log) if self.input.unit == Unit::Second => {
                DURATIONS_S.iter().map(|s| Value::Real(*s)).collect()
            }
            (Kind::Real { .. }, Spacing::Log) => {
                powers_of_ten(self.from, self.to).map(Value::Real).collect()
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "powers of ten from 1 up"
            )]
            (Kind::Count { .. }, Spacing::Log) => powers_of_ten(self.from.max(0.0), self.to)
                .map(|power| Value::Count(power as u64))
                .collect(),
            (Kind::Probability { .. }, Spacing::Nines) => nines(self.from, self.to),
            _ => self.even(),
        };
        // Numbers between a few whole ones fall on one.
        candidates.dedup();
        candidates.into_iter().filter(inside).collect()
    }
}

/// The coordinate of a value; the complement is passed because it cannot be had from a value near 1.
fn bend(spacing: Spacing, value: f64, complement: f64) -> f64 {
    match spacing {
        Spacing::Linear => value,
        Spacing::Log => math::log10(value),
        Spacing::Nines => -math::log10(complement),
    }
}

fn unbend(spacing: Spacing, coordinate: f64) -> f64 {
    match spacing {
        Spacing::Linear => coordinate,
        Spacing::Log => math::pow(10.0, coordinate),
        Spacing::Nines => 1.0 - math::pow(10.0, -coordinate),
    }
}

fn powers_of_ten(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let steps = (to - from + 1.0).clamp(0.0, 40.0);
    let first = (from - 1e-9).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 40"
    )]
    (0..=steps as u32).map(move |k| math::pow(10.0, first + f64::from(k)))
}

fn nines(from: f64, to: f64) -> Vec<Value> {
    (0..=12_u32)
        .filter(|count| (from - 1e-9..=to + 1e-9).contains(&f64::from(*count)))
        .filter_map(|count| format!("1e-{count}").parse::<f64>().ok())
        .filter_map(|complement| Probability::from_complement(complement).ok())
        .map(Value::Probability)
        .collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts on sliders stay far below 2^53"
)]
fn as_real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const MTTR: InputSpec = InputSpec {
        id: "mttr_s",
        unit: Unit::Second,
        kind: Kind::Real {
            default: 3_600.0,
            hard: Range { lo: 0.0, hi: 1e15 },
            soft: Range {
                lo: 1.0,
                hi: 3_600_000.0,
            },
            spacing: Spacing::Log,
        },
        when: None,
    };
    const TARGET: InputSpec = InputSpec {
        id: "target",
        unit: Unit::Ratio,
        kind: Kind::Probability {
            default: "0.9999",
            soft: Range {
                lo: "0.9",
                hi: "0.999999",
            },
            spacing: Spacing::Nines,
        },
        when: None,
    };
    const SERVERS: InputSpec = InputSpec {
        id: "servers",
        unit: Unit::Count,
        kind: Kind::Count {
            default: 3,
            hard: Range { lo: 1, hi: 100_000 },
            soft: Range { lo: 1, hi: 10 },
            spacing: Spacing::Linear,
        },
        when: None,
    };

    #[test]
    fn the_middle_of_a_logarithmic_slider_is_the_geometric_mean() {
        // √(1 · 3,600,000) s = 1,897 s = 31.6 min.
        assert_eq!(value_at(&MTTR, 0.5), Some(Value::Real(31.6 * 60.0)));
        let there = place(&MTTR, &Value::Real(1_897.366_596)).unwrap();
        assert!((there - 0.5).abs() < 1e-9, "{there}");
    }

    #[test]
    fn a_value_outside_the_slider_stands_at_its_end() {
        assert_eq!(place(&MTTR, &Value::Real(1e9)), Some(1.0));
        assert_eq!(place(&MTTR, &Value::Real(0.0)), Some(0.0));
    }

    #[test]
    fn nines_are_equally_far_apart() {
        let at = |text: &str| place(&TARGET, &Value::Probability(text.parse().unwrap())).unwrap();
        assert!((at("0.99") - 0.2).abs() < 1e-9);
        assert!((at("0.9999") - 0.6).abs() < 1e-9);
        assert_eq!(
            value_at(&TARGET, 1.0),
            Some(Value::Probability("0.999999".parse().unwrap()))
        );
    }

    #[test]
    fn a_key_always_moves_until_the_end() {
        let mut value = Value::Count(1);
        for expected in 2..=10 {
            value = after_key(&SERVERS, &value, Key::More).unwrap();
            assert_eq!(value, Value::Count(expected));
        }
        assert_eq!(
            after_key(&SERVERS, &value, Key::More),
            Some(Value::Count(10))
        );
        assert_eq!(
            after_key(&SERVERS, &value, Key::Least),
            Some(Value::Count(1))
        );
    }

    #[test]
    fn a_key_from_beyond_the_slider_comes_back_onto_it() {
        assert_eq!(
            after_key(&MTTR, &Value::Real(1e9), Key::More),
            Some(Value::Real(3_600_000.0))
        );
    }

    #[test]
    fn one_number_has_one_tick() {
        const ENACTORS: InputSpec = InputSpec {
            id: "enactors",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 3 },
                soft: Range { lo: 1, hi: 3 },
                spacing: Spacing::Linear,
            },
            when: None,
        };
        let values: Vec<Value> = ticks(&ENACTORS)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        assert_eq!(values, [1, 2, 3].map(Value::Count));
    }

    #[test]
    fn ticks_of_an_even_slider_are_round_between_its_ends() {
        let shown = |unit, lo, hi| {
            let input = InputSpec {
                id: "even",
                unit,
                kind: Kind::Real {
                    default: lo,
                    hard: Range { lo, hi },
                    soft: Range { lo, hi },
                    spacing: Spacing::Linear,
                },
                when: None,
            };
            let ticks = ticks(&input).into_iter();
            let number = |(_, value): (f64, Value)| value.number().unwrap();
            ticks.map(number).collect::<Vec<_>>()
        };
        assert_eq!(
            shown(Unit::One, 1.0, 200.0),
            [1.0, 50.0, 100.0, 150.0, 200.0]
        );
        assert_eq!(shown(Unit::One, 2.0, 20.0), [2.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(shown(Unit::One, 4.0, 20.0), [5.0, 10.0, 15.0, 20.0]);
        assert_eq!(shown(Unit::One, 1e-6, 0.1), [0.02, 0.04, 0.06, 0.08, 0.1]);
        assert_eq!(
            shown(Unit::Second, 10.0, 300.0),
            [10.0, 60.0, 120.0, 180.0, 240.0, 300.0]
        );
        assert_eq!(
            shown(Unit::Second, 0.0, 3_600.0),
            [0.0, 900.0, 1_800.0, 2_700.0, 3_600.0]
        );
    }

    #[test]
    fn ticks_are_few_round_and_in_order() {
        let ticks = ticks(&MTTR);
        assert!((3..=6).contains(&ticks.len()), "{ticks:?}");
        assert!(ticks.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(ticks[0].1, Value::Real(1.0));
    }
}
