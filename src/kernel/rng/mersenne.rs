//! CPython's `random`, for reproducing published runs to the last digit.
//!
//! For new work take a [`Stream`](super::Stream): this generator has one sequence for all purposes.

mod rounds;

use crate::math;
use std::collections::BTreeSet;

/// Words of state.
const WORDS: usize = 624;
/// The same in pairs.
const PAIRS: usize = WORDS / 2;
/// Distance between the words that are combined.
const SHIFT: usize = 397;
/// The largest population that is always drawn from a list.
const SMALL_POOL: usize = 21;
/// 2⁵³.
const TWO_53: f64 = (1_u64 << 53) as f64;

/// The generator of CPython 3.11's module `random`: Mersenne Twister MT19937 and the functions built on it.
///
/// Same seed, same numbers: bit for bit, except that [`expovariate`](Self::expovariate) and [`gauss`](Self::gauss)
/// take logarithm, sine and cosine from [`math`], CPython from the platform. Against CPython 3.11 with glibc on x86-64,
/// of a million numbers each after `random.seed(425)`, 94 % were the same bits, and the others were within 2 units in
/// the last place for `expovariate(0.05)` and 3 for `gauss(0, 1)`: relative differences below 6e-16.
///
/// References: M. Matsumoto and T. Nishimura, *Mersenne Twister*, ACM TOMACS 8 (1998), and their `mt19937ar.c`;
/// CPython 3.11, `Modules/_randommodule.c` and `Lib/random.py`.
///
/// ```
/// use outage_lab_kernel::rng::mersenne::CPython;
///
/// // >>> random.seed(1); random.random()
/// assert_eq!(CPython::seed(1).random(), 0.13436424411240122);
/// ```
#[derive(Clone, Debug)]
pub struct CPython {
    /// In pairs: see [`both`].
    state: [u64; PAIRS],
    /// The numbers of this state, tempered together: a draw that is rejected must not wait for the next one's.
    numbers: [u32; WORDS],
    next: usize,
    /// The second normal number of a pair, until it is asked for.
    spare_normal: Option<f64>,
}

impl CPython {
    /// `random.seed(seed)`: `init_by_array` over the seed's 32-bit words, the low one first.
    #[must_use]
    pub fn seed(seed: u64) -> Self {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        let state = if high == 0 {
            state_from_key(&[low])
        } else {
            state_from_key(&[low, high])
        };
        Self::in_state(state)
    }

    fn in_state(state: [u32; WORDS]) -> Self {
        Self {
            state: std::array::from_fn(|i| {
                u64::from(state[2 * i + 1]) << 32 | u64::from(state[2 * i])
            }),
            numbers: [0; WORDS],
            next: WORDS,
            spare_normal: None,
        }
    }

    /// `random.random()`: uniform in \[0, 1), 53 bits from two words.
    pub fn random(&mut self) -> f64 {
        // Both words at once: each word by itself would wait for the place that the one before left in memory.
        let (first, second) = match self.numbers.get(self.next..) {
            Some([first, second, ..]) => {
                self.next += 2;
                (*first, *second)
            }
            _ => (self.word(), self.word()),
        };
        let bits = u64::from(first >> 5) << 26 | u64::from(second >> 6);
        bits as f64 / TWO_53
    }

    /// `random.uniform(a, b)`: a + (b − a)·u.
    pub fn uniform(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.random()
    }

    /// `random.expovariate(lambd)`: −ln(1 − u)/λ. λ must not be zero, which its owner has checked.
    pub fn expovariate(&mut self, lambd: f64) -> f64 {
        debug_assert!(lambd != 0.0 && lambd.is_finite(), "lambd is {lambd}");
        -math::ln(1.0 - self.random()) / lambd
    }

    /// `random.gauss(mu, sigma)`: Box and Muller's pair, the angle drawn first, the sine kept for the next call.
    pub fn gauss(&mut self, mu: f64, sigma: f64) -> f64 {
        let normal = match self.spare_normal.take() {
            Some(spare) => spare,
            None => {
                let angle = self.random() * std::f64::consts::TAU;
                let radius = (-2.0 * math::ln(1.0 - self.random())).sqrt();
                self.spare_normal = Some(math::sin(angle) * radius);
                math::cos(angle) * radius
            }
        };
        mu + normal * sigma
    }

