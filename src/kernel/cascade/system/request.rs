//! Who is under way: requests of users, their attempts, and the jobs that an attempt is at each layer.

use super::breaker::Permit;
use super::draws::{AttemptDraws, RequestDraws};
use super::slab::Key;
use crate::sim::Time;

/// A request that has not been settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Its number, from 0, in the order of arrival.
    pub(super) number: u64,
    pub(super) arrived: Time,
    pub(super) is_high: bool,
    pub(super) is_db: bool,
    /// The number that tells whether the cache holds its answer.
    pub(super) cache: f64,
    /// Attempts that were made.
    pub(super) attempts: u32,
    /// The attempt under way; without one it waits for the next.
    pub(super) current: Option<Key>,
    /// What the next attempt brings.
    pub(super) next: AttemptDraws,
}

impl Request {
    pub(super) fn new(
        number: u64,
        arrived: Time,
        high_share: f64,
        db_share: f64,
        draws: &RequestDraws,
    ) -> Request {
        Request {
            number,
            arrived,
            is_high: draws.class <= high_share,
            is_db: draws.dependency <= db_share,
            cache: draws.cache,
            attempts: 0,
            current: None,
            next: draws.first,
        }
    }
}

/// An attempt, for as long as `api` works on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    /// Who waits for it; none once it was given up.
    pub(super) request: Option<Key>,
    pub(super) is_db: bool,
    pub(super) is_cached: bool,
    pub(super) begun: Time,
    pub(super) draws: AttemptDraws,
    /// Its job at `api`.
    pub(super) job: Key,
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the queue.
    Queue,
    /// In service.
    Service,
    /// In a slot, waiting for the layer below.
    Held,
}

/// What an attempt is at one layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Index of the layer.
    pub(super) layer: u8,
    /// Index of the dependency that a job of `svc` calls.
    pub(super) dependency: u8,
    /// Index of the pool.
    pub(super) pool: u16,
    pub(super) place: Place,
    /// Who waits for it: the attempt for a job of `api`, else the job above; none once it was given up.
    pub(super) above: Option<Key>,
    pub(super) entered: Time,
    /// The uniform number of its service time.
    pub(super) service: f64,
    /// Jobs below.
    pub(super) below: [Option<Key>; 2],
    /// Calls to a dependency without an answer, those lost on the way included.
    pub(super) open_calls: u8,
    pub(super) permit: Option<Permit>,
}

impl Job {
    pub(super) fn new(layer: u8, pool: u16, above: Key, entered: Time, service: f64) -> Job {
        Job {
            layer,
            dependency: 0,
            pool,
            place: Place::Queue,
            above: Some(above),
            entered,
            service,
            below: [None, None],
            open_calls: 0,
            permit: None,
        }
    }
}
