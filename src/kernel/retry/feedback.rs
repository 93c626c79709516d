//! Retries that cause the failures that cause retries.

use crate::error::{Defined, DomainError, Undefined, defined, non_negative, positive};
use crate::math;
use crate::quantity::Probability;

/// Attempts for each request when every failed attempt causes `retries` more on average, these fail with the
/// same probability, and nothing limits them: 1/(1 − p·r), the sum of the series 1 + pr + (pr)² + ….
///
/// `no_finite_gain` where p·r is 1 or more: the series has no sum. Arguments outside their domain (p from 0 to 1,
/// r from 0) are the caller's to exclude and give a reason, not a number.
///
/// ```
/// use outage_lab_kernel::retry::gain;
///
/// assert_eq!(gain(0.2, 1.0), Ok(1.25));
/// assert_eq!(gain(0.25, 2.0), Ok(2.0));
/// assert!(gain(0.5, 2.0).is_err());
/// ```
///
/// # Errors
/// `no_finite_gain`; `out_of_range` for what is no number.
pub fn gain(failure: f64, retries: f64) -> Defined {
    let sent_again = failure * retries;
    if sent_again >= 1.0 {
        return Err(Undefined("no_finite_gain"));
    }
    defined(1.0 / (1.0 - sent_again))
}

/// How failed attempts are sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resend {
    /// A request whose first attempt fails is sent r times more: a = a₀ (1 + r p(a)).
    Once,
    /// Every failed attempt causes r more, without end: a = a₀ + r p(a) a.
    Unlimited,
}

/// A service whose attempts fail more often the more of them there are.
///
/// Loads are attempts a second over capacity. The failing share is p(a) = p₀ + (1 − p₀)/(1 + e^(−(a − 1)/w)):
/// p₀ far below capacity, everything far above it, and half-way at capacity; w is how soft the edge is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feedback {
    failure: f64,
    width: f64,
    retries: f64,
    resend: Resend,
}

/// A load that causes itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedPoint {
    /// Attempts over capacity.
    pub load: f64,
    /// The share of attempts that fail there.
    pub failure: f64,
    /// By how much the load that follows grows for each unit that the load grows; below 1 a disturbance dies away.
    pub slope: f64,
}

impl FixedPoint {
    /// Whether the load comes back after a small push: |slope| < 1, and the slope is never negative.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.slope < 1.0
    }
}

/// The largest load that is looked at; far beyond any service.
const FAR: f64 = 1e12;

impl Feedback {
    /// A service with failing share `failure` at rest, edge `width` (over capacity), and `retries` sent for a failure.
    ///
    /// # Errors
    /// A width that is not positive and finite, or retries that are negative or not finite.
    pub fn new(
        failure: Probability,
        width: f64,
        retries: f64,
        resend: Resend,
    ) -> Result<Feedback, DomainError> {
        Ok(Feedback {
            failure: failure.value(),
            width: positive("width", width)?,
            retries: non_negative("retries", retries)?,
            resend,
        })
    }

    /// The share of attempts that fail at `load`.
    #[must_use]
    pub fn failure_at(&self, load: f64) -> f64 {
        self.failure + (1.0 - self.failure) * self.overloaded(load)
    }

    /// The logistic curve.
    fn overloaded(&self, load: f64) -> f64 {
        1.0 / (1.0 + math::exp((1.0 - load) / self.width))
    }

    /// Its complement, which keeps its digits where the curve is near 1.
    fn spared(&self, load: f64) -> f64 {
        1.0 / (1.0 + math::exp((load - 1.0) / self.width))
    }

    /// dp/da: by how much the failing share grows for each unit of load.
    #[must_use]
    pub fn failure_slope(&self, load: f64) -> f64 {
        (1.0 - self.failure) * self.overloaded(load) * self.spared(load) / self.width
    }

    /// The load that follows when the requests are `offered` and the attempts `load`.
    #[must_use]
    pub fn next(&self, offered: f64, load: f64) -> f64 {
        match self.resend {
            Resend::Once => offered * (1.0 + self.retries * self.failure_at(load)),
            Resend::Unlimited => offered + self.retries * self.failure_at(load) * load,
        }
    }

