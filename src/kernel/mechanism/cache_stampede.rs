//! Clients that mend a cache by asking the database, and take its errors for further faults.

use super::ladder::{Ladder, RUNGS, wait_s};
use crate::error::{Bound, DomainError, positive};
use crate::math;

/// A tick is this part of the shortest time in the loop.
const FINE: f64 = 4.0;
/// Nearer to rest than this share, nothing changes any more.
const REST: f64 = 1e-11;

/// Clients, their cache, and the database behind it.
///
/// All clients together read `reads_per_s` values, each from one of `entries` entries. A valid entry answers at once.
/// Otherwise the client asks the database, which answers `capacity_per_s` questions and gives an error to the rest. A
/// right answer makes its entry valid; an error, read as one more invalid value, deletes it. A client with an error
/// waits, looks into the cache again, and asks again where it must.
///
/// With v the valid share of K entries, q questions a second and e = 1 − C/q errors among them: while the database is
/// overrun, of each entry many questions are under way at once, an answer finds its entry as any other is, and
/// K dv/dt = (1 − e) q (1 − v) − e q v. While it keeps pace, each answer fills an entry: K dv/dt = q.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stampede {
    /// Programs that read the cache; > 0.
    pub clients: f64,
    /// Reads a second of all of them, while none waits; > 0.
    pub reads_per_s: f64,
    /// Questions that the database answers a second; > 0.
    pub capacity_per_s: f64,
    /// Entries of the cache; > 0.
    pub entries: f64,
    /// Mean wait after the first error, seconds; > 0.
    pub retry_wait_s: f64,
    /// By what each further wait is longer; 1 is no back-off.
    pub backoff_factor: f64,
    /// The longest wait, seconds; > 0.
    pub longest_wait_s: f64,
    /// Whether an error deletes the entry.
    pub errors_delete: bool,
}

/// A state that stays as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fixed {
    /// Questions a second.
    pub asked_per_s: f64,
    /// Share of the entries that are valid.
    pub valid: f64,
}

impl Stampede {
    /// Checks the quantities.
    ///
    /// # Errors
    /// One of them is not above zero and finite, or the factor is below 1.
    pub fn check(&self) -> Result<(), DomainError> {
        positive("clients", self.clients)?;
        positive("reads_per_s", self.reads_per_s)?;
        positive("capacity_per_s", self.capacity_per_s)?;
        positive("entries", self.entries)?;
        positive("retry_wait_s", self.retry_wait_s)?;
        positive("longest_wait_s", self.longest_wait_s)?;
        positive("backoff_factor", self.backoff_factor)?;
        if self.backoff_factor < 1.0 {
            return Err(DomainError {
                quantity: "backoff_factor",
                value: self.backoff_factor,
                allowed: Bound::AtLeast(1.0),
            });
        }
        Ok(())
    }

    /// The clients that it takes to keep up the error share `e` while the share `u` of the entries is invalid: those
    /// who wait, and those who read. C (1 − e u) / (1 − e) · (1 / (r u) + e Σ (e u)ᵏ wₖ), with r the reads of one client
    /// a second; the sum over the rungs of the ladder, the last of which keeps those who fail on it.
    fn needed_clients(&self, e: f64, u: f64) -> f64 {
        let each_per_s = self.reads_per_s / self.clients;
        let mut sum = 0.0;
        let mut weight = 1.0;
        for rung in 0..RUNGS {
            let wait = wait_s(
                rung,
                self.retry_wait_s,
                self.backoff_factor,
                self.longest_wait_s,
            );
            let stays = if rung + 1 == RUNGS { 1.0 - e * u } else { 1.0 };
            sum += weight * wait / stays;
            weight *= e * u;
        }
        // In a stuck state e = u, and (1 − e u) / (1 − e) is 1 + e.
        let through = if e == u {
            1.0 + e
        } else {
            (1.0 - e * u) / (1.0 - e)
        };
        self.capacity_per_s * through * (1.0 / (each_per_s * u) + e * sum)
    }

