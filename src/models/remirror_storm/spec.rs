//! What the model takes and gives.

use crate::models::declare::group;
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "remirror_storm",
    family: Family::Mechanism,
    version: 1,
    groups: &[
        group("fault", "volumes"),
        group("search", "search_s"),
        group("rates", "control_per_s"),
        group("spread", "crash_chance"),
        group("exit", "exit"),
    ],
    inputs: &[
        InputSpec {
            id: "volumes",
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
            id: "cut_share",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.13",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "free_share",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.05",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "search_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 10.0,
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
                default: 3600.0,
                hard: Range {
                    lo: 1.0,
                    hi: 86400.0,
                },
                soft: Range {
                    lo: 60.0,
                    hi: 14400.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "control_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 600.0,
                hard: Range {
                    lo: 0.1,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 10.0,
                    hi: 100000.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "api_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 200.0,
                hard: Range {
                    lo: 0.0,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 1000.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "copy_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 2.0,
                hard: Range {
                    lo: 0.001,
                    hi: 1000000.0,
                },
                soft: Range { lo: 0.1, hi: 100.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "crash_chance",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.000001",
                soft: Range {
                    lo: "0",
                    hi: "0.0001",
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "volumes_per_node",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 100,
                hard: Range { lo: 1, hi: 100000 },
                soft: Range { lo: 1, hi: 1000 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "cells",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1,
                hard: Range { lo: 1, hi: 1000 },
                soft: Range { lo: 1, hi: 50 },
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
                    "stop",
                    "capacity",
                    "stop_and_capacity",
                ],
            },
            when: None,
        },
        InputSpec {
            id: "stop_after_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 14400.0,
                hard: Range {
                    lo: 0.0,
                    hi: 1000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 172800.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "added_share",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.15",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "added_after_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 28800.0,
                hard: Range {
                    lo: 0.0,
                    hi: 1000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 172800.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "length_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 86400.0,
                hard: Range {
                    lo: 600.0,
                    hi: 1000000.0,
                },
                soft: Range {
                    lo: 3600.0,
                    hi: 604800.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "contained_after_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "unwell_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "stuck_end",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "stuck_peak",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "mirrored_after_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "searches_end_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "shortfall",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "doubling_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "touched",
            unit: Unit::Ratio,
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
                id: "contained_after_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "stuck_peak",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "stuck_end",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "searches_end_per_s",
                unit: Unit::PerSecond,
            },
            ColumnSpec {
                id: "mirrored_after_s",
                unit: Unit::Second,
            },
        ],
    }],
    charts: &["volumes", "control", "room"],
    presets: &[
        Preset {
            id: "storm",
            set: &[],
        },
        Preset {
            id: "room_enough",
            set: &[("free_share", "20%")],
        },
        Preset {
            id: "back_off",
            set: &[("backoff_factor", "2")],
        },
        Preset {
            id: "cells",
            set: &[("cells", "20")],
        },
        Preset {
            id: "april_2011",
            set: &[
                ("exit", "stop_and_capacity"),
                ("search_s", "60"),
                ("stop_after_s", "38580"),
                ("added_after_s", "90780"),
                ("length_s", "302400"),
                ("crash_chance", "0.0000005"),
                ("control_per_s", "140"),
                ("api_per_s", "100"),
                ("copy_per_s", "0.5"),
                ("cut_share", "10%"),
            ],
        },
        Preset {
            id: "no_crash",
            set: &[("crash_chance", "0")],
        },
    ],
    references: &[
        Reference {
            text: "Amazon Web Services: Summary of the Amazon EC2 and Amazon RDS Service Disruption in the US East Region. 29 April 2011",
            url: Some("https://aws.amazon.com/message/65648/"),
        },
        Reference {
            text: "N. Bailey: The Mathematical Theory of Infectious Diseases, 2nd ed., 1975, chapter 5 (the simple epidemic, whose logistic curve the crashes follow)",
            url: None,
        },
    ],
};
