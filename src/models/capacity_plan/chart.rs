//! Replicas against the peak.

use super::{Plans, Question};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::capacity::Demand;
use crate::kernel::error::Defined;
use crate::models::ModelError;
use crate::text::{Label, Unit};

/// One of the three ways to count.
type Count = fn(&Plans) -> Defined;

impl Question {
    /// Three ways to count replicas for each peak, and how many there are connections for.
    pub(super) fn replicas_by_peak(&self, here: &Plans) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 480;
        let peak_per_s = self.demand.peak_per_s;
        let hi = (2.0 * peak_per_s).max(4.0 * self.demand.replica_per_s);
        let lines: [(&'static str, Role, Count); 3] = [
            ("replicas_with_head_room", Role::Series(2), |plans| {
                plans.with_head_room
            }),
            ("replicas_needed", Role::Series(0), |plans| plans.needed),
            ("replicas_naive", Role::Series(1), |plans| plans.naive),
        ];
        let mut plans = Vec::new();
        for i in 0..=POINTS {
            let peak_per_s = hi * f64::from(i) / f64::from(POINTS);
            let demand = Demand {
                peak_per_s,
                ..self.demand
            };
            plans.push((peak_per_s, self.plans(demand)?));
        }
        let mut layers: Vec<Layer> = lines
            .into_iter()
            .map(|(id, role, value)| Layer::Line {
                id,
                name: Label::key(format!("capacity_plan.figure.{id}.name")),
                points: plans
                    .iter()
                    .map(|(peak_per_s, plans)| (*peak_per_s, value(plans).ok()))
                    .collect(),
                role,
            })
            .collect();
        let bounds = [
            (
                "autoscaler_max",
                self.connections.most_replicas(self.connection_limit),
                Role::Warn,
            ),
            ("first_without", self.connections.first_without(), Role::Bad),
        ];
        let highest = plans
            .iter()
            .filter_map(|(_, plans)| plans.with_head_room.ok())
            .fold(1.0, f64::max);
        for (id, at, role) in bounds {
            if let Ok(at) = at
                && at <= 1.5 * highest
            {
                layers.push(Layer::rule(
                    id,
                    Label::key(format!("capacity_plan.chart.replicas.{id}")),
                    AxisId::Y,
                    at,
                    role,
                ));
            }
        }
        Ok(ChartSpec {
            id: "replicas",
            title: Label::key("capacity_plan.chart.replicas.title"),
            x: Axis::linear(
                Label::key("capacity_plan.input.peak_per_s.name"),
                Unit::PerSecond,
            )
            .over((0.0, hi))
            .of_input("peak_per_s"),
            y: Axis::linear(Label::key("capacity_plan.chart.axis.replicas"), Unit::Count),
            layers,
            handle: here.needed.ok().map(|needed| Handle {
                x_input: Some("peak_per_s"),
                y_input: None,
                at: (peak_per_s, needed),
                label: Label::key("capacity_plan.chart.replicas.point"),
            }),
        })
    }
}
