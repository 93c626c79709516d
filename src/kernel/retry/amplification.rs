//! How many attempts reach the lowest layer for one request at the top.

use super::Retries;
use crate::error::{Bound, Defined, DomainError, Undefined, defined, non_negative};
use crate::math;
use crate::quantity::Probability;

/// Layers that call each other, each of which retries a failed call of the layer below.
///
/// With a budget B each layer sends at most B retries for every request that it was given, over a
/// time that is long against single requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    retries: Retries,
    layers: u32,
    budget: Option<f64>,
}

/// What one layer of a [`Chain`] sends on and gives back, for one request at the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Mean attempts that this layer sends for one request at the top, if all failures come from below.
    pub attempts: f64,
    /// The probability that the layer gives a failure back after all its attempts.
    pub failure: Probability,
}

impl Chain {
    /// `layers` layers with the same limit of retries, and the same budget of retries a request if
    /// there is one.
    ///
    /// # Errors
    /// No layer, or a budget that is negative or not finite.
    pub fn new(retries: Retries, layers: u32, budget: Option<f64>) -> Result<Chain, DomainError> {
        if layers == 0 {
            return Err(DomainError {
                quantity: "layers",
                value: 0.0,
                allowed: Bound::AtLeast(1.0),
            });
        }
        if let Some(budget) = budget {
            non_negative("budget", budget)?;
        }
        Ok(Chain {
            retries,
            layers,
            budget,
        })
    }

    /// Retries that one layer sends for a request when every attempt fails: the limit, or the budget
    /// where that is less.
    #[must_use]
    pub fn worst_retries_of_a_layer(&self) -> f64 {
        let limit = f64::from(self.retries.0);
        self.budget.map_or(limit, |budget| budget.min(limit))
    }

    /// Attempts at the lowest layer for one request at the top when every attempt fails:
    /// (1 + min(r, B))^L.
    ///
    /// Exact while the result is below 2⁵³ and there is no budget; `out_of_range` beyond the range of an
    /// `f64`. Source: B. Beyer et al., *Site Reliability Engineering*, 2016, chapter 22, “Retries”
    /// (three layers of four attempts are 64).
    ///
    /// ```
    /// use outage_lab_kernel::retry::{Chain, Retries};
    ///
    /// assert_eq!(Chain::new(Retries(3), 1, None)?.worst_attempts(), Ok(4.0));
    /// assert_eq!(Chain::new(Retries(3), 3, None)?.worst_attempts(), Ok(64.0));
    /// // A budget of one retry for two requests: 1.5².
    /// assert_eq!(Chain::new(Retries(3), 2, Some(0.5))?.worst_attempts(), Ok(2.25));
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    pub fn worst_attempts(&self) -> Defined {
        let of_a_layer = 1.0 + self.worst_retries_of_a_layer();
        defined((0..self.layers).fold(1.0, |product, _| product * of_a_layer))
    }

    /// Every layer from the lowest to the top, if each attempt at the bottom fails with probability
    /// `failure`, independently of the others.
    ///
    /// A layer whose calls fail with probability p and that may send n attempts sends
    /// (1 − pⁿ)/(1 − p) on average, n where p = 1, and gives a failure back with probability pⁿ. Where that
    /// is more than 1 + B, the budget lets only a part of the failures be retried: then it sends 1 + B, and
    /// since an attempt succeeds with probability 1 − p whichever it is, it gives a failure back with
    /// probability 1 − (1 − p)(1 + B). What it gives back is the p of the layer above.
    ///
    /// Accuracy: some 1e-13 relative, also where p or 1 − p is tiny. Source: the mean of a geometric
    /// variable cut off at n; S. M. Ross, *Introduction to Probability Models*, 11th ed., 2014, section 2.4.1.
    ///
    /// ```
    /// use outage_lab_kernel::retry::{Chain, Retries};
    ///
    /// // Half of the attempts fail, one retry: 1 + 1/2 attempts, and a quarter fails for good.
    /// let one = Chain::new(Retries(1), 1, None)?.depths("0.5".parse().unwrap());
    /// assert_eq!((one[0].attempts, one[0].failure.value()), (1.5, 0.25));
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn depths(&self, failure: Probability) -> Vec<Depth> {
        let mut below = failure;
        let mut attempts = 1.0;
        (0..self.layers)
            .map(|_| {
                let (sent, given_back) = self.layer(below);
                attempts *= sent;
                below = given_back;
                Depth {
                    attempts,
                    failure: given_back,
                }
            })
            .collect()
    }

