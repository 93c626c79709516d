//! The derivation: each group by its formula, from the inside out.

use super::{Question, Row};
use crate::kernel::availability::{Composition as System, Structure};
use crate::kernel::error::{Defined, Undefined};
use crate::models::{ModelError, Step, significant};
use crate::text::Unit;

/// The most groups that are written out.
const GROUPS_MAX: usize = 8;
/// The most members of a group that are written out.
const MEMBERS_MAX: usize = 6;

impl Question {
    pub(super) fn steps(&self, rows: &[Row]) -> Result<Vec<Step>, ModelError> {
        let mut steps = Vec::new();
        let names = self.written.blocks.len();
        let several =
            (0..names).filter(|block| super::mentions(&self.written.structure, *block) > 1);
        let several: Vec<usize> = several.collect();
        if several.is_empty() {
            let _ = self.add_groups(&self.with.structure, &mut steps);
        } else {
            // The branches are not independent, so that no formula of one group holds by itself.
            let first = several.first().copied().unwrap_or(0);
            steps.push(self.by_cases(first));
        }
        if steps.is_empty() {
            let down = self.system.unavailability();
            let shown = self
                .written
                .blocks
                .first()
                .map(|block| block.stated.to_string());
            steps.push(Step::new(
                "one_block",
                "U = 1 − A",
                format!("1 − {}", shown.unwrap_or_default()),
                down,
                Unit::Ratio,
            ));
        }
        if let Some(most) = rows.first() {
            let with = |down: f64| {
                let mut blocks = self.with.blocks.clone();
                blocks[most.block].down = down;
                blocks[most.block].up = 1.0 - down;
                System::new(&self.with.structure, blocks)
                    .ok()?
                    .unavailability()
                    .ok()
            };
            // Copies share a number, and one copy alone cannot be set.
            if most.copies == 1
                && let (Some(without), Some(perfect)) = (with(1.0), with(0.0))
            {
                steps.push(Step::new(
                    "importance_max",
                    "I = U(down) − U(up)",
                    format!("{} − {}", short(without), short(perfect)),
                    Ok(most.importance),
                    Unit::One,
                ));
            }
        }
        Ok(steps)
    }

    /// Adds a step for each group inside `structure` and for itself; gives its unavailability.
    fn add_groups(&self, structure: &Structure, steps: &mut Vec<Step>) -> Defined {
        let down = self.unavailability_of(structure);
        let Structure::Group { needed, members } = structure else {
            return down;
        };
        let downs: Vec<(u64, Defined)> = members
            .iter()
            .map(|(copies, member)| (*copies, self.add_groups(member, steps)))
            .collect();
        if steps.len() < GROUPS_MAX {
            let total: u64 = members.iter().map(|(copies, _)| *copies).sum();
            steps.push(group_step(*needed, total, &downs, down));
        }
        down
    }

    /// The unavailability of a part of the system by itself.
    fn unavailability_of(&self, part: &Structure) -> Defined {
        let mut used = Vec::new();
        let own = renumbered(part, &mut used);
        let blocks = used.iter().map(|block| self.with.blocks[*block]).collect();
        System::new(&own, blocks)
            .map_err(|_| Undefined("out_of_range"))?
            .unavailability()
    }

    /// Conditioning on a block that several branches share.
    fn by_cases(&self, block: usize) -> Step {
        let own = self.with.blocks[block];
        let name = self.name(block);
        let with = |up: f64, down: f64| {
            let mut blocks = self.with.blocks.clone();
            blocks[block].up = up;
            blocks[block].down = down;
            System::new(&self.with.structure, blocks)
                .map_err(|_| Undefined("out_of_range"))
                .and_then(|system| system.unavailability())
                .map_or_else(|_| "…".to_owned(), short)
        };
        Step::new(
            "by_cases",
            "U = aₓ·U(x up) + uₓ·U(x down)",
            format!(
                "x = {name}: {}·{} + {}·{}",
                self.written.blocks[block].stated,
                with(1.0, 0.0),
                short(own.down),
                with(0.0, 1.0)
            ),
            self.system.unavailability(),
            Unit::Ratio,
        )
    }
}

fn group_step(needed: u64, total: u64, downs: &[(u64, Defined)], down: Defined) -> Step {
    let joined = |one: &dyn Fn(u64, String) -> String| {
        let mut shown: Vec<String> = downs
            .iter()
            .take(MEMBERS_MAX)
            .map(|(copies, u)| one(*copies, u.map_or_else(|_| "…".to_owned(), short)))
            .collect();
        if downs.len() > MEMBERS_MAX {
            shown.push("…".to_owned());
        }
        shown
    };
    let power = |copies: u64| {
        if copies == 1 {
            String::new()
        } else {
            format!("^{copies}")
        }
    };
    let (id, formula, substitution) = if needed == total {
        let factors = joined(&|copies, u| format!("(1 − {u}){}", power(copies)));
        (
            "series",
            "U = 1 − Π (1 − uᵢ)",
            format!("1 − {}", factors.join("·")),
        )
    } else if needed == 1 {
        let factors = joined(&|copies, u| format!("{u}{}", power(copies)));
        ("parallel", "U = Π uᵢ", factors.join("·"))
    } else {
        let lost = total - needed + 1;
        let each = joined(&|copies, u| match copies {
            1 => u,
            copies => format!("{copies} × {u}"),
        });
        (
            "k_of_n",
            "U = P(≥ n − k + 1 of n down)",
            format!("P(≥ {lost} of {total} down: {})", each.join(", ")),
        )
    };
    Step::new(id, formula, substitution, down, Unit::Ratio)
}

/// The structure with its blocks numbered from 0 in the order of `used`.
fn renumbered(structure: &Structure, used: &mut Vec<usize>) -> Structure {
    match structure {
        Structure::Block(block) => {
            let at = used.iter().position(|known| known == block);
            Structure::Block(at.unwrap_or_else(|| {
                used.push(*block);
                used.len() - 1
            }))
        }
        Structure::Group { needed, members } => Structure::Group {
            needed: *needed,
            members: members
                .iter()
                .map(|(copies, part)| (*copies, renumbered(part, used)))
                .collect(),
        },
    }
}

fn short(number: f64) -> String {
    significant(number, 6)
}
