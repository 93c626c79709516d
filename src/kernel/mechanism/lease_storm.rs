//! All leases at once: a manager renews the leases of many hosts through one queue, and comes back after an outage.
//!
//! Each host holds a lease that ends `lease_s` after it was granted, and asks for the next one `renew_s` after it. The
//! manager grants `capacity_per_s` leases, first come first served. A request that is not granted within `timeout_s` is
//! asked again, and the old one stays in the queue: it will be worked on for nobody. While the outage lasts nothing is
//! granted; at its end every host that is due asks at once.
//!
//! Hosts are a fluid: their means are followed in ticks of a twentieth of the time-out, and nothing happens by chance.
//! Requests leave the queue in the order in which they came and all have the same time-out, so those that have run out
//! of time are always the ones in front.

use std::collections::VecDeque;

use crate::error::{Bound, Defined, DomainError, Undefined, non_negative, positive};

/// Ticks in a time-out.
pub const TIMEOUT_TICKS: usize = 20;
/// The share of the hosts that has to hold a lease for the manager to count as recovered.
pub const RECOVERED: f64 = 0.999;

/// Hosts, and the manager of their leases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leases {
    hosts: f64,
    capacity_per_s: f64,
    timeout_s: f64,
    lease_s: f64,
    renew_s: f64,
    backoff_s: f64,
    drops_expired: bool,
}

/// What is done about the storm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Nothing.
    None,
    /// Requests are let in at this share of the capacity; the others wait outside, where no time-out runs.
    Throttle(f64),
    /// The queue is thrown away, once; hosts whose requests were in it ask again at once.
    Restart,
    /// Both.
    ThrottleAndRestart(f64),
    /// Requests are let in only as far as the queue is worked off within this share of the time-out.
    QueueLimit(f64),
}

impl Leases {
    /// A manager of `hosts` hosts (above zero) that grants `capacity_per_s` leases (above zero) and waits `timeout_s`
    /// (above zero); leases last `lease_s`, and the next is asked for after `renew_s` (above zero, at most `lease_s`).
    ///
    /// # Errors
    /// When a quantity is outside its domain.
    pub fn new(
        hosts: f64,
        capacity_per_s: f64,
        timeout_s: f64,
        (lease_s, renew_s): (f64, f64),
    ) -> Result<Leases, DomainError> {
        positive("renew_s", renew_s)?;
        positive("lease_s", lease_s)?;
        if renew_s > lease_s {
            return Err(DomainError {
                quantity: "renew_s",
                value: renew_s,
                allowed: Bound::NotAbove(1.0, "lease_s"),
            });
        }
        Ok(Leases {
            hosts: positive("hosts", hosts)?,
            capacity_per_s: positive("capacity_per_s", capacity_per_s)?,
            timeout_s: positive("timeout_s", timeout_s)?,
            lease_s,
            renew_s,
            backoff_s: 0.0,
            drops_expired: false,
        })
    }

    /// The same where a host whose request ran out of time waits before it asks again: an even choice from none to
    /// `backoff_s` (full jitter).
    ///
    /// # Errors
    /// When it is negative or has no end.
    pub fn backing_off(self, backoff_s: f64) -> Result<Leases, DomainError> {
        Ok(Leases {
            backoff_s: non_negative("backoff_s", backoff_s)?,
            ..self
        })
    }

    /// The same where the manager leaves out requests that have run out of time.
    #[must_use]
    pub fn dropping_expired(self, drops_expired: bool) -> Leases {
        Leases {
            drops_expired,
            ..self
        }
    }

    /// Hosts.
    #[must_use]
    pub fn hosts(&self) -> f64 {
        self.hosts
    }

    /// Length of a tick.
    #[must_use]
    pub fn tick_s(&self) -> f64 {
        self.timeout_s / TIMEOUT_TICKS as f64
    }

