//! Circuit breakers.

use outage_lab::kernel::guard::breaker::{
    Breaker, Close, Late, Outcome, Permit, Policy, State, Trip,
};
use outage_lab::kernel::guard::probing::{Fleet, Probing};
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::sim::{Delay, Time};
use outage_lab::text::Lang;
use serde_json::Value;

use crate::asked::{
    close, figure, notes, number, preset, preset_set, reason, rows, run, start, word,
};
use crate::contract::texts;

fn seconds(s: f64) -> Delay {
    Delay::from_s(s).unwrap()
}

/// The policies of the three programs as they were printed.
fn printed(program: &str) -> Policy {
    match program {
        "lecture" => Policy {
            close: Close::NoneIsOut,
            ..Policy::ratio()
        },
        "chapter" => Policy::doubling(),
        _ => Policy::consecutive(2, seconds(5.0)),
    }
}

/// Every decision and every state of the printed programs, over 12,000 random calls and results.
#[test]
fn decides_as_the_programs_of_the_course_texts() {
    let file: Value = serde_json::from_str(include_str!("../../reference/breaker.json")).unwrap();
    for run in file["runs"].as_array().unwrap() {
        let program = run["program"].as_str().unwrap();
        let mut breaker = Breaker::new(printed(program)).unwrap();
        let mut permits: Vec<Permit> = Vec::new();
        let mut log = String::new();
        for operation in run["ops"].as_str().unwrap().split(';') {
            let parts: Vec<u64> = operation.split(',').map(|n| n.parse().unwrap()).collect();
            let now = Time::from_ns(parts[0] * 250_000_000);
            if let [_, call, success] = parts[..] {
                let outcome = match success {
                    1 => Outcome::Success,
                    _ => Outcome::Failure,
                };
                breaker.record(now, permits[call as usize], outcome);
                log.push('-');
            } else if let Some(permit) = breaker.admit(now) {
                permits.push(permit);
                log.push('1');
            } else {
                log.push('0');
            }
            log.push(match breaker.state() {
                State::Closed => 'C',
                State::Open => 'O',
                State::HalfOpen => 'H',
            });
        }
        let expected = run["log"].as_str().unwrap();
        let differs = log.bytes().zip(expected.bytes()).position(|(a, b)| a != b);
        assert_eq!(differs, None, "{program}");
        assert_eq!(log.len(), expected.len());
    }
}

/// Whatever is asked and told, in-flight trials stay within their number, an open breaker lets nothing through before its
/// time, and only the transitions of the diagram occur.
#[test]
fn laws_of_the_state_machine() {
    let mut random = Stream::new(425, "laws of breakers");
    for case in 0..200 {
        let policy = Policy {
            trip: if case % 2 == 0 {
                Trip::Consecutive {
                    failures: 1 + random.below(4) as u32,
                }
            } else {
                Trip::Ratio {
                    window: seconds(1.0),
                    least_results: 1 + random.below(10) as u32,
                    threshold: random.uniform(),
                    at_threshold: case % 4 == 1,
                }
            },
            trials: 1 + random.below(4) as u32,
            late: Late::Dropped,
            ..Policy::doubling()
        };
        let mut breaker = Breaker::new(policy).unwrap();
        let mut out: Vec<Permit> = Vec::new();
        let mut now = Time::ZERO;
        for _ in 0..500 {
            now = now.after(seconds(random.exponential(4.0)));
            let before = breaker.state();
            let open = breaker.open();
            if out.is_empty() || random.below(2) == 0 {
                let permit = breaker.admit(now);
                if let Some((_, until)) = open {
                    assert_eq!(permit.is_some(), now >= until);
                }
                out.extend(permit);
                let legal = (before, breaker.state());
                assert!(legal.0 == legal.1 || legal == (State::Open, State::HalfOpen));
            } else {
                let permit = out.swap_remove(random.below(out.len() as u64) as usize);
                let outcome = [Outcome::Success, Outcome::Failure, Outcome::Ignored]
                    [random.below(3) as usize];
                breaker.record(now, permit, outcome);
                assert!(!matches!(
                    (before, breaker.state()),
                    (State::Open, State::Closed | State::HalfOpen)
                        | (State::Closed, State::HalfOpen)
                ));
            }
            assert!((0..=i64::from(policy.trials)).contains(&breaker.trials_out()));
        }
    }
}

