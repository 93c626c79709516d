//! Those who wait before they ask again, and how long they wait after each failure.

/// Rungs that are kept apart; after the last failure of the last one they stay on it.
pub const RUNGS: usize = 12;

/// Many who wait, as a fluid: on rung k for d·fᵏ s on average, at most for the longest wait.
///
/// Waits are exponential: of those on a rung the share Δ/w leaves in a tick of Δ s, so that a state that stays as it is
/// is the same for ticks of any length. A tick is to be no longer than the first wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    waiting: [f64; RUNGS],
    leaves: [f64; RUNGS],
}

/// The mean wait on `rung`: d·fᵏ, at most `longest_s` (yet never below `first_s`).
///
/// ```
/// use outage_lab_kernel::mechanism::ladder::wait_s;
///
/// assert_eq!(wait_s(3, 0.5, 2.0, 60.0), 4.0);
/// assert_eq!(wait_s(9, 0.5, 2.0, 60.0), 60.0);
/// ```
#[must_use]
pub fn wait_s(rung: usize, first_s: f64, factor: f64, longest_s: f64) -> f64 {
    let mut wait_s = first_s;
    for _ in 0..rung.min(RUNGS) {
        wait_s = (wait_s * factor).min(longest_s.max(first_s));
    }
    wait_s
}

impl Ladder {
    /// An empty ladder for ticks of `tick_s`.
    #[must_use]
    pub fn new(first_s: f64, factor: f64, longest_s: f64, tick_s: f64) -> Ladder {
        let mut ladder = Ladder {
            waiting: [0.0; RUNGS],
            leaves: [0.0; RUNGS],
        };
        ladder.set_waits(first_s, factor, longest_s, tick_s);
        ladder
    }

    /// Other waits from now on; those who wait keep their rungs.
    pub fn set_waits(&mut self, first_s: f64, factor: f64, longest_s: f64, tick_s: f64) {
        for (rung, leaves) in self.leaves.iter_mut().enumerate() {
            *leaves = (tick_s / wait_s(rung, first_s, factor, longest_s)).min(1.0);
        }
    }

    /// How many wait.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.waiting.iter().sum()
    }

    /// Takes those off whose wait ends in this tick, by rung.
    pub fn leave(&mut self) -> [f64; RUNGS] {
        let mut leaving = [0.0; RUNGS];
        for ((left, waiting), share) in leaving.iter_mut().zip(&mut self.waiting).zip(&self.leaves)
        {
            *left = *waiting * share;
            *waiting -= *left;
        }
        leaving
    }

    /// `number` more wait on `rung`, or on the last.
    pub fn enter(&mut self, rung: usize, number: f64) {
        self.waiting[rung.min(RUNGS - 1)] += number;
    }

    /// Only this share of those on each rung goes on waiting.
    pub fn keep(&mut self, share: f64) {
        for waiting in &mut self.waiting {
            *waiting *= share;
        }
    }
}
