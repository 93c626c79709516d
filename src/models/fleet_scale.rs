//! `fleet_scale`: what a fleet's size does to its time to failure, and to the repair it can afford.

use super::declare::{column, figure, many, nines, preset, scaled, table};
use super::grid::{equal_ratios, including};
use super::{
    Family, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Range, Reference, Run,
    Step, Table, as_real, finished, significant,
};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::availability::Fleet;
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Label, Message, Unit};

/// A person who is called needs some minutes before the first command; below this, only a machine
/// that acts by itself is quick enough.
const PERSON_S: f64 = 300.0;
const MACHINES_SOFT: Range<u64> = Range {
    lo: 1,
    hi: 1_000_000,
};

static SPEC: ModelSpec = ModelSpec {
    id: "fleet_scale",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        scaled(
            "unit_mttf_s",
            Unit::Second,
            315_360_000.0,
            (1e-6, 1e15),
            (3.6e5, 3.6e10),
        ),
        many("machines", 12_000, 1_000_000_000_000, MACHINES_SOFT.hi),
        nines("target_availability", "0.9999", ("0.9", "0.99999999")),
    ],
    figures: &[
        figure("system_mttf_s", Unit::Second),
        figure("failures_per_day", Unit::PerDay),
        figure("mttr_needed_s", Unit::Second),
    ],
    tables: &[table(
        "sizes",
        &[
            column("machines", Unit::Count),
            column("system_mttf_s", Unit::Second),
            column("failures_per_day", Unit::PerDay),
            column("mttr_needed_s", Unit::Second),
        ],
    )],
    charts: &["scale"],
    presets: &[
        preset("rack", &[("unit_mttf_s", "10 y"), ("machines", "120")]),
        preset("hall", &[("unit_mttf_s", "10 y"), ("machines", "12000")]),
        preset("region", &[("unit_mttf_s", "10 y"), ("machines", "100000")]),
    ],
    references: &[
        Reference {
            text: "S. M. Ross: Introduction to Probability Models, 11th ed., 2014, section 5.2.3 (the minimum of independent exponentials)",
            url: None,
        },
        Reference {
            text: "L. A. Barroso, U. Hölzle, P. Ranganathan: The Datacenter as a Computer, 3rd ed., 2018, chapter 7 (dealing with failures and repairs)",
            url: Some("https://doi.org/10.1007/978-3-031-01761-2"),
        },
    ],
};

/// The model.
pub(super) struct FleetScale;

