//! Records by number; a number is used again, and a key tells its new owner from the old one.

/// Names a record for as long as it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) index: u32,
    generation: u32,
}

/// Records that come and go.
#[derive(Clone, Debug)]
pub(super) struct Slab<T> {
    records: Vec<(u32, T)>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    pub(super) fn new() -> Slab<T> {
        Slab {
            records: Vec::new(),
            free: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, record: T) -> Key {
        if let Some(index) = self.free.pop() {
            let place = &mut self.records[index as usize];
            place.1 = record;
            return Key {
                index,
                generation: place.0,
            };
        }
        let index = self.records.len() as u32;
        self.records.push((0, record));
        Key {
            index,
            generation: 0,
        }
    }

    /// Ends the record; its key is good for nothing from now on.
    #[inline]
    pub(super) fn end(&mut self, key: Key) {
        debug_assert!(self.holds(key));
        self.records[key.index as usize].0 += 1;
        self.free.push(key.index);
    }

    #[inline]
    pub(super) fn holds(&self, key: Key) -> bool {
        self.records[key.index as usize].0 == key.generation
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<&T> {
        let (generation, record) = &self.records[key.index as usize];
        (*generation == key.generation).then_some(record)
    }

    /// A record that is known to live.
    #[inline]
    pub(super) fn at(&self, key: Key) -> &T {
        debug_assert!(self.holds(key));
        &self.records[key.index as usize].1
    }

    /// As [`at`](Self::at).
    #[inline]
    pub(super) fn at_mut(&mut self, key: Key) -> &mut T {
        debug_assert!(self.holds(key));
        &mut self.records[key.index as usize].1
    }

    /// How many live.
    #[cfg(test)]
    pub(super) fn living(&self) -> usize {
        self.records.len() - self.free.len()
    }
}
