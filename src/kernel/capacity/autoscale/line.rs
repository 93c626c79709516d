//! A fluid that waits first come, first served.

use std::collections::VecDeque;

/// What came at an even rate between two times and still waits.
struct Arrivals {
    from_s: f64,
    to_s: f64,
    count: f64,
}

/// A line, and the longest wait of what has left it.
///
/// Between the ends of what came together and of what is served at one rate a wait changes in a straight line, so that
/// the longest is found at one of these ends.
#[derive(Default)]
pub(super) struct Line {
    waiting: VecDeque<Arrivals>,
    wait_longest_s: f64,
}

impl Line {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn wait_longest_s(&self) -> f64 {
        self.wait_longest_s
    }

    /// `count` requests come between two times.
    pub(super) fn join(&mut self, from_s: f64, to_s: f64, count: f64) {
        if count > 0.0 {
            self.waiting.push_back(Arrivals {
                from_s,
                to_s,
                count,
            });
        }
    }

    /// Nobody waits any more.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Serves `per_s`, above 0, between two times or until nobody is left.
    pub(super) fn serve(&mut self, from_s: f64, to_s: f64, per_s: f64) {
        let mut now_s = from_s;
        while let Some(first) = self.waiting.front_mut() {
            self.wait_longest_s = self.wait_longest_s.max(now_s - first.from_s);
            let needed_s = first.count / per_s;
            if now_s + needed_s > to_s {
                let share = (to_s - now_s) / needed_s;
                first.from_s += share * (first.to_s - first.from_s);
                first.count *= 1.0 - share;
                self.wait_longest_s = self.wait_longest_s.max(to_s - first.from_s);
                return;
            }
            now_s += needed_s;
            self.wait_longest_s = self.wait_longest_s.max(now_s - first.to_s);
            self.waiting.pop_front();
        }
    }
}
