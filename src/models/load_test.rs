//! `load_test`: what a load test shows of a service, and what it hides.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished, significant,
};
use crate::kernel::capacity::{ClosedLoop, Generators, Latencies, OpenLoop, Stall, generators};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{FiniteSource, Load, Loop, ManyServers, Queue, Steady};
use crate::text::{Message, Unit};
use spec::SPEC;

/// Stop rules of the ramp: the 99th percentile by the target, and the wait by the service.
const STOP_P99: f64 = 1.5;
const STOP_WAIT: f64 = 0.5;
/// Levels of the ramp as shares of capacity; the first is the baseline.
const LEVELS: [f64; 10] = [0.01, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99];

/// The model.
pub(super) struct LoadTest;

impl Model for LoadTest {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed, with what theory says of the service under each kind of load.
struct Question {
    load: Load,
    clients: u64,
    stall_s: f64,
    stall: Stall,
    closed: ClosedLoop,
    closed_steady: Steady,
    /// The closed loop as measured over a test whose cold start is kept.
    measured: ClosedLoop,
    /// Undefined where more is sent than can be served.
    open: Result<OpenLoop, Undefined>,
    /// How near its wait has come to the long run when the stall begins.
    open_settled: Defined,
    target_p99_s: f64,
    head_room: f64,
    generator_connections: u64,
    generators: Generators,
}

/// The three records of the same stall.
struct Records {
    closed: Latencies,
    corrected: Latencies,
    open: Result<Latencies, Undefined>,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let (clients, servers) = (inputs.count("clients")?, inputs.count("servers")?);
        let (think_s, service_s) = (inputs.real("think_s")?, inputs.real("service_s")?);
        let rate_per_s = inputs.real("rate_per_s")?;
        let (stall_s, test_s) = (inputs.real("stall_s")?, inputs.real("test_s")?);
        let stall = Stall::new(stall_s, test_s).map_err(|_| ModelError {
            input: Some("stall_s"),
            message: Message::new("load_test.error.stall_too_long")
                .quantity("asked", stall_s, Unit::Second)
                .quantity("most", 0.75 * test_s, Unit::Second),
        })?;
        let clients_at = |service_s: f64| -> Result<(ClosedLoop, Steady), ModelError> {
            let steady = FiniteSource::new(Loop {
                clients,
                think_s,
                service_per_s: 1.0 / service_s,
                servers,
            })?
            .steady()
            .map_err(|_| ModelError::at("service_s"))?;
            let closed = ClosedLoop {
                throughput_per_s: steady.throughput_per_s,
                response_s: steady.sojourn_mean_s,
                think_s,
            };
            Ok((closed, steady))
        };
        let (closed, closed_steady) = clients_at(service_s)?;
        let (cold, _) = clients_at(service_s * inputs.real("cold_slowdown")?)?;
        let load = Load {
            arrival_per_s: rate_per_s,
            service_per_s: 1.0 / service_s,
            servers,
        };
        let queue = ManyServers::new(load)?;
        let open_settled = queue.settled(stall.begins_s());
        let open = queue.steady().and_then(|steady| {
            Ok(OpenLoop {
                rate_per_s,
                response_s: service_s + open_settled? * steady.wait_mean_s,
                capacity_per_s: load.capacity_per_s(),
            })
        });
        let target_p99_s = inputs.real("target_p99_s")?;
        let head_room = inputs.real("head_room")?;
        let generator_connections = inputs.count("generator_connections")?;
        Ok(Question {
            load,
            clients,
            stall_s,
            stall,
            closed,
            closed_steady,
            measured: closed.with_cold_start(&cold, inputs.real("cold_s")?, test_s),
            open,
            open_settled,
            target_p99_s,
            head_room,
            generator_connections,
            generators: generators(
                rate_per_s,
                target_p99_s,
                head_room,
                generator_connections as f64,
            )?,
        })
    }

