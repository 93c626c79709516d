//! `queue`: how long what arrives has to wait, from one server to a hundred thousand.

mod charts;
mod spec;
mod steps;

use super::{
    Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Table, finished,
};
use crate::kernel::error::{Defined, DomainError, Undefined};
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{
    FiniteRoom, FiniteSource, FixedService, GeneralService, Load, Loop, ManyServers, Queue, Steady,
    WaitTarget, fewest_servers_of, most_arrivals_per_s_of,
};
use crate::text::{Arg, Message, Unit};

/// The model.
pub(super) struct QueueModel;

impl Model for QueueModel {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// Which queue.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    /// M/M/1 and M/M/c.
    Endless,
    /// M/M/c/K.
    Room(u64),
    /// M/G/1.
    General(f64),
    /// M/D/1.
    Fixed,
    /// Clients and the seconds that they think.
    Closed(u64, f64),
}

/// The levels of the percentiles, with the figures of the wait and of the sojourn.
const LEVELS: [(&str, &str, &str); 5] = [
    ("0.5", "wait_p50_s", "sojourn_p50_s"),
    ("0.9", "wait_p90_s", "sojourn_p90_s"),
    ("0.95", "wait_p95_s", "sojourn_p95_s"),
    ("0.99", "wait_p99_s", "sojourn_p99_s"),
    ("0.999", "wait_p999_s", "sojourn_p999_s"),
];

