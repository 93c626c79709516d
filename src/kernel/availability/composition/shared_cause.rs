//! Causes that take out all members of a redundant group at once: the beta factor.

use std::collections::BTreeMap;

use super::{Structure, UpDown, total};
use crate::quantity::Probability;

/// A cause that was added to a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedCause {
    /// The number of the block that stands for it.
    pub block: usize,
    /// The blocks that it takes out.
    pub members: Vec<usize>,
}

/// A block stands in a redundant group and is mentioned in another place as well, so that what it shares with whom is not
/// clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedTwice(pub usize);

/// A structure with its shared causes as blocks of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct WithSharedCause {
    /// The structure, each cause in series with its group.
    pub structure: Structure,
    /// The blocks: first those that were given, with what is left to them alone, then the causes.
    pub blocks: Vec<UpDown>,
    /// The causes, in the order of their blocks.
    pub causes: Vec<SharedCause>,
    /// Whether a redundant group was left alone because a member is itself made of parts.
    pub left_out: bool,
}

/// Gives each redundant group of plain blocks a cause that takes out all of them.
///
/// By the beta-factor model the share `beta` of a block's unavailability comes from what it has in common with the others
/// of its group. The cause is down for `beta` times the least unavailability u of the group. It is in series with the
/// group, and each member keeps the unavailability that it was given: what is left to it alone is
/// (uᵢ − βu) / (1 − βu). For equal members that is the beta factor itself, but for the product of two small shares.
/// Groups that need all their members, or have only one, have no redundancy to lose.
///
/// Sources: K. N. Fleming, A Reliability Model for Common Mode Failures in Redundant Safety Systems, General Atomic
/// GA-A13284, 1975; A. Mosleh et al., *Procedures for Treating Common Cause Failures in Safety and Reliability Studies*,
/// NUREG/CR-4780, 1988, vol. 1, section 3.
///
/// # Errors
/// A member of such a group is mentioned in another place too.
pub fn with_shared_cause(
    structure: &Structure,
    blocks: &[UpDown],
    beta: Probability,
) -> Result<WithSharedCause, SharedTwice> {
    let mut result = WithSharedCause {
        structure: structure.clone(),
        blocks: blocks.to_vec(),
        causes: Vec::new(),
        left_out: false,
    };
    if beta.value() > 0.0 {
        let mut mentions = BTreeMap::new();
        count(structure, &mut mentions);
        result.structure = result.split(structure, beta, &mentions)?;
    }
    Ok(result)
}

fn count(structure: &Structure, mentions: &mut BTreeMap<usize, u32>) {
    match structure {
        Structure::Block(block) => *mentions.entry(*block).or_default() += 1,
        Structure::Group { members, .. } => {
            members.iter().for_each(|(_, part)| count(part, mentions));
        }
    }
}

impl WithSharedCause {
    fn split(
        &mut self,
        structure: &Structure,
        beta: Probability,
        mentions: &BTreeMap<usize, u32>,
    ) -> Result<Structure, SharedTwice> {
        let Structure::Group { needed, members } = structure else {
            return Ok(structure.clone());
        };
        let plain: Vec<usize> = members
            .iter()
            .filter_map(|(_, part)| match part {
                Structure::Block(block) => Some(*block),
                Structure::Group { .. } => None,
            })
            .collect();
        let is_redundant = *needed < total(members);
        if is_redundant && plain.len() == members.len() {
            if let Some(twice) = plain.iter().find(|block| mentions.get(block) != Some(&1)) {
                return Err(SharedTwice(*twice));
            }
            let cause = self.cause(plain, beta);
            return Ok(Structure::series(vec![
                (1, Structure::Block(cause)),
                (1, structure.clone()),
            ]));
        }
        self.left_out |= is_redundant;
        let members = members
            .iter()
            .map(|(copies, part)| Ok((*copies, self.split(part, beta, mentions)?)))
            .collect::<Result<_, SharedTwice>>()?;
        Ok(Structure::Group {
            needed: *needed,
            members,
        })
    }

    /// Takes the shared part out of the members; the block that stands for it.
    fn cause(&mut self, members: Vec<usize>, beta: Probability) -> usize {
        let least =
            members
                .iter()
                .map(|block| self.blocks[*block])
                .fold(UpDown::DOWN, |least, block| {
                    if block.down < least.down {
                        block
                    } else {
                        least
                    }
                });
        let shared = UpDown {
            up: beta.complement() + beta.value() * least.up,
            down: beta.value() * least.down,
        };
        for block in &members {
            let own = &mut self.blocks[*block];
            *own = if shared.up > 0.0 {
                let beyond = beta.value() * (own.down - least.down);
                UpDown {
                    up: (own.up / shared.up).min(1.0),
                    down: ((own.down * beta.complement() + beyond) / shared.up).min(1.0),
                }
            } else {
                UpDown::UP
            };
        }
        let block = self.blocks.len();
        self.blocks.push(shared);
        self.causes.push(SharedCause { block, members });
        block
    }
}
