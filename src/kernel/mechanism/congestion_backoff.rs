//! Congestion that a defect in back-off keeps up.
//!
//! Clients open connections through devices of a fixed capacity. An attempt that fails costs the devices a part of what
//! one that succeeds costs, so that what gets through *falls* when more is tried than fits. A client whose attempt failed
//! tries again: those that back off wait twice as long each time, up to a longest wait; those with the defect wait the
//! same short time each time.
//!
//! Clients are a fluid, waits are exponential with the given means, and time goes in steps of a tenth of the first wait,
//! or in parts of them where a client calls more often than that (explicit Euler).

use super::ladder::Ladder;
use crate::error::{Bound, Defined, DomainError, Undefined, positive};
use crate::quantity::Probability;
use crate::whole;

/// Steps in the first wait.
pub const STEPS_IN_WAIT: f64 = 10.0;
/// The share of the clients that may still be waiting when the congestion counts as over.
const OVER: f64 = 0.01;

/// Clients and the devices between them and what they call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// Clients.
    pub clients: f64,
    /// Connections that a client opens in a second when all is well.
    pub calls_per_s: f64,
    /// Connections that the devices can open in a second.
    pub capacity_per_s: f64,
    /// What a failed attempt costs, as a share of a connection.
    pub failure_cost: Probability,
    /// The first wait before another attempt, and that of clients with the defect every time.
    pub first_wait_s: f64,
    /// The longest wait of those that back off.
    pub longest_wait_s: f64,
    /// The share of the clients with the defect.
    pub defect: Probability,
}

impl Network {
    /// Whether its quantities are in their domains: above zero and finite, the longest wait not below the first.
    ///
    /// # Errors
    /// Names the first one that is not.
    pub fn checked(self) -> Result<Network, DomainError> {
        positive("clients", self.clients)?;
        positive("calls_per_s", self.calls_per_s)?;
        positive("capacity_per_s", self.capacity_per_s)?;
        positive("first_wait_s", self.first_wait_s)?;
        positive("longest_wait_s", self.longest_wait_s)?;
        if self.longest_wait_s < self.first_wait_s {
            return Err(DomainError {
                quantity: "longest_wait_s",
                value: self.longest_wait_s,
                allowed: Bound::NotBelow("first_wait_s"),
            });
        }
        Ok(self)
    }

    /// Connections opened in a second when `tried_per_s` are tried: all of them up to the capacity c, and beyond it
    /// `(c − w · L) / (1 − w)`, w being the cost of a failure; 0 where failures take everything.
    #[must_use]
    pub fn opened_per_s(&self, tried_per_s: f64) -> f64 {
        let (c, w) = (self.capacity_per_s, self.failure_cost.value());
        if tried_per_s <= c {
            tried_per_s
        } else if w >= 1.0 {
            0.0
        } else {
            ((c - w * tried_per_s) / self.failure_cost.complement()).max(0.0)
        }
    }

    /// Attempts in a second when every client waits and none gets through: `N · (d/b + (1 − d)/B)`.
    #[must_use]
    pub fn stuck_tries_per_s(&self) -> f64 {
        let slow = self.defect.complement() / self.longest_wait_s;
        self.clients * (self.defect.value() / self.first_wait_s + slow)
    }

    /// The share of clients with the defect above which a network in which everybody waits never opens another
    /// connection: d where `N · (d/b + (1 − d)/B) = c/w`. `not_stuck` where even all of them are too few, and 0 where
    /// none are needed.
    pub fn defect_limit(&self) -> Defined {
        let fast = self.clients / self.first_wait_s;
        let slow = self.clients / self.longest_wait_s;
        let choked = self.choked_per_s()?;
        if slow >= choked {
            Ok(0.0)
        } else if fast < choked {
            Err(Undefined("not_stuck"))
        } else {
            Ok((choked - slow) / (fast - slow))
        }
    }

    /// Attempts in a second above which failures take the whole capacity: `c / w`.
    pub fn choked_per_s(&self) -> Defined {
        let w = self.failure_cost.value();
        if w > 0.0 {
            crate::error::defined(self.capacity_per_s / w)
        } else {
            Err(Undefined("failures_are_free"))
        }
    }
}

