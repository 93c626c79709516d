//! `cascade`: a call chain under faults, event by event, and what each guard is worth.

mod charts;
mod grammar;
mod presets;
mod report;
mod spec;

use super::refusal::refused;
use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::cascade::system::{
    BreakerPolicy, CascadeRun, CheckedSetup, ConcurrencyLimit, Guard, Guards, LayerSetup,
    QueueOrder, QueueRule, Report, Retry, Setup, Timeouts, WorthPlan,
};
use spec::SPEC;

/// How long a worker waits for a dependency if nobody has set a time-out: the lecture's default.
const UNTUNED_CALL_S: f64 = 3.0;
/// Controlled delay as in RFC 8289, section 4.4.
const CODEL_TARGET_S: f64 = 0.005;
const CODEL_INTERVAL_S: f64 = 0.1;
/// The most requests that the panel simulates.
const MOST_SIMULATED: u64 = 20_000_000;

/// The model.
pub(super) struct Cascade;

impl Model for Cascade {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let scene = Scene::read(inputs)?;
        let checked =
            CheckedSetup::new(scene.setup.clone()).map_err(|error| refused(&SPEC, error))?;
        Ok(Box::new(Simulation {
            stage: Stage::Main,
            run: CascadeRun::of(&checked, scene.seed),
            scene,
            checked,
            main: None,
            bare: None,
            seeds: 0,
            plan: WorthPlan::new(0, 0, 0),
            values: Vec::new(),
        }))
    }
}

/// The inputs, typed.
struct Scene {
    setup: Setup,
    seed: u64,
    /// Seeds of the panel, if it is wanted.
    panel: Option<u64>,
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let small = |id: &'static str| {
            inputs
                .count(id)
                .map(|count| u32::try_from(count).unwrap_or(u32::MAX))
        };
        let layer = |slots: &'static str, mean: &'static str| -> Result<LayerSetup, ModelError> {
            Ok(LayerSetup {
                slots: small(slots)?,
                mean_s: inputs.real(mean)?,
            })
        };
        let setup = Setup {
            arrival_per_s: inputs.real("arrival_per_s")?,
            end_s: inputs.real("end_s")?,
            most_requests: inputs.count("customers")?,
            high_share: inputs.probability("high_share")?.value(),
            db_share: inputs.probability("db_share")?.value(),
            layers: [
                layer("api_slots", "api_s")?,
                layer("svc_slots", "svc_s")?,
                layer("db_slots", "db_s")?,
                layer("aux_slots", "aux_s")?,
            ],
            replicas: small("replicas")?,
            patience_s: inputs.real("patience_s")?,
            good_s: inputs.real("good_s")?,
            untuned_call_s: UNTUNED_CALL_S,
            timeline: grammar::read(inputs.text("timeline")?)?,
            guards: guards(inputs)?,
        };
        Ok(Scene {
            setup,
            seed: inputs.count("seed")?,
            panel: inputs
                .toggle("panel")?
                .then(|| inputs.count("runs"))
                .transpose()?,
        })
    }
}

fn guards(inputs: &Inputs) -> Result<Guards, ModelError> {
    let on = |id: &'static str| inputs.toggle(id);
    let small = |id: &'static str| {
        inputs
            .count(id)
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX))
    };
    let mut guards = Guards::default();
    if on("timeouts")? {
        guards.timeouts = Some(Timeouts {
            attempt_s: inputs.real("attempt_timeout_s")?,
            call_s: inputs.real("call_timeout_s")?,
        });
    }
    if on("retry")? {
        guards.retry = Some(Retry {
            most: small("retries")?,
            base_s: inputs.real("backoff_s")?,
            jitter: on("jitter")?,
            budget: inputs.real("retry_budget")?,
        });
    }
    let policy = inputs.choice_of::<Option<fn(f64) -> BreakerPolicy>>(
        "breaker",
        &[
            ("none", None),
            ("failure_ratio", Some(BreakerPolicy::failure_ratio)),
            ("doubling", Some(BreakerPolicy::doubling)),
            ("consecutive", Some(BreakerPolicy::consecutive)),
        ],
    )?;
    if let Some(policy) = policy {
        guards.breaker = Some(policy(inputs.real("breaker_open_s")?));
    }
    if on("bulkhead")? {
        guards.bulkhead = Some(small("bulkhead_db_slots")?);
    }
    let codel = QueueOrder::CoDel {
        target_s: CODEL_TARGET_S,
        interval_s: CODEL_INTERVAL_S,
    };
    let order = inputs.choice_of(
        "queue",
        &[
            ("unbounded", None),
            ("fifo", Some(QueueOrder::Fifo)),
            ("lifo", Some(QueueOrder::Lifo)),
            ("codel", Some(codel)),
        ],
    )?;
    if let Some(order) = order {
        guards.queue = Some(QueueRule {
            capacity: small("queue_capacity")?,
            order,
        });
    }
    if on("shed")? {
        guards.shed_wait_s = Some(inputs.real("shed_wait_s")?);
    }
    let limit = inputs.choice("limit")?;
    if limit != "none" {
        let start = small("concurrency_limit")?;
        guards.limit = Some(if limit == "fixed" {
            ConcurrencyLimit::Fixed(start)
        } else {
            ConcurrencyLimit::Adaptive {
                start,
                target_s: inputs.real("good_s")?,
            }
        });
    }
    if on("rate_limit")? {
        guards.rate_per_s = Some(inputs.real("rate_limit_per_s")?);
    }
    if on("hedge")? {
        guards.hedge_s = Some(inputs.real("hedge_delay_s")?);
    }
    if on("cache")? {
        guards.cache_hit = Some(inputs.probability("cache_hit")?.value());
    }
    Ok(guards)
}

