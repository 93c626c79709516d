//! What faults and guards do.

use super::*;

#[test]
fn what_takes_no_time_and_never_fails_succeeds_at_once() {
    let mut setup = small();
    for layer in &mut setup.layers {
        layer.mean_s = 0.0;
    }
    let report = report(&setup, 1);
    assert_eq!(report.all.good, report.all.arrived);
    assert_eq!(report.latency_s(1.0), Ok(0.0));
    assert_eq!(report.layers[2].entered, report.by_dependency[0].arrived);
    assert_eq!(report.dependency_useful, report.all.ok);
}

/// The mechanism of a cascade: requests for the healthy dependency fail because those for the slow one hold all workers. A
/// bulkhead keeps workers for them.
#[test]
fn a_slow_dependency_takes_the_other_one_down_unless_there_is_a_bulkhead() {
    let mut setup = small();
    setup.end_s = 20.0;
    setup.timeline =
        Timeline::new(vec![entry(Happening::Slow(LayerId::Db, 50.0), 5.0, 20.0)]).unwrap();
    setup.untuned_call_s = 30.0;
    // Room for as many before `db` as there are workers, and fewer before the workers than there are threads.
    setup.guards.queue = Some(QueueRule {
        capacity: 12,
        order: QueueOrder::Fifo,
    });
    let without = report(&setup, 5);
    setup.guards.bulkhead = Some(10);
    let with = report(&setup, 5);
    let aux = |report: &Report| report.by_dependency[1].success().unwrap();
    assert!(aux(&without) < 0.7, "{}", aux(&without));
    assert!(aux(&with) > aux(&without) + 0.1, "{}", aux(&with));
    // Slots that are held are the mechanism: during the fault most of the workers wait and do nothing.
    let during = &without.bins[60];
    assert!(during.layers[1].held > 12.0, "{during:?}");
}

#[test]
fn an_outage_fails_its_own_requests_only_and_opens_the_breaker() {
    let mut setup = small();
    setup.timeline = Timeline::new(vec![entry(Happening::Outage(LayerId::Db), 0.0, 30.0)]).unwrap();
    let without = report(&setup, 2);
    assert_eq!(without.by_dependency[0].ok, 0);
    assert_eq!(
        without.by_dependency[1].ok,
        without.by_dependency[1].arrived
    );
    assert_eq!(without.layers[2].entered, 0);
    setup.guards.breaker = Some(BreakerPolicy::failure_ratio(5.0));
    let with = report(&setup, 2);
    // Closed until twenty calls have failed, then three trials in every five seconds, of which the first fails at once.
    let calls = with.by_dependency[0].arrived - with.fast_fails;
    assert_eq!(calls, 20 + 5);
    assert_eq!(with.breakers[0].len(), 1 + 2 * 5);
    assert!(with.breakers[1].is_empty());
}

/// A lost answer is noticed by the limit on waiting only.
#[test]
fn lost_calls_are_noticed_by_the_time_out() {
    let mut setup = small();
    setup.layers[1].slots = 1_000;
    setup.layers[0].slots = 1_000;
    setup.timeline =
        Timeline::new(vec![entry(Happening::Loss(LayerId::Db, 0.5), 0.0, 30.0)]).unwrap();
    let without = report(&setup, 2);
    assert!(without.lost_calls > 900 && without.lost_calls < 1_200);
    assert_eq!(without.failed, without.lost_calls);
    assert_eq!(without.call_timeouts, without.lost_calls);
    setup.guards.timeouts = all_guards().timeouts;
    setup.guards.retry = Some(Retry {
        most: 3,
        base_s: 0.0,
        jitter: false,
        budget: 3.0,
    });
    let with = report(&setup, 2);
    // Four attempts of 0.25 s, each of which gets through with chance 1/2.
    let share = with.by_dependency[0].success().unwrap();
    assert!((share - 15.0 / 16.0).abs() < 0.02, "{share}");
}

#[test]
fn the_cache_answers_its_share_until_it_is_out() {
    let mut setup = small();
    setup.guards.cache_hit = Some(1.0);
    let before = report(&setup, 2);
    assert_eq!(before.layers[2].entered, 0);
    assert_eq!(before.from_cache, before.by_dependency[0].arrived);
    setup.timeline = Timeline::new(vec![entry(Happening::CacheOut, 15.0, 30.0)]).unwrap();
    let out = report(&setup, 2);
    assert_eq!(
        out.layers[2].entered + out.from_cache,
        out.by_dependency[0].arrived
    );
    assert!(out.layers[2].entered > 900);
}

