//! Counting: how many of the marked ones are among those drawn.
//!
//! The obvious ways fail at the sizes of a data centre: factorials overflow, and a difference of logarithms of
//! factorials keeps only as many digits as the logarithms leave. The saddle-point form below never has a large
//! intermediate value and keeps some thirteen digits at every size.

use super::error::{Defined, DomainError, defined};
use super::math;

/// The chance of `successes` in `trials` independent trials that each succeed with the chance `p` and fail with `q` =
/// 1 − `p`, both given so that neither loses digits to a subtraction.
///
/// Formula: C(n, x) pˣ qⁿ⁻ˣ, in the saddle-point form with Stirling's error δ and the deviance part D:
/// exp(δ(n) − δ(x) − δ(n−x) − D(x, np) − D(n−x, nq)) · √(n / (2π x (n−x))). Relative error below 1e-12 wherever the
/// result is above 1e-300; 0 where it is too small for an `f64`.
///
/// Source: C. Loader, *Fast and accurate computation of binomial probabilities*, 2000, sections 2 and 3.
///
/// ```
/// use outage_lab_kernel::counting::binomial;
///
/// // Three heads in four throws: 4/16.
/// assert!((binomial(4, 3, 0.5, 0.5) - 0.25).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial(trials: u64, successes: u64, p: f64, q: f64) -> f64 {
    let (n, x) = (trials, successes);
    if x > n {
        return 0.0;
    }
    let certain = |sure: bool| if sure { 1.0 } else { 0.0 };
    if p == 0.0 {
        return certain(x == 0);
    }
    if q == 0.0 {
        return certain(x == n);
    }
    // The logarithm of the larger side by way of the smaller, which is the exact one.
    let ln = |one: f64, other: f64| {
        if one > other {
            math::ln_1p(-other)
        } else {
            math::ln(one)
        }
    };
    let (nr, xr, rest) = (n as f64, x as f64, (n - x) as f64);
    if x == 0 {
        return math::exp(nr * ln(q, p));
    }
    if x == n {
        return math::exp(nr * ln(p, q));
    }
    let exponent = stirling_error(n)
        - stirling_error(x)
        - stirling_error(n - x)
        - deviance(xr, nr * p)
        - deviance(rest, nr * q);
    math::exp(exponent) * (nr / (std::f64::consts::TAU * xr * rest)).sqrt()
}

/// The chances that at least `least` of `trials` independent trials succeed, and that fewer do, with `p` and `q` as for
/// [`binomial`].
///
/// The smaller of the two is summed term by term from its largest one, all of the same sign; the other is what is left
/// to 1. Accuracy of both: about 10⁻¹² relative up to 10,000 trials.
///
/// ```
/// use outage_lab_kernel::counting::binomial_at_least;
///
/// // Two or more of three, each with probability 0.2: 0.104, of which all three are 0.008.
/// let (enough, fewer) = binomial_at_least(3, 2, 0.2, 0.8);
/// assert!((enough - 0.104).abs() < 1e-15 && (fewer - 0.896).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial_at_least(trials: u64, least: u64, p: f64, q: f64) -> (f64, f64) {
    if least == 0 {
        return (1.0, 0.0);
    }
    if least > trials || p == 0.0 {
        return (0.0, 1.0);
    }
    if q == 0.0 {
        return (1.0, 0.0);
    }
    let mode = (((trials + 1) as f64 * p) as u64).min(trials);
    if least > mode {
        let enough = binomial_sum(trials, (least, trials), least, p, q);
        (enough, 1.0 - enough)
    } else {
        let fewer = binomial_sum(trials, (0, least - 1), (least - 1).min(mode), p, q);
        (1.0 - fewer, fewer)
    }
}

/// The sum of the terms `from` to `to`, of which `largest` is the largest.
fn binomial_sum(n: u64, (from, to): (u64, u64), largest: u64, p: f64, q: f64) -> f64 {
    let top = binomial(n, largest, p, q);
    let mut total = top;
    let mut term = top;
    for k in largest..to {
        term *= (n - k) as f64 / (k + 1) as f64 * (p / q);
        total += term;
        if term < total * 1e-19 {
            break;
        }
    }
    term = top;
    for k in (from..largest).rev() {
        term *= (k + 1) as f64 / (n - k) as f64 * (q / p);
        total += term;
        if term < total * 1e-19 {
            break;
        }
    }
    total.min(1.0)
}

