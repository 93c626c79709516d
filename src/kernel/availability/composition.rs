//! Systems put together from blocks: series, parallel and k of n, nested, with the importance of each block.

mod k_of_n;
mod shared_cause;

pub use shared_cause::{SharedCause, SharedTwice, WithSharedCause, with_shared_cause};

use crate::error::{Bound, Defined, DomainError, Undefined};
use crate::quantity::Probability;
use k_of_n::{hangs_on, k_of_n};

/// The most copies in one group.
pub const COPIES_MAX: u64 = 10_000;

/// The most elementary steps that one system may take; a few hundredths of a second.
const WORK_MAX: f64 = 2e7;

/// The most blocks that may be mentioned in several places: each doubles the number of cases.
const SEVERAL_MAX: usize = 16;

/// The share of time that a block is up and the share that it is down, each known without a subtraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpDown {
    /// Share of time up, from 0 to 1.
    pub up: f64,
    /// Share of time down, from 0 to 1.
    pub down: f64,
}

impl UpDown {
    const UP: UpDown = UpDown { up: 1.0, down: 0.0 };
    const DOWN: UpDown = UpDown { up: 0.0, down: 1.0 };
}

impl From<Probability> for UpDown {
    fn from(availability: Probability) -> UpDown {
        UpDown {
            up: availability.value(),
            down: availability.complement(),
        }
    }
}

/// How blocks depend on each other.
#[derive(Clone, Debug, PartialEq)]
pub enum Structure {
    /// A block, by its number.
    Block(usize),
    /// Several members of which at least `needed` must be up: all of them is a series, one is parallel.
    Group {
        /// How many members must be up.
        needed: u64,
        /// Independent copies, and what is copied.
        members: Vec<(u64, Structure)>,
    },
}

impl Structure {
    /// All members are needed.
    #[must_use]
    pub fn series(members: Vec<(u64, Structure)>) -> Structure {
        Structure::Group {
            needed: total(&members),
            members,
        }
    }
}

fn total<T>(members: &[(u64, T)]) -> u64 {
    members
        .iter()
        .fold(0, |sum, (copies, _)| sum.saturating_add(*copies))
}

/// The same structure with a number for every place where a block is mentioned.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Place(usize),
    Group {
        needed: u64,
        members: Vec<(u64, Node)>,
    },
}

/// A system of blocks that fail independently of each other.
///
/// A block may be mentioned in several places: it is the same one in each. Such systems are worked out by conditioning
/// on the states of these blocks (factoring), which is exact; each of them doubles the work.
///
/// Every figure is a sum of positive terms. Nothing is got by subtracting from 1, so that an unavailability of 10⁻¹² is
/// as accurate as one of a half: about 10⁻¹⁵ relative for a few blocks, 10⁻¹² for 10,000 copies.
///
/// Sources: R. E. Barlow, F. Proschan, *Statistical Theory of Reliability and Life Testing*, 1975, sections 1.2 and 2.1
/// (structure functions, pivotal decomposition).
///
/// ```
/// use outage_lab_kernel::availability::{Composition, Structure};
///
/// // Two regions of 99.95 %, one of which is enough: 1 − 0.0005².
/// let regions = vec![(2, Structure::Block(0))];
/// let system = Composition::new(&Structure::Group { needed: 1, members: regions }, vec!["99.95%".parse::<outage_lab_kernel::quantity::Probability>()?.into()])?;
/// assert_eq!(system.unavailability(), Ok(2.5e-7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Composition {
    root: Node,
    blocks: Vec<UpDown>,
    /// Where each block is mentioned.
    places: Vec<Vec<usize>>,
    /// How many there are of each block, copies counted.
    copies: Vec<u64>,
    /// The blocks that are mentioned more than once.
    several: Vec<usize>,
}

impl Composition {
    /// A system of `blocks` that depend on each other by `structure`.
    ///
    /// # Errors
    /// A block that does not exist or is not used; a group that needs none or more than it has; no copy or more than
    /// [`COPIES_MAX`] in a group; a block mentioned more than once, one of these inside something copied, since the
    /// copies are separate blocks; or a system that would take too long.
    pub fn new(structure: &Structure, blocks: Vec<UpDown>) -> Result<Self, DomainError> {
        let mut system = Composition {
            root: Node::Place(0),
            places: vec![Vec::new(); blocks.len()],
            copies: vec![0; blocks.len()],
            several: Vec::new(),
            blocks,
        };
        let mut next = 0;
        system.root = system.number(structure, 1, &mut next)?;
        for (block, places) in system.places.iter().enumerate() {
            let count = places.len() as u64;
            let allowed = match count {
                0 => Bound::AtLeast(1.0),
                1 => continue,
                _ if system.copies[block] != count => Bound::Rule("1 for what is copied"),
                _ if system.several.len() == SEVERAL_MAX => Bound::Rule("1 for a further block"),
                _ => {
                    system.several.push(block);
                    // The same one in each place.
                    system.copies[block] = 1;
                    continue;
                }
            };
            return Err(domain("mentions of a block", count, allowed));
        }
        let work = system.work();
        if work > WORK_MAX {
            return Err(DomainError {
                quantity: "steps",
                value: work,
                allowed: Bound::AtMost(WORK_MAX),
            });
        }
        Ok(system)
    }

