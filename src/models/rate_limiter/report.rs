//! Figures, tables, the derivation, notes.

use super::{CLOCKS, Comparison, LIMITERS, RULES, SHARINGS};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::guard::limiter::{ClockFault, Returned};
use crate::kernel::sim::{Delay, Time};
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Message, Unit};

/// The rules by which a refused client is told its turn, and when there is a token for the next.
const NEXT_TOKEN: usize = 1;
const OWN_TURN: usize = 2;

impl Comparison {
    pub(super) fn output(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![
                self.limiters_table(),
                self.returns_table(),
                self.sharing_table(),
                self.clocks_table(),
            ],
            charts: vec![
                self.passed_chart(),
                self.tokens_chart(),
                self.returns_chart(),
            ],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let count = |id, value: u64| Figure::new(id, Unit::Count, Ok(value as f64));
        let seconds = |id, value: Defined| Figure::new(id, Unit::Second, value);
        let (bucket, fixed, counter) = (self.of("bucket"), self.of("fixed"), self.of("counter"));
        let chosen = &self.returned[self.rule];
        let own = told(&self.returned[OWN_TURN]);
        let last = self.last().ok_or(Undefined("no_requests"));
        let rule = Message::new(format!(
            "rate_limiter.choice.retry_rule.{}",
            RULES[self.rule]
        ));
        vec![
            count("offered", self.arrivals.len() as u64),
            count("bucket_passed", bucket.passed),
            count("bucket_refused", bucket.refused),
            seconds("queue_wait_s", Ok(self.of("queue").wait_longest.seconds())),
            count("fixed_passed", fixed.passed),
            count("fixed_in_window", fixed.most_in_window),
            count("log_passed", self.of("log").passed),
            count("counter_passed", counter.passed),
            count("counter_in_window", counter.most_in_window),
            Figure::new(
                "counter_estimate",
                Unit::One,
                last.map(|at| self.counter.estimate(at)),
            )
            .on(Message::new("rate_limiter.basis.after_last")),
            Figure::new(
                "counter_left",
                Unit::Count,
                last.map(|at| self.counter.left(at) as f64),
            )
            .on(Message::new("rate_limiter.basis.after_last")),
            count("concurrency_passed", self.of("concurrency").passed),
            Figure::new(
                "concurrency_per_s",
                Unit::PerSecond,
                Ok(self.slots as f64 / self.hold.seconds()),
            ),
            count("bucket_in_flight", bucket.most_in_flight),
            seconds("first_turn_s", own.map(|told| told.0.seconds())),
            seconds("last_turn_s", own.map(|told| told.1.seconds())),
            seconds(
                "next_token_longest_s",
                told(&self.returned[NEXT_TOKEN]).map(|told| told.1.seconds()),
            ),
            count("retries", chosen.retries).on(rule.clone()),
            count("refused_again", chosen.refused_again).on(rule),
            count("whole_each_passed", self.shared_by("whole_each").passed),
            count("two_levels_passed", self.shared_by("two_levels").passed),
            count("global_passed", self.shared_by("global").passed),
            count("credited_twice", self.clocked[2].beyond),
        ]
    }

    fn limiters_table(&self) -> Table {
        let rows = LIMITERS.iter().zip(&self.measured);
        let rows = rows.map(|(name, measured)| {
            vec![
                Entry::Word(name),
                number(measured.passed),
                number(measured.refused),
                number(measured.passed_cost),
                number(measured.most_in_window),
                number(measured.most_in_flight),
                measured.wait_longest.seconds().into(),
                (measured.most_stored as f64).into(),
            ]
        });
        Table {
            id: "limiters",
            rows: rows.collect(),
        }
    }

    fn returns_table(&self) -> Table {
        let rows = RULES.iter().zip(&self.returned).map(|(name, returned)| {
            let (first, last) = match told(returned) {
                Ok((first, last)) => (Ok(first.seconds()), Ok(last.seconds())),
                Err(reason) => (Err(reason), Err(reason)),
            };
            vec![
                Entry::Word(name),
                first.into(),
                last.into(),
                number(returned.retries),
                number(returned.refused_again),
                self.done_s(returned).into(),
                number(returned.open),
            ]
        });
        Table {
            id: "returns",
            rows: rows.collect(),
        }
    }

    /// How long after the first refusal the last retry passes.
    fn done_s(&self, returned: &Returned) -> Defined {
        let (Some(refused), Some(passed)) = (first_refusal(returned), returned.last_passed) else {
            return told(returned).and(Err(Undefined("no_retry_passed")));
        };
        if returned.open > 0 {
            return Err(Undefined("retries_not_followed"));
        }
        Ok(passed.since(refused).seconds())
    }

