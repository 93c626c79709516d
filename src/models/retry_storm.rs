//! `retry_storm`: a service that stays overloaded after the cause of its overload has gone.

mod charts;
mod report;
mod spec;

use super::refusal::refused;
use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::error::Undefined;
use crate::kernel::retry::Retries;
use crate::kernel::retry::storm::{
    Action, Flow, Healthy, Level, Outcome, Response, Service, Storm, Watch, recovers, respond,
    settle, unended,
};
use crate::text::{Message, Unit};

/// Time-outs before the trigger, in which the service comes to rest.
const WARM_UP: u32 = 10;
/// Time-outs that are watched after the last step, unless the queue needs longer to drain.
const WATCHED: f64 = 60.0;
/// The most ticks of one run over time, and of the wait for a queue to drain.
const MOST_TICKS: u64 = 40_000;
/// Loads that the sweep visits on the way up.
const LEVELS: usize = 40;
/// Time-outs that one load of the sweep lasts at most, and one trial of the search for the load that ends a storm.
const LEVEL_TIMEOUTS: u32 = 150;
const TRIAL_TIMEOUTS: u32 = 300;
/// Halvings of that search: to a five-hundredth of the offered load.
const HALVINGS: usize = 9;
/// Points of a chart over time.
const POINTS: u64 = 500;

/// What can be done, in the order of the tables.
const ACTIONS: [&str; 5] = [
    "stop_retries",
    "retry_budget",
    "breaker",
    "shed",
    "capacity",
];

/// The model.
pub(super) struct RetryStorm;

impl Model for RetryStorm {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Simulation::new(Scene::read(inputs)?)?))
    }
}

/// The inputs, typed.
#[derive(Clone)]
struct Scene {
    service: Service,
    offered_per_s: f64,
    trigger_service_s: f64,
    trigger_offered_per_s: f64,
    trigger_s: f64,
    act_after_s: f64,
    step_s: f64,
    capacity_delay_s: f64,
    actions: [Action; 5],
    /// What is done, as places in [`ACTIONS`].
    chosen: Vec<usize>,
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let small = |id: &'static str| {
            inputs
                .count(id)
                .map(|count| u32::try_from(count).unwrap_or(u32::MAX))
        };
        let service = Service {
            threads: small("threads")?,
            service_s: inputs.real("service_s")?,
            timeout_s: inputs.real("timeout_s")?,
            retries: Retries(small("retries")?),
            retry_wait_s: inputs.real("retry_wait_s")?,
            queue: small("queue_capacity")?,
        };
        let offered_per_s = inputs.real("arrival_per_s")?;
        let is_surge = inputs.choice("trigger")? == "surge";
        let (slow_s, surge_per_s) = (inputs.real("slow_service_s")?, inputs.real("surge_per_s")?);
        let capacity_delay_s = inputs.real("capacity_delay_s")?;
        let place = |id: &'static str| -> Result<Option<usize>, ModelError> {
            let chosen = inputs.choice(id)?;
            Ok(ACTIONS.iter().position(|action| *action == chosen))
        };
        let (first, second) = (place("first")?, place("second")?);
        Ok(Scene {
            service,
            offered_per_s,
            trigger_service_s: if is_surge { service.service_s } else { slow_s },
            trigger_offered_per_s: if is_surge { surge_per_s } else { offered_per_s },
            trigger_s: inputs.real("trigger_s")?,
            act_after_s: inputs.real("act_after_s")?,
            step_s: inputs.real("step_s")?,
            capacity_delay_s,
            actions: [
                Action::StopRetries,
                Action::RetryBudget(inputs.probability("retry_budget")?.value()),
                Action::Breaker {
                    open_s: inputs.real("breaker_open_s")?,
                },
                Action::Shed,
                Action::Capacity {
                    factor: inputs.real("capacity_factor")?,
                    delay_s: capacity_delay_s,
                },
            ],
            // Without a first step there is no second.
            chosen: first.into_iter().chain(first.and(second)).collect(),
        })
    }

    /// How long after the trigger the queue is gone if nothing is done and all attempts fail until then, in seconds; 0
    /// where it does not drain.
    ///
    /// Formula: min(Q, t · (λ'·(1 + r) − N/S')) / (N/S − λ·(1 + r)), with what holds in the trigger dashed, and t its length.
    fn drained_after_s(&self) -> f64 {
        let service = &self.service;
        let attempts = service.retries.attempts() as f64;
        let spare_per_s = service.capacity_per_s() - attempts * self.offered_per_s;
        if spare_per_s <= 0.0 {
            return 0.0;
        }
        let trigger_capacity_per_s = f64::from(service.threads) / self.trigger_service_s;
        let grows_per_s = attempts * self.trigger_offered_per_s - trigger_capacity_per_s;
        let queued = (self.trigger_s * grows_per_s).clamp(0.0, f64::from(service.queue));
        queued / spare_per_s
    }

    /// Steps so many ticks from the first.
    fn steps(&self, actions: &[usize], between: u64) -> Vec<(u64, Action)> {
        (0..)
            .zip(actions)
            .map(|(index, action)| (index * between, self.actions[*action]))
            .collect()
    }
}

