//! `order_faults`: an order system whose database is slow, whose cache is dead, or that loses an instance.

mod charts;
mod spec;

use super::lab::{in_ns, in_s, said_s};
use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Step, Table, as_real,
    finished,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::lab::order_faults::{
    Balancer, Dependency, Outcome, Place, Request, Run as Orders, Service, Summary, lost_instance,
    three_phases,
};
use crate::text::{Message, Unit};
use spec::SPEC;

const LOST: &str = "lost_instance";
const SLOW: &str = "slow_database";
/// Orders that are shown one by one, up to the step.
const SHOWN: usize = 10;
/// What the phases are called.
const PHASES: [&str; 3] = ["before", "fault", "after"];

/// The model.
pub(super) struct OrderFaults;

impl Model for OrderFaults {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed, and the run that they describe.
struct Question {
    scenario: &'static str,
    run: Orders,
    /// The orders done, at least one.
    step: usize,
    balanced: Balanced,
    retry: bool,
    timeout_s: f64,
    /// The database's time in the fault, and the cache's.
    database_s: f64,
    cache_s: f64,
}

/// The balancer's setting.
struct Balanced {
    instances: usize,
    instance_s: f64,
    retry_cost_s: f64,
    eject_after: u64,
    orders: usize,
    lost_at: usize,
}

impl Balanced {
    fn run(&self, retry: bool) -> Orders {
        let retry_ns = retry.then(|| in_ns(self.retry_cost_s));
        let latency_ns = in_ns(self.instance_s);
        let balancer = Balancer::new(self.instances, latency_ns, retry_ns, self.eject_after);
        let mut run = lost_instance(balancer, self.orders, self.lost_at);
        // The course's program has recovered once the lost one is out; with nobody left to call, nothing has.
        if self.instances == 1 {
            run.recovery = None;
        }
        run
    }
}

impl Question {
    #[expect(clippy::cast_possible_truncation, reason = "counts are small")]
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let scenario = inputs.choice("scenario")?;
        let whole = |id| inputs.count(id).map(|count| count as usize);
        let balanced = Balanced {
            instances: whole("instances")?,
            instance_s: inputs.real("instance_s")?,
            retry_cost_s: inputs.real("retry_cost_s")?,
            eject_after: inputs.count("eject_after")?,
            orders: whole("orders")?,
            lost_at: whole("lost_at")?,
        };
        let retry = inputs.toggle("retry")?;
        let timeout_s = inputs.real("timeout_s")?;
        let slow_s = inputs.real("slow_s")?;
        let cache_s = inputs.real("cache_s")?;
        let behind_cache_s = inputs.real("database_s")?;
        let service = |cache: Option<bool>, database_s| Service {
            cache: cache.map(|is_down| Dependency {
                latency_ns: in_ns(cache_s),
                is_down,
            }),
            database: Dependency {
                latency_ns: in_ns(database_s),
                is_down: false,
            },
            timeout_ns: in_ns(timeout_s),
        };
        let run = match scenario {
            LOST => balanced.run(retry),
            SLOW => three_phases(
                &service(None, inputs.real("healthy_s")?),
                &service(None, slow_s),
                &service(None, inputs.real("recovered_s")?),
                whole("slow_orders")?,
            ),
            _ => three_phases(
                &service(Some(false), behind_cache_s),
                &service(Some(true), behind_cache_s),
                &service(Some(false), behind_cache_s),
                whole("cache_orders")?,
            ),
        };
        Ok(Question {
            scenario,
            step: whole("step")?.clamp(1, run.requests.len().max(1)),
            run,
            balanced,
            retry,
            timeout_s,
            database_s: if scenario == SLOW {
                slow_s
            } else {
                behind_cache_s
            },
            cache_s,
        })
    }

    /// The phase of an order, counted from 0.
    fn phase(&self, order: usize) -> usize {
        self.run
            .phases
            .iter()
            .filter(|first| **first <= order)
            .count()
            .max(1)
            - 1
    }

    /// The orders of a phase up to and without `end`.
    fn of_phase(&self, phase: usize, end: usize) -> &[Request] {
        let from = self.run.phases.get(phase).copied().unwrap_or(0);
        let next = self.run.phases.get(phase + 1).copied();
        let to = next.unwrap_or(self.run.requests.len()).min(end);
        self.run.requests.get(from..to).unwrap_or(&[])
    }

    fn answer(&self) -> Output {
        let here = self.phase(self.step - 1);
        let so_far = Summary::of(self.of_phase(here, self.step));
        Output {
            figures: self.figures(so_far, here),
            tables: vec![self.phases(), self.orders(), self.with_and_without()],
            charts: vec![self.orders_chart(), self.calls_chart()],
            steps: self.steps(so_far),
            notes: self.notes(so_far),
        }
    }

