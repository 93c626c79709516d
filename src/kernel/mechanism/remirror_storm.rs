//! Volumes that have lost their copy and look for room for another, where there is none.

use super::ladder::{self, Ladder};
use crate::error::{Bound, DomainError, non_negative, positive, share};

/// A tick is this part of the time between two searches of a volume.
const FINE: f64 = 4.0;
/// Nearer to rest than this share, nothing changes any more.
const REST: f64 = 1e-12;
/// The control plane is well while at least this share of the other calls is handled.
pub const WELL: f64 = 0.8;

/// A storage cluster and the control plane that it shares with others.
///
/// A volume without a copy asks for room every `search_s` on average. Searches and the other calls share the control
/// plane; what is above its capacity is turned away, each alike. A search that finds room begins a copy. Every search
/// that fails may, with `crash_chance`, bring a node down; each node strands `volumes_per_node` volumes, of which those
/// that had a copy begin to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Volumes; > 0.
    pub volumes: f64,
    /// The share of them that loses its copies at the beginning; 0 to 1.
    pub cut: f64,
    /// Room for new copies, as a share of the volumes; ≥ 0.
    pub free: f64,
    /// Mean time between two searches of a volume, seconds; > 0.
    pub search_s: f64,
    /// By what each further wait is longer; 1 is no back-off. Above 1 it is [`ladder::least_factor`] or more.
    pub backoff_factor: f64,
    /// The longest wait, seconds; > 0.
    pub longest_wait_s: f64,
    /// Requests that the control plane handles a second; > 0.
    pub control_per_s: f64,
    /// Other calls a second; ≥ 0.
    pub api_per_s: f64,
    /// Copies that are finished a second; > 0.
    pub copy_per_s: f64,
    /// The chance that a failed search brings a node down; 0 to 1.
    pub crash_chance: f64,
    /// Volumes on a node; ≥ 0.
    pub volumes_per_node: f64,
    /// Cells into which cluster and control plane are cut; ≥ 1.
    pub cells: f64,
}

/// What is done, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remedy {
    /// By this factor each further wait is longer from the beginning, if it is more than the cluster's.
    pub backoff_factor: f64,
    /// When searching is stopped: from then on volumes are told of room as it comes.
    pub stop_after_s: Option<f64>,
    /// When room is added, and how much, as a share of the volumes.
    pub added: Option<(f64, f64)>,
}

/// A state of the cluster, as shares of all volumes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Seconds from the beginning.
    pub at_s: f64,
    /// Without a copy, and without room for one.
    pub searching: f64,
    /// With room, being copied.
    pub copying: f64,
    /// With a copy.
    pub mirrored: f64,
    /// Searches a second, of all.
    pub searches_per_s: f64,
    /// The share of the other calls that is handled, over all cells.
    pub handled: f64,
}

/// How it went.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The largest share that was searching.
    pub peak: f64,
    /// Seconds until the control plane is well for good; `None` if not within the run.
    pub contained_after_s: Option<f64>,
    /// Seconds during which it was not well.
    pub unwell_s: f64,
    /// Seconds until every volume has a copy; `None` if not within the run.
    pub mirrored_after_s: Option<f64>,
    /// The last state.
    pub last: Moment,
    /// Ticks that were worked through.
    pub ticks: u64,
}

impl Cluster {
    /// Checks the quantities.
    ///
    /// # Errors
    /// One of them is outside its domain.
    pub fn check(&self) -> Result<(), DomainError> {
        positive("volumes", self.volumes)?;
        share("cut", self.cut)?;
        non_negative("free", self.free)?;
        positive("search_s", self.search_s)?;
        positive("longest_wait_s", self.longest_wait_s)?;
        ladder::check(self.search_s, self.backoff_factor, self.longest_wait_s)?;
        positive("control_per_s", self.control_per_s)?;
        non_negative("api_per_s", self.api_per_s)?;
        positive("copy_per_s", self.copy_per_s)?;
        share("crash_chance", self.crash_chance)?;
        non_negative("volumes_per_node", self.volumes_per_node)?;
        if positive("cells", self.cells)? < 1.0 {
            return Err(DomainError {
                quantity: "cells",
                value: self.cells,
                allowed: Bound::AtLeast(1.0),
            });
        }
        Ok(())
    }

