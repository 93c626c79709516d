//! `health_flap`: checks that take out healthy capacity.

mod report;
mod spec;

use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::mechanism::health_flap::{Flap, FlapRun, Hysteresis};

/// Points of a chart over time.
const POINTS: u64 = 400;
/// Rounds that are always watched: overload fails checks from the second one on.
const LEAST_ROUNDS: u64 = 30;
/// What the table compares.
const GUARDS: [&str; 5] = ["chosen", "patient", "limit", "switch", "no_feedback"];

/// The model.
pub(super) struct HealthFlap;

impl Model for HealthFlap {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Simulation::new(inputs)?))
    }
}

/// What a run came to.
#[derive(Clone, Copy, Default)]
struct Sum {
    rounds: u64,
    /// Rounds with too little in service.
    short: u64,
    lost: f64,
    /// Targets out, summed over the rounds in which network state was late.
    out: f64,
    late_rounds: u64,
    least: u32,
    removals: u64,
}

struct Simulation {
    flap: Flap,
    seed: u64,
    rounds: u64,
    /// The guard that is being run, and its run.
    guard: usize,
    run: FlapRun,
    sums: [Sum; GUARDS.len()],
    /// Time and targets in service, of the run with what was chosen.
    moments: Vec<(f64, f64)>,
}

impl Simulation {
    fn new(inputs: &Inputs) -> Result<Simulation, ModelError> {
        let small = |id: &'static str| -> Result<u32, ModelError> {
            u32::try_from(inputs.count(id)?).map_err(|_| ModelError::at(id))
        };
        let targets = small("targets")?;
        let part = |share: f64| (share * f64::from(targets)).round() as u32;
        let late_s = inputs.real("late_s")?;
        let flap = Flap {
            targets,
            affected: part(inputs.probability("affected_share")?.value()),
            failing: inputs.probability("check_failure")?,
            hysteresis: Hysteresis::new(small("fall")?, small("rise")?)?,
            check_s: inputs.real("check_s")?,
            load: inputs.real("load")?,
            most_out: part(inputs.probability("removal_limit")?.value()),
            late_s,
            off_after_s: inputs.real("off_after_s")?,
            overload_fails: inputs.toggle("overload_fails_checks")?,
        };
        let seed = inputs.count("seed")?;
        Ok(Simulation {
            // Half as long again, to see whether it ends by itself; and where nothing is late, whether it begins.
            rounds: ((1.5 * late_s / flap.check_s).ceil() as u64 + 1).max(LEAST_ROUNDS),
            run: FlapRun::new(flap, seed)?,
            flap,
            seed,
            guard: 0,
            sums: [Sum {
                least: targets,
                ..Sum::default()
            }; GUARDS.len()],
            moments: Vec::new(),
        })
    }

    /// The balancer with a guard that differs from what was chosen.
    fn guarded(&self, guard: &str) -> Flap {
        let mut flap = self.flap;
        match guard {
            "patient" => {
                if let Ok(hysteresis) = Hysteresis::new(PATIENT, flap.hysteresis.rise()) {
                    flap.hysteresis = hysteresis;
                }
            }
            "limit" => flap.most_out = (f64::from(flap.targets) * LIMIT).floor() as u32,
            "switch" => flap.off_after_s = flap.late_s / 4.0,
            "no_feedback" => flap.overload_fails = false,
            _ => {}
        }
        flap
    }

    fn round(&mut self) {
        let sum = &mut self.sums[self.guard];
        let now_s = sum.rounds as f64 * self.flap.check_s;
        self.run.round();
        let (inside, lost) = (self.run.in_service(), self.run.lost_share());
        sum.rounds += 1;
        sum.short += u64::from(lost > 0.0);
        sum.lost += lost;
        sum.least = sum.least.min(inside);
        sum.removals = self.run.removals();
        if now_s < self.flap.late_s {
            sum.late_rounds += 1;
            sum.out += f64::from(self.flap.targets - inside);
        }
        if self.guard == 0 && (sum.rounds - 1).is_multiple_of(self.rounds.div_ceil(POINTS)) {
            self.moments.push((now_s, f64::from(inside)));
        }
    }
}

/// Failures in a row that the patient balancer of the table waits for.
const PATIENT: u32 = 8;
/// The share that the limited balancer of the table may take out.
const LIMIT: f64 = 0.1;

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut steps = 0;
        while self.guard < GUARDS.len() && steps < budget.steps {
            self.round();
            steps += u64::from(self.flap.targets);
            if self.sums[self.guard].rounds < self.rounds {
                continue;
            }
            self.guard += 1;
            if let Some(guard) = GUARDS.get(self.guard) {
                let flap = self.guarded(guard);
                if let Ok(run) = FlapRun::new(flap, self.seed) {
                    self.run = run;
                }
            }
        }
        if self.guard < GUARDS.len() {
            return Progress::Working(self.guard as f64 / GUARDS.len() as f64);
        }
        Progress::Done(Box::new(self.output()))
    }
}
