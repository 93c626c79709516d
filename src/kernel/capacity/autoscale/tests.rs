//! The course text's sequence, published dead bands, and what must hold for every spike.

use super::*;

const SPIKE: Spike = Spike {
    base_per_s: 1_800.0,
    spike_per_s: 3_600.0,
    spike_s: 60.0,
};
const SCALER: Scaler = Scaler {
    replicas: 6,
    most_replicas: 20,
    replica_per_s: 500.0,
    metric: Metric::Offered,
    target_utilisation: 0.6,
    tolerance: 0.1,
    window_s: 30.0,
    schedule_s: 5.0,
    start_s: 40.0,
    connect_s: 15.0,
    warm_up_s: 60.0,
    cold_share: 0.1,
    queue_limit: 0.0,
};

fn close(ours: f64, expected: f64, within: f64) {
    assert!((ours - expected).abs() <= within, "{ours} for {expected}");
}

/// Case C62: the dead band, with counts whose ratio is exactly 1.1.
#[test]
fn the_dead_band_of_published_reports() {
    for tasks in 41..=44 {
        assert_eq!(
            desired_replicas(10, f64::from(tasks), 4.0, 0.1),
            10,
            "{tasks}"
        );
    }
    assert_eq!(desired_replicas(10, 45.0, 4.0, 0.1), 12);
    assert_eq!(desired_replicas(22, 24.0, 1.0, 0.1), 22);
    assert_eq!(desired_replicas(88, 89.0, 1.0, 0.1), 88);
    assert_eq!(desired_replicas(10, 100.0, 10.0, 0.0), 10);
    // 0.7 · 3 / 0.1 is 20.999999999999996 or 21.000000000000004, by the order of the operations.
    assert_eq!(desired_replicas(1, 0.7 * 3.0, 0.1, 0.0), 21);
}

/// The course text's sequence: 2× at 0, seen at 30, created at 35, over at 60, ready at 75, load at 90, warm at 150.
#[test]
fn the_published_sequence() {
    let scaled = SPIKE.meet(&SCALER).unwrap();
    let moments = scaled.moments().unwrap();
    assert_eq!(scaled.batches[0].count, 6);
    assert_eq!(moments.decided_s, 30.0);
    assert_eq!(moments.created_s, 35.0);
    assert_eq!(moments.ready_s, 75.0);
    assert_eq!(moments.connected_s, 90.0);
    assert_eq!(moments.warm_s, 150.0);
    // 600 a second too many for a minute, and not one fewer for the new replicas.
    close(scaled.lost, 36_000.0, 1e-6);
    close(scaled.short_s, 60.0, 1e-9);
    assert_eq!((scaled.offered, scaled.replicas), (216_000.0, 12));
    let never = SPIKE
        .meet(&Scaler {
            most_replicas: 6,
            ..SCALER
        })
        .unwrap();
    assert_eq!(never.moments(), None);
    close(never.lost, scaled.lost, 1e-6);
}

/// 90 s at 600; then 3300 of 3600, growing to 6000 over 60 s and enough after 6 2/3 s: a triangle of 1000.
#[test]
fn cold_replicas_lose_a_little_more() {
    let long = Spike {
        spike_s: 300.0,
        ..SPIKE
    };
    let scaled = long.meet(&SCALER).unwrap();
    close(scaled.lost, 55_000.0, 1.0);
    close(scaled.short_s, 90.0 + 20.0 / 3.0, 0.2);
}

#[test]
fn a_queue_keeps_what_fits_and_delays_it() {
    let queue = Scaler {
        queue_limit: 6_000.0,
        ..SCALER
    };
    let scaled = SPIKE.meet(&queue).unwrap();
    close(scaled.lost, 30_000.0, 1e-6);
    // 6000 before 3000 a second.
    close(scaled.wait_longest_s, 2.0, 1e-9);
    let all = SPIKE
        .meet(&Scaler {
            queue_limit: 1e9,
            ..SCALER
        })
        .unwrap();
    assert_eq!(all.lost, 0.0);
    close(all.wait_longest_s, 12.0, 1e-9);
}

/// Who comes at 75 has 3600 · 75 = 270,000 before him, served by the six replicas until 90: 15 s. Who comes later is
/// also served by the new ones and waits less, although the line is as long as 54,000 at 90.
#[test]
fn the_longest_wait_is_that_of_a_request() {
    let long = Spike {
        spike_s: 600.0,
        ..SPIKE
    };
    let all = Scaler {
        queue_limit: 1e9,
        cold_share: 0.5,
        ..SCALER
    };
    let scaled = long.meet(&all).unwrap();
    close(scaled.wait_longest_s, 15.0, 0.01);
    let tenfold = Spike {
        spike_per_s: 36_000.0,
        spike_s: 6_000.0,
        ..SPIKE
    };
    let alone = Scaler {
        most_replicas: 6,
        ..all
    };
    // 216,000,000 at 3000 a second take 72,000 s, of which 6000 have passed.
    close(tenfold.meet(&alone).unwrap().wait_longest_s, 66_000.0, 1e-3);
}