    /// The clients of a stuck state with the error share `e`.
    fn stuck_clients(&self, e: f64) -> f64 {
        self.needed_clients(e, e)
    }

    /// The share of errors that settles in while the share `invalid` of the entries is invalid and stays so.
    ///
    /// 0 where all misses together are fewer than the database answers; else by halving, to 2⁻⁶⁰.
    #[must_use]
    pub fn error_share(&self, invalid: f64) -> f64 {
        if invalid <= 0.0 || self.needed_clients(0.0, invalid) >= self.clients {
            return 0.0;
        }
        let (mut lo, mut hi) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(lo, hi);
            if self.needed_clients(middle, invalid) < self.clients {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        lo
    }

    /// Reads a second above which the loop can keep itself up, each client reading as often as now.
    ///
    /// Without back-off it is 2C (1 + √(r d)), with r the reads of one client a second and d the wait: where the
    /// quadratic of the fixed points has a solution. With back-off it is the least of
    /// the clients that a stuck state takes, times r, over the error share, by a grid of 2,000 and golden sections.
    /// `None` where errors do not delete: then nothing keeps the load up.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::cache_stampede::Stampede;
    ///
    /// let stampede = Stampede {
    ///     clients: 100_000.0, reads_per_s: 200_000.0, capacity_per_s: 20_000.0, entries: 1e6,
    ///     retry_wait_s: 0.5, backoff_factor: 1.0, longest_wait_s: 60.0, errors_delete: true,
    /// };
    /// // r d = 2/s · 0.5 s = 1: four times the capacity.
    /// assert!((stampede.stuck_above_per_s().unwrap() / 80_000.0 - 1.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn stuck_above_per_s(&self) -> Option<f64> {
        if !self.errors_delete {
            return None;
        }
        let each_per_s = self.reads_per_s / self.clients;
        Some(self.stuck_clients(self.easiest()) * each_per_s)
    }

    /// The error share at which the loop takes the fewest clients.
    fn easiest(&self) -> f64 {
        const GRID: u32 = 2_000;
        let at = |i: u32| f64::from(i) / f64::from(GRID);
        let mut best = 1;
        for i in 1..GRID {
            if self.stuck_clients(at(i)) < self.stuck_clients(at(best)) {
                best = i;
            }
        }
        let (mut lo, mut hi) = (at(best - 1).max(1e-9), at(best + 1).min(1.0 - 1e-9));
        for _ in 0..80 {
            let (a, b) = (hi - 0.618 * (hi - lo), lo + 0.618 * (hi - lo));
            if self.stuck_clients(a) < self.stuck_clients(b) {
                hi = b;
            } else {
                lo = a;
            }
        }
        f64::midpoint(lo, hi)
    }

    /// The state that tips over to either side, and the stuck one, if there are any.
    ///
    /// Where the number of clients is the one that the error share takes; by halving on both sides of the easiest
    /// share, to 2⁻⁶⁰. Without back-off these are the roots of r d q² − (R − 2aC) q + C (R − aC) = 0, a = 1 − r d.
    #[must_use]
    pub fn fixed_points(&self) -> Option<(Fixed, Fixed)> {
        if !self.errors_delete {
            return None;
        }
        let easiest = self.easiest();
        if self.stuck_clients(easiest) > self.clients {
            return None;
        }
        let root = |mut inside: f64, mut outside: f64| {
            for _ in 0..100 {
                let middle = f64::midpoint(inside, outside);
                if self.stuck_clients(middle) <= self.clients {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            Fixed {
                asked_per_s: self.capacity_per_s / (1.0 - inside),
                valid: 1.0 - inside,
            }
        };
        Some((root(easiest, 0.0), root(easiest, 1.0)))
    }

    /// Seconds of a tick: a quarter of the shortest of wait and time between a client's reads.
    #[must_use]
    pub fn tick_s(&self) -> f64 {
        self.retry_wait_s.min(self.clients / self.reads_per_s) / FINE
    }
}

/// What is done against the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exit {
    /// Nothing.
    Nothing,
    /// Clients wait longer after each further error: by this factor.
    BackOff(f64),
    /// Errors no longer delete.
    KeepEntries,
    /// The database answers this many times as many questions.
    Capacity(f64),
    /// All traffic is cut, then let back evenly.
    Cut {
        /// How long nobody is let in, seconds.
        cut_s: f64,
        /// From then until all are let in, seconds; 0 lets all in at once.
        ramp_s: f64,
    },
}

/// What happens when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The share of the entries that the change makes invalid, at the beginning.
    pub invalid: f64,
    /// How long the stored value itself is wrong, seconds.
    pub trigger_s: f64,
    /// From then until something is done, seconds.
    pub act_after_s: f64,
    /// What.
    pub exit: Exit,
    /// How long it is watched from then on, seconds.
    pub watched_s: f64,
}