    /// The offered load under which `load` causes itself; negative where none does.
    #[must_use]
    pub fn offered_for(&self, load: f64) -> f64 {
        match self.resend {
            Resend::Once => load / (1.0 + self.retries * self.failure_at(load)),
            Resend::Unlimited => {
                let works = (1.0 - self.failure) * self.spared(load);
                load * ((1.0 - self.retries) + self.retries * works)
            }
        }
    }

    /// The fixed point at `load`, if its offered load is taken.
    fn point(&self, load: f64) -> FixedPoint {
        let failure = self.failure_at(load);
        let steep = self.failure_slope(load);
        let slope = match self.resend {
            Resend::Once => self.offered_for(load) * self.retries * steep,
            Resend::Unlimited => self.retries * (failure + load * steep),
        };
        FixedPoint {
            load,
            failure,
            slope,
        }
    }

    /// A positive multiple of d(offered)/d(load); its sign says whether the points there are stable.
    fn rising(&self, load: f64) -> f64 {
        let steep = self.failure_slope(load);
        match self.resend {
            Resend::Once => 1.0 + self.retries * (self.failure_at(load) - load * steep),
            Resend::Unlimited => 1.0 - self.retries * (self.failure_at(load) + load * steep),
        }
    }

    /// The loads at which a stable and an unstable state meet, the lower first: at most two.
    ///
    /// `rising` falls up to one load and grows after it (for [`Resend::Once`] that is the capacity, where p is
    /// steepest; otherwise where 2p′ + a p″ = 0, that is a (2L − 1) = 2w with the logistic L, which has one
    /// solution since its left side grows). So it has at most one zero on either side, and bisection finds each.
    #[must_use]
    pub fn folds(&self) -> Vec<f64> {
        let lowest = match self.resend {
            Resend::Once => 1.0,
            Resend::Unlimited => {
                let excess = |load: f64| {
                    load * (self.overloaded(load) - self.spared(load)) - 2.0 * self.width
                };
                zero(
                    1.0,
                    beyond(1.0, |load| excess(load) > 0.0).unwrap_or(FAR),
                    excess,
                )
            }
        };
        if self.rising(lowest) >= 0.0 || self.rising(0.0) <= 0.0 {
            return Vec::new();
        }
        let mut folds = vec![zero(0.0, lowest, |load| self.rising(load))];
        if let Some(end) = beyond(lowest, |load| self.rising(load) > 0.0) {
            folds.push(zero(lowest, end, |load| self.rising(load)));
        }
        folds
    }

    /// Every load that causes itself under `offered`, the lowest first: none, one, two or three.
    ///
    /// Method: between the [folds](Self::folds) the offered load is monotone in the load, so each piece holds one
    /// solution or none, told by the signs at its ends and found by bisection to the last bit. Stability:
    /// J. Guckenheimer and P. Holmes, *Nonlinear Oscillations, Dynamical Systems, and Bifurcations of Vector
    /// Fields*, 1983, section 1.4 (|F′| < 1 for maps).
    ///
    /// ```
    /// use outage_lab_kernel::retry::{Feedback, Resend};
    ///
    /// // A hard edge, a retry each: 0.8 holds itself, and so does 1.6, where all fail; between them one that tips.
    /// let service = Feedback::new("0".parse().unwrap(), 0.01, 1.0, Resend::Once)?;
    /// let points = service.fixed_points(0.8);
    /// assert_eq!(points.len(), 3);
    /// assert!((points[0].load - 0.8).abs() < 1e-6 && (points[2].load - 1.6).abs() < 1e-6);
    /// assert_eq!(points.iter().map(|p| p.is_stable()).collect::<Vec<_>>(), [true, false, true]);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn fixed_points(&self, offered: f64) -> Vec<FixedPoint> {
        let missing = |load: f64| self.offered_for(load) - offered;
        let folds = self.folds();
        let mut starts = vec![0.0];
        starts.extend(&folds);
        let mut points = Vec::new();
        for (index, start) in starts.iter().enumerate() {
            let is_up = index % 2 == 0;
            let end = match starts.get(index + 1) {
                Some(next) => Some(*next),
                None => beyond(*start, |load| (missing(load) >= 0.0) == is_up),
            };
            let Some(end) = end else { continue };
            let (from, to) = (missing(*start), missing(end));
            let crosses = if is_up {
                from < 0.0 && to >= 0.0
            } else {
                from > 0.0 && to <= 0.0
            };
            if crosses {
                points.push(self.point(zero(*start, end, missing)));
            }
        }
        points
    }
}