    fn number(
        &mut self,
        structure: &Structure,
        copies: u64,
        next: &mut usize,
    ) -> Result<Node, DomainError> {
        match structure {
            Structure::Block(block) => {
                let place = *next;
                *next += 1;
                let places = self.places.get_mut(*block).ok_or_else(|| {
                    domain("block", *block as u64, Bound::Rule("the number of one"))
                })?;
                places.push(place);
                self.copies[*block] = self.copies[*block].saturating_add(copies);
                Ok(Node::Place(place))
            }
            Structure::Group { needed, members } => {
                let total = total(members);
                if !(1..=COPIES_MAX).contains(&total) || members.iter().any(|(n, _)| *n == 0) {
                    return Err(domain(
                        "copies",
                        total,
                        Bound::Rule("1 to 10,000, none of them 0"),
                    ));
                }
                if !(1..=total).contains(needed) {
                    return Err(domain("needed", *needed, Bound::Within(1.0, total as f64)));
                }
                let members = members
                    .iter()
                    .map(|(n, part)| Ok((*n, self.number(part, copies.saturating_mul(*n), next)?)))
                    .collect::<Result<_, DomainError>>()?;
                Ok(Node::Group {
                    needed: *needed,
                    members,
                })
            }
        }
    }

    /// About how many elementary steps it takes to work everything out.
    #[must_use]
    pub fn work(&self) -> f64 {
        let cases = f64::from(1_u32 << self.several.len());
        let mentions: usize = self.several.iter().map(|b| self.places[*b].len()).sum();
        cases * (2.0 + mentions as f64 / 2.0) * self.root.work()
    }

    /// How many there are of each block, copies counted. One that is mentioned in several places is one.
    #[must_use]
    pub fn copies(&self) -> &[u64] {
        &self.copies
    }

    /// The share of time that the system is up, with its complement.
    ///
    /// # Errors
    /// `out_of_range` where it is above 0 or below 1 by less than an `f64` can hold.
    pub fn availability(&self) -> Result<Probability, Undefined> {
        let system = self.solved();
        let unheld = Undefined("out_of_range");
        if system.down == 0.0 && !self.never_down() || system.up == 0.0 && !self.never_up() {
            return Err(unheld);
        }
        if system.down <= system.up {
            Probability::from_complement(system.down).map_err(|_| unheld)
        } else {
            Probability::from_value(system.up).map_err(|_| unheld)
        }
    }

    /// The share of time that the system is down.
    ///
    /// # Errors
    /// As for [`availability`](Self::availability).
    pub fn unavailability(&self) -> Defined {
        self.availability().map(|share| share.complement())
    }