/// The id of a guard in texts.
fn guard_id(guard: Guard) -> &'static str {
    match guard {
        Guard::Timeouts => "timeouts",
        Guard::Retry => "retry",
        Guard::Breaker => "breaker",
        Guard::Bulkhead => "bulkhead",
        Guard::Queue => "queue",
        Guard::Shed => "shed",
        Guard::Limit => "limit",
        Guard::Rate => "rate_limit",
        Guard::Hedge => "hedge",
        Guard::Cache => "cache",
    }
}

/// What is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The guards as they are set.
    Main,
    /// None of them.
    Bare,
    /// A set of them under one of the seeds of the panel.
    Panel {
        seed: usize,
        set: usize,
    },
    Done,
}

struct Simulation {
    scene: Scene,
    /// The setup of the scene, of which every run takes some guards.
    checked: CheckedSetup,
    stage: Stage,
    run: CascadeRun,
    main: Option<Report>,
    bare: Option<Report>,
    /// Seeds that the panel takes.
    seeds: usize,
    plan: WorthPlan,
    /// The share of good answers by seed and set.
    values: Vec<Vec<f64>>,
}

impl Simulation {
    /// Keeps what has been run and begins what comes next.
    fn next(&mut self) {
        let guards = self.scene.setup.guards.on();
        self.stage = match self.stage {
            Stage::Main => {
                self.main = Some(self.run.report());
                Stage::Bare
            }
            Stage::Bare => {
                self.bare = Some(self.run.report());
                self.plan_panel(guards.len());
                if self.seeds > 0 {
                    Stage::Panel { seed: 0, set: 0 }
                } else {
                    Stage::Done
                }
            }
            Stage::Panel { seed, set } => {
                if set == 0 {
                    self.values.push(Vec::new());
                }
                if let Some(values) = self.values.last_mut() {
                    values.push(self.run.good_share());
                }
                if set + 1 < self.plan.sets(seed).len() {
                    Stage::Panel { seed, set: set + 1 }
                } else if seed + 1 < self.seeds {
                    Stage::Panel {
                        seed: seed + 1,
                        set: 0,
                    }
                } else {
                    Stage::Done
                }
            }
            Stage::Done => Stage::Done,
        };
        let (kept, seed) = match self.stage {
            Stage::Main | Stage::Done => return,
            Stage::Bare => (Vec::new(), 0),
            Stage::Panel { seed, set } => {
                let set = self.plan.sets(seed)[set];
                let is_in = |(at, guard): (usize, &Guard)| (set >> at & 1 == 1).then_some(*guard);
                (
                    guards.iter().enumerate().filter_map(is_in).collect(),
                    seed as u64,
                )
            }
        };
        let setup = self.checked.only(&kept);
        self.run = CascadeRun::of(&setup, self.scene.seed.wrapping_add(seed));
    }

    /// Decides how many seeds the panel takes.
    fn plan_panel(&mut self, guards: usize) {
        let (Some(runs), Some(main)) = (self.scene.panel, &self.main) else {
            return;
        };
        if guards == 0 {
            return;
        }
        let plan = WorthPlan::new(guards, runs as usize, self.scene.seed);
        let each = plan.sets(0).len() as u64 * main.all.arrived.max(1);
        let seeds = runs.min(MOST_SIMULATED / each);
        // One seed has no interval.
        self.seeds = if seeds < 2 { 0 } else { seeds as usize };
        self.plan = plan;
    }

    fn progress(&self) -> f64 {
        let run = self.run.progress();
        // Until the first run is over it is not known how many the panel takes.
        let first = if self.scene.panel.is_some() { 0.1 } else { 1.0 };
        match self.stage {
            Stage::Main => first * run / 2.0,
            Stage::Bare => first * (1.0 + run) / 2.0,
            Stage::Panel { seed, set } => {
                let sets = self.plan.sets(seed).len() as f64;
                let done = seed as f64 + (set as f64 + run) / sets;
                0.1 + 0.9 * done / self.seeds as f64
            }
            Stage::Done => 1.0,
        }
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut left = budget.steps;
        while left > 0 && self.stage != Stage::Done {
            let before = self.run.steps();
            let is_over = self.run.advance(left);
            // The call that finds a run over takes a step as well.
            left -= (self.run.steps() - before).max(1).min(left);
            if is_over {
                self.next();
            }
        }
        if self.stage != Stage::Done {
            return Progress::Working(self.progress().clamp(0.0, 1.0));
        }
        Progress::Done(Box::new(self.output()))
    }
}
