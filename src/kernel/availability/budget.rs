//! Error budgets: what a service-level objective allows to go wrong in a window, and how fast it is used up.

use crate::error::{Defined, DomainError, Undefined, defined, positive};
use crate::quantity::Probability;

/// How many times shorter than the long window of an alert the short one is, which ends the alert soon after the trouble.
///
/// Source: Google, *The Site Reliability Workbook*, 2018, chapter 5, "Multiwindow, Multi-Burn-Rate Alerts": "a good
/// guideline is to make the short window 1/12 the duration of the long window".
const SHORT_WINDOW: f64 = 12.0;

/// What an objective allows in its window. Time and requests have budgets of their own: a minute of full outage at night
/// and one at noon take the same of the first and not of the second.
///
/// Source: Google, *The Site Reliability Workbook*, 2018, chapters 2 and 5.
///
/// ```
/// use outage_lab_kernel::availability::ErrorBudget;
///
/// // 99.9 % of 30 days leave 43 min 12 s, and 99.9 % of a million requests a thousand.
/// let budget = ErrorBudget::new("99.9%".parse()?, 30.0 * 86_400.0)?;
/// assert_eq!((budget.time_s(), budget.requests(1e6)), (2_592.0, 1_000.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorBudget {
    allowed: f64,
    window_s: f64,
}

impl ErrorBudget {
    /// The budget of an objective over a window of `window_s` seconds.
    ///
    /// # Errors
    /// The window is not above zero and finite.
    pub fn new(objective: Probability, window_s: f64) -> Result<Self, DomainError> {
        Ok(Self {
            allowed: objective.complement(),
            window_s: positive("window_s", window_s)?,
        })
    }

    /// The time that may be lost in the window, in seconds: W · (1 − SLO).
    #[must_use]
    pub fn time_s(&self) -> f64 {
        self.window_s * self.allowed
    }

    /// How many of `requests` may fail: N · (1 − SLO). It need not be a whole number.
    #[must_use]
    pub fn requests(&self, requests: f64) -> f64 {
        requests * self.allowed
    }

    /// How many times faster than evenly the budget is used up while the share `error_ratio` of requests fails, or of
    /// time is lost: e / (1 − SLO). A burn of 1 uses it up exactly at the end of the window.
    ///
    /// # Errors
    /// `no_budget` for an objective of 1; `out_of_range` where it is too large for an `f64`.
    pub fn burn_rate(&self, error_ratio: f64) -> Defined {
        self.part(error_ratio)
    }

    /// The time until the budget is used up, in seconds, with the share `spent` of it gone: W · (1 − spent) · (1 − SLO) / e.
    ///
    /// # Errors
    /// `no_budget` for an objective of 1; `never_exhausted` where nothing fails; `out_of_range` where it is too large for
    /// an `f64`.
    pub fn exhaustion_s(&self, error_ratio: f64, spent: Probability) -> Defined {
        if self.allowed == 0.0 {
            return Err(Undefined("no_budget"));
        }
        if error_ratio == 0.0 {
            return Err(Undefined("never_exhausted"));
        }
        defined(self.time_s() * spent.complement() / error_ratio)
    }

    /// The burn that uses the share `spent` of the budget in `during_s` seconds: spent · W / w. The objective has no part
    /// in it.
    ///
    /// # Errors
    /// `out_of_range` where it is too large for an `f64`, as within no time.
    ///
    /// ```
    /// use outage_lab_kernel::availability::ErrorBudget;
    ///
    /// // A tenth of 30 days' budget in an hour: 0.1 · 720 h / 1 h.
    /// let budget = ErrorBudget::new("99.9%".parse()?, 30.0 * 86_400.0)?;
    /// assert_eq!(budget.burn_rate_for(0.1, 3_600.0), Ok(72.0));
    /// assert!(budget.burn_rate_for(0.1, 0.0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn burn_rate_for(&self, spent: f64, during_s: f64) -> Defined {
        defined(spent * self.window_s / during_s)
    }

    /// How many windows' budgets an outage of `duration_s` seconds takes, counted in time: d / (W · (1 − SLO)).
    ///
    /// # Errors
    /// `no_budget` for an objective of 1; `out_of_range` where it is too large for an `f64`.
    pub fn windows_of_time(&self, duration_s: f64) -> Defined {
        self.part(duration_s / self.window_s)
    }

    /// How many windows' budgets `failed` of `requests` a window take, counted in requests: failed / (N · (1 − SLO)).
    ///
    /// # Errors
    /// As for [`windows_of_time`](Self::windows_of_time).
    pub fn windows_of_requests(&self, failed: f64, requests: f64) -> Defined {
        self.part(failed / requests)
    }

    /// The alert that fires when the share `spent` of the budget goes within `long_s` seconds.
    #[must_use]
    pub fn alert(&self, spent: f64, long_s: f64) -> Alert {
        Alert {
            spent,
            long_s,
            burn_rate: self.burn_rate_for(spent, long_s),
            allowed: self.allowed,
            window_s: self.window_s,
        }
    }

    fn part(&self, share: f64) -> Defined {
        if self.allowed == 0.0 {
            return Err(Undefined("no_budget"));
        }
        defined(share / self.allowed)
    }
}

