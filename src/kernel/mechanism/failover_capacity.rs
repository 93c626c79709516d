//! A site without power: what the others can take, and in what order its floors come back.

use crate::error::{Bound, DomainError, non_negative};

/// Floors at most.
pub const FLOORS: usize = 3;

/// Every order of three floors.
pub const ORDERS: [[usize; FLOORS]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// A part of the site that comes back as one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Floor {
    /// Servers on it.
    pub servers: f64,
    /// Work of the one crew until it has power, seconds.
    pub work_s: f64,
    /// Servers on it that generators carry.
    pub carried: f64,
}

/// How many servers more a resource can take that is used by `used` with `servers` running: n (1 − u) / u.
///
/// # Errors
/// `used` is not above 0 and at most 1; the servers are negative, or the result is too large for an `f64`.
///
/// ```
/// use outage_lab_kernel::mechanism::failover_capacity::room;
///
/// // 0.8 is not exact in binary.
/// assert!((room(8_000.0, 0.8)? - 2_000.0).abs() < 1e-9);
/// assert_eq!(room(8_000.0, 1.0)?, 0.0);
/// assert!(room(8_000.0, 0.0).is_err());
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
pub fn room(servers: f64, used: f64) -> Result<f64, DomainError> {
    if !(used > 0.0 && used <= 1.0) {
        return Err(DomainError {
            quantity: "used",
            value: used,
            allowed: if used > 0.0 {
                Bound::AtMost(1.0)
            } else {
                Bound::Above(0.0)
            },
        });
    }
    non_negative("room", servers * (1.0 - used) / used)
}

/// An outage of a site.
///
/// One crew works on one floor after the other, from the moment that it is let in. Meanwhile servers are carried to
/// other sites one by one, those first that would wait longest, until there is no more room. Generators, where they may
/// run, carry theirs from `generator_s` on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outage {
    /// Seconds until anybody may enter.
    pub access_s: f64,
    /// The floors.
    pub floors: [Floor; FLOORS],
    /// Seconds until generators carry what they carry.
    pub generator_s: f64,
    /// Servers that the other sites can take.
    pub room: f64,
    /// Seconds until the first server is on its way.
    pub move_after_s: f64,
    /// Seconds for each server moved.
    pub move_each_s: f64,
}

/// What an order comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Return {
    /// When each floor has power, seconds from the beginning; in the order of the floors.
    pub back_s: [f64; FLOORS],
    /// Servers moved to other sites from each floor.
    pub moved: [f64; FLOORS],
    /// Time without service, over all servers, seconds.
    pub server_s: f64,
}

impl Outage {
    /// Servers of the site.
    #[must_use]
    pub fn servers(&self) -> f64 {
        self.floors.iter().map(|floor| floor.servers).sum()
    }

    /// What the order comes to.
    ///
    /// A floor is back when all work up to its own is done: Tᵢ = access + Σ work. A server costs Tᵢ, one that
    /// generators carry at most their start, and one that is moved the moment of its move, where that is sooner: moving
    /// m of them one every a s from t on saves m (T − t) − a m² / 2.
    #[must_use]
    pub fn back_in(&self, order: [usize; FLOORS]) -> Return {
        let mut back_s = [0.0; FLOORS];
        let mut now_s = self.access_s;
        for floor in order {
            now_s += self.floors[floor].work_s;
            back_s[floor] = now_s;
        }
        let mut server_s = 0.0;
        for (floor, back_s) in self.floors.iter().zip(back_s) {
            let carried = floor.carried.min(floor.servers);
            server_s += (floor.servers - carried) * back_s + carried * back_s.min(self.generator_s);
        }
        let (mut room, mut move_s) = (self.room, self.move_after_s);
        let mut moved = [0.0; FLOORS];
        for floor in order.into_iter().rev() {
            let left = (self.floors[floor].servers - self.floors[floor].carried).max(0.0);
            let time_s = (back_s[floor] - move_s).max(0.0);
            let number = (time_s / self.move_each_s).min(left).min(room);
            moved[floor] = number;
            server_s -= number * time_s - self.move_each_s * number * number / 2.0;
            room -= number;
            move_s += number * self.move_each_s;
        }
        Return {
            back_s,
            moved,
            server_s,
        }
    }

    /// The orders that cost the fewest and the most server-seconds, by trying all six; of equals the first.
    ///
    /// Without moves and generators the best is known by a rule (W. E. Smith, *Various optimizers for single-stage
    /// production*, Naval Research Logistics Quarterly 3, 1956): the floors by servers for each second of work, most
    /// first.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::failover_capacity::{Floor, Outage};
    ///
    /// let floor = |servers, work_s| Floor { servers, work_s, carried: 0.0 };
    /// let outage = Outage {
    ///     access_s: 0.0, floors: [floor(3.0, 10.0), floor(6.0, 5.0), Floor::default()],
    ///     generator_s: 0.0, room: 0.0, move_after_s: 0.0, move_each_s: 1.0,
    /// };
    /// let (best, worst) = outage.best_and_worst();
    /// // 6 · 5 + 3 · 15 against 3 · 10 + 6 · 15.
    /// assert_eq!((outage.back_in(best).server_s, outage.back_in(worst).server_s), (75.0, 120.0));
    /// ```
    #[must_use]
    pub fn best_and_worst(&self) -> ([usize; FLOORS], [usize; FLOORS]) {
        let (mut best, mut worst) = (ORDERS[0], ORDERS[0]);
        for order in ORDERS {
            let cost = self.back_in(order).server_s;
            if cost < self.back_in(best).server_s {
                best = order;
            }
            if cost > self.back_in(worst).server_s {
                worst = order;
            }
        }
        (best, worst)
    }
}
