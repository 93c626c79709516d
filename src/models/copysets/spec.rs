//! What `copysets` takes and gives.

use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "copysets",
    family: Family::Placement,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "nodes",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 5_000,
                hard: Range {
                    lo: 10,
                    hi: 100_000,
                },
                soft: Range {
                    lo: 100,
                    hi: 20_000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "replicas",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 2, hi: 9 },
                soft: Range { lo: 2, hi: 5 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "chunks_per_node",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 10_000,
                hard: Range {
                    lo: 10,
                    hi: 1_000_000_000,
                },
                soft: Range {
                    lo: 100,
                    hi: 1_000_000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "scatter_width",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4,
                hard: Range { lo: 1, hi: 1_000 },
                soft: Range { lo: 1, hi: 200 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "failed",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 50,
                hard: Range { lo: 1, hi: 2_000 },
                soft: Range { lo: 1, hi: 500 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "domain_nodes",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 40,
                hard: Range { lo: 1, hi: 2_000 },
                soft: Range { lo: 1, hi: 200 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "domains_apart",
            unit: Unit::One,
            kind: Kind::Toggle { default: false },
            when: None,
        },
        InputSpec {
            id: "trials",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4_000,
                hard: Range {
                    lo: 1,
                    hi: 1_000_000,
                },
                soft: Range {
                    lo: 100,
                    hi: 100_000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "seed",
            unit: Unit::One,
            kind: Kind::Seed { default: 425 },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "loss_copyset",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "loss_random",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "lost_chunks_mean",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "lost_if_loss_copyset",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "lost_if_loss_random",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "set_loss",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "sets_copyset",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "sets_random",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "chunks",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "helpers",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "domain_loss_copyset",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "domain_loss_random",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "loss_simulated",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "loss_low",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "loss_high",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "lost_chunks_simulated",
            unit: Unit::Count,
        },
    ],
    tables: &[TableSpec {
        id: "widths",
        columns: &[
            ColumnSpec {
                id: "width",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "sets",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "loss",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "lost_if_loss",
                unit: Unit::Count,
            },
        ],
    }],
    charts: &["frequency", "size"],
    presets: &[
        Preset {
            id: "published",
            set: &[
                ("nodes", "5000"),
                ("replicas", "3"),
                ("chunks_per_node", "10000"),
                ("failed", "50"),
                ("scatter_width", "2"),
            ],
        },
        Preset {
            id: "small_often",
            set: &[
                ("nodes", "300"),
                ("chunks_per_node", "1000"),
                ("failed", "15"),
                ("scatter_width", "20"),
            ],
        },
        Preset {
            id: "one_rack",
            set: &[
                ("failed", "40"),
                ("domain_nodes", "40"),
                ("domains_apart", "true"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "A. Cidon et al.: Copysets: Reducing the Frequency of Data Loss in Cloud Storage, USENIX ATC 2013, sections 2 and 3",
            url: Some(
                "https://www.usenix.org/conference/atc13/technical-sessions/presentation/cidon",
            ),
        },
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications I, 3rd ed., 1968, section IV.1 (inclusion and exclusion)",
            url: None,
        },
    ],
};
