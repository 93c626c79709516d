//! Programs that write one record: every order of their steps, counted.
//!
//! A *planner* publishes plans 1, 2, …; plan 0 is in the record to begin with. Each *enactor* takes the newest plan,
//! checks once that it is newer than the one in the record, writes it, and cleans up: it deletes plans that are older
//! than its own. What has been deleted once is not deleted again. Every process makes all of its steps, so that `n` processes of `kᵢ` steps have `(Σkᵢ)! / Πkᵢ!` orders;
//! a step that has nothing to do still counts as one. A step is never cut in two.
//!
//! Orders are not written out: they are counted over states, layer by layer (paths in a directed acyclic graph), and
//! enactors that have done the same are not told apart. Counts are exact.

mod moves;
mod orders;

use crate::error::{Bound, DomainError};

pub use moves::{Act, Actor, Move};
pub use orders::interleavings;

/// The most enactors.
pub const MOST_ENACTORS: u8 = 3;
/// The most plans that are published.
pub const MOST_PLANS: u8 = 3;

/// Whose account of the race is followed: what a clean-up takes with it, and what a write puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Deleting the plan that is in use empties the record; an enactor writes the plan that it carries. This is the
    /// operator's account.
    DeleteEmpties,
    /// Deleting leaves the record alone; writing a plan that has been deleted empties it. This is the course text's
    /// account, in which the last two events of the operator's stand the other way round.
    WriteEmpties,
}

/// What keeps an enactor from doing harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing but the check at the beginning.
    None,
    /// A second check before the write, as a step of its own.
    Recheck,
    /// Check and write in one step that nothing can come between.
    CompareAndSwap,
    /// Clean-up leaves the plan alone that is in the record.
    SkipActive,
}

/// A race to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    enactors: u8,
    plans: u8,
    kept: u8,
    account: Account,
    guard: Guard,
    /// Whether a plan can be written into a record that is empty.
    refills: bool,
}

/// How all orders end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Orders.
    pub orders: u64,
    /// Of these, those that end with an empty record.
    pub empty: u64,
    /// Of these, those that end with an older plan in the record than had been in it.
    pub stale: u64,
    /// Different states that were met.
    pub states: u64,
}

/// What is in the record; the order is that of the plans, and empty is last.
const EMPTY: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Enactor {
    done: u8,
    plan: u8,
    may_write: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    published: u8,
    enactors: [Enactor; MOST_ENACTORS as usize],
    record: u8,
    /// The newest plan that has been in the record.
    highest: u8,
    /// A bit for each plan that has been deleted.
    deleted: u8,
}

impl State {
    fn start() -> State {
        State {
            published: 0,
            enactors: [Enactor::default(); MOST_ENACTORS as usize],
            record: 0,
            highest: 0,
            deleted: 0,
        }
    }

    /// The same with the enactors in order: they all run the same program.
    fn without_names(mut self, enactors: u8) -> State {
        // The places behind them stand for nobody.
        let (there, _) = self.enactors.split_at_mut(usize::from(enactors));
        there.sort_unstable();
        self
    }

    fn is_stale(&self) -> bool {
        self.record != EMPTY && self.record < self.highest
    }
}

