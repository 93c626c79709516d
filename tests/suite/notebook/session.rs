//! Sessions: shared values, locked controls, what is recomputed, and what blocks a cell.

use outage_lab::chart::{AxisId, Layer};
use outage_lab::kernel::quantity::Probability;
use outage_lab::models::Value;
use outage_lab::notebook::session::{BLOCKED, Binding, CellState, INTERVAL};
use outage_lab::notebook::{Reason, Session};
use outage_lab::text::Arg;

use super::library::{document, number, open, run, slice, state};
use super::models::started;

/// Two models on one shared value, one that takes a result of the other, and one apart.
const SHARED: &str = r#"
    {"param": {"id": "mttf_s", "like": "availability.mttf_s", "value": "36000000"}},
    {"text":  {"id": "words", "body": {"en": "{a.availability}", "zh": "{a.availability}"}}},
    {"model": {"id": "a", "model": "availability", "inputs": {"mttf_s": {"from": "mttf_s"}, "mttr_s": "36000"}}},
    {"model": {"id": "f", "model": "fleet_scale", "inputs": {"unit_mttf_s": {"from": "mttf_s"}}}},
    {"model": {"id": "b", "model": "availability", "inputs": {"mttf_s": {"from": "f.system_mttf_s"}}}},
    {"model": {"id": "apart", "model": "drill"}}"#;

fn number_of(session: &Session, address: &str) -> f64 {
    let controls = session.inputs();
    let control = controls.iter().find(|control| control.address == address);
    control.unwrap().value.as_ref().unwrap().number().unwrap()
}

/// 10,000 h and 10 h: 10,000 / 10,010 = 0.999000999…, and 365 d × 24 h / 1,001 = 8.7512… h a year.
#[test]
fn opening_and_running_gives_the_documents_results() {
    let session = run(SHARED);
    assert!((number(&session, "a.availability") - 10_000.0 / 10_010.0).abs() < 1e-15);
    assert!((number(&session, "a.downtime_per_year_s") - 8_760.0 / 1_001.0 * 3_600.0).abs() < 1e-6);
    assert_eq!(number(&session, "f.system_mttf_s"), 300_000.0);
    assert_eq!(number_of(&session, "b.mttf_s"), 300_000.0);
}

#[test]
fn only_what_follows_from_a_change_runs_again() {
    let mut session = open(SHARED);
    let all = slice(&mut session, 0);
    assert_eq!(all, [0, 1, 2, 3, 4, 5]);
    assert_eq!(started(), 4);
    assert_eq!(slice(&mut session, 0), [0; 0]);

    session.set_number("a.mttr_s", 3_600.0).unwrap();
    assert_eq!(
        slice(&mut session, 0),
        [1, 2],
        "the model and the words that show it"
    );
    assert_eq!(started(), 1);

    session.set_number("f.machines", 12_000.0).unwrap();
    assert_eq!(slice(&mut session, 0), [3, 4]);
    assert_eq!(started(), 2);

    session.set_number("mttf_s", 72_000_000.0).unwrap();
    assert_eq!(slice(&mut session, 0), [0, 1, 2, 3, 4]);
    assert_eq!(started(), 3);

    session.set_number("mttf_s", 72_000_000.0).unwrap();
    assert_eq!(
        slice(&mut session, 0),
        [0; 0],
        "the same value again is no change"
    );
    assert_eq!(started(), 0);
}

#[test]
fn a_value_set_and_set_back_before_a_recompute_runs_nothing() {
    let mut session = run(SHARED);
    started();
    session.set_number("mttf_s", 1.0).unwrap();
    session.set_number("mttf_s", 36_000_000.0).unwrap();
    session.recompute(outage_lab::models::Budget { steps: 0 });
    assert_eq!(started(), 0);
    assert_eq!(number(&session, "f.system_mttf_s"), 300_000.0);
}

#[test]
fn moving_an_input_that_follows_a_shared_value_moves_that() {
    let mut session = run(SHARED);
    session.set_text("a.mttf_s", "3600").unwrap();
    assert_eq!(number(&session, "mttf_s"), 3_600.0);
    session.run_to_end();
    assert_eq!(number(&session, "f.system_mttf_s"), 30.0);
    session.reset("f.unit_mttf_s").unwrap();
    assert_eq!(number(&session, "mttf_s"), 36_000_000.0);
}

