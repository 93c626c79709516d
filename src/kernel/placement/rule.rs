//! Rules of placement, and how they draw.

use super::chance::{self, Spread};
use super::simulation::Generator;
use super::topology::{Event, Topology};
use crate::counting::choose;
use crate::error::{Bound, Defined, DomainError, Undefined, defined};

/// A rule for where replicas go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Any nodes, all sets equally likely.
    Random,
    /// The nodes with the lowest numbers. Numbers follow the racks, so they are neighbours.
    GreedyIndex,
    /// Different racks, and in each any node.
    RackAware,
    /// Different zones, and in each any node.
    ZoneAware,
    /// One of a few fixed groups of nodes. The groups are dealt: the zones in turn, in each zone its racks in turn.
    Copyset,
}

impl Strategy {
    /// All, in the order of the pages.
    pub const ALL: [Strategy; 5] = [
        Strategy::Random,
        Strategy::GreedyIndex,
        Strategy::RackAware,
        Strategy::ZoneAware,
        Strategy::Copyset,
    ];
}

/// How many replicas an object has, and how many may not be lost at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replicas {
    count: u64,
    quorum_lost_at: u64,
}

impl Replicas {
    /// `count` replicas, of which `quorum_lost_at` lost ones are too many to go on: two of three for a majority.
    ///
    /// # Errors
    /// No replica, or a threshold outside 1 to `count`.
    pub fn new(count: u64, quorum_lost_at: u64) -> Result<Replicas, DomainError> {
        let refuse = |quantity, value: u64, allowed| {
            Err(DomainError {
                quantity,
                value: value as f64,
                allowed,
            })
        };
        if count == 0 {
            return refuse("replicas", count, Bound::AtLeast(1.0));
        }
        if quorum_lost_at == 0 || quorum_lost_at > count {
            return refuse(
                "quorum_lost_at",
                quorum_lost_at,
                Bound::Within(1.0, count as f64),
            );
        }
        Ok(Replicas {
            count,
            quorum_lost_at,
        })
    }

    /// Replicas of an object.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of lost replicas at which the quorum is gone.
    #[must_use]
    pub fn quorum_lost_at(&self) -> u64 {
        self.quorum_lost_at
    }
}

/// A rule that can be kept on a topology with so many replicas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    topology: Topology,
    replicas: Replicas,
    strategy: Strategy,
}

impl Placement {
    /// The rule, if it can be kept.
    ///
    /// ```
    /// use outage_lab_kernel::placement::{Placement, Replicas, Strategy, Topology};
    ///
    /// // Three racks in one zone: different racks, yes; different zones, no.
    /// let (room, three) = (Topology::new(1, 3, 8)?, Replicas::new(3, 2)?);
    /// assert!(Placement::new(room, three, Strategy::RackAware).is_ok());
    /// let refused = Placement::new(room, three, Strategy::ZoneAware).unwrap_err();
    /// assert_eq!(refused.0, "too_few_zones");
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// `too_few_nodes`, `too_few_racks` or `too_few_zones`.
    pub fn new(
        topology: Topology,
        replicas: Replicas,
        strategy: Strategy,
    ) -> Result<Placement, Undefined> {
        let (places, reason) = match strategy {
            Strategy::Random | Strategy::GreedyIndex | Strategy::Copyset => {
                (topology.nodes(), "too_few_nodes")
            }
            Strategy::RackAware => (topology.racks(), "too_few_racks"),
            Strategy::ZoneAware => (topology.zones(), "too_few_zones"),
        };
        if replicas.count > places {
            return Err(Undefined(reason));
        }
        Ok(Placement {
            topology,
            replicas,
            strategy,
        })
    }

    /// The topology.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The replicas.
    #[must_use]
    pub fn replicas(&self) -> &Replicas {
        &self.replicas
    }

    /// The rule.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The chance that a given location of this kind holds at least `lost` replicas of an object, with every location
    /// equally likely to be the given one. Exact; relative error below 1e-12.
    ///
    /// Formulas, for n nodes in all, m of them in the location, and k replicas: random P(X ≥ lost) with X
    /// hypergeometric (n, m, k); rack-aware against a zone the same with racks for nodes; one replica a location, where
    /// a rule keeps them apart: k over the number of locations; fixed sets by counting their fatal locations.
    ///
    /// ```
    /// use outage_lab_kernel::placement::{Event, Placement, Replicas, Strategy, Topology};
    ///
    /// let (lecture, three) = (Topology::new(3, 3, 3)?, Replicas::new(3, 2)?);
    /// let aware = Placement::new(lecture, three, Strategy::RackAware).unwrap();
    /// assert!((aware.given(Event::Zone, 2)? - 19.0 / 84.0).abs() < 1e-15);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// None in a placement that could be made; the error is passed on from the counting.
    pub fn given(&self, event: Event, lost: u64) -> Result<f64, DomainError> {
        chance::given(self, event, lost)
    }

