//! The generator of published runs against the generator that made them.

use outage_lab::kernel::rng::mersenne::CPython;
use serde_json::Value;

fn runs() -> Vec<Value> {
    let file: Value =
        serde_json::from_str(include_str!("../reference/cpython_random.json")).unwrap();
    file["runs"].as_array().unwrap().clone()
}

fn seed(run: &Value) -> u64 {
    run["seed"].as_u64().unwrap()
}

/// Floats are kept as text, which `parse` reads to the nearest `f64`.
fn float(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(float).collect()
}

fn pairs(value: &Value) -> Vec<(u64, u64)> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair[0].as_u64().unwrap(), pair[1].as_u64().unwrap()))
        .collect()
}

#[test]
fn uniform_numbers_are_the_same_bits() {
    for run in runs() {
        let mut generator = CPython::seed(seed(&run));
        let numbers: Vec<f64> = (0..1000).map(|_| generator.random()).collect();
        assert_eq!(numbers[..5], floats(&run["random"]));
        assert_eq!(numbers[999], float(&run["random_1000th"]));

        let mut generator = CPython::seed(seed(&run));
        let numbers: Vec<f64> = (0..5).map(|_| generator.uniform(-3.0, 7.0)).collect();
        assert_eq!(numbers, floats(&run["uniform_minus3_7"]));
    }
}

#[test]
fn whole_numbers_are_the_same() {
    for run in runs() {
        let mut generator = CPython::seed(seed(&run));
        for (bits, number) in pairs(&run["getrandbits"]) {
            assert_eq!(
                generator.getrandbits(bits as u32),
                number,
                "seed {}, {bits} bits",
                seed(&run)
            );
        }
        let mut generator = CPython::seed(seed(&run));
        for (n, number) in pairs(&run["randrange"]) {
            assert_eq!(
                generator.randrange(n),
                number,
                "seed {}, below {n}",
                seed(&run)
            );
        }
    }
}

/// Both ways of sampling, on both sides of each border between them; and the generator is then where CPython's is.
#[test]
fn samples_are_the_same_in_the_same_order() {
    for run in runs() {
        for case in run["sample"].as_array().unwrap() {
            let (population, k) = (
                case["population"].as_u64().unwrap() as usize,
                case["k"].as_u64().unwrap() as usize,
            );
            let mut generator = CPython::seed(seed(&run));
            let mut drawn = generator.sample(population, k);
            assert_eq!(drawn.len(), k);
            if k > 12 {
                drawn.drain(6..k - 6);
            }
            let expected: Vec<usize> = case["drawn"]
                .as_array()
                .unwrap()
                .iter()
                .map(|index| index.as_u64().unwrap() as usize)
                .collect();
            assert_eq!(drawn, expected, "seed {}, {k} of {population}", seed(&run));
            assert_eq!(
                generator.random(),
                float(&case["next_random"]),
                "seed {}, {k} of {population}",
                seed(&run)
            );
        }
    }
}

/// Neighbouring numbers of the same sign are one unit apart.
fn units_apart(a: f64, b: f64) -> u64 {
    a.to_bits().abs_diff(b.to_bits())
}

/// Logarithm, sine and cosine come from another library than CPython's. Over a million draws the largest differences
/// were 2 units for the exponential and 3 for the normal numbers.
#[test]
fn exponential_and_normal_numbers_are_the_same_but_for_the_last_bits() {
    for run in runs() {
        let mut generator = CPython::seed(seed(&run));
        for expected in floats(&run["expovariate_0_05"]) {
            assert!(
                units_apart(generator.expovariate(0.05), expected) <= 2,
                "seed {}: {expected}",
                seed(&run)
            );
        }
        let mut generator = CPython::seed(seed(&run));
        for expected in floats(&run["gauss_10_2"]) {
            assert!(
                units_apart(generator.gauss(10.0, 2.0), expected) <= 3,
                "seed {}: {expected}",
                seed(&run)
            );
        }
    }
}

#[test]
fn a_mixture_stays_in_step() {
    for run in runs() {
        let mut generator = CPython::seed(seed(&run));
        for expected in floats(&run["mixture"]) {
            assert_eq!(generator.random(), expected, "seed {}", seed(&run));
            generator.sample(120, 3);
            generator.randrange(7);
            generator.gauss(0.0, 1.0);
        }
    }
}
