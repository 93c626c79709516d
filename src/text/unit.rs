//! Units of inputs, figures and axes.

/// What a number counts. The unit decides how the number is typed and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds; shown as the fitting duration.
    Second,
    /// Milliseconds; shown as such.
    Millisecond,
    /// A rate per second.
    PerSecond,
    /// A rate per day (86,400 s).
    PerDay,
    /// A share of one; shown as a percentage.
    Ratio,
    /// A share in hundredths.
    Percent,
    /// The number of nines, −log₁₀ of a share.
    Nines,
    /// Whole things.
    Count,
    /// A pure number.
    One,
    /// Years.
    Year,
    /// Seconds since 1970-01-01T00:00:00Z; shown as a clock time.
    Utc,
}

impl Unit {
    /// The code in machine-readable output.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Unit::Second => "s",
            Unit::Millisecond => "ms",
            Unit::PerSecond => "1/s",
            Unit::PerDay => "1/d",
            Unit::Ratio => "ratio",
            Unit::Percent => "%",
            Unit::Nines => "nines",
            Unit::Count => "count",
            Unit::One => "1",
            Unit::Year => "year",
            Unit::Utc => "utc_s",
        }
    }
}
