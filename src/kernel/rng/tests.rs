//! Correctness tests draw under several seeds and would fail for one seed in a million; stability tests pin numbers
//! and claim nothing about their quality.

use super::*;

const SEEDS: [u64; 5] = [0, 1, 425, 1 << 32, u64::MAX];
const DRAWS: usize = 20_000;

mod stability {
    use super::*;

    /// Key stream of ChaCha with eight rounds, key and nonce zero: J. Strömbergson, *Test Vectors for the Stream Cipher
    /// ChaCha* (draft-strombergson-chacha-test-vectors-01), TC1 with 256 bits.
    #[test]
    fn the_published_test_vector() {
        let mut stream = Stream::numbered(0, 0);
        let bytes: Vec<u8> = (0..8).flat_map(|_| stream.u64().to_le_bytes()).collect();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
             984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        );
    }

    /// The 64-bit FNV-1a test vectors of Fowler, Noll and Vo for "", "a" and "foobar".
    #[test]
    fn the_published_hashes() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    /// The first three numbers and the hundredth, by a ChaCha and an FNV-1a written for this in Python from the
    /// descriptions, of which the first reproduces the vector above.
    #[test]
    fn seed_and_purpose_for_ever() {
        for (seed, purpose, first, hundredth) in [
            (
                425,
                "arrivals",
                [
                    0xbc1a_db1b_fe9b_6270,
                    0x9966_6c65_f675_094a,
                    0x7f1d_673d_a347_23cb,
                ],
                0x4187_2565_dbff_7292,
            ),
            (
                425,
                "service",
                [
                    0xa1b7_ec6c_0633_abd7,
                    0xc630_27e1_6235_c64a,
                    0xd40c_a6b5_5919_e69c,
                ],
                0xc158_34b3_751a_d7c4,
            ),
            (
                u64::MAX,
                "服务时间",
                [
                    0xfba9_834c_b9e2_c04d,
                    0xc62d_a82d_7d8d_2e99,
                    0x79b3_77fd_a696_9eee,
                ],
                0xa1dc_b723_3225_90b5,
            ),
        ] {
            let mut stream = Stream::new(seed, purpose);
            let numbers: Vec<u64> = (0..100).map(|_| stream.u64()).collect();
            assert_eq!(numbers[..3], first, "{seed} {purpose}");
            assert_eq!(numbers[99], hundredth, "{seed} {purpose}");
        }
    }

    /// From the same Python: the top 53 bits of the numbers above by 2⁵³.
    #[test]
    fn uniform_numbers() {
        let mut stream = Stream::new(425, "arrivals");
        assert_eq!(
            [stream.uniform(), stream.uniform()],
            [0.734_784_788_450_821_8, 0.599_219_107_526_057_2]
        );
    }
}

/// Kolmogorov's statistic, D√n: 2.694 is exceeded once in a million.
const KOLMOGOROV_MAX: f64 = 2.694;

/// The largest distance of the sample's distribution from `cdf`, times √n.
fn kolmogorov(mut sample: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    sample.sort_by(f64::total_cmp);
    let n = sample.len() as f64;
    let distance =
        |(i, &x): (usize, &f64)| (cdf(x) - i as f64 / n).max((i + 1) as f64 / n - cdf(x));
    sample.iter().enumerate().map(distance).fold(0.0, f64::max) * n.sqrt()
}

fn check(name: &str, draw: impl Fn(&mut Stream) -> f64, cdf: impl Fn(f64) -> f64) {
    for seed in SEEDS {
        let mut stream = Stream::new(seed, name);
        let sample = (0..DRAWS).map(|_| draw(&mut stream)).collect();
        let statistic = kolmogorov(sample, &cdf);
        assert!(
            statistic < KOLMOGOROV_MAX,
            "{name}, seed {seed}: {statistic}"
        );
    }
}

