//! Questions: predict, reveal, judge.

use outage_lab::notebook::session::{Closeness, Guess, Verdict};

use super::library::{open, run, slice};

const CELLS: &str = r#"
    {"model": {"id": "f", "model": "fleet_scale"}},
    {"question": {"id": "days", "prompt": {"en": "How many a day?", "zh": "每天几次？"},
      "answer": {"number": {"from": "f.failures_per_day", "within_ratio": 2}},
      "reveal": {"en": "{f.failures_per_day}", "zh": "{f.failures_per_day}"}}},
    {"question": {"id": "which", "prompt": {"en": "Which?", "zh": "哪个？"},
      "answer": {"choice": {"options": [{"id": "mttf", "text": {"en": "MTTF", "zh": "MTTF"}},
                                        {"id": "mttr", "text": {"en": "MTTR", "zh": "MTTR"}}], "right": "mttr"}},
      "reveal": {"en": "Repair.", "zh": "修复。"}}},
    {"text": {"id": "why", "body": {"en": "Because", "zh": "因为"}, "after": "which"}},
    {"text": {"id": "lost", "body": {"en": "Shown", "zh": "显示"}, "after": "no_such"}}"#;

fn choice(id: &str) -> Guess {
    Guess::Choice(id.to_owned())
}

#[test]
fn a_guess_may_change_until_the_answer_is_revealed() {
    let mut session = run(CELLS);
    session.predict("which", choice("mttf")).unwrap();
    session.predict("which", choice("mttr")).unwrap();
    assert_eq!(session.judge("which"), None);
    session.reveal("which").unwrap();
    assert!(session.revealed("which"));
    assert_eq!(session.judge("which"), Some(Verdict::Right));
    let error = session.predict("which", choice("mttf")).unwrap_err();
    assert_eq!(error.key, "notebook.question.revealed");
    assert_eq!(session.guess("which"), Some(&choice("mttr")));
}

#[test]
fn the_other_option_is_wrong_and_no_guess_is_not_judged() {
    let mut session = run(CELLS);
    session.predict("which", choice("mttf")).unwrap();
    session.reveal("which").unwrap();
    assert_eq!(session.judge("which"), Some(Verdict::Wrong));
    session.reveal("days").unwrap();
    assert_eq!(session.judge("days"), None);
}

/// 10 years a machine and 120 machines: 120 / 3,650 = 0.03288 failures a day.
#[test]
fn a_number_is_compared_with_the_answer_as_it_was_revealed() {
    let mut session = run(CELLS);
    session.predict("days", Guess::Number(0.05)).unwrap();
    session.reveal("days").unwrap();
    session.set_number("f.machines", 12_000.0).unwrap();
    session.run_to_end();
    let near = Verdict::Number(Closeness::Near);
    assert_eq!(session.judge("days"), Some(near));
}

#[test]
fn what_waits_for_an_answer_is_shown_with_it() {
    let mut session = run(CELLS);
    let seen = |session: &outage_lab::notebook::Session| -> Vec<bool> {
        (0..5).map(|index| session.visible(index)).collect()
    };
    assert_eq!(seen(&session), [true, true, true, false, true]);
    session.reveal("which").unwrap();
    assert_eq!(seen(&session), [true; 5]);
    assert_eq!(slice(&mut session, 0), [2, 3]);
}

#[test]
fn what_is_no_answer_to_the_question_is_refused() {
    let mut session = run(CELLS);
    for (question, guess) in [
        ("which", choice("luck")),
        ("which", Guess::Number(1.0)),
        ("days", choice("mttr")),
        ("days", Guess::Number(f64::NAN)),
    ] {
        let error = session.predict(question, guess).unwrap_err();
        assert_eq!(error.key, "notebook.question.unfit");
    }
    let error = session.predict("f", Guess::Number(1.0)).unwrap_err();
    assert_eq!(error.key, "notebook.question.unknown");
    assert!(session.reveal("no_such").is_err());
}

#[test]
fn an_answer_at_work_is_revealed_as_soon_as_it_is_there() {
    let mut session = open(
        r#"{"model": {"id": "walk", "model": "walk"}},
           {"question": {"id": "far", "prompt": {"en": "How far?", "zh": "多远？"},
             "answer": {"number": {"from": "walk.distance_s", "within_ratio": 2}},
             "reveal": {"en": "So far.", "zh": "这么远。"}}}"#,
    );
    slice(&mut session, 10);
    assert_eq!(
        session.reveal("far").unwrap_err().key,
        "notebook.question.working"
    );
    assert!(session.awaited("far") && !session.revealed("far"));
    slice(&mut session, 10);
    assert!(session.awaited("far") && !session.revealed("far"));
    session.predict("far", Guess::Number(1_000.0)).unwrap();
    session.run_to_end();
    assert!(session.revealed("far") && !session.awaited("far"));
    // A thousand steps of a second.
    let near = Verdict::Number(Closeness::Near);
    assert_eq!(session.judge("far"), Some(near));
}
