//! Figures, tables, steps and notes.

use super::spec::POLICIES;
use super::{Simulation, published};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::guard::breaker::{Close, Late, State};
use crate::kernel::guard::walk::{Answer, Cause, Counted, Fate, Stretch, Walk};
use crate::kernel::stats::MeanInterval;
use crate::models::{Entry, Figure, Note, Output, Progress, Severity, Step, Table, significant};
use crate::text::{Message, Unit};

/// The id of a state.
pub(super) fn state_id(state: State) -> &'static str {
    match state {
        State::Closed => "closed",
        State::Open => "open",
        State::HalfOpen => "half_open",
    }
}

/// The id of what became of a call.
pub(super) fn fate_id(fate: Fate) -> &'static str {
    match fate {
        Fate::Refused => "refused",
        Fate::Succeeded => "succeeded",
        Fate::Failed => "failed",
        Fate::TimedOut => "timed_out",
        Fate::Mistaken => "mistaken",
        Fate::Hanging => "hanging",
    }
}

fn cause_id(cause: Cause) -> &'static str {
    match cause {
        Cause::Start => "start",
        Cause::Failures => "failures",
        Cause::OpenTimeOver => "open_time_over",
        Cause::ByHand => "sent_by_hand",
        Cause::TrialFailed => "trial_failed",
        Cause::TrialsSucceeded => "trials_succeeded",
        Cause::LateFailure => "late_failure",
        Cause::LateSuccess => "late_success",
    }
}

/// What a walk comes to.
struct Sum {
    opened_s: Defined,
    half_open_s: Defined,
    half_open_last_s: Defined,
    closed_s: Defined,
    openings: f64,
    refused: f64,
    refused_good: f64,
    trials: f64,
    failed: f64,
}

impl Sum {
    fn of(walk: &Walk) -> Sum {
        let of_state = |state: State| {
            walk.stretches
                .iter()
                .filter(move |stretch| stretch.state == state)
                .map(|stretch| stretch.from.seconds())
        };
        let never = Undefined("never_opened");
        let opened = of_state(State::Open).next();
        let count = |is: &dyn Fn(&crate::kernel::guard::walk::Step) -> bool| {
            walk.steps.iter().filter(|step| is(step)).count() as f64
        };
        let last = walk.stretches.last();
        let missing = if opened.is_some() {
            Undefined("not_tried_again")
        } else {
            never
        };
        Sum {
            opened_s: opened.ok_or(never),
            half_open_s: of_state(State::HalfOpen).next().ok_or(missing),
            half_open_last_s: of_state(State::HalfOpen).next_back().ok_or(missing),
            closed_s: match (opened, last) {
                (Some(_), Some(last)) if last.state == State::Closed => Ok(last.from.seconds()),
                (Some(_), _) => Err(Undefined("not_closed_again")),
                (None, _) => Err(never),
            },
            openings: of_state(State::Open).count() as f64,
            refused: count(&|step| step.fate == Fate::Refused),
            refused_good: count(&|step| {
                step.fate == Fate::Refused && step.call.answer == Answer::Good
            }),
            trials: count(&|step| step.trial),
            failed: count(&|step| matches!(step.fate, Fate::Failed | Fate::TimedOut)),
        }
    }
}

impl Simulation {
    pub(super) fn report(&self) -> Progress {
        let charts = vec![self.ribbon(), self.gauge(), self.probes()];
        Progress::Done(Box::new(Output {
            figures: self.figures(),
            tables: vec![self.calls(), self.states(), self.policies()],
            charts,
            steps: self.steps(),
            notes: self.notes(),
        }))
    }

    /// Trials a second of all instances, by simulation.
    fn probes_per_s(&self) -> Result<MeanInterval, Undefined> {
        match &self.probing {
            Some(probing) => probing.probes_per_s(),
            None => Err(self.no_probes()),
        }
    }

    /// Why trials without an answer do not fail.
    fn no_probes(&self) -> Undefined {
        if self.scene.caller.counted == Counted::ErrorsOnly {
            Undefined("never_opens")
        } else {
            Undefined("trial_never_ends")
        }
    }

