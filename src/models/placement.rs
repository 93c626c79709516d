//! `placement`: where the replicas of an object stand, and what one fault takes with it.

mod charts;
mod spec;
mod steps;
mod tables;

use std::sync::{Mutex, PoisonError};

use spec::SPEC;

use super::{
    Budget, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Progress, Run, Severity,
    Table,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::placement::{
    Counts, Event, Generator, MOST_NODES, Placement, Published, Repair, Replicas, Row, Simulation,
    Strategy, Topology, repair,
};
use crate::kernel::stats::share_interval;
use crate::text::{Message, Unit};

/// The most objects that one run places.
const MOST_TRIALS: u64 = 1_000_000;
/// Ids of the rules, in the order of [`Strategy::ALL`].
const STRATEGIES: [&str; 5] = [
    "random",
    "greedy_index",
    "rack_aware",
    "zone_aware",
    "copyset",
];
/// Ids of the events, in the order of [`Event::ALL`].
const EVENTS: [&str; 4] = ["node", "rack", "zone", "correlated"];
/// The figures that are counted, not worked out.
const SIMULATED: [&str; 6] = [
    "quorum_loss_simulated",
    "quorum_loss_low",
    "quorum_loss_high",
    "all_loss_simulated",
    "quorum_loss_some_simulated",
    "all_loss_some_simulated",
];
/// The topology of the course text's program: three zones of three racks of three nodes.
const LECTURE: u64 = 3;

/// The model.
pub(super) struct PlacementModel;

impl Model for PlacementModel {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Experiment::new(inputs)?))
    }
}

/// The inputs, typed, and what follows from them at once.
struct Question {
    topology: Topology,
    replicas: Replicas,
    strategy: Strategy,
    event: Event,
    /// The struck location, counted from 0.
    struck: u64,
    struck_asked: u64,
    placement: Result<Placement, Undefined>,
    /// The nodes of the first object of the run, and what is done about those that it loses.
    example: Vec<u64>,
    repairs: Result<Vec<Repair>, Undefined>,
}

fn word(strategy: Strategy) -> &'static str {
    let at = Strategy::ALL.iter().position(|known| *known == strategy);
    at.and_then(|at| STRATEGIES.get(at).copied())
        .unwrap_or_default()
}

fn event_word(event: Event) -> &'static str {
    let at = Event::ALL.iter().position(|known| *known == event);
    at.and_then(|at| EVENTS.get(at).copied())
        .unwrap_or_default()
}

impl Question {
    fn new(inputs: &Inputs, generator: &mut Generator, seed: u64) -> Result<Question, ModelError> {
        let (zones, racks, nodes) = (
            inputs.count("zones")?,
            inputs.count("racks_per_zone")?,
            inputs.count("nodes_per_rack")?,
        );
        let topology = Topology::new(zones, racks, nodes).map_err(|_| ModelError {
            input: Some("nodes_per_rack"),
            message: Message::new("placement.error.too_many_nodes")
                .quantity("nodes", (zones * racks * nodes) as f64, Unit::Count)
                .quantity("most", MOST_NODES as f64, Unit::Count),
        })?;
        let (count, lost_at) = (inputs.count("replicas")?, inputs.count("quorum_lost_at")?);
        let replicas = Replicas::new(count, lost_at).map_err(|_| ModelError {
            input: Some("quorum_lost_at"),
            message: Message::new("placement.error.no_such_quorum")
                .quantity("lost", lost_at as f64, Unit::Count)
                .quantity("replicas", count as f64, Unit::Count),
        })?;
        let strategy = Strategy::ALL[inputs.choice_among("strategy", &STRATEGIES)?];
        let event = Event::ALL[inputs.choice_among("event", &EVENTS)?];
        let struck_asked = inputs.count("struck")?;
        let struck = struck_asked.min(topology.locations(event)).max(1) - 1;
        let placement = Placement::new(topology, replicas, strategy);
        let mut example = Vec::new();
        let repairs = placement.and_then(|placement| {
            placement.draw(generator, &mut example);
            let members = topology.members(event, struck);
            repair(
                &placement,
                &example,
                &members,
                &mut Generator::portable(seed),
            )
        });
        Ok(Question {
            topology,
            replicas,
            strategy,
            event,
            struck,
            struck_asked,
            placement,
            example,
            repairs,
        })
    }

