//! Many draws at once: with the words of the state at hand, which of them fit is known before they are asked for.
//!
//! Up to half of all words are too large for a range, and a processor cannot guess which. Drawn one after the other,
//! each also waits for the place of the one before. Here a window of 64 words is compared with every range in question
//! beforehand, a bit a word; then a draw is the lowest bit that is set among the words that are left.

use super::{CPython, SMALL_POOL, WORDS, pool_limit};

/// Words in a window.
const WINDOW: usize = 64;
/// The most ranges in a round.
const MOST: usize = 16;
/// Numbers that are drawn together.
const TOGETHER: usize = 512;

/// For each range a bit for each word of a window that is below it.
type Fits = [u64; MOST];

impl CPython {
    /// `random.sample(range(population), k)`, then, where a `size` is given, `random.randrange(size)` for each of the
    /// `k`; all that so many `times`. `take` gets the sample and the numbers that belong to it, or none.
    ///
    /// # Panics
    /// `k` is larger than the population, or `size` is 0.
    pub fn samples(
        &mut self,
        (population, k): (u32, u32),
        size: Option<u32>,
        times: u64,
        mut take: impl FnMut(&[u32], &[u32]),
    ) {
        assert!(k <= population, "cannot draw {k} of {population}");
        assert!(size != Some(0), "randrange(0) is empty");
        let count = k as usize;
        let is_few = (1..=MOST / 2).contains(&count);
        if is_few && population as usize <= SMALL_POOL {
            self.pooled(population, count, size, times, &mut take);
        } else if is_few && population as usize > pool_limit(count) && size.is_none() {
            self.unseen(population, count, times, &mut take);
        } else {
            let (mut sample, mut indices, mut within) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..times {
                self.sample_into(u64::from(population), u64::from(k), &mut sample);
                indices.clear();
                indices.extend(sample.iter().map(|index| *index as u32));
                within.clear();
                if let Some(size) = size {
                    self.randrange_times(size, count, |drawn| within.push(drawn));
                }
                take(&indices, &within);
            }
        }
    }

    /// Samples from a list: every one takes the same ranges, so that many can be drawn together.
    fn pooled(
        &mut self,
        population: u32,
        count: usize,
        size: Option<u32>,
        times: u64,
        take: &mut impl FnMut(&[u32], &[u32]),
    ) {
        let mut ranges = [size.unwrap_or(1); MOST];
        for (drawn, range) in ranges.iter_mut().take(count).enumerate() {
            *range = population - drawn as u32;
        }
        let ranges = &ranges[..if size.is_some() { 2 * count } else { count }];
        let mut numbers = [0; TOGETHER];
        let mut left = times;
        while left > 0 {
            let rounds = left.min((TOGETHER / ranges.len()) as u64);
            let numbers = &mut numbers[..rounds as usize * ranges.len()];
            self.in_turn(ranges, numbers);
            for round in numbers.chunks_exact_mut(ranges.len()) {
                let (places, within) = round.split_at_mut(count);
                // As `sample` does it: the last one that is left fills the vacancy.
                let mut pool = IN_ORDER;
                let mut last = population as usize;
                for place in places.iter_mut() {
                    last -= 1;
                    let at = *place as usize % POOL;
                    *place = u32::from(pool[at]);
                    pool[at] = pool[last % POOL];
                }
                take(places, within);
            }
            left -= rounds;
        }
    }

    /// Samples in which an index is drawn again if it was drawn before. How many draws that takes is not known, but at
    /// least so many as are missing: those are drawn together, and then those that are still missing.
    fn unseen(
        &mut self,
        population: u32,
        count: usize,
        times: u64,
        take: &mut impl FnMut(&[u32], &[u32]),
    ) {
        let mut numbers = [0; TOGETHER];
        let mut sample = [0; MOST];
        // For most numbers a bit tells that they are new, without a search.
        let mut seen = 0_u64;
        let mut drawn = 0;
        let mut left = times;
        while left > 0 {
            let missing = left.saturating_mul(count as u64) - drawn as u64;
            let numbers = &mut numbers[..missing.min(TOGETHER as u64) as usize];
            self.in_turn(&[population], numbers);
            for number in numbers {
                let bit = 1 << (*number % u64::BITS);
                if seen & bit != 0 && sample[..drawn].contains(number) {
                    continue;
                }
                seen |= bit;
                sample[drawn] = *number;
                drawn += 1;
                if drawn == count {
                    take(&sample[..count], &[]);
                    (drawn, seen) = (0, 0);
                    left -= 1;
                }
            }
        }
    }

