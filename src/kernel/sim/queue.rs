//! The events that are to come, the earliest first, those due together in the order in which they were scheduled.

use super::Time;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The ticket of an event that cannot be cancelled.
const NO_TICKET: u32 = u32::MAX;
/// Below this many cancelled events a sweep is not worth its time.
const FEW: usize = 64;

/// A queue of events by time; events of the same time leave in the order in which they came.
///
/// A heap on (time, order of arrival), of which no two are equal: the order of leaving does not depend on how the heap
/// is built. An event that has left keeps its place at the root until the next call, because most events schedule one
/// successor, which then takes that place: one descent instead of two. With that the heap of the standard library was
/// quicker, as this project is compiled, than heaps of our own with two, four and eight children, and up to twice as
/// quick as without (`benches/queueing.rs` has the present figures).
///
/// Cancelled events stay where they are and are dropped on their way out; as soon as they are more than half of all,
/// they are swept out, so that the queue holds at most twice what is alive.
#[derive(Clone, Debug)]
pub struct EventQueue<E> {
    heap: BinaryHeap<Entry<E>>,
    /// Whether the event at the root has left already.
    vacant: bool,
    scheduled: u64,
    /// For each slot, the order of the living event that holds it, or 0.
    slots: Vec<u64>,
    free_slots: Vec<u32>,
    cancelled: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry<E> {
    time: Time,
    /// Counted from 1.
    order: u64,
    slot: u32,
    event: E,
}

/// The earlier is the greater, because the heap gives the greatest first.
impl<E> Ord for Entry<E> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.order).cmp(&(self.time, self.order))
    }
}

impl<E> PartialOrd for Entry<E> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Entry<E> {}

/// The right to cancel one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    slot: u32,
    order: u64,
}

