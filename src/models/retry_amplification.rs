//! `retry_amplification`: what retries in every layer multiply, at worst, on average, and with feedback.

use super::declare::{column, count_to, figure, input, part, preset, table};
use super::grid::equal_steps;
use super::{
    Family, Figure, Inputs, Kind, Model, ModelError, ModelSpec, Note, Output, Reference, Run,
    Severity, Step, Table, finished, significant,
};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::kernel::retry::{Chain, Depth, Retries};
use crate::text::{Arg, Label, Message, Unit, read};

/// What stands for no budget.
const NO_BUDGET: &str = "none";
/// Budgets above this are slips: nobody allows a thousand retries for a request.
const LARGEST_BUDGET: f64 = 1_000.0;

static SPEC: ModelSpec = ModelSpec {
    id: "retry_amplification",
    family: Family::Retry,
    version: 1,
    groups: &[],
    inputs: &[
        count_to("retries", 3, (0, 100), 8),
        count_to("layers", 3, (1, 20), 6),
        part("failure_probability", "0.2"),
        input(
            "budget",
            Unit::Ratio,
            Kind::Text {
                default: NO_BUDGET,
                longest: 40,
            },
        ),
    ],
    figures: &[
        figure("worst_attempts", Unit::One),
        figure("expected_attempts", Unit::One),
        figure("feedback_attempts", Unit::One),
        figure("effective_failure", Unit::Ratio),
        figure("attempts_of_a_layer", Unit::One),
        figure("worst_retries", Unit::One),
    ],
    tables: &[
        table(
            "by_layer",
            &[
                column("layer", Unit::Count),
                column("worst_attempts", Unit::One),
                column("expected_attempts", Unit::One),
                column("gives_back", Unit::Ratio),
            ],
        ),
        table(
            "counting",
            &[
                column("setting", Unit::Count),
                column("as_retries", Unit::One),
                column("as_attempts", Unit::One),
            ],
        ),
    ],
    charts: &["attempts"],
    presets: &[
        preset(
            "one_layer",
            &[("retries", "3"), ("layers", "1"), ("budget", "none")],
        ),
        preset(
            "four_deep",
            &[("retries", "3"), ("layers", "4"), ("budget", "none")],
        ),
        preset(
            "three_attempts",
            &[("retries", "2"), ("layers", "3"), ("budget", "none")],
        ),
        preset(
            "budgeted",
            &[("retries", "3"), ("layers", "3"), ("budget", "10%")],
        ),
    ],
    references: &[
        Reference {
            text: "B. Beyer, C. Jones, J. Petoff, N. R. Murphy (eds.): Site Reliability Engineering, 2016, chapters 21 (per-client retry budget) and 22 (retries)",
            url: Some("https://sre.google/sre-book/addressing-cascading-failures/"),
        },
        Reference {
            text: "S. M. Ross: Introduction to Probability Models, 11th ed., 2014, section 2.4.1 (the mean of a variable by its tail)",
            url: None,
        },
    ],
};

/// The model.
pub(super) struct RetryAmplification;

impl Model for RetryAmplification {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// Reads a budget: `none`, or a share as people type it.
fn budget(text: &str) -> Result<Option<f64>, ModelError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case(NO_BUDGET) || text == "无" {
        return Ok(None);
    }
    match read::real(text, Unit::Ratio) {
        Ok(budget) if (0.0..=LARGEST_BUDGET).contains(&budget) => Ok(Some(budget)),
        _ => Err(ModelError {
            input: Some("budget"),
            message: Message::new("retry_amplification.error.not_a_budget")
                .with("given", Arg::Plain(text.to_owned()))
                .quantity("most", LARGEST_BUDGET, Unit::Count),
        }),
    }
}

