//! What the model takes and gives.

use crate::models::declare::group;
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "cache_stampede",
    family: Family::Mechanism,
    version: 1,
    groups: &[
        group("load", "clients"),
        group("retry", "retry_wait_s"),
        group("fault", "errors_delete"),
        group("cure", "act_after_s"),
    ],
    inputs: &[
        InputSpec {
            id: "clients",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 100000,
                hard: Range {
                    lo: 1,
                    hi: 100000000,
                },
                soft: Range {
                    lo: 1000,
                    hi: 10000000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "reads_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 200000.0,
                hard: Range {
                    lo: 0.1,
                    hi: 100000000.0,
                },
                soft: Range {
                    lo: 1000.0,
                    hi: 10000000.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "capacity_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 20000.0,
                hard: Range {
                    lo: 0.1,
                    hi: 100000000.0,
                },
                soft: Range {
                    lo: 100.0,
                    hi: 1000000.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "entries",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1000000,
                hard: Range {
                    lo: 1,
                    hi: 1000000000,
                },
                soft: Range {
                    lo: 100,
                    hi: 100000000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "retry_wait_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.5,
                hard: Range { lo: 0.1, hi: 60.0 },
                soft: Range { lo: 0.1, hi: 10.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "backoff_factor",
            unit: Unit::One,
            kind: Kind::Real {
                default: 1.0,
                hard: Range { lo: 1.0, hi: 10.0 },
                soft: Range { lo: 1.0, hi: 4.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "longest_wait_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 60.0,
                hard: Range {
                    lo: 1.0,
                    hi: 3600.0,
                },
                soft: Range { lo: 1.0, hi: 600.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "errors_delete",
            unit: Unit::One,
            kind: Kind::Toggle { default: true },
            when: None,
        },
        InputSpec {
            id: "invalid_share",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "1",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "trigger_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 60.0,
                hard: Range {
                    lo: 0.0,
                    hi: 86400.0,
                },
                soft: Range { lo: 0.0, hi: 600.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "act_after_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 60.0,
                hard: Range {
                    lo: 0.0,
                    hi: 86400.0,
                },
                soft: Range { lo: 0.0, hi: 600.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "exit",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "nothing",
                choices: &[
                    "nothing",
                    "back_off",
                    "keep_entries",
                    "capacity",
                    "cut_at_once",
                    "cut_and_ramp",
                ],
            },
            when: None,
        },
        InputSpec {
            id: "cut_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 30.0,
                hard: Range {
                    lo: 0.0,
                    hi: 86400.0,
                },
                soft: Range { lo: 0.0, hi: 600.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "ramp_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 300.0,
                hard: Range {
                    lo: 0.0,
                    hi: 86400.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 1800.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "capacity_factor",
            unit: Unit::One,
            kind: Kind::Real {
                default: 2.0,
                hard: Range { lo: 1.0, hi: 100.0 },
                soft: Range { lo: 1.0, hi: 10.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "recovered_after_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "served_end",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "asked_end_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "stuck_asked_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "stuck_valid",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "stuck_above_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "tips_above",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "ramp_needed_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "unserved",
            unit: Unit::Count,
        },
    ],
    tables: &[TableSpec {
        id: "exits",
        columns: &[
            ColumnSpec {
                id: "exit",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "recovered_after_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "asked_end_per_s",
                unit: Unit::PerSecond,
            },
            ColumnSpec {
                id: "unserved",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "saved",
                unit: Unit::Count,
            },
        ],
    }],
    charts: &["load", "served", "tipping"],
    presets: &[
        Preset {
            id: "loop",
            set: &[],
        },
        Preset {
            id: "errors_are_errors",
            set: &[("errors_delete", "false")],
        },
        Preset {
            id: "back_off",
            set: &[("backoff_factor", "2"), ("longest_wait_s", "600")],
        },
        Preset {
            id: "cold",
            set: &[("exit", "cut_at_once")],
        },
        Preset {
            id: "ramp",
            set: &[("exit", "cut_and_ramp")],
        },
        Preset {
            id: "odd_entry",
            set: &[("invalid_share", "1%"), ("trigger_s", "0")],
        },
    ],
    references: &[
        Reference {
            text: "R. Johnson: More Details on Today's Outage. Facebook, 23 September 2010 (the loop in words)",
            url: None,
        },
        Reference {
            text: "N. Bronson, A. Aghayev, A. Charapko, T. Zhu: Metastable Failures in Distributed Systems. HotOS 2021, section 3",
            url: Some("https://doi.org/10.1145/3458336.3465286"),
        },
        Reference {
            text: "R. Nishtala et al.: Scaling Memcache at Facebook. NSDI 2013, section 3.2.1 (thundering herds)",
            url: Some(
                "https://www.usenix.org/conference/nsdi13/technical-sessions/presentation/nishtala",
            ),
        },
    ],
};
