//! What the model takes and gives.

use crate::models::declare::{
    choice, column, count, figure, group, preset, real, seed, share, table, text, toggle, when,
    words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// Policies that go by the share of failures.
const BY_SHARE: &[&str] = &["ratio", "ratio_program", "doubling"];
/// Policies that go by failures in a row.
const BY_STREAK: &[&str] = &["consecutive", "by_hand"];
/// Policies that try again by themselves.
const BY_TIME: &[&str] = &["ratio", "ratio_program", "doubling", "consecutive"];
/// All of them, in the order of the table.
pub(super) const POLICIES: &[&str] = &[
    "ratio",
    "ratio_program",
    "doubling",
    "consecutive",
    "by_hand",
];

/// The walk of 26.3.1, with a call time-out of 1.5 s.
const WALK: &str = "0..1.75: 8 * ok; 0..0.5: 12 * hang; 3..6: 4 * ok; 7: 2 * ok, hang, 3 * ok; \
                    10: ok; 13.5: ok, bad, hang; 14: ok; 16: ok; 20: 3 * ok; 21..24: 5 * ok";
const NOTES: &str =
    "0: fail; 1: ok, ok 6.99 s; 2: fail; 3: fail; 7.99: ok; 8: 8 * fail; 12.99: ok; 13: ok; 14: ok";
const FLAPPING: &str = "0: 20 * fail; 11..230: 220 * hang; 231..330: 100 * ok";
const ONE_BY_ONE: &str = "0..1: 20 * fail; 7: ok; 8: fail; 9..10: 20 * fail; 16..30: 15 * ok";
const MISTAKES: &str = "0..1: 20 * fail; 7: bad, bad, bad; 8..20: 13 * ok";
const LATE: &str = "0..0.9: 20 * fail; 0: ok 6.5 s; 6.3: hang; 7..10: 4 * ok";
const GATE: &str = "0: fail; 1: fail; 2: fail; 3..30: 10 * ok; 31: probe fail; 32..40: 5 * ok; 41: probe ok; 42..50: 5 * ok";

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "circuit_breaker",
    family: Family::Guard,
    version: 1,
    groups: &[
        group("script", "policy"),
        group("opening", "window_s"),
        group("closing", "open_s"),
        group("counting", "counted"),
        group("fleet", "instances"),
    ],
    inputs: &[
        choice("policy", "ratio", POLICIES),
        text("script", WALK, 2_000),
        when(
            real(
                "window_s",
                Unit::Second,
                2.0,
                (0.01, 3600.0),
                (0.5, 60.0),
                Spacing::Log,
            ),
            "policy",
            BY_SHARE,
        ),
        when(
            count("least_results", 20, (1, 10_000), (1, 100), Spacing::Log),
            "policy",
            BY_SHARE,
        ),
        when(
            share("failure_threshold", "0.5", ("0", "1")),
            "policy",
            BY_SHARE,
        ),
        when(
            count("failures", 3, (1, 10_000), (1, 20), Spacing::Linear),
            "policy",
            BY_STREAK,
        ),
        when(
            real(
                "open_s",
                Unit::Second,
                5.0,
                (0.1, 3600.0),
                (1.0, 60.0),
                Spacing::Log,
            ),
            "policy",
            BY_TIME,
        ),
        when(
            real(
                "open_most_s",
                Unit::Second,
                60.0,
                (0.1, 3600.0),
                (1.0, 600.0),
                Spacing::Log,
            ),
            "policy",
            &["doubling"],
        ),
        when(share("open_jitter", "0", ("0", "0.5")), "policy", BY_TIME),
        when(
            count("trials", 3, (1, 20), (1, 10), Spacing::Linear),
            "policy",
            BY_TIME,
        ),
        choice(
            "counted",
            "faults",
            &["faults", "errors_only", "everything"],
        ),
        toggle("permit_returns", true),
        toggle("has_timeout", true),
        when(
            real(
                "timeout_s",
                Unit::Second,
                1.5,
                (0.001, 3600.0),
                (0.05, 10.0),
                Spacing::Log,
            ),
            "has_timeout",
            &["true"],
        ),
        real(
            "answer_s",
            Unit::Second,
            0.02,
            (0.0, 60.0),
            (0.0, 1.0),
            Spacing::Linear,
        ),
        count("instances", 1_000, (1, 2_000), (1, 2_000), Spacing::Log),
        real(
            "calls_per_s",
            Unit::PerSecond,
            20.0,
            (0.01, 1e4),
            (0.1, 1e3),
            Spacing::Log,
        ),
        seed(),
    ],
    figures: &[
        figure("opened_s", Unit::Second),
        figure("half_open_s", Unit::Second),
        figure("half_open_last_s", Unit::Second),
        figure("closed_s", Unit::Second),
        figure("openings", Unit::Count),
        figure("calls", Unit::Count),
        figure("refused", Unit::Count),
        figure("refused_good", Unit::Count),
        figure("trials_sent", Unit::Count),
        figure("failed", Unit::Count),
        figure("probes_per_s", Unit::PerSecond),
        figure("probes_low_per_s", Unit::PerSecond),
        figure("probes_high_per_s", Unit::PerSecond),
        figure("probes_formula_per_s", Unit::PerSecond),
        figure("probes_bound_per_s", Unit::PerSecond),
        figure("probes_peak_per_s", Unit::PerSecond),
        figure("calls_without_per_s", Unit::PerSecond),
    ],
    tables: &[
        table(
            "calls",
            &[
                column("call_s", Unit::Second),
                words("admitted"),
                words("after_call"),
                words("fate"),
                column("result_s", Unit::Second),
                words("taken"),
                words("after_result"),
            ],
        ),
        table(
            "states",
            &[
                column("from_s", Unit::Second),
                column("to_s", Unit::Second),
                words("state"),
                words("cause"),
            ],
        ),
        table(
            "policies",
            &[
                words("policy"),
                column("opened_s", Unit::Second),
                column("openings", Unit::Count),
                column("admitted_failed", Unit::Count),
                column("refused", Unit::Count),
                column("refused_good", Unit::Count),
                column("closed_s", Unit::Second),
            ],
        ),
    ],
    charts: &["ribbon", "gauge", "probes"],
    presets: &[
        preset("lecture", &[]),
        preset(
            "one_success",
            &[("policy", "ratio_program"), ("script", ONE_BY_ONE)],
        ),
        preset(
            "chapter",
            &[
                ("policy", "doubling"),
                ("script", FLAPPING),
                ("window_s", "10"),
                ("open_s", "10"),
                ("open_most_s", "60"),
                ("open_jitter", "0.2"),
                ("timeout_s", "1"),
            ],
        ),
        preset(
            "notes",
            &[
                ("policy", "consecutive"),
                ("script", NOTES),
                ("failures", "2"),
                ("trials", "1"),
                ("timeout_s", "30"),
                ("answer_s", "0"),
            ],
        ),
        preset(
            "gate",
            &[("policy", "by_hand"), ("script", GATE), ("failures", "3")],
        ),
        preset(
            "stuck",
            &[
                (
                    "script",
                    "0..1: 20 * fail; 7: hang, hang, hang; 8..60: 53 * ok",
                ),
                ("has_timeout", "false"),
            ],
        ),
        preset(
            "permit_lost",
            &[("script", MISTAKES), ("permit_returns", "false")],
        ),
        preset(
            "late",
            &[
                ("policy", "ratio_program"),
                ("script", LATE),
                ("timeout_s", "8"),
            ],
        ),
        preset(
            "timeouts_ignored",
            &[
                ("script", "0..20: 100 * hang"),
                ("counted", "errors_only"),
                ("timeout_s", "30"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "M. T. Nygard: Release It! Design and Deploy Production-Ready Software, 2nd ed., 2018, section 5.2 (Circuit Breaker)",
            url: None,
        },
        Reference {
            text: "M. Fowler: CircuitBreaker, 2014",
            url: Some("https://martinfowler.com/bliki/CircuitBreaker.html"),
        },
        Reference {
            text: "Resilience4j, issue 544: an ignored error keeps its permission in the state half-open",
            url: Some("https://github.com/resilience4j/resilience4j/issues/544"),
        },
        Reference {
            text: "S. M. Ross: Introduction to Probability Models, section 7.4 (renewal reward processes)",
            url: None,
        },
    ],
};
