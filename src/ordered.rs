//! Ordered sets and maps, filled one by one.
//!
//! `collect` sorts the entries first, and a stable sort for every type of entry is 4 kB on every page that does it; a page
//! has a few dozen of them at most.

use std::collections::{BTreeMap, BTreeSet};

/// The set of some things.
///
/// ```
/// assert_eq!(outage_lab::ordered::set([2, 1, 2]).into_iter().collect::<Vec<_>>(), [1, 2]);
/// ```
pub fn set<T: Ord>(things: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for thing in things {
        set.insert(thing);
    }
    set
}

/// The map of some entries; of two with one key the later one counts.
///
/// ```
/// assert_eq!(outage_lab::ordered::map([("a", 1), ("a", 2)])["a"], 2);
/// ```
pub fn map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}
