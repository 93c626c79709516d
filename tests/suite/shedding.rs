//! Load shedding against theory, the course text, and its laws.

use outage_lab::kernel::guard::shedding::{
    HighRule, Limits, Policy, Priorities, Station, SurgeRun, Surged,
};
use outage_lab::kernel::sim::ServiceTime;

/// The course text's limits, 26.3.3: 120 slots, 100 soft, 10,000 hard.
fn limits(high: HighRule) -> Limits {
    Limits {
        slots: 120,
        soft: 100,
        hard: 10_000,
        deadline_s: 0.5,
        shrink: 0.9,
        recover: 0.05,
        high,
    }
}

fn policy(high: HighRule) -> Policy {
    Policy {
        gate: true,
        limits: limits(high),
        priorities: true,
        ageing_s: 0.0,
        drop_late: true,
    }
}

/// 900 a second, six-fold in the surge, a fifth of them high: 120 slots of 0.1 s carry 1,200, and 1,080 high ones come.
fn station(customers: u64) -> Station {
    Station {
        arrival_per_s: 900.0,
        surge: 6.0,
        customers,
        shares: [0.2, 0.0],
        service_s: 0.1,
        service: ServiceTime::Exponential,
    }
}

fn run(station: Station, policy: Policy, seed: u64) -> Surged {
    let mut run = SurgeRun::new(station, policy, seed).unwrap();
    while !run.advance(1 << 20) {}
    run.surged()
}

fn good(surged: &Surged, class: usize) -> f64 {
    let count = surged.classes[class];
    count.good as f64 / count.arrived as f64
}

/// One server by Cobham, computed in 50 digits: W_k = W₀ / ((1 − σ_{k−1})(1 − σ_k)).
#[test]
fn three_classes_at_one_server() {
    // Loads 0.2, 0.3, 0.4; scv 0.5; service 0.25 s. W0 = 0.9 · 0.75 · 0.25 = 0.16875 s.
    let rates = [0.8, 1.2, 1.6];
    let priorities = Priorities::new(rates, 0.25, 1, 0.5).unwrap();
    for (class, expected) in [0.2109375, 0.421875, 3.375].into_iter().enumerate() {
        let wait_s = priorities.wait_mean_s(class).unwrap().unwrap();
        assert!(
            (wait_s - expected).abs() < 1e-12 * expected,
            "{class}: {wait_s}"
        );
    }
}

/// Work is conserved: the waits weighted by load are what they are without priorities (Kleinrock).
#[test]
fn priorities_share_the_wait_and_do_not_shorten_it() {
    use outage_lab::kernel::queueing::{Load, ManyServers, Queue};
    for servers in [1_u64, 3, 120] {
        let rates = [0.25, 0.35, 0.3].map(|share| share * servers as f64);
        let priorities = Priorities::new(rates, 1.0, servers, 1.0).unwrap();
        let weighted: f64 = (0..3)
            .map(|class| rates[class] * priorities.wait_mean_s(class).unwrap().unwrap())
            .sum();
        let load = Load {
            arrival_per_s: rates.iter().sum(),
            service_per_s: 1.0,
            servers,
        };
        let one = ManyServers::new(load)
            .unwrap()
            .steady()
            .unwrap()
            .wait_mean_s;
        let expected = one * load.arrival_per_s;
        assert!((weighted - expected).abs() < 1e-11 * expected, "{servers}");
    }
}

/// The high class is stable below its own load of 1 whatever the low one does, and at and above 1 it is not.
#[test]
fn a_flood_of_low_requests_adds_a_service_and_no_more() {
    let wait = |low: f64| {
        Priorities::new([0.9, 0.0, low], 1.0, 1, 1.0)
            .unwrap()
            .wait_mean_s(0)
            .unwrap()
    };
    // Alone: 0.9 · 1 / 0.1. Flooded, however much: 1 / 0.1.
    assert!((wait(0.0).unwrap() - 9.0).abs() < 1e-12);
    for low in [0.1, 1.0, 1e6] {
        assert!((wait(low).unwrap() - 10.0).abs() < 1e-12, "{low}");
    }
    let full = Priorities::new([1.0, 0.0, 0.0], 1.0, 1, 1.0).unwrap();
    assert!(full.wait_mean_s(0).unwrap().is_err());
}

