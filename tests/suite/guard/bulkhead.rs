//! Bulkheads.

use outage_lab::kernel::guard::bulkhead::{Calls, Pools, fill_s};
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::stats::batch_interval;
use serde_json::Value;

use crate::asked::{close, figure, notes, number, preset, reason, rows, run, start};

/// Chapter 11: 200 threads at 500 a second are full in 0.4 s; five pools of 40 keep 160. If the 500 a second are for all
/// five, as the text leaves open, it takes 2 s.
#[test]
fn the_sum_of_chapter_11() {
    let chapter = preset("bulkhead", "chapter");
    close(figure(&chapter, "fill_s"), 0.4, 1e-15);
    close(figure(&chapter, "fill_spread_s"), 2.0, 1e-15);
    close(figure(&chapter, "pool_fill_s"), 0.08, 1e-15);
    assert_eq!(figure(&chapter, "kept_slots"), 160.0);
    // Four others of 100 a second hold 8 slots at 20 ms.
    close(figure(&chapter, "fill_with_others_s"), 192.0 / 500.0, 1e-15);
}

/// Section 26.3.4: 60 = 42 + 18, 280 calls a second of 210 ms and 120 of 20 ms. The bound on the busy slots is
/// (42 + 2.4) / 60, where shared slots could all be busy: 58.8 + 2.4 > 60.
#[test]
fn the_split_of_the_lecture() {
    let lecture = preset("bulkhead", "lecture");
    assert_eq!(figure(&lecture, "kept_slots"), 18.0);
    close(figure(&lecture, "busy_bound"), 44.4 / 60.0, 1e-12);
    assert!(figure(&lecture, "busy_pools") < 44.4 / 60.0);
    assert!(figure(&lecture, "other_answered_pools") > 0.999_999);
    assert!(figure(&lecture, "other_answered_shared") < 0.95);
}

/// Shares refused, and slots needed for one in a thousand, against mpmath.
#[test]
fn shares_and_slots_of_fifty_digits() {
    let file: Value = serde_json::from_str(include_str!("../../reference/bulkhead.json")).unwrap();
    for row in file["rows"].as_array().unwrap() {
        let get = |name: &str| row[name].as_f64().unwrap();
        let all: Vec<(Calls, u64)> = row["pools"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pool| {
                let part = |at: usize| pool[at].as_f64().unwrap();
                (
                    Calls {
                        per_s: part(0),
                        hold_s: part(1),
                    },
                    part(2) as u64,
                )
            })
            .collect();
        let pools = Pools::new(all).unwrap();
        close(pools.refused_shared(), get("refused_shared"), 1e-9);
        close(pools.refused_in_pools(), get("refused_in_pools"), 1e-9);
        close(pools.busy_shared(), get("busy_shared"), 1e-12);
        close(pools.busy_in_pools(), get("busy_in_pools"), 1e-12);
        close(pools.busy_bound(), get("busy_bound"), 1e-12);
        assert_eq!(pools.slots_shared_for(1e-3), Ok(get("shared_for")));
        assert_eq!(pools.slots_in_pools_for(1e-3), Ok(get("pools_for")));
        close(pools.wait_shared_s().unwrap(), get("wait_shared_s"), 1e-9);
        close(
            pools.wait_in_pools_s().unwrap(),
            get("wait_in_pools_s"),
            1e-9,
        );
    }
}

