//! The re-mirroring storm against the logistic curve, and where the answer is known without one.

use outage_lab::kernel::mechanism::remirror_storm::{Cluster, Outcome, Remedy, run};

use crate::asked::close;

const NOTHING: Remedy = Remedy {
    backoff_factor: 1.0,
    stop_after_s: None,
    added: None,
};

fn cluster() -> Cluster {
    Cluster {
        volumes: 100_000.0,
        cut: 0.13,
        free: 0.05,
        search_s: 10.0,
        backoff_factor: 1.0,
        longest_wait_s: 3_600.0,
        control_per_s: 600.0,
        api_per_s: 200.0,
        copy_per_s: 2.0,
        crash_chance: 0.0,
        volumes_per_node: 100.0,
        cells: 1.0,
    }
}

fn day(cluster: Cluster, remedy: &Remedy) -> Outcome {
    run(cluster, remedy, 86_400.0, |moment| {
        // No volume appears or is lost.
        let sum = moment.searching + moment.copying + moment.mirrored;
        assert!((sum - 1.0).abs() < 1e-9, "{sum} at {}", moment.at_s);
    })
}

/// 13 % less 5 %: 8 % stay stuck, 800 searches a second; with 200 calls that is 1,000 for a capacity of 600.
#[test]
fn without_room_the_rest_stays_stuck_and_takes_the_control_plane() {
    let outcome = day(cluster(), &NOTHING);
    close(outcome.last.searching, 0.08, 1e-9);
    close(outcome.last.searches_per_s, 800.0, 1e-9);
    close(outcome.last.handled, 0.6, 1e-9);
    assert_eq!(outcome.contained_after_s, None);
    close(outcome.unwell_s, 86_400.0, 1e-3);
    close(cluster().shortfall(), 0.08, 1e-12);
}

#[test]
fn with_room_for_all_the_storm_ends_by_itself() {
    let roomy = Cluster {
        free: 0.14,
        ..cluster()
    };
    let outcome = day(roomy, &NOTHING);
    assert_eq!(outcome.last.searching, 0.0);
    // 13,000 copies at two a second.
    close(outcome.mirrored_after_s.unwrap(), 6_500.0, 0.01);
    assert!(outcome.contained_after_s.is_some());
    assert_eq!(roomy.shortfall(), 0.0);
}

#[test]
fn unlimited_control_keeps_the_calls_well_and_the_volumes_stuck() {
    let outcome = day(
        Cluster {
            control_per_s: 1e9,
            ..cluster()
        },
        &NOTHING,
    );
    assert_eq!(outcome.contained_after_s, Some(0.0));
    close(outcome.last.searching, 0.08, 1e-9);
}

/// While nothing is mended, crashes follow s' = (p m / d) s (1 − s): the logistic curve.
#[test]
fn crashes_grow_on_the_logistic_curve() {
    let growing = Cluster {
        cut: 0.001,
        free: 0.0,
        crash_chance: 1e-5,
        ..cluster()
    };
    // p m / d = 1e-5 · 100 / 10 s = 1e-4 a second; doubling after 6,931 s.
    close(growing.doubling_s().unwrap(), 6_931.471_805_599_453, 1e-12);
    let mut checked = 0;
    run(growing, &NOTHING, 150_000.0, |moment| {
        let odds = 999.0 * (-1e-4 * moment.at_s).exp();
        let expected = 1.0 / (1.0 + odds);
        assert!(
            (moment.searching / expected - 1.0).abs() < 2e-3,
            "{moment:?}"
        );
        checked += 1;
    });
    assert!(checked > 10_000);
    assert_eq!(cluster().doubling_s(), None);
}

/// All search at the longest wait in the end: 8,000 volumes over an hour.
#[test]
fn back_off_frees_the_calls_and_moves_no_volume() {
    let polite = Cluster {
        backoff_factor: 2.0,
        ..cluster()
    };
    let outcome = day(polite, &NOTHING);
    close(outcome.last.searches_per_s, 8_000.0 / 3_600.0, 1e-3);
    assert!(outcome.contained_after_s.unwrap() < 600.0);
    close(outcome.last.searching, 0.08, 1e-9);
    assert_eq!(outcome.mirrored_after_s, None);
}

