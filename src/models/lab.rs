//! Parts that the labs' pictures and derivations share.

use crate::chart::{Block, BlockPart, Role};
use crate::text::Label;

/// Nanoseconds in a second.
const NS: f64 = 1e9;

/// A block of a picture that counts for one.
pub(super) fn block(name: Label, detail: Label, value: f64, role: Role) -> BlockPart {
    BlockPart::Block(Block {
        name,
        detail,
        copies: 1,
        value,
        role,
    })
}

/// Seconds as whole nanoseconds. Inputs are above zero and far below the range.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the hard ranges of the inputs end far below"
)]
pub(super) fn in_ns(time_s: f64) -> u64 {
    (time_s * NS).round() as u64
}

/// Whole nanoseconds as seconds, correctly rounded.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
pub(super) fn in_s(time_ns: u64) -> f64 {
    time_ns as f64 / NS
}

/// A time in a formula with numbers: milliseconds below a second.
pub(super) fn said_s(time_s: f64) -> String {
    if time_s < 1.0 {
        format!("{} ms", super::significant(time_s * 1e3, 6))
    } else {
        format!("{} s", super::significant(time_s, 6))
    }
}
