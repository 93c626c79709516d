//! What a box shows reads back to the same value, bit for bit.

use outage_lab::kernel::quantity::Probability;
use outage_lab::text::format::{duration, input_count, input_probability, input_text};
use outage_lab::text::{Lang, Unit, read};

const UNITS: [Unit; 8] = [
    Unit::Second,
    Unit::PerSecond,
    Unit::PerDay,
    Unit::Ratio,
    Unit::Nines,
    Unit::Count,
    Unit::One,
    Unit::Utc,
];

/// Numbers spread over bits, not over sizes: Marsaglia's xorshift64, so that every run tests the same.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 2⁻⁶⁰ to 2⁶⁰ of either sign.
    fn number(&mut self) -> f64 {
        let bits = self.next();
        let exponent = 1023 - 60 + bits % 120;
        f64::from_bits(bits & (1 << 63 | ((1 << 52) - 1)) | exponent << 52)
    }
}

fn assert_reads_back(value: f64, unit: Unit) {
    for lang in Lang::ALL {
        let text = input_text(value, unit, lang);
        let read = read::real(&text, unit).map(f64::to_bits);
        assert_eq!(read, Ok(value.to_bits()), "{value:e} {unit:?} as {text:?}");
    }
}

#[test]
fn any_number_in_any_unit() {
    let mut bits = Bits(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let value = bits.number();
        for unit in UNITS {
            assert_reads_back(value, unit);
        }
    }
}

#[test]
fn the_edges_of_f64() {
    for value in [
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::EPSILON,
        -1.0,
        0.1 + 0.2,
    ] {
        for unit in UNITS {
            assert_reads_back(value, unit);
        }
    }
}

#[test]
fn times_that_people_set() {
    for factor in [1e-9, 1e-6, 1e-3, 1.0, 60.0, 3600.0, 86_400.0, 31_536_000.0] {
        for tenths in 1..2000 {
            assert_reads_back(f64::from(tenths) / 10.0 * factor, Unit::Second);
        }
    }
}

#[test]
fn counts_and_shares() {
    let mut bits = Bits(1);
    for _ in 0..20_000 {
        let count = bits.next() >> (bits.next() % 64);
        assert_eq!(read::count(&input_count(count)), Ok(count));

        let share = (bits.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let share = Probability::from_value(share).unwrap();
        assert_eq!(read::probability(&input_probability(share)), Ok(share));
    }
    for nines in 1..16 {
        let text = format!("{nines} nines");
        let share = read::probability(&text).unwrap();
        assert_eq!(read::probability(&input_probability(share)), Ok(share));
    }
}

/// A shown duration may be typed again, and is then off by its rounding alone.
#[test]
fn a_shown_duration_can_be_typed() {
    let mut seconds = 1e-9;
    while seconds < 1e12 {
        for lang in Lang::ALL {
            let text = duration(seconds, lang);
            if text.contains('×') || text.contains("10⁹") {
                continue;
            }
            let read = read::real(&text, Unit::Second).unwrap();
            let off = (read - seconds).abs();
            let half_unit = if (3600.0..172_800.0).contains(&seconds) {
                30.0
            } else {
                0.5
            };
            let is_split = (60.0..172_800.0).contains(&seconds);
            let most = if is_split { half_unit } else { seconds * 0.005 };
            assert!(off <= most * (1.0 + 1e-9), "{seconds} as {text}");
        }
        seconds *= 1.0037;
    }
}
