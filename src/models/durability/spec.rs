//! What `durability` takes and gives.

use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec, When,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "durability",
    family: Family::Placement,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "scheme",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "replicas",
                choices: &["replicas", "shards"],
            },
            when: None,
        },
        InputSpec {
            id: "copies",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 20 },
                soft: Range { lo: 1, hi: 6 },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "scheme",
                is: &["replicas"],
            }),
        },
        InputSpec {
            id: "data_shards",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 10,
                hard: Range { lo: 1, hi: 100 },
                soft: Range { lo: 2, hi: 30 },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "scheme",
                is: &["shards"],
            }),
        },
        InputSpec {
            id: "parity_shards",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4,
                hard: Range { lo: 0, hi: 20 },
                soft: Range { lo: 0, hi: 8 },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "scheme",
                is: &["shards"],
            }),
        },
        InputSpec {
            id: "unit_mttf_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 2.102_4e9,
                hard: Range { lo: 1.0, hi: 1e15 },
                soft: Range {
                    lo: 3.1536e7,
                    hi: 1e11,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "repair_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 86_400.0,
                hard: Range { lo: 1e-3, hi: 1e12 },
                soft: Range { lo: 60.0, hi: 1e7 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "repairs",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "parallel",
                choices: &["parallel", "serial"],
            },
            when: None,
        },
        InputSpec {
            id: "latent",
            unit: Unit::One,
            kind: Kind::Toggle { default: true },
            when: None,
        },
        InputSpec {
            id: "latent_mean_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 3.153_6e9,
                hard: Range { lo: 1.0, hi: 1e15 },
                soft: Range {
                    lo: 3.1536e7,
                    hi: 1e12,
                },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "latent",
                is: &["true"],
            }),
        },
        InputSpec {
            id: "scrub_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 1_209_600.0,
                hard: Range { lo: 0.0, hi: 1e12 },
                soft: Range {
                    lo: 3_600.0,
                    hi: 3.1536e7,
                },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "latent",
                is: &["true"],
            }),
        },
        InputSpec {
            id: "groups",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1_000_000,
                hard: Range {
                    lo: 1,
                    hi: 1_000_000_000_000_000,
                },
                soft: Range {
                    lo: 1,
                    hi: 1_000_000_000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "loss_per_group_year",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "durability_nines",
            unit: Unit::Nines,
        },
        FigureSpec {
            id: "losses_per_year",
            unit: Unit::One,
        },
        FigureSpec {
            id: "any_loss_year",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "mttdl_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "overhead",
            unit: Unit::One,
        },
        FigureSpec {
            id: "unnoticed",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "loss_without_latent",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "loss_by_windows",
            unit: Unit::Ratio,
        },
    ],
    tables: &[TableSpec {
        id: "schemes",
        columns: &[
            ColumnSpec {
                id: "scheme",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "parts",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "tolerated",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "overhead",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "loss_per_group_year",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "losses_per_year",
                unit: Unit::One,
            },
        ],
    }],
    charts: &["repair"],
    presets: &[
        Preset {
            id: "three_copies",
            set: &[("scheme", "replicas"), ("copies", "3")],
        },
        Preset {
            id: "ten_four",
            set: &[
                ("scheme", "shards"),
                ("data_shards", "10"),
                ("parity_shards", "4"),
            ],
        },
        Preset {
            id: "vault",
            set: &[
                ("scheme", "shards"),
                ("data_shards", "17"),
                ("parity_shards", "3"),
                ("unit_mttf_s", "246.4 y"),
                ("repair_s", "6.5 d"),
                ("latent", "false"),
            ],
        },
        Preset {
            id: "no_scrubbing",
            set: &[("copies", "2"), ("scrub_s", "1 y")],
        },
    ],
    references: &[
        Reference {
            text: "D. A. Patterson, G. Gibson, R. H. Katz: A case for redundant arrays of inexpensive disks (RAID), SIGMOD 1988",
            url: None,
        },
        Reference {
            text: "W. K. Grassmann, M. I. Taksar, D. P. Heyman: Regenerative analysis and steady state distributions for Markov chains, Operations Research 33, 1985 (the method)",
            url: None,
        },
        Reference {
            text: "C. Moler, C. Van Loan: Nineteen dubious ways to compute the exponential of a matrix, twenty-five years later, SIAM Review 45, 2003 (method 3)",
            url: None,
        },
        Reference {
            text: "K. M. Greenan, J. S. Plank, J. J. Wylie: Mean time to meaningless: MTTDL, Markov models, and storage system reliability, HotStorage 2010",
            url: Some(
                "https://www.usenix.org/legacy/event/hotstorage10/tech/full_papers/Greenan.pdf",
            ),
        },
        Reference {
            text: "B. Wilson: Cloud storage durability, Backblaze, 2018 (binomial windows)",
            url: None,
        },
    ],
};