    /// `random.getrandbits(k)` for up to 64 bits: whole words from the low end, the last one's top bits.
    ///
    /// # Panics
    /// `k` is above 64.
    pub fn getrandbits(&mut self, k: u32) -> u64 {
        assert!(k <= 64, "getrandbits gives at most 64 bits here, not {k}");
        match k {
            0 => 0,
            1..=32 => u64::from(self.word() >> (32 - k)),
            _ => {
                let low = u64::from(self.word());
                let high = u64::from(self.word() >> (64 - k));
                high << 32 | low
            }
        }
    }

    /// `random.randrange(n)`: uniform from 0 to `n` − 1, by as many bits as `n` has, drawn again while too large.
    ///
    /// # Panics
    /// `n` is 0: the range is empty.
    pub fn randrange(&mut self, n: u64) -> u64 {
        assert!(n > 0, "randrange(0) is empty");
        if n <= u64::from(u32::MAX) {
            let mut number = 0;
            self.randranges([n as u32], |drawn| number = u64::from(drawn));
            return number;
        }
        let bits = u64::BITS - n.leading_zeros();
        loop {
            let number = self.getrandbits(bits);
            if number < n {
                return number;
            }
        }
    }

    /// `random.randrange(n)` for each `n` in turn, which must not be 0.
    ///
    /// Up to half of all words are too large, and a processor cannot guess which: a loop over single words waits for
    /// its wrong guesses most of the time. So four are compared without a branch, and the first that fits is taken.
    #[inline]
    pub fn randranges(&mut self, ns: impl IntoIterator<Item = u32>, mut take: impl FnMut(u32)) {
        const AHEAD: usize = 4;
        // In a register: the place in memory would make each draw wait for the one before.
        let mut next = self.next;
        for n in ns {
            debug_assert!(n > 0, "randrange(0) is empty");
            let low_bits = n.leading_zeros();
            let mut first = AHEAD;
            if let Some(words) = self.numbers[next.min(WORDS)..].first_chunk::<AHEAD>() {
                let fits = |at: usize| u32::from(words[at] >> (low_bits & 31) < n) << at;
                let mask = fits(0) | fits(1) | fits(2) | fits(3) | 1 << AHEAD;
                first = mask.trailing_zeros() as usize;
                if first < AHEAD {
                    take(words[first] >> (low_bits & 31));
                }
                next += first + usize::from(first < AHEAD);
            }
            if first == AHEAD {
                self.next = next;
                take(self.top_bits_below(low_bits, n));
                next = self.next;
            }
        }
        self.next = next;
    }

    /// `random.randrange(n)` so many times. `n` must not be 0.
    ///
    /// As [`randranges`](Self::randranges), with all of them found in one look at the words ahead.
    #[inline]
    pub fn randrange_times(&mut self, n: u32, times: usize, mut take: impl FnMut(u32)) {
        const AHEAD: usize = 16;
        debug_assert!(n > 0, "randrange(0) is empty");
        let low_bits = n.leading_zeros() & 31;
        let mut left = times;
        while left > 0 {
            let Some(words) = self.numbers[self.next..].first_chunk::<AHEAD>() else {
                take(self.top_bits_below(low_bits, n));
                left -= 1;
                continue;
            };
            let mut mask = 0;
            for (at, word) in words.iter().enumerate() {
                mask |= u32::from(word >> low_bits < n) << at;
            }
            let mut used = AHEAD;
            while mask != 0 {
                let at = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                take(words[at & (AHEAD - 1)] >> low_bits);
                left -= 1;
                if left == 0 {
                    used = at + 1;
                    break;
                }
            }
            self.next += used;
        }
    }

    /// The first word that is below `n` without its low bits, word by word.
    #[inline(never)]
    fn top_bits_below(&mut self, low_bits: u32, n: u32) -> u32 {
        loop {
            let number = self.word() >> low_bits;
            if number < n {
                return number;
            }
        }
    }

    /// `random.sample(range(population), k)`: `k` different indices in the order drawn.
    ///
    /// # Panics
    /// `k` is larger than the population.
    pub fn sample(&mut self, population: usize, k: usize) -> Vec<usize> {
        let mut drawn = Vec::new();
        self.sample_into(population as u64, k as u64, &mut drawn);
        drawn.into_iter().map(|index| index as usize).collect()
    }

