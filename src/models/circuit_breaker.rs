//! `circuit_breaker`: a breaker led through a script of calls, and a thousand of them on one dependency.

mod charts;
mod report;
mod script;
mod spec;

use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::guard::breaker::{Close, Policy, Trip};
use crate::kernel::guard::probing::{Fleet, Probing};
use crate::kernel::guard::walk::{Call, Caller, Counted, Walk, walk};
use crate::kernel::rng::Stream;
use crate::kernel::sim::Delay;
use crate::text::Message;

/// The model.
pub(super) struct CircuitBreaker;

impl Model for CircuitBreaker {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Simulation::new(Scene::read(inputs)?)?))
    }
}

/// The inputs, typed.
struct Scene {
    policy: Policy,
    calls: Vec<Call>,
    caller: Caller,
    timeout: Delay,
    instances: u32,
    calls_per_s: f64,
    seed: u64,
}

fn small(inputs: &Inputs, id: &'static str) -> Result<u32, ModelError> {
    Ok(u32::try_from(inputs.count(id)?).unwrap_or(u32::MAX))
}

/// A length within the hard range of its input.
fn delay(inputs: &Inputs, id: &'static str) -> Result<Delay, ModelError> {
    Delay::from_s(inputs.real(id)?).map_err(|_| ModelError::at(id))
}

fn shorter_than_first() -> ModelError {
    let message = Message::new("circuit_breaker.error.open_most");
    ModelError::saying("open_most_s", message)
}

/// A policy with the numbers that were published with it.
fn published(id: &str) -> Policy {
    match id {
        "ratio_program" => Policy {
            close: Close::NoneIsOut,
            ..Policy::ratio()
        },
        "doubling" => Policy::doubling(),
        "consecutive" => Policy::consecutive(2, Policy::ratio().open),
        "by_hand" => Policy::by_hand(),
        _ => Policy::ratio(),
    }
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let policy_id = inputs.choice("policy")?;
        let basis = published(policy_id);
        let open = delay(inputs, "open_s")?;
        let open_most = delay(inputs, "open_most_s")?;
        let (window, least_results) = (delay(inputs, "window_s")?, small(inputs, "least_results")?);
        let threshold = inputs.probability("failure_threshold")?.value();
        let failures = small(inputs, "failures")?;
        let trials = small(inputs, "trials")?;
        let is_by_hand = policy_id == "by_hand";
        let policy = Policy {
            trip: match basis.trip {
                Trip::Ratio { at_threshold, .. } => Trip::Ratio {
                    window,
                    least_results,
                    threshold,
                    at_threshold,
                },
                Trip::Consecutive { .. } => Trip::Consecutive { failures },
            },
            open: if is_by_hand { basis.open } else { open },
            open_most: match policy_id {
                "doubling" if open_most < open => return Err(shorter_than_first()),
                "doubling" => open_most,
                "by_hand" => basis.open_most,
                _ => open,
            },
            trials: if is_by_hand { 1 } else { trials },
            ignored_returns: inputs.toggle("permit_returns")?,
            ..basis
        };
        let jitter = inputs.probability("open_jitter")?.value();
        let timeout = delay(inputs, "timeout_s")?;
        Ok(Scene {
            policy,
            calls: script::read(inputs.text("script")?, delay(inputs, "answer_s")?)?,
            caller: Caller {
                timeout: inputs.toggle("has_timeout")?.then_some(timeout),
                counted: inputs.choice_of(
                    "counted",
                    &[
                        ("faults", Counted::Faults),
                        ("errors_only", Counted::ErrorsOnly),
                        ("everything", Counted::Everything),
                    ],
                )?,
                jitter: if is_by_hand { 0.0 } else { jitter },
            },
            timeout,
            instances: small(inputs, "instances")?,
            calls_per_s: inputs.real("calls_per_s")?,
            seed: inputs.count("seed")?,
        })
    }

    fn walk(&self, policy: Policy, jitter: f64) -> Result<Walk, ModelError> {
        let caller = Caller {
            jitter,
            ..self.caller
        };
        let mut random = Stream::new(self.seed, "open times");
        Ok(walk(policy, caller, &self.calls, &mut random)?)
    }

    fn fleet(&self) -> Fleet {
        Fleet {
            policy: self.policy,
            instances: self.instances,
            calls_per_s: self.calls_per_s,
            timeout: self.timeout,
            jitter: self.caller.jitter,
        }
    }
}

struct Simulation {
    scene: Scene,
    walk: Walk,
    fleet: Fleet,
    /// `None` where a trial without an answer is no failure: then there is nothing to simulate.
    probing: Option<Probing>,
}

impl Simulation {
    fn new(scene: Scene) -> Result<Simulation, ModelError> {
        let walk = scene.walk(scene.policy, scene.caller.jitter)?;
        let fleet = scene.fleet();
        let ends = scene.caller.timeout.is_some() && scene.caller.counted != Counted::ErrorsOnly;
        let probing = if ends {
            Some(Probing::new(fleet, scene.seed)?)
        } else {
            None
        };
        Ok(Simulation {
            walk,
            fleet,
            probing,
            scene,
        })
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let Some(probing) = &mut self.probing else {
            return self.report();
        };
        if probing.advance(budget.steps) {
            self.report()
        } else {
            Progress::Working(probing.progress())
        }
    }
}
