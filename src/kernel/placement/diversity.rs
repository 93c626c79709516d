//! Versions in the mix: what a fault takes that every node of one version shares.

use super::rule::Replicas;
use crate::counting::at_least;
use crate::error::{Bound, DomainError};

/// Nodes of which some run the version that turns out faulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    nodes: u64,
    versions: u64,
    faulty: u64,
}

impl Mix {
    /// The nodes are shared out among the versions as evenly as can be, and one of the larger shares is faulty.
    ///
    /// ```
    /// use outage_lab_kernel::placement::Mix;
    ///
    /// assert_eq!(Mix::even(10, 3)?.faulty(), 4);
    /// assert_eq!(Mix::even(10, 1)?.faulty(), 10);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// No node, no version, or more versions than nodes.
    pub fn even(nodes: u64, versions: u64) -> Result<Mix, DomainError> {
        Mix::new(nodes, versions, nodes.div_ceil(versions.max(1)))
    }

    /// So many nodes run the faulty version; the other versions have the rest. One version alone runs everywhere.
    ///
    /// # Errors
    /// No node, no version, more versions than nodes, or more faulty nodes than there are.
    pub fn new(nodes: u64, versions: u64, faulty: u64) -> Result<Mix, DomainError> {
        for (quantity, value, good, allowed) in [
            ("nodes", nodes, nodes > 0, Bound::AtLeast(1.0)),
            (
                "versions",
                versions,
                versions > 0 && versions <= nodes,
                Bound::Within(1.0, nodes as f64),
            ),
            (
                "faulty",
                faulty,
                faulty <= nodes,
                Bound::NotAbove(1.0, "nodes"),
            ),
        ] {
            if !good {
                return Err(DomainError {
                    quantity,
                    value: value as f64,
                    allowed,
                });
            }
        }
        Ok(Mix {
            nodes,
            versions,
            faulty: if versions == 1 { nodes } else { faulty },
        })
    }

    /// Nodes that run the faulty version.
    #[must_use]
    pub fn faulty(&self) -> u64 {
        self.faulty
    }

    /// The share of the nodes that the fault takes.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.faulty as f64 / self.nodes as f64
    }

    /// The chance that the fault takes at least `lost` replicas of an object whose nodes were chosen without a look at
    /// versions: P(X ≥ lost), X hypergeometric (nodes, faulty nodes, replicas).
    ///
    /// ```
    /// use outage_lab_kernel::placement::{Mix, Replicas};
    ///
    /// // Two versions on four nodes, two replicas: both on the faulty one in 1 of C(4, 2) = 6 ways.
    /// let chance = Mix::even(4, 2)?.blind(Replicas::new(2, 2)?, 2)?;
    /// assert!((chance - 1.0 / 6.0).abs() < 1e-15);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// More replicas than nodes.
    pub fn blind(&self, replicas: Replicas, lost: u64) -> Result<f64, DomainError> {
        at_least(self.nodes, self.faulty, replicas.count(), lost)
    }

    /// The chance that the fault takes at least `lost` replicas of an object whose replicas are dealt out over the
    /// versions as evenly as can be, whatever the versions' shares of the nodes: k mod v versions hold ⌈k/v⌉ of the k
    /// replicas, the others ⌊k/v⌋, and each is as likely to be among the first.
    ///
    /// ```
    /// use outage_lab_kernel::placement::{Mix, Replicas};
    ///
    /// // Three replicas: on two versions one of them holds two; on three versions none does.
    /// let three = Replicas::new(3, 2)?;
    /// assert_eq!(Mix::even(300, 2)?.apart(three, 2), 0.5);
    /// assert_eq!(Mix::even(300, 3)?.apart(three, 2), 0.0);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn apart(&self, replicas: Replicas, lost: u64) -> f64 {
        let (k, v) = (replicas.count(), self.versions);
        if self.faulty == 0 && lost > 0 {
            0.0
        } else if self.faulty == self.nodes {
            // No other version is left to deal to.
            1.0
        } else if k / v >= lost {
            1.0
        } else if k.div_ceil(v) >= lost {
            (k % v) as f64 / v as f64
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_version_is_always_everything() {
        for count in 1..=9 {
            for lost in 1..=count {
                let replicas = Replicas::new(count, lost).unwrap();
                let mix = Mix::new(50, 1, 3).unwrap();
                assert_eq!(mix.share(), 1.0);
                assert_eq!(mix.blind(replicas, lost), Ok(1.0));
                assert_eq!(mix.apart(replicas, lost), 1.0);
            }
        }
    }

    /// By looking at every set of three of nine nodes, the first faulty.
    #[test]
    fn blind_placement_by_looking() {
        let replicas = Replicas::new(3, 2).unwrap();
        for faulty in 0..=9_u32 {
            let (mut hit, mut all) = (0, 0);
            for set in 0_u32..1 << 9 {
                if set.count_ones() == 3 {
                    all += 1;
                    hit += u32::from((set & ((1 << faulty) - 1)).count_ones() >= 2);
                }
            }
            let mix = Mix::new(9, 2, u64::from(faulty)).unwrap();
            let exact = f64::from(hit) / f64::from(all);
            assert!((mix.blind(replicas, 2).unwrap() - exact).abs() < 1e-14);
        }
    }

    #[test]
    fn what_does_not_exist_is_refused() {
        assert!(Mix::even(0, 1).is_err() && Mix::even(5, 0).is_err() && Mix::even(5, 6).is_err());
        assert!(Mix::new(5, 2, 6).is_err());
        let two = Replicas::new(2, 1).unwrap();
        assert_eq!(Mix::new(5, 2, 0).unwrap().apart(two, 1), 0.0);
        assert!(Mix::even(1, 1).unwrap().blind(two, 1).is_err());
    }
}