/// A point of the run over time: the mean over some ticks.
#[derive(Clone, Copy)]
struct Moment {
    at_s: f64,
    offered_per_s: f64,
    capacity_per_s: f64,
    sent_per_s: f64,
    good_per_s: f64,
    wasted_per_s: f64,
    wait_s: f64,
}

/// Ticks of the run over time at which something changes.
#[derive(Clone, Copy)]
struct Plan {
    trigger: u64,
    relief: u64,
    act: u64,
    between: u64,
    end: u64,
    /// Ticks that make a point.
    group: u64,
}

/// What comes next; each part is worked off whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Timeline,
    Nothing,
    Alone(usize),
    Pair(usize),
    Sweep(usize),
    Halve(usize),
    Done,
}

struct Simulation {
    scene: Scene,
    plan: Plan,
    stage: Stage,
    /// Parts that are done, for the progress.
    parts: usize,
    moments: Vec<Moment>,
    healthy: Option<Healthy>,
    outcome: Outcome,
    /// Why the outcome is open at the end of the run.
    unended: Undefined,
    unanswered: f64,
    /// The service at the beginning, when the trigger ends, when the first step is taken, and in the sweep.
    fresh: Storm,
    at_relief: Storm,
    at_act: Storm,
    sweep: Storm,
    nothing: Option<Response>,
    alone: Vec<Response>,
    pairs: Vec<(usize, usize, Response)>,
    levels: Vec<(f64, Level)>,
    /// Loads under which the storm ends, and under which it does not.
    bracket: (f64, f64),
}

