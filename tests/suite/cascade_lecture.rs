//! The course's tick simulator: the published run and others to the last counter, sample and random number.

use outage_lab::kernel::cascade::lecture::{
    BreakerState, Constants, Report, Sample, Simulation, Switches,
};
use outage_lab::kernel::error::{Defined, Undefined};
use serde_json::Value;

const PUBLISHED: &str = include_str!("../reference/cascade_seed425.json");
const OTHERS: &str = include_str!("../reference/cascade.json");

fn run(switches: Switches, constants: Constants, seed: u64) -> Report {
    let mut simulation = Simulation::new(switches, constants, seed).unwrap();
    // Slices that fit nothing.
    while simulation.ticks_left() > 0 {
        simulation.advance(97);
    }
    simulation.into_report()
}

fn published(index: usize) -> Report {
    run(Switches::PUBLISHED[index], Constants::default(), 425)
}

/// What `key` holds, `/` leading inwards.
fn at<'a>(row: &'a Value, key: &str) -> &'a Value {
    row.pointer(&format!("/{key}")).unwrap()
}

/// A number of the program; a null is a figure that does not exist.
fn same(ours: Defined, row: &Value, key: &str, reason: &'static str) {
    match at(row, key) {
        Value::Null => assert_eq!(ours, Err(Undefined(reason)), "{key}"),
        number => assert_eq!(ours, Ok(number.as_f64().unwrap()), "{key}"),
    }
}

fn sample(row: &Value) -> Vec<f64> {
    let numbers = row.as_array().unwrap().iter();
    numbers.map(|number| number.as_f64().unwrap()).collect()
}

fn columns(sample: &Sample) -> Vec<f64> {
    let counts = [
        sample.arrived,
        sample.ok,
        sample.failed,
        sample.api_queue,
        sample.svc_queue,
        sample.db_queue,
    ];
    let shares = [sample.api_use, sample.svc_use, sample.db_use];
    counts
        .into_iter()
        .map(|count| count as f64)
        .chain(shares)
        .collect()
}

/// Everything that the program counts; `nested` says how the row names classes.
fn assert_same(report: &Report, row: &Value, nested: bool) {
    let counts = [
        ("arrived", report.arrived),
        ("attempts", report.attempts),
        ("ok", report.ok),
        ("failed", report.failed),
        ("good", report.good),
        ("dep_calls", report.dep_calls),
        ("fast_fail", report.fast_fail),
        ("in_flight_at_end", report.in_flight_at_end),
        ("peak_backlog", report.peak_backlog()),
    ];
    for (key, ours) in counts {
        assert_eq!(Some(ours), at(row, key).as_u64(), "{key}");
    }
    let classes = [
        ("priority", "high", report.priority[0]),
        ("priority", "low", report.priority[1]),
        ("dependency", "db", report.dependency[0]),
        ("dependency", "aux", report.dependency[1]),
    ];
    for (kind, class, tally) in classes {
        for (count, ours) in [("ok", tally.ok), ("arrived", tally.arrived)] {
            let key = if nested {
                format!("{kind}/{class}/{count}")
            } else {
                format!("{kind}_{class}_{count}")
            };
            assert_eq!(Some(ours), at(row, &key).as_u64(), "{key}");
        }
    }
    same(
        report.mean_latency_ms,
        row,
        "mean_latency_ms",
        "nothing_answered",
    );
    same(
        report.p95_latency_ms,
        row,
        "p95_latency_ms",
        "nothing_answered",
    );
    same(
        report.max_latency_ms,
        row,
        "max_latency_ms",
        "nothing_answered",
    );
    same(Ok(report.svc_occupancy_pct()), row, "svc_occupancy_pct", "");
    for length in [1000, 5000] {
        let key = format!("backlog_over_{length}_at_s");
        same(report.backlog_over_s(length), row, &key, "never_so_long");
    }
    let state = match report.breaker_at_end {
        BreakerState::Closed => "CLOSED",
        BreakerState::Open => "OPEN",
        BreakerState::HalfOpen => "HALF_OPEN",
    };
    assert_eq!(at(row, "breaker_state_at_end"), state);
    let samples = at(row, "samples").as_array().unwrap();
    assert_eq!(report.samples.len(), samples.len());
    for (index, (ours, theirs)) in report.samples.iter().zip(samples).enumerate() {
        assert_eq!(columns(ours), sample(theirs), "sample {index}");
    }
    same(Ok(report.next_random), row, "next_random_after_run", "");
}

#[test]
fn the_published_settings_come_out_to_the_last_counter_and_random_number() {
    let reference: Value = serde_json::from_str(PUBLISHED).unwrap();
    for (name, row) in reference["scenarios"].as_object().unwrap() {
        let index = name[1..].parse::<usize>().unwrap() - 1;
        let report = published(index);
        assert_same(&report, row, true);
        let rates: Vec<f64> = report.success_rates().collect();
        assert_eq!(rates, sample(&row["success_rate_per_sample"]), "{name}");
    }
}

