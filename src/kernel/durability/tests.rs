//! Durability against the equations of its chain, solved elsewhere, and against closed forms.

use super::*;
use crate::rng::Stream;

fn close(ours: f64, exact: f64, within: f64) {
    assert!(
        (ours / exact - 1.0).abs() <= within,
        "{ours:e} is not {exact:e}"
    );
}

fn group(scheme: Scheme, repairs: Repairs, mttf: f64, repair: f64, errors: Errors) -> Group {
    Group::new(scheme, repairs, mttf, repair, errors).unwrap()
}

fn errors(mean_s: f64, scrub_s: f64) -> Errors {
    Errors::new(mean_s, scrub_s).unwrap()
}

/// Against the chain's linear equations solved by mpmath with 250 digits; at 60 the last one keeps four.
#[test]
fn mean_times_by_linear_equations() {
    let shards = |k, m| Scheme::shards(k, m).unwrap();
    let parallel = Repairs::Parallel;
    let cases = [
        (
            group(shards(1, 2), parallel, 2e9, 86400.0, Errors::NONE),
            3.57278524471422e17,
        ),
        (
            group(
                shards(1, 2),
                Repairs::Serial,
                2e9,
                86400.0,
                errors(1e9, 2e6),
            ),
            204339791439133.88,
        ),
        (
            group(shards(10, 4), parallel, 2e9, 86400.0, errors(1e9, 2e5)),
            1.586651663096879e+20,
        ),
        (
            group(shards(17, 3), parallel, 7.77e9, 561600.0, Errors::NONE),
            1.0637871422329853e18,
        ),
        (
            group(shards(6, 3), Repairs::Serial, 1e6, 3e4, errors(1e6, 2e4)),
            8385202.6091371499,
        ),
        (
            group(shards(20, 12), parallel, 1e9, 3600.0, Errors::NONE),
            4.673932815470001e64,
        ),
    ];
    for (group, exact) in cases {
        close(group.mean_time_to_loss_s().unwrap(), exact, 1e-12);
    }
}

/// Against the chain over failed and bad parts, in which an error is found after an exponential time with the same
/// mean share of bad parts: mpmath's solution of its linear equations.
#[test]
fn bad_parts_counted_one_by_one_agree() {
    let shards = |k, m| Scheme::shards(k, m).unwrap();
    let cases = [
        (
            group(
                shards(1, 2),
                Repairs::Serial,
                2e9,
                86400.0,
                errors(1e9, 2e6),
            ),
            204_678_081_497_632.4,
            0.002,
        ),
        (
            group(
                shards(1, 2),
                Repairs::Parallel,
                2.102_4e9,
                86400.0,
                errors(3.153_6e9, 1_209_600.0),
            ),
            7762575621958390.1,
            0.001,
        ),
        (
            group(
                shards(10, 4),
                Repairs::Parallel,
                2e9,
                86400.0,
                errors(1e9, 2e5),
            ),
            1.587437919682852e20,
            0.001,
        ),
        (
            group(shards(6, 3), Repairs::Serial, 1e6, 3e4, errors(1e6, 2e4)),
            8562768.717558407,
            0.025,
        ),
    ];
    for (group, exact, within) in cases {
        close(group.mean_time_to_loss_s().unwrap(), exact, within);
    }
}

/// Two copies that hardly ever fail, each bad once a year and both read every two weeks: in each of these (1 − e⁻ˣ)²
/// of the pairs are lost, with x = 14/365.
#[test]
fn errors_alone_lose_data() {
    let year_s = 31_536_000.0;
    let x: f64 = 14.0 / 365.0;
    let by_hand = -math::exp_m1(math::ln_1p(-math::exp_m1(-x) * math::exp_m1(-x)) / x);
    let pair = group(
        Scheme::replicas(2).unwrap(),
        Repairs::Parallel,
        1e18,
        86_400.0,
        errors(year_s, x * year_s),
    );
    close(pair.loss_within(year_s).unwrap(), by_hand, 0.01);
    // The only copy is lost with its first error, however often it is read.
    for scrub_s in [0.0, 1e6] {
        let one = group(
            Scheme::replicas(1).unwrap(),
            Repairs::Parallel,
            1e18,
            86_400.0,
            errors(year_s, scrub_s),
        );
        close(
            one.loss_within(year_s).unwrap(),
            0.632_120_558_828_557_7,
            1e-9,
        );
    }
}