impl<E: Copy> Default for EventQueue<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Copy> EventQueue<E> {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self {
            heap: BinaryHeap::new(),
            vacant: false,
            scheduled: 0,
            slots: Vec::new(),
            free_slots: Vec::new(),
            cancelled: 0,
        }
    }

    /// How many events are to come.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heap.len() - usize::from(self.vacant) - self.cancelled
    }

    /// Whether nothing is to come.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an event that cannot be cancelled.
    #[inline]
    pub fn push(&mut self, time: Time, event: E) {
        self.add(time, event, NO_TICKET);
    }

    /// Adds an event that can be cancelled with the ticket.
    ///
    /// # Panics
    /// With four thousand million such events at once.
    pub fn push_cancellable(&mut self, time: Time, event: E) -> Ticket {
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            let slot = u32::try_from(self.slots.len()).unwrap_or(NO_TICKET);
            assert!(slot != NO_TICKET, "too many cancellable events");
            self.slots.push(0);
            slot
        });
        self.add(time, event, slot);
        self.slots[slot as usize] = self.scheduled;
        Ticket {
            slot,
            order: self.scheduled,
        }
    }

    /// Takes an event back; `false` if it has happened or was cancelled before.
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        match self.slots.get_mut(ticket.slot as usize) {
            Some(holder) if *holder == ticket.order => *holder = 0,
            _ => return false,
        }
        self.cancelled += 1;
        if self.cancelled > FEW && self.cancelled * 2 > self.heap.len() {
            self.sweep();
        }
        true
    }

    /// The next event and its time, if it is due at `latest` or before; it is then gone from the queue.
    #[inline]
    pub fn pop_until(&mut self, latest: Time) -> Option<(Time, E)> {
        self.fill_root();
        loop {
            let root = *self.heap.peek()?;
            if root.slot == NO_TICKET {
                if root.time > latest {
                    return None;
                }
            } else if self.slots[root.slot as usize] != root.order {
                self.free_slots.push(root.slot);
                self.cancelled -= 1;
                self.heap.pop();
                continue;
            } else {
                if root.time > latest {
                    return None;
                }
                self.slots[root.slot as usize] = 0;
                self.free_slots.push(root.slot);
            }
            self.vacant = true;
            return Some((root.time, root.event));
        }
    }

    #[inline]
    fn add(&mut self, time: Time, event: E, slot: u32) {
        self.scheduled += 1;
        let entry = Entry {
            time,
            order: self.scheduled,
            slot,
            event,
        };
        if self.vacant
            && let Some(mut root) = self.heap.peek_mut()
        {
            *root = entry;
            self.vacant = false;
        } else {
            self.heap.push(entry);
        }
    }

    #[inline]
    fn fill_root(&mut self) {
        if self.vacant {
            self.vacant = false;
            self.heap.pop();
        }
    }

    fn sweep(&mut self) {
        self.fill_root();
        let (slots, free) = (&self.slots, &mut self.free_slots);
        self.heap.retain(|entry| {
            let alive = entry.slot == NO_TICKET || slots[entry.slot as usize] == entry.order;
            if !alive {
                free.push(entry.slot);
            }
            alive
        });
        self.cancelled = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;
    use std::collections::BTreeMap;

    fn all<E: Copy>(queue: &mut EventQueue<E>) -> Vec<(u64, E)> {
        std::iter::from_fn(|| queue.pop_until(Time::END))
            .map(|(time, event)| (time.ns(), event))
            .collect()
    }

    #[test]
    fn ties_leave_in_the_order_in_which_they_came() {
        let mut queue = EventQueue::new();
        for event in 0..100_u64 {
            queue.push(Time::from_ns(event % 3), event);
        }
        let mut expected: Vec<(u64, u64)> = (0..100).map(|event| (event % 3, event)).collect();
        expected.sort();
        assert_eq!(all(&mut queue), expected);
        assert!(queue.is_empty());
    }

    #[test]
    fn what_is_later_stays() {
        let mut queue = EventQueue::new();
        queue.push(Time::from_ns(5), 'a');
        let ticket = queue.push_cancellable(Time::from_ns(7), 'b');
        assert_eq!(queue.pop_until(Time::from_ns(4)), None);
        assert_eq!(
            queue.pop_until(Time::from_ns(5)),
            Some((Time::from_ns(5), 'a'))
        );
        assert_eq!(queue.pop_until(Time::from_ns(6)), None);
        assert_eq!(queue.len(), 1);
        assert!(queue.cancel(ticket));
        assert_eq!((queue.len(), queue.pop_until(Time::END)), (0, None));
    }

    #[test]
    fn a_ticket_is_good_once_and_for_its_own_event_only() {
        let mut queue = EventQueue::new();
        let first = queue.push_cancellable(Time::from_ns(1), 1);
        assert_eq!(queue.pop_until(Time::END), Some((Time::from_ns(1), 1)));
        assert!(!queue.cancel(first), "it has happened");
        // The slot is used again; the old ticket does not reach the new event.
        let second = queue.push_cancellable(Time::from_ns(2), 2);
        assert!(!queue.cancel(first));
        assert!(queue.cancel(second));
        assert!(!queue.cancel(second), "it was cancelled before");
        assert_eq!(all(&mut queue), []);
    }

    /// A hundred thousand random calls against a map in order, which is plainly right.
    #[test]
    fn it_agrees_with_a_sorted_map() {
        let mut random = Stream::new(425, "calls");
        let mut queue = EventQueue::new();
        let mut map = BTreeMap::new();
        let mut tickets = Vec::new();
        let mut now = 0;
        for order in 0..100_000_u64 {
            let time = now + random.below(50);
            match random.below(10) {
                0..3 => {
                    queue.push(Time::from_ns(time), order);
                    map.insert((time, order), ());
                }
                3..6 => {
                    let ticket = queue.push_cancellable(Time::from_ns(time), order);
                    map.insert((time, order), ());
                    tickets.push((ticket, (time, order)));
                }
                6..8 if !tickets.is_empty() => {
                    let at = random.below(tickets.len() as u64) as usize;
                    let (ticket, key) = tickets.swap_remove(at);
                    assert_eq!(queue.cancel(ticket), map.remove(&key).is_some());
                }
                _ => {
                    let latest = now + random.below(20);
                    let expected = map.first_key_value().map(|(key, ())| *key);
                    let expected = expected.filter(|key| key.0 <= latest);
                    let got = queue.pop_until(Time::from_ns(latest));
                    assert_eq!(got.map(|(time, event)| (time.ns(), event)), expected);
                    if let Some(key) = expected {
                        map.remove(&key);
                        now = key.0;
                    }
                }
            }
            assert_eq!(queue.len(), map.len());
        }
        let left: Vec<(u64, u64)> = map.into_keys().collect();
        assert_eq!(all(&mut queue), left);
    }

    /// A time-out for each request, cancelled when the answer comes: the queue stays as small as what is alive.
    #[test]
    fn cancelled_events_do_not_pile_up() {
        let mut queue = EventQueue::new();
        for request in 0..100_000_u64 {
            let ticket = queue.push_cancellable(Time::from_ns(1_000_000 + request), request);
            assert!(queue.cancel(ticket));
            assert!(queue.heap.len() <= 2 * FEW + 2, "{}", queue.heap.len());
        }
        assert!(queue.slots.len() <= 2 * FEW + 2);
        assert_eq!(all(&mut queue), []);
    }
}
