//! `capacity_plan`: how many replicas carry the peak when a zone is lost, and what runs out next.

mod chart;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Step, Table, finished,
    significant,
};
use crate::kernel::capacity::{Demand, Supply, Zones};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Message, Unit};

/// The model.
pub(super) struct CapacityPlan;

impl Model for CapacityPlan {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    demand: Demand,
    trough_per_s: f64,
    head_room: Probability,
    zones: Zones,
    connections: Supply,
    connection_limit: Probability,
}

/// Three ways to count, by replicas.
struct Plans {
    naive: Defined,
    needed: Defined,
    with_head_room: Defined,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        Ok(Question {
            demand: Demand {
                peak_per_s: inputs.real("peak_per_s")?,
                replica_per_s: inputs.real("replica_per_s")?,
            },
            trough_per_s: inputs.real("trough_per_s")?,
            head_room: inputs.probability("head_room")?,
            zones: Zones {
                all: inputs.count("zones")?,
                lost: inputs.count("zones_lost")?,
            },
            connections: Supply {
                all: inputs.count("connections")?,
                each: inputs.count("connections_per_replica")?,
            },
            connection_limit: inputs.probability("connection_limit")?,
        })
    }

    fn plans(&self, demand: Demand) -> Result<Plans, ModelError> {
        Ok(Plans {
            naive: demand.replicas(self.head_room)?,
            needed: demand.replicas_with_loss(Probability::ZERO, self.zones)?,
            with_head_room: demand.replicas_with_loss(self.head_room, self.zones)?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let plans = self.plans(self.demand)?;
        let figures = self.figures(&plans)?;
        let most = self.connections.most_replicas(self.connection_limit);
        Ok(Output {
            tables: vec![self.compared(&plans), self.loss()],
            charts: vec![self.replicas_by_peak(&plans)?],
            steps: self.steps(&plans),
            notes: self.notes(&plans, self.least()?, most),
            figures,
        })
    }

    fn capacity_per_s(&self, replicas: f64) -> f64 {
        replicas * self.demand.replica_per_s
    }

    /// Peak by the capacity of so many replicas.
    fn utilisation(&self, replicas: Defined) -> Defined {
        let replicas = replicas?;
        if replicas > 0.0 {
            Ok(self.demand.peak_per_s / self.capacity_per_s(replicas))
        } else {
            Err(Undefined("no_replica"))
        }
    }

    /// What is left of so many replicas.
    fn left(&self, replicas: Defined) -> Defined {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count; beyond 2^64 it stays there"
        )]
        self.zones.replicas_left(replicas? as u64)
    }

    /// Replicas that carry the quiet load through the loss.
    fn least(&self) -> Result<Defined, ModelError> {
        let quiet = Demand {
            peak_per_s: self.trough_per_s,
            ..self.demand
        };
        Ok(quiet.replicas_with_loss(Probability::ZERO, self.zones)?)
    }

    /// The largest peak that is carried through the loss with no more replicas than there are connections for.
    fn peak_limit(&self) -> Defined {
        let most = self.connections.most_replicas(self.connection_limit)?;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let each = (most / self.zones.all as f64).floor();
        Ok(self.capacity_per_s(each * self.zones.left()?))
    }

    fn figures(&self, plans: &Plans) -> Result<Vec<Figure>, ModelError> {
        let left = self.left(plans.needed);
        let count = |id, value| Figure::new(id, Unit::Count, value);
        let share = |id, value| Figure::new(id, Unit::Ratio, value);
        let rate = |id, value| Figure::new(id, Unit::PerSecond, value);
        let head_room = Message::new("capacity_plan.basis.head_room")
            .with("head_room", Arg::Share(self.head_room));
        Ok(vec![
            count("replicas_naive", plans.naive).on(head_room.clone()),
            count("replicas_needed", plans.needed),
            count("replicas_with_head_room", plans.with_head_room).on(head_room),
            count("replicas_left", left),
            rate(
                "capacity_left_per_s",
                left.map(|left| self.capacity_per_s(left)),
            ),
            share("utilisation_before", self.utilisation(plans.needed)),
            share("utilisation_after", self.utilisation(left)),
            count("autoscaler_min", self.least()?),
            count(
                "autoscaler_max",
                self.connections.most_replicas(self.connection_limit),
            )
            .on(Message::new("capacity_plan.basis.connections")
                .with("limit", Arg::Share(self.connection_limit))),
            count("first_without", self.connections.first_without()),
            rate("peak_limit_per_s", self.peak_limit()),
        ])
    }

    /// The three plans after the loss.
    fn compared(&self, plans: &Plans) -> Table {
        let rows = [
            ("naive", plans.naive),
            ("needed", plans.needed),
            ("with_head_room", plans.with_head_room),
        ]
        .into_iter()
        .map(|(word, replicas)| {
            let left = self.left(replicas);
            #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
            let connections = replicas.map(|replicas| replicas * self.connections.each as f64);
            vec![
                Entry::Word(word),
                replicas.into(),
                left.into(),
                left.map(|left| self.capacity_per_s(left)).into(),
                self.utilisation(left).into(),
                connections.into(),
            ]
        })
        .collect();
        Table { id: "plans", rows }
    }

    /// What the loss makes of a utilisation.
    fn loss(&self) -> Table {
        let rows = [0.4, 0.5, 0.6, 0.7, 0.8]
            .into_iter()
            .map(|before| vec![before.into(), self.zones.utilisation_after(before).into()])
            .collect();
        Table { id: "loss", rows }
    }

    fn steps(&self, plans: &Plans) -> Vec<Step> {
        let (peak, replica) = (
            significant(self.demand.peak_per_s, 7),
            significant(self.demand.replica_per_s, 7),
        );
        let zones = self.zones;
        let left = zones.all.saturating_sub(zones.lost);
        let head_room = self.head_room;
        let after_loss =
            |replicas: Defined| format!("{} → {}", said(replicas), said(self.left(replicas)));
        vec![
            Step::new(
                "replicas_naive",
                "n = ⌈λ · (1 + h) / r⌉",
                format!("⌈{peak} · (1 + {head_room}) / {replica}⌉"),
                plans.naive,
                Unit::Count,
            ),
            Step::new(
                "naive_left",
                "(n → n_left) · r",
                format!("({}) · {replica}", after_loss(plans.naive)),
                self.left(plans.naive).map(|left| self.capacity_per_s(left)),
                Unit::PerSecond,
            ),
            Step::new(
                "replicas_needed",
                "n = Z · ⌈λ / (r · (Z − k))⌉",
                format!("{} · ⌈{peak} / ({replica} · {left})⌉", zones.all),
                plans.needed,
                Unit::Count,
            ),
            Step::new(
                "capacity_left_per_s",
                "(n → n_left) · r",
                format!("({}) · {replica}", after_loss(plans.needed)),
                self.left(plans.needed)
                    .map(|left| self.capacity_per_s(left)),
                Unit::PerSecond,
            ),
            Step::new(
                "replicas_with_head_room",
                "n = Z · ⌈λ · (1 + h) / (r · (Z − k))⌉",
                format!(
                    "{} · ⌈{peak} · (1 + {head_room}) / ({replica} · {left})⌉",
                    zones.all
                ),
                plans.with_head_room,
                Unit::Count,
            ),
            Step::new(
                "utilisation_after",
                "ρ_after = ρ · Z / (Z − k)",
                format!(
                    "{} · {} / {left}",
                    self.utilisation(plans.needed)
                        .map_or_else(|_| "—".to_owned(), |share| significant(share, 5)),
                    zones.all
                ),
                self.utilisation(self.left(plans.needed)),
                Unit::Ratio,
            ),
            Step::new(
                "autoscaler_max",
                "n_max = ⌊s · K / k_r⌋",
                format!(
                    "⌊{} · {} / {}⌋",
                    self.connection_limit, self.connections.all, self.connections.each
                ),
                self.connections.most_replicas(self.connection_limit),
                Unit::Count,
            ),
        ]
    }

    fn notes(&self, plans: &Plans, least: Defined, most: Defined) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut warn = |message| {
            notes.push(Note::warning(message));
        };
        if let Ok(left) = self.left(plans.naive)
            && self.capacity_per_s(left) < self.demand.peak_per_s
        {
            warn(
                Message::new("capacity_plan.note.naive_falls")
                    .quantity("left", left, Unit::Count)
                    .quantity("capacity", self.capacity_per_s(left), Unit::PerSecond)
                    .quantity("peak", self.demand.peak_per_s, Unit::PerSecond),
            );
        }
        if let (Ok(most), Ok(needed)) = (most, plans.needed)
            && needed > most
        {
            warn(
                Message::new("capacity_plan.note.connections_first")
                    .quantity("most", most, Unit::Count)
                    .quantity("needed", needed, Unit::Count),
            );
        }
        if self.trough_per_s > self.demand.peak_per_s {
            warn(
                Message::new("capacity_plan.note.quiet_above_peak")
                    .quantity("quiet", self.trough_per_s, Unit::PerSecond)
                    .quantity("peak", self.demand.peak_per_s, Unit::PerSecond),
            );
        }
        if let (Ok(least), Ok(most)) = (least, most)
            && least > most
        {
            warn(
                Message::new("capacity_plan.note.bounds_crossed")
                    .quantity("least", least, Unit::Count)
                    .quantity("most", most, Unit::Count),
            );
        }
        notes
    }
}

fn said(value: Defined) -> String {
    value.map_or_else(|_| "—".to_owned(), |value| significant(value, 7))
}
