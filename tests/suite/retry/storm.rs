//! The storm: the chapter's figures, published cases, and the same service request by request.

use outage_lab::kernel::retry::Retries;
use outage_lab::kernel::retry::storm::{Flow, Service, Storm, settle};
use outage_lab::models::Entry;

use super::requests::Requests;
use crate::asked::{close, figure, notes, reason, rows, run};

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

/// Chapter 11: 2500/s fall to 455/s; with one retry the storm ends only below 1250/s offered.
#[test]
fn the_chapter() {
    let output = run("retry_storm", &[]);
    assert_eq!(figure(&output, "capacity_per_s"), 2_500.0);
    assert!((figure(&output, "trigger_capacity_per_s") - 455.0).abs() < 0.5);
    assert_eq!(figure(&output, "storm_ends_below_per_s"), 1_250.0);
    assert_eq!(reason(&output, "recovered_after_s"), "stuck");
    close(figure(&output, "recovers_below_per_s"), 1_250.0, 0.01);
    assert!(figure(&output, "good_end_per_s") < 1.0);
    assert!(figure(&output, "wasted_end") > 0.999);
    close(figure(&output, "sent_end_per_s"), 3_000.0, 0.01);
}

/// The load decides whether it ends by itself, on both sides of the threshold.
#[test]
fn it_ends_below_the_threshold_only() {
    let at = |load: &str| run("retry_storm", &[("arrival_per_s", load)]);
    assert_eq!(reason(&at("1300"), "recovered_after_s"), "stuck");
    assert!(figure(&at("1150"), "recovered_after_s") > 0.0);
    assert_eq!(reason(&at("1150"), "recovers_below_per_s"), "not_stuck");
    // Without retries, or with a queue shorter than the time-out, nothing outlives the trigger.
    for set in [("retries", "0"), ("queue_capacity", "1000")] {
        let output = run("retry_storm", &[set]);
        assert!(figure(&output, "recovered_after_s") < 10.0, "{set:?}");
    }
    // 2600/s is more than the threads can do at any time.
    let too_much = at("2600");
    assert_eq!(rows(&too_much, "alone").len(), 1);
    assert_eq!(reason(&too_much, "recovered_after_s"), "overloaded_already");
}

/// A long queue of attempts that nobody waits for takes long to drain, and that is no storm that keeps itself up.
#[test]
fn a_storm_that_drains_is_not_stuck() {
    // A full queue of 20,000 loses 2500 − 2 · 1200 = 100 a second, until the 2500 of one time-out are left.
    let full = [("queue_capacity", "20000"), ("arrival_per_s", "1200")];
    let after = |more: &[(&str, &str)]| {
        figure(
            &run("retry_storm", &[&full[..], more].concat()),
            "recovered_after_s",
        )
    };
    close(after(&[]), 175.0, 0.05);
    // How long the run is for other reasons does not matter.
    assert_eq!(after(&[]), after(&[("act_after_s", "500")]));
    // Without retries, ten minutes at 200/0.44 a second leave (1150 − 454.5) · 600 attempts; 1350 of them go a second.
    let long = run(
        "retry_storm",
        &[
            ("queue_capacity", "1000000"),
            ("arrival_per_s", "1150"),
            ("retries", "0"),
            ("trigger_s", "600"),
        ],
    );
    close(
        figure(&long, "recovered_after_s"),
        (417_273.0 - 2_500.0) / 1_350.0,
        0.01,
    );
    assert_eq!(reason(&long, "recovers_below_per_s"), "not_stuck");
    assert!(cell(&rows(&long, "alone")[0][1]).is_some());
    // Two a second: that is 20,000 in hours, longer than is simulated.
    let slow = run(
        "retry_storm",
        &[("queue_capacity", "20000"), ("arrival_per_s", "1249")],
    );
    assert_eq!(reason(&slow, "recovered_after_s"), "not_in_run");
    assert_eq!(reason(&slow, "recovers_below_per_s"), "not_stuck");
    assert_eq!(notes(&slow)[0], "retry_storm.note.not_in_run");
}

/// Case C64: 20/s, queue 256, time-out 750 ms, three attempts, 8/s with a surge to 40/s for 10 s.
#[test]
fn the_search_service() {
    let set = [
        ("threads", "1"),
        ("service_s", "50 ms"),
        ("arrival_per_s", "8"),
        ("timeout_s", "750 ms"),
        ("retries", "2"),
        ("queue_capacity", "256"),
        ("trigger", "surge"),
        ("surge_per_s", "40"),
        ("trigger_s", "10"),
    ];
    let three = run("retry_storm", &set);
    close(figure(&three, "capacity_per_s"), 20.0, 1e-12);
    assert_eq!(reason(&three, "recovered_after_s"), "stuck");
    close(figure(&three, "storm_ends_below_per_s"), 20.0 / 3.0, 1e-12);
    close(figure(&three, "recovers_below_per_s"), 20.0 / 3.0, 0.01);
    // Two attempts: 16 < 20.
    let mut two = set;
    two[4].1 = "1";
    assert!(figure(&run("retry_storm", &two), "recovered_after_s") > 0.0);
}

