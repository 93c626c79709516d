//! `replay_gate`: which recorded requests may be replayed, under which key, and what an open gate costs.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    as_real, finished, significant,
};
use crate::kernel::lab::replay::{
    Checker, Gate, Key, Mode, Replayed, Verdict, cases, derived_key, repeated_writes,
};
use crate::text::{Message, Unit};
use spec::SPEC;

/// The model.
pub(super) struct ReplayGate;

impl Model for ReplayGate {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed.
struct Question {
    request: Replayed,
    derived: String,
    /// Gates asked, from 1 to 4.
    step: usize,
    requests: u64,
    writes: u64,
    recorded_s: f64,
    stopped_after_s: f64,
    falls_back: bool,
    fresh_keys: bool,
    unguarded: bool,
}

impl Question {
    #[expect(clippy::cast_possible_truncation, reason = "at most four")]
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let modes = [
            ("shadow", Mode::Shadow),
            ("load", Mode::Load),
            ("correctness", Mode::Correctness),
        ];
        let mode = inputs.choice_of("mode", &modes)?;
        let (requests, writes) = (inputs.count("requests")?, inputs.count("writes")?);
        if writes > requests {
            let message = Message::new("replay_gate.error.writes")
                .quantity("writes", as_real(writes), Unit::Count)
                .quantity("requests", as_real(requests), Unit::Count);
            return Err(ModelError::saying("writes", message));
        }
        Ok(Question {
            request: Replayed {
                mode,
                is_write: !["get", "head"].contains(&inputs.choice("method")?),
                tenant_listed: inputs.choice("tenant")? != "tenant_other",
                has_original_key: inputs.toggle("original_key")?,
                environment_listed: inputs.choice("environment")? == "staging",
            },
            derived: derived_key(inputs.text("secret")?, inputs.text("request_id")?),
            step: inputs.count("step")? as usize,
            requests,
            writes,
            recorded_s: inputs.real("recorded_s")?,
            stopped_after_s: inputs.real("stopped_after_s")?,
            falls_back: inputs.toggle("falls_back")?,
            fresh_keys: inputs.toggle("fresh_keys")?,
            unguarded: inputs.toggle("unguarded")?,
        })
    }

    /// The share of the replay that had run when it was stopped.
    fn run_share(&self) -> f64 {
        (self.stopped_after_s / self.recorded_s).min(1.0)
    }

    fn repeated(&self, run: f64) -> u64 {
        repeated_writes(
            self.writes,
            run,
            self.falls_back,
            self.fresh_keys,
            self.unguarded,
        )
    }

