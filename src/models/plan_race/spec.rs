//! What the model takes and gives.

use crate::models::declare::{column, count_to};
use crate::models::{Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Reference, TableSpec};
use crate::text::Unit;

const fn counted(id: &'static str) -> FigureSpec {
    FigureSpec {
        id,
        unit: Unit::Count,
    }
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
        InputSpec {
            id: "account",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "operator",
                choices: &["operator", "course"],
            },
            when: None,
        },
        InputSpec {
            id: "repairs_itself",
            unit: Unit::One,
            kind: Kind::Toggle { default: true },
            when: None,
        },
        InputSpec {
            id: "guard",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "none",
                choices: &["none", "recheck", "compare_and_swap", "skip_active"],
            },
            when: None,
        },
        count_to("step", MOST_STEPS, (0, MOST_STEPS), MOST_STEPS),
    ],
    figures: &[
        counted("orders"),
        counted("ends_empty"),
        counted("ends_stale"),
        FigureSpec {
            id: "empty_share",
            unit: Unit::Ratio,
        },
        counted("shortest_bad_steps"),
        counted("states"),
    ],
    tables: &[
        TableSpec {
            id: "walk",
            columns: &[
                column("step", Unit::Count),
                column("actor", Unit::One),
                column("act", Unit::One),
                column("plan", Unit::Count),
                column("record", Unit::Count),
                column("newest", Unit::Count),
                column("existing", Unit::Count),
            ],
        },
        TableSpec {
            id: "guards",
            columns: &[
                column("guard", Unit::One),
                column("orders", Unit::Count),
                column("ends_empty", Unit::Count),
                column("ends_stale", Unit::Count),
                column("shortest_bad_steps", Unit::Count),
            ],
        },
    ],
    charts: &["walk"],
    presets: &[
        Preset {
            id: "operator",
            set: &[("enactors", "2"), ("repairs_itself", "false")],
        },
        Preset {
            id: "three_zones",
            set: &[("repairs_itself", "false")],
        },
        Preset {
            id: "course",
            set: &[
                ("enactors", "2"),
                ("account", "course"),
                ("repairs_itself", "false"),
            ],
        },
        Preset {
            id: "kept",
            set: &[
                ("plans", "3"),
                ("kept_plans", "1"),
                ("repairs_itself", "false"),
            ],
        },
        Preset {
            id: "recheck",
            set: &[("guard", "recheck"), ("repairs_itself", "false")],
        },
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
