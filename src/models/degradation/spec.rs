//! What the model takes and gives.

use crate::models::declare::{
    column, count_to, figure, one_of, preset, scaled, table, text, toggle, when, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference};
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
        text("script", FIELD_NOTE, 2_000),
        time("max_age_s", 120.0, 1e9, 600.0),
        one_of("unknown_age", &["left_out", "shown"]),
        toggle("breaker", true),
        when(
            count_to("failures_to_open", 3, (1, 1_000), 10),
            "breaker",
            &["true"],
        ),
        one_of("probe", &["on_purpose", "by_clock"]),
        when(
            time("probe_after_s", 5.0, 1e6, 60.0),
            "probe",
            &["by_clock"],
        ),
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
        table(
            "moments",
            &[
                column("number", Unit::Count),
                column("at_s", Unit::Second),
                words("what"),
                words("dependency"),
                words("shown"),
                column("age_s", Unit::Second),
                words("why"),
                words("called"),
                words("breaker"),
                column("failures", Unit::Count),
            ],
        ),
        table(
            "counters",
            &[
                words("shown"),
                column("pages", Unit::Count),
                column("share", Unit::Ratio),
                words("status"),
            ],
        ),
    ],
    charts: &["ribbon", "age"],
    presets: &[
        preset(
            "outage",
            &[(
                "script",
                "3 * ok; wait 30 s; 3 * fail; wait 60 s; 3 * fail; wait 60 s; 3 * fail; probe fail; wait 30 s; 2 * ok; \
                 probe ok; 2 * ok",
            )],
        ),
        preset(
            "by_clock",
            &[
                (
                    "script",
                    "ok; wait 10 s; 4 * fail; wait 5 s; fail; ok; wait 4.9 s; ok; wait 0.1 s; 3 * ok",
                ),
                ("probe", "by_clock"),
            ],
        ),
        preset(
            "no_breaker",
            &[
                ("script", "ok; wait 30 s; 20 * fail; ok"),
                ("breaker", "false"),
            ],
        ),
        preset(
            "another_user",
            &[(
                "script",
                "user ann; ok; wait 20 s; fail; user bob; fail; user ann; fail; body fail",
            )],
        ),
        preset(
            "never_refreshed",
            &[
                ("script", "age unknown; 6 * fail; age 121 s; 3 * fail"),
                ("unknown_age", "shown"),
            ],
        ),
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
    scaled(id, Unit::Second, default, (0.0, hi), (0.0, soft_hi))
}
