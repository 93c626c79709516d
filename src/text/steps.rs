//! Round numbers as people count, to put ticks at: beside an axis, below a slider.

use super::Unit;
use crate::kernel::math;
use crate::kernel::order::by_number;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3600.0;
const DAY: f64 = 86_400.0;
const WEEK: f64 = 7.0 * DAY;
/// A twelfth of a year.
const MONTH: f64 = YEAR / 12.0;
/// 365 days.
const YEAR: f64 = 365.0 * DAY;

/// Durations that people count in, between which a linear axis may step.
#[rustfmt::skip]
const DURATION_STEPS: [f64; 25] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 30.0,
    MINUTE, 2.0 * MINUTE, 5.0 * MINUTE, 10.0 * MINUTE, 15.0 * MINUTE, 30.0 * MINUTE,
    HOUR, 2.0 * HOUR, 3.0 * HOUR, 6.0 * HOUR, 12.0 * HOUR,
    DAY, 2.0 * DAY, WEEK, 2.0 * WEEK,
    MONTH, 2.0 * MONTH, 6.0 * MONTH, YEAR,
];

/// Landmarks of a logarithmic axis of durations with their rank: the first rank is kept longest.
const LANDMARKS: [(f64, u8); 12] = [
    (1.0, 0),
    (10.0, 1),
    (MINUTE, 0),
    (10.0 * MINUTE, 1),
    (HOUR, 0),
    (6.0 * HOUR, 2),
    (DAY, 0),
    (WEEK, 1),
    (MONTH, 1),
    (YEAR, 0),
    (10.0 * YEAR, 1),
    (100.0 * YEAR, 0),
];

/// Ten to a whole power, the f64 nearest to it.
fn ten_to(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(f64::INFINITY)
}

/// A distance between ticks: `digit`·10^`exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    digit: f64,
    exponent: i32,
}

impl Step {
    /// `count` steps from zero, the f64 nearest to the decimal number.
    fn times(self, count: f64) -> f64 {
        let whole = count * self.digit;
        if self.exponent < 0 {
            whole / ten_to(-self.exponent)
        } else {
            whole * ten_to(self.exponent)
        }
    }
}

/// Evenly spaced round numbers within a range, the closest spacing first.
///
/// At most `most` numbers at a time.
pub(crate) fn even(unit: Unit, (lo, hi): (f64, f64), most: usize) -> Vec<Vec<f64>> {
    let span = hi - lo;
    let finest = span / most as f64;
    let mut steps: Vec<Step> = Vec::new();
    // Below a second as well: the next step from half a second is a whole one.
    if unit == Unit::Second && finest < YEAR {
        steps.extend(
            DURATION_STEPS
                .into_iter()
                .map(|digit| Step { digit, exponent: 0 }),
        );
    }
    let lowest = math::log10(finest).floor() as i32;
    for exponent in lowest..lowest + 5 {
        let is_fraction_of_whole = unit == Unit::Count && exponent < 0;
        let is_human = unit == Unit::Second && (1.0..YEAR).contains(&ten_to(exponent));
        if !is_fraction_of_whole && !is_human {
            steps.extend([1.0, 2.0, 5.0].map(|digit| Step { digit, exponent }));
        }
    }
    by_number(&mut steps, |step| step.times(1.0));
    steps
        .into_iter()
        .filter(|step| step.times(1.0) >= finest)
        .map(|step| multiples(step, lo, hi, most))
        .collect()
}

fn multiples(step: Step, lo: f64, hi: f64, most: usize) -> Vec<f64> {
    let size = step.times(1.0);
    let slack = 1e-9 * size;
    let first = ((lo - slack) / size).ceil();
    (0..=most)
        .map(|index| {
            let value = step.times(first + index as f64);
            // Not the zero with a sign.
            if value == 0.0 { 0.0 } else { value }
        })
        .take_while(|value| *value <= hi + slack)
        .filter(|value| *value >= lo - slack)
        .map(|value| value.clamp(lo, hi))
        .collect()
}

/// Powers of ten within a range, times each of `digits`.
pub(crate) fn decades((lo, hi): (f64, f64), digits: &[f64]) -> Vec<f64> {
    let first = math::log10(lo).floor() as i32;
    let last = math::log10(hi).ceil() as i32;
    let mut values = Vec::new();
    for exponent in first..=last {
        values.extend(digits.iter().map(|digit| {
            Step {
                digit: *digit,
                exponent,
            }
            .times(1.0)
        }));
    }
    values.retain(|value| *value >= lo * (1.0 - 1e-12) && *value <= hi * (1.0 + 1e-12));
    values
}

/// Durations that people know, within a range, the most needed first.
pub(crate) fn durations((lo, hi): (f64, f64)) -> Vec<f64> {
    let below = decades((lo, hi), &[1.0])
        .into_iter()
        .filter(|value| *value < 1.0)
        .map(|value| (value, 1));
    let above = decades((lo / YEAR, hi / YEAR), &[1.0])
        .into_iter()
        .filter(|years| *years > 100.0)
        .map(|years| (years * YEAR, 1));
    let mut ranked: Vec<(f64, u8)> = below
        .chain(LANDMARKS)
        .chain(above)
        .filter(|(value, _)| *value >= lo * (1.0 - 1e-12) && *value <= hi * (1.0 + 1e-12))
        .collect();
    by_number(&mut ranked, |(_, rank)| f64::from(*rank));
    ranked.into_iter().map(|(value, _)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_exact_decimals() {
        let sets = even(Unit::One, (0.0, 1.0), 10);
        assert_eq!(
            sets[0],
            vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        );
        assert_eq!(sets[1], vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    }

    #[test]
    fn things_are_counted_in_wholes() {
        for set in even(Unit::Count, (0.0, 3.0), 20) {
            assert!(set.iter().all(|value| value.fract() == 0.0), "{set:?}");
        }
    }

    #[test]
    fn minutes_are_not_hundreds_of_seconds() {
        let sets = even(Unit::Second, (0.0, 600.0), 10);
        assert_eq!(sets[0][1], 60.0);
        assert_eq!(sets[1][1], 120.0);
    }

    #[test]
    fn a_few_seconds_have_ticks() {
        for span in [0.3, 3.0, 9.5, 12.0, 40.0, 100.0] {
            let steps = even(Unit::Second, (0.0, span), 12);
            let first = steps.first().map(Vec::len);
            assert!(first.is_some_and(|count| count > 2), "{span}: {steps:?}");
        }
    }

    #[test]
    fn negative_and_tiny_ranges_have_ticks() {
        assert!(even(Unit::One, (-1.0, 1.0), 10)[0].contains(&0.0));
        assert!(even(Unit::One, (1e-17, 2e-17), 10)[0].len() > 5);
        assert!(!even(Unit::One, (-1e300, 1e300), 10)[0].is_empty());
    }

    #[test]
    fn powers_of_ten_are_exact() {
        assert_eq!(
            decades((1.0, 1000.0), &[1.0]),
            vec![1.0, 10.0, 100.0, 1000.0]
        );
        assert_eq!(
            decades((0.02, 0.6), &[1.0, 2.0, 5.0]),
            vec![0.02, 0.05, 0.1, 0.2, 0.5]
        );
    }

    #[test]
    fn durations_are_those_that_people_say() {
        let mut shown = durations((1.0, 3_628_800.0));
        shown.sort_by(f64::total_cmp);
        assert_eq!(
            shown,
            vec![
                1.0,
                10.0,
                60.0,
                600.0,
                3600.0,
                21_600.0,
                86_400.0,
                604_800.0,
                2_628_000.0
            ]
        );
    }
}