    fn ticks(&self, duration_s: f64) -> usize {
        (duration_s / self.tick_s()).round() as usize
    }

    /// The time that it takes to grant a lease to every host once: `H / c`.
    #[must_use]
    pub fn pass_s(&self) -> f64 {
        self.hosts / self.capacity_per_s
    }

    /// The share of the capacity that renewals take when all is well: `H / (R · c)`.
    #[must_use]
    pub fn utilisation(&self) -> f64 {
        self.pass_s() / self.renew_s
    }

    /// Requests in a second while every host is without a lease and every request runs out of time:
    /// `H / (T + W/2)`, W/2 being the mean wait before the next one.
    #[must_use]
    pub fn stuck_demand_per_s(&self) -> f64 {
        self.hosts / (self.timeout_s + self.backoff_s / 2.0)
    }

    /// The longest back-off above which the storm cannot keep itself up: `2 · (H/c − T)`, and 0 where none is needed.
    #[must_use]
    pub fn enough_backoff_s(&self) -> f64 {
        2.0 * (self.pass_s() - self.timeout_s).max(0.0)
    }

    /// The share of the leases that have ended after an outage of `outage_s`: `(o − (L − R)) / R`, from 0 to 1, the
    /// ages of the leases being spread evenly from 0 to R when it begins.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::lease_storm::Leases;
    ///
    /// let leases = Leases::new(1_000.0, 1.0, 60.0, (900.0, 600.0))?;
    /// assert_eq!(leases.expired_share(300.0), 0.0);
    /// assert_eq!(leases.expired_share(600.0), 0.5);
    /// assert_eq!(leases.due_share(300.0), 0.5);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn expired_share(&self, outage_s: f64) -> f64 {
        ((outage_s - (self.lease_s - self.renew_s)) / self.renew_s).clamp(0.0, 1.0)
    }

    /// The share of the hosts that ask at once when an outage of `outage_s` ends: `o / R`, at most 1.
    #[must_use]
    pub fn due_share(&self, outage_s: f64) -> f64 {
        (outage_s / self.renew_s).clamp(0.0, 1.0)
    }
}

/// Hosts that ask for the next lease while they hold one.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The last tick of the lease.
    until: usize,
    hosts: f64,
}

/// Requests of one tick that still have time.
#[derive(Clone, Debug, Default)]
struct Cohort {
    issued: usize,
    /// Of hosts without a lease.
    lost: f64,
    /// Of hosts that held one when they asked.
    held: Vec<Held>,
}

impl Cohort {
    fn all(&self) -> f64 {
        self.lost + total(&self.held)
    }
}

fn total<'a>(held: impl IntoIterator<Item = &'a Held>) -> f64 {
    held.into_iter().map(|held| held.hosts).sum()
}

/// What happened in a tick; numbers of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flow {
    /// Asked for.
    pub asked: f64,
    /// Granted in time.
    pub granted: f64,
    /// Worked on for nobody.
    pub wasted: f64,
}

/// The manager after the outage, tick by tick.
#[derive(Clone, Debug)]
pub struct Recovery {
    leases: Leases,
    measure: Measure,
    now: usize,
    /// Requests in the queue that have run out of time; they are in front.
    dead: f64,
    live: VecDeque<Cohort>,
    /// Hosts that wait outside without a lease.
    lost: f64,
    /// Hosts that wait outside with one, by its end.
    held: VecDeque<Held>,
    /// Hosts that hold a lease and ask for nothing yet.
    idle: f64,
    /// Renewals by the tick at which they are due; those beyond the end of the run are not kept.
    due: Vec<f64>,
    /// Hosts that wait before they ask again, how many of them ask in a tick, and when that number falls.
    waiting: f64,
    asking: f64,
    ends: Vec<f64>,
}

