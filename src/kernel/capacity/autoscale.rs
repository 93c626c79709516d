//! A spike of load against an autoscaler that sees it late and acts later.

mod line;

use crate::error::{Bound, DomainError, non_negative, positive};
use crate::whole;
use line::Line;

/// What rounding may add to a ratio that lies on the edge of the dead band.
const ROUNDING: f64 = 1e-12;
/// Steps into which a run is divided, beside the moments at which something changes.
const STEPS: u32 = 2_000;
/// Every so many steps one is kept for the picture.
const KEPT: u32 = 8;
/// What the end of a run comes after the last thing of interest, as a factor.
const AFTER: f64 = 1.2;

/// How many replicas a proportional autoscaler asks for: ⌈demand / target⌉, or as many as there are while the ratio of
/// demand to what they should carry is within `tolerance` of 1.
///
/// `demand` is the sum over replicas of any metric that load divides among them, `target` what one replica should carry.
/// A quotient within rounding of a whole number, or of the edge of the dead band, counts as exactly that: 44 tasks on ten
/// replicas of four are a ratio of 1.1, in `f64` 0.10000000000000009 above 1.
///
/// Source: Kubernetes documentation, *Horizontal Pod Autoscaling*, “Algorithm details”.
///
/// ```
/// use outage_lab_kernel::capacity::desired_replicas;
///
/// // Ten replicas, four tasks each: nothing moves up to 44 tasks; 45 need twelve.
/// assert_eq!(desired_replicas(10, 44.0, 4.0, 0.1), 10);
/// assert_eq!(desired_replicas(10, 45.0, 4.0, 0.1), 12);
/// ```
#[must_use]
pub fn desired_replicas(current: u64, demand: f64, target: f64, tolerance: f64) -> u64 {
    let needed = demand / target;
    let ratio = needed / current as f64;
    if (ratio - 1.0).abs() <= tolerance + ROUNDING {
        return current;
    }
    whole::up(needed) as u64
}

/// What the autoscaler looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Requests that arrive, counted in front of the replicas.
    Offered,
    /// How busy the replicas are, which is never more than 100 %.
    Utilisation,
}

/// A step of load up and down again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spike {
    /// Requests a second before and after.
    pub base_per_s: f64,
    /// Requests a second from 0 on.
    pub spike_per_s: f64,
    /// How long it lasts.
    pub spike_s: f64,
}

/// Replicas and what adds to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaler {
    /// Replicas at the beginning, all warm.
    pub replicas: u64,
    /// The most that may be asked for.
    pub most_replicas: u64,
    /// Requests a second that a warm replica serves.
    pub replica_per_s: f64,
    /// What is looked at.
    pub metric: Metric,
    /// How busy a replica should be, above 0 and at most 1.
    pub target_utilisation: f64,
    /// The dead band about the target, as a share.
    pub tolerance: f64,
    /// How long the metric is averaged; at the end of each such window a decision is taken.
    pub window_s: f64,
    /// From the decision until a place is found.
    pub schedule_s: f64,
    /// From there until the replica is ready.
    pub start_s: f64,
    /// From ready until load reaches it.
    pub connect_s: f64,
    /// From there until it is warm.
    pub warm_up_s: f64,
    /// What a cold replica serves of what a warm one does.
    pub cold_share: f64,
    /// Requests that may wait; more are lost.
    pub queue_limit: f64,
}

/// When new replicas get how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The decision.
    pub decided_s: f64,
    /// A place is found, and the start begins.
    pub created_s: f64,
    /// Ready.
    pub ready_s: f64,
    /// Load reaches them.
    pub connected_s: f64,
    /// They are warm.
    pub warm_s: f64,
}

/// An instant of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instant {
    /// Since the spike began.
    pub at_s: f64,
    /// Requests a second that arrive.
    pub demand_per_s: f64,
    /// Requests a second that could be served.
    pub capacity_per_s: f64,
    /// Requests a second that are lost.
    pub lost_per_s: f64,
    /// Requests that wait.
    pub backlog: f64,
}

/// Replicas that were ordered together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// How many.
    pub count: u64,
    /// When they get how far.
    pub moments: Moments,
}

/// What came of a spike. Where more arrives than can be served without a spike too, losses and waits have no end; so
/// that both are counted for the requests of the spike.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled {
    /// Requests that arrived during the spike.
    pub offered: f64,
    /// Those of them that were lost.
    pub lost: f64,
    /// Time during the spike for which more arrived than could be served.
    pub short_s: f64,
    /// The longest wait of a request of the spike that was not lost, in a line that is first come first served.
    pub wait_longest_s: f64,
    /// Replicas at the end, those not yet ready included.
    pub replicas: u64,
    /// What each decision added, in order.
    pub batches: Vec<Batch>,
    /// The end of the run.
    pub end_s: f64,
    /// The run in pictures.
    pub instants: Vec<Instant>,
}

impl Scaled {
    /// When the first new replicas get how far; `None` if nothing was decided.
    #[must_use]
    pub fn moments(&self) -> Option<&Moments> {
        self.batches.first().map(|batch| &batch.moments)
    }
}

