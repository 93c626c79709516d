//! What `diversity` takes and gives.

use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec, When,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "diversity",
    family: Family::Placement,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "nodes",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 300,
                hard: Range {
                    lo: 25,
                    hi: 100_000,
                },
                soft: Range { lo: 27, hi: 10_000 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "versions",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 2,
                hard: Range { lo: 1, hi: 25 },
                soft: Range { lo: 1, hi: 6 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "mix",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "even",
                choices: &["even", "rollout"],
            },
            when: None,
        },
        InputSpec {
            id: "rolled_out",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.1",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "mix",
                is: &["rollout"],
            }),
        },
        InputSpec {
            id: "replicas",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 25 },
                soft: Range { lo: 1, hi: 9 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "quorum_lost_at",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 2,
                hard: Range { lo: 1, hi: 25 },
                soft: Range { lo: 1, hi: 9 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "nodes_hit",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_blind",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_apart",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "all_loss_blind",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "all_loss_apart",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "capacity_left",
            unit: Unit::Ratio,
        },
    ],
    tables: &[TableSpec {
        id: "mixes",
        columns: &[
            ColumnSpec {
                id: "versions",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "nodes_hit",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "quorum_loss_blind",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "quorum_loss_apart",
                unit: Unit::Ratio,
            },
        ],
    }],
    charts: &["versions", "rollout"],
    presets: &[
        Preset {
            id: "one_version",
            set: &[("versions", "1"), ("mix", "even")],
        },
        Preset {
            id: "canary",
            set: &[
                ("mix", "rollout"),
                ("versions", "2"),
                ("rolled_out", "0.01"),
            ],
        },
        Preset {
            id: "quarter",
            set: &[
                ("mix", "rollout"),
                ("versions", "2"),
                ("rolled_out", "0.25"),
            ],
        },
        Preset {
            id: "five_on_three",
            set: &[
                ("versions", "3"),
                ("replicas", "5"),
                ("quorum_lost_at", "3"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "A. Avizienis: The N-version approach to fault-tolerant software, IEEE Transactions on Software Engineering SE-11, 1985",
            url: None,
        },
        Reference {
            text: "J. C. Knight, N. G. Leveson: An experimental evaluation of the assumption of independence in multiversion programming, IEEE Transactions on Software Engineering SE-12, 1986",
            url: None,
        },
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications I, 3rd ed., 1968, section II.6 (hypergeometric distribution)",
            url: None,
        },
    ],
};
