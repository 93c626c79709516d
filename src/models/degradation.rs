//! `degradation`: a page with an optional part, and what it shows when the part cannot be had.

mod charts;
mod grammar;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished, significant,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::guard::degradation::{Agreement, Counters, Moment, Page, Reason, Shown, count};
use crate::text::{Message, Unit};

/// The model.
pub(super) struct Degradation;

impl Model for Degradation {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Story::read(inputs)?.output()))
    }
}

/// The inputs, typed, with what came of them.
struct Story {
    agreement: Agreement,
    moments: Vec<Moment>,
    counters: Counters,
}

impl Story {
    fn read(inputs: &Inputs) -> Result<Story, ModelError> {
        let failures = inputs.count("failures_to_open")?;
        let agreement = Agreement {
            max_age_s: inputs.real("max_age_s")?,
            unknown_age_shown: inputs.choice("unknown_age")? == "shown",
            failures_to_open: match inputs.toggle("breaker")? {
                true => {
                    Some(u32::try_from(failures).map_err(|_| ModelError::at("failures_to_open"))?)
                }
                false => None,
            },
            probe_after_s: inputs.choice_of(
                "probe",
                &[
                    ("on_purpose", None),
                    ("by_clock", Some(inputs.real("probe_after_s")?)),
                ],
            )?,
            timeout_s: inputs.real("timeout_s")?,
        };
        let mut page = Page::new(agreement)?;
        let script = grammar::read_script(inputs.text("script")?)?;
        let moments: Vec<Moment> = script
            .into_iter()
            .filter_map(|happening| page.meet(happening))
            .collect();
        if moments.is_empty() {
            return Err(ModelError::saying(
                "script",
                Message::new("degradation.error.nobody"),
            ));
        }
        Ok(Story {
            counters: count(&moments, agreement.timeout_s),
            agreement,
            moments,
        })
    }