    fn records(&self) -> Records {
        Records {
            closed: self.closed.record(&self.stall),
            corrected: self.closed.corrected(&self.stall),
            open: self.open.and_then(|open| open.record(&self.stall)),
        }
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let records = self.records();
        let due = self.closed.throughput_per_s * self.stall_s;
        let slow = records.closed.slow();
        let seconds = |id, value: Defined| Figure::new(id, Unit::Second, value);
        let count = |id, value: f64| Figure::new(id, Unit::Count, Ok(value));
        let rate = |id, value: Defined| Figure::new(id, Unit::PerSecond, value);
        let open_rate = Message::new("load_test.basis.open").quantity(
            "rate",
            self.load.arrival_per_s,
            Unit::PerSecond,
        );
        let clients = Message::new("load_test.basis.closed").quantity(
            "clients",
            self.clients as f64,
            Unit::Count,
        );
        let limit = self.ramp_limit_per_s()?;
        Ok(Output {
            figures: vec![
                count("due_in_stall", due.round()),
                count("closed_slow", slow.round()).on(clients.clone()),
                count("omitted", (due - slow).max(0.0).round()),
                seconds("closed_p99_s", records.closed.quantile_s(0.99)).on(clients.clone()),
                seconds("corrected_p99_s", records.corrected.quantile_s(0.99)),
                seconds("open_p99_s", quantile_s(&records.open, 0.99)).on(open_rate.clone()),
                seconds(
                    "recovery_s",
                    self.open.and_then(|open| open.recovery_s(&self.stall)),
                )
                .on(open_rate),
                rate("closed_throughput_per_s", Ok(self.closed.throughput_per_s)).on(clients),
                seconds("closed_response_s", Ok(self.closed.response_s)),
                Figure::new(
                    "closed_in_system",
                    Unit::One,
                    Ok(self.closed_steady.system_mean),
                ),
                rate("cold_throughput_per_s", Ok(self.measured.throughput_per_s)),
                seconds("cold_response_s", Ok(self.measured.response_s)),
                seconds("baseline_p99_s", self.response_p99_s(LEVELS[0])?),
                rate("ramp_limit_per_s", limit),
                count("in_flight", self.generators.in_flight),
                count("generators", self.generators.machines),
            ],
            tables: vec![self.records_table(&records), self.ramp_table()?],
            charts: vec![
                self.stall_chart(),
                self.records_chart(&records),
                self.ramp_chart(limit)?,
            ],
            steps: self.steps(due, slow),
            notes: self.notes(&records, limit),
        })
    }

    /// The queue at a share of its capacity.
    fn at(&self, share: f64) -> Result<ManyServers, ModelError> {
        Ok(ManyServers::new(Load {
            arrival_per_s: share * self.load.capacity_per_s(),
            ..self.load
        })?)
    }

    fn response_p99_s(&self, share: f64) -> Result<Defined, ModelError> {
        Ok(self.at(share)?.sojourn_percentile_s(p99()))
    }

