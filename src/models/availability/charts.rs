//! The plane of repair, and the nines against MTTR.

use super::{MTTF_SOFT_S, MTTR_SOFT_S, Question};
use crate::chart::{Arrow, Axis, AxisId, ChartSpec, Contour, Handle, Layer, Mark, Role};
use crate::kernel::availability::{Repairable, nines};
use crate::kernel::order::by_number;
use crate::kernel::quantity::Probability;
use crate::models::ModelError;
use crate::models::grid::{equal_ratios, including};
use crate::text::{Arg, Label, Message, Unit};

impl Question {
    pub(super) fn plane(&self) -> ChartSpec {
        let (mttf_s, mttr_s) = (self.system.mttf_s(), self.system.mttr_s());
        let x = including(MTTF_SOFT_S, mttf_s);
        let y = including(MTTR_SOFT_S, mttr_s);
        let mut layers = vec![Layer::Plane {
            id: "levels",
            name: Label::key("availability.chart.plane.levels"),
            contours: self.contours(x),
            arrows: [
                ("mttf_up", (mttf_s * 10.0, mttr_s)),
                ("mttr_down", (mttf_s, mttr_s / 10.0)),
            ]
            .into_iter()
            .filter(|(_, to)| mttr_s > 0.0 && to.0 <= x.1 && to.1 >= y.0)
            .map(|(key, to)| Arrow {
                label: Label::key(format!("availability.chart.plane.{key}")),
                from: (mttf_s, mttr_s),
                to,
                role: Role::Good,
            })
            .collect(),
        }];
        if mttr_s == 0.0 {
            layers.push(Layer::rule(
                "never_down",
                Label::key("availability.chart.plane.never_down"),
                AxisId::X,
                mttf_s,
                Role::Accent,
            ));
        }
        ChartSpec {
            id: "plane",
            title: Label::key("availability.chart.plane.title"),
            x: duration_axis("mttf_s", x),
            y: duration_axis("mttr_s", y),
            layers,
            handle: (mttr_s > 0.0).then(|| Handle {
                x_input: Some("mttf_s"),
                y_input: Some("mttr_s"),
                at: (mttf_s, mttr_s),
                label: Label::key("availability.chart.plane.point"),
            }),
        }
    }

    /// One nine to eight, and the target where it is none of these.
    fn contours(&self, x: (f64, f64)) -> Vec<Contour> {
        const LEVELS: [(&str, &str); 8] = [
            ("0.9", "90%"),
            ("0.99", "99%"),
            ("0.999", "99.9%"),
            ("0.9999", "99.99%"),
            ("0.99999", "99.999%"),
            ("0.999999", "99.9999%"),
            ("0.9999999", ""),
            ("0.99999999", ""),
        ];
        let contour = |label: Label, share: Probability| Contour {
            label,
            level: share.value(),
            points: [x.0, x.1]
                .into_iter()
                .map(|mttf_s| (mttf_s, mttf_s * share.complement() / share.value()))
                .collect(),
            strong: share == self.target,
        };
        let mut contours: Vec<Contour> = LEVELS
            .iter()
            .filter_map(|(text, short)| {
                let share: Probability = text.parse().ok()?;
                let label = if short.is_empty() {
                    let count = nines(&share).ok()?;
                    Message::new("availability.chart.plane.nines")
                        .quantity("count", count, Unit::Count)
                        .into()
                } else {
                    Label::plain(short)
                };
                Some(contour(label, share))
            })
            .collect();
        let drawable = self.target.value() > 0.0 && self.target.complement() > 0.0;
        if drawable && !contours.iter().any(|contour| contour.strong) {
            let label = Message::new("availability.chart.plane.target")
                .with("target", Arg::Share(self.target));
            contours.push(contour(label.into(), self.target));
            by_number(&mut contours, |contour| contour.level);
        }
        contours
    }

    pub(super) fn nines_by_mttr(&self) -> Result<ChartSpec, ModelError> {
        const POINTS: u32 = 60;
        let x = including(MTTR_SOFT_S, self.system.mttr_s());
        let at = |mttr_s: f64| -> Result<Option<f64>, ModelError> {
            Ok(Repairable::new(self.system.mttf_s(), mttr_s)?.nines().ok())
        };
        let points = equal_ratios(x, POINTS)
            .map(|mttr_s| Ok((mttr_s, at(mttr_s)?)))
            .collect::<Result<Vec<_>, ModelError>>()?;
        let mut layers = vec![Layer::Line {
            id: "nines",
            name: Label::key("availability.figure.nines.name"),
            points,
            role: Role::Series(0),
        }];
        if let Ok(target) = nines(&self.target) {
            layers.push(Layer::rule(
                "target",
                Message::new("availability.chart.plane.target")
                    .with("target", Arg::Share(self.target))
                    .into(),
                AxisId::Y,
                target,
                Role::Threshold,
            ));
        }
        if let Ok(needed) = self.mttr_needed()?
            && needed > 0.0
        {
            layers.push(Layer::Points {
                id: "needed",
                name: Label::key("availability.figure.mttr_needed_s.name"),
                marks: nines(&self.target)
                    .map(|y| {
                        vec![Mark {
                            x: needed,
                            y,
                            label: None,
                        }]
                    })
                    .unwrap_or_default(),
                role: Role::Good,
            });
        }
        Ok(ChartSpec {
            id: "nines_by_mttr",
            title: Label::key("availability.chart.nines_by_mttr.title"),
            x: duration_axis("mttr_s", x),
            y: Axis::linear(Label::key("availability.figure.nines.name"), Unit::One),
            layers,
            handle: self.system.nines().ok().map(|y| Handle {
                x_input: Some("mttr_s"),
                y_input: None,
                at: (self.system.mttr_s(), y),
                label: Label::key("availability.chart.nines_by_mttr.point"),
            }),
        })
    }
}

/// A duration axis that is the model input `input`.
fn duration_axis(input: &'static str, range: (f64, f64)) -> Axis {
    Axis::log(
        Label::key(format!("availability.chart.axis.{input}")),
        Unit::Second,
    )
    .over(range)
    .of_input(input)
}
