//! The description of `queue`.

use crate::models::declare::{column, figure};
use crate::models::{
    Family, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing, TableSpec, When,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "queue",
    family: Family::Queueing,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "kind",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "mmc",
                choices: &["mm1", "mmc", "mmck", "mg1", "md1", "finite_source"],
            },
            when: None,
        },
        InputSpec {
            id: "arrival_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 360.0,
                hard: RATE,
                soft: Range { lo: 0.1, hi: 1e5 },
                spacing: Spacing::Log,
            },
            when: when(&["mm1", "mmc", "mmck", "mg1", "md1"]),
        },
        InputSpec {
            id: "service_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 20.0,
                hard: RATE,
                soft: Range { lo: 0.1, hi: 1e4 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        count(
            "servers",
            20,
            100_000,
            1_000,
            when(&["mmc", "mmck", "finite_source"]),
        ),
        count("capacity", 40, 200_000, 2_000, when(&["mmck"])),
        InputSpec {
            id: "service_scv",
            unit: Unit::One,
            kind: Kind::Real {
                default: 1.0,
                hard: Range { lo: 0.0, hi: 1e6 },
                soft: Range { lo: 0.0, hi: 10.0 },
                spacing: Spacing::Linear,
            },
            when: when(&["mg1"]),
        },
        count("clients", 100, 100_000, 10_000, when(&["finite_source"])),
        InputSpec {
            id: "think_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.2,
                hard: Range { lo: 0.0, hi: 1e9 },
                soft: Range { lo: 0.0, hi: 10.0 },
                spacing: Spacing::Linear,
            },
            when: when(&["finite_source"]),
        },
        InputSpec {
            id: "wait_target_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 0.02,
                hard: Range { lo: 0.0, hi: 1e9 },
                soft: Range { lo: 0.0, hi: 1.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "wait_target_share",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.99",
                soft: Range {
                    lo: "0.5",
                    hi: "0.9999",
                },
                spacing: Spacing::Nines,
            },
            when: None,
        },
        InputSpec {
            id: "watch_utilisation",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.7",
                soft: Range {
                    lo: "0.1",
                    hi: "0.95",
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
    ],
    figures: &[
        figure("utilisation", Unit::Ratio),
        figure("wait_probability", Unit::Ratio),
        figure("blocking_probability", Unit::Ratio),
        figure("throughput_per_s", Unit::PerSecond),
        figure("wait_mean_s", Unit::Second),
        figure("sojourn_mean_s", Unit::Second),
        figure("queue_mean", Unit::One),
        figure("system_mean", Unit::One),
        figure("wait_p50_s", Unit::Second),
        figure("wait_p90_s", Unit::Second),
        figure("wait_p95_s", Unit::Second),
        figure("wait_p99_s", Unit::Second),
        figure("wait_p999_s", Unit::Second),
        figure("sojourn_p50_s", Unit::Second),
        figure("sojourn_p90_s", Unit::Second),
        figure("sojourn_p95_s", Unit::Second),
        figure("sojourn_p99_s", Unit::Second),
        figure("sojourn_p999_s", Unit::Second),
        figure("servers_needed", Unit::Count),
        figure("arrival_limit_per_s", Unit::PerSecond),
    ],
    tables: &[TableSpec {
        id: "sizing",
        columns: &[
            column("servers", Unit::Count),
            column("utilisation", Unit::Ratio),
            column("in_time", Unit::Ratio),
            column("wait_mean_s", Unit::Second),
            column("sojourn_p99_s", Unit::Second),
        ],
    }],
    charts: &["knee", "wait_tail"],
    presets: &[
        Preset {
            id: "pool",
            set: &[
                ("kind", "mmc"),
                ("arrival_per_s", "360"),
                ("service_per_s", "20"),
                ("servers", "20"),
            ],
        },
        Preset {
            id: "one_server",
            set: &[
                ("kind", "mm1"),
                ("arrival_per_s", "45"),
                ("service_per_s", "50"),
                ("wait_target_s", "0.1"),
            ],
        },
        Preset {
            id: "call_centre",
            set: &[
                ("kind", "mmc"),
                ("arrival_per_s", "0.05555555555555555"),
                ("service_per_s", "0.005555555555555556"),
                ("servers", "14"),
                ("wait_target_s", "20"),
                ("wait_target_share", "80%"),
            ],
        },
        Preset {
            id: "bounded",
            set: &[
                ("kind", "mmck"),
                ("arrival_per_s", "600"),
                ("service_per_s", "20"),
                ("servers", "20"),
                ("capacity", "40"),
            ],
        },
        Preset {
            id: "closed",
            set: &[
                ("kind", "finite_source"),
                ("clients", "10"),
                ("think_s", "0.09"),
                ("service_per_s", "100"),
                ("servers", "1"),
            ],
        },
        Preset {
            id: "region",
            set: &[
                ("kind", "mmc"),
                ("arrival_per_s", "99900"),
                ("service_per_s", "1"),
                ("servers", "100000"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris: Fundamentals of Queueing Theory, 4th ed., 2008, chapters 2 and 5",
            url: Some("https://doi.org/10.1002/9781118625651"),
        },
        Reference {
            text: "G. J. Franx: A simple solution for the M/D/c waiting time distribution, Operations Research Letters 29, 2001, 221–229",
            url: Some("https://doi.org/10.1016/S0167-6377(01)00108-0"),
        },
        Reference {
            text: "A. K. Erlang: Solution of some problems in the theory of probabilities of significance in automatic telephone exchanges, 1917",
            url: None,
        },
    ],
};

const RATE: Range<f64> = Range { lo: 1e-9, hi: 1e9 };

const fn when(is: &'static [&'static str]) -> Option<When> {
    Some(When { input: "kind", is })
}

const fn count(
    id: &'static str,
    default: u64,
    most: u64,
    shown: u64,
    when: Option<When>,
) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Count,
        kind: Kind::Count {
            default,
            hard: Range { lo: 1, hi: most },
            soft: Range { lo: 1, hi: shown },
            spacing: Spacing::Log,
        },
        when,
    }
}
