//! Ways to recover from the failure of a machine: how long users wait, what is lost, what stands by, and how available
//! the service is in the long run.
//!
//! Source: R. E. Barlow, F. Proschan, Statistical Theory of Reliability and Life Testing, 1975, sections 1.2 and 2.1
//! (k of n, series); the availability of a part that fails and is repaired, MTTF / (MTTF + MTTR), holds for any
//! distributions (renewal reward). A switch-over is a part of its own in series: it fails as often as what is switched
//! away from, and is down as long as switching takes. That the parts fail independently is an assumption. Relative error
//! below 1e-12.

use crate::availability::{Composition, Repairable, Structure, UpDown};
use crate::error::{DomainError, Undefined};
use crate::quantity::Probability;

/// A way to recover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The failed machine is repaired where it stands.
    Repair,
    /// It is restarted first, and repaired if that does not help.
    Restart,
    /// A second site stands by with as many machines, and takes over.
    ActivePassive,
    /// More machines than needed share the work; the others go on.
    ActiveActive,
}

impl Way {
    /// Every way, the cheapest in machines first.
    pub const ALL: [Way; 4] = [
        Way::Repair,
        Way::Restart,
        Way::ActiveActive,
        Way::ActivePassive,
    ];

    /// Id in output.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Way::Repair => "repair",
            Way::Restart => "restart",
            Way::ActivePassive => "active_passive",
            Way::ActiveActive => "active_active",
        }
    }
}

/// What recovery is made of. Times in seconds, above zero but for `lag_s`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recovery {
    /// Mean time to failure of one machine.
    pub mttf_s: f64,
    /// From the failure until it is known and acted upon.
    pub detect_s: f64,
    /// A restart.
    pub restart_s: f64,
    /// The share of failures that a restart mends.
    pub restart_helps: Probability,
    /// A repair, data restored.
    pub repair_s: f64,
    /// From the decision until the second site serves.
    pub failover_s: f64,
    /// The share of switch-overs that work.
    pub failover_works: Probability,
    /// By how much a copy lags behind; 0 where writes wait for it.
    pub lag_s: f64,
    /// Time between backups.
    pub backup_every_s: f64,
    /// Machines needed for the load.
    pub needed: u64,
    /// Machines beyond these, where all share the work.
    pub spares: u64,
}

impl Recovery {
    /// How long users are without service after a failure, if all goes well, in seconds. Where all machines share the
    /// work, these are the users of the failed one.
    ///
    /// ```
    /// use outage_lab_kernel::lab::recovery::{Recovery, Way};
    /// let half = "0.5".parse()?;
    /// let recovery = Recovery {
    ///     mttf_s: 1e6, detect_s: 60.0, restart_s: 300.0, restart_helps: half, repair_s: 7_200.0, failover_s: 120.0,
    ///     failover_works: half, lag_s: 5.0, backup_every_s: 3_600.0, needed: 1, spares: 1,
    /// };
    /// assert_eq!(recovery.rto_s(Way::ActivePassive), 60.0 + 120.0);
    /// assert_eq!(recovery.mean_outage_s(Way::Restart), 60.0 + 300.0 + 0.5 * 7_200.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rto_s(&self, way: Way) -> f64 {
        self.detect_s
            + match way {
                Way::Repair => self.repair_s,
                Way::Restart => self.restart_s,
                Way::ActivePassive => self.failover_s,
                Way::ActiveActive => 0.0,
            }
    }

    /// The same if the first attempt does not work: a repair is added. Where all machines share the work, if there are
    /// no spares left: a repair too.
    #[must_use]
    pub fn rto_worst_s(&self, way: Way) -> f64 {
        let more = if way == Way::Repair {
            0.0
        } else {
            self.repair_s
        };
        self.rto_s(way) + more
    }

    /// The mean of the outages that one failure brings, in seconds, with those where the first attempt does not work.
    /// Failures that coincide are not in it.
    #[must_use]
    pub fn mean_outage_s(&self, way: Way) -> f64 {
        let fails = match way {
            Way::Repair | Way::ActiveActive => 0.0,
            Way::Restart => self.restart_helps.complement(),
            Way::ActivePassive => self.failover_works.complement(),
        };
        self.rto_s(way) + fails * self.repair_s
    }

    /// How far back the data are that are left, at the worst, in seconds of writes lost.
    #[must_use]
    pub fn rpo_s(&self, way: Way) -> f64 {
        match way {
            Way::Repair => self.backup_every_s,
            // What is on the machine's own disk is still there.
            Way::Restart => 0.0,
            Way::ActivePassive | Way::ActiveActive => self.lag_s,
        }
    }

    /// How many machines there are.
    #[must_use]
    pub fn machines(&self, way: Way) -> u64 {
        match way {
            Way::Repair | Way::Restart => self.needed,
            Way::ActivePassive => 2 * self.needed,
            Way::ActiveActive => self.needed + self.spares,
        }
    }

    /// The long-run availability. Where all machines share the work, the requests that go to a failed machine until it
    /// is detected count by their share.
    ///
    /// With a = MTTF / (MTTF + d) for a machine whose failures take d on average: a^N for repair and restart;
    /// (1 − (1 − a^N)²) · s for a second site; P(at least N of N + k up) · s for shared work. The switch s is up for
    /// MTTF / N between failures of a site and down for the switch-over; with shared work it is up for MTTF between
    /// failures and down until detected: (N + k) times as many failures, of which each meets 1 / (N + k) of the users.
    ///
    /// # Errors
    /// As those of [`Repairable::new`] and [`Composition::new`].
    pub fn availability(&self, way: Way) -> Result<Result<Probability, Undefined>, DomainError> {
        let part = |mttf_s, mttr_s| -> Result<UpDown, DomainError> {
            Ok(Repairable::new(mttf_s, mttr_s)?.availability().into())
        };
        let machine = |way| part(self.mttf_s, self.mean_outage_s(way));
        let of = |needed, total| Structure::Group {
            needed,
            members: vec![(total, Structure::Block(0))],
        };
        let (structure, blocks) = match way {
            Way::Repair | Way::Restart => (of(self.needed, self.needed), vec![machine(way)?]),
            Way::ActivePassive => {
                let site_mttf_s = self.mttf_s / self.needed as f64;
                let pair = Structure::Group {
                    needed: 1,
                    members: vec![(2, of(self.needed, self.needed))],
                };
                (
                    Structure::series(vec![(1, pair), (1, Structure::Block(1))]),
                    vec![
                        machine(Way::Repair)?,
                        part(site_mttf_s, self.mean_outage_s(way))?,
                    ],
                )
            }
            Way::ActiveActive => (
                Structure::series(vec![
                    (1, of(self.needed, self.needed + self.spares)),
                    (1, Structure::Block(1)),
                ]),
                vec![machine(Way::Repair)?, part(self.mttf_s, self.detect_s)?],
            ),
        };
        Ok(Composition::new(&structure, blocks)?.availability())
    }
}
