//! `recovery_choice`: restart, repair, a second site or shared work: how long, how much lost, at what price.

mod charts;
mod spec;

use super::lab::said_s;
use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    as_real, finished, significant,
};
use crate::kernel::availability::{Year, downtime_s, nines};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::lab::recovery::{Recovery, Way};
use crate::kernel::quantity::Probability;
use crate::text::{Message, Unit};
use spec::SPEC;

/// Hours of a month of 30 days.
const MONTH_H: f64 = 720.0;

/// The model.
pub(super) struct RecoveryChoice;

impl Model for RecoveryChoice {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    recovery: Recovery,
    way: Way,
    is_synchronous: bool,
    round_trip_s: f64,
    hour_price: f64,
}

/// A way with its price.
struct Priced {
    way: Way,
    up: Result<Probability, Undefined>,
    price: Defined,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let chosen = inputs.choice("way")?;
        let is_synchronous = inputs.choice("replication")? == "synchronous";
        let lag_s = inputs.real("lag_s")?;
        Ok(Question {
            recovery: Recovery {
                mttf_s: inputs.real("mttf_s")?,
                detect_s: inputs.real("detect_s")?,
                restart_s: inputs.real("restart_s")?,
                restart_helps: inputs.probability("restart_helps")?,
                repair_s: inputs.real("repair_s")?,
                failover_s: inputs.real("failover_s")?,
                failover_works: inputs.probability("failover_works")?,
                lag_s: if is_synchronous { 0.0 } else { lag_s },
                backup_every_s: inputs.real("backup_every_s")?,
                needed: inputs.count("needed")?,
                spares: inputs.count("spares")?,
            },
            way: Way::ALL
                .into_iter()
                .find(|way| way.id() == chosen)
                .unwrap_or(Way::Repair),
            is_synchronous,
            round_trip_s: inputs.real("round_trip_s")?,
            hour_price: inputs.real("hour_price")?,
        })
    }

    fn priced(&self, way: Way) -> Result<Priced, ModelError> {
        let up = self.recovery.availability(way)?;
        Ok(Priced {
            way,
            up,
            price: up.map(|up| self.price(way, up.complement())),
        })
    }

    /// Machines and downtime of a month, in prices of a machine.
    fn price(&self, way: Way, down: f64) -> f64 {
        as_real(self.recovery.machines(way)) + down * MONTH_H * self.hour_price
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let ways = Way::ALL.map(|way| self.priced(way));
        let ways: Vec<Priced> = ways.into_iter().collect::<Result<_, ModelError>>()?;
        let chosen = self.priced(self.way)?;
        let repair = self.priced(Way::Repair)?;
        Ok(Output {
            figures: self.figures(&chosen, &repair)?,
            tables: vec![self.table(&ways)?],
            charts: vec![
                self.course_chart(),
                self.price_chart(&ways),
                self.detection_chart(),
            ],
            steps: self.steps(&chosen),
            notes: self.notes(&ways),
        })
    }

    fn figures(&self, chosen: &Priced, repair: &Priced) -> Result<Vec<Figure>, ModelError> {
        let recovery = &self.recovery;
        let down_s = match chosen.up {
            Ok(up) => Ok(downtime_s(&up, Year::Days365.seconds())?),
            Err(reason) => Err(reason),
        };
        // A restart and a repair in place have no copy to wait for.
        let has_copy = matches!(self.way, Way::ActivePassive | Way::ActiveActive);
        let waits = has_copy && self.is_synchronous;
        Ok(vec![
            match chosen.up {
                Ok(up) => Figure::share("availability", up),
                Err(reason) => Figure::new("availability", Unit::Ratio, Err(reason)),
            },
            Figure::new("downtime_per_year_s", Unit::Second, down_s),
            Figure::new("rto_s", Unit::Second, Ok(recovery.rto_s(self.way))),
            Figure::new(
                "rto_worst_s",
                Unit::Second,
                Ok(recovery.rto_worst_s(self.way)),
            ),
            Figure::new("rpo_s", Unit::Second, Ok(recovery.rpo_s(self.way))),
            Figure::new(
                "write_wait_s",
                Unit::Second,
                Ok(if waits { self.round_trip_s } else { 0.0 }),
            ),
            Figure::new(
                "machines",
                Unit::Count,
                Ok(as_real(recovery.machines(self.way))),
            ),
            Figure::new("price_per_month", Unit::One, chosen.price)
                .on(Message::new("recovery_choice.basis.price")),
            Figure::new(
                "break_even_hour_price",
                Unit::One,
                self.break_even(chosen, repair),
            ),
            Figure::new("nines", Unit::Nines, chosen.up.and_then(|up| nines(&up))),
        ])
    }

    /// The price of an hour down from which on the way pays, compared with repair in place.
    fn break_even(&self, chosen: &Priced, repair: &Priced) -> Defined {
        let saved_h = (repair.up?.complement() - chosen.up?.complement()) * MONTH_H;
        if saved_h <= 0.0 {
            return Err(Undefined("never_pays"));
        }
        let more = self.recovery.machines(self.way) - self.recovery.needed;
        Ok(as_real(more) / saved_h)
    }

    fn table(&self, ways: &[Priced]) -> Result<Table, ModelError> {
        let year_s = Year::Days365.seconds();
        let rows = ways.iter().map(|priced| {
            let recovery = &self.recovery;
            let down_s = match priced.up {
                Ok(up) => Ok(downtime_s(&up, year_s)?),
                Err(reason) => Err(reason),
            };
            Ok(vec![
                Entry::Word(priced.way.id()),
                recovery.rto_s(priced.way).into(),
                recovery.rto_worst_s(priced.way).into(),
                recovery.rpo_s(priced.way).into(),
                as_real(recovery.machines(priced.way)).into(),
                priced.up.map(|up| up.complement()).into(),
                down_s.into(),
                priced.price.into(),
            ])
        });
        Ok(Table {
            id: "ways",
            rows: rows.collect::<Result<_, ModelError>>()?,
        })
    }

    fn steps(&self, chosen: &Priced) -> Vec<Step> {
        let recovery = &self.recovery;
        let number = |value: f64| significant(value, 6);
        let outage_s = recovery.mean_outage_s(self.way);
        let detect = said_s(recovery.detect_s);
        let repair = said_s(recovery.repair_s);
        let mttf = said_s(recovery.mttf_s);
        let (needed, all) = (recovery.needed, recovery.machines(self.way));
        let (outage, outage_with) = match self.way {
            Way::Repair => ("d + r", format!("{detect} + {repair}")),
            Way::Restart => (
                "d + t + (1 − h) · r",
                format!(
                    "{detect} + {} + {} · {repair}",
                    said_s(recovery.restart_s),
                    number(recovery.restart_helps.complement())
                ),
            ),
            Way::ActivePassive => (
                "d + f + (1 − w) · r",
                format!(
                    "{detect} + {} + {} · {repair}",
                    said_s(recovery.failover_s),
                    number(recovery.failover_works.complement())
                ),
            ),
            Way::ActiveActive => ("d", detect),
        };
        let machine = said_s(recovery.mean_outage_s(Way::Repair));
        let out = said_s(outage_s);
        let (formula, with) = match self.way {
            Way::Repair | Way::Restart => (
                "A = (M / (M + D))ᴺ",
                format!("({mttf} / ({mttf} + {out}))^{needed}"),
            ),
            Way::ActivePassive => (
                "A = (1 − (1 − aᴺ)²) · (M / N) / (M / N + D)",
                format!("a = {mttf} / ({mttf} + {machine}), N = {needed}, D = {out}"),
            ),
            Way::ActiveActive => (
                "A = P(≥ N of N + k) · M / (M + d)",
                format!(
                    "P(≥ {needed} of {all}: {mttf} / ({mttf} + {machine})) · {mttf} / ({mttf} + {out})"
                ),
            ),
        };
        let availability = match chosen.up {
            Ok(up) => Step::share("availability", formula, with, up),
            Err(reason) => Step::new("availability", formula, with, Err(reason), Unit::Ratio),
        };
        let down = chosen
            .up
            .map_or_else(|_| "…".to_owned(), |up| number(up.complement()));
        vec![
            Step::new(
                "mean_outage_s",
                &format!("D = {outage}"),
                outage_with,
                Ok(outage_s),
                Unit::Second,
            ),
            availability,
            Step::new(
                "price_per_month",
                "P = n + U · 720 h · p",
                format!("{all} + {down} · 720 · {}", number(self.hour_price)),
                chosen.price,
                Unit::One,
            ),
        ]
    }

    fn notes(&self, ways: &[Priced]) -> Vec<Note> {
        let mut notes = Vec::new();
        let say = |severity, key: &str| {
            Note::new(
                severity,
                Message::new(format!("recovery_choice.note.{key}")),
            )
        };
        let prices = ways
            .iter()
            .filter_map(|way| Some((way.way, way.price.ok()?)));
        let cheapest = prices.reduce(|best, next| if next.1 < best.1 { next } else { best });
        if let Some((way, price)) = cheapest {
            let label = crate::text::Label::key(format!("recovery_choice.word.{}", way.id()));
            let message = Message::new("recovery_choice.note.cheapest")
                .with("way", crate::text::Arg::Label(label))
                .quantity("price", price, Unit::One);
            notes.push(Note::info(message));
        }
        if self.recovery.spares == 0 && self.way == Way::ActiveActive {
            notes.push(say(Severity::Warning, "no_spares"));
        }
        let switching = self.recovery.failover_s + self.recovery.detect_s;
        if self.way == Way::ActivePassive
            && switching >= self.recovery.restart_s + self.recovery.detect_s
        {
            notes.push(say(Severity::Info, "restart_is_faster"));
        }
        notes
    }
}
