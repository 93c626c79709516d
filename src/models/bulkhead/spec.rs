//! What the model takes and gives.

use crate::models::declare::{column, count, figure, preset, real, table, words};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "bulkhead",
    family: Family::Guard,
    version: 2,
    groups: &[],
    inputs: &[
        count("dependencies", 5, (2, 50), (2, 20), Spacing::Linear),
        count("slots", 200, (2, 5_000), (10, 1_000), Spacing::Log),
        count("slow_slots", 40, (1, 4_999), (1, 200), Spacing::Linear),
        real(
            "slow_arrival_per_s",
            Unit::PerSecond,
            500.0,
            (0.01, 1e5),
            (1.0, 2_000.0),
            Spacing::Log,
        ),
        real(
            "other_arrival_per_s",
            Unit::PerSecond,
            100.0,
            (0.01, 1e5),
            (1.0, 2_000.0),
            Spacing::Log,
        ),
        real(
            "service_s",
            Unit::Second,
            0.02,
            (1e-4, 60.0),
            (0.001, 1.0),
            Spacing::Log,
        ),
        real(
            "slow_service_s",
            Unit::Second,
            2.0,
            (1e-4, 600.0),
            (0.01, 30.0),
            Spacing::Log,
        ),
        real(
            "timeout_s",
            Unit::Second,
            3.0,
            (1e-3, 600.0),
            (0.05, 30.0),
            Spacing::Log,
        ),
    ],
    figures: &[
        figure("fill_s", Unit::Second),
        figure("fill_with_others_s", Unit::Second),
        figure("fill_spread_s", Unit::Second),
        figure("pool_fill_s", Unit::Second),
        figure("kept_slots", Unit::Count),
        figure("other_answered_shared", Unit::Ratio),
        figure("other_answered_pools", Unit::Ratio),
        figure("slow_answered_shared", Unit::Ratio),
        figure("slow_answered_pools", Unit::Ratio),
        figure("busy_shared", Unit::Ratio),
        figure("busy_pools", Unit::Ratio),
        figure("busy_bound", Unit::Ratio),
        figure("usual_refused_shared", Unit::Ratio),
        figure("usual_refused_pools", Unit::Ratio),
        figure("needed_shared", Unit::Count),
        figure("needed_pools", Unit::Count),
        figure("usual_wait_shared_s", Unit::Second),
        figure("usual_wait_pools_s", Unit::Second),
    ],
    tables: &[table(
        "pools",
        &[
            words("pool"),
            column("pools", Unit::Count),
            column("slots", Unit::Count),
            column("offered_usual", Unit::One),
            column("refused_usual", Unit::Ratio),
            column("offered_slow", Unit::One),
            column("refused_slow", Unit::Ratio),
            column("answered_per_s", Unit::PerSecond),
        ],
    )],
    charts: &["fill", "split", "price"],
    presets: &[
        preset("chapter", &[]),
        preset(
            "lecture",
            &[
                ("dependencies", "2"),
                ("slots", "60"),
                ("slow_slots", "42"),
                ("slow_arrival_per_s", "280"),
                ("other_arrival_per_s", "120"),
                ("service_s", "20 ms"),
                ("slow_service_s", "210 ms"),
                ("timeout_s", "3 s"),
            ],
        ),
        preset("short_timeout", &[("timeout_s", "250 ms")]),
        preset(
            "too_fine",
            &[
                ("dependencies", "20"),
                ("slots", "60"),
                ("slow_slots", "3"),
                ("slow_arrival_per_s", "100"),
                ("other_arrival_per_s", "100"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "M. T. Nygard: Release It! Design and Deploy Production-Ready Software, 2nd ed., 2018, section 5.3 (Bulkheads)",
            url: None,
        },
        Reference {
            text: "D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris: Fundamentals of Queueing Theory, 4th ed., 2008, sections 2.3 and 2.5",
            url: None,
        },
        Reference {
            text: "J. S. Kaufman: Blocking in a Shared Resource Environment. IEEE Transactions on Communications 29(10), 1981, 1474–1481",
            url: Some("https://doi.org/10.1109/TCOM.1981.1094894"),
        },
    ],
};
