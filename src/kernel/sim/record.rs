//! What is kept of a run: a bounded list, and a number that stands for the whole of it.

/// The first entries of a list that may grow without end, and how many more there were.
///
/// ```
/// use outage_lab_kernel::sim::Record;
///
/// let mut record = Record::new(2);
/// for event in ["a", "b", "c"] {
///     record.add(event);
/// }
/// assert_eq!((record.kept(), record.left_out()), (&["a", "b"][..], 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<T> {
    kept: Vec<T>,
    most: usize,
    left_out: u64,
}

impl<T> Record<T> {
    /// An empty record that keeps at most `most` entries.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            kept: Vec::new(),
            most,
            left_out: 0,
        }
    }

    /// Adds an entry, or counts it where the record is full.
    pub fn add(&mut self, entry: T) {
        if self.kept.len() < self.most {
            self.kept.push(entry);
        } else {
            self.left_out += 1;
        }
    }

    /// The entries that were kept, in order.
    #[must_use]
    pub fn kept(&self) -> &[T] {
        &self.kept
    }

    /// How many came after the record was full.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }
}

/// A 64-bit number that stands for a sequence of numbers: equal runs have equal ones, and two runs that differ anywhere
/// have, but for one chance in 2⁶⁴, different ones. It shows stability, never correctness.
///
/// Method: rotate, exclusive or, multiply by the golden ratio's odd number for each word; the final mix is that of
/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceDigest(u64);

impl TraceDigest {
    /// Of an empty sequence.
    #[must_use]
    pub const fn new() -> Self {
        Self(0)
    }

    /// Appends a number.
    #[inline]
    pub fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(1);
    }

    /// The number that stands for what was added.
    #[must_use]
    pub fn value(&self) -> u64 {
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn digest(words: &[u64]) -> u64 {
        let mut digest = TraceDigest::new();
        words.iter().for_each(|word| digest.add(*word));
        digest.value()
    }

    #[test]
    fn order_length_and_every_bit_matter() {
        let mut seen = BTreeSet::from([
            digest(&[]),
            digest(&[0]),
            digest(&[0, 0]),
            digest(&[1, 2]),
            digest(&[2, 1]),
        ]);
        for bit in 0..64 {
            assert!(seen.insert(digest(&[7, 1 << bit, 7])), "{bit}");
        }
        assert_eq!(seen.len(), 69);
    }

    #[test]
    fn a_full_record_counts_on() {
        let mut record = Record::new(0);
        record.add(1);
        assert_eq!((record.kept().len(), record.left_out()), (0, 1));
    }
}
