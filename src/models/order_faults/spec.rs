//! What `order_faults` takes and gives.

use super::{LOST, SLOW};
use crate::models::declare::{
    column, count_to, figure, group, one_of, preset, table, time, toggle, when, words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// The most requests of a phase or of the run through the balancer.
pub(super) const REQUESTS_MAX: u64 = 300;
/// Times of calls and deadlines: from a microsecond to a minute.
const HARD: (f64, f64) = (1e-6, 60.0);
const SOFT: (f64, f64) = (0.001, 0.2);
const LINEAR: Spacing = Spacing::Linear;
const CACHE: &str = "dead_cache";

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "order_faults",
    family: Family::Lab,
    version: 2,
    groups: &[
        group("scenario", "scenario"),
        group("callers", "retry"),
        group("times", "timeout_s"),
        group("cache", "cache_s"),
    ],
    inputs: &[
        one_of("scenario", &[LOST, SLOW, CACHE]),
        count_to("step", 90, (1, 2 * REQUESTS_MAX + 1), 201),
        when(toggle("retry", false), "scenario", &[LOST]),
        // The comparison with and without retries is of the balancer, whatever the scenario.
        count_to("instances", 3, (1, 20), 10),
        time("instance_s", 0.01, HARD, SOFT, LINEAR),
        time("retry_cost_s", 0.002, HARD, SOFT, LINEAR),
        count_to("eject_after", 3, (1, 20), 10),
        count_to("lost_at", 30, (0, REQUESTS_MAX), 90),
        count_to("orders", 90, (1, REQUESTS_MAX), 200),
        when(
            time("timeout_s", 0.1, HARD, SOFT, LINEAR),
            "scenario",
            &[SLOW, CACHE],
        ),
        when(
            time("healthy_s", 0.03, HARD, SOFT, LINEAR),
            "scenario",
            &[SLOW],
        ),
        when(
            time("slow_s", 0.12, HARD, SOFT, LINEAR),
            "scenario",
            &[SLOW],
        ),
        when(
            time("recovered_s", 0.02, HARD, SOFT, LINEAR),
            "scenario",
            &[SLOW],
        ),
        when(
            count_to("slow_orders", 20, (1, REQUESTS_MAX), 100),
            "scenario",
            &[SLOW],
        ),
        when(
            time("cache_s", 0.002, HARD, SOFT, LINEAR),
            "scenario",
            &[CACHE],
        ),
        when(
            time("database_s", 0.015, HARD, SOFT, LINEAR),
            "scenario",
            &[CACHE],
        ),
        when(
            count_to("cache_orders", 100, (1, REQUESTS_MAX), 100),
            "scenario",
            &[CACHE],
        ),
    ],
    figures: &[
        figure("total", Unit::Count),
        figure("success", Unit::Count),
        figure("degraded", Unit::Count),
        figure("failed", Unit::Count),
        figure("timed_out", Unit::Count),
        figure("p99_s", Unit::Second),
        figure("recovery_requests", Unit::Count),
        figure("recovery_s", Unit::Second),
        figure("database_calls", Unit::Count),
        figure("cache_errors", Unit::Count),
        figure("backend_errors", Unit::Count),
    ],
    tables: &[
        table(
            "phases",
            &[
                words("phase"),
                column("total", Unit::Count),
                column("success", Unit::Count),
                column("degraded", Unit::Count),
                column("failed", Unit::Count),
                column("timed_out", Unit::Count),
                column("p99_s", Unit::Second),
                column("database_calls", Unit::Count),
                column("cache_errors", Unit::Count),
                column("backend_errors", Unit::Count),
            ],
        ),
        table(
            "orders",
            &[
                column("order", Unit::Count),
                words("way"),
                words("outcome"),
                column("latency_s", Unit::Second),
            ],
        ),
        table(
            "retry",
            &[
                words("with_retry"),
                column("success", Unit::Count),
                column("degraded", Unit::Count),
                column("failed", Unit::Count),
                column("p99_s", Unit::Second),
                column("recovery_requests", Unit::Count),
                column("recovery_s", Unit::Second),
                column("backend_errors", Unit::Count),
            ],
        ),
    ],
    charts: &["orders", "calls"],
    presets: &[
        preset(
            "lost",
            &[("scenario", LOST), ("retry", "false"), ("step", "90")],
        ),
        preset(
            "lost_retry",
            &[("scenario", LOST), ("retry", "true"), ("step", "90")],
        ),
        preset("slow", &[("scenario", SLOW), ("step", "40")]),
        preset("cache", &[("scenario", CACHE), ("step", "200")]),
        preset(
            "cache_overrun",
            &[
                ("scenario", CACHE),
                ("step", "200"),
                ("database_s", "99 ms"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "后端架构设计·高性能与高可用, 13.2: three fault scenarios that an order system must test (course text, with its program’s printed output)",
            url: None,
        },
        Reference {
            text: "J. Dean, L. A. Barroso: The tail at scale. Communications of the ACM 56 (2), 2013, 74–80",
            url: Some("https://doi.org/10.1145/2408776.2408794"),
        },
    ],
};
