//! The full-width forms in which Chinese input methods write the signs of ASCII.

/// The sign of ASCII whose full-width form this is; any other character as it is.
#[must_use]
pub fn narrow(c: char) -> char {
    match c {
        // They stand in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}
