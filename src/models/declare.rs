//! Rows of descriptions: an input, a figure, a column, a preset in a line each.

use super::{
    ColumnSpec, FigureSpec, Group, InputSpec, Kind, Preset, Range, Spacing, TableSpec, When,
};
use crate::text::Unit;

/// An input that matters always.
pub(super) const fn input(id: &'static str, unit: Unit, kind: Kind) -> InputSpec {
    InputSpec {
        id,
        unit,
        kind,
        when: None,
    }
}

/// The same input, where another one has one of these values.
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

/// A real number: hard range, slider.
pub(super) const fn real(
    id: &'static str,
    unit: Unit,
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
    input(id, unit, kind)
}

/// A real number whose slider has equal ratios, or equal differences where it begins at zero.
pub(super) const fn scaled(
    id: &'static str,
    unit: Unit,
    default: f64,
    hard: (f64, f64),
    soft: (f64, f64),
) -> InputSpec {
    let spacing = if soft.0 > 0.0 {
        Spacing::Log
    } else {
        Spacing::Linear
    };
    real(id, unit, default, hard, soft, spacing)
}

/// A time: hard range, slider.
pub(super) const fn time(
    id: &'static str,
    default: f64,
    hard: (f64, f64),
    soft: (f64, f64),
    spacing: Spacing,
) -> InputSpec {
    real(id, Unit::Second, default, hard, soft, spacing)
}

/// A whole number: hard range, slider.
pub(super) const fn count(
    id: &'static str,
    default: u64,
    hard: (u64, u64),
    soft: (u64, u64),
    spacing: Spacing,
) -> InputSpec {
    let kind = Kind::Count {
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
    input(id, Unit::Count, kind)
}

/// A whole number, its slider one by one from the least: hard range, end of the slider.
pub(super) const fn count_to(
    id: &'static str,
    default: u64,
    hard: (u64, u64),
    soft_hi: u64,
) -> InputSpec {
    count(id, default, hard, (hard.0, soft_hi), Spacing::Linear)
}

/// A whole number from one on, of any size: the most, end of the slider.
pub(super) const fn many(id: &'static str, default: u64, hi: u64, soft_hi: u64) -> InputSpec {
    count(id, default, (1, hi), (1, soft_hi), Spacing::Log)
}

/// A share between 0 and 1: slider.
pub(super) const fn share(
    id: &'static str,
    default: &'static str,
    soft: (&'static str, &'static str),
) -> InputSpec {
    probability(id, default, soft, Spacing::Linear)
}

/// A share near 1, its slider by nines: slider.
pub(super) const fn nines(
    id: &'static str,
    default: &'static str,
    soft: (&'static str, &'static str),
) -> InputSpec {
    probability(id, default, soft, Spacing::Nines)
}

/// A share between 0 and 1: slider, and how it is spaced.
pub(super) const fn probability(
    id: &'static str,
    default: &'static str,
    soft: (&'static str, &'static str),
    spacing: Spacing,
) -> InputSpec {
    let kind = Kind::Probability {
        default,
        soft: Range {
            lo: soft.0,
            hi: soft.1,
        },
        spacing,
    };
    input(id, Unit::Ratio, kind)
}

/// A share whose slider goes from nothing to all.
pub(super) const fn part(id: &'static str, default: &'static str) -> InputSpec {
    share(id, default, ("0", "1"))
}

/// One of several.
pub(super) const fn choice(
    id: &'static str,
    default: &'static str,
    choices: &'static [&'static str],
) -> InputSpec {
    input(id, Unit::One, Kind::Choice { default, choices })
}

/// One of several, by default the first.
pub(super) const fn one_of(id: &'static str, choices: &'static [&'static str]) -> InputSpec {
    choice(id, choices[0], choices)
}

/// On or off.
pub(super) const fn toggle(id: &'static str, default: bool) -> InputSpec {
    input(id, Unit::One, Kind::Toggle { default })
}

/// Text.
pub(super) const fn text(id: &'static str, default: &'static str, longest: usize) -> InputSpec {
    input(id, Unit::One, Kind::Text { default, longest })
}

/// The seed of a random generator.
pub(super) const fn seed() -> InputSpec {
    input("seed", Unit::One, Kind::Seed { default: 425 })
}

/// A group of inputs, from `first` to the one before the next group's.
pub(super) const fn group(id: &'static str, first: &'static str) -> Group {
    Group { id, first }
}

/// A figure.
pub(super) const fn figure(id: &'static str, unit: Unit) -> FigureSpec {
    FigureSpec { id, unit }
}

/// A table.
pub(super) const fn table(id: &'static str, columns: &'static [ColumnSpec]) -> TableSpec {
    TableSpec { id, columns }
}

/// A column of a table that holds numbers.
pub(super) const fn column(id: &'static str, unit: Unit) -> ColumnSpec {
    let is_words = false;
    ColumnSpec { id, unit, is_words }
}

/// A column of a table that holds words.
pub(super) const fn words(id: &'static str) -> ColumnSpec {
    ColumnSpec {
        id,
        unit: Unit::One,
        is_words: true,
    }
}

/// A preset.
pub(super) const fn preset(
    id: &'static str,
    set: &'static [(&'static str, &'static str)],
) -> Preset {
    Preset { id, set }
}
