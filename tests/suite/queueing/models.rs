//! The models of queues and capacity give the course's figures, and say why where there is none.

use outage_lab::models::Output;

use super::{MEANS, TAILS, number, rows};
use crate::asked::{at_once, close, figure, notes, reason};

#[test]
fn two_hundred_threads_of_the_course() {
    let law = at_once("littles_law", &[("slots", "200"), ("hold_s", "80 ms")]);
    close(figure(&law, "rate_limit_per_s"), 2500.0, MEANS);
    let slow = at_once("littles_law", &[("slots", "200"), ("hold_s", "400 ms")]);
    close(figure(&slow, "rate_limit_per_s"), 500.0, MEANS);
    let sized = at_once(
        "littles_law",
        &[
            ("arrival_per_s", "1200"),
            ("hold_s", "250 ms"),
            ("head_room", "20%"),
        ],
    );
    assert_eq!(figure(&sized, "slots_needed"), 360.0);
}

/// C31: concurrency counts those who wait, and may be above the number of threads.
#[test]
fn concurrency_of_a_load_tester() {
    for (arrival, hold, expected) in [("7.3", "0.67", 4.891), ("32.37", "0.15", 4.8555)] {
        let law = at_once(
            "littles_law",
            &[("arrival_per_s", arrival), ("hold_s", hold)],
        );
        close(figure(&law, "in_flight"), expected, MEANS);
    }
}

#[test]
fn replicas_of_the_course() {
    let plan = at_once("capacity_plan", &[]);
    for (id, expected) in [
        ("replicas_naive", 10.0),
        ("replicas_needed", 12.0),
        ("replicas_with_head_room", 15.0),
        ("replicas_left", 8.0),
        ("capacity_left_per_s", 4_000.0),
        ("utilisation_before", 0.6),
        ("utilisation_after", 0.9),
        ("autoscaler_max", 20.0),
        ("first_without", 26.0),
        ("peak_limit_per_s", 6_000.0),
    ] {
        close(figure(&plan, id), expected, MEANS);
    }
    let nothing_left = at_once("capacity_plan", &[("zones", "1")]);
    assert_eq!(reason(&nothing_left, "replicas_needed"), "no_zone_left");
    assert_eq!(figure(&nothing_left, "replicas_naive"), 10.0);
}

/// 3 · ⌈10,000 / (500 · 2)⌉ = 30 and 1000 · ⌈600 / 500⌉ = 2000 at the least; 500 connections by 20 · 80 % at the most.
#[test]
fn bounds_that_contradict_each_other_are_named() {
    let bounds = |plan: &Output| ["autoscaler_min", "autoscaler_max"].map(|id| figure(plan, id));
    let said = |plan: &Output| {
        ["bounds_crossed", "quiet_above_peak"]
            .map(|key| notes(plan).contains(&format!("capacity_plan.note.{key}").as_str()))
    };
    let both = at_once("capacity_plan", &[("trough_per_s", "10000")]);
    assert_eq!(bounds(&both), [30.0, 20.0]);
    assert_eq!(said(&both), [true, true]);
    let set = [("zones", "1000"), ("zones_lost", "999"), ("head_room", "1")];
    let crossed = at_once("capacity_plan", &set);
    assert_eq!(bounds(&crossed), [2_000.0, 20.0]);
    assert_eq!(said(&crossed), [true, false]);
    assert_eq!(said(&at_once("capacity_plan", &[])), [false, false]);
}

/// C26, as a plan: 1,000 and 14 % by ten is 114, though 1000 · 1.14 / 10 is 114.00000000000003.
#[test]
fn no_replica_is_bought_by_rounding() {
    let plan = at_once(
        "capacity_plan",
        &[
            ("peak_per_s", "1000"),
            ("replica_per_s", "10"),
            ("head_room", "14%"),
        ],
    );
    assert_eq!(figure(&plan, "replicas_naive"), 114.0);
}

#[test]
fn many_servers_by_the_model() {
    for row in rows("mmc") {
        let text = |name: &str| row[name].to_string();
        let queue = at_once(
            "queue",
            &[
                ("kind", "mmc"),
                ("arrival_per_s", &text("arrival_rate")),
                ("service_per_s", &text("service_rate")),
                ("servers", &text("servers")),
            ],
        );
        for (id, name) in [
            ("utilisation", "utilisation"),
            ("wait_probability", "p_wait"),
            ("wait_mean_s", "wq"),
            ("sojourn_mean_s", "w"),
            ("queue_mean", "lq"),
            ("system_mean", "l"),
        ] {
            close(figure(&queue, id), number(&row, name), MEANS);
        }
        for level in ["p50", "p90", "p95", "p99", "p999"] {
            let wait_s = figure(&queue, &format!("wait_{level}_s"));
            close(wait_s, number(&row, &format!("wq_{level}")), TAILS);
            let sojourn_s = figure(&queue, &format!("sojourn_{level}_s"));
            close(sojourn_s, number(&row, &format!("w_{level}")), TAILS);
        }
    }
}

