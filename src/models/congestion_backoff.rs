//! `congestion_backoff`: a surge that is over, and a congestion that is not.

mod report;
mod spec;

use super::refusal::refused;
use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::congestion_backoff::{Congestion, Network, Rates, Relief};
use crate::text::{Message, Unit};

/// The most parts of steps of a run.
const MOST_PARTS: f64 = 100_000.0;
/// Points of a chart over time.
const POINTS: usize = 400;
/// Longest waits that are watched after the measure and the surge.
const WATCHED: f64 = 15.0;

const MEASURES: [&str; 5] = ["none", "move_calls", "shed", "capacity", "mend_backoff"];

/// The model.
pub(super) struct CongestionBackoff;

impl Model for CongestionBackoff {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Simulation::new(inputs)?))
    }
}

/// A point of the run over time.
struct Moment {
    at_s: f64,
    tried_per_s: f64,
    opened_per_s: f64,
}

/// What a measure came to.
struct Row {
    congested: Defined,
    opened_end_per_s: f64,
    waiting_end: f64,
}

struct Simulation {
    network: Network,
    surge: f64,
    surge_s: f64,
    act_after_s: f64,
    share: f64,
    factor: f64,
    chosen: usize,
    step_s: f64,
    act: usize,
    surge_steps: usize,
    end: usize,
    /// Parts in which all its steps are worked off, at most.
    parts: f64,
    /// The network when the measure is taken, and the last step at which it was congested before.
    at_act: Congestion,
    congested_until: usize,
    is_ready: bool,
    rows: Vec<Row>,
    moments: Vec<Moment>,
}

impl Simulation {
    fn new(inputs: &Inputs) -> Result<Simulation, ModelError> {
        let network = Network {
            clients: inputs.count("clients")? as f64,
            calls_per_s: inputs.real("calls_per_s")?,
            capacity_per_s: inputs.real("capacity_per_s")?,
            failure_cost: inputs.probability("failure_cost")?,
            first_wait_s: inputs.real("first_wait_s")?,
            longest_wait_s: inputs.real("longest_wait_s")?,
            defect: inputs.probability("defect_share")?,
        }
        .checked()
        .map_err(|error| refused(&spec::SPEC, error))?;
        let (surge_s, act_after_s) = (inputs.real("surge_s")?, inputs.real("act_after_s")?);
        let at_act = Congestion::new(network);
        let step_s = at_act.step_s();
        let surge = inputs.real("surge")?;
        let run_s = act_after_s.max(surge_s) + WATCHED * network.longest_wait_s;
        let parts =
            (surge_s * at_act.parts(surge) + (run_s - surge_s) * at_act.parts(1.0)) / step_s;
        if parts > MOST_PARTS {
            let is_by_calls = run_s / step_s <= MOST_PARTS;
            return Err(ModelError::saying(
                if is_by_calls {
                    "calls_per_s"
                } else {
                    "first_wait_s"
                },
                Message::new("congestion_backoff.note.too_long")
                    .quantity("asked", run_s, Unit::Second)
                    .quantity("most", run_s * MOST_PARTS / parts, Unit::Second),
            ));
        }
        let steps = |seconds: f64| (seconds / step_s).round() as usize;
        Ok(Simulation {
            network,
            surge,
            surge_s,
            act_after_s,
            share: inputs.probability("measure_share")?.value(),
            factor: inputs.real("capacity_factor")?,
            chosen: inputs.choice_among("measure", &MEASURES)?,
            step_s,
            act: steps(act_after_s),
            surge_steps: steps(surge_s),
            end: steps(run_s).max(1),
            parts,
            at_act,
            congested_until: 0,
            is_ready: false,
            rows: Vec::new(),
            moments: Vec::new(),
        })
    }

    fn relief(&self, measure: usize) -> Relief {
        match MEASURES.get(measure) {
            Some(&"move_calls") => Relief::MoveCalls(self.share),
            Some(&"shed") => Relief::Shed(self.share),
            Some(&"capacity") => Relief::Capacity(self.factor),
            Some(&"mend_backoff") => Relief::MendBackoff,
            _ => Relief::None,
        }
    }

    /// One step at `now`; points are kept where `keep` says so.
    fn step(&mut self, state: &mut Congestion, now: usize, keep: bool) -> Rates {
        let surge = if now < self.surge_steps {
            self.surge
        } else {
            1.0
        };
        let rates = state.step(surge);
        if keep && now.is_multiple_of(self.end.div_ceil(POINTS)) {
            self.moments.push(Moment {
                at_s: now as f64 * self.step_s,
                tried_per_s: rates.tried_per_s,
                opened_per_s: rates.opened_per_s,
            });
        }
        rates
    }

    /// Up to the measure.
    fn before(&mut self) {
        let mut state = self.at_act.clone();
        for now in 0..self.act {
            self.step(&mut state, now, true);
            if !state.is_over() {
                self.congested_until = now + 1;
            }
        }
        self.at_act = state;
        self.is_ready = true;
    }

    /// From the measure on.
    fn after(&mut self, measure: usize) {
        let mut state = self.at_act.clone();
        state.relieve(self.relief(measure));
        let mut until = self.congested_until;
        let mut opened_end_per_s = 0.0;
        for now in self.act..self.end {
            let rates = self.step(&mut state, now, measure == self.chosen);
            if !state.is_over() {
                until = now + 1;
            }
            opened_end_per_s = rates.opened_per_s;
        }
        let congested = if self.normal_per_s() >= self.network.capacity_per_s {
            Err(Undefined("overloaded_already"))
        } else if until >= self.end {
            Err(Undefined("stuck"))
        } else {
            Ok(((until as f64) * self.step_s - self.surge_s).max(0.0))
        };
        self.rows.push(Row {
            congested,
            opened_end_per_s,
            waiting_end: state.waiting(),
        });
    }

    fn normal_per_s(&self) -> f64 {
        self.network.clients * self.network.calls_per_s
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut steps = 0;
        while self.rows.len() < MEASURES.len() && steps < budget.steps {
            if self.is_ready {
                self.after(self.rows.len());
            } else {
                self.before();
            }
            steps += self.parts as u64 + 1;
        }
        if self.rows.len() < MEASURES.len() {
            return Progress::Working(self.rows.len() as f64 / MEASURES.len() as f64);
        }
        Progress::Done(Box::new(self.output()))
    }
}