    fn figures(&self, so_far: Option<Summary>, phase: usize) -> Vec<Figure> {
        let of = |value: fn(&Summary) -> u64| {
            so_far
                .map(|all| as_real(value(&all)))
                .ok_or(Undefined("no_requests"))
        };
        let recovered = match self.run.recovery {
            Some((_, last)) if last < self.step => Ok(()),
            Some(_) => Err(Undefined("not_yet")),
            None => Err(Undefined("no_recovery")),
        };
        let (requests, time_s) = recovery(&self.run);
        let basis = Message::new(format!("order_faults.basis.{}", self.phase_word(phase)));
        vec![
            Figure::new("total", Unit::Count, of(Summary::total)).on(basis),
            Figure::new("success", Unit::Count, of(|all| all.outcomes[0])),
            Figure::new("degraded", Unit::Count, of(|all| all.outcomes[1])),
            Figure::new("failed", Unit::Count, of(|all| all.outcomes[2])),
            Figure::new("timed_out", Unit::Count, of(|all| all.outcomes[3])),
            Figure::new("p99_s", Unit::Second, p99_s(so_far)),
            Figure::new("recovery_requests", Unit::Count, recovered.and(requests)),
            Figure::new("recovery_s", Unit::Second, recovered.and(time_s)),
            Figure::new("database_calls", Unit::Count, of(|all| all.database_calls)),
            Figure::new("cache_errors", Unit::Count, of(|all| all.cache_errors)),
            Figure::new("backend_errors", Unit::Count, of(|all| all.backend_errors)),
        ]
    }

