//! What `placement` takes and gives.

use super::{EVENTS, STRATEGIES};
use crate::models::declare::{
    choice, column, count, count_to, figure, one_of, preset, seed, table, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "placement",
    family: Family::Placement,
    version: 1,
    groups: &[],
    inputs: &[
        count_to("zones", 3, (1, 1000), 12),
        count_to("racks_per_zone", 3, (1, 10_000), 20),
        count_to("nodes_per_rack", 3, (1, 10_000), 40),
        count_to("replicas", 3, (1, 25), 9),
        count_to("quorum_lost_at", 2, (1, 25), 9),
        choice("strategy", "random", &STRATEGIES),
        choice("event", "zone", &EVENTS),
        count_to("struck", 1, (1, 100_000), 27),
        count("trials", 4_000, (1, 100_000), (100, 20_000), Spacing::Log),
        seed(),
        one_of("generator", &["lecture", "portable"]),
    ],
    figures: &[
        figure("quorum_loss_exact", Unit::Ratio),
        figure("all_loss_exact", Unit::Ratio),
        figure("quorum_loss_some_exact", Unit::Ratio),
        figure("all_loss_some_exact", Unit::Ratio),
        figure("quorum_loss_simulated", Unit::Ratio),
        figure("quorum_loss_low", Unit::Ratio),
        figure("quorum_loss_high", Unit::Ratio),
        figure("all_loss_simulated", Unit::Ratio),
        figure("quorum_loss_some_simulated", Unit::Ratio),
        figure("all_loss_some_simulated", Unit::Ratio),
        figure("possible_sets", Unit::Count),
        figure("replicas_hit", Unit::Count),
        figure("repair_places", Unit::Count),
    ],
    tables: &[
        table(
            "strategies",
            &[
                words("strategy"),
                column("quorum_loss", Unit::Ratio),
                column("quorum_loss_some", Unit::Ratio),
                column("all_loss", Unit::Ratio),
                column("all_loss_some", Unit::Ratio),
                column("possible_sets", Unit::Count),
            ],
        ),
        table(
            "replicas",
            &[
                column("replica", Unit::Count),
                column("zone", Unit::Count),
                column("rack", Unit::Count),
                column("node", Unit::Count),
                words("state"),
                column("moved_to", Unit::Count),
            ],
        ),
        table(
            "published",
            &[
                words("strategy"),
                words("event"),
                column("trials", Unit::Count),
                column("lost_quorum", Unit::Count),
                column("lost_all", Unit::Count),
            ],
        ),
    ],
    charts: &["grid", "zones"],
    presets: &[
        preset(
            "lecture",
            &[
                ("zones", "3"),
                ("racks_per_zone", "3"),
                ("nodes_per_rack", "3"),
                ("replicas", "3"),
                ("quorum_lost_at", "2"),
                ("strategy", "random"),
                ("event", "rack"),
                ("trials", "4000"),
                ("seed", "425"),
                ("generator", "lecture"),
            ],
        ),
        preset(
            "one_room",
            &[
                ("zones", "1"),
                ("racks_per_zone", "3"),
                ("nodes_per_rack", "8"),
                ("strategy", "rack_aware"),
                ("event", "zone"),
            ],
        ),
        preset(
            "hall",
            &[
                ("zones", "3"),
                ("racks_per_zone", "10"),
                ("nodes_per_rack", "20"),
                ("strategy", "rack_aware"),
                ("event", "zone"),
                ("trials", "4000"),
            ],
        ),
        preset(
            "five_replicas",
            &[
                ("zones", "5"),
                ("racks_per_zone", "4"),
                ("nodes_per_rack", "8"),
                ("replicas", "5"),
                ("quorum_lost_at", "3"),
                ("strategy", "random"),
                ("event", "zone"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications I, 3rd ed., 1968, section II.6 (hypergeometric distribution)",
            url: None,
        },
        Reference {
            text: "C. Loader: Fast and accurate computation of binomial probabilities, 2000, sections 2 to 4 (the method)",
            url: None,
        },
        Reference {
            text: "A. Cidon et al.: Copysets: Reducing the Frequency of Data Loss in Cloud Storage, USENIX ATC 2013, sections 2 and 3",
            url: Some(
                "https://www.usenix.org/conference/atc13/technical-sessions/presentation/cidon",
            ),
        },
    ],
};
