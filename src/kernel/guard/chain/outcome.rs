//! What a run of a chain has seen.

/// What the run has seen at one layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// Slots held when the slow-down began.
    pub usual: u32,
    /// The most slots held.
    pub most: u32,
    /// The most that waited for a slot.
    pub most_queued: usize,
    /// When all were held for the first time after the slow-down, in seconds.
    pub full_s: Option<f64>,
    /// Slot-seconds held after the slow-down.
    pub held_s: f64,
    /// Those of them for callers who had gone.
    pub wasted_s: f64,
}

/// Requests that came after the slow-down, by where they go.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Users {
    /// Answered in time.
    pub answered: u64,
    /// Seconds that those waited, together.
    pub answered_s: f64,
    /// Told that it failed.
    pub failed: u64,
    /// Left before either.
    pub left: u64,
}

impl Users {
    /// All whose fate is known.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.answered + self.failed + self.left
    }
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// From the front.
    pub layers: Vec<Seen>,
    /// Users whose requests go to the slow dependency.
    pub slow_users: Users,
    /// Users whose requests do not.
    pub other_users: Users,
    /// When the first caller gave up, of requests that came after the slow-down.
    pub first_given_up_s: Option<f64>,
    /// Seconds after the slow-down, and slots held by layer.
    pub samples: Vec<(f64, Vec<u32>)>,
}
