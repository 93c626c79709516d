//! What the model takes and gives.

use super::presets::{PRESETS, REFERENCES};
use crate::models::declare::{choice, column, count, figure, group, real, toggle};
use crate::models::{Family, InputSpec, Kind, ModelSpec, Range, Spacing, TableSpec, When};
use crate::text::Unit;

/// Under these choices a guard is on.
const ON: &[&str] = &["true"];

/// An input that is a share.
const fn share(id: &'static str, default: &'static str) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Ratio,
        kind: Kind::Probability {
            default,
            soft: Range { lo: "0", hi: "1" },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}

/// The same input, which matters only where another one has one of these values.
const fn under(spec: InputSpec, input: &'static str, is: &'static [&'static str]) -> InputSpec {
    InputSpec {
        when: Some(When { input, is }),
        ..spec
    }
}

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "cascade",
    family: Family::Cascade,
    version: 1,
    groups: &[
        group("load", "arrival_per_s"),
        group("layers", "api_slots"),
        group("waiting", "patience_s"),
        group("retry", "retry"),
        group("guards", "breaker"),
        group("worth", "seed"),
    ],
    inputs: &[
        real(
            "arrival_per_s",
            Unit::PerSecond,
            100.0,
            (0.1, 1e4),
            (10.0, 1_000.0),
            Spacing::Log,
        ),
        real(
            "end_s",
            Unit::Second,
            40.0,
            (1.0, 3_600.0),
            (10.0, 300.0),
            Spacing::Linear,
        ),
        count(
            "customers",
            20_000,
            (1, 2_500_000),
            (1_000, 1_000_000),
            Spacing::Log,
        ),
        InputSpec {
            id: "timeline",
            unit: Unit::One,
            kind: Kind::Text {
                default: "slow db 10s..20s x20",
                longest: 400,
            },
            when: None,
        },
        share("db_share", "0.7"),
        share("high_share", "0.2"),
        count("api_slots", 30, (1, 100_000), (1, 200), Spacing::Log),
        count("svc_slots", 15, (1, 100_000), (1, 200), Spacing::Log),
        count("db_slots", 3, (1, 100_000), (1, 200), Spacing::Log),
        count("aux_slots", 2, (1, 100_000), (1, 200), Spacing::Log),
        real(
            "api_s",
            Unit::Second,
            0.005,
            (0.0, 10.0),
            (0.001, 0.1),
            Spacing::Log,
        ),
        real(
            "svc_s",
            Unit::Second,
            0.01,
            (0.0, 10.0),
            (0.001, 0.1),
            Spacing::Log,
        ),
        real(
            "db_s",
            Unit::Second,
            0.01,
            (0.0, 10.0),
            (0.001, 0.1),
            Spacing::Log,
        ),
        real(
            "aux_s",
            Unit::Second,
            0.01,
            (0.0, 10.0),
            (0.001, 0.1),
            Spacing::Log,
        ),
        count("replicas", 1, (1, 100), (1, 5), Spacing::Linear),
        real(
            "patience_s",
            Unit::Second,
            5.0,
            (0.01, 60.0),
            (0.5, 30.0),
            Spacing::Log,
        ),
        real(
            "good_s",
            Unit::Second,
            0.1,
            (0.001, 60.0),
            (0.01, 5.0),
            Spacing::Log,
        ),
        toggle("timeouts", true),
        under(
            real(
                "attempt_timeout_s",
                Unit::Second,
                1.0,
                (0.001, 60.0),
                (0.05, 10.0),
                Spacing::Log,
            ),
            "timeouts",
            ON,
        ),
        under(
            real(
                "call_timeout_s",
                Unit::Second,
                0.25,
                (0.001, 60.0),
                (0.01, 10.0),
                Spacing::Log,
            ),
            "timeouts",
            ON,
        ),
        toggle("retry", false),
        under(
            count("retries", 3, (0, 10), (0, 5), Spacing::Linear),
            "retry",
            ON,
        ),
        under(
            real(
                "backoff_s",
                Unit::Second,
                0.05,
                (0.0, 10.0),
                (0.01, 2.0),
                Spacing::Log,
            ),
            "retry",
            ON,
        ),
        under(toggle("jitter", true), "retry", ON),
        under(
            real(
                "retry_budget",
                Unit::One,
                0.2,
                (0.0, 10.0),
                (0.0, 3.0),
                Spacing::Linear,
            ),
            "retry",
            ON,
        ),
        choice(
            "breaker",
            "failure_ratio",
            &["none", "failure_ratio", "doubling", "consecutive"],
        ),
        under(
            real(
                "breaker_open_s",
                Unit::Second,
                5.0,
                (0.01, 600.0),
                (0.5, 60.0),
                Spacing::Log,
            ),
            "breaker",
            &["failure_ratio", "doubling", "consecutive"],
        ),
        toggle("bulkhead", true),
        under(
            count("bulkhead_db_slots", 10, (1, 99_999), (1, 100), Spacing::Log),
            "bulkhead",
            ON,
        ),
        choice(
            "queue",
            "unbounded",
            &["unbounded", "fifo", "lifo", "codel"],
        ),
        under(
            count("queue_capacity", 20, (0, 100_000), (1, 1_000), Spacing::Log),
            "queue",
            &["fifo", "lifo", "codel"],
        ),
        toggle("shed", false),
        under(
            real(
                "shed_wait_s",
                Unit::Second,
                0.05,
                (0.001, 60.0),
                (0.005, 2.0),
                Spacing::Log,
            ),
            "shed",
            ON,
        ),
        choice("limit", "none", &["none", "fixed", "adaptive"]),
        under(
            count(
                "concurrency_limit",
                20,
                (1, 100_000),
                (1, 500),
                Spacing::Log,
            ),
            "limit",
            &["fixed", "adaptive"],
        ),
        toggle("rate_limit", false),
        under(
            real(
                "rate_limit_per_s",
                Unit::PerSecond,
                120.0,
                (0.1, 1e5),
                (10.0, 1_000.0),
                Spacing::Log,
            ),
            "rate_limit",
            ON,
        ),
        toggle("hedge", false),
        under(
            real(
                "hedge_delay_s",
                Unit::Second,
                0.05,
                (0.001, 60.0),
                (0.005, 1.0),
                Spacing::Log,
            ),
            "hedge",
            ON,
        ),
        toggle("cache", false),
        under(share("cache_hit", "0.3"), "cache", ON),
        InputSpec {
            id: "seed",
            unit: Unit::One,
            kind: Kind::Seed { default: 425 },
            when: None,
        },
        toggle("panel", false),
        under(
            count("runs", 4, (2, 50), (2, 50), Spacing::Log),
            "panel",
            ON,
        ),
    ],
    figures: &[
        figure("goodput_per_s", Unit::PerSecond),
        figure("good_share", Unit::Ratio),
        figure("success", Unit::Ratio),
        figure("recovery_s", Unit::Second),
        figure("good_end", Unit::Ratio),
        figure("worth_all", Unit::Ratio),
        figure("good_without", Unit::Ratio),
        figure("latency_p50_s", Unit::Second),
        figure("latency_p99_s", Unit::Second),
        figure("answered_mean_s", Unit::Second),
        figure("answered_p50_s", Unit::Second),
        figure("answered_p99_s", Unit::Second),
        figure("high_success", Unit::Ratio),
        figure("low_success", Unit::Ratio),
        figure("db_success", Unit::Ratio),
        figure("aux_success", Unit::Ratio),
        figure("attempts_per_request", Unit::One),
        figure("svc_per_request", Unit::One),
        figure("db_calls_per_request", Unit::One),
        figure("aux_calls_per_request", Unit::One),
        figure("wasted_share", Unit::Ratio),
        figure("arrived", Unit::Count),
        figure("failed", Unit::Count),
        figure("events", Unit::Count),
    ],
    tables: &[
        TableSpec {
            id: "groups",
            columns: &[
                column("group", Unit::One),
                column("arrived", Unit::Count),
                column("success", Unit::Ratio),
                column("good_share", Unit::Ratio),
            ],
        },
        TableSpec {
            id: "layers",
            columns: &[
                column("layer", Unit::One),
                column("entered", Unit::Count),
                column("refused", Unit::Ratio),
                column("wait_mean_s", Unit::Second),
                column("busy", Unit::Ratio),
                column("held", Unit::Ratio),
            ],
        },
        TableSpec {
            id: "refusals",
            columns: &[column("reason", Unit::One), column("times", Unit::Count)],
        },
        TableSpec {
            id: "worth",
            columns: &[
                column("guard", Unit::One),
                column("alone", Unit::Ratio),
                column("last", Unit::Ratio),
                column("average", Unit::Ratio),
                column("low", Unit::Ratio),
                column("high", Unit::Ratio),
            ],
        },
    ],
    charts: &["success", "slots", "queues", "worth"],
    presets: PRESETS,
    references: REFERENCES,
};
