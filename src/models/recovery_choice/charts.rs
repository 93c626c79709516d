//! The course of one failure under each way, and what the ways cost.

use super::spec::{DETECTION, PRICES};
use super::{Priced, Question};
use crate::chart::{Axis, ChartSpec, Handle, Lane, LaneSpan, Layer, Role};
use crate::kernel::availability::Year;
use crate::kernel::lab::recovery::{Recovery, Way};
use crate::models::grid::equal_ratios;
use crate::text::{Label, Unit};

/// The first moment after a failure that is shown, in seconds.
const FIRST_S: f64 = 1.0;

fn key(rest: &str) -> Label {
    Label::key(format!("recovery_choice.{rest}"))
}

fn series(way: Way) -> Role {
    let at = Way::ALL.iter().position(|known| *known == way);
    Role::Series(u8::try_from(at.unwrap_or(0)).unwrap_or(0))
}

impl Question {
    /// What happens after a failure when all goes well, a row for each way.
    pub(super) fn course_chart(&self) -> ChartSpec {
        let recovery = &self.recovery;
        let end_s = recovery
            .rto_worst_s(Way::ActivePassive)
            .max(recovery.rto_worst_s(Way::Restart))
            .max(FIRST_S)
            * 2.0;
        let mut spans = Vec::new();
        for (way, lane) in Way::ALL.into_iter().zip(0..) {
            let acts = match way {
                Way::Repair => "repair",
                Way::Restart => "restart",
                Way::ActivePassive => "failover",
                Way::ActiveActive => "",
            };
            let (known_s, back_s) = (recovery.detect_s, recovery.rto_s(way));
            let own = if way == Way::ActiveActive {
                "detect_part"
            } else {
                "detect"
            };
            let first = if way == Way::ActiveActive {
                Role::Warn
            } else {
                Role::Bad
            };
            for (id, from_s, to_s, role) in [
                (own, FIRST_S, known_s, first),
                (acts, known_s, back_s, Role::Warn),
                ("served", back_s, end_s, Role::Good),
            ] {
                if to_s.max(FIRST_S) > from_s.max(FIRST_S) {
                    spans.push(LaneSpan {
                        id: format!("{}-{id}", way.id()),
                        lane,
                        from_s: from_s.max(FIRST_S),
                        to_s: to_s.max(FIRST_S),
                        label: key(&format!("chart.course.{id}")),
                        role: if id == acts { Role::Bad } else { role },
                    });
                }
            }
        }
        let lanes = Way::ALL.map(|way| Lane {
            id: way.id().to_owned(),
            name: key(&format!("word.{}", way.id())),
        });
        ChartSpec {
            id: "course",
            title: key("chart.course.title"),
            x: Axis::log(
                Label::key("recovery_choice.chart.course.time"),
                Unit::Second,
            )
            .over((FIRST_S, end_s)),
            y: Axis::linear(Label::key("recovery_choice.column.way"), Unit::One),
            layers: vec![Layer::Lanes {
                lanes: lanes.into(),
                spans,
                events: Vec::new(),
            }],
            handle: None,
        }
    }

    /// The price of each way over that of an hour down.
    pub(super) fn price_chart(&self, ways: &[Priced]) -> ChartSpec {
        const POINTS: u32 = 40;
        let x = (PRICES.0.min(self.hour_price), PRICES.1.max(self.hour_price));
        let with_price = |hour_price| Question {
            hour_price,
            ..*self
        };
        let line = |priced: &Priced| {
            let points = equal_ratios(x, POINTS).map(|hour_price| {
                let price = priced
                    .up
                    .map(|up| with_price(hour_price).price(priced.way, up.complement()));
                (hour_price, price.ok())
            });
            Layer::Line {
                id: priced.way.id(),
                name: key(&format!("word.{}", priced.way.id())),
                points: points.collect(),
                role: series(priced.way),
            }
        };
        let here = ways.iter().find(|priced| priced.way == self.way);
        let at = here.and_then(|priced| priced.price.ok()).unwrap_or(1.0);
        ChartSpec {
            id: "price",
            title: key("chart.price.title"),
            x: Axis::log(
                Label::key("recovery_choice.input.hour_price.name"),
                Unit::One,
            )
            .over(x)
            .of_input("hour_price"),
            y: Axis::log(
                Label::key("recovery_choice.figure.price_per_month.name"),
                Unit::One,
            ),
            layers: ways.iter().map(line).collect(),
            handle: Some(Handle {
                x_input: Some("hour_price"),
                y_input: None,
                at: (self.hour_price, at),
                label: key("input.hour_price.name"),
            }),
        }
    }

    /// The downtime of each way over the time until a failure is detected.
    pub(super) fn detection_chart(&self) -> ChartSpec {
        const POINTS: u32 = 24;
        let x = (
            DETECTION.0.min(self.recovery.detect_s),
            DETECTION.1.max(self.recovery.detect_s),
        );
        let down_s = |way, detect_s| {
            let recovery = Recovery {
                detect_s,
                ..self.recovery
            };
            let up = recovery.availability(way).ok()?.ok()?;
            Some(up.complement() * Year::Days365.seconds()).filter(|down| *down > 0.0)
        };
        let layers: Vec<Layer> = Way::ALL
            .into_iter()
            .map(|way| Layer::Line {
                id: way.id(),
                name: key(&format!("word.{}", way.id())),
                points: equal_ratios(x, POINTS)
                    .map(|detect_s| (detect_s, down_s(way, detect_s)))
                    .collect(),
                role: series(way),
            })
            .collect();
        let at = down_s(self.way, self.recovery.detect_s).unwrap_or(1.0);
        ChartSpec {
            id: "detection",
            title: key("chart.detection.title"),
            x: Axis::log(
                Label::key("recovery_choice.input.detect_s.name"),
                Unit::Second,
            )
            .over(x)
            .of_input("detect_s"),
            y: Axis::log(
                Label::key("recovery_choice.figure.downtime_per_year_s.name"),
                Unit::Second,
            ),
            layers,
            handle: Some(Handle {
                x_input: Some("detect_s"),
                y_input: None,
                at: (self.recovery.detect_s, at),
                label: key("input.detect_s.name"),
            }),
        }
    }
}
