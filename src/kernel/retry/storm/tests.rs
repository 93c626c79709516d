use super::*;
use crate::retry::Retries;

/// The chapter's service: 200 threads, 80 ms, time-out 1 s, one retry.
fn chapter() -> Service {
    Service {
        threads: 200,
        service_s: 0.08,
        timeout_s: 1.0,
        retries: Retries(1),
        retry_wait_s: 0.0,
        queue: 4_096,
    }
}

fn after(storm: &mut Storm, seconds: f64, offered_per_s: f64, service_s: f64) -> Flow {
    let mut sum = Flow::default();
    for _ in 0..storm.ticks(seconds) {
        sum.add(&storm.tick(offered_per_s, service_s));
    }
    sum
}

/// Every request is answered, given up or still in hand, whatever is done.
#[test]
fn no_request_appears_or_disappears() {
    for retry_wait_s in [0.0, 0.3] {
        for retries in [0, 1, 3, 10] {
            let service = Service {
                retries: Retries(retries),
                retry_wait_s,
                ..chapter()
            };
            let mut storm = Storm::new(service, 20, 200).unwrap();
            let mut sum = Flow::default();
            let actions = [
                Action::RetryBudget(0.1),
                Action::Breaker { open_s: 2.0 },
                Action::Shed,
                Action::Capacity {
                    factor: 1.5,
                    delay_s: 1.0,
                },
                Action::StopRetries,
            ];
            sum.add(&after(&mut storm, 5.0, 1_500.0, 0.08));
            sum.add(&after(&mut storm, 10.0, 1_500.0, 0.44));
            for action in actions {
                storm.apply(action);
                sum.add(&after(&mut storm, 3.7, 1_500.0, 0.08));
                let found = sum.good + sum.lost + storm.in_hand();
                assert!(
                    (found / sum.offered - 1.0).abs() < 1e-9,
                    "{retries} {action:?}: {found} of {}",
                    sum.offered
                );
            }
        }
    }
}

/// With time for everything the threads hold λ·S requests (Little's law), and callers lose e^(−T/S) of their attempts.
#[test]
fn at_rest_it_agrees_with_formulas() {
    let mut storm = Storm::new(chapter(), 50, 50).unwrap();
    after(&mut storm, 20.0, 1_500.0, 0.08);
    let (busy, dead) = storm.threads_busy();
    assert!((busy - 120.0).abs() < 1e-2, "{busy}");
    assert!(dead < 0.01 && storm.queued() < 1e-9);
    let sum = after(&mut storm, 10.0, 1_500.0, 0.08);
    let failing = math::exp(-1.0 / 0.08);
    assert!((sum.sent / sum.offered - 1.0 - failing).abs() < 1e-6);
}

/// Slowed to 440 ms the threads finish 200/0.44 = 455 a second.
#[test]
fn a_slow_service_finishes_what_its_threads_allow() {
    let mut storm = Storm::new(chapter(), 50, 50).unwrap();
    after(&mut storm, 10.0, 1_500.0, 0.08);
    after(&mut storm, 10.0, 1_500.0, 0.44);
    let sum = after(&mut storm, 10.0, 1_500.0, 0.44);
    let finished = (sum.good + sum.wasted) / 10.0;
    assert!((finished - 200.0 / 0.44).abs() < 0.01, "{finished}");
    assert!(sum.good < 1e-6, "all of it for nobody: {}", sum.good);
    assert!((sum.sent / 10.0 - 3_000.0).abs() < 1.0);
}

/// A finer tick gives nearly the same storm.
#[test]
fn the_tick_does_not_decide() {
    let queued = |ticks: u32| {
        let mut storm = Storm::new(chapter(), ticks, ticks).unwrap();
        after(&mut storm, 10.0, 1_500.0, 0.08);
        after(&mut storm, 2.0, 1_500.0, 0.44);
        storm.queued()
    };
    let (coarse, fine, finest) = (queued(50), queued(200), queued(800));
    assert!((coarse / finest - 1.0).abs() < 0.02, "{coarse} {finest}");
    assert!((fine / finest - 1.0).abs() < 0.005, "{fine} {finest}");
}

#[test]
fn a_retry_waits_as_long_as_it_is_told() {
    // Nothing is ever finished in time: the second attempts come a time-out and a wait after the first.
    let service = Service {
        service_s: 1e6,
        retry_wait_s: 0.5,
        ..chapter()
    };
    let mut storm = Storm::new(service, 10, 10).unwrap();
    let first = storm.tick(100.0, 1e6);
    let mut when = Vec::new();
    for _ in 0..40 {
        let at_s = storm.now_s();
        let flow = storm.tick(0.0, 1e6);
        if flow.sent > 0.0 {
            when.push((at_s, flow.sent));
        }
    }
    assert_eq!(when.len(), 1, "{when:?}");
    assert!((when[0].0 - 1.5).abs() < 1e-9 && (when[0].1 / first.offered - 1.0).abs() < 1e-6);
}

#[test]
fn mistakes_are_refused() {
    for wrong in [
        Service {
            threads: 0,
            ..chapter()
        },
        Service {
            service_s: 0.0,
            ..chapter()
        },
        Service {
            timeout_s: f64::NAN,
            ..chapter()
        },
        Service {
            retries: Retries(11),
            ..chapter()
        },
        Service {
            retry_wait_s: 1e9,
            ..chapter()
        },
    ] {
        assert!(Storm::new(wrong, 20, 200).is_err(), "{wrong:?}");
    }
}