/// Slots shared by calls of two kinds, one of fixed and one of exponential time, simulated call by call: both are refused
/// alike, by Erlang’s formula of their sum.
#[test]
fn shared_slots_refuse_all_kinds_alike() {
    const BATCHES: u64 = 30;
    let kinds = [
        Calls {
            per_s: 30.0,
            hold_s: 0.4,
        },
        Calls {
            per_s: 200.0,
            hold_s: 0.02,
        },
    ];
    let expected = Pools::new(vec![(kinds[0], 12), (kinds[1], 6)])
        .unwrap()
        .refused_shared();
    // The last of the three is for both kinds together.
    let mut shares: [Vec<f64>; 3] = Default::default();
    for seed in 0..BATCHES {
        let mut random = Stream::new(seed, "shared slots");
        let (mut busy_until, mut now) = ([0.0_f64; 18], 0.0);
        let (mut asked, mut refused) = ([0.0; 3], [0.0; 3]);
        for _ in 0..200_000 {
            now += random.exponential(230.0);
            let kind = usize::from(random.uniform() * 230.0 >= 30.0);
            let hold = match kind {
                0 => kinds[0].hold_s,
                _ => random.exponential(1.0 / kinds[1].hold_s),
            };
            let slot = busy_until.iter_mut().find(|until| **until <= now);
            for place in [kind, 2] {
                asked[place] += 1.0;
                refused[place] += f64::from(u8::from(slot.is_none()));
            }
            if let Some(slot) = slot {
                *slot = now + hold;
            }
        }
        for place in 0..3 {
            shares[place].push(refused[place] / asked[place]);
        }
    }
    for (place, widest) in [(0, 0.02), (1, 0.01), (2, 0.01)] {
        let interval = batch_interval(&shares[place]).unwrap();
        assert!(interval.half_width < widest * expected, "{interval:?}");
        let off = (interval.mean - expected).abs();
        assert!(
            off < 1.5 * interval.half_width,
            "{place}: {interval:?} {expected}"
        );
    }
}

#[test]
fn laws_of_pools() {
    let mut random = Stream::new(425, "laws of pools");
    for _ in 0..300 {
        let count = 2 + random.below(5) as usize;
        let all: Vec<(Calls, u64)> = (0..count)
            .map(|_| {
                let calls = Calls {
                    per_s: 0.1 + 100.0 * random.uniform(),
                    hold_s: 0.001 + random.uniform(),
                };
                (calls, 1 + random.below(40))
            })
            .collect();
        let pools = Pools::new(all.clone()).unwrap();
        // Sharing refuses no more than dividing the same slots, and the lecture’s bound holds.
        let busy_lost = pools.busy_shared() - pools.busy_in_pools();
        assert!(busy_lost > -1e-12, "{all:?}");
        assert!(pools.busy_in_pools() <= pools.busy_bound() + 1e-12);
        assert!(pools.slots_shared_for(1e-3).unwrap() <= pools.slots_in_pools_for(1e-3).unwrap());
        // What one dependency does is nothing to the pools of the others.
        let mut slow = all.clone();
        slow[0].0.hold_s *= 100.0;
        let slowed = Pools::new(slow).unwrap();
        for pool in 1..count {
            assert_eq!(slowed.refused_in(pool), pools.refused_in(pool));
        }
    }
    assert!(Pools::new(Vec::new()).is_err());
    let calls = Calls {
        per_s: 1.0,
        hold_s: 1.0,
    };
    assert!(Pools::new(vec![(calls, 0)]).is_err());
    assert!(
        Pools::new(vec![(
            Calls {
                per_s: 0.0,
                ..calls
            },
            1
        )])
        .is_err()
    );
}

#[test]
fn what_comes_back_in_time_never_fills_the_slots() {
    let calls = Calls {
        per_s: 500.0,
        hold_s: 0.25,
    };
    assert_eq!(fill_s(200.0, calls).unwrap_err().0, "never_full");
    let short = preset("bulkhead", "short_timeout");
    assert_eq!(reason(&short, "fill_s"), "never_full");
    assert_eq!(figure(&short, "slow_answered_pools"), 0.0);
    assert_eq!(
        notes(&short),
        ["bulkhead.note.never_full", "bulkhead.note.all_time_out"]
    );
}

#[test]
fn small_pools_refuse_what_shared_slots_would_not() {
    let fine = preset("bulkhead", "too_fine");
    assert!(notes(&fine).contains(&"bulkhead.note.split_refuses"));
    assert!(figure(&fine, "needed_pools") > 2.0 * figure(&fine, "needed_shared"));
    let pools = rows(&fine, "pools");
    // Two erlangs on three servers: (8/6) / (1 + 2 + 2 + 8/6) = 4/19.
    close(number(&pools[1][4]), 4.0 / 19.0, 1e-12);
}

#[test]
fn a_split_that_leaves_others_nothing_is_refused() {
    let error = start("bulkhead", &[("slots", "44"), ("slow_slots", "41")]).unwrap_err();
    assert_eq!(error.input, Some("slow_slots"));
    let error = start("bulkhead", &[("slots", "4"), ("slow_slots", "1")]).unwrap_err();
    assert_eq!(error.input, Some("slots"));
    assert_eq!(
        figure(&run("bulkhead", &[("slots", "44")]), "kept_slots"),
        4.0
    );
}