/// The mean over a tick, or over a stretch at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Its end, seconds from the beginning.
    pub at_s: f64,
    /// The share of all reads that is let in and served from the cache.
    pub served: f64,
    /// Questions to the database a second.
    pub asked_per_s: f64,
    /// The share of valid entries.
    pub valid: f64,
}

/// How a course went.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Seconds from the beginning until 99 % of the reads are served, for good; `None` if not within the run.
    pub well_after_s: Option<f64>,
    /// Reads that were not served from the cache: kept out, or sent on to the database.
    pub unserved: f64,
    /// The last state.
    pub last: Moment,
    /// Ticks that were worked through.
    pub ticks: u64,
}

impl Course {
    /// Its whole length, seconds.
    #[must_use]
    pub fn length_s(&self) -> f64 {
        let exit_s = match self.exit {
            Exit::Cut { cut_s, ramp_s } => cut_s + ramp_s,
            _ => 0.0,
        };
        self.trigger_s + self.act_after_s + exit_s + self.watched_s
    }

    /// The share of the traffic that is let in at `at_s`.
    fn let_in(&self, at_s: f64) -> f64 {
        let since_s = at_s - self.trigger_s - self.act_after_s;
        match self.exit {
            Exit::Cut { cut_s, ramp_s } if since_s >= 0.0 => {
                if since_s < cut_s {
                    0.0
                } else if since_s < cut_s + ramp_s {
                    (since_s - cut_s) / ramp_s
                } else {
                    1.0
                }
            }
            _ => 1.0,
        }
    }

    /// The moments at which something changes.
    fn changes_s(&self) -> [f64; 5] {
        let act_s = self.trigger_s + self.act_after_s;
        let (cut_s, ramp_s) = match self.exit {
            Exit::Cut { cut_s, ramp_s } => (cut_s, ramp_s),
            _ => (0.0, 0.0),
        };
        [
            self.trigger_s,
            act_s,
            act_s + cut_s,
            act_s + cut_s + ramp_s,
            self.length_s(),
        ]
    }
}

