//! Faults and load over time, as data.

use super::setup::LayerId;
use crate::error::{Bound, DomainError};

/// What happens for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// Services of a layer that begin take so many times as long.
    Slow(LayerId, f64),
    /// As [`Slow`](Self::Slow), on the first replica of a dependency only: a gray failure.
    Gray(LayerId, f64),
    /// This share of the calls to a dependency is lost without an answer.
    Loss(LayerId, f64),
    /// Calls to a dependency are refused at once.
    Outage(LayerId),
    /// The cache answers nothing.
    CacheOut,
    /// So many times the ordinary load.
    Surge(f64),
    /// The load goes evenly from the first multiple of the ordinary one to the second.
    Ramp(f64, f64),
}

/// Something, from when, until when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// What.
    pub what: Happening,
    /// From this second on.
    pub from_s: f64,
    /// Until this second.
    pub to_s: f64,
}

impl Entry {
    /// Whether it is on the load and no fault.
    #[must_use]
    pub fn is_load(&self) -> bool {
        matches!(self.what, Happening::Surge(_) | Happening::Ramp(..))
    }

    fn holds(&self, at_s: f64) -> bool {
        (self.from_s..self.to_s).contains(&at_s)
    }
}

/// Faults and load.
///
/// ```
/// use outage_lab_kernel::cascade::system::{Entry, Happening, Timeline};
///
/// let surge = Entry { what: Happening::Surge(3.0), from_s: 10.0, to_s: 20.0 };
/// let load = Timeline::new(vec![surge])?;
/// // Ten seconds at 1 and five at 3 are 25 seconds' worth of ordinary load.
/// assert_eq!(load.instant_s(25.0), 15.0);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    entries: Vec<Entry>,
    /// Stretches of load in order: from, to, multiple at both ends.
    load: Vec<(f64, f64, f64, f64)>,
}

impl Timeline {
    /// From entries in any order.
    ///
    /// # Errors
    /// An entry that does not begin at 0 or later or does not end after it begins; a multiple that is not between 0 and
    /// 1,000; a lost share outside 0 to 1; a fault of a dependency on `api` or `svc`; two stretches of load that overlap.
    pub fn new(entries: Vec<Entry>) -> Result<Timeline, DomainError> {
        let error = |quantity, value, allowed| {
            Err(DomainError {
                quantity,
                value,
                allowed,
            })
        };
        let mut load = Vec::new();
        for entry in &entries {
            let Entry { what, from_s, to_s } = *entry;
            if !(from_s >= 0.0 && from_s < to_s && to_s.is_finite()) {
                return error(
                    "to_s",
                    to_s,
                    Bound::Rule("after the beginning, which is 0 or later"),
                );
            }
            let (first, last) = match what {
                Happening::Slow(_, times) | Happening::Gray(_, times) | Happening::Surge(times) => {
                    (times, times)
                }
                Happening::Ramp(first, last) => (first, last),
                Happening::Loss(_, share) => {
                    if !(0.0..=1.0).contains(&share) {
                        return error("loss", share, Bound::Within(0.0, 1.0));
                    }
                    (1.0, 1.0)
                }
                Happening::Outage(_) | Happening::CacheOut => (1.0, 1.0),
            };
            for times in [first, last] {
                if !(0.0..=1e3).contains(&times) {
                    return error("factor", times, Bound::Within(0.0, 1e3));
                }
            }
            if let Happening::Gray(layer, _) | Happening::Loss(layer, _) | Happening::Outage(layer) =
                what
                && !matches!(layer, LayerId::Db | LayerId::Aux)
            {
                return error("layer", layer as u8 as f64, Bound::Rule("a dependency"));
            }
            if entry.is_load() {
                load.push((from_s, to_s, first, last));
            }
        }
        load.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let Some(pair) = load.windows(2).find(|pair| pair[1].0 < pair[0].1) {
            return error(
                "from_s",
                pair[1].0,
                Bound::Rule("after the load before it has ended"),
            );
        }
        Ok(Timeline { entries, load })
    }

    /// The entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The first instant at which so many seconds' worth of ordinary load has come: the inverse of the integral of the
    /// multiple over time.
    #[must_use]
    pub fn instant_s(&self, worth_s: f64) -> f64 {
        let (mut at_s, mut left) = (0.0, worth_s);
        for &(from_s, to_s, first, last) in &self.load {
            if left <= from_s - at_s {
                return at_s + left;
            }
            left -= from_s - at_s;
            let length = to_s - from_s;
            let whole = length * f64::midpoint(first, last);
            if left < whole {
                return from_s + length * within(first, last, left / length);
            }
            left -= whole;
            at_s = to_s;
        }
        at_s + left
    }

    /// How many times as long services of a layer take.
    pub(super) fn slowness(&self, layer: LayerId, is_first_replica: bool, at_s: f64) -> f64 {
        let mut times = 1.0;
        for entry in self.entries.iter().filter(|entry| entry.holds(at_s)) {
            match entry.what {
                Happening::Slow(at, by) if at == layer => times *= by,
                Happening::Gray(at, by) if at == layer && is_first_replica => times *= by,
                _ => {}
            }
        }
        times
    }