impl Simulation {
    fn new(scene: Scene) -> Result<Simulation, ModelError> {
        let fresh =
            Storm::new(scene.service, 20, 50).map_err(|error| refused(&spec::SPEC, error))?;
        let sweep = Storm::new(scene.service, 20, 20)?;
        let timeout = fresh.ticks_in_timeout();
        let trigger = u64::from(WARM_UP) * timeout;
        let relief = trigger + fresh.ticks(scene.trigger_s);
        let act = relief + fresh.ticks(scene.act_after_s);
        let between = fresh.ticks(scene.step_s);
        let watched =
            fresh.ticks(WATCHED * scene.service.timeout_s + scene.step_s + scene.capacity_delay_s);
        let mut end = act + watched;
        if end > MOST_TICKS {
            return Err(ModelError {
                input: Some("timeout_s"),
                message: Message::new("retry_storm.error.too_long")
                    .quantity("asked", end as f64 * fresh.tick_s(), Unit::Second)
                    .quantity("most", MOST_TICKS as f64 * fresh.tick_s(), Unit::Second),
            });
        }
        // The last attempts of the trigger come and go after it; then it takes some time-outs to see that all is well.
        let settled_s = WARM_UP as f64 * (scene.service.timeout_s + scene.service.retry_wait_s);
        let drained = fresh
            .ticks(scene.drained_after_s() + settled_s)
            .min(MOST_TICKS);
        end = end.max(relief + drained);
        Ok(Simulation {
            plan: Plan {
                trigger,
                relief,
                act,
                between,
                end,
                group: end.div_ceil(POINTS).max(1),
            },
            bracket: (scene.service.storm_ends_below_per_s(), scene.offered_per_s),
            scene,
            stage: Stage::Timeline,
            parts: 0,
            moments: Vec::new(),
            healthy: None,
            outcome: Outcome::Open,
            unended: Undefined("stuck"),
            unanswered: 0.0,
            at_relief: fresh.clone(),
            at_act: fresh.clone(),
            fresh,
            // Where the load changes slowly a coarser tick tells the same.
            sweep,
            nothing: None,
            alone: Vec::new(),
            pairs: Vec::new(),
            levels: Vec::new(),
        })
    }

    /// Every ordered pair of different steps.
    fn pair(index: usize) -> Option<(usize, usize)> {
        let (first, rest) = (index / (ACTIONS.len() - 1), index % (ACTIONS.len() - 1));
        let second = if rest < first { rest } else { rest + 1 };
        (first < ACTIONS.len()).then_some((first, second))
    }

    /// Works off one part and gives the ticks that it took.
    fn part(&mut self) -> u64 {
        self.parts += 1;
        let horizon = self.plan.end - self.plan.act;
        match (self.stage, self.healthy) {
            (Stage::Timeline, _) => {
                let ticks = self.timeline();
                // A service that fails without a trigger is not brought back by steps against one.
                self.stage = match self.healthy {
                    Some(_) => Stage::Nothing,
                    None => Stage::Sweep(0),
                };
                ticks
            }
            (Stage::Nothing, Some(healthy)) => {
                let response = self.respond(healthy, &[], horizon);
                self.nothing = Some(response);
                self.stage = Stage::Alone(0);
                response.ticks
            }
            (Stage::Alone(index), Some(healthy)) => {
                let response = self.respond(healthy, &[index], horizon);
                self.alone.push(response);
                self.stage = if index + 1 < ACTIONS.len() {
                    Stage::Alone(index + 1)
                } else {
                    Stage::Pair(0)
                };
                response.ticks
            }
            (Stage::Pair(index), Some(healthy)) => {
                let Some((first, second)) = Self::pair(index) else {
                    self.stage = Stage::Sweep(0);
                    return 0;
                };
                let response = self.respond(healthy, &[first, second], horizon);
                self.pairs.push((first, second, response));
                self.stage = Stage::Pair(index + 1);
                response.ticks
            }
            (Stage::Sweep(index), _) => {
                let Some(offered) = self.level(index) else {
                    self.stage = if self.is_stuck() {
                        Stage::Halve(0)
                    } else {
                        Stage::Done
                    };
                    return 0;
                };
                let level = settle(&mut self.sweep, offered, LEVEL_TIMEOUTS);
                self.levels.push((offered, level));
                self.stage = Stage::Sweep(index + 1);
                level.ticks
            }
            (Stage::Halve(index), _) => {
                let middle = f64::midpoint(self.bracket.0, self.bracket.1);
                let (ends, ticks) = recovers(self.at_relief.clone(), middle, TRIAL_TIMEOUTS);
                if ends {
                    self.bracket.0 = middle;
                } else {
                    self.bracket.1 = middle;
                }
                self.stage = if index + 1 < HALVINGS {
                    Stage::Halve(index + 1)
                } else {
                    Stage::Done
                };
                ticks
            }
            _ => {
                self.stage = Stage::Done;
                0
            }
        }
    }

