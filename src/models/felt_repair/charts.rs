//! Outages and the downtime in them, and the intervals that incidents give.

use super::{Evidence, Question};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::error::Defined;
use crate::kernel::math;
use crate::models::grid::equal_ratios;
use crate::text::{Label, Unit};

impl Question {
    /// The share of outages longer than a time, and the share of downtime in them.
    pub(super) fn felt_chart(&self) -> ChartSpec {
        const POINTS: u32 = 120;
        let repair = &self.repair;
        // Three standard deviations to either side of both distributions, so that the curves are seen whole.
        let reach = 3.0 * repair.sigma().max(0.1);
        let right = repair.sigma() * repair.sigma() + reach;
        let x = (
            (repair.median_s() * math::exp(-reach)).max(1e-300),
            (repair.median_s() * math::exp(right.min(600.0))).min(1e300),
        );
        let line = |id, key: &str, share: &dyn Fn(f64) -> f64, role| Layer::Line {
            id,
            name: Label::key(format!("felt_repair.chart.felt.{key}")),
            points: equal_ratios(x, POINTS)
                .map(|time_s| (time_s, Some(share(time_s))))
                .collect(),
            role,
        };
        let mut layers = vec![
            line(
                "outages",
                "outages",
                &|t| repair.outages_longer(t),
                Role::Series(0),
            ),
            line(
                "downtime",
                "downtime",
                &|t| repair.downtime_in_longer(t),
                Role::Series(1),
            ),
        ];
        let mut rule = |id: &str, figure: &str, at: Defined, role| {
            if let Ok(at) = at.map(|at| at.clamp(x.0, x.1)) {
                layers.push(Layer::rule(
                    id,
                    Label::key(format!("felt_repair.figure.{figure}.name")),
                    AxisId::X,
                    at,
                    role,
                ));
            }
        };
        rule(
            "mean",
            "mean_repair_s",
            Ok(repair.mean_s()),
            Role::Threshold,
        );
        rule("felt", "felt_length_s", repair.felt_length_s(), Role::Warn);
        let at = match self.placed_by {
            "median_s" => repair.median_s(),
            _ => repair.mean_s(),
        };
        ChartSpec {
            id: "felt",
            title: Label::key("felt_repair.chart.felt.title"),
            x: Axis::log(Label::key("felt_repair.chart.felt.time"), Unit::Second)
                .over(x)
                .of_input(self.placed_by),
            y: Axis::linear(Label::key("felt_repair.chart.felt.share"), Unit::Ratio)
                .over((0.0, 1.0)),
            layers,
            handle: Some(Handle {
                x_input: Some(self.placed_by),
                y_input: None,
                at: (at, repair.outages_longer(at)),
                label: Label::key(format!("felt_repair.input.{}.name", self.placed_by)),
            }),
        }
    }

    /// The intervals against the number of incidents.
    pub(super) fn intervals_chart(&self, evidence: &[Evidence]) -> ChartSpec {
        let band = |id, key: &str, pick: fn(&Evidence) -> (Defined, Defined), role| Layer::Band {
            id,
            name: Label::key(format!("felt_repair.chart.intervals.{key}")),
            points: evidence
                .iter()
                .filter_map(|one| {
                    let (low, high) = pick(one);
                    Some((one.incidents as f64, low.ok()?, high.ok()?))
                })
                .collect(),
            role,
        };
        let mean_s = self.repair.mean_s();
        // The upper ends of three and four incidents are astronomic and would flatten all else.
        let range = (mean_s / 10.0, mean_s * 100.0);
        let here = self.incidents as f64;
        ChartSpec {
            id: "intervals",
            title: Label::key("felt_repair.chart.intervals.title"),
            x: Axis::log(Label::key("felt_repair.input.incidents.gloss"), Unit::Count)
                .over((3.0, here.max(100.0)))
                .of_input("incidents"),
            y: Axis::log(
                Label::key("felt_repair.figure.mean_repair_s.name"),
                Unit::Second,
            )
            .over(range),
            layers: vec![
                band(
                    "log_normal",
                    "log_normal",
                    |one| one.log_normal,
                    Role::Series(1),
                ),
                band(
                    "exponential",
                    "exponential",
                    |one| one.exponential,
                    Role::Series(0),
                ),
                Layer::rule(
                    "observed",
                    Label::key("felt_repair.chart.intervals.observed"),
                    AxisId::Y,
                    mean_s,
                    Role::Threshold,
                ),
            ],
            handle: Some(Handle {
                x_input: Some("incidents"),
                y_input: None,
                at: (here, mean_s),
                label: Label::key("felt_repair.input.incidents.name"),
            }),
        }
    }
}
