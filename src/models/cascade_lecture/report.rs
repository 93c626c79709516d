//! What the runs came to: figures, tables, derivation, remarks.

use super::{Comparison, SETTINGS};
use crate::kernel::cascade::lecture::{BreakerState, Report, Tally};
use crate::kernel::error::{Defined, Undefined};
use crate::models::{Entry, Figure, Note, Output, Step, Table, as_real, significant};
use crate::text::{Message, Unit};

/// Words for the layers.
const LAYERS: [&str; 4] = ["api", "svc", "db", "aux"];

fn share(part: u64, whole: u64) -> Defined {
    if whole == 0 {
        return Err(Undefined("no_requests"));
    }
    Ok(as_real(part) / as_real(whole))
}

fn answered(tally: Tally) -> Defined {
    share(tally.ok, tally.arrived)
}

/// Per request, as the program has it: over one request at least.
fn per_request(count: u64, report: &Report) -> f64 {
    as_real(count) / as_real(report.arrived.max(1))
}

pub(super) fn success(report: &Report) -> Defined {
    share(report.ok, report.arrived)
}

pub(super) fn good_share(report: &Report) -> Defined {
    share(report.good, report.arrived)
}

pub(super) fn high_success(report: &Report) -> Defined {
    answered(report.priority[0])
}

fn state_word(state: BreakerState) -> &'static str {
    match state {
        BreakerState::Closed => "closed",
        BreakerState::Open => "open",
        BreakerState::HalfOpen => "half_open",
    }
}

