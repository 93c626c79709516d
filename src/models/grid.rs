//! The part of an axis that a chart shows, and the values along it at which it is worked out.

use super::Range;
use crate::kernel::math;

/// The range that is shown: `soft`, and to twice or half a positive `value` only where that lies outside it, so that an
/// axis stands still under a handle that is moved within it.
pub(super) fn including(soft: Range<f64>, value: f64) -> (f64, f64) {
    if value > soft.hi {
        (soft.lo, 2.0 * value)
    } else if value < soft.lo && value > 0.0 {
        (value / 2.0, soft.hi)
    } else {
        (soft.lo, soft.hi)
    }
}

/// `steps` + 1 values from one end to the other, both of them exactly, equal ratios apart.
pub(super) fn equal_ratios((from, to): (f64, f64), steps: u32) -> impl Iterator<Item = f64> {
    let whole = math::ln(to / from);
    let inner = equal_parts(steps).map(move |share| from * math::exp(share * whole));
    inner.take(steps as usize).chain([to])
}

/// `steps` + 1 values from one end to the other, equal differences apart.
pub(super) fn equal_steps((from, to): (f64, f64), steps: u32) -> impl Iterator<Item = f64> {
    equal_parts(steps).map(move |share| from + (to - from) * share)
}

/// From 0 to 1.
fn equal_parts(steps: u32) -> impl Iterator<Item = f64> {
    (0..=steps).map(move |i| f64::from(i) / f64::from(steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_end_where_they_are_to() {
        for (from, to) in [(1e-4, 1.0), (1.0, 3.0), (60.0, 2_592_000.0), (0.02, 30.0)] {
            for steps in [1, 24, 160, 240] {
                let values: Vec<f64> = equal_ratios((from, to), steps).collect();
                assert_eq!(values.len(), steps as usize + 1);
                assert_eq!((values[0], values[values.len() - 1]), (from, to));
                assert!(values.is_sorted(), "{from} {to} {steps}");
            }
        }
    }

    #[test]
    fn an_axis_moves_only_for_what_is_outside_it() {
        let soft = Range { lo: 1.0, hi: 100.0 };
        for inside in [1.0, 1.5, 60.0, 100.0, 0.0] {
            assert_eq!(including(soft, inside), (1.0, 100.0), "{inside}");
        }
        assert_eq!(including(soft, 0.5), (0.25, 100.0));
        assert_eq!(including(soft, 150.0), (1.0, 300.0));
    }
}