    /// Which stop rule holds at a share of capacity.
    fn verdict(&self, share: f64) -> Result<&'static str, ModelError> {
        let queue = self.at(share)?;
        let slower = queue.sojourn_tail(STOP_P99 * self.target_p99_s);
        if slower.is_ok_and(|slower| slower > 0.01) {
            return Ok("stop_p99");
        }
        let most_wait_s = STOP_WAIT / self.load.service_per_s;
        Ok(match queue.steady() {
            Ok(steady) if steady.wait_mean_s <= most_wait_s => "go_on",
            _ => "stop_wait",
        })
    }

    /// The highest rate at which no stop rule holds: each rule, once it holds, holds at every higher rate.
    fn ramp_limit_per_s(&self) -> Result<Defined, ModelError> {
        if self.verdict(1e-6)? != "go_on" {
            return Ok(Err(Undefined("stopped_at_once")));
        }
        let (mut low, mut high) = (1e-6, 1.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if self.verdict(middle)? == "go_on" {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(Ok(low * self.load.capacity_per_s()))
    }

    fn records_table(&self, records: &Records) -> Table {
        let row = |word, record: Result<&Latencies, Undefined>| -> Vec<Entry> {
            let of = |number: fn(&Latencies) -> f64| -> Entry { record.map(number).into() };
            let at = |share| -> Entry { record.and_then(|record| record.quantile_s(share)).into() };
            vec![
                Entry::Word(word),
                of(Latencies::requests),
                of(Latencies::slow),
                at(0.5),
                at(0.99),
                at(0.999),
                of(Latencies::longest_s),
            ]
        };
        Table {
            id: "records",
            rows: vec![
                row("closed", Ok(&records.closed)),
                row("corrected", Ok(&records.corrected)),
                row("open", records.open.as_ref().map_err(|reason| *reason)),
            ],
        }
    }

    fn ramp_table(&self) -> Result<Table, ModelError> {
        let rows = LEVELS
            .iter()
            .map(|share| {
                let queue = self.at(*share)?;
                Ok(vec![
                    (share * self.load.capacity_per_s()).into(),
                    (*share).into(),
                    queue.steady().map(|steady| steady.wait_mean_s).into(),
                    queue.sojourn_percentile_s(p99()).into(),
                    Entry::Word(self.verdict(*share)?),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table { id: "ramp", rows })
    }

    fn steps(&self, due: f64, slow: f64) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let mut steps = vec![
            Step::new(
                "due_in_stall",
                "X · S",
                format!(
                    "{} /s · {} s",
                    number(self.closed.throughput_per_s),
                    number(self.stall_s)
                ),
                Ok(due),
                Unit::Count,
            ),
            Step::new(
                "closed_slow",
                "X · (R + min(S, Z))",
                format!(
                    "{} /s · ({} s + {} s)",
                    number(self.closed.throughput_per_s),
                    number(self.closed.response_s),
                    number(self.closed.think_s.min(self.stall_s))
                ),
                Ok(slow),
                Unit::Count,
            ),
        ];
        if let Ok(open) = self.open {
            steps.push(Step::new(
                "recovery_s",
                "S / (1 − ρ)",
                format!(
                    "{} s / (1 − {})",
                    number(self.stall_s),
                    number(self.load.utilisation())
                ),
                open.recovery_s(&self.stall),
                Unit::Second,
            ));
        }
        steps.push(Step::new(
            "in_flight",
            "λ · p99 · head-room",
            format!(
                "{} /s · {} s · {}",
                number(self.load.arrival_per_s),
                number(self.target_p99_s),
                number(self.head_room)
            ),
            Ok(self.generators.in_flight),
            Unit::Count,
        ));
        steps.push(Step::new(
            "generators",
            "⌈in flight / connections⌉",
            format!(
                "⌈{} / {}⌉",
                number(self.generators.in_flight),
                self.generator_connections
            ),
            Ok(self.generators.machines),
            Unit::Count,
        ));
        steps
    }

    fn notes(&self, records: &Records, limit: Defined) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut add = |severity, message| notes.push(Note::new(severity, message));
        let open_p99_s = quantile_s(&records.open, 0.99);
        if let (Ok(closed_s), Ok(open_s)) = (records.closed.quantile_s(0.99), open_p99_s)
            && open_s > 2.0 * closed_s
        {
            add(
                Severity::Warning,
                Message::new("load_test.note.hidden")
                    .quantity("closed", closed_s, Unit::Second)
                    .quantity("open", open_s, Unit::Second),
            );
        }
        if self.open.is_err() {
            add(Severity::Warning, Message::new("load_test.note.unstable"));
        }
        if self.open_settled.is_ok_and(|settled| settled < 0.99) {
            add(Severity::Info, Message::new("load_test.note.unsettled"));
        }
        if limit.is_err() {
            add(
                Severity::Warning,
                Message::new("load_test.note.stopped_at_once"),
            );
        }
        notes
    }
}

/// 99 %.
fn p99() -> Probability {
    "0.99".parse().unwrap_or(Probability::ZERO)
}

fn quantile_s(record: &Result<Latencies, Undefined>, share: f64) -> Defined {
    record.as_ref().map_err(|reason| *reason)?.quantile_s(share)
}
