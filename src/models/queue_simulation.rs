//! `queue_simulation`: a queue by simulation, with the formula beside it and the interval about it.

mod charts;
mod spec;

use super::{
    Budget, Entry, Figure, FigureSpec, Inputs, Model, ModelError, ModelSpec, Note, Output, PENDING,
    Progress, Run, Severity, Step, Table, significant,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{
    FixedService, GeneralService, Load, ManyServers, Queue, Variability, mean_wait_s,
};
use crate::kernel::sim::{BATCHES, Measured, ServiceTime, Station, StationRun};
use crate::kernel::stats::MeanInterval;
use crate::text::{Message, Unit};
use spec::SPEC;

const LEVELS: [(&str, f64); 3] = [("0.5", 0.5), ("0.9", 0.9), ("0.99", 0.99)];

/// The model.
pub(super) struct QueueSimulation;

impl Model for QueueSimulation {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let servers = inputs.count("servers")?;
        let service = inputs.choice_of(
            "service",
            &[
                ("fixed", ServiceTime::Fixed),
                ("exponential", ServiceTime::Exponential),
                (
                    "lognormal",
                    ServiceTime::LogNormal {
                        scv: inputs.real("service_scv")?,
                    },
                ),
            ],
        )?;
        let station = Station {
            arrival_per_s: inputs.real("arrival_per_s")?,
            service_per_s: inputs.real("service_per_s")?,
            servers: u32::try_from(servers).map_err(|_| ModelError::at("servers"))?,
            service,
        };
        let customers = inputs.count("customers")?;
        let warm_up_share = inputs.real("warm_up_share")?;
        Ok(Box::new(Simulation {
            station,
            formula: Formula::of(&station)?,
            customers,
            warm_up_share,
            run: StationRun::new(station, customers, warm_up_share, inputs.count("seed")?)?,
        }))
    }
}

/// What theory has to say about the same queue.
struct Formula {
    wait_mean_s: Defined,
    wait_probability: Defined,
    /// The whole distribution, where it is known.
    queue: Option<Box<dyn Queue>>,
    /// Whether the mean is only an approximation.
    approximate: bool,
}

impl Formula {
    fn of(station: &Station) -> Result<Formula, ModelError> {
        let load = Load {
            arrival_per_s: station.arrival_per_s,
            service_per_s: station.service_per_s,
            servers: u64::from(station.servers),
        };
        let scv = station.service.scv();
        let one = station.servers == 1;
        let queue: Option<Box<dyn Queue>> = match station.service {
            ServiceTime::Exponential => Some(Box::new(ManyServers::new(load)?)),
            ServiceTime::Fixed if one => Some(Box::new(FixedService::new(load)?)),
            _ => None,
        };
        let means = match &queue {
            Some(queue) => Some(queue.steady()),
            None if one => Some(GeneralService::new(load, scv)?.steady()),
            None => None,
        };
        let approximation = || -> Result<Defined, ModelError> {
            let spare = load.spare_per_s() / load.capacity_per_s();
            if spare <= 0.0 {
                return Ok(Err(Undefined("unstable")));
            }
            Ok(mean_wait_s(Variability {
                utilisation: Probability::from_complement(spare)?,
                service_mean_s: 1.0 / load.service_per_s,
                arrival_scv: 1.0,
                service_scv: scv,
                servers: load.servers,
            })?)
        };
        Ok(Formula {
            wait_mean_s: match &means {
                Some(means) => means.map(|means| means.wait_mean_s),
                None => approximation()?,
            },
            wait_probability: match &means {
                Some(means) => means.map(|means| means.wait_probability),
                None => Err(Undefined("no_formula")),
            },
            queue,
            approximate: means.is_none(),
        })
    }

    fn wait_percentile_s(&self, level: &str) -> Defined {
        match (&self.queue, level.parse::<Probability>()) {
            (Some(queue), Ok(level)) => queue.wait_percentile_s(level),
            _ => Err(Undefined("no_formula")),
        }
    }

    /// The share that waits longer than `wait_s`; of those that wait at all it is known for every queue of one server.
    fn tail(&self, wait_s: f64) -> Defined {
        match &self.queue {
            Some(queue) => queue.wait_tail(wait_s),
            None if wait_s == 0.0 => self.wait_probability,
            None => Err(Undefined("no_formula")),
        }
    }
}