/// The model's walk of 26.3.1: open at 2 s by 12 of 20, half-open at 7, 12 + τ, 17 + 2τ; at 20 s with τ = 1.5 s.
#[test]
fn the_walk_of_the_lecture() {
    let walk = preset("circuit_breaker", "lecture");
    assert_eq!(figure(&walk, "opened_s"), 2.0);
    let half_open: Vec<f64> = rows(&walk, "states")
        .iter()
        .filter(|row| word(&row[2]) == "half_open")
        .map(|row| number(&row[0]))
        .collect();
    assert_eq!(half_open, [7.0, 13.5, 20.0]);
    assert_eq!(figure(&walk, "closed_s"), 20.02);
    let share = walk.steps.iter().find(|step| step.id == "share").unwrap();
    assert_eq!(
        (share.substitution.as_str(), share.result),
        ("12 / 20", Ok(0.6))
    );
    // Six calls at 7 s: three trials, three refusals.
    let at_seven: Vec<&str> = rows(&walk, "calls")
        .iter()
        .filter(|row| number(&row[0]) == 7.0)
        .map(|row| word(&row[1]))
        .collect();
    assert_eq!(at_seven, ["trial", "trial", "trial", "no", "no", "no"]);
    // With another time-out the last half-open state is elsewhere, and without one there is none but the first.
    let script = "0..1.75: 8 * ok; 0..0.5: 12 * hang; 7..60: 107 * ok; 7: hang";
    let other = run(
        "circuit_breaker",
        &[("script", script), ("timeout_s", "1 s")],
    );
    assert_eq!(figure(&other, "opened_s"), 1.77);
    let none = run(
        "circuit_breaker",
        &[("script", script), ("has_timeout", "false")],
    );
    assert_eq!(reason(&none, "opened_s"), "never_opened");
}

/// The published walk of the field notes by the model: open until 8, late success ignored, one of eight, until 13, closed.
#[test]
fn the_walk_of_the_field_notes() {
    let walk = preset("circuit_breaker", "notes");
    let states: Vec<(f64, &str)> = rows(&walk, "states")
        .iter()
        .map(|row| (number(&row[0]), word(&row[2])))
        .collect();
    let expected = [
        (0.0, "closed"),
        (3.0, "open"),
        (8.0, "half_open"),
        (8.0, "open"),
        (13.0, "half_open"),
        (13.0, "closed"),
    ];
    assert_eq!(states, expected);
    let calls = rows(&walk, "calls");
    let at = |s: f64| calls.iter().filter(move |row| number(&row[0]) == s);
    assert_eq!(at(8.0).filter(|row| word(&row[1]) == "trial").count(), 1);
    assert_eq!(at(8.0).filter(|row| word(&row[1]) == "no").count(), 7);
    assert_eq!(at(7.99).next().map(|row| word(&row[1])), Some("no"));
    assert_eq!(at(12.99).next().map(|row| word(&row[1])), Some("no"));
    assert!(at(1.0).any(|row| word(&row[5]) == "late_dropped" && number(&row[4]) == 7.99));
    assert_eq!(notes(&walk), ["circuit_breaker.note.late_dropped"]);
}

/// Chapter 11 by the model: each open time is 10, 20, 40, 60, 60 s times 0.8 to 1.2.
#[test]
fn the_open_times_of_chapter_11() {
    for seed in 1..=20 {
        let mut set = preset_set("circuit_breaker", "chapter").to_vec();
        let seed = seed.to_string();
        set.push(("seed", &seed));
        set.push(("script", "0: 20 * fail; 5..390: 380 * hang"));
        let walk = run("circuit_breaker", &set);
        let open: Vec<f64> = rows(&walk, "states")
            .iter()
            .filter(|row| word(&row[2]) == "open")
            .map(|row| number(&row[1]) - number(&row[0]))
            .collect();
        // A call comes about every second, so that the state lasts up to some 1.02 s longer than the open time.
        for (nominal, open) in [10.0, 20.0, 40.0, 60.0, 60.0].into_iter().zip(&open[..5]) {
            assert!(
                (nominal * 0.8..=nominal * 1.2 + 1.02).contains(open),
                "{open}"
            );
        }
    }
}