impl Recovery {
    /// The moment at which an outage of `outage_s` has ended; it can be followed for `ticks` ticks.
    #[must_use]
    pub fn new(leases: Leases, outage_s: f64, ticks: usize) -> Recovery {
        let Leases { hosts, renew_s, .. } = leases;
        let (expired, due_share) = (leases.expired_share(outage_s), leases.due_share(outage_s));
        let mut due = vec![0.0; ticks];
        let idle = hosts * (1.0 - due_share);
        // Those that are not due yet fall due evenly until the last of them does.
        let each = hosts * leases.tick_s() / renew_s;
        let mut left = idle;
        for slot in due.iter_mut().skip(1) {
            *slot = each.min(left);
            left -= *slot;
        }
        // Of those that asked during the outage, the leases that are left end as evenly as they were granted.
        let mut held = VecDeque::new();
        let slack_s = leases.lease_s - renew_s;
        let mut until = leases.ticks((slack_s - outage_s).max(0.0));
        let mut left = hosts * (due_share - expired);
        while left > 0.0 {
            let hosts = each.min(left);
            held.push_back(Held { until, hosts });
            left -= hosts;
            until += 1;
        }
        Recovery {
            leases,
            measure: Measure::None,
            now: 0,
            dead: 0.0,
            live: VecDeque::new(),
            lost: hosts * expired,
            held,
            idle,
            due,
            waiting: 0.0,
            asking: 0.0,
            ends: vec![0.0; ticks],
        }
    }

    /// Takes a measure from now on.
    pub fn act(&mut self, measure: Measure) {
        self.measure = measure;
        if matches!(measure, Measure::Restart | Measure::ThrottleAndRestart(_)) {
            self.dead = 0.0;
            for cohort in self.live.drain(..).rev() {
                self.lost += cohort.lost;
                // They came in before all that wait outside.
                for held in cohort.held.into_iter().rev() {
                    self.held.push_front(held);
                }
            }
        }
    }

    /// Hosts that hold a lease.
    #[must_use]
    pub fn leased(&self) -> f64 {
        let queued = self.live.iter().flat_map(|cohort| &cohort.held);
        let asking = self.held.iter().chain(queued);
        self.idle + total(asking.filter(|held| held.until >= self.now))
    }

    /// Requests in the queue.
    #[must_use]
    pub fn queued(&self) -> f64 {
        let live: f64 = self.live.iter().map(Cohort::all).sum();
        self.dead + live
    }

    /// Every host, wherever it is: a number that never changes.
    #[must_use]
    pub fn all_hosts(&self) -> f64 {
        let live: f64 = self.live.iter().map(Cohort::all).sum();
        self.idle + self.waiting + self.lost + total(&self.held) + live
    }

    /// One tick.
    pub fn tick(&mut self) -> Flow {
        self.run_out();
        self.ask_again();
        if let Some(&hosts) = self.due.get(self.now) {
            self.idle -= hosts;
            let slack_s = self.leases.lease_s - self.leases.renew_s;
            let until = self.now + self.leases.ticks(slack_s);
            self.held.push_back(Held { until, hosts });
        }
        self.expire();
        let asked = self.let_in();
        let (granted, wasted) = self.serve();
        self.now += 1;
        Flow {
            asked,
            granted,
            wasted,
        }
    }

    /// Hosts outside whose lease has ended.
    fn expire(&mut self) {
        while let Some(held) = self.held.pop_front_if(|held| held.until < self.now) {
            self.lost += held.hosts;
        }
    }

    /// Requests whose time is over: their hosts are without a lease, and ask again after a wait.
    fn run_out(&mut self) {
        let oldest = self.now.saturating_sub(TIMEOUT_TICKS - 1);
        while let Some(cohort) = self.live.pop_front_if(|cohort| cohort.issued < oldest) {
            let all = cohort.all();
            if !self.leases.drops_expired {
                self.dead += all;
            }
            let waits = self.leases.ticks(self.leases.backoff_s);
            if waits == 0 {
                self.lost += all;
                continue;
            }
            // An even choice of the ticks to come.
            self.waiting += all;
            let each = all / waits as f64;
            self.asking += each;
            if let Some(end) = self.ends.get_mut(self.now + waits) {
                *end += each;
            }
        }
    }

