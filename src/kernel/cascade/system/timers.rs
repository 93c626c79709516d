//! Limits of one length each: what begins first runs out first, so that a line of them needs one event at a time.

use super::slab::Key;
use crate::sim::{Delay, Time};
use std::collections::VecDeque;

/// The running limits of one kind.
#[derive(Clone, Debug)]
pub(super) struct Timers {
    length: Delay,
    line: VecDeque<(Time, Key)>,
    /// Whether an event is scheduled for the first of the line.
    armed: bool,
}

impl Timers {
    pub(super) fn new(length_s: f64) -> Timers {
        Timers {
            length: Delay::drawn(length_s),
            line: VecDeque::new(),
            armed: false,
        }
    }

    /// Starts a limit; when an event has to be scheduled for it.
    #[inline]
    pub(super) fn start(&mut self, now: Time, of: Key) -> Option<Time> {
        let due = now.after(self.length);
        self.line.push_back((due, of));
        let armed = std::mem::replace(&mut self.armed, true);
        (!armed).then_some(due)
    }

    /// Takes out the next limit that is due, among those for which `matters` holds; the others are dropped.
    pub(super) fn next_due(&mut self, now: Time, matters: impl Fn(Key) -> bool) -> Option<Key> {
        while let Some((due, of)) = self.line.front().copied() {
            if !matters(of) {
                self.line.pop_front();
            } else if due <= now {
                self.line.pop_front();
                return Some(of);
            } else {
                break;
            }
        }
        None
    }

    /// After all that was due has been taken out: when the next event has to be scheduled.
    pub(super) fn rearm(&mut self) -> Option<Time> {
        let next = self.line.front().map(|(due, _)| *due);
        self.armed = next.is_some();
        next
    }
}