/// The gate of the field notes: nothing but the probe closes it, and the failed one leaves it open.
#[test]
fn the_gate_with_a_probe_by_hand() {
    let walk = preset("circuit_breaker", "gate");
    assert_eq!(figure(&walk, "opened_s"), 2.02);
    assert_eq!(figure(&walk, "trials_sent"), 2.0);
    assert_eq!(figure(&walk, "refused"), 15.0);
    assert_eq!(figure(&walk, "closed_s"), 41.02);
    assert_eq!(reason(&walk, "probes_per_s"), "only_by_hand");
}

/// Ways to get stuck, and to be closed by what is no evidence.
#[test]
fn what_goes_wrong() {
    let stuck = preset("circuit_breaker", "stuck");
    assert_eq!(notes(&stuck), ["circuit_breaker.note.stuck_hanging"]);
    assert_eq!(figure(&stuck, "refused_good"), 53.0);
    assert_eq!(reason(&stuck, "closed_s"), "not_closed_again");
    assert_eq!(reason(&stuck, "probes_per_s"), "trial_never_ends");
    // Case C52, by the model.
    let lost = preset("circuit_breaker", "permit_lost");
    assert_eq!(notes(&lost), ["circuit_breaker.note.stuck_permit"]);
    let script = preset_set("circuit_breaker", "permit_lost")[0];
    let given_back = run("circuit_breaker", &[script]);
    assert_eq!(figure(&given_back, "closed_s"), 10.02);
    // Case C56, by the model: a success of the closed state closes the half-open one.
    let late = preset("circuit_breaker", "late");
    assert_eq!(notes(&late), ["circuit_breaker.note.late_decided"]);
    assert_eq!(figure(&late, "closed_s"), 6.5);
    // A dependency that answers nothing, where only errors count.
    let blind = preset("circuit_breaker", "timeouts_ignored");
    assert_eq!(notes(&blind), ["circuit_breaker.note.never_opened"]);
    assert_eq!(figure(&blind, "failed"), 100.0);
    // One success is enough for the program; it lets the storm of failures in again.
    let program = preset("circuit_breaker", "one_success");
    assert_eq!(figure(&program, "openings"), 2.0);
    assert!(notes(&program).contains(&"circuit_breaker.note.program_closes"));
}

/// Every policy has its row, on the same calls.
#[test]
fn the_same_calls_under_every_policy() {
    let walk = preset("circuit_breaker", "lecture");
    let opened: Vec<f64> = rows(&walk, "policies")
        .iter()
        .map(|row| number(&row[1]))
        .collect();
    // Time-outs come from 1.5 s on, 1/22 s apart; the success at 1.52 s makes the first of them count for nothing.
    let step = 0.5 / 11.0;
    let (second, third) = (1.5 + 2.0 * step, 1.5 + 3.0 * step);
    assert_eq!(opened[..3], [2.0, 2.0, 2.0]);
    close(opened[3], second, 1e-9);
    close(opened[4], third, 1e-9);
}

#[test]
fn a_script_that_cannot_be_read_is_told_where_and_why() {
    let english = texts(Lang::En);
    let told = |script: &str| {
        let error = start("circuit_breaker", &[("script", script)]).unwrap_err();
        assert_eq!(error.input, Some("script"));
        english.message(&error.message)
    };
    for (script, expected) in [
        ("", "The script has no calls."),
        (" ; ;", "The script has no calls."),
        (
            "7 ok",
            "At character 1: an entry is a time, a colon and calls",
        ),
        ("0: ok; x: ok", "At character 8: “x” is not a time"),
        ("-1: ok", "At character 1: “-1” is not a time"),
        ("3..2: ok", "At character 1: “3..2” ends before it begins."),
        (
            "0: 0 * ok",
            "At character 4: “0” is not a number of calls from 1 to 400.",
        ),
        (
            "0: 401 * ok",
            "At character 4: “401” is not a number of calls",
        ),
        (
            "0: 300 * ok; 1: 101 * ok",
            "At character 17: with “101 * ok” there are more than 400",
        ),
        (
            "0: okay",
            "At character 4: a call is ok, fail, bad or hang, not “okay”.",
        ),
        (
            "0: ok,",
            "At character 7: a call is ok, fail, bad or hang, not “”.",
        ),
        (
            "0: probe",
            "At character 9: a call is ok, fail, bad or hang, not “”.",
        ),
        (
            "0: hang 3 s",
            "At character 9: a call that hangs has no time",
        ),
        (
            "0: ok soon",
            "At character 7: “soon” is not a time for an answer.",
        ),
    ] {
        let message = told(script);
        assert!(message.starts_with(expected), "{script}: {message}");
    }
}

