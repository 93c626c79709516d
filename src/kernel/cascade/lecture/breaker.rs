//! The program's circuit breaker, and what it does not see.

use std::collections::VecDeque;

use super::setting::BreakerRule;

/// The states of a breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakerState {
    /// Calls pass, and their results are counted.
    Closed,
    /// No call passes.
    Open,
    /// Some calls pass, as trials.
    HalfOpen,
}

/// The results of the last seconds, with the number of failures among them.
#[derive(Clone, Debug, Default)]
struct Window {
    results: VecDeque<(f64, bool)>,
    failures: usize,
}

impl Window {
    fn push(&mut self, now_s: f64, failed: bool, window_s: f64) {
        self.results.push_back((now_s, failed));
        self.failures += usize::from(failed);
        while let Some((at_s, failed)) = self.results.front().copied()
            && now_s - at_s > window_s
        {
            self.results.pop_front();
            self.failures -= usize::from(failed);
        }
    }

    fn clear(&mut self) {
        self.results.clear();
        self.failures = 0;
    }

    /// The share of failures, where there are enough results to speak of one.
    fn ratio(&self, min_calls: u32) -> Option<f64> {
        let count = self.results.len();
        (count >= min_calls as usize).then(|| self.failures as f64 / count as f64)
    }
}

/// What the breaker's own numbers do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BreakerView {
    /// The highest share of failures that the closed breaker saw; 0 if it never had enough results.
    pub ratio_peak: f64,
    /// The same from calls to the database alone.
    pub ratio_db_peak: f64,
    /// Results that came while it was half open, and decided whether it closes.
    pub verdicts: u64,
    /// Those of them that came from the other dependency.
    pub verdicts_from_aux: u64,
    /// How often it opened.
    pub opened: u64,
}

/// The breaker between the workers and the database. It asks for calls to the database only, but is told the results
/// of calls to both dependencies.
#[derive(Clone, Debug)]
pub(super) struct Breaker {
    rule: BreakerRule,
    pub(super) state: BreakerState,
    window: Window,
    /// The results of calls to the database alone, which the program does not keep.
    db_window: Window,
    opened_at_s: f64,
    trials: u32,
    /// Trials under way. Results of calls from before count against it, so it may go below zero.
    in_flight: i64,
    trial_failed: bool,
    pub(super) view: BreakerView,
}

impl Breaker {
    pub(super) fn new(rule: BreakerRule) -> Breaker {
        Breaker {
            rule,
            state: BreakerState::Closed,
            window: Window::default(),
            db_window: Window::default(),
            opened_at_s: -1.0,
            trials: 0,
            in_flight: 0,
            trial_failed: false,
            view: BreakerView::default(),
        }
    }

    /// Whether a call to the database may go.
    pub(super) fn allows(&mut self) -> bool {
        match self.state {
            BreakerState::Closed => true,
            BreakerState::HalfOpen if self.trials > 0 => {
                self.trials -= 1;
                self.in_flight += 1;
                true
            }
            BreakerState::HalfOpen | BreakerState::Open => false,
        }
    }

    /// A call to either dependency has ended.
    pub(super) fn record(&mut self, now_s: f64, failed: bool, from_db: bool) {
        match self.state {
            BreakerState::Open => {}
            BreakerState::HalfOpen => {
                self.view.verdicts += 1;
                self.view.verdicts_from_aux += u64::from(!from_db);
                self.in_flight -= 1;
                if failed {
                    self.trial_failed = true;
                    self.open(now_s);
                } else if self.in_flight <= 0 && !self.trial_failed {
                    self.state = BreakerState::Closed;
                    self.window.clear();
                    self.db_window.clear();
                }
            }
            BreakerState::Closed => {
                let (window_s, min_calls) = (self.rule.window_s, self.rule.min_calls);
                if from_db {
                    self.db_window.push(now_s, failed, window_s);
                    let ratio = self.db_window.ratio(min_calls).unwrap_or(0.0);
                    self.view.ratio_db_peak = self.view.ratio_db_peak.max(ratio);
                }
                self.window.push(now_s, failed, window_s);
                if let Some(ratio) = self.window.ratio(min_calls) {
                    self.view.ratio_peak = self.view.ratio_peak.max(ratio);
                    if ratio > self.rule.error_share {
                        self.open(now_s);
                    }
                }
            }
        }
    }

    fn open(&mut self, now_s: f64) {
        self.state = BreakerState::Open;
        self.opened_at_s = now_s;
        self.view.opened += 1;
    }

    /// Looks at the clock.
    pub(super) fn tick(&mut self, now_s: f64) {
        if self.state == BreakerState::Open && now_s - self.opened_at_s >= self.rule.cool_s {
            self.state = BreakerState::HalfOpen;
            self.trials = self.rule.trials;
            self.in_flight = 0;
            self.trial_failed = false;
        }
    }

    /// The share of failures that the retry budget goes by: 0 where there are too few results, and out of date while the
    /// breaker is open.
    pub(super) fn error_ratio(&self) -> f64 {
        self.window.ratio(self.rule.min_calls).unwrap_or(0.0)
    }
}