/// A load beyond `start` for which `holds`, by doubling the step; `None` if there is none that is looked at.
fn beyond(start: f64, holds: impl Fn(f64) -> bool) -> Option<f64> {
    let mut step = 1e-3;
    while step < FAR {
        if holds(start + step) {
            return Some(start + step);
        }
        step *= 2.0;
    }
    None
}

/// A zero of a function with different signs at `lo` and `hi`, by bisection until the two are neighbours.
fn zero(mut lo: f64, mut hi: f64, function: impl Fn(f64) -> f64) -> f64 {
    let is_negative_low = function(lo) < 0.0;
    for _ in 0..2_000 {
        let middle = lo + (hi - lo) / 2.0;
        if middle <= lo || middle >= hi {
            break;
        }
        if (function(middle) < 0.0) == is_negative_low {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    hi
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(failure: &str, width: f64, retries: f64, resend: Resend) -> Feedback {
        Feedback::new(failure.parse().unwrap(), width, retries, resend).unwrap()
    }

    /// A fine grid of sign changes finds as many fixed points, wherever they are not nearly one.
    #[test]
    fn none_is_missed() {
        for resend in [Resend::Once, Resend::Unlimited] {
            for width in [0.02, 0.1, 0.3] {
                for retries in [0.0, 0.5, 0.9, 1.0, 3.0] {
                    for offered in [0.05, 0.3, 0.55, 0.8, 0.97, 1.2] {
                        let service = service("0.01", width, retries, resend);
                        let found = service.fixed_points(offered);
                        let over = |load: f64| service.next(offered, load) > load;
                        let step = 0.000_37;
                        // A service that resends half of what fails at twice its capacity ends far below 40.
                        let seen = (0..108_000)
                            .map(|i| f64::from(i) * step)
                            .filter(|load| over(*load) != over(load + step))
                            .count();
                        let near = found.iter().filter(|point| point.load < 39.9).count();
                        assert_eq!(near, seen, "{service:?} at {offered}: {found:?}");
                        for point in found {
                            let next = service.next(offered, point.load);
                            assert!((next / point.load - 1.0).abs() < 1e-9, "{point:?}");
                        }
                    }
                }
            }
        }
    }

    /// Iterating the map goes to the stable points and away from the others.
    #[test]
    fn stable_points_attract() {
        let service = service("0.01", 0.05, 1.0, Resend::Once);
        let points = service.fixed_points(0.7);
        assert_eq!(points.len(), 3);
        for (point, pushed) in points.iter().flat_map(|p| [(p, 1.001), (p, 0.999)]) {
            let mut load = point.load * pushed;
            for _ in 0..2_000 {
                load = service.next(0.7, load);
            }
            let is_back = (load / point.load - 1.0).abs() < 1e-9;
            assert_eq!(is_back, point.is_stable(), "{point:?} {load}");
        }
    }

    #[test]
    fn more_than_one_retry_for_a_failure_runs_away() {
        let service = service("0.01", 0.05, 1.5, Resend::Unlimited);
        // The lower state holds, but above the unstable point nothing stops the load.
        let points = service.fixed_points(0.5);
        assert_eq!(points.len(), 2);
        assert!(points[0].is_stable() && !points[1].is_stable());
        assert!(service.fixed_points(1.2).is_empty());
    }
}
