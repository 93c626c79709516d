//! Figures, tables, derivation and remarks.

use super::{Scene, Simulation, guard_id};
use crate::kernel::cascade::system::{Bin, Group, Happening, LayerId, Report, Worth};
use crate::kernel::error::{Defined, Undefined};
use crate::models::{Entry, Figure, Note, Output, Step, Table, as_real, significant};
use crate::text::{Message, Unit};

const NO_PANEL: Undefined = Undefined("no_panel");
const LAYERS: [&str; 4] = ["api", "svc", "db", "aux"];
/// The part of the run whose success stands for its end.
const LAST_SHARE: usize = 10;

fn ratio(part: u64, whole: u64) -> Defined {
    if whole == 0 {
        return Err(Undefined("no_requests"));
    }
    Ok(as_real(part) / as_real(whole))
}

/// The share of good answers among the requests of some stretches.
fn good_share(bins: &[Bin]) -> Defined {
    let sum = |pick: fn(&Group) -> u64| bins.iter().map(|bin| pick(&bin.requests)).sum();
    ratio(sum(|group| group.good), sum(|group| group.arrived))
}

/// The mean of a worth over the seeds.
pub(super) fn mean(samples: &[f64]) -> Defined {
    if samples.is_empty() {
        return Err(NO_PANEL);
    }
    Ok(samples.iter().sum::<f64>() / samples.len() as f64)
}

impl Scene {
    /// When the faults begin and end.
    fn fault_s(&self) -> Result<(f64, f64), Undefined> {
        self.setup.timeline.span_s().ok_or(Undefined("no_fault"))
    }

    /// How long a worker waits for a dependency at most.
    fn call_s(&self) -> f64 {
        let timeouts = self.setup.guards.timeouts;
        timeouts.map_or(self.setup.untuned_call_s, |timeouts| timeouts.call_s)
    }

    /// Workers that requests for `db` hold while it does not answer: Little's law.
    fn workers_held(&self) -> f64 {
        self.setup.arrival_per_s * self.setup.db_share * self.call_s()
    }
}

impl Simulation {
    pub(super) fn output(&self) -> Output {
        let (Some(main), Some(bare)) = (&self.main, &self.bare) else {
            return Output::default();
        };
        let worth = self.plan.worth(&self.values);
        Output {
            figures: self.figures(main, bare),
            tables: vec![
                groups(main),
                layers(main),
                refusals(main),
                self.worth_table(&worth),
            ],
            charts: vec![
                self.success_chart(main, bare),
                self.slots_chart(main),
                self.queues_chart(main),
                self.worth_chart(&worth),
            ],
            steps: self.steps(main),
            notes: self.notes(main),
        }
    }

    fn recovery_s(&self, report: &Report) -> Defined {
        let (from_s, to_s) = self.scene.fault_s()?;
        report.recovery_s(from_s, to_s)
    }

    fn figures(&self, main: &Report, bare: &Report) -> Vec<Figure> {
        let lived = main.lived();
        let last = &lived[lived.len() - lived.len().div_ceil(LAST_SHARE)..];
        let good = ratio(main.all.good, main.all.arrived);
        let without = ratio(bare.all.good, bare.all.arrived);
        let both = |with: f64| without.map(|without| with - without);
        let answered = |level| main.answered_latency_s(level);
        let nobody = Undefined("nobody_answered");
        let mean_s = if main.all.ok == 0 {
            Err(nobody)
        } else {
            Ok(main.latency_sum_s / as_real(main.all.ok))
        };
        let wasted = ratio(
            main.dependency_done - main.dependency_useful.min(main.dependency_done),
            main.dependency_done,
        )
        .map_err(|_| Undefined("nothing_done"));
        let values: [Defined; 24] = [
            Ok(main.goodput_per_s()),
            good,
            main.all.success(),
            self.recovery_s(main),
            good_share(last),
            good.and_then(both),
            without,
            main.latency_s(0.5),
            main.latency_s(0.99),
            mean_s,
            answered(0.5).map_err(|_| nobody),
            answered(0.99).map_err(|_| nobody),
            main.by_class[0].success(),
            main.by_class[1].success(),
            main.by_dependency[0].success(),
            main.by_dependency[1].success(),
            ratio(main.attempts, main.all.arrived),
            main.amplification(1),
            main.amplification(2),
            main.amplification(3),
            wasted,
            Ok(as_real(main.all.arrived)),
            Ok(as_real(main.failed)),
            Ok(as_real(main.events)),
        ];
        super::SPEC
            .figures
            .iter()
            .zip(values)
            .map(|(figure, value)| Figure::new(figure.id, figure.unit, value))
            .collect()
    }

