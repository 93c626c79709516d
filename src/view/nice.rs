//! Values that a hand on a slider or a plane comes to rest on.

use crate::kernel::math;
use crate::text::Unit;

/// Significant digits that dragging keeps; typing keeps all.
const DIGITS: i32 = 3;

/// `value` rounded as a person would say it: to three significant digits, of the unit in which such
/// a duration is said where it is one (seconds below a minute, minutes below an hour, hours above).
/// Values that are not positive and finite are returned as they are.
#[must_use]
pub fn nice(value: f64, unit: Unit) -> f64 {
    let said_in = match unit {
        Unit::Second if value >= 3600.0 => 3600.0,
        Unit::Second if value >= 60.0 => 60.0,
        _ => 1.0,
    };
    round_to_digits(value / said_in, DIGITS) * said_in
}

/// `value` rounded to `digits` significant digits.
fn round_to_digits(value: f64, digits: i32) -> f64 {
    if !(value.is_finite() && value > 0.0) {
        return value;
    }
    let exponent = math::log10(value).floor();
    let shift = f64::from(digits) - 1.0 - exponent;
    // A power of ten above one is exact in f64 up to 10^22; below one it is not, so divide instead.
    if shift >= 0.0 {
        let scale = math::pow(10.0, shift);
        (value * scale).round() / scale
    } else {
        let scale = math::pow(10.0, -shift);
        (value / scale).round() * scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_rest_on_round_numbers_of_the_unit_they_are_said_in() {
        assert_eq!(nice(3_601.7, Unit::Second), 3_600.0);
        assert_eq!(nice(36_017_000.0, Unit::Second), 10_000.0 * 3_600.0);
        assert_eq!(nice(5_247.0, Unit::Second), 1.46 * 3_600.0);
        assert_eq!(nice(262.8, Unit::Second), 4.38 * 60.0);
        assert_eq!(nice(2.628_26, Unit::Second), 2.63);
        assert_eq!(nice(0.000_123_456, Unit::Second), 0.000_123);
    }

    #[test]
    fn other_units_keep_three_digits() {
        assert_eq!(nice(123_456.0, Unit::Count), 123_000.0);
        assert_eq!(nice(0.0, Unit::Second), 0.0);
        assert!(nice(f64::NAN, Unit::One).is_nan());
    }
}