impl Race {
    /// A race of `enactors` (1 to 3) with a planner that publishes `plans` (1 to 3), where clean-up leaves the `kept`
    /// plans before the enactor's own.
    ///
    /// # Errors
    /// When there are none or too many of them, or as many are kept as there are plans.
    pub fn new(enactors: u8, plans: u8, kept: u8) -> Result<Race, DomainError> {
        let inside = |quantity, value: u8, least: u8, most: u8| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(DomainError {
                    quantity,
                    value: f64::from(value),
                    allowed: Bound::Within(f64::from(least), f64::from(most)),
                })
            }
        };
        inside("enactors", enactors, 1, MOST_ENACTORS)?;
        inside("plans", plans, 1, MOST_PLANS)?;
        inside("kept_plans", kept, 0, MOST_PLANS)?;
        Ok(Race {
            enactors,
            plans,
            kept,
            account: Account::DeleteEmpties,
            guard: Guard::None,
            refills: false,
        })
    }

    /// The same race by another account.
    #[must_use]
    pub fn told_by(self, account: Account) -> Race {
        Race { account, ..self }
    }

    /// The same race with a guard.
    #[must_use]
    pub fn guarded_by(self, guard: Guard) -> Race {
        Race { guard, ..self }
    }

    /// The same race; says whether a plan can be written into an empty record.
    #[must_use]
    pub fn refilling(self, refills: bool) -> Race {
        Race { refills, ..self }
    }

    /// Steps of one enactor: take, check, write, clean up; one more where it checks again.
    #[must_use]
    pub fn enactor_steps(&self) -> u8 {
        if self.guard == Guard::Recheck { 5 } else { 4 }
    }

    /// Steps of each process, the planner's first.
    #[must_use]
    pub fn steps(&self) -> Vec<u8> {
        let enactors = std::iter::repeat_n(self.enactor_steps(), usize::from(self.enactors));
        std::iter::once(self.plans).chain(enactors).collect()
    }

    /// Steps of all processes together.
    #[must_use]
    pub fn all_steps(&self) -> u8 {
        self.steps().iter().sum()
    }

    /// Counts every order by how it ends.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::plan_race::Race;
    ///
    /// // One enactor has nobody to race with: 5!/(1!·4!) orders with its planner, all of them well.
    /// let count = Race::new(1, 1, 0)?.count();
    /// assert_eq!((count.orders, count.empty, count.stale), (5, 0, 0));
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> Count {
        let mut layer = vec![(State::start(), 1_u64)];
        let mut states = 1;
        for _ in 0..self.all_steps() {
            let mut next = Vec::with_capacity(2 * layer.len());
            for (state, ways) in &layer {
                for actor in self.actors() {
                    if let Some((after, _)) = self.step(state, actor) {
                        next.push((after.without_names(self.enactors), *ways));
                    }
                }
            }
            next.sort_unstable_by_key(|(state, _)| *state);
            next.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    kept.1 += later.1;
                }
                same
            });
            layer = next;
            states += layer.len() as u64;
        }
        let ways = |is: &dyn Fn(&State) -> bool| {
            let ending = layer.iter().filter(|(state, _)| is(state));
            ending.map(|(_, ways)| ways).sum()
        };
        Count {
            orders: ways(&|_| true),
            empty: ways(&|state| state.record == EMPTY),
            stale: ways(&State::is_stale),
            states,
        }
    }

    /// The shortest beginning of an order that empties the record; where none does, the shortest that puts an older
    /// plan over a newer one; where none does that either, `None`. Of several equally short ones it is the one in
    /// which the planner and the enactors with low numbers act first.
    #[must_use]
    pub fn shortest_bad(&self) -> Option<Vec<Move>> {
        self.shortest(|state| state.record == EMPTY)
            .or_else(|| self.shortest(State::is_stale))
    }

    /// An order in which nothing meets: the planner, then one enactor after the other.
    #[must_use]
    pub fn one_by_one(&self) -> Vec<Move> {
        let mut state = State::start();
        let mut moves = Vec::new();
        for actor in self.actors() {
            while let Some((after, made)) = self.step(&state, actor) {
                state = after;
                moves.push(made);
            }
        }
        moves
    }

    /// Breadth first over states, so that the first hit is a shortest one.
    fn shortest(&self, is_bad: impl Fn(&State) -> bool) -> Option<Vec<Move>> {
        // Each state with the place of the one before it and the step between.
        let mut met: Vec<(State, usize, Option<Move>)> = vec![(State::start(), 0, None)];
        let mut known = std::collections::BTreeSet::new();
        let mut at = 0;
        while let Some((state, ..)) = met.get(at).copied() {
            for actor in self.actors() {
                let Some((after, made)) = self.step(&state, actor) else {
                    continue;
                };
                if known.insert(after.without_names(self.enactors)) {
                    met.push((after, at, Some(made)));
                    if is_bad(&after) {
                        return Some(Self::way(&met));
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// The steps to the last state that was met.
    fn way(met: &[(State, usize, Option<Move>)]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = met.len() - 1;
        while let Some((_, before, Some(made))) = met.get(at) {
            moves.push(*made);
            at = *before;
        }
        moves.reverse();
        moves
    }

    fn actors(&self) -> impl Iterator<Item = Actor> {
        std::iter::once(Actor::Planner).chain((0..self.enactors).map(Actor::Enactor))
    }

    /// The state after the actor's next step, if it has one left.
    fn step(&self, state: &State, actor: Actor) -> Option<(State, Move)> {
        let mut after = *state;
        let (act, plan) = match actor {
            Actor::Planner => {
                if state.published >= self.plans {
                    return None;
                }
                after.published += 1;
                (Act::Publish, after.published)
            }
            Actor::Enactor(index) => {
                let enactor = state.enactors[usize::from(index)];
                if enactor.done >= self.enactor_steps() {
                    return None;
                }
                let mut then = enactor;
                then.done += 1;
                let act = self.enact(&mut after, enactor, &mut then);
                after.enactors[usize::from(index)] = then;
                (act, then.plan)
            }
        };
        let plans = after.published + 1;
        let made = Move {
            actor,
            act,
            plan,
            record: (after.record != EMPTY).then_some(after.record),
            newest: after.published,
            existing: plans - after.deleted.count_ones() as u8,
        };
        Some((after, made))
    }

    fn enact(&self, state: &mut State, enactor: Enactor, then: &mut Enactor) -> Act {
        let rechecks = self.guard == Guard::Recheck;
        match enactor.done {
            0 => {
                then.plan = state.published;
                Act::Take
            }
            1 => {
                then.may_write = self.is_newer(state, enactor.plan);
                Self::checked(then.may_write)
            }
            2 if rechecks => {
                then.may_write = enactor.may_write && self.is_newer(state, enactor.plan);
                Self::checked(then.may_write)
            }
            2 | 3 if enactor.done == 2 + u8::from(rechecks) => self.write(state, enactor),
            _ => self.clean_up(state, enactor.plan),
        }
    }

    fn checked(passed: bool) -> Act {
        if passed {
            Act::CheckPassed
        } else {
            Act::CheckRefused
        }
    }

    /// Whether the plan is newer than the record; nothing is newer than an empty one that cannot be refilled.
    fn is_newer(&self, state: &State, plan: u8) -> bool {
        if state.record == EMPTY {
            self.refills
        } else {
            plan > state.record
        }
    }

    fn write(&self, state: &mut State, enactor: Enactor) -> Act {
        let plan = enactor.plan;
        let swaps = self.guard != Guard::CompareAndSwap || self.is_newer(state, plan);
        let holds = state.record != EMPTY || self.refills;
        if !(enactor.may_write && swaps && holds) {
            return Act::WriteRefused;
        }
        let gone = state.deleted & (1 << plan) != 0;
        if gone && self.account == Account::WriteEmpties {
            state.record = EMPTY;
            return Act::WriteDeleted;
        }
        let is_older = state.record != EMPTY && plan < state.record;
        state.record = plan;
        state.highest = state.highest.max(plan);
        if is_older {
            Act::WriteOlder
        } else {
            Act::Write
        }
    }

    fn clean_up(&self, state: &mut State, own: u8) -> Act {
        let mut act = Act::CleanUp;
        for plan in 0..own.saturating_sub(self.kept) {
            let is_active = plan == state.record;
            let is_gone = state.deleted & (1 << plan) != 0;
            if is_gone || is_active && self.guard == Guard::SkipActive {
                continue;
            }
            state.deleted |= 1 << plan;
            if is_active && self.account == Account::DeleteEmpties {
                state.record = EMPTY;
                act = Act::CleanUpActive;
            }
        }
        act
    }
}
