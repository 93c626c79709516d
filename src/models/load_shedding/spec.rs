//! What the model takes and gives.

use crate::models::declare::{
    choice, column, count, figure, group, real, seed, share, toggle, when,
};
use crate::models::{Family, ModelSpec, Preset, Reference, Spacing, TableSpec};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "load_shedding",
    family: Family::Guard,
    version: 2,
    groups: &[
        group("load", "arrival_per_s"),
        group("service", "service_s"),
        group("classes", "high_share"),
        group("policy", "policy"),
        group("length", "customers"),
    ],
    inputs: &[
        real(
            "arrival_per_s",
            Unit::PerSecond,
            900.0,
            (1.0, 1e6),
            (50.0, 2_000.0),
            Spacing::Linear,
        ),
        real(
            "surge_factor",
            Unit::One,
            6.0,
            (1.0, 50.0),
            (1.0, 12.0),
            Spacing::Linear,
        ),
        real(
            "service_s",
            Unit::Second,
            0.1,
            (1e-3, 100.0),
            (0.01, 1.0),
            Spacing::Linear,
        ),
        choice(
            "service",
            "exponential",
            &["fixed", "exponential", "log_normal"],
        ),
        when(
            real(
                "service_scv",
                Unit::One,
                4.0,
                (0.01, 100.0),
                (0.1, 20.0),
                Spacing::Linear,
            ),
            "service",
            &["log_normal"],
        ),
        count("slots", 120, (1, 10_000), (1, 500), Spacing::Log),
        share("high_share", "0.2", ("0", "0.4")),
        share("middle_share", "0.2", ("0", "0.6")),
        choice(
            "policy",
            "mended",
            &["fifo", "priority", "printed", "mended"],
        ),
        count("soft_limit", 100, (1, 1_000_000), (1, 1_000), Spacing::Log),
        count(
            "hard_limit",
            10_000,
            (1, 1_000_000),
            (100, 20_000),
            Spacing::Log,
        ),
        real(
            "deadline_s",
            Unit::Second,
            1.0,
            (1e-3, 1_000.0),
            (0.1, 5.0),
            Spacing::Linear,
        ),
        real(
            "shrink",
            Unit::One,
            0.9,
            (0.0, 1.0),
            (0.5, 1.0),
            Spacing::Linear,
        ),
        real(
            "recover",
            Unit::One,
            0.05,
            (0.0, 1.0),
            (0.001, 0.2),
            Spacing::Linear,
        ),
        toggle("ageing", false),
        when(
            real(
                "ageing_s",
                Unit::Second,
                0.1,
                (1e-3, 1_000.0),
                (0.01, 1.0),
                Spacing::Linear,
            ),
            "ageing",
            &["true"],
        ),
        count(
            "customers",
            6_000,
            (20, 200_000),
            (2_000, 100_000),
            Spacing::Log,
        ),
        seed(),
    ],
    figures: &[
        figure("own_load", Unit::Ratio),
        figure("surge_load", Unit::Ratio),
        figure("high_share_most", Unit::Ratio),
        figure("high_good", Unit::Ratio),
        figure("middle_good", Unit::Ratio),
        figure("low_good", Unit::Ratio),
        figure("high_wait_s", Unit::Second),
        figure("high_wait_low_s", Unit::Second),
        figure("high_wait_up_s", Unit::Second),
        figure("high_wait_formula_s", Unit::Second),
        figure("high_wait_alone_s", Unit::Second),
        figure("low_longest_wait_s", Unit::Second),
        figure("most_waiting", Unit::Count),
        figure("shed", Unit::Count),
        figure("admission_least", Unit::Ratio),
        figure("printed_high_good", Unit::Ratio),
        figure("mended_high_good", Unit::Ratio),
        figure("fifo_high_good", Unit::Ratio),
    ],
    tables: &[
        TableSpec {
            id: "policies",
            columns: &[
                column("policy", Unit::One),
                column("high_good", Unit::Ratio),
                column("middle_good", Unit::Ratio),
                column("low_good", Unit::Ratio),
                column("high_shed", Unit::Count),
                column("high_wait_s", Unit::Second),
                column("low_longest_wait_s", Unit::Second),
                column("most_waiting", Unit::Count),
            ],
        },
        TableSpec {
            id: "waits",
            columns: &[
                column("when", Unit::One),
                column("own_load", Unit::Ratio),
                column("high_wait_s", Unit::Second),
                column("middle_wait_s", Unit::Second),
                column("low_wait_s", Unit::Second),
                column("high_alone_s", Unit::Second),
            ],
        },
    ],
    charts: &["answered", "own_load", "waiting", "admission"],
    presets: &[
        Preset {
            id: "two_classes",
            set: &[("middle_share", "0")],
        },
        Preset {
            id: "as_printed",
            set: &[("middle_share", "0"), ("policy", "printed")],
        },
        Preset {
            id: "no_guard",
            set: &[("policy", "fifo")],
        },
        Preset {
            id: "too_many_high",
            set: &[("high_share", "30%")],
        },
        Preset {
            id: "one_server",
            set: &[
                ("slots", "1"),
                ("service_s", "100 ms"),
                ("arrival_per_s", "7"),
                ("soft_limit", "10"),
                ("deadline_s", "5 s"),
                ("high_share", "12%"),
                ("policy", "priority"),
                ("service", "log_normal"),
            ],
        },
        Preset {
            id: "ageing",
            set: &[
                ("middle_share", "0"),
                ("ageing", "true"),
                ("ageing_s", "100 ms"),
                ("deadline_s", "2 s"),
                ("customers", "20000"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "A. Cobham: Priority assignment in waiting line problems, Operations Research 2 (1954)",
            url: None,
        },
        Reference {
            text: "D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris: Fundamentals of Queueing Theory, 4th ed., 2008, 3.4.2 (non-preemptive priorities)",
            url: None,
        },
        Reference {
            text: "D.-M. Chiu, R. Jain: Analysis of the increase and decrease algorithms for congestion avoidance, Computer Networks and ISDN Systems 17 (1989): AIMD",
            url: None,
        },
        Reference {
            text: "B. Beyer et al. (eds.): Site Reliability Engineering, 2016, chapter 21 (handling overload)",
            url: Some("https://sre.google/sre-book/handling-overload/"),
        },
    ],
};
