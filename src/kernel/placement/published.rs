//! The course text's experiment: four rules against four events, one generator through all sixteen rows.

use super::rule::{Placement, Replicas, Strategy};
use super::simulation::{Counts, Generator, Simulation};
use super::topology::{Event, Topology};
use crate::error::Undefined;

/// The rules of the program, in its order. It has no copysets.
const STRATEGIES: [Strategy; 4] = [
    Strategy::Random,
    Strategy::GreedyIndex,
    Strategy::RackAware,
    Strategy::ZoneAware,
];

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The rule.
    pub strategy: Strategy,
    /// The event.
    pub event: Event,
    /// What came of it; the weak spots are not counted here.
    pub counts: Counts,
}

/// The run of all sixteen rows.
///
/// The order is that of the program: rule by rule, in each the events from node to correlated, for each event every
/// location, for each location so many objects. One generator goes through all of it, so that a row depends on the
/// rows before it.
///
/// ```
/// use outage_lab_kernel::placement::{Published, Replicas, Topology};
///
/// let mut run = Published::new(Topology::new(3, 3, 3)?, Replicas::new(3, 2)?, 4_000, 425).unwrap();
/// while !run.is_done() {
///     run.advance(100_000);
/// }
/// // The published 2.48 % and 25.17 %.
/// let lost: Vec<u64> = run.rows().iter().map(|row| row.counts.lost_quorum).collect();
/// assert_eq!((lost[1], lost[2]), (893, 3_021));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Published {
    generator: Generator,
    rows: Vec<Row>,
    left: Vec<(Strategy, Event, Simulation)>,
}

impl Published {
    /// The run that has not begun, with the lecture's generator.
    ///
    /// # Errors
    /// When one of the four rules cannot be kept.
    pub fn new(
        topology: Topology,
        replicas: Replicas,
        trials_per_location: u64,
        seed: u64,
    ) -> Result<Published, Undefined> {
        let mut left = Vec::new();
        for strategy in STRATEGIES {
            let placement = Placement::new(topology, replicas, strategy)?;
            for event in Event::ALL {
                let run = Simulation::new(placement, event, trials_per_location);
                left.push((strategy, event, run));
            }
        }
        left.reverse();
        Ok(Published {
            generator: Generator::lecture(seed),
            rows: Vec::new(),
            left,
        })
    }

    /// Places up to `most` further objects; returns how many.
    pub fn advance(&mut self, most: u64) -> u64 {
        let mut steps = 0;
        while let Some((strategy, event, run)) = self.left.last_mut() {
            steps += run.advance(&mut self.generator, most - steps, false);
            if !run.is_done() {
                break;
            }
            self.rows.push(Row {
                strategy: *strategy,
                event: *event,
                counts: run.counts(),
            });
            self.left.pop();
        }
        steps
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.left.is_empty()
    }

    /// The rows that are finished.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many objects are still to be placed.
    #[must_use]
    pub fn left(&self) -> u64 {
        let of = |run: &Simulation| run.total() - run.counts().trials;
        self.left.iter().map(|(_, _, run)| of(run)).sum()
    }

    /// The generator as the run leaves it.
    #[must_use]
    pub fn into_generator(self) -> Generator {
        self.generator
    }
}
