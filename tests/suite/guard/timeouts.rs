//! Time-outs along a chain.

use outage_lab::kernel::guard::chain::{Chain, ChainRun, Layer, Outcome};
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::sim::Delay;
use outage_lab::models::Entry;
use outage_lab::text::Lang;

use crate::asked::{close, figure, notes, number, preset, reason, rows, run, start};
use crate::contract::texts;

fn seconds(s: f64) -> Delay {
    Delay::from_s(s).unwrap()
}

fn layer(slots: u32, work_s: f64) -> Layer {
    Layer {
        slots,
        work: seconds(work_s),
    }
}

fn outcome(chain: Chain, watch_s: f64) -> Outcome {
    let mut run = ChainRun::new(chain, seconds(watch_s)).unwrap();
    while !run.advance(1_000) {}
    run.finish()
}

/// Section 26.2.5 draws some 50 ms, 250 ms, 1 s and 3 to 5 s: the connections of db, the threads of svc and of api are
/// gone, and users give up. The course program with its own random numbers (seed 425, setting S1, CPython 3.11) has them
/// full after 40, 210 and 430 ms, to the tick of 10 ms, and the first failure after 3.35 s.
#[test]
fn the_sequence_of_the_lecture() {
    let lecture = preset("timeout_budget", "lecture");
    let sequence = [
        "last_full_s",
        "next_full_s",
        "front_full_s",
        "first_given_up_s",
    ];
    let ours = sequence.map(|id| figure(&lecture, id));
    for ((ours, text), program) in ours
        .iter()
        .zip([(0.0, 0.05), (0.05, 0.25), (0.25, 1.0), (3.0, 5.0)])
        .zip([0.04, 0.21, 0.43, 3.35])
    {
        assert!((text.0..=text.1).contains(ours), "{ours} {text:?}");
        assert!((ours / program - 1.0).abs() < 0.15, "{ours} {program}");
    }
    // 280 calls a second to ten connections; (60 − 5.2) / 280.
    let by_formula: Vec<f64> = rows(&lecture, "layers")[1..]
        .iter()
        .map(|row| number(&row[6]))
        .collect();
    close(by_formula[0], 54.8 / 280.0, 1e-12);
    close(by_formula[1], 10.0 / 280.0, 1e-12);
    close(figure(&lecture, "last_usual_per_s"), 1_000.0, 1e-12);
    close(figure(&lecture, "last_slow_per_s"), 50.0, 1e-12);
}

/// Section 26.2.15 (d): the library’s 3 s against 250 ms. Calls under way are λτ: 840 against 70, for 60 threads.
#[test]
fn three_seconds_against_a_quarter_of_one() {
    let (library, tuned) = (
        preset("timeout_budget", "lecture"),
        preset("timeout_budget", "tuned"),
    );
    close(figure(&library, "in_flight_timeout"), 840.0, 1e-12);
    close(figure(&tuned, "in_flight_timeout"), 70.0, 1e-12);
    // The front fills under the one and never under the other; the service in the middle under both.
    assert!(figure(&library, "front_full_s") < 1.0);
    assert_eq!(reason(&tuned, "front_full_s"), "never_full");
    assert!(figure(&tuned, "next_full_s") < 0.25);
    // What would not fill it: (60 − 5.2) / 280 s.
    close(figure(&tuned, "longest_timeout_s"), 54.8 / 280.0, 1e-12);
    assert!(notes(&tuned).contains(&"timeout_budget.note.too_long"));
    let short = preset("timeout_budget", "short_enough");
    assert_eq!(reason(&short, "next_full_s"), "never_full");
    assert_eq!(figure(&short, "other_answered"), 1.0);
    assert!(notes(&short).is_empty());
}

/// A user of one second, layers of ten, work of thirty: the layers end at 10.002, 10.012 and 10.022 s … by their own
/// time-outs, the last at 30.022 s.
#[test]
fn one_request_and_who_works_for_nobody() {
    let left = preset("timeout_budget", "nobody_waits");
    let table = rows(&left, "alone");
    let column = |at: usize| {
        table
            .iter()
            .map(|row| number(&row[at]))
            .collect::<Vec<f64>>()
    };
    assert_eq!(column(1), [0.0, 0.002, 0.012, 0.022]);
    assert_eq!(column(2), [10.002, 10.012, 10.022, 30.022]);
    assert_eq!(column(3), [1.0, 10.002, 10.012, 10.022]);
    assert_eq!(column(4), [9.002, 0.01, 0.01, 20.0]);
    close(figure(&left, "alone_wasted_s"), 29.022, 1e-12);
    assert_eq!(figure(&left, "alone_user_s"), 1.0);
    assert_eq!(table[3][0], Entry::Name("db".to_owned()));
    let passed = preset("timeout_budget", "passed_on");
    assert_eq!(figure(&passed, "alone_wasted_s"), 0.0);
    assert_eq!(figure(&passed, "wasted"), 0.0);
    assert_eq!(
        rows(&passed, "alone")
            .iter()
            .map(|row| number(&row[2]))
            .collect::<Vec<_>>(),
        [1.0; 4]
    );
    assert!(figure(&left, "wasted") > 0.5);
}

