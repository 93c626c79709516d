//! Queues against independent figures, and the laws that they must keep.

use outage_lab::kernel::quantity::Probability;
use outage_lab::kernel::queueing::{
    FiniteRoom, FiniteSource, FixedService, GeneralService, Load, Loop, ManyServers, Queue,
    Variability, WaitTarget, erlang_b, erlang_c, fewest_servers, mean_wait_s, most_arrivals_per_s,
};
use outage_lab::kernel::rng::Stream;
use serde_json::Value;

const MEANS: f64 = 1e-12;
const TAILS: f64 = 1e-9;

fn reference() -> Value {
    serde_json::from_str(include_str!("../reference/queueing.json")).unwrap()
}

fn rows(name: &str) -> Vec<Value> {
    reference()[name].as_array().unwrap().clone()
}

fn number(row: &Value, name: &str) -> f64 {
    row[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} in {row}"))
}

#[track_caller]
fn close(ours: f64, expected: f64, tolerance: f64) {
    assert!(
        (ours - expected).abs() <= tolerance * expected.abs(),
        "{ours} is not {expected} within {tolerance:e}"
    );
}

fn load(row: &Value) -> Load {
    Load {
        arrival_per_s: number(row, "arrival_rate"),
        service_per_s: number(row, "service_rate"),
        servers: row["servers"].as_u64().unwrap(),
    }
}

fn level(text: &str) -> Probability {
    text.parse().unwrap()
}

#[test]
fn rows_of_many_servers() {
    for row in rows("mmc") {
        let load = load(&row);
        let queue = ManyServers::new(load).unwrap();
        let steady = queue.steady().unwrap();
        close(load.utilisation(), number(&row, "utilisation"), MEANS);
        close(load.offered(), number(&row, "offered_load"), MEANS);
        close(
            erlang_c(load).unwrap().unwrap(),
            number(&row, "p_wait"),
            MEANS,
        );
        close(
            erlang_b(load).unwrap(),
            number(&row, "blocking_erlang_b"),
            MEANS,
        );
        close(steady.wait_mean_s, number(&row, "wq"), MEANS);
        close(steady.sojourn_mean_s, number(&row, "w"), MEANS);
        close(steady.queue_mean, number(&row, "lq"), MEANS);
        close(steady.system_mean, number(&row, "l"), MEANS);
        for (name, text) in [
            ("p50", "0.5"),
            ("p90", "0.9"),
            ("p95", "0.95"),
            ("p99", "0.99"),
            ("p999", "0.999"),
        ] {
            let wait_s = queue.wait_percentile_s(level(text)).unwrap();
            close(wait_s, number(&row, &format!("wq_{name}")), TAILS);
            let sojourn_s = queue.sojourn_percentile_s(level(text)).unwrap();
            close(sojourn_s, number(&row, &format!("w_{name}")), TAILS);
        }
    }
}

#[test]
fn rows_of_a_finite_room() {
    for row in rows("mmck") {
        let load = load(&row);
        let queue = FiniteRoom::new(load, row["capacity"].as_u64().unwrap()).unwrap();
        let steady = queue.steady().unwrap();
        close(steady.blocking_probability, number(&row, "p_block"), MEANS);
        close(steady.throughput_per_s, number(&row, "throughput"), MEANS);
        close(steady.queue_mean, number(&row, "lq"), MEANS);
        close(steady.system_mean, number(&row, "l"), MEANS);
        close(steady.wait_mean_s, number(&row, "wq"), MEANS);
        close(steady.sojourn_mean_s, number(&row, "w"), MEANS);
    }
}

#[test]
fn rows_of_a_general_service() {
    for row in rows("mg1") {
        let load = Load {
            arrival_per_s: number(&row, "arrival_rate"),
            service_per_s: 1.0 / number(&row, "mean_service"),
            servers: 1,
        };
        let scv = number(&row, "scv_service");
        let steady = GeneralService::new(load, scv).unwrap().steady().unwrap();
        close(steady.utilisation, number(&row, "utilisation"), MEANS);
        close(steady.wait_mean_s, number(&row, "wq"), MEANS);
        close(steady.sojourn_mean_s, number(&row, "w"), MEANS);
        close(steady.queue_mean, number(&row, "lq"), MEANS);
        close(steady.system_mean, number(&row, "l"), MEANS);
    }
}

