//! What the model takes and gives.

use crate::models::declare::{
    column, count_to, figure, group, part, preset, real, seed, table, toggle, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;
use Spacing::{Linear, Log};
use Unit::{Count, Millisecond, One, PerSecond, Percent, Ratio, Second};

const fn switch(id: &'static str) -> InputSpec {
    toggle(id, false)
}

/// A moment or a length of the run.
const fn time(id: &'static str, default: f64, soft_hi: f64) -> InputSpec {
    real(id, Second, default, (0.0, 600.0), (0.0, soft_hi), Linear)
}

/// How long somebody waits.
const fn wait(id: &'static str, default: f64, soft_hi: f64) -> InputSpec {
    real(id, Second, default, (0.001, 600.0), (0.01, soft_hi), Log)
}

const fn service(id: &'static str, default: f64) -> InputSpec {
    real(
        id,
        Millisecond,
        default,
        (0.01, 10_000.0),
        (1.0, 1_000.0),
        Log,
    )
}

const fn slots(id: &'static str, default: u64, soft_hi: u64) -> InputSpec {
    count_to(id, default, (1, 1_000), soft_hi)
}

/// The description.
pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "cascade_lecture",
    family: Family::Cascade,
    version: 1,
    groups: &[
        group("guards", "tuned"),
        group("load", "rate_per_s"),
        group("slots", "api_slots"),
        group("service", "api_service_ms"),
        group("waits", "default_wait_s"),
        group("retry", "retries"),
        group("breaker", "breaker_window_s"),
        group("shedding", "shed_above"),
        group("program", "slo_ms"),
    ],
    inputs: &[
        switch("tuned"),
        switch("retry"),
        switch("breaker"),
        switch("bulkhead"),
        switch("shed"),
        time("at_s", 20.0, 60.0),
        real(
            "rate_per_s",
            PerSecond,
            400.0,
            (0.0, 20_000.0),
            (10.0, 2_000.0),
            Log,
        ),
        real("db_slowdown", One, 20.0, (0.1, 1_000.0), (1.0, 100.0), Log),
        time("degrade_at_s", 15.0, 60.0),
        real("surge_factor", One, 6.0, (0.0, 100.0), (1.0, 10.0), Linear),
        time("surge_at_s", 25.0, 60.0),
        time("surge_end_s", 40.0, 60.0),
        real("end_s", Second, 60.0, (1.0, 600.0), (30.0, 120.0), Linear),
        seed(),
        slots("api_slots", 120, 300),
        slots("svc_slots", 60, 300),
        slots("db_slots", 10, 100),
        slots("aux_slots", 5, 100),
        slots("bulkhead_db_slots", 42, 100),
        slots("bulkhead_aux_slots", 18, 100),
        service("api_service_ms", 5.0),
        service("svc_service_ms", 10.0),
        service("db_service_ms", 10.0),
        service("aux_service_ms", 10.0),
        part("db_share", "0.7"),
        part("high_share", "0.2"),
        wait("default_wait_s", 3.0, 10.0),
        wait("tuned_wait_s", 0.25, 10.0),
        wait("client_timeout_s", 5.0, 60.0),
        count_to("retries", 3, (0, 10), 6),
        real(
            "retry_base_s",
            Second,
            0.05,
            (0.0, 60.0),
            (0.0, 1.0),
            Linear,
        ),
        part("retry_budget_error", "0.9"),
        wait("breaker_window_s", 2.0, 30.0),
        count_to("breaker_min_calls", 20, (1, 10_000), 200),
        part("breaker_error_share", "0.5"),
        wait("breaker_cool_s", 5.0, 30.0),
        count_to("breaker_trials", 3, (0, 1_000), 20),
        count_to("shed_above", 100, (0, 100_000), 1_000),
        count_to("shed_until", 50, (0, 100_000), 1_000),
        real(
            "slo_ms",
            Millisecond,
            100.0,
            (0.0, 600_000.0),
            (0.0, 1_000.0),
            Linear,
        ),
        count_to("dispatch_scan", 64, (1, 10_000), 200),
        count_to("timeout_scan", 8, (1, 10_000), 200),
        real("tick_s", Second, 0.01, (0.002, 0.1), (0.005, 0.05), Log),
    ],
    figures: &[
        figure("success", Ratio),
        figure("good_share", Ratio),
        figure("priority_high_success", Ratio),
        figure("priority_low_success", Ratio),
        figure("dependency_db_success", Ratio),
        figure("dependency_aux_success", Ratio),
        figure("mean_latency_ms", Millisecond),
        figure("p95_latency_ms", Millisecond),
        figure("max_latency_ms", Millisecond),
        figure("peak_backlog", Count),
        figure("backlog_over_1000_at_s", Second),
        figure("backlog_over_5000_at_s", Second),
        figure("svc_occupancy_pct", Percent),
        figure("attempts_per_request", One),
        figure("dep_calls_per_request", One),
        figure("arrived", Count),
        figure("attempts", Count),
        figure("ok", Count),
        figure("good", Count),
        figure("failed", Count),
        figure("dep_calls", Count),
        figure("fast_fail", Count),
        figure("in_flight_at_end", Count),
        figure("priority_high_arrived", Count),
        figure("priority_high_ok", Count),
        figure("priority_low_arrived", Count),
        figure("priority_low_ok", Count),
        figure("dependency_db_arrived", Count),
        figure("dependency_db_ok", Count),
        figure("dependency_aux_arrived", Count),
        figure("dependency_aux_ok", Count),
        figure("breaker_ratio_peak", Ratio),
        figure("breaker_ratio_db_peak", Ratio),
        figure("breaker_opened", Count),
        figure("half_open_results", Count),
        figure("half_open_results_aux", Count),
        figure("true_peak_backlog", Count),
        figure("in_backoff_at_end", Count),
        figure("late_ok", Count),
        figure("instant_ok", Count),
        figure("overdue_started", Count),
        figure("retries_at_once", Count),
        figure("arrived_fewest", Count),
        figure("arrived_most", Count),
        figure("next_random_after_run", One),
    ],
    tables: &[
        table(
            "comparison",
            &[
                words("setting"),
                column("success", Ratio),
                column("good_share", Ratio),
                column("priority_high_success", Ratio),
                column("priority_low_success", Ratio),
                column("dependency_db_success", Ratio),
                column("dependency_aux_success", Ratio),
                column("mean_latency_ms", Millisecond),
                column("p95_latency_ms", Millisecond),
                column("attempts_per_request", One),
                column("peak_backlog", Count),
                column("backlog_over_1000_at_s", Second),
                column("backlog_over_5000_at_s", Second),
                column("svc_occupancy_pct", Percent),
                words("breaker_state_at_end"),
            ],
        ),
        table(
            "moment",
            &[
                words("layer"),
                column("waiting", Count),
                column("busy", Count),
                column("held", Count),
                column("free", Count),
            ],
        ),
        table(
            "oddities",
            &[
                words("oddity"),
                column("program", One),
                column("beside", One),
                words("counted_in"),
            ],
        ),
        table(
            "samples",
            &[
                column("at_s", Second),
                column("arrived", Count),
                column("ok", Count),
                column("failed", Count),
                column("api_q", Count),
                column("svc_q", Count),
                column("db_q", Count),
                column("api_u", Ratio),
                column("svc_u", Ratio),
                column("db_u", Ratio),
                column("sample_success", Ratio),
            ],
        ),
    ],
    charts: &[
        "success",
        "moment",
        "api_slots",
        "svc_slots",
        "dependency_slots",
        "queues",
        "comparison",
    ],
    presets: &[
        preset("s1", &[]),
        preset("s2", &[("retry", "on")]),
        preset("s3", &[("tuned", "on")]),
        preset("s4", &[("tuned", "on"), ("breaker", "on")]),
        preset("s5", &[("tuned", "on"), ("bulkhead", "on")]),
        preset(
            "s6",
            &[
                ("tuned", "on"),
                ("retry", "on"),
                ("breaker", "on"),
                ("bulkhead", "on"),
                ("shed", "on"),
            ],
        ),
        preset("no_surge", &[("surge_factor", "1")]),
        preset("only_surge", &[("db_slowdown", "1")]),
        preset("whole_queue", &[("tuned", "on"), ("timeout_scan", "10000")]),
    ],
    references: &[
        Reference {
            text: "Course text on disasters in data centres, CS 425 lecture 26, section 26.4.1: program and output",
            url: None,
        },
        Reference {
            text: "M. T. Nygard: Release It!, 2nd ed., 2018, chapters 4 (cascading failures, blocked threads) and 5 (timeouts, circuit breaker, bulkheads, shed load)",
            url: None,
        },
        Reference {
            text: "D. E. Knuth: The Art of Computer Programming, vol. 2, 3rd ed., 1997, section 3.4.1 (Poisson numbers by products)",
            url: None,
        },
    ],
};