    /// [`sample`](Self::sample) into a list that is used again, which is what a run of many samples needs.
    ///
    /// # Panics
    /// `k` is larger than the population.
    pub fn sample_into(&mut self, population: u64, k: u64, drawn: &mut Vec<u64>) {
        assert!(
            k <= population,
            "cannot draw {k} different ones of {population}"
        );
        drawn.clear();
        if population <= pool_limit(k as usize) as u64 {
            self.sample_from_pool(population, k, drawn);
        } else {
            self.sample_unseen(population, k, drawn);
        }
    }

    /// Draws from a list; the last one that is left fills the vacancy.
    fn sample_from_pool(&mut self, population: u64, k: u64, drawn: &mut Vec<u64>) {
        // Small lists are the common ones and need no memory of their own.
        const IN_ORDER: [u8; SMALL_POOL] = {
            let mut pool = [0; SMALL_POOL];
            let mut at = 0;
            while at < SMALL_POOL {
                pool[at] = at as u8;
                at += 1;
            }
            pool
        };
        if population <= SMALL_POOL as u64 {
            let mut pool = IN_ORDER;
            let mut left = population as usize;
            let counts = (0..k as u32).map(|drawn| population as u32 - drawn);
            self.randranges(counts, |at| {
                let at = at as usize;
                left -= 1;
                drawn.push(u64::from(pool[at]));
                pool[at] = pool[left];
            });
        } else {
            let mut pool: Vec<u64> = (0..population).collect();
            for left in (population - k + 1..=population).rev() {
                let at = self.randrange(left) as usize;
                drawn.push(pool[at]);
                pool[at] = pool[left as usize - 1];
            }
        }
    }

    /// Draws from the whole population, again when the index was drawn before.
    fn sample_unseen(&mut self, population: u64, k: u64, drawn: &mut Vec<u64>) {
        // A short list is searched faster than a set is kept.
        const SHORT: usize = 32;
        let k = k as usize;
        let mut seen = BTreeSet::new();
        let mut keep = |index: u64, drawn: &mut Vec<u64>| {
            let is_new = if k <= SHORT {
                !drawn.contains(&index)
            } else {
                seen.insert(index)
            };
            if is_new {
                drawn.push(index);
            }
        };
        while drawn.len() < k {
            let missing = k - drawn.len();
            match u32::try_from(population) {
                Ok(n) => self.randrange_times(n, missing, |index| keep(u64::from(index), drawn)),
                Err(_) => keep(self.randrange(population), drawn),
            }
        }
    }

    /// The next 32 bits. Inlined even where code is kept small: runs of draws spend most of their time here.
    #[inline(always)]
    fn word(&mut self) -> u32 {
        if self.next == WORDS {
            self.refill();
        }
        let word = self.numbers[self.next];
        self.next += 1;
        word
    }

    #[cold]
    fn refill(&mut self) {
        twist(&mut self.state);
        let (numbers, _) = self.numbers.as_chunks_mut();
        for ([first, second], pair) in numbers.iter_mut().zip(&self.state) {
            let pair = tempered(*pair);
            (*first, *second) = (pair as u32, (pair >> 32) as u32);
        }
        self.next = 0;
    }
}

/// The largest population for which CPython copies a list rather than remember what it drew: 21, and for more than
/// five draws the least power of four that is not below 3`k` besides.
fn pool_limit(k: usize) -> usize {
    let mut table = 0;
    if k > 5 {
        table = 4_usize;
        while table < k.saturating_mul(3) {
            table = table.saturating_mul(4);
        }
    }
    table.saturating_add(SMALL_POOL)
}

/// `init_genrand` of `mt19937ar.c`.
fn state_from_number(number: u32) -> [u32; WORDS] {
    let mut state = [number; WORDS];
    for i in 1..WORDS {
        let before = state[i - 1];
        state[i] = (before ^ before >> 30)
            .wrapping_mul(1_812_433_253)
            .wrapping_add(i as u32);
    }
    state
}

/// `init_by_array` of `mt19937ar.c`, for keys of one or two words.
fn state_from_key(key: &[u32]) -> [u32; WORDS] {
    let mut state = state_from_number(19_650_218);
    let mut i = 1;
    for (j, word) in key.iter().enumerate().cycle().take(WORDS) {
        state[i] = mixed(&state, i, 1_664_525)
            .wrapping_add(*word)
            .wrapping_add(j as u32);
        i = following(&mut state, i);
    }
    for _ in 1..WORDS {
        state[i] = mixed(&state, i, 1_566_083_941).wrapping_sub(i as u32);
        i = following(&mut state, i);
    }
    state[0] = 0x8000_0000;
    state
}