#[test]
fn rows_of_kingman() {
    for row in rows("kingman") {
        let wait_s = mean_wait_s(Variability {
            utilisation: number(&row, "utilisation"),
            service_mean_s: number(&row, "mean_service"),
            arrival_scv: number(&row, "scv_arrival"),
            service_scv: number(&row, "scv_service"),
            servers: 1,
        });
        close(wait_s.unwrap().unwrap(), number(&row, "wq"), MEANS);
    }
}

#[test]
fn rows_of_a_closed_loop() {
    for row in rows("closed_loop") {
        let queue = FiniteSource::new(Loop {
            clients: row["clients"].as_u64().unwrap(),
            think_s: number(&row, "think_time"),
            service_per_s: 1.0 / number(&row, "mean_service"),
            servers: row["servers"].as_u64().unwrap(),
        });
        let steady = queue.unwrap().steady().unwrap();
        close(steady.throughput_per_s, number(&row, "throughput"), MEANS);
        close(steady.system_mean, number(&row, "l"), MEANS);
        close(steady.sojourn_mean_s, number(&row, "response_time"), MEANS);
    }
}

const LEVELS: [(&str, &str); 4] = [
    ("p50", "0.5"),
    ("p90", "0.9"),
    ("p99", "0.99"),
    ("p999", "0.999"),
];

#[track_caller]
fn percentiles(queue: &dyn Queue, row: &Value) {
    for (name, text) in LEVELS {
        let wait_s = queue.wait_percentile_s(level(text)).unwrap();
        close(wait_s, number(row, &format!("wq_{name}")), TAILS);
        let sojourn_s = queue.sojourn_percentile_s(level(text)).unwrap();
        close(sojourn_s, number(row, &format!("w_{name}")), TAILS);
    }
}

#[test]
fn percentiles_of_those_let_in() {
    for row in rows("mmck_percentiles") {
        let queue = FiniteRoom::new(load(&row), row["capacity"].as_u64().unwrap()).unwrap();
        let wait_probability = queue.steady().unwrap().wait_probability;
        close(wait_probability, number(&row, "p_wait"), MEANS);
        percentiles(&queue, &row);
    }
}

#[test]
fn percentiles_of_a_closed_loop() {
    for row in rows("closed_loop_percentiles") {
        let queue = FiniteSource::new(Loop {
            clients: row["clients"].as_u64().unwrap(),
            think_s: number(&row, "think_time"),
            service_per_s: 1.0 / number(&row, "mean_service"),
            servers: row["servers"].as_u64().unwrap(),
        })
        .unwrap();
        let wait_probability = queue.steady().unwrap().wait_probability;
        close(wait_probability, number(&row, "p_wait"), MEANS);
        percentiles(&queue, &row);
    }
}

#[test]
fn percentiles_of_a_fixed_service() {
    for row in rows("md1_percentiles") {
        let service_per_s = number(&row, "service_rate");
        let queue = FixedService::new(Load {
            arrival_per_s: number(&row, "utilisation") * service_per_s,
            service_per_s,
            servers: 1,
        });
        percentiles(&queue.unwrap(), &row);
    }
}

/// The mean wait is the area under its tail, which the formula of the mean does not use.
#[test]
fn means_are_areas_under_tails() {
    let load = Load {
        arrival_per_s: 3.4,
        service_per_s: 1.0,
        servers: 4,
    };
    let one = Load {
        arrival_per_s: 0.8,
        service_per_s: 1.0,
        servers: 1,
    };
    let closed = Loop {
        clients: 30,
        think_s: 5.0,
        service_per_s: 1.0,
        servers: 4,
    };
    let queues: [Box<dyn Queue>; 4] = [
        Box::new(ManyServers::new(load).unwrap()),
        Box::new(FiniteRoom::new(load, 12).unwrap()),
        Box::new(FixedService::new(one).unwrap()),
        Box::new(FiniteSource::new(closed).unwrap()),
    ];
    for queue in queues {
        // Simpson's rule, with nodes at the kinks of M/D/1.
        let (step, count) = (0.01, 12_000);
        let tail = |i: i32| queue.wait_tail(f64::from(i) * step).unwrap();
        let area: f64 = (0..count)
            .step_by(2)
            .map(|i| (tail(i) + 4.0 * tail(i + 1) + tail(i + 2)) * step / 3.0)
            .sum();
        close(area, queue.steady().unwrap().wait_mean_s, 1e-6);
    }
}

