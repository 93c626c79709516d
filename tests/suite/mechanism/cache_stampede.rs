//! The stampede against the quadratic of its fixed points, and where the answer is known without one.

use outage_lab::kernel::mechanism::cache_stampede::{Course, Exit, Outcome, Stampede, run};

use crate::asked::close;

fn stampede() -> Stampede {
    Stampede {
        clients: 100_000.0,
        reads_per_s: 200_000.0,
        capacity_per_s: 20_000.0,
        entries: 200_000.0,
        retry_wait_s: 0.5,
        backoff_factor: 1.0,
        longest_wait_s: 60.0,
        errors_delete: true,
    }
}

fn course(invalid: f64, exit: Exit) -> Course {
    Course {
        invalid,
        trigger_s: 30.0,
        act_after_s: 60.0,
        exit,
        watched_s: 600.0,
    }
}

fn left_alone(stampede: Stampede, invalid: f64) -> Outcome {
    let without_trigger = Course {
        trigger_s: 0.0,
        ..course(invalid, Exit::Nothing)
    };
    run(stampede, &without_trigger, |_| {})
}

/// r d q² − (R − 2aC) q + C (R − aC) = 0 with a = 1 − r d; both roots, by the school formula.
fn quadratic(s: &Stampede) -> (f64, f64) {
    let rd = s.reads_per_s / s.clients * s.retry_wait_s;
    let (a, c, r) = (1.0 - rd, s.capacity_per_s, s.reads_per_s);
    let (middle, last) = (r - 2.0 * a * c, c * (r - a * c));
    let root = (middle * middle - 4.0 * rd * last).sqrt();
    ((middle - root) / (2.0 * rd), (middle + root) / (2.0 * rd))
}

#[test]
fn fixed_points_are_the_roots_of_the_quadratic() {
    for (reads_per_s, retry_wait_s) in [(200_000.0, 0.5), (150_000.0, 0.1), (300_000.0, 2.0)] {
        let stampede = Stampede {
            reads_per_s,
            retry_wait_s,
            ..stampede()
        };
        let (tips, stuck) = stampede.fixed_points().unwrap();
        let (low, high) = quadratic(&stampede);
        close(tips.asked_per_s, low, 1e-9);
        close(stuck.asked_per_s, high, 1e-9);
        close(stuck.valid, 20_000.0 / high, 1e-9);
        // Both are where the share of errors is that of invalid entries.
        close(
            stampede.error_share(1.0 - stuck.valid),
            1.0 - stuck.valid,
            1e-9,
        );
    }
}

/// 2C (1 + √(r d)): for r d = 1 four times the capacity; and just below it there is no fixed point.
#[test]
fn the_threshold_is_where_the_roots_meet() {
    close(stampede().stuck_above_per_s().unwrap(), 80_000.0, 1e-9);
    let scaled = |share: f64| Stampede {
        clients: 40_000.0 * share,
        reads_per_s: 80_000.0 * share,
        ..stampede()
    };
    assert!(scaled(1.001).fixed_points().is_some());
    assert!(scaled(0.999).fixed_points().is_none());
    let impatient = Stampede {
        retry_wait_s: 0.02,
        ..stampede()
    };
    close(impatient.stuck_above_per_s().unwrap(), 40_000.0 * 1.2, 1e-9);
}

#[test]
fn left_alone_the_simulation_comes_to_the_stuck_state() {
    let back_off = Stampede {
        backoff_factor: 2.0,
        ..stampede()
    };
    let slow_back_off = Stampede {
        backoff_factor: 1.1,
        ..stampede()
    };
    for stampede in [stampede(), back_off, slow_back_off] {
        let (_, stuck) = stampede.fixed_points().unwrap();
        // With waits of up to a minute it takes hours to settle.
        let long = Course {
            watched_s: 40_000.0,
            ..course(1.0, Exit::Nothing)
        };
        let outcome = run(stampede, &long, |_| {});
        assert_eq!(outcome.well_after_s, None);
        close(outcome.last.asked_per_s, stuck.asked_per_s, 1e-6);
        close(outcome.last.valid, stuck.valid, 1e-6);
    }
}

/// Clients that never wait long: what settles depends on which side of the tipping point the push ends.
#[test]
fn a_small_push_dies_out_and_a_large_one_does_not() {
    let (tips, _) = stampede().fixed_points().unwrap();
    let invalid = 1.0 - tips.valid;
    assert!(left_alone(stampede(), 0.8 * invalid).well_after_s.is_some());
    assert!(left_alone(stampede(), 2.0 * invalid).well_after_s.is_none());
}

