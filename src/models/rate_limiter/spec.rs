//! What the model takes and gives.

use crate::models::declare::{
    choice, column, figure, group, many, part, preset, scaled, seed, table, text, when, words,
};
use crate::models::{Family, ModelSpec, Reference};
use crate::text::Unit;

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "rate_limiter",
    family: Family::Guard,
    version: 1,
    groups: &[
        group("traffic", "traffic"),
        group("scarce", "count_by"),
        group("replicas", "replicas"),
        group("precision", "local_times"),
        group("refused", "retry_rule"),
        group("clock", "clock"),
    ],
    inputs: &[
        text(
            "traffic",
            "100/s from 0 s to 1 s; 10 at 4 s cost 5; 250 at 11 s",
            1_000,
        ),
        many("limit", 100, 1_000_000, 1_000),
        scaled(
            "window_s",
            Unit::Second,
            1.0,
            (1e-3, 86_400.0),
            (0.1, 3_600.0),
        ),
        many("burst", 200, 1_000_000, 1_000),
        choice("count_by", "requests", &["requests", "cost"]),
        many("slots", 50, 1_000_000, 1_000),
        scaled("hold_s", Unit::Second, 0.2, (1e-3, 3_600.0), (0.01, 10.0)),
        many("replicas", 4, 1_000, 32),
        part("skew", "0"),
        many("local_times", 2, 1_000, 8),
        many("sub_buckets", 16, 1_000, 64),
        choice(
            "retry_rule",
            "next_token",
            &["at_once", "next_token", "own_turn", "whole_seconds"],
        ),
        part("retry_spread", "0"),
        choice("clock", "true", &["true", "set_back", "skewed"]),
        when(
            scaled(
                "clock_off_s",
                Unit::Second,
                10.0,
                (1e-3, 86_400.0),
                (0.01, 60.0),
            ),
            "clock",
            &["skewed", "set_back"],
        ),
        when(
            scaled("clock_at_s", Unit::Second, 5.0, (0.0, 1e6), (0.0, 60.0)),
            "clock",
            &["set_back"],
        ),
        seed(),
    ],
    figures: &[
        figure("offered", Unit::Count),
        figure("bucket_passed", Unit::Count),
        figure("bucket_refused", Unit::Count),
        figure("queue_wait_s", Unit::Second),
        figure("fixed_passed", Unit::Count),
        figure("fixed_in_window", Unit::Count),
        figure("log_passed", Unit::Count),
        figure("counter_passed", Unit::Count),
        figure("counter_in_window", Unit::Count),
        figure("counter_estimate", Unit::One),
        figure("counter_left", Unit::Count),
        figure("concurrency_passed", Unit::Count),
        figure("concurrency_per_s", Unit::PerSecond),
        figure("bucket_in_flight", Unit::Count),
        figure("first_turn_s", Unit::Second),
        figure("last_turn_s", Unit::Second),
        figure("next_token_longest_s", Unit::Second),
        figure("retries", Unit::Count),
        figure("refused_again", Unit::Count),
        figure("whole_each_passed", Unit::Count),
        figure("two_levels_passed", Unit::Count),
        figure("global_passed", Unit::Count),
        figure("credited_twice", Unit::Count),
    ],
    tables: &[
        table(
            "limiters",
            &[
                words("limiter"),
                column("passed", Unit::Count),
                column("refused", Unit::Count),
                column("passed_cost", Unit::Count),
                column("most_in_window", Unit::Count),
                column("most_in_flight", Unit::Count),
                column("wait_longest_s", Unit::Second),
                column("stored", Unit::Count),
            ],
        ),
        table(
            "returns",
            &[
                words("rule"),
                column("told_first_s", Unit::Second),
                column("told_last_s", Unit::Second),
                column("retries", Unit::Count),
                column("refused_again", Unit::Count),
                column("done_s", Unit::Second),
                column("open", Unit::Count),
            ],
        ),
        table(
            "sharing",
            &[
                words("sharing"),
                column("passed", Unit::Count),
                column("refused", Unit::Count),
                column("beyond", Unit::Count),
                column("asked", Unit::Count),
                column("busiest", Unit::Count),
            ],
        ),
        table(
            "clocks",
            &[
                words("clock_rule"),
                column("passed", Unit::Count),
                column("refused", Unit::Count),
                column("beyond", Unit::Count),
                column("least_tokens", Unit::One),
            ],
        ),
    ],
    charts: &["passed", "tokens", "returns"],
    presets: &[
        preset(
            "boundary",
            &[
                ("traffic", "100 at 59 s; 100 at 60 s"),
                ("limit", "100"),
                ("window_s", "60 s"),
                ("burst", "100"),
            ],
        ),
        preset(
            "almost_twice",
            &[
                ("traffic", "100 at 59.9 s; 150 at 119.4 s"),
                ("limit", "100"),
                ("window_s", "60 s"),
                ("burst", "100"),
            ],
        ),
        preset(
            "ninety",
            &[
                ("traffic", "80 at 30 s; 30 at 75 s"),
                ("limit", "100"),
                ("window_s", "60 s"),
                ("burst", "100"),
            ],
        ),
        preset(
            "seventeen",
            &[
                ("traffic", "1/s from 0 s to 30 s; 1/s from 0.25 s to 30 s"),
                ("limit", "17"),
                ("window_s", "30 s"),
                ("burst", "17"),
            ],
        ),
        preset(
            "costly",
            &[
                (
                    "traffic",
                    "80/s from 0 s to 10 s; 1/s from 3 s to 10 s cost 60",
                ),
                ("count_by", "cost"),
            ],
        ),
        preset(
            "slow_behind",
            &[
                ("traffic", "random 150/s from 0 s to 20 s"),
                ("slots", "50"),
                ("hold_s", "1 s"),
            ],
        ),
        preset(
            "four_replicas",
            &[
                ("traffic", "random 3000/s from 0 s to 4 s"),
                ("limit", "1000"),
                ("replicas", "4"),
                ("skew", "50%"),
            ],
        ),
        preset(
            "skewed_clocks",
            &[
                ("traffic", "200/s from 0 s to 20 s"),
                ("burst", "10"),
                ("clock", "skewed"),
                ("clock_off_s", "50 ms"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "J. Turner: New directions in communications, IEEE Communications Magazine 24 (1986): the leaky bucket",
            url: None,
        },
        Reference {
            text: "A. S. Tanenbaum, D. J. Wetherall: Computer Networks, 5th ed., 2011, 5.4.2 (traffic shaping)",
            url: None,
        },
        Reference {
            text: "J. Desgats: How we built rate limiting capable of scaling to millions of domains, Cloudflare, 2017 (the two counters)",
            url: Some("https://blog.cloudflare.com/counting-things-a-lot-of-different-things/"),
        },
        Reference {
            text: "RFC 9110: HTTP Semantics, 2022, 10.2.3 (Retry-After in whole seconds)",
            url: Some("https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3"),
        },
    ],
};
