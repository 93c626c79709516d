//! The simulator of a cascade against the theory of queues, and the model on it.

use outage_lab::kernel::cascade::system::{
    CascadeRun, Guards, LayerSetup, QueueOrder, QueueRule, Report, Setup, Timeline,
};
use outage_lab::kernel::queueing::{FiniteRoom, Load, ManyServers, Queue};
use outage_lab::kernel::stats::batch_interval;
use outage_lab::models::{Entry, Output};

use crate::asked::{self, figure, number, reason, rows};

const SERVERS: u32 = 2;

/// All guards off and one layer the bottleneck: `db` is M/M/2, at so many times its capacity, with so many requests.
fn one_queue(load: f64, requests: f64, room: Option<u32>) -> Setup {
    let wide = LayerSetup {
        slots: 100_000,
        mean_s: 0.0,
    };
    let arrival_per_s = load * f64::from(SERVERS);
    Setup {
        arrival_per_s,
        end_s: requests / arrival_per_s,
        most_requests: u64::MAX,
        high_share: 0.2,
        db_share: 1.0,
        layers: [
            wide,
            wide,
            LayerSetup {
                slots: SERVERS,
                mean_s: 1.0,
            },
            wide,
        ],
        replicas: 1,
        patience_s: 1e6,
        good_s: 1.0,
        untuned_call_s: 1e6,
        timeline: Timeline::default(),
        guards: Guards {
            queue: room.map(|room| QueueRule {
                capacity: room - SERVERS,
                order: QueueOrder::Fifo,
            }),
            ..Guards::default()
        },
    }
}

fn report(setup: &Setup, seed: u64) -> Report {
    let mut run = CascadeRun::new(setup, seed).unwrap();
    assert!(run.advance(u64::MAX));
    run.report()
}

/// A ratio in each of twelve batches, after a tenth of the run as warm-up: mean and half-width of the 95 % interval.
fn batches(report: &Report, ratio: fn(&[f64; 4]) -> f64) -> (f64, f64) {
    let means: Vec<f64> = report.lived()[12..]
        .chunks(9)
        .map(|bins| {
            let sum = bins.iter().fold([0.0; 4], |sum, bin| {
                let db = &bin.layers[2];
                [
                    sum[0] + db.begun as f64,
                    sum[1] + db.wait_sum_s,
                    sum[2] + db.entered as f64,
                    sum[3] + db.refused as f64,
                ]
            });
            ratio(&sum)
        })
        .collect();
    let interval = batch_interval(&means).unwrap();
    (interval.mean, interval.half_width)
}

fn wait_s(sum: &[f64; 4]) -> f64 {
    sum[1] / sum[0]
}

fn blocked(sum: &[f64; 4]) -> f64 {
    sum[3] / sum[2]
}

fn load(share: f64) -> Load {
    Load {
        arrival_per_s: share * f64::from(SERVERS),
        service_per_s: 1.0,
        servers: u64::from(SERVERS),
    }
}

#[test]
fn waits_are_those_of_m_m_c() {
    let theory = ManyServers::new(load(0.5)).unwrap().steady().unwrap();
    let (mean, half_width) = batches(&report(&one_queue(0.5, 2_000_000.0, None), 425), wait_s);
    assert!(half_width / mean < 0.01, "{half_width} of {mean}");
    assert!(
        (mean - theory.wait_mean_s).abs() < half_width,
        "{mean} {theory:?}"
    );
}

#[test]
fn refusals_are_those_of_m_m_c_k() {
    let theory = FiniteRoom::new(load(0.9), 4).unwrap().steady().unwrap();
    let (mean, half_width) = batches(&report(&one_queue(0.9, 400_000.0, Some(4)), 425), blocked);
    assert!(half_width / mean < 0.01, "{half_width} of {mean}");
    assert!(
        (mean - theory.blocking_probability).abs() < half_width,
        "{mean} {theory:?}"
    );
}

