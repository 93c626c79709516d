//! Who does what in a step.

/// Who makes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The planner.
    Planner,
    /// An enactor, counted from 0.
    Enactor(u8),
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A plan is published.
    Publish,
    /// An enactor takes the newest plan.
    Take,
    /// It finds it newer than the record.
    CheckPassed,
    /// It finds that there is nothing for it to write.
    CheckRefused,
    /// It writes it.
    Write,
    /// It writes a plan that is older than the one that it replaces.
    WriteOlder,
    /// It writes a plan that has been deleted, which empties the record.
    WriteDeleted,
    /// It does not write.
    WriteRefused,
    /// It deletes what is older than its own plan.
    CleanUp,
    /// It deletes the plan that is in use, which empties the record.
    CleanUpActive,
}

/// A step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub actor: Actor,
    /// What.
    pub act: Act,
    /// The plan that it is about.
    pub plan: u8,
    /// The plan in the record afterwards; `None` when it is empty.
    pub record: Option<u8>,
    /// The newest plan that is published afterwards.
    pub newest: u8,
    /// How many plans exist afterwards.
    pub existing: u8,
}
