//! What the model takes and gives.

use crate::models::declare::{column, figure};
use crate::models::{
    Family, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing, TableSpec, When,
};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "queue_simulation",
    family: Family::Queueing,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "arrival_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 80.0,
                hard: Range { lo: 1e-3, hi: 1e7 },
                soft: Range { lo: 1.0, hi: 1e4 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "service_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 100.0,
                hard: Range { lo: 1e-3, hi: 1e7 },
                soft: Range { lo: 1.0, hi: 1e4 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "servers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1,
                hard: Range { lo: 1, hi: 100_000 },
                soft: Range { lo: 1, hi: 100 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "service",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "exponential",
                choices: &["fixed", "exponential", "lognormal"],
            },
            when: None,
        },
        InputSpec {
            id: "service_scv",
            unit: Unit::One,
            kind: Kind::Real {
                default: 4.0,
                hard: Range {
                    lo: 0.01,
                    hi: 100.0,
                },
                soft: Range { lo: 0.1, hi: 20.0 },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "service",
                is: &["lognormal"],
            }),
        },
        InputSpec {
            id: "customers",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 200_000,
                hard: Range {
                    lo: 1_000,
                    hi: 100_000_000,
                },
                soft: Range {
                    lo: 1_000,
                    hi: 100_000_000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "warm_up_share",
            unit: Unit::Ratio,
            kind: Kind::Real {
                default: 0.1,
                hard: Range { lo: 0.0, hi: 0.9 },
                soft: Range { lo: 0.0, hi: 0.9 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "seed",
            unit: Unit::One,
            kind: Kind::Seed { default: 425 },
            when: None,
        },
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
    tables: &[TableSpec {
        id: "tail",
        columns: &[
            column("wait_s", Unit::Second),
            column("share", Unit::Ratio),
            column("low", Unit::Ratio),
            column("high", Unit::Ratio),
            column("formula", Unit::Ratio),
            column("verdict", Unit::One),
        ],
    }],
    charts: &["mean", "tail"],
    presets: &[
        Preset {
            id: "pool_of_eight",
            set: &[
                ("arrival_per_s", "720"),
                ("service_per_s", "100"),
                ("servers", "8"),
                ("service", "exponential"),
            ],
        },
        Preset {
            id: "fixed_service",
            set: &[
                ("arrival_per_s", "80"),
                ("service_per_s", "100"),
                ("servers", "1"),
                ("service", "fixed"),
            ],
        },
        Preset {
            id: "heavy_tail",
            set: &[
                ("arrival_per_s", "80"),
                ("service_per_s", "100"),
                ("servers", "1"),
                ("service", "lognormal"),
                ("service_scv", "10"),
            ],
        },
        Preset {
            id: "near_saturation",
            set: &[
                ("arrival_per_s", "99"),
                ("service_per_s", "100"),
                ("servers", "1"),
                ("service", "exponential"),
            ],
        },
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