/// Six replicas carry 3000 of the 5000 a second that come without a spike: of 6000 in the spike, half are lost, and no
/// end of the run counts.
#[test]
fn losses_are_those_of_the_spike() {
    let over = Spike {
        base_per_s: 5_000.0,
        spike_per_s: 6_000.0,
        ..SPIKE
    };
    let scaler = Scaler {
        most_replicas: 6,
        ..SCALER
    };
    let scaled = over.meet(&scaler).unwrap();
    close(scaled.lost, 180_000.0, 1e-6);
    close(scaled.short_s, 60.0, 1e-9);
}

/// Windows of a second do not use up the picture: it reaches to the end, with both sides of each corner.
#[test]
fn a_picture_of_many_windows_reaches_to_the_end() {
    let scaler = Scaler {
        window_s: 1.0,
        start_s: 3_600.0,
        connect_s: 3_600.0,
        cold_share: 0.5,
        ..SCALER
    };
    let long = Spike {
        spike_s: 7_000.0,
        ..SPIKE
    };
    let scaled = long.meet(&scaler).unwrap();
    // Decided at 1, placed at 6, ready at 3606, load at 7206, warm at 7266: 6 · 500, then with 6 · 250 more, then 6000.
    let at = |at_s: f64| scaler.capacity_per_s(&scaled.batches, at_s);
    for (at_s, capacity_per_s) in [
        (7_205.9, 3_000.0),
        (7_206.0, 4_500.0),
        (7_236.0, 5_250.0),
        (7_266.0, 6_000.0),
        (8_000.0, 6_000.0),
    ] {
        close(at(at_s), capacity_per_s, 1e-9);
    }
    let last = scaled.instants.last().unwrap();
    assert!(last.at_s > 0.99 * scaled.end_s, "{}", last.at_s);
    assert_eq!(last.capacity_per_s, 6_000.0);
    let grid_s = scaled.end_s / 2_000.0;
    for side_s in [-grid_s, grid_s] {
        let near = |instant: &&Instant| {
            (instant.at_s - 7_206.0) * side_s > 0.0 && (instant.at_s - 7_206.0).abs() <= grid_s
        };
        assert!(scaled.instants.iter().any(|instant| near(&instant)));
    }
    assert!(scaled.instants.len() < 300);
}

/// Busy replicas show 100 % and no more: 6 · 1.0 / 0.6 = 10 where 12 are needed. The next look, at replicas that load
/// reaches, still sees six.
#[test]
fn utilisation_hides_what_is_beyond_it() {
    let long = Spike {
        spike_s: 600.0,
        ..SPIKE
    };
    let busy = Scaler {
        metric: Metric::Utilisation,
        ..SCALER
    };
    let scaled = long.meet(&busy).unwrap();
    assert_eq!(scaled.batches[0].count, 4);
    // Ten replicas, four of them cold and all busy, then ask for 17; were they warm at once, 3600 / 5000 = 72 % would
    // ask for the twelve that are needed.
    assert_eq!(scaled.replicas, 17);
    let warm = Scaler {
        warm_up_s: 0.0,
        ..busy
    };
    assert_eq!(long.meet(&warm).unwrap().replicas, 12);
}

#[test]
fn no_decision_within_the_dead_band_or_beyond_the_most() {
    let small = Spike {
        spike_per_s: 1_980.0,
        ..SPIKE
    };
    let scaled = small.meet(&SCALER).unwrap();
    assert_eq!((scaled.moments(), scaled.lost), (None, 0.0));
    let bounded = SPIKE
        .meet(&Scaler {
            most_replicas: 8,
            ..SCALER
        })
        .unwrap();
    assert_eq!((bounded.batches[0].count, bounded.replicas), (2, 8));
}

/// Nothing is made or lost on the way: what comes is served, lost or waits.
#[test]
fn more_of_anything_good_never_loses_more() {
    let lost =
        |scaler: &Scaler, spike_s: f64| Spike { spike_s, ..SPIKE }.meet(scaler).unwrap().lost;
    for spike_s in [10.0, 60.0, 100.0, 400.0] {
        let base = lost(&SCALER, spike_s);
        for better in [
            Scaler {
                window_s: 15.0,
                ..SCALER
            },
            Scaler {
                start_s: 10.0,
                ..SCALER
            },
            Scaler {
                warm_up_s: 0.0,
                ..SCALER
            },
            Scaler {
                cold_share: 0.9,
                ..SCALER
            },
            Scaler {
                queue_limit: 100.0,
                ..SCALER
            },
            Scaler {
                replicas: 7,
                ..SCALER
            },
        ] {
            assert!(lost(&better, spike_s) <= base + 1e-6, "{better:?}");
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for bad in [
        Scaler {
            window_s: 0.0,
            ..SCALER
        },
        Scaler {
            target_utilisation: 1.5,
            ..SCALER
        },
        Scaler {
            cold_share: 1.1,
            ..SCALER
        },
        Scaler {
            start_s: f64::NAN,
            ..SCALER
        },
        Scaler {
            replicas: 0,
            ..SCALER
        },
    ] {
        assert!(SPIKE.meet(&bad).is_err(), "{bad:?}");
    }
    assert!(
        Spike {
            spike_s: 0.0,
            ..SPIKE
        }
        .meet(&SCALER)
        .is_err()
    );
}