    fn output(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![self.moments_table(), self.counters_table()],
            charts: vec![self.ribbon(), self.age_chart()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    /// A share of the visits.
    fn share(&self, of: u64) -> Defined {
        match self.counters.visits {
            0 => Err(Undefined("no_visits")),
            visits => Ok(of as f64 / visits as f64),
        }
    }

    fn answered(&self) -> u64 {
        self.counters.visits - self.counters.refused
    }

    fn figures(&self) -> Vec<Figure> {
        let counters = &self.counters;
        let ratio = |id, value: Defined| Figure::new(id, Unit::Ratio, value);
        let count = |id, value: u64| Figure::new(id, Unit::Count, Ok(value as f64));
        let seconds = |id, value: Defined| Figure::new(id, Unit::Second, value);
        vec![
            ratio("answered_share", self.share(self.answered())),
            ratio("fresh_share", self.share(counters.fresh)),
            count("visits", counters.visits),
            count("fresh", counters.fresh),
            count("stale", counters.stale),
            count("left_out", counters.left_out),
            count("refused", counters.refused),
            count("calls", counters.calls),
            count("probes", counters.probes),
            count("not_called", counters.not_called),
            count("missed", counters.missed),
            seconds(
                "oldest_shown_s",
                counters.oldest_shown_s.ok_or(Undefined("nothing_shown")),
            ),
            seconds("waited_s", Ok(counters.waited_s)),
            seconds("without_breaker_s", Ok(counters.without_breaker_s)),
        ]
    }

    fn moments_table(&self) -> Table {
        let rows = (1..).zip(&self.moments).map(|(number, moment)| {
            let age = match moment.shown {
                Shown::Stale(age_s) => age_s.ok_or(Undefined("age_unknown")),
                _ => moment.age_s.ok_or(Undefined(if moment.has_copy {
                    "age_unknown"
                } else {
                    "no_copy"
                })),
            };
            vec![
                f64::from(number).into(),
                moment.at_s.into(),
                Entry::Word(if moment.probe { "probe" } else { "visit" }),
                Entry::Word(dependency(moment)),
                Entry::Word(shown(moment)),
                age.into(),
                Entry::Word(reason(moment)),
                Entry::Word(if moment.called {
                    "called"
                } else {
                    "not_called"
                }),
                Entry::Word(if moment.open { "open" } else { "closed" }),
                f64::from(moment.failures).into(),
            ]
        });
        Table {
            id: "moments",
            rows: rows.collect(),
        }
    }

    fn counters_table(&self) -> Table {
        let counters = &self.counters;
        let rows = [
            ("fresh", counters.fresh),
            ("stale", counters.stale),
            ("left_out", counters.left_out),
            ("refused", counters.refused),
        ];
        Table {
            id: "counters",
            rows: rows
                .into_iter()
                .map(|(id, value)| {
                    vec![
                        Entry::Word(id),
                        (value as f64).into(),
                        self.share(value).into(),
                        Entry::Word(if id == "refused" { "error" } else { "ok" }),
                    ]
                })
                .collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let counters = &self.counters;
        let short = |value: f64| significant(value, 6);
        let mut steps = vec![
            Step::new(
                "answered_share",
                "a = (n − e) / n",
                format!(
                    "({} − {}) / {}",
                    counters.visits, counters.refused, counters.visits
                ),
                self.share(self.answered()),
                Unit::Ratio,
            ),
            Step::new(
                "fresh_share",
                "f = k / n",
                format!("{} / {}", counters.fresh, counters.visits),
                self.share(counters.fresh),
                Unit::Ratio,
            ),
            Step::new(
                "without_breaker_s",
                "W = m · τ",
                format!(
                    "{} · {} s",
                    short(ratio_of(
                        counters.without_breaker_s,
                        self.agreement.timeout_s
                    )),
                    short(self.agreement.timeout_s)
                ),
                Ok(counters.without_breaker_s),
                Unit::Second,
            ),
        ];
        steps.push(Step::new(
            "waited_s",
            "W = m · τ",
            format!(
                "{} · {} s",
                short(ratio_of(counters.waited_s, self.agreement.timeout_s)),
                short(self.agreement.timeout_s)
            ),
            Ok(counters.waited_s),
            Unit::Second,
        ));
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let counters = &self.counters;
        let mut notes = Vec::new();
        let mut add = |severity, key: &str, value: u64| {
            if value > 0 {
                notes.push(Note::new(
                    severity,
                    Message::new(format!("degradation.note.{key}")).quantity(
                        "count",
                        value as f64,
                        Unit::Count,
                    ),
                ));
            }
        };
        let unknown = |moment: &&Moment| moment.shown == Shown::Stale(None);
        let unknown = self.moments.iter().filter(unknown).count() as u64;
        add(Severity::Warning, "unknown_shown", unknown);
        add(
            Severity::Info,
            "degraded_ok",
            counters.stale + counters.left_out,
        );
        add(Severity::Info, "missed", counters.missed);
        let idle = |moment: &&Moment| moment.shown == Shown::NoProbe;
        let idle = self.moments.iter().filter(idle).count() as u64;
        add(Severity::Warning, "no_probe", idle);
        notes
    }
}

fn ratio_of(whole: f64, part: f64) -> f64 {
    if part > 0.0 { whole / part } else { 0.0 }
}

fn dependency(moment: &Moment) -> &'static str {
    if moment.dependency_ok { "up" } else { "down" }
}

fn shown(moment: &Moment) -> &'static str {
    match moment.shown {
        Shown::Fresh => "fresh",
        Shown::Stale(_) => "stale",
        Shown::LeftOut => "left_out",
        Shown::Refused => "refused",
        Shown::NoProbe => "no_probe",
    }
}

fn reason(moment: &Moment) -> &'static str {
    match moment.reason {
        Reason::None => "none",
        Reason::DependencyFailed => "dependency_failed",
        Reason::BreakerOpen => "breaker_open",
        Reason::ProbeFailed => "probe_failed",
        Reason::BodyFailed => "body_failed",
        Reason::BreakerClosed => "breaker_closed",
    }
}