/// Runs a course and shows every tick to `see`.
///
/// Method: ticks of [`Stampede::tick_s`]; waits and the filling of the cache are exact within a tick at the questions
/// of that tick, so that the error is of first order in the tick. A stretch at rest is one step.
pub fn run(stampede: Stampede, course: &Course, mut see: impl FnMut(&Moment)) -> Outcome {
    let mut now = stampede;
    let tick_s = now.tick_s();
    let mut ladder = ladder_of(&now, tick_s);
    let mut valid = 1.0 - course.invalid;
    let (mut at_s, mut well_after_s, mut unserved, mut ticks) = (0.0, Some(0.0), 0.0, 0);
    let mut last = Moment {
        at_s,
        served: valid,
        asked_per_s: 0.0,
        valid,
    };
    let mut has_acted = false;
    for end_s in course.changes_s() {
        if !has_acted && at_s >= course.trigger_s + course.act_after_s {
            has_acted = true;
            match course.exit {
                Exit::BackOff(factor) => now.backoff_factor = factor,
                Exit::KeepEntries => now.errors_delete = false,
                Exit::Capacity(factor) => now.capacity_per_s *= factor,
                Exit::Nothing | Exit::Cut { .. } => {}
            }
            ladder.set_waits(
                now.retry_wait_s,
                now.backoff_factor,
                now.longest_wait_s,
                tick_s,
            );
        }
        let is_wrong = end_s <= course.trigger_s;
        while end_s - at_s > 1e-9 * tick_s {
            let mut step_s = tick_s.min(end_s - at_s);
            let let_in = course.let_in(at_s);
            let (was_valid, was_waiting) = (valid, ladder.total());
            let asked = tick(&now, &mut ladder, &mut valid, let_in, is_wrong, step_s);
            ticks += 1;
            let still = |change: f64, whole: f64| change.abs() <= REST * whole;
            let is_still = still(valid - was_valid, valid.max(1e-12))
                && still(ladder.total() - was_waiting, now.clients);
            let is_level = let_in == course.let_in(f64::midpoint(at_s, end_s));
            let is_well = 1.0 - valid < 1e-9 && ladder.total() < 1e-9 * now.clients;
            let is_skipped = is_still && (is_level || is_well);
            let asked_per_s = asked / step_s;
            if is_skipped {
                step_s = end_s - at_s;
            }
            // Over a stretch that is let in evenly, the mean of its ends.
            let mean_let_in = if is_skipped && !is_level {
                f64::midpoint(let_in, course.let_in(end_s))
            } else {
                let_in
            };
            unserved += now.reads_per_s * step_s * (1.0 - mean_let_in * valid);
            at_s += step_s;
            last = Moment {
                at_s,
                served: course.let_in(at_s) * valid,
                asked_per_s,
                valid,
            };
            if let_in * valid < 0.99 {
                well_after_s = (last.served >= 0.99).then_some(at_s);
            } else if well_after_s.is_none() {
                well_after_s = Some(at_s);
            }
            see(&last);
        }
        // Sums of ticks end beside it; whatever happens now has to see that it is time.
        at_s = end_s;
    }
    if last.served < 0.99 {
        well_after_s = None;
    }
    Outcome {
        well_after_s,
        unserved,
        last,
        ticks,
    }
}

fn ladder_of(stampede: &Stampede, tick_s: f64) -> Ladder {
    Ladder::new(
        stampede.retry_wait_s,
        stampede.backoff_factor,
        stampede.longest_wait_s,
        tick_s,
    )
}

/// One tick; the questions asked in it.
fn tick(
    now: &Stampede,
    ladder: &mut Ladder,
    valid: &mut f64,
    let_in: f64,
    is_wrong: bool,
    step_s: f64,
) -> f64 {
    let idle = (now.clients - ladder.total()).max(0.0);
    let leaving = ladder.leave();
    let missing = let_in * (1.0 - *valid);
    let fresh = now.reads_per_s / now.clients * idle * step_s * missing;
    let asked = fresh + leaving.iter().sum::<f64>() * missing;
    if asked <= 0.0 {
        return 0.0;
    }
    // While the stored value is wrong, an answer is worth no more than an error.
    let right = if is_wrong {
        0.0
    } else {
        asked.min(now.capacity_per_s * step_s)
    };
    let errors = (asked - right) / asked;
    ladder.enter(0, fresh * errors);
    for (rung, left) in leaving.iter().enumerate() {
        ladder.enter(rung + 1, left * missing * errors);
    }
    let (entries, invalid) = (now.entries, 1.0 - *valid);
    *valid = if is_wrong || (errors > 0.0 && now.errors_delete) {
        let aim = right / asked;
        aim + (*valid - aim) * math::exp(-asked / entries)
    } else if errors > 0.0 {
        1.0 - invalid * math::exp(-right / entries)
    } else {
        1.0 - invalid * math::exp(-right / (entries * invalid))
    };
    asked
}