    /// The chance that a call to a dependency gets through, or `None` if it is refused at once.
    pub(super) fn reach(&self, layer: LayerId, at_s: f64) -> Option<f64> {
        let mut kept = 1.0;
        for entry in self.entries.iter().filter(|entry| entry.holds(at_s)) {
            match entry.what {
                Happening::Outage(at) if at == layer => return None,
                Happening::Loss(at, share) if at == layer => kept *= 1.0 - share,
                _ => {}
            }
        }
        Some(kept)
    }

    pub(super) fn cache_is_out(&self, at_s: f64) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.what == Happening::CacheOut && entry.holds(at_s))
    }

    /// When the first entry begins and the last one ends.
    #[must_use]
    pub fn span_s(&self) -> Option<(f64, f64)> {
        let from = self.entries.iter().map(|entry| entry.from_s);
        let to = self.entries.iter().map(|entry| entry.to_s);
        Some((from.reduce(f64::min)?, to.reduce(f64::max)?))
    }
}

/// The share u of a stretch by which the integral of first + (last − first)·u has come to `area`.
fn within(first: f64, last: f64, area: f64) -> f64 {
    // The root of (last − first)/2 · u² + first · u = area, in the form that is exact for equal ends.
    let root = (first * first + 2.0 * (last - first) * area)
        .max(0.0)
        .sqrt();
    let sum = first + root;
    if sum > 0.0 {
        (2.0 * area / sum).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(what: Happening, from_s: f64, to_s: f64) -> Entry {
        Entry { what, from_s, to_s }
    }

    #[test]
    fn load_is_inverted_over_surges_and_ramps() {
        let load = Timeline::new(vec![
            entry(Happening::Ramp(1.0, 3.0), 30.0, 40.0),
            entry(Happening::Surge(0.0), 10.0, 20.0),
        ])
        .unwrap();
        // 10 s at 1, 10 s at 0, 10 s at 1, then 20 s' worth in the ramp, then 1 again.
        for (worth, at) in [
            (0.0, 0.0),
            (9.5, 9.5),
            (10.5, 20.5),
            (20.0, 30.0),
            // In the ramp, u + u² = area/10: u = 1/2 at 7.5.
            (27.5, 35.0),
            (40.0, 40.0),
            (47.0, 47.0),
        ] {
            assert!((load.instant_s(worth) - at).abs() < 1e-12, "{worth}");
        }
        let down = Timeline::new(vec![entry(Happening::Ramp(2.0, 0.0), 0.0, 10.0)]).unwrap();
        // 2u − u² = 3/4 at u = 1/2.
        assert!((down.instant_s(7.5) - 5.0).abs() < 1e-12);
        assert_eq!(down.instant_s(12.0), 12.0);
    }

    #[test]
    fn faults_hold_from_their_beginning_to_before_their_end() {
        let faults = Timeline::new(vec![
            entry(Happening::Slow(LayerId::Db, 10.0), 1.0, 2.0),
            entry(Happening::Gray(LayerId::Db, 3.0), 1.5, 4.0),
            entry(Happening::Loss(LayerId::Aux, 0.25), 0.0, 9.0),
            entry(Happening::Outage(LayerId::Aux), 5.0, 6.0),
            entry(Happening::CacheOut, 7.0, 8.0),
        ])
        .unwrap();
        let slow = |first, at| faults.slowness(LayerId::Db, first, at);
        assert_eq!(
            [slow(false, 0.9), slow(false, 1.0), slow(true, 1.5)],
            [1.0, 10.0, 30.0]
        );
        assert_eq!(
            [slow(true, 2.0), slow(false, 2.0), slow(true, 4.0)],
            [3.0, 1.0, 1.0]
        );
        assert_eq!(faults.reach(LayerId::Aux, 4.9), Some(0.75));
        assert_eq!(faults.reach(LayerId::Aux, 5.0), None);
        assert_eq!(faults.reach(LayerId::Db, 5.0), Some(1.0));
        assert!(faults.cache_is_out(7.0) && !faults.cache_is_out(8.0));
        assert_eq!(faults.span_s(), Some((0.0, 9.0)));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (what, from_s, to_s) in [
            (Happening::Surge(2.0), 3.0, 3.0),
            (Happening::Surge(2.0), -1.0, 3.0),
            (Happening::Surge(-2.0), 1.0, 3.0),
            (Happening::Surge(f64::NAN), 1.0, 3.0),
            (Happening::Loss(LayerId::Db, 1.5), 1.0, 3.0),
            (Happening::Outage(LayerId::Api), 1.0, 3.0),
        ] {
            assert!(Timeline::new(vec![entry(what, from_s, to_s)]).is_err());
        }
        let twice = vec![
            entry(Happening::Surge(2.0), 1.0, 3.0),
            entry(Happening::Ramp(2.0, 3.0), 2.0, 5.0),
        ];
        assert_eq!(Timeline::new(twice).unwrap_err().value, 2.0);
    }
}
