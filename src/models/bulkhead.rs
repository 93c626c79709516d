//! `bulkhead`: one pool of slots for all dependencies, or a pool for each.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished, significant,
};
use crate::kernel::error::{Defined, DomainError};
use crate::kernel::guard::bulkhead::{Calls, Pools, fill_s};
use crate::text::{Message, Unit};

/// The share of calls that may be refused where slots are counted that are needed.
const TARGET: f64 = 1e-3;

/// The model.
pub(super) struct Bulkhead;

impl Model for Bulkhead {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// What is far below anything that could be observed is nothing.
fn shown(value: f64) -> f64 {
    if value < 1e-12 { 0.0 } else { value }
}

/// The inputs, typed.
struct Setting {
    dependencies: u64,
    slots: u64,
    slow_slots: u64,
    slow_per_s: f64,
    other_per_s: f64,
    service_s: f64,
    slow_service_s: f64,
    timeout_s: f64,
}

/// The pools of a setting with nothing slow and with one dependency slow.
struct Question {
    setting: Setting,
    usual: Pools,
    slow: Pools,
}

impl Setting {
    fn read(inputs: &Inputs) -> Result<Setting, ModelError> {
        let dependencies = inputs.count("dependencies")?;
        let slots = inputs.count("slots")?;
        let slow_slots = inputs.count("slow_slots")?;
        let others = dependencies - 1;
        if slow_slots + others > slots {
            let message = Message::new("bulkhead.error.too_many_slots")
                .quantity("most", slots.saturating_sub(others) as f64, Unit::Count)
                .quantity("others", others as f64, Unit::Count);
            let at = if slots <= others {
                "slots"
            } else {
                "slow_slots"
            };
            return Err(ModelError::saying(at, message));
        }
        Ok(Setting {
            dependencies,
            slots,
            slow_slots,
            slow_per_s: inputs.real("slow_arrival_per_s")?,
            other_per_s: inputs.real("other_arrival_per_s")?,
            service_s: inputs.real("service_s")?,
            slow_service_s: inputs.real("slow_service_s")?,
            timeout_s: inputs.real("timeout_s")?,
        })
    }

    /// How long a call that takes `service_s` holds its slot.
    fn hold_s(&self, service_s: f64) -> f64 {
        service_s.min(self.timeout_s)
    }

    /// The pools if the one dependency has so many slots and takes so long, and calls are `factor` times as many.
    /// What the others share is divided as evenly as it goes.
    fn pools(&self, slow_slots: u64, slow_s: f64, factor: f64) -> Result<Pools, DomainError> {
        let others = self.dependencies - 1;
        let slow = Calls {
            per_s: self.slow_per_s * factor,
            hold_s: self.hold_s(slow_s),
        };
        let other = Calls {
            per_s: self.other_per_s * factor,
            hold_s: self.hold_s(self.service_s),
        };
        let rest = self.slots - slow_slots;
        let mut pools = vec![(slow, slow_slots)];
        for index in 0..others {
            let more = u64::from(index < rest % others);
            pools.push((other, rest / others + more));
        }
        Pools::new(pools)
    }

    fn slow_calls(&self) -> Calls {
        Calls {
            per_s: self.slow_per_s,
            hold_s: self.hold_s(self.slow_service_s),
        }
    }

    /// Slots that the calls to the other dependencies hold.
    fn other_busy(&self) -> f64 {
        let others = (self.dependencies - 1) as f64;
        others * self.other_per_s * self.hold_s(self.service_s)
    }

    /// The share of the calls to the slow dependency that has an answer, of those that were let in.
    fn slow_answers(&self) -> f64 {
        f64::from(u8::from(self.slow_service_s <= self.timeout_s))
    }

    /// The same of the others: none if even they take longer than the time-out.
    fn other_answers(&self) -> f64 {
        f64::from(u8::from(self.service_s <= self.timeout_s))
    }

    fn fill_s(&self) -> Defined {
        fill_s(self.slots as f64, self.slow_calls())
    }