    fn worth_table(&self, worth: &[Worth]) -> Table {
        let on = self.scene.setup.guards.on();
        let rows = on
            .iter()
            .enumerate()
            .map(|(at, guard)| {
                let worth = worth.get(at);
                let pick = |samples: fn(&Worth) -> &Vec<f64>| match worth {
                    Some(worth) => mean(samples(worth)),
                    None => Err(self.why_no_panel()),
                };
                let interval = match worth {
                    Some(worth) => Worth::interval(&worth.average),
                    None => Err(self.why_no_panel()),
                };
                vec![
                    Entry::Word(guard_id(*guard)),
                    pick(|worth| &worth.alone).into(),
                    pick(|worth| &worth.last).into(),
                    pick(|worth| &worth.average).into(),
                    interval.map(|of| of.mean - of.half_width).into(),
                    interval.map(|of| of.mean + of.half_width).into(),
                ]
            })
            .collect();
        Table { id: "worth", rows }
    }

    fn why_no_panel(&self) -> Undefined {
        if self.scene.panel.is_some() {
            Undefined("panel_too_long")
        } else {
            NO_PANEL
        }
    }

    fn steps(&self, main: &Report) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let setup = &self.scene.setup;
        let db = setup.layers[2];
        let demand = setup.arrival_per_s * setup.db_share;
        let mut steps = vec![Step::new(
            "demand_db",
            "λ · q",
            format!(
                "{} · {}",
                number(setup.arrival_per_s),
                number(setup.db_share)
            ),
            Ok(demand),
            Unit::PerSecond,
        )];
        if db.mean_s > 0.0 {
            let capacity = f64::from(db.slots) / db.mean_s;
            steps.push(Step::new(
                "capacity_db",
                "C = c / S",
                format!("{} / {} s", db.slots, number(db.mean_s)),
                Ok(capacity),
                Unit::PerSecond,
            ));
            let slowest = setup.timeline.entries().iter().filter_map(|entry| {
                if let Happening::Slow(LayerId::Db, times) = entry.what {
                    Some(times)
                } else {
                    None
                }
            });
            if let Some(times) = slowest.reduce(f64::max).filter(|times| *times > 0.0) {
                steps.push(Step::new(
                    "capacity_slow",
                    "C / k",
                    format!("{} / {}", number(capacity), number(times)),
                    Ok(capacity / times),
                    Unit::PerSecond,
                ));
            }
        }
        steps.push(Step::new(
            "held",
            "N = λ · q · τ",
            format!("{} · {} s", number(demand), number(self.scene.call_s())),
            Ok(self.scene.workers_held()),
            Unit::Count,
        ));
        steps.push(Step::new(
            "goodput_per_s",
            "G = good / T",
            format!("{} / {} s", main.all.good, number(main.end_s)),
            Ok(main.goodput_per_s()),
            Unit::PerSecond,
        ));
        if main.all.arrived > 0 {
            steps.push(Step::new(
                "attempts_per_request",
                "a = A / R",
                format!("{} / {}", main.attempts, main.all.arrived),
                ratio(main.attempts, main.all.arrived),
                Unit::One,
            ));
        }
        steps
    }

    fn notes(&self, main: &Report) -> Vec<Note> {
        let remark = |key: &str| Message::new(format!("cascade.note.{key}"));
        let setup = &self.scene.setup;
        let mut notes = Vec::new();
        match self.recovery_s(main) {
            Ok(after_s) => notes.push(Note::info(remark("recovered").quantity(
                "after",
                after_s,
                Unit::Second,
            ))),
            Err(Undefined("never_recovers")) => {
                notes.push(Note::warning(remark("never_recovers")));
            }
            Err(_) => {}
        }
        let held = remark(if setup.guards.bulkhead.is_some() {
            "bulkhead"
        } else if self.scene.workers_held() >= f64::from(setup.layers[1].slots) {
            "all_held"
        } else {
            "some_held"
        });
        let workers = setup.guards.bulkhead.unwrap_or(setup.layers[1].slots);
        notes.push(Note::info(
            held.quantity("held", self.scene.workers_held(), Unit::Count)
                .quantity("workers", f64::from(workers), Unit::Count)
                .quantity("wait", self.scene.call_s(), Unit::Second),
        ));
        if main.end_s < setup.end_s {
            notes.push(Note::warning(remark("cut_short").quantity(
                "end",
                main.end_s,
                Unit::Second,
            )));
        }
        let is_late = |from_s: f64| from_s >= main.end_s;
        let late = setup.timeline.entries().iter();
        if late.filter(|entry| is_late(entry.from_s)).count() > 0 {
            notes.push(Note::warning(remark("too_late").quantity(
                "end",
                main.end_s,
                Unit::Second,
            )));
        }
        if self.seeds > 0 {
            let key = if self.plan.is_exact() {
                "panel_exact"
            } else {
                "panel_sampled"
            };
            notes.push(Note::info(remark(key).quantity(
                "seeds",
                self.seeds as f64,
                Unit::Count,
            )));
        }
        notes
    }
}

