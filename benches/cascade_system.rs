//! How many events a second the simulator of a cascade works off: events that happen and change something, without those
//! that are cancelled, and without time-outs of what is over.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]
#![allow(clippy::disallowed_methods, reason = "a bench reads the clock")]

mod median;

use std::hint::black_box;
use std::time::Instant;

use median::median;
use outage_lab::kernel::cascade::system::CascadeRun;
use outage_lab::kernel::cascade::system::{
    BreakerPolicy, ConcurrencyLimit, Entry, Guard, Guards, Happening, LayerId, LayerSetup,
    QueueOrder, QueueRule, Retry, Setup, Timeline, Timeouts,
};

const ROUNDS: usize = 5;

/// The lecture's system at its own load, with its slow database and its surge in the middle of the run.
fn setup(end_s: f64, guards: Guards) -> Setup {
    let layer = |slots, mean_s| LayerSetup { slots, mean_s };
    let entry = |what, from: f64, to: f64| Entry {
        what,
        from_s: from * end_s,
        to_s: to * end_s,
    };
    Setup {
        arrival_per_s: 400.0,
        end_s,
        most_requests: u64::MAX,
        high_share: 0.2,
        db_share: 0.7,
        layers: [
            layer(120, 0.005),
            layer(60, 0.01),
            layer(10, 0.01),
            layer(5, 0.01),
        ],
        replicas: 1,
        patience_s: 5.0,
        good_s: 0.1,
        untuned_call_s: 3.0,
        timeline: Timeline::new(vec![
            entry(Happening::Slow(LayerId::Db, 20.0), 0.25, 0.5),
            entry(Happening::Surge(6.0), 0.4, 0.5),
        ])
        .unwrap(),
        guards,
    }
}

fn all() -> Guards {
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
        breaker: Some(BreakerPolicy::failure_ratio(5.0)),
        bulkhead: Some(42),
        queue: Some(QueueRule {
            capacity: 100,
            order: QueueOrder::Fifo,
        }),
        shed_wait_s: Some(0.05),
        limit: Some(ConcurrencyLimit::Adaptive {
            start: 120,
            target_s: 0.2,
        }),
        rate_per_s: Some(1_000.0),
        hedge_s: Some(0.1),
        cache_hit: Some(0.3),
    }
}

/// Events that changed something and events a second, median of the rounds.
fn measure(setup: &Setup) -> (u64, f64) {
    let mut events = 0;
    let rates = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let mut run = CascadeRun::new(setup, 425).unwrap();
            run.advance(u64::MAX);
            events = black_box(run.report()).events;
            events as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    (events, median(rates))
}

fn main() {
    println!("A cascade, medians of {ROUNDS}: events that changed something");
    let line = |name: &str, setup: &Setup| {
        let (events, rate) = measure(setup);
        println!("  {name:<28} {events:>10} events {rate:>10.3e} events/s");
    };
    line("no guards", &setup(600.0, Guards::default()));
    for guard in Guard::ALL {
        let name = format!("{guard:?}").to_lowercase();
        line(&name, &setup(600.0, all().only(&[guard])));
    }
    line("all guards", &setup(600.0, all()));
    println!("Cost by length, all guards");
    for end_s in [60.0, 600.0, 6_000.0] {
        line(&format!("{end_s} s"), &setup(end_s, all()));
    }
}
