//! `failover_capacity`: a site without power, the room that the others have, and the order of return.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    as_real, finished, significant,
};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::failover_capacity::{FLOORS, Floor, ORDERS, Outage, Return, room};
use crate::text::{Message, Unit};

/// The orders by name, as [`ORDERS`] has them.
const NAMES: [&str; 6] = ["1_2_3", "1_3_2", "2_1_3", "2_3_1", "3_1_2", "3_2_1"];

/// The model.
pub(super) struct FailoverCapacity;

impl Model for FailoverCapacity {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed.
struct Question {
    outage: Outage,
    others: f64,
    power_used: f64,
    cooling_used: f64,
    /// Servers for which the other sites have power, and cooling.
    by_power: f64,
    by_cooling: f64,
    /// The order that is asked for, and those that cost least and most.
    order: [usize; FLOORS],
    best: [usize; FLOORS],
    worst: [usize; FLOORS],
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let count = |id| inputs.count(id).map(as_real);
        let runs = inputs.toggle("generators")?;
        let mut carried = if runs {
            count("generator_servers")?
        } else {
            0.0
        };
        let floor = |servers, work| -> Result<Floor, ModelError> {
            let servers = count(servers)?;
            Ok(Floor {
                servers,
                work_s: inputs.real(work)?,
                carried: 0.0,
            })
        };
        let mut floors = [
            floor("floor_1_servers", "floor_1_work_s")?,
            floor("floor_2_servers", "floor_2_work_s")?,
            floor("floor_3_servers", "floor_3_work_s")?,
        ];
        // The cabling of the first floor is gone: generators feed the others.
        for floor in &mut floors[1..] {
            floor.carried = carried.min(floor.servers);
            carried -= floor.carried;
        }
        let others = count("other_servers")?;
        let (power_used, cooling_used) = (inputs.real("power_used")?, inputs.real("cooling_used")?);
        let (by_power, by_cooling) = (room(others, power_used)?, room(others, cooling_used)?);
        let outage = Outage {
            access_s: inputs.real("access_s")?,
            floors,
            generator_s: if runs {
                inputs.real("generator_s")?
            } else {
                0.0
            },
            room: by_power.min(by_cooling).floor(),
            move_after_s: inputs.real("move_after_s")?,
            move_each_s: inputs.real("move_each_s")?,
        };
        let (best, worst) = outage.best_and_worst();
        let chosen = inputs.choice("order")?;
        let named = NAMES.iter().position(|name| *name == chosen);
        Ok(Question {
            outage,
            others,
            power_used,
            cooling_used,
            by_power,
            by_cooling,
            order: named.map_or(best, |index| ORDERS[index]),
            best,
            worst,
        })
    }

    fn mean_down_s(&self, back: &Return) -> Defined {
        let servers = self.outage.servers();
        if servers > 0.0 {
            Ok((back.server_s / servers).max(0.0))
        } else {
            Err(Undefined("no_servers"))
        }
    }

    /// When the last floor that has servers is back.
    fn last_back_s(&self, back: &Return) -> Defined {
        let floors = self.outage.floors.iter().zip(back.back_s);
        let times = floors.filter(|(floor, _)| floor.servers > 0.0);
        let last = times.map(|(_, back_s)| back_s).reduce(f64::max);
        last.ok_or(Undefined("no_servers"))
    }

    fn answer(&self) -> Output {
        let back = self.outage.back_in(self.order);
        let row = |(name, order): (&&'static str, [usize; FLOORS])| {
            let back = self.outage.back_in(order);
            vec![
                Entry::Word(name),
                self.mean_down_s(&back).into(),
                back.moved.iter().sum::<f64>().floor().into(),
                (back.server_s / 3_600.0).max(0.0).round().into(),
            ]
        };
        Output {
            figures: self.figures(&back),
            tables: vec![Table {
                id: "orders",
                rows: NAMES.iter().zip(ORDERS).map(row).collect(),
            }],
            charts: vec![self.running(), self.room()],
            steps: self.steps(&back),
            notes: self.notes(&back),
        }
    }

    fn figures(&self, back: &Return) -> Vec<Figure> {
        let mean = |order| self.mean_down_s(&self.outage.back_in(order));
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let servers = |id, value: f64| Figure::new(id, Unit::Count, Ok(value.floor()));
        let basis = |key: &str| Message::new(format!("failover_capacity.basis.{key}"));
        vec![
            seconds("mean_down_s", self.mean_down_s(back)),
            seconds("best_mean_down_s", mean(self.best)).on(basis("orders")),
            seconds("worst_mean_down_s", mean(self.worst)).on(basis("orders")),
            seconds("last_back_s", self.last_back_s(back)),
            servers("room_servers", self.outage.room),
            servers("room_by_power", self.by_power),
            servers("room_by_cooling", self.by_cooling),
            servers("moved", back.moved.iter().sum()),
            Figure::new(
                "server_hours",
                Unit::Count,
                Ok((back.server_s / 3_600.0).max(0.0).round()),
            ),
        ]
    }

    fn steps(&self, back: &Return) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let hours = |seconds: f64| significant(seconds / 3_600.0, 6);
        let by = |id, formula, used: f64, room: f64| {
            let others = number(self.others);
            let substitution = format!("{others} · (1 − {}) / {}", number(used), number(used));
            Step::new(id, formula, substitution, Ok(room.floor()), Unit::Count)
        };
        let parts: Vec<String> = self
            .order
            .iter()
            .filter(|floor| self.outage.floors[**floor].servers > 0.0)
            .map(|floor| {
                let servers = number(self.outage.floors[*floor].servers);
                format!("{servers} · {} h", hours(back.back_s[*floor]))
            })
            .collect();
        let plain = Outage {
            room: 0.0,
            generator_s: f64::MAX,
            ..self.outage
        };
        let plain_s = plain.back_in(self.order).server_s;
        vec![
            by(
                "room_by_power",
                "n (1 − uₚ) / uₚ",
                self.power_used,
                self.by_power,
            ),
            by(
                "room_by_cooling",
                "n (1 − uₖ) / uₖ",
                self.cooling_used,
                self.by_cooling,
            ),
            Step::new(
                "plain_server_hours",
                "Σ nᵢ Tᵢ",
                parts.join(" + "),
                Ok((plain_s / 3_600.0).round()),
                Unit::Count,
            ),
            Step::new(
                "mean_down_s",
                "(Σ nᵢ Tᵢ − s) / n",
                format!(
                    "({} h − {} h) / {}",
                    hours(plain_s),
                    hours(plain_s - back.server_s),
                    number(self.outage.servers())
                ),
                self.mean_down_s(back),
                Unit::Second,
            ),
        ]
    }

    fn notes(&self, back: &Return) -> Vec<Note> {
        let note = |severity, key: &str| {
            Note::new(
                severity,
                Message::new(format!("failover_capacity.note.{key}")),
            )
        };
        let mut notes = Vec::new();
        let key = if self.by_cooling < self.by_power {
            "cooling"
        } else {
            "power"
        };
        notes.push(note(Severity::Info, key));
        if self.outage.room < self.outage.servers() {
            notes.push(note(Severity::Warning, "too_little_room"));
        }
        let best_s = self.outage.back_in(self.best).server_s;
        if back.server_s > best_s * (1.0 + 1e-9) {
            notes.push(note(Severity::Warning, "not_the_best"));
        }
        notes
    }
}
