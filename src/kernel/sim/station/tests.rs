//! Simulation against closed forms: no test depends on which numbers a seed gives beyond its chance of failing.

use super::*;

fn station(load: f64, servers: u32, service: ServiceTime) -> Station {
    Station {
        arrival_per_s: load * 100.0 * f64::from(servers),
        service_per_s: 100.0,
        servers,
        service,
    }
}

fn run(station: Station, customers: u64, seed: u64) -> Measured {
    let mut run = StationRun::new(station, customers, 0.1, seed).unwrap();
    assert!(run.advance(u64::MAX));
    run.measured()
}

/// Erlang's C by the sum over states, which is accurate for a few servers.
fn erlang_c(servers: u32, load: f64) -> f64 {
    let offered = f64::from(servers) * load;
    let mut term = 1.0;
    let mut sum = 1.0;
    for busy in 1..servers {
        term *= offered / f64::from(busy);
        sum += term;
    }
    let last = term * offered / f64::from(servers) / (1.0 - load);
    last / (sum + last)
}

/// M/M/c: C / (c·μ − λ). M/G/1 (Pollaczek and Khinchine): ρ · (1 + scv) / 2 / (μ − λ).
fn wait_mean_s(station: &Station) -> f64 {
    let load = station.load();
    let spare_per_s = f64::from(station.servers) * station.service_per_s - station.arrival_per_s;
    match station.servers {
        1 => load * (1.0 + station.service.scv()) / 2.0 / spare_per_s,
        servers => {
            assert_eq!(station.service, ServiceTime::Exponential);
            erlang_c(servers, load) / spare_per_s
        }
    }
}

#[test]
fn long_runs_meet_theory_within_one_per_cent() {
    use ServiceTime::{Exponential, Fixed, LogNormal};
    for (station, customers) in [
        (station(0.6, 1, Exponential), 2_500_000),
        (station(0.7, 1, Fixed), 2_000_000),
        (station(0.6, 1, LogNormal { scv: 0.5 }), 2_000_000),
        (station(0.7, 2, Exponential), 5_000_000),
    ] {
        let measured = run(station, customers, 425);
        let interval = measured.wait_mean_s.unwrap();
        let theory_s = wait_mean_s(&station);
        assert!(
            interval.half_width < 0.01 * theory_s,
            "{station:?}: {interval:?}"
        );
        // Twice the half-width is 3.9 standard errors: one seed in ten thousand.
        let off = (interval.mean - theory_s).abs();
        assert!(
            off < 2.0 * interval.half_width,
            "{station:?}: {interval:?} for {theory_s}"
        );
        // Who waits: everyone who finds all servers busy.
        let busy = match station.servers {
            1 => station.load(),
            servers => erlang_c(servers, station.load()),
        };
        let waits = measured.wait_probability.unwrap();
        assert!(
            (waits.mean - busy).abs() < 2.0 * waits.half_width + 1e-4,
            "{waits:?} for {busy}"
        );
    }
}

#[test]
fn the_interval_covers_the_theory_over_200_seeds() {
    use ServiceTime::{Exponential, Fixed};
    for (station, customers) in [
        (station(0.5, 1, Exponential), 30_000),
        (station(0.5, 1, Fixed), 20_000),
        (station(0.7, 4, Exponential), 50_000),
    ] {
        let theory_s = wait_mean_s(&station);
        let held = (0..200)
            .filter(|seed| {
                let interval = run(station, customers, 1_000 + seed).wait_mean_s.unwrap();
                (interval.mean - theory_s).abs() <= interval.half_width
            })
            .count();
        assert!((180..=196).contains(&held), "{station:?}: {held} of 200");
    }
}

/// M/M/c: P(W > t) = C · exp(−(c·μ − λ) t), so every quantile is known.
#[test]
fn tail_and_quantiles_meet_theory() {
    let station = station(0.75, 4, ServiceTime::Exponential);
    let measured = run(station, 2_000_000, 7);
    let waits = erlang_c(4, 0.75);
    let spare_per_s = 100.0;
    let mut outside = 0;
    for tail in &measured.tail {
        let theory = waits * math::exp(-spare_per_s * tail.wait_s);
        outside += u32::from((tail.share.mean - theory).abs() > tail.share.half_width);
        assert!(
            (tail.share.mean - theory).abs() < 2.5 * tail.share.half_width + 1e-6,
            "{tail:?} for {theory}"
        );
    }
    assert!(outside < 20, "{outside} of {}", measured.tail.len());
    for share in [0.9, 0.99] {
        let theory_s = math::ln(waits / (1.0 - share)) / spare_per_s;
        let ours_s = measured.wait_quantile_s(share).unwrap();
        assert!(
            (ours_s / theory_s - 1.0).abs() < 0.02,
            "{share}: {ours_s} for {theory_s}"
        );
    }
    assert_eq!(measured.wait_quantile_s(0.3), Ok(0.0));
}

#[test]
fn slices_change_nothing_and_a_seed_is_a_run() {
    let station = station(0.9, 8, ServiceTime::LogNormal { scv: 4.0 });
    let whole = run(station, 10_007, 1);
    for slice in [1, 7, 97, 5_000] {
        let mut sliced = StationRun::new(station, 10_007, 0.1, 1).unwrap();
        while !sliced.advance(slice) {
            assert!(sliced.progress() < 1.0);
        }
        assert_eq!(sliced.measured(), whole, "{slice}");
    }
    assert_ne!(run(station, 10_007, 2).trace, whole.trace);
}

#[test]
fn parts_add_up_to_the_run() {
    let measured = run(station(0.5, 2, ServiceTime::Exponential), 12_345, 1);
    assert_eq!(measured.warm_up + BATCHES * measured.batch, 12_345);
    assert!(measured.warm_up >= 1_234 && measured.warm_up < 1_234 + BATCHES);
    assert_eq!(measured.slices.len() as u64, SLICES);
    assert_eq!(measured.slices.last().unwrap().0, 12_345);
}

#[test]
fn an_overloaded_station_is_measured_as_it_is() {
    // Twice what it can do: the wait grows by half a service with each customer.
    let measured = run(station(2.0, 1, ServiceTime::Fixed), 20_000, 1);
    let (_, last_s) = *measured.slices.last().unwrap();
    assert!(
        (last_s / (20_000.0 * 0.5 * 0.01) - 1.0).abs() < 0.05,
        "{last_s}"
    );
    assert!(measured.wait_quantile_s(0.99).unwrap().is_finite());
}

#[test]
fn what_cannot_run_is_refused() {
    let good = station(0.5, 1, ServiceTime::Exponential);
    let bad = |station: Station| {
        StationRun::new(station, 10_000, 0.1, 1)
            .unwrap_err()
            .quantity
    };
    assert_eq!(
        bad(Station {
            arrival_per_s: 0.0,
            ..good
        }),
        "arrival_per_s"
    );
    assert_eq!(
        bad(Station {
            service_per_s: f64::NAN,
            ..good
        }),
        "service_per_s"
    );
    assert_eq!(bad(Station { servers: 0, ..good }), "servers");
    let service = ServiceTime::LogNormal { scv: 0.0 };
    assert_eq!(bad(Station { service, ..good }), "service_scv");
    assert_eq!(
        StationRun::new(good, 999, 0.1, 1).unwrap_err().quantity,
        "customers"
    );
    assert_eq!(
        StationRun::new(good, 1_000, 0.95, 1).unwrap_err().quantity,
        "warm_up_share"
    );
}
