//! Quantities that need more than an f64.

/// A share between 0 and 1, kept with its complement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    value: f64,
    complement: f64,
}

impl Probability {
    /// Never.
    pub const ZERO: Probability = Probability {
        value: 0.0,
        complement: 1.0,
    };

    /// From the share itself.
    ///
    /// # Errors
    /// When it is outside 0 to 1.
    pub fn from_value(value: f64) -> Result<Probability, String> {
        if !(0.0..=1.0).contains(&value) {
            return Err(value.to_string());
        }
        Ok(Probability {
            value,
            complement: 1.0 - value,
        })
    }

    /// From one minus the share.
    ///
    /// # Errors
    /// When it is outside 0 to 1.
    pub fn from_complement(complement: f64) -> Result<Probability, String> {
        Probability::from_value(complement).map(|other| Probability {
            value: other.complement,
            complement: other.value,
        })
    }

    /// The share.
    #[must_use]
    pub fn value(self) -> f64 {
        self.value
    }

    /// One minus the share.
    #[must_use]
    pub fn complement(self) -> f64 {
        self.complement
    }
}

impl std::str::FromStr for Probability {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Probability::from_value(text.parse().map_err(|_| text.to_owned())?)
    }
}

impl std::fmt::Display for Probability {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.value)
    }
}
