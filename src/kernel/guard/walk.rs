//! A breaker led through a script: calls at given times, with the answers that they would get.

use super::breaker::{Breaker, Change, Outcome, Permit, Policy, State, Trip};
use crate::error::DomainError;
use crate::rng::Stream;
use crate::sim::{Delay, Time};

/// What the dependency would say to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A good answer.
    Good,
    /// An error of its own.
    Error,
    /// That the request itself is wrong.
    Mistake,
    /// Nothing, ever.
    Silence,
}

/// A call of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// When it is made.
    pub at: Time,
    /// What it would be answered.
    pub answer: Answer,
    /// How long the answer takes; without effect on silence.
    pub takes: Delay,
    /// Whether it is sent by hand, to see whether the dependency is back.
    pub by_hand: bool,
}

/// Which results speak against the dependency; the others count neither way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Errors of its own and time-outs.
    Faults,
    /// Errors of its own alone.
    ErrorsOnly,
    /// These, time-outs, and requests that were wrong.
    Everything,
}

/// How the calls are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caller {
    /// How long an answer is waited for; `None` for ever.
    pub timeout: Option<Delay>,
    /// What counts as a failure.
    pub counted: Counted,
    /// Open times are stretched by a factor that is uniform from 1 − this to 1 + this.
    pub jitter: f64,
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The breaker refused it.
    Refused,
    /// It had a good answer.
    Succeeded,
    /// It had an error for an answer.
    Failed,
    /// It was given up.
    TimedOut,
    /// The request was wrong.
    Mistaken,
    /// It is waited for to the end of the walk and beyond.
    Hanging,
}

/// A call with what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The call.
    pub call: Call,
    /// What became of it.
    pub fate: Fate,
    /// Whether it was let through as a trial.
    pub trial: bool,
    /// When its result came.
    pub result_at: Option<Time>,
    /// Whether that result belonged to an earlier state of the breaker.
    pub late: bool,
    /// The state after the call.
    pub asked: State,
    /// The state after the result; that after the call where there is none.
    pub told: State,
}

/// Why a state began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The walk began.
    Start,
    /// Too many failures.
    Failures,
    /// The open time was over and a call came.
    OpenTimeOver,
    /// A call was sent by hand.
    ByHand,
    /// A trial failed.
    TrialFailed,
    /// The trials succeeded.
    TrialsSucceeded,
    /// A late failure was taken for a trial’s.
    LateFailure,
    /// A late success was taken for a trial’s.
    LateSuccess,
}

/// A stretch of time in one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// When it began.
    pub from: Time,
    /// When it ended, or the end of the walk.
    pub to: Time,
    /// The state.
    pub state: State,
    /// Why it began.
    pub cause: Cause,
}

/// A finished walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The calls, in the order in which they were made.
    pub steps: Vec<Step>,
    /// The states, without gaps.
    pub stretches: Vec<Stretch>,
    /// What is held against the threshold, after each result of a closed breaker: the share of failures, or failures in a
    /// row. `None` where there are no results, and from when the breaker opens.
    pub gauge: Vec<(Time, Option<f64>)>,
    /// Failures and results by which it first opened.
    pub tripped: Option<(u32, usize)>,
    /// When the last thing happened.
    pub end: Time,
    /// Whether it is half-open with no place left, and no result to come: it will refuse for ever.
    pub stuck: bool,
}

/// Leads a breaker through `calls`, which are in the order of their times. At the same moment, calls come before results,
/// and either in their order.
///
/// # Errors
/// The policy makes no sense.
pub fn walk(
    policy: Policy,
    caller: Caller,
    calls: &[Call],
    random: &mut Stream,
) -> Result<Walk, DomainError> {
    let mut run = Run {
        breaker: Breaker::new(policy)?,
        caller,
        random,
        walk: Walk {
            steps: Vec::with_capacity(calls.len()),
            stretches: Vec::new(),
            gauge: Vec::new(),
            tripped: None,
            end: Time::ZERO,
            stuck: false,
        },
        by_share: matches!(policy.trip, Trip::Ratio { .. }),
    };
    run.enter(Time::ZERO, Cause::Start);
    // Results to come, the next last.
    let mut pending: Vec<(Time, usize, Permit)> = Vec::new();
    let mut next = 0;
    loop {
        let call = calls.get(next);
        let is_call = match (call, pending.last()) {
            (Some(call), Some((result, ..))) => call.at <= *result,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        if let (true, Some(call)) = (is_call, call) {
            if let Some((at, permit)) = run.ask(*call) {
                let place = pending.partition_point(|(other, ..)| *other > at);
                pending.insert(place, (at, next, permit));
            }
            next += 1;
        } else if let Some((at, step, permit)) = pending.pop() {
            run.tell(at, step, permit);
        }
    }
    let Run {
        breaker, mut walk, ..
    } = run;
    if let Some(last) = walk.stretches.last_mut() {
        last.to = walk.end;
    }
    walk.stuck = breaker.state() == State::HalfOpen && breaker.clone().admit(Time::END).is_none();
    Ok(walk)
}

struct Run<'a> {
    breaker: Breaker,
    caller: Caller,
    random: &'a mut Stream,
    walk: Walk,
    /// Whether the share of failures counts, or failures in a row.
    by_share: bool,
}