/// C22: a^170 and 170^170 are too large for an f64.
#[test]
fn a_hundred_and_seventy_servers() {
    let load = Load {
        arrival_per_s: 277.77,
        service_per_s: 1.881,
        servers: 170,
    };
    let steady = ManyServers::new(load).unwrap().steady().unwrap();
    close(load.offered(), 147.671_451_356, 1e-11);
    close(steady.utilisation, 0.868_655_596_21, 1e-10);
    close(steady.wait_probability, 0.046_220_648_494_3, 1e-11);
    close(steady.queue_mean, 0.305_683_560_292, 1e-11);
    close(steady.wait_mean_s, 0.001_100_491_630_82, 1e-11);
    close(steady.sojourn_mean_s, 0.532_732_602_21, 1e-10);
    close(steady.system_mean, 147.977_134_916, 1e-11);
}

/// C23: a calculator whose four servers answered sooner than the service takes.
#[test]
fn four_servers_of_a_published_calculator() {
    let one = Load {
        arrival_per_s: 2.0,
        service_per_s: 3.0,
        servers: 1,
    };
    let steady = ManyServers::new(one).unwrap().steady().unwrap();
    close(steady.sojourn_mean_s, 1.0, MEANS);
    close(steady.queue_mean, 4.0 / 3.0, MEANS);
    let steady = ManyServers::new(Load { servers: 4, ..one })
        .unwrap()
        .steady()
        .unwrap();
    close(steady.wait_probability, 0.005_069_708_49, 1e-8);
    close(steady.sojourn_mean_s, 0.333_840_304_183, 1e-11);
    close(steady.queue_mean, 0.001_013_941_698_35, 1e-11);
}

/// C25: service levels of eleven to sixteen agents, and how many are needed.
#[test]
fn agents_of_a_call_centre() {
    let calls = |servers| Load {
        arrival_per_s: 100.0 / 1800.0,
        service_per_s: 1.0 / 180.0,
        servers,
    };
    let levels = [
        0.389_613_811_729,
        0.640_158_040_374,
        0.795_594_788_418,
        0.888_350_019_179,
        0.941_452_842_869,
        0.970_560_492_503,
    ];
    for (agents, in_time) in (11..).zip(levels) {
        let late = ManyServers::new(calls(agents)).unwrap().wait_tail(20.0);
        close(1.0 - late.unwrap(), in_time, 1e-11);
    }
    close(
        erlang_c(calls(14)).unwrap().unwrap(),
        0.174_131_933_595,
        1e-11,
    );
    let needed = |share| {
        let target = WaitTarget {
            share: level(share),
            wait_s: 20.0,
        };
        fewest_servers(calls(1), target).unwrap()
    };
    // 13 give 79.56 %.
    assert_eq!(needed("0.8"), Ok(14.0));
    assert_eq!(needed("0.79"), Ok(13.0));
    assert_eq!(needed("1").unwrap_err().0, "no_longest_wait");
}

/// C29: most do not wait at all, and no percentile is below zero.
#[test]
fn percentiles_begin_at_zero() {
    let load = Load {
        arrival_per_s: 0.3,
        service_per_s: 1.0,
        servers: 1,
    };
    let queue = ManyServers::new(load).unwrap();
    for (text, wait_s) in [
        ("0.5", 0.0),
        ("0.7", 0.0),
        ("0.9", 1.569_446_126_67),
        ("0.95", 2.559_656_384_61),
        ("0.99", 4.858_853_402_37),
    ] {
        let ours = queue.wait_percentile_s(level(text)).unwrap();
        assert!((ours - wait_s).abs() < 1e-11, "{text}: {ours}");
    }
    for (text, sojourn_s) in [
        ("0.5", 0.990_210),
        ("0.95", 4.279_617_53),
        ("0.99", 6.578_814_55),
    ] {
        close(
            queue.sojourn_percentile_s(level(text)).unwrap(),
            sojourn_s,
            1e-6,
        );
    }
}

