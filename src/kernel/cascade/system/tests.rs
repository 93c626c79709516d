use super::*;
use crate::rng::Stream;

mod effects;

fn layer(slots: u32, mean_s: f64) -> LayerSetup {
    LayerSetup { slots, mean_s }
}

fn entry(what: Happening, from_s: f64, to_s: f64) -> Entry {
    Entry { what, from_s, to_s }
}

/// A small system that is well at ordinary load: 70/s on three connections of 100/s each.
fn small() -> Setup {
    Setup {
        arrival_per_s: 100.0,
        end_s: 30.0,
        most_requests: 1_000_000,
        high_share: 0.2,
        db_share: 0.7,
        layers: [
            layer(30, 0.005),
            layer(15, 0.01),
            layer(3, 0.01),
            layer(2, 0.01),
        ],
        replicas: 1,
        patience_s: 5.0,
        good_s: 0.1,
        untuned_call_s: 3.0,
        timeline: Timeline::default(),
        guards: Guards::default(),
    }
}

fn slow_db() -> Timeline {
    Timeline::new(vec![entry(Happening::Slow(LayerId::Db, 20.0), 10.0, 20.0)]).unwrap()
}

fn all_guards() -> Guards {
    Guards {
        timeouts: Some(Timeouts {
            attempt_s: 1.0,
            call_s: 0.25,
        }),
        retry: Some(Retry {
            most: 3,
            base_s: 0.05,
            jitter: true,
            budget: 0.2,
        }),
        breaker: Some(BreakerPolicy::failure_ratio(2.0)),
        bulkhead: Some(10),
        queue: Some(QueueRule {
            capacity: 20,
            order: QueueOrder::Lifo,
        }),
        shed_wait_s: Some(0.05),
        limit: Some(ConcurrencyLimit::Adaptive {
            start: 30,
            target_s: 0.2,
        }),
        rate_per_s: Some(150.0),
        hedge_s: Some(0.05),
        cache_hit: Some(0.3),
    }
}

fn report(setup: &Setup, seed: u64) -> Report {
    let mut run = CascadeRun::new(setup, seed).unwrap();
    assert!(run.advance(u64::MAX));
    run.report()
}

/// Something of everything.
fn stormy(random: &mut Stream) -> Setup {
    let mut setup = small();
    setup.end_s = 12.0;
    setup.replicas = 1 + random.below(2) as u32;
    let mut at = || 1.0 + random.uniform() * 10.0;
    let mut entries = Vec::new();
    for what in [
        Happening::Slow(LayerId::Db, 15.0),
        Happening::Slow(LayerId::Svc, 4.0),
        Happening::Gray(LayerId::Aux, 30.0),
        Happening::Loss(LayerId::Db, 0.3),
        Happening::Outage(LayerId::Aux),
        Happening::CacheOut,
    ] {
        let from_s = at();
        entries.push(entry(what, from_s, from_s + at() / 3.0));
    }
    entries.push(entry(Happening::Surge(4.0), 3.0, 5.0));
    entries.push(entry(Happening::Ramp(1.0, 6.0), 6.0, 9.0));
    setup.timeline = Timeline::new(entries).unwrap();
    let mut guards = all_guards();
    guards.breaker = Some(match random.below(3) {
        0 => BreakerPolicy::failure_ratio(1.0),
        1 => BreakerPolicy::doubling(0.5),
        _ => BreakerPolicy::consecutive(1.0),
    });
    if let Some(rule) = &mut guards.queue {
        rule.capacity = random.below(40) as u32;
        rule.order = match random.below(3) {
            0 => QueueOrder::Fifo,
            1 => QueueOrder::Lifo,
            _ => QueueOrder::CoDel {
                target_s: 0.005,
                interval_s: 0.1,
            },
        };
    }
    if random.below(2) == 0 {
        guards.limit = Some(ConcurrencyLimit::Fixed(25));
    }
    let kept: Vec<Guard> = Guard::ALL
        .into_iter()
        .filter(|_| random.below(3) > 0)
        .collect();
    setup.guards = guards.only(&kept);
    setup
}

fn is_legal(changes: &[Change]) -> bool {
    let mut state = BreakerState::Closed;
    let mut at_s = 0.0;
    changes.iter().all(|change| {
        let legal = matches!(
            (state, change.to),
            (BreakerState::Closed, BreakerState::Open)
                | (BreakerState::Open, BreakerState::HalfOpen)
                | (
                    BreakerState::HalfOpen,
                    BreakerState::Open | BreakerState::Closed
                )
        );
        let in_order = change.at_s >= at_s;
        (state, at_s) = (change.to, change.at_s);
        legal && in_order
    })
}