#[test]
fn an_input_bound_to_a_result_is_locked_and_says_where_it_comes_from() {
    let mut session = run(SHARED);
    let source = Binding::Output("f.system_mttf_s".to_owned());
    assert_eq!(session.binding("b.mttf_s"), Some(&source));
    assert_eq!(session.binding("b.mttr_s"), Some(&Binding::Own));
    let error = session.set_number("b.mttf_s", 1.0).unwrap_err();
    assert_eq!(error.message.key, "notebook.bound_elsewhere");
    let source = ("source", Arg::Plain("f.system_mttf_s".to_owned()));
    assert!(error.message.args.contains(&source));
    assert!(session.reset("b.mttf_s").is_err());
    assert!(session.apply_preset("b", "one_hour").is_err());
    assert_eq!(
        number_of(&session, "b.mttr_s"),
        36_000.0,
        "half a preset is not applied"
    );
}

#[test]
fn what_cannot_be_set_changes_nothing() {
    let mut session = run(SHARED);
    let values = |session: &Session| -> Vec<_> {
        let controls = session.inputs().into_iter();
        controls.map(|control| control.value).collect()
    };
    let before = values(&session);
    for (address, text) in [
        ("nobody", "1"),
        ("a.nothing", "1"),
        ("a", "1"),
        ("words", "1"),
        ("mttf_s", "-1"),
        ("a.year", "366d"),
        ("a.mttr_s", "soon"),
    ] {
        assert!(session.set_text(address, text).is_err(), "{address}={text}");
    }
    assert!(session.set("mttf_s", Value::Toggle(true)).is_err());
    assert!(session.set_number("mttf_s", f64::NAN).is_err());
    assert_eq!(values(&session), before);
    assert_eq!(
        session
            .recompute(outage_lab::models::Budget { steps: 0 })
            .changed,
        [0; 0]
    );
}

#[test]
fn presets_and_resets() {
    let mut session = run(SHARED);
    session.apply_preset("a", "one_hour").unwrap();
    assert_eq!(number_of(&session, "a.mttr_s"), 3_600.0);
    session.set_number("f.machines", 7.0).unwrap();
    session.set_number("mttf_s", 5.0).unwrap();
    session.reset("a.mttr_s").unwrap();
    assert_eq!(number_of(&session, "a.mttr_s"), 36_000.0);
    session.reset_all();
    assert_eq!(number_of(&session, "f.machines"), 120.0);
    assert_eq!(number(&session, "mttf_s"), 36_000_000.0);
    assert!(session.apply_preset("a", "no_such").is_err());
    assert!(session.apply_preset("words", "one_hour").is_err());
}

#[test]
fn the_controls_say_where_they_come_from_and_whether_they_matter() {
    let mut session = run(SHARED);
    let controls = session.inputs();
    let control = |address: &str| controls.iter().find(|c| c.address == address).unwrap();
    assert_eq!(control("mttf_s").binding, Binding::Own);
    assert_eq!(
        control("a.mttf_s").binding,
        Binding::Param("mttf_s".to_owned())
    );
    assert_eq!(
        control("b.mttf_s").binding,
        Binding::Output("f.system_mttf_s".to_owned())
    );
    assert_eq!(control("b.mttf_s").document, None);
    assert_eq!(control("a.mttr_s").document, Some(Value::Real(36_000.0)));
    assert_eq!(
        control("a.mttf_s").document,
        Some(Value::Real(36_000_000.0))
    );
    assert_eq!(control("mttf_s").model, "availability");
    assert!(!control("apart.limit_s").matters);
    session.set("apart.limited", Value::Toggle(true)).unwrap();
    let controls = session.inputs_of(5);
    assert!(controls.iter().all(|control| control.matters));
}

const CHAIN: &str = r#"
    {"model": {"id": "source", "model": "drill", "inputs": {"limited": "true"}}},
    {"model": {"id": "sink", "model": "availability", "inputs": {"mttr_s": {"from": "source.limit_s"}}}},
    {"model": {"id": "last", "model": "fleet_scale", "inputs": {"unit_mttf_s": {"from": "sink.mttr_needed_s"}}}},
    {"model": {"id": "apart", "model": "fleet_scale"}}"#;

#[test]
fn an_undefined_value_blocks_what_needs_it_and_nothing_else_until_it_is_there() {
    let mut session = run(CHAIN);
    assert_eq!(number_of(&session, "sink.mttr_s"), 60.0);
    session.set("source.limited", Value::Toggle(false)).unwrap();
    session.run_to_end();
    assert_eq!(state(&session, "source"), "ready");
    assert_eq!(state(&session, "sink"), "undefined");
    assert_eq!(state(&session, "last"), "depends_on_blocked");
    assert_eq!(state(&session, "apart"), "ready");
    assert_eq!(
        session.value("sink.availability").unwrap().value,
        Err(BLOCKED)
    );
    session.set("source.limited", Value::Toggle(true)).unwrap();
    session.run_to_end();
    assert_eq!(state(&session, "last"), "ready");
}

