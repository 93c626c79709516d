//! Who is let in.

use crate::error::{Bound, DomainError, positive};

/// The admission never shrinks below this share.
pub const ADMISSION_LEAST: f64 = 0.05;
/// Finished requests of which the 99th percentile is taken.
const RECENT: usize = 100;

/// When a request of the highest class is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighRule {
    /// Whenever all slots are busy, as the course text's algorithm is printed. That is against its own proof: when low
    /// requests hold all slots, the high ones are refused for their sake.
    SlotsBusy,
    /// Only at the hard limit.
    HardLimit,
}

/// The limits of a gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Requests worked on at once.
    pub slots: u32,
    /// Waiting requests from which on there is overload.
    pub soft: u32,
    /// Requests, waiting or worked on, from which on everybody is refused.
    pub hard: u32,
    /// Time after which an answer has no worth. There is overload too while the 99th percentile of the last 100 answers
    /// is above it.
    pub deadline_s: f64,
    /// By what the admission of the middle class is multiplied at each request that comes in overload.
    pub shrink: f64,
    /// What is added to it at each other request.
    pub recover: f64,
    /// What holds for the highest class.
    pub high: HighRule,
}

/// Why a request is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The hard limit.
    Hard,
    /// Shed in overload, or a high one because all slots are busy.
    Shed,
}

/// The gate of the course text's algorithm 26.3.3: overload is told by the length of the queue and by the measured 99th
/// percentile; the low class is then shed, the middle class by a share that shrinks by a factor and recovers by steps
/// (AIMD).
///
/// The percentile is by nearest rank over the last 100 answers, or as many as there are: of 100 the 99th, so that one slow
/// answer alone is no overload then.
///
/// ```
/// use outage_lab_kernel::guard::shedding::{Gate, HighRule, Limits, Refusal};
///
/// let mut gate = Gate::new(Limits {
///     slots: 120, soft: 100, hard: 10_000, deadline_s: 1.0, shrink: 0.9, recover: 0.05, high: HighRule::HardLimit,
/// })?;
/// assert_eq!(gate.offer(2, 120, 99, 0.5), None);
/// assert_eq!(gate.offer(2, 120, 100, 0.5), Some(Refusal::Shed));
/// assert_eq!(gate.offer(0, 120, 100, 0.5), None);
/// assert!((gate.admission() - 0.81).abs() < 1e-15);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gate {
    limits: Limits,
    admission: f64,
    /// Whether each of the last answers took longer than the deadline, the oldest overwritten first.
    late: [bool; RECENT],
    answers: usize,
    late_count: usize,
}

impl Gate {
    /// An open gate.
    ///
    /// # Errors
    /// No slot; a factor or a step outside 0 to 1; a deadline that is not above zero and finite.
    pub fn new(limits: Limits) -> Result<Gate, DomainError> {
        positive("slots", f64::from(limits.slots))?;
        positive("deadline_s", limits.deadline_s)?;
        for (quantity, value) in [("shrink", limits.shrink), ("recover", limits.recover)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(DomainError {
                    quantity,
                    value,
                    allowed: Bound::Within(0.0, 1.0),
                });
            }
        }
        Ok(Gate {
            limits,
            admission: 1.0,
            late: [false; RECENT],
            answers: 0,
            late_count: 0,
        })
    }

    /// The share of the middle class that is let in.
    #[must_use]
    pub fn admission(&self) -> f64 {
        self.admission
    }

    /// Whether there is overload with so many waiting.
    #[must_use]
    pub fn overloaded(&self, waiting: usize) -> bool {
        let seen = self.answers.min(RECENT);
        // Of 100 answers the 99th smallest is above the deadline when two are; of fewer the largest counts.
        let needed = if seen < RECENT { 1 } else { 2 };
        waiting >= self.limits.soft as usize || self.late_count >= needed
    }

    /// Notes how long an answer took from the arrival of its request on.
    pub fn answered(&mut self, took_s: f64) {
        let place = self.answers % RECENT;
        let is_late = took_s > self.limits.deadline_s;
        self.late_count -= usize::from(self.late[place]);
        self.late_count += usize::from(is_late);
        self.late[place] = is_late;
        self.answers += 1;
    }

    /// Decides on a request of `class`, 0 the highest, with `busy` slots and `waiting` requests; `draw` is uniform in
    /// \[0, 1). `None` lets it in.
    pub fn offer(&mut self, class: usize, busy: u32, waiting: usize, draw: f64) -> Option<Refusal> {
        let limits = &self.limits;
        if busy as usize + waiting >= limits.hard as usize {
            return Some(Refusal::Hard);
        }
        let overloaded = self.overloaded(waiting);
        self.admission = if overloaded {
            (self.admission * limits.shrink).max(ADMISSION_LEAST)
        } else {
            (self.admission + limits.recover).min(1.0)
        };
        let shed = match class {
            0 => limits.high == HighRule::SlotsBusy && busy >= limits.slots,
            1 => overloaded && draw > self.admission,
            _ => overloaded,
        };
        shed.then_some(Refusal::Shed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(high: HighRule) -> Gate {
        Gate::new(Limits {
            slots: 120,
            soft: 100,
            hard: 10_000,
            deadline_s: 1.0,
            shrink: 0.9,
            recover: 0.05,
            high,
        })
        .unwrap()
    }

    /// The course text's proof says that a high request is not harmed by low ones; its algorithm refuses it all the same.
    #[test]
    fn as_printed_even_the_high_class_is_shed_when_all_slots_are_busy() {
        let printed = gate(HighRule::SlotsBusy).offer(0, 120, 0, 0.0);
        assert_eq!(printed, Some(Refusal::Shed));
        assert_eq!(gate(HighRule::SlotsBusy).offer(0, 119, 0, 0.0), None);
        assert_eq!(gate(HighRule::SlotsBusy).offer(2, 120, 0, 0.0), None);
        assert_eq!(gate(HighRule::HardLimit).offer(0, 120, 0, 0.0), None);
    }

    /// 1, 0.9, 0.81, …; never below 0.05; 0.05 more at each request without overload, so back in twenty.
    #[test]
    fn the_admission_shrinks_by_a_factor_and_recovers_by_steps() {
        let mut gate = gate(HighRule::HardLimit);
        for _ in 0..10 {
            gate.offer(2, 120, 100, 0.0);
        }
        assert!((gate.admission() - 0.348_678_440_1).abs() < 1e-12);
        for _ in 0..100 {
            gate.offer(2, 120, 100, 0.0);
        }
        assert_eq!(gate.admission(), ADMISSION_LEAST);
        for _ in 0..19 {
            gate.offer(2, 0, 0, 0.0);
        }
        assert!((gate.admission() - 1.0).abs() < 1e-12);
        gate.offer(2, 0, 0, 0.0);
        assert_eq!(gate.admission(), 1.0);
    }

    #[test]
    fn two_late_answers_of_a_hundred_are_overload() {
        let mut gate = gate(HighRule::HardLimit);
        for _ in 0..100 {
            gate.answered(0.1);
        }
        gate.answered(1.5);
        assert!(!gate.overloaded(0));
        gate.answered(1.5);
        assert!(gate.overloaded(0));
        for _ in 0..99 {
            gate.answered(0.1);
        }
        assert!(!gate.overloaded(0));
        assert!(gate.overloaded(100));
    }

    #[test]
    fn at_the_hard_limit_everybody_is_refused() {
        for class in 0..3 {
            let refused = gate(HighRule::HardLimit).offer(class, 120, 9_880, 0.0);
            assert_eq!(refused, Some(Refusal::Hard));
        }
    }
}