/// Against mpmath's exponential of the rates with 90 digits: repairs that are short and long against the time, rare
/// and frequent loss, rates of a second and of decades.
#[test]
fn chances_of_a_year_by_the_matrix_exponential() {
    let year_s = 31_536_000.0;
    let copies = |count| Scheme::replicas(count).unwrap();
    let shards = |k, m| Scheme::shards(k, m).unwrap();
    let (parallel, serial) = (Repairs::Parallel, Repairs::Serial);
    let (day_s, none) = (86_400.0, Errors::NONE);
    let cases = [
        (
            group(copies(3), parallel, 3.153_6e9, 3.153_6e8, none),
            9.148624442894201e-7,
        ),
        (
            group(copies(3), parallel, 3.153_6e9, 3.153_6e7, none),
            4.982_261_540_168_359e-7,
        ),
        (
            group(copies(3), parallel, 3.153_6e9, 7.884e6, none),
            1.1809574192603528e-7,
        ),
        (
            group(copies(5), parallel, 3.153_6e9, 3.153_6e8, none),
            8.273_929_571_303_419e-11,
        ),
        (
            group(copies(5), parallel, 3.153_6e9, 3.153_6e7, none),
            2.1562361774903463e-11,
        ),
        (
            group(shards(17, 3), parallel, 7.77e9, 561_600.0, none),
            2.867_752_400_117_122e-11,
        ),
        (
            group(copies(1), parallel, 2.102_4e9, day_s, none),
            0.014888060396937339,
        ),
        (
            group(
                copies(3),
                parallel,
                2.102_4e9,
                day_s,
                errors(3.153_6e9, 1_209_600.0),
            ),
            4.061_468_842_505_02e-9,
        ),
        (
            group(
                shards(10, 4),
                parallel,
                2.102_4e9,
                day_s,
                errors(3.153_6e9, 1_209_600.0),
            ),
            7.326_140_906_366_337e-13,
        ),
        (
            group(shards(6, 3), serial, 1e9, 1.0, errors(1e9, 1e6)),
            3.957_698_631_795_971e-9,
        ),
        (
            group(shards(6, 3), serial, 1e7, 3e4, errors(1e8, 1e6)),
            0.0012763871519929363,
        ),
    ];
    for (group, exact) in cases {
        close(group.loss_within(year_s).unwrap(), exact, 1e-12);
    }
}

#[test]
fn one_copy_lasts_as_long_as_its_unit() {
    let one = group(
        Scheme::replicas(1).unwrap(),
        Repairs::Serial,
        7.0,
        1.0,
        Errors::NONE,
    );
    assert_eq!(one.mean_time_to_loss_s(), Ok(7.0));
    close(
        one.loss_within(7.0).unwrap(),
        0.632_120_558_828_557_7,
        1e-14,
    );
    assert_eq!(one.loss_within(0.0), Ok(0.0));
}

#[test]
fn what_helps_and_what_does_not() {
    let mean = |parity, repair_s, errors| {
        let scheme = Scheme::shards(6, parity).unwrap();
        group(scheme, Repairs::Parallel, 1e8, repair_s, errors)
            .mean_time_to_loss_s()
            .unwrap()
    };
    let some = errors(1e8, 2e5);
    for parity in 0..5 {
        assert!(mean(parity + 1, 1e4, some) > mean(parity, 1e4, some));
        assert!(parity == 0 || mean(parity, 1e3, Errors::NONE) > mean(parity, 1e4, Errors::NONE));
        assert!(mean(parity, 1e4, some) < mean(parity, 1e4, Errors::NONE));
    }
    // Never read, the data that is left hangs on six sound parts: 1/(6 · 2λ).
    close(mean(3, 1e4, errors(1e8, 1e24)), 1e8 / 12.0, 1e-9);
}