#[test]
fn signs_and_words_of_either_language_make_no_difference() {
    let plain = run(
        "circuit_breaker",
        &[("script", "0..1: 20 * fail; 7: ok, probe ok 300 ms")],
    );
    for other in [
        "０..１： 20 × 失败； 7： 成功， 探测 成功 0.3 秒",
        "0..1 s: 20*FAIL\n7:ok\n7:probe ok .3",
    ] {
        let output = run("circuit_breaker", &[("script", other)]);
        assert_eq!(output.tables, plain.tables, "{other}");
    }
}

fn fleet(policy: Policy, instances: u32, jitter: f64) -> Fleet {
    Fleet {
        policy,
        instances,
        calls_per_s: 2.0,
        timeout: seconds(1.0),
        jitter,
    }
}

fn simulated(fleet: Fleet, seed: u64) -> (f64, f64) {
    let mut run = Probing::new(fleet, seed).unwrap();
    while !run.advance(1_000) {}
    let rate = run.probes_per_s().unwrap();
    (rate.mean, rate.half_width)
}

/// 1 + P(N > 0) + P(N > 1) with N Poisson of mean 2: 1 + (1 − e⁻²) + (1 − 3e⁻²), and the cycle is 5 + 0.5 + 1 s.
#[test]
fn trials_of_a_thousand_instances() {
    let fleet = fleet(Policy::ratio(), 1_000, 0.0);
    let trials = 3.0 - 4.0 * 0.135_335_283_236_612_7;
    close(fleet.trials_per_cycle(), trials, 1e-12);
    close(fleet.probes_per_s().unwrap(), 1_000.0 * trials / 6.5, 1e-12);
    close(fleet.bound_per_s().unwrap(), 600.0, 1e-15);
}

/// Within its interval of the formula, which is narrower than 1 %, under every policy that has a timer.
#[test]
fn the_simulation_agrees_with_the_formula() {
    for (index, policy) in [
        Policy::ratio(),
        printed("lecture"),
        Policy::doubling(),
        Policy::consecutive(2, seconds(5.0)),
    ]
    .into_iter()
    .enumerate()
    {
        for jitter in [0.0, 0.2] {
            let fleet = fleet(policy, 2_000, jitter);
            let expected = fleet.probes_per_s().unwrap();
            let (mean, half_width) = simulated(fleet, 425 + index as u64);
            assert!(half_width < 0.01 * expected, "{half_width}");
            assert!(
                (mean - expected).abs() < 1.5 * half_width,
                "{mean} {expected} {half_width}"
            );
        }
    }
}

#[test]
fn its_interval_holds_the_formula_as_often_as_it_should() {
    let fleet = fleet(Policy::ratio(), 200, 0.2);
    let expected = fleet.probes_per_s().unwrap();
    let inside = (0..200)
        .filter(|seed| {
            let (mean, half_width) = simulated(fleet, *seed);
            (mean - expected).abs() <= half_width
        })
        .count();
    assert!((180..=196).contains(&inside), "{inside}");
}

/// Where instances open together they try together; jitter lowers the later peaks and leaves the mean.
#[test]
fn jitter_melts_the_peaks() {
    let bins = |jitter: f64| {
        let mut run = Probing::new(fleet(Policy::ratio(), 1_000, jitter), 425).unwrap();
        while !run.advance(u64::MAX) {}
        let late = &run.bins()[120..];
        (*late.iter().max().unwrap(), late.iter().sum::<u32>())
    };
    let ((sharp, all), (flat, same)) = (bins(0.0), bins(0.2));
    assert!(f64::from(flat) < 0.75 * f64::from(sharp), "{flat} {sharp}");
    close(f64::from(same), f64::from(all), 0.03);
}

#[test]
fn where_results_of_one_trial_come_in_the_next_there_is_no_formula() {
    let slow = |late| Fleet {
        timeout: seconds(7.0),
        ..fleet(
            Policy {
                late,
                ..Policy::ratio()
            },
            500,
            0.0,
        )
    };
    assert_eq!(
        slow(Late::Taken).probes_per_s().unwrap_err().0,
        "late_trials"
    );
    let expected = slow(Late::Dropped).probes_per_s().unwrap();
    let (mean, half_width) = simulated(slow(Late::Dropped), 425);
    assert!((mean - expected).abs() < 1.5 * half_width);
}
