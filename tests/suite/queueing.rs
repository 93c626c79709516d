//! Queues against independent figures, and the laws that they must keep.

mod cases;
mod laws;
mod models;

use outage_lab::kernel::quantity::Probability;
use outage_lab::kernel::queueing::{
    FiniteRoom, FiniteSource, FixedService, GeneralService, Load, Loop, ManyServers, Queue,
    Variability, erlang_b, erlang_c, mean_wait_s,
};
use serde_json::Value;

use crate::asked::close;

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

/// One billionth below saturation, with the arrival rates as the `f64`s that they are.
#[test]
fn rows_near_saturation() {
    for row in rows("near_saturation") {
        let load = load(&row);
        let queue = ManyServers::new(load).unwrap();
        let steady = queue.steady().unwrap();
        close(steady.wait_probability, number(&row, "p_wait"), MEANS);
        close(
            erlang_b(load).unwrap(),
            number(&row, "blocking_erlang_b"),
            MEANS,
        );
        close(steady.wait_mean_s, number(&row, "wq"), MEANS);
        let p99 = level("0.99");
        close(
            queue.wait_percentile_s(p99).unwrap(),
            number(&row, "wq_p99"),
            TAILS,
        );
        close(
            queue.sojourn_percentile_s(p99).unwrap(),
            number(&row, "w_p99"),
            TAILS,
        );
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
            utilisation: level(&number(&row, "utilisation").to_string()),
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
