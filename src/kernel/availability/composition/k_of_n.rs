//! One group: at least k of n members that need not be equal, without a subtraction from 1.

use super::{UpDown, total};
use crate::counting::{binomial, binomial_at_least};

/// At least `needed` of the members up.
pub(super) fn k_of_n(needed: u64, members: &[(u64, UpDown)]) -> UpDown {
    let n = total(members);
    if needed == n {
        let (up, down) = all(members.iter().map(|(n, part)| (*n, part.up, part.down)));
        return UpDown { up, down };
    }
    if needed == 1 {
        let (down, up) = all(members.iter().map(|(n, part)| (*n, part.down, part.up)));
        return UpDown { up, down };
    }
    if let [(_, part)] = members {
        let (up, down) = binomial_at_least(n, needed, part.up, part.down);
        return UpDown { up, down };
    }
    // Count whichever is decided sooner: the members up, or those down.
    let lost = n - needed + 1;
    if needed <= lost {
        let (up, down) = reached(needed, members.iter().map(|(n, s)| (*n, s.up, s.down)));
        UpDown { up, down }
    } else {
        let (down, up) = reached(lost, members.iter().map(|(n, s)| (*n, s.down, s.up)));
        UpDown { up, down }
    }
}

/// Copies of a thing, the probability that it happens, and that it does not.
type Happens = (u64, f64, f64);

/// The probability that all things happen, and that some do not: x̄₁ + x₁x̄₂ + x₁x₂x̄₃ + ….
fn all(things: impl Iterator<Item = Happens>) -> (f64, f64) {
    let (mut every, mut not) = (1.0, 0.0);
    for (copies, happens, fails) in things {
        for _ in 0..copies {
            not += every * fails;
            every *= happens;
        }
    }
    (every, not)
}

/// The probability that `goal` things happen, and that fewer do.
fn reached(goal: u64, things: impl Iterator<Item = Happens>) -> (f64, f64) {
    let (counts, reached) = counted(goal, things);
    (reached, counts.iter().sum())
}

/// The probabilities that 0, 1, … `goal` − 1 things happen, and that `goal` or more do.
fn counted(goal: u64, things: impl Iterator<Item = Happens>) -> (Vec<f64>, f64) {
    #[expect(clippy::cast_possible_truncation, reason = "at most COPIES_MAX")]
    let mut counts = vec![0.0; goal as usize];
    counts[0] = 1.0;
    let mut reached = 0.0;
    for (copies, happens, fails) in things {
        for _ in 0..copies {
            let mut before = 0.0;
            for count in &mut counts {
                let here = *count;
                *count = here * fails + before * happens;
                before = here;
            }
            reached += before * happens;
        }
    }
    (counts, reached)
}

/// The probability that the group's state hangs on one copy of the member `at`: that exactly `needed` − 1 others are up.
pub(super) fn hangs_on(at: usize, needed: u64, members: &[(u64, UpDown)]) -> f64 {
    let n = total(members);
    let others = members.iter().enumerate().map(|(index, (copies, part))| {
        let copies = if index == at { copies - 1 } else { *copies };
        (copies, part.up, part.down)
    });
    if needed == n {
        return all(others).0;
    }
    if needed == 1 {
        return all(others.map(|(copies, up, down)| (copies, down, up))).0;
    }
    if let [(_, part)] = members {
        return binomial(n - 1, needed - 1, part.up, part.down);
    }
    let exactly = |counts: Vec<f64>| counts.last().copied().unwrap_or(0.0);
    if needed <= n - needed + 1 {
        exactly(counted(needed, others).0)
    } else {
        let turned = others.map(|(copies, up, down)| (copies, down, up));
        exactly(counted(n - needed + 1, turned).0)
    }
}