    /// The share of the cluster that the cut touches: whole cells, ⌈cut · cells⌉ of them.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::remirror_storm::touched;
    ///
    /// assert_eq!(touched(0.13, 1.0), 1.0);
    /// assert_eq!(touched(0.13, 20.0), 0.15);
    /// ```
    #[must_use]
    pub fn touched(&self) -> f64 {
        touched(self.cut, self.cells)
    }

    /// The volumes for which there is no room, as a share of all: those cut off less the room in their cells.
    #[must_use]
    pub fn shortfall(&self) -> f64 {
        (self.cut - self.free * self.touched()).max(0.0)
    }

    /// Seconds in which the number of those that search doubles, while nearly all others have a copy, all searches
    /// fail and nobody backs off: ln 2 · d / (p n). `None` where failures crash nothing.
    #[must_use]
    pub fn doubling_s(&self) -> Option<f64> {
        let stranded = self.crash_chance * self.volumes_per_node;
        (stranded > 0.0).then(|| std::f64::consts::LN_2 * self.search_s / stranded)
    }

    /// Seconds of a tick.
    #[must_use]
    pub fn tick_s(&self) -> f64 {
        self.search_s / FINE
    }
}

/// ⌈cut · cells⌉ / cells, at least one cell.
#[must_use]
pub fn touched(cut: f64, cells: f64) -> f64 {
    (crate::whole::up(cut * cells).max(1.0) / cells).min(1.0)
}

/// Runs the storm of a checked cluster for `length_s` and shows every tick to `see`.
///
/// Method: ticks of [`Cluster::tick_s`], explicit; a stretch at rest is one step. Only the touched cells are run: the
/// others have their own room and control plane and notice nothing.
pub fn run(
    cluster: Cluster,
    remedy: &Remedy,
    length_s: f64,
    mut see: impl FnMut(&Moment),
) -> Outcome {
    let mut storm = Storm::begin(cluster, remedy);
    let (mut at_s, mut unwell_until_s) = (0.0, 0.0);
    let mut outcome = Outcome {
        peak: cluster.cut,
        contained_after_s: None,
        unwell_s: 0.0,
        mirrored_after_s: None,
        last: Moment {
            at_s,
            searching: cluster.cut,
            copying: 0.0,
            mirrored: 1.0 - cluster.cut,
            searches_per_s: 0.0,
            handled: 1.0,
        },
        ticks: 0,
    };
    while length_s - at_s > 1e-9 * storm.tick_s {
        let before = (
            storm.ladder.total(),
            storm.copying,
            outcome.last.searches_per_s,
        );
        let tick = storm.tick(at_s);
        let step_s = if storm.is_still(before, &tick) {
            storm.acts_after(at_s).fold(length_s, f64::min) - at_s
        } else {
            storm.tick_s.min(length_s - at_s)
        };
        at_s += step_s;
        let moment = storm.moment(at_s, &tick);
        if moment.handled < WELL {
            outcome.unwell_s += step_s;
            unwell_until_s = at_s;
        }
        if !storm.is_mirrored() {
            outcome.mirrored_after_s = None;
        } else if outcome.mirrored_after_s.is_none() {
            outcome.mirrored_after_s = Some(at_s);
        }
        outcome.peak = outcome.peak.max(moment.searching);
        outcome.last = moment;
        outcome.ticks += 1;
        see(&outcome.last);
    }
    outcome.contained_after_s = (unwell_until_s < at_s).then_some(unwell_until_s);
    outcome
}

/// The volumes of the cells that the cut touches, and what their control plane can do.
struct Storm<'a> {
    cluster: Cluster,
    remedy: &'a Remedy,
    /// The share of the cluster that is touched.
    touched: f64,
    tick_s: f64,
    /// Requests that the control plane handles in a tick.
    capacity: f64,
    /// Other calls in a tick.
    calls: f64,
    /// Copies that can be finished in a tick.
    copies: f64,
    /// Those that search, by how long they wait.
    ladder: Ladder,
    /// Room for copies, in volumes.
    free: f64,
    is_added: bool,
    copying: f64,
    mirrored: f64,
}

/// What came to the control plane in a tick.
struct Tick {
    searches: f64,
    /// The share of all that came which was handled.
    handled: f64,
}

