//! Models: thin adapters that describe the kernel's inputs and results as data.
//!
//! Adding one is a file here, a line in `catalogue`, its texts in `assets/locales`, and a lesson.

mod autoscaling;
mod availability;
mod availability_years;
mod bulkhead;
mod cache_stampede;
mod canary;
mod capacity_plan;
mod cascade;
mod cascade_lecture;
mod catalogue;
mod circuit_breaker;
mod composition;
mod congestion_backoff;
mod copysets;
mod declare;
mod degradation;
mod digest;
mod diversity;
mod drill_plan;
mod durability;
mod error_budget;
mod failover_capacity;
mod felt_repair;
mod fleet_scale;
mod gray_failure;
mod grid;
mod health_flap;
mod inputs;
pub mod json;
mod lab;
mod lease_storm;
mod littles_law;
mod load_shedding;
mod load_test;
mod order_faults;
mod output;
mod placement;
mod plan_race;
mod queue;
mod queue_simulation;
mod rate_limiter;
mod reading_output;
mod recovery_choice;
mod refusal;
mod remirror_storm;
mod replay_gate;
mod retry_amplification;
mod retry_feedback;
mod retry_jitter;
mod retry_storm;
mod signs;
mod spec;
mod storage_contract;
mod text_file;
mod timeout_budget;
mod value;
mod variability;

use crate::kernel::error::DomainError;
use crate::text::{Arg, Message, Texts};

pub use catalogue::{CATALOGUE, FAMILIES, NotFetched, fetch, find};
pub use digest::digest;
pub use inputs::{InputError, Inputs, admit, default_value, from_number, parse};
pub use output::{Entry, Figure, Note, Output, PENDING, Severity, Step, Table};
pub use spec::{
    Choice, ColumnSpec, Family, FigureSpec, Group, InputSpec, Kind, ModelSpec, Preset, Range,
    Reference, Spacing, TableSpec, When,
};
pub use text_file::TextFile;
pub use value::Value;

/// A model: what it takes, what it gives, and how to start it.
pub trait Model: Sync {
    /// Its description.
    fn spec(&self) -> &'static ModelSpec;

    /// Begins a run with inputs that are inside their hard ranges.
    ///
    /// # Errors
    /// When the inputs do not go together; the message names them.
    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError>;

    /// What it writes down of these inputs to be taken away, in the language of `texts`; most models write nothing.
    fn file(&self, _inputs: &Inputs, _texts: &Texts) -> Option<TextFile> {
        None
    }
}

/// A run in progress. Formulas finish at the first call; simulations advance a slice.
pub trait Run {
    /// Works until done or until the budget is used up. A formula takes no steps: it is done even
    /// with a budget of none, with which a simulation does nothing.
    fn advance(&mut self, budget: Budget) -> Progress;

    /// What is known of the output before the work is done: every figure, those to come being
    /// [`PENDING`], and of the rest what the final output will have unchanged. `None` if that is nothing.
    fn preview(&self) -> Option<Output> {
        None
    }
}

/// How much work a call may do, in the run's own steps (events, samples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps.
    pub steps: u64,
}

/// What a slice of a run came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Not finished; the share that is done.
    Working(f64),
    /// Finished.
    Done(Box<Output>),
}

/// Why a model did not start.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelError {
    /// The input at fault, if it is one.
    pub input: Option<&'static str>,
    /// What is wrong, for people.
    pub message: Message,
}

impl ModelError {
    /// An input that the model cannot use, although it is of the declared kind.
    #[must_use]
    pub fn at(input: &'static str) -> ModelError {
        ModelError {
            input: Some(input),
            message: Message::new("input.unusable").with("input", Arg::Plain(input.to_owned())),
        }
    }

    /// An input that the model cannot use, and why.
    #[must_use]
    pub fn saying(input: &'static str, message: Message) -> ModelError {
        ModelError {
            input: Some(input),
            message,
        }
    }
}

impl From<DomainError> for ModelError {
    fn from(error: DomainError) -> ModelError {
        ModelError {
            input: None,
            message: Message::new("input.outside_domain")
                .with("error", Arg::Plain(error.to_string())),
        }
    }
}

/// `value` with at most `digits` significant digits, without trailing zeros.
fn significant(value: f64, digits: usize) -> String {
    let rounded: f64 = format!("{value:.*e}", digits.saturating_sub(1))
        .parse()
        .unwrap_or(value);
    let plain = rounded.to_string();
    if plain.len() <= digits + 8 {
        plain
    } else {
        format!("{rounded:e}")
    }
}

/// A rate at the end of a run of a fluid, which comes to rest but never quite: less than one in the whole run is none.
fn rate_at_rest(per_s: f64, run_s: f64) -> f64 {
    if per_s * run_s < 1.0 { 0.0 } else { per_s }
}

/// A count as a number, exact below 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn as_real(count: u64) -> f64 {
    count as f64
}

/// A run that is over before it starts: the result of a formula.
struct Finished(Option<Box<Output>>);

impl Run for Finished {
    fn advance(&mut self, _budget: Budget) -> Progress {
        match self.0.take() {
            Some(output) => Progress::Done(output),
            None => Progress::Working(1.0),
        }
    }
}

/// Wraps the result of a formula as a run.
#[must_use]
pub fn finished(output: Output) -> Box<dyn Run> {
    Box::new(Finished(Some(Box::new(output))))
}
