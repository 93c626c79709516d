//! The states by offered load, and the map whose fixed points they are.

use super::Question;
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::retry::{FixedPoint, Resend, gain};
use crate::models::grid::equal_steps;
use crate::text::{Label, Unit};

/// Gains beyond this are shown only where one is asked for.
const GAIN_SHOWN: f64 = 10.0;
const OFFERED_SHOWN: f64 = 1.2;
/// Loads beyond this say no more than that they are far beyond capacity.
const LOAD_SHOWN: f64 = 6.0;

impl Question {
    /// Offered and total load that are shown.
    fn shown(&self) -> (f64, f64) {
        let offered = OFFERED_SHOWN.max(1.2 * self.offered);
        let most = match self.resend {
            Resend::Once => offered * (1.0 + self.retries),
            Resend::Unlimited if self.retries < 1.0 => offered / (1.0 - self.retries),
            Resend::Unlimited => 2.0 * offered,
        };
        let here = self.settled().map_or(0.0, |point| point.load);
        (
            offered,
            most.clamp(offered, LOAD_SHOWN.max(offered)).max(1.1 * here),
        )
    }

    /// Every state for every offered load. The curve is drawn along the total load, of which the offered load is a
    /// function, so no branch can be missed.
    pub(super) fn states(&self) -> ChartSpec {
        const POINTS: u32 = 120;
        const BRANCHES: [(&str, Role); 3] = [
            ("settled", Role::Good),
            ("tipping", Role::Quiet),
            ("stuck", Role::Bad),
        ];
        let (offered_most, load_most) = self.shown();
        let mut ends = vec![0.0];
        ends.extend(&self.folds);
        ends.push(load_most);
        let mut layers: Vec<Layer> = BRANCHES
            .iter()
            .zip(ends.windows(2))
            .filter_map(|((id, role), ends)| {
                let [from, to] = ends else { return None };
                let points: Vec<(f64, Option<f64>)> = equal_steps((*from, *to), POINTS)
                    .map(|load| (self.feedback.offered_for(load), load))
                    .filter(|(offered, _)| (0.0..=offered_most).contains(offered))
                    .map(|(offered, load)| (offered, Some(load)))
                    .collect();
                (from < to && !points.is_empty()).then(|| Layer::Line {
                    id,
                    name: Label::key(format!("retry_feedback.chart.states.{id}")),
                    points,
                    role: *role,
                })
            })
            .collect();
        let other: Vec<FixedPoint> = self.points.iter().skip(1).copied().collect();
        layers.extend(self.marks(&other, |point| (self.offered, point.load)));
        ChartSpec {
            id: "states",
            title: Label::key("retry_feedback.chart.states.title"),
            x: Axis::linear(Label::key("retry_feedback.chart.axis.offered"), Unit::Ratio)
                .over((0.0, offered_most))
                .of_input("offered_load"),
            y: Axis::linear(Label::key("retry_feedback.chart.axis.load"), Unit::Ratio)
                .over((0.0, load_most)),
            layers,
            handle: self.settled().ok().map(|point| Handle {
                x_input: Some("offered_load"),
                y_input: None,
                at: (self.offered, point.load),
                label: Label::key("retry_feedback.chart.states.point"),
            }),
        }
    }

    /// The load that follows from a load; where it meets the diagonal, a load causes itself.
    pub(super) fn map(&self) -> ChartSpec {
        const POINTS: u32 = 200;
        let (_, most) = self.shown();
        let along = |next: &dyn Fn(f64) -> f64| {
            equal_steps((0.0, most), POINTS)
                .map(|load| (load, Some(next(load)).filter(|next| *next <= most)))
                .collect::<Vec<_>>()
        };
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("retry_feedback.chart.map.{id}")),
            points,
            role,
        };
        let mut layers = vec![
            line("same", along(&|load| load), Role::Quiet),
            line(
                "next",
                along(&|load| self.feedback.next(self.offered, load)),
                Role::Series(0),
            ),
        ];
        layers.extend(self.marks(&self.points, |point| (point.load, point.load)));
        let axis = |key: &str| {
            Axis::linear(
                Label::key(format!("retry_feedback.chart.axis.{key}")),
                Unit::Ratio,
            )
            .over((0.0, most))
        };
        ChartSpec {
            id: "map",
            title: Label::key("retry_feedback.chart.map.title"),
            x: axis("load"),
            y: axis("next_load"),
            layers,
            handle: None,
        }
    }

    /// The gain against a failing share that stays the same, with the shares from which on there is none.
    pub(super) fn gain_chart(&self) -> ChartSpec {
        const POINTS: u32 = 200;
        let here = gain(self.failure.value(), self.retries);
        let most = here.map_or(GAIN_SHOWN, |here| GAIN_SHOWN.max(1.2 * here).min(1e6));
        // To where the curve leaves the picture.
        let end = if self.retries > 0.0 {
            ((1.0 - 1.0 / most) / self.retries).min(1.0)
        } else {
            1.0
        };
        let points = equal_steps((0.0, end), POINTS)
            .map(|share| (share, gain(share, self.retries).ok()))
            .collect();
        let mut layers = vec![Layer::Line {
            id: "gain",
            name: Label::key("retry_feedback.figure.gain.name"),
            points,
            role: Role::Series(0),
        }];
        if self.retries > 1.0 {
            layers.insert(
                0,
                Layer::Span {
                    id: "no_gain",
                    name: Label::key("retry_feedback.chart.gain.none"),
                    axis: AxisId::X,
                    from: 1.0 / self.retries,
                    to: 1.0,
                    role: Role::Bad,
                },
            );
        }
        ChartSpec {
            id: "gain",
            title: Label::key("retry_feedback.chart.gain.title"),
            x: Axis::linear(
                Label::key("retry_feedback.input.failure_probability.name"),
                Unit::Ratio,
            )
            .over((0.0, 1.0))
            .of_input("failure_probability"),
            y: Axis::linear(Label::key("retry_feedback.chart.axis.gain"), Unit::One)
                .over((0.0, most)),
            layers,
            handle: here.ok().map(|here| Handle {
                x_input: Some("failure_probability"),
                y_input: None,
                at: (self.failure.value(), here),
                label: Label::key("retry_feedback.figure.gain.name"),
            }),
        }
    }

    fn marks(&self, points: &[FixedPoint], at: impl Fn(&FixedPoint) -> (f64, f64)) -> Vec<Layer> {
        [
            ("stable", true, Role::Accent),
            ("unstable", false, Role::Warn),
        ]
        .into_iter()
        .filter_map(|(id, stable, role)| {
            let marks: Vec<Mark> = points
                .iter()
                .filter(|point| point.is_stable() == stable)
                .map(|point| {
                    let (x, y) = at(point);
                    Mark { x, y, label: None }
                })
                .collect();
            (!marks.is_empty()).then(|| Layer::Points {
                id,
                name: Label::key(format!("retry_feedback.word.{id}")),
                marks,
                role,
            })
        })
        .collect()
    }
}
