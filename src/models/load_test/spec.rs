//! What the model takes and gives.

use crate::models::declare::{column, figure, many, preset, real, scaled, table, words};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "load_test",
    family: Family::Queueing,
    version: 3,
    groups: &[],
    inputs: &[
        many("clients", 100, 100_000, 1_000),
        scaled("think_s", Unit::Second, 0.0, (0.0, 3_600.0), (0.0, 10.0)),
        scaled(
            "service_s",
            Unit::Second,
            0.01,
            (1e-6, 3_600.0),
            (1e-3, 1.0),
        ),
        many("servers", 125, 100_000, 1_000),
        real(
            "rate_per_s",
            Unit::PerSecond,
            10_000.0,
            (1e-3, 1e9),
            (10.0, 1e5),
            Spacing::Log,
        ),
        scaled("stall_s", Unit::Second, 1.0, (0.0, 3_600.0), (0.0, 10.0)),
        scaled("test_s", Unit::Second, 60.0, (1.0, 86_400.0), (1.0, 600.0)),
        scaled(
            "target_p99_s",
            Unit::Second,
            0.1,
            (1e-5, 3_600.0),
            (0.01, 2.0),
        ),
        real(
            "head_room",
            Unit::One,
            1.2,
            (1.0, 10.0),
            (1.0, 2.0),
            Spacing::Linear,
        ),
        many("generator_connections", 2_000, 1_000_000, 10_000),
        scaled("cold_s", Unit::Second, 20.0, (0.0, 86_400.0), (0.0, 300.0)),
        real(
            "cold_slowdown",
            Unit::One,
            3.0,
            (1.0, 100.0),
            (1.0, 10.0),
            Spacing::Linear,
        ),
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
        table(
            "records",
            &[
                words("record"),
                column("requests", Unit::Count),
                column("slow", Unit::Count),
                column("p50_s", Unit::Second),
                column("p99_s", Unit::Second),
                column("p999_s", Unit::Second),
                column("longest_s", Unit::Second),
            ],
        ),
        table(
            "ramp",
            &[
                column("level_per_s", Unit::PerSecond),
                column("utilisation", Unit::Ratio),
                column("wait_mean_s", Unit::Second),
                column("response_p99_s", Unit::Second),
                words("verdict"),
            ],
        ),
    ],
    charts: &["stall", "records", "ramp"],
    presets: &[
        preset("short_test", &[("test_s", "1.5 s"), ("stall_s", "1 s")]),
        preset(
            "twenty_thousand",
            &[
                ("rate_per_s", "20000"),
                ("target_p99_s", "500 ms"),
                ("servers", "250"),
                ("head_room", "1.2"),
                ("generator_connections", "2000"),
            ],
        ),
        preset(
            "users_who_think",
            &[
                ("clients", "100"),
                ("think_s", "90 ms"),
                ("service_s", "10 ms"),
                ("servers", "12"),
                ("rate_per_s", "1000"),
            ],
        ),
        preset(
            "little_spare_capacity",
            &[("servers", "105"), ("rate_per_s", "10000")],
        ),
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