impl Scaler {
    fn check(&self) -> Result<(), DomainError> {
        for (quantity, value) in [
            ("replica_per_s", self.replica_per_s),
            ("window_s", self.window_s),
            ("target_utilisation", self.target_utilisation),
            ("replicas", self.replicas as f64),
        ] {
            positive(quantity, value)?;
        }
        for (quantity, value) in [
            ("tolerance", self.tolerance),
            ("schedule_s", self.schedule_s),
            ("start_s", self.start_s),
            ("connect_s", self.connect_s),
            ("warm_up_s", self.warm_up_s),
            ("cold_share", self.cold_share),
            ("queue_limit", self.queue_limit),
        ] {
            non_negative(quantity, value)?;
        }
        for (quantity, value) in [
            ("target_utilisation", self.target_utilisation),
            ("cold_share", self.cold_share),
        ] {
            if value > 1.0 {
                return Err(DomainError {
                    quantity,
                    value,
                    allowed: Bound::AtMost(1.0),
                });
            }
        }
        Ok(())
    }

    fn moments(&self, decided_s: f64) -> Moments {
        let created_s = decided_s + self.schedule_s;
        let ready_s = created_s + self.start_s;
        let connected_s = ready_s + self.connect_s;
        Moments {
            decided_s,
            created_s,
            ready_s,
            connected_s,
            warm_s: connected_s + self.warm_up_s,
        }
    }

    /// What a new replica serves at `at_s`, as a share of a warm one: nothing, then from cold to warm in a straight line.
    fn warmth(&self, moments: &Moments, at_s: f64) -> f64 {
        if at_s < moments.connected_s {
            0.0
        } else if at_s >= moments.warm_s {
            1.0
        } else {
            let share = (at_s - moments.connected_s) / self.warm_up_s;
            self.cold_share + (1.0 - self.cold_share) * share
        }
    }

    /// Requests a second that can be served just after `at_s`, with `batches` ordered beside the first replicas.
    #[must_use]
    pub fn capacity_per_s(&self, batches: &[Batch], at_s: f64) -> f64 {
        let added = |batch: &Batch| batch.count as f64 * self.warmth(&batch.moments, at_s);
        (self.replicas as f64 + batches.iter().map(added).sum::<f64>()) * self.replica_per_s
    }
}

impl Spike {
    fn check(&self) -> Result<(), DomainError> {
        non_negative("base_per_s", self.base_per_s)?;
        positive("spike_per_s", self.spike_per_s)?;
        positive("spike_s", self.spike_s).map(|_| ())
    }

    /// What happens when this meets `scaler`.
    ///
    /// Load is a fluid: in each step what can be served is, first what waits; of the rest as much waits as may, and the
    /// remainder is lost. Steps end wherever a rate jumps and capacity is a straight line between, so that without a
    /// queue the losses are exact but for the one step in which capacity crosses demand; of 2,000 steps that is an error
    /// of less than 10⁻⁶ of what arrives. A window begins with the spike, which is the slowest case by up to a window.
    /// Nothing is taken away during a run. Who waits longer than the run is followed until served, by the replicas that
    /// were ordered in it.
    ///
    /// # Errors
    /// A rate, time or share outside its domain.
    pub fn meet(&self, scaler: &Scaler) -> Result<Scaled, DomainError> {
        self.check()?;
        scaler.check()?;
        let first_warm_s = scaler.moments(scaler.window_s).warm_s;
        let end_s = AFTER * self.spike_s.max(first_warm_s);
        let mut run = Running {
            spike: *self,
            scaler: *scaler,
            line: Line::default(),
            ordered: scaler.replicas,
            backlog: 0.0,
            window_offered: 0.0,
            window_served: 0.0,
            window_capacity: 0.0,
            window_active: 0.0,
            windows: 1,
            scaled: Scaled {
                offered: self.spike_per_s * self.spike_s,
                lost: 0.0,
                short_s: 0.0,
                wait_longest_s: 0.0,
                replicas: scaler.replicas,
                batches: Vec::new(),
                end_s,
                instants: Vec::new(),
            },
        };
        run.until(end_s);
        run.serve_rest(end_s);
        run.scaled.replicas = run.ordered;
        run.scaled.wait_longest_s = run.line.wait_longest_s();
        Ok(run.scaled)
    }
}

struct Running {
    spike: Spike,
    scaler: Scaler,
    /// Requests of the spike that wait.
    line: Line,
    ordered: u64,
    backlog: f64,
    window_offered: f64,
    window_served: f64,
    window_capacity: f64,
    /// Replicas that load reaches, summed over the window's time.
    window_active: f64,
    windows: u32,
    scaled: Scaled,
}

