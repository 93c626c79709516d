//! Exact chances of losing replicas, by counting.

use super::rule::{Placement, Strategy};
use super::topology::Event;
use crate::counting::{at_least, some_group_at_least};
use crate::error::DomainError;

/// How the replicas of an object fall on the locations of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Like things drawn without putting back from equal groups of this size, one group a location.
    Drawn {
        /// Things in a group: nodes, or racks where racks are drawn.
        size: u64,
    },
    /// At most one in each location.
    Apart,
    /// As evenly as can be: `full` locations hold `more`, and `others` hold one less.
    Even {
        /// Locations with one more than the others.
        full: u64,
        /// How many those hold.
        more: u64,
        /// The other locations.
        others: u64,
    },
    /// Neighbours: the first locations are full, and the next holds the rest.
    Run {
        /// Nodes of a location.
        size: u64,
    },
}

pub(super) fn spread(placement: &Placement, event: Event) -> Spread {
    let topology = placement.topology();
    let locations = topology.locations(event);
    let k = placement.replicas().count();
    match (placement.strategy(), event) {
        (Strategy::GreedyIndex, _) | (_, Event::Correlated) => Spread::Run {
            size: topology.size(event),
        },
        (_, Event::Node)
        | (Strategy::RackAware, Event::Rack)
        | (Strategy::ZoneAware, Event::Rack | Event::Zone) => Spread::Apart,
        (Strategy::Random, Event::Rack | Event::Zone) => Spread::Drawn {
            size: topology.size(event),
        },
        (Strategy::RackAware, Event::Zone) => Spread::Drawn {
            size: topology.racks_per_zone(),
        },
        // Dealt in turn: any k neighbours in the order fall on the locations as evenly as can be.
        (Strategy::Copyset, Event::Rack | Event::Zone) => Spread::Even {
            full: k % locations,
            more: k / locations + 1,
            others: locations - k % locations,
        },
    }
}

/// For a fixed spread, how many locations hold at least `lost`.
fn fatal(spread: &Spread, k: u64, lost: u64) -> Option<u64> {
    let when = |holds: bool, count: u64| if holds { count } else { 0 };
    match *spread {
        Spread::Even { full, more, others } => {
            Some(when(more >= lost, full) + when(more > lost, others))
        }
        Spread::Run { size } => Some(when(size >= lost, k / size) + when(k % size >= lost, 1)),
        Spread::Drawn { .. } | Spread::Apart => None,
    }
}

pub(super) fn given(placement: &Placement, event: Event, lost: u64) -> Result<f64, DomainError> {
    let k = placement.replicas().count();
    if lost == 0 {
        return Ok(1.0);
    }
    let locations = placement.topology().locations(event);
    let spread = spread(placement, event);
    match spread {
        Spread::Drawn { size } => at_least(locations * size, size, k, lost),
        Spread::Apart if lost > 1 => Ok(0.0),
        Spread::Apart => Ok(k as f64 / locations as f64),
        Spread::Even { .. } | Spread::Run { .. } => {
            let fatal = fatal(&spread, k, lost).unwrap_or(0);
            Ok(fatal as f64 / locations as f64)
        }
    }
}

pub(super) fn some(placement: &Placement, event: Event, lost: u64) -> Result<f64, DomainError> {
    let k = placement.replicas().count();
    if lost == 0 {
        return Ok(1.0);
    }
    let spread = spread(placement, event);
    match spread {
        Spread::Drawn { size } => {
            some_group_at_least(placement.topology().locations(event), size, 0, k, lost)
        }
        Spread::Apart => Ok(if lost > 1 { 0.0 } else { 1.0 }),
        Spread::Even { .. } | Spread::Run { .. } => {
            Ok(if fatal(&spread, k, lost).unwrap_or(0) > 0 {
                1.0
            } else {
                0.0
            })
        }
    }
}