impl Model for FleetScale {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    unit_mttf_s: f64,
    machines: u64,
    target: Probability,
    fleet: Fleet,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let unit_mttf_s = inputs.real("unit_mttf_s")?;
        let machines = inputs.count("machines")?;
        Ok(Question {
            unit_mttf_s,
            machines,
            target: inputs.probability("target_availability")?,
            fleet: Fleet::new(unit_mttf_s, machines)?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let needed = self.fleet.mttr_needed_s(self.target);
        Ok(Output {
            figures: vec![
                Figure::new(
                    "system_mttf_s",
                    Unit::Second,
                    Ok(self.fleet.system_mttf_s()),
                ),
                Figure::new(
                    "failures_per_day",
                    Unit::PerDay,
                    Ok(self.fleet.failures_per_day()),
                ),
                Figure::new("mttr_needed_s", Unit::Second, needed)
                    .on(Message::new("fleet_scale.basis.mttr_needed")
                        .with("target", Arg::Share(self.target))),
            ],
            tables: vec![self.sizes()?],
            charts: vec![self.scale()?],
            steps: self.steps(),
            notes: self.notes(),
        })
    }

    /// Each power of ten, the lecture's three sizes, and the size asked for.
    fn sizes(&self) -> Result<Table, ModelError> {
        let mut sizes = vec![1, 10, 120, 1_000, 12_000, 100_000, 1_000_000, self.machines];
        sizes.sort_unstable();
        sizes.dedup();
        let rows = sizes
            .into_iter()
            .map(|machines| {
                let fleet = Fleet::new(self.unit_mttf_s, machines)?;
                Ok(vec![
                    as_real(machines).into(),
                    fleet.system_mttf_s().into(),
                    fleet.failures_per_day().into(),
                    fleet.mttr_needed_s(self.target).into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table { id: "sizes", rows })
    }

    fn scale(&self) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 48;
        let here = as_real(self.machines);
        let soft = Range {
            lo: as_real(MACHINES_SOFT.lo),
            hi: as_real(MACHINES_SOFT.hi),
        };
        let x = including(soft, here);
        let fleets = equal_ratios(x, POINTS)
            .map(|machines| Ok((machines, self.unit_mttf_s / machines)))
            .collect::<Result<Vec<(f64, f64)>, ModelError>>()?;
        let odds = self.target.complement() / self.target.value();
        let mut layers = vec![
            Layer::Span {
                id: "machine_only",
                name: Label::key("fleet_scale.chart.scale.machine_only"),
                axis: AxisId::Y,
                from: 1e-3,
                to: PERSON_S,
                role: Role::Warn,
            },
            Layer::Line {
                id: "system_mttf",
                name: Label::key("fleet_scale.figure.system_mttf_s.name"),
                points: fleets
                    .iter()
                    .map(|(n, mttf_s)| (*n, Some(*mttf_s)))
                    .collect(),
                role: Role::Series(0),
            },
        ];
        if let Ok(needed) = self.fleet.mttr_needed_s(self.target)
            && needed > 0.0
        {
            layers.push(Layer::Line {
                id: "mttr_needed",
                name: Label::key("fleet_scale.figure.mttr_needed_s.name"),
                points: fleets
                    .iter()
                    .map(|(n, mttf_s)| (*n, Some(mttf_s * odds)))
                    .collect(),
                role: Role::Series(1),
            });
            layers.push(Layer::Points {
                id: "needed_here",
                name: Label::key("fleet_scale.chart.scale.here"),
                marks: vec![Mark {
                    x: here,
                    y: needed,
                    label: None,
                }],
                role: Role::Accent,
            });
        }
        Ok(ChartSpec {
            id: "scale",
            title: Label::key("fleet_scale.chart.scale.title"),
            x: Axis::log(Label::key("fleet_scale.input.machines.name"), Unit::Count)
                .over(x)
                .of_input("machines"),
            y: Axis::log(Label::key("fleet_scale.chart.axis.time"), Unit::Second),
            layers,
            handle: Some(Handle {
                x_input: Some("machines"),
                y_input: None,
                at: (here, self.fleet.system_mttf_s()),
                label: Label::key("fleet_scale.chart.scale.point"),
            }),
        })
    }

    fn steps(&self) -> Vec<Step> {
        let unit = hours(self.unit_mttf_s);
        let system = hours(self.fleet.system_mttf_s());
        vec![
            Step::new(
                "system_mttf_s",
                "MTTF_sys = MTTF / n",
                format!("{unit} / {}", self.machines),
                Ok(self.fleet.system_mttf_s()),
                Unit::Second,
            ),
            Step::new(
                "failures_per_day",
                "24 h · n / MTTF",
                format!("24 h · {} / {unit}", self.machines),
                Ok(self.fleet.failures_per_day()),
                Unit::PerDay,
            ),
            Step::new(
                "mttr_needed_s",
                "MTTR = MTTF_sys · (1 − A*) / A*",
                format!("{system} · {} / {}", self.target.turned(), self.target),
                self.fleet.mttr_needed_s(self.target),
                Unit::Second,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        match self.fleet.mttr_needed_s(self.target) {
            Ok(needed) if needed < PERSON_S => vec![Note::info(
                Message::new("fleet_scale.note.too_fast_for_a_person").quantity(
                    "needed",
                    needed,
                    Unit::Second,
                ),
            )],
            _ => Vec::new(),
        }
    }
}

fn hours(seconds: f64) -> String {
    format!("{} h", significant(seconds / 3_600.0, 7))
}
