//! Ways to recover against exact fractions, and what must hold between them.

use outage_lab::kernel::lab::recovery::{Recovery, Way};
use serde_json::Value;

use super::said;
use crate::asked::{at_once, close, figure, notes, reason, rows};

fn recovery(row: &Value) -> Recovery {
    let number = |id: &str| row[id].as_f64().unwrap();
    let share = |id: &str| row[id].as_str().unwrap().parse().unwrap();
    Recovery {
        mttf_s: number("mttf_s"),
        detect_s: number("detect_s"),
        restart_s: number("restart_s"),
        restart_helps: share("restart_helps"),
        repair_s: number("repair_s"),
        failover_s: number("failover_s"),
        failover_works: share("failover_works"),
        lag_s: 5.0,
        backup_every_s: 86_400.0,
        needed: row["needed"].as_u64().unwrap(),
        spares: row["spares"].as_u64().unwrap(),
    }
}

fn reference() -> Vec<Value> {
    let file: Value =
        serde_json::from_str(include_str!("../../reference/recovery_choice.json")).unwrap();
    file["rows"].as_array().unwrap().clone()
}

fn down(recovery: &Recovery, way: Way) -> f64 {
    recovery.availability(way).unwrap().unwrap().complement()
}

#[test]
fn unavailability_by_exact_fractions() {
    for row in reference() {
        for way in Way::ALL {
            close(
                down(&recovery(&row), way),
                row[way.id()].as_f64().unwrap(),
                1e-12,
            );
        }
    }
}

/// By hand, for the defaults: a minute to detect, three to restart, four hours to repair, two minutes to switch.
#[test]
fn times_losses_and_machines() {
    let expected = [
        ["repair", "14460", "14460", "86400", "4"],
        ["restart", "240", "14640", "0", "4"],
        ["active_active", "60", "14460", "5", "5"],
        ["active_passive", "180", "14580", "5", "8"],
    ];
    let output = at_once("recovery_choice", &[("way", "restart")]);
    for (ours, theirs) in rows(&output, "ways").iter().zip(expected) {
        let ours: Vec<String> = ours[..5].iter().map(said).collect();
        assert_eq!(ours, theirs);
    }
    // With restarts, a mean outage of 60 + 180 + 0.2 · 14,400 s on each of four machines.
    let one: f64 = 7_776_000.0 / (7_776_000.0 + 3_120.0);
    let up = one * one * one * one;
    close(figure(&output, "availability"), up, 1e-12);
    close(
        figure(&output, "price_per_month"),
        4.0 + figure(&output, "downtime_per_year_s") / 31_536_000.0 * 720.0 * 2.0,
        1e-12,
    );
    // It needs no more machines than a repair in place, and so pays at once.
    assert_eq!(figure(&output, "break_even_hour_price"), 0.0);
}

#[test]
fn a_copy_that_is_waited_for_loses_nothing() {
    let set = [
        ("way", "active_passive"),
        ("replication", "synchronous"),
        ("round_trip_s", "70 ms"),
    ];
    let output = at_once("recovery_choice", &set);
    assert_eq!(figure(&output, "rpo_s"), 0.0);
    assert_eq!(figure(&output, "write_wait_s"), 0.07);
    let output = at_once("recovery_choice", &[("way", "active_passive")]);
    assert_eq!(figure(&output, "write_wait_s"), 0.0);
}

/// At the break-even price both cost the same; a way that saves nothing has none.
#[test]
fn where_it_pays() {
    for way in ["active_active", "active_passive"] {
        let output = at_once("recovery_choice", &[("way", way)]);
        let price = figure(&output, "break_even_hour_price").to_string();
        let at = |way: &str| {
            let output = at_once("recovery_choice", &[("way", way), ("hour_price", &price)]);
            figure(&output, "price_per_month")
        };
        assert!((at(way) / at("repair") - 1.0).abs() < 1e-9);
    }
    assert_eq!(
        reason(
            &at_once("recovery_choice", &[("way", "repair")]),
            "break_even_hour_price"
        ),
        "never_pays"
    );
}

#[test]
fn laws_and_limits() {
    for row in reference() {
        let base = recovery(&row);
        // One more spare never hurts, and with many all that is left is detection.
        let spared = |spares| down(&Recovery { spares, ..base }, Way::ActiveActive);
        for spares in 0..10 {
            assert!(spared(spares + 1) <= spared(spares));
        }
        let floor = base.detect_s / (base.mttf_s + base.detect_s);
        assert!((spared(50) / floor - 1.0).abs() < 1e-6);
        // A restart that never helps only costs time; one that always does is a repair as short as it.
        let never = Recovery {
            restart_helps: "0".parse().unwrap(),
            ..base
        };
        assert!(down(&never, Way::Restart) > down(&base, Way::Repair));
        let always = Recovery {
            restart_helps: "1".parse().unwrap(),
            ..base
        };
        let short = Recovery {
            repair_s: base.restart_s,
            ..base
        };
        close(
            down(&always, Way::Restart),
            down(&short, Way::Repair),
            1e-12,
        );
        // Slower detection is worse for every way.
        let slow = Recovery {
            detect_s: base.detect_s * 2.0,
            ..base
        };
        for way in Way::ALL {
            assert!(down(&slow, way) > down(&base, way));
            assert!(base.rto_worst_s(way) >= base.rto_s(way));
        }
    }
    let none = at_once(
        "recovery_choice",
        &[("way", "active_active"), ("spares", "0")],
    );
    assert!(notes(&none).contains(&"recovery_choice.note.no_spares"));
}
