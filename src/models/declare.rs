//! Inputs, figures and columns in a line each, for descriptions that are long lists of them.

use super::{ColumnSpec, FigureSpec, Group, InputSpec, Kind, Range, Spacing, When};
use crate::text::Unit;

/// A real number: hard range, slider.
pub(super) const fn real(
    id: &'static str,
    unit: Unit,
    default: f64,
    hard: (f64, f64),
    soft: (f64, f64),
    spacing: Spacing,
) -> InputSpec {
    InputSpec {
        id,
        unit,
        kind: Kind::Real {
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
        },
        when: None,
    }
}

/// A whole number: hard range, slider.
pub(super) const fn count(
    id: &'static str,
    default: u64,
    hard: (u64, u64),
    soft: (u64, u64),
    spacing: Spacing,
) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Count,
        kind: Kind::Count {
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
        },
        when: None,
    }
}

/// A share between 0 and 1: slider.
pub(super) const fn share(
    id: &'static str,
    default: &'static str,
    soft: (&'static str, &'static str),
) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Ratio,
        kind: Kind::Probability {
            default,
            soft: Range {
                lo: soft.0,
                hi: soft.1,
            },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}

/// One of several.
pub(super) const fn choice(
    id: &'static str,
    default: &'static str,
    choices: &'static [&'static str],
) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::One,
        kind: Kind::Choice { default, choices },
        when: None,
    }
}

/// On or off.
pub(super) const fn toggle(id: &'static str, default: bool) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::One,
        kind: Kind::Toggle { default },
        when: None,
    }
}

/// Text.
pub(super) const fn text(id: &'static str, default: &'static str, longest: usize) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::One,
        kind: Kind::Text { default, longest },
        when: None,
    }
}

/// The seed of a random generator.
pub(super) const fn seed() -> InputSpec {
    InputSpec {
        id: "seed",
        unit: Unit::One,
        kind: Kind::Seed { default: 425 },
        when: None,
    }
}

/// The same input, where another one has one of these values.
pub(super) const fn when(
    input: InputSpec,
    other: &'static str,
    is: &'static [&'static str],
) -> InputSpec {
    InputSpec {
        id: input.id,
        unit: input.unit,
        kind: input.kind,
        when: Some(When { input: other, is }),
    }
}

/// A group of inputs, from `first` to the one before the next group's.
pub(super) const fn group(id: &'static str, first: &'static str) -> Group {
    Group { id, first }
}

/// A figure.
pub(super) const fn figure(id: &'static str, unit: Unit) -> FigureSpec {
    FigureSpec { id, unit }
}

/// A column of a table.
pub(super) const fn column(id: &'static str, unit: Unit) -> ColumnSpec {
    ColumnSpec { id, unit }
}