    fn ask_again(&mut self) {
        self.asking -= self.ends.get(self.now).copied().unwrap_or(0.0);
        let asking = self.asking.clamp(0.0, self.waiting);
        self.waiting -= asking;
        self.lost += asking;
    }

    /// From outside into the queue, hosts that hold a lease first.
    fn let_in(&mut self) -> f64 {
        let Leases {
            capacity_per_s,
            timeout_s,
            ..
        } = self.leases;
        let room = match self.measure {
            Measure::None | Measure::Restart => f64::INFINITY,
            Measure::Throttle(share) | Measure::ThrottleAndRestart(share) => {
                share * capacity_per_s * self.leases.tick_s()
            }
            Measure::QueueLimit(share) => {
                (share * capacity_per_s * timeout_s - self.queued()).max(0.0)
            }
        };
        let mut left = room;
        let mut held = Vec::new();
        while let Some(first) = self.held.front_mut() {
            if first.hosts > left {
                first.hosts -= left;
                held.push(Held {
                    hosts: left,
                    ..*first
                });
                left = 0.0;
                break;
            }
            left -= first.hosts;
            held.extend(self.held.pop_front());
        }
        let lost = self.lost.min(left);
        self.lost -= lost;
        let cohort = Cohort {
            issued: self.now,
            lost,
            held,
        };
        let all = cohort.all();
        if all > 0.0 {
            self.live.push_back(cohort);
        }
        all
    }

    fn serve(&mut self) -> (f64, f64) {
        let mut work = self.leases.capacity_per_s * self.leases.tick_s();
        let wasted = self.dead.min(work);
        self.dead -= wasted;
        work -= wasted;
        let mut granted = 0.0;
        while work > 0.0
            && let Some(cohort) = self.live.front_mut()
        {
            let all = cohort.all();
            if all > work {
                let left = 1.0 - work / all;
                cohort.lost *= left;
                for held in &mut cohort.held {
                    held.hosts *= left;
                }
                granted += work;
                break;
            }
            self.live.pop_front();
            granted += all;
            work -= all;
        }
        self.idle += granted;
        let after = self.leases.ticks(self.leases.renew_s);
        if let Some(due) = self.due.get_mut(self.now + after.max(1)) {
            *due += granted;
        }
        (granted, wasted)
    }
}

/// Seconds from the end of an outage of `outage_s` until 99.9 % of the hosts hold a lease and keep it, when `measure` is
/// taken `act_after_s` after that end.
///
/// `overloaded_already` where renewals alone are too much; `stuck` where the queue of those whose time is over does not
/// get shorter at the end of `ticks` ticks; `not_in_run` where it does, but not soon enough.
pub fn recovered_after_s(
    leases: Leases,
    outage_s: f64,
    measure: Measure,
    act_after_s: f64,
    ticks: usize,
) -> Defined {
    if leases.utilisation() >= 1.0 {
        return Err(Undefined("overloaded_already"));
    }
    let act = leases.ticks(act_after_s);
    let mut run = Recovery::new(leases, outage_s, ticks);
    let (mut well_since, mut earlier) = (0, 0.0);
    for tick in 0..ticks {
        if tick == act {
            run.act(measure);
        }
        if run.leased() < RECOVERED * leases.hosts {
            well_since = tick + 1;
        }
        run.tick();
        if tick == ticks - ticks / 10 {
            earlier = run.queued();
        }
    }
    if run.leased() >= RECOVERED * leases.hosts {
        Ok(well_since as f64 * leases.tick_s())
    } else if run.queued() > earlier {
        Err(Undefined("stuck"))
    } else {
        Err(Undefined("not_in_run"))
    }
}