/// The inputs, typed.
struct Question {
    retries: Retries,
    layers: u32,
    failure: Probability,
    budget: Option<f64>,
    chain: Chain,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let small = |id: &'static str| {
            inputs
                .count(id)
                .map(|count| u32::try_from(count).unwrap_or(u32::MAX))
        };
        let (retries, layers) = (Retries(small("retries")?), small("layers")?);
        let budget = budget(inputs.text("budget")?)?;
        Ok(Question {
            retries,
            layers,
            failure: inputs.probability("failure_probability")?,
            budget,
            chain: Chain::new(retries, layers, budget)?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let depths = self.chain.depths(self.failure);
        let top = depths
            .last()
            .copied()
            .ok_or_else(|| ModelError::at("layers"))?;
        Ok(Output {
            figures: self.figures(top),
            tables: vec![self.by_layer(&depths)?, self.counting()?],
            charts: vec![self.attempts()?],
            steps: self.steps(&depths),
            notes: self.notes(top),
        })
    }

    fn worst_retries(&self) -> Defined {
        self.chain.worst_attempts().map(|attempts| attempts - 1.0)
    }

    fn figures(&self, top: Depth) -> Vec<Figure> {
        let basis = |key: &str| Message::new(format!("retry_amplification.basis.{key}"));
        vec![
            Figure::new("worst_attempts", Unit::One, self.chain.worst_attempts())
                .on(basis("worst")),
            Figure::new("expected_attempts", Unit::One, Ok(top.attempts))
                .on(basis("expected").with("failure", Arg::Share(self.failure))),
            Figure::new(
                "feedback_attempts",
                Unit::One,
                self.chain.feedback_attempts(self.failure),
            )
            .on(basis("feedback")),
            // Without its complement: what fails is the small side that is asked for.
            Figure::new("effective_failure", Unit::Ratio, Ok(top.failure.value())),
            Figure::new(
                "attempts_of_a_layer",
                Unit::One,
                Ok(1.0 + self.chain.worst_retries_of_a_layer()),
            ),
            Figure::new("worst_retries", Unit::One, self.worst_retries()),
        ]
    }

    /// What leaves each layer, counted from the lowest.
    fn by_layer(&self, depths: &[Depth]) -> Result<Table, ModelError> {
        let rows = (1..=self.layers)
            .zip(depths)
            .map(|(layer, depth)| {
                let below = Chain::new(self.retries, layer, self.budget)?;
                Ok(vec![
                    f64::from(layer).into(),
                    below.worst_attempts().into(),
                    depth.attempts.into(),
                    depth.failure.value().into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table {
            id: "by_layer",
            rows,
        })
    }

    /// The same number in a setting, once meant as retries and once as attempts.
    fn counting(&self) -> Result<Table, ModelError> {
        let middle = self.retries.0.max(2);
        let rows = [middle - 1, middle, middle + 1]
            .into_iter()
            .map(|setting| {
                let worst = |retries: Retries| -> Result<Defined, ModelError> {
                    Ok(Chain::new(retries, self.layers, None)?.worst_attempts())
                };
                let meant =
                    Retries::of_attempts(setting).map_or(Ok(Err(Undefined("absent"))), worst)?;
                Ok(vec![
                    f64::from(setting).into(),
                    worst(Retries(setting))?.into(),
                    meant.into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table {
            id: "counting",
            rows,
        })
    }

    /// Attempts at the bottom against the probability that one fails.
    fn attempts(&self) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 100;
        let mean = |chain: &Chain, failure: Probability| {
            chain.depths(failure).last().map(|depth| depth.attempts)
        };
        let line = |id: &'static str, chain: Chain, role: Role| -> Result<Layer, ModelError> {
            let points = equal_steps((0.0, 1.0), POINTS)
                .map(|failure| Ok((failure, mean(&chain, Probability::from_value(failure)?))))
                .collect::<Result<_, ModelError>>()?;
            Ok(Layer::Line {
                id,
                name: Label::key(format!("retry_amplification.chart.attempts.{id}")),
                points,
                role,
            })
        };
        let mut layers = vec![
            line("all_layers", self.chain, Role::Series(0))?,
            line(
                "one_layer",
                Chain::new(self.retries, 1, self.budget)?,
                Role::Series(1),
            )?,
        ];
        if self.budget.is_some() {
            let free = Chain::new(self.retries, self.layers, None)?;
            layers.push(line("no_budget", free, Role::Quiet)?);
        }
        if let Ok(worst) = self.chain.worst_attempts() {
            layers.push(Layer::rule(
                "worst",
                Label::key("retry_amplification.figure.worst_attempts.name"),
                AxisId::Y,
                worst,
                Role::Bad,
            ));
        }
        let here = self.failure.value();
        Ok(ChartSpec {
            id: "attempts",
            title: Label::key("retry_amplification.chart.attempts.title"),
            x: Axis::linear(
                Label::key("retry_amplification.input.failure_probability.name"),
                Unit::Ratio,
            )
            .over((0.0, 1.0))
            .of_input("failure_probability"),
            y: Axis::log(
                Label::key("retry_amplification.chart.axis.attempts"),
                Unit::One,
            ),
            layers,
            handle: mean(&self.chain, self.failure).map(|attempts| Handle {
                x_input: Some("failure_probability"),
                y_input: None,
                at: (here, attempts),
                label: Label::key("retry_amplification.chart.attempts.point"),
            }),
        })
    }

    fn steps(&self, depths: &[Depth]) -> Vec<Step> {
        let (r, layers) = (self.retries.0, self.layers);
        let (p, q) = (self.failure.to_string(), self.failure.turned().to_string());
        let n = self.retries.attempts();
        let base = match self.budget {
            Some(budget) => format!("(1 + min({r}, {}))", significant(budget, 7)),
            None => format!("(1 + {r})"),
        };
        let worst = if self.budget.is_some() {
            "(1 + min(r, B))^L"
        } else {
            "(1 + r)^L"
        };
        let lowest = depths
            .first()
            .map_or(Err(Undefined("absent")), |depth| Ok(depth.attempts));
        let top = depths.last().copied();
        let is_bound = self
            .budget
            .is_some_and(|budget| lowest.is_ok_and(|sent| sent >= 1.0 + budget));
        let budget = significant(self.budget.unwrap_or(0.0), 7);
        let (sent, sent_now) = if is_bound {
            ("1 + B", format!("1 + {budget}"))
        } else if self.failure.complement() == 0.0 {
            ("1 + r", format!("1 + {r}"))
        } else {
            ("(1 − p^(1 + r)) / (1 − p)", format!("(1 − {p}^{n}) / {q}"))
        };
        let (left, left_now) = if is_bound {
            ("1 − (1 − p) · (1 + B)", format!("1 − {q} · (1 + {budget})"))
        } else {
            ("p^(1 + r)", format!("{p}^{n}"))
        };
        let mut steps = vec![
            Step::new(
                "worst_attempts",
                worst,
                format!("{base}^{layers}"),
                self.chain.worst_attempts(),
                Unit::One,
            ),
            Step::new("one_layer", sent, sent_now, lowest, Unit::One),
            Step::new(
                "one_layer_failure",
                left,
                left_now,
                depths
                    .first()
                    .map_or(Err(Undefined("absent")), |depth| Ok(depth.failure.value())),
                Unit::Ratio,
            ),
        ];
        if let Some(top) = top.filter(|_| layers > 1) {
            let factors: Vec<String> = std::iter::once(1.0)
                .chain(depths.iter().map(|depth| depth.attempts))
                .zip(depths)
                .map(|(before, depth)| significant(depth.attempts / before, 5))
                .take(6)
                .collect();
            let rest = if depths.len() > 6 { " · …" } else { "" };
            steps.push(Step::new(
                "expected_attempts",
                "E₁ · E₂ · …",
                format!("{}{rest}", factors.join(" · ")),
                Ok(top.attempts),
                Unit::One,
            ));
        }
        let (free, free_now) = match self.budget {
            Some(_) => (
                "min(1 / (1 − p · r), 1 + B)",
                format!("min(1 / (1 − {p} · {r}), 1 + {budget})"),
            ),
            None => ("1 / (1 − p · r)", format!("1 / (1 − {p} · {r})")),
        };
        steps.push(Step::new(
            "feedback_attempts",
            free,
            free_now,
            self.chain.feedback_attempts(self.failure),
            Unit::One,
        ));
        steps
    }

    fn notes(&self, top: Depth) -> Vec<Note> {
        let mut notes = Vec::new();
        let note = |severity, key: &str| {
            Note::new(
                severity,
                Message::new(format!("retry_amplification.note.{key}")),
            )
        };
        if self
            .budget
            .is_some_and(|budget| budget >= f64::from(self.retries.0))
        {
            notes.push(note(Severity::Info, "budget_never_binds"));
        } else if self.budget.is_some_and(|budget| {
            top.attempts > 1.0 && self.chain.depths(self.failure)[0].attempts >= 1.0 + budget
        }) {
            notes.push(note(Severity::Info, "budget_binds"));
        }
        if self.chain.feedback_attempts(self.failure) == Err(Undefined("no_finite_gain")) {
            notes.push(note(Severity::Warning, "no_finite_gain"));
        }
        notes
    }
}
