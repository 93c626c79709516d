//! What `placement` takes and gives.

use super::{EVENTS, STRATEGIES};
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "placement",
    family: Family::Placement,
    version: 1,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "zones",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 1000 },
                soft: Range { lo: 1, hi: 12 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "racks_per_zone",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 10_000 },
                soft: Range { lo: 1, hi: 20 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "nodes_per_rack",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 10_000 },
                soft: Range { lo: 1, hi: 40 },
                spacing: Spacing::Linear,
            },
            when: None,
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
        InputSpec {
            id: "strategy",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "random",
                choices: &STRATEGIES,
            },
            when: None,
        },
        InputSpec {
            id: "event",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "zone",
                choices: &EVENTS,
            },
            when: None,
        },
        InputSpec {
            id: "struck",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1,
                hard: Range { lo: 1, hi: 100_000 },
                soft: Range { lo: 1, hi: 27 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "trials",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4_000,
                hard: Range { lo: 1, hi: 100_000 },
                soft: Range {
                    lo: 100,
                    hi: 20_000,
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
        InputSpec {
            id: "generator",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "lecture",
                choices: &["lecture", "portable"],
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "quorum_loss_exact",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "all_loss_exact",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_some_exact",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "all_loss_some_exact",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_simulated",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_low",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_high",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "all_loss_simulated",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "quorum_loss_some_simulated",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "all_loss_some_simulated",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "possible_sets",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "replicas_hit",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "repair_places",
            unit: Unit::Count,
        },
    ],
    tables: &[
        TableSpec {
            id: "strategies",
            columns: &[
                ColumnSpec {
                    id: "strategy",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "quorum_loss",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "quorum_loss_some",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "all_loss",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "all_loss_some",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "possible_sets",
                    unit: Unit::Count,
                },
            ],
        },
        TableSpec {
            id: "replicas",
            columns: &[
                ColumnSpec {
                    id: "replica",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "zone",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "rack",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "node",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "state",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "moved_to",
                    unit: Unit::Count,
                },
            ],
        },
        TableSpec {
            id: "published",
            columns: &[
                ColumnSpec {
                    id: "strategy",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "event",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "trials",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "lost_quorum",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "lost_all",
                    unit: Unit::Count,
                },
            ],
        },
    ],
    charts: &["grid", "zones"],
    presets: &[
        Preset {
            id: "lecture",
            set: &[
                ("zones", "3"),
                ("racks_per_zone", "3"),
                ("nodes_per_rack", "3"),
                ("replicas", "3"),
                ("quorum_lost_at", "2"),
                ("strategy", "random"),
                ("event", "rack"),
                ("trials", "4000"),
                ("seed", "425"),
                ("generator", "lecture"),
            ],
        },
        Preset {
            id: "one_room",
            set: &[
                ("zones", "1"),
                ("racks_per_zone", "3"),
                ("nodes_per_rack", "8"),
                ("strategy", "rack_aware"),
                ("event", "zone"),
            ],
        },
        Preset {
            id: "hall",
            set: &[
                ("zones", "3"),
                ("racks_per_zone", "10"),
                ("nodes_per_rack", "20"),
                ("strategy", "rack_aware"),
                ("event", "zone"),
                ("trials", "4000"),
            ],
        },
        Preset {
            id: "five_replicas",
            set: &[
                ("zones", "5"),
                ("racks_per_zone", "4"),
                ("nodes_per_rack", "8"),
                ("replicas", "5"),
                ("quorum_lost_at", "3"),
                ("strategy", "random"),
                ("event", "zone"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications I, 3rd ed., 1968, section II.6 (hypergeometric distribution)",
            url: None,
        },
        Reference {
            text: "C. Loader: Fast and accurate computation of binomial probabilities, 2000, sections 2 to 4 (the method)",
            url: None,
        },
        Reference {
            text: "A. Cidon et al.: Copysets: Reducing the Frequency of Data Loss in Cloud Storage, USENIX ATC 2013, sections 2 and 3",
            url: Some(
                "https://www.usenix.org/conference/atc13/technical-sessions/presentation/cidon",
            ),
        },
    ],
};
