//! Signs of the small languages in which inputs of kind text are written.

use crate::text::narrow;

/// Full-width signs as on a keyboard.
pub(super) fn plain(c: char) -> char {
    match narrow(c) {
        '×' => '*',
        '、' => ',',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}
