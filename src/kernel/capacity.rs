//! How many replicas carry a peak when zones are lost, and what they use up; what a load test shows of them, and what an
//! autoscaler adds in time.

mod autoscale;
mod generators;
mod load_test;

pub use autoscale::{Batch, Instant, Metric, Moments, Scaled, Scaler, Spike, desired_replicas};
pub use generators::{Generators, generators};
pub use load_test::{ClosedLoop, Latencies, OpenLoop, Stall};

use crate::error::{Defined, DomainError, Undefined, defined, non_negative, positive};
use crate::quantity::Probability;
use crate::whole;

/// Zones, some of which may be lost at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zones {
    /// How many there are.
    pub all: u64,
    /// How many are lost together.
    pub lost: u64,
}

/// The reason where every zone is lost.
const NO_ZONE_LEFT: Undefined = Undefined("no_zone_left");

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn real(count: u64) -> f64 {
    count as f64
}

impl Zones {
    /// The zones that are left. Undefined (`no_zone_left`) where that is none.
    pub fn left(self) -> Defined {
        let left = self.all.saturating_sub(self.lost);
        if left == 0 {
            return Err(NO_ZONE_LEFT);
        }
        Ok(real(left))
    }

    /// By what the load of the others rises if the load was spread evenly and all of it is taken over: all / left.
    pub fn factor(self) -> Defined {
        Ok(real(self.all) / self.left()?)
    }

    /// The utilisation of what is left after the loss: u · all / left; from 1 on, more than there is.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::Zones;
    ///
    /// let zones = Zones { all: 3, lost: 1 };
    /// assert_eq!(zones.utilisation_after(0.5), Ok(0.75));
    /// assert!((zones.utilisation_after(0.6)? - 0.9).abs() < 1e-15);
    /// # Ok::<(), outage_lab_kernel::error::Undefined>(())
    /// ```
    pub fn utilisation_after(self, before: f64) -> Defined {
        defined(before * self.factor()?)
    }

    /// What is left of `replicas` that are spread as evenly as they can be, if the zones that have most are lost.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::Zones;
    ///
    /// // 4, 3 and 3: the zone of 4 is the one to fear.
    /// assert_eq!(Zones { all: 3, lost: 1 }.replicas_left(10), Ok(6.0));
    /// # Ok::<(), outage_lab_kernel::error::Undefined>(())
    /// ```
    pub fn replicas_left(self, replicas: u64) -> Defined {
        self.left()?;
        let (each, fuller) = (replicas / self.all, replicas % self.all);
        let lost = self.lost * each + self.lost.min(fuller);
        Ok(real(replicas - lost))
    }
}

/// A peak, and what one replica carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// Requests a second at the peak.
    pub peak_per_s: f64,
    /// Requests a second that one replica carries within its latency target.
    pub replica_per_s: f64,
}

impl Demand {
    /// Replicas as a quotient, with `head_room` on top of the peak.
    fn quotient(&self, head_room: Probability) -> Result<Defined, DomainError> {
        let peak_per_s = non_negative("peak_per_s", self.peak_per_s)?;
        let replica_per_s = positive("replica_per_s", self.replica_per_s)?;
        Ok(defined(
            peak_per_s * (1.0 + head_room.value()) / replica_per_s,
        ))
    }

    /// Replicas by the naive sum, which forgets that zones are lost: peak · (1 + head-room) by one replica, rounded up.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::Demand;
    ///
    /// let demand = Demand { peak_per_s: 3600.0, replica_per_s: 500.0 };
    /// assert_eq!(demand.replicas("30%".parse()?)?, Ok(10.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The peak is below zero or not finite, or a replica carries nothing.
    pub fn replicas(&self, head_room: Probability) -> Result<Defined, DomainError> {
        Ok(self.quotient(head_room)?.map(whole::up))
    }

    /// Replicas in equal numbers a zone, of which those left carry the peak with the head-room when zones are lost:
    /// as many a zone as peak · (1 + head-room) by one replica and the zones left, rounded up, times all zones.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::{Demand, Zones};
    ///
    /// let demand = Demand { peak_per_s: 3600.0, replica_per_s: 500.0 };
    /// let zones = Zones { all: 3, lost: 1 };
    /// assert_eq!(demand.replicas_with_loss("0".parse()?, zones)?, Ok(12.0));
    /// assert_eq!(demand.replicas_with_loss("30%".parse()?, zones)?, Ok(15.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`replicas`](Demand::replicas).
    pub fn replicas_with_loss(
        &self,
        head_room: Probability,
        zones: Zones,
    ) -> Result<Defined, DomainError> {
        Ok(self.quotient(head_room)?.and_then(|replicas| {
            let each = whole::up(replicas / zones.left()?);
            defined(each * real(zones.all))
        }))
    }
}

/// Something of which there is a fixed amount, and of which every replica takes a part: connections to a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// How many there are.
    pub all: u64,
    /// How many one replica takes.
    pub each: u64,
}

impl Supply {
    /// The most replicas that take no more than the share `limit`: limit · all / each, rounded down. Undefined
    /// (`no_bound`) where a replica takes nothing.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::Supply;
    ///
    /// let connections = Supply { all: 500, each: 20 };
    /// assert_eq!(connections.most_replicas("80%".parse()?), Ok(20.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn most_replicas(self, limit: Probability) -> Defined {
        if self.each == 0 {
            return Err(Undefined("no_bound"));
        }
        Ok(whole::down(
            real(self.all) * limit.value() / real(self.each),
        ))
    }

    /// The first replica that gets none, or not all that it takes. Undefined (`no_bound`) where a replica takes nothing.
    ///
    /// ```
    /// use outage_lab_kernel::capacity::Supply;
    ///
    /// assert_eq!(Supply { all: 500, each: 20 }.first_without(), Ok(26.0));
    /// ```
    pub fn first_without(self) -> Defined {
        Ok(self.most_replicas(Probability::ONE)? + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all small plans: enough after any loss, and one less a zone is not.
    #[test]
    fn plans_are_enough_and_not_more() {
        for all in 1..=6 {
            for lost in 0..=all {
                let zones = Zones { all, lost };
                for peak in (0..4_000).step_by(97) {
                    let demand = Demand {
                        peak_per_s: f64::from(peak),
                        replica_per_s: 100.0,
                    };
                    let needed = demand.replicas_with_loss(Probability::ZERO, zones).unwrap();
                    if lost == all {
                        assert_eq!(needed, Err(NO_ZONE_LEFT));
                        continue;
                    }
                    let needed = needed.unwrap() as u64;
                    assert_eq!(needed % all, 0);
                    let carried = |replicas| zones.replicas_left(replicas).unwrap() * 100.0;
                    assert!(carried(needed) >= f64::from(peak));
                    if needed > 0 {
                        assert!(carried(needed - all) < f64::from(peak));
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_taken_has_no_bound() {
        let free = Supply { all: 5, each: 0 };
        assert_eq!(free.first_without(), Err(Undefined("no_bound")));
    }
}