/// Course text, 26.3.3: in a six-fold surge the printed rule sheds nine tenths of the high class, for low requests hold the
/// slots; by the hard limit alone nearly all are answered in time.
#[test]
fn the_printed_rule_sheds_the_class_that_it_is_to_protect() {
    let printed = run(station(40_000), policy(HighRule::SlotsBusy), 425);
    let mended = run(station(40_000), policy(HighRule::HardLimit), 425);
    assert!(good(&printed, 0) < 0.3, "{}", good(&printed, 0));
    let [high, ..] = &printed.classes;
    assert!(
        10 * high.shed > 9 * high.arrived,
        "{} of {}",
        high.shed,
        high.arrived
    );
    assert!(good(&mended, 0) > 0.97, "{}", good(&mended, 0));
    assert_eq!(mended.classes[0].shed, 0);
    assert!(good(&mended, 2) < 0.1);
    // The same requests came.
    for class in 0..3 {
        let came = |surged: &Surged| surged.classes[class].arrived;
        assert_eq!(came(&printed), came(&mended));
    }
}

/// Without any gate everybody is late together.
#[test]
fn without_shedding_all_are_late_together() {
    let nothing = Policy {
        gate: false,
        priorities: false,
        drop_late: false,
        ..policy(HighRule::HardLimit)
    };
    let surged = run(station(40_000), nothing, 425);
    assert!(good(&surged, 0) < 0.35 && good(&surged, 2) < 0.35);
    assert!((good(&surged, 0) - good(&surged, 2)).abs() < 0.05);
}

/// Every request that came was answered, dropped, shed, refused, or is still there; limits hold.
#[test]
fn requests_are_conserved_and_limits_hold() {
    for seed in 0..6 {
        for ageing_s in [0.0, 0.05] {
            for high in [HighRule::SlotsBusy, HighRule::HardLimit] {
                for (gate, drop_late, hard) in
                    [(true, true, 300), (false, false, 400), (true, false, 130)]
                {
                    let policy = Policy {
                        gate,
                        drop_late,
                        ageing_s,
                        limits: Limits {
                            hard,
                            ..limits(high)
                        },
                        ..policy(high)
                    };
                    let surged = run(
                        Station {
                            shares: [0.2, 0.3],
                            ..station(4_000)
                        },
                        policy,
                        seed,
                    );
                    let [arrived, rest @ ..] = surged.balance;
                    assert_eq!(arrived, rest.iter().sum::<u64>());
                    assert!(surged.most_waiting <= u64::from(hard));
                    let binned: u64 = surged.bins.iter().flat_map(|bin| bin.arrived).sum();
                    assert_eq!(binned, arrived);
                    for count in surged.classes {
                        let known = count.good + count.late + count.shed + count.refused;
                        assert!(known <= count.arrived);
                    }
                }
            }
        }
    }
}

#[test]
fn slices_of_any_size_change_nothing() {
    let whole = run(station(3_000), policy(HighRule::HardLimit), 7);
    for slice in [1, 97] {
        let mut sliced = SurgeRun::new(station(3_000), policy(HighRule::HardLimit), 7).unwrap();
        while !sliced.advance(slice) {}
        assert_eq!(sliced.surged(), whole);
    }
}

