//! The block diagram, and what shared causes leave of the redundancy.

use super::{Question, Row};
use crate::chart::{Axis, AxisId, Block, BlockPart, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::availability::Structure;
use crate::kernel::quantity::Probability;
use crate::models::grid::equal_steps;
use crate::text::{Arg, Label, Message, Unit};

const SINGLE: Role = Role::Bad;
const REDUNDANT: Role = Role::Good;
/// Points of the curve; fewer where each takes long.
const POINTS: (u32, u32) = (40, 8);
const HEAVY: f64 = 2e5;

impl Question {
    pub(super) fn diagram(&self, rows: &[Row]) -> ChartSpec {
        let root = self.part(&self.with.structure, rows);
        let shown = root.blocks();
        let has = |role: Role| shown.iter().any(|block| block.role == role);
        let key = [(SINGLE, "single"), (REDUNDANT, "redundant")]
            .into_iter()
            .filter(|(role, _)| has(*role))
            .map(|(role, key)| (role, Label::key(format!("composition.chart.diagram.{key}"))))
            .collect();
        ChartSpec {
            id: "diagram",
            title: Label::key("composition.chart.diagram.title"),
            x: Axis::linear(Label::key("composition.chart.diagram.along"), Unit::One),
            y: Axis::linear(
                Label::key("composition.column.block_unavailability"),
                Unit::Ratio,
            ),
            layers: vec![Layer::Blocks {
                id: "system",
                root,
                key,
            }],
            handle: None,
        }
    }

    fn part(&self, structure: &Structure, rows: &[Row]) -> BlockPart {
        match structure {
            Structure::Block(block) => BlockPart::Block(self.block(*block, 1, rows)),
            Structure::Group { needed, members } => {
                let total: u64 = members.iter().map(|(copies, _)| *copies).sum();
                let parts = members.iter().map(|(n, part)| self.member(*n, part, rows));
                if *needed == total {
                    // A row in a row is one row, which has more places to go on below.
                    let spliced = parts.flat_map(|part| match part {
                        BlockPart::Row(inner) => inner,
                        part => vec![part],
                    });
                    return BlockPart::Row(spliced.collect());
                }
                let parts = parts.collect();
                let caption = Message::new("composition.chart.diagram.of")
                    .quantity("needed", *needed as f64, Unit::Count)
                    .quantity("total", total as f64, Unit::Count);
                BlockPart::Alternatives {
                    caption: (*needed > 1 || members.len() == 1).then(|| caption.into()),
                    parts,
                }
            }
        }
    }

    fn member(&self, copies: u64, part: &Structure, rows: &[Row]) -> BlockPart {
        match part {
            Structure::Block(block) => BlockPart::Block(self.block(*block, copies, rows)),
            Structure::Group { .. } if copies > 1 => BlockPart::Framed {
                caption: times(copies).into(),
                part: Box::new(self.part(part, rows)),
            },
            Structure::Group { .. } => self.part(part, rows),
        }
    }

    fn block(&self, block: usize, copies: u64, rows: &[Row]) -> Block {
        let is_single = rows.iter().any(|row| row.block == block && row.is_single);
        let stated = self.written.blocks.get(block).map(|block| block.stated);
        let own = self.with.blocks[block];
        let share = stated.or_else(|| Probability::from_complement(own.down).ok());
        let share = Arg::Share(share.unwrap_or(Probability::ONE));
        let detail = if copies > 1 {
            Message::new("composition.chart.diagram.several")
                .with("times", Arg::Label(times(copies).into()))
                .with("availability", share)
        } else {
            Message::new("composition.chart.diagram.one").with("availability", share)
        };
        Block {
            name: Label::plain(&self.name(block)),
            detail: detail.into(),
            copies,
            value: stated.map_or(own.down, |stated| stated.complement()),
            role: if is_single { SINGLE } else { REDUNDANT },
        }
    }

    /// The unavailability against the share of shared causes.
    pub(super) fn shared(&self) -> ChartSpec {
        let here = self.beta.value();
        let end = if here <= 0.2 { 0.2 } else { 1.0 };
        let count = if self.system.work() > HEAVY {
            POINTS.1
        } else {
            POINTS.0
        };
        let points = equal_steps((0.0, end), count)
            .map(|beta| {
                let down = Probability::from_value(beta)
                    .ok()
                    .and_then(|beta| self.unavailability_at(beta).ok());
                (beta, down.filter(|down| *down > 0.0))
            })
            .collect();
        let own = self.system.unavailability().ok().filter(|down| *down > 0.0);
        let mut layers = vec![Layer::Line {
            id: "unavailability",
            name: Label::key("composition.figure.unavailability.name"),
            points,
            role: Role::Series(0),
        }];
        if let Ok(independent) = self.unavailability_at(Probability::ZERO)
            && independent > 0.0
        {
            layers.push(Layer::rule(
                "independent",
                Label::key("composition.chart.shared.independent"),
                AxisId::Y,
                independent,
                Role::Threshold,
            ));
        }
        if let Some(down) = own {
            layers.push(Layer::Points {
                id: "here",
                name: Label::key("composition.chart.shared.point"),
                marks: vec![Mark {
                    x: here,
                    y: down,
                    label: None,
                }],
                role: Role::Accent,
            });
        }
        ChartSpec {
            id: "shared",
            title: Label::key("composition.chart.shared.title"),
            x: Axis::linear(
                Label::key("composition.input.shared_cause.name"),
                Unit::Ratio,
            )
            .over((0.0, end))
            .of_input("shared_cause"),
            y: Axis::log(
                Label::key("composition.figure.unavailability.name"),
                Unit::Ratio,
            ),
            layers,
            handle: own.map(|down| Handle {
                x_input: Some("shared_cause"),
                y_input: None,
                at: (here, down),
                label: Label::key("composition.chart.shared.point"),
            }),
        }
    }
}

fn times(copies: u64) -> Message {
    Message::new("composition.chart.diagram.times").quantity("count", copies as f64, Unit::Count)
}
