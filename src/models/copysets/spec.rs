//! What `copysets` takes and gives.

use crate::models::declare::{column, count, count_to, figure, many, preset, seed, table, toggle};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "copysets",
    family: Family::Placement,
    version: 2,
    groups: &[],
    inputs: &[
        count("nodes", 5_000, (10, 100_000), (100, 20_000), Spacing::Log),
        count_to("replicas", 3, (2, 9), 5),
        count(
            "chunks_per_node",
            10_000,
            (10, 1_000_000_000),
            (100, 1_000_000),
            Spacing::Log,
        ),
        many("scatter_width", 4, 1_000, 200),
        many("failed", 50, 2_000, 500),
        many("domain_nodes", 40, 2_000, 200),
        toggle("domains_apart", false),
        count(
            "trials",
            4_000,
            (1, 1_000_000),
            (100, 100_000),
            Spacing::Log,
        ),
        seed(),
    ],
    figures: &[
        figure("loss_copyset", Unit::Ratio),
        figure("loss_random", Unit::Ratio),
        figure("lost_chunks_mean", Unit::Count),
        figure("lost_if_loss_copyset", Unit::Count),
        figure("lost_if_loss_random", Unit::Count),
        figure("set_loss", Unit::Ratio),
        figure("sets_copyset", Unit::Count),
        figure("sets_random", Unit::Count),
        figure("chunks", Unit::Count),
        figure("helpers", Unit::Count),
        figure("domain_loss_copyset", Unit::Ratio),
        figure("domain_loss_random", Unit::Ratio),
        figure("loss_simulated", Unit::Ratio),
        figure("loss_low", Unit::Ratio),
        figure("loss_high", Unit::Ratio),
        figure("lost_chunks_simulated", Unit::Count),
    ],
    tables: &[table(
        "widths",
        &[
            column("width", Unit::Count),
            column("sets", Unit::Count),
            column("loss", Unit::Ratio),
            column("lost_if_loss", Unit::Count),
        ],
    )],
    charts: &["frequency", "size"],
    presets: &[
        preset(
            "published",
            &[
                ("nodes", "5000"),
                ("replicas", "3"),
                ("chunks_per_node", "10000"),
                ("failed", "50"),
                ("scatter_width", "2"),
            ],
        ),
        preset(
            "small_often",
            &[
                ("nodes", "300"),
                ("chunks_per_node", "1000"),
                ("failed", "15"),
                ("scatter_width", "20"),
            ],
        ),
        preset(
            "one_rack",
            &[
                ("failed", "40"),
                ("domain_nodes", "40"),
                ("domains_apart", "true"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "A. Cidon et al.: Copysets: Reducing the Frequency of Data Loss in Cloud Storage, USENIX ATC 2013, sections 2 and 3",
            url: Some(
                "https://www.usenix.org/conference/atc13/technical-sessions/presentation/cidon",
            ),
        },
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications I, 3rd ed., 1968, section IV.1 (inclusion and exclusion)",
            url: None,
        },
    ],
};
