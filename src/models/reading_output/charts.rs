//! The numbers of a text in their places, and wrk’s percentiles.

use super::Question;
use crate::chart::{Axis, AxisId, BlockPart, ChartSpec, Layer, Mark, Role};
use crate::kernel::error::Defined;
use crate::models::lab::block;
use crate::text::{Label, Message, Unit};

/// A number of the picture: its id, itself, its unit, what it means.
type Number = (&'static str, Defined, Unit, Role);

fn key(rest: &str) -> Label {
    Label::key(format!("reading_output.{rest}"))
}

impl Question {
    /// A row of blocks for each tool whose lines the text has.
    pub(super) fn picture(&self) -> ChartSpec {
        let get = |name: &str| self.get(name);
        let tools: [(&str, Vec<Number>); 3] = [
            (
                "wrk",
                vec![
                    ("connections", get("connections"), Unit::Count, Role::Quiet),
                    ("rate", get("rate_per_s"), Unit::Count, Role::Quiet),
                    ("little", self.little_s(), Unit::Second, Role::Accent),
                    ("mean", get("latency_mean_s"), Unit::Second, Role::Quiet),
                    (
                        "failed",
                        self.failed(),
                        Unit::Count,
                        bad_above_zero(self.failed()),
                    ),
                ],
            ),
            (
                "ss",
                vec![
                    ("estab", get("estab"), Unit::Count, Role::Good),
                    ("closed", get("closed"), Unit::Count, Role::Quiet),
                    (
                        "orphaned",
                        get("orphaned"),
                        Unit::Count,
                        bad_above_zero(get("orphaned")),
                    ),
                    ("timewait", get("timewait"), Unit::Count, Role::Warn),
                ],
            ),
            (
                "tc",
                vec![
                    ("sent", get("sent_packets"), Unit::Count, Role::Good),
                    (
                        "dropped",
                        get("dropped_packets"),
                        Unit::Count,
                        bad_above_zero(get("dropped_packets")),
                    ),
                    (
                        "backlog",
                        get("backlog_packets"),
                        Unit::Count,
                        bad_above_zero(get("backlog_packets")),
                    ),
                    ("limit", self.queue_limit_per_s(), Unit::Count, Role::Accent),
                ],
            ),
        ];
        let mut parts: Vec<BlockPart> = Vec::new();
        for (tool, row) in tools {
            let known = row.into_iter().filter_map(|(id, value, unit, role)| {
                let value = value.ok()?;
                let said = Message::new("reading_output.chart.picture.value")
                    .quantity("value", value, unit);
                Some(block(
                    key(&format!("chart.picture.{id}")),
                    said.into(),
                    value,
                    role,
                ))
            });
            let known: Vec<BlockPart> = known.collect();
            if !known.is_empty() {
                parts.push(BlockPart::Framed {
                    caption: Label::plain(tool),
                    part: Box::new(BlockPart::Row(known)),
                });
            }
        }
        // Lines that say nothing by themselves, such as a heading: the number of lines is all there is.
        if parts.is_empty() {
            let lines = self.reading.lines.len() as f64;
            let said = Message::new("reading_output.chart.picture.value").quantity(
                "value",
                lines,
                Unit::Count,
            );
            parts.push(block(
                key("figure.lines_read.name"),
                said.into(),
                lines,
                Role::Quiet,
            ));
        }
        ChartSpec {
            id: "picture",
            title: key("chart.picture.title"),
            x: Axis::linear(Label::key("reading_output.chart.picture.along"), Unit::One),
            y: Axis::linear(Label::key("reading_output.chart.picture.number"), Unit::One),
            layers: vec![Layer::Blocks {
                id: "numbers",
                root: BlockPart::Row(parts),
                key: Vec::new(),
            }],
            handle: None,
        }
    }

    /// Latency over the share of requests, if the text has percentiles.
    pub(super) fn latency_chart(&self) -> Option<ChartSpec> {
        let percentiles = &self.reading.percentiles;
        if percentiles.is_empty() {
            return None;
        }
        let mut layers = vec![
            Layer::Line {
                id: "percentiles",
                name: key("chart.latency.percentiles"),
                points: percentiles
                    .iter()
                    .map(|(share, time_s)| (*share, Some(*time_s)))
                    .collect(),
                role: Role::Series(0),
            },
            Layer::Points {
                id: "printed",
                name: key("chart.latency.printed"),
                marks: percentiles
                    .iter()
                    .map(|(share, time_s)| Mark {
                        x: *share,
                        y: *time_s,
                        label: Some(Label::plain(&format!(
                            "p{}",
                            crate::models::significant(share * 100.0, 6)
                        ))),
                    })
                    .collect(),
                role: Role::Series(0),
            },
        ];
        for (id, time_s, role) in [
            ("little", self.little_s(), Role::Accent),
            ("mean", self.get("latency_mean_s"), Role::Quiet),
        ] {
            if let Ok(time_s) = time_s {
                layers.push(Layer::rule(
                    id,
                    key(&format!("chart.latency.{id}")),
                    AxisId::Y,
                    time_s,
                    role,
                ));
            }
        }
        let times = percentiles
            .iter()
            .map(|(_, time_s)| *time_s)
            .filter(|time_s| *time_s > 0.0);
        let (lo, hi) = times.fold((f64::MAX, 0.0_f64), |(lo, hi), at| (lo.min(at), hi.max(at)));
        let range = (lo <= hi).then_some((lo * 0.7, hi * 1.4));
        Some(ChartSpec {
            id: "latency",
            title: key("chart.latency.title"),
            x: Axis::linear(
                Label::key("reading_output.chart.latency.share"),
                Unit::Ratio,
            )
            .over((0.4, 1.02)),
            y: Axis::log(
                Label::key("reading_output.chart.latency.time"),
                Unit::Second,
            )
            .over(range),
            layers,
            handle: None,
        })
    }
}

fn bad_above_zero(value: Defined) -> Role {
    if value.is_ok_and(|value| value > 0.0) {
        Role::Bad
    } else {
        Role::Quiet
    }
}
