//! `copysets`: how often nodes that fail together lose data, and how much is lost then.

mod spec;

use spec::SPEC;

use super::grid::equal_ratios;
use super::{
    Budget, Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Progress, Run,
    Severity, Step, Table, significant,
};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::counting::some_of;
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::placement::{Cluster, Failures};
use crate::kernel::stats::share_interval;
use crate::text::{Label, Message, Unit};

/// The most single failures that a run draws.
const MOST_DRAWS: u64 = 2_000_000;

/// The model.
pub(super) struct Copysets;

impl Model for Copysets {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let question = Question::read(inputs)?;
        let (trials, seed) = (inputs.count("trials")?, inputs.count("seed")?);
        let draws = trials
            .saturating_mul(question.failed)
            .saturating_mul(question.permutations);
        let run = if draws > MOST_DRAWS {
            Err(Undefined("too_many_trials"))
        } else {
            let (failed, permutations) = (question.failed, question.permutations);
            Ok(Failures::new(
                &question.cluster,
                failed,
                permutations,
                seed,
            )?)
        };
        Ok(Box::new(Simulation {
            question,
            run,
            trials,
            done: 0,
            losses: 0,
            lost_groups: 0,
        }))
    }
}

/// The inputs, typed.
struct Question {
    cluster: Cluster,
    /// The chance that the failed nodes include a group of one permutation.
    one_permutation: f64,
    nodes: u64,
    replicas: u64,
    scatter_width: u64,
    failed: u64,
    domain_nodes: u64,
    domains_apart: bool,
    permutations: u64,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let nodes = inputs.count("nodes")?;
        let replicas = inputs.count("replicas")?;
        let within = |id: &'static str| {
            let count = inputs.count(id)?;
            if count <= nodes {
                return Ok(count);
            }
            Err(ModelError {
                input: Some(id),
                message: Message::new("copysets.error.more_than_nodes")
                    .quantity("asked", count as f64, Unit::Count)
                    .quantity("nodes", nodes as f64, Unit::Count),
            })
        };
        let cluster = Cluster::new(nodes, replicas, inputs.count("chunks_per_node")?)?;
        let scatter_width = inputs.count("scatter_width")?;
        Ok(Question {
            one_permutation: cluster.groups_loss(within("failed")?)?,
            cluster,
            nodes,
            replicas,
            scatter_width,
            failed: within("failed")?,
            domain_nodes: within("domain_nodes")?,
            domains_apart: inputs.toggle("domains_apart")?,
            permutations: cluster.permutations(scatter_width),
        })
    }

    fn loss(&self, permutations: u64) -> Defined {
        Ok(some_of(self.one_permutation, permutations as f64))
    }

    fn mean(&self) -> Defined {
        self.cluster
            .lost_chunks(self.failed)
            .map_err(|_| Undefined("out_of_range"))
    }

    fn random(&self, failed: u64) -> Defined {
        self.cluster
            .random_loss(failed)
            .map_err(|_| Undefined("out_of_range"))
    }

    /// Chunks lost on average in a failure that loses any.
    fn if_loss(&self, loss: Defined) -> Defined {
        let loss = loss?;
        if loss == 0.0 {
            return Err(Undefined("no_loss_possible"));
        }
        Ok(self.mean()? / loss)
    }

    fn sets(&self, permutations: u64) -> f64 {
        (permutations * self.cluster.groups()) as f64
    }

    /// The chance that one whole fault domain takes a set.
    fn domain(&self, loss: Defined) -> Defined {
        if self.domains_apart { Ok(0.0) } else { loss }
    }
}

/// The figures that are counted, not worked out.
const SIMULATED: [&str; 4] = [
    "loss_simulated",
    "loss_low",
    "loss_high",
    "lost_chunks_simulated",
];

struct Simulation {
    question: Question,
    run: Result<Failures, Undefined>,
    trials: u64,
    done: u64,
    losses: u64,
    lost_groups: u64,
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let mut steps = 0;
        if let Ok(run) = &mut self.run {
            let cost = self.question.failed * self.question.permutations;
            while self.done < self.trials && steps < budget.steps {
                let lost = run.next_lost_groups();
                self.losses += u64::from(lost > 0);
                self.lost_groups += lost;
                self.done += 1;
                steps += cost;
            }
            if self.done < self.trials {
                return Progress::Working(self.done as f64 / self.trials as f64);
            }
        }
        Progress::Done(Box::new(self.output()))
    }

    fn preview(&self) -> Option<Output> {
        let output = self.output();
        Some(match self.run {
            Ok(_) => output.awaiting(&SIMULATED),
            Err(_) => output,
        })
    }
}

