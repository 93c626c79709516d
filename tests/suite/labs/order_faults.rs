//! The order system's three faults, to the last count of the text's program.

use outage_lab::kernel::lab::order_faults::{
    Balancer, Dependency, Outcome, Place, Service, Summary, lost_instance, three_phases,
};
use serde_json::Value;

use super::said;
use crate::asked::{at_once, figure, notes, reason, rows};

fn reference() -> Value {
    serde_json::from_str(include_str!("../../reference/order_faults.json")).unwrap()
}

/// Each preset, the row of the reference that it stands for, and its recovery.
const SCENARIOS: [(&str, &[(&str, &str)]); 4] = [
    (
        "slow_database",
        &[("scenario", "slow_database"), ("step", "601")],
    ),
    ("dead_cache", &[("scenario", "dead_cache"), ("step", "601")]),
    ("lost_instance", &[("retry", "false"), ("step", "601")]),
    ("lost_instance_retry", &[("retry", "true"), ("step", "601")]),
];

#[test]
fn every_phase_is_that_of_the_program() {
    let file = reference();
    for (name, set) in SCENARIOS {
        let output = at_once("order_faults", set);
        let phases = rows(&output, "phases");
        let expected = file[name].as_array().unwrap();
        assert_eq!(phases.len(), expected.len(), "{name}");
        for (ours, theirs) in phases.iter().zip(expected) {
            for (at, number) in theirs.as_array().unwrap().iter().enumerate() {
                // The sixth column is the P99, in milliseconds there.
                let number = number.as_f64().unwrap();
                let number = if at == 5 { number / 1e3 } else { number };
                assert_eq!(
                    said(&ours[at + 1]),
                    number.to_string(),
                    "{name}, column {at}"
                );
            }
        }
        let recovery = &file["recovery"][name];
        let [requests, ms] = [0, 1].map(|at| recovery[at].as_f64().unwrap());
        assert_eq!(figure(&output, "recovery_requests"), requests, "{name}");
        assert_eq!(figure(&output, "recovery_s"), ms / 1e3, "{name}");
    }
}

/// With one instance there is nobody left to answer: nothing recovers, and retries save nothing.
#[test]
fn the_only_instance_is_not_replaced() {
    for retry in ["true", "false"] {
        let set = [("instances", "1"), ("retry", retry), ("step", "601")];
        let output = at_once("order_faults", &set);
        assert_eq!(reason(&output, "recovery_s"), "no_recovery");
        assert_eq!(notes(&output), ["order_faults.note.none_left"]);
    }
}

#[test]
fn other_settings_of_the_balancer() {
    for row in reference()["balancer"].as_array().unwrap() {
        let (set, gives) = (&row["set"], &row["gives"]);
        let whole = |id: &str| set[id].as_u64().unwrap();
        let ms = |id: &str| whole(id) * 1_000_000;
        let retry = row["retry"].as_bool().unwrap().then(|| ms("retry_cost_ms"));
        let balancer = Balancer::new(
            whole("instances") as usize,
            ms("instance_ms"),
            retry,
            whole("eject_after"),
        );
        let run = lost_instance(
            balancer,
            whole("orders") as usize,
            whole("lost_at") as usize,
        );
        let all = Summary::of(&run.requests).unwrap();
        let given =
            ["success", "degraded", "failed", "timeout"].map(|id| gives[id].as_u64().unwrap());
        assert_eq!(all.outcomes, given, "{row}");
        assert_eq!(
            all.p99_ns,
            gives["p99_ms"].as_u64().unwrap() * 1_000_000,
            "{row}"
        );
        assert_eq!(
            Some(all.backend_errors),
            gives["backend_errors"].as_u64(),
            "{row}"
        );
        let requests = run.recovery.map(|(from, to)| (to - from) as u64 + 1);
        assert_eq!(requests, gives["requests"].as_u64(), "{row}");
        let ns = gives["latency_ms"].as_u64().map(|ms| ms * 1_000_000);
        assert_eq!(run.recovery_ns(), ns, "{row}");
    }
}