#[test]
fn what_has_no_figure_says_why() {
    let overloaded = at_once("queue", &[("arrival_per_s", "400")]);
    for id in ["wait_mean_s", "sojourn_p99_s", "queue_mean"] {
        assert_eq!(reason(&overloaded, id), "unstable");
    }
    // What is asked of the servers, and what they do, are known all the same.
    assert_eq!(figure(&overloaded, "utilisation"), 1.0);
    assert_eq!(figure(&overloaded, "throughput_per_s"), 400.0);
    assert_eq!(overloaded.notes.len(), 1);

    let general = at_once("queue", &[("kind", "mg1"), ("arrival_per_s", "18")]);
    close(figure(&general, "wait_mean_s"), 0.45, MEANS);
    assert_eq!(reason(&general, "wait_p99_s"), "distribution_unknown");
    assert_eq!(reason(&general, "servers_needed"), "one_server");

    let bounded = at_once("queue", &[("kind", "mmck"), ("arrival_per_s", "600")]);
    // Whoever is refused waits for nothing, so that a target for waits sizes neither load nor servers.
    for id in ["arrival_limit_per_s", "servers_needed"] {
        assert_eq!(reason(&bounded, id), "rest_is_refused");
    }
    close(
        figure(&bounded, "blocking_probability"),
        0.333_345_663_956_583,
        MEANS,
    );
    let closed = at_once(
        "queue",
        &[
            ("kind", "finite_source"),
            ("clients", "100"),
            ("think_s", "0.09"),
            ("service_per_s", "100"),
            ("servers", "1"),
        ],
    );
    close(figure(&closed, "throughput_per_s"), 100.0, MEANS);
    close(figure(&closed, "sojourn_mean_s"), 0.91, MEANS);
    assert_eq!(
        reason(&closed, "arrival_limit_per_s"),
        "clients_set_the_pace"
    );
}

#[test]
fn kingman_by_the_model() {
    for row in rows("kingman") {
        let text = |name: &str| row[name].to_string();
        let queue = at_once(
            "variability",
            &[
                ("utilisation", &text("utilisation")),
                ("service_mean_s", &text("mean_service")),
                ("arrival_scv", &text("scv_arrival")),
                ("service_scv", &text("scv_service")),
            ],
        );
        close(figure(&queue, "wait_mean_s"), number(&row, "wq"), MEANS);
    }
}

/// Without load nobody waits; the limit of Allen–Cunneen at ρ → 0.
#[test]
fn nobody_waits_without_load() {
    for servers in ["1", "7"] {
        let idle = at_once("variability", &[("utilisation", "0"), ("servers", servers)]);
        assert_eq!(figure(&idle, "wait_mean_s"), 0.0);
        assert_eq!(figure(&idle, "sojourn_mean_s"), 0.02);
    }
}

/// A service without variance is constant, so that M/G/1 is M/D/1 to the last figure; one with the variance of an
/// exponential need not be exponential.
#[test]
fn no_variance_is_a_constant_service() {
    let load = [("arrival_per_s", "14"), ("service_per_s", "20")];
    let kind = |kind: &'static str, scv: &'static str| {
        at_once(
            "queue",
            &[load[0], load[1], ("kind", kind), ("service_scv", scv)],
        )
    };
    let (general, fixed) = (kind("mg1", "0"), kind("md1", "0"));
    assert_eq!(general.figures, fixed.figures);
    assert_eq!(
        reason(&kind("mg1", "1"), "wait_p99_s"),
        "distribution_unknown"
    );
    close(
        figure(&kind("mg1", "1"), "wait_mean_s"),
        figure(&kind("mm1", "1"), "wait_mean_s"),
        MEANS,
    );
}

/// P(W = 0) of M/D/1 is 1 − ρ, and no percentile up to there is anything but 0.
#[test]
fn percentiles_below_the_share_that_does_not_wait() {
    for (arrival, ids) in [
        ("0.05", ["wait_p50_s", "wait_p90_s", "wait_p95_s"]),
        ("0.01", ["wait_p90_s", "wait_p95_s", "wait_p99_s"]),
    ] {
        let queue = at_once(
            "queue",
            &[
                ("kind", "md1"),
                ("arrival_per_s", arrival),
                ("service_per_s", "1"),
            ],
        );
        for id in ids {
            assert_eq!(figure(&queue, id), 0.0, "{id} at {arrival}");
        }
    }
}

/// As much as can be served is no growth per second, and still no long run.
#[test]
fn a_balanced_queue_is_not_said_to_grow_by_nothing() {
    for (arrival, key) in [("20", "queue.note.balanced"), ("21", "queue.note.unstable")] {
        let queue = at_once(
            "queue",
            &[
                ("kind", "mm1"),
                ("arrival_per_s", arrival),
                ("service_per_s", "20"),
            ],
        );
        assert_eq!(reason(&queue, "wait_mean_s"), "unstable");
        assert_eq!(notes(&queue), [key]);
    }
}

/// No count is a negative zero: JSON and pages would show its sign.
#[test]
fn nothing_is_negative_zero() {
    let test = at_once("load_test", &[("stall_s", "0")]);
    let feedback = at_once(
        "retry_feedback",
        &[("resend", "unlimited"), ("failure_probability", "0.999999")],
    );
    for (id, output) in [("closed_slow", test), ("fixed_points", feedback)] {
        let zero = figure(&output, id);
        assert!(zero == 0.0 && zero.is_sign_positive(), "{id}: {zero:?}");
    }
}

/// Where the spike is a dip, what comes otherwise decides how many replicas lose nothing: ⌈5000 / 500⌉.
#[test]
fn replicas_for_a_dip() {
    let dip = at_once(
        "autoscaling",
        &[
            ("base_per_s", "5000"),
            ("spike_per_s", "3600"),
            ("replicas", "10"),
        ],
    );
    assert_eq!(figure(&dip, "replicas_beforehand"), 10.0);
    assert_eq!(figure(&dip, "lost"), 0.0);
}