#[test]
fn distributions() {
    check("uniform", Stream::uniform, |x| x);
    check("uniform open", Stream::uniform_open, |x| x);
    check(
        "exponential",
        |stream| stream.exponential(0.05),
        |x| -math::exp_m1(-0.05 * x),
    );
    check("normal", Stream::normal, |x| {
        math::erfc(-x / 2.0_f64.sqrt()) / 2.0
    });
    let n = (1 << 63) + 1;
    check("below", |stream| stream.below(n) as f64, |x| x / n as f64);
}

/// The test can fail: a rate off by 5 % is seen.
#[test]
fn a_wrong_distribution_is_noticed() {
    let mut stream = Stream::new(425, "exponential");
    let sample = (0..DRAWS).map(|_| stream.exponential(1.05)).collect();
    assert!(kolmogorov(sample, |x| -math::exp_m1(-x)) > KOLMOGOROV_MAX);
}

/// Pearson's statistic against equal counts.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts
        .iter()
        .map(|&count| (f64::from(count) - expected) * (f64::from(count) - expected) / expected)
        .sum()
}

/// Chi-square with 9 degrees of freedom exceeds 44.82 once in a million.
#[test]
fn every_whole_number_is_equally_likely() {
    for seed in SEEDS {
        let mut stream = Stream::new(seed, "digits");
        let mut counts = [0; 10];
        for _ in 0..DRAWS {
            counts[stream.below(10) as usize] += 1;
        }
        assert!(chi_square(&counts) < 44.82, "seed {seed}: {counts:?}");
    }
}

#[test]
fn below_one_there_is_only_zero() {
    let mut stream = Stream::new(0, "one");
    assert!((0..100).all(|_| stream.below(1) == 0));
}

#[test]
#[should_panic(expected = "no number below 0")]
fn below_zero_there_is_nothing() {
    Stream::new(0, "none").below(0);
}

/// Pairs from two streams in 16 × 16 cells: chi-square with 255 degrees of freedom exceeds 377.08 once in a million.
fn pairs(mut a: Stream, mut b: Stream) -> f64 {
    let mut counts = [0; 256];
    for _ in 0..DRAWS {
        counts[(a.below(16) * 16 + b.below(16)) as usize] += 1;
    }
    chi_square(&counts)
}

#[test]
fn purposes_and_seeds_are_independent() {
    for seed in SEEDS {
        let statistic = pairs(Stream::new(seed, "arrivals"), Stream::new(seed, "service"));
        assert!(statistic < 377.08, "two purposes, seed {seed}: {statistic}");
        let statistic = pairs(
            Stream::new(seed, "arrivals"),
            Stream::new(seed.wrapping_add(1), "arrivals"),
        );
        assert!(statistic < 377.08, "two seeds from {seed}: {statistic}");
    }
    let same = pairs(Stream::new(1, "arrivals"), Stream::new(1, "arrivals"));
    assert!(same > 377.08, "a stream depends on itself");
}

/// A draw for one purpose leaves the other purposes alone.
#[test]
fn a_purpose_does_not_disturb_another() {
    let alone: Vec<u64> = std::iter::repeat_with({
        let mut arrivals = Stream::new(7, "arrivals");
        move || arrivals.u64()
    })
    .take(100)
    .collect();
    let mut arrivals = Stream::new(7, "arrivals");
    let mut service = Stream::new(7, "service");
    let beside: Vec<u64> = (0..100)
        .map(|i| {
            if i % 3 == 0 {
                service.normal();
            }
            arrivals.u64()
        })
        .collect();
    assert_eq!(alone, beside);
}

#[test]
fn the_open_interval_has_a_logarithm_everywhere() {
    let mut stream = Stream::new(425, "arrivals");
    let same = Stream::new(425, "arrivals").uniform();
    assert_eq!(stream.uniform_open(), same + STEP);
    assert!((0..DRAWS).all(|_| stream.exponential(1.0) >= 0.0));
}
