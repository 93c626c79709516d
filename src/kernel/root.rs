//! Where a function passes through zero.

use crate::math;

/// A place between `lo` and `hi` where `f` passes through zero; its signs at the two ends must differ, or it is
/// zero at one.
///
/// Inverse quadratic interpolation where that is safe and halving where not: T. R. Chandrupatla, *Advances in
/// Engineering Software* 28 (1997), 145–149. To the last place or two of the answer, in some ten evaluations for what is
/// nearly straight.
pub(crate) fn root(f: &dyn Fn(f64) -> f64, lo: f64, hi: f64) -> f64 {
    let (mut a, mut b) = (hi, lo);
    let (mut fa, mut fb) = (f(a), f(b));
    // A zero has no sign to compare with.
    if fa == 0.0 {
        return a;
    }
    let mut step = 0.5;
    for _ in 0..200 {
        let x = a + step * (b - a);
        let fx = f(x);
        let (c, fc) = if (fx > 0.0) == (fa > 0.0) {
            (a, fa)
        } else {
            let behind = (b, fb);
            (b, fb) = (a, fa);
            behind
        };
        (a, fa) = (x, fx);
        let (best, f_best) = if fa.abs() < fb.abs() {
            (a, fa)
        } else {
            (b, fb)
        };
        let least = f64::EPSILON * best.abs() / (b - a).abs();
        if least > 0.5 || f_best == 0.0 || a == b {
            return best;
        }
        let place = (a - b) / (c - b);
        let height = (fa - fb) / (fc - fb);
        let smooth = height * height < place && (1.0 - height) * (1.0 - height) < 1.0 - place;
        step = if smooth {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        step = step.clamp(least, 1.0 - least);
    }
    a
}

/// The least t ≥ 0 at which `tail`, a share that falls with t, is down to `beyond`. `scale` is a positive length from
/// which to look outwards. Infinite where there is none below the largest number.
pub(crate) fn percentile(tail: &dyn Fn(f64) -> f64, beyond: f64, scale: f64) -> f64 {
    let excess = |t: f64| math::ln(tail(t).max(f64::MIN_POSITIVE)) - math::ln(beyond);
    if excess(0.0) <= 0.0 {
        return 0.0;
    }
    let (mut lo, mut hi) = (0.0, scale);
    while excess(hi) > 0.0 {
        lo = hi;
        hi *= 2.0;
        if hi.is_infinite() {
            return hi;
        }
    }
    root(&excess, lo, hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_to_the_last_places() {
        assert!((root(&|x| 2.0 - x * x, 0.0, 2.0) - 2.0_f64.sqrt()).abs() < 5e-16);
        assert!((root(&|x| 1e-9 - x, 0.0, 1e9) - 1e-9).abs() < 1e-24);
        // At an end.
        assert_eq!(root(&|x| x, -1.0, 0.0), 0.0);
        assert_eq!(root(&|x| -x, 0.0, 1.0), 0.0);
        // A step has no zero, and its place is still found.
        assert!((root(&|x| if x < 0.3 { 1.0 } else { -1.0 }, 0.0, 1.0) - 0.3).abs() < 1e-15);
    }

    #[test]
    fn percentiles_of_an_exponential() {
        let median = percentile(&|t| math::exp(-2.0 * t), 0.5, 1e-3);
        assert!((median - core::f64::consts::LN_2 / 2.0).abs() < 1e-15);
        assert_eq!(percentile(&|t| 0.3 * math::exp(-t), 0.5, 1.0), 0.0);
        assert_eq!(percentile(&|_| 1.0, 0.5, 1.0), f64::INFINITY);
    }
}
