//! What the model takes and gives.

use crate::models::declare::{column, count_to, figure, one_of, preset, table, toggle, words};
use crate::models::{Family, FigureSpec, ModelSpec, Reference};
use crate::text::Unit;

const fn counted(id: &'static str) -> FigureSpec {
    figure(id, Unit::Count)
}

/// Steps of the longest race: three plans, three enactors that check twice.
const MOST_STEPS: u64 = 18;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "plan_race",
    family: Family::Mechanism,
    version: 1,
    groups: &[],
    inputs: &[
        count_to("enactors", 3, (1, 3), 3),
        count_to("plans", 2, (1, 3), 3),
        count_to("kept_plans", 0, (0, 2), 2),
        one_of("account", &["operator", "course"]),
        toggle("repairs_itself", true),
        one_of(
            "guard",
            &["none", "recheck", "compare_and_swap", "skip_active"],
        ),
        count_to("step", MOST_STEPS, (0, MOST_STEPS), MOST_STEPS),
    ],
    figures: &[
        counted("orders"),
        counted("ends_empty"),
        counted("ends_stale"),
        figure("empty_share", Unit::Ratio),
        counted("shortest_bad_steps"),
        counted("states"),
    ],
    tables: &[
        table(
            "walk",
            &[
                column("step", Unit::Count),
                words("actor"),
                words("act"),
                column("plan", Unit::Count),
                column("record", Unit::Count),
                column("newest", Unit::Count),
                column("existing", Unit::Count),
            ],
        ),
        table(
            "guards",
            &[
                words("guard"),
                column("orders", Unit::Count),
                column("ends_empty", Unit::Count),
                column("ends_stale", Unit::Count),
                column("shortest_bad_steps", Unit::Count),
            ],
        ),
    ],
    charts: &["walk"],
    presets: &[
        preset(
            "operator",
            &[("enactors", "2"), ("repairs_itself", "false")],
        ),
        preset("three_zones", &[("repairs_itself", "false")]),
        preset(
            "course",
            &[
                ("enactors", "2"),
                ("account", "course"),
                ("repairs_itself", "false"),
            ],
        ),
        preset(
            "kept",
            &[
                ("plans", "3"),
                ("kept_plans", "1"),
                ("repairs_itself", "false"),
            ],
        ),
        preset(
            "recheck",
            &[("guard", "recheck"), ("repairs_itself", "false")],
        ),
    ],
    references: &[
        Reference {
            text: "AWS: Summary of the Amazon DynamoDB Service Disruption in the Northern Virginia (US-EAST-1) Region, October 2025",
            url: Some("https://aws.amazon.com/message/101925/"),
        },
        Reference {
            text: "E. M. Clarke, O. Grumberg, D. Peled: Model Checking. MIT Press, 1999, sections 2.1 and 14 (states instead of orders, symmetry)",
            url: None,
        },
    ],
};
