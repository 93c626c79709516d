//! Copysets: how often nodes that fail together take all copies of something, and how much they then take.
//!
//! A set of nodes that holds all copies of some chunk is a copyset. The mean loss is the same under every rule of
//! placement; what a rule decides is whether it comes often in small pieces or seldom in large ones.

use crate::counting::{choose, hypergeometric, some_group_at_least, some_of};
use crate::error::{Bound, DomainError};
use crate::rng::Stream;

/// A cluster whose chunks are kept in copies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    nodes: u64,
    replicas: u64,
    chunks: u64,
}

impl Cluster {
    /// `nodes` nodes that hold `chunks_per_node` copies each, of chunks kept `replicas` times.
    ///
    /// # Errors
    /// Fewer than two replicas, fewer nodes than replicas, or no chunk.
    pub fn new(nodes: u64, replicas: u64, chunks_per_node: u64) -> Result<Cluster, DomainError> {
        let refuse = |quantity, value: u64, allowed| {
            Err(DomainError {
                quantity,
                value: value as f64,
                allowed,
            })
        };
        if replicas < 2 {
            return refuse("replicas", replicas, Bound::AtLeast(2.0));
        }
        if nodes < replicas {
            return refuse("nodes", nodes, Bound::NotBelow("replicas"));
        }
        let chunks = nodes.saturating_mul(chunks_per_node) / replicas;
        if chunks == 0 {
            return refuse(
                "chunks_per_node",
                chunks_per_node,
                Bound::Rule("enough for one chunk"),
            );
        }
        Ok(Cluster {
            nodes,
            replicas,
            chunks,
        })
    }

    /// Different chunks: nodes · chunks per node / replicas, rounded down.
    #[must_use]
    pub fn chunks(&self) -> u64 {
        self.chunks
    }