#[test]
fn inputs_that_a_model_refuses_fail_that_cell_and_block_what_needs_it() {
    let mut session = run(CHAIN);
    session
        .set("source.plan", Value::Text("nonsense".to_owned()))
        .unwrap();
    session.run_to_end();
    assert_eq!(state(&session, "source"), "failed");
    assert_eq!(state(&session, "sink"), "depends_on_blocked");
    session.reset_all();
    session.run_to_end();
    assert_eq!(state(&session, "last"), "ready");
}

/// The limit of `n` is 1 to 1,000,000 machines; the shared value may be more.
#[test]
fn a_value_out_of_range_blocks_until_it_is_back() {
    let mut session = run(r#"
        {"param": {"id": "n", "like": "walk.stride_s", "value": "5"}},
        {"model": {"id": "d", "model": "drill", "inputs": {"limited": "true", "limit_s": {"from": "n"}}}}"#);
    assert_eq!(number(&session, "d.limit_s"), 5.0);
    session.set_number("n", 4_000.0).unwrap();
    session.run_to_end();
    assert_eq!(state(&session, "d"), "refused");
    session.set_number("n", 3_600.0).unwrap();
    session.run_to_end();
    assert_eq!(number(&session, "d.limit_s"), 3_600.0);
}

#[test]
fn a_value_that_does_not_matter_holds_nothing_up() {
    let mut session = run(r#"
        {"param": {"id": "n", "like": "walk.stride_s", "value": "5"}},
        {"model": {"id": "d", "model": "drill", "inputs": {"limit_s": {"from": "n"}}}}"#);
    session.set_number("n", 4_000.0).unwrap();
    session.run_to_end();
    assert_eq!(state(&session, "d"), "ready");
}

/// The rule of C74: moving one value never moves another, also where it makes that one unusable for a
/// while; when it is usable again it is what it was.
#[test]
fn moving_one_value_never_resets_another() {
    let mut session = run(CHAIN);
    session.set_number("sink.mttf_s", 5_000.0).unwrap();
    session.set_number("apart.machines", 8.0).unwrap();
    session.set("source.limited", Value::Toggle(false)).unwrap();
    session.run_to_end();
    assert_eq!(number_of(&session, "sink.mttf_s"), 5_000.0);
    session.set("source.limited", Value::Toggle(true)).unwrap();
    session.run_to_end();
    assert_eq!(number_of(&session, "sink.mttf_s"), 5_000.0);
    assert_eq!(number_of(&session, "apart.machines"), 8.0);
}

/// C73: a cycle names its cells and variables, nothing in it runs, and everything else does.
#[test]
fn a_cycle_blocks_itself_only() {
    let mut session = open(
        r#"{"model": {"id": "a", "model": "availability", "inputs": {"mttr_s": {"from": "b.mttr_needed_s"}}}},
           {"model": {"id": "b", "model": "availability", "inputs": {"mttr_s": {"from": "a.mttr_needed_s"}}}},
           {"model": {"id": "c", "model": "availability"}}"#,
    );
    session.run_to_end();
    assert_eq!(started(), 1);
    assert_eq!(state(&session, "c"), "ready");
    let CellState::Blocked(Reason::Cycle { cells, names }) = session.cell(1).unwrap().state else {
        panic!("{:?}", session.cell(1));
    };
    assert_eq!(cells, &["a", "b"]);
    assert_eq!(names, &["a.mttr_needed_s", "b.mttr_needed_s"]);
    session.set_number("a.mttf_s", 5.0).unwrap();
    assert_eq!(
        slice(&mut session, 1_000),
        [0],
        "its own control moves, and nothing runs"
    );
    assert_eq!(started(), 0);
}

const INCIDENT: &str = r#"
    {"incident": {"id": "aws", "incident": "2025-10-aws"}},
    {"model": {"id": "a", "model": "availability", "inputs": {"mttr_s": {"from": "aws.total_s"}},
      "marks": [{"input": "mttr_s", "from": "aws.detect_s.hi", "label": {"en": "found", "zh": "发现"}},
                {"input": "mttf_s", "from": "f.system_mttf_s", "label": {"en": "fleet", "zh": "机群"}},
                {"input": "mttr_s", "from": "aws.mitigate_s", "label": {"en": "eased", "zh": "缓解"}}]}},
    {"model": {"id": "f", "model": "fleet_scale"}}"#;

#[test]
fn an_incidents_figures_have_names() {
    let session = run(INCIDENT);
    assert_eq!(number(&session, "aws.total_s"), 52_320.0);
    assert_eq!(number(&session, "aws.total_s.lo"), 52_320.0);
    assert_eq!(number(&session, "aws.detect_s.lo"), 60.0);
    assert_eq!(number(&session, "aws.detect_s.hi"), 300.0);
    assert_eq!(number(&session, "aws.repair_s"), 900.0);
    assert_eq!(session.value("aws.detect_s").unwrap().value, Err(INTERVAL));
    assert_eq!(
        session
            .value("aws.mitigate_s")
            .unwrap()
            .value
            .unwrap_err()
            .0,
        "not_published"
    );
    for unknown in [
        "aws",
        "aws.nothing",
        "aws.total_s.mid",
        "nobody",
        "a",
        "a.nothing",
        "aws.total_s.lo.hi",
    ] {
        assert_eq!(session.value(unknown), None, "{unknown}");
    }
    assert_eq!(number_of(&session, "a.mttr_s"), 52_320.0);
}

fn rules(session: &Session, cell: usize) -> Vec<(AxisId, f64)> {
    let CellState::Ready(ready) = session.cell(cell).unwrap().state else {
        panic!("{:?}", session.cell(cell));
    };
    let rule = |layer: &Layer| match layer {
        Layer::Rule { axis, at, .. } => Some((*axis, *at)),
        _ => None,
    };
    ready.charts[0].layers.iter().filter_map(rule).collect()
}

#[test]
fn marks_stand_on_the_axis_of_their_input_and_move_with_their_value() {
    let mut session = run(INCIDENT);
    // 10 years / 120 machines: 365 × 86,400 × 10 / 120 = 2,628,000 s.
    assert_eq!(
        rules(&session, 1),
        [(AxisId::X, 300.0), (AxisId::Y, 2_628_000.0)]
    );
    started();
    session.set_number("f.machines", 240.0).unwrap();
    assert_eq!(slice(&mut session, 0), [1, 2]);
    assert_eq!(started(), 1, "a mark is not an input");
    assert_eq!(
        rules(&session, 1),
        [(AxisId::X, 300.0), (AxisId::Y, 1_314_000.0)]
    );
    let CellState::Ready(ready) = session.cell(1).unwrap().state else {
        panic!("{:?}", session.cell(1));
    };
    assert_eq!(
        ready.output.charts[0].layers,
        [],
        "the model's own output is without them"
    );
}

#[test]
fn a_handle_is_fixed_along_an_axis_whose_input_is_bound_to_a_result() {
    let session = run(INCIDENT);
    let CellState::Ready(ready) = session.cell(1).unwrap().state else {
        panic!("{:?}", session.cell(1));
    };
    let handle = ready.charts[0].handle.as_ref().unwrap();
    assert_eq!((handle.x_input, handle.y_input), (None, Some("mttf_s")));
    assert_eq!(handle.at, (52_320.0, 36_000_000.0));
}

/// Unavailability 1e-12 as the complement of an availability: 1 − (1 − 1e-12) in f64 would be 1.00009e-12.
#[test]
fn a_share_near_one_keeps_its_complement_from_cell_to_cell() {
    let session = run(r#"
        {"param": {"id": "mttf_s", "like": "availability.mttf_s", "value": "999999999999"}},
        {"model": {"id": "a", "model": "availability", "inputs": {"mttf_s": {"from": "mttf_s"}, "mttr_s": "1"}}},
        {"model": {"id": "b", "model": "availability", "inputs": {"mttf_s": "1", "target_availability": {"from": "a.availability"}}}}"#);
    let resolved = session.value("a.availability").unwrap();
    assert_eq!(resolved.complement, Some(1e-12));
    let controls = session.inputs_of(2);
    let target = controls
        .iter()
        .find(|c| c.spec.id == "target_availability")
        .unwrap();
    let expected = Probability::from_complement(1e-12).unwrap();
    assert_eq!(target.value, Some(Value::Probability(expected)));
}

#[test]
fn words_and_toggles_can_be_shared_too() {
    let mut session = run(r#"
        {"param": {"id": "year", "like": "availability.year", "value": "365.25d"}},
        {"param": {"id": "seed", "like": "drill.seed"}},
        {"model": {"id": "a", "model": "availability", "inputs": {"year": {"from": "year"}}}},
        {"model": {"id": "d", "model": "drill", "inputs": {"seed": {"from": "seed"}}}}"#);
    assert_eq!(state(&session, "a"), "ready");
    session.set_text("a.year", "365d").unwrap();
    session.set_text("d.seed", "7").unwrap();
    let controls = session.inputs();
    assert_eq!(controls[0].value, Some(Value::Choice("365d")));
    assert_eq!(controls[1].value, Some(Value::Seed(7)));
    assert_eq!(session.value("year"), None, "a word is no number");
}

#[test]
fn faults_of_a_document_block_their_cells_and_the_session_opens() {
    let session = run(r#"
        {"param": {"id": "p", "like": "no.such"}},
        {"param": {"id": "q", "like": "availability.mttr_s", "value": "soon"}},
        {"model": {"id": "a", "model": "no_such"}},
        {"model": {"id": "b", "model": "availability", "inputs": {"no_such": "1"}}},
        {"model": {"id": "c", "model": "availability", "inputs": {"mttr_s": "soon"}}},
        {"model": {"id": "d", "model": "availability", "inputs": {"mttr_s": {"from": "p"}}}},
        {"model": {"id": "e", "model": "availability", "inputs": {"mttr_s": {"from": "ok.failures_per_day"}}}},
        {"incident": {"id": "i", "incident": "no_such"}},
        {"model": {"id": "twice", "model": "drill"}},
        {"model": {"id": "twice", "model": "drill"}},
        {"model": {"id": "ok", "model": "fleet_scale"}}"#);
    let expected = [
        ("p", "unknown_input"),
        ("q", "literal"),
        ("a", "unknown_model"),
        ("b", "unknown_input"),
        ("c", "literal"),
        ("d", "depends_on_blocked"),
        ("e", "unit_mismatch"),
        ("i", "unknown_incident"),
        ("twice", "duplicate"),
        ("ok", "ready"),
    ];
    for (cell, code) in expected {
        assert_eq!(state(&session, cell), code, "{cell}");
    }
}

#[test]
fn there_is_one_zero() {
    let mut session = open(SHARED);
    session.set_number("a.mttr_s", -0.0).unwrap();
    assert!(number_of(&session, "a.mttr_s").is_sign_positive());
}

#[test]
fn the_digest_is_of_the_models_own_output() {
    let digest = |cells: &str, cell: usize| {
        let session = run(cells);
        match session.cell(cell).unwrap().state {
            CellState::Ready(ready) => outage_lab::models::digest(ready.output),
            other => panic!("{other:?}"),
        }
    };
    let plain = r#"{"model": {"id": "z", "model": "availability", "inputs": {"mttr_s": "52320"}}}"#;
    assert_eq!(digest(INCIDENT, 1), digest(plain, 0));
    assert_ne!(digest(SHARED, 2), digest(plain, 0));
    assert_eq!(digest(plain, 0).len(), 16);
}

#[test]
fn a_library_without_the_incident_blocks_only_what_needs_it() {
    let bare = outage_lab::notebook::Library::new(super::models::ALL);
    let mut session = Session::open(document(INCIDENT), bare);
    session.run_to_end();
    assert_eq!(state(&session, "aws"), "unknown_incident");
    assert_eq!(state(&session, "a"), "depends_on_blocked");
    assert_eq!(state(&session, "f"), "ready");
}

#[test]
fn a_small_share_keeps_its_own_digits_from_cell_to_cell() {
    let session = run(r#"
        {"model": {"id": "a", "model": "availability", "inputs": {"mttf_s": "1", "mttr_s": "3e11"}}},
        {"model": {"id": "b", "model": "availability", "inputs": {"target_availability": {"from": "a.availability"}}}}"#);
    assert_eq!(
        number_of(&session, "b.target_availability"),
        1.0 / 300_000_000_001.0
    );
}

#[test]
fn a_mark_of_another_unit_is_not_drawn() {
    let session = run(r#"
        {"model": {"id": "f", "model": "fleet_scale"}},
        {"model": {"id": "a", "model": "availability",
          "marks": [{"input": "mttr_s", "from": "f.failures_per_day", "label": {"en": "x", "zh": "x"}}]}}"#);
    assert_eq!(rules(&session, 1), []);
}

#[test]
fn a_control_that_follows_a_shared_value_moves_even_where_its_cell_cannot_run() {
    let mut session = run(r#"
        {"param": {"id": "mttf_s", "like": "availability.mttf_s"}},
        {"model": {"id": "a", "model": "availability",
          "inputs": {"mttf_s": {"from": "mttf_s"}, "mttr_s": {"from": "a.mttr_needed_s"}}}}"#);
    assert_eq!(state(&session, "a"), "cycle");
    session.set_number("mttf_s", 5.0).unwrap();
    assert_eq!(slice(&mut session, 0), [0, 1]);
    assert_eq!(number_of(&session, "a.mttf_s"), 5.0);
}