/// Of 200 intervals of 95 % between 90 and 98 % hold the truth.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let wait = ManyServers::new(load(0.4)).unwrap().steady().unwrap();
    let room = FiniteRoom::new(load(0.9), 3).unwrap().steady().unwrap();
    let mut held = [0_u32, 0];
    for seed in 0..200 {
        let (mean, half) = batches(&report(&one_queue(0.4, 12_000.0, None), seed), wait_s);
        held[0] += u32::from((mean - wait.wait_mean_s).abs() <= half);
        let (mean, half) = batches(&report(&one_queue(0.9, 6_000.0, Some(3)), seed), blocked);
        held[1] += u32::from((mean - room.blocking_probability).abs() <= half);
    }
    for count in held {
        assert!((180..=196).contains(&count), "{held:?} of 200");
    }
}

fn run(set: &[(&str, &str)]) -> Output {
    asked::run("cascade", set)
}

const STORM: [(&str, &str); 11] = [
    ("timeline", "slow db 10s..15s x20"),
    ("end_s", "60"),
    ("api_slots", "1000"),
    ("svc_slots", "500"),
    ("db_slots", "1"),
    ("timeouts", "false"),
    ("breaker", "none"),
    ("bulkhead", "false"),
    ("backoff_s", "0"),
    ("jitter", "false"),
    ("retry_budget", "10"),
];

/// Retries at once and without a budget keep the storm up after its fault; without them the same requests recover.
#[test]
fn retries_keep_a_storm_up() {
    for seed in ["425", "426", "427"] {
        let [with, without] = ["true", "false"]
            .map(|retry| run(&[&STORM[..], &[("retry", retry), ("seed", seed)]].concat()));
        assert_eq!(figure(&with, "arrived"), figure(&without, "arrived"));
        assert_eq!(reason(&with, "recovery_s"), "never_recovers");
        assert!(figure(&without, "recovery_s") < 40.0);
        assert!(figure(&with, "worth_all") < -0.2);
        assert_eq!(figure(&without, "worth_all"), 0.0);
    }
}

/// A breaker has nothing to count while nothing fails; after time-outs it is worth something. Averages over orders add up to
/// the worth of all guards together.
#[test]
fn the_worth_of_a_guard_depends_on_the_others() {
    let output = run(&[("queue", "fifo"), ("panel", "true"), ("runs", "3")]);
    let worth = rows(&output, "worth");
    let row = |id| {
        let row = worth.iter().find(|row| row[0] == Entry::Word(id));
        row.unwrap()[1..].iter().map(number).collect::<Vec<f64>>()
    };
    let (breaker, queue) = (row("breaker"), row("queue"));
    assert_eq!(breaker[0], 0.0);
    assert!(breaker[1] > 0.02, "{breaker:?}");
    assert!(queue[0] > 0.04 && queue[1].abs() < 0.005, "{queue:?}");
    for row in worth {
        let [average, low, high] = [3, 4, 5].map(|at| number(&row[at]));
        assert!(low <= average && average <= high);
    }
    // The means over three seeds of what all are worth together.
    let sum: f64 = worth.iter().map(|row| number(&row[3])).sum();
    let together = ["425", "426", "427"]
        .map(|seed| figure(&run(&[("queue", "fifo"), ("seed", seed)]), "worth_all"));
    assert!((sum - together.iter().sum::<f64>() / 3.0).abs() < 1e-12);
}

/// What is wrong with a timeline is told by input, place and what should be there.
#[test]
fn a_timeline_that_makes_no_sense_is_refused() {
    for text in [
        "slow db 20s..10s x3",
        "slow moon 1s..2s x3",
        "surge 1s..5s x2; surge 4s..6s x2",
    ] {
        let error = asked::start("cascade", &[("timeline", text)]).unwrap_err();
        assert_eq!(error.input, Some("timeline"), "{text}");
    }
}