    fn phase_word(&self, phase: usize) -> &'static str {
        if self.scenario == LOST {
            return "whole";
        }
        PHASES.get(phase).copied().unwrap_or("whole")
    }

    fn phases(&self) -> Table {
        let rows = (0..self.run.phases.len()).filter_map(|phase| {
            let all = Summary::of(self.of_phase(phase, usize::MAX))?;
            let mut row = vec![
                Entry::Word(self.phase_word(phase)),
                as_real(all.total()).into(),
            ];
            row.extend(all.outcomes.map(|count| as_real(count).into()));
            row.push(in_s(all.p99_ns).into());
            let calls = [all.database_calls, all.cache_errors, all.backend_errors];
            row.extend(calls.map(|count| as_real(count).into()));
            Some(row)
        });
        Table {
            id: "phases",
            rows: rows.collect(),
        }
    }

    /// The last orders up to the step.
    fn shown(&self) -> impl Iterator<Item = (usize, &Request)> {
        let from = self.step.saturating_sub(SHOWN);
        let orders = self.run.requests.iter().enumerate();
        orders.skip(from).take(self.step - from)
    }

    fn orders(&self) -> Table {
        let rows = self.shown().map(|(at, order)| {
            vec![
                as_real(at as u64 + 1).into(),
                Entry::Name(way(order)),
                Entry::Word(order.outcome.id()),
                in_s(order.latency_ns).into(),
            ]
        });
        Table {
            id: "orders",
            rows: rows.collect(),
        }
    }

    /// The lost instance, once without retries and once with them, whatever is shown above.
    fn with_and_without(&self) -> Table {
        let rows = [(false, "no"), (true, "yes")].map(|(retry, word)| {
            let run = self.balanced.run(retry);
            let all = Summary::of(&run.requests);
            let of = |value: fn(&Summary) -> u64| match &all {
                Some(all) => Entry::from(as_real(value(all))),
                None => Entry::Undefined(Undefined("no_requests")),
            };
            let (requests, time_s) = recovery(&run);
            vec![
                Entry::Word(word),
                of(|all| all.outcomes[0]),
                of(|all| all.outcomes[1]),
                of(|all| all.outcomes[2]),
                p99_s(all).into(),
                requests.into(),
                time_s.into(),
                of(|all| all.backend_errors),
            ]
        });
        Table {
            id: "retry",
            rows: rows.into(),
        }
    }

    fn steps(&self, so_far: Option<Summary>) -> Vec<Step> {
        let total = so_far.map_or(0, |all| all.total());
        let mut steps = vec![Step::new(
            "p99_s",
            "P99 = x(⌈0.99 · n⌉)",
            format!("x(⌈0.99 · {total}⌉) = x({})", (99 * total).div_ceil(100)),
            p99_s(so_far),
            Unit::Second,
        )];
        if self.scenario != LOST {
            let (formula, sum_s, substitution) = if self.scenario == SLOW {
                let said = said_s(self.database_s);
                ("W = min(d, T)", self.database_s, said)
            } else {
                let said = format!("{} + {}", said_s(self.cache_s), said_s(self.database_s));
                ("W = min(c + d, T)", self.cache_s + self.database_s, said)
            };
            let wait_ns = in_ns(sum_s.min(self.timeout_s));
            steps.push(Step::new(
                "wait_s",
                formula,
                format!("min({substitution}, {})", said_s(self.timeout_s)),
                Ok(in_s(wait_ns)),
                Unit::Second,
            ));
            return steps;
        }
        let Balanced {
            instances,
            eject_after,
            ..
        } = self.balanced;
        // The round trip's formulas hold for two instances and more.
        if instances < 2 || self.run.recovery.is_none() {
            return steps;
        }
        let (requests, time_s) = recovery(&self.run);
        let each = said_s(self.balanced.instance_s);
        let cost = said_s(self.balanced.retry_cost_s);
        let formulas = if self.retry {
            [
                (
                    "N = (k − 1) · (n − 1) + 1",
                    format!("({eject_after} − 1) · ({instances} − 1) + 1"),
                ),
                (
                    "t = k · (2w + r) + (k − 1) · (n − 2) · w",
                    format!(
                        "{eject_after} · (2 · {each} + {cost}) + ({eject_after} − 1) · ({instances} − 2) · {each}"
                    ),
                ),
            ]
        } else {
            let [a, b] = [
                (
                    "N = (k − 1) · n + 1",
                    format!("({eject_after} − 1) · {instances} + 1"),
                ),
                ("t = N · w", String::new()),
            ];
            let shown = requests.map_or(String::new(), |count| format!("{count} · {each}"));
            [a, (b.0, shown)]
        };
        let [(first, with), (second, and)] = formulas;
        steps.push(Step::new(
            "recovery_requests",
            first,
            with,
            requests,
            Unit::Count,
        ));
        steps.push(Step::new("recovery_s", second, and, time_s, Unit::Second));
        if self.retry {
            let twice_ns = 2 * in_ns(self.balanced.instance_s) + in_ns(self.balanced.retry_cost_s);
            steps.push(Step::new(
                "retried_s",
                "W = w + r + w",
                format!("{each} + {cost} + {each}"),
                Ok(in_s(twice_ns)),
                Unit::Second,
            ));
        }
        steps
    }

    fn notes(&self, so_far: Option<Summary>) -> Vec<Note> {
        let mut notes = Vec::new();
        let Some(all) = so_far else {
            return notes;
        };
        let count = |key: &str, count: u64| {
            let message = Message::new(format!("order_faults.note.{key}"));
            message.quantity("count", as_real(count), Unit::Count)
        };
        let timed_out = all.outcomes[3];
        if timed_out > 0 {
            notes.push(Note::warning(count("calls_were_made", timed_out)));
        }
        let saved = all.outcomes[1];
        if self.scenario == LOST && saved > 0 {
            notes.push(Note::info(count("retries_hit_too", saved)));
        }
        let failed = all.outcomes[2];
        if self.scenario == LOST && self.balanced.instances == 1 && failed > 0 {
            notes.push(Note::warning(count("none_left", failed)));
        }
        if self.scenario == LOST && self.balanced.lost_at >= self.balanced.orders {
            notes.push(Note::info(Message::new("order_faults.note.nothing_lost")));
        }
        notes
    }
}

/// The length of a run's recovery in requests and in seconds.
fn recovery(run: &Orders) -> (Defined, Defined) {
    let none = Undefined("no_recovery");
    let requests = run
        .recovery
        .map(|(from, to)| as_real((to - from) as u64 + 1));
    (
        requests.ok_or(none),
        run.recovery_ns().map(in_s).ok_or(none),
    )
}

fn p99_s(all: Option<Summary>) -> Defined {
    all.map(|all| in_s(all.p99_ns))
        .ok_or(Undefined("no_requests"))
}

/// Where an order went, in signs that need no language: `order-2 ✗ → order-3`.
fn way(order: &Request) -> String {
    let name = |place| match place {
        Place::Cache => "cache".to_owned(),
        Place::Database => "db".to_owned(),
        Place::Instance(at) => format!("order-{}", at + 1),
    };
    let late = |at: usize| order.outcome == Outcome::TimedOut && at + 1 == order.calls.len();
    let calls = order.calls.iter().enumerate().map(|(at, call)| {
        let sign = if call.is_error {
            " ✗"
        } else if late(at) {
            " ⏱"
        } else {
            ""
        };
        format!("{}{sign}", name(call.place))
    });
    calls.collect::<Vec<_>>().join(" → ")
}
