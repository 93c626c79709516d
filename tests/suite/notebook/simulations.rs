//! Sessions with simulations: slices, superseded runs, waiting cells.

use outage_lab::models::Budget;
use outage_lab::notebook::session::{CellState, WORKING};

use super::library::{number, open, run, slice, state};
use super::models::started;

/// A simulation of 1,000 steps, one of its results taken on, a second simulation, and a formula apart.
const CELLS: &str = r#"
    {"model": {"id": "walk", "model": "walk", "inputs": {"stride_s": "2"}}},
    {"model": {"id": "after", "model": "availability", "inputs": {"mttr_s": {"from": "walk.distance_s"}}}},
    {"model": {"id": "second", "model": "walk", "inputs": {"stride_s": {"from": "walk.distance_s"}}}},
    {"model": {"id": "apart", "model": "fleet_scale"}},
    {"text":  {"id": "words", "body": {"en": "{walk.distance_s}", "zh": "{walk.distance_s}"}}}"#;

#[test]
fn formulas_are_done_at_once_while_a_simulation_works() {
    let mut session = open(CELLS);
    let first = session.recompute(Budget { steps: 250 });
    assert_eq!(state(&session, "walk"), "working");
    assert_eq!(state(&session, "after"), "working");
    assert_eq!(state(&session, "apart"), "ready");
    // A quarter of one of three cells: the two that wait have done nothing.
    assert_eq!(first.working, Some(0.25 / 3.0));
    assert_eq!(
        session.value("walk.distance_s").unwrap().value,
        Err(WORKING)
    );
}

#[test]
fn a_slice_changes_only_what_is_at_work() {
    let mut session = open(CELLS);
    slice(&mut session, 100);
    assert_eq!(
        slice(&mut session, 100),
        [0, 4],
        "its progress, and the words that wait for it"
    );
}

#[test]
fn the_result_does_not_depend_on_the_slices() {
    let whole = run(CELLS);
    for steps in [1, 7, 999, 1_000, 1_001] {
        let mut session = open(CELLS);
        let mut calls = 0;
        while session.recompute(Budget { steps }).working.is_some() {
            calls += 1;
            assert!(calls < 3_000, "no end");
        }
        // 1,000 steps of 2 s; then 1,000 steps of 2,000 s.
        assert_eq!(number(&session, "second.distance_s"), 2_000_000.0);
        assert_eq!(
            session.value("after.availability"),
            whole.value("after.availability")
        );
    }
}

#[test]
fn a_run_with_other_inputs_is_dropped() {
    let mut session = open(CELLS);
    slice(&mut session, 900);
    session.set_number("walk.stride_s", 3.0).unwrap();
    slice(&mut session, 200);
    assert_eq!(
        state(&session, "walk"),
        "working",
        "200 steps of 1,000, not 1,100"
    );
    session.run_to_end();
    assert_eq!(number(&session, "walk.distance_s"), 3_000.0);
}

#[test]
fn a_stopped_run_rests_keeps_what_it_did_and_goes_on() {
    let mut session = open(CELLS);
    slice(&mut session, 900);
    session.stop(0);
    let rest = session.recompute(Budget { steps: 5_000 });
    assert_eq!(rest.working, None, "no frame is asked for while it rests");
    assert_eq!(rest.changed, [0, 4]);
    let CellState::Working {
        share,
        stopped: true,
        ..
    } = session.cell(0).unwrap().state
    else {
        panic!("{:?}", session.cell(0));
    };
    assert_eq!(share, 0.9);
    assert_eq!(state(&session, "after"), "working", "it waits");
    session.go_on(0);
    slice(&mut session, 100);
    assert_eq!(number(&session, "walk.distance_s"), 2_000.0);
}

#[test]
fn a_stopped_run_begins_afresh_with_other_inputs() {
    let mut session = open(CELLS);
    slice(&mut session, 900);
    session.stop(0);
    session.set_number("walk.stride_s", 3.0).unwrap();
    session.run_to_end();
    assert_eq!(number(&session, "walk.distance_s"), 3_000.0);
}

