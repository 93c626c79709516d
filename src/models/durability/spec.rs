//! What `durability` takes and gives.

use crate::models::declare::{
    column, count, count_to, figure, many, one_of, preset, scaled, table, toggle, when, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "durability",
    family: Family::Placement,
    version: 2,
    groups: &[],
    inputs: &[
        one_of("scheme", &["replicas", "shards"]),
        when(count_to("copies", 3, (1, 20), 6), "scheme", &["replicas"]),
        when(
            count("data_shards", 10, (1, 100), (2, 30), Spacing::Linear),
            "scheme",
            &["shards"],
        ),
        when(
            count_to("parity_shards", 4, (0, 20), 8),
            "scheme",
            &["shards"],
        ),
        scaled(
            "unit_mttf_s",
            Unit::Second,
            2.102_4e9,
            (1.0, 1e15),
            (3.1536e7, 1e11),
        ),
        scaled(
            "repair_s",
            Unit::Second,
            86_400.0,
            (1e-3, 1e12),
            (60.0, 1e7),
        ),
        one_of("repairs", &["parallel", "serial"]),
        toggle("latent", true),
        when(
            scaled(
                "latent_mean_s",
                Unit::Second,
                3.153_6e9,
                (1.0, 1e15),
                (3.1536e7, 1e12),
            ),
            "latent",
            &["true"],
        ),
        when(
            scaled(
                "scrub_s",
                Unit::Second,
                1_209_600.0,
                (0.0, 1e12),
                (3_600.0, 3.1536e7),
            ),
            "latent",
            &["true"],
        ),
        many("groups", 1_000_000, 1_000_000_000_000_000, 1_000_000_000),
    ],
    figures: &[
        figure("loss_per_group_year", Unit::Ratio),
        figure("durability_nines", Unit::Nines),
        figure("losses_per_year", Unit::One),
        figure("any_loss_year", Unit::Ratio),
        figure("mttdl_s", Unit::Second),
        figure("overhead", Unit::One),
        figure("unnoticed", Unit::Ratio),
        figure("loss_without_latent", Unit::Ratio),
        figure("loss_by_windows", Unit::Ratio),
    ],
    tables: &[table(
        "schemes",
        &[
            words("scheme"),
            column("parts", Unit::Count),
            column("tolerated", Unit::Count),
            column("overhead", Unit::One),
            column("loss_per_group_year", Unit::Ratio),
            column("losses_per_year", Unit::One),
        ],
    )],
    charts: &["repair"],
    presets: &[
        preset("three_copies", &[("scheme", "replicas"), ("copies", "3")]),
        preset(
            "ten_four",
            &[
                ("scheme", "shards"),
                ("data_shards", "10"),
                ("parity_shards", "4"),
            ],
        ),
        preset(
            "vault",
            &[
                ("scheme", "shards"),
                ("data_shards", "17"),
                ("parity_shards", "3"),
                ("unit_mttf_s", "246.4 y"),
                ("repair_s", "6.5 d"),
                ("latent", "false"),
            ],
        ),
        preset("no_scrubbing", &[("copies", "2"), ("scrub_s", "1 y")]),
    ],
    references: &[
        Reference {
            text: "D. A. Patterson, G. Gibson, R. H. Katz: A case for redundant arrays of inexpensive disks (RAID), SIGMOD 1988",
            url: None,
        },
        Reference {
            text: "W. K. Grassmann, M. I. Taksar, D. P. Heyman: Regenerative analysis and steady state distributions for Markov chains, Operations Research 33, 1985 (the method)",
            url: None,
        },
        Reference {
            text: "C. Moler, C. Van Loan: Nineteen dubious ways to compute the exponential of a matrix, twenty-five years later, SIAM Review 45, 2003 (method 3)",
            url: None,
        },
        Reference {
            text: "K. M. Greenan, J. S. Plank, J. J. Wylie: Mean time to meaningless: MTTDL, Markov models, and storage system reliability, HotStorage 2010",
            url: Some(
                "https://www.usenix.org/legacy/event/hotstorage10/tech/full_papers/Greenan.pdf",
            ),
        },
        Reference {
            text: "B. Wilson: Cloud storage durability, Backblaze, 2018 (binomial windows)",
            url: None,
        },
    ],
};
