//! What the model takes and gives.

use crate::models::declare::{
    column, count, count_to, figure, preset, scaled, share, table, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "gray_failure",
    family: Family::Mechanism,
    version: 1,
    groups: &[],
    inputs: &[
        share("slow_share", "0.01", ("0.0001", "1")),
        scaled("quick_s", Unit::Second, 0.02, (0.0001, 100.0), (0.001, 1.0)),
        scaled("slow_s", Unit::Second, 10.0, (0.001, 3600.0), (0.1, 60.0)),
        scaled(
            "slow_after_s",
            Unit::Second,
            1.0,
            (0.001, 3600.0),
            (0.1, 30.0),
        ),
        scaled(
            "mean_limit_s",
            Unit::Second,
            0.5,
            (0.001, 3600.0),
            (0.01, 10.0),
        ),
        scaled(
            "tail_limit_s",
            Unit::Second,
            1.0,
            (0.001, 3600.0),
            (0.1, 30.0),
        ),
        share("slow_limit", "0.005", ("0", "0.1")),
        count(
            "window_requests",
            1000,
            (1, 1000000),
            (10, 100000),
            Spacing::Log,
        ),
        scaled(
            "window_s",
            Unit::Second,
            60.0,
            (1.0, 86400.0),
            (10.0, 3600.0),
        ),
        count_to("probes", 5, (1, 1000), 50),
        count_to("probes_needed", 1, (1, 1000), 10),
        scaled(
            "probe_every_s",
            Unit::Second,
            10.0,
            (0.1, 86400.0),
            (1.0, 600.0),
        ),
    ],
    figures: &[
        figure("mean_s", Unit::Second),
        figure("median_s", Unit::Second),
        figure("p99_s", Unit::Second),
        figure("slow_seen", Unit::Ratio),
        figure("mean_hides", Unit::Ratio),
        figure("p99_power", Unit::Ratio),
        figure("share_power", Unit::Ratio),
        figure("probe_power", Unit::Ratio),
        figure("probe_finds_s", Unit::Second),
    ],
    tables: &[table(
        "detectors",
        &[
            words("detector"),
            words("says"),
            column("power", Unit::Ratio),
            column("finds_s", Unit::Second),
        ],
    )],
    charts: &["views", "finds"],
    presets: &[
        preset("one_percent", &[("quick_s", "1 ms")]),
        preset(
            "five_clients",
            &[
                ("slow_share", "60%"),
                ("quick_s", "160 ms"),
                ("slow_s", "6.9 s"),
            ],
        ),
        preset("just_below", &[("slow_share", "0.9%")]),
        preset("one_in_thousand", &[("slow_share", "0.1%")]),
        preset("healthy", &[("slow_share", "0")]),
    ],
    references: &[
        Reference {
            text: "P. Huang, C. Guo, L. Zhou, J. R. Lorch, Y. Dang, M. Chintalapati, R. Yao: Gray Failure: The Achilles’ Heel of Cloud-Scale Systems. HotOS 2017",
            url: Some("https://doi.org/10.1145/3102980.3103005"),
        },
        Reference {
            text: "B. Beyer, C. Jones, J. Petoff, N. R. Murphy (eds.): Site Reliability Engineering, 2016, chapter 6 (the four golden signals; worrying about your tail)",
            url: Some("https://sre.google/sre-book/monitoring-distributed-systems/"),
        },
    ],
};