    /// `random.randrange(n)` for each of the ranges in turn, over and over, until the numbers are full.
    #[inline(never)]
    fn in_turn(&mut self, ranges: &[u32], numbers: &mut [u32]) {
        let mut low_bits = [0; MOST];
        for (bits, range) in low_bits.iter_mut().zip(ranges) {
            *bits = range.leading_zeros();
        }
        let mut fits = [0; MOST];
        // The words of the window that no draw has used or passed over stay in a register: each draw waits for them.
        let (mut first, mut left) = self.window(self.next, ranges, &mut fits);
        let mut which = 0;
        for number in numbers {
            let mut fit = fits[which % MOST] & left;
            while fit == 0 {
                (first, left) = self.window(first + WINDOW, ranges, &mut fits);
                fit = fits[which % MOST] & left;
            }
            // The lowest bit and all below it are used up.
            left &= !(fit ^ (fit - 1));
            let at = first + fit.trailing_zeros() as usize;
            *number = self.numbers[at] >> (low_bits[which % MOST] & 31);
            which += 1;
            if which == ranges.len() {
                which = 0;
            }
        }
        self.next = first + left.trailing_zeros() as usize;
    }

    /// The window of a word: the number of its first word, and a bit for each of its words from that word on. If there
    /// is no such word it is the first window of the next state.
    #[inline(never)]
    fn window(&mut self, next: usize, ranges: &[u32], fits: &mut Fits) -> (usize, u64) {
        let next = if next < WORDS {
            next
        } else {
            self.refill();
            0
        };
        let first = next.min(WORDS - WINDOW);
        if let Some(words) = self.numbers[first..].first_chunk() {
            let (mut before, mut same) = (0, 0);
            for (fit, range) in fits.iter_mut().zip(ranges) {
                if *range != before {
                    (before, same) = (*range, below(words, *range));
                }
                *fit = same;
            }
        }
        (first, !0 << (next - first))
    }
}

/// A bit for each word whose top bits, as many as `range` has, are below it.
fn below(words: &[u32; WINDOW], range: u32) -> u64 {
    let limit = range << (range.leading_zeros() & 31);
    // Bytes first, which a compiler does many at a time.
    let mut fits = [0; WINDOW];
    for (fit, word) in fits.iter_mut().zip(words) {
        *fit = u8::from(*word < limit);
    }
    let mut bits = 0;
    for (at, eight) in fits.as_chunks::<8>().0.iter().enumerate() {
        // The product puts the low bits of the eight bytes side by side into the top byte.
        let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= gathered << (8 * at);
    }
    bits
}

/// Room of the list that a small sample is drawn from; a power of two, so that no index needs a check.
const POOL: usize = 32;

const IN_ORDER: [u8; POOL] = {
    let mut pool = [0; POOL];
    let mut at = 0;
    while at < POOL {
        pool[at] = at as u8;
        at += 1;
    }
    pool
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Against one draw after the other, across several states, from every place in the first of them.
    #[test]
    fn samples_and_ranges_are_those_of_single_draws() {
        let cases = [
            ((9, 3), Some(3)),
            ((3, 3), Some(9)),
            ((27, 3), None),
            ((21, 8), Some(1)),
            ((16, 1), Some(64)),
            ((1, 1), Some(1_000_000)),
            ((8, 0), Some(5)),
            ((8, 5), None),
            ((27, 3), Some(3)),
            ((12, 12), Some(4)),
            ((100, 8), None),
            ((4_000_000_000, 1), None),
        ];
        for start in 0..WORDS {
            let ((population, k), size) = cases[start % cases.len()];
            let mut together = CPython::seed(425);
            for _ in 0..start {
                together.word();
            }
            let mut single = together.clone();
            let times = [0, 1, 7, 40, 300][start % 5];
            let mut objects = Vec::new();
            together.samples((population, k), size, times, |sample, within| {
                objects.push((sample.to_vec(), within.to_vec()));
            });
            assert_eq!(objects.len() as u64, times);
            for (sample, within) in objects {
                let expected = one_by_one(&mut single, population, k);
                assert_eq!(sample, expected, "{start}: {k} of {population}");
                assert_eq!(within.len(), size.map_or(0, |_| k as usize));
                for number in within {
                    let expected = by_word(&mut single, size.unwrap());
                    assert_eq!(u64::from(number), expected, "{start}");
                }
            }
            assert_eq!(together.random(), single.random(), "{start}");
        }
    }

    /// CPython's `_randbelow`, word by word.
    fn by_word(generator: &mut CPython, n: u32) -> u64 {
        loop {
            let number = generator.getrandbits(u32::BITS - n.leading_zeros());
            if number < u64::from(n) {
                return number;
            }
        }
    }

    /// CPython's `sample`, by its text.
    fn one_by_one(generator: &mut CPython, population: u32, k: u32) -> Vec<u32> {
        let mut sample = Vec::new();
        let pooled = population <= if k > 5 { 85 } else { 21 };
        let mut pool: Vec<u32> = (0..if pooled { population } else { 0 }).collect();
        while sample.len() < k as usize {
            if pooled {
                let at = by_word(generator, pool.len() as u32) as usize;
                sample.push(pool.swap_remove(at));
            } else {
                let drawn = by_word(generator, population) as u32;
                if !sample.contains(&drawn) {
                    sample.push(drawn);
                }
            }
        }
        sample
    }
}