/// Case C65: 4 workers of 25 ms, 50/s, time-out 200 ms, four attempts; slowed to 100 ms. The published 0.65 s are too short
/// for the mean of many runs to tip; five seconds are not.
#[test]
fn the_rpc_service() {
    let set = [
        ("threads", "4"),
        ("service_s", "25 ms"),
        ("arrival_per_s", "50"),
        ("timeout_s", "200 ms"),
        ("retries", "3"),
        ("queue_capacity", "1000"),
        ("slow_service_s", "100 ms"),
        ("trigger_s", "5"),
    ];
    let four = run("retry_storm", &set);
    close(figure(&four, "capacity_per_s"), 160.0, 1e-12);
    close(figure(&four, "trigger_capacity_per_s"), 40.0, 1e-12);
    assert_eq!(reason(&four, "recovered_after_s"), "stuck");
    close(figure(&four, "storm_ends_below_per_s"), 40.0, 1e-12);
    close(figure(&four, "recovers_below_per_s"), 40.0, 0.01);
    let mut three = set;
    three[4].1 = "2";
    assert!(figure(&run("retry_storm", &three), "recovered_after_s") > 0.0);
}

fn cell(entry: &Entry) -> Option<f64> {
    match entry {
        Entry::Number(number) => Some(*number),
        _ => None,
    }
}

/// Up the road the service keeps pace to its capacity; down, from overload, it answers nothing before 1250/s.
#[test]
fn the_load_up_and_down() {
    let output = run("retry_storm", &[]);
    for row in rows(&output, "sweep") {
        let [Some(offered), Some(up), Some(down)] = [&row[0], &row[1], &row[2]].map(cell) else {
            panic!("{row:?}")
        };
        if offered < 0.97 * 2_500.0 {
            assert!((up / offered - 1.0).abs() < 0.01, "{row:?}");
        }
        if (1_260.0..2_750.0).contains(&offered) {
            assert!(down < 1.0, "{row:?}");
        }
        if offered < 1_240.0 {
            assert!((down / offered - 1.0).abs() < 0.01, "{row:?}");
        }
    }
}

/// What each step is worth. The threshold with a budget B is capacity / (1 + B); half as many threads again carry 3750/s
/// of the 3000/s of the storm, but late.
#[test]
fn steps_alone_and_in_order() {
    let output = run("retry_storm", &[]);
    let alone = rows(&output, "alone");
    let find = |name: &str| {
        alone
            .iter()
            .find(|row| matches!(row[0], Entry::Word(word) if word == name))
            .unwrap()
    };
    assert!(cell(&find("none")[1]).is_none());
    assert_eq!(cell(&find("none")[3]), Some(0.0));
    for name in ["stop_retries", "retry_budget", "breaker", "shed"] {
        assert!(cell(&find(name)[1]).unwrap() < 15.0, "{name}");
        assert!(cell(&find(name)[3]).unwrap() > 0.0);
    }
    let late = cell(&find("capacity")[1]).unwrap();
    assert!((30.0..45.0).contains(&late), "{late}");
    // What is done first decides: with new threads first, the ten seconds until the second step are lost.
    let pairs = rows(&output, "orders");
    assert_eq!(pairs.len(), 20);
    let pair = |first: &str, second: &str| {
        let row = pairs.iter().find(|row| {
            matches!((&row[0], &row[1]), (Entry::Word(a), Entry::Word(b)) if *a == first && *b == second)
        });
        cell(&row.unwrap()[2]).unwrap()
    };
    let (right, wrong) = (
        pair("stop_retries", "capacity"),
        pair("capacity", "stop_retries"),
    );
    assert!((wrong - right - 10.0).abs() < 1.5, "{right} {wrong}");
    // A tenth more threads, 2750/s, are not enough for 3000/s of attempts, however long one waits.
    let few = run("retry_storm", &[("capacity_factor", "1.1")]);
    let row = rows(&few, "alone").last().unwrap();
    assert!(cell(&row[1]).is_none(), "{row:?}");
    // A budget of 80 % leaves 1500 · 1.8 = 2700 attempts a second: too many.
    let generous = run("retry_storm", &[("retry_budget", "80%")]);
    assert!(cell(&rows(&generous, "alone")[2][1]).is_none());
}