impl Storm<'_> {
    fn begin(cluster: Cluster, remedy: &Remedy) -> Storm<'_> {
        let touched = cluster.touched();
        let (tick_s, all) = (cluster.tick_s(), cluster.volumes);
        let mut ladder = Ladder::new(
            cluster.search_s,
            cluster.backoff_factor.max(remedy.backoff_factor),
            cluster.longest_wait_s,
        );
        ladder.enter(all * cluster.cut);
        Storm {
            cluster,
            remedy,
            touched,
            tick_s,
            capacity: cluster.control_per_s * touched * tick_s,
            calls: cluster.api_per_s * touched * tick_s,
            copies: cluster.copy_per_s * touched * tick_s,
            ladder,
            free: all * cluster.free * touched,
            is_added: false,
            copying: 0.0,
            mirrored: (all * touched - all * cluster.cut).max(0.0),
        }
    }

    /// Room that is added at all, and when.
    fn added(&self) -> Option<(f64, f64)> {
        self.remedy.added.filter(|(_, share)| *share > 0.0)
    }

    fn tick(&mut self, at_s: f64) -> Tick {
        if let Some((after_s, share)) = self.added()
            && !self.is_added
            && at_s >= after_s
        {
            self.is_added = true;
            self.free += self.cluster.volumes * share;
        }
        let is_stopped = self
            .remedy
            .stop_after_s
            .is_some_and(|after_s| at_s >= after_s);
        let tick = if is_stopped {
            self.tell_of_room()
        } else {
            self.search()
        };
        let done = self.copying.min(self.copies);
        self.copying -= done;
        self.mirrored += done;
        tick
    }

    /// Nobody searches: as many are told of room as the control plane can settle beside its calls.
    fn tell_of_room(&mut self) -> Tick {
        let searching = self.ladder.total();
        let room = self
            .free
            .min((self.capacity - self.calls).max(0.0))
            .min(searching);
        if searching > 0.0 {
            self.ladder.keep(1.0 - room / searching);
        }
        self.free -= room;
        self.copying += room;
        Tick {
            searches: 0.0,
            handled: handled(self.capacity, self.calls),
        }
    }

    fn search(&mut self) -> Tick {
        let searches = self.ladder.tries(self.tick_s);
        let handled = handled(self.capacity, searches + self.calls);
        let found = (searches * handled).min(self.free);
        self.free -= found;
        self.copying += found;
        let failed = if searches > 0.0 {
            1.0 - found / searches
        } else {
            0.0
        };
        self.ladder.tick(self.tick_s, failed);
        let cluster = &self.cluster;
        let crashed = cluster.crash_chance * searches * failed * cluster.volumes_per_node;
        let whole = cluster.volumes * self.touched;
        let stranded = (crashed * self.mirrored / whole).min(self.mirrored);
        self.mirrored -= stranded;
        self.ladder.enter(stranded);
        Tick { searches, handled }
    }

    /// Whether nothing changes until somebody acts; `before` are those who searched, who were copied, and the searches
    /// a second of the tick before.
    fn is_still(&self, before: (f64, f64, f64), tick: &Tick) -> bool {
        let rest = REST * self.cluster.volumes;
        // Back-off moves those who search from rung to rung, which only their searches show.
        (self.ladder.total() - before.0).abs() <= rest
            && (self.copying - before.1).abs() <= rest
            && (tick.searches - before.2 * self.tick_s).abs() <= 1e-9 * tick.searches
    }

    /// When something will be done, after a time.
    fn acts_after(&self, at_s: f64) -> impl Iterator<Item = f64> {
        let added = self.added().filter(|_| !self.is_added);
        let acts = [added.map(|(after_s, _)| after_s), self.remedy.stop_after_s];
        acts.into_iter()
            .flatten()
            .filter(move |act_s| *act_s > at_s)
    }

    fn is_mirrored(&self) -> bool {
        self.ladder.total() + self.copying <= 1e-9 * self.cluster.volumes
    }

    /// The state as shares of all volumes, of which most are not touched.
    fn moment(&self, at_s: f64, tick: &Tick) -> Moment {
        let all = self.cluster.volumes;
        Moment {
            at_s,
            searching: self.ladder.total() / all,
            copying: self.copying / all,
            mirrored: (all - all * self.touched + self.mirrored) / all,
            searches_per_s: tick.searches / self.tick_s,
            handled: 1.0 - self.touched * (1.0 - tick.handled),
        }
    }
}

/// The share of what comes that is handled.
fn handled(capacity: f64, comes: f64) -> f64 {
    if comes > capacity {
        capacity / comes
    } else {
        1.0
    }
}
