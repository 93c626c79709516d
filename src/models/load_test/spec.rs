//! What the model takes and gives.

use crate::models::declare::{column, figure};
use crate::models::{
    Family, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing, TableSpec,
};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "load_test",
    family: Family::Queueing,
    version: 1,
    groups: &[],
    inputs: &[
        count("clients", 100, 100_000, 1_000),
        time("think_s", 0.0, 0.0, 3_600.0, 1e-3, 10.0),
        time("service_s", 0.01, 1e-6, 3_600.0, 1e-3, 1.0),
        count("servers", 125, 100_000, 1_000),
        InputSpec {
            id: "rate_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 10_000.0,
                hard: Range { lo: 1e-3, hi: 1e9 },
                soft: Range { lo: 10.0, hi: 1e5 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        time("stall_s", 1.0, 0.0, 3_600.0, 0.0, 10.0),
        time("test_s", 60.0, 1.0, 86_400.0, 1.0, 600.0),
        time("target_p99_s", 0.1, 1e-5, 3_600.0, 0.01, 2.0),
        InputSpec {
            id: "head_room",
            unit: Unit::One,
            kind: Kind::Real {
                default: 1.2,
                hard: Range { lo: 1.0, hi: 10.0 },
                soft: Range { lo: 1.0, hi: 2.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        count("generator_connections", 2_000, 1_000_000, 10_000),
        time("cold_s", 20.0, 0.0, 86_400.0, 0.0, 300.0),
        InputSpec {
            id: "cold_slowdown",
            unit: Unit::One,
            kind: Kind::Real {
                default: 3.0,
                hard: Range { lo: 1.0, hi: 100.0 },
                soft: Range { lo: 1.0, hi: 10.0 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
    ],
    figures: &[
        figure("due_in_stall", Unit::Count),
        figure("closed_slow", Unit::Count),
        figure("omitted", Unit::Count),
        figure("closed_p99_s", Unit::Second),
        figure("corrected_p99_s", Unit::Second),
        figure("open_p99_s", Unit::Second),
        figure("recovery_s", Unit::Second),
        figure("closed_throughput_per_s", Unit::PerSecond),
        figure("closed_response_s", Unit::Second),
        figure("closed_in_system", Unit::One),
        figure("cold_throughput_per_s", Unit::PerSecond),
        figure("cold_response_s", Unit::Second),
        figure("baseline_p99_s", Unit::Second),
        figure("ramp_limit_per_s", Unit::PerSecond),
        figure("in_flight", Unit::Count),
        figure("generators", Unit::Count),
    ],
    tables: &[
        TableSpec {
            id: "records",
            columns: &[
                column("record", Unit::One),
                column("requests", Unit::Count),
                column("slow", Unit::Count),
                column("p50_s", Unit::Second),
                column("p99_s", Unit::Second),
                column("p999_s", Unit::Second),
                column("longest_s", Unit::Second),
            ],
        },
        TableSpec {
            id: "ramp",
            columns: &[
                column("level_per_s", Unit::PerSecond),
                column("utilisation", Unit::Ratio),
                column("wait_mean_s", Unit::Second),
                column("response_p99_s", Unit::Second),
                column("verdict", Unit::One),
            ],
        },
    ],
    charts: &["stall", "records", "ramp"],
    presets: &[
        Preset {
            id: "short_test",
            set: &[("test_s", "1.5 s"), ("stall_s", "1 s")],
        },
        Preset {
            id: "twenty_thousand",
            set: &[
                ("rate_per_s", "20000"),
                ("target_p99_s", "500 ms"),
                ("servers", "250"),
                ("head_room", "1.2"),
                ("generator_connections", "2000"),
            ],
        },
        Preset {
            id: "users_who_think",
            set: &[
                ("clients", "100"),
                ("think_s", "90 ms"),
                ("service_s", "10 ms"),
                ("servers", "12"),
                ("rate_per_s", "1000"),
            ],
        },
        Preset {
            id: "little_spare_capacity",
            set: &[("servers", "105"), ("rate_per_s", "10000")],
        },
    ],
    references: &[
        Reference {
            text: "B. Schroeder, A. Wierman, M. Harchol-Balter: Open versus closed: a cautionary tale, NSDI 2006",
            url: Some("https://www.usenix.org/legacy/events/nsdi06/tech/schroeder.html"),
        },
        Reference {
            text: "G. Tene: HdrHistogram (coordinated omission and its correction by the expected interval)",
            url: Some("https://github.com/HdrHistogram/HdrHistogram"),
        },
        Reference {
            text: "D. Gross et al.: Fundamentals of Queueing Theory, 4th ed., 2008, sections 2.3 (M/M/c) and 2.8 (finite source)",
            url: None,
        },
    ],
};

const fn count(id: &'static str, default: u64, hi: u64, soft_hi: u64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Count,
        kind: Kind::Count {
            default,
            hard: Range { lo: 1, hi },
            soft: Range { lo: 1, hi: soft_hi },
            spacing: Spacing::Log,
        },
        when: None,
    }
}

/// A time, by a straight slider where it may be zero.
const fn time(
    id: &'static str,
    default: f64,
    lo: f64,
    hi: f64,
    soft_lo: f64,
    soft_hi: f64,
) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Second,
        kind: Kind::Real {
            default,
            hard: Range { lo, hi },
            soft: Range {
                lo: if lo > 0.0 { soft_lo } else { 0.0 },
                hi: soft_hi,
            },
            spacing: if lo > 0.0 {
                Spacing::Log
            } else {
                Spacing::Linear
            },
        },
        when: None,
    }
}
