//! `variability`: how irregular arrivals and service make a wait that the load alone does not.

use super::declare::{column, figure, many, preset, scaled, share, table, words};
use super::grid::equal_steps;
use super::{
    Family, Figure, InputSpec, Inputs, Model, ModelError, ModelSpec, Note, Output, Range,
    Reference, Run, Step, Table, finished, significant,
};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::error::Defined;
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{Variability, mean_wait_s};
use crate::text::{Arg, Label, Message, Unit};

const SCV_SOFT: Range<f64> = Range { lo: 0.0, hi: 10.0 };

static SPEC: ModelSpec = ModelSpec {
    id: "variability",
    family: Family::Queueing,
    version: 1,
    groups: &[],
    inputs: &[
        share("utilisation", "0.9", ("0.1", "0.99")),
        scaled(
            "service_mean_s",
            Unit::Second,
            0.02,
            (1e-9, 1e9),
            (1e-3, 10.0),
        ),
        scv("arrival_scv"),
        scv("service_scv"),
        many("servers", 1, 100_000, 1_000),
    ],
    figures: &[
        figure("wait_mean_s", Unit::Second),
        figure("sojourn_mean_s", Unit::Second),
        figure("wait_in_services", Unit::One),
        figure("variability_factor", Unit::One),
        figure("wait_by_chance_s", Unit::Second),
    ],
    tables: &[table(
        "kinds",
        &[
            words("what"),
            column("arrival_scv", Unit::One),
            column("service_scv", Unit::One),
            column("wait_mean_s", Unit::Second),
        ],
    )],
    charts: &["variance", "knee"],
    presets: &[
        preset("even", &[("arrival_scv", "0.25"), ("service_scv", "0.25")]),
        preset("bursts", &[("arrival_scv", "4"), ("service_scv", "1")]),
        preset("pauses", &[("arrival_scv", "1"), ("service_scv", "4")]),
        preset(
            "pool",
            &[
                ("arrival_scv", "4"),
                ("service_scv", "4"),
                ("servers", "32"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "J. F. C. Kingman: The single server queue in heavy traffic, Mathematical Proceedings of the Cambridge Philosophical Society 57, 1961, 902–904",
            url: Some("https://doi.org/10.1017/S0305004100036094"),
        },
        Reference {
            text: "A. O. Allen: Probability, Statistics, and Queueing Theory with Computer Science Applications, 2nd ed., 1990, section 5.3 (Allen–Cunneen)",
            url: None,
        },
    ],
};

const fn scv(id: &'static str) -> InputSpec {
    scaled(id, Unit::One, 1.0, (0.0, 1e6), (SCV_SOFT.lo, SCV_SOFT.hi))
}

/// The model.
pub(super) struct VariabilityModel;

impl Model for VariabilityModel {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    queue: Variability,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        Ok(Question {
            queue: Variability {
                utilisation: inputs.probability("utilisation")?,
                service_mean_s: inputs.real("service_mean_s")?,
                arrival_scv: inputs.real("arrival_scv")?,
                service_scv: inputs.real("service_scv")?,
                servers: inputs.count("servers")?,
            },
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let queue = self.queue;
        let wait = mean_wait_s(queue)?;
        let chance = self.with(1.0, 1.0)?;
        let factor = f64::midpoint(queue.arrival_scv, queue.service_scv);
        let mut notes = vec![Note::info(Message::new("variability.note.approximation"))];
        if wait.is_err() {
            notes[0] = Note::warning(Message::new("variability.note.unstable"));
        }
        Ok(Output {
            figures: vec![
                Figure::new("wait_mean_s", Unit::Second, wait),
                Figure::new(
                    "sojourn_mean_s",
                    Unit::Second,
                    wait.map(|wait_s| wait_s + queue.service_mean_s),
                ),
                Figure::new(
                    "wait_in_services",
                    Unit::One,
                    wait.map(|wait_s| wait_s / queue.service_mean_s),
                ),
                Figure::new("variability_factor", Unit::One, Ok(factor)),
                Figure::new("wait_by_chance_s", Unit::Second, chance),
            ],
            tables: vec![self.kinds()?],
            charts: vec![self.variance()?, self.knee()?],
            steps: self.steps(wait, chance, factor),
            notes,
        })
    }

    fn with(&self, arrival_scv: f64, service_scv: f64) -> Result<Defined, ModelError> {
        Ok(mean_wait_s(Variability {
            arrival_scv,
            service_scv,
            ..self.queue
        })?)
    }

    fn at(&self, utilisation: Probability, scvs: (f64, f64)) -> Result<Defined, ModelError> {
        Ok(mean_wait_s(Variability {
            utilisation,
            arrival_scv: scvs.0,
            service_scv: scvs.1,
            ..self.queue
        })?)
    }

    /// The same load and mean service, with other variances.
    fn kinds(&self) -> Result<Table, ModelError> {
        let rows = [
            ("even", 0.25, 0.25),
            ("chance", 1.0, 1.0),
            ("bursts", 4.0, 1.0),
            ("pauses", 1.0, 4.0),
            ("both", 4.0, 4.0),
        ]
        .into_iter()
        .map(|(word, arrival, service)| {
            Ok(vec![
                super::Entry::Word(word),
                arrival.into(),
                service.into(),
                self.with(arrival, service)?.into(),
            ])
        })
        .collect::<Result<_, ModelError>>()?;
        Ok(Table { id: "kinds", rows })
    }

    fn steps(&self, wait: Defined, chance: Defined, factor: f64) -> Vec<Step> {
        let queue = &self.queue;
        let said = |value: f64| significant(value, 5);
        let service = said(queue.service_mean_s);
        let (formula, substitution) = if queue.servers == 1 {
            let (rho, left) = (queue.utilisation, queue.utilisation.turned());
            (
                "W₁ = ρ / (1 − ρ) · S",
                format!("{rho} / {left} · {service} s"),
            )
        } else {
            let left = queue.utilisation.turned();
            (
                "W₁ = C(c, ρ) / (c · (1 − ρ)) · S",
                format!(
                    "C({}, {}) / ({} · {left}) · {service} s",
                    queue.servers, queue.utilisation, queue.servers
                ),
            )
        };
        let mut steps = vec![
            Step::new(
                "variability_factor",
                "V = (c_a² + c_s²) / 2",
                format!(
                    "({} + {}) / 2",
                    said(queue.arrival_scv),
                    said(queue.service_scv)
                ),
                Ok(factor),
                Unit::One,
            ),
            Step::new(
                "wait_by_chance_s",
                formula,
                substitution,
                chance,
                Unit::Second,
            ),
        ];
        if let Ok(chance) = chance {
            steps.push(Step::new(
                "wait_mean_s",
                "W_q = W₁ · V",
                format!("{} s · {}", said(chance), said(factor)),
                wait,
                Unit::Second,
            ));
        }
        steps
    }

    /// The wait against the variability of service, at this load and at others.
    fn variance(&self) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 8;
        const OTHERS: [(&str, &str); 3] = [("at_50", "0.5"), ("at_70", "0.7"), ("at_80", "0.8")];
        let hi = SCV_SOFT.hi.max(1.5 * self.queue.service_scv);
        let course = |utilisation: Probability| -> Result<Vec<(f64, Option<f64>)>, ModelError> {
            equal_steps((0.0, hi), POINTS)
                .map(|scv| {
                    let wait = self.at(utilisation, (self.queue.arrival_scv, scv))?;
                    Ok((scv, wait.ok()))
                })
                .collect()
        };
        let name = |utilisation: Probability| -> Label {
            Message::new("variability.chart.variance.at")
                .with("utilisation", Arg::Share(utilisation))
                .into()
        };
        let mut layers = Vec::new();
        for (role, (id, text)) in (1..).zip(OTHERS) {
            if let Ok(utilisation) = text.parse::<Probability>()
                && utilisation != self.queue.utilisation
            {
                layers.push(Layer::Line {
                    id,
                    name: name(utilisation),
                    points: course(utilisation)?,
                    role: Role::Series(role),
                });
            }
        }
        layers.push(Layer::Line {
            id: "here",
            name: name(self.queue.utilisation),
            points: course(self.queue.utilisation)?,
            role: Role::Series(0),
        });
        let wait = mean_wait_s(self.queue)?;
        Ok(ChartSpec {
            id: "variance",
            title: Label::key("variability.chart.variance.title"),
            x: Axis::linear(Label::key("variability.chart.axis.service_scv"), Unit::One)
                .over((0.0, hi))
                .of_input("service_scv"),
            y: wait_axis(None),
            layers,
            handle: wait.ok().map(|wait_s| Handle {
                x_input: Some("service_scv"),
                y_input: None,
                at: (self.queue.service_scv, wait_s),
                label: Label::key("variability.chart.variance.point"),
            }),
        })
    }

    /// The wait against the load, with this variability and with that of pure chance.
    fn knee(&self) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 60;
        let here = (self.queue.arrival_scv, self.queue.service_scv);
        let chance = (1.0, 1.0);
        let mut courses = [Vec::new(), Vec::new()];
        // To 99.9 %, closer together near the end.
        for share in equal_steps((0.0, 1.0), POINTS).skip(1) {
            let left = (1.0 - share) * (1.0 - share) * 0.999 + 0.001;
            let Ok(utilisation) = Probability::from_complement(left) else {
                continue;
            };
            for (course, scvs) in courses.iter_mut().zip([here, chance]) {
                course.push((utilisation.value(), self.at(utilisation, scvs)?.ok()));
            }
        }
        let [course, by_chance] = courses;
        let mut layers = vec![Layer::rule(
            "seventy",
            Label::key("variability.chart.knee.seventy"),
            AxisId::X,
            0.7,
            Role::Threshold,
        )];
        if here != chance {
            layers.push(Layer::Line {
                id: "chance",
                name: Label::key("variability.figure.wait_by_chance_s.name"),
                points: by_chance,
                role: Role::Quiet,
            });
        }
        layers.push(Layer::Line {
            id: "here",
            name: Label::key("variability.figure.wait_mean_s.name"),
            points: course,
            role: Role::Series(0),
        });
        let wait = mean_wait_s(self.queue)?;
        // A pool of c waits about a c-th as long before it turns.
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let servers = self.queue.servers as f64;
        let top = (20.0 * self.queue.service_mean_s / servers).max(1.25 * wait.unwrap_or(0.0));
        Ok(ChartSpec {
            id: "knee",
            title: Label::key("variability.chart.knee.title"),
            x: Axis::linear(
                Label::key("variability.input.utilisation.name"),
                Unit::Ratio,
            )
            .over((0.0, 1.0))
            .of_input("utilisation"),
            y: wait_axis(Some((0.0, top))),
            layers,
            handle: wait.ok().map(|wait_s| Handle {
                x_input: Some("utilisation"),
                y_input: None,
                at: (self.queue.utilisation.value(), wait_s),
                label: Label::key("variability.chart.knee.point"),
            }),
        })
    }
}

fn wait_axis(range: Option<(f64, f64)>) -> Axis {
    Axis::linear(Label::key("variability.chart.axis.wait"), Unit::Second).over(range)
}
