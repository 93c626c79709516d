//! Rows of the labs' descriptions, and parts that their pictures share.

use super::{
    ColumnSpec, FigureSpec, InputSpec, Kind, Note, Preset, Range, Severity, Spacing, TableSpec,
    When,
};
use crate::chart::{Axis, Block, BlockPart, Role, Scale};
use crate::text::{Label, Message, Unit};

/// Nanoseconds in a second.
const NS: f64 = 1e9;

/// An input that matters always.
pub(super) const fn input(id: &'static str, unit: Unit, kind: Kind) -> InputSpec {
    InputSpec {
        id,
        unit,
        kind,
        when: None,
    }
}

/// The same where `input` has one of the values `is`.
pub(super) const fn when(
    spec: InputSpec,
    input: &'static str,
    is: &'static [&'static str],
) -> InputSpec {
    InputSpec {
        when: Some(When { input, is }),
        ..spec
    }
}

/// A whole number with its default, its hard range, and the upper end of its slider.
pub(super) const fn count(
    id: &'static str,
    default: u64,
    hard: (u64, u64),
    soft: u64,
) -> InputSpec {
    let kind = Kind::Count {
        default,
        hard: Range {
            lo: hard.0,
            hi: hard.1,
        },
        soft: Range {
            lo: hard.0,
            hi: soft,
        },
        spacing: Spacing::Linear,
    };
    input(id, Unit::Count, kind)
}

/// A time with its default, its hard range and that of its slider.
pub(super) const fn time(
    id: &'static str,
    default: f64,
    hard: (f64, f64),
    soft: (f64, f64),
    spacing: Spacing,
) -> InputSpec {
    let kind = Kind::Real {
        default,
        hard: Range {
            lo: hard.0,
            hi: hard.1,
        },
        soft: Range {
            lo: soft.0,
            hi: soft.1,
        },
        spacing,
    };
    input(id, Unit::Second, kind)
}

/// A choice, the first being the default.
pub(super) const fn choice(id: &'static str, choices: &'static [&'static str]) -> InputSpec {
    let kind = Kind::Choice {
        default: choices[0],
        choices,
    };
    input(id, Unit::One, kind)
}

/// On or off.
pub(super) const fn toggle(id: &'static str, default: bool) -> InputSpec {
    input(id, Unit::One, Kind::Toggle { default })
}

/// A text.
pub(super) const fn text(id: &'static str, default: &'static str, longest: usize) -> InputSpec {
    input(id, Unit::One, Kind::Text { default, longest })
}

/// A figure.
pub(super) const fn figure(id: &'static str, unit: Unit) -> FigureSpec {
    FigureSpec { id, unit }
}

/// A table.
pub(super) const fn table(id: &'static str, columns: &'static [ColumnSpec]) -> TableSpec {
    TableSpec { id, columns }
}

/// A column.
pub(super) const fn column(id: &'static str, unit: Unit) -> ColumnSpec {
    ColumnSpec { id, unit }
}

/// A preset.
pub(super) const fn preset(
    id: &'static str,
    set: &'static [(&'static str, &'static str)],
) -> Preset {
    Preset { id, set }
}

/// An axis without a model input.
pub(super) fn axis(key: &str, unit: Unit) -> Axis {
    Axis {
        label: Label::key(key),
        unit,
        scale: Scale::Linear,
        range: None,
        input: None,
    }
}

/// A remark.
pub(super) fn note(severity: Severity, message: Message) -> Note {
    Note { severity, message }
}

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