    /// Groups of one permutation of the nodes; nodes that fill none are left over.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.nodes / self.replicas
    }

    /// How many permutations give a node at least `scatter_width` partners: each brings replicas − 1.
    #[must_use]
    pub fn permutations(&self, scatter_width: u64) -> u64 {
        scatter_width.div_ceil(self.replicas - 1).max(1)
    }

    /// The chance that `failed` nodes, any as likely as others, include all of a given set of replicas:
    /// C(F, R) / C(N, R).
    ///
    /// ```
    /// use outage_lab_kernel::placement::Cluster;
    ///
    /// // 5,000 nodes, three replicas, fifty nodes fail: 50·49·48 / (5000·4999·4998).
    /// let given = Cluster::new(5_000, 3, 10_000)?.set_loss(50)?;
    /// assert!((given / 9.413_647e-7 - 1.0).abs() < 1e-6);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// More failed than there are.
    pub fn set_loss(&self, failed: u64) -> Result<f64, DomainError> {
        hypergeometric(self.nodes, self.replicas, failed, self.replicas)
    }

    /// Chunks lost on average when `failed` nodes fail together, under every rule: chunks · the chance of a set.
    ///
    /// # Errors
    /// More failed than there are.
    pub fn lost_chunks(&self, failed: u64) -> Result<f64, DomainError> {
        Ok(self.chunks as f64 * self.set_loss(failed)?)
    }

    /// The chance that random placement loses anything: every chunk on a set of its own, so 1 − (1 − p)^chunks,
    /// exact over placements drawn independently.
    ///
    /// # Errors
    /// More failed than there are.
    pub fn random_loss(&self, failed: u64) -> Result<f64, DomainError> {
        Ok(some_of(self.set_loss(failed)?, self.chunks as f64))
    }

    /// The different sets that random placement is expected to use: K (1 − (1 − 1/K)^chunks) of K = C(N, R).
    #[must_use]
    pub fn random_sets(&self) -> f64 {
        match choose(self.nodes, self.replicas) {
            Ok(all) if all < 1e300 => all * some_of(1.0 / all, self.chunks as f64),
            _ => self.chunks as f64,
        }
    }

    /// The chance that copysets lose anything when `failed` nodes fail together.
    ///
    /// A permutation of the nodes is cut into groups; `permutations` of them are drawn independently. For one, the
    /// chance is exact: by inclusion and exclusion where few groups are expected to be lost, and by the coefficient of
    /// xᶠ in ((1 + x)ᴿ − xᴿ)^groups where many are, with J. C. P. Miller's recurrence up to as many failed as groups and
    /// by repeated squaring beyond. All together 1 − (1 − p)^P.
    ///
    /// Sources: A. Cidon et al., *Copysets*, USENIX ATC 2013, section 3.1; D. E. Knuth, *The Art of Computer
    /// Programming* 2, 3rd ed., 4.7 (powers of a series); W. Feller, volume I, 3rd ed., 1968, section IV.1.
    ///
    /// # Errors
    /// More failed than there are.
    pub fn copyset_loss(&self, failed: u64, permutations: u64) -> Result<f64, DomainError> {
        Ok(some_of(self.groups_loss(failed)?, permutations as f64))
    }

    /// [`copyset_loss`](Self::copyset_loss) for one permutation.
    ///
    /// # Errors
    /// More failed than there are.
    pub fn groups_loss(&self, failed: u64) -> Result<f64, DomainError> {
        // Where so many groups are expected to be lost, the chance that none is lies below half an ulp of 1: that one
        // is lost makes it less likely that another is, so it is at most e^−40.
        const CERTAIN: f64 = 40.0;
        let (n, r, g, f) = (
            self.nodes as f64,
            self.replicas as f64,
            self.groups() as f64,
            failed as f64,
        );
        let given = self.set_loss(failed)?;
        if g * given > CERTAIN {
            return Ok(1.0);
        }
        if g * given > 4.0 {
            return if failed <= self.groups() {
                Ok(1.0 - self.no_group(failed))
            } else {
                let rest = self.nodes - self.groups() * self.replicas;
                some_group_at_least(self.groups(), self.replicas, rest, failed, self.replicas)
            };
        }
        // Terms C(G, j) · P(j given groups lost), the second factor by the ratio to the one before.
        let mut sum = 0.0;
        let mut term = 1.0;
        let mut j = 0.0;
        while (j + 1.0) * r <= f && j < g {
            let mut ratio = (g - j) / (j + 1.0);
            for i in 0..self.replicas {
                let gone = j * r + i as f64;
                ratio *= (f - gone) / (n - gone);
            }
            term *= ratio;
            sum += if j % 2.0 == 0.0 { term } else { -term };
            j += 1.0;
            if term < sum.abs() * 1e-18 {
                break;
            }
        }
        Ok(sum.clamp(0.0, 1.0))
    }

    /// The chance that no group of one permutation is lost; `failed` is at most the number of groups.
    fn no_group(&self, failed: u64) -> f64 {
        let r = self.replicas as usize;
        let g = self.groups() as f64;
        let base: Vec<f64> = (0..r)
            .map(|k| choose(self.replicas, k as u64).unwrap_or(0.0))
            .collect();
        // Coefficients in parts of C(N, n), which they never exceed: aₙ / C(N, n) is the chance for n failed.
        let mut chances = vec![1.0];
        let nodes = self.groups() as f64 * self.replicas as f64;
        for n in 1..=failed as usize {
            let at = n as f64;
            let mut sum = 0.0;
            // C(N, n − k) / C(N, n) as k grows.
            let mut scale = 1.0;
            for (k, weight) in base.iter().enumerate().skip(1).take(n) {
                let back = (n - k) as f64;
                scale *= (back + 1.0) / (nodes - back);
                let before = chances.get(n - k).copied().unwrap_or(0.0);
                sum += (k as f64 * (g + 1.0) - at) * weight * before * scale;
            }
            chances.push(sum / at);
        }
        // Of the failed ones, some may be among the nodes that are left over.
        let rest = self.nodes - self.groups() * self.replicas;
        let mut none = 0.0;
        for outside in 0..=rest.min(failed) {
            let share = hypergeometric(self.nodes, rest, failed, outside).unwrap_or(0.0);
            let inside = (failed - outside) as usize;
            none += share * chances.get(inside).copied().unwrap_or(0.0);
        }
        none.clamp(0.0, 1.0)
    }
}

