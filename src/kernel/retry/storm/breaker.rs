//! A breaker between the callers and the service, in shares of their calls.

/// The share of calls that are let through to see whether the service is back.
const TRIAL: f64 = 0.1;

/// Counts outcomes over one time-out; more failures than successes open it. After its time it lets a tenth of the
/// calls through for two time-outs and judges by the second.
#[derive(Clone, Debug)]
pub(super) struct Breaker {
    open_ticks: u64,
    state: State,
    /// Successes and failures of the last ticks, as many as a time-out has.
    outcomes: Vec<(f64, f64)>,
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed,
    Open { until: u64 },
    Trial { until: u64 },
}

impl Breaker {
    pub(super) fn new(open_ticks: u64, patience: usize) -> Breaker {
        Breaker {
            open_ticks,
            state: State::Closed,
            outcomes: vec![(0.0, 0.0); patience],
            next: 0,
        }
    }

    /// The share of calls that are sent at `now`.
    pub(super) fn passes(&mut self, now: u64) -> f64 {
        let span = self.outcomes.len() as u64;
        match self.state {
            State::Closed if self.fails() => self.open(now),
            State::Open { until } if now >= until => {
                self.state = State::Trial {
                    until: now + 2 * span,
                };
                self.outcomes.fill((0.0, 0.0));
            }
            State::Trial { until } if now >= until => {
                if self.fails() {
                    self.open(now);
                } else {
                    self.state = State::Closed;
                }
            }
            _ => {}
        }
        match self.state {
            State::Closed => 1.0,
            State::Open { .. } => 0.0,
            State::Trial { .. } => TRIAL,
        }
    }

    fn open(&mut self, now: u64) {
        self.state = State::Open {
            until: now + self.open_ticks.max(1),
        };
    }

    fn fails(&self) -> bool {
        let (good, failed) = self
            .outcomes
            .iter()
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        failed > good
    }

    pub(super) fn note(&mut self, good: f64, failed: f64) {
        if let Some(place) = self.outcomes.get_mut(self.next) {
            *place = (good, failed);
        }
        self.next = (self.next + 1) % self.outcomes.len().max(1);
    }
}
