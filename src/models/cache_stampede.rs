//! `cache_stampede`: every client mends the cache by asking the database, whose errors make more to mend.

mod charts;
mod report;
mod spec;

use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::mechanism::cache_stampede::{
    Course, Exit, Fixed, Moment, Outcome, Stampede, run,
};
use crate::kernel::mechanism::ladder::least_factor;
use crate::text::{Message, Unit};

/// The most ticks of one course; stretches at rest take none.
const MOST_TICKS: f64 = 30_000.0;
/// Points of a chart over time.
const POINTS: f64 = 400.0;
/// Halvings of the search for the shortest ramp: to a thousandth of the longest that is tried.
const HALVINGS: usize = 10;
/// Fills of the whole cache that the longest ramp takes.
const LONGEST_RAMP_FILLS: f64 = 40.0;

/// What can be done, in the order of the table.
const EXITS: [&str; 6] = [
    "nothing",
    "back_off",
    "keep_entries",
    "capacity",
    "cut_at_once",
    "cut_and_ramp",
];

/// The model.
pub(super) struct CacheStampede;

impl Model for CacheStampede {
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
    stampede: Stampede,
    invalid: f64,
    trigger_s: f64,
    act_after_s: f64,
    cut_s: f64,
    ramp_s: f64,
    capacity_factor: f64,
    /// What is done in the picture, as a place in [`EXITS`].
    exit: usize,
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let stampede = Stampede {
            clients: super::as_real(inputs.count("clients")?),
            reads_per_s: inputs.real("reads_per_s")?,
            capacity_per_s: inputs.real("capacity_per_s")?,
            entries: super::as_real(inputs.count("entries")?),
            retry_wait_s: inputs.real("retry_wait_s")?,
            backoff_factor: inputs.real("backoff_factor")?,
            longest_wait_s: inputs.real("longest_wait_s")?,
            errors_delete: inputs.toggle("errors_delete")?,
        };
        let least = least_factor(stampede.retry_wait_s, stampede.longest_wait_s);
        if stampede.backoff_factor > 1.0 && stampede.backoff_factor < least {
            return Err(ModelError::saying(
                "backoff_factor",
                Message::new("cache_stampede.error.too_many_waits").quantity(
                    "least",
                    least,
                    Unit::One,
                ),
            ));
        }
        stampede.check()?;
        Ok(Scene {
            stampede,
            invalid: inputs.probability("invalid_share")?.value(),
            trigger_s: inputs.real("trigger_s")?,
            act_after_s: inputs.real("act_after_s")?,
            cut_s: inputs.real("cut_s")?,
            ramp_s: inputs.real("ramp_s")?,
            capacity_factor: inputs.real("capacity_factor")?,
            exit: inputs.choice_among("exit", &EXITS)?,
        })
    }

    /// The time in which the database fills the whole cache.
    fn fill_s(&self) -> f64 {
        self.stampede.entries / self.stampede.capacity_per_s
    }

    fn watched_s(&self) -> f64 {
        60.0 * self.stampede.retry_wait_s + 8.0 * self.fill_s() + 2.0 * self.stampede.longest_wait_s
    }

    fn course(&self, exit: usize) -> Course {
        Course {
            invalid: self.invalid,
            trigger_s: self.trigger_s,
            act_after_s: self.act_after_s,
            exit: match EXITS[exit] {
                "back_off" => Exit::BackOff(self.stampede.backoff_factor.max(2.0)),
                "keep_entries" => Exit::KeepEntries,
                "capacity" => Exit::Capacity(self.capacity_factor),
                "cut_at_once" => Exit::Cut {
                    cut_s: self.cut_s,
                    ramp_s: 0.0,
                },
                "cut_and_ramp" => Exit::Cut {
                    cut_s: self.cut_s,
                    ramp_s: self.ramp_s,
                },
                _ => Exit::Nothing,
            },
            watched_s: self.watched_s(),
        }
    }

    /// A cold cache, into which the traffic is let evenly.
    fn cold(&self, ramp_s: f64) -> Course {
        Course {
            invalid: 1.0,
            trigger_s: 0.0,
            act_after_s: 0.0,
            exit: Exit::Cut { cut_s: 0.0, ramp_s },
            watched_s: self.watched_s(),
        }
    }

    fn longest_ramp_s(&self) -> f64 {
        LONGEST_RAMP_FILLS * (self.fill_s() + self.stampede.retry_wait_s)
    }
}

