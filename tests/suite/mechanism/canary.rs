//! The canary's test against exact fractions, a simulation, and the lecture's release.

use outage_lab::kernel::mechanism::canary::{alarm_at, found, verdicts};
use outage_lab::kernel::quantity::Probability;
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::stats::share_interval;
use outage_lab::models::Output;

use crate::asked::{self, figure, preset_set, value};

fn p(text: &str) -> Probability {
    text.parse().unwrap()
}

/// Requests, old and new failures, α; the alarm and the power. Python's fractions: 1 − Σ C(n, i) pⁱ qⁿ⁻ⁱ, exact.
const ROWS: [(u64, &str, &str, f64, u64, f64); 5] = [
    (600, "0.001", "0.077", 0.001, 5, 0.999_999_999_999_999_7),
    (600, "0.001", "0.01", 0.001, 5, 0.716_288_759_654_158),
    (100, "0.01", "0.05", 0.01, 5, 0.564_018_699_314_288),
    (
        3_000,
        "0.001",
        "0.0015",
        0.001,
        11,
        0.006_625_722_023_734_037,
    ),
    (20, "0.5", "0.9", 0.05, 15, 0.988_746_865_835_491),
];

#[test]
fn alarms_and_powers_are_the_exact_ones() {
    for (n, old, new, false_alarm, alarm, power) in ROWS {
        assert_eq!(alarm_at(n, p(old), false_alarm), alarm);
        let computed = found(n, alarm, p(new));
        assert!(
            (computed / power - 1.0).abs() < 1e-9,
            "{computed} against {power}"
        );
    }
}

#[test]
fn the_alarm_is_the_least_that_keeps_the_promise() {
    for n in [0, 1, 7, 50, 1_000, 100_000] {
        for old in ["0", "0.0001", "0.02", "0.5", "1"] {
            let alarm = alarm_at(n, p(old), 0.001);
            assert!(found(n, alarm, p(old)) <= 0.001);
            assert!(
                alarm == 1 || found(n, alarm - 1, p(old)) > 0.001,
                "{n} {old}"
            );
        }
    }
}

/// 20,000 canaries of 600 requests at 1 %: the share that is found, with its interval of 95 %.
#[test]
fn a_simulated_canary_is_found_as_often() {
    let mut random = Stream::new(425, "canary");
    let trials = 20_000;
    let mut hits = 0;
    for _ in 0..trials {
        let failures = (0..600).filter(|_| random.uniform() < 0.01).count();
        hits += u64::from(failures >= 5);
    }
    let (low, high) = share_interval(hits, trials).unwrap();
    assert!(high - low < 0.02);
    assert!(
        (low..high).contains(&found(600, 5, p("0.01"))),
        "{low} to {high}"
    );
}

#[test]
fn every_release_ends_in_one_way() {
    let stages = verdicts(&[0.1, 0.0, 0.7, 0.5]);
    let stopped: f64 = stages.iter().map(|stage| stage.stopped).sum();
    let passes = 0.9 * 1.0 * 0.3 * 0.5;
    assert!((stopped + passes - 1.0).abs() < 1e-15);
    assert!(verdicts(&[1.0, 0.5])[1].reached == 0.0);
}

fn output(preset: &str, more: &[(&str, &str)]) -> Output {
    asked::at_once("canary", &[preset_set("canary", preset), more].concat())
}

/// The course text prints 0.5 % at 5 % of the traffic, 2 % at 25 %, and calls the exposure 5 %. Its own figures have
/// the alarm at 25 %: 0.001 · 0.95 + 0.077 · 0.05 = 0.0048 and 0.001 · 0.75 + 0.077 · 0.25 = 0.02.
#[test]
fn the_lectures_release_is_found_at_25_percent() {
    let lecture = output("lecture", &[]);
    assert_eq!(figure(&lecture, "found_at_share"), 0.25);
    assert_eq!(figure(&lecture, "found_after_s"), 1_800.0);
    // 0.076 · (0.01 · 600 + 0.05 · 600 + 0.25 · (600 + 240)) s.
    assert!((figure(&lecture, "full_outage_s") - 0.076 * 246.0).abs() < 1e-9);
    let tested = output("tested", &[]);
    assert_eq!(figure(&tested, "found_at_share"), 0.01);
    // 0.076 · 0.01 · 840 s, but for the few in a million that get on.
    assert!((figure(&tested, "full_outage_s") / (0.076 * 8.4) - 1.0).abs() < 1e-6);
    // At once, without stages: the whole traffic for a stage and the roll-back.
    let at_once = output("all_at_once", &[]);
    assert!((figure(&at_once, "full_outage_s") - 0.076 * 840.0).abs() < 1e-9);
}

#[test]
fn without_requests_or_fault_nothing_is_found() {
    let silent = output("tested", &[("requests_per_s", "0.001"), ("hold_s", "1")]);
    assert!(value(&silent, "found_at_share").is_err());
    let good = output("tested", &[("new_failure", "0.001")]);
    assert_eq!(figure(&good, "full_outage_s"), 0.0);
}