    /// The chance that at least one location of this kind holds `lost` or more replicas of an object: that the object
    /// has a weak spot at all. Exact, as [`given`](Self::given).
    ///
    /// ```
    /// use outage_lab_kernel::placement::{Event, Placement, Replicas, Strategy, Topology};
    ///
    /// let (lecture, three) = (Topology::new(3, 3, 3)?, Replicas::new(3, 2)?);
    /// let aware = Placement::new(lecture, three, Strategy::RackAware).unwrap();
    /// // No two of the three zones can both hold two of three replicas: 3 · 19/84.
    /// assert!((aware.some(Event::Zone, 2)? - 57.0 / 84.0).abs() < 1e-15);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// None in a placement that could be made; the error is passed on from the counting.
    pub fn some(&self, event: Event, lost: u64) -> Result<f64, DomainError> {
        chance::some(self, event, lost)
    }

    /// How the replicas fall on the locations of a kind.
    #[must_use]
    pub fn spread(&self, event: Event) -> Spread {
        chance::spread(self, event)
    }

    /// How many different sets of nodes an object may be given: the fewer, the rarer a fault of several nodes hits one
    /// of them, and the more objects it then hits.
    ///
    /// # Errors
    /// `out_of_range` above 1.8e308.
    pub fn possible_sets(&self) -> Defined {
        let k = self.replicas.count;
        let apart = |places: u64| {
            let size = (self.topology.nodes() / places) as f64;
            let mut sets = choose(places, k)?;
            for _ in 0..k {
                sets *= size;
            }
            defined(sets)
        };
        match self.strategy {
            Strategy::Random => choose(self.topology.nodes(), k),
            Strategy::GreedyIndex => Ok(1.0),
            Strategy::RackAware => apart(self.topology.racks()),
            Strategy::ZoneAware => apart(self.topology.zones()),
            Strategy::Copyset => Ok(self.groups() as f64),
        }
    }

    /// How many groups of nodes the copyset rule has; nodes that do not fill a group are left over.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.topology.nodes() / self.replicas.count
    }

    /// Draws the nodes of one object into `nodes`.
    ///
    /// With the lecture's generator the draws are those of the course text's program, number for number: `sample` of
    /// nodes, racks or zones, then `randrange` for each node inside.
    pub fn draw(&self, generator: &mut Generator, nodes: &mut Vec<u64>) {
        let k = self.replicas.count;
        match self.strategy {
            Strategy::Random => generator.sample(self.topology.nodes(), k, nodes),
            Strategy::GreedyIndex => {
                nodes.clear();
                nodes.extend(0..k);
            }
            Strategy::RackAware | Strategy::ZoneAware => {
                if let Some((places, size)) = self.apart() {
                    generator.sample(places, k, nodes);
                    generator.spread(size, nodes);
                }
            }
            Strategy::Copyset => {
                let first = generator.below(self.groups()) * k;
                nodes.clear();
                nodes.extend((first..first + k).map(|place| self.dealt(place)));
            }
        }
    }

    /// The places of which no two replicas share one, and the nodes in each, where the rule has such places.
    fn apart(&self) -> Option<(u64, u64)> {
        let places = match self.strategy {
            Strategy::RackAware => self.topology.racks(),
            Strategy::ZoneAware => self.topology.zones(),
            Strategy::Random | Strategy::GreedyIndex | Strategy::Copyset => return None,
        };
        Some((places, self.topology.nodes() / places))
    }

    /// What a sample is drawn of, nodes or places, and how many nodes each place has, where the rule draws a sample. No
    /// topology has as many nodes as 32 bits count.
    pub(super) fn sampled(&self) -> Option<(u32, Option<u32>)> {
        match self.strategy {
            Strategy::Random => Some((self.topology.nodes() as u32, None)),
            _ => (self.apart()).map(|(places, size)| (places as u32, Some(size as u32))),
        }
    }

    /// The node at a place of the dealt order: zones in turn, then racks in turn, then nodes.
    fn dealt(&self, place: u64) -> u64 {
        let topology = &self.topology;
        let zone = place % topology.zones();
        let rack = place / topology.zones() % topology.racks_per_zone();
        let node = place / topology.racks();
        (zone * topology.racks_per_zone() + rack) * topology.nodes_per_rack() + node
    }
}