fn groups(report: &Report) -> Table {
    let groups = [
        ("all", report.all),
        ("high", report.by_class[0]),
        ("low", report.by_class[1]),
        ("db", report.by_dependency[0]),
        ("aux", report.by_dependency[1]),
    ];
    let rows = groups
        .into_iter()
        .map(|(word, group)| {
            vec![
                Entry::Word(word),
                as_real(group.arrived).into(),
                group.success().into(),
                ratio(group.good, group.arrived).into(),
            ]
        })
        .collect();
    Table { id: "groups", rows }
}

fn layers(report: &Report) -> Table {
    let rows = LAYERS
        .iter()
        .zip(&report.layers)
        .enumerate()
        .map(|(at, (word, layer))| {
            let slots = report.slots[at];
            let used = |pick: fn(&Bin, usize) -> f64| {
                let lived = report.lived();
                let sum: f64 = lived.iter().map(|bin| pick(bin, at)).sum();
                sum / lived.len() as f64 / f64::from(slots)
            };
            let wait = if layer.begun == 0 {
                Err(Undefined("no_requests"))
            } else {
                Ok(layer.wait_sum_s / as_real(layer.begun))
            };
            vec![
                Entry::Word(word),
                as_real(layer.entered).into(),
                ratio(layer.refused, layer.entered).into(),
                wait.into(),
                used(|bin, at| bin.layers[at].busy).into(),
                used(|bin, at| bin.layers[at].held).into(),
            ]
        })
        .collect();
    Table { id: "layers", rows }
}

/// Why attempts failed, or what they cost.
fn refusals(report: &Report) -> Table {
    let counts = [
        ("rate_limited", report.at_door[0]),
        ("shed", report.at_door[1]),
        ("over_limit", report.at_door[2]),
        (
            "queue_full",
            report.layers.iter().map(|layer| layer.refused).sum(),
        ),
        ("fast_fail", report.fast_fails),
        ("attempt_timeout", report.attempt_timeouts),
        ("call_timeout", report.call_timeouts),
        ("lost_call", report.lost_calls),
        ("over_budget", report.over_budget),
        ("from_cache", report.from_cache),
        ("second_call", report.hedges),
    ];
    let rows = counts
        .into_iter()
        .map(|(word, count)| vec![Entry::Word(word), as_real(count).into()])
        .collect();
    Table {
        id: "refusals",
        rows,
    }
}
