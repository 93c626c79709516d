//! Where the replicas of an object stand, and what one fault takes with it.
//!
//! A fault strikes a *location*: a node, a rack, a zone, or everything at once. Two questions are kept apart: what a
//! *given* location's fault does, averaged over all locations, and whether *some* location's fault would do it.

mod chance;
mod copysets;
mod diversity;
mod published;
mod repair;
mod rule;
mod simulation;
mod topology;

pub use chance::Spread;
pub use copysets::{Cluster, Failures};
pub use diversity::Mix;
pub use published::{Published, Row};
pub use repair::{Repair, repair};
pub use rule::{Placement, Replicas, Strategy};
pub use simulation::{Counts, Generator, Simulation};
pub use topology::{Event, MOST_NODES, Topology};
