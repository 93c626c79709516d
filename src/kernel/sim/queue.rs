//! The events that are to come, the earliest first, those due together in the order in which they were scheduled.

use super::Time;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A queue of events by time; events of the same time leave in the order in which they came.
///
/// A heap on (time, order of arrival), of which no two are equal: the order of leaving does not depend on how the heap
/// is built. An event that has left keeps its place at the root until the next call, because most events schedule one
/// successor, which then takes that place: one descent instead of two. With that the heap of the standard library was
/// quicker, as this project is compiled, than heaps of our own with two, four and eight children, and up to twice as
/// quick as without (`benches/queueing.rs` has the present figures).
#[derive(Clone, Debug)]
pub struct EventQueue<E> {
    heap: BinaryHeap<Entry<E>>,
    /// Whether the event at the root has left already.
    vacant: bool,
    scheduled: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry<E> {
    time: Time,
    /// Counted from 1.
    order: u64,
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
        }
    }

    /// How many events are to come.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heap.len() - usize::from(self.vacant)
    }

    /// Whether nothing is to come.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an event.
    #[inline]
    pub fn push(&mut self, time: Time, event: E) {
        self.scheduled += 1;
        let entry = Entry {
            time,
            order: self.scheduled,
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

    /// The next event and its time, if it is due at `latest` or before; it is then gone from the queue.
    #[inline]
    pub fn pop_until(&mut self, latest: Time) -> Option<(Time, E)> {
        self.fill_root();
        let root = self.heap.peek().filter(|root| root.time <= latest)?;
        self.vacant = true;
        Some((root.time, root.event))
    }

    #[inline]
    fn fill_root(&mut self) {
        if self.vacant {
            self.vacant = false;
            self.heap.pop();
        }
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
        queue.push(Time::from_ns(7), 'b');
        assert_eq!(queue.pop_until(Time::from_ns(4)), None);
        assert_eq!(
            queue.pop_until(Time::from_ns(5)),
            Some((Time::from_ns(5), 'a'))
        );
        assert_eq!(queue.pop_until(Time::from_ns(6)), None);
        assert_eq!(queue.len(), 1);
        assert_eq!(all(&mut queue), [(7, 'b')]);
    }

    /// A hundred thousand random calls against a map in order, which is plainly right.
    #[test]
    fn it_agrees_with_a_sorted_map() {
        let mut random = Stream::new(425, "calls");
        let mut queue = EventQueue::new();
        let mut map = BTreeMap::new();
        let mut now = 0;
        for order in 0..100_000_u64 {
            let time = now + random.below(50);
            match random.below(10) {
                0..6 => {
                    queue.push(Time::from_ns(time), order);
                    map.insert((time, order), ());
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
}