/// The program's constants by the names that the page gives them.
fn constants(set: &Value) -> Constants {
    let mut constants = Constants::default();
    for (name, value) in set.as_object().unwrap() {
        let real = value.as_f64().unwrap();
        let whole = real as u32;
        match name.as_str() {
            "tick_s" => constants.tick_s = real,
            "end_s" => constants.end_s = real,
            "degrade_at_s" => constants.degrade_at_s = real,
            "db_slowdown" => constants.db_slowdown = real,
            "surge_at_s" => constants.surge_at_s = real,
            "surge_end_s" => constants.surge_end_s = real,
            "surge_factor" => constants.surge_factor = real,
            "rate_per_s" => constants.rate_per_s = real,
            "api_slots" => constants.slots[0] = whole,
            "svc_slots" => constants.slots[1] = whole,
            "db_slots" => constants.slots[2] = whole,
            "aux_slots" => constants.slots[3] = whole,
            "bulkhead_db_slots" => constants.pools[0] = whole,
            "bulkhead_aux_slots" => constants.pools[1] = whole,
            "api_service_ms" => constants.service_ms[0] = real,
            "svc_service_ms" => constants.service_ms[1] = real,
            "db_service_ms" => constants.service_ms[2] = real,
            "aux_service_ms" => constants.service_ms[3] = real,
            "db_share" => constants.db_share = real,
            "high_share" => constants.high_share = real,
            "default_wait_s" => constants.default_wait_s = real,
            "tuned_wait_s" => constants.tuned_wait_s = real,
            "client_timeout_s" => constants.client_timeout_s = real,
            "breaker_window_s" => constants.breaker.window_s = real,
            "breaker_min_calls" => constants.breaker.min_calls = whole,
            "breaker_error_share" => constants.breaker.error_share = real,
            "breaker_cool_s" => constants.breaker.cool_s = real,
            "breaker_trials" => constants.breaker.trials = whole,
            "retries" => constants.retries = whole,
            "retry_base_s" => constants.retry_base_s = real,
            "retry_budget_error" => constants.retry_budget_error = real,
            "shed_above" => constants.shed_above = whole,
            "shed_until" => constants.shed_until = whole,
            "slo_ms" => constants.slo_ms = real,
            "dispatch_scan" => constants.dispatch_scan = whole,
            "timeout_scan" => constants.timeout_scan = whole,
            other => panic!("no constant is called {other}"),
        }
    }
    constants
}

fn switches(text: &str) -> Switches {
    Switches {
        tuned: text.contains('t'),
        retry: text.contains('r'),
        breaker: text.contains('b'),
        bulkhead: text.contains('k'),
        shed: text.contains('s'),
    }
}

#[test]
fn so_do_other_switches_seeds_and_constants() {
    let reference: Value = serde_json::from_str(OTHERS).unwrap();
    for row in reference["runs"].as_array().unwrap() {
        let name = row["switches"].as_str().unwrap();
        println!("{name} {} {}", row["seed"], row["set"]);
        let seed = row["seed"].as_u64().unwrap();
        let report = run(switches(name), constants(&row["set"]), seed);
        assert_same(&report, row, false);
        for (key, ours) in [
            ("in_backoff_at_end", report.unseen.in_backoff_at_end),
            ("late", report.unseen.late),
            ("instant", report.unseen.instant),
        ] {
            assert_eq!(Some(ours), row[key].as_u64(), "{key}");
        }
    }
}

/// The course text's findings and what our research of its program found beside them.
#[test]
fn what_is_odd_in_the_program() {
    // In S6 the breaker sees 44.1 % failures at most and never opens; of calls to the database alone 67.5 % failed.
    let s6 = published(5);
    let percent = |ratio: f64| (1000.0 * ratio).round() / 10.0;
    assert_eq!(percent(s6.unseen.breaker.ratio_peak), 44.1);
    assert_eq!(percent(s6.unseen.breaker.ratio_db_peak), 67.5);
    assert_eq!(s6.unseen.breaker.opened, 0);
    // In S4 every verdict while half open came from a call to the other dependency: 13 successes and a failure.
    let s4 = published(3);
    assert_eq!(s4.unseen.breaker.verdicts, 14);
    assert_eq!(s4.unseen.breaker.verdicts_from_aux, 14);
    // Without the breaker there is no back-off; with it every retry has some.
    let s2 = published(1);
    assert_eq!(s2.unseen.retries_at_once, s2.attempts - s2.arrived + 3);
    assert_eq!(s6.unseen.retries_at_once, 0);
    // 37 answers of S2 came after more than the five seconds of a user's patience, the longest after 24.71 s.
    assert_eq!(s2.unseen.late, 37);
    assert_eq!(s2.max_latency_ms, Ok(24_710.0));
    // The largest sample of S6 is 951; after a tick it was 966.
    assert_eq!((s6.peak_backlog(), s6.unseen.backlog_peak), (951, 966));
    // Left out of what is in flight at the end.
    assert_eq!(s2.unseen.in_backoff_at_end, 3);
    assert_eq!(s6.unseen.in_backoff_at_end, 95);
    // The settings do not see the same arrivals.
    let arrived = (0..6).map(|index| published(index).arrived);
    let (fewest, most) = arrived.fold((u64::MAX, 0), |(fewest, most), count| {
        (fewest.min(count), most.max(count))
    });
    assert_eq!((fewest, most), (53_826, 54_355));
}

