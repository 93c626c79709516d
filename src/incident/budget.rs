//! What down time leaves of a window, and how many windows' allowance it uses up.

use super::interval::Interval;
use super::metrics::{MetricValue, Reason};
use crate::kernel::availability::ErrorBudget;
use crate::kernel::quantity::Probability;

/// The objectives that an impact is set against: 99.9 %, 99.99 % and 99.999 %, by their allowances.
pub const ALLOWANCES: [f64; 3] = [1e-3, 1e-4, 1e-5];

/// A duration of down time against a window and its budgets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BudgetImpact {
    /// The part of the window that is left, 0 to 1.
    pub availability: MetricValue,
    /// How many windows' budgets are used up, for each of [`ALLOWANCES`]; years where the window is
    /// a year.
    pub windows: [MetricValue; 3],
}

/// The impact of a duration, taken as full down time, on a window of `window_s` seconds.
///
/// An uncertain duration gives intervals: the longest leaves the least. An outage that outlasts the
/// window leaves nothing of it, and its budgets go on being counted: 1 − d/W, at least 0, and
/// d/(W · (1 − A)).
///
/// ```
/// use outage_lab::incident::{Interval, MetricValue, budget_impact};
///
/// // A day of a year of 365 days: 364/365 is left, and 24 h are 24/8.76 years of three nines.
/// let impact = budget_impact(Interval::point(86_400), 31_536_000.0)?;
/// assert_eq!(impact.availability, MetricValue::Point(364.0 / 365.0));
/// let (years, _) = impact.windows[0].extremes().unwrap();
/// assert!((years - 24.0 / 8.76).abs() < 1e-12);
/// # Ok::<(), &'static str>(())
/// ```
///
/// # Errors
/// `parameter_out_of_range` where the window is not a number of seconds from one second on, or the
/// duration is below zero.
pub fn budget_impact(down: Interval, window_s: f64) -> Result<BudgetImpact, Reason> {
    let mut windows = [MetricValue::Point(0.0); 3];
    for (windows, allowed) in windows.iter_mut().zip(ALLOWANCES) {
        *windows = windows_used(down, allowed, window_s)?;
    }
    Ok(BudgetImpact {
        availability: availability_left(down, window_s)?,
        windows,
    })
}

/// 1 − d/W, at least 0.
pub(crate) fn availability_left(down: Interval, window_s: f64) -> Result<MetricValue, Reason> {
    let left = |down_s: i64| {
        let lost = (down_s as f64 / window_s).min(1.0);
        Probability::from_complement(lost).map(|left| left.value())
    };
    let (lo, hi) = (left(down.hi()), left(down.lo()));
    match (window_s >= 1.0, lo, hi) {
        (true, Ok(lo), Ok(hi)) => Ok(MetricValue::bounds(lo, hi)),
        _ => Err("parameter_out_of_range"),
    }
}

/// d/(W · allowed), by the kernel's error budget.
pub(crate) fn windows_used(
    down: Interval,
    allowed: f64,
    window_s: f64,
) -> Result<MetricValue, Reason> {
    let bad = "parameter_out_of_range";
    let objective = Probability::from_complement(allowed).map_err(|_| bad)?;
    let budget = ErrorBudget::new(objective, window_s).map_err(|_| bad)?;
    if window_s < 1.0 || down.lo() < 0 {
        return Err(bad);
    }
    let used = |down_s: i64| {
        budget
            .windows_of_time(down_s as f64)
            .map_err(|reason| reason.0)
    };
    Ok(MetricValue::bounds(used(down.lo())?, used(down.hi())?))
}