/// What comes next; each part is worked off whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Picture,
    Exit(usize),
    Ramp(usize),
    Done,
}

struct Simulation {
    scene: Scene,
    stage: Stage,
    /// The tipping point and the stuck state.
    fixed: Option<(Fixed, Fixed)>,
    moments: Vec<Moment>,
    outcome: Option<Outcome>,
    exits: Vec<Outcome>,
    /// Ramps that are too short, and long enough; `None` while none is known.
    ramp: (f64, Option<f64>),
}

impl Simulation {
    fn new(scene: Scene) -> Result<Simulation, ModelError> {
        let most_s = MOST_TICKS * scene.stampede.tick_s();
        let lengths = (0..EXITS.len()).map(|exit| scene.course(exit).length_s());
        let asked_s = lengths.fold(scene.cold(scene.longest_ramp_s()).length_s(), f64::max);
        if asked_s > most_s {
            return Err(ModelError::saying(
                "retry_wait_s",
                Message::new("cache_stampede.error.too_long")
                    .quantity("asked", asked_s, Unit::Second)
                    .quantity("most", most_s, Unit::Second),
            ));
        }
        Ok(Simulation {
            fixed: scene.stampede.fixed_points(),
            scene,
            stage: Stage::Picture,
            moments: Vec::new(),
            outcome: None,
            exits: Vec::new(),
            ramp: (0.0, None),
        })
    }

    /// Works off one part and gives the ticks that it took.
    fn part(&mut self) -> u64 {
        let scene = &self.scene;
        match self.stage {
            Stage::Picture => {
                let course = scene.course(scene.exit);
                let gap_s = course.length_s() / POINTS;
                let moments = &mut self.moments;
                let mut before: Option<Moment> = None;
                let outcome = run(scene.stampede, &course, |moment| {
                    let from_s = moments.last().map_or(0.0, |last| last.at_s);
                    // The last tick before a stretch at rest keeps the line level over it.
                    if let Some(before) = before
                        && moment.at_s - before.at_s > gap_s
                        && before.at_s > from_s
                    {
                        moments.push(before);
                    }
                    if moments.is_empty() || moment.at_s - from_s >= gap_s {
                        moments.push(*moment);
                    }
                    before = Some(*moment);
                });
                let ticks = outcome.ticks;
                self.outcome = Some(outcome);
                self.stage = Stage::Exit(0);
                ticks
            }
            Stage::Exit(index) if index < EXITS.len() => {
                let outcome = run(scene.stampede, &scene.course(index), |_| {});
                let ticks = outcome.ticks;
                self.exits.push(outcome);
                self.stage = Stage::Exit(index + 1);
                ticks
            }
            Stage::Exit(_) => {
                self.stage = Stage::Ramp(0);
                0
            }
            Stage::Ramp(index) => {
                // None at all first, then the longest, then between.
                let ramp_s = match (index, self.ramp) {
                    (0, _) => 0.0,
                    (1, _) => scene.longest_ramp_s(),
                    (_, (short, long)) => f64::midpoint(short, long.unwrap_or(short)),
                };
                let outcome = run(scene.stampede, &scene.cold(ramp_s), |_| {});
                let is_well = outcome.well_after_s.is_some();
                if is_well {
                    self.ramp.1 = Some(ramp_s);
                } else {
                    self.ramp.0 = ramp_s;
                }
                let is_over = (index == 0 && is_well) || (index == 1 && !is_well);
                self.stage = if is_over || index > HALVINGS {
                    Stage::Done
                } else {
                    Stage::Ramp(index + 1)
                };
                outcome.ticks
            }
            Stage::Done => 0,
        }
    }

    fn done(&self) -> f64 {
        let parts = match self.stage {
            Stage::Picture => 0,
            Stage::Exit(index) => 1 + index,
            Stage::Ramp(index) => 1 + EXITS.len() + index,
            Stage::Done => 2 + EXITS.len() + HALVINGS,
        };
        parts as f64 / (2 + EXITS.len() + HALVINGS) as f64
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut steps = 0;
        while self.stage != Stage::Done && steps < budget.steps {
            steps += self.part().max(1);
        }
        match (&self.outcome, self.stage) {
            (Some(outcome), Stage::Done) => Progress::Done(Box::new(self.output(outcome))),
            _ => Progress::Working(self.done().min(1.0)),
        }
    }
}
