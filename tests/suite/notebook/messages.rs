//! What a notebook says to people: every message has its words, and every value in it, in both languages.

use std::fs;

use outage_lab::notebook::session::{ABSENT, BLOCKED, CellState, Guess, INTERVAL, WORKING};
use outage_lab::notebook::{Session, link};
use outage_lab::text::{Lang, Message, Texts};
use outage_lab::view::address::Address;

use super::library::{open, run};

fn texts(lang: Lang) -> Texts {
    let folder = format!(
        "{}/assets/locales/{}",
        env!("CARGO_MANIFEST_DIR"),
        lang.code()
    );
    let mut texts = Texts::new(lang);
    for file in ["notebook", "link", "input", "undefined"] {
        let json = fs::read_to_string(format!("{folder}/{file}.json")).unwrap();
        texts.add(file, &json).unwrap();
    }
    texts
}

/// The message in English, having checked that it is whole in both languages.
fn said(message: &Message) -> String {
    let [en, zh] = Lang::ALL.map(|lang| texts(lang).message(message));
    for words in [&en, &zh] {
        assert!(!words.contains(['⟦', '{', '}']), "{words}");
    }
    en
}

fn blocked(session: &Session) -> Vec<String> {
    let cells = 0..session.document().cells.len();
    let reason = |index| match session.cell(index).unwrap().state {
        CellState::Blocked(reason) => Some(said(&reason.message())),
        _ => None,
    };
    cells.filter_map(reason).collect()
}

#[test]
fn every_reason_is_said() {
    let session = run(r#"
        {"param": {"id": "p", "like": "no.such"}},
        {"param": {"id": "q", "like": "availability.mttr_s", "value": "soon"}},
        {"model": {"id": "a", "model": "no_such"}},
        {"model": {"id": "d", "model": "availability", "inputs": {"mttr_s": {"from": "p"}}}},
        {"model": {"id": "e", "model": "availability", "inputs": {"mttr_s": {"from": "ok.failures_per_day"}}}},
        {"model": {"id": "g", "model": "availability", "inputs": {"mttr_s": {"from": "ok.mttr"}}}},
        {"model": {"id": "h", "model": "availability", "inputs": {"mttr_s": {"from": "nobody"}}}},
        {"model": {"id": "k", "model": "availability", "inputs": {"mttr_s": {"from": "k.mttr_needed_s"}}}},
        {"incident": {"id": "i", "incident": "no_such"}},
        {"model": {"id": "twice", "model": "drill"}},
        {"model": {"id": "twice", "model": "drill"}},
        {"model": {"id": "free", "model": "drill", "inputs": {"limited": "true"}}},
        {"model": {"id": "ok", "model": "fleet_scale"}}"#);
    assert_eq!(blocked(&session).len(), 11);

    let mut session = open(
        r#"{"param": {"id": "n", "like": "walk.stride_s", "value": "4000"}},
           {"model": {"id": "d", "model": "drill", "inputs": {"limited": "true", "limit_s": {"from": "n"}}}},
           {"model": {"id": "f", "model": "fleet_scale", "inputs": {"target_availability": "0"}}},
           {"model": {"id": "a", "model": "availability", "inputs": {"mttr_s": {"from": "f.mttr_needed_s"}}}}"#,
    );
    session.run_to_end();
    let [refused, undefined] = &blocked(&session)[..] else {
        panic!("{:?}", blocked(&session));
    };
    assert!(
        refused.contains("limit_s") && refused.contains("4000"),
        "{refused}"
    );
    assert!(
        undefined.contains("mttr_s") && undefined.contains("f.mttr_needed_s"),
        "{undefined}"
    );
}

#[test]
fn every_value_that_is_missing_says_why() {
    for why in [WORKING, BLOCKED, INTERVAL, ABSENT] {
        said(&Message::new(format!("undefined.{}", why.0)));
    }
}

#[test]
fn every_note_on_a_link_is_said() {
    let mut session = open(
        r#"{"param": {"id": "mttf_s", "like": "availability.mttf_s"}},
           {"model": {"id": "a", "model": "availability", "inputs": {"mttf_s": {"from": "mttf_s"}}}}"#,
    );
    let query = "v=2&m=availability.1,x&lang=fr&nobody=1&a.mttf_s=1&mttf_s=-1&mttf_s=2&a=%zz";
    let (address, mut notes) = Address::parse(&format!("#/nowhere?{query}"));
    notes.extend(link::restore(&mut session, &address.state));
    notes.extend(Address::parse(&"x".repeat(9_000)).1);
    notes.extend(Address::parse(&"x".repeat(90_000)).1);
    let mut keys: Vec<_> = notes.iter().map(|note| note.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 11, "{keys:?}");
    for note in &notes {
        said(note);
    }
    let version = notes
        .iter()
        .find(|note| note.key == "link.other_version")
        .unwrap();
    let words = said(version);
    assert!(
        words.contains("availability") && words.contains('1') && words.contains('3'),
        "{words}"
    );
}

#[test]
fn every_refusal_is_said() {
    let mut session = run(r#"{"model": {"id": "f", "model": "fleet_scale"}},
           {"model": {"id": "a", "model": "availability", "inputs": {"mttr_s": {"from": "f.mttr_needed_s"}}}},
           {"question": {"id": "q", "prompt": {"en": "?", "zh": "？"},
             "answer": {"number": {"from": "f.mttr_needed_s", "within_ratio": 2}},
             "reveal": {"en": "So", "zh": "如此"}}}"#);
    let refusals = [
        session.set_text("a.mttr_s", "1 h"),
        session.set_text("nobody", "1"),
        session.set_text("f.machines", "few"),
        session.set_text("f.machines", "0"),
        session.set_text("a.year", "366d"),
        session.apply_preset("a", "no_such"),
    ];
    for refusal in refusals {
        said(&refusal.unwrap_err().message);
    }
    let guess = || Guess::Choice("x".to_owned());
    said(&session.predict("q", guess()).unwrap_err());
    said(&session.predict("no_such", guess()).unwrap_err());
    session.reveal("q").unwrap();
    said(&session.predict("q", Guess::Number(1.0)).unwrap_err());
}
