//! Zones of racks of nodes, numbered through: a rack's nodes are neighbours, and so are a zone's racks.

use crate::error::{Bound, DomainError};
use std::ops::Range;

/// The most nodes of a topology.
pub const MOST_NODES: u64 = 100_000;

/// Equal zones of equal racks of equal nodes.
///
/// ```
/// use outage_lab_kernel::placement::{Event, Topology};
///
/// let lecture = Topology::new(3, 3, 3)?;
/// assert_eq!((lecture.nodes(), lecture.racks()), (27, 9));
/// assert_eq!(lecture.location_of(Event::Rack, 26), 8);
/// assert_eq!(lecture.members(Event::Zone, 1), 9..18);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topology {
    zones: u64,
    racks_per_zone: u64,
    nodes_per_rack: u64,
}

/// What a fault strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// One node.
    Node,
    /// A rack with its nodes: its power, its switch.
    Rack,
    /// A zone with its racks.
    Zone,
    /// Every node at once: one faulty version, one wrong configuration.
    Correlated,
}

impl Event {
    /// All, the smallest first.
    pub const ALL: [Event; 4] = [Event::Node, Event::Rack, Event::Zone, Event::Correlated];
}

impl Topology {
    /// A topology of at least one and at most [`MOST_NODES`] nodes.
    ///
    /// # Errors
    /// When a number is 0 or there are more nodes.
    pub fn new(
        zones: u64,
        racks_per_zone: u64,
        nodes_per_rack: u64,
    ) -> Result<Topology, DomainError> {
        for (quantity, count) in [
            ("zones", zones),
            ("racks_per_zone", racks_per_zone),
            ("nodes_per_rack", nodes_per_rack),
        ] {
            if count == 0 {
                return Err(DomainError {
                    quantity,
                    value: 0.0,
                    allowed: Bound::AtLeast(1.0),
                });
            }
        }
        let nodes = zones
            .saturating_mul(racks_per_zone)
            .saturating_mul(nodes_per_rack);
        if nodes > MOST_NODES {
            return Err(DomainError {
                quantity: "nodes",
                value: nodes as f64,
                allowed: Bound::AtMost(MOST_NODES as f64),
            });
        }
        Ok(Topology {
            zones,
            racks_per_zone,
            nodes_per_rack,
        })
    }

    /// Zones.
    #[must_use]
    pub fn zones(&self) -> u64 {
        self.zones
    }

    /// Racks in all zones.
    #[must_use]
    pub fn racks(&self) -> u64 {
        self.zones * self.racks_per_zone
    }

    /// Racks in each zone.
    #[must_use]
    pub fn racks_per_zone(&self) -> u64 {
        self.racks_per_zone
    }

    /// Nodes in each rack.
    #[must_use]
    pub fn nodes_per_rack(&self) -> u64 {
        self.nodes_per_rack
    }

    /// Nodes in all racks.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.racks() * self.nodes_per_rack
    }

    /// How many locations an event of this kind can strike.
    #[must_use]
    pub fn locations(&self, event: Event) -> u64 {
        match event {
            Event::Node => self.nodes(),
            Event::Rack => self.racks(),
            Event::Zone => self.zones,
            Event::Correlated => 1,
        }
    }

    /// How many nodes one such event takes.
    #[must_use]
    pub fn size(&self, event: Event) -> u64 {
        self.nodes() / self.locations(event)
    }

    /// The location in which a node lies.
    #[must_use]
    pub fn location_of(&self, event: Event, node: u64) -> u64 {
        node / self.size(event)
    }

    /// The nodes of a location.
    #[must_use]
    pub fn members(&self, event: Event, location: u64) -> Range<u64> {
        let size = self.size(event);
        location * size..(location + 1) * size
    }
}
