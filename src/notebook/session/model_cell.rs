//! A model cell: its own values, the run in progress, and what the last one came to.

use super::super::reason::Reason;
use super::super::schema::{ModelCell, Source};
use super::controls::Binding;
use crate::chart::ChartSpec;
use crate::models::{Budget, Inputs, Model, ModelError, Output, Progress, Run};

/// The state of a model cell.
pub(super) struct ModelState {
    pub(super) model: &'static dyn Model,
    /// The values of its own controls; a bound input has its default here.
    pub(super) own: Inputs,
    /// The document's values.
    pub(super) document: Inputs,
    /// Where each input comes from, in the order of the description.
    pub(super) bindings: Vec<Binding>,
    /// What the last inputs came to.
    pub(super) outcome: Option<Outcome>,
    /// Rises whenever the outcome or the preview becomes another.
    pub(super) revision: u64,
    /// Whether its inputs may be other than those of the run or the outcome.
    pub(super) stale: bool,
    run: Option<Running>,
}

/// What inputs came to.
pub(super) enum Outcome {
    /// An output.
    Done(Box<Computed>),
    /// Inputs that cannot be had.
    Blocked(Reason),
    /// Inputs that the model refuses together.
    Failed(ModelError),
}

/// An output, with the inputs that it belongs to.
pub(super) struct Computed {
    inputs: Inputs,
    pub(super) output: Output,
    /// The output's charts with the document's marks on them.
    pub(super) charts: Vec<ChartSpec>,
}

/// A run that is not finished, with its inputs: a result can only ever belong to the inputs that it was
/// started with.
struct Running {
    inputs: Inputs,
    run: Box<dyn Run>,
    share: f64,
    /// Whether it rests until the reader lets it go on.
    stopped: bool,
    /// What it knows already, if it says so.
    preview: Option<Box<Computed>>,
}

/// Why a cell's inputs are not all there.
pub(super) enum Lack {
    /// A cell that gives one is not finished.
    Waiting,
    /// One cannot be had.
    Reason(Reason),
}

impl ModelState {
    pub(super) fn new(model: &'static dyn Model, cell: &ModelCell) -> ModelState {
        let spec = model.spec();
        let mut own = Inputs::defaults(spec);
        for (input, source) in &cell.inputs {
            if let Source::Literal(text) = source {
                // One that cannot be taken blocks the cell, in the plan, and its default stands here.
                let _ = own.set_text(input, text);
            }
        }
        let binding = |id| match cell.inputs.get(id) {
            Some(Source::From(reference)) => Binding::to(&reference.from),
            _ => Binding::Own,
        };
        ModelState {
            model,
            document: own.clone(),
            own,
            bindings: spec.inputs.iter().map(|input| binding(input.id)).collect(),
            outcome: None,
            revision: 0,
            stale: true,
            run: None,
        }
    }

    /// How `input` is bound.
    pub(super) fn binding(&self, input: &str) -> Option<&Binding> {
        let inputs = self.model.spec().inputs;
        let at = inputs.iter().position(|spec| spec.id == input)?;
        self.bindings.get(at)
    }

    /// Whether the outcome belongs to the present values.
    pub(super) fn is_settled(&self) -> bool {
        !self.stale && self.run.is_none()
    }

    /// Whether a run that belongs to the present values is at work.
    pub(super) fn is_running(&self) -> bool {
        !self.stale && self.run.as_ref().is_some_and(|run| !run.stopped)
    }

