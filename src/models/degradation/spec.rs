//! What the model takes and gives.

use crate::models::declare::{column, figure};
use crate::models::{
    Family, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing, TableSpec, When,
};
use crate::text::Unit;

/// The walk of the field note's program.
const FIELD_NOTE: &str = "age 90 s; ok; age 120 s; fail; age 121 s; fail; fail; ok; probe fail; wait 10 s; ok; probe ok; \
     empty; fail; age unknown; fail";

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "degradation",
    family: Family::Guard,
    version: 1,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "script",
            unit: Unit::One,
            kind: Kind::Text {
                default: FIELD_NOTE,
                longest: 2_000,
            },
            when: None,
        },
        time("max_age_s", 120.0, 1e9, 600.0),
        InputSpec {
            id: "unknown_age",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "left_out",
                choices: &["left_out", "shown"],
            },
            when: None,
        },
        InputSpec {
            id: "breaker",
            unit: Unit::One,
            kind: Kind::Toggle { default: true },
            when: None,
        },
        InputSpec {
            id: "failures_to_open",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 3,
                hard: Range { lo: 1, hi: 1_000 },
                soft: Range { lo: 1, hi: 10 },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "breaker",
                is: &["true"],
            }),
        },
        InputSpec {
            id: "probe",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "on_purpose",
                choices: &["on_purpose", "by_clock"],
            },
            when: None,
        },
        InputSpec {
            when: Some(When {
                input: "probe",
                is: &["by_clock"],
            }),
            ..time("probe_after_s", 5.0, 1e6, 60.0)
        },
        time("timeout_s", 0.5, 1e6, 5.0),
    ],
    figures: &[
        figure("answered_share", Unit::Ratio),
        figure("fresh_share", Unit::Ratio),
        figure("visits", Unit::Count),
        figure("fresh", Unit::Count),
        figure("stale", Unit::Count),
        figure("left_out", Unit::Count),
        figure("refused", Unit::Count),
        figure("calls", Unit::Count),
        figure("probes", Unit::Count),
        figure("not_called", Unit::Count),
        figure("missed", Unit::Count),
        figure("oldest_shown_s", Unit::Second),
        figure("waited_s", Unit::Second),
        figure("without_breaker_s", Unit::Second),
    ],
    tables: &[
        TableSpec {
            id: "moments",
            columns: &[
                column("number", Unit::Count),
                column("at_s", Unit::Second),
                column("what", Unit::One),
                column("dependency", Unit::One),
                column("shown", Unit::One),
                column("age_s", Unit::Second),
                column("why", Unit::One),
                column("called", Unit::One),
                column("breaker", Unit::One),
                column("failures", Unit::Count),
            ],
        },
        TableSpec {
            id: "counters",
            columns: &[
                column("shown", Unit::One),
                column("pages", Unit::Count),
                column("share", Unit::Ratio),
                column("status", Unit::One),
            ],
        },
    ],
    charts: &["ribbon", "age"],
    presets: &[
        Preset {
            id: "outage",
            set: &[(
                "script",
                "3 * ok; wait 30 s; 3 * fail; wait 60 s; 3 * fail; wait 60 s; 3 * fail; probe fail; wait 30 s; 2 * ok; \
                 probe ok; 2 * ok",
            )],
        },
        Preset {
            id: "by_clock",
            set: &[
                (
                    "script",
                    "ok; wait 10 s; 4 * fail; wait 5 s; fail; ok; wait 4.9 s; ok; wait 0.1 s; 3 * ok",
                ),
                ("probe", "by_clock"),
            ],
        },
        Preset {
            id: "no_breaker",
            set: &[
                ("script", "ok; wait 30 s; 20 * fail; ok"),
                ("breaker", "false"),
            ],
        },
        Preset {
            id: "another_user",
            set: &[(
                "script",
                "user ann; ok; wait 20 s; fail; user bob; fail; user ann; fail; body fail",
            )],
        },
        Preset {
            id: "never_refreshed",
            set: &[
                ("script", "age unknown; 6 * fail; age 121 s; 3 * fail"),
                ("unknown_age", "shown"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "J. Gabrielson: Avoiding fallback in distributed systems, The Amazon Builders’ Library",
            url: Some(
                "https://aws.amazon.com/builders-library/avoiding-fallback-in-distributed-systems/",
            ),
        },
        Reference {
            text: "B. Beyer et al. (eds.): Site Reliability Engineering, 2016, chapter 22 (addressing cascading failures; graceful degradation)",
            url: Some("https://sre.google/sre-book/addressing-cascading-failures/"),
        },
        Reference {
            text: "M. Fowler: CircuitBreaker, 2014",
            url: Some("https://martinfowler.com/bliki/CircuitBreaker.html"),
        },
    ],
};

const fn time(id: &'static str, default: f64, hi: f64, soft_hi: f64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Second,
        kind: Kind::Real {
            default,
            hard: Range { lo: 0.0, hi },
            soft: Range {
                lo: 0.0,
                hi: soft_hi,
            },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}
