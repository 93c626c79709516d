//! What the model takes and gives.

use crate::models::declare::{column, figure, preset, real, share, table, text, toggle, words};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "timeout_budget",
    family: Family::Guard,
    version: 2,
    groups: &[],
    inputs: &[
        text("chain", "api 120 5 ms; svc 60 10 ms; db 10 10 ms", 400),
        real(
            "arrival_per_s",
            Unit::PerSecond,
            400.0,
            (0.1, 1e4),
            (10.0, 1_000.0),
            Spacing::Log,
        ),
        share("share_to_last", "0.7", ("0.05", "1")),
        real(
            "slow_s",
            Unit::Second,
            0.2,
            (1e-4, 600.0),
            (0.01, 30.0),
            Spacing::Log,
        ),
        real(
            "timeout_s",
            Unit::Second,
            3.0,
            (1e-3, 600.0),
            (0.02, 30.0),
            Spacing::Log,
        ),
        real(
            "patience_s",
            Unit::Second,
            3.0,
            (1e-3, 600.0),
            (0.1, 30.0),
            Spacing::Log,
        ),
        toggle("passes_on", false),
        real(
            "watch_s",
            Unit::Second,
            10.0,
            (0.1, 600.0),
            (1.0, 20.0),
            Spacing::Log,
        ),
    ],
    figures: &[
        figure("in_flight_timeout", Unit::One),
        figure("longest_timeout_s", Unit::Second),
        figure("last_usual_per_s", Unit::PerSecond),
        figure("last_slow_per_s", Unit::PerSecond),
        figure("last_full_s", Unit::Second),
        figure("next_full_s", Unit::Second),
        figure("front_full_s", Unit::Second),
        figure("first_given_up_s", Unit::Second),
        figure("slow_answered", Unit::Ratio),
        figure("other_answered", Unit::Ratio),
        figure("other_answer_s", Unit::Second),
        figure("wasted", Unit::Ratio),
        figure("alone_user_s", Unit::Second),
        figure("alone_wasted_s", Unit::Second),
    ],
    tables: &[
        table(
            "layers",
            &[
                words("layer"),
                column("slots", Unit::Count),
                column("usual", Unit::Count),
                column("most", Unit::Count),
                column("most_queued", Unit::Count),
                column("full_s", Unit::Second),
                column("full_formula_s", Unit::Second),
                column("held_s", Unit::Second),
                column("wasted_s", Unit::Second),
            ],
        ),
        table(
            "users",
            &[
                words("users"),
                column("answered", Unit::Count),
                column("failed", Unit::Count),
                column("left", Unit::Count),
                column("answered_share", Unit::Ratio),
                column("answer_s", Unit::Second),
            ],
        ),
        table(
            "alone",
            &[
                words("layer"),
                column("from_s", Unit::Second),
                column("to_s", Unit::Second),
                column("until_s", Unit::Second),
                column("for_nobody_s", Unit::Second),
            ],
        ),
    ],
    charts: &["fill", "in_flight", "alone"],
    presets: &[
        preset("lecture", &[]),
        preset("tuned", &[("timeout_s", "250 ms")]),
        preset(
            "short_enough",
            &[("timeout_s", "190 ms"), ("passes_on", "true")],
        ),
        preset(
            "nobody_waits",
            &[
                (
                    "chain",
                    "gateway 500 2 ms; orders 200 10 ms; stock 100 10 ms; db 50 20 ms",
                ),
                ("arrival_per_s", "100"),
                ("share_to_last", "1"),
                ("slow_s", "30 s"),
                ("timeout_s", "10 s"),
                ("patience_s", "1 s"),
                ("watch_s", "30 s"),
            ],
        ),
        preset(
            "passed_on",
            &[
                (
                    "chain",
                    "gateway 500 2 ms; orders 200 10 ms; stock 100 10 ms; db 50 20 ms",
                ),
                ("arrival_per_s", "100"),
                ("share_to_last", "1"),
                ("slow_s", "30 s"),
                ("timeout_s", "10 s"),
                ("patience_s", "1 s"),
                ("passes_on", "true"),
                ("watch_s", "30 s"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "B. Beyer, C. Jones, J. Petoff, N. R. Murphy (eds.): Site Reliability Engineering, 2016, chapter 22 (Latency and Deadlines)",
            url: Some("https://sre.google/sre-book/addressing-cascading-failures/"),
        },
        Reference {
            text: "M. T. Nygard: Release It! Design and Deploy Production-Ready Software, 2nd ed., 2018, section 5.1 (Timeouts)",
            url: None,
        },
        Reference {
            text: "J. D. C. Little: A proof for the queuing formula L = λW, Operations Research 9, 1961, 383–387",
            url: Some("https://doi.org/10.1287/opre.9.3.383"),
        },
    ],
};
