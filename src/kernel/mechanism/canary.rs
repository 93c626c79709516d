//! A release in stages: how much it exposes, and whether a test finds it in time.

use crate::counting::binomial_at_least;
use crate::quantity::Probability;

/// A stage of a release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The share of the traffic that the new version takes.
    pub share: f64,
    /// Requests that it has had at the end of the stage.
    pub requests: u64,
}

/// The fewest failures of `requests` that old software, which fails with probability `old`, reaches with a chance of at
/// most `false_alarm`: what the test asks for. More than all of them where even that is too likely.
///
/// By halving over the exact binomial tail; accuracy as for [`binomial_at_least`].
///
/// ```
/// use outage_lab_kernel::mechanism::canary::alarm_at;
///
/// // Of ten with probability 1/2: P(X ≥ 9) = 11/1024 is above 1 %, P(X = 10) = 1/1024 below.
/// let half = "0.5".parse()?;
/// assert_eq!(alarm_at(10, half, 0.01), 10);
/// # Ok::<(), outage_lab_kernel::quantity::ParseProbabilityError>(())
/// ```
#[must_use]
pub fn alarm_at(requests: u64, old: Probability, false_alarm: f64) -> u64 {
    let (mut too_few, mut enough) = (0, requests + 1);
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if found(requests, middle, old) <= false_alarm {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    enough
}

/// The chance that at least `alarm_at` of `requests` fail, each with probability `failure`.
#[must_use]
pub fn found(requests: u64, alarm_at: u64, failure: Probability) -> f64 {
    binomial_at_least(requests, alarm_at, failure.value(), failure.complement()).0
}

/// What becomes of the release at the end of a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The chance that it gets as far as this stage.
    pub reached: f64,
    /// The chance that the test at the end of this stage finds it.
    pub power: f64,
    /// The chance that it is found at the end of this very stage.
    pub stopped: f64,
}

/// The verdicts of stages whose tests have these powers: reachedₖ = Π (1 − πⱼ) over the stages before.
///
/// ```
/// use outage_lab_kernel::mechanism::canary::verdicts;
///
/// let stages = verdicts(&[0.5, 0.5]);
/// assert_eq!((stages[1].reached, stages[1].stopped), (0.5, 0.25));
/// ```
#[must_use]
pub fn verdicts(powers: &[f64]) -> Vec<Verdict> {
    let mut reached = 1.0;
    let mut verdicts = Vec::with_capacity(powers.len());
    for power in powers {
        verdicts.push(Verdict {
            reached,
            power: *power,
            stopped: reached * power,
        });
        reached *= 1.0 - power;
    }
    verdicts
}