/// The chance that `hits` of the `drawn` are among the `marked`, of `population` in all, drawn without putting back.
///
/// Formula: C(m, h) C(N − m, k − h) / C(N, k), as a ratio of three binomial probabilities with p = k/N, in which
/// everything large cancels before it arises. Accuracy as for [`binomial`]. What cannot be, such as more hits than
/// marked, has the chance 0.
///
/// Source: as for [`binomial`], section 4; the hypergeometric distribution: W. Feller, *An Introduction to
/// Probability Theory and Its Applications* I, 3rd ed., 1968, section II.6.
///
/// ```
/// use outage_lab_kernel::counting::hypergeometric;
///
/// // Of three nodes out of 27, two lie in a given rack of three: 3 · 24 / 2925.
/// assert!((hypergeometric(27, 3, 3, 2)? - 72.0 / 2925.0).abs() < 1e-15);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// More marked or drawn than there are.
pub fn hypergeometric(
    population: u64,
    marked: u64,
    drawn: u64,
    hits: u64,
) -> Result<f64, DomainError> {
    for (quantity, count) in [("marked", marked), ("drawn", drawn)] {
        if count > population {
            return Err(DomainError {
                quantity,
                value: count as f64,
                allowed: "at most the population",
            });
        }
    }
    if hits > marked || hits > drawn || drawn - hits > population - marked {
        return Ok(0.0);
    }
    if population == 0 {
        return Ok(1.0);
    }
    let p = drawn as f64 / population as f64;
    let q = (population - drawn) as f64 / population as f64;
    let inside = binomial(marked, hits, p, q);
    let outside = binomial(population - marked, drawn - hits, p, q);
    Ok((inside / binomial(population, drawn, p, q) * outside).min(1.0))
}

/// The chance that at least `hits` of the `drawn` are among the `marked`: [`hypergeometric`] summed upwards, so that
/// a small chance keeps its digits.
///
/// ```
/// use outage_lab_kernel::counting::at_least;
///
/// // Two or three of three nodes in a given rack: (3 · 24 + 1) / 2925.
/// assert!((at_least(27, 3, 3, 2)? - 73.0 / 2925.0).abs() < 1e-15);
/// assert_eq!(at_least(27, 3, 3, 0)?, 1.0);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// More marked or drawn than there are.
pub fn at_least(population: u64, marked: u64, drawn: u64, hits: u64) -> Result<f64, DomainError> {
    let certain = drawn.saturating_sub(population.saturating_sub(marked));
    let mut sum = 0.0;
    if hits > certain {
        for count in hits..=marked.min(drawn) {
            let term = hypergeometric(population, marked, drawn, count)?;
            sum += term;
            // Past the peak the terms only fall.
            if term < sum * 1e-18 {
                break;
            }
        }
        return Ok(sum.min(1.0));
    }
    hypergeometric(population, marked, drawn, certain).map(|_| 1.0)
}

/// The chance that some one of `groups` disjoint groups of `size` holds at least `hits` of the `drawn`, which are
/// drawn without putting back from all `groups · size` and `alone` others that are in no group.
///
/// Method: the number of ways is the coefficient of xᵏ in (Σⱼ C(size, j) xʲ)^groups, split into the ways in which no
/// group holds that many and the others; both are raised to the power together by repeated squaring, and only
/// positive terms are added, so that small chances keep their digits. The weights C(size, j) are tilted into binomial
/// probabilities, which changes no ratio and lets nothing overflow. Takes k² log(groups) steps.
///
/// Source: the occupancy problem by generating functions, W. Feller, volume I, 3rd ed., 1968, sections II.5 and XI.1.
///
/// ```
/// use outage_lab_kernel::counting::some_group_at_least;
///
/// // Three of 27 nodes; two of them in one rack of three, for nine racks: 9 · 73 / 2925.
/// assert!((some_group_at_least(9, 3, 0, 3, 2)? - 657.0 / 2925.0).abs() < 1e-14);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// More drawn than there are.
pub fn some_group_at_least(
    groups: u64,
    size: u64,
    alone: u64,
    drawn: u64,
    hits: u64,
) -> Result<f64, DomainError> {
    let population = groups.saturating_mul(size).saturating_add(alone);
    if drawn > population {
        return Err(DomainError {
            quantity: "drawn",
            value: drawn as f64,
            allowed: "at most the population",
        });
    }
    if hits == 0 {
        return Ok(1.0);
    }
    let p = drawn as f64 / population.max(1) as f64;
    let q = (population - drawn) as f64 / population.max(1) as f64;
    let pick = |of: u64, wanted: &dyn Fn(u64) -> bool| {
        (0..=drawn)
            .map(|j| {
                if wanted(j) {
                    binomial(of, j, p, q)
                } else {
                    0.0
                }
            })
            .collect()
    };
    let mut base = Ways {
        none: pick(size, &|j| j < hits),
        some: pick(size, &|j| j >= hits),
    };
    let mut all = Ways {
        none: pick(alone, &|_| true),
        some: pick(0, &|_| false),
    };
    let mut left = groups;
    while left > 0 {
        if left & 1 == 1 {
            all = all.and(&base);
        }
        left >>= 1;
        if left > 0 {
            base = base.and(&base);
        }
    }
    let none = all.none.last().copied().unwrap_or(0.0);
    let some = all.some.last().copied().unwrap_or(0.0);
    Ok(if some == 0.0 {
        0.0
    } else {
        some / (some + none)
    })
}

