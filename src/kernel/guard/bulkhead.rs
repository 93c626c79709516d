//! Slots shared by several dependencies, or divided into pools: what a slow one takes, and what dividing costs.
//!
//! Calls are a Poisson stream for each dependency, and one that finds no slot free is refused. The share that is refused
//! then depends on mean holding times alone (Erlang B is insensitive to how they are spread), also where calls of several
//! kinds share the slots.

use crate::error::{Defined, DomainError, Undefined, positive};
use crate::queueing::{Load, ManyServers, Queue, erlang_b};

/// The calls to one dependency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calls {
    /// Calls a second, λ.
    pub per_s: f64,
    /// How long one holds its slot on average, s.
    pub hold_s: f64,
}

impl Calls {
    /// Slots that they would hold if there were enough, λs.
    #[must_use]
    pub fn offered(&self) -> f64 {
        self.per_s * self.hold_s
    }
}

/// Dependencies with the slots of their pools.
#[derive(Clone, Debug, PartialEq)]
pub struct Pools(Vec<(Calls, u64)>);

impl Pools {
    /// From the calls to each dependency and the slots of its pool.
    ///
    /// # Errors
    /// There is no dependency, a pool without a slot, or a rate or time that is not above zero and finite.
    pub fn new(pools: Vec<(Calls, u64)>) -> Result<Pools, DomainError> {
        positive("pools", pools.len() as f64)?;
        for (calls, slots) in &pools {
            positive("calls_per_s", calls.per_s)?;
            positive("hold_s", calls.hold_s)?;
            positive("offered", calls.offered())?;
            positive("slots", *slots as f64)?;
        }
        Ok(Pools(pools))
    }

    /// All slots together.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.0.iter().map(|(_, slots)| slots).sum()
    }

    /// Slots that all calls would hold if there were enough.
    #[must_use]
    pub fn offered(&self) -> f64 {
        self.0.iter().map(|(calls, _)| calls.offered()).sum()
    }

    /// Calls a second to all dependencies.
    #[must_use]
    pub fn per_s(&self) -> f64 {
        self.0.iter().map(|(calls, _)| calls.per_s).sum()
    }

    /// The share of calls that is refused where all share all slots; it is the same for every dependency.
    #[must_use]
    pub fn refused_shared(&self) -> f64 {
        blocking(self.offered(), self.slots())
    }

    /// The share of the calls to one dependency that is refused where each has its pool.
    #[must_use]
    pub fn refused_in(&self, pool: usize) -> f64 {
        self.0
            .get(pool)
            .map_or(0.0, |(calls, slots)| blocking(calls.offered(), *slots))
    }

    /// The share of all calls that is refused where each dependency has its pool.
    #[must_use]
    pub fn refused_in_pools(&self) -> f64 {
        let refused = (0..self.0.len()).map(|pool| self.refused_in(pool) * self.0[pool].0.per_s);
        refused.sum::<f64>() / self.per_s()
    }

    /// The share of the slots that is busy where all are shared: what is not refused.
    #[must_use]
    pub fn busy_shared(&self) -> f64 {
        self.offered() * (1.0 - self.refused_shared()) / self.slots() as f64
    }

    /// The share of all slots that is busy where each dependency has its pool.
    #[must_use]
    pub fn busy_in_pools(&self) -> f64 {
        let busy =
            (0..self.0.len()).map(|pool| self.0[pool].0.offered() * (1.0 - self.refused_in(pool)));
        busy.sum::<f64>() / self.slots() as f64
    }

    /// A bound on that share: Σ min(λᵢsᵢ, Cᵢ) / C. What one pool has to spare, no other can use.
    ///
    /// Source: course text, lecture 26, section 26.3.4, lemma on the cost.
    ///
    /// ```
    /// use outage_lab_kernel::guard::bulkhead::{Calls, Pools};
    ///
    /// // 30 slots' worth of calls to 20 slots, and 4 to 20.
    /// let pools = Pools::new(vec![
    ///     (Calls { per_s: 300.0, hold_s: 0.1 }, 20),
    ///     (Calls { per_s: 40.0, hold_s: 0.1 }, 20),
    /// ])?;
    /// assert!((pools.busy_bound() - 24.0 / 40.0).abs() < 1e-15);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn busy_bound(&self) -> f64 {
        let most = self
            .0
            .iter()
            .map(|(calls, slots)| calls.offered().min(*slots as f64));
        most.sum::<f64>() / self.slots() as f64
    }

    /// The fewest shared slots that refuse no more than `target` of the calls.
    ///
    /// # Errors
    /// `too_many_slots` where more than a million would be needed.
    pub fn slots_shared_for(&self, target: f64) -> Defined {
        fewest_slots(self.offered(), target)
    }

    /// The fewest slots in pools that refuse no more than `target` of the calls to any dependency.
    ///
    /// # Errors
    /// `too_many_slots` where one of them would need more than a million.
    pub fn slots_in_pools_for(&self, target: f64) -> Defined {
        let mut sum = 0.0;
        let mut known: Option<(f64, f64)> = None;
        for (calls, _) in &self.0 {
            let offered = calls.offered();
            let slots = match known {
                Some((same, slots)) if same == offered => slots,
                _ => fewest_slots(offered, target)?,
            };
            known = Some((offered, slots));
            sum += slots;
        }
        Ok(sum)
    }

    /// Mean wait in seconds if calls queue without limit instead of being refused, and holding times are exponential with
    /// one mean for all: shared.
    ///
    /// # Errors
    /// `unstable`.
    pub fn wait_shared_s(&self) -> Defined {
        let hold_s = self.offered() / self.per_s();
        wait_s(self.per_s(), hold_s, self.slots())
    }

    /// The same for pools, over all calls.
    ///
    /// # Errors
    /// `unstable`, if one of the pools is.
    pub fn wait_in_pools_s(&self) -> Defined {
        let mut sum = 0.0;
        for (calls, slots) in &self.0 {
            sum += calls.per_s * wait_s(calls.per_s, calls.hold_s, *slots)?;
        }
        Ok(sum / self.per_s())
    }
}