impl Running {
    fn until(&mut self, end_s: f64) {
        let grid_s = end_s / f64::from(STEPS);
        let mut at_s = 0.0;
        let mut grid = 1;
        let mut fresh = true;
        while at_s < end_s {
            let grid_end_s = f64::from(grid) * grid_s;
            let window_end_s = f64::from(self.windows) * self.scaler.window_s;
            let change_s = self.next_change(at_s);
            let next_s = change_s.min(grid_end_s).min(window_end_s).min(end_s);
            let keep = fresh && grid % KEPT == 1 || self.is_edge(at_s) || self.is_edge(next_s);
            self.step(at_s, next_s, keep);
            at_s = next_s;
            fresh = at_s >= grid_end_s;
            if fresh {
                grid += 1;
            }
            if at_s >= window_end_s {
                self.decide(at_s);
                self.windows += 1;
            }
        }
    }

    /// Serves who of the spike still waits at the end of the run.
    fn serve_rest(&mut self, end_s: f64) {
        let grid_s = end_s / f64::from(STEPS);
        let mut at_s = end_s;
        while !self.line.is_empty() {
            let change_s = self.next_change(at_s);
            let next_s = if change_s.is_finite() {
                change_s.min(at_s + grid_s)
            } else {
                change_s
            };
            let middle_s = f64::midpoint(at_s, next_s);
            let capacity_per_s = self.scaler.capacity_per_s(&self.scaled.batches, middle_s);
            self.line.serve(at_s, next_s, capacity_per_s);
            at_s = next_s;
        }
    }

    /// Whether the picture has a corner at `at_s`.
    fn is_edge(&self, at_s: f64) -> bool {
        let moments = self.scaled.moments();
        at_s == self.spike.spike_s
            || moments.is_some_and(|first| at_s == first.connected_s || at_s == first.warm_s)
    }

    /// When a rate jumps or bends next; infinite if never again.
    fn next_change(&self, at_s: f64) -> f64 {
        let moments = self.scaled.batches.iter().map(|batch| &batch.moments);
        moments
            .flat_map(|moments| [moments.connected_s, moments.warm_s])
            .chain([self.spike.spike_s])
            .filter(|change_s| *change_s > at_s)
            .fold(f64::INFINITY, f64::min)
    }

    fn step(&mut self, from_s: f64, to_s: f64, keep: bool) {
        let middle_s = f64::midpoint(from_s, to_s);
        let length_s = to_s - from_s;
        let in_spike = middle_s < self.spike.spike_s;
        let demand_per_s = if in_spike {
            self.spike.spike_per_s
        } else {
            self.spike.base_per_s
        };
        let batches = &self.scaled.batches;
        let reached = |batch: &&Batch| middle_s >= batch.moments.connected_s;
        let added: u64 = batches
            .iter()
            .filter(reached)
            .map(|batch| batch.count)
            .sum();
        let active = (self.scaler.replicas + added) as f64;
        let capacity_per_s = self.scaler.capacity_per_s(batches, middle_s);
        let come = demand_per_s * length_s;
        let can = capacity_per_s * length_s;
        let wanted = self.backlog + come;
        let served = wanted.min(can);
        let lost = (wanted - served - self.scaler.queue_limit).max(0.0);
        let waited = self.backlog > 0.0;
        self.backlog = wanted - served - lost;
        // With nobody in line at either end nobody waits between.
        if waited || self.backlog > 0.0 {
            if in_spike {
                self.line.join(from_s, to_s, come - lost);
            }
            self.line.serve(from_s, to_s, capacity_per_s);
        }
        if self.backlog == 0.0 {
            // What rounding may have left would wait for the next shortage.
            self.line.clear();
        }
        self.window_offered += come;
        self.window_served += served;
        self.window_capacity += can;
        self.window_active += active * length_s;
        let scaled = &mut self.scaled;
        if in_spike {
            scaled.lost += lost;
            if demand_per_s > capacity_per_s {
                scaled.short_s += length_s;
            }
        }
        if keep {
            scaled.instants.push(Instant {
                at_s: middle_s,
                demand_per_s,
                capacity_per_s,
                lost_per_s: lost / length_s,
                backlog: self.backlog,
            });
        }
    }

    fn decide(&mut self, at_s: f64) {
        let scaler = &self.scaler;
        let window_s = scaler.window_s;
        let desired = match scaler.metric {
            Metric::Offered => desired_replicas(
                self.ordered,
                self.window_offered / window_s,
                scaler.replica_per_s * scaler.target_utilisation,
                scaler.tolerance,
            ),
            // Replicas that load does not reach yet have no metric and are set aside.
            Metric::Utilisation => {
                let active = (self.window_active / window_s).round();
                let busy = self.window_served / self.window_capacity;
                desired_replicas(
                    active as u64,
                    busy * active,
                    scaler.target_utilisation,
                    scaler.tolerance,
                )
            }
        };
        (self.window_offered, self.window_served) = (0.0, 0.0);
        (self.window_capacity, self.window_active) = (0.0, 0.0);
        let wanted = desired.min(scaler.most_replicas);
        if wanted > self.ordered {
            let count = wanted - self.ordered;
            let moments = scaler.moments(at_s);
            self.scaled.batches.push(Batch { count, moments });
            self.ordered = wanted;
        }
    }
}

#[cfg(test)]
mod tests;