/// No deadline, no soft limit worth the name: the low class always keeps the slots busy, and Cobham's wait holds.
fn flooded(
    slots: u32,
    service: ServiceTime,
    customers: u64,
    high_load: f64,
    seed: u64,
) -> (Surged, f64) {
    let capacity = f64::from(slots);
    let station = Station {
        // Calm is full too, so that the surge begins with all slots busy.
        arrival_per_s: 0.9 * capacity,
        surge: 4.0 / 3.0,
        customers,
        shares: [high_load / 1.2, 0.0],
        service_s: 1.0,
        service,
    };
    let policy = Policy {
        limits: Limits {
            slots,
            deadline_s: 1e6,
            ..limits(HighRule::HardLimit)
        },
        ..policy(HighRule::HardLimit)
    };
    let rates = [high_load * capacity, 0.0, (1.2 - high_load) * capacity];
    let theory = Priorities::new(rates, 1.0, u64::from(slots), service.scv()).unwrap();
    (
        run(station, policy, seed),
        theory.wait_mean_s(0).unwrap().unwrap(),
    )
}

#[test]
fn the_wait_of_the_high_class_is_cobhams() {
    let log_normal = ServiceTime::LogNormal { scv: 1.5 };
    for (slots, service, high_load, customers) in [
        (1, ServiceTime::Exponential, 0.3, 1_000_000),
        (1, ServiceTime::Fixed, 0.4, 600_000),
        (1, log_normal, 0.2, 1_700_000),
        (120, ServiceTime::Exponential, 0.3, 1_600_000),
    ] {
        let (surged, theory_s) = flooded(slots, service, customers, high_load, 425);
        let interval = surged.high_wait_s.unwrap();
        assert!(
            interval.half_width < 0.01 * theory_s,
            "{slots}: {interval:?}"
        );
        // Two half-widths: by Student's t some five chances in ten thousand.
        let off = (interval.mean - theory_s).abs();
        assert!(
            off < 2.0 * interval.half_width,
            "{slots}: {interval:?} {theory_s}"
        );
    }
}

/// Of 200 runs, 90 to 98 in a hundred have the theory inside their interval.
#[test]
fn the_interval_holds_the_wait_as_often_as_it_says() {
    let held = (0..200)
        .filter(|seed| {
            let (surged, theory_s) = flooded(4, ServiceTime::Exponential, 20_000, 0.5, *seed);
            let interval = surged.high_wait_s.unwrap();
            (interval.mean - theory_s).abs() <= interval.half_width
        })
        .count();
    assert!((180..=196).contains(&held), "{held} of 200");
}

/// With a high load near 1 a low request waits as long as the surge lasts; with ageing its longest wait is bounded near
/// two ageing times and the wait of the high class.
#[test]
fn ageing_ends_starvation() {
    let starving = |ageing_s| {
        let station = Station {
            shares: [0.21, 0.0],
            ..station(40_000)
        };
        let policy = Policy {
            ageing_s,
            drop_late: false,
            ..policy(HighRule::HardLimit)
        };
        run(station, policy, 425)
    };
    let (without, with) = (starving(0.0), starving(0.1));
    assert!(
        without.longest_wait_s[2] > 2.0 * with.longest_wait_s[2],
        "{:?} {:?}",
        without.longest_wait_s,
        with.longest_wait_s
    );
    // It is no gift: the high class pays.
    assert!(with.longest_wait_s[0] >= without.longest_wait_s[0]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert!(Priorities::new([1.0, 0.0, 0.0], 0.0, 1, 1.0).is_err());
    assert!(Priorities::new([-1.0, 0.0, 0.0], 1.0, 1, 1.0).is_err());
    assert!(Priorities::new([1.0, 0.0, 0.0], 1.0, 0, 1.0).is_err());
    let bad_shares = Station {
        shares: [0.7, 0.5],
        ..station(100)
    };
    assert!(SurgeRun::new(bad_shares, policy(HighRule::HardLimit), 1).is_err());
    let bad = Policy {
        limits: Limits {
            shrink: 1.5,
            ..limits(HighRule::HardLimit)
        },
        ..policy(HighRule::HardLimit)
    };
    assert!(SurgeRun::new(station(100), bad, 1).is_err());
}