struct Simulation {
    station: Station,
    formula: Formula,
    customers: u64,
    warm_up_share: f64,
    run: StationRun,
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        if self.run.advance(budget.steps) {
            Progress::Done(Box::new(self.output()))
        } else {
            Progress::Working(self.run.progress())
        }
    }

    fn preview(&self) -> Option<Output> {
        let figure = |figure: &FigureSpec| {
            let known = self.known(figure.id);
            known.unwrap_or_else(|| Figure::new(figure.id, figure.unit, Err(PENDING)))
        };
        Some(Output {
            figures: SPEC.figures.iter().map(figure).collect(),
            steps: self.formula_steps(),
            notes: self.warning().into_iter().collect(),
            ..Output::default()
        })
    }
}

impl Simulation {
    /// A figure that needs no simulation.
    fn known(&self, id: &'static str) -> Option<Figure> {
        let seconds = |value| Figure::new(id, Unit::Second, value);
        let ratio = |value| Figure::new(id, Unit::Ratio, value);
        Some(match id {
            "utilisation" => ratio(Ok(self.station.load())),
            "wait_mean_formula_s" => {
                let basis = if self.formula.approximate {
                    "queue_simulation.basis.approximation"
                } else {
                    "queue_simulation.basis.exact"
                };
                seconds(self.formula.wait_mean_s).on(Message::new(basis))
            }
            "wait_probability_formula" => ratio(self.formula.wait_probability),
            _ => {
                let mut levels = SPEC.figures[9..].chunks(2).zip(LEVELS);
                let (_, (level, _)) = levels.find(|(ids, _)| ids[1].id == id)?;
                seconds(self.formula.wait_percentile_s(level))
            }
        })
    }

    fn output(&self) -> Output {
        let measured = self.run.measured();
        let mean = measured.wait_mean_s;
        let interval = self.interval(&measured);
        let half_width_share = interval.map(|interval| interval.half_width / interval.mean);
        let counted = (BATCHES * measured.batch) as f64;
        let needed = half_width_share.map(|share| counted * (share / 0.01) * (share / 0.01));
        let batches = Message::new("queue_simulation.basis.batches")
            .quantity("batches", BATCHES as f64, Unit::Count)
            .quantity("batch", measured.batch as f64, Unit::Count);
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let mut figures = vec![
            seconds("wait_mean_s", mean.map(|mean| mean.mean)),
            seconds(
                "wait_mean_low_s",
                interval.map(|mean| (mean.mean - mean.half_width).max(0.0)),
            )
            .on(batches.clone()),
            seconds(
                "wait_mean_high_s",
                interval.map(|mean| mean.mean + mean.half_width),
            )
            .on(batches),
            Figure::new("half_width_share", Unit::Ratio, half_width_share),
            Figure::new("customers_for_1_percent", Unit::Count, needed.map(about)),
            Figure::new(
                "wait_probability",
                Unit::Ratio,
                measured.wait_probability.map(|share| share.mean),
            ),
        ];
        let levels = SPEC.figures[9..].chunks(2).zip(LEVELS);
        for (ids, (_, level)) in levels {
            figures.push(seconds(ids[0].id, measured.wait_quantile_s(level)));
        }
        let mut measured_figures = figures.into_iter();
        let in_order =
            |figure: &FigureSpec| self.known(figure.id).or_else(|| measured_figures.next());
        Output {
            figures: SPEC.figures.iter().filter_map(in_order).collect(),
            tables: vec![self.tail_table(&measured)],
            charts: vec![self.mean_chart(&measured), self.tail_chart(&measured)],
            steps: self.steps(&measured),
            notes: self.notes(&measured),
        }
    }

    /// The mean wait with its interval, where there is one.
    fn interval(&self, measured: &Measured) -> Result<MeanInterval, Undefined> {
        // A queue that grows has no mean to be estimated, only one of this run.
        if self.station.load() >= 1.0 {
            return Err(Undefined("unstable"));
        }
        if measured.batches_waited == 0 {
            return Err(Undefined("nobody_waited"));
        }
        if few_waited(measured) {
            return Err(Undefined("too_few_samples"));
        }
        measured.wait_mean_s
    }

    fn tail_table(&self, measured: &Measured) -> Table {
        const EVERY: usize = 5;
        let rows = measured
            .tail
            .iter()
            .step_by(EVERY)
            .map(|tail| {
                let formula = self.formula.tail(tail.wait_s);
                let ends = if few_waited(measured) {
                    Err(Undefined("too_few_samples"))
                } else {
                    Ok(ends(tail.share.mean, tail.share.half_width))
                };
                let verdict = match (formula, ends) {
                    (Ok(share), Ok((low, _))) if share < low => "below",
                    (Ok(share), Ok((_, high))) if share > high => "above",
                    (Ok(_), Ok(_)) => "inside",
                    _ => "none",
                };
                vec![
                    tail.wait_s.into(),
                    tail.share.mean.into(),
                    ends.map(|(low, _)| low).into(),
                    ends.map(|(_, high)| high).into(),
                    formula.into(),
                    Entry::Word(verdict),
                ]
            })
            .collect();
        Table { id: "tail", rows }
    }

