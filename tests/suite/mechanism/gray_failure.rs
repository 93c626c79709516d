//! Gray failure: the lecture's figures, a simulation of the waits, and the detectors by hand.

use outage_lab::kernel::mechanism::gray_failure::{Waits, alarm, p99_needs};
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::stats::nearest_rank;

use crate::asked::close;

const ONE_PERCENT: Waits = Waits {
    slow: 0.01,
    quick_s: 0.001,
    slow_s: 10.0,
};

#[test]
fn one_in_a_hundred_hides_in_a_mean_of_100_ms() {
    close(ONE_PERCENT.mean_s(), 0.100_99, 1e-12);
    assert_eq!(ONE_PERCENT.percentile_s(0.01), 10.0);
    // 0.5 s = 0.001 + s · 9.999.
    close(ONE_PERCENT.mean_hides(0.5), 0.499 / 9.999, 1e-12);
    assert_eq!(ONE_PERCENT.mean_hides(20.0), 1.0);
    assert_eq!(ONE_PERCENT.mean_hides(0.000_1), 0.0);
}

/// 120 ms, 3.2 s, 8.0 s, 200 ms and 9.5 s: two quick of 160 ms and three slow of 6.9 s on average.
#[test]
fn the_five_clients_of_the_lecture() {
    let five = Waits {
        slow: 0.6,
        quick_s: 0.16,
        slow_s: 6.9,
    };
    close(five.mean_s(), (0.12 + 3.2 + 8.0 + 0.2 + 9.5) / 5.0, 1e-12);
    assert_eq!(five.percentile_s(0.01), 6.9);
}

/// Without slow requests the waits are exponential: percentile g ln(1/u).
#[test]
fn the_limits_are_those_of_one_kind_of_wait() {
    let none = Waits {
        slow: 0.0,
        ..ONE_PERCENT
    };
    close(none.percentile_s(0.01), 0.001 * 100.0_f64.ln(), 1e-12);
    let all = Waits {
        slow: 1.0,
        ..ONE_PERCENT
    };
    assert_eq!((all.percentile_s(0.5), all.mean_s()), (10.0, 10.0));
    // Slow ones that are quicker than the tail of the others: the tail decides.
    let odd = Waits {
        slow: 0.5,
        quick_s: 1.0,
        slow_s: 0.1,
    };
    close(odd.percentile_s(0.01), 50.0_f64.ln(), 1e-12);
}

#[test]
fn a_percentile_leaves_its_share_above_it() {
    for slow in [0.0, 0.001, 0.0099, 0.01, 0.2, 0.7] {
        let waits = Waits {
            slow,
            quick_s: 0.3,
            slow_s: 2.0,
        };
        for above in [0.5, 0.1, 0.01, 0.001] {
            let at_s = waits.percentile_s(above);
            assert!(waits.longer(at_s) <= above * (1.0 + 1e-9), "{slow} {above}");
            assert!(waits.longer(at_s * (1.0 - 1e-6)) >= above * (1.0 - 1e-9));
        }
    }
}

/// 200,000 waits: the mean within 1 %, the median within 1 %, and the share over a second.
#[test]
fn simulated_waits_have_the_same_mean_and_median() {
    let waits = Waits {
        slow: 0.05,
        quick_s: 0.4,
        slow_s: 3.0,
    };
    let mut random = Stream::new(425, "waits");
    let mut drawn: Vec<f64> = (0..200_000)
        .map(|_| {
            if random.uniform() < waits.slow {
                waits.slow_s
            } else {
                random.exponential(1.0 / waits.quick_s)
            }
        })
        .collect();
    drawn.sort_by(f64::total_cmp);
    let mean = drawn.iter().sum::<f64>() / 200_000.0;
    close(mean, waits.mean_s(), 0.01);
    close(
        nearest_rank(&drawn, 0.5).unwrap(),
        waits.percentile_s(0.5),
        0.01,
    );
    let over = drawn.iter().filter(|wait| **wait > 1.0).count() as f64 / 200_000.0;
    close(over, waits.longer(1.0), 0.03);
}

/// By hand: one probe of five at 1 % is 1 − 0.99⁵; two of two are the square.
#[test]
fn detectors_by_hand() {
    close(alarm(5, 1, 0.01), 1.0 - 0.99_f64.powi(5), 1e-12);
    close(alarm(2, 2, 0.3), 0.09, 1e-12);
    assert_eq!(alarm(5, 1, 0.0), 0.0);
    assert_eq!(alarm(5, 1, 1.0), 1.0);
    // Nearest rank: the 99th of 100 is above the limit when two of them are.
    for n in [1, 10, 100, 101, 1_000] {
        let needs = p99_needs(n) as usize;
        let mut waits = vec![0.0; n as usize - needs];
        waits.extend(vec![1.0; needs]);
        assert_eq!(nearest_rank(&waits, 0.99), Some(1.0), "{n}");
        if needs > 1 {
            waits[n as usize - needs] = 0.0;
            assert_eq!(nearest_rank(&waits, 0.99), Some(0.0), "{n}");
        }
    }
}
