//! `durability`: how much is lost in a year of what is kept in copies or in shards.

mod spec;

use spec::SPEC;

use super::grid::{equal_ratios, including};
use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Range, Run, Severity, Step,
    Table, finished, significant,
};
use crate::chart::{Axis, ChartSpec, Handle, Layer, Role};
use crate::kernel::counting::some_of;
use crate::kernel::durability::{Errors, Group, Repairs, Scheme};
use crate::kernel::error::{Defined, DomainError, Undefined};
use crate::kernel::math;
use crate::text::{Label, Message, Unit};

const YEAR_S: f64 = 31_536_000.0;

/// The model.
pub(super) struct Durability;

impl Model for Durability {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    scheme: Scheme,
    repairs: Repairs,
    mttf_s: f64,
    repair_s: f64,
    errors: Errors,
    /// Mean time between errors of a part, where they are asked for.
    latent_mean_s: Option<f64>,
    groups: f64,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let scheme = if inputs.choice_of("scheme", &[("replicas", true), ("shards", false)])? {
            Scheme::replicas(inputs.count("copies")?)?
        } else {
            Scheme::shards(inputs.count("data_shards")?, inputs.count("parity_shards")?)?
        };
        let latent_mean_s = if inputs.toggle("latent")? {
            Some(inputs.real("latent_mean_s")?)
        } else {
            None
        };
        let scrub_s = inputs.real("scrub_s")?;
        Ok(Question {
            scheme,
            repairs: inputs.choice_of(
                "repairs",
                &[("parallel", Repairs::Parallel), ("serial", Repairs::Serial)],
            )?,
            mttf_s: inputs.real("unit_mttf_s")?,
            repair_s: inputs.real("repair_s")?,
            errors: latent_mean_s
                .map_or(Ok(Errors::NONE), |mean_s| Errors::new(mean_s, scrub_s))?,
            latent_mean_s,
            groups: inputs.count("groups")? as f64,
        })
    }

    fn group(&self, scheme: Scheme, repair_s: f64, errors: Errors) -> Result<Group, DomainError> {
        Group::new(scheme, self.repairs, self.mttf_s, repair_s, errors)
    }

    fn loss(&self, scheme: Scheme, repair_s: f64, errors: Errors) -> Result<f64, DomainError> {
        self.group(scheme, repair_s, errors)?.loss_within(YEAR_S)
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let group = self.group(self.scheme, self.repair_s, self.errors)?;
        let loss = group.loss_within(YEAR_S)?;
        let mean = group.mean_time_to_loss_s();
        let ratio = |id, value| Figure::new(id, Unit::Ratio, Ok(value));
        let groups =
            Message::new("durability.basis.groups").quantity("groups", self.groups, Unit::Count);
        let figures = vec![
            ratio("loss_per_group_year", loss),
            Figure::new("durability_nines", Unit::Nines, nines(loss)),
            Figure::new("losses_per_year", Unit::One, Ok(self.groups * loss)).on(groups.clone()),
            ratio("any_loss_year", some_of(loss, self.groups)).on(groups),
            Figure::new("mttdl_s", Unit::Second, mean),
            Figure::new("overhead", Unit::One, Ok(self.scheme.overhead())),
            ratio("unnoticed", self.errors.unnoticed()),
            ratio(
                "loss_without_latent",
                self.loss(self.scheme, self.repair_s, Errors::NONE)?,
            ),
            ratio("loss_by_windows", group.loss_by_windows(YEAR_S)?)
                .on(Message::new("durability.basis.windows")),
        ];
        Ok(Output {
            figures,
            tables: vec![self.schemes()?],
            charts: vec![self.chart(loss)?],
            steps: self.steps(mean, loss),
            notes: self.notes(loss),
        })
    }

    /// The usual schemes under the same failures and repairs.
    fn schemes(&self) -> Result<Table, ModelError> {
        let usual = [
            ("copies_2", Scheme::replicas(2)?),
            ("copies_3", Scheme::replicas(3)?),
            ("copies_4", Scheme::replicas(4)?),
            ("shards_6_3", Scheme::shards(6, 3)?),
            ("shards_10_4", Scheme::shards(10, 4)?),
            ("shards_17_3", Scheme::shards(17, 3)?),
            ("asked", self.scheme),
        ];
        let row = |(id, scheme): (&'static str, Scheme)| {
            let loss = self.loss(scheme, self.repair_s, self.errors)?;
            Ok(vec![
                Entry::Word(id),
                Entry::Number(scheme.parts() as f64),
                Entry::Number(scheme.tolerated() as f64),
                Entry::Number(scheme.overhead()),
                Entry::Number(loss),
                Entry::Number(self.groups * loss),
            ])
        };
        Ok(Table {
            id: "schemes",
            rows: usual
                .into_iter()
                .map(row)
                .collect::<Result<_, ModelError>>()?,
        })
    }

    /// Durability over the repair time, with and without errors that nobody has noticed.
    fn chart(&self, here: f64) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 60;
        let (from, to) = including(Range { lo: 60.0, hi: 1e7 }, self.repair_s);
        let line = |id, errors: Errors, role| -> Result<Layer, ModelError> {
            let points = equal_ratios((from, to), POINTS)
                .map(|repair_s| {
                    let loss = self.loss(self.scheme, repair_s, errors)?;
                    Ok((repair_s, nines(loss).ok()))
                })
                .collect::<Result<_, ModelError>>()?;
            Ok(Layer::Line {
                id,
                name: Label::key(format!("durability.chart.repair.{id}")),
                points,
                role,
            })
        };
        let mut layers = Vec::new();
        if self.latent_mean_s.is_some() {
            layers.push(line("with_latent", self.errors, Role::Series(0))?);
        }
        layers.push(line("without_latent", Errors::NONE, Role::Series(1))?);
        Ok(ChartSpec {
            id: "repair",
            title: Label::key("durability.chart.repair.title"),
            x: Axis::log(Label::key("durability.input.repair_s.name"), Unit::Second)
                .over((from, to))
                .of_input("repair_s"),
            y: Axis::linear(Label::key("durability.chart.axis.nines"), Unit::Nines),
            layers,
            handle: nines(here).ok().map(|here| Handle {
                x_input: Some("repair_s"),
                y_input: None,
                at: (self.repair_s, here),
                label: Label::key("durability.chart.repair.point"),
            }),
        })
    }

    fn steps(&self, mean: Defined, loss: f64) -> Vec<Step> {
        let years = |seconds: f64| format!("{} y", significant(seconds / YEAR_S, 6));
        let hours = |seconds: f64| format!("{} h", significant(seconds / 3_600.0, 6));
        let (n, m) = (self.scheme.parts(), self.scheme.tolerated());
        let mut values = format!(
            "n = {n}, m = {m}, MTTF = {}, MTTR = {}",
            years(self.mttf_s),
            hours(self.repair_s)
        );
        let mut rates = "0 → 1 → … → m → ✗: (n − j) / MTTF, j / MTTR".to_owned();
        if let Some(mean_s) = self.latent_mean_s {
            rates.push_str(", j → ✗: e(j) · (n − m) · (1 / MTTF + 1 / L)");
            let unnoticed = significant(self.errors.unnoticed(), 6);
            values.push_str(&format!(", L = {}, u = {unnoticed}", years(mean_s)));
        }
        vec![
            Step::new("mttdl_s", &rates, values, mean, Unit::Second),
            Step::new(
                "loss_per_group_year",
                "[exp(Q · T)]₀✗ ≈ 1 − exp(−T / MTTDL)",
                match mean {
                    Ok(mean_s) => format!("T = 1 y, MTTDL = {}", years(mean_s)),
                    Err(_) => "T = 1 y".to_owned(),
                },
                Ok(loss),
                Unit::Ratio,
            ),
            Step::new(
                "losses_per_year",
                "groups · p",
                format!(
                    "{} · {}",
                    significant(self.groups, 12),
                    significant(loss, 6)
                ),
                Ok(self.groups * loss),
                Unit::One,
            ),
        ]
    }

    fn notes(&self, loss: f64) -> Vec<Note> {
        let mut notes = vec![Note::warning(Message::new("durability.note.independent"))];
        let mut say = |severity, key: &str| {
            notes.push(Note::new(
                severity,
                Message::new(format!("durability.note.{key}")),
            ));
        };
        if loss < 1e-12 {
            say(Severity::Info, "beyond_belief");
        }
        if self.scheme.tolerated() == 0 {
            say(Severity::Warning, "no_redundancy");
        }
        notes
    }
}

/// The nines of keeping what is lost with this chance.
fn nines(loss: f64) -> Defined {
    if loss > 0.0 {
        Ok(0.0 - math::log10(loss))
    } else {
        Err(Undefined("loss_too_small"))
    }
}