/// An alert on a burn rate over a long and a short window, derived for an objective and its window.
///
/// Source: Google, *The Site Reliability Workbook*, 2018, chapter 5, table 5-8 and the formulas that lead to it. The
/// book's 14.4, 6 and 1 are those of a window of 30 days, and of no other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alert {
    /// The share of the budget at which it fires.
    pub spent: f64,
    /// The long window, in seconds.
    pub long_s: f64,
    /// The burn at which it fires: spent · W / w.
    pub burn_rate: Defined,
    allowed: f64,
    window_s: f64,
}

impl Alert {
    /// The short window, in seconds.
    #[must_use]
    pub fn short_s(&self) -> f64 {
        self.long_s / SHORT_WINDOW
    }

    /// The share of failing requests above which it fires: burn · (1 − SLO).
    ///
    /// # Errors
    /// Those of the burn; `alert_window_too_long` where the long window is longer than that of the objective; `alert_unreachable` where it
    /// would be above 1, so that not even a full outage fires it in time; `no_budget` for an objective of 1.
    pub fn error_ratio(&self) -> Defined {
        if self.allowed == 0.0 {
            return Err(Undefined("no_budget"));
        }
        if self.long_s > self.window_s {
            return Err(Undefined("alert_window_too_long"));
        }
        let ratio = self.burn_rate? * self.allowed;
        if ratio <= 1.0 {
            Ok(ratio)
        } else {
            Err(Undefined("alert_unreachable"))
        }
    }

    /// How long after a clean time the share `error_ratio` has to fail until it fires, in seconds: w · burn · (1 − SLO) / e.
    ///
    /// # Errors
    /// As for [`error_ratio`](Self::error_ratio); `alert_never_fires` where fewer fail than it takes.
    pub fn fires_after_s(&self, error_ratio: f64) -> Defined {
        let threshold = self.error_ratio()?;
        // A share equal to the threshold as written must not miss it by the rounding of a product.
        if error_ratio < threshold * (1.0 - 1e-12) || error_ratio == 0.0 {
            return Err(Undefined("alert_never_fires"));
        }
        Ok(self.long_s * (threshold / error_ratio))
    }

    /// The time in which a burn at the threshold uses up the whole budget, in seconds: w / spent.
    ///
    /// # Errors
    /// `out_of_range` where it is too large for an `f64`.
    pub fn exhausts_after_s(&self) -> Defined {
        defined(self.long_s / self.spent)
    }
}

/// A stretch of time with its requests, and the share of them that failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// How long it is, in seconds.
    pub duration_s: f64,
    /// Requests in it.
    pub requests: f64,
    /// The share that failed.
    pub error_ratio: f64,
}

/// The share of all requests that failed: the sum of failures by the sum of requests. This is what a budget in requests
/// is spent by.
///
/// ```
/// use outage_lab_kernel::availability::{Stretch, error_ratio_by_requests, error_ratio_by_time};
///
/// // Five minutes with 10 failures of 1,000, and five with 5 of 10: 15 of 1,010 failed, although the mean of the
/// // two ratios is 25.5 %.
/// let stretches = [(1_000.0, 0.01), (10.0, 0.5)].map(|(requests, error_ratio)| Stretch { duration_s: 300.0, requests, error_ratio });
/// assert_eq!(error_ratio_by_requests(&stretches), Ok(15.0 / 1_010.0));
/// assert_eq!(error_ratio_by_time(&stretches), Ok(0.255));
/// ```
///
/// # Errors
/// `no_requests` where there are none.
pub fn error_ratio_by_requests(stretches: &[Stretch]) -> Defined {
    weighted(stretches, |stretch| stretch.requests).ok_or(Undefined("no_requests"))
}

/// The mean of the stretches' ratios by their length: the share that fails at a random moment, which differs from
/// [`error_ratio_by_requests`] wherever the load does.
///
/// # Errors
/// `whole_is_zero` where they have no length.
pub fn error_ratio_by_time(stretches: &[Stretch]) -> Defined {
    weighted(stretches, |stretch| stretch.duration_s).ok_or(Undefined("whole_is_zero"))
}

fn weighted(stretches: &[Stretch], weight: impl Fn(&Stretch) -> f64) -> Option<f64> {
    let whole: f64 = stretches.iter().map(&weight).sum();
    let failed: f64 = stretches
        .iter()
        .map(|stretch| stretch.error_ratio * weight(stretch))
        .sum();
    (whole > 0.0).then(|| failed / whole)
}

#[cfg(test)]
mod tests {
    use super::super::calendar::{DAY_S, HOUR_S};
    use super::*;

