//! The description of `queue`.

use crate::models::declare::{
    choice, column, figure, many, nines, preset, scaled, share, table, when,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "queue",
    family: Family::Queueing,
    version: 2,
    groups: &[],
    inputs: &[
        choice(
            "kind",
            "mmc",
            &["mm1", "mmc", "mmck", "mg1", "md1", "finite_source"],
        ),
        of(
            scaled("arrival_per_s", Unit::PerSecond, 360.0, RATE, (0.1, 1e5)),
            &["mm1", "mmc", "mmck", "mg1", "md1"],
        ),
        scaled("service_per_s", Unit::PerSecond, 20.0, RATE, (0.1, 1e4)),
        of(
            many("servers", 20, 100_000, 1_000),
            &["mmc", "mmck", "finite_source"],
        ),
        of(many("capacity", 40, 200_000, 2_000), &["mmck"]),
        of(
            scaled("service_scv", Unit::One, 1.0, (0.0, 1e6), (0.0, 10.0)),
            &["mg1"],
        ),
        of(many("clients", 100, 100_000, 10_000), &["finite_source"]),
        of(
            scaled("think_s", Unit::Second, 0.2, (0.0, 1e9), (0.0, 10.0)),
            &["finite_source"],
        ),
        scaled("wait_target_s", Unit::Second, 0.02, (0.0, 1e9), (0.0, 1.0)),
        nines("wait_target_share", "0.99", ("0.5", "0.9999")),
        share("watch_utilisation", "0.7", ("0.1", "0.95")),
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
    tables: &[table(
        "sizing",
        &[
            column("servers", Unit::Count),
            column("utilisation", Unit::Ratio),
            column("in_time", Unit::Ratio),
            column("wait_mean_s", Unit::Second),
            column("sojourn_p99_s", Unit::Second),
        ],
    )],
    charts: &["knee", "wait_tail"],
    presets: &[
        preset(
            "pool",
            &[
                ("kind", "mmc"),
                ("arrival_per_s", "360"),
                ("service_per_s", "20"),
                ("servers", "20"),
            ],
        ),
        preset(
            "one_server",
            &[
                ("kind", "mm1"),
                ("arrival_per_s", "45"),
                ("service_per_s", "50"),
                ("wait_target_s", "0.1"),
            ],
        ),
        preset(
            "call_centre",
            &[
                ("kind", "mmc"),
                ("arrival_per_s", "0.05555555555555555"),
                ("service_per_s", "0.005555555555555556"),
                ("servers", "14"),
                ("wait_target_s", "20"),
                ("wait_target_share", "80%"),
            ],
        ),
        preset(
            "bounded",
            &[
                ("kind", "mmck"),
                ("arrival_per_s", "600"),
                ("service_per_s", "20"),
                ("servers", "20"),
                ("capacity", "40"),
            ],
        ),
        preset(
            "closed",
            &[
                ("kind", "finite_source"),
                ("clients", "10"),
                ("think_s", "0.09"),
                ("service_per_s", "100"),
                ("servers", "1"),
            ],
        ),
        preset(
            "region",
            &[
                ("kind", "mmc"),
                ("arrival_per_s", "99900"),
                ("service_per_s", "1"),
                ("servers", "100000"),
            ],
        ),
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

const RATE: (f64, f64) = (1e-9, 1e9);

/// An input of some of the queues.
const fn of(spec: InputSpec, kinds: &'static [&'static str]) -> InputSpec {
    when(spec, "kind", kinds)
}