impl Simulation {
    fn output(&self) -> Output {
        let question = &self.question;
        Output {
            figures: self.figures(),
            tables: vec![widths(question)],
            charts: vec![
                chart(question, Shown::Frequency),
                chart(question, Shown::Size),
            ],
            steps: steps(question),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let question = &self.question;
        let cluster = &question.cluster;
        let loss = question.loss(question.permutations);
        let random = question.random(question.failed);
        let ratio = |id, value| Figure::new(id, Unit::Ratio, value);
        let number = |id, value| Figure::new(id, Unit::Count, value);
        let known = self.run.as_ref().map(|_| ()).map_err(|reason| *reason);
        let trials = self.trials as f64;
        let interval = known.and_then(|()| share_interval(self.losses, self.trials));
        // A group holds an equal part of the chunks.
        let per_group = cluster.chunks() as f64 / question.sets(question.permutations);
        let basis = Message::new("copysets.basis.failed").quantity(
            "failed",
            question.failed as f64,
            Unit::Count,
        );
        let domain = Message::new("copysets.basis.domain").quantity(
            "nodes",
            question.domain_nodes as f64,
            Unit::Count,
        );
        let by_domain = cluster
            .copyset_loss(question.domain_nodes, question.permutations)
            .map_err(|_| Undefined("out_of_range"));
        vec![
            ratio("loss_copyset", loss).on(basis.clone()),
            ratio("loss_random", random).on(basis),
            number("lost_chunks_mean", question.mean()),
            number("lost_if_loss_copyset", question.if_loss(loss)),
            number("lost_if_loss_random", question.if_loss(random)),
            ratio(
                "set_loss",
                cluster
                    .set_loss(question.failed)
                    .map_err(|_| Undefined("out_of_range")),
            ),
            number("sets_copyset", Ok(question.sets(question.permutations))),
            number("sets_random", Ok(cluster.random_sets())),
            number("chunks", Ok(cluster.chunks() as f64)),
            number(
                "helpers",
                Ok(
                    (question.permutations * (question.replicas - 1)).min(question.nodes - 1)
                        as f64,
                ),
            ),
            ratio("domain_loss_copyset", question.domain(by_domain)).on(domain.clone()),
            ratio(
                "domain_loss_random",
                question.domain(question.random(question.domain_nodes)),
            )
            .on(domain),
            ratio(
                "loss_simulated",
                known.map(|()| self.losses as f64 / trials),
            )
            .on(Message::new("copysets.basis.trials").quantity(
                "trials",
                trials,
                Unit::Count,
            )),
            ratio("loss_low", interval.map(|(low, _)| low)),
            ratio("loss_high", interval.map(|(_, high)| high)),
            number(
                "lost_chunks_simulated",
                known.map(|()| self.lost_groups as f64 * per_group / trials),
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let question = &self.question;
        let mut notes = vec![Note::info(Message::new("copysets.note.same_mean"))];
        let mut say = |severity, key: &str| {
            notes.push(Note::new(
                severity,
                Message::new(format!("copysets.note.{key}")),
            ));
        };
        if self.run.is_err() {
            say(Severity::Info, "too_many_trials");
        }
        if question.domains_apart {
            say(Severity::Info, "domains_apart");
        }
        if !question.nodes.is_multiple_of(question.replicas) {
            say(Severity::Info, "left_over");
        }
        if question.sets(question.permutations) > question.cluster.chunks() as f64 {
            say(Severity::Warning, "fewer_chunks_than_sets");
        }
        notes
    }
}

/// Scatter widths that the permutations give, from the least upwards.
fn shown_widths(question: &Question) -> Vec<u64> {
    let step = question.replicas - 1;
    let own = question.permutations * step;
    let mut widths: Vec<u64> = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
        .iter()
        .map(|permutations| permutations * step)
        .filter(|width| *width <= own.max(200))
        .collect();
    widths.push(own);
    widths.sort_unstable();
    widths.dedup();
    widths
}

fn widths(question: &Question) -> Table {
    let row = |width: u64| -> Vec<Entry> {
        let permutations = question.cluster.permutations(width);
        let loss = question.loss(permutations);
        vec![
            Entry::Number(width as f64),
            Entry::Number(question.sets(permutations)),
            loss.into(),
            question.if_loss(loss).into(),
        ]
    };
    Table {
        id: "widths",
        rows: shown_widths(question).into_iter().map(row).collect(),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Frequency,
    Size,
}

fn chart(question: &Question, shown: Shown) -> ChartSpec {
    let step = question.replicas - 1;
    let last = (question.permutations * step).max(200);
    // Equal ratios, each moved to a width that permutations give.
    let mut places: Vec<u64> = equal_ratios((1.0, last as f64), 40)
        .map(|width| width as u64)
        .map(|width| question.cluster.permutations(width.max(1)) * step)
        .collect();
    places.extend(shown_widths(question));
    places.sort_unstable();
    places.dedup();
    let value = |loss: Defined| match shown {
        Shown::Frequency => loss.ok(),
        Shown::Size => question.if_loss(loss).ok(),
    };
    let at = |width: u64| value(question.loss(question.cluster.permutations(width)));
    let points: Vec<(f64, Option<f64>)> = places
        .iter()
        .map(|width| (*width as f64, at(*width)))
        .collect();
    let (id, unit) = match shown {
        Shown::Frequency => ("frequency", Unit::Ratio),
        Shown::Size => ("size", Unit::Count),
    };
    let mut layers = vec![Layer::Line {
        id: "copysets",
        name: Label::key("copysets.chart.copysets"),
        points,
        role: Role::Series(0),
    }];
    if let Some(random) = value(question.random(question.failed)).filter(|random| *random > 0.0) {
        layers.push(Layer::rule(
            "random",
            Label::key("copysets.chart.random"),
            AxisId::Y,
            random,
            Role::Threshold,
        ));
    }
    let width = question.scatter_width.max(step) as f64;
    ChartSpec {
        id,
        title: Label::key(format!("copysets.chart.{id}.title")),
        x: Axis::log(Label::key("copysets.input.scatter_width.name"), Unit::Count)
            .over((1.0, last as f64 + 1.0))
            .of_input("scatter_width"),
        y: Axis::log(Label::key(format!("copysets.chart.axis.{id}")), unit),
        layers,
        handle: at(question.scatter_width)
            .filter(|value| *value > 0.0)
            .map(|value| Handle {
                x_input: Some("scatter_width"),
                y_input: None,
                at: (width, value),
                label: Label::key("copysets.chart.point"),
            }),
    }
}

fn steps(question: &Question) -> Vec<Step> {
    let (n, r, f) = (question.nodes, question.replicas, question.failed);
    let given = question
        .cluster
        .set_loss(f)
        .map_err(|_| Undefined("out_of_range"));
    let shown =
        |number: Defined| number.map_or_else(|_| "–".to_owned(), |number| significant(number, 7));
    let chunks = question.cluster.chunks();
    let one = question.loss(1);
    let loss = question.loss(question.permutations);
    vec![
        Step::new(
            "set_loss",
            "p = C(F, R) / C(N, R)",
            format!("C({f}, {r}) / C({n}, {r})"),
            given,
            Unit::Ratio,
        ),
        Step::new(
            "lost_chunks_mean",
            "chunks · p",
            format!("{chunks} · {}", shown(given)),
            question.mean(),
            Unit::Count,
        ),
        Step::new(
            "loss_random",
            "1 − (1 − p)^chunks",
            format!("1 − (1 − {})^{chunks}", shown(given)),
            question.random(f),
            Unit::Ratio,
        ),
        Step::new(
            "one_permutation",
            "p₁ = Σⱼ (−1)ʲ⁺¹ C(G, j) · C(N − jR, F − jR) / C(N, F)",
            format!(
                "G = {}, N = {n}, R = {r}, F = {f}",
                question.cluster.groups()
            ),
            one,
            Unit::Ratio,
        ),
        Step::new(
            "loss_copyset",
            "1 − (1 − p₁)^P, P = ⌈S / (R − 1)⌉",
            format!("1 − (1 − {})^{}", shown(one), question.permutations),
            loss,
            Unit::Ratio,
        ),
        Step::new(
            "lost_if_loss_copyset",
            "chunks · p / P(loss)",
            format!("{} / {}", shown(question.mean()), shown(loss)),
            question.if_loss(loss),
            Unit::Count,
        ),
    ]
}