/// With room for all, each request has the stay that one has by itself, and slots held are λ times that (Little).
#[test]
fn with_room_for_all_the_run_is_the_sum_of_single_requests() {
    for passes_on in [false, true] {
        for timeout_s in [0.1, 0.35, 2.0] {
            let chain = Chain {
                layers: vec![
                    layer(10_000, 0.005),
                    layer(10_000, 0.01),
                    layer(10_000, 0.02),
                ],
                slow: seconds(0.5),
                per_s: 100.0,
                share: 1.0,
                timeout: seconds(timeout_s),
                patience: seconds(0.4),
                passes_on,
            };
            let stays = chain.alone();
            let outcome = outcome(chain, 20.0);
            for (stay, seen) in stays.iter().zip(&outcome.layers) {
                let stay_s = stay.to.seconds() - stay.from.seconds();
                let wasted_s = stay.for_nobody().seconds();
                // The ends of 20 s cut off no more than one stay.
                let held = seen.held_s / (100.0 * 20.0);
                assert!(
                    (held - stay_s).abs() < 0.06 * stay_s + 0.001,
                    "{held} {stay_s}"
                );
                let wasted = seen.wasted_s / (100.0 * 20.0);
                assert!(
                    (wasted - wasted_s).abs() < 0.06 * wasted_s + 0.001,
                    "{wasted} {wasted_s}"
                );
                assert_eq!(seen.most_queued, 0);
                let most = (100.0 * stay_s).ceil() as u32;
                assert!(
                    (most..=most + 2).contains(&seen.most),
                    "{} {most}",
                    seen.most
                );
            }
        }
    }
}

/// Slots are never exceeded, every request has one fate, nobody works for nobody where the time left is passed on, and
/// slices change nothing.
#[test]
fn laws_of_chains() {
    let mut random = Stream::new(425, "laws of chains");
    for case in 0..60 {
        let layers = (0..2 + random.below(4))
            .map(|_| layer(1 + random.below(40) as u32, 0.03 * random.uniform()))
            .collect();
        let chain = Chain {
            layers,
            slow: seconds(0.01 + 2.0 * random.uniform()),
            per_s: 10.0 + 200.0 * random.uniform(),
            share: random.uniform(),
            timeout: seconds(0.02 + 2.0 * random.uniform()),
            patience: seconds(0.02 + 2.0 * random.uniform()),
            passes_on: case % 2 == 0,
        };
        let whole = outcome(chain.clone(), 5.0);
        for (seen, layer) in whole.layers.iter().zip(&chain.layers) {
            assert!(seen.most <= layer.slots);
            assert_eq!(seen.full_s.is_some(), seen.most == layer.slots);
            assert!(seen.held_s <= f64::from(layer.slots) * 5.0 + 1e-9);
            assert!(seen.wasted_s <= seen.held_s + 1e-9);
            assert!(!chain.passes_on || seen.wasted_s == 0.0, "{seen:?}");
        }
        let fates = whole.slow_users.all() + whole.other_users.all();
        let came = chain.per_s * 5.0;
        assert!(fates as f64 <= came + 1.0);
        // All that came a patience before the end have a fate.
        assert!(
            fates as f64 >= chain.per_s * (5.0 - chain.patience.seconds()) - 2.0,
            "{fates} {came}"
        );
        let mut sliced = ChainRun::new(chain, seconds(5.0)).unwrap();
        while !sliced.advance(7) {}
        assert_eq!(sliced.finish(), whole);
    }
}

#[test]
fn a_chain_that_cannot_be_read_is_told_where_and_why() {
    let english = texts(Lang::En);
    for (chain, expected) in [
        ("", "There are 0 layers."),
        ("db 10 10 ms", "There are 1 layers."),
        (
            "a 1 1; b 1 1; c 1 1; d 1 1; e 1 1; f 1 1; g 1 1",
            "There are 7 layers.",
        ),
        (
            "api 120 5 ms; 60 10 ms",
            "Layer 2: a layer begins with a name",
        ),
        (
            "api many 5 ms; db 10 10 ms",
            "Layer 1: “many” is not a number of slots",
        ),
        (
            "api 0 5 ms; db 10 10 ms",
            "Layer 1: “0” is not a number of slots",
        ),
        (
            "api 120; db 10 10 ms",
            "Layer 1: “” is not a time for its work",
        ),
        (
            "api 120 5 ms; db 10 11 s",
            "Layer 2: “11 s” is not a time for its work",
        ),
    ] {
        let error = start("timeout_budget", &[("chain", chain)]).unwrap_err();
        assert_eq!(error.input, Some("chain"));
        let message = english.message(&error.message);
        assert!(message.starts_with(expected), "{chain}: {message}");
    }
    let error = start("timeout_budget", &[("watch_s", "600")]).unwrap_err();
    assert_eq!(error.input, Some("watch_s"));
    let wide = run(
        "timeout_budget",
        &[("chain", "入口 １２０ 5 毫秒； svc 60 0.01\ndb 10 10 ms")],
    );
    let plain = preset("timeout_budget", "lecture");
    assert_eq!(figure(&wide, "next_full_s"), figure(&plain, "next_full_s"));
}