impl Run<'_> {
    /// The breaker is in another state from now on.
    fn enter(&mut self, now: Time, cause: Cause) {
        if let Some(last) = self.walk.stretches.last_mut() {
            last.to = now;
        }
        self.walk.stretches.push(Stretch {
            from: now,
            to: now,
            state: self.breaker.state(),
            cause,
        });
    }

    /// Asks for a call; gives when its result comes.
    fn ask(&mut self, call: Call) -> Option<(Time, Permit)> {
        let before = self.breaker.state();
        let permit = if call.by_hand {
            self.breaker.probe(call.at)
        } else {
            self.breaker.admit(call.at)
        };
        self.walk.end = self.walk.end.max(call.at);
        if self.breaker.state() != before {
            let cause = if call.by_hand {
                Cause::ByHand
            } else {
                Cause::OpenTimeOver
            };
            self.enter(call.at, cause);
        }
        let (fate, takes) = self.fate(&call);
        let state = self.breaker.state();
        self.walk.steps.push(Step {
            call,
            fate: if permit.is_some() {
                fate
            } else {
                Fate::Refused
            },
            trial: permit.is_some_and(|permit| permit.is_trial()),
            result_at: None,
            late: false,
            asked: state,
            told: state,
        });
        Some((call.at.after(takes?), permit?))
    }

    /// What becomes of a call that is let through, and after how long, if ever.
    fn fate(&self, call: &Call) -> (Fate, Option<Delay>) {
        let answer = match call.answer {
            Answer::Good => (Fate::Succeeded, Some(call.takes)),
            Answer::Error => (Fate::Failed, Some(call.takes)),
            Answer::Mistake => (Fate::Mistaken, Some(call.takes)),
            Answer::Silence => (Fate::Hanging, None),
        };
        match (self.caller.timeout, answer.1) {
            (Some(timeout), Some(takes)) if takes <= timeout => answer,
            (Some(timeout), _) => (Fate::TimedOut, Some(timeout)),
            (None, _) => answer,
        }
    }

    fn tell(&mut self, now: Time, step: usize, permit: Permit) {
        let Some(fate) = self.walk.steps.get(step).map(|step| step.fate) else {
            return;
        };
        let outcome = match (fate, self.caller.counted) {
            (Fate::Succeeded, _) => Outcome::Success,
            (Fate::TimedOut, Counted::ErrorsOnly) => Outcome::Ignored,
            (Fate::Mistaken, Counted::Faults | Counted::ErrorsOnly) => Outcome::Ignored,
            _ => Outcome::Failure,
        };
        let (before, late) = (self.breaker.state(), self.breaker.is_late(permit));
        self.walk.end = self.walk.end.max(now);
        let change = self.breaker.record(now, permit, outcome);
        if change == Change::Opened && self.caller.jitter > 0.0 {
            let off = 2.0 * self.random.uniform() - 1.0;
            self.breaker.stretch(1.0 + self.caller.jitter * off);
        }
        match (change, before) {
            (Change::None, _) => {}
            (Change::Opened, State::Closed) => {
                let by = self.breaker.tripped();
                self.walk.tripped.get_or_insert(by);
                self.enter(now, Cause::Failures);
            }
            (Change::Opened, _) if late => self.enter(now, Cause::LateFailure),
            (Change::Opened, _) => self.enter(now, Cause::TrialFailed),
            (Change::Closed, _) if late => self.enter(now, Cause::LateSuccess),
            (Change::Closed, _) => self.enter(now, Cause::TrialsSucceeded),
        }
        if before == State::Closed {
            let gauge = self.gauge(change == Change::Opened);
            self.walk.gauge.push((now, gauge));
            if change == Change::Opened {
                self.walk.gauge.push((now, None));
            }
        }
        let state = self.breaker.state();
        if let Some(step) = self.walk.steps.get_mut(step) {
            step.result_at = Some(now);
            step.late = late;
            step.told = state;
        }
    }

    /// What is held against the threshold.
    fn gauge(&self, opened: bool) -> Option<f64> {
        let (failed, results) = if opened {
            self.breaker.tripped()
        } else {
            self.breaker.window()
        };
        match self.by_share {
            false if opened => Some(f64::from(failed)),
            false => Some(f64::from(self.breaker.streak())),
            true if results == 0 => None,
            true => Some(f64::from(failed) / results as f64),
        }
    }
}
