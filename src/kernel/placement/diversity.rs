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

    /// How many replicas of an object are on the faulty version if they are dealt out over the versions as evenly as can
    /// be, each on a node of its own: so many for certain, and one more with this chance.
    ///
    /// The other versions have the rest of the nodes, as evenly as can be. Round by round each version that has a node left
    /// is dealt a replica; in the last round, when there are fewer replicas than versions, each is as likely to get one. So
    /// if every version has enough nodes, ⌊k/v⌋ of k replicas for certain and one more with (k mod v)/v.
    ///
    /// ```
    /// use outage_lab_kernel::placement::{Mix, Replicas};
    ///
    /// // Five replicas on two versions: two or three of them on each, but only one if one node is all that it has.
    /// let five = Replicas::new(5, 3)?;
    /// assert_eq!(Mix::even(300, 2)?.dealt(five), (2, 0.5));
    /// assert_eq!(Mix::new(300, 2, 1)?.dealt(five), (1, 0.0));
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn dealt(&self, replicas: Replicas) -> (u64, f64) {
        let k = replicas.count();
        let others = self.versions - 1;
        let (each, larger) = match others {
            0 => (0, 0),
            _ => {
                let rest = self.nodes - self.faulty;
                (rest / others, rest % others)
            }
        };
        let rooms = [
            (self.faulty, 1),
            (each + 1, larger),
            (each, others - larger),
        ];
        let after = |rounds: u64| -> u64 {
            let of = |(room, versions): &(u64, u64)| (*room).min(rounds) * versions;
            rooms.iter().map(of).sum()
        };
        let mut rounds = 0;
        while rounds < k && after(rounds + 1) <= k {
            rounds += 1;
        }
        if self.faulty <= rounds {
            return (self.faulty, 0.0);
        }
        let open = rooms.iter().filter(|(room, _)| *room > rounds);
        let open: u64 = open.map(|(_, versions)| versions).sum();
        (rounds, (k - after(rounds)) as f64 / open as f64)
    }

    /// The chance that the fault takes at least `lost` replicas of an object whose replicas are [`dealt`](Self::dealt) out
    /// over the versions.
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
        let (certain, one_more) = self.dealt(replicas);
        if certain >= lost {
            1.0
        } else if certain + 1 == lost {
            one_more
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

    /// By hand: nodes, versions, nodes of the faulty one, replicas, how many of them are on it, the chance of one more.
    #[test]
    fn no_node_holds_two_replicas() {
        for (nodes, versions, faulty, count, certain, one_more) in [
            (300, 2, 1, 5, 1, 0.0),
            (300, 2, 3, 25, 3, 0.0),
            (300, 2, 12, 25, 12, 0.0),
            (300, 2, 13, 25, 12, 0.5),
            // The other version has one node, or none.
            (4, 2, 3, 3, 2, 0.0),
            (4, 2, 4, 3, 3, 0.0),
            // Two nodes each for the others: the fourth replica goes to one of them.
            (5, 3, 1, 4, 1, 0.0),
            (6, 3, 2, 4, 1, 1.0 / 3.0),
            // Everywhere: as many as it has nodes.
            (5, 3, 1, 5, 1, 0.0),
            (7, 3, 4, 7, 4, 0.0),
            // Three others with 2, 1 and 1 nodes: after one round two replicas are left for two versions.
            (8, 4, 4, 6, 2, 0.0),
            (8, 4, 4, 5, 1, 0.5),
        ] {
            let mix = Mix::new(nodes, versions, faulty).unwrap();
            let replicas = Replicas::new(count, 1).unwrap();
            let what = format!("{mix:?} {count}");
            assert_eq!(mix.dealt(replicas), (certain, one_more), "{what}");
            assert_eq!(mix.apart(replicas, certain + 1), one_more, "{what}");
            assert_eq!(mix.apart(replicas, certain + 2), 0.0, "{what}");
            assert_eq!(mix.apart(replicas, certain), 1.0, "{what}");
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
