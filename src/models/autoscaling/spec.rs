//! What the model takes and gives.

use crate::models::declare::figure;
use crate::models::declare::group;
use crate::models::{
    ColumnSpec, Family, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing, TableSpec,
};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "autoscaling",
    family: Family::Queueing,
    version: 2,
    groups: &[
        group("load", "base_per_s"),
        group("fleet", "replicas"),
        group("policy", "metric"),
        group("start", "schedule_s"),
        group("bounds", "most_replicas"),
    ],
    inputs: &[
        rate("base_per_s", 1_800.0, 1e-3),
        rate("spike_per_s", 3_600.0, 1e-3),
        time("spike_s", 60.0, 1.0, 86_400.0, 600.0),
        InputSpec {
            id: "replicas",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 6,
                hard: Range { lo: 1, hi: 100_000 },
                soft: Range { lo: 1, hi: 100 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        rate("replica_per_s", 500.0, 1e-3),
        InputSpec {
            id: "metric",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "offered",
                choices: &["offered", "utilisation"],
            },
            when: None,
        },
        share("target_utilisation", 0.6, 0.01, 1.0),
        share("tolerance", 0.1, 0.0, 1.0),
        time("window_s", 30.0, 1.0, 3_600.0, 300.0),
        time("schedule_s", 5.0, 0.0, 3_600.0, 120.0),
        time("start_s", 40.0, 0.0, 3_600.0, 300.0),
        time("connect_s", 15.0, 0.0, 3_600.0, 120.0),
        time("warm_up_s", 60.0, 0.0, 3_600.0, 600.0),
        share("cold_share", 0.5, 0.0, 1.0),
        InputSpec {
            id: "most_replicas",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 20,
                hard: Range { lo: 1, hi: 100_000 },
                soft: Range { lo: 1, hi: 200 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "queue_limit",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 0,
                hard: Range {
                    lo: 0,
                    hi: 1_000_000_000,
                },
                soft: Range { lo: 0, hi: 50_000 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
    ],
    figures: &[
        figure("lost", Unit::Count),
        figure("lost_share", Unit::Ratio),
        figure("lost_without_scaling", Unit::Count),
        figure("saved_by_scaling", Unit::Count),
        figure("short_s", Unit::Second),
        figure("decided_s", Unit::Second),
        figure("ready_s", Unit::Second),
        figure("connected_s", Unit::Second),
        figure("warm_s", Unit::Second),
        figure("replicas_added", Unit::Count),
        figure("replicas_beforehand", Unit::Count),
        figure("wait_longest_s", Unit::Second),
    ],
    tables: &[TableSpec {
        id: "sequence",
        columns: &[
            ColumnSpec {
                id: "at_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "what",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "demand_per_s",
                unit: Unit::PerSecond,
            },
            ColumnSpec {
                id: "capacity_per_s",
                unit: Unit::PerSecond,
            },
        ],
    }],
    charts: &["timeline"],
    presets: &[
        Preset {
            id: "lasting",
            set: &[("spike_s", "300")],
        },
        Preset {
            id: "by_utilisation",
            set: &[("spike_s", "300"), ("metric", "utilisation")],
        },
        Preset {
            id: "cold_start",
            set: &[
                ("spike_s", "300"),
                ("start_s", "120"),
                ("cold_share", "10%"),
            ],
        },
        Preset {
            id: "head_room",
            set: &[("replicas", "8")],
        },
    ],
    references: &[
        Reference {
            text: "Kubernetes documentation: Horizontal Pod Autoscaling (algorithm details, tolerance)",
            url: Some("https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/"),
        },
        Reference {
            text: "B. Beyer et al. (eds.): The Site Reliability Workbook, 2018, chapter 11 (managing load; autoscaling)",
            url: Some("https://sre.google/workbook/managing-load/"),
        },
    ],
};

const fn rate(id: &'static str, default: f64, lo: f64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::PerSecond,
        kind: Kind::Real {
            default,
            hard: Range { lo, hi: 1e9 },
            soft: Range { lo: 10.0, hi: 1e5 },
            spacing: Spacing::Log,
        },
        when: None,
    }
}

const fn time(id: &'static str, default: f64, lo: f64, hi: f64, soft_hi: f64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Second,
        kind: Kind::Real {
            default,
            hard: Range { lo, hi },
            soft: Range { lo, hi: soft_hi },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}

const fn share(id: &'static str, default: f64, lo: f64, hi: f64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Ratio,
        kind: Kind::Real {
            default,
            hard: Range { lo, hi },
            soft: Range { lo, hi },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}