    fn fill_with_others_s(&self) -> Defined {
        fill_s(self.slots as f64 - self.other_busy(), self.slow_calls())
    }
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let setting = Setting::read(inputs)?;
        let pools = |slow_s| setting.pools(setting.slow_slots, slow_s, 1.0);
        Ok(Question {
            usual: pools(setting.service_s)?,
            slow: pools(setting.slow_service_s)?,
            setting,
        })
    }

    /// The share of the calls to the others that is answered with pools, while one is slow; the smallest of their pools.
    fn other_answered_in_pools(&self, pools: &Pools) -> f64 {
        let smallest = (self.setting.dependencies - 1) as usize;
        (1.0 - pools.refused_in(smallest)) * self.setting.other_answers()
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let (usual, slow) = (&self.usual, &self.slow);
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let share = |id, value: f64| Figure::new(id, Unit::Ratio, Ok(value));
        let count = |id, value: u64| Figure::new(id, Unit::Count, Ok(value as f64));
        let needed = |id, value: Defined| {
            Figure::new(id, Unit::Count, value).on(Message::new("bulkhead.basis.target"))
        };
        let spread = Calls {
            per_s: self.setting.slow_per_s / self.setting.dependencies as f64,
            ..self.setting.slow_calls()
        };
        let figures = vec![
            seconds("fill_s", self.setting.fill_s()),
            seconds("fill_with_others_s", self.setting.fill_with_others_s()),
            seconds("fill_spread_s", fill_s(self.setting.slots as f64, spread)),
            seconds(
                "pool_fill_s",
                fill_s(self.setting.slow_slots as f64, self.setting.slow_calls()),
            ),
            count("kept_slots", self.setting.slots - self.setting.slow_slots),
            share(
                "other_answered_shared",
                (1.0 - slow.refused_shared()) * self.setting.other_answers(),
            ),
            share("other_answered_pools", self.other_answered_in_pools(slow)),
            share(
                "slow_answered_shared",
                (1.0 - slow.refused_shared()) * self.setting.slow_answers(),
            ),
            share(
                "slow_answered_pools",
                (1.0 - slow.refused_in(0)) * self.setting.slow_answers(),
            ),
            share("busy_shared", slow.busy_shared()),
            share("busy_pools", slow.busy_in_pools()),
            share("busy_bound", slow.busy_bound()),
            share("usual_refused_shared", shown(usual.refused_shared())),
            share("usual_refused_pools", shown(usual.refused_in_pools())),
            needed("needed_shared", usual.slots_shared_for(TARGET)),
            needed("needed_pools", usual.slots_in_pools_for(TARGET)),
            seconds("usual_wait_shared_s", usual.wait_shared_s().map(shown)),
            seconds("usual_wait_pools_s", usual.wait_in_pools_s().map(shown)),
        ];
        Ok(Output {
            figures,
            tables: vec![self.table()],
            charts: vec![self.fill_chart(), self.split_chart()?, self.price_chart()?],
            steps: self.steps(),
            notes: self.notes(),
        })
    }

