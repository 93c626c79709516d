//! Congestion against the same equations solved by another method, and the limits where the answer is known.

use outage_lab::kernel::error::Undefined;
use outage_lab::kernel::mechanism::congestion_backoff::{Congestion, Network, Relief};
use outage_lab::kernel::quantity::Probability;
use serde_json::Value;

/// That of the reference.
fn network(defect: &str, failure_cost: &str) -> Network {
    let share = |text: &str| text.parse::<Probability>().unwrap();
    Network {
        clients: 100_000.0,
        calls_per_s: 0.05,
        capacity_per_s: 8_000.0,
        failure_cost: share(failure_cost),
        first_wait_s: 5.0,
        longest_wait_s: 120.0,
        defect: share(defect),
    }
    .checked()
    .unwrap()
}

/// Seconds from the end of a surge of 60 s until it is over, `relief` being taken after 900 s; `None` if it is not
/// over after 3,000 s.
fn congested_s(network: Network, relief: Relief) -> Option<f64> {
    let mut state = Congestion::new(network);
    let step_s = state.step_s();
    let (act, end) = ((900.0 / step_s) as usize, (3_000.0 / step_s) as usize);
    let mut until = 0;
    for now in 0..end {
        if now == act {
            state.relieve(relief);
        }
        let is_surge = (now as f64 + 0.5) * step_s < 60.0;
        state.step(if is_surge { 5.0 } else { 1.0 });
        if !state.is_over() {
            until = now + 1;
        }
    }
    (until < end).then_some(until as f64 * step_s - 60.0)
}

#[test]
fn the_steps_follow_the_equations() {
    let file: Value =
        serde_json::from_str(include_str!("../reference/congestion_backoff.json")).unwrap();
    let runs = file["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 7);
    for run in runs {
        let text = |id: &str| run[id].as_str().unwrap();
        let found = congested_s(network(text("defect"), text("failure_cost")), Relief::None);
        match run["congested_s"].as_f64() {
            Some(expected) => {
                let found = found.unwrap();
                assert!(
                    (found - expected).abs() < 0.02 * expected + 0.5,
                    "{run} {found}"
                );
            }
            None => assert_eq!(found, None, "{run}"),
        }
    }
}

/// c/w = 16,000; N/b = 20,000; N/B = 833.3…: the limit is (16,000 − 833.3…)/(20,000 − 833.3…) = 91/115.
#[test]
fn above_the_limit_of_defects_it_never_ends() {
    let limit = network("0.5", "0.5").defect_limit().unwrap();
    assert!((limit - 91.0 / 115.0).abs() < 1e-12);
    assert_eq!(congested_s(network("0.8", "0.5"), Relief::None), None);
    assert!(congested_s(network("0.75", "0.5"), Relief::None).is_some());
    assert_eq!(
        network("0.5", "0.2").defect_limit(),
        Err(Undefined("not_stuck"))
    );
    assert_eq!(
        network("0.5", "0").defect_limit(),
        Err(Undefined("failures_are_free"))
    );
}

#[test]
fn what_gets_through_falls_when_more_is_tried() {
    let network = network("0.9", "0.5");
    // 8,000 up to the capacity; (8,000 − 6,000)/0.5 at 12,000; nothing from 16,000 on.
    assert_eq!(network.opened_per_s(7_000.0), 7_000.0);
    assert_eq!(network.opened_per_s(8_000.0), 8_000.0);
    assert_eq!(network.opened_per_s(12_000.0), 4_000.0);
    assert_eq!(network.opened_per_s(16_000.0), 0.0);
    assert_eq!(network.opened_per_s(1e9), 0.0);
    // 100,000 · (0.9/5 + 0.1/120).
    assert!((network.stuck_tries_per_s() - 18_083.333_333_333_332).abs() < 1e-8);
}

#[test]
fn moving_new_calls_does_not_help_and_breaking_the_circle_does() {
    let stuck = network("0.9", "0.5");
    assert_eq!(congested_s(stuck, Relief::None), None);
    // Nobody makes new calls while everybody waits.
    assert_eq!(congested_s(stuck, Relief::MoveCalls(1.0)), None);
    for relief in [
        Relief::Shed(0.5),
        Relief::Capacity(1.5),
        Relief::MendBackoff,
    ] {
        assert!(congested_s(stuck, relief).unwrap() > 840.0, "{relief:?}");
    }
    // The attempts of nine tenths of the clients are still more than c/w.
    assert_eq!(congested_s(stuck, Relief::Shed(0.1)), None);
}

/// Where all fits, every call is opened, however many a client makes in a step: N · λ · surge.
#[test]
fn where_nothing_is_congested_all_calls_are_opened() {
    for (calls_per_s, first_wait_s, surge) in [(1.0, 60.0, 1.0), (1.0, 5.0, 7.0), (0.05, 5.0, 5.0)]
    {
        let roomy = Network {
            calls_per_s,
            first_wait_s,
            capacity_per_s: 1e6,
            ..network("0.9", "0.5")
        };
        let mut state = Congestion::new(roomy);
        for _ in 0..100 {
            let opened_per_s = state.step(surge).opened_per_s;
            let calls_per_s = 100_000.0 * calls_per_s * surge;
            assert!((opened_per_s / calls_per_s - 1.0).abs() < 1e-12);
        }
        assert_eq!(state.waiting(), 0.0);
    }
}

/// Where nothing gets through, 1 − e⁻⁶ of the clients, 99.8 %, wait after 6 s at one call a second; never more than all.
#[test]
fn clients_that_call_often_are_worked_off_in_parts() {
    let often = Network {
        calls_per_s: 1.0,
        capacity_per_s: 1e-3,
        first_wait_s: 60.0,
        ..network("0.9", "1")
    };
    let mut state = Congestion::new(often);
    assert_eq!((state.parts(1.0), state.parts(5.0)), (6.0, 30.0));
    state.step(1.0);
    // At most one of many waits is over, and who tries again waits again.
    assert!((99_000.0..=100_000.0 + 1e-6).contains(&state.waiting()));
    state.step(5.0);
    assert!(state.waiting() <= 100_000.0 + 1e-6);
}

#[test]
fn clients_are_kept_and_bad_values_are_refused() {
    let mut state = Congestion::new(network("0.9", "0.5"));
    for now in 0..4_000 {
        let rates = state.step(if now < 200 { 50.0 } else { 1.0 });
        assert!((-1e-9..=100_000.0 + 1e-6).contains(&state.waiting()));
        assert!(rates.opened_per_s <= 8_000.0 + 1e-9 && rates.opened_per_s <= rates.tried_per_s);
    }
    let wrong = |change: &dyn Fn(&mut Network)| {
        let mut network = network("0.5", "0.5");
        change(&mut network);
        network.checked().is_err()
    };
    assert!(wrong(&|network| network.clients = 0.0));
    assert!(wrong(&|network| network.capacity_per_s = f64::INFINITY));
    assert!(wrong(&|network| network.longest_wait_s = 4.0));
}