/// Both closed forms of the derivation, for every small setting.
#[test]
fn the_way_to_the_ejection_in_closed_form() {
    let (w, r) = (10, 2);
    for n in 2..=8_u64 {
        for k in 1..=6_u64 {
            let run = |retry| lost_instance(Balancer::new(n as usize, w, retry, k), 200, 7);
            let plain = run(None);
            let (from, to) = plain.recovery.unwrap();
            assert_eq!((to - from) as u64 + 1, (k - 1) * n + 1);
            assert_eq!(plain.recovery_ns(), Some(((k - 1) * n + 1) * w));
            let retried = run(Some(r));
            let (from, to) = retried.recovery.unwrap();
            assert_eq!((to - from) as u64 + 1, (k - 1) * (n - 1) + 1);
            let waits = k * (2 * w + r) + (k - 1) * (n - 2) * w;
            assert_eq!(retried.recovery_ns(), Some(waits));
        }
    }
}

#[test]
fn the_figures_are_those_at_the_step() {
    let at = |step: &str| {
        at_once(
            "order_faults",
            &[("scenario", "slow_database"), ("step", step)],
        )
    };
    let before = at("20");
    assert_eq!(figure(&before, "success"), 20.0);
    assert_eq!(figure(&before, "p99_s"), 0.03);
    assert_eq!(reason(&before, "recovery_requests"), "not_yet");
    let during = at("33");
    assert_eq!(figure(&during, "timed_out"), 13.0);
    assert_eq!(figure(&during, "total"), 13.0);
    let lost = at_once("order_faults", &[("step", "34")]);
    assert_eq!(figure(&lost, "failed"), 1.0);
    assert_eq!(reason(&lost, "recovery_s"), "not_yet");
    let short = at_once("order_faults", &[("orders", "35")]);
    assert_eq!(reason(&short, "recovery_s"), "no_recovery");
}

#[test]
fn a_deadline_lets_the_caller_go_and_not_the_database() {
    let output = at_once(
        "order_faults",
        &[("scenario", "slow_database"), ("step", "40")],
    );
    assert_eq!(figure(&output, "database_calls"), 20.0);
    assert_eq!(figure(&output, "success"), 0.0);
    assert!(notes(&output).contains(&"order_faults.note.calls_were_made"));
    // Exactly at the deadline an answer is in time.
    let just = at_once(
        "order_faults",
        &[
            ("scenario", "slow_database"),
            ("slow_s", "100 ms"),
            ("step", "40"),
        ],
    );
    assert_eq!(figure(&just, "timed_out"), 0.0);
}

/// A dead cache turns into time-outs where the database has no room left.
#[test]
fn degraded_becomes_timed_out() {
    let output = at_once(
        "order_faults",
        &[
            ("scenario", "dead_cache"),
            ("database_s", "99 ms"),
            ("step", "200"),
        ],
    );
    assert_eq!(figure(&output, "timed_out"), 100.0);
    assert_eq!(figure(&output, "degraded"), 0.0);
}

#[test]
fn a_database_that_is_down_fails_and_everything_out_fails_at_once() {
    let down = Dependency {
        latency_ns: 5,
        is_down: true,
    };
    let service = Service {
        cache: Some(down),
        database: down,
        timeout_ns: 100,
    };
    let order = service.place();
    assert_eq!((order.outcome, order.latency_ns), (Outcome::Failed, 10));
    assert_eq!(order.calls.len(), 2);
    assert_eq!(order.calls[1].place, Place::Database);
    let run = three_phases(&service, &service, &service, 3);
    assert_eq!(run.recovery, None);
    // The only instance is out after two errors: nobody is left to ask.
    let alone = lost_instance(Balancer::new(1, 10, None, 2), 5, 1);
    let waits: Vec<u64> = alone
        .requests
        .iter()
        .map(|order| order.latency_ns)
        .collect();
    assert_eq!(waits, [10, 10, 10, 0, 0]);
    assert_eq!(alone.recovery, Some((1, 2)));
}
