//! Ways to choose some out of many.

use crate::error::{Defined, defined};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choosing_counts_and_stops_at_the_largest_number() {
        assert_eq!(choose(5, 7), Ok(0.0));
        assert_eq!(choose(5, 0), Ok(1.0));
        assert_eq!(choose(52, 5), Ok(2_598_960.0));
        assert!(choose(100_000, 100).is_err());
    }
}