#[test]
fn where_the_loop_is_open_it_ends_by_itself() {
    // Unlimited capacity: the first answer to each entry fills it; 99 % of them are full after ln 100 reads each.
    let unlimited = Stampede {
        capacity_per_s: 1e12,
        ..stampede()
    };
    let after_s = left_alone(unlimited, 1.0).well_after_s.unwrap();
    assert!(
        (after_s - 100.0_f64.ln()).abs() <= unlimited.tick_s(),
        "{after_s}"
    );
    assert!(unlimited.fixed_points().is_none());
    // Errors that delete nothing keep no load up.
    let kept = Stampede {
        errors_delete: false,
        ..stampede()
    };
    assert!(kept.fixed_points().is_none() && kept.stuck_above_per_s().is_none());
    assert!(
        run(kept, &course(1.0, Exit::Nothing), |_| {})
            .well_after_s
            .is_some()
    );
    // And fewer reads than the threshold.
    let few = Stampede {
        clients: 35_000.0,
        reads_per_s: 70_000.0,
        ..stampede()
    };
    assert!(
        run(few, &course(1.0, Exit::Nothing), |_| {})
            .well_after_s
            .is_some()
    );
}

/// With the error share e the stuck state takes C (1 + e) (1/(r e) + e Σ e²ᵏ wₖ) clients, the sum over all waits: at 1.1
/// there are 52, of which the last, 60 s, keeps those who fail on it; at 1.5 there are 13.
#[test]
fn the_stuck_state_counts_every_wait_up_to_the_longest() {
    for (backoff_factor, waits) in [(1.1_f64, 52), (1.5, 13)] {
        let stampede = Stampede {
            backoff_factor,
            ..stampede()
        };
        let (_, stuck) = stampede.fixed_points().unwrap();
        let e = 1.0 - stuck.valid;
        let climbing: f64 = (0..waits - 1)
            .map(|k| 0.5 * backoff_factor.powi(k) * e.powi(2 * k))
            .sum();
        let last = 60.0 * e.powi(2 * (waits - 1)) / (1.0 - e * e);
        let clients = 20_000.0 * (1.0 + e) * (1.0 / (2.0 * e) + e * (climbing + last));
        close(clients, 100_000.0, 1e-9);
    }
}

/// Waits without an end let the stuck state serve more, and the storm be smaller.
#[test]
fn back_off_is_worth_less_load_and_more_service() {
    let stuck = |backoff_factor, longest_wait_s| {
        let stampede = Stampede {
            backoff_factor,
            longest_wait_s,
            ..stampede()
        };
        stampede.fixed_points().map(|(_, stuck)| stuck.asked_per_s)
    };
    let (none, some, more) = (stuck(1.0, 60.0), stuck(2.0, 5.0), stuck(2.0, 60.0));
    assert!(none > some && some > more, "{none:?} {some:?} {more:?}");
    // A longest wait equal to the first is none at all.
    assert_eq!(stuck(2.0, 0.5), none);
}

#[test]
fn the_ways_out() {
    let well = |exit| run(stampede(), &course(1.0, exit), |_| {}).well_after_s;
    assert_eq!(well(Exit::Nothing), None);
    assert_eq!(well(Exit::Capacity(1.0)), None);
    // 200,000 reads are four times 50,000: above, the loop cannot last.
    assert!(well(Exit::Capacity(2.6)).is_some());
    assert!(well(Exit::KeepEntries).is_some());
    let cut = |ramp_s| Exit::Cut {
        cut_s: 20.0,
        ramp_s,
    };
    assert_eq!(well(cut(0.0)), None, "a cold cache");
    let after_s = well(cut(200.0)).unwrap();
    // Not before 99 % of the traffic is let in, and not long after.
    assert!(
        (90.0 + 20.0 + 198.0..90.0 + 20.0 + 205.0).contains(&after_s),
        "{after_s}"
    );
}

#[test]
fn reads_that_are_not_served_are_those_kept_out_at_least() {
    let cut = Exit::Cut {
        cut_s: 100.0,
        ramp_s: 0.0,
    };
    let clean = Course {
        trigger_s: 0.0,
        act_after_s: 50.0,
        ..course(0.0, cut)
    };
    let outcome = run(stampede(), &clean, |_| {});
    close(outcome.unserved, 200_000.0 * 100.0, 1e-9);
    assert_eq!(outcome.well_after_s, Some(150.0));
}

/// Sums of ticks of an odd length end beside the moment at which the measure is taken. It is taken all the same.
#[test]
fn a_measure_is_taken_whatever_the_tick() {
    for retry_wait_s in [0.39, 0.4, 0.41] {
        for (trigger_s, act_after_s) in [(60.0, 60.0), (30.0, 30.0), (60.0, 120.0)] {
            let stampede = Stampede {
                retry_wait_s,
                entries: 1e6,
                ..stampede()
            };
            let course = Course {
                trigger_s,
                act_after_s,
                ..course(1.0, Exit::KeepEntries)
            };
            let outcome = run(stampede, &course, |_| {});
            assert!(
                outcome.well_after_s.is_some(),
                "{retry_wait_s}, {trigger_s}, {act_after_s}"
            );
        }
    }
}
