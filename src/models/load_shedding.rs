//! `load_shedding`: who is let in when not all can be served.

mod charts;
mod report;
mod spec;

use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::guard::shedding::{
    CLASSES, HighRule, Limits, Policy, Priorities, Station, SurgeRun, Surged,
};
use crate::kernel::sim::ServiceTime;
use crate::text::{Message, Unit};

/// What is compared, in the order of the table.
const POLICIES: [&str; 4] = ["fifo", "priority", "printed", "mended"];
/// The classes in the order of the kernel.
const NAMES: [&str; CLASSES] = ["high", "middle", "low"];
/// The model.
pub(super) struct LoadShedding;

impl Model for LoadShedding {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let scene = Scene::read(inputs)?;
        let runs = (0..POLICIES.len())
            .map(|policy| SurgeRun::new(scene.station, scene.policy(policy), scene.seed))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Comparison { scene, runs, at: 0 }))
    }
}

/// The inputs, typed.
struct Scene {
    station: Station,
    limits: Limits,
    ageing_s: f64,
    /// The policy of figures and charts, as a place in [`POLICIES`].
    chosen: usize,
    seed: u64,
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let small = |id: &'static str| {
            let count = inputs.count(id)?;
            u32::try_from(count).map_err(|_| ModelError::at(id))
        };
        let shares = [
            inputs.probability("high_share")?.value(),
            inputs.probability("middle_share")?.value(),
        ];
        if shares[0] + shares[1] > 1.0 {
            return Err(ModelError::saying(
                "middle_share",
                Message::new("load_shedding.error.shares")
                    .quantity("high", shares[0], Unit::Ratio)
                    .quantity("middle", shares[1], Unit::Ratio),
            ));
        }
        let station = Station {
            arrival_per_s: inputs.real("arrival_per_s")?,
            surge: inputs.real("surge_factor")?,
            customers: inputs.count("customers")?,
            shares,
            service_s: inputs.real("service_s")?,
            service: inputs.choice_of(
                "service",
                &[
                    ("fixed", ServiceTime::Fixed),
                    ("exponential", ServiceTime::Exponential),
                    (
                        "log_normal",
                        ServiceTime::LogNormal {
                            scv: inputs.real("service_scv")?,
                        },
                    ),
                ],
            )?,
        };
        let deadline_s = inputs.real("deadline_s")?;
        let (soft, hard) = (small("soft_limit")?, small("hard_limit")?);
        Ok(Scene {
            station,
            limits: Limits {
                slots: small("slots")?,
                soft,
                hard,
                deadline_s,
                shrink: inputs.real("shrink")?,
                recover: inputs.real("recover")?,
                high: HighRule::HardLimit,
            },
            ageing_s: match inputs.toggle("ageing")? {
                true => inputs.real("ageing_s")?,
                false => 0.0,
            },
            chosen: inputs.choice_among("policy", &POLICIES)?,
            seed: inputs.count("seed")?,
        })
    }

    fn policy(&self, place: usize) -> Policy {
        let id = POLICIES[place];
        let gate = id == "printed" || id == "mended";
        Policy {
            gate,
            limits: Limits {
                high: if id == "printed" {
                    HighRule::SlotsBusy
                } else {
                    HighRule::HardLimit
                },
                ..self.limits
            },
            priorities: id != "fifo",
            ageing_s: if gate { self.ageing_s } else { 0.0 },
            drop_late: gate,
        }
    }

    /// Arrivals of each class at `times` the calm load.
    fn rates_per_s(&self, times: f64) -> [f64; CLASSES] {
        let [high, middle] = self.station.shares;
        let all = self.station.arrival_per_s * times;
        [
            high * all,
            middle * all,
            (1.0 - high - middle).max(0.0) * all,
        ]
    }

    fn capacity_per_s(&self) -> f64 {
        f64::from(self.limits.slots) / self.station.service_s
    }

    /// The load of a class alone at `times` the calm load.
    fn load(&self, class: usize, times: f64) -> f64 {
        self.rates_per_s(times)[class] / self.capacity_per_s()
    }

    /// The formula's mean wait of a class before arrivals of all classes.
    fn formula_s(&self, class: usize, rates_per_s: [f64; CLASSES]) -> Defined {
        let servers = u64::from(self.limits.slots);
        let scv = self.station.service.scv();
        Priorities::new(rates_per_s, self.station.service_s, servers, scv)
            .and_then(|priorities| priorities.wait_mean_s(class))
            .unwrap_or(Err(Undefined("out_of_range")))
    }
}

/// The same requests under each policy, one after the other.
struct Comparison {
    scene: Scene,
    runs: Vec<SurgeRun>,
    at: usize,
}

impl Run for Comparison {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut left = budget.steps;
        while left > 0
            && let Some(run) = self.runs.get_mut(self.at)
        {
            let before = run.steps();
            if run.advance(left) {
                self.at += 1;
            }
            left -= (run.steps() - before).clamp(1, left);
        }
        let Some(run) = self.runs.get(self.at) else {
            let all: Vec<Surged> = self.runs.iter().map(SurgeRun::surged).collect();
            return Progress::Done(Box::new(self.scene.output(&all)));
        };
        let done = (self.at as f64 + run.progress().min(1.0)) / self.runs.len() as f64;
        Progress::Working(done.min(1.0))
    }
}
