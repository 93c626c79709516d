//! The field note's walk, and two clients in every order.

use outage_lab::kernel::lab::lost_update::{Act, Contract, ORDERS, race};

use super::said;
use crate::asked::{at_once, figure, reason, rows};

/// The assertions of the field note's program, in their order.
#[test]
fn the_walk() {
    let output = at_once("storage_contract", &[("script", "walk")]);
    let moves: Vec<[String; 3]> = rows(&output, "moves")
        .iter()
        .map(|row| [said(&row[4]), said(&row[5]), said(&row[6])])
        .collect();
    let expected = [
        ["done", "ABCDEF", "no_version"],
        ["done", "ABXXEF", "no_version"],
        ["outside", "ABXXEF", "no_version"],
        ["done", "ABCDEF", "1"],
        ["done", "ABCDEF", "1"],
        ["done", "XYZ", "2"],
        ["done", "XYZ", "2"],
        ["old_copy", "ABCDEF", "1"],
        ["conflict", "XYZ", "2"],
        ["done", "XYZ", "2"],
        ["done", "XYZ", "2"],
    ];
    assert_eq!(moves.len(), expected.len());
    for (ours, theirs) in moves.iter().zip(expected) {
        assert_eq!(ours, &theirs.map(str::to_owned));
    }
    assert_eq!(said(&rows(&output, "moves")[10][3]), "[1, 3): YZ");
    assert_eq!(figure(&output, "refused"), 2.0);
    assert_eq!(figure(&output, "length"), 3.0);
    // At the step, not at the end: the volume has been tried, there is no object yet.
    let early = at_once("storage_contract", &[("script", "walk"), ("step", "3")]);
    assert_eq!(figure(&early, "refused"), 1.0);
    assert_eq!(reason(&early, "version"), "no_version");
    assert_eq!(reason(&early, "length"), "no_object");
}

/// Four of the six orders lose a change on objects; only the two serial ones are safe. A condition refuses instead,
/// in the same four, and trying again keeps both changes. Separate bytes of a volume do not meet.
#[test]
fn every_order_under_every_contract() {
    let places = [2, 4];
    for turns in ORDERS {
        let is_serial = turns[0] == turns[1];
        let object = race(Contract::Object, turns, places);
        let lost = object.last().unwrap().lost;
        assert_eq!(lost.iter().any(|lost| *lost), !is_serial, "{turns:?}");
        // What is lost is what was written first.
        let writer = object
            .iter()
            .find(|at| at.act == Act::Written)
            .unwrap()
            .client;
        assert_eq!(lost[writer], !is_serial);

        let once = race(Contract::Conditional { try_again: false }, turns, places);
        let refused = once.iter().filter(|at| at.act == Act::Refused).count();
        assert_eq!(refused, usize::from(!is_serial), "{turns:?}");
        assert_eq!(once.last().unwrap().lost, [false; 2]);

        let again = race(Contract::Conditional { try_again: true }, turns, places);
        assert_eq!(again.last().unwrap().stored, b"ABXXYY");
        assert_eq!(again.last().unwrap().version, 3);
        assert_eq!(again.len(), if is_serial { 4 } else { 6 });

        let block = race(Contract::Block, turns, places);
        assert_eq!(block.last().unwrap().stored, b"ABXXYY");
        assert_eq!(block.last().unwrap().lost, [false; 2]);
    }
    let output = at_once("storage_contract", &[]);
    assert_eq!(figure(&output, "orders_that_lose"), 4.0);
    assert_eq!(figure(&output, "lost_updates"), 1.0);
    assert_eq!(figure(&output, "bytes_written"), 12.0);
    let block = at_once("storage_contract", &[("contract", "block")]);
    assert_eq!(figure(&block, "orders_that_lose"), 0.0);
    assert_eq!(figure(&block, "bytes_written"), 4.0);
    assert_eq!(reason(&block, "version"), "no_version");
}

/// Where the two places overlap, a volume loses changes just as an object does, and no write fails.
#[test]
fn overlapping_blocks_collide() {
    for (places, end) in [([2, 2], "ABYYEF"), ([2, 3], "ABXYYF"), ([3, 2], "ABYYXF")] {
        let moves = race(Contract::Block, [0, 1, 0, 1], places);
        let last = moves.last().unwrap();
        assert_eq!(last.stored, end.as_bytes());
        assert_eq!(last.lost, [true, false]);
        assert!(moves.iter().all(|at| at.act != Act::Refused));
    }
    // Written over in full knowledge, a change is replaced and not lost.
    let serial = race(Contract::Block, [0, 0, 1, 1], [2, 2]);
    assert_eq!(serial.last().unwrap().lost, [false; 2]);
}

/// Whatever the places and the order: a condition never lets a change be lost, and every byte that is stored was in
/// the beginning or in a change.
#[test]
fn a_condition_never_loses() {
    for turns in ORDERS {
        for a in 0..=4 {
            for b in 0..=4 {
                for try_again in [false, true] {
                    let moves = race(Contract::Conditional { try_again }, turns, [a, b]);
                    assert!(moves.iter().all(|at| at.lost == [false; 2]));
                    let refused = moves.iter().filter(|at| at.act == Act::Refused).count();
                    let written = moves.iter().filter(|at| at.act == Act::Written).count();
                    assert_eq!(written, if try_again { 2 } else { 2 - refused });
                }
            }
        }
    }
}