    fn answer(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![self.decision(), self.gates(), cases_table(), self.layers()],
            charts: vec![self.gates_chart(), self.accident_chart()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn passed(&self, checker: Checker) -> f64 {
        let gates = checker.gates(&self.request);
        let seen = gates.iter().take(self.step);
        seen.filter(|(_, verdict)| *verdict == Verdict::Passed)
            .count() as f64
    }

    fn figures(&self) -> Vec<Figure> {
        let [code, promised] = Checker::ALL.map(passing);
        let open = [self.falls_back, self.fresh_keys, self.unguarded];
        let open = open.into_iter().filter(|open| *open).count();
        let of_all = Message::new("replay_gate.basis.cases");
        vec![
            Figure::new("passes_code", Unit::Count, Ok(code)).on(of_all.clone()),
            Figure::new("passes_promised", Unit::Count, Ok(promised)).on(of_all),
            Figure::new("only_by_code", Unit::Count, Ok(code - promised)),
            Figure::new(
                "gates_passed_code",
                Unit::Count,
                Ok(self.passed(Checker::Code)),
            ),
            Figure::new(
                "gates_passed_promised",
                Unit::Count,
                Ok(self.passed(Checker::Promised)),
            ),
            Figure::new(
                "repeated_writes",
                Unit::Count,
                Ok(as_real(self.repeated(self.run_share()))),
            ),
            Figure::new("write_share", Unit::Ratio, Ok(self.write_share())),
            Figure::new(
                "writes_per_s",
                Unit::PerSecond,
                Ok(as_real(self.writes) / self.recorded_s),
            ),
            Figure::new("layers_open", Unit::Count, Ok(open as f64)),
        ]
    }

    fn write_share(&self) -> f64 {
        as_real(self.writes) / as_real(self.requests)
    }

    fn decision(&self) -> Table {
        let rows = Checker::ALL.map(|checker| {
            let decided = checker.decide(&self.request);
            let key = match decided {
                Ok(Key::Original) => Entry::Word("key_original"),
                Ok(Key::Derived) => Entry::Name(self.derived.clone()),
                Ok(Key::Empty) => Entry::Word("key_empty"),
                Err(_) => Entry::Word("key_none"),
            };
            let (decision, because) = match decided {
                Ok(key) => ("passes", why_passed(key)),
                Err(gate) => ("refused", why_refused(gate)),
            };
            vec![
                Entry::Word(checker_word(checker)),
                Entry::Word(decision),
                Entry::Word(because),
                key,
            ]
        });
        Table {
            id: "decision",
            rows: rows.into(),
        }
    }

    fn gates(&self) -> Table {
        let [code, promised] = Checker::ALL.map(|checker| checker.gates(&self.request));
        let both = code.into_iter().zip(promised).zip(1..);
        let rows = both.take(self.step).map(|((code, promised), number)| {
            vec![
                as_real(number).into(),
                Entry::Word(gate_word(code.0)),
                Entry::Word(verdict_word(code.1)),
                Entry::Word(gate_word(promised.0)),
                Entry::Word(verdict_word(promised.1)),
            ]
        });
        Table {
            id: "gates",
            rows: rows.collect(),
        }
    }

    /// What each set of open layers lets through by the same moment.
    fn layers(&self) -> Table {
        let rows = (0..8_u8).map(|bits| {
            let open = [4, 2, 1].map(|bit| bits & bit == 0);
            let [reaches, fresh, unguarded] = open;
            let count = repeated_writes(self.writes, self.run_share(), reaches, fresh, unguarded);
            let mut row: Vec<Entry> = open.map(|open| Entry::Word(yes_or_no(open))).into();
            row.push(as_real(count).into());
            row
        });
        Table {
            id: "layers",
            rows: rows.collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let [code, promised] = Checker::ALL.map(passing);
        let share = significant(self.run_share(), 6);
        let writes = self.writes;
        let layers = [self.falls_back, self.fresh_keys, self.unguarded].map(u8::from);
        let [a, b, c] = layers;
        vec![
            Step::new(
                "repeated_writes",
                "D = ⌊w · s⌋ · a · b · c",
                format!("⌊{writes} · {share}⌋ · {a} · {b} · {c}"),
                Ok(as_real(self.repeated(self.run_share()))),
                Unit::Count,
            ),
            Step::new(
                "write_share",
                "w / n",
                format!("{writes} / {}", self.requests),
                Ok(self.write_share()),
                Unit::Ratio,
            ),
            Step::new(
                "only_by_code",
                "N_code − N_promised",
                format!("{code} − {promised}"),
                Ok(code - promised),
                Unit::Count,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut say = |severity, key: &str| {
            notes.push(Note::new(
                severity,
                Message::new(format!("replay_gate.note.{key}")),
            ));
        };
        let request = &self.request;
        let passes = Checker::Code.decide(request);
        if passes.is_ok() && !request.environment_listed {
            say(Severity::Warning, "no_environment_gate");
        }
        if passes.is_ok() && !request.is_write && !request.tenant_listed {
            say(Severity::Warning, "reads_pass");
        }
        if passes == Ok(Key::Original) {
            say(Severity::Info, "remembered");
        }
        notes
    }
}

/// How many of all cases a checker lets through.
fn passing(checker: Checker) -> f64 {
    cases()
        .iter()
        .filter(|case| checker.decide(case).is_ok())
        .count() as f64
}

/// Every case, and both decisions.
fn cases_table() -> Table {
    let by = |checker: Checker, case: &Replayed| {
        Entry::Word(match checker.decide(case) {
            Ok(Key::Empty) => "key_empty",
            Ok(Key::Original) => "key_original",
            Ok(Key::Derived) => "key_derived",
            Err(_) => "refused",
        })
    };
    let listed = |is_listed: bool| Entry::Word(if is_listed { "listed" } else { "not_listed" });
    let rows = cases().into_iter().map(|case| {
        vec![
            Entry::Word(mode_word(case.mode)),
            Entry::Word(if case.is_write { "write" } else { "read" }),
            listed(case.tenant_listed),
            listed(case.environment_listed),
            Entry::Word(yes_or_no(case.has_original_key)),
            by(Checker::Code, &case),
            by(Checker::Promised, &case),
        ]
    });
    Table {
        id: "cases",
        rows: rows.collect(),
    }
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Shadow => "shadow",
        Mode::Correctness => "correctness",
        Mode::Load => "load",
    }
}

fn checker_word(checker: Checker) -> &'static str {
    match checker {
        Checker::Code => "code",
        Checker::Promised => "promised",
    }
}

fn gate_word(gate: Gate) -> &'static str {
    match gate {
        Gate::Environment => "gate_environment",
        Gate::Tenant => "gate_tenant",
        Gate::Writes => "gate_writes",
        Gate::Key => "gate_key",
    }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Refused => "refused",
        Verdict::NotAsked => "not_asked",
        Verdict::NotReached => "not_reached",
    }
}

fn why_refused(gate: Gate) -> &'static str {
    match gate {
        Gate::Environment => "why_environment",
        Gate::Tenant => "why_tenant",
        Gate::Writes => "why_writes",
        Gate::Key => "why_key",
    }
}

fn why_passed(key: Key) -> &'static str {
    match key {
        Key::Empty => "why_read",
        Key::Original => "why_original",
        Key::Derived => "why_derived",
    }
}