/// C28: with the half, the wait is M/M/1's at 1 and 1, and M/D/1's at 1 and 0.
#[test]
fn kingman_has_a_half() {
    let wait = |arrival_scv, service_scv| {
        mean_wait_s(Variability {
            utilisation: 0.9,
            service_mean_s: 1.0,
            arrival_scv,
            service_scv,
            servers: 1,
        })
        .unwrap()
        .unwrap()
    };
    close(wait(1.0, 1.0), 9.0, MEANS);
    close(wait(1.0, 0.0), 4.5, MEANS);
}

/// Where (c − a) = 1 both exponentials of the sojourn have one rate, and a hair beside it nothing jumps.
#[test]
fn equal_rates_of_the_sojourn() {
    let sojourn_s = |arrival_per_s: f64| {
        let load = Load {
            arrival_per_s,
            service_per_s: 1.0,
            servers: 2,
        };
        let queue = ManyServers::new(load).unwrap();
        queue.sojourn_percentile_s(level("0.99")).unwrap()
    };
    // C = 1/3, and e^(−t)(1 + t/3) = 0.01 by mpmath.
    close(sojourn_s(1.0), 5.665_960_683_792_997, 1e-12);
    for apart in [1e-15, 1e-12, 1e-9] {
        close(sojourn_s(1.0 + apart), sojourn_s(1.0), 10.0 * apart + 1e-13);
    }
}

/// A billionth below saturation: θ is exact, and the heavy-traffic limit W·θ → 1 holds.
#[test]
fn a_billionth_below_saturation() {
    for servers in [1, 10, 1_000, 100_000] {
        let load = Load {
            arrival_per_s: servers as f64 * (1.0 - 1e-9),
            service_per_s: 1.0,
            servers,
        };
        let queue = ManyServers::new(load).unwrap();
        let spare = load.spare_per_s();
        close(spare, servers as f64 * 1e-9, 1e-6);
        let steady = queue.steady().unwrap();
        assert!(steady.wait_probability < 1.0);
        assert!(1.0 - steady.wait_probability < 2e-9 * (servers as f64).sqrt() + 1e-15);
        close(steady.wait_mean_s * spare, 1.0, 1e-6);
        let p99 = queue.wait_percentile_s(level("0.99")).unwrap();
        close(p99 * spare, 100_f64.ln(), 1e-6);
    }
    let full = Load {
        arrival_per_s: 1.0,
        service_per_s: 1.0,
        servers: 1,
    };
    let at_capacity = ManyServers::new(full).unwrap();
    assert_eq!(at_capacity.steady().unwrap_err().0, "unstable");
    assert_eq!(
        at_capacity
            .sojourn_percentile_s(level("0.5"))
            .unwrap_err()
            .0,
        "unstable"
    );
    assert_eq!(
        FixedService::new(full)
            .unwrap()
            .wait_tail(1.0)
            .unwrap_err()
            .0,
        "unstable"
    );
    assert!(FiniteRoom::new(full, 1).unwrap().steady().is_ok());
}

#[test]
fn two_moments_fix_no_percentile() {
    let load = Load {
        arrival_per_s: 0.5,
        service_per_s: 1.0,
        servers: 1,
    };
    let queue = GeneralService::new(load, 2.0).unwrap();
    let refused = queue.wait_percentile_s(level("0.99")).unwrap_err();
    assert_eq!(refused.0, "distribution_unknown");
    let never = ManyServers::new(load)
        .unwrap()
        .wait_percentile_s(level("1"));
    assert_eq!(never.unwrap_err().0, "no_longest_wait");
}

