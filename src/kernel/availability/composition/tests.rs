use super::*;
use crate::rng::Stream;

fn group(needed: u64, members: Vec<(u64, Structure)>) -> Structure {
    Structure::Group { needed, members }
}

fn blocks(texts: &[&str]) -> Vec<UpDown> {
    texts
        .iter()
        .map(|text| text.parse::<Probability>().unwrap().into())
        .collect()
}

fn each(numbers: std::ops::Range<usize>) -> Vec<(u64, Structure)> {
    numbers.map(|n| (1, Structure::Block(n))).collect()
}

#[track_caller]
fn close(ours: f64, expected: f64) {
    let error = (ours - expected).abs();
    assert!(
        error <= 1e-12 * expected.abs(),
        "{ours:e} is not {expected:e}"
    );
}

/// P(up | the states) by trying every state of every block; each block mentioned any number of times, no copies.
fn by_enumeration(structure: &Structure, blocks: &[UpDown]) -> UpDown {
    fn is_up(structure: &Structure, case: u32) -> bool {
        match structure {
            Structure::Block(block) => case >> block & 1 == 1,
            Structure::Group { needed, members } => {
                let up = members.iter().filter(|(_, part)| is_up(part, case)).count();
                up as u64 >= *needed
            }
        }
    }
    let mut sum = UpDown { up: 0.0, down: 0.0 };
    for case in 0..1_u32 << blocks.len() {
        let weight: f64 = blocks
            .iter()
            .enumerate()
            .map(|(n, block)| {
                if case >> n & 1 == 1 {
                    block.up
                } else {
                    block.down
                }
            })
            .product();
        if is_up(structure, case) {
            sum.up += weight;
        } else {
            sum.down += weight;
        }
    }
    sum
}

/// A random structure of up to `depth` levels over the blocks `0..count`; every block is there at least once.
fn random(stream: &mut Stream, depth: u32, count: usize) -> Structure {
    let mut members = each(0..count);
    for _ in 0..depth {
        let extra = (1, Structure::Block(stream.below(count as u64) as usize));
        let at = stream.below(members.len() as u64) as usize;
        let taken = members.split_off(at);
        if taken.is_empty() {
            continue;
        }
        let mut inside = taken;
        inside.push(extra);
        let needed = 1 + stream.below(inside.len() as u64);
        members.push((1, group(needed, inside)));
    }
    let needed = 1 + stream.below(members.len() as u64);
    group(needed, members)
}

#[test]
fn random_systems_with_repeated_blocks_agree_with_enumeration() {
    let mut stream = Stream::new(425, "composition");
    for _ in 0..300 {
        let count = 2 + stream.below(6) as usize;
        let depth = stream.below(5) as u32;
        let structure = random(&mut stream, depth, count);
        let blocks: Vec<UpDown> = (0..count)
            .map(|_| Probability::from_value(stream.uniform()).unwrap().into())
            .collect();
        let system = Composition::new(&structure, blocks.clone()).unwrap();
        let expected = by_enumeration(&structure, &blocks);
        let share = system.availability().unwrap();
        assert!((share.value() - expected.up).abs() < 1e-13);
        assert!((share.complement() - expected.down).abs() < 1e-13);
        for (block, importance) in system.importance().into_iter().enumerate() {
            let with = |state: UpDown| {
                let mut blocks = blocks.clone();
                blocks[block] = state;
                by_enumeration(&structure, &blocks).down
            };
            let expected = with(UpDown::DOWN) - with(UpDown::UP);
            assert!(
                (importance - expected).abs() < 1e-12,
                "{importance} {expected}"
            );
        }
        for (block, single) in system.single_points().into_iter().enumerate() {
            let mut states = vec![UpDown::UP; count];
            states[block] = UpDown::DOWN;
            assert_eq!(single, by_enumeration(&structure, &states).up == 0.0);
        }
    }
}

/// The bridge, written by its four paths: 2p² + 2p³ − 5p⁴ + 2p⁵ is 0.97848 at 0.9 (Barlow and Proschan, example 2.1.3).
#[test]
fn the_bridge_by_its_paths() {
    let path = |numbers: &[usize]| {
        let members = numbers.iter().map(|n| (1, Structure::Block(*n))).collect();
        (1, Structure::series(members))
    };
    let bridge = group(
        1,
        vec![
            path(&[0, 3]),
            path(&[1, 4]),
            path(&[0, 2, 4]),
            path(&[1, 2, 3]),
        ],
    );
    let system = Composition::new(&bridge, blocks(&["0.9"; 5])).unwrap();
    close(system.availability().unwrap().value(), 0.97848);
    assert_eq!(system.single_points(), [false; 5]);
}

/// A block in both branches is no redundancy: it is as if it stood before them.
#[test]
fn what_both_branches_share_is_a_single_point() {
    let branch = |own: usize| {
        (
            1,
            Structure::series(vec![(1, Structure::Block(own)), (1, Structure::Block(2))]),
        )
    };
    let system = Composition::new(
        &group(1, vec![branch(0), branch(1)]),
        blocks(&["0.99", "0.99", "0.999"]),
    )
    .unwrap();
    // 1 − 0.999 · (1 − 0.01²)
    close(system.unavailability().unwrap(), 0.0010999);
    assert_eq!(system.single_points(), [false, false, true]);
}

