//! What the model takes and gives.

use crate::models::declare::{
    choice, column, count, figure, many, preset, scaled, seed, table, when, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "queue_simulation",
    family: Family::Queueing,
    version: 2,
    groups: &[],
    inputs: &[
        scaled(
            "arrival_per_s",
            Unit::PerSecond,
            80.0,
            (1e-3, 1e7),
            (1.0, 1e4),
        ),
        scaled(
            "service_per_s",
            Unit::PerSecond,
            100.0,
            (1e-3, 1e7),
            (1.0, 1e4),
        ),
        many("servers", 1, 100_000, 100),
        choice(
            "service",
            "exponential",
            &["fixed", "exponential", "lognormal"],
        ),
        when(
            scaled("service_scv", Unit::One, 4.0, (0.01, 100.0), (0.1, 20.0)),
            "service",
            &["lognormal"],
        ),
        count(
            "customers",
            200_000,
            (1_000, 100_000_000),
            (1_000, 100_000_000),
            Spacing::Log,
        ),
        scaled("warm_up_share", Unit::Ratio, 0.1, (0.0, 0.9), (0.0, 0.9)),
        seed(),
    ],
    figures: &[
        figure("utilisation", Unit::Ratio),
        figure("wait_mean_s", Unit::Second),
        figure("wait_mean_low_s", Unit::Second),
        figure("wait_mean_high_s", Unit::Second),
        figure("wait_mean_formula_s", Unit::Second),
        figure("half_width_share", Unit::Ratio),
        figure("customers_for_1_percent", Unit::Count),
        figure("wait_probability", Unit::Ratio),
        figure("wait_probability_formula", Unit::Ratio),
        figure("wait_p50_s", Unit::Second),
        figure("wait_p50_formula_s", Unit::Second),
        figure("wait_p90_s", Unit::Second),
        figure("wait_p90_formula_s", Unit::Second),
        figure("wait_p99_s", Unit::Second),
        figure("wait_p99_formula_s", Unit::Second),
    ],
    tables: &[table(
        "tail",
        &[
            column("wait_s", Unit::Second),
            column("share", Unit::Ratio),
            column("low", Unit::Ratio),
            column("high", Unit::Ratio),
            column("formula", Unit::Ratio),
            words("verdict"),
        ],
    )],
    charts: &["mean", "tail"],
    presets: &[
        preset(
            "pool_of_eight",
            &[
                ("arrival_per_s", "720"),
                ("service_per_s", "100"),
                ("servers", "8"),
                ("service", "exponential"),
            ],
        ),
        preset(
            "fixed_service",
            &[
                ("arrival_per_s", "80"),
                ("service_per_s", "100"),
                ("servers", "1"),
                ("service", "fixed"),
            ],
        ),
        preset(
            "heavy_tail",
            &[
                ("arrival_per_s", "80"),
                ("service_per_s", "100"),
                ("servers", "1"),
                ("service", "lognormal"),
                ("service_scv", "10"),
            ],
        ),
        preset(
            "near_saturation",
            &[
                ("arrival_per_s", "99"),
                ("service_per_s", "100"),
                ("servers", "1"),
                ("service", "exponential"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "J. Kiefer, J. Wolfowitz: On the theory of queues with many servers, Trans. AMS 78, 1955, 1–18 (section 2)",
            url: Some("https://doi.org/10.1090/S0002-9947-1955-0066587-3"),
        },
        Reference {
            text: "A. M. Law: Simulation Modeling and Analysis, 5th ed., 2015, sections 9.5.1 (warm-up) and 9.5.3 (batch means)",
            url: None,
        },
        Reference {
            text: "A. O. Allen: Probability, Statistics, and Queueing Theory, 2nd ed., 1990, section 5.3 (the approximation for several servers)",
            url: None,
        },
    ],
};