/// Weights of the ways to place 0, 1, 2, … into some groups: those in which no group is full enough, and the others.
struct Ways {
    none: Vec<f64>,
    some: Vec<f64>,
}

impl Ways {
    fn and(&self, other: &Ways) -> Ways {
        let mut sum = Ways {
            none: vec![0.0; self.none.len()],
            some: vec![0.0; self.none.len()],
        };
        for i in 0..self.none.len() {
            // Groups hold few: most of the first powers is empty.
            if self.none[i] == 0.0 && self.some[i] == 0.0 {
                continue;
            }
            for j in 0..self.none.len() - i {
                sum.none[i + j] += self.none[i] * other.none[j];
                sum.some[i + j] +=
                    self.some[i] * (other.some[j] + other.none[j]) + self.none[i] * other.some[j];
            }
        }
        sum
    }
}

/// The chance of at least one among `trials` independent ones, each with `chance`: 1 − (1 − p)ⁿ, without the loss of a
/// subtraction where it is small. The number of trials need not fit a whole number, nor be one.
///
/// ```
/// use outage_lab_kernel::counting::some_of;
///
/// assert_eq!(some_of(0.0, 1e300), 0.0);
/// assert!((some_of(1e-20, 1e6) / 1e-14 - 1.0).abs() < 1e-13);
/// ```
#[must_use]
pub fn some_of(chance: f64, trials: f64) -> f64 {
    if chance >= 1.0 {
        return if trials > 0.0 { 1.0 } else { 0.0 };
    }
    0.0 - math::exp_m1(trials * math::ln_1p(-chance))
}

/// C(n, k), or `out_of_range` where it is too large for an `f64`.
///
/// Formula: Π (n − k + i) / i for i from 1 to k, exact while it stays below 2⁵³ and within k · 1e-16 above.
///
/// ```
/// use outage_lab_kernel::counting::choose;
///
/// assert_eq!(choose(27, 3), Ok(2925.0));
/// ```
///
/// # Errors
/// `out_of_range` above 1.8e308.
pub fn choose(n: u64, k: u64) -> Defined {
    if k > n {
        return Ok(0.0);
    }
    let k = k.min(n - k);
    let mut ways = 1.0_f64;
    for i in 1..=k {
        ways = ways * (n - k + i) as f64 / i as f64;
        if !ways.is_finite() {
            break;
        }
    }
    defined(ways)
}

/// ln n! less Stirling's formula: δ(n) = ln n! − (n + ½) ln n + n − ½ ln 2π.
fn stirling_error(n: u64) -> f64 {
    /// δ(1) to δ(15), by mpmath with 50 digits.
    #[rustfmt::skip]
    const EXACT: [f64; 15] = [
        0.081_061_466_795_327_26, 0.041_340_695_955_409_3, 0.027_677_925_684_998_34, 0.020_790_672_103_765_093,
        0.016_644_691_189_821_193, 0.013_876_128_823_070_748, 0.011_896_709_945_891_77, 0.010_411_265_261_972_096,
        0.009_255_462_182_712_733, 0.008_330_563_433_362_87, 0.007_573_675_487_951_841, 0.006_942_840_107_209_53,
        0.006_408_994_188_004_207, 0.005_951_370_112_758_847_5, 0.005_554_733_551_962_801,
    ];
    if let Some(exact) = usize::try_from(n.wrapping_sub(1))
        .ok()
        .and_then(|at| EXACT.get(at))
    {
        return *exact;
    }
    let n = n as f64;
    let s = 1.0 / (n * n);
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - s / 1188.0) * s) * s) * s) / n
}

