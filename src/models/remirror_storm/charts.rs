//! Volumes and control plane over time, and the room that there is.

use super::Simulation;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Reach, Role, Scale};
use crate::kernel::mechanism::remirror_storm::{Moment, WELL};
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

fn label(key: &str) -> Label {
    Label::key(format!("remirror_storm.{key}"))
}

fn axis(key: &str, unit: Unit, range: Option<(f64, f64)>) -> Axis {
    Axis {
        label: label(key),
        unit,
        scale: Scale::Linear,
        range,
        input: None,
    }
}

fn rule(id: &str, key: &str, axis: AxisId, at: f64, role: Role) -> Layer {
    Layer::Rule {
        id: id.to_owned(),
        name: label(key),
        axis,
        at,
        reach: Reach::Across,
        role,
    }
}

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
            Some(rule(id, &format!("word.{id}"), AxisId::X, after_s, role))
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
        axis("chart.axis.time", Unit::Second, range)
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
                name: label(&format!("chart.volumes.{id}")),
                points: self.over_time(pick),
                role,
            });
        }
        ChartSpec {
            id: "volumes",
            title: label("chart.volumes.title"),
            x: self.time_axis(),
            y: axis("chart.axis.volumes", Unit::Ratio, None),
            layers,
            handle: None,
        }
    }

    pub(super) fn control(&self) -> ChartSpec {
        let mut layers = self.steps_taken();
        layers.push(rule(
            "well",
            "chart.control.well",
            AxisId::Y,
            WELL,
            Role::Threshold,
        ));
        layers.push(Layer::Line {
            id: "handled",
            name: label("chart.control.handled"),
            points: self.over_time(|moment| moment.handled),
            role: Role::Good,
        });
        ChartSpec {
            id: "control",
            title: label("chart.control.title"),
            x: self.time_axis(),
            y: axis("chart.axis.handled", Unit::Ratio, Some((0.0, 1.0))),
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
            title: label("chart.room.title"),
            x: Axis {
                input: Some("cut_share"),
                ..axis("input.cut_share.name", Unit::Ratio, Some((0.0, 1.0)))
            },
            y: axis("chart.axis.shortfall", Unit::Ratio, Some((0.0, 1.0))),
            layers: vec![Layer::Line {
                id: "shortfall",
                name: label("chart.room.shortfall"),
                points: points.collect(),
                role: Role::Bad,
            }],
            handle: Some(Handle {
                x_input: Some("cut_share"),
                y_input: None,
                at: (cluster.cut, shortfall(cluster.cut)),
                label: label("chart.room.point"),
            }),
        }
    }
}
