//! Mean and percentiles by the slow share, and what each detector finds.

use super::{LAST, Question};
use crate::chart::{Axis, ChartSpec, Handle, Layer, Role};
use crate::kernel::mechanism::gray_failure::Waits;
use crate::models::grid::equal_ratios;
use crate::text::{Label, Unit};

/// The shares that are shown.
const SHARES: (f64, f64) = (1e-4, 1.0);

impl Question {
    fn over_shares(&self, pick: impl Fn(&Waits) -> f64) -> Vec<(f64, Option<f64>)> {
        equal_ratios(SHARES, 240)
            .map(|slow| {
                let waits = Waits { slow, ..self.waits };
                (slow, Some(pick(&waits)))
            })
            .collect()
    }

    fn shares(&self) -> Axis {
        Axis::log(
            Label::key("gray_failure.input.slow_share.name"),
            Unit::Ratio,
        )
        .over(SHARES)
        .of_input("slow_share")
    }

    pub(super) fn views(&self) -> ChartSpec {
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("gray_failure.figure.{id}.name")),
            points,
            role,
        };
        let here = self.waits.slow.max(SHARES.0);
        ChartSpec {
            id: "views",
            title: Label::key("gray_failure.chart.views.title"),
            x: self.shares(),
            y: Axis::log(Label::key("gray_failure.chart.axis.wait"), Unit::Second),
            layers: vec![
                line(
                    "median_s",
                    self.over_shares(|waits| waits.percentile_s(0.5)),
                    Role::Quiet,
                ),
                line("mean_s", self.over_shares(Waits::mean_s), Role::Series(0)),
                line(
                    "p99_s",
                    self.over_shares(|waits| waits.percentile_s(LAST)),
                    Role::Bad,
                ),
            ],
            handle: Some(Handle {
                x_input: Some("slow_share"),
                y_input: None,
                at: (here, self.waits.mean_s()),
                label: Label::key("gray_failure.figure.mean_s.name"),
            }),
        }
    }

    pub(super) fn finds(&self) -> ChartSpec {
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("gray_failure.word.{id}")),
            points,
            role,
        };
        ChartSpec {
            id: "finds",
            title: Label::key("gray_failure.chart.finds.title"),
            x: self.shares(),
            y: Axis::linear(Label::key("gray_failure.chart.axis.power"), Unit::Ratio)
                .over((0.0, 1.0)),
            layers: vec![
                line(
                    "mean",
                    self.over_shares(|waits| self.mean_power(waits)),
                    Role::Quiet,
                ),
                line(
                    "p99",
                    self.over_shares(|waits| self.p99_power(waits)),
                    Role::Bad,
                ),
                line(
                    "share",
                    self.over_shares(|waits| self.share_power(waits)),
                    Role::Series(0),
                ),
                line(
                    "probe",
                    self.over_shares(|waits| self.probe_power(waits)),
                    Role::Series(1),
                ),
            ],
            handle: None,
        }
    }
}
