//! Volumes and control plane over time, and the room that there is.

use super::Simulation;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::mechanism::remirror_storm::{Moment, WELL};
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

impl Simulation {
    fn steps_taken(&self) -> Vec<Layer> {
        let remedy = self.scene.remedy(self.scene.exit);
        let added_s = remedy.added.map(|(after_s, _)| after_s);
        let taken = [
            ("stop", remedy.stop_after_s, Role::Accent),
            ("capacity", added_s, Role::Good),
        ];
        let taken = taken.into_iter().filter_map(|(id, after_s, role)| {
            let after_s = after_s.filter(|after_s| *after_s < self.scene.length_s)?;
            Some(Layer::rule(
                id,
                Label::key(format!("remirror_storm.word.{id}")),
                AxisId::X,
                after_s,
                role,
            ))
        });
        taken.collect()
    }

    fn over_time(&self, pick: impl Fn(&Moment) -> f64) -> Vec<(f64, Option<f64>)> {
        let moments = self.moments.iter();
        moments
            .map(|moment| (moment.at_s, Some(pick(moment))))
            .collect()
    }

    fn time_axis(&self) -> Axis {
        let range = Some((0.0, self.scene.length_s));
        Axis::linear(Label::key("remirror_storm.chart.axis.time"), Unit::Second).over(range)
    }

    pub(super) fn volumes(&self) -> ChartSpec {
        let mut layers = self.steps_taken();
        for (id, role, pick) in [
            (
                "searching",
                Role::Bad,
                (|m| m.searching) as fn(&Moment) -> f64,
            ),
            ("copying", Role::Series(0), |m| m.copying),
        ] {
            layers.push(Layer::Line {
                id,
                name: Label::key(format!("remirror_storm.chart.volumes.{id}")),
                points: self.over_time(pick),
                role,
            });
        }
        ChartSpec {
            id: "volumes",
            title: Label::key("remirror_storm.chart.volumes.title"),
            x: self.time_axis(),
            y: Axis::linear(Label::key("remirror_storm.chart.axis.volumes"), Unit::Ratio),
            layers,
            handle: None,
        }
    }

    pub(super) fn control(&self) -> ChartSpec {
        let mut layers = self.steps_taken();
        layers.push(Layer::rule(
            "well",
            Label::key("remirror_storm.chart.control.well"),
            AxisId::Y,
            WELL,
            Role::Threshold,
        ));
        layers.push(Layer::Line {
            id: "handled",
            name: Label::key("remirror_storm.chart.control.handled"),
            points: self.over_time(|moment| moment.handled),
            role: Role::Good,
        });
        ChartSpec {
            id: "control",
            title: Label::key("remirror_storm.chart.control.title"),
            x: self.time_axis(),
            y: Axis::linear(Label::key("remirror_storm.chart.axis.handled"), Unit::Ratio)
                .over((0.0, 1.0)),
            layers,
            handle: None,
        }
    }

    /// The volumes that find no room, by how many are cut off.
    pub(super) fn room(&self) -> ChartSpec {
        let cluster = self.scene.cluster;
        let shortfall = |cut: f64| {
            let mut other = cluster;
            other.cut = cut;
            other.shortfall()
        };
        let points = equal_steps((0.0, 1.0), 400).map(|cut| (cut, Some(shortfall(cut))));
        ChartSpec {
            id: "room",
            title: Label::key("remirror_storm.chart.room.title"),
            x: Axis::linear(
                Label::key("remirror_storm.input.cut_share.name"),
                Unit::Ratio,
            )
            .over((0.0, 1.0))
            .of_input("cut_share"),
            y: Axis::linear(
                Label::key("remirror_storm.chart.axis.shortfall"),
                Unit::Ratio,
            )
            .over((0.0, 1.0)),
            layers: vec![Layer::Line {
                id: "shortfall",
                name: Label::key("remirror_storm.chart.room.shortfall"),
                points: points.collect(),
                role: Role::Bad,
            }],
            handle: Some(Handle {
                x_input: Some("cut_share"),
                y_input: None,
                at: (cluster.cut, shortfall(cluster.cut)),
                label: Label::key("remirror_storm.chart.room.point"),
            }),
        }
    }
}
