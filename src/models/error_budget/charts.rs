//! An incident in years of budget, and the time that an alert leaves.

use super::{INCIDENT_SOFT_S, Question};
use crate::chart::{Axis, AxisId, ChartSpec, Contour, Handle, Layer, Role};
use crate::kernel::quantity::Probability;
use crate::models::grid::equal_ratios;
use crate::text::{Arg, Label, Message, Unit};

/// Shares of errors that are shown.
const RATIOS: (f64, f64) = (1e-5, 1.0);

impl Question {
    pub(super) fn incident_chart(&self) -> ChartSpec {
        let x = (
            INCIDENT_SOFT_S.lo.min(self.incident_s.max(1e-3)),
            INCIDENT_SOFT_S.hi.max(self.incident_s),
        );
        let year_s = self.year.seconds();
        let contour = |label: Label, objective: Probability| Contour {
            label,
            level: objective.value(),
            points: [x.0, x.1]
                .map(|d| (d, d / (year_s * objective.complement())))
                .to_vec(),
            strong: objective == self.objective,
        };
        let usual = ["0.99", "0.999", "0.9999", "0.99999"];
        let mut contours: Vec<Contour> = usual
            .iter()
            .filter_map(|text| text.parse::<Probability>().ok())
            .map(|objective| contour(share(objective), objective))
            .collect();
        let has_budget = self.objective.complement() > 0.0;
        if has_budget && !contours.iter().any(|contour| contour.strong) {
            contours.push(contour(share(self.objective), self.objective));
            crate::kernel::order::by_number(&mut contours, |contour| contour.level);
        }
        let years = self
            .incident_years(self.objective)
            .ok()
            .filter(|years| *years > 0.0);
        let range = years.map_or((1e-3, 1e3), |years| (years.min(1e-3), years.max(1e3)));
        ChartSpec {
            id: "incident",
            title: Label::key("error_budget.chart.incident.title"),
            x: Axis::log(
                Label::key("error_budget.input.incident_s.gloss"),
                Unit::Second,
            )
            .over(x)
            .of_input("incident_s"),
            y: Axis::log(
                Label::key("error_budget.figure.incident_years.name"),
                Unit::Year,
            )
            .over(range),
            layers: vec![
                Layer::Plane {
                    id: "objectives",
                    name: Label::key("error_budget.input.objective.name"),
                    contours,
                    arrows: Vec::new(),
                },
                Layer::rule(
                    "one_year",
                    Label::key("error_budget.chart.incident.one_year"),
                    AxisId::Y,
                    1.0,
                    Role::Threshold,
                ),
            ],
            handle: years.map(|years| Handle {
                x_input: Some("incident_s"),
                y_input: None,
                at: (self.incident_s, years),
                label: Label::key("error_budget.chart.incident.point"),
            }),
        }
    }

    pub(super) fn alerts_chart(&self) -> ChartSpec {
        const POINTS: u32 = 120;
        let here = self.error_ratio.value();
        let x = (RATIOS.0.min(here.max(1e-12)), RATIOS.1);
        let alerts = self.alerts();
        // The thresholds themselves, so that each step down of the curve is where it belongs.
        let mut ratios: Vec<f64> = equal_ratios(x, POINTS).collect();
        for threshold in alerts
            .iter()
            .filter_map(|(alert, _)| alert.error_ratio().ok())
        {
            ratios.extend([threshold * (1.0 - 1e-9), threshold]);
        }
        // The last of the even steps may lie beyond the end by rounding.
        ratios.retain(|ratio| (x.0..=x.1 * (1.0 + 1e-9)).contains(ratio));
        ratios.iter_mut().for_each(|ratio| *ratio = ratio.min(x.1));
        crate::kernel::order::by_number(&mut ratios, |ratio| *ratio);
        let positive = |seconds: f64| (seconds > 0.0).then_some(seconds);
        let exhaustion = ratios
            .iter()
            .map(|e| {
                let time = self.budget.exhaustion_s(*e, self.spent);
                (*e, time.ok().and_then(positive))
            })
            .collect();
        let first = ratios
            .iter()
            .map(|e| {
                let times = alerts
                    .iter()
                    .filter_map(|(alert, _)| alert.fires_after_s(*e).ok());
                (*e, times.reduce(f64::min).and_then(positive))
            })
            .collect();
        let now = self.exhaustion_s().ok().and_then(positive);
        ChartSpec {
            id: "alerts",
            title: Label::key("error_budget.chart.alerts.title"),
            x: Axis::log(
                Label::key("error_budget.input.error_ratio.gloss"),
                Unit::Ratio,
            )
            .over(x)
            .of_input("error_ratio"),
            y: Axis::log(Label::key("error_budget.chart.alerts.time"), Unit::Second),
            layers: vec![
                Layer::Line {
                    id: "exhaustion",
                    name: Label::key("error_budget.chart.alerts.exhaustion"),
                    points: exhaustion,
                    role: Role::Series(0),
                },
                Layer::Line {
                    id: "first_alert",
                    name: Label::key("error_budget.chart.alerts.first_alert"),
                    points: first,
                    role: Role::Series(1),
                },
            ],
            handle: now.map(|time| Handle {
                x_input: Some("error_ratio"),
                y_input: None,
                at: (here, time),
                label: Label::key("error_budget.chart.alerts.point"),
            }),
        }
    }
}

fn share(objective: Probability) -> Label {
    Message::new("error_budget.chart.incident.objective")
        .with("objective", Arg::Share(objective))
        .into()
}