#[test]
fn a_run_whose_inputs_come_back_goes_on() {
    let mut session = open(CELLS);
    slice(&mut session, 900);
    session.set_number("walk.stride_s", 3.0).unwrap();
    session.set_number("walk.stride_s", 2.0).unwrap();
    slice(&mut session, 100);
    assert_eq!(number(&session, "walk.distance_s"), 2_000.0);
}

#[test]
fn going_back_to_inputs_that_have_a_result_runs_nothing() {
    let mut session = run(CELLS);
    started();
    session.set_number("walk.stride_s", 3.0).unwrap();
    slice(&mut session, 10);
    assert_eq!(state(&session, "second"), "working");
    session.set_number("walk.stride_s", 2.0).unwrap();
    slice(&mut session, 10);
    assert_eq!(state(&session, "second"), "ready");
    assert_eq!(started(), 1, "the run that was dropped");
    assert_eq!(number(&session, "second.distance_s"), 2_000_000.0);
}

#[test]
fn what_was_there_stays_to_be_seen_while_the_new_is_at_work() {
    let mut session = run(CELLS);
    session.set_number("walk.stride_s", 3.0).unwrap();
    slice(&mut session, 500);
    let CellState::Working {
        share,
        previous,
        stopped: false,
    } = session.cell(0).unwrap().state
    else {
        panic!("{:?}", session.cell(0));
    };
    assert_eq!(share, 0.5);
    assert_eq!(previous.unwrap().output.figures[0].value, Ok(2_000.0));
    assert_eq!(
        session.value("walk.distance_s").unwrap().value,
        Err(WORKING)
    );
}

/// 1,000 steps of 2 s: the plan is there at once, also in words, and the walk when it is done. Cells that take a value
/// wait for the whole.
#[test]
fn what_is_known_at_once_is_shown_at_once() {
    let mut session = open(
        r#"{"model": {"id": "hike", "model": "hike", "inputs": {"stride_s": "2"}}},
           {"model": {"id": "after", "model": "availability", "inputs": {"mttr_s": {"from": "hike.planned_s"}}}},
           {"text": {"id": "words", "body": {"en": "{hike.planned_s}", "zh": "{hike.planned_s}"}}}"#,
    );
    let known = |session: &outage_lab::notebook::Session| {
        ["hike.planned_s", "hike.distance_s"].map(|name| session.value(name).unwrap().value)
    };
    assert_eq!(slice(&mut session, 100), [0, 1, 2]);
    assert_eq!(known(&session), [Ok(2_000.0), Err(WORKING)]);
    assert_eq!(state(&session, "hike"), "working");
    assert_eq!(state(&session, "after"), "working");
    let CellState::Working { previous, .. } = session.cell(0).unwrap().state else {
        panic!("{:?}", session.cell(0));
    };
    assert_eq!(previous.unwrap().output.figures[0].value, Ok(2_000.0));
    session.run_to_end();
    assert_eq!(known(&session), [Ok(2_000.0), Ok(2_000.0)]);
    // Another stride: what was known of the old one is gone with it.
    session.set_number("hike.stride_s", 3.0).unwrap();
    assert_eq!(known(&session), [Err(WORKING), Err(WORKING)]);
    slice(&mut session, 100);
    assert_eq!(known(&session), [Ok(3_000.0), Err(WORKING)]);
    session.set_number("hike.stride_s", 2.0).unwrap();
    slice(&mut session, 1);
    assert_eq!(known(&session), [Ok(2_000.0), Ok(2_000.0)]);
}

#[test]
fn runs_share_the_budget_equally() {
    let mut session = open(
        r#"{"model": {"id": "one", "model": "walk"}},
           {"model": {"id": "two", "model": "walk"}}"#,
    );
    let first = session.recompute(Budget { steps: 1_000 });
    assert_eq!(first.working, Some(0.5));
    assert_eq!(session.recompute(Budget { steps: 1_000 }).working, None);
}