/// Laws that hold for every queue: Little's, W ≥ 1/μ, percentiles in order and equal to the tail they leave; and a large
/// room, or many clients who think long, come to M/M/c.
#[test]
fn laws() {
    let mut random = Stream::new(425, "queues");
    for _ in 0..200 {
        let servers = 1 + random.below(40);
        let service_per_s = 0.1 + 10.0 * random.uniform();
        let arrival_per_s = service_per_s * servers as f64 * (0.02 + 0.95 * random.uniform());
        let load = Load {
            arrival_per_s,
            service_per_s,
            servers,
        };
        let room = servers + random.below(40);
        let closed = Loop {
            clients: 1 + random.below(100),
            think_s: random.uniform() / service_per_s,
            service_per_s,
            servers,
        };
        let one = Load {
            arrival_per_s: service_per_s * 0.97 * random.uniform(),
            servers: 1,
            ..load
        };
        let queues: [Box<dyn Queue>; 4] = [
            Box::new(ManyServers::new(load).unwrap()),
            Box::new(FiniteRoom::new(load, room).unwrap()),
            Box::new(FiniteSource::new(closed).unwrap()),
            Box::new(FixedService::new(one).unwrap()),
        ];
        for queue in &queues {
            let steady = queue.steady().unwrap();
            close(
                steady.system_mean,
                steady.throughput_per_s * steady.sojourn_mean_s,
                MEANS,
            );
            close(
                steady.queue_mean,
                steady.throughput_per_s * steady.wait_mean_s,
                MEANS,
            );
            assert!(steady.sojourn_mean_s >= 1.0 / service_per_s && steady.queue_mean >= 0.0);
            assert!(steady.utilisation <= 1.0 + 1e-12 && steady.utilisation > 0.0);
            close(
                queue.wait_tail(0.0).unwrap(),
                steady.wait_probability,
                1e-11,
            );
            let mut before = (0.0, 0.0);
            for (_, text) in LEVELS {
                let wait_s = queue.wait_percentile_s(level(text)).unwrap();
                let sojourn_s = queue.sojourn_percentile_s(level(text)).unwrap();
                assert!(wait_s >= before.0 && sojourn_s >= before.1 && sojourn_s > wait_s);
                if wait_s > 0.0 {
                    let left = queue.wait_tail(wait_s).unwrap();
                    close(left, level(text).complement(), TAILS);
                }
                before = (wait_s, sojourn_s);
            }
        }
        let roomy = FiniteRoom::new(load, servers + 4_000).unwrap();
        let (roomy, endless) = (roomy.steady().unwrap(), queues[0].steady().unwrap());
        close(roomy.sojourn_mean_s, endless.sojourn_mean_s, 1e-11);
    }
}

/// Sizing there and back: one server fewer breaks the promise, and so does a little more load.
#[test]
fn sizing_is_tight() {
    let mut random = Stream::new(425, "sizing");
    for _ in 0..200 {
        let load = Load {
            arrival_per_s: 0.01 + 2_000.0 * random.uniform(),
            service_per_s: 0.5 + random.uniform(),
            servers: 1,
        };
        let target = WaitTarget {
            share: level(["0.5", "0.8", "0.99", "0.999"][random.below(4) as usize]),
            wait_s: random.uniform(),
        };
        let late = |load| match ManyServers::new(load).unwrap().wait_tail(target.wait_s) {
            Ok(late) => late,
            Err(_) => 1.0,
        };
        let allowed = target.share.complement();
        let servers = fewest_servers(load, target).unwrap().unwrap() as u64;
        assert!(late(Load { servers, ..load }) <= allowed * (1.0 + 1e-11));
        if servers > 1 {
            let fewer = Load {
                servers: servers - 1,
                ..load
            };
            assert!(late(fewer) > allowed, "{load:?} {target:?}");
        }
        let most = most_arrivals_per_s(Load { servers, ..load }, target)
            .unwrap()
            .unwrap();
        assert!(most >= load.arrival_per_s * (1.0 - 1e-12));
        let more = Load {
            arrival_per_s: most * (1.0 + 1e-9),
            servers,
            ..load
        };
        assert!(late(more) > allowed * (1.0 - 1e-12));
    }
}