/// What is done about the congestion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relief {
    /// Nothing.
    None,
    /// This share of the new calls takes another way; attempts that are being repeated do not.
    MoveCalls(f64),
    /// This share of the clients is kept off the devices.
    Shed(f64),
    /// The devices carry so many times as much.
    Capacity(f64),
    /// Every client backs off from now on.
    MendBackoff,
}

/// The network over time.
#[derive(Clone, Debug)]
pub struct Congestion {
    network: Network,
    /// How many times as many new calls there are.
    calls: f64,
    /// The share of the clients with the defect.
    defect_share: f64,
    /// Clients with the defect that wait, and the others.
    defect: f64,
    backing_off: Ladder,
}

/// Rates in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Attempts in a second.
    pub tried_per_s: f64,
    /// Connections opened in a second.
    pub opened_per_s: f64,
}

impl Congestion {
    /// The network with nobody waiting.
    #[must_use]
    pub fn new(network: Network) -> Congestion {
        Congestion {
            network,
            calls: 1.0,
            defect_share: network.defect.value(),
            defect: 0.0,
            backing_off: Ladder::new(network.first_wait_s, 2.0, network.longest_wait_s),
        }
    }

    /// Length of a step.
    #[must_use]
    pub fn step_s(&self) -> f64 {
        self.network.first_wait_s / STEPS_IN_WAIT
    }

    /// Calls a second of a client that does not wait.
    fn calls_per_s(&self, surge: f64) -> f64 {
        self.network.calls_per_s * self.calls * surge
    }

    /// The equal parts in which a step is worked off, so that in none of them a client that does not wait calls more
    /// than once: ⌈λ · `surge` · Δ⌉, at least one.
    #[must_use]
    pub fn parts(&self, surge: f64) -> f64 {
        whole::up(self.calls_per_s(surge) * self.step_s()).max(1.0)
    }

    /// Clients that wait to try again.
    #[must_use]
    pub fn waiting(&self) -> f64 {
        self.defect + self.backing_off.total()
    }

    /// Whether next to nobody waits: less than a hundredth of the clients.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waiting() < OVER * self.network.clients
    }

    /// Takes a measure from now on.
    pub fn relieve(&mut self, relief: Relief) {
        match relief {
            Relief::None => {}
            Relief::MoveCalls(share) => self.calls *= 1.0 - share,
            Relief::Shed(share) => {
                self.network.clients *= 1.0 - share;
                self.defect *= 1.0 - share;
                self.backing_off.keep(1.0 - share);
            }
            Relief::Capacity(factor) => self.network.capacity_per_s *= factor,
            Relief::MendBackoff => {
                self.defect_share = 0.0;
                self.backing_off.enter_last(self.defect);
                self.defect = 0.0;
            }
        }
    }

    /// One step, in which there are `surge` times as many new calls as when all is well; the mean rates in it.
    pub fn step(&mut self, surge: f64) -> Rates {
        let parts = self.parts(surge);
        let part_s = self.step_s() / parts;
        let mut mean = Rates::default();
        for _ in 0..parts as u64 {
            let rates = self.part(surge, part_s);
            mean.tried_per_s += rates.tried_per_s / parts;
            mean.opened_per_s += rates.opened_per_s / parts;
        }
        mean
    }

    fn part(&mut self, surge: f64, part_s: f64) -> Rates {
        let network = self.network;
        let call_per_s = self.calls_per_s(surge);
        let patient = self.backing_off.total();
        let with_defect = self.defect_share * network.clients;
        let new_defect = (with_defect - self.defect).max(0.0) * call_per_s;
        let new_patient = (network.clients - with_defect - patient).max(0.0) * call_per_s;
        let again_defect = self.defect / network.first_wait_s;
        let again_patient = self.backing_off.tries(part_s) / part_s;
        let tried_per_s = new_defect + new_patient + again_defect + again_patient;
        let opened_per_s = network.opened_per_s(tried_per_s);
        let failed = if tried_per_s > 0.0 {
            1.0 - opened_per_s / tried_per_s
        } else {
            0.0
        };
        self.defect += part_s * (failed * (new_defect + again_defect) - again_defect);
        self.backing_off.tick(part_s, failed);
        self.backing_off.enter(part_s * failed * new_patient);
        Rates {
            tried_per_s,
            opened_per_s,
        }
    }
}