    /// Mean attempts of one layer over calls that fail with probability `p`, and what it gives back.
    fn layer(&self, p: Probability) -> (f64, Probability) {
        let n = self.retries.attempts() as f64;
        let (fails, succeeds) = (p.value(), p.complement());
        if succeeds == 0.0 {
            return (1.0 + self.worst_retries_of_a_layer(), p);
        }
        if fails == 0.0 {
            return (1.0, p);
        }
        let ln_p = if fails > 0.5 {
            math::ln_1p(-succeeds)
        } else {
            math::ln(fails)
        };
        // A sum of few positive terms is the more exact.
        let sent = if self.retries.0 <= 64 {
            (0..self.retries.0).fold(1.0, |sum, _| 1.0 + fails * sum)
        } else {
            -math::exp_m1(n * ln_p) / succeeds
        };
        let at_last = (sent * succeeds).min(1.0);
        match self.budget {
            Some(budget) if sent > 1.0 + budget => {
                let ends_well = succeeds * (1.0 + budget);
                (
                    1.0 + budget,
                    probability(fails - succeeds * budget, ends_well),
                )
            }
            _ => (sent, probability(math::pow(fails, n), at_last)),
        }
    }

    /// Attempts for one request of one layer, if every failed attempt causes r more, these fail as well
    /// with probability p, and there is no limit but the budget: min(1/(1 − p·r), 1 + B).
    ///
    /// `no_finite_gain` where p·r is 1 or more and there is no budget.
    pub fn feedback_attempts(&self, failure: Probability) -> Defined {
        let free = super::gain(failure.value(), f64::from(self.retries.0));
        match (free, self.budget) {
            (Ok(free), Some(budget)) => Ok(free.min(1.0 + budget)),
            (Err(Undefined("no_finite_gain")), Some(budget)) => Ok(1.0 + budget),
            (free, _) => free,
        }
    }
}

/// From both sides, the smaller of which is the one that is known well.
fn probability(value: f64, complement: f64) -> Probability {
    let known = if value <= complement {
        Probability::from_value(value.clamp(0.0, 1.0))
    } else {
        Probability::from_complement(complement.clamp(0.0, 1.0))
    };
    known.unwrap_or(Probability::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(retries: u32, layers: u32, budget: Option<f64>) -> Chain {
        Chain::new(Retries(retries), layers, budget).unwrap()
    }

    #[test]
    fn the_ends_are_exact() {
        let top = |chain: Chain, p: Probability| *chain.depths(p).last().unwrap();
        assert_eq!(top(chain(3, 3, None), Probability::ONE).attempts, 64.0);
        assert_eq!(top(chain(3, 3, None), Probability::ZERO).attempts, 1.0);
        let capped = top(chain(3, 2, Some(0.5)), Probability::ONE);
        assert_eq!((capped.attempts, capped.failure), (2.25, Probability::ONE));
        // No retry: nothing is multiplied and every failure is passed on.
        let none = top(chain(0, 9, None), "0.3".parse().unwrap());
        assert_eq!((none.attempts, none.failure.value()), (1.0, 0.3));
    }

    #[test]
    fn mistakes_are_refused() {
        assert!(Chain::new(Retries(1), 0, None).is_err());
        assert!(Chain::new(Retries(1), 1, Some(-0.1)).is_err());
        assert!(Chain::new(Retries(1), 1, Some(f64::NAN)).is_err());
        let endless = chain(u32::MAX, 100, None);
        assert_eq!(endless.worst_attempts(), Err(Undefined("out_of_range")));
    }

    #[test]
    fn a_budget_makes_the_feedback_finite() {
        let half: Probability = "0.5".parse().unwrap();
        assert_eq!(
            chain(2, 1, None).feedback_attempts(half),
            Err(Undefined("no_finite_gain"))
        );
        assert_eq!(chain(2, 1, Some(0.2)).feedback_attempts(half), Ok(1.2));
        assert_eq!(chain(1, 1, Some(5.0)).feedback_attempts(half), Ok(2.0));
    }
}