    fn budget(objective: &str, days: f64) -> ErrorBudget {
        ErrorBudget::new(objective.parse().unwrap(), days * DAY_S).unwrap()
    }

    #[track_caller]
    fn close(ours: f64, expected: f64) {
        assert!(
            (ours / expected - 1.0).abs() <= 1e-12,
            "{ours} is not {expected}"
        );
    }

    /// Case C16: the factors of 7, 28 and 30 days; by hand 0.02 · 168 h / 1 h = 3.36, and so on.
    #[test]
    fn burn_rates_follow_the_window() {
        for (days, factors) in [
            (7.0, [3.36, 1.4, 0.7, 0.7 / 3.0]),
            (28.0, [13.44, 5.6, 2.8, 2.8 / 3.0]),
            (30.0, [14.4, 6.0, 3.0, 1.0]),
        ] {
            let alerts = [(0.02, 1.0), (0.05, 6.0), (0.1, 24.0), (0.1, 72.0)];
            for ((spent, hours), factor) in alerts.into_iter().zip(factors) {
                let alert = budget("99.9%", days).alert(spent, hours * HOUR_S);
                close(alert.burn_rate.unwrap(), factor);
                close(alert.error_ratio().unwrap(), factor * 0.001);
            }
        }
    }

    /// By the Workbook's formula, (1 − SLO) / errors · window · burn: 0.001 · 3,600 s · 14.4 for a full outage.
    #[test]
    fn a_full_outage_is_found_in_under_a_minute() {
        let alert = budget("99.9%", 30.0).alert(0.02, HOUR_S);
        close(alert.fires_after_s(1.0).unwrap(), 51.84);
        close(alert.fires_after_s(0.0144).unwrap(), 3_600.0);
        close(alert.exhausts_after_s().unwrap(), 50.0 * HOUR_S);
        assert_eq!(alert.short_s(), 300.0);
        assert_eq!(
            alert.fires_after_s(0.01),
            Err(Undefined("alert_never_fires"))
        );
    }

    #[test]
    fn no_share_of_a_budget_goes_within_no_time() {
        let out_of_range = Err(Undefined("out_of_range"));
        let budget = budget("99.9%", 30.0);
        assert_eq!(budget.burn_rate_for(0.1, 0.0), out_of_range);
        assert_eq!(budget.burn_rate_for(0.0, 0.0), out_of_range);
        let alert = budget.alert(0.1, 0.0);
        assert_eq!(
            (alert.burn_rate, alert.error_ratio()),
            (out_of_range, out_of_range)
        );
    }

    #[test]
    fn alerts_that_cannot_fire_say_why() {
        let ratio = |objective, days| budget(objective, days).alert(0.02, HOUR_S).error_ratio();
        // 14.4 · 0.1 is above 1.
        assert_eq!(ratio("90%", 30.0), Err(Undefined("alert_unreachable")));
        assert_eq!(
            ratio("99%", 1.0 / 48.0),
            Err(Undefined("alert_window_too_long"))
        );
        assert_eq!(ratio("100%", 30.0), Err(Undefined("no_budget")));
    }

    /// Case C17: a million checks at 99 % may fail 10,000 times, at 99.9 % a thousand times, exactly.
    #[test]
    fn a_budget_in_requests() {
        assert_eq!(budget("99%", 30.0).requests(1e6), 10_000.0);
        assert_eq!(budget("99.9%", 30.0).requests(1e6), 1_000.0);
    }

    /// 14 h 32 min against 99.99 % of a year of 365 days, 52 min 33.6 s: 52,320 / 3,153.6.
    #[test]
    fn an_incident_in_budgets() {
        let year = budget("99.99%", 365.0);
        close(year.windows_of_time(52_320.0).unwrap(), 52_320.0 / 3_153.6);
        close(year.windows_of_requests(50.0, 1e5).unwrap(), 5.0);
        assert_eq!(
            budget("100%", 30.0).windows_of_time(1.0),
            Err(Undefined("no_budget"))
        );
    }

    #[test]
    fn a_burn_of_one_lasts_the_window() {
        let budget = budget("99.9%", 30.0);
        close(budget.burn_rate(0.001).unwrap(), 1.0);
        close(
            budget.exhaustion_s(0.001, Probability::ZERO).unwrap(),
            30.0 * DAY_S,
        );
        close(
            budget.exhaustion_s(0.002, "0.5".parse().unwrap()).unwrap(),
            7.5 * DAY_S,
        );
        assert_eq!(
            budget.exhaustion_s(0.0, Probability::ZERO),
            Err(Undefined("never_exhausted"))
        );
        assert!(ErrorBudget::new(Probability::ONE, 0.0).is_err());
    }

    #[test]
    fn ratios_of_nothing() {
        assert_eq!(error_ratio_by_requests(&[]), Err(Undefined("no_requests")));
        assert_eq!(error_ratio_by_time(&[]), Err(Undefined("whole_is_zero")));
    }
}