/// However little each wait is longer, all search at the longest in the end: it takes 10 s (fⁿ − 1)/(f − 1) on average
/// to come to it, that is 36,000 s at 1.1, with a spread of 3,600 s / √(f² − 1).
#[test]
fn every_back_off_comes_to_the_longest_wait() {
    for backoff_factor in [1.1, 1.5, 2.0] {
        let polite = Cluster {
            backoff_factor,
            ..cluster()
        };
        let outcome = run(polite, &NOTHING, 144_000.0, |_| {});
        close(outcome.last.searches_per_s, 8_000.0 / 3_600.0, 1e-3);
    }
}

#[test]
fn what_is_outside_its_domain_is_refused() {
    assert_eq!(cluster().check(), Ok(()));
    let wrong = |quantity: &str, change: &dyn Fn(&mut Cluster)| {
        let mut cluster = cluster();
        change(&mut cluster);
        assert_eq!(cluster.check().unwrap_err().quantity, quantity);
    };
    wrong("volumes", &|c| c.volumes = 0.0);
    wrong("cut", &|c| c.cut = 1.1);
    wrong("free", &|c| c.free = f64::NAN);
    wrong("search_s", &|c| c.search_s = 0.0);
    wrong("backoff_factor", &|c| c.backoff_factor = 0.9);
    wrong("backoff_factor", &|c| c.backoff_factor = 1.001);
    wrong("longest_wait_s", &|c| c.longest_wait_s = f64::INFINITY);
    wrong("control_per_s", &|c| c.control_per_s = -1.0);
    wrong("api_per_s", &|c| c.api_per_s = -1.0);
    wrong("copy_per_s", &|c| c.copy_per_s = 0.0);
    wrong("crash_chance", &|c| c.crash_chance = 2.0);
    wrong("volumes_per_node", &|c| c.volumes_per_node = -1.0);
    wrong("cells", &|c| c.cells = 0.5);
}

#[test]
fn stopping_contains_and_room_mends() {
    let stopped = Remedy {
        stop_after_s: Some(7_200.0),
        ..NOTHING
    };
    let outcome = day(cluster(), &stopped);
    close(outcome.contained_after_s.unwrap(), 7_200.0, 1e-3);
    close(outcome.last.searching, 0.08, 1e-9);
    let mended = Remedy {
        added: Some((14_400.0, 0.1)),
        ..stopped
    };
    let outcome = day(cluster(), &mended);
    assert_eq!(outcome.last.searching, 0.0);
    // 8,000 copies at two a second, from when there is room.
    close(outcome.mirrored_after_s.unwrap(), 14_400.0 + 4_000.0, 0.01);
}

/// 13 % of 20 cells are three of them; elsewhere all is well.
#[test]
fn cells_bound_what_the_storm_can_reach() {
    let celled = Cluster {
        cells: 20.0,
        crash_chance: 1e-4,
        ..cluster()
    };
    assert_eq!(celled.touched(), 0.15);
    let outcome = day(celled, &NOTHING);
    assert!(
        outcome.peak <= 0.15 + 1e-9
            && outcome.last.handled >= 0.85 - 1e-9
            && outcome.unwell_s == 0.0
    );
    // The room of three cells is 0.75 %.
    close(celled.shortfall(), 0.13 - 0.0075, 1e-12);
    let whole = day(
        Cluster {
            cells: 1.0,
            ..celled
        },
        &NOTHING,
    );
    assert!(whole.peak > 0.99, "{}", whole.peak);
}

#[test]
fn nothing_cut_off_is_no_storm() {
    let outcome = day(
        Cluster {
            cut: 0.0,
            ..cluster()
        },
        &NOTHING,
    );
    assert_eq!((outcome.peak, outcome.unwell_s), (0.0, 0.0));
    assert!(outcome.mirrored_after_s.is_some());
}