/// Steps that are chosen are taken.
#[test]
fn chosen_steps_end_the_storm() {
    for first in [
        "stop_retries",
        "retry_budget",
        "breaker",
        "shed",
        "capacity",
    ] {
        let output = run("retry_storm", &[("first", first)]);
        let after = figure(&output, "recovered_after_s");
        assert!(after > 10.0 && after < 60.0, "{first}: {after}");
        close(figure(&output, "good_end_per_s"), 1_500.0, 0.01);
    }
}

fn fluid(storm: &mut Storm, seconds: f64, offered_per_s: f64, service_s: f64) -> f64 {
    let mut sum = Flow::default();
    for _ in 0..storm.ticks(seconds) {
        sum.add(&storm.tick(offered_per_s, service_s));
    }
    sum.good
}

/// Request by request, with chance, the chapter's service does the same: its queue grows as fast, it is stuck at 1500/s, and it
/// comes back at 1150/s.
#[test]
fn request_by_request_it_is_the_same() {
    let service = chapter();
    let mut storm = Storm::new(service, 50, 50).unwrap();
    let mut requests = Requests::new(service, 425);
    for (seconds, offered, service_s) in [(10.0, 1_500.0, 0.08), (2.0, 1_500.0, 0.44)] {
        let expected = fluid(&mut storm, seconds, offered, service_s);
        let counted = requests.go(seconds, offered, service_s);
        assert!(
            (counted - expected).abs() < 0.03 * offered * seconds,
            "{counted} {expected}"
        );
    }
    assert!((requests.queued() / storm.queued() - 1.0).abs() < 0.05);
    requests.go(18.0, 1_500.0, 0.44);
    // Stuck, a minute after the trigger.
    requests.go(50.0, 1_500.0, 0.08);
    let stuck = requests.go(10.0, 1_500.0, 0.08);
    assert!(stuck < 0.01 * 15_000.0, "{stuck}");
    // Fewer users, and it is well.
    requests.go(60.0, 1_150.0, 0.08);
    let well = requests.go(10.0, 1_150.0, 0.08);
    assert!(well > 0.97 * 11_500.0, "{well}");
}

/// The search service of case C64 as well, whose few requests leave much to chance.
#[test]
fn request_by_request_the_search_service_is_stuck() {
    for (retries, is_stuck) in [(2, true), (1, false)] {
        let service = Service {
            threads: 1,
            service_s: 0.05,
            timeout_s: 0.75,
            retries: Retries(retries),
            retry_wait_s: 0.0,
            queue: 256,
        };
        let mut requests = Requests::new(service, 7);
        requests.go(30.0, 8.0, 0.05);
        requests.go(10.0, 40.0, 0.05);
        requests.go(120.0, 8.0, 0.05);
        let good = requests.go(60.0, 8.0, 0.05);
        assert_eq!(good < 0.1 * 480.0, is_stuck, "{retries} retries: {good}");
    }
}

/// Case C65 as it was published, with 0.65 s: request by request it is chance whether that is enough, and the mean of all
/// runs is not. (Counted by an independent program in Python: 8 of 20.)
#[test]
fn of_a_short_trigger_chance_decides() {
    let service = Service {
        threads: 4,
        service_s: 0.025,
        timeout_s: 0.2,
        retries: Retries(3),
        retry_wait_s: 0.0,
        queue: 100_000,
    };
    let stuck = (0..100)
        .filter(|seed| {
            let mut requests = Requests::new(service, *seed);
            requests.go(1.0, 50.0, 0.025);
            requests.go(0.65, 50.0, 0.1);
            requests.go(23.0, 50.0, 0.025);
            requests.go(4.0, 50.0, 0.025) < 100.0
        })
        .count();
    assert!((15..=65).contains(&stuck), "{stuck} of 100");
    let mut mean = Storm::new(service, 20, 50).unwrap();
    fluid(&mut mean, 2.0, 50.0, 0.025);
    fluid(&mut mean, 0.65, 50.0, 0.1);
    fluid(&mut mean, 5.0, 50.0, 0.025);
    close(fluid(&mut mean, 4.0, 50.0, 0.025), 200.0, 0.02);
}

/// A load that is carried on settles where it is said to: below capacity everything is answered.
#[test]
fn a_load_settles() {
    let mut storm = Storm::new(chapter(), 20, 50).unwrap();
    let level = settle(&mut storm, 2_000.0, 150);
    close(level.good_per_s, 2_000.0, 1e-3);
    let over = settle(&mut storm, 3_000.0, 150);
    assert!(over.good_per_s < 1.0 && over.queued > 4_000.0, "{over:?}");
    let stuck = settle(&mut storm, 1_300.0, 150);
    assert!(stuck.good_per_s < 1.0, "{stuck:?}");
    let back = settle(&mut storm, 1_100.0, 150);
    close(back.good_per_s, 1_100.0, 0.01);
}
