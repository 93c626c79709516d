//! Whether those drawn meet in one group: a rack, a zone, a copyset.

use super::binomial::binomial;
use crate::error::{Bound, DomainError};

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
            allowed: Bound::NotAbove(1.0, "population"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{at_least, close};

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
    fn more_cannot_be_drawn_than_there_are() {
        assert!(some_group_at_least(2, 2, 0, 5, 1).is_err());
    }
}
