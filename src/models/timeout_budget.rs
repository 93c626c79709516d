//! `timeout_budget`: a chain of calls whose last layer becomes slow, and what time-outs make of it.

mod charts;
mod grammar;
mod report;
mod spec;

use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::guard::chain::{Chain, ChainRun, Outcome};
use crate::kernel::sim::Delay;
use crate::text::{Message, Unit};

/// The most requests of a run.
const REQUESTS_MAX: f64 = 10_000.0;

/// The model.
pub(super) struct TimeoutBudget;

impl Model for TimeoutBudget {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let scene = Scene::read(inputs)?;
        let run = ChainRun::new(scene.chain.clone(), scene.watch)?;
        Ok(Box::new(Simulation {
            scene,
            run: Some(run),
        }))
    }
}

/// The inputs, typed.
struct Scene {
    names: Vec<String>,
    chain: Chain,
    watch: Delay,
}

/// A length within the hard range of its input.
fn delay(inputs: &Inputs, id: &'static str) -> Result<Delay, ModelError> {
    Delay::from_s(inputs.real(id)?).map_err(|_| ModelError::at(id))
}

impl Scene {
    fn read(inputs: &Inputs) -> Result<Scene, ModelError> {
        let (names, layers) = grammar::read(inputs.text("chain")?)?;
        let chain = Chain {
            layers,
            slow: delay(inputs, "slow_s")?,
            per_s: inputs.real("arrival_per_s")?,
            share: inputs.probability("share_to_last")?.value(),
            timeout: delay(inputs, "timeout_s")?,
            patience: delay(inputs, "patience_s")?,
            passes_on: inputs.toggle("passes_on")?,
        };
        let watch = delay(inputs, "watch_s")?;
        let all_s = ChainRun::warm_up(&chain).seconds() + watch.seconds();
        let requests = all_s * chain.per_s;
        if requests > REQUESTS_MAX {
            let message = Message::new("timeout_budget.error.too_many")
                .quantity("asked", requests.ceil(), Unit::Count)
                .quantity("most", REQUESTS_MAX, Unit::Count);
            return Err(ModelError::saying("watch_s", message));
        }
        Ok(Scene {
            names,
            chain,
            watch,
        })
    }
}

struct Simulation {
    scene: Scene,
    run: Option<ChainRun>,
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let Some(run) = &mut self.run else {
            return Progress::Working(1.0);
        };
        if !run.advance(budget.steps) {
            return Progress::Working(run.progress());
        }
        match self.run.take() {
            Some(run) => Progress::Done(Box::new(self.scene.report(&run.finish()))),
            None => Progress::Working(1.0),
        }
    }
}

/// The scene with what came of it.
struct Report<'a> {
    scene: &'a Scene,
    outcome: &'a Outcome,
}