    /// What each pool has to do and what of it is answered.
    fn table(&self) -> Table {
        let (usual, slow) = (&self.usual, &self.slow);
        let others = self.setting.dependencies - 1;
        let rest = self.setting.slots - self.setting.slow_slots;
        let other = Calls {
            per_s: self.setting.other_per_s,
            hold_s: self.setting.hold_s(self.setting.service_s),
        };
        let slow_usual = self.setting.slow_per_s * self.setting.hold_s(self.setting.service_s);
        let row = |id, pools: f64, slots: f64, usual: (f64, f64), now: (f64, f64), per_s: f64| {
            vec![
                Entry::Word(id),
                pools.into(),
                slots.into(),
                usual.0.into(),
                usual.1.into(),
                now.0.into(),
                now.1.into(),
                per_s.into(),
            ]
        };
        let smallest = others as usize;
        let shared = 1.0 - slow.refused_shared();
        let slow_answered = (1.0 - slow.refused_in(0)) * self.setting.slow_answers();
        let other_answered = self.other_answered_in_pools(slow);
        let all_others = self.setting.other_per_s * others as f64 * self.setting.other_answers();
        let rows = vec![
            row(
                "shared",
                1.0,
                self.setting.slots as f64,
                (usual.offered(), shown(usual.refused_shared())),
                (slow.offered(), slow.refused_shared()),
                shared * (all_others + self.setting.slow_per_s * self.setting.slow_answers()),
            ),
            row(
                "slow",
                1.0,
                self.setting.slow_slots as f64,
                (slow_usual, shown(usual.refused_in(0))),
                (self.setting.slow_calls().offered(), slow.refused_in(0)),
                slow_answered * self.setting.slow_per_s,
            ),
            row(
                "other",
                others as f64,
                (rest / others) as f64,
                (other.offered(), shown(usual.refused_in(smallest))),
                (other.offered(), shown(slow.refused_in(smallest))),
                other_answered * self.setting.other_per_s,
            ),
        ];
        Table { id: "pools", rows }
    }

    fn steps(&self) -> Vec<Step> {
        let said = |value: f64| significant(value, 6);
        let calls = self.setting.slow_calls();
        let (slots, own) = (self.setting.slots, self.setting.slow_slots);
        let others = self.setting.dependencies - 1;
        let other = self.setting.other_per_s * self.setting.hold_s(self.setting.service_s);
        let each = (slots - own) / others;
        vec![
            Step::new(
                "fill_s",
                "t = C / λ",
                format!("{slots} / {} s⁻¹", said(calls.per_s)),
                self.setting.fill_s(),
                Unit::Second,
            ),
            Step::new(
                "fill_spread_s",
                "C / (λ / n)",
                format!(
                    "{slots} / ({} s⁻¹ / {})",
                    said(calls.per_s),
                    self.setting.dependencies
                ),
                fill_s(
                    slots as f64,
                    Calls {
                        per_s: calls.per_s / self.setting.dependencies as f64,
                        ..calls
                    },
                ),
                Unit::Second,
            ),
            Step::new(
                "kept_slots",
                "Σ inflightⱼ ≤ C − C₁",
                format!("{slots} − {own}"),
                Ok((slots - own) as f64),
                Unit::Count,
            ),
            Step::new(
                "other_answered_shared",
                "1 − B(C, Σ λᵢsᵢ)",
                format!(
                    "1 − B({slots}, {} + {})",
                    said(calls.offered()),
                    said(self.setting.other_busy())
                ),
                Ok(1.0 - self.slow.refused_shared()),
                Unit::Ratio,
            ),
            Step::new(
                "other_answered_pools",
                "1 − B(Cⱼ, λⱼsⱼ)",
                format!("1 − B({each}, {})", said(other)),
                Ok(1.0 - self.slow.refused_in(others as usize)),
                Unit::Ratio,
            ),
            Step::new(
                "busy_bound",
                "Σ min(λᵢsᵢ, Cᵢ) / C",
                format!(
                    "(min({}, {own}) + {others} · min({}, {each})) / {slots}",
                    said(calls.offered()),
                    said(other)
                ),
                Ok(self.slow.busy_bound()),
                Unit::Ratio,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let note =
            |severity, key: &str| Note::new(severity, Message::new(format!("bulkhead.note.{key}")));
        let mut notes = Vec::new();
        if self.setting.fill_with_others_s().is_err() {
            notes.push(note(Severity::Info, "never_full"));
        }
        if self.setting.slow_service_s > self.setting.timeout_s {
            notes.push(note(Severity::Warning, "all_time_out"));
        }
        let starved = self.usual.refused_in_pools() > 0.01 && self.usual.refused_shared() < 0.01;
        if starved {
            notes.push(note(Severity::Warning, "split_refuses"));
        }
        notes
    }
}
