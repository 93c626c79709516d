//! Figures that others got wrong, and the edges.

use outage_lab::kernel::quantity::Probability;
use outage_lab::kernel::queueing::{
    FiniteRoom, FixedService, GeneralService, Load, ManyServers, Queue, Variability, WaitTarget,
    erlang_c, fewest_servers, mean_wait_s,
};

use super::{MEANS, level};
use crate::asked::close;

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
            utilisation: level("0.9"),
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
    // Ten a week and 4 weeks of wait: 10.25 a week are enough, and the half is why 10.5 are not needed.
    let weeks = mean_wait_s(Variability {
        utilisation: Probability::from_value(10.0 / 10.25).unwrap(),
        service_mean_s: 1.0 / 10.25,
        arrival_scv: 1.0,
        service_scv: 1.0,
        servers: 1,
    });
    close(weeks.unwrap().unwrap(), 4.0 * 10.0 / 10.25, 1e-12);
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
        close(p99 * spare, core::f64::consts::LN_10 * 2.0, 1e-6);
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

/// Far above saturation all but K are refused and every server is busy: rates, room and servers by mpmath, by the
/// weights of the states to 60 digits.
#[test]
fn a_room_for_two_hundred_thousand_in_overload() {
    for (arrival_per_s, servers, refused, busy, queue_mean, wait_mean_s) in [
        (
            1e9,
            2,
            0.999_999_998,
            1.0,
            199_997.999_999_998,
            99_998.999_999_999,
        ),
        (150_000.0, 100_000, 1.0 / 3.0, 1.0, 99_998.0, 0.999_98),
        (101.0, 100, 0.009_900_990_099_009_9, 1.0, 199_800.0, 1_998.0),
        (
            100_001.0,
            100_000,
            0.000_015_783_280_239_128_37,
            0.999_994_216_561_928_1,
            58_064.314_095_568_78,
            0.580_646_499_088_756_9,
        ),
    ] {
        let load = Load {
            arrival_per_s,
            service_per_s: 1.0,
            servers,
        };
        let steady = FiniteRoom::new(load, 200_000).unwrap().steady().unwrap();
        close(steady.blocking_probability, refused, 1e-12);
        close(steady.utilisation, busy, 1e-12);
        assert!(steady.utilisation <= 1.0, "{}", steady.utilisation);
        close(steady.queue_mean, queue_mean, 1e-12);
        close(steady.wait_mean_s, wait_mean_s, 1e-12);
    }
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
