//! What the model takes and gives.

use crate::models::declare::{choice, column, count, figure, part, preset, scaled, table, words};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "congestion_backoff",
    family: Family::Mechanism,
    version: 2,
    groups: &[],
    inputs: &[
        count(
            "clients",
            100_000,
            (1, 1_000_000_000),
            (10_000, 1_000_000),
            Spacing::Log,
        ),
        scaled(
            "calls_per_s",
            Unit::PerSecond,
            0.05,
            (1e-6, 1e3),
            (0.01, 1.0),
        ),
        scaled(
            "capacity_per_s",
            Unit::PerSecond,
            8_000.0,
            (1e-3, 1e9),
            (1_000.0, 100_000.0),
        ),
        part("failure_cost", "0.5"),
        scaled(
            "first_wait_s",
            Unit::Second,
            5.0,
            (0.1, 3_600.0),
            (1.0, 60.0),
        ),
        scaled(
            "longest_wait_s",
            Unit::Second,
            120.0,
            (0.1, 36_000.0),
            (10.0, 3_600.0),
        ),
        part("defect_share", "0.9"),
        scaled("surge", Unit::One, 5.0, (1.0, 1e3), (1.0, 20.0)),
        scaled("surge_s", Unit::Second, 60.0, (0.0, 3_600.0), (0.0, 600.0)),
        choice(
            "measure",
            "none",
            &["none", "move_calls", "shed", "capacity", "mend_backoff"],
        ),
        scaled(
            "act_after_s",
            Unit::Second,
            900.0,
            (0.0, 86_400.0),
            (0.0, 3_600.0),
        ),
        part("measure_share", "0.4"),
        scaled("capacity_factor", Unit::One, 1.5, (1.0, 100.0), (1.0, 4.0)),
    ],
    figures: &[
        figure("congested_s", Unit::Second),
        figure("opened_end_per_s", Unit::PerSecond),
        figure("waiting_end", Unit::Count),
        figure("normal_per_s", Unit::PerSecond),
        figure("choked_per_s", Unit::PerSecond),
        figure("stuck_tries_per_s", Unit::PerSecond),
        figure("defect_limit", Unit::Ratio),
    ],
    tables: &[table(
        "measures",
        &[
            words("measure"),
            column("congested_s", Unit::Second),
            column("opened_end_per_s", Unit::PerSecond),
        ],
    )],
    charts: &["congestion", "curve"],
    presets: &[
        preset(
            "december_2021",
            &[("act_after_s", "364 min"), ("measure", "shed")],
        ),
        preset(
            "symptom",
            &[("act_after_s", "118 min"), ("measure", "move_calls")],
        ),
        preset("no_defect", &[("defect_share", "0")]),
        preset("cheap_failures", &[("failure_cost", "0.1")]),
    ],
    references: &[
        Reference {
            text: "AWS: Summary of the AWS Service Event in the Northern Virginia (US-EAST-1) Region, December 2021",
            url: Some("https://aws.amazon.com/message/12721/"),
        },
        Reference {
            text: "V. Jacobson: Congestion Avoidance and Control. SIGCOMM 1988, section 1 and appendix A (why waits must grow)",
            url: Some("https://doi.org/10.1145/52324.52356"),
        },
        Reference {
            text: "N. Bronson, A. Aghayev, A. Charapko, T. Zhu: Metastable Failures in Distributed Systems. HotOS 2021, section 2",
            url: Some("https://doi.org/10.1145/3458336.3465286"),
        },
    ],
};
