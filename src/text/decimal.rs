//! A number as its decimal digits, so that rounding and splitting are exact.

/// Digits that arithmetic in `f64` leaves meaningful; what lies behind them is noise.
const MEANINGFUL: usize = 12;

/// 0.d₁d₂d₃… × 10^`point`, with a sign. Zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// Digits 0 to 9; the first is not 0.
    digits: Vec<u8>,
    point: i32,
}

/// In which direction digits are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    Nearest,
    AwayFromZero,
    TowardsZero,
}

impl Decimal {
    /// The shortest decimal that reads back as `value`, which must be finite.
    pub(super) fn shortest(value: f64) -> Decimal {
        Decimal::from_scientific(&format!("{value:e}"))
    }

    /// `value`, finite, to at most `digits` significant digits. Trailing zeros stay where digits were
    /// dropped, and show so; a value that is exact in fewer digits has none.
    pub(super) fn rounded(value: f64, digits: usize, rounding: Rounding) -> Decimal {
        let clean = Decimal::from_scientific(&format!("{value:.*e}", MEANINGFUL - 1)).trimmed();
        if clean.digits.len() <= digits {
            return clean;
        }
        match rounding {
            Rounding::Nearest => Decimal::from_scientific(&format!("{value:.*e}", digits - 1)),
            Rounding::TowardsZero => clean.cut(digits),
            Rounding::AwayFromZero => clean.cut(digits).next_away(),
        }
    }

    /// As [`rounded`](Self::rounded) to the nearest, but never dropping digits before the point.
    pub(super) fn rounded_whole(value: f64, digits: usize) -> Decimal {
        let whole = usize::try_from(Decimal::shortest(value).point).unwrap_or(0);
        Decimal::rounded(value, digits.max(whole.min(MEANINGFUL)), Rounding::Nearest)
    }

    fn from_scientific(text: &str) -> Decimal {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits: Vec<u8> = mantissa
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|byte| byte - b'0')
            .collect();
        if digits.iter().all(|&digit| digit == 0) {
            return Decimal {
                negative: false,
                digits: Vec::new(),
                point: 0,
            };
        }
        Decimal {
            negative: mantissa.starts_with('-'),
            digits,
            point: exponent.parse::<i32>().unwrap_or(0) + 1,
        }
    }

    /// Without zeros at the end.
    pub(super) fn trimmed(mut self) -> Decimal {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }

    /// The first `count` digits.
    fn cut(mut self, count: usize) -> Decimal {
        self.digits.truncate(count);
        self
    }

    /// One more in the last place.
    fn next_away(mut self) -> Decimal {
        let kept = self.digits.len();
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return self;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.digits.truncate(kept);
        self.point += 1;
        self
    }

    /// Times 10 to the power of `places`.
    pub(super) fn shifted(mut self, places: i32) -> Decimal {
        if !self.digits.is_empty() {
            self.point += places;
        }
        self
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The significant digits, from the first that is not 0.
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// x in d₁.d₂d₃… × 10^x.
    pub(super) fn exponent(&self) -> i32 {
        self.point - 1
    }

    pub(super) fn to_f64(&self) -> f64 {
        self.scientific().parse().unwrap_or(0.0)
    }

    /// Plain digits with a comma between thousands: `12,000`, `0.0100`, `−2.63`.
    pub(super) fn plain(&self) -> String {
        let (whole, fraction) = self.around_point();
        let sign = if self.negative { "−" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{}{point}{fraction}", grouped(&whole))
    }

    /// `1.37 × 10⁹`.
    pub(super) fn power(&self) -> String {
        let mantissa = Decimal {
            point: 1,
            ..self.clone()
        };
        let power = format!("10{}", superscript(self.exponent()));
        if mantissa.digits == [1] {
            return format!("{}{power}", if self.negative { "−" } else { "" });
        }
        format!("{} × {power}", mantissa.plain())
    }

    /// `1.37e9`, as a computer reads it.
    pub(super) fn scientific(&self) -> String {
        let Some((first, rest)) = self.digits.split_first() else {
            return "0".to_owned();
        };
        let sign = if self.negative { "-" } else { "" };
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{first}{point}{}e{}", text(rest), self.exponent())
    }

    fn around_point(&self) -> (String, String) {
        let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
        let before = usize::try_from(self.point)
            .unwrap_or(0)
            .min(self.digits.len());
        let (whole, fraction) = self.digits.split_at(before);
        let length = i32::try_from(whole.len()).unwrap_or(i32::MAX);
        let whole = text(whole) + &zeros(self.point - length);
        let whole = if whole.is_empty() {
            "0".to_owned()
        } else {
            whole
        };
        (whole, zeros(-self.point) + &text(fraction))
    }
}

fn text(digits: &[u8]) -> String {
    digits
        .iter()
        .map(|digit| char::from(b'0' + digit))
        .collect()
}

/// A comma between thousands.
pub(super) fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn superscript(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    exponent
        .to_string()
        .bytes()
        .map(|byte| match byte {
            b'-' => '⁻',
            digit => RAISED[usize::from(digit - b'0')],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_mean_that_digits_were_dropped() {
        let three = |value| Decimal::rounded(value, 3, Rounding::Nearest).plain();
        assert_eq!(three(30.0), "30");
        assert_eq!(three(30.02), "30.0");
        assert_eq!(three(0.009_999), "0.0100");
        assert_eq!(three(0.01), "0.01");
        assert_eq!(three(-2.628), "−2.63");
        assert_eq!(three(0.0), "0");
        assert_eq!(three(12_345.0), "12,300");
    }

    #[test]
    fn noise_of_the_arithmetic_is_no_digit() {
        // 1 − 0.99996 in f64 is 4.0000000000040004e-5.
        let up = Decimal::rounded(1.0 - 0.99996, 2, Rounding::AwayFromZero);
        assert_eq!(up.plain(), "0.00004");
    }

    #[test]
    fn rounding_away_carries() {
        let up = |value| Decimal::rounded(value, 2, Rounding::AwayFromZero);
        assert_eq!(up(9.991e-3).plain(), "0.010");
        assert_eq!(up(1.001).plain(), "1.1");
        assert_eq!(up(996.0).plain(), "1,000");
    }

    #[test]
    fn powers() {
        assert_eq!(Decimal::shortest(1e6).power(), "10⁶");
        assert_eq!(Decimal::shortest(1.37e9).power(), "1.37 × 10⁹");
        assert_eq!(Decimal::shortest(-2.5e-12).power(), "−2.5 × 10⁻¹²");
        assert_eq!(Decimal::shortest(1e300).scientific(), "1e300");
        assert_eq!(Decimal::shortest(0.0).scientific(), "0");
    }
}