    /// A chance under the rule asked for, or why there is none.
    fn chance(&self, some: bool, lost: u64) -> Defined {
        chance(self.placement, self.event, some, lost)
    }

    fn hits(&self) -> u64 {
        let struck = self.topology.members(self.event, self.struck);
        let hit = self.example.iter().filter(|node| struck.contains(node));
        hit.count() as u64
    }
}

/// A chance, or why there is none.
fn chance(placement: Result<Placement, Undefined>, event: Event, some: bool, lost: u64) -> Defined {
    let placement = placement?;
    let chance = if some {
        placement.some(event, lost)
    } else {
        placement.given(event, lost)
    };
    chance.map_err(|_| Undefined("out_of_range"))
}

/// Tables of the course text's experiment that are known already, by seed and trials: moving another input does not
/// change them, and they are most of the work.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// A table by its seed and trials.
struct Known {
    key: (u64, u64),
    rows: Vec<Row>,
}

fn known(key: (u64, u64)) -> Option<Vec<Row>> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known
        .iter()
        .find(|known| known.key == key)
        .map(|known| known.rows.clone())
}

fn remember(key: (u64, u64), rows: &[Row]) {
    const MOST: usize = 16;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() == MOST {
        known.remove(0);
    }
    known.push(Known {
        key,
        rows: rows.to_vec(),
    });
}

/// The run: first the objects of the question, then the course text's table.
struct Experiment {
    question: Question,
    generator: Generator,
    simulation: Result<Simulation, Undefined>,
    key: (u64, u64),
    published: Result<Published, Vec<Row>>,
    total: u64,
}

impl Experiment {
    fn new(inputs: &Inputs) -> Result<Experiment, ModelError> {
        let (seed, trials) = (inputs.count("seed")?, inputs.count("trials")?);
        let generator = inputs.choice_of::<fn(u64) -> Generator>(
            "generator",
            &[
                ("lecture", Generator::lecture),
                ("portable", Generator::portable),
            ],
        )?(seed);
        let question = Question::new(inputs, &mut generator.clone(), seed)?;
        let simulation = question.placement.and_then(|placement| {
            let run = Simulation::new(placement, question.event, trials);
            if run.total() > MOST_TRIALS {
                Err(Undefined("too_many_trials"))
            } else {
                Ok(run)
            }
        });
        let published = match known((seed, trials)) {
            Some(rows) => Err(rows),
            None => {
                let lecture = Topology::new(LECTURE, LECTURE, LECTURE)?;
                Published::new(lecture, Replicas::new(3, 2)?, trials, seed).map_err(|_| Vec::new())
            }
        };
        let simulated = simulation.as_ref().map_or(0, Simulation::total);
        let total = simulated + published.as_ref().map_or(0, Published::left);
        Ok(Experiment {
            question,
            generator,
            simulation,
            key: (seed, trials),
            published,
            total,
        })
    }
}

impl Run for Experiment {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut left = budget.steps;
        let mut open = 0;
        if let Ok(run) = &mut self.simulation {
            left -= run.advance(&mut self.generator, left, true);
            open += run.total() - run.counts().trials;
        }
        if let Ok(run) = &mut self.published {
            run.advance(left);
            open += run.left();
        }
        if open > 0 {
            return Progress::Working(1.0 - open as f64 / self.total as f64);
        }
        let rows = match &self.published {
            Ok(run) => {
                remember(self.key, run.rows());
                run.rows().to_vec()
            }
            Err(rows) => rows.clone(),
        };
        Progress::Done(Box::new(self.output(&rows)))
    }

    /// The formulas, the example and the charts; the counts and the course text's table are to come.
    fn preview(&self) -> Option<Output> {
        let mut output = self.output(&[]);
        output.tables.retain(|table| !table.rows.is_empty());
        Some(match self.simulation {
            Ok(_) => output.awaiting(&SIMULATED),
            Err(_) => output,
        })
    }
}