    /// The Birnbaum importance of each block, of one copy where there are several: P(down | block down) − P(down |
    /// block up), which is by how much the system's availability changes for each unit of the block's.
    ///
    /// Source: Z. W. Birnbaum, On the importance of different components in a multicomponent system, in *Multivariate
    /// Analysis II*, 1969; Barlow and Proschan, section 2.3.
    ///
    /// ```
    /// use outage_lab_kernel::availability::{Composition, Structure};
    /// use outage_lab_kernel::quantity::Probability;
    ///
    /// // Two in a row, of 0.9 and 0.5: each matters as much as the other one is up.
    /// let row = Structure::series(vec![(1, Structure::Block(0)), (1, Structure::Block(1))]);
    /// let blocks = ["0.9", "0.5"].map(|text| text.parse::<Probability>().unwrap().into());
    /// assert_eq!(Composition::new(&row, blocks.to_vec())?.importance(), [0.5, 0.9]);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn importance(&self) -> Vec<f64> {
        self.importance_at(&self.blocks)
    }

    /// For each block, whether the system is down when this block, or one copy of it, is down alone.
    #[must_use]
    pub fn single_points(&self) -> Vec<bool> {
        // With all others up the importance is 1 or 0, exactly.
        self.importance_at(&vec![UpDown::UP; self.blocks.len()])
            .into_iter()
            .map(|importance| importance == 1.0)
            .collect()
    }

    /// Whether the system is up with every block down that can be down.
    fn never_down(&self) -> bool {
        self.with_each(|block| block.down == 0.0)
    }

    /// Whether the system is down with every block up that can be up.
    fn never_up(&self) -> bool {
        !self.with_each(|block| block.up > 0.0)
    }

    /// Whether the system is up when the blocks are for which `is_up` says so.
    fn with_each(&self, is_up: impl Fn(&UpDown) -> bool) -> bool {
        let mut places = vec![UpDown::UP; self.place_count()];
        for (block, at) in self.blocks.iter().zip(&self.places) {
            if !is_up(block) {
                at.iter().for_each(|place| places[*place] = UpDown::DOWN);
            }
        }
        self.root.state(&places).up == 1.0
    }

    fn place_count(&self) -> usize {
        self.places.iter().map(Vec::len).sum()
    }

    fn solved(&self) -> UpDown {
        let mut system = UpDown { up: 0.0, down: 0.0 };
        let mut places = self.spread(&self.blocks);
        for case in 0..1_u32 << self.several.len() {
            let weight = self.fix(case, &self.blocks, &mut places, None);
            if weight > 0.0 {
                let state = self.root.state(&places);
                system.up += weight * state.up;
                system.down += weight * state.down;
            }
        }
        system
    }

    /// The blocks' states at each place.
    fn spread(&self, blocks: &[UpDown]) -> Vec<UpDown> {
        let mut places = vec![UpDown::UP; self.place_count()];
        for (block, at) in blocks.iter().zip(&self.places) {
            at.iter().for_each(|place| places[*place] = *block);
        }
        places
    }

    /// Sets the blocks that are mentioned several times to the states of `case`, a bit each, and gives its probability;
    /// that of `but` counts as certain.
    fn fix(&self, case: u32, blocks: &[UpDown], places: &mut [UpDown], but: Option<usize>) -> f64 {
        let mut weight = 1.0;
        for (bit, block) in self.several.iter().enumerate() {
            let is_down = case >> bit & 1 == 1;
            if but != Some(*block) {
                let own = blocks[*block];
                weight *= if is_down { own.down } else { own.up };
            }
            let state = if is_down { UpDown::DOWN } else { UpDown::UP };
            self.places[*block]
                .iter()
                .for_each(|place| places[*place] = state);
        }
        weight
    }

    fn importance_at(&self, blocks: &[UpDown]) -> Vec<f64> {
        let mut places = self.spread(blocks);
        let mut found = vec![0.0; places.len()];
        let mut importance = vec![0.0; self.blocks.len()];
        for case in 0..1_u32 << self.several.len() {
            let weight = self.fix(case, blocks, &mut places, None);
            if weight > 0.0 {
                self.root.pivotal(&places, weight, &mut found);
            }
        }
        for (block, at) in self.places.iter().enumerate() {
            if let [place] = at.as_slice() {
                importance[block] = found[*place];
            }
        }
        for (bit, block) in self.several.iter().enumerate() {
            importance[*block] = self.importance_of_several(bit, *block, blocks, &mut places);
        }
        importance
    }

    /// All mentions up less all mentions down, as a sum over the mentions taken down one after the other: each term is
    /// positive, where the plain difference would cancel.
    fn importance_of_several(
        &self,
        bit: usize,
        block: usize,
        blocks: &[UpDown],
        places: &mut [UpDown],
    ) -> f64 {
        let mut total = 0.0;
        let mut found = vec![0.0; places.len()];
        for case in (0..1_u32 << self.several.len()).filter(|case| case >> bit & 1 == 0) {
            let weight = self.fix(case, blocks, places, Some(block));
            if weight == 0.0 {
                continue;
            }
            for place in &self.places[block] {
                found.fill(0.0);
                self.root.pivotal(places, weight, &mut found);
                total += found[*place];
                places[*place] = UpDown::DOWN;
            }
        }
        total
    }
}

impl Node {
    /// The system's state when the places have these.
    fn state(&self, places: &[UpDown]) -> UpDown {
        match self {
            Node::Place(place) => places[*place],
            Node::Group { needed, members } => k_of_n(*needed, &states(members, places)),
        }
    }

    /// Adds to `found`, for each place, `weight` times the probability that the system's state hangs on it.
    fn pivotal(&self, places: &[UpDown], weight: f64, found: &mut [f64]) {
        match self {
            Node::Place(place) => found[*place] += weight,
            Node::Group { needed, members } => {
                let states = states(members, places);
                for (at, (_, member)) in members.iter().enumerate() {
                    let hangs = weight * hangs_on(at, *needed, &states);
                    if hangs > 0.0 {
                        member.pivotal(places, hangs, found);
                    }
                }
            }
        }
    }

    /// Elementary steps of one pass over the system and of one over its derivatives.
    fn work(&self) -> f64 {
        match self {
            Node::Place(_) => 1.0,
            Node::Group { needed, members } => {
                let n = total(members);
                let kept = if *needed == 1 || *needed == n || members.len() == 1 {
                    1
                } else {
                    (*needed).min(n - needed + 1)
                };
                let own = n as f64 * kept as f64 * (1 + members.len()) as f64;
                own + members.iter().map(|(_, part)| part.work()).sum::<f64>()
            }
        }
    }
}

fn states(members: &[(u64, Node)], places: &[UpDown]) -> Vec<(u64, UpDown)> {
    members
        .iter()
        .map(|(copies, part)| (*copies, part.state(places)))
        .collect()
}

fn domain(quantity: &'static str, value: u64, allowed: Bound) -> DomainError {
    DomainError {
        quantity,
        value: value as f64,
        allowed,
    }
}

#[cfg(test)]
mod tests;
