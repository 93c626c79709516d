//! Two contracts of storage: blocks that are written over in place, and objects that are replaced as a whole.
//!
//! Source: a course text on what block and object storage promise, with a Python model of both; and the conditional
//! writes of HTTP (RFC 9110, section 13.1.1, `If-Match`). In memory only: nothing here is about durability.

use std::collections::BTreeMap;

/// A volume of fixed size whose bytes are written over in place.
///
/// ```
/// use outage_lab_kernel::lab::storage::BlockVolume;
/// let mut volume = BlockVolume::new(b"ABCDEF");
/// assert!(volume.write(2, b"XX"));
/// assert!(!volume.write(5, b"too long"));
/// assert_eq!(volume.data(), b"ABXXEF");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockVolume {
    data: Vec<u8>,
}

impl BlockVolume {
    /// A volume with this content.
    #[must_use]
    pub fn new(data: &[u8]) -> BlockVolume {
        BlockVolume {
            data: data.to_vec(),
        }
    }

    /// Writes `chunk` from byte `offset` on, and leaves all other bytes alone. Whether it was done: what would reach
    /// beyond the end is refused as a whole.
    #[must_use]
    pub fn write(&mut self, offset: usize, chunk: &[u8]) -> bool {
        let end = offset.saturating_add(chunk.len());
        match self.data.get_mut(offset..end) {
            Some(place) => {
                place.copy_from_slice(chunk);
                true
            }
            None => false,
        }
    }

    /// The content.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        &self.data
    }
}

/// A store of whole objects by name. Each replacement raises the object's version by one, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectStore {
    current: BTreeMap<String, (Vec<u8>, u64)>,
}

impl ObjectStore {
    /// Replaces the object, or makes it. With `expected`, only if that is its version now (0: there is none yet).
    ///
    /// # Errors
    /// The version that it has, where another one was expected. Nothing is changed then.
    ///
    /// ```
    /// use outage_lab_kernel::lab::storage::ObjectStore;
    /// let mut store = ObjectStore::default();
    /// assert_eq!(store.put("report", b"ABCDEF", Some(0)), Ok(1));
    /// assert_eq!(store.put("report", b"XYZ", Some(1)), Ok(2));
    /// assert_eq!(store.put("report", b"stale", Some(1)), Err(2));
    /// assert_eq!(store.get("report"), Some((b"XYZ".as_slice(), 2)));
    /// ```
    pub fn put(&mut self, key: &str, data: &[u8], expected: Option<u64>) -> Result<u64, u64> {
        let version = self.get(key).map_or(0, |(_, version)| version);
        if expected.is_some_and(|expected| expected != version) {
            return Err(version);
        }
        let next = version + 1;
        self.current.insert(key.to_owned(), (data.to_vec(), next));
        Ok(next)
    }

    /// The object as it is now, with its version.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<(&[u8], u64)> {
        let (data, version) = self.current.get(key)?;
        Some((data, *version))
    }
}