impl Experiment {
    fn output(&self, rows: &[Row]) -> Output {
        let question = &self.question;
        Output {
            figures: self.figures(),
            tables: vec![
                tables::strategies(question),
                tables::example(question),
                Table {
                    id: "published",
                    rows: rows.iter().map(tables::published_row).collect(),
                },
            ],
            charts: vec![charts::grid(question), charts::zones(question)],
            steps: steps::steps(question),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let question = &self.question;
        let (quorum, all) = (
            question.replicas.quorum_lost_at(),
            question.replicas.count(),
        );
        let counts = self
            .simulation
            .as_ref()
            .map(Simulation::counts)
            .map_err(|reason| *reason);
        let share =
            |of: fn(&Counts) -> u64| counts.map(|counts| of(&counts) as f64 / counts.trials as f64);
        let interval = counts.and_then(|counts| share_interval(counts.lost_quorum, counts.trials));
        let ratio = |id, value| Figure::new(id, Unit::Ratio, value);
        let given = Message::new("placement.basis.given");
        let some = Message::new("placement.basis.some");
        let trials = |figure: Figure| match &counts {
            Ok(counts) => figure.on(Message::new("placement.basis.trials").quantity(
                "trials",
                counts.trials as f64,
                Unit::Count,
            )),
            Err(_) => figure,
        };
        let place = Message::new("placement.basis.example");
        let places = match &question.repairs {
            Ok(repairs) => Ok(repairs.first().map_or(0.0, |repair| repair.places as f64)),
            Err(reason) => Err(*reason),
        };
        let hits = question.placement.map(|_| question.hits() as f64);
        vec![
            ratio("quorum_loss_exact", question.chance(false, quorum)).on(given.clone()),
            ratio("all_loss_exact", question.chance(false, all)).on(given),
            ratio("quorum_loss_some_exact", question.chance(true, quorum)).on(some.clone()),
            ratio("all_loss_some_exact", question.chance(true, all)).on(some),
            trials(ratio(
                "quorum_loss_simulated",
                share(|counts| counts.lost_quorum),
            )),
            ratio("quorum_loss_low", interval.map(|(low, _)| low)),
            ratio("quorum_loss_high", interval.map(|(_, high)| high)),
            trials(ratio("all_loss_simulated", share(|counts| counts.lost_all))),
            trials(ratio(
                "quorum_loss_some_simulated",
                share(|counts| counts.some_quorum),
            )),
            trials(ratio(
                "all_loss_some_simulated",
                share(|counts| counts.some_all),
            )),
            Figure::new(
                "possible_sets",
                Unit::Count,
                question
                    .placement
                    .and_then(|placement| placement.possible_sets()),
            ),
            Figure::new("replicas_hit", Unit::Count, hits).on(place.clone()),
            Figure::new("repair_places", Unit::Count, places).on(place),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let question = &self.question;
        let mut notes = Vec::new();
        let mut say = |severity, message| notes.push(Note::new(severity, message));
        if let Err(reason) = question.placement {
            let needed = question.replicas.count() as f64;
            let there = match reason.0 {
                "too_few_zones" => question.topology.zones(),
                "too_few_racks" => question.topology.racks(),
                _ => question.topology.nodes(),
            };
            let message = Message::new(format!("placement.note.{}", reason.0))
                .quantity("needed", needed, Unit::Count)
                .quantity("there", there as f64, Unit::Count);
            say(Severity::Warning, message);
        }
        if let Err(Undefined("too_many_trials")) = self.simulation {
            let message = Message::new("placement.note.too_many_trials").quantity(
                "most",
                MOST_TRIALS as f64,
                Unit::Count,
            );
            say(Severity::Info, message);
        }
        let locations = question.topology.locations(question.event);
        if question.struck_asked > locations {
            let message = Message::new("placement.note.last_location").quantity(
                "locations",
                locations as f64,
                Unit::Count,
            );
            say(Severity::Info, message);
        }
        if question.event == Event::Correlated {
            say(Severity::Warning, Message::new("placement.note.correlated"));
        }
        if let Ok(repairs) = &question.repairs
            && repairs.iter().any(|repair| repair.node.is_err())
        {
            say(
                Severity::Warning,
                Message::new("placement.note.no_place_left"),
            );
        }
        if question.strategy == Strategy::Copyset
            && !question
                .topology
                .nodes()
                .is_multiple_of(question.replicas.count())
        {
            say(Severity::Info, Message::new("placement.note.left_over"));
        }
        if charts::is_coarse(&question.topology) {
            say(Severity::Info, Message::new("placement.note.coarse"));
        }
        say(Severity::Info, Message::new("placement.note.two_questions"));
        notes
    }
}
