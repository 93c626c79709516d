//! What the model takes and gives.

use crate::models::declare::group;
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec, When,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "failover_capacity",
    family: Family::Mechanism,
    version: 1,
    groups: &[
        group("work", "floor_1_servers"),
        group("order", "access_s"),
        group("supply", "generators"),
        group("elsewhere", "other_servers"),
    ],
    inputs: &[
        InputSpec {
            id: "floor_1_servers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 2000,
                hard: Range { lo: 0, hi: 1000000 },
                soft: Range { lo: 0, hi: 20000 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "floor_1_work_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 172800.0,
                hard: Range {
                    lo: 0.0,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 604800.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "floor_2_servers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4000,
                hard: Range { lo: 0, hi: 1000000 },
                soft: Range { lo: 0, hi: 20000 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "floor_2_work_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 108000.0,
                hard: Range {
                    lo: 0.0,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 604800.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "floor_3_servers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 0,
                hard: Range { lo: 0, hi: 1000000 },
                soft: Range { lo: 0, hi: 20000 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "floor_3_work_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.0,
                hard: Range {
                    lo: 0.0,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 604800.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "access_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 21600.0,
                hard: Range {
                    lo: 0.0,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 86400.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "order",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "best",
                choices: &["best", "1_2_3", "1_3_2", "2_1_3", "2_3_1", "3_1_2", "3_2_1"],
            },
            when: None,
        },
        InputSpec {
            id: "generators",
            unit: Unit::One,
            kind: Kind::Toggle { default: false },
            when: None,
        },
        InputSpec {
            id: "generator_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 60.0,
                hard: Range {
                    lo: 0.0,
                    hi: 1000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 86400.0,
                },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "generators",
                is: &["true"],
            }),
        },
        InputSpec {
            id: "generator_servers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 4000,
                hard: Range { lo: 0, hi: 1000000 },
                soft: Range { lo: 0, hi: 20000 },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "generators",
                is: &["true"],
            }),
        },
        InputSpec {
            id: "other_servers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 41000,
                hard: Range {
                    lo: 1,
                    hi: 10000000,
                },
                soft: Range {
                    lo: 100,
                    hi: 100000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "power_used",
            unit: Unit::Ratio,
            kind: Kind::Real {
                default: 0.85,
                hard: Range { lo: 0.01, hi: 1.0 },
                soft: Range { lo: 0.3, hi: 1.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "cooling_used",
            unit: Unit::Ratio,
            kind: Kind::Real {
                default: 0.95,
                hard: Range { lo: 0.01, hi: 1.0 },
                soft: Range { lo: 0.3, hi: 1.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "move_after_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 86400.0,
                hard: Range {
                    lo: 0.0,
                    hi: 10000000.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 259200.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "move_each_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 300.0,
                hard: Range {
                    lo: 1.0,
                    hi: 1000000.0,
                },
                soft: Range {
                    lo: 10.0,
                    hi: 7200.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "mean_down_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "best_mean_down_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "worst_mean_down_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "last_back_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "room_servers",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "room_by_power",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "room_by_cooling",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "moved",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "server_hours",
            unit: Unit::Count,
        },
    ],
    tables: &[TableSpec {
        id: "orders",
        columns: &[
            ColumnSpec {
                id: "order",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "mean_down_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "moved",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "server_hours",
                unit: Unit::Count,
            },
        ],
    }],
    charts: &["running", "room"],
    presets: &[
        Preset {
            id: "houston",
            set: &[
                ("order", "2_1_3"),
                ("floor_1_servers", "3000"),
                ("floor_2_servers", "6000"),
                ("floor_1_work_s", "171000"),
                ("floor_2_work_s", "107040"),
                ("access_s", "21060"),
            ],
        },
        Preset {
            id: "wrong_order",
            set: &[("order", "1_2_3")],
        },
        Preset {
            id: "generators",
            set: &[("generators", "true")],
        },
        Preset {
            id: "empty_sites",
            set: &[
                ("power_used", "50%"),
                ("cooling_used", "50%"),
                ("move_after_s", "6 h"),
                ("move_each_s", "30 s"),
            ],
        },
        Preset {
            id: "full_sites",
            set: &[("cooling_used", "100%")],
        },
    ],
    references: &[
        Reference {
            text: "W. E. Smith: Various Optimizers for Single-Stage Production. Naval Research Logistics Quarterly 3, 1956 (the order by weight over work)",
            url: Some("https://doi.org/10.1002/nav.3800030106"),
        },
        Reference {
            text: "L. A. Barroso, U. Hölzle, P. Ranganathan: The Datacenter as a Computer, 3rd ed., 2018, chapter 4 (power and cooling as limits)",
            url: Some("https://doi.org/10.1007/978-3-031-01761-2"),
        },
    ],
};
