//! Placing many objects and striking each location in turn.

use super::rule::{Placement, Strategy};
use super::topology::Event;
use crate::rng::Stream;
use crate::rng::mersenne::CPython;

/// Where random numbers come from.
#[derive(Clone, Debug)]
pub enum Generator {
    /// CPython's generator, as the course text's program uses it.
    Lecture(Box<CPython>),
    /// A portable stream.
    Portable(Box<Stream>),
}

impl Generator {
    /// The lecture's generator under a seed.
    #[must_use]
    pub fn lecture(seed: u64) -> Generator {
        Generator::Lecture(Box::new(CPython::seed(seed)))
    }

    /// The portable generator under a seed.
    #[must_use]
    pub fn portable(seed: u64) -> Generator {
        Generator::Portable(Box::new(Stream::new(seed, "placement")))
    }

    /// A whole number from 0 to `n` − 1. `n` is at least 1.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        match self {
            Generator::Lecture(python) => python.randrange(n),
            Generator::Portable(stream) => stream.below(n),
        }
    }

    /// Turns places of `size` nodes each into nodes: any node of each, in their order.
    pub(super) fn spread(&mut self, size: u64, places: &mut [u64]) {
        match self {
            // No topology has as many nodes as 32 bits count.
            Generator::Lecture(python) => {
                let mut places = places.iter_mut();
                python.randrange_times(size as u32, places.len(), |within| {
                    if let Some(place) = places.next() {
                        *place = *place * size + u64::from(within);
                    }
                });
            }
            Generator::Portable(stream) => {
                for place in places {
                    *place = *place * size + stream.below(size);
                }
            }
        }
    }

    /// `k` different numbers below `n`, all sets equally likely. `k` is at most `n`.
    ///
    /// The portable way takes `k` draws at any `n`: R. W. Floyd's, in J. Bentley, *Programming Pearls: a sample of
    /// brilliance*, CACM 30 (1987).
    pub(super) fn sample(&mut self, n: u64, k: u64, chosen: &mut Vec<u64>) {
        match self {
            Generator::Lecture(python) => python.sample_into(n, k, chosen),
            Generator::Portable(stream) => {
                chosen.clear();
                for top in n - k..n {
                    let drawn = stream.below(top + 1);
                    let new = if chosen.contains(&drawn) { top } else { drawn };
                    chosen.push(new);
                }
            }
        }
    }
}

/// What came of the trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Objects placed.
    pub trials: u64,
    /// Of them, those that lost their quorum to the location struck.
    pub lost_quorum: u64,
    /// Of them, those that lost every replica to it.
    pub lost_all: u64,
    /// Of them, those that would have lost their quorum to some location of the kind.
    pub some_quorum: u64,
    /// Of them, those that would have lost every replica to some location of the kind.
    pub some_all: u64,
}

/// A run: for each location of the event in turn, so many objects are placed, and those are counted that lose their
/// quorum, or every replica, to a fault there. That is the course text's experiment.
#[derive(Clone, Debug)]
pub struct Simulation {
    placement: Placement,
    event: Event,
    trials_per_location: u64,
    counts: Counts,
    nodes: Vec<u64>,
}

impl Simulation {
    /// A run that has not begun.
    #[must_use]
    pub fn new(placement: Placement, event: Event, trials_per_location: u64) -> Simulation {
        Simulation {
            placement,
            event,
            trials_per_location,
            counts: Counts::default(),
            nodes: Vec::new(),
        }
    }

    /// How many objects the whole run places.
    #[must_use]
    pub fn total(&self) -> u64 {
        let locations = self.placement.topology().locations(self.event);
        self.trials_per_location.saturating_mul(locations)
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.counts.trials >= self.total()
    }

    /// What has been counted so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Places up to `most` further objects; returns how many. `weak_spots` also looks at every other location.
    pub fn advance(&mut self, generator: &mut Generator, most: u64, weak_spots: bool) -> u64 {
        let steps = most.min(self.total() - self.counts.trials);
        let topology = *self.placement.topology();
        let replicas = *self.placement.replicas();
        let mut left = steps;
        while left > 0 {
            // All trials of a location before the next one.
            let location = self.counts.trials / self.trials_per_location;
            let here = left.min((location + 1) * self.trials_per_location - self.counts.trials);
            let struck = topology.members(self.event, location);
            // The greedy rule draws nothing: one object stands for all.
            let (drawn, weight) = match self.placement.strategy() {
                Strategy::GreedyIndex => (1, here),
                _ => (here, 1),
            };
            let count = |lost: bool| if lost { weight } else { 0 };
            if let Generator::Lecture(python) = generator
                && let Some((places, size)) = self.placement.sampled()
                && !weak_spots
            {
                let first = struck.start as u32;
                let width = (struck.end - struck.start) as u32;
                let (all, quorum_lost_at) =
                    (replicas.count() as u32, replicas.quorum_lost_at() as u32);
                let (mut lost_quorum, mut lost_all) = (0, 0);
                let mut strike = |hit: u32| {
                    lost_quorum += u64::from(hit >= quorum_lost_at);
                    lost_all += u64::from(hit == all);
                };
                let is_struck = |node: u32| u32::from(node.wrapping_sub(first) < width);
                match size {
                    None => python.samples((places, all), None, drawn, |nodes, _| {
                        strike(nodes.iter().map(|node| is_struck(*node)).sum());
                    }),
                    Some(size) => {
                        python.samples((places, all), Some(size), drawn, |places, within| {
                            let nodes = places
                                .iter()
                                .zip(within)
                                .map(|(place, within)| place * size + within);
                            strike(nodes.map(is_struck).sum());
                        })
                    }
                }
                self.counts.lost_quorum += lost_quorum;
                self.counts.lost_all += lost_all;
                self.counts.trials += here;
                left -= here;
                continue;
            }
            for _ in 0..drawn {
                self.placement.draw(generator, &mut self.nodes);
                let hit = self
                    .nodes
                    .iter()
                    .filter(|node| struck.contains(node))
                    .count() as u64;
                self.counts.lost_quorum += count(hit >= replicas.quorum_lost_at());
                self.counts.lost_all += count(hit == replicas.count());
                if weak_spots {
                    let most = fullest(&mut self.nodes, topology.size(self.event));
                    self.counts.some_quorum += count(most >= replicas.quorum_lost_at());
                    self.counts.some_all += count(most == replicas.count());
                }
            }
            self.counts.trials += here;
            left -= here;
        }
        steps
    }
}

/// The most nodes that share a location of `size` nodes. Leaves the locations in place of the nodes.
fn fullest(nodes: &mut [u64], size: u64) -> u64 {
    for node in nodes.iter_mut() {
        *node /= size;
    }
    // Few enough that looking at every pair is quicker than putting them in order.
    let together = |(at, location): (usize, &u64)| {
        nodes
            .iter()
            .skip(at)
            .filter(|other| *other == location)
            .count() as u64
    };
    nodes.iter().enumerate().map(together).max().unwrap_or(0)
}