fn mixed(state: &[u32; WORDS], i: usize, factor: u32) -> u32 {
    let before = state[i - 1];
    state[i] ^ (before ^ before >> 30).wrapping_mul(factor)
}

/// The index after `i`, skipping 0, into which the last word is copied on the way round.
fn following(state: &mut [u32; WORDS], i: usize) -> usize {
    if i + 1 < WORDS {
        return i + 1;
    }
    state[0] = state[WORDS - 1];
    1
}

/// Two words of 32 bits in one of 64, the earlier one low: every bit operation then works on both. WebAssembly without
/// vectors gains a factor of two by it, and compilers make vectors of it where there are some.
const fn both(word: u32) -> u64 {
    (word as u64) << 32 | word as u64
}

/// The next 624 words of state, as 312 pairs.
fn twist(state: &mut [u64; PAIRS]) {
    /// The pair that begins with the second word of one pair and ends with the first of the pair after it.
    fn between(pair: u64, after: u64) -> u64 {
        pair >> 32 | after << 32
    }
    fn mix(this: u64, next: u64, far: u64) -> u64 {
        let joined = this & both(0x8000_0000) | next & both(0x7fff_ffff);
        // Each half is 0 or 1, so the product of one does not reach the other.
        let odd = (next & both(1)) * 0x9908_b0df;
        far ^ joined >> 1 & both(0x7fff_ffff) ^ odd
    }
    // The words combined are 397 apart: the second of the pair 198 further on, and the first of the one after that.
    const FAR: usize = SHIFT / 2;
    const WRAP: usize = PAIRS - 1 - FAR;
    // In parts, so that no index wraps inside a loop.
    for i in 0..WRAP {
        let far = between(state[i + FAR], state[i + FAR + 1]);
        state[i] = mix(state[i], between(state[i], state[i + 1]), far);
    }
    let far = between(state[PAIRS - 1], state[0]);
    state[WRAP] = mix(state[WRAP], between(state[WRAP], state[WRAP + 1]), far);
    for i in WRAP + 1..PAIRS - 1 {
        let far = between(state[i + FAR - PAIRS], state[i + FAR + 1 - PAIRS]);
        state[i] = mix(state[i], between(state[i], state[i + 1]), far);
    }
    let (last, far) = (state[PAIRS - 1], between(state[FAR - 1], state[FAR]));
    state[PAIRS - 1] = mix(last, between(last, state[0]), far);
}

/// Shifts to the left run into the other word at bits that the masks clear.
fn tempered(mut pair: u64) -> u64 {
    pair ^= pair >> 11 & both(u32::MAX >> 11);
    pair ^= pair << 7 & both(0x9d2c_5680);
    pair ^= pair << 15 & both(0xefc6_0000);
    pair ^ pair >> 18 & both(u32::MAX >> 18)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures of `mt19937ar.out`, published with the reference implementation: `init_by_array` with
    /// {0x123, 0x234, 0x345, 0x456}.
    #[test]
    fn the_published_output() {
        let state = state_from_key(&[0x123, 0x234, 0x345, 0x456]);
        let mut generator = CPython::in_state(state);
        let words: Vec<u32> = (0..5).map(|_| generator.word()).collect();
        assert_eq!(
            words,
            [
                1_067_595_299,
                955_945_823,
                477_289_528,
                4_107_218_783,
                4_228_976_476
            ]
        );
    }

    /// By the rule of `random.sample`: 4^ceil(log₄ 18) = 64, 4^ceil(log₄ 255) = 256, 4^ceil(log₄ 258) = 1024.
    #[test]
    fn the_pool_grows_with_the_sample() {
        assert_eq!([0, 5, 6, 85, 86].map(pool_limit), [21, 21, 85, 277, 1045]);
        assert_eq!(pool_limit(usize::MAX), usize::MAX);
    }

    #[test]
    fn a_sample_holds_each_index_once() {
        let mut all = CPython::seed(7).sample(500, 500);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..500));
    }
}