/// How long it takes until `free` slots are taken by calls of which none comes back: free / λ.
///
/// ```
/// use outage_lab_kernel::guard::bulkhead::{Calls, fill_s};
///
/// // 200 slots, 500 calls a second that take 2 s.
/// let calls = Calls { per_s: 500.0, hold_s: 2.0 };
/// assert_eq!(fill_s(200.0, calls), Ok(0.4));
/// ```
///
/// # Errors
/// `never_full` where calls come back before that: λs is less than the free slots.
pub fn fill_s(free: f64, calls: Calls) -> Defined {
    if calls.offered() < free {
        return Err(Undefined("never_full"));
    }
    Ok((free / calls.per_s).max(0.0))
}

/// Erlang B of numbers that have been checked.
fn blocking(offered: f64, slots: u64) -> f64 {
    let load = Load {
        arrival_per_s: offered,
        service_per_s: 1.0,
        servers: slots,
    };
    erlang_b(load).unwrap_or(0.0)
}

/// The fewest slots at which Erlang B does not exceed `target`, by B(c) = aB(c−1) / (c + aB(c−1)).
fn fewest_slots(offered: f64, target: f64) -> Defined {
    const MOST: u32 = 1_000_000;
    let too_many = Err(Undefined("too_many_slots"));
    if offered * (1.0 - target) > f64::from(MOST) {
        return too_many;
    }
    let mut refused = 1.0;
    for slots in 1..MOST {
        let slots = f64::from(slots);
        refused = offered * refused / (slots + offered * refused);
        if refused <= target {
            return Ok(slots);
        }
    }
    too_many
}

fn wait_s(per_s: f64, hold_s: f64, slots: u64) -> Defined {
    let load = Load {
        arrival_per_s: per_s,
        service_per_s: 1.0 / hold_s,
        servers: slots,
    };
    let queue = ManyServers::new(load).map_err(|_| Undefined("out_of_range"))?;
    Ok(queue.steady()?.wait_mean_s)
}
