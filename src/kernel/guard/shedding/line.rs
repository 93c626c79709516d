//! Those who wait, by class, with ageing.

use std::collections::VecDeque;

use super::CLASSES;
use crate::sim::{Delay, Time};

/// A queue for each class. The next is the first of the most important class; with ageing a request counts as one class more
/// important for each ageing time that it has waited, so that nobody starves.
///
/// ```
/// use outage_lab_kernel::guard::shedding::Line;
/// use outage_lab_kernel::sim::{Delay, Time};
///
/// let ms = |ms: u64| Time::from_ns(ms * 1_000_000);
/// let mut line = Line::new(Some(Delay::from_s(0.1)?), false);
/// line.push(2, ms(0), 1);
/// line.push(0, ms(150), 2);
/// // After 150 ms the low one counts as middle; after 200 ms as high, and it came first.
/// assert_eq!(line.clone().pop(ms(150)), Some(2));
/// assert_eq!(line.pop(ms(200)), Some(1));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    /// When it came, its class, and which it is.
    queues: [VecDeque<(Time, usize, u32)>; CLASSES],
    /// How many of each class wait.
    counts: [usize; CLASSES],
    ageing: Option<Delay>,
    /// Whether there is one queue for all.
    one: bool,
}

impl Line {
    /// Nobody waits. With `one` there are no classes: who came first goes first.
    #[must_use]
    pub fn new(ageing: Option<Delay>, one: bool) -> Line {
        Line {
            queues: Default::default(),
            counts: [0; CLASSES],
            ageing: ageing.filter(|time| *time > Delay::ZERO),
            one,
        }
    }

    /// How many wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Whether nobody waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of a class wait.
    #[must_use]
    pub fn of(&self, class: usize) -> usize {
        self.counts[class]
    }

    /// Lets `request` of `class` wait. Those of one class must come in the order of their arrival.
    pub fn push(&mut self, class: usize, arrived: Time, request: u32) {
        let queue = if self.one { 0 } else { class };
        self.queues[queue].push_back((arrived, class, request));
        self.counts[class] += 1;
    }

    /// The next; of equals the one that came first.
    pub fn pop(&mut self, now: Time) -> Option<u32> {
        let rank = |class: usize, arrived: Time| match self.ageing {
            Some(time) => (class as u64).saturating_sub(now.since(arrived).ns() / time.ns()),
            None => class as u64,
        };
        let first = self.queues.iter().enumerate().filter_map(|(class, queue)| {
            let (arrived, ..) = queue.front()?;
            Some((rank(class, *arrived), *arrived, class))
        });
        let (_, _, queue) = first.min()?;
        let (_, class, request) = self.queues[queue].pop_front()?;
        self.counts[class] -= 1;
        Some(request)
    }
}
