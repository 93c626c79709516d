//! The loop: take the next event, move the clock, let the system act.

use super::{Delay, EventQueue, Time, TraceDigest};

/// What is simulated: a state that events change.
pub trait System {
    /// What may happen. A small value; what is large stays in the system and is named by its number.
    type Event: Copy;

    /// Lets `event` happen at `agenda.now()`.
    fn handle(&mut self, event: Self::Event, agenda: &mut Agenda<Self::Event>);
}

/// The clock, and what is to come.
#[derive(Clone, Debug)]
pub struct Agenda<E> {
    now: Time,
    queue: EventQueue<E>,
    stopped: bool,
}

impl<E: Copy> Agenda<E> {
    fn new() -> Self {
        Self {
            now: Time::ZERO,
            queue: EventQueue::new(),
            stopped: false,
        }
    }

    /// The time of the event that is happening.
    #[must_use]
    #[inline]
    pub fn now(&self) -> Time {
        self.now
    }

    /// How many events are to come.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Lets `event` happen a delay from now. Events of the same time happen in the order in which they were scheduled,
    /// so that a delay of none comes after all that was due now before.
    #[inline]
    pub fn after(&mut self, delay: Delay, event: E) {
        self.queue.push(self.now.after(delay), event);
    }

    /// Lets `event` happen at `time`, or now if that has passed: the clock never runs back.
    pub fn at(&mut self, time: Time, event: E) {
        self.queue.push(time.max(self.now), event);
    }

    /// Ends the run after the event that is happening.
    pub fn stop(&mut self) {
        self.stopped = true;
    }
}

/// Why a slice of a run came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The steps were used up; there is more to do.
    Budget,
    /// The next event, if there is one, lies after the horizon.
    Horizon,
    /// The system stopped the run.
    Stopped,
}

/// A run of a system.
///
/// ```
/// use outage_lab_kernel::sim::{Agenda, Delay, Engine, Pause, System, Time};
///
/// struct Lamp(Vec<u64>);
/// impl System for Lamp {
///     type Event = ();
///     fn handle(&mut self, (): (), agenda: &mut Agenda<()>) {
///         self.0.push(agenda.now().ns());
///         agenda.after(Delay::from_ns(40), ());
///     }
/// }
///
/// let mut run = Engine::new(Lamp(Vec::new()), Time::from_ns(100));
/// run.agenda().after(Delay::from_ns(10), ());
/// assert_eq!(run.advance(2), Pause::Budget);
/// assert_eq!(run.advance(u64::MAX), Pause::Horizon);
/// assert_eq!(run.system().0, [10, 50, 90]);
/// ```
#[derive(Clone, Debug)]
pub struct Engine<S: System> {
    system: S,
    agenda: Agenda<S::Event>,
    horizon: Time,
    steps: u64,
    trace: TraceDigest,
}

impl<S: System> Engine<S> {
    /// A run of `system` up to and including `horizon`. Schedule its first events by [`agenda`](Self::agenda).
    #[must_use]
    pub fn new(system: S, horizon: Time) -> Self {
        Self {
            system,
            agenda: Agenda::new(),
            horizon,
            steps: 0,
            trace: TraceDigest::new(),
        }
    }

    /// The clock, and what is to come.
    pub fn agenda(&mut self) -> &mut Agenda<S::Event> {
        &mut self.agenda
    }

    /// The system.
    #[must_use]
    pub fn system(&self) -> &S {
        &self.system
    }

    /// Ends the run and hands over the system.
    #[must_use]
    pub fn into_system(self) -> S {
        self.system
    }

    /// How many events have happened.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The time of the last event.
    #[must_use]
    pub fn now(&self) -> Time {
        self.agenda.now
    }

    /// Stands for the times of all events that have happened, in order.
    #[must_use]
    pub fn trace(&self) -> u64 {
        self.trace.value()
    }

    /// Lets at most `steps` events happen. How a run is cut into slices changes nothing in it.
    pub fn advance(&mut self, steps: u64) -> Pause {
        for _ in 0..steps {
            if self.agenda.stopped {
                return Pause::Stopped;
            }
            let Some((time, event)) = self.agenda.queue.pop_until(self.horizon) else {
                return Pause::Horizon;
            };
            self.agenda.now = time;
            self.steps += 1;
            self.trace.add(time.ns());
            self.system.handle(event, &mut self.agenda);
        }
        Pause::Budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    /// Events that beget events at random times, many of them together.
    struct Family {
        random: Stream,
        seen: Vec<(u64, u32)>,
        born: u32,
    }

    impl System for Family {
        type Event = u32;

        fn handle(&mut self, event: u32, agenda: &mut Agenda<u32>) {
            self.seen.push((agenda.now().ns(), event));
            for _ in 0..self.random.below(4) {
                self.born += 1;
                agenda.after(Delay::from_ns(self.random.below(4)), self.born);
            }
            if self.seen.len() == 20_000 {
                agenda.stop();
            }
        }
    }

    fn family(seed: u64) -> Engine<Family> {
        let system = Family {
            random: Stream::new(seed, "family"),
            seen: Vec::new(),
            born: 10,
        };
        let mut run = Engine::new(system, Time::END);
        for founder in 0..10 {
            run.agenda().at(Time::from_ns(1), founder);
        }
        run
    }

    #[test]
    fn the_clock_never_runs_back_and_ties_keep_their_order() {
        let mut run = family(2);
        run.advance(u64::MAX);
        let seen = &run.system().seen;
        assert!(seen.len() > 1_000, "{}", seen.len());
        for pair in seen.windows(2) {
            assert!(pair[0].0 <= pair[1].0);
        }
        // All that is born at one time for a later one is scheduled in the order of its number.
        assert!(seen[..10].iter().map(|event| event.1).eq(0..10));
    }

    #[test]
    fn slices_of_any_size_change_nothing() {
        let mut whole = family(2);
        whole.advance(u64::MAX);
        for slice in [1, 2, 3, 7, 97, 1_000] {
            let mut sliced = family(2);
            while sliced.advance(slice) == Pause::Budget {}
            assert_eq!(sliced.system().seen, whole.system().seen, "{slice}");
            assert_eq!(sliced.trace(), whole.trace());
            assert_eq!(sliced.steps(), whole.steps());
        }
    }

    #[test]
    fn another_seed_has_another_trace() {
        let trace = |seed| {
            let mut run = family(seed);
            run.advance(u64::MAX);
            run.trace()
        };
        assert_eq!(trace(2), trace(2));
        assert_ne!(trace(2), trace(3));
    }

    #[test]
    fn an_event_for_the_past_happens_now() {
        struct Late(Vec<u64>);
        impl System for Late {
            type Event = bool;
            fn handle(&mut self, first: bool, agenda: &mut Agenda<bool>) {
                self.0.push(agenda.now().ns());
                if first {
                    agenda.at(Time::from_ns(3), false);
                }
            }
        }
        let mut run = Engine::new(Late(Vec::new()), Time::END);
        run.agenda().at(Time::from_ns(9), true);
        assert_eq!(run.advance(10), Pause::Horizon);
        assert_eq!(run.into_system().0, [9, 9]);
    }

    #[test]
    fn a_stopped_run_stays_stopped() {
        let mut run = family(2);
        let mut pause = run.advance(50_000);
        if pause == Pause::Stopped {
            pause = run.advance(1);
            assert_eq!((pause, run.system().seen.len()), (Pause::Stopped, 20_000));
        }
        assert_ne!(pause, Pause::Budget);
    }
}
