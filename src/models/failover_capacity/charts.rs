//! The servers that run over time, and the room that the other sites have.

use super::Question;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::mechanism::failover_capacity::{FLOORS, room};
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

impl Question {
    /// Servers that run at some moments: where a floor comes back, and between where servers are moved.
    fn course(&self, order: [usize; FLOORS], end_s: f64) -> Vec<(f64, Option<f64>)> {
        const MOMENTS: u32 = 400;
        let outage = &self.outage;
        let back = outage.back_in(order);
        let running = |at_s: f64| {
            let mut sum = 0.0;
            // Moves run through the floors from the last one back.
            let mut move_s = outage.move_after_s;
            for floor in order.into_iter().rev() {
                let moves_s = back.moved[floor] * outage.move_each_s;
                let moved = ((at_s - move_s) / outage.move_each_s).clamp(0.0, back.moved[floor]);
                move_s += moves_s;
                let here = &outage.floors[floor];
                sum += if at_s >= back.back_s[floor] {
                    here.servers
                } else if at_s >= outage.generator_s {
                    here.carried + moved
                } else {
                    moved
                };
            }
            sum
        };
        equal_steps((0.0, end_s), MOMENTS)
            .map(|at_s| (at_s, Some(running(at_s))))
            .collect()
    }

    pub(super) fn running(&self) -> ChartSpec {
        let work_s: f64 = self.outage.floors.iter().map(|floor| floor.work_s).sum();
        let end_s = (1.1 * (self.outage.access_s + work_s)).max(60.0);
        let line = |id: &'static str, order, role| Layer::Step {
            id,
            name: Label::key(format!("failover_capacity.chart.running.{id}")),
            points: self.course(order, end_s),
            role,
        };
        let mut layers = vec![
            line("worst", self.worst, Role::Quiet),
            line("best", self.best, Role::Good),
        ];
        if self.order != self.best {
            layers.push(line("chosen", self.order, Role::Accent));
        }
        layers.push(Layer::rule(
            "access",
            Label::key("failover_capacity.chart.running.access"),
            AxisId::X,
            self.outage.access_s,
            Role::Threshold,
        ));
        let top = self.outage.servers().max(1.0);
        ChartSpec {
            id: "running",
            title: Label::key("failover_capacity.chart.running.title"),
            x: Axis::linear(
                Label::key("failover_capacity.chart.axis.time"),
                Unit::Second,
            )
            .over((0.0, end_s))
            .of_input("access_s"),
            y: Axis::linear(
                Label::key("failover_capacity.chart.axis.servers"),
                Unit::Count,
            )
            .over((0.0, 1.05 * top)),
            layers,
            handle: Some(Handle {
                x_input: Some("access_s"),
                y_input: None,
                at: (self.outage.access_s, 0.0),
                label: Label::key("failover_capacity.chart.running.access"),
            }),
        }
    }

    /// What the other sites can take, by how much of their cooling is used.
    pub(super) fn room(&self) -> ChartSpec {
        const LEAST: f64 = 0.3;
        let here = |used: f64| {
            let by_cooling = room(self.others, used).ok();
            by_cooling.map(|room| room.min(self.by_power))
        };
        let from = LEAST.min(self.cooling_used);
        let points = equal_steps((from, 1.0), 140).map(|used| (used, here(used)));
        let top = here(from)
            .unwrap_or(0.0)
            .max(self.outage.servers())
            .max(1.0);
        ChartSpec {
            id: "room",
            title: Label::key("failover_capacity.chart.room.title"),
            x: Axis::linear(
                Label::key("failover_capacity.input.cooling_used.name"),
                Unit::Ratio,
            )
            .over((from, 1.0))
            .of_input("cooling_used"),
            y: Axis::linear(
                Label::key("failover_capacity.chart.axis.servers"),
                Unit::Count,
            )
            .over((0.0, 1.1 * top)),
            layers: vec![
                Layer::rule(
                    "needed",
                    Label::key("failover_capacity.chart.room.needed"),
                    AxisId::Y,
                    self.outage.servers(),
                    Role::Threshold,
                ),
                Layer::Line {
                    id: "room",
                    name: Label::key("failover_capacity.chart.room.room"),
                    points: points.collect(),
                    role: Role::Series(0),
                },
            ],
            handle: Some(Handle {
                x_input: Some("cooling_used"),
                y_input: None,
                at: (self.cooling_used, self.by_cooling.min(self.by_power)),
                label: Label::key("failover_capacity.figure.room_servers.name"),
            }),
        }
    }
}
