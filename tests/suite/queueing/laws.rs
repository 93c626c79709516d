//! Laws that every queue keeps.

use outage_lab::kernel::queueing::{
    FiniteRoom, FiniteSource, FixedService, Load, Loop, ManyServers, Queue, WaitTarget,
    fewest_servers, fewest_servers_of, most_arrivals_per_s, most_arrivals_per_s_of,
};
use outage_lab::kernel::rng::Stream;

use super::{LEVELS, MEANS, TAILS, level};
use crate::asked::close;

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
        let late = |load| {
            ManyServers::new(load)
                .unwrap()
                .wait_tail(target.wait_s)
                .unwrap_or(1.0)
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

/// The same for queues that are not M/M/c.
#[test]
fn other_queues_are_sized_as_tightly() {
    let target = WaitTarget {
        share: level("0.95"),
        wait_s: 0.5,
    };
    let load = Load {
        arrival_per_s: 1.0,
        service_per_s: 1.0,
        servers: 1,
    };
    let fixed = |arrival_per_s| {
        FixedService::new(Load {
            arrival_per_s,
            ..load
        })
    };
    let most = most_arrivals_per_s_of(load, target, &|rate| Ok(Box::new(fixed(rate)?)));
    let most = most.unwrap().unwrap();
    let late = fixed(most).unwrap().wait_tail(0.5).unwrap();
    close(late, 0.05, 1e-11);

    for capacity in [10, 25, 60] {
        let room = |servers| {
            FiniteRoom::new(
                Load {
                    arrival_per_s: 20.0,
                    servers,
                    ..load
                },
                capacity,
            )
        };
        let needed = fewest_servers_of(target, &|servers| Ok(Box::new(room(servers)?)));
        let needed = needed.unwrap().unwrap() as u64;
        let late = |servers| room(servers).unwrap().wait_tail(0.5).unwrap();
        assert!(late(needed) <= 0.05 && late(needed - 1) > 0.05, "{needed}");
    }
    for clients in [5, 40, 200] {
        let closed = |servers| {
            FiniteSource::new(Loop {
                clients,
                think_s: 2.0,
                service_per_s: 1.0,
                servers,
            })
        };
        let needed = fewest_servers_of(target, &|servers| Ok(Box::new(closed(servers)?)));
        let needed = needed.unwrap().unwrap() as u64;
        let late = |servers| closed(servers).unwrap().wait_tail(0.5).unwrap();
        assert!(late(needed) <= 0.05 && late(needed - 1) > 0.05, "{needed}");
    }
}