/// One of two replicas is gray: a hedge goes to the other.
#[test]
fn a_hedge_gets_round_a_gray_replica() {
    let mut setup = small();
    setup.replicas = 2;
    setup.layers[2].slots = 20;
    setup.layers[1].slots = 200;
    setup.layers[0].slots = 200;
    setup.timeline =
        Timeline::new(vec![entry(Happening::Gray(LayerId::Db, 30.0), 0.0, 30.0)]).unwrap();
    let without = report(&setup, 2);
    setup.guards.hedge_s = Some(0.05);
    let with = report(&setup, 2);
    let p95 = |report: &Report| report.latency_s(0.95).unwrap();
    assert!(p95(&without) > 0.5, "{}", p95(&without));
    assert!(p95(&with) < 0.15, "{}", p95(&with));
    assert!(with.hedges > 500);
    // The slow half is asked all the same: hedging costs calls.
    assert!(with.layers[2].entered > without.layers[2].entered + 500);
}

#[test]
fn limits_at_the_door_are_kept() {
    let mut setup = small();
    setup.guards.rate_per_s = Some(20.0);
    let limited = report(&setup, 2);
    let admitted = limited.attempts - limited.at_door[0];
    assert!(
        (600..=604).contains(&admitted),
        "20/s for 30 s and a burst of four: {admitted}"
    );
    setup.guards = Guards {
        limit: Some(ConcurrencyLimit::Fixed(1)),
        ..Guards::default()
    };
    let one = report(&setup, 2);
    assert!(one.bins.iter().all(|bin| bin.layers[0].waiting == 0.0));
    assert!(one.at_door[2] > 1_000, "one at a time, each for 25 ms");
}

#[test]
fn the_budget_bounds_the_retries() {
    let mut setup = small();
    setup.timeline = Timeline::new(vec![entry(Happening::Outage(LayerId::Db), 0.0, 30.0)]).unwrap();
    setup.guards.retry = Some(Retry {
        most: 3,
        base_s: 0.0,
        jitter: false,
        budget: 0.1,
    });
    let report = report(&setup, 2);
    let retries = report.attempts - report.all.arrived;
    // A tenth of the requests, and ten seconds' worth saved: 100.
    let most = report.all.arrived / 10 + 100;
    assert!(retries <= most && retries + 2 >= most, "{retries} {most}");
    assert!(report.over_budget > 0);
}

/// Without deadlines passed on, dependencies go on working for callers who have left.
#[test]
fn work_for_nobody() {
    let mut setup = small();
    setup.timeline = slow_db();
    setup.untuned_call_s = 0.25;
    let wasted =
        |report: &Report| 1.0 - report.dependency_useful as f64 / report.dependency_done as f64;
    let without = report(&setup, 4);
    setup.guards.timeouts = all_guards().timeouts;
    let with = report(&setup, 4);
    assert!(
        wasted(&without) > 2.0 * wasted(&with),
        "{} {}",
        wasted(&without),
        wasted(&with)
    );
}

#[test]
fn last_come_first_served_and_controlled_delay_keep_waits_short_under_overload() {
    let mut setup = small();
    setup.timeline = Timeline::new(vec![entry(Happening::Surge(5.0), 5.0, 25.0)]).unwrap();
    setup.layers[0] = layer(2, 0.01);
    let median = |order| {
        let mut setup = setup.clone();
        setup.guards.queue = Some(QueueRule {
            capacity: 200,
            order,
        });
        report(&setup, 4).answered_latency_s(0.5).unwrap()
    };
    let fifo = median(QueueOrder::Fifo);
    let lifo = median(QueueOrder::Lifo);
    let codel = median(QueueOrder::CoDel {
        target_s: 0.005,
        interval_s: 0.1,
    });
    assert!(fifo > 1.0, "{fifo}");
    assert!(lifo < 0.1 * fifo, "{lifo}");
    assert!(codel < 0.9 * fifo, "{codel}");
}

#[test]
fn high_priority_is_served_first_of_all() {
    let mut setup = small();
    setup.timeline = Timeline::new(vec![entry(Happening::Surge(5.0), 5.0, 25.0)]).unwrap();
    setup.guards.timeouts = all_guards().timeouts;
    setup.guards.shed_wait_s = Some(0.05);
    let shed = report(&setup, 4);
    let [high, low] = shed.by_class.map(|class| class.success().unwrap());
    assert!(high > 0.95 && low < 0.75, "{high} {low}");
}
