//! A decision of an incident put to a model: as things were, as they would have been, and history beside both.

use super::library::Library;
use crate::incident::schema::{Incident, WhatIf};
use crate::incident::{MetricValue, metrics, resolve_inputs};
use crate::kernel::error::Undefined;
use crate::models::{Budget, InputError, Inputs, Model, Output, Progress, Run};
use crate::text::Unit;

/// The most runs for one question; more combinations of unsure values are not tried.
pub const MOST_RUNS: usize = 128;

/// What a model says, over all values that were tried for what nobody knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The smallest and the largest answer; `None` where no run had one.
    pub bounds: Option<(f64, f64)>,
    /// How many runs had no answer, and the reason of the first of them.
    pub without: (usize, Option<Undefined>),
    /// How many runs there were.
    pub runs: usize,
}

/// What comes of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What the answers count in.
    pub unit: Unit,
    /// What history has.
    pub history: Option<MetricValue>,
    /// The model, as things were.
    pub was: Said,
    /// The model, with the decision.
    pub would: Said,
}

impl Answer {
    /// Whether the model, as things were, comes to what history has; `None` where history has no figure, or the
    /// model none.
    #[must_use]
    pub fn reaches_history(&self) -> Option<bool> {
        let (lo, hi) = self.history?.extremes()?;
        let (from, to) = self.was.bounds?;
        Some(lo <= to && from <= hi)
    }
}

/// Why a question cannot be put.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// There is no such model.
    NoModel,
    /// The model gives no such figure.
    NoFigure,
    /// The model does not take an input.
    Input(InputError),
    /// An input is a metric that has no single value, for this reason.
    NoValue(String, &'static str),
    /// The values do not go together.
    Together(crate::models::ModelError),
}

/// A question on its way: runs one after the other, in slices.
pub struct Asking {
    model: &'static dyn Model,
    figure: String,
    unit: Unit,
    history: Option<MetricValue>,
    /// Still to be run: whether the decision is taken, and the inputs.
    left: Vec<(bool, Inputs)>,
    now: Option<(bool, Box<dyn Run>)>,
    was: Said,
    would: Said,
}

impl Asking {
    /// Puts the question `what_if` of `incident` to its model.
    ///
    /// # Errors
    /// When model, figure or an input is not as the file says.
    pub fn new(incident: &Incident, what_if: &WhatIf, library: &Library) -> Result<Self, Refused> {
        let model = library.model(&what_if.model).ok_or(Refused::NoModel)?;
        let spec = model.spec();
        let figure = spec.figure(&what_if.figure).ok_or(Refused::NoFigure)?;
        let mut base = Inputs::defaults(spec);
        for input in resolve_inputs(incident, &what_if.inputs) {
            let reason = |reason| Refused::NoValue(input.input.clone(), reason);
            let text = input.value.clone().map_err(reason)?;
            base.set_text(&input.input, &text).map_err(Refused::Input)?;
        }
        let mut left = Vec::new();
        for inputs in combinations(&base, what_if)? {
            let mut changed = inputs.clone();
            for (id, chosen) in &what_if.changed {
                changed
                    .set_text(id, &chosen.value)
                    .map_err(Refused::Input)?;
            }
            left.push((false, inputs));
            left.push((true, changed));
        }
        let known = metrics(incident);
        let history = what_if.history.as_ref().and_then(|id| {
            let metric = known.iter().find(|metric| metric.id == *id);
            metric.map(|metric| metric.value)
        });
        Ok(Asking {
            model,
            figure: what_if.figure.clone(),
            unit: figure.unit,
            history,
            left,
            now: None,
            was: Said::default(),
            would: Said::default(),
        })
    }

    /// Works on, at one run at most, so that a page stays smooth whatever a run costs; the answer once it is there.
    ///
    /// # Errors
    /// When the inputs of a run do not go together.
    pub fn advance(&mut self, budget: Budget) -> Result<Option<Answer>, Refused> {
        let (taken, mut run) = match self.now.take() {
            Some(now) => now,
            None => match self.left.pop() {
                Some((taken, inputs)) => {
                    let run = self.model.start(&inputs).map_err(Refused::Together)?;
                    (taken, run)
                }
                None => return Ok(Some(self.answer())),
            },
        };
        match run.advance(budget) {
            Progress::Done(output) => {
                let said = if taken {
                    &mut self.would
                } else {
                    &mut self.was
                };
                said.hear(&output, &self.figure);
            }
            Progress::Working(_) => self.now = Some((taken, run)),
        }
        Ok(None)
    }

    fn answer(&self) -> Answer {
        Answer {
            unit: self.unit,
            history: self.history,
            was: self.was.clone(),
            would: self.would.clone(),
        }
    }
}

impl Said {
    fn hear(&mut self, output: &Output, figure: &str) {
        self.runs += 1;
        let found = output.figures.iter().find(|known| known.id == figure);
        match found.map_or(Err(Undefined("not_in_file")), |figure| figure.value) {
            Ok(value) => {
                let (lo, hi) = self.bounds.unwrap_or((value, value));
                self.bounds = Some((lo.min(value), hi.max(value)));
            }
            Err(reason) => {
                self.without.0 += 1;
                self.without.1.get_or_insert(reason);
            }
        }
    }
}

/// Every choice of one value for each input that nobody knows.
fn combinations(base: &Inputs, what_if: &WhatIf) -> Result<Vec<Inputs>, Refused> {
    let mut all = vec![base.clone()];
    for (id, unsure) in &what_if.unsure {
        let mut more = Vec::new();
        for inputs in &all {
            for value in &unsure.values {
                let mut inputs = inputs.clone();
                inputs.set_text(id, value).map_err(Refused::Input)?;
                more.push(inputs);
            }
        }
        all = more;
        all.truncate(MOST_RUNS / 2);
    }
    Ok(all)
}
