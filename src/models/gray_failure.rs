//! `gray_failure`: what the server sees against what its clients see, and which detector finds it.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished, significant,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::gray_failure::{Waits, alarm, p99_needs};
use crate::text::{Message, Unit};

/// What the 99th percentile leaves above it.
const LAST: f64 = 0.01;

/// The model.
pub(super) struct GrayFailure;

impl Model for GrayFailure {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed.
struct Question {
    waits: Waits,
    slow_after_s: f64,
    mean_limit_s: f64,
    tail_limit_s: f64,
    slow_limit: f64,
    requests: u64,
    window_s: f64,
    probes: u64,
    needed: u64,
    every_s: f64,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let (probes, needed) = (inputs.count("probes")?, inputs.count("probes_needed")?);
        if needed > probes {
            return Err(ModelError::saying(
                "probes_needed",
                Message::new("gray_failure.error.too_many_needed"),
            ));
        }
        Ok(Question {
            waits: Waits {
                slow: inputs.probability("slow_share")?.value(),
                quick_s: inputs.real("quick_s")?,
                slow_s: inputs.real("slow_s")?,
            },
            slow_after_s: inputs.real("slow_after_s")?,
            mean_limit_s: inputs.real("mean_limit_s")?,
            tail_limit_s: inputs.real("tail_limit_s")?,
            slow_limit: inputs.probability("slow_limit")?.value(),
            requests: inputs.count("window_requests")?,
            window_s: inputs.real("window_s")?,
            probes,
            needed,
            every_s: inputs.real("probe_every_s")?,
        })
    }

    /// The chance of each detector to alarm at one look, for other waits as well.
    fn p99_power(&self, waits: &Waits) -> f64 {
        let least = p99_needs(self.requests);
        alarm(self.requests, least, waits.longer(self.tail_limit_s))
    }

    /// More than the allowed share of the window’s requests.
    fn share_least(&self) -> u64 {
        crate::kernel::whole::down(self.slow_limit * self.requests as f64) as u64 + 1
    }

    fn share_power(&self, waits: &Waits) -> f64 {
        let each = waits.longer(self.slow_after_s);
        alarm(self.requests, self.share_least(), each)
    }

    fn probe_power(&self, waits: &Waits) -> f64 {
        alarm(self.probes, self.needed, waits.longer(self.slow_after_s))
    }

    fn mean_power(&self, waits: &Waits) -> f64 {
        f64::from(u8::from(waits.mean_s() > self.mean_limit_s))
    }

    fn answer(&self) -> Output {
        let waits = &self.waits;
        let row = |name: &'static str, power: f64, every_s: f64| {
            let says = if power >= 0.5 { "alarm" } else { "well" };
            vec![
                Entry::Word(name),
                Entry::Word(says),
                power.into(),
                finds_s(power, every_s).into(),
            ]
        };
        Output {
            figures: self.figures(),
            tables: vec![Table {
                id: "detectors",
                rows: vec![
                    row("heartbeat", 0.0, self.every_s),
                    row("port", 0.0, self.every_s),
                    row("mean", self.mean_power(waits), self.window_s),
                    row("p99", self.p99_power(waits), self.window_s),
                    row("share", self.share_power(waits), self.window_s),
                    row("probe", self.probe_power(waits), self.every_s),
                ],
            }],
            charts: vec![self.views(), self.finds()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let waits = &self.waits;
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let share = |id, value| Figure::new(id, Unit::Ratio, Ok(value));
        let window = Message::new("gray_failure.basis.window").quantity(
            "requests",
            self.requests as f64,
            Unit::Count,
        );
        let probe = self.probe_power(waits);
        vec![
            seconds("mean_s", Ok(waits.mean_s())),
            seconds("median_s", Ok(waits.percentile_s(0.5))),
            seconds("p99_s", Ok(waits.percentile_s(LAST))),
            share("slow_seen", waits.longer(self.slow_after_s)),
            share("mean_hides", waits.mean_hides(self.mean_limit_s)),
            share("p99_power", self.p99_power(waits)).on(window.clone()),
            share("share_power", self.share_power(waits)).on(window),
            share("probe_power", probe),
            seconds("probe_finds_s", finds_s(probe, self.every_s)),
        ]
    }

    fn steps(&self) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let waits = &self.waits;
        let (slow, quick_s, slow_s) = (
            number(waits.slow),
            number(waits.quick_s),
            number(waits.slow_s),
        );
        let (formula, substitution) = if waits.slow < LAST {
            (
                "g ln((1 − s) / (0.01 − s))",
                format!("{quick_s} s · ln((1 − {slow}) / (0.01 − {slow}))"),
            )
        } else {
            (
                "max(b, g ln((1 − s) / 0.01))",
                format!("max({slow_s} s, {quick_s} s · ln((1 − {slow}) / 0.01))"),
            )
        };
        vec![
            Step::new(
                "mean_s",
                "(1 − s) g + s b",
                format!("(1 − {slow}) · {quick_s} s + {slow} · {slow_s} s"),
                Ok(waits.mean_s()),
                Unit::Second,
            ),
            Step::new(
                "p99_s",
                formula,
                substitution,
                Ok(waits.percentile_s(LAST)),
                Unit::Second,
            ),
            Step::new(
                "probe_power",
                "P(X ≥ k | m, s)",
                format!(
                    "P(X ≥ {} | {}, {})",
                    self.needed,
                    self.probes,
                    number(waits.longer(self.slow_after_s))
                ),
                Ok(self.probe_power(waits)),
                Unit::Ratio,
            ),
            Step::new(
                "share_power",
                "P(X > l n | n, s)",
                format!(
                    "P(X ≥ {} | {}, {})",
                    self.share_least(),
                    self.requests,
                    number(waits.longer(self.slow_after_s))
                ),
                Ok(self.share_power(waits)),
                Unit::Ratio,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let waits = &self.waits;
        let note = |severity, key: &str| {
            Note::new(severity, Message::new(format!("gray_failure.note.{key}")))
        };
        let mut notes = vec![note(Severity::Info, "server")];
        if waits.longer(self.slow_after_s) > 0.0 && self.mean_power(waits) == 0.0 {
            notes.push(note(Severity::Warning, "mean_hides"));
        }
        if waits.slow > 0.0 && waits.slow < LAST && waits.percentile_s(LAST) < waits.slow_s {
            notes.push(note(Severity::Warning, "p99_hides"));
        }
        notes
    }
}

/// The mean time until an alarm, of looks that are `every_s` apart.
fn finds_s(power: f64, every_s: f64) -> Defined {
    let after_s = every_s / power;
    if power > 0.0 && after_s.is_finite() {
        Ok(after_s)
    } else {
        Err(Undefined("never_alarms"))
    }
}