    fn formula_steps(&self) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let (station, load) = (&self.station, self.station.load());
        let mut steps = vec![Step::new(
            "utilisation",
            "ρ = λ / (c · μ)",
            format!(
                "{} / ({} · {})",
                number(station.arrival_per_s),
                station.servers,
                number(station.service_per_s)
            ),
            Ok(load),
            Unit::Ratio,
        )];
        let spare = format!(
            "({} · {} − {})",
            station.servers,
            number(station.service_per_s),
            number(station.arrival_per_s)
        );
        let spread = format!("(1 + {}) / 2", number(station.service.scv()));
        let (formula, substitution) = match (station.servers, self.formula.wait_probability) {
            (1, _) => (
                "W = ρ · (1 + scv) / 2 / (μ − λ)",
                format!("{} · {spread} / {spare}", number(load)),
            ),
            (_, Ok(waits)) => (
                "W = C / (c · μ − λ)",
                format!("{} / {spare}", number(waits)),
            ),
            _ => (
                "W ≈ W(M/M/c) · (1 + scv) / 2",
                format!("W(M/M/{}) · {spread}", station.servers),
            ),
        };
        steps.push(Step::new(
            "wait_mean_formula_s",
            formula,
            substitution,
            self.formula.wait_mean_s,
            Unit::Second,
        ));
        steps
    }

    fn steps(&self, measured: &Measured) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let mut steps = self.formula_steps();
        if let Ok(mean) = self.interval(measured) {
            steps.push(Step::new(
                "half_width",
                "h = t₀.₉₇₅ · s / √b",
                format!(
                    "2.04523 · {} ms / √{BATCHES}",
                    number(mean.half_width * 1e3 / 2.045_230 * (BATCHES as f64).sqrt())
                ),
                Ok(mean.half_width),
                Unit::Second,
            ));
        }
        steps
    }

    /// What is to be said before anything is measured.
    fn warning(&self) -> Option<Note> {
        (self.station.load() >= 1.0).then(|| note(Severity::Warning, "unstable"))
    }

    fn notes(&self, measured: &Measured) -> Vec<Note> {
        if let Some(warning) = self.warning() {
            return vec![warning];
        }
        let Ok(interval) = self.interval(measured) else {
            return vec![Note::warning(
                Message::new("queue_simulation.note.few_waited")
                    .quantity("waited", measured.batches_waited as f64, Unit::Count)
                    .quantity("batches", BATCHES as f64, Unit::Count),
            )];
        };
        let mut notes = Vec::new();
        if let Ok(formula_s) = self.formula.wait_mean_s {
            let inside = (formula_s - interval.mean).abs() <= interval.half_width;
            notes.push(note(
                if inside {
                    Severity::Info
                } else {
                    Severity::Warning
                },
                match (inside, self.formula.approximate) {
                    (true, false) => "inside",
                    (false, false) => "outside",
                    (true, true) => "approximation_inside",
                    (false, true) => "approximation_outside",
                },
            ));
        }
        // By the relaxation time of M/M/1, the slowest of these: batches of fewer customers depend on each other.
        let spare = 1.0 - self.station.load();
        let memory = (1.0 + self.station.service.scv()) / (spare * spare);
        if (measured.batch as f64) < 10.0 * memory {
            notes.push(Note::warning(
                Message::new("queue_simulation.note.short_batches")
                    .quantity("batch", measured.batch as f64, Unit::Count)
                    .quantity("memory", memory.ceil(), Unit::Count),
            ));
        }
        notes
    }
}

fn note(severity: Severity, key: &str) -> Note {
    Note::new(
        severity,
        Message::new(format!("queue_simulation.note.{key}")),
    )
}

/// Whether waits are so rare that they come in a few clusters, which say nothing of how much their number varies.
fn few_waited(measured: &Measured) -> bool {
    2 * measured.batches_waited < BATCHES
}

/// An estimate is told with two digits.
fn about(number: f64) -> f64 {
    significant(number, 2).parse().unwrap_or(number)
}

/// The ends of an interval of a share.
fn ends(mean: f64, half_width: f64) -> (f64, f64) {
    ((mean - half_width).max(0.0), (mean + half_width).min(1.0))
}