/// D(x, m) = x ln(x / m) + m − x, without the cancellation where x is near m.
fn deviance(x: f64, m: f64) -> f64 {
    if (x - m).abs() >= 0.1 * (x + m) {
        return x * math::ln(x / m) + m - x;
    }
    let v = (x - m) / (x + m);
    let mut sum = (x - m) * v;
    let mut term = 2.0 * x * v;
    let mut odd = 1.0;
    loop {
        term *= v * v;
        odd += 2.0;
        let next = sum + term / odd;
        if next == sum {
            return sum;
        }
        sum = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: f64, true_value: f64, within: f64) {
        assert!(
            (ours / true_value - 1.0).abs() <= within,
            "{ours:e} is not {true_value:e}"
        );
    }

    /// Case C58: exact integers.
    #[test]
    fn half_of_the_drawn_and_a_large_population() {
        close(hypergeometric(1_030, 1, 515, 0).unwrap(), 0.5, 1e-13);
        close(hypergeometric(1_030, 1, 515, 1).unwrap(), 0.5, 1e-13);
        let of = |hits| hypergeometric(20_000, 200, 300, hits).unwrap();
        close(of(0), 0.047_931_510_683_835_526, 1e-12);
        close(of(3), 0.226_876_430_663_648_76, 1e-12);
    }

    /// Case C61: mpmath.
    #[test]
    fn ten_million_trials() {
        close(
            binomial(10_000_000, 1_000, 1e-4, 1.0 - 1e-4),
            0.012_615_242_126_587,
            1e-12,
        );
        let all: f64 = (0..=3_000)
            .map(|k| binomial(10_000_000, k, 1e-4, 1.0 - 1e-4))
            .sum();
        assert!(all <= 1.0 + 1e-12 && all > 1.0 - 1e-11, "{all}");
    }

    /// Case C59: C(50, 3) / C(5000, 3).
    #[test]
    fn a_given_triple_among_fifty_of_five_thousand() {
        let exact = 50.0 * 49.0 * 48.0 / (5_000.0 * 4_999.0 * 4_998.0);
        close(hypergeometric(5_000, 3, 50, 3).unwrap(), exact, 1e-12);
    }

    #[test]
    fn chances_of_all_counts_add_up() {
        for (population, marked, drawn) in [(10, 4, 7), (1_000, 999, 500), (100_000, 300, 50_000)] {
            let sum: f64 = (0..=marked)
                .map(|hits| hypergeometric(population, marked, drawn, hits).unwrap())
                .sum();
            assert!((sum - 1.0).abs() < 1e-11, "{population}: {sum}");
        }
    }

    #[test]
    fn what_cannot_be_has_no_chance_and_what_must_be_is_certain() {
        assert_eq!(hypergeometric(10, 3, 4, 4), Ok(0.0));
        // Nine of ten drawn: at least two of three marked are among them.
        assert_eq!(hypergeometric(10, 3, 9, 1), Ok(0.0));
        assert_eq!(at_least(10, 3, 9, 2), Ok(1.0));
        assert_eq!(at_least(10, 3, 9, 4), Ok(0.0));
        assert!(hypergeometric(10, 11, 1, 0).is_err());
        assert!(some_group_at_least(2, 2, 0, 5, 1).is_err());
        assert_eq!(binomial(0, 0, 0.3, 0.7), 1.0);
        assert_eq!(hypergeometric(0, 0, 0, 0), Ok(1.0));
    }

    /// By counting every set of four of twelve nodes.
    #[test]
    fn some_group_by_looking_at_every_draw() {
        for (size, hits) in [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (6, 3), (12, 4)] {
            let groups = 12 / size;
            let mut found = 0;
            let mut all = 0;
            for set in 0_u32..1 << 12 {
                if set.count_ones() != 4 {
                    continue;
                }
                all += 1;
                let inside = |g: u32| (set >> (g * size) & ((1 << size) - 1)).count_ones();
                if (0..groups).any(|g| inside(g) >= hits) {
                    found += 1;
                }
            }
            let ours =
                some_group_at_least(u64::from(groups), u64::from(size), 0, 4, u64::from(hits));
            let exact = f64::from(found) / f64::from(all);
            assert!(
                (ours.unwrap() - exact).abs() < 1e-13,
                "{size}, {hits}: {ours:?} is not {exact}"
            );
        }
    }

    #[test]
    fn some_group_where_a_thousand_digits_would_overflow() {
        // 100 of 100,000 nodes in 5,000 racks of 20; a rack with two is all but certain, one with twenty all but
        // impossible: at most 5,000 · the chance of a given one.
        let two = some_group_at_least(5_000, 20, 0, 100, 2).unwrap();
        let twenty = some_group_at_least(5_000, 20, 0, 100, 20).unwrap();
        let given = at_least(100_000, 20, 100, 20).unwrap();
        assert!(two > 0.6 && two < 0.7, "{two}");
        close(twenty, 5_000.0 * given, 1e-9);
    }

    #[test]
    fn choosing_counts_and_stops_at_the_largest_number() {
        assert_eq!(choose(5, 7), Ok(0.0));
        assert_eq!(choose(5, 0), Ok(1.0));
        assert_eq!(choose(52, 5), Ok(2_598_960.0));
        assert!(choose(100_000, 100).is_err());
    }

    /// mpmath, 60 digits, at the decimal values.
    #[test]
    fn terms_and_tails_of_sixty_digits() {
        close(
            binomial(1000, 990, 0.999, 0.001),
            9.782838349942049e-08,
            1e-12,
        );
        close(
            binomial_at_least(1000, 990, 0.999, 0.001).0,
            0.9999999904000448,
            1e-12,
        );
        close(
            binomial_at_least(1000, 990, 0.999, 0.001).1,
            9.599955185228217e-09,
            1e-12,
        );
        close(
            binomial(10000, 9980, 0.999, 0.001),
            0.001858621319671945,
            1e-12,
        );
        close(
            binomial_at_least(10000, 9980, 0.999, 0.001).0,
            0.9984210545039696,
            1e-12,
        );
        close(
            binomial_at_least(10000, 9980, 0.999, 0.001).1,
            0.0015789454960304214,
            1e-12,
        );
        close(
            binomial(10000, 9900, 0.999, 0.001),
            3.2556479974502614e-63,
            1e-12,
        );
        close(binomial_at_least(10000, 9900, 0.999, 0.001).0, 1.0, 1e-12);
        close(
            binomial_at_least(10000, 9900, 0.999, 0.001).1,
            3.5376855416394895e-64,
            1e-12,
        );
        close(binomial(10000, 5000, 0.5, 0.5), 0.007978646139382154, 1e-12);
        close(
            binomial_at_least(10000, 5000, 0.5, 0.5).0,
            0.5039893230696911,
            1e-12,
        );
        close(
            binomial_at_least(10000, 5000, 0.5, 0.5).1,
            0.4960106769303089,
            1e-12,
        );
        close(
            binomial(100, 2, 1e-9, 0.999999999),
            4.949999514900023e-15,
            1e-12,
        );
        close(
            binomial_at_least(100, 2, 1e-9, 0.999999999).0,
            4.9499996766000115e-15,
            1e-12,
        );
        close(
            binomial_at_least(100, 2, 1e-9, 0.999999999).1,
            0.999999999999995,
            1e-12,
        );
    }

    #[test]
    fn ends_of_a_binomial() {
        assert_eq!(binomial_at_least(5, 0, 0.3, 0.7), (1.0, 0.0));
        assert_eq!(binomial_at_least(5, 6, 0.3, 0.7), (0.0, 1.0));
        assert_eq!(binomial_at_least(5, 5, 1.0, 0.0), (1.0, 0.0));
        assert_eq!(binomial_at_least(5, 1, 0.0, 1.0), (0.0, 1.0));
        assert_eq!(binomial(4, 4, 1.0, 0.0), 1.0);
        assert_eq!(binomial(4, 3, 1.0, 0.0), 0.0);
        assert_eq!(binomial(4, 5, 0.5, 0.5), 0.0);
        assert_eq!(binomial(0, 0, 0.5, 0.5), 1.0);
    }

    #[test]
    fn all_terms_of_a_binomial_add_up_to_one() {
        for (n, p) in [(7, 0.3), (200, 0.01), (1_000, 0.5)] {
            let total: f64 = (0..=n).map(|k| binomial(n, k, p, 1.0 - p)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{total}");
        }
    }
}
