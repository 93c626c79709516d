//! `diversity`: versions in the mix, and what a fault of one of them takes.

mod spec;

use spec::SPEC;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished, significant,
};
use crate::chart::{Axis, ChartSpec, Handle, Layer, Role};
use crate::kernel::placement::{Mix, Replicas};
use crate::text::{Label, Message, Unit};

/// The model.
pub(super) struct Diversity;

impl Model for Diversity {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    nodes: u64,
    versions: u64,
    replicas: Replicas,
    /// The share of nodes that run the new version, while it is rolled out.
    rolled_out: Option<f64>,
    mix: Mix,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let (nodes, versions) = (inputs.count("nodes")?, inputs.count("versions")?);
        let (count, lost_at) = (inputs.count("replicas")?, inputs.count("quorum_lost_at")?);
        let replicas = Replicas::new(count, lost_at).map_err(|_| ModelError {
            input: Some("quorum_lost_at"),
            message: Message::new("diversity.error.no_such_quorum")
                .quantity("lost", lost_at as f64, Unit::Count)
                .quantity("replicas", count as f64, Unit::Count),
        })?;
        let rolled_out = inputs.choice_of(
            "mix",
            &[
                ("even", None),
                ("rollout", Some(inputs.probability("rolled_out")?.value())),
            ],
        )?;
        let mix = match rolled_out {
            Some(share) => Mix::new(nodes, versions, of(nodes, share))?,
            None => Mix::even(nodes, versions)?,
        };
        Ok(Question {
            nodes,
            versions,
            replicas,
            rolled_out,
            mix,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let (quorum, all) = (self.replicas.quorum_lost_at(), self.replicas.count());
        let mix = &self.mix;
        let ratio = |id, value| Figure::new(id, Unit::Ratio, Ok(value));
        let left = (self.nodes - mix.faulty()) as f64 / self.nodes as f64;
        let blind = mix.blind(self.replicas, quorum)?;
        Ok(Output {
            figures: vec![
                ratio("nodes_hit", mix.share()),
                ratio("quorum_loss_blind", blind),
                ratio("quorum_loss_apart", mix.apart(self.replicas, quorum)),
                ratio("all_loss_blind", mix.blind(self.replicas, all)?),
                ratio("all_loss_apart", mix.apart(self.replicas, all)),
                ratio("capacity_left", left),
            ],
            tables: vec![self.mixes()?],
            charts: vec![self.by_versions()?, self.by_rollout()?],
            steps: self.steps(blind),
            notes: self.notes(),
        })
    }

    /// One version, two, and so on, shared out evenly.
    fn mixes(&self) -> Result<Table, ModelError> {
        let quorum = self.replicas.quorum_lost_at();
        let row = |versions: u64| {
            let mix = Mix::even(self.nodes, versions)?;
            Ok(vec![
                Entry::Number(versions as f64),
                Entry::Number(mix.share()),
                Entry::Number(mix.blind(self.replicas, quorum)?),
                Entry::Number(mix.apart(self.replicas, quorum)),
            ])
        };
        let last = self.versions.max(6);
        Ok(Table {
            id: "mixes",
            rows: (1..=last).map(row).collect::<Result<_, ModelError>>()?,
        })
    }

    /// The chance of losing the quorum over the number of versions, shared out evenly.
    fn by_versions(&self) -> Result<ChartSpec, ModelError> {
        let last = self.versions.max(8);
        let quorum = self.replicas.quorum_lost_at();
        let mixes: Vec<(f64, Mix)> = (1..=last)
            .map(|versions| Ok((versions as f64, Mix::even(self.nodes, versions)?)))
            .collect::<Result<_, ModelError>>()?;
        let blind = self.blind_line(&mixes)?;
        let apart = mixes
            .iter()
            .map(|(at, mix)| (*at, Some(mix.apart(self.replicas, quorum))))
            .collect();
        let handle = match self.rolled_out {
            None => Some((self.versions as f64, self.mix.blind(self.replicas, quorum)?)),
            Some(_) => None,
        };
        Ok(chart(
            "versions",
            Unit::Count,
            (1.0, last as f64),
            blind,
            apart,
            handle,
        ))
    }

    /// The chance of losing the quorum while a new version is rolled out.
    fn by_rollout(&self) -> Result<ChartSpec, ModelError> {
        const POINTS: u64 = 60;
        // Two versions at the least: the new one and the old.
        let versions = self.versions.max(2);
        // Whole nodes; the first one is a step of its own.
        let mut counts: Vec<u64> = (0..=POINTS).map(|i| i * self.nodes / POINTS).collect();
        counts.push(1);
        counts.sort_unstable();
        counts.dedup();
        let mixes: Vec<(f64, Mix)> = counts
            .into_iter()
            .map(|new| {
                let share = new as f64 / self.nodes as f64;
                Ok((share, Mix::new(self.nodes, versions, new)?))
            })
            .collect::<Result<_, ModelError>>()?;
        let quorum = self.replicas.quorum_lost_at();
        let blind = self.blind_line(&mixes)?;
        let apart = mixes
            .iter()
            .map(|(at, mix)| (*at, Some(mix.apart(self.replicas, quorum))))
            .collect();
        let handle = match self.rolled_out {
            Some(share) => Some((share, self.mix.blind(self.replicas, quorum)?)),
            None => None,
        };
        Ok(chart(
            "rollout",
            Unit::Ratio,
            (0.0, 1.0),
            blind,
            apart,
            handle,
        ))
    }

    fn blind_line(&self, mixes: &[(f64, Mix)]) -> Result<Vec<(f64, Option<f64>)>, ModelError> {
        let quorum = self.replicas.quorum_lost_at();
        mixes
            .iter()
            .map(|(at, mix)| Ok((*at, Some(mix.blind(self.replicas, quorum)?))))
            .collect()
    }

    fn steps(&self, blind: f64) -> Vec<Step> {
        let (k, q, v) = (
            self.replicas.count(),
            self.replicas.quorum_lost_at(),
            self.versions,
        );
        let (n, m) = (self.nodes, self.mix.faulty());
        let (certain, one_more) = self.mix.dealt(self.replicas);
        vec![
            Step::new(
                "nodes_hit",
                "m / n",
                format!("{m} / {n}"),
                Ok(self.mix.share()),
                Unit::Ratio,
            ),
            Step::new(
                "quorum_loss_blind",
                "Σₓ C(m, x) · C(n − m, k − x) / C(n, k), x ≥ q",
                format!(
                    "m/n = {}, n = {n}, k = {k}, q = {q}",
                    significant(self.mix.share(), 6)
                ),
                Ok(blind),
                Unit::Ratio,
            ),
            Step::new(
                "quorum_loss_apart",
                "1, s ≥ q; p, s + 1 = q; 0",
                format!(
                    "k = {k}, v = {v}: s = {certain}, p = {}, q = {q}",
                    significant(one_more, 6)
                ),
                Ok(self.mix.apart(self.replicas, q)),
                Unit::Ratio,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut say = |severity, key: &str| {
            notes.push(Note::new(
                severity,
                Message::new(format!("diversity.note.{key}")),
            ));
        };
        if self.mix.faulty() == self.nodes {
            say(Severity::Warning, "one_version");
        } else if self.rolled_out.is_some() {
            say(Severity::Info, "rollout");
        }
        say(Severity::Info, "shared_causes");
        notes
    }
}

/// So many of the nodes as a share of them is, to the nearest whole one.
fn of(nodes: u64, share: f64) -> u64 {
    let count = (nodes as f64 * share).round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the nodes"
    )]
    let count = count as u64;
    count.min(nodes)
}

type Line = Vec<(f64, Option<f64>)>;

fn chart(
    id: &'static str,
    unit: Unit,
    range: (f64, f64),
    blind: Line,
    apart: Line,
    handle: Option<(f64, f64)>,
) -> ChartSpec {
    let input = if id == "versions" {
        "versions"
    } else {
        "rolled_out"
    };
    let line = |id: &'static str, points, role| Layer::Line {
        id,
        name: Label::key(format!("diversity.chart.{id}")),
        points,
        role,
    };
    ChartSpec {
        id,
        title: Label::key(format!("diversity.chart.{id}.title")),
        x: Axis::linear(Label::key(format!("diversity.input.{input}.name")), unit)
            .over(range)
            .of_input(input),
        y: Axis::linear(Label::key("diversity.chart.axis.quorum"), Unit::Ratio).over((0.0, 1.0)),
        layers: vec![
            line("blind", blind, Role::Series(0)),
            line("apart", apart, Role::Series(1)),
        ],
        handle: handle.map(|at| Handle {
            x_input: Some(input),
            y_input: None,
            at,
            label: Label::key("diversity.chart.point"),
        }),
    }
}
