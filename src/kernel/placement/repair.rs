//! Making lost replicas anew, on nodes that are left and by the same rule.

use super::rule::{Placement, Strategy};
use super::simulation::Generator;
use crate::error::Undefined;
use std::collections::BTreeSet;
use std::ops::Range;

/// A replica that was lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repair {
    /// Which of the object's replicas, counted from 0.
    pub replica: usize,
    /// How many nodes could take it without breaking the rule.
    pub places: u64,
    /// The node that takes it, or `no_place_left`.
    pub node: Result<u64, Undefined>,
}

/// Replaces the replicas on the `struck` nodes, one after the other.
///
/// A place is a node that is not struck and holds no replica, and with which the rule is kept: for the rack-aware rule
/// and for copysets another rack than those in use, for the zone-aware rule another zone; copysets keep zones apart as
/// well where there are enough of them. The greedy rule takes the first place, the others any.
///
/// # Errors
/// `nothing_lost`, or `all_replicas_lost`: nothing is left to copy from.
pub fn repair(
    placement: &Placement,
    nodes: &[u64],
    struck: &Range<u64>,
    generator: &mut Generator,
) -> Result<Vec<Repair>, Undefined> {
    let lost: Vec<usize> = (0..nodes.len())
        .filter(|at| nodes.get(*at).is_some_and(|node| struck.contains(node)))
        .collect();
    if lost.is_empty() {
        return Err(Undefined("nothing_lost"));
    }
    if lost.len() == nodes.len() {
        return Err(Undefined("all_replicas_lost"));
    }
    let mut used: BTreeSet<u64> = nodes
        .iter()
        .copied()
        .filter(|node| !struck.contains(node))
        .collect();
    let mut repairs = Vec::new();
    for replica in lost {
        let places = Places::new(placement, &used, struck);
        let count = places.count();
        let node = if count == 0 {
            Err(Undefined("no_place_left"))
        } else {
            let chosen = match placement.strategy() {
                Strategy::GreedyIndex => 0,
                _ => generator.below(count),
            };
            places.nth(chosen).ok_or(Undefined("no_place_left"))
        };
        used.extend(node);
        repairs.push(Repair {
            replica,
            places: count,
            node,
        });
    }
    Ok(repairs)
}

/// The nodes that may take a replica.
struct Places<'a> {
    placement: &'a Placement,
    used: &'a BTreeSet<u64>,
    used_racks: BTreeSet<u64>,
    used_zones: BTreeSet<u64>,
    struck: &'a Range<u64>,
}

