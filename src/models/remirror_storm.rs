//! `remirror_storm`: volumes without a copy all look for room that is not there.

mod charts;
mod report;
mod spec;

use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run, as_real};
use crate::kernel::mechanism::ladder::least_factor;
use crate::kernel::mechanism::remirror_storm::{Cluster, Moment, Outcome, Remedy, run};
use crate::text::{Message, Unit};

/// The most ticks of one run; stretches at rest take none.
const MOST_TICKS: f64 = 60_000.0;
/// Points of a chart over time.
const POINTS: f64 = 400.0;
/// Cells in the row of the table that tries them, if there are fewer.
const CELLS: f64 = 20.0;

/// What is tried, in the order of the table; the last is a design, not a step.
const EXITS: [&str; 6] = [
    "nothing",
    "back_off",
    "stop",
    "capacity",
    "stop_and_capacity",
    "cells",
];

/// The model.
pub(super) struct RemirrorStorm;

impl Model for RemirrorStorm {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Simulation::new(Scene::read(inputs)?)?))
    }
}

/// The inputs, typed.
struct Scene {
    cluster: Cluster,
    stop_after_s: f64,
    added: (f64, f64),
    length_s: f64,
    /// What is done in the picture, as a place in [`EXITS`].
    exit: usize,
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let share = |id| inputs.probability(id).map(|share| share.value());
        let cluster = Cluster {
            volumes: as_real(inputs.count("volumes")?),
            cut: share("cut_share")?,
            free: share("free_share")?,
            search_s: inputs.real("search_s")?,
            backoff_factor: inputs.real("backoff_factor")?,
            longest_wait_s: inputs.real("longest_wait_s")?,
            control_per_s: inputs.real("control_per_s")?,
            api_per_s: inputs.real("api_per_s")?,
            copy_per_s: inputs.real("copy_per_s")?,
            crash_chance: share("crash_chance")?,
            volumes_per_node: as_real(inputs.count("volumes_per_node")?),
            cells: as_real(inputs.count("cells")?),
        };
        let least = least_factor(cluster.search_s, cluster.longest_wait_s);
        if cluster.backoff_factor > 1.0 && cluster.backoff_factor < least {
            return Err(ModelError::saying(
                "backoff_factor",
                Message::new("remirror_storm.error.too_many_waits").quantity(
                    "least",
                    least,
                    Unit::One,
                ),
            ));
        }
        cluster.check()?;
        Ok(Scene {
            cluster,
            stop_after_s: inputs.real("stop_after_s")?,
            added: (inputs.real("added_after_s")?, share("added_share")?),
            length_s: inputs.real("length_s")?,
            exit: inputs.choice_among("exit", &EXITS)?,
        })
    }

    fn remedy(&self, exit: usize) -> Remedy {
        let name = EXITS[exit];
        Remedy {
            backoff_factor: if name == "back_off" { 2.0 } else { 1.0 },
            stop_after_s: name.starts_with("stop").then_some(self.stop_after_s),
            added: name.ends_with("capacity").then_some(self.added),
        }
    }

    fn cluster(&self, exit: usize) -> Cluster {
        let cells = if EXITS[exit] == "cells" { CELLS } else { 1.0 };
        Cluster {
            cells: self.cluster.cells.max(cells),
            ..self.cluster
        }
    }
}

struct Simulation {
    scene: Scene,
    moments: Vec<Moment>,
    outcome: Option<Outcome>,
    exits: Vec<Outcome>,
}

impl Simulation {
    fn new(scene: Scene) -> Result<Simulation, ModelError> {
        let most_s = MOST_TICKS * scene.cluster.tick_s();
        if scene.length_s > most_s {
            return Err(ModelError::saying(
                "length_s",
                Message::new("remirror_storm.error.too_long")
                    .quantity("asked", scene.length_s, Unit::Second)
                    .quantity("most", most_s, Unit::Second),
            ));
        }
        Ok(Simulation {
            scene,
            moments: Vec::new(),
            outcome: None,
            exits: Vec::new(),
        })
    }

    /// The picture first, then a row of the table at a time; the ticks that it took.
    fn part(&mut self) -> u64 {
        let scene = &self.scene;
        if self.outcome.is_some() {
            let exit = self.exits.len();
            let remedy = scene.remedy(exit);
            let outcome = run(scene.cluster(exit), &remedy, scene.length_s, |_| {});
            let ticks = outcome.ticks;
            self.exits.push(outcome);
            return ticks;
        }
        let gap_s = scene.length_s / POINTS;
        let moments = &mut self.moments;
        let mut before: Option<Moment> = None;
        let remedy = scene.remedy(scene.exit);
        let outcome = run(scene.cluster, &remedy, scene.length_s, |moment| {
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
        ticks
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut steps = 0;
        while self.exits.len() < EXITS.len() && steps < budget.steps {
            steps += self.part().max(1);
        }
        match &self.outcome {
            Some(outcome) if self.exits.len() == EXITS.len() => {
                Progress::Done(Box::new(self.output(outcome)))
            }
            _ => Progress::Working(self.exits.len() as f64 / (1 + EXITS.len()) as f64),
        }
    }
}