/// Only the first eight of a queue are looked at for time-outs. Where all are, nobody begins over time.
#[test]
fn time_outs_that_see_the_whole_queue_let_nobody_through_who_is_over_time() {
    let constants = Constants {
        timeout_scan: 10_000,
        ..Constants::default()
    };
    for switches in Switches::PUBLISHED {
        assert_eq!(run(switches, constants, 425).unseen.overdue, 0);
    }
    for index in 2..5 {
        assert!(published(index).unseen.overdue > 1_000);
    }
}

/// Laws of any run: requests are conserved, slots are bounded, counters only grow, equal seeds give equal runs.
#[test]
fn every_setting_conserves_its_requests() {
    for bits in 0..32_u32 {
        let is_on = |bit: u32| bits >> bit & 1 == 1;
        let switches = Switches {
            tuned: is_on(0),
            retry: is_on(1),
            breaker: is_on(2),
            bulkhead: is_on(3),
            shed: is_on(4),
        };
        let constants = Constants {
            end_s: 32.0,
            ..Constants::default()
        };
        let report = run(switches, constants, 425 + u64::from(bits));
        let unseen = &report.unseen;
        assert_eq!(
            report.arrived,
            report.ok + report.failed + report.in_flight_at_end + unseen.in_backoff_at_end,
            "{switches:?}"
        );
        let sum = |tallies: [outage_lab::kernel::cascade::lecture::Tally; 2]| {
            let [a, b] = tallies;
            (a.ok + b.ok, a.arrived + b.arrived)
        };
        assert_eq!(sum(report.priority), (report.ok, report.arrived));
        assert_eq!(sum(report.dependency), (report.ok, report.arrived));
        assert!(report.good <= report.ok && report.ok <= report.dep_calls);
        assert!(switches.retry || report.attempts == report.arrived);
        assert!(switches.breaker || report.fast_fail == 0);
        for pair in report.moments.windows(2) {
            assert!(pair[0].tick < pair[1].tick && pair[0].arrived <= pair[1].arrived);
            assert!(pair[0].ok <= pair[1].ok);
        }
        for moment in &report.moments {
            for (layer, slots) in constants.slots.into_iter().enumerate() {
                assert!(moment.busy[layer] + moment.held[layer] <= slots);
            }
            // Who is below holds a slot above.
            let below = |layer: usize| moment.waiting[layer] + moment.busy[layer];
            assert_eq!(moment.held[1], below(2) + below(3), "{switches:?}");
            assert_eq!(moment.held[0], moment.held[1] + below(1), "{switches:?}");
            assert_eq!(moment.held[2] + moment.held[3], 0);
        }
    }
}

#[test]
fn constants_outside_their_domain_are_named() {
    let refuse = |change: &dyn Fn(&mut Constants)| {
        let mut constants = Constants::default();
        change(&mut constants);
        let refused = Simulation::new(Switches::default(), constants, 1);
        refused.map(|_| ()).unwrap_err().quantity
    };
    assert_eq!(refuse(&|all| all.tick_s = 0.0), "tick_s");
    assert_eq!(refuse(&|all| all.end_s = f64::INFINITY), "end_s");
    assert_eq!(refuse(&|all| all.end_s = 1e4), "end_s");
    assert_eq!(refuse(&|all| all.rate_per_s = -1.0), "rate_per_s");
    assert_eq!(refuse(&|all| all.rate_per_s = 1e5), "rate_per_s");
    assert_eq!(refuse(&|all| all.slots[2] = 0), "db_slots");
    assert_eq!(
        refuse(&|all| all.service_ms[3] = f64::NAN),
        "aux_service_ms"
    );
    assert_eq!(
        refuse(&|all| all.breaker.min_calls = 0),
        "breaker_min_calls"
    );
    assert_eq!(refuse(&|all| all.retries = 31), "retries");
}

/// Nothing arrives, so nothing is answered: the figures that do not exist say why.
#[test]
fn an_empty_run_has_no_latency() {
    let constants = Constants {
        rate_per_s: 0.0,
        ..Constants::default()
    };
    let report = run(Switches::default(), constants, 425);
    assert_eq!(report.arrived, 0);
    assert_eq!(report.p95_latency_ms, Err(Undefined("nothing_answered")));
    assert!(report.success_rates().all(|rate| rate == 1.0));
    assert_eq!(report.samples.len(), 31);
}
