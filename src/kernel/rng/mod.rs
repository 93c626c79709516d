//! Random numbers that are the same on every machine: one seed, one stream for each purpose.
//!
//! Arrivals and service times drawn from one generator disturb each other: change the service, and other customers
//! arrive. A [`Stream`] belongs to one purpose, so that two settings of a model see the same arrivals.

pub mod mersenne;

use crate::math;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// 2⁻⁵³, the step between the uniform numbers.
const STEP: f64 = 1.0 / (1_u64 << 53) as f64;

/// A portable stream of random numbers: ChaCha with eight rounds.
///
/// The key is the seed in its first eight bytes, the low byte first, and zeros; the stream number (the nonce) is
/// the 64-bit FNV-1a hash of the purpose's name in UTF-8. Both are part of the format: a seed and a purpose mean the
/// same numbers for ever.
///
/// References: D. J. Bernstein, *ChaCha, a variant of Salsa20* (2008); G. Fowler, L. C. Noll and K.-P. Vo, *FNV hash*
/// (isthe.com/chongo/tech/comp/fnv).
///
/// ```
/// use outage_lab_kernel::rng::Stream;
///
/// let mut arrivals = Stream::new(425, "arrivals");
/// assert_eq!(arrivals.u64(), Stream::new(425, "arrivals").u64());
/// assert_ne!(arrivals.u64(), Stream::new(425, "service").u64());
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    generator: ChaCha8Rng,
    /// The second normal number of a pair, until it is asked for.
    spare_normal: Option<f64>,
}

impl Stream {
    /// The stream of this purpose under this seed.
    #[must_use]
    pub fn new(seed: u64, purpose: &str) -> Self {
        Self::numbered(seed, fnv_1a(purpose.as_bytes()))
    }

    fn numbered(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        for (to, from) in key.iter_mut().zip(seed.to_le_bytes()) {
            *to = from;
        }
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(stream);
        Self {
            generator,
            spare_normal: None,
        }
    }

    /// Goes to the `draw`-th number of the stream, counted from 0, as if so many had been taken: numbers can then belong to
    /// a thing by its index and not by the order of use. Numbers are those of [`u64`](Self::u64).
    ///
    /// ```
    /// use outage_lab_kernel::rng::Stream;
    ///
    /// let mut stream = Stream::new(425, "requests");
    /// let drawn = [stream.u64(), stream.u64(), stream.u64()];
    /// stream.seek(1);
    /// assert_eq!(stream.u64(), drawn[1]);
    /// ```
    pub fn seek(&mut self, draw: u64) {
        self.generator.set_word_pos(u128::from(draw) * 2);
        self.spare_normal = None;
    }

    /// 64 random bits: the next eight bytes of the key stream, the low byte first.
    pub fn u64(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A uniform number in \[0, 1): a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        (self.u64() >> 11) as f64 * STEP
    }

    /// A uniform number in (0, 1]: a multiple of 2⁻⁵³, never zero, so that it has a logarithm.
    pub fn uniform_open(&mut self) -> f64 {
        ((self.u64() >> 11) + 1) as f64 * STEP
    }

    /// A uniform whole number from 0 to `n` − 1, every one equally likely.
    ///
    /// Method: the high half of a 128-bit product, with rejection; D. Lemire, *Fast random integer generation in an
    /// interval*, ACM TOMACS 29 (2019), algorithm 5.
    ///
    /// # Panics
    /// `n` is 0: no number is below it.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0");
        let uneven = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.u64()) * u128::from(n);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// A time in seconds, exponentially distributed with mean 1/`rate_per_s`; at most 36.8 means.
    ///
    /// Formula: −ln(u)/rate, u uniform in (0, 1] (inversion). The rate must be above zero and finite, which its owner
    /// has checked.
    pub fn exponential(&mut self, rate_per_s: f64) -> f64 {
        debug_assert!(
            rate_per_s > 0.0 && rate_per_s.is_finite(),
            "rate_per_s is {rate_per_s}"
        );
        0.0 - math::ln(self.uniform_open()) / rate_per_s
    }

    /// A normal number with mean 0 and standard deviation 1.
    ///
    /// Method: the polar method, which makes two at a time and keeps the second; G. Marsaglia and T. A. Bray, *A
    /// convenient method for generating normal variables*, SIAM Review 6 (1964); Knuth, *The Art of Computer
    /// Programming* 2, 3.4.1, algorithm P.
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        loop {
            let x = 2.0 * self.uniform() - 1.0;
            let y = 2.0 * self.uniform() - 1.0;
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let scale = (-2.0 * math::ln(square) / square).sqrt();
                self.spare_normal = Some(y * scale);
                return x * scale;
            }
        }
    }
}

/// FNV-1a, 64 bits: for each byte, exclusive or, then times the prime.
fn fnv_1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET_BASIS, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests;
