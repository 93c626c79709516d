//! The two parts of a discrete probability that its saddle-point form is made of.
//!
//! Source of both: C. Loader, *Fast and accurate computation of binomial probabilities*, 2000, sections 2 and 3.

use crate::math;

/// ln n! less Stirling's formula, for a whole n from 1 on: δ(n) = ln n! − (n + ½) ln n + n − ½ ln 2π. Within 10⁻¹⁶.
pub(crate) fn stirling_error(n: f64) -> f64 {
    /// δ(1) to δ(15), by mpmath with 50 digits.
    #[rustfmt::skip]
    const EXACT: [f64; 15] = [
        0.081_061_466_795_327_26, 0.041_340_695_955_409_3, 0.027_677_925_684_998_34, 0.020_790_672_103_765_093,
        0.016_644_691_189_821_193, 0.013_876_128_823_070_748, 0.011_896_709_945_891_77, 0.010_411_265_261_972_096,
        0.009_255_462_182_712_733, 0.008_330_563_433_362_87, 0.007_573_675_487_951_841, 0.006_942_840_107_209_53,
        0.006_408_994_188_004_207, 0.005_951_370_112_758_847_5, 0.005_554_733_551_962_801,
    ];
    if let Some(exact) = (n as usize).checked_sub(1).and_then(|at| EXACT.get(at)) {
        return *exact;
    }
    let s = 1.0 / (n * n);
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - s / 1188.0) * s) * s) * s) / n
}

/// D(x, mean) = x ln(x / mean) + mean − x, without the cancellation where x is near the mean. `spare` is x − mean, which
/// may be better known than by subtraction.
pub(crate) fn deviance(x: f64, mean: f64, spare: f64) -> f64 {
    if spare.abs() >= 0.1 * (x + mean) {
        return x * math::ln(x / mean) + mean - x;
    }
    let v = spare / (x + mean);
    let square = v * v;
    let mut sum = spare * v;
    let mut power = 2.0 * x * v;
    let mut odd = 3.0;
    loop {
        power *= square;
        let next = sum + power / odd;
        if next == sum {
            return sum;
        }
        sum = next;
        odd += 2.0;
    }
}
