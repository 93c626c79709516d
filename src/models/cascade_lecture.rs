//! `cascade_lecture`: the course's tick simulator, with its six settings side by side.

mod charts;
mod oddities;
mod report;
mod spec;

use super::refusal::refused;
use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::cascade::lecture::{
    BreakerRule, Constants, MOST_REQUESTS, MOST_TICKS, Report, Simulation, Switches,
};
use crate::text::{Message, Unit};

/// The published settings, and one of the reader's own.
const SETTINGS: [&str; 7] = ["s1", "s2", "s3", "s4", "s5", "s6", "own"];

/// The model.
pub(super) struct CascadeLecture;

impl Model for CascadeLecture {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Comparison::new(Scene::read(inputs)?)?))
    }
}

/// The inputs, typed.
struct Scene {
    switches: Switches,
    constants: Constants,
    seed: u64,
    at_s: f64,
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let small = |id: &'static str| {
            let count = inputs.count(id)?;
            Ok::<u32, ModelError>(u32::try_from(count).unwrap_or(u32::MAX))
        };
        let share = |id: &'static str| Ok::<f64, ModelError>(inputs.probability(id)?.value());
        let constants = Constants {
            tick_s: inputs.real("tick_s")?,
            end_s: inputs.real("end_s")?,
            degrade_at_s: inputs.real("degrade_at_s")?,
            db_slowdown: inputs.real("db_slowdown")?,
            surge_at_s: inputs.real("surge_at_s")?,
            surge_end_s: inputs.real("surge_end_s")?,
            surge_factor: inputs.real("surge_factor")?,
            rate_per_s: inputs.real("rate_per_s")?,
            slots: [
                small("api_slots")?,
                small("svc_slots")?,
                small("db_slots")?,
                small("aux_slots")?,
            ],
            pools: [small("bulkhead_db_slots")?, small("bulkhead_aux_slots")?],
            service_ms: [
                inputs.real("api_service_ms")?,
                inputs.real("svc_service_ms")?,
                inputs.real("db_service_ms")?,
                inputs.real("aux_service_ms")?,
            ],
            db_share: share("db_share")?,
            high_share: share("high_share")?,
            default_wait_s: inputs.real("default_wait_s")?,
            tuned_wait_s: inputs.real("tuned_wait_s")?,
            client_timeout_s: inputs.real("client_timeout_s")?,
            breaker: BreakerRule {
                window_s: inputs.real("breaker_window_s")?,
                min_calls: small("breaker_min_calls")?,
                error_share: share("breaker_error_share")?,
                cool_s: inputs.real("breaker_cool_s")?,
                trials: small("breaker_trials")?,
            },
            retries: small("retries")?,
            retry_base_s: inputs.real("retry_base_s")?,
            retry_budget_error: share("retry_budget_error")?,
            shed_above: small("shed_above")?,
            shed_until: small("shed_until")?,
            slo_ms: inputs.real("slo_ms")?,
            dispatch_scan: small("dispatch_scan")?,
            timeout_scan: small("timeout_scan")?,
        };
        let too_long = |input: &'static str, key: &str, asked: f64, most: f64| {
            let message = Message::new(format!("cascade_lecture.note.{key}"))
                .quantity("asked", asked.round(), Unit::Count)
                .quantity("most", most, Unit::Count);
            Err(ModelError {
                input: Some(input),
                message,
            })
        };
        let (ticks, requests) = (
            constants.end_s / constants.tick_s,
            constants.expected_requests(),
        );
        if ticks > MOST_TICKS {
            return too_long("end_s", "too_many_ticks", ticks, MOST_TICKS);
        }
        if requests > MOST_REQUESTS {
            return too_long("rate_per_s", "too_many_requests", requests, MOST_REQUESTS);
        }
        Ok(Scene {
            switches: Switches {
                tuned: inputs.toggle("tuned")?,
                retry: inputs.toggle("retry")?,
                breaker: inputs.toggle("breaker")?,
                bulkhead: inputs.toggle("bulkhead")?,
                shed: inputs.toggle("shed")?,
            },
            constants,
            seed: inputs.count("seed")?,
            at_s: inputs.real("at_s")?,
        })
    }
}

/// The chosen setting and the published ones, one after the other.
struct Comparison {
    scene: Scene,
    /// The published settings, and the chosen one where it is none of them.
    settings: Vec<Switches>,
    /// The place of the chosen one.
    chosen: usize,
    running: Option<Simulation>,
    reports: Vec<Report>,
}

impl Comparison {
    fn new(scene: Scene) -> Result<Comparison, ModelError> {
        let mut settings = Switches::PUBLISHED.to_vec();
        let place = settings
            .iter()
            .position(|setting| *setting == scene.switches);
        let chosen = place.unwrap_or(settings.len());
        if place.is_none() {
            settings.push(scene.switches);
        }
        let mut comparison = Comparison {
            scene,
            settings,
            chosen,
            running: None,
            reports: Vec::new(),
        };
        comparison.running = comparison.next()?;
        Ok(comparison)
    }

    /// The next run, if there is one.
    fn next(&self) -> Result<Option<Simulation>, ModelError> {
        let Some(switches) = self.settings.get(self.reports.len()) else {
            return Ok(None);
        };
        let simulation = Simulation::new(*switches, self.scene.constants, self.scene.seed);
        simulation
            .map(Some)
            .map_err(|error| refused(&spec::SPEC, error))
    }

    /// The report of the chosen setting.
    fn report(&self) -> &Report {
        &self.reports[self.chosen]
    }

    /// Each setting's word and report.
    fn each(&self) -> impl Iterator<Item = (&'static str, &Report)> {
        SETTINGS.into_iter().zip(&self.reports)
    }
}

impl Run for Comparison {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut left = budget.steps;
        while let Some(simulation) = &mut self.running {
            if left == 0 {
                let all = f64::from(simulation.ticks().max(1));
                let part = 1.0 - f64::from(simulation.ticks_left()) / all;
                let done = self.reports.len() as f64 + part;
                return Progress::Working(done / self.settings.len() as f64);
            }
            let ticks = left.min(u64::from(simulation.ticks_left()));
            simulation.advance(ticks);
            left -= ticks;
            if simulation.ticks_left() == 0 {
                let over = self.running.take();
                self.reports.extend(over.map(Simulation::into_report));
                // Constants that were good for the first run are good for all.
                self.running = self.next().ok().flatten();
            }
        }
        Progress::Done(Box::new(self.output()))
    }
}