impl Comparison {
    pub(super) fn output(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![
                self.comparison_table(),
                self.moment_table(),
                self.oddities(),
                self.samples(),
            ],
            charts: self.charts(),
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    /// What the breaker saw; without one there is nothing.
    pub(super) fn breaker_ratio(&self, ratio: f64) -> Defined {
        if self.scene.switches.breaker {
            Ok(ratio)
        } else {
            Err(Undefined("no_breaker"))
        }
    }

    /// The fewest and the most arrivals of the published settings.
    pub(super) fn arrivals(&self) -> (u64, u64) {
        let arrived = || self.reports.iter().take(6).map(|report| report.arrived);
        (arrived().min().unwrap_or(0), arrived().max().unwrap_or(0))
    }

    fn figures(&self) -> Vec<Figure> {
        let report = self.report();
        let unseen = &report.unseen;
        let ratio = |id, value| Figure::new(id, Unit::Ratio, value);
        let count = |id, count| Figure::new(id, Unit::Count, Ok(as_real(count)));
        let ms = |id, value| Figure::new(id, Unit::Millisecond, value);
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let one = |id, value| Figure::new(id, Unit::One, Ok(value));
        let [high, low] = report.priority;
        let [db, aux] = report.dependency;
        let (fewest, most) = self.arrivals();
        vec![
            ratio("success", success(report)),
            ratio("good_share", good_share(report)),
            ratio("priority_high_success", answered(high)),
            ratio("priority_low_success", answered(low)),
            ratio("dependency_db_success", answered(db)),
            ratio("dependency_aux_success", answered(aux)),
            ms("mean_latency_ms", report.mean_latency_ms),
            ms("p95_latency_ms", report.p95_latency_ms),
            ms("max_latency_ms", report.max_latency_ms),
            count("peak_backlog", report.peak_backlog()),
            seconds("backlog_over_1000_at_s", report.backlog_over_s(1000)),
            seconds("backlog_over_5000_at_s", report.backlog_over_s(5000)),
            Figure::new(
                "svc_occupancy_pct",
                Unit::Percent,
                Ok(report.svc_occupancy_pct()),
            ),
            one("attempts_per_request", per_request(report.attempts, report)),
            one(
                "dep_calls_per_request",
                per_request(report.dep_calls, report),
            ),
            count("arrived", report.arrived),
            count("attempts", report.attempts),
            count("ok", report.ok),
            count("good", report.good),
            count("failed", report.failed),
            count("dep_calls", report.dep_calls),
            count("fast_fail", report.fast_fail),
            count("in_flight_at_end", report.in_flight_at_end),
            count("priority_high_arrived", high.arrived),
            count("priority_high_ok", high.ok),
            count("priority_low_arrived", low.arrived),
            count("priority_low_ok", low.ok),
            count("dependency_db_arrived", db.arrived),
            count("dependency_db_ok", db.ok),
            count("dependency_aux_arrived", aux.arrived),
            count("dependency_aux_ok", aux.ok),
            ratio(
                "breaker_ratio_peak",
                self.breaker_ratio(unseen.breaker.ratio_peak),
            ),
            ratio(
                "breaker_ratio_db_peak",
                self.breaker_ratio(unseen.breaker.ratio_db_peak),
            ),
            count("breaker_opened", unseen.breaker.opened),
            count("half_open_results", unseen.breaker.verdicts),
            count("half_open_results_aux", unseen.breaker.verdicts_from_aux),
            count("true_peak_backlog", unseen.backlog_peak),
            count("in_backoff_at_end", unseen.in_backoff_at_end),
            count("late_ok", unseen.late),
            count("instant_ok", unseen.instant),
            count("overdue_started", unseen.overdue),
            count("retries_at_once", unseen.retries_at_once),
            count("arrived_fewest", fewest),
            count("arrived_most", most),
            one("next_random_after_run", report.next_random),
        ]
    }

    /// The settings side by side.
    fn comparison_table(&self) -> Table {
        let row = |(name, report): (&'static str, &Report)| {
            let [high, low] = report.priority;
            let [db, aux] = report.dependency;
            vec![
                Entry::Word(name),
                success(report).into(),
                good_share(report).into(),
                answered(high).into(),
                answered(low).into(),
                answered(db).into(),
                answered(aux).into(),
                report.mean_latency_ms.into(),
                report.p95_latency_ms.into(),
                per_request(report.attempts, report).into(),
                as_real(report.peak_backlog()).into(),
                report.backlog_over_s(1000).into(),
                report.backlog_over_s(5000).into(),
                report.svc_occupancy_pct().into(),
                Entry::Word(state_word(report.breaker_at_end)),
            ]
        };
        Table {
            id: "comparison",
            rows: self.each().map(row).collect(),
        }
    }

    /// Slots of each layer: with bulkheads, the workers are the two pools.
    pub(super) fn slots(&self) -> [u32; 4] {
        let mut slots = self.scene.constants.slots;
        if self.scene.switches.bulkhead {
            slots[1] = self.scene.constants.pools.iter().sum();
        }
        slots
    }

    /// The layers at the chosen moment.
    fn moment_table(&self) -> Table {
        let moment = self.moment();
        let row = |(layer, slots): (usize, u32)| {
            let (busy, held) = (moment.busy[layer], moment.held[layer]);
            let counts = [moment.waiting[layer], busy, held, slots - busy - held];
            std::iter::once(Entry::Word(LAYERS[layer]))
                .chain(counts.map(|count| f64::from(count).into()))
                .collect()
        };
        Table {
            id: "moment",
            rows: (0..).zip(self.slots()).map(row).collect(),
        }
    }

    /// The program's own samples.
    fn samples(&self) -> Table {
        let report = self.report();
        let rows = report.samples.iter().zip(report.success_rates());
        let row = |(sample, rate): (&crate::kernel::cascade::lecture::Sample, f64)| {
            let counts = [
                sample.arrived,
                sample.ok,
                sample.failed,
                sample.api_queue,
                sample.svc_queue,
                sample.db_queue,
            ];
            let shares = [sample.api_use, sample.svc_use, sample.db_use, rate];
            std::iter::once(sample.at_s)
                .chain(counts.map(as_real))
                .chain(shares)
                .map(Entry::from)
                .collect()
        };
        Table {
            id: "samples",
            rows: rows.map(row).collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let constants = &self.scene.constants;
        let said = |number: f64| significant(number, 6);
        let [_, workers, connections, _] = constants.slots;
        let mean_ms = constants.service_ms[2];
        let capacity = f64::from(connections) / mean_ms * 1000.0;
        let slow = capacity / constants.db_slowdown;
        let load = constants.rate_per_s * constants.db_share;
        let excess = load - slow;
        let report = self.report();
        let step = |id, formula: &str, numbers: String, result: Defined, unit| {
            Step::new(id, formula, numbers, result, unit)
        };
        vec![
            step(
                "db_capacity_per_s",
                "C = c / s",
                format!("{connections} / {} ms", said(mean_ms)),
                Ok(capacity),
                Unit::PerSecond,
            ),
            step(
                "db_capacity_slow_per_s",
                "C' = C / k",
                format!("{} s⁻¹ / {}", said(capacity), said(constants.db_slowdown)),
                Ok(slow),
                Unit::PerSecond,
            ),
            step(
                "db_load_per_s",
                "λ_db = λ · p",
                format!(
                    "{} s⁻¹ · {}",
                    said(constants.rate_per_s),
                    said(constants.db_share)
                ),
                Ok(load),
                Unit::PerSecond,
            ),
            step(
                "svc_full_s",
                "t = w / (λ_db − C')",
                format!("{workers} / ({} − {}) s⁻¹", said(load), said(slow)),
                if excess > 0.0 {
                    Ok(f64::from(workers) / excess)
                } else {
                    Err(Undefined("never_full"))
                },
                Unit::Second,
            ),
            step(
                "blocked_success",
                "C' / λ_db",
                format!("{} s⁻¹ / {} s⁻¹", said(slow), said(load)),
                if load > 0.0 {
                    Ok((slow / load).min(1.0))
                } else {
                    Err(Undefined("no_requests"))
                },
                Unit::Ratio,
            ),
            step(
                "success",
                "ok / arrived",
                format!("{} / {}", report.ok, report.arrived),
                success(report),
                Unit::Ratio,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let report = self.report();
        let unseen = &report.unseen;
        let breaker = &unseen.breaker;
        let remark = |key: &str| Message::new(format!("cascade_lecture.note.{key}"));
        let mut notes = vec![Note::info(remark(
            SETTINGS[self.chosen.min(SETTINGS.len() - 1)],
        ))];
        if self.scene.switches.breaker {
            let key = format!("breaker_{}", state_word(report.breaker_at_end));
            notes.push(Note::info(remark(&key).quantity(
                "opened",
                as_real(breaker.opened),
                Unit::Count,
            )));
            let limit = self.scene.constants.breaker.error_share;
            if breaker.opened == 0 && breaker.ratio_db_peak > limit {
                let message = remark("diluted")
                    .quantity("limit", limit, Unit::Ratio)
                    .quantity("seen", breaker.ratio_peak, Unit::Ratio)
                    .quantity("db", breaker.ratio_db_peak, Unit::Ratio);
                notes.push(Note::warning(message));
            }
        } else if self.scene.switches.retry {
            notes.push(Note::warning(remark("no_back_off")));
        }
        if unseen.late > 0 {
            let message = remark("late")
                .quantity("late", as_real(unseen.late), Unit::Count)
                .quantity(
                    "patience",
                    self.scene.constants.client_timeout_s,
                    Unit::Second,
                )
                .quantity(
                    "longest",
                    report.max_latency_ms.unwrap_or(0.0) / 1000.0,
                    Unit::Second,
                );
            notes.push(Note::info(message));
        }
        notes
    }
}