impl<'a> Places<'a> {
    fn new(
        placement: &'a Placement,
        used: &'a BTreeSet<u64>,
        struck: &'a Range<u64>,
    ) -> Places<'a> {
        let topology = placement.topology();
        let (rack, zone) = (
            topology.nodes_per_rack(),
            topology.nodes_per_rack() * topology.racks_per_zone(),
        );
        let k = placement.replicas().count();
        let (racks_apart, zones_apart) = match placement.strategy() {
            Strategy::Random | Strategy::GreedyIndex => (false, false),
            Strategy::RackAware => (true, false),
            Strategy::ZoneAware => (false, true),
            Strategy::Copyset => (k <= topology.racks(), k <= topology.zones()),
        };
        let of = |apart: bool, size: u64| {
            let taken = used.iter().filter(|_| apart);
            taken.map(|node| node / size).collect()
        };
        Places {
            placement,
            used,
            used_racks: of(racks_apart, rack),
            used_zones: of(zones_apart, zone),
            struck,
        }
    }

    /// The nodes of a rack, and how many of them are free; none where the rule bars the rack.
    fn rack(&self, rack: u64) -> (Range<u64>, u64) {
        let topology = self.placement.topology();
        let size = topology.nodes_per_rack();
        let nodes = rack * size..(rack + 1) * size;
        let zone = rack / topology.racks_per_zone();
        if self.used_racks.contains(&rack) || self.used_zones.contains(&zone) {
            return (nodes, 0);
        }
        let struck = self.struck.end.min(nodes.end);
        let struck = struck.saturating_sub(self.struck.start.max(nodes.start));
        // A node in use is never a struck one.
        let free = size - struck - self.used.range(nodes.clone()).count() as u64;
        (nodes, free)
    }

    fn count(&self) -> u64 {
        let racks = 0..self.placement.topology().racks();
        racks.map(|rack| self.rack(rack).1).sum()
    }

    fn nth(&self, at: u64) -> Option<u64> {
        let mut left = at;
        for rack in 0..self.placement.topology().racks() {
            let (mut nodes, free) = self.rack(rack);
            if left < free {
                let is_free = |node: &u64| !self.struck.contains(node) && !self.used.contains(node);
                return nodes
                    .by_ref()
                    .filter(is_free)
                    .nth(usize::try_from(left).ok()?);
            }
            left -= free;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Event, Replicas, Topology};
    use super::*;

    fn placement(zones: u64, strategy: Strategy) -> Placement {
        let topology = Topology::new(zones, 3, 3).unwrap();
        Placement::new(topology, Replicas::new(3, 2).unwrap(), strategy).unwrap()
    }

    fn repaired(
        placement: &Placement,
        nodes: &[u64],
        event: Event,
    ) -> Result<Vec<Repair>, Undefined> {
        let struck = placement.topology().members(event, 0);
        repair(placement, nodes, &struck, &mut Generator::portable(1))
    }

    #[test]
    fn with_three_zones_a_lost_zone_leaves_no_third() {
        let repairs = repaired(
            &placement(3, Strategy::ZoneAware),
            &[4, 13, 26],
            Event::Zone,
        )
        .unwrap();
        assert_eq!(repairs.len(), 1);
        assert_eq!((repairs[0].replica, repairs[0].places), (0, 0));
        assert_eq!(repairs[0].node, Err(Undefined("no_place_left")));
        // A fourth zone takes it: nine nodes.
        let repairs = repaired(
            &placement(4, Strategy::ZoneAware),
            &[4, 13, 26],
            Event::Zone,
        )
        .unwrap();
        assert_eq!(repairs[0].places, 9);
        assert!((27..36).contains(&repairs[0].node.unwrap()));
    }

    #[test]
    fn other_racks_of_the_same_zone_will_do_for_racks() {
        // Rack 0 is lost; racks 3 and 8 are in use; six racks of three are left.
        let repairs = repaired(
            &placement(3, Strategy::RackAware),
            &[0, 11, 26],
            Event::Rack,
        )
        .unwrap();
        assert_eq!(repairs[0].places, 18);
        let node = repairs[0].node.unwrap();
        assert!(![0, 3, 8].contains(&(node / 3)), "{node}");
    }

    #[test]
    fn any_place_and_the_first_place() {
        // Nodes 0 and 1 are lost with their rack, 5 stands: 27 − 3 − 1, then one less.
        let repairs = repaired(&placement(3, Strategy::Random), &[0, 5, 1], Event::Rack).unwrap();
        assert_eq!(
            repairs.iter().map(|one| one.places).collect::<Vec<_>>(),
            [23, 22]
        );
        assert_ne!(repairs[0].node, repairs[1].node);
        // The greedy rule: with node 0 gone, 1 and 2 stand and 3 is next.
        let repairs = repaired(
            &placement(3, Strategy::GreedyIndex),
            &[0, 1, 2],
            Event::Node,
        )
        .unwrap();
        assert_eq!(repairs[0].node, Ok(3));
    }

    #[test]
    fn nothing_lost_and_nothing_left() {
        let any = placement(3, Strategy::Random);
        assert_eq!(
            repaired(&any, &[9, 10, 11], Event::Zone),
            Err(Undefined("nothing_lost"))
        );
        assert_eq!(
            repaired(&any, &[0, 1, 2], Event::Zone),
            Err(Undefined("all_replicas_lost"))
        );
    }
}
