//! What the model takes and gives.

use crate::models::declare::group;
use crate::models::declare::{
    column, count_to, figure, many, one_of, preset, real, scaled, table, time, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "autoscaling",
    family: Family::Queueing,
    version: 2,
    groups: &[
        group("load", "base_per_s"),
        group("fleet", "replicas"),
        group("policy", "metric"),
        group("start", "schedule_s"),
        group("bounds", "most_replicas"),
    ],
    inputs: &[
        rate("base_per_s", 1_800.0, 1e-3),
        rate("spike_per_s", 3_600.0, 1e-3),
        delay("spike_s", 60.0, 1.0, 86_400.0, 600.0),
        many("replicas", 6, 100_000, 100),
        rate("replica_per_s", 500.0, 1e-3),
        one_of("metric", &["offered", "utilisation"]),
        share("target_utilisation", 0.6, 0.01, 1.0),
        share("tolerance", 0.1, 0.0, 1.0),
        delay("window_s", 30.0, 1.0, 3_600.0, 300.0),
        delay("schedule_s", 5.0, 0.0, 3_600.0, 120.0),
        delay("start_s", 40.0, 0.0, 3_600.0, 300.0),
        delay("connect_s", 15.0, 0.0, 3_600.0, 120.0),
        delay("warm_up_s", 60.0, 0.0, 3_600.0, 600.0),
        share("cold_share", 0.5, 0.0, 1.0),
        many("most_replicas", 20, 100_000, 200),
        count_to("queue_limit", 0, (0, 1_000_000_000), 50_000),
    ],
    figures: &[
        figure("lost", Unit::Count),
        figure("lost_share", Unit::Ratio),
        figure("lost_without_scaling", Unit::Count),
        figure("saved_by_scaling", Unit::Count),
        figure("short_s", Unit::Second),
        figure("decided_s", Unit::Second),
        figure("ready_s", Unit::Second),
        figure("connected_s", Unit::Second),
        figure("warm_s", Unit::Second),
        figure("replicas_added", Unit::Count),
        figure("replicas_beforehand", Unit::Count),
        figure("wait_longest_s", Unit::Second),
    ],
    tables: &[table(
        "sequence",
        &[
            column("at_s", Unit::Second),
            words("what"),
            column("demand_per_s", Unit::PerSecond),
            column("capacity_per_s", Unit::PerSecond),
        ],
    )],
    charts: &["timeline"],
    presets: &[
        preset("lasting", &[("spike_s", "300")]),
        preset(
            "by_utilisation",
            &[("spike_s", "300"), ("metric", "utilisation")],
        ),
        preset(
            "cold_start",
            &[
                ("spike_s", "300"),
                ("start_s", "120"),
                ("cold_share", "10%"),
            ],
        ),
        preset("head_room", &[("replicas", "8")]),
    ],
    references: &[
        Reference {
            text: "Kubernetes documentation: Horizontal Pod Autoscaling (algorithm details, tolerance)",
            url: Some("https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/"),
        },
        Reference {
            text: "B. Beyer et al. (eds.): The Site Reliability Workbook, 2018, chapter 11 (managing load; autoscaling)",
            url: Some("https://sre.google/workbook/managing-load/"),
        },
    ],
};

const fn rate(id: &'static str, default: f64, lo: f64) -> InputSpec {
    scaled(id, Unit::PerSecond, default, (lo, 1e9), (10.0, 1e5))
}

const fn delay(id: &'static str, default: f64, lo: f64, hi: f64, soft_hi: f64) -> InputSpec {
    time(id, default, (lo, hi), (lo, soft_hi), Spacing::Linear)
}

const fn share(id: &'static str, default: f64, lo: f64, hi: f64) -> InputSpec {
    real(
        id,
        Unit::Ratio,
        default,
        (lo, hi),
        (lo, hi),
        Spacing::Linear,
    )
}
