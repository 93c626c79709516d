//! What the model takes and gives.

use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "gray_failure",
    family: Family::Mechanism,
    version: 1,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "slow_share",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.01",
                soft: Range {
                    lo: "0.0001",
                    hi: "1",
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "quick_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.02,
                hard: Range {
                    lo: 0.0001,
                    hi: 100.0,
                },
                soft: Range { lo: 0.001, hi: 1.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "slow_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 10.0,
                hard: Range {
                    lo: 0.001,
                    hi: 3600.0,
                },
                soft: Range { lo: 0.1, hi: 60.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "slow_after_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 1.0,
                hard: Range {
                    lo: 0.001,
                    hi: 3600.0,
                },
                soft: Range { lo: 0.1, hi: 30.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "mean_limit_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.5,
                hard: Range {
                    lo: 0.001,
                    hi: 3600.0,
                },
                soft: Range { lo: 0.01, hi: 10.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "tail_limit_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 1.0,
                hard: Range {
                    lo: 0.001,
                    hi: 3600.0,
                },
                soft: Range { lo: 0.1, hi: 30.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "slow_limit",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.005",
                soft: Range { lo: "0", hi: "0.1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "window_requests",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1000,
                hard: Range { lo: 1, hi: 1000000 },
                soft: Range { lo: 10, hi: 100000 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "window_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 60.0,
                hard: Range {
                    lo: 1.0,
                    hi: 86400.0,
                },
                soft: Range {
                    lo: 10.0,
                    hi: 3600.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "probes",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 5,
                hard: Range { lo: 1, hi: 1000 },
                soft: Range { lo: 1, hi: 50 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "probes_needed",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1,
                hard: Range { lo: 1, hi: 1000 },
                soft: Range { lo: 1, hi: 10 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "probe_every_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 10.0,
                hard: Range {
                    lo: 0.1,
                    hi: 86400.0,
                },
                soft: Range { lo: 1.0, hi: 600.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "mean_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "median_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "p99_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "slow_seen",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "mean_hides",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "p99_power",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "share_power",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "probe_power",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "probe_finds_s",
            unit: Unit::Second,
        },
    ],
    tables: &[TableSpec {
        id: "detectors",
        columns: &[
            ColumnSpec {
                id: "detector",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "says",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "power",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "finds_s",
                unit: Unit::Second,
            },
        ],
    }],
    charts: &["views", "finds"],
    presets: &[
        Preset {
            id: "one_percent",
            set: &[("quick_s", "1 ms")],
        },
        Preset {
            id: "five_clients",
            set: &[
                ("slow_share", "60%"),
                ("quick_s", "160 ms"),
                ("slow_s", "6.9 s"),
            ],
        },
        Preset {
            id: "just_below",
            set: &[("slow_share", "0.9%")],
        },
        Preset {
            id: "one_in_thousand",
            set: &[("slow_share", "0.1%")],
        },
        Preset {
            id: "healthy",
            set: &[("slow_share", "0")],
        },
    ],
    references: &[
        Reference {
            text: "P. Huang, C. Guo, L. Zhou, J. R. Lorch, Y. Dang, M. Chintalapati, R. Yao: Gray Failure: The Achilles’ Heel of Cloud-Scale Systems. HotOS 2017",
            url: Some("https://doi.org/10.1145/3102980.3103005"),
        },
        Reference {
            text: "B. Beyer, C. Jones, J. Petoff, N. R. Murphy (eds.): Site Reliability Engineering, 2016, chapter 6 (the four golden signals; worrying about your tail)",
            url: Some("https://sre.google/sre-book/monitoring-distributed-systems/"),
        },
    ],
};
