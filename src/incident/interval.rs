//! Closed intervals of seconds: uncertain instants, uncertain durations, and ranges of impact.

/// From `lo` to `hi` seconds, both included; `lo` is never above `hi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    lo: i64,
    hi: i64,
}

impl Interval {
    /// The interval, or `None` where `lo` is above `hi`.
    pub fn new(lo: i64, hi: i64) -> Option<Interval> {
        (lo <= hi).then_some(Interval { lo, hi })
    }

    /// One instant, known to the second.
    pub fn point(at: i64) -> Interval {
        Interval { lo: at, hi: at }
    }

    /// The lower end.
    pub fn lo(self) -> i64 {
        self.lo
    }

    /// The upper end.
    pub fn hi(self) -> i64 {
        self.hi
    }

    /// `hi - lo`, in seconds.
    pub fn length_s(self) -> i64 {
        self.hi - self.lo
    }

    /// How long it is from an uncertain instant to a later one, in seconds.
    ///
    /// The shortest runs from the latest start to the earliest end and is never below zero; the
    /// longest from the earliest start to the latest end. `None` where the end is certainly
    /// before the start.
    ///
    /// ```
    /// use outage_lab::incident::Interval;
    /// let from = Interval::new(0, 60).unwrap();
    /// let to = Interval::new(600, 900).unwrap();
    /// assert_eq!(from.duration_to(to), Interval::new(540, 900));
    /// assert_eq!(to.duration_to(from), None);
    /// ```
    pub fn duration_to(self, end: Interval) -> Option<Interval> {
        Interval::new((end.lo - self.hi).max(0), end.hi - self.lo)
    }

    /// The part that lies within a window, or `None` where there is none.
    pub fn clip(self, window: Interval) -> Option<Interval> {
        Interval::new(self.lo.max(window.lo), self.hi.min(window.hi))
    }
}

/// How many seconds are covered by at least one of the ranges; overlaps count once.
///
/// Clip the ranges to a window first where the question is about one.
///
/// ```
/// use outage_lab::incident::{Interval, union_s};
/// let ranges = [Interval::new(0, 100).unwrap(), Interval::new(50, 120).unwrap()];
/// assert_eq!(union_s(&ranges), 120);
/// ```
pub fn union_s(ranges: &[Interval]) -> i64 {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let mut covered_s = 0;
    let mut covered_to = i64::MIN;
    for range in sorted {
        let from = range.lo.max(covered_to);
        if range.hi > from {
            covered_s += range.hi - from;
            covered_to = range.hi;
        }
    }
    covered_s
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3600;

    fn hours(lo: i64, hi: i64) -> Interval {
        Interval::new(lo * HOUR, hi * HOUR).unwrap()
    }

    /// C11 (a): 29 Nov 00:00 to 1 Dec 00:00 and 30 Nov 12:00 to 16:00.
    #[test]
    fn overlapping_outages_count_once() {
        let outages = [hours(0, 48), hours(36, 40)];
        assert_eq!(union_s(&outages), 48 * HOUR);
        let day_two = hours(24, 48);
        let clipped: Vec<_> = outages.iter().filter_map(|o| o.clip(day_two)).collect();
        assert_eq!(union_s(&clipped), 24 * HOUR);
    }

    /// C11 (b): 00:00 to 15:00 and 00:10 to 14:00 in a shift of 16 h 18 min.
    #[test]
    fn downtime_is_never_longer_than_the_window() {
        let inner = Interval::new(600, 14 * HOUR).unwrap();
        assert_eq!(union_s(&[hours(0, 15), inner]), 15 * HOUR);
        assert_eq!(union_s(&[inner, hours(0, 15)]), 15 * HOUR);
    }

    #[test]
    fn union_of_gaps_and_touching_ranges() {
        assert_eq!(union_s(&[]), 0);
        assert_eq!(union_s(&[hours(0, 1), hours(1, 2), hours(5, 6)]), 3 * HOUR);
        assert_eq!(union_s(&[Interval::point(7)]), 0);
    }

    #[test]
    fn clipping_outside_the_window_leaves_nothing() {
        assert_eq!(hours(0, 1).clip(hours(2, 3)), None);
        assert_eq!(hours(0, 5).clip(hours(2, 3)), Some(hours(2, 3)));
    }

    #[test]
    fn durations_between_overlapping_uncertain_times_start_at_zero() {
        assert_eq!(hours(0, 4).duration_to(hours(2, 6)), Some(hours(0, 6)));
        assert_eq!(
            Interval::point(5).duration_to(Interval::point(9)),
            Some(Interval::point(4))
        );
    }
}