#[test]
fn nothing_is_lost_and_nothing_overflows_at_any_event() {
    let mut random = Stream::new(425, "setups");
    let mut changes = 0;
    for seed in 0..60 {
        let setup = stormy(&mut random);
        let mut run = CascadeRun::new(&setup, seed).unwrap();
        let mut last = run.steps();
        while !run.advance(1) {
            run.system().check();
            assert_eq!(run.steps(), last + 1);
            last += 1;
        }
        let report = run.report();
        assert_eq!(report.all.arrived, report.all.ok + report.failed);
        for breaker in &report.breakers {
            assert!(is_legal(breaker), "{breaker:?}");
            changes += breaker.len();
        }
    }
    assert!(changes > 100, "{changes}");
}

#[test]
fn slices_of_any_size_change_nothing() {
    let mut random = Stream::new(7, "setups");
    for seed in 0..6 {
        let setup = stormy(&mut random);
        let mut whole = CascadeRun::new(&setup, seed).unwrap();
        whole.advance(u64::MAX);
        for slice in [1, 7, 1_000] {
            let mut sliced = CascadeRun::new(&setup, seed).unwrap();
            while !sliced.advance(slice) {}
            assert_eq!(sliced.trace(), whole.trace());
            assert_eq!(sliced.report(), whole.report());
        }
    }
}

/// Whatever is switched, the same requests arrive at the same times, and each attempt that is made brings the same numbers.
#[test]
fn guards_leave_arrivals_and_services_as_they_were() {
    let mut setup = small();
    setup.timeline = slow_db();
    let full = all_guards();
    let run = |guards: Guards| {
        let setup = Setup {
            guards,
            ..setup.clone()
        };
        let mut run = CascadeRun::new(&setup, 3).unwrap();
        run.advance(u64::MAX);
        run.system().drawn().clone()
    };
    let plain = run(Guards::default());
    assert!(plain.requests.len() > 2_500);
    let mut further = std::collections::BTreeMap::new();
    let sets = Guard::ALL.into_iter().map(|guard| vec![guard]);
    let sets = sets.chain([
        Guard::ALL.to_vec(),
        vec![Guard::Timeouts, Guard::Retry],
        vec![Guard::Retry, Guard::Breaker, Guard::Queue],
    ]);
    for set in sets {
        let drawn = run(full.only(&set));
        assert_eq!(drawn.requests, plain.requests, "{set:?}");
        for (attempt, draws) in drawn.attempts {
            let before = further.entry(attempt).or_insert(draws);
            assert_eq!(*before, draws, "{set:?} {attempt:?}");
        }
    }
    let retried = further.keys().filter(|(_, number)| *number > 1).count();
    assert!(retried > 100, "{retried}");
    assert!(further.len() > plain.requests.len());
}

#[test]
fn no_arrivals_are_no_error() {
    let mut setup = small();
    setup.timeline = Timeline::new(vec![entry(Happening::Surge(0.0), 0.0, 40.0)]).unwrap();
    let empty = report(&setup, 1);
    assert_eq!(empty.all, Group::default());
    assert!(empty.latency_s(0.5).is_err() && empty.recovery_s(1.0, 2.0).is_err());
    setup = small();
    setup.most_requests = 10;
    let few = report(&setup, 1);
    assert_eq!(few.all.arrived, 10);
    assert!(few.end_s < 1.0 && few.lived().len() == 1);
}

/// No guard needs another one: all 1,024 sets of ten pass the check that the whole does.
#[test]
fn a_checked_setup_is_right_with_any_of_its_guards() {
    let all = Setup {
        guards: all_guards(),
        ..small()
    };
    let checked = CheckedSetup::new(all.clone()).unwrap();
    assert_eq!(checked.only(&Guard::ALL).get(), &all);
    for set in 0..1_u32 << Guard::ALL.len() {
        let kept = Guard::ALL.into_iter().enumerate();
        let kept: Vec<Guard> = kept
            .filter_map(|(at, guard)| (set >> at & 1 == 1).then_some(guard))
            .collect();
        let some = checked.only(&kept);
        assert_eq!(some.get().guards.on(), kept);
        assert_eq!(some.get().check(), Ok(()), "{kept:?}");
    }
    let wrong = Setup {
        db_share: 1.1,
        ..small()
    };
    assert_eq!(CheckedSetup::new(wrong).unwrap_err().quantity, "db_share");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refuse = |change: &dyn Fn(&mut Setup)| {
        let mut setup = small();
        change(&mut setup);
        CascadeRun::new(&setup, 1).unwrap_err().quantity
    };
    assert_eq!(refuse(&|setup| setup.arrival_per_s = 0.0), "arrival_per_s");
    assert_eq!(refuse(&|setup| setup.db_share = 1.1), "db_share");
    assert_eq!(refuse(&|setup| setup.layers[3].slots = 0), "aux_slots");
    assert_eq!(refuse(&|setup| setup.replicas = 3), "replicas");
    assert_eq!(
        refuse(&|setup| setup.guards.bulkhead = Some(15)),
        "bulkhead_db_slots"
    );
    assert_eq!(
        refuse(&|setup| setup.guards.hedge_s = Some(f64::NAN)),
        "hedge_delay_s"
    );
}
