//! What the model takes and gives.

use crate::models::declare::{
    choice, column, count, figure, preset, scaled, share, table, toggle, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;

const fn seconds(id: &'static str, default: f64, hard: (f64, f64), soft: (f64, f64)) -> InputSpec {
    scaled(id, Unit::Second, default, hard, soft)
}

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "lease_storm",
    family: Family::Mechanism,
    version: 2,
    groups: &[],
    inputs: &[
        count(
            "hosts",
            10_000,
            (10, 10_000_000),
            (1_000, 20_000),
            Spacing::Log,
        ),
        scaled(
            "capacity_per_s",
            Unit::PerSecond,
            3.0,
            (1e-3, 1e6),
            (1.0, 30.0),
        ),
        seconds("timeout_s", 300.0, (1.0, 36_000.0), (60.0, 3_600.0)),
        seconds("lease_s", 9_000.0, (60.0, 1e6), (1_800.0, 36_000.0)),
        seconds("renew_s", 4_800.0, (60.0, 1e6), (900.0, 18_000.0)),
        seconds("outage_s", 7_200.0, (0.0, 1e6), (0.0, 14_400.0)),
        seconds("backoff_s", 0.0, (0.0, 1e6), (0.0, 14_400.0)),
        toggle("drops_expired", false),
        choice(
            "measure",
            "none",
            &[
                "none",
                "throttle",
                "restart",
                "throttle_restart",
                "queue_limit",
            ],
        ),
        seconds("act_after_s", 3_600.0, (0.0, 1e6), (0.0, 14_400.0)),
        share("throttle_share", "0.9", ("0.1", "1")),
    ],
    figures: &[
        figure("recovered_after_s", Unit::Second),
        figure("leased_end", Unit::Ratio),
        figure("wait_end_s", Unit::Second),
        figure("expired", Unit::Ratio),
        figure("asked_at_once", Unit::Count),
        figure("pass_s", Unit::Second),
        figure("utilisation", Unit::Ratio),
        figure("stuck_demand_per_s", Unit::PerSecond),
        figure("outage_survived_s", Unit::Second),
        figure("enough_backoff_s", Unit::Second),
    ],
    tables: &[table(
        "measures",
        &[
            words("measure"),
            column("taken_after_s", Unit::Second),
            column("recovered_after_s", Unit::Second),
        ],
    )],
    charts: &["leases", "work"],
    presets: &[
        preset(
            "october_2025",
            &[
                ("outage_s", "157 min"),
                ("act_after_s", "109 min"),
                ("measure", "throttle_restart"),
            ],
        ),
        preset(
            "nothing_done",
            &[("outage_s", "157 min"), ("act_after_s", "109 min")],
        ),
        preset(
            "early",
            &[
                ("outage_s", "157 min"),
                ("act_after_s", "0"),
                ("measure", "throttle"),
            ],
        ),
        preset("short_outage", &[("outage_s", "7 min")]),
        preset("backoff", &[("outage_s", "157 min"), ("backoff_s", "2 h")]),
    ],
    references: &[
        Reference {
            text: "AWS: Summary of the Amazon DynamoDB Service Disruption in the Northern Virginia (US-EAST-1) Region, October 2025",
            url: Some("https://aws.amazon.com/message/101925/"),
        },
        Reference {
            text: "L. Huang, M. Magnusson, A. B. Muralikrishna, S. Estyak, R. Isaacs, A. Aghayev, T. Zhu, A. Charapko: Metastable Failures in the Wild. OSDI 2022, sections 2 and 3",
            url: Some("https://www.usenix.org/conference/osdi22/presentation/huang-lexiang"),
        },
        Reference {
            text: "C. G. Gray, D. R. Cheriton: Leases: An Efficient Fault-Tolerant Mechanism for Distributed File Cache Consistency. SOSP 1989, section 2",
            url: Some("https://doi.org/10.1145/74850.74870"),
        },
    ],
};
