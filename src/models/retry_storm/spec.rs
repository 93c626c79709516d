//! What the model takes and gives.

use crate::models::declare::{
    choice, column, count, count_to, figure, group, one_of, part, preset, real, scaled, table,
    when, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
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
        count("threads", 200, (1, 100000), (10, 2000), Spacing::Log),
        scaled("service_s", Unit::Second, 0.08, (0.001, 10.0), (0.01, 1.0)),
        real(
            "arrival_per_s",
            Unit::PerSecond,
            1_500.0,
            (0.1, 1e6),
            (100.0, 5_000.0),
            Spacing::Linear,
        ),
        scaled("timeout_s", Unit::Second, 1.0, (0.01, 60.0), (0.1, 10.0)),
        count_to("retries", 1, (0, 10), 5),
        scaled("retry_wait_s", Unit::Second, 0.0, (0.0, 30.0), (0.0, 5.0)),
        count(
            "queue_capacity",
            4096,
            (0, 1000000),
            (10, 100000),
            Spacing::Log,
        ),
        one_of("trigger", &["slow", "surge"]),
        when(
            scaled(
                "slow_service_s",
                Unit::Second,
                0.44,
                (0.001, 100.0),
                (0.05, 5.0),
            ),
            "trigger",
            &["slow"],
        ),
        when(
            real(
                "surge_per_s",
                Unit::PerSecond,
                4_000.0,
                (0.1, 1e6),
                (100.0, 10_000.0),
                Spacing::Linear,
            ),
            "trigger",
            &["surge"],
        ),
        scaled("trigger_s", Unit::Second, 20.0, (0.0, 600.0), (0.0, 60.0)),
        scaled("act_after_s", Unit::Second, 10.0, (0.0, 600.0), (0.0, 60.0)),
        choice("first", "none", STEPS),
        when(
            choice("second", "none", STEPS),
            "first",
            STEPS.split_at(1).1,
        ),
        scaled("step_s", Unit::Second, 10.0, (0.0, 600.0), (0.0, 60.0)),
        part("retry_budget", "0.1"),
        scaled(
            "breaker_open_s",
            Unit::Second,
            5.0,
            (0.1, 120.0),
            (0.5, 60.0),
        ),
        real(
            "capacity_factor",
            Unit::One,
            1.5,
            (1.0, 10.0),
            (1.0, 4.0),
            Spacing::Linear,
        ),
        scaled(
            "capacity_delay_s",
            Unit::Second,
            30.0,
            (0.0, 600.0),
            (0.0, 120.0),
        ),
    ],
    figures: &[
        figure("recovered_after_s", Unit::Second),
        figure("recovers_below_per_s", Unit::PerSecond),
        figure("storm_ends_below_per_s", Unit::PerSecond),
        figure("capacity_per_s", Unit::PerSecond),
        figure("trigger_capacity_per_s", Unit::PerSecond),
        figure("good_end_per_s", Unit::PerSecond),
        figure("sent_end_per_s", Unit::PerSecond),
        figure("wasted_end", Unit::Ratio),
        figure("wait_end_s", Unit::Second),
        figure("full_queue_s", Unit::Second),
        figure("unanswered", Unit::Count),
    ],
    tables: &[
        table(
            "alone",
            &[
                words("action"),
                column("recovered_after_s", Unit::Second),
                column("answered", Unit::Count),
                column("worth", Unit::Count),
            ],
        ),
        table(
            "orders",
            &[
                words("action"),
                words("then"),
                column("recovered_after_s", Unit::Second),
                column("worth", Unit::Count),
            ],
        ),
        table(
            "sweep",
            &[
                column("offered_per_s", Unit::PerSecond),
                column("good_up_per_s", Unit::PerSecond),
                column("good_down_per_s", Unit::PerSecond),
            ],
        ),
    ],
    charts: &["storm", "wait", "hysteresis"],
    presets: &[
        preset("chapter", &[]),
        preset("no_retries", &[("retries", "0")]),
        preset("short_queue", &[("queue_capacity", "1000")]),
        preset("lower_load", &[("arrival_per_s", "1200")]),
        preset(
            "capacity_first",
            &[
                ("first", "capacity"),
                ("second", "stop_retries"),
                ("capacity_factor", "1.1"),
            ],
        ),
        preset(
            "search_service",
            &[
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
        ),
        preset(
            "rpc_service",
            &[
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
        ),
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