    /// Whether the run of the present values was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        !self.stale && self.run.as_ref().is_some_and(|run| run.stopped)
    }

    /// Stops the run, or lets it go on. One with other inputs begins afresh, at work.
    pub(super) fn stop(&mut self, stopped: bool) {
        if let Some(run) = &mut self.run {
            run.stopped = stopped;
        }
    }

    /// The share of the present run that is done; 0 while it waits for another cell.
    pub(super) fn share(&self) -> f64 {
        match &self.run {
            Some(running) if !self.stale => running.share,
            _ => 0.0,
        }
    }

    /// The output, of the present values or of those before.
    pub(super) fn computed(&self) -> Option<&Computed> {
        match &self.outcome {
            Some(Outcome::Done(computed)) => Some(computed),
            _ => None,
        }
    }

    /// What the present run knows already, if it belongs to the present values.
    pub(super) fn foreseen(&self) -> Option<&Computed> {
        let run = self.run.as_ref().filter(|_| !self.stale)?;
        run.preview.as_deref()
    }

    /// What there is to look at: what the run knows already, or else the output.
    pub(super) fn shown(&self) -> Option<&Computed> {
        let preview = self.run.as_ref().and_then(|run| run.preview.as_deref());
        preview.or_else(|| self.computed())
    }

    pub(super) fn shown_mut(&mut self) -> Option<&mut Computed> {
        let preview = self.run.as_mut().and_then(|run| run.preview.as_deref_mut());
        match (preview, &mut self.outcome) {
            (Some(preview), _) => Some(preview),
            (None, Some(Outcome::Done(computed))) => Some(computed),
            _ => None,
        }
    }

    /// Takes up what its inputs have become: goes on with a run of the same inputs, keeps an outcome of
    /// the same inputs, and drops whatever belongs to others.
    pub(super) fn meet(&mut self, ready: Result<Inputs, Lack>) {
        match ready {
            Err(Lack::Waiting) => {}
            Err(Lack::Reason(reason)) => self.block(reason),
            Ok(inputs) => self.take_up(inputs),
        }
    }

    /// Lets the run do a slice of its work.
    pub(super) fn advance(&mut self, budget: Budget) {
        let Some(running) = &mut self.run else {
            return;
        };
        match running.run.advance(budget) {
            Progress::Working(share) => running.share = share.clamp(0.0, 1.0),
            Progress::Done(output) => {
                let computed = Computed {
                    inputs: running.inputs.clone(),
                    charts: output.charts.clone(),
                    output: *output,
                };
                self.finish(Outcome::Done(Box::new(computed)));
            }
        }
    }

    fn take_up(&mut self, inputs: Inputs) {
        self.stale = false;
        let running = self.run.as_ref().is_some_and(|run| run.inputs == inputs);
        let done = self.computed().is_some_and(|done| done.inputs == inputs);
        if done {
            self.run = None;
        } else if !running {
            self.start(inputs);
        }
    }

    fn start(&mut self, inputs: Inputs) {
        match self.model.start(&inputs) {
            Ok(run) => {
                self.run = Some(Running {
                    inputs,
                    run,
                    share: 0.0,
                    stopped: false,
                    preview: None,
                });
                self.advance(Budget { steps: 0 });
                self.foresee();
            }
            Err(error) => {
                let same = matches!(&self.outcome, Some(Outcome::Failed(old)) if *old == error);
                self.settle_unless(same, Outcome::Failed(error));
            }
        }
    }

    /// Asks the run, if it is not over yet, what it knows already. Charts and tables that it has still to come to stay as
    /// they were, so that nothing on the page jumps.
    fn foresee(&mut self) {
        let Some(running) = &self.run else {
            return;
        };
        let Some(mut output) = running.run.preview() else {
            return;
        };
        if let Some(before) = self.computed() {
            let before = &before.output;
            let charts = before.charts.iter();
            let charts = charts.filter(|old| output.charts.iter().all(|new| new.id != old.id));
            let charts: Vec<_> = charts.cloned().collect();
            output.charts.extend(charts);
            let tables = before.tables.iter();
            let tables = tables.filter(|old| output.tables.iter().all(|new| new.id != old.id));
            let tables: Vec<_> = tables.cloned().collect();
            output.tables.extend(tables);
        }
        if let Some(running) = &mut self.run {
            running.preview = Some(Box::new(Computed {
                inputs: running.inputs.clone(),
                charts: output.charts.clone(),
                output,
            }));
            self.revision += 1;
        }
    }

    fn block(&mut self, reason: Reason) {
        self.stale = false;
        let same = matches!(&self.outcome, Some(Outcome::Blocked(old)) if *old == reason);
        self.settle_unless(same, Outcome::Blocked(reason));
    }

    fn settle_unless(&mut self, same: bool, outcome: Outcome) {
        if same {
            self.run = None;
        } else {
            self.finish(outcome);
        }
    }

    fn finish(&mut self, outcome: Outcome) {
        self.run = None;
        self.outcome = Some(outcome);
        self.revision += 1;
    }
}