/// Failures of nodes together, one after the other, against groups drawn anew each time.
#[derive(Clone, Debug)]
pub struct Failures {
    groups: u64,
    replicas: u64,
    failed: usize,
    permutations: u64,
    /// A permutation of the places of nodes, kept from one draw to the next.
    places: Vec<u32>,
    hit: Vec<u8>,
    random: Stream,
}

impl Failures {
    /// Failures of `failed` nodes.
    ///
    /// # Errors
    /// More failed than there are.
    pub fn new(
        cluster: &Cluster,
        failed: u64,
        permutations: u64,
        seed: u64,
    ) -> Result<Failures, DomainError> {
        if failed > cluster.nodes {
            return Err(DomainError {
                quantity: "failed",
                value: failed as f64,
                allowed: Bound::NotAbove(1.0, "nodes"),
            });
        }
        Ok(Failures {
            groups: cluster.groups(),
            replicas: cluster.replicas,
            failed: failed as usize,
            permutations,
            places: (0..cluster.nodes as u32).collect(),
            hit: vec![0; cluster.groups() as usize],
            random: Stream::new(seed, "copysets"),
        })
    }

    /// How many groups, over all permutations, the next failure takes whole.
    ///
    /// Where the failed nodes stand in a random permutation is a random choice of as many places, which is what is
    /// drawn: the first steps of a shuffle, R. Durstenfeld, CACM 7 (1964).
    pub fn next_lost_groups(&mut self) -> u64 {
        let mut lost = 0;
        for _ in 0..self.permutations {
            let all = self.places.len();
            for at in 0..self.failed {
                let other = at + self.random.below((all - at) as u64) as usize;
                self.places.swap(at, other);
                let group = u64::from(self.places[at]) / self.replicas;
                if group < self.groups {
                    let hits = &mut self.hit[group as usize];
                    *hits += 1;
                    lost += u64::from(u64::from(*hits) == self.replicas);
                }
            }
            for at in 0..self.failed {
                let group = u64::from(self.places[at]) / self.replicas;
                if group < self.groups {
                    self.hit[group as usize] = 0;
                }
            }
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case() -> Cluster {
        Cluster::new(5_000, 3, 10_000).unwrap()
    }

    fn close(ours: f64, exact: f64, within: f64) {
        assert!(
            (ours / exact - 1.0).abs() <= within,
            "{ours:e} is not {exact:e}"
        );
    }

    /// Case C59, with the published digits.
    #[test]
    fn the_published_cluster() {
        let cluster = case();
        assert_eq!((cluster.chunks(), cluster.groups()), (16_666_666, 1_666));
        close(cluster.lost_chunks(50).unwrap(), 15.689, 1e-4);
        close(
            1.0 - cluster.random_loss(50).unwrap(),
            1.0 - 0.999_999_846,
            5e-3,
        );
        assert_eq!((cluster.permutations(2), cluster.permutations(4)), (1, 2));
        close(cluster.copyset_loss(50, 1).unwrap(), 0.001_567_30, 3e-6);
        // The union bound, 2 · 1666 · p.
        let bound = 2.0 * 1_666.0 * cluster.set_loss(50).unwrap();
        close(bound, 0.003_14, 2e-3);
        let two = cluster.copyset_loss(50, 2).unwrap();
        assert!(two < bound && two > 0.998 * bound, "{two}");
    }

    /// Both ways against generating functions by repeated squaring, few groups lost and many.
    #[test]
    fn inclusion_and_recurrence_agree_with_squaring() {
        for (nodes, replicas, failed) in [
            (30, 3, 5),
            (30, 3, 10),
            (3_000, 3, 50),
            (3_000, 3, 400),
            (3_000, 3, 900),
            (2_000, 2, 100),
            (2_000, 2, 700),
            (400, 4, 90),
        ] {
            let cluster = Cluster::new(nodes, replicas, 100).unwrap();
            let exact =
                some_group_at_least(nodes / replicas, replicas, 0, failed, replicas).unwrap();
            let ours = cluster.copyset_loss(failed, 1).unwrap();
            assert!(
                (ours - exact).abs() < 1e-11 * exact.max(1e-3),
                "{nodes} {replicas} {failed}: {ours} {exact}"
            );
        }
        // Nodes that fill no group only make it rarer.
        let (even, odd) = (
            Cluster::new(300, 3, 9).unwrap(),
            Cluster::new(302, 3, 9).unwrap(),
        );
        assert!(odd.copyset_loss(90, 1).unwrap() < even.copyset_loss(90, 1).unwrap());
        assert!(case().copyset_loss(5_001, 1).is_err());
    }

    /// More failed than groups. Exact: inclusion and exclusion in Python's fractions.
    #[test]
    fn more_failed_than_groups() {
        for (nodes, replicas, failed, exact) in [
            (11, 3, 8, 0.836_363_636_363_636_3),
            (100, 3, 40, 0.916_672_219_303_252_7),
            (100, 9, 40, 0.001_581_006_495_686_599_4),
            (200, 9, 150, 0.840_622_101_689_019_9),
            (1_000, 3, 400, 0.999_999_999_997_279_7),
            (1_500, 5, 700, 0.999_212_601_363_218_2),
            (3_000, 9, 1_999, 0.999_905_312_087_295_5),
        ] {
            let ours = Cluster::new(nodes, replicas, 100).unwrap();
            close(ours.copyset_loss(failed, 1).unwrap(), exact, 1e-11);
        }
        // Of ten pairs and one node besides, twelve must include a whole pair.
        let pairs = Cluster::new(21, 2, 10).unwrap();
        assert_eq!(pairs.copyset_loss(12, 1), Ok(1.0));
        assert!(pairs.copyset_loss(11, 1).unwrap() < 1.0);
    }

    /// Random placement by looking: every set of three of ten nodes fails; twenty chunks placed anew each time.
    #[test]
    fn random_placement_by_placing() {
        let cluster = Cluster::new(10, 3, 6).unwrap();
        let mut random = Stream::new(5, "test");
        let (mut losses, mut lost, trials) = (0_u64, 0_u64, 40_000);
        for _ in 0..trials {
            // Nodes 0 to 3 fail.
            let mut here = 0;
            for _ in 0..cluster.chunks() {
                let mut nodes: Vec<u64> = Vec::new();
                while nodes.len() < 3 {
                    let node = random.below(10);
                    if !nodes.contains(&node) {
                        nodes.push(node);
                    }
                }
                here += u64::from(nodes.iter().all(|node| *node < 4));
            }
            losses += u64::from(here > 0);
            lost += here;
        }
        let n = f64::from(trials);
        // Four standard errors.
        let chance = cluster.random_loss(4).unwrap();
        assert!((losses as f64 / n - chance).abs() < 4.0 * (chance * (1.0 - chance) / n).sqrt());
        let mean = cluster.lost_chunks(4).unwrap();
        assert!((lost as f64 / n - mean).abs() < 4.0 * (mean / n).sqrt());
    }

    #[test]
    fn failures_by_drawing_agree_with_counting() {
        for (nodes, failed, permutations) in [(31, 8, 1), (30, 8, 3), (300, 60, 2)] {
            let cluster = Cluster::new(nodes, 3, 50).unwrap();
            let mut run = Failures::new(&cluster, failed, permutations, 3).unwrap();
            let (mut losses, mut groups, trials) = (0_u64, 0_u64, 20_000);
            for _ in 0..trials {
                let lost = run.next_lost_groups();
                losses += u64::from(lost > 0);
                groups += lost;
            }
            let n = f64::from(trials);
            let chance = cluster.copyset_loss(failed, permutations).unwrap();
            let off = (losses as f64 / n - chance).abs();
            assert!(
                off < 4.0 * (chance * (1.0 - chance) / n).sqrt() + 1e-9,
                "{nodes}: {off}"
            );
            let mean = (permutations * cluster.groups()) as f64 * cluster.set_loss(failed).unwrap();
            assert!((groups as f64 / n / mean - 1.0).abs() < 0.1, "{nodes}");
        }
    }

    #[test]
    fn what_has_no_copies_is_refused() {
        assert!(Cluster::new(10, 1, 1).is_err());
        assert!(Cluster::new(2, 3, 1).is_err());
        assert!(Cluster::new(3, 3, 0).is_err());
        assert!(Failures::new(&case(), 5_001, 1, 0).is_err());
    }
}