    fn respond(&self, healthy: Healthy, actions: &[usize], horizon: u64) -> Response {
        let steps = self.scene.steps(actions, self.plan.between);
        respond(
            self.at_act.clone(),
            healthy,
            self.scene.offered_per_s,
            &steps,
            horizon,
        )
    }

    /// Whether the storm that is left to itself never ends.
    fn is_stuck(&self) -> bool {
        self.nothing
            .is_some_and(|response| response.recovered_after_s == Err(Undefined("stuck")))
    }

    /// The loads of the sweep, up to a tenth above what the threads can do or the offered load, and down again.
    fn level(&self, index: usize) -> Option<f64> {
        let top = 1.1
            * self
                .scene
                .service
                .capacity_per_s()
                .max(self.scene.offered_per_s);
        let step = if index < LEVELS {
            index + 1
        } else {
            (2 * LEVELS).checked_sub(index + 1)?
        };
        (step > 0).then(|| top * step as f64 / LEVELS as f64)
    }

    /// Rest, trigger, relief, steps: one run over time.
    fn timeline(&mut self) -> u64 {
        let (scene, plan) = (self.scene.clone(), self.plan);
        let mut storm = self.fresh.clone();
        let mut watch = None;
        let mut group = Flow::default();
        let mut timeout = Flow::default();
        let begin = plan.trigger.saturating_sub(storm.ticks_in_timeout());
        let steps = scene.steps(&scene.chosen, plan.between);
        for tick in 0..plan.end {
            if tick == plan.relief {
                self.at_relief = storm.clone();
                self.healthy = Healthy::of(&timeout)
                    .filter(|_| scene.offered_per_s < scene.service.capacity_per_s());
                watch = self.healthy.map(Watch::new);
            }
            if tick == plan.act {
                self.at_act = storm.clone();
            }
            for (_, action) in steps.iter().filter(|(at, _)| plan.act + at == tick) {
                storm.apply(*action);
            }
            let is_triggered = (plan.trigger..plan.relief).contains(&tick);
            let (offered_per_s, service_s) = if is_triggered {
                (scene.trigger_offered_per_s, scene.trigger_service_s)
            } else {
                (scene.offered_per_s, scene.service.service_s)
            };
            let flow = storm.tick(offered_per_s, service_s);
            if (begin..plan.trigger).contains(&tick) {
                timeout.add(&flow);
            }
            if tick >= plan.trigger {
                self.unanswered += flow.lost;
            }
            if let (Some(watch), Outcome::Open) = (&mut watch, self.outcome) {
                self.outcome = watch.note(&storm, &flow);
            }
            group.add(&flow);
            if (tick + 1) % plan.group == 0 {
                let span_s = plan.group as f64 * storm.tick_s();
                let capacity_per_s = storm.capacity_per_s(service_s);
                self.moments.push(Moment {
                    at_s: (tick + 1 - plan.group) as f64 * storm.tick_s(),
                    offered_per_s: group.offered / span_s,
                    capacity_per_s,
                    sent_per_s: group.sent / span_s,
                    good_per_s: group.good / span_s,
                    wasted_per_s: group.wasted / span_s,
                    wait_s: storm.queued() / capacity_per_s,
                });
                group = Flow::default();
            }
        }
        let mut ticks = plan.end;
        if let (Some(healthy), Outcome::Open) = (self.healthy, self.outcome) {
            let (why, more) = unended(storm, healthy, scene.offered_per_s);
            self.unended = why;
            ticks += more;
        }
        ticks
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let all = 2 + ACTIONS.len() * ACTIONS.len() + 2 * LEVELS + HALVINGS;
        let mut steps = 0;
        while self.stage != Stage::Done && steps < budget.steps {
            steps += self.part().max(1);
        }
        if self.stage != Stage::Done {
            return Progress::Working((self.parts as f64 / all as f64).min(1.0));
        }
        Progress::Done(Box::new(self.output()))
    }
}
