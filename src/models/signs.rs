//! Signs of the small languages in which inputs of kind text are written.

/// Full-width signs as on a keyboard.
pub(super) fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '×' => '*',
        '、' => ',',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}