/// Parts one by one, each read through in its turn: the mean of 4,000 times to loss within four standard errors.
#[test]
fn parts_walked_by_chance_agree() {
    #[derive(Clone, Copy, PartialEq)]
    enum Part {
        Sound,
        Bad,
        Missing,
    }
    const PARTS: usize = 5;
    let (scheme, scrub_s) = (Scheme::shards(3, 2).unwrap(), 20.0);
    let cases = [
        (Repairs::Parallel, Errors::NONE),
        (Repairs::Serial, errors(200.0, scrub_s)),
    ];
    for (repairs, errors) in cases {
        let system = group(scheme, repairs, 100.0, 10.0, errors);
        let mut random = Stream::new(9, "test");
        let mut time_to_loss_s = || {
            let mut parts = [Part::Sound; PARTS];
            let mut now_s = 0.0;
            // A part is read in its fifth of the interval, in which the walk begins at random.
            let mut read_s = random.uniform() * scrub_s / PARTS as f64;
            let mut turn = 0;
            loop {
                let count = |kind| parts.iter().filter(|part| **part == kind).count();
                let (sound, missing) = (count(Part::Sound), count(Part::Missing));
                if sound < 3 {
                    return now_s;
                }
                let failing = (PARTS - missing) as f64 / 100.0;
                let spoiling = sound as f64 * errors.per_s;
                let repairing = match repairs {
                    Repairs::Parallel => missing,
                    Repairs::Serial => missing.min(1),
                } as f64
                    / 10.0;
                let wait_s = random.exponential(failing + spoiling + repairing);
                if now_s + wait_s > read_s {
                    now_s = read_s;
                    read_s += scrub_s / PARTS as f64;
                    if parts[turn] == Part::Bad {
                        parts[turn] = Part::Sound;
                    }
                    turn = (turn + 1) % PARTS;
                    continue;
                }
                now_s += wait_s;
                let mut event = random.uniform() * (failing + spoiling + repairing);
                for part in &mut parts {
                    let (rate, then) = match part {
                        Part::Missing => (repairing / missing as f64, Part::Sound),
                        Part::Bad => (0.01, Part::Missing),
                        Part::Sound if event < 0.01 => (0.01, Part::Missing),
                        Part::Sound => (0.01 + errors.per_s, Part::Bad),
                    };
                    if event < rate {
                        *part = then;
                        break;
                    }
                    event -= rate;
                }
            }
        };
        let times: Vec<f64> = (0..4_000).map(|_| time_to_loss_s()).collect();
        let interval = crate::stats::mean_interval(&times).unwrap();
        let exact = system.mean_time_to_loss_s().unwrap();
        let off = (interval.mean - exact).abs() / interval.half_width;
        assert!(off < 2.1, "{repairs:?}: {} for {exact}", interval.mean);
    }
}

#[test]
fn windows_are_the_binomial_count() {
    // 17 + 3, 0.405 % a year, 6.5 days, as Backblaze published: 56.15 windows of P(X > 3), X binomial.
    let day = 86_400.0;
    let mttf_s = -365.0 * day / math::ln_1p(-0.004_05);
    let vault = group(
        Scheme::shards(17, 3).unwrap(),
        Repairs::Parallel,
        mttf_s,
        6.5 * day,
        Errors::NONE,
    );
    let lost = vault.loss_by_windows(365.0 * day).unwrap();
    assert!(lost > 1e-12 && lost < 1e-10, "{lost:e}");
    // In the chain failures meet wherever they fall: 20·19·18·17/3! against C(20, 4), four times as often.
    let century_s = 36_500.0 * day;
    let ratio = vault.loss_within(century_s).unwrap() / vault.loss_by_windows(century_s).unwrap();
    assert!((ratio - 4.0).abs() < 0.02, "{ratio}");
}

#[test]
fn nothing_overflows_at_the_ends() {
    let scheme = Scheme::shards(100, 100).unwrap();
    let system = group(scheme, Repairs::Parallel, 1e15, 1e-3, Errors::NONE);
    assert_eq!(system.mean_time_to_loss_s(), Err(Undefined("out_of_range")));
    assert_eq!(system.loss_within(1e9), Ok(0.0));
    assert_eq!(system.loss_within(0.0), Ok(0.0));
    let brief = group(scheme, Repairs::Parallel, 1.0, 1e-3, errors(1.0, 1e12));
    assert_eq!(brief.loss_within(1e300), Ok(1.0));
    assert_eq!(some_of(1.0, 1e15), 1.0);
    close(some_of(1e-18, 1e15), 1e-3, 1e-3);
    assert_eq!(unnoticed(1.0, 0.0), Ok(0.0));
    // Both forms at their border.
    close(
        unnoticed(1.0, 0.1).unwrap(),
        unnoticed(1.0, 0.099_999_999_999_9).unwrap(),
        1e-11,
    );
    assert!(Scheme::replicas(0).is_err() && Scheme::shards(0, 1).is_err());
    assert!(Group::new(scheme, Repairs::Serial, 0.0, 1.0, Errors::NONE).is_err());
    assert!(Errors::new(0.0, 1.0).is_err() && Errors::new(1.0, -1.0).is_err());
}
