//! What `diversity` takes and gives.

use crate::models::declare::{column, count, count_to, figure, one_of, part, preset, table, when};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "diversity",
    family: Family::Placement,
    version: 2,
    groups: &[],
    inputs: &[
        count("nodes", 300, (25, 100_000), (27, 10_000), Spacing::Log),
        count_to("versions", 2, (1, 25), 6),
        one_of("mix", &["even", "rollout"]),
        when(part("rolled_out", "0.1"), "mix", &["rollout"]),
        count_to("replicas", 3, (1, 25), 9),
        count_to("quorum_lost_at", 2, (1, 25), 9),
    ],
    figures: &[
        figure("nodes_hit", Unit::Ratio),
        figure("quorum_loss_blind", Unit::Ratio),
        figure("quorum_loss_apart", Unit::Ratio),
        figure("all_loss_blind", Unit::Ratio),
        figure("all_loss_apart", Unit::Ratio),
        figure("capacity_left", Unit::Ratio),
    ],
    tables: &[table(
        "mixes",
        &[
            column("versions", Unit::Count),
            column("nodes_hit", Unit::Ratio),
            column("quorum_loss_blind", Unit::Ratio),
            column("quorum_loss_apart", Unit::Ratio),
        ],
    )],
    charts: &["versions", "rollout"],
    presets: &[
        preset("one_version", &[("versions", "1"), ("mix", "even")]),
        preset(
            "canary",
            &[
                ("mix", "rollout"),
                ("versions", "2"),
                ("rolled_out", "0.01"),
            ],
        ),
        preset(
            "quarter",
            &[
                ("mix", "rollout"),
                ("versions", "2"),
                ("rolled_out", "0.25"),
            ],
        ),
        preset(
            "five_on_three",
            &[
                ("versions", "3"),
                ("replicas", "5"),
                ("quorum_lost_at", "3"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "A. Avizienis: The N-version approach to fault-tolerant software, IEEE Transactions on Software Engineering SE-11, 1985",
            url: None,
        },
        Reference {
            text: "J. C. Knight, N. G. Leveson: An experimental evaluation of the assumption of independence in multiversion programming, IEEE Transactions on Software Engineering SE-12, 1986",
            url: None,
        },
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications I, 3rd ed., 1968, section II.6 (hypergeometric distribution)",
            url: None,
        },
    ],
};
