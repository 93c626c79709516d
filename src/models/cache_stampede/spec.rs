//! What the model takes and gives.

use crate::models::declare::{
    choice, column, count, figure, group, part, preset, real, table, toggle, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "cache_stampede",
    family: Family::Mechanism,
    version: 3,
    groups: &[
        group("load", "clients"),
        group("retry", "retry_wait_s"),
        group("fault", "errors_delete"),
        group("cure", "act_after_s"),
    ],
    inputs: &[
        count(
            "clients",
            100_000,
            (1, 100_000_000),
            (1_000, 10_000_000),
            Spacing::Log,
        ),
        real(
            "reads_per_s",
            Unit::PerSecond,
            200_000.0,
            (0.1, 100_000_000.0),
            (1_000.0, 10_000_000.0),
            Spacing::Log,
        ),
        real(
            "capacity_per_s",
            Unit::PerSecond,
            20_000.0,
            (0.1, 100_000_000.0),
            (100.0, 1_000_000.0),
            Spacing::Log,
        ),
        count(
            "entries",
            1_000_000,
            (1, 1_000_000_000),
            (100, 100_000_000),
            Spacing::Log,
        ),
        real(
            "retry_wait_s",
            Unit::Second,
            0.5,
            (0.1, 60.0),
            (0.1, 10.0),
            Spacing::Log,
        ),
        real(
            "backoff_factor",
            Unit::One,
            1.0,
            (1.0, 10.0),
            (1.0, 4.0),
            Spacing::Linear,
        ),
        real(
            "longest_wait_s",
            Unit::Second,
            60.0,
            (1.0, 3_600.0),
            (1.0, 600.0),
            Spacing::Log,
        ),
        toggle("errors_delete", true),
        part("invalid_share", "1"),
        real(
            "trigger_s",
            Unit::Second,
            60.0,
            (0.0, 86_400.0),
            (0.0, 600.0),
            Spacing::Linear,
        ),
        real(
            "act_after_s",
            Unit::Second,
            60.0,
            (0.0, 86_400.0),
            (0.0, 600.0),
            Spacing::Linear,
        ),
        choice(
            "exit",
            "nothing",
            &[
                "nothing",
                "back_off",
                "keep_entries",
                "capacity",
                "cut_at_once",
                "cut_and_ramp",
            ],
        ),
        real(
            "cut_s",
            Unit::Second,
            30.0,
            (0.0, 86_400.0),
            (0.0, 600.0),
            Spacing::Linear,
        ),
        real(
            "ramp_s",
            Unit::Second,
            300.0,
            (0.0, 86_400.0),
            (0.0, 1_800.0),
            Spacing::Linear,
        ),
        real(
            "capacity_factor",
            Unit::One,
            2.0,
            (1.0, 100.0),
            (1.0, 10.0),
            Spacing::Log,
        ),
    ],
    figures: &[
        figure("recovered_after_s", Unit::Second),
        figure("served_end", Unit::Ratio),
        figure("asked_end_per_s", Unit::PerSecond),
        figure("stuck_asked_per_s", Unit::PerSecond),
        figure("stuck_valid", Unit::Ratio),
        figure("stuck_above_per_s", Unit::PerSecond),
        figure("tips_above", Unit::Ratio),
        figure("ramp_needed_s", Unit::Second),
        figure("unserved", Unit::Count),
    ],
    tables: &[table(
        "exits",
        &[
            words("exit"),
            column("recovered_after_s", Unit::Second),
            column("asked_end_per_s", Unit::PerSecond),
            column("unserved", Unit::Count),
            column("saved", Unit::Count),
        ],
    )],
    charts: &["load", "served", "tipping"],
    presets: &[
        preset("loop", &[]),
        preset("errors_are_errors", &[("errors_delete", "false")]),
        preset(
            "back_off",
            &[("backoff_factor", "2"), ("longest_wait_s", "600")],
        ),
        preset("cold", &[("exit", "cut_at_once")]),
        preset("ramp", &[("exit", "cut_and_ramp")]),
        preset("odd_entry", &[("invalid_share", "1%"), ("trigger_s", "0")]),
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