    fn sharing_table(&self) -> Table {
        let rows = SHARINGS.iter().zip(&self.shared).map(|(name, shared)| {
            vec![
                Entry::Word(name),
                number(shared.passed),
                number(shared.refused),
                number(shared.beyond),
                number(shared.asked),
                number(shared.busiest),
            ]
        });
        Table {
            id: "sharing",
            rows: rows.collect(),
        }
    }

    fn clocks_table(&self) -> Table {
        let rows = CLOCKS.iter().zip(&self.clocked);
        let rows = rows.map(|((name, _), clocked)| {
            vec![
                Entry::Word(name),
                number(clocked.passed),
                number(clocked.refused),
                number(clocked.beyond),
                clocked.least_tokens.into(),
            ]
        });
        Table {
            id: "clocks",
            rows: rows.collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let short = |value: f64| significant(value, 6);
        let (limit, window_s) = (self.quota.limit(), self.quota.window().seconds());
        let rate = self.quota.rate_per_s();
        let mut steps = vec![Step::new(
            "rate_per_s",
            "r = L / T",
            format!("{limit} / {} s", short(window_s)),
            Ok(rate),
            Unit::PerSecond,
        )];
        if let (Some(first), Some(last)) = (self.arrivals.first(), self.last()) {
            let lasts_s = last.since(first.at).seconds();
            steps.push(Step::new(
                "bucket_most",
                "N = ⌊B + r · t⌋",
                format!("⌊{} + {} · {}⌋", self.burst, short(rate), short(lasts_s)),
                Ok((self.burst as f64 + rate * lasts_s).floor()),
                Unit::Count,
            ));
            let (previous, current, elapsed) = self.counter.parts(last);
            steps.push(Step::new(
                "counter_estimate",
                "E = P · (1 − t / T) + C",
                format!(
                    "{previous} · (1 − {} / {}) + {current}",
                    short(elapsed.seconds()),
                    short(window_s)
                ),
                Ok(self.counter.estimate(last)),
                Unit::One,
            ));
        }
        if let Ok((_, longest)) = told(&self.returned[OWN_TURN]) {
            let tokens = longest.seconds() * rate;
            steps.push(Step::new(
                "last_turn_s",
                "W = k / r",
                format!("{} / {}", short(tokens), short(rate)),
                Ok(longest.seconds()),
                Unit::Second,
            ));
        }
        steps.push(Step::new(
            "concurrency_per_s",
            "λ = L / W",
            format!("{} / {} s", self.slots, short(self.hold.seconds())),
            Ok(self.slots as f64 / self.hold.seconds()),
            Unit::PerSecond,
        ));
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut add = |severity, key: &str, count: u64| {
            notes.push(Note::new(
                severity,
                Message::new(format!("rate_limiter.note.{key}")).quantity(
                    "count",
                    count as f64,
                    Unit::Count,
                ),
            ));
        };
        let chosen = &self.returned[self.rule];
        if chosen.never > 0 {
            add(Severity::Warning, "never", chosen.never);
        }
        if chosen.open > 0 {
            add(Severity::Warning, "open", chosen.retries);
        }
        if !self.by_cost && self.arrivals.iter().any(|arrival| arrival.cost > 1) {
            add(
                Severity::Warning,
                "not_by_cost",
                self.of("bucket").passed_cost,
            );
        }
        if self.cluster.times == 1 {
            add(Severity::Info, "second_level_idle", self.cluster.replicas);
        }
        if self.fault != ClockFault::None {
            let beyond = self.clocked[2].beyond;
            add(
                if beyond > 0 {
                    Severity::Warning
                } else {
                    Severity::Info
                },
                "clock",
                beyond,
            );
        }
        notes
    }
}

fn number(count: u64) -> Entry {
    (count as f64).into()
}

/// The shortest and the longest that refused clients are told, or why they are told nothing.
pub(super) fn told(returned: &Returned) -> Result<(Delay, Delay), Undefined> {
    returned.told.ok_or(Undefined(if returned.never > 0 {
        "never_fits"
    } else {
        "nothing_refused"
    }))
}

/// When a request is refused for the first time.
pub(super) fn first_refusal(returned: &Returned) -> Option<Time> {
    let mut attempts = returned.attempts.iter();
    attempts
        .find(|attempt| !attempt.passed)
        .map(|attempt| attempt.at)
}
