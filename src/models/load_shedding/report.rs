//! Figures, tables, the derivation, notes.

use super::{NAMES, POLICIES, Scene};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::guard::shedding::Surged;
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Message, Unit};

const FIFO: usize = 0;
const PRINTED: usize = 2;
const MENDED: usize = 3;
const LOW: usize = 2;

impl Scene {
    pub(super) fn output(&self, all: &[Surged]) -> Output {
        let chosen = &all[self.chosen];
        Output {
            figures: self.figures(all),
            tables: vec![policies_table(all), self.waits_table()],
            charts: vec![
                self.answered_chart(chosen),
                self.own_load_chart(chosen),
                self.waiting_chart(chosen),
                self.admission_chart(chosen),
            ],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    /// Arrivals in the surge without the classes below the high one.
    fn alone_per_s(&self) -> [f64; 3] {
        [self.rates_per_s(self.station.surge)[0], 0.0, 0.0]
    }

    /// The share of high requests at which they alone are as much as can be served.
    fn high_share_most(&self) -> f64 {
        let surge_per_s = self.station.arrival_per_s * self.station.surge;
        (self.capacity_per_s() / surge_per_s).min(1.0)
    }

    fn figures(&self, all: &[Surged]) -> Vec<Figure> {
        let chosen = &all[self.chosen];
        let policy = Message::new(format!(
            "load_shedding.choice.policy.{}",
            POLICIES[self.chosen]
        ));
        let surge = self.station.surge;
        let ratio = |id, value: Defined| Figure::new(id, Unit::Ratio, value);
        let seconds = |id, value: Defined| Figure::new(id, Unit::Second, value);
        let count = |id, value: u64| Figure::new(id, Unit::Count, Ok(value as f64));
        let wait = chosen.high_wait_s;
        let shed = chosen.classes.iter().map(|class| class.shed).sum();
        let least = chosen.bins.iter().map(|bin| bin.admission);
        let load: f64 = self.rates_per_s(surge).iter().sum();
        vec![
            ratio("own_load", Ok(self.load(0, surge))),
            ratio("surge_load", Ok(load / self.capacity_per_s())),
            ratio("high_share_most", Ok(self.high_share_most())),
            ratio("high_good", good(chosen, 0)).on(policy.clone()),
            ratio("middle_good", good(chosen, 1)).on(policy.clone()),
            ratio("low_good", good(chosen, LOW)).on(policy.clone()),
            seconds("high_wait_s", wait.map(|wait| wait.mean)).on(policy.clone()),
            seconds(
                "high_wait_low_s",
                wait.map(|wait| (wait.mean - wait.half_width).max(0.0)),
            ),
            seconds(
                "high_wait_up_s",
                wait.map(|wait| wait.mean + wait.half_width),
            ),
            seconds(
                "high_wait_formula_s",
                self.formula_s(0, self.rates_per_s(surge)),
            ),
            seconds("high_wait_alone_s", self.formula_s(0, self.alone_per_s())),
            seconds("low_longest_wait_s", Ok(chosen.longest_wait_s[LOW])).on(policy.clone()),
            count("most_waiting", chosen.most_waiting).on(policy.clone()),
            count("shed", shed).on(policy),
            ratio("admission_least", Ok(least.fold(1.0, f64::min))),
            ratio("printed_high_good", good(&all[PRINTED], 0)),
            ratio("mended_high_good", good(&all[MENDED], 0)),
            ratio("fifo_high_good", good(&all[FIFO], 0)),
        ]
    }

    /// The formula in calm and in the surge.
    fn waits_table(&self) -> Table {
        let row = |when, times: f64| {
            let rates = self.rates_per_s(times);
            vec![
                Entry::Word(when),
                self.load(0, times).into(),
                self.formula_s(0, rates).into(),
                self.formula_s(1, rates).into(),
                self.formula_s(LOW, rates).into(),
                self.formula_s(0, [rates[0], 0.0, 0.0]).into(),
            ]
        };
        Table {
            id: "waits",
            rows: vec![row("calm", 1.0), row("surge", self.station.surge)],
        }
    }

    fn steps(&self) -> Vec<Step> {
        let short = |value: f64| significant(value, 6);
        let surge = self.station.surge;
        let rates = self.rates_per_s(surge);
        let capacity = self.capacity_per_s();
        let own = self.load(0, surge);
        let total: f64 = rates.iter().sum();
        let mut steps = vec![
            Step::new(
                "capacity_per_s",
                "c · μ = c / S",
                format!(
                    "{} / {} s",
                    self.limits.slots,
                    short(self.station.service_s)
                ),
                Ok(capacity),
                Unit::PerSecond,
            ),
            Step::new(
                "surge_load",
                "ρ = λ / (c · μ)",
                format!("{} / {}", short(total), short(capacity)),
                Ok(total / capacity),
                Unit::Ratio,
            ),
            Step::new(
                "own_load",
                "ρ_H = λ_H / (c · μ)",
                format!("{} / {}", short(rates[0]), short(capacity)),
                Ok(own),
                Unit::Ratio,
            ),
        ];
        let formula = self.formula_s(0, rates);
        // The mean time until a slot is free for somebody who finds all busy, with the chance of that.
        let until_free_s = formula.map(|wait_s| wait_s * (1.0 - own));
        let written = match (self.limits.slots, total >= capacity) {
            (1, true) => "W_H = S · (1 + scv) / 2 / (1 − ρ_H)",
            (1, false) => "W_H = ρ · S · (1 + scv) / 2 / (1 − ρ_H)",
            (_, true) => "W_H = (S / c) / (1 − ρ_H)",
            (_, false) => "W_H = C · (S / c) / (1 − ρ_H)",
        };
        steps.push(Step::new(
            "high_wait_formula_s",
            written,
            match until_free_s {
                Ok(free_s) => format!("{} s / (1 − {})", short(free_s), short(own)),
                Err(_) => format!("… / (1 − {})", short(own)),
            },
            formula,
            Unit::Second,
        ));
        steps.push(Step::new(
            "high_share_most",
            "h = c · μ / λ",
            format!(
                "{} / {}",
                short(capacity),
                short(self.station.arrival_per_s * surge)
            ),
            Ok(self.high_share_most()),
            Unit::Ratio,
        ));
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut add = |severity, key: &str| {
            notes.push(Note::new(
                severity,
                Message::new(format!("load_shedding.note.{key}")),
            ));
        };
        let total: f64 = self.rates_per_s(self.station.surge).iter().sum();
        if self.load(0, self.station.surge) >= 1.0 {
            add(Severity::Warning, "own_load");
        } else if total < self.capacity_per_s() {
            add(Severity::Info, "no_overload");
        }
        if POLICIES[self.chosen] == "printed" {
            add(Severity::Warning, "printed");
        }
        if self.ageing_s > 0.0 && self.chosen >= PRINTED {
            add(Severity::Info, "ageing");
        }
        notes
    }
}

/// The share of a class's requests in the surge that is answered by the deadline.
fn good(surged: &Surged, class: usize) -> Defined {
    let count = surged.classes[class];
    if count.arrived == 0 {
        return Err(Undefined("nobody_in_class"));
    }
    Ok(count.good as f64 / count.arrived as f64)
}

fn policies_table(all: &[Surged]) -> Table {
    let rows = POLICIES.iter().zip(all).map(|(policy, surged)| {
        let mut row = vec![Entry::Word(policy)];
        row.extend((0..NAMES.len()).map(|class| Entry::from(good(surged, class))));
        row.extend([
            (surged.classes[0].shed as f64).into(),
            surged.high_wait_s.map(|wait| wait.mean).into(),
            surged.longest_wait_s[LOW].into(),
            (surged.most_waiting as f64).into(),
        ]);
        row
    });
    Table {
        id: "policies",
        rows: rows.collect(),
    }
}