    fn by_formula(&self) -> Defined {
        match self.probing {
            Some(_) => self.fleet.probes_per_s(),
            None => Err(self.no_probes()),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let sum = Sum::of(&self.walk);
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let count = |id, value| Figure::new(id, Unit::Count, Ok(value));
        let rate = |id, value| Figure::new(id, Unit::PerSecond, value);
        let simulated = self.probes_per_s();
        let peak = match &self.probing {
            Some(probing) => probing.peak_per_s(),
            None => Err(self.no_probes()),
        };
        let part_s = self.probing.as_ref().map_or(0.0, |run| run.lengths_s().1);
        vec![
            seconds("opened_s", sum.opened_s),
            seconds("half_open_s", sum.half_open_s),
            seconds("half_open_last_s", sum.half_open_last_s),
            seconds("closed_s", sum.closed_s),
            count("openings", sum.openings),
            count("calls", self.walk.steps.len() as f64),
            count("refused", sum.refused),
            count("refused_good", sum.refused_good),
            count("trials_sent", sum.trials),
            count("failed", sum.failed),
            rate("probes_per_s", simulated.map(|rate| rate.mean)),
            rate(
                "probes_low_per_s",
                simulated.map(|rate| (rate.mean - rate.half_width).max(0.0)),
            ),
            rate(
                "probes_high_per_s",
                simulated.map(|rate| rate.mean + rate.half_width),
            ),
            rate("probes_formula_per_s", self.by_formula()),
            rate("probes_bound_per_s", self.fleet.bound_per_s()),
            rate("probes_peak_per_s", peak).on(
                Message::new("circuit_breaker.basis.part").quantity("part_s", part_s, Unit::Second)
            ),
            rate(
                "calls_without_per_s",
                Ok(f64::from(self.scene.instances) * self.scene.calls_per_s),
            ),
        ]
    }

    fn calls(&self) -> Table {
        let rows = self.walk.steps.iter().map(|step| {
            let admitted = match (step.fate, step.trial) {
                (Fate::Refused, _) => "no",
                (_, true) => "trial",
                (_, false) => "yes",
            };
            let result_s = match (step.fate, step.result_at) {
                (_, Some(at)) => Ok(at.seconds()),
                (Fate::Refused, None) => Err(Undefined("refused_at_once")),
                (_, None) => Err(Undefined("no_result_yet")),
            };
            let dropped = step.late && !self.is_taken(step.told);
            let taken = match (step.result_at, step.late) {
                (None, _) => "none",
                (Some(_), false) => "in_time",
                (Some(_), true) if dropped => "late_dropped",
                (Some(_), true) => "late_taken",
            };
            vec![
                step.call.at.seconds().into(),
                Entry::Word(admitted),
                Entry::Word(state_id(step.asked)),
                Entry::Word(fate_id(step.fate)),
                result_s.into(),
                Entry::Word(taken),
                Entry::Word(state_id(step.told)),
            ]
        });
        Table {
            id: "calls",
            rows: rows.collect(),
        }
    }

    /// Whether a late result counted, judged by the state that it left; an open breaker takes none.
    fn is_taken(&self, told: State) -> bool {
        self.scene.policy.late == Late::Taken && told != State::Open
    }

    fn states(&self) -> Table {
        let rows = self.walk.stretches.iter().map(|stretch| {
            vec![
                stretch.from.seconds().into(),
                stretch.to.seconds().into(),
                Entry::Word(state_id(stretch.state)),
                Entry::Word(cause_id(stretch.cause)),
            ]
        });
        Table {
            id: "states",
            rows: rows.collect(),
        }
    }

    /// The same script under every policy with the numbers that were published with it, without jitter.
    fn policies(&self) -> Table {
        let rows = POLICIES.iter().map(|id| {
            let walk = self.scene.walk(published(id), 0.0).ok();
            let sum = walk.as_ref().map(Sum::of);
            let entry = |pick: fn(&Sum) -> Defined| -> Entry {
                sum.as_ref().map_or(Err(Undefined("absent")), pick).into()
            };
            vec![
                Entry::Word(id),
                entry(|sum| sum.opened_s),
                entry(|sum| Ok(sum.openings)),
                entry(|sum| Ok(sum.failed)),
                entry(|sum| Ok(sum.refused)),
                entry(|sum| Ok(sum.refused_good)),
                entry(|sum| sum.closed_s),
            ]
        });
        Table {
            id: "policies",
            rows: rows.collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let said = |number: f64| significant(number, 6);
        let sum = Sum::of(&self.walk);
        let mut steps = Vec::new();
        if let Some((failed, results)) = self.walk.tripped {
            let share = f64::from(failed) / results as f64;
            steps.push(Step::new(
                "share",
                "failures / results",
                format!("{failed} / {results}"),
                Ok(share),
                Unit::Ratio,
            ));
        }
        let length = |stretch: &Stretch| stretch.to.since(stretch.from).seconds();
        if let (Ok(opened), Ok(last)) = (sum.opened_s, sum.half_open_last_s) {
            let mut shown = said(opened);
            for stretch in &self.walk.stretches {
                let from = stretch.from.seconds();
                if from >= opened && from < last {
                    shown.push_str(&format!(" + {}", said(length(stretch))));
                }
            }
            let shown = match shown.char_indices().nth(120) {
                Some((cut, _)) => format!("{} + …", &shown[..cut]),
                None => shown,
            };
            steps.push(Step::new(
                "half_open_last_s",
                "t₀ + Σ durations of the states since",
                shown,
                Ok(last),
                Unit::Second,
            ));
        }
        let fleet = &self.fleet;
        let policy = &fleet.policy;
        let (open, timeout) = (policy.open_most.seconds(), fleet.timeout.seconds());
        steps.push(Step::new(
            "trials_per_cycle",
            "1 + Σ P(N > j), j = 0 … K − 2, N ~ Poisson(λτ)",
            format!(
                "K = {}, λτ = {} · {}",
                policy.trials,
                said(fleet.calls_per_s),
                said(timeout)
            ),
            Ok(fleet.trials_per_cycle()),
            Unit::One,
        ));
        steps.push(Step::new(
            "probes_formula_per_s",
            "n · trials / (T + 1/λ + τ)",
            format!(
                "{} · {} / ({} + {} + {})",
                fleet.instances,
                said(fleet.trials_per_cycle()),
                said(open),
                said(1.0 / fleet.calls_per_s),
                said(timeout)
            ),
            self.by_formula(),
            Unit::PerSecond,
        ));
        steps.push(Step::new(
            "probes_bound_per_s",
            "n · K / T",
            format!("{} · {} / {}", fleet.instances, policy.trials, said(open)),
            fleet.bound_per_s(),
            Unit::PerSecond,
        ));
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |severity, key: &str, count: f64| {
            let message = Message::new(format!("circuit_breaker.note.{key}"));
            notes.push(Note::new(
                severity,
                message.quantity("count", count, Unit::Count),
            ));
        };
        let walk = &self.walk;
        let hanging = |trial: bool| {
            let is = |step: &&crate::kernel::guard::walk::Step| {
                step.fate == Fate::Hanging && (step.trial || !trial)
            };
            walk.steps.iter().filter(is).count() as f64
        };
        if walk.stuck {
            let key = if hanging(true) > 0.0 {
                "stuck_hanging"
            } else {
                "stuck_permit"
            };
            note(Severity::Warning, key, hanging(true));
        } else if hanging(false) > 0.0 {
            note(Severity::Warning, "hanging", hanging(false));
        }
        let late = |taken: bool| {
            let is = |step: &&crate::kernel::guard::walk::Step| {
                step.late && step.result_at.is_some() && self.is_taken(step.told) == taken
            };
            walk.steps.iter().filter(is).count() as f64
        };
        let by_late =
            |stretch: &Stretch| matches!(stretch.cause, Cause::LateSuccess | Cause::LateFailure);
        if walk.stretches.iter().any(by_late) {
            note(Severity::Warning, "late_decided", late(true));
        } else if late(false) > 0.0 {
            note(Severity::Info, "late_dropped", late(false));
        }
        let few = self.scene.policy.close == Close::NoneIsOut && self.scene.policy.trials > 1;
        let closes = |stretch: &Stretch| stretch.cause == Cause::TrialsSucceeded;
        if few && walk.stretches.iter().any(closes) {
            note(
                Severity::Info,
                "program_closes",
                f64::from(self.scene.policy.trials),
            );
        }
        if Sum::of(walk).openings == 0.0 {
            note(Severity::Info, "never_opened", 0.0);
        }
        notes
    }
}
