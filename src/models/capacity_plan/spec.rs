//! The description of `capacity_plan`.

use crate::models::declare::{column, figure, input, preset, real, share, table, words};
use crate::models::{Family, InputSpec, Kind, ModelSpec, Range, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "capacity_plan",
    family: Family::Queueing,
    version: 2,
    groups: &[],
    inputs: &[
        rate("peak_per_s", 3_600.0, 0.0, 100.0),
        rate("replica_per_s", 500.0, 1e-6, 1.0),
        share("head_room", "0.3", ("0", "1")),
        count("zones", 3, Range { lo: 1, hi: 1_000 }, 10),
        count("zones_lost", 1, Range { lo: 0, hi: 1_000 }, 10),
        rate("trough_per_s", 900.0, 0.0, 10.0),
        count(
            "connections",
            500,
            Range {
                lo: 1,
                hi: 1_000_000_000,
            },
            10_000,
        ),
        count(
            "connections_per_replica",
            20,
            Range {
                lo: 0,
                hi: 1_000_000,
            },
            200,
        ),
        share("connection_limit", "0.8", ("0.1", "1")),
    ],
    figures: &[
        figure("replicas_naive", Unit::Count),
        figure("replicas_needed", Unit::Count),
        figure("replicas_with_head_room", Unit::Count),
        figure("replicas_left", Unit::Count),
        figure("capacity_left_per_s", Unit::PerSecond),
        figure("utilisation_before", Unit::Ratio),
        figure("utilisation_after", Unit::Ratio),
        figure("autoscaler_min", Unit::Count),
        figure("autoscaler_max", Unit::Count),
        figure("first_without", Unit::Count),
        figure("peak_limit_per_s", Unit::PerSecond),
    ],
    tables: &[
        table(
            "plans",
            &[
                words("plan"),
                column("replicas", Unit::Count),
                column("replicas_left", Unit::Count),
                column("capacity_left_per_s", Unit::PerSecond),
                column("utilisation_after", Unit::Ratio),
                column("connections", Unit::Count),
            ],
        ),
        table(
            "loss",
            &[
                column("utilisation_before", Unit::Ratio),
                column("utilisation_after", Unit::Ratio),
            ],
        ),
    ],
    charts: &["replicas"],
    presets: &[
        preset("three_zones", &[("zones", "3"), ("zones_lost", "1")]),
        preset("two_zones", &[("zones", "2"), ("zones_lost", "1")]),
        preset("six_zones", &[("zones", "6"), ("zones_lost", "1")]),
        preset("beyond_connections", &[("peak_per_s", "7000")]),
    ],
    references: &[
        Reference {
            text: "B. Beyer, C. Jones, J. Petoff, N. R. Murphy (eds.): Site Reliability Engineering, 2016, chapter 18 (intent-based capacity planning, N + 2)",
            url: Some("https://sre.google/sre-book/software-engineering-in-sre/"),
        },
        Reference {
            text: "M. Brooker, B. Cavage et al.: Static stability using Availability Zones, Amazon Builders’ Library",
            url: Some(
                "https://aws.amazon.com/builders-library/static-stability-using-availability-zones/",
            ),
        },
    ],
};

const fn rate(id: &'static str, default: f64, least: f64, shown: f64) -> InputSpec {
    real(
        id,
        Unit::PerSecond,
        default,
        (least, 1e9),
        (shown, 20_000.0),
        Spacing::Log,
    )
}

const fn count(id: &'static str, default: u64, hard: Range<u64>, shown: u64) -> InputSpec {
    input(
        id,
        Unit::Count,
        Kind::Count {
            default,
            soft: Range {
                lo: hard.lo,
                hi: shown,
            },
            hard,
            spacing: if shown > 1_000 {
                Spacing::Log
            } else {
                Spacing::Linear
            },
        },
    )
}
