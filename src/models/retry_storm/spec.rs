//! What the model takes and gives.

use crate::models::declare::group;
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec, When,
};
use crate::text::Unit;

/// What may be done against a storm; the first is nothing.
const STEPS: &[&str] = &[
    "none",
    "stop_retries",
    "retry_budget",
    "breaker",
    "shed",
    "capacity",
];

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "retry_storm",
    family: Family::Retry,
    version: 2,
    groups: &[
        group("system", "threads"),
        group("clients", "timeout_s"),
        group("fault", "trigger"),
        group("cure", "act_after_s"),
        group("limits", "retry_budget"),
    ],
    inputs: &[
        InputSpec {
            id: "threads",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 200,
                hard: Range { lo: 1, hi: 100000 },
                soft: Range { lo: 10, hi: 2000 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "service_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.08,
                hard: Range {
                    lo: 0.001,
                    hi: 10.0,
                },
                soft: Range { lo: 0.01, hi: 1.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "arrival_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 1_500.0,
                hard: Range { lo: 0.1, hi: 1e6 },
                soft: Range {
                    lo: 100.0,
                    hi: 5_000.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "timeout_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 1.0,
                hard: Range { lo: 0.01, hi: 60.0 },
                soft: Range { lo: 0.1, hi: 10.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "retries",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1,
                hard: Range { lo: 0, hi: 10 },
                soft: Range { lo: 0, hi: 5 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "retry_wait_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.0,
                hard: Range { lo: 0.0, hi: 30.0 },
                soft: Range { lo: 0.0, hi: 5.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "queue_capacity",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4096,
                hard: Range { lo: 0, hi: 1000000 },
                soft: Range { lo: 10, hi: 100000 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "trigger",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "slow",
                choices: &["slow", "surge"],
            },
            when: None,
        },
        InputSpec {
            id: "slow_service_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.44,
                hard: Range {
                    lo: 0.001,
                    hi: 100.0,
                },
                soft: Range { lo: 0.05, hi: 5.0 },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "trigger",
                is: &["slow"],
            }),
        },
        InputSpec {
            id: "surge_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 4_000.0,
                hard: Range { lo: 0.1, hi: 1e6 },
                soft: Range {
                    lo: 100.0,
                    hi: 10_000.0,
                },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "trigger",
                is: &["surge"],
            }),
        },
        InputSpec {
            id: "trigger_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 20.0,
                hard: Range { lo: 0.0, hi: 600.0 },
                soft: Range { lo: 0.0, hi: 60.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "act_after_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 10.0,
                hard: Range { lo: 0.0, hi: 600.0 },
                soft: Range { lo: 0.0, hi: 60.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "first",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "none",
                choices: STEPS,
            },
            when: None,
        },
        InputSpec {
            id: "second",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "none",
                choices: STEPS,
            },
            when: Some(When {
                input: "first",
                is: STEPS.split_at(1).1,
            }),
        },
        InputSpec {
            id: "step_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 10.0,
                hard: Range { lo: 0.0, hi: 600.0 },
                soft: Range { lo: 0.0, hi: 60.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "retry_budget",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.1",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "breaker_open_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 5.0,
                hard: Range { lo: 0.1, hi: 120.0 },
                soft: Range { lo: 0.5, hi: 60.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "capacity_factor",
            unit: Unit::One,
            kind: Kind::Real {
                default: 1.5,
                hard: Range { lo: 1.0, hi: 10.0 },
                soft: Range { lo: 1.0, hi: 4.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "capacity_delay_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 30.0,
                hard: Range { lo: 0.0, hi: 600.0 },
                soft: Range { lo: 0.0, hi: 120.0 },
                spacing: Spacing::Linear,
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
            id: "recovers_below_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "storm_ends_below_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "capacity_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "trigger_capacity_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "good_end_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "sent_end_per_s",
            unit: Unit::PerSecond,
        },
        FigureSpec {
            id: "wasted_end",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "wait_end_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "full_queue_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "unanswered",
            unit: Unit::Count,
        },
    ],
    tables: &[
        TableSpec {
            id: "alone",
            columns: &[
                ColumnSpec {
                    id: "action",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "recovered_after_s",
                    unit: Unit::Second,
                },
                ColumnSpec {
                    id: "answered",
                    unit: Unit::Count,
                },
                ColumnSpec {
                    id: "worth",
                    unit: Unit::Count,
                },
            ],
        },
        TableSpec {
            id: "orders",
            columns: &[
                ColumnSpec {
                    id: "action",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "then",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "recovered_after_s",
                    unit: Unit::Second,
                },
                ColumnSpec {
                    id: "worth",
                    unit: Unit::Count,
                },
            ],
        },
        TableSpec {
            id: "sweep",
            columns: &[
                ColumnSpec {
                    id: "offered_per_s",
                    unit: Unit::PerSecond,
                },
                ColumnSpec {
                    id: "good_up_per_s",
                    unit: Unit::PerSecond,
                },
                ColumnSpec {
                    id: "good_down_per_s",
                    unit: Unit::PerSecond,
                },
            ],
        },
    ],
    charts: &["storm", "wait", "hysteresis"],
    presets: &[
        Preset {
            id: "chapter",
            set: &[],
        },
        Preset {
            id: "no_retries",
            set: &[("retries", "0")],
        },
        Preset {
            id: "short_queue",
            set: &[("queue_capacity", "1000")],
        },
        Preset {
            id: "lower_load",
            set: &[("arrival_per_s", "1200")],
        },
        Preset {
            id: "capacity_first",
            set: &[
                ("first", "capacity"),
                ("second", "stop_retries"),
                ("capacity_factor", "1.1"),
            ],
        },
        Preset {
            id: "search_service",
            set: &[
                ("threads", "1"),
                ("service_s", "50 ms"),
                ("arrival_per_s", "8"),
                ("timeout_s", "750 ms"),
                ("retries", "2"),
                ("queue_capacity", "256"),
                ("trigger", "surge"),
                ("surge_per_s", "40"),
                ("trigger_s", "10"),
            ],
        },
        Preset {
            id: "rpc_service",
            set: &[
                ("threads", "4"),
                ("service_s", "25 ms"),
                ("arrival_per_s", "50"),
                ("timeout_s", "200 ms"),
                ("retries", "3"),
                ("queue_capacity", "1000"),
                ("trigger", "slow"),
                ("slow_service_s", "100 ms"),
                ("trigger_s", "5"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "N. Bronson, A. Aghayev, A. Charapko, T. Zhu: Metastable Failures in Distributed Systems. HotOS 2021, sections 2 and 3",
            url: Some("https://doi.org/10.1145/3458336.3465286"),
        },
        Reference {
            text: "L. Huang, M. Magnusson, A. B. Muralikrishna, S. Estyak, R. Isaacs, A. Aghayev, T. Zhu, A. Charapko: Metastable Failures in the Wild. OSDI 2022, sections 2 and 3",
            url: Some("https://www.usenix.org/conference/osdi22/presentation/huang-lexiang"),
        },
        Reference {
            text: "W. Whitt: Fluid Models for Multiserver Queues with Abandonments. Operations Research 54(1), 2006, section 2",
            url: Some("https://doi.org/10.1287/opre.1050.0227"),
        },
    ],
};