/// The inputs, typed.
struct Question {
    sort: Sort,
    load: Load,
    target: WaitTarget,
    watch: Probability,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let kind = inputs.choice("kind")?;
        let sort = match kind {
            "mmck" => Sort::Room(inputs.count("capacity")?),
            "mg1" => match inputs.real("service_scv")? {
                // No variance is a constant; any other one leaves the distribution open.
                0.0 => Sort::Fixed,
                scv => Sort::General(scv),
            },
            "md1" => Sort::Fixed,
            "finite_source" => Sort::Closed(inputs.count("clients")?, inputs.real("think_s")?),
            _ => Sort::Endless,
        };
        let service_per_s = inputs.real("service_per_s")?;
        let is_closed = matches!(sort, Sort::Closed(..));
        let load = Load {
            // In a loop nobody arrives from outside.
            arrival_per_s: if is_closed {
                service_per_s
            } else {
                inputs.real("arrival_per_s")?
            },
            service_per_s,
            servers: match kind {
                "mmc" | "mmck" | "finite_source" => inputs.count("servers")?,
                _ => 1,
            },
        };
        Ok(Question {
            sort,
            load,
            target: WaitTarget {
                share: inputs.probability("wait_target_share")?,
                wait_s: inputs.real("wait_target_s")?,
            },
            watch: inputs.probability("watch_utilisation")?,
        })
    }

    /// The queue with another load, or with other clients.
    fn queue(&self, sort: Sort, load: Load) -> Result<Box<dyn Queue>, DomainError> {
        Ok(match sort {
            Sort::Endless => Box::new(ManyServers::new(load)?),
            Sort::Room(capacity) => Box::new(FiniteRoom::new(load, capacity)?),
            Sort::General(scv) => Box::new(GeneralService::new(load, scv)?),
            Sort::Fixed => Box::new(FixedService::new(load)?),
            Sort::Closed(clients, think_s) => Box::new(FiniteSource::new(Loop {
                clients,
                think_s,
                service_per_s: load.service_per_s,
                servers: load.servers,
            })?),
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let queue = self.queue(self.sort, self.load)?;
        let steady = queue.steady();
        let needed = self.servers_needed()?;
        let limit = self.arrival_limit()?;
        Ok(Output {
            figures: self.figures(queue.as_ref(), &steady, needed, limit),
            tables: vec![self.sizing(needed)?],
            charts: vec![self.knee(&steady)?, self.wait_tail(queue.as_ref())],
            steps: self.steps(queue.as_ref(), &steady),
            notes: self.notes(&steady),
        })
    }

    fn servers_needed(&self) -> Result<Defined, ModelError> {
        Ok(match self.sort {
            Sort::General(_) | Sort::Fixed => Err(Undefined("one_server")),
            Sort::Room(_) => Err(Undefined("rest_is_refused")),
            sort => fewest_servers_of(self.target, &|servers| {
                self.queue(
                    sort,
                    Load {
                        servers,
                        ..self.load
                    },
                )
            })?,
        })
    }

    fn arrival_limit(&self) -> Result<Defined, ModelError> {
        Ok(match self.sort {
            Sort::General(_) => Err(Undefined("distribution_unknown")),
            Sort::Room(_) => Err(Undefined("rest_is_refused")),
            Sort::Closed(..) => Err(Undefined("clients_set_the_pace")),
            sort => most_arrivals_per_s_of(self.load, self.target, &|arrival_per_s| {
                self.queue(
                    sort,
                    Load {
                        arrival_per_s,
                        ..self.load
                    },
                )
            })?,
        })
    }

    fn figures(
        &self,
        queue: &dyn Queue,
        steady: &Result<Steady, Undefined>,
        needed: Defined,
        limit: Defined,
    ) -> Vec<Figure> {
        let of = |value: fn(&Steady) -> f64| match steady {
            Ok(steady) => Ok(value(steady)),
            Err(reason) => Err(*reason),
        };
        let overloaded = steady.is_err();
        let mut figures = vec![
            // What is asked of the servers; from 1 on there is no long run, and this says by how much.
            Figure::new(
                "utilisation",
                Unit::Ratio,
                if overloaded {
                    Ok(self.load.utilisation())
                } else {
                    of(|s| s.utilisation)
                },
            ),
            Figure::new("wait_probability", Unit::Ratio, of(|s| s.wait_probability)),
            Figure::new(
                "blocking_probability",
                Unit::Ratio,
                of(|s| s.blocking_probability),
            ),
            Figure::new(
                "throughput_per_s",
                Unit::PerSecond,
                if overloaded {
                    Ok(self.load.capacity_per_s())
                } else {
                    of(|s| s.throughput_per_s)
                },
            ),
            Figure::new("wait_mean_s", Unit::Second, of(|s| s.wait_mean_s)),
            Figure::new("sojourn_mean_s", Unit::Second, of(|s| s.sojourn_mean_s)),
            Figure::new("queue_mean", Unit::One, of(|s| s.queue_mean)),
            Figure::new("system_mean", Unit::One, of(|s| s.system_mean)),
        ];
        let percentile = |text: &str, waits: bool| -> Defined {
            let level: Probability = text.parse().map_err(|_| Undefined("out_of_range"))?;
            if waits {
                queue.wait_percentile_s(level)
            } else {
                queue.sojourn_percentile_s(level)
            }
        };
        for waits in [true, false] {
            for (level, wait, sojourn) in LEVELS {
                let id = if waits { wait } else { sojourn };
                figures.push(Figure::new(id, Unit::Second, percentile(level, waits)));
            }
        }
        let basis = Message::new("queue.basis.target")
            .with("share", Arg::Share(self.target.share))
            .quantity("wait", self.target.wait_s, Unit::Second);
        figures.push(Figure::new("servers_needed", Unit::Count, needed).on(basis.clone()));
        figures.push(Figure::new("arrival_limit_per_s", Unit::PerSecond, limit).on(basis));
        figures
    }

    /// A server more and a server less, around those that are needed and those that are there.
    fn sizing(&self, needed: Defined) -> Result<Table, ModelError> {
        let here = self.load.servers;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most some ten million"
        )]
        let middle = needed.map_or(here, |needed| needed as u64);
        let mut sizes = vec![here];
        if !matches!(self.sort, Sort::General(_) | Sort::Fixed) {
            sizes.extend(middle.saturating_sub(2).max(1)..=middle + 2);
        }
        sizes.sort_unstable();
        sizes.dedup();
        let rows = sizes
            .into_iter()
            .map(|servers| {
                let load = Load {
                    servers,
                    ..self.load
                };
                let queue = self.queue(self.sort, load)?;
                let steady = queue.steady();
                let p99 = "0.99".parse().map_err(|_| ModelError::at("kind"))?;
                #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
                let count = servers as f64;
                Ok(vec![
                    count.into(),
                    steady
                        .map_or_else(|_| load.utilisation(), |steady| steady.utilisation)
                        .into(),
                    queue
                        .wait_tail(self.target.wait_s)
                        .map(|late| 1.0 - late)
                        .into(),
                    steady.map(|steady| steady.wait_mean_s).into(),
                    queue.sojourn_percentile_s(p99).into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table { id: "sizing", rows })
    }

    fn notes(&self, steady: &Result<Steady, Undefined>) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |severity, message| notes.push(Note::new(severity, message));
        let load = &self.load;
        if steady.is_err() && load.spare_per_s() == 0.0 {
            note(
                Severity::Warning,
                Message::new("queue.note.balanced").quantity(
                    "arrival",
                    load.arrival_per_s,
                    Unit::PerSecond,
                ),
            );
        } else if steady.is_err() && load.spare_per_s() < 0.0 {
            note(
                Severity::Warning,
                Message::new("queue.note.unstable")
                    .quantity("arrival", load.arrival_per_s, Unit::PerSecond)
                    .quantity("capacity", load.capacity_per_s(), Unit::PerSecond)
                    .quantity("growth", -load.spare_per_s(), Unit::PerSecond),
            );
        }
        if let Ok(steady) = steady
            && steady.utilisation >= self.watch.value()
        {
            note(
                Severity::Info,
                Message::new("queue.note.above_watch")
                    .quantity("utilisation", steady.utilisation, Unit::Ratio)
                    .with("watch", Arg::Share(self.watch)),
            );
        }
        match self.sort {
            Sort::Room(capacity) if capacity < load.servers => {
                #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
                let idle = (load.servers - capacity) as f64;
                note(
                    Severity::Info,
                    Message::new("queue.note.no_room_for_servers").quantity(
                        "idle",
                        idle,
                        Unit::Count,
                    ),
                );
            }
            Sort::Room(_) if load.spare_per_s() < 0.0 => note(
                Severity::Warning,
                Message::new("queue.note.refuses_the_rest").quantity(
                    "surplus",
                    -load.spare_per_s(),
                    Unit::PerSecond,
                ),
            ),
            Sort::General(_) => note(Severity::Info, Message::new("queue.note.no_percentiles")),
            _ => {}
        }
        notes
    }
}