#[test]
fn twelve_nines_keep_their_digits() {
    let pair = group(1, each(0..2));
    let system = Composition::new(&pair, blocks(&["0.999999"; 2])).unwrap();
    assert_eq!(system.unavailability(), Ok(1e-12));
    let row = Structure::series(each(0..3));
    let system = Composition::new(&row, blocks(&["0.999999999999"; 3])).unwrap();
    // 3q − 3q² + q³
    close(system.unavailability().unwrap(), 2.999_999_999_997e-12);
    // 20 of them in parallel: 10⁻²⁴⁰, and 40 are beyond any f64.
    let many = |n| {
        Composition::new(
            &group(1, vec![(n, Structure::Block(0))]),
            blocks(&["0.999999999999"]),
        )
        .unwrap()
    };
    close(many(20).unavailability().unwrap(), 1e-240);
    assert_eq!(many(40).unavailability(), Err(Undefined("out_of_range")));
    let perfect =
        Composition::new(&group(1, vec![(40, Structure::Block(0))]), blocks(&["1"])).unwrap();
    assert_eq!(perfect.unavailability(), Ok(0.0));
}

#[test]
fn copies_are_the_same_as_separate_blocks() {
    for needed in 1..=7 {
        let written = group(needed, each(0..7));
        let one = Composition::new(&written, blocks(&["0.97"; 7])).unwrap();
        let copied = group(needed, vec![(7, Structure::Block(0))]);
        let other = Composition::new(&copied, blocks(&["0.97"])).unwrap();
        close(
            other.unavailability().unwrap(),
            one.unavailability().unwrap(),
        );
        close(other.importance()[0], one.importance()[0]);
        assert_eq!(other.single_points()[0], one.single_points()[0]);
        assert_eq!(other.copies(), [7]);
        let mixed = group(
            needed,
            vec![(3, Structure::Block(0)), (4, Structure::Block(1))],
        );
        let mixed = Composition::new(&mixed, blocks(&["0.97"; 2])).unwrap();
        close(
            mixed.unavailability().unwrap(),
            one.unavailability().unwrap(),
        );
        close(mixed.importance()[1], one.importance()[0]);
    }
}

#[test]
fn the_beta_factor_keeps_each_blocks_unavailability() {
    let beta = "0.1".parse().unwrap();
    let pair = group(1, each(0..2));
    let stated = blocks(&["0.99", "0.98"]);
    let with = with_shared_cause(&pair, &stated, beta).unwrap();
    assert_eq!(
        with.causes,
        [SharedCause {
            block: 2,
            members: vec![0, 1]
        }]
    );
    // The least is 0.01, a tenth of it 0.001; what is left is 0.009/0.999 and 0.019/0.999.
    close(with.blocks[2].down, 0.001);
    for (own, stated) in with.blocks.iter().zip(&stated) {
        close(1.0 - 0.999 * own.up, stated.down);
        close(own.down + own.up, 1.0);
    }
    let system = Composition::new(&with.structure, with.blocks).unwrap();
    // 0.001 + 0.999 · (0.009/0.999) · (0.019/0.999)
    close(
        system.unavailability().unwrap(),
        0.001 + 0.009 * 0.019 / 0.999,
    );
    assert_eq!(system.single_points(), [false, false, true]);
}

/// Everything in common: two are as good as the better one of them.
#[test]
fn a_beta_of_one_leaves_no_redundancy() {
    let with = with_shared_cause(
        &group(1, each(0..2)),
        &blocks(&["0.99", "0.98"]),
        Probability::ONE,
    )
    .unwrap();
    let system = Composition::new(&with.structure, with.blocks).unwrap();
    close(system.unavailability().unwrap(), 0.01);
    let dead = with_shared_cause(
        &group(1, each(0..2)),
        &blocks(&["0", "0"]),
        Probability::ONE,
    )
    .unwrap();
    let system = Composition::new(&dead.structure, dead.blocks).unwrap();
    assert_eq!(system.unavailability(), Ok(1.0));
}

#[test]
fn shared_causes_are_for_redundant_groups_of_plain_blocks() {
    let beta = "0.1".parse().unwrap();
    let row = Structure::series(each(0..2));
    let stated = blocks(&["0.99", "0.98"]);
    let with = with_shared_cause(&row, &stated, beta).unwrap();
    assert!(with.causes.is_empty() && !with.left_out && with.structure == row);
    let nested = group(1, vec![(2, row)]);
    let with = with_shared_cause(&nested, &stated, beta).unwrap();
    assert!(with.causes.is_empty() && with.left_out);
    let twice = Structure::series(vec![(1, group(1, each(0..2))), (1, Structure::Block(1))]);
    assert_eq!(
        with_shared_cause(&twice, &stated, beta),
        Err(SharedTwice(1))
    );
    assert!(with_shared_cause(&twice, &stated, Probability::ZERO).is_ok());
}

#[test]
fn mistakes_are_named() {
    let one = blocks(&["0.9"]);
    let refused = |structure: &Structure| {
        Composition::new(structure, one.clone())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(&Structure::Block(1)),
        "block is 1; allowed: the number of one"
    );
    assert_eq!(
        refused(&group(3, vec![(2, Structure::Block(0))])),
        "needed is 3; allowed: 1 to 2"
    );
    assert_eq!(
        refused(&group(1, vec![(20_000, Structure::Block(0))])),
        "copies is 20000; allowed: 1 to 10,000, none of them 0"
    );
    let copied = group(1, vec![(2, Structure::Block(0)), (1, Structure::Block(0))]);
    assert_eq!(
        refused(&copied),
        "mentions of a block is 2; allowed: 1 for what is copied"
    );
    assert!(Composition::new(&Structure::Block(0), blocks(&["0.9", "0.9"])).is_err());
    let heavy = group(
        3_000,
        vec![(5_000, Structure::Block(0)), (5_000, Structure::Block(1))],
    );
    assert_eq!(
        Composition::new(&heavy, blocks(&["0.9", "0.8"]))
            .unwrap_err()
            .quantity,
        "steps"
    );
}
