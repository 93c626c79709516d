//! One limit for several replicas, and one key on several stores.

use super::{Arrival, Quota, TokenBucket, amount};
use crate::error::{Bound, DomainError};
use crate::rng::Stream;
use crate::sim::Time;

/// Who keeps the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Every replica has the whole limit for itself: together they have as many.
    WholeEach,
    /// Every replica has its part, rate / n and burst / n.
    PartEach,
    /// A request passes its replica's bucket, of `times` the part, and then one bucket for all. A token of the first is
    /// given back if the second refuses.
    TwoLevels,
    /// The same while the bucket for all cannot be reached: the replica's alone decides.
    TwoLevelsCut,
    /// One bucket for all.
    Global,
    /// The same while it cannot be reached, and what cannot be checked is refused.
    GlobalCut,
    /// The bucket for all in parts of rate / s and burst / s on as many stores; a request is sent to one by a hash.
    SubBuckets,
}

impl Sharing {
    /// All, in the order of the tables.
    pub const ALL: [Sharing; 7] = [
        Sharing::WholeEach,
        Sharing::PartEach,
        Sharing::TwoLevels,
        Sharing::TwoLevelsCut,
        Sharing::Global,
        Sharing::GlobalCut,
        Sharing::SubBuckets,
    ];
}

/// Replicas before which the traffic comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// What all together may let pass.
    pub quota: Quota,
    /// What may be saved up, all together.
    pub burst: u64,
    /// How many replicas there are.
    pub replicas: u64,
    /// The share of requests that goes to the first replica in any case; the rest goes to any, evenly.
    pub skew: f64,
    /// How many times its part a replica's bucket has in two levels.
    pub times: u64,
    /// Parts of a hot key.
    pub sub_buckets: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Requests that passed.
    pub passed: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// Of those that passed, how many one exact bucket would have refused.
    pub beyond: u64,
    /// Questions that were put to shared stores.
    pub asked: u64,
    /// Questions that the busiest store answered.
    pub busiest: u64,
}

/// Lets the traffic meet each way of sharing. Which replica and which store a request meets is drawn once (the streams
/// "replica" and "store" of the seed), so that all ways meet the same.
///
/// # Errors
/// Numbers of replicas, parts or times outside 1 to 1,000,000; a skew outside 0 to 1.
pub fn share(
    cluster: &Cluster,
    arrivals: &[Arrival],
    by_cost: bool,
    seed: u64,
) -> Result<[Shared; 7], DomainError> {
    amount("replicas", cluster.replicas)?;
    amount("sub_buckets", cluster.sub_buckets)?;
    if !(0.0..=1.0).contains(&cluster.skew) {
        return Err(DomainError {
            quantity: "skew",
            value: cluster.skew,
            allowed: Bound::Within(0.0, 1.0),
        });
    }
    let (mut replica, mut store) = (Stream::new(seed, "replica"), Stream::new(seed, "store"));
    let places: Vec<(usize, usize)> = arrivals
        .iter()
        .map(|_| {
            let hot = replica.uniform() < cluster.skew;
            let any = replica.below(cluster.replicas);
            (
                if hot { 0 } else { any as usize },
                store.below(cluster.sub_buckets) as usize,
            )
        })
        .collect();
    let mut all = [Shared::default(); 7];
    for (shared, sharing) in all.iter_mut().zip(Sharing::ALL) {
        *shared = run(cluster, sharing, arrivals, &places, by_cost)?;
    }
    Ok(all)
}

fn run(
    cluster: &Cluster,
    sharing: Sharing,
    arrivals: &[Arrival],
    places: &[(usize, usize)],
    by_cost: bool,
) -> Result<Shared, DomainError> {
    let Cluster {
        quota,
        burst,
        replicas,
        sub_buckets,
        ..
    } = *cluster;
    // How many there are of a replica's bucket, of how much.
    let (count, times, parts) = match sharing {
        Sharing::WholeEach => (replicas, 1, 1),
        Sharing::PartEach => (replicas, 1, replicas),
        Sharing::TwoLevels | Sharing::TwoLevelsCut => (replicas, cluster.times, replicas),
        Sharing::SubBuckets => (sub_buckets, 1, sub_buckets),
        Sharing::Global | Sharing::GlobalCut => (1, 1, 1),
    };
    let mut buckets = vec![TokenBucket::part(quota, burst, times, parts)?; count as usize];
    let mut global = TokenBucket::new(quota, burst)?;
    let mut exact = TokenBucket::new(quota, burst)?;
    let mut asked = vec![0_u64; count as usize];
    let mut shared = Shared::default();
    let credit = |bucket: &mut TokenBucket, at: Time| bucket.refill(i128::from(at.ns()));
    for (arrival, (replica, store)) in arrivals.iter().zip(places) {
        let cost = if by_cost { arrival.cost } else { 1 };
        let place = match sharing {
            Sharing::Global | Sharing::GlobalCut => 0,
            Sharing::SubBuckets => *store,
            _ => *replica,
        };
        credit(&mut buckets[place], arrival.at);
        let mut passes = buckets[place].has(cost);
        match sharing {
            Sharing::WholeEach | Sharing::PartEach | Sharing::TwoLevelsCut => {}
            Sharing::Global | Sharing::SubBuckets => asked[place] += 1,
            Sharing::GlobalCut => passes = false,
            Sharing::TwoLevels if passes => {
                asked[0] += 1;
                credit(&mut global, arrival.at);
                passes = global.has(cost);
                if passes {
                    global.take(cost);
                }
            }
            Sharing::TwoLevels => {}
        }
        if !passes {
            shared.refused += 1;
            continue;
        }
        buckets[place].take(cost);
        shared.passed += 1;
        credit(&mut exact, arrival.at);
        if exact.has(cost) {
            exact.take(cost);
        } else {
            shared.beyond += 1;
        }
    }
    shared.asked = asked.iter().sum();
    shared.busiest = asked.into_iter().max().unwrap_or(0);
    Ok(shared)
}
