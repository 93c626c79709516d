//! Elementary functions that give the same bits on every machine.
//!
//! The functions of `std` call the platform's mathematics library, and two platforms may differ in the last
//! bit. These call `libm`, a translation of musl's, which uses only basic IEEE 754 operations. Each is within
//! one unit in the last place of the true value at ordinary arguments.

/// Natural logarithm of `x`.
#[must_use]
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Logarithm of `x` to base 2.
#[must_use]
#[inline]
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// Logarithm of `x` to base 10.
#[must_use]
#[inline]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// ln(1 + `x`), without the loss that 1 + `x` brings when `x` is small.
#[must_use]
#[inline]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// e to the power of `x`.
#[must_use]
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// 2 to the power of `x`.
#[must_use]
#[inline]
pub fn exp2(x: f64) -> f64 {
    libm::exp2(x)
}

/// e to the power of `x`, less 1, without the loss that the subtraction brings when `x` is small.
#[must_use]
#[inline]
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// `base` to the power of `exponent`.
#[must_use]
#[inline]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// `a` · `b` + `c`, rounded once at the end, so that a difference of nearly equal numbers keeps its digits.
#[must_use]
#[inline]
pub fn mul_add(a: f64, b: f64, c: f64) -> f64 {
    libm::fma(a, b, c)
}

/// Sine of `x`, in radians.
#[must_use]
#[inline]
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine of `x`, in radians.
#[must_use]
#[inline]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Complementary error function of `x`; the normal distribution function is erfc(−x/√2)/2.
#[must_use]
#[inline]
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Function = fn(f64) -> f64;

    /// (function, argument, bits of the nearest `f64` to the true value by mpmath with 60 digits, units in the last
    /// place by which ours is off). The last column is what makes a change of `libm` visible.
    #[test]
    #[rustfmt::skip]
    fn bits_at_a_few_points() {
        let points = [
            (ln as Function, 0.1, 0xc002_6bb1_bbb5_5515_u64, 0_i64),
            (ln, 0.7, 0xbfd6_d3c3_24e1_3f50, 0),
            (ln, 3.0, 0x3ff1_93ea_7aad_030b, -1),
            (ln, 1e300, 0x4085_9634_47f8_7fb5, 0),
            (ln, 0.9999, 0xbf1a_3738_d2cf_1cc2, 0),
            (log2, 0.1, 0xc00a_934f_0979_a371, 0),
            (log2, 3.0, 0x3ff9_5c01_a39f_bd68, 0),
            (log2, 1e6, 0x4033_ee7b_471b_3a95, 0),
            (log10, 0.0005, 0xc00a_6882_6a13_ef40, 0),
            (log10, 3.0, 0x3fde_8927_964f_d5fd, 0),
            (log10, 2e-7, 0xc01a_cbbe_caf6_0860, 0),
            (ln_1p, 1e-10, 0x3ddb_7cdf_d9d1_d693, 0),
            (ln_1p, -0.5, 0xbfe6_2e42_fefa_39ef, 0),
            (ln_1p, 3.0, 0x3ff6_2e42_fefa_39ef, 0),
            (exp, -0.1, 0x3fec_f46d_99d5_2b3a, 0),
            (exp, 1.0, 0x4005_bf0a_8b14_5769, 1),
            (exp, -36.7, 0x3ca0_998b_04bd_d190, 0),
            (exp, 700.0, 0x7f0d_945d_f4f8_ec8e, 0),
            (exp2, 0.3, 0x3ff3_b2c4_7bff_8329, 0),
            (exp2, -10.5, 0x3f46_a09e_667f_3bcd, 0),
            (exp_m1, 1e-10, 0x3ddb_7cdf_d9dd_a4e3, 0),
            (exp_m1, -0.5, 0xbfd9_2e9a_0720_d3ec, 0),
            (exp_m1, 3.0, 0x4033_15e5_bf6f_b106, 0),
            (sin, 0.5, 0x3fde_aee8_744b_05f0, 0),
            (sin, 3.0, 0x3fc2_1038_6db6_d55b, 0),
            (sin, 1e5, 0x3fa2_4daa_9c52_7e96, 0),
            (cos, 0.5, 0x3fec_1528_065b_7d50, 0),
            (cos, 3.0, 0xbfef_ae04_be85_e5d2, 0),
            (cos, 1e5, 0xbfef_fac3_841b_3da7, 0),
            (erfc, 0.3, 0x3fe5_7be3_bbf1_0af8, 0),
            (erfc, -1.0, 0x3ffd_7bb3_d3a0_8445, 0),
            (erfc, 5.0, 0x3d7b_0c1a_759f_7739, 1),
        ];
        for (i, (function, x, nearest, off)) in points.into_iter().enumerate() {
            let ours = function(x).to_bits();
            assert_eq!(ours.wrapping_sub(nearest) as i64, off, "point {i}, at {x}: {ours:#x}");
        }
    }

    /// 0.1 · 10 is 1 when it is rounded, and 5.55 · 10⁻¹⁷ more before: 0.1 is 3602879701896397 / 2⁵⁵.
    #[test]
    fn one_rounding_keeps_what_two_lose() {
        let left = mul_add(0.1, 10.0, -1.0);
        assert_eq!(left, 2.0 / (1_u64 << 55) as f64);
    }

    /// As above, for base and exponent.
    #[test]
    fn bits_of_powers() {
        let points = [
            (0.99, 0.5, 0x3fef_d6ef_e4c9_b8a5_u64),
            (0.9, 30.0, 0x3fa5_b44b_3cdc_fc72),
            (10.0, -7.3, 0x3e6a_e843_cfb8_a8e0),
            (1.0001, 12_000.0, 0x400a_8f31_0789_0aad),
        ];
        for (base, exponent, nearest) in points {
            assert_eq!(pow(base, exponent).to_bits(), nearest, "{base}^{exponent}");
        }
    }
}
