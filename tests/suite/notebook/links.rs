//! Links: what differs from the document, and the same session back.

use outage_lab::kernel::quantity::Probability;
use outage_lab::models::{Inputs, Kind, Value};
use outage_lab::notebook::session::Binding;
use outage_lab::notebook::{Session, link};
use outage_lab::text::{Arg, Lang};
use outage_lab::view::address::{Address, LONGEST_CARRIED, Options, Route};

use super::library::{open, state};

const CELLS: &str = r#"
    {"param": {"id": "mttf_s", "like": "availability.mttf_s"}},
    {"param": {"id": "year", "like": "availability.year"}},
    {"model": {"id": "a", "model": "availability", "inputs": {"mttf_s": {"from": "mttf_s"}, "year": {"from": "year"}}}},
    {"model": {"id": "f", "model": "fleet_scale", "inputs": {"unit_mttf_s": {"from": "a.mttr_needed_s"}}}},
    {"model": {"id": "d", "model": "drill", "inputs": {"plan": "stop"}}},
    {"text": {"id": "words", "body": {"en": "{f.system_mttf_s}", "zh": "{f.system_mttf_s}"}}}"#;

fn address(session: &Session) -> Address {
    let route = Route::Notebook("test".to_owned());
    Address::of(session, route, Options::default())
}

fn link_of(session: &Session) -> String {
    address(session).to_string()
}

/// The keys of the notes when the document is opened with this state.
fn notes(query: &str) -> Vec<String> {
    let mut session = open(CELLS);
    let (address, mut notes) = Address::parse(&format!("#/n/test?{query}"));
    notes.extend(link::restore(&mut session, &address.state));
    notes.into_iter().map(|note| note.key).collect()
}

#[test]
fn a_session_as_the_document_has_it_needs_no_state() {
    let mut session = open(CELLS);
    assert_eq!(link_of(&session), "#/n/test");
    session.set_number("a.mttr_s", 1.0).unwrap();
    session.reset_all();
    assert_eq!(link_of(&session), "#/n/test");
}

#[test]
fn only_what_differs_is_in_it_in_the_order_of_the_addresses() {
    let mut session = open(CELLS);
    session.set_number("mttf_s", 3_600.0).unwrap();
    session.set_number("f.machines", 8.0).unwrap();
    session
        .set_text("a.target_availability", "0.999999999999")
        .unwrap();
    session.set_text("d.plan", "99% 几个 9?").unwrap();
    session.set_number("a.mttr_s", 1e-9).unwrap();
    let options = Options {
        lang: Some(Lang::Zh),
        ..Options::default()
    };
    let link = Address::of(&session, Route::Notebook("test".to_owned()), options);
    assert_eq!(
        link.to_string(),
        "#/n/test?lang=zh&v=1&m=availability.3,drill.1,fleet_scale.1\
         &a.mttr_s=1e-9&a.target_availability=0.999999999999\
         &d.plan=99%25%20%E5%87%A0%E4%B8%AA%209%3F&f.machines=8&mttf_s=3600"
    );
}

#[test]
fn moving_a_bound_input_is_told_as_the_shared_value() {
    let mut session = open(CELLS);
    session.set_number("a.mttf_s", 60.0).unwrap();
    assert!(
        link_of(&session).ends_with("&mttf_s=60"),
        "{}",
        link_of(&session)
    );
}

#[test]
fn what_cannot_be_used_is_told_and_the_rest_is_used() {
    assert_eq!(notes("v=1&mttf_s=60"), [""; 0]);
    assert_eq!(notes("mttf_s=60"), [""; 0]);
    assert_eq!(notes("v=2&mttf_s=60"), ["link.other_format"]);
    assert_eq!(notes("v=1&nobody=60"), ["link.unknown_value"]);
    assert_eq!(notes("v=1&a.nothing=60"), ["link.unknown_value"]);
    assert_eq!(notes("v=1&words=60"), ["link.unknown_value"]);
    assert_eq!(notes("v=1&mttf_s=-60"), ["link.refused"]);
    assert_eq!(notes("v=1&mttf_s=NaN"), ["link.refused"]);
    assert_eq!(notes("v=1&mttf_s="), ["link.refused"]);
    assert_eq!(notes("v=1&a.year=365d"), ["link.bound"]);
    assert_eq!(notes("v=1&f.unit_mttf_s=5"), ["link.bound"]);
    assert_eq!(notes("v=1&mttf_s=60&mttf_s=61"), ["link.twice"]);
    assert_eq!(
        notes("v=1&m=availability.2,fleet_scale.1"),
        ["link.other_version"]
    );
    assert_eq!(notes("v=1&m=availability"), ["link.unreadable"]);
    assert_eq!(
        notes("v=1&m=no_such.7"),
        [""; 0],
        "a model that the notebook no longer uses"
    );

    let mut session = open(CELLS);
    let (address, _) = Address::parse("#/n/test?v=1&nobody=1&mttf_s=60&f.machines=0&a.mttr_s=2");
    assert_eq!(link::restore(&mut session, &address.state).len(), 2);
    assert!(
        link_of(&session).ends_with("&a.mttr_s=2&mttf_s=60"),
        "{}",
        link_of(&session)
    );
}

#[test]
fn a_note_names_what_and_where() {
    let mut session = open(CELLS);
    let state = [("f.machines".to_owned(), "0".to_owned())];
    let notes = link::restore(&mut session, &state);
    let arg = |name: &str| notes[0].args.iter().find(|(known, _)| *known == name);
    assert_eq!(arg("name").unwrap().1, Arg::Plain("f.machines".to_owned()));
    assert_eq!(arg("value").unwrap().1, Arg::Plain("0".to_owned()));
    assert!(arg("why").is_some());
}

#[test]
fn with_a_cell_only_what_that_needs_is_in_it() {
    let mut session = open(CELLS);
    session.set_number("mttf_s", 60.0).unwrap();
    session.set_text("d.plan", "go").unwrap();
    session.set_number("f.machines", 9.0).unwrap();
    let state = |cell: &str| {
        let state = link::state(&session, Some(cell));
        let names = state.into_iter().map(|(name, _)| name).skip(2);
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(state("words"), "f.machines mttf_s");
    assert_eq!(state("a"), "mttf_s");
    assert_eq!(state("d"), "d.plan");
}

/// C76: a long state makes a link all the same, which opens again, and the file is offered.
#[test]
fn a_long_link_is_whole_and_marked() {
    let mut session = open(CELLS);
    assert!(!address(&session).too_long());
    let plan = "演练".repeat(1_000);
    session.set_text("d.plan", &plan).unwrap();
    let long = address(&session);
    assert!(long.too_long());
    assert!(long.to_string().len() > LONGEST_CARRIED);

    let (read, notes) = Address::parse(&long.to_string());
    assert_eq!(
        notes
            .iter()
            .map(|note| note.key.as_str())
            .collect::<Vec<_>>(),
        ["link.long"]
    );
    let mut again = open(CELLS);
    assert_eq!(link::restore(&mut again, &read.state), []);
    assert_eq!(link_of(&again), long.to_string());
}

/// A small generator for test data: splitmix64 (Steele, Lea, Flood 2014).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Any finite number, all sizes alike.
    fn float(&mut self) -> f64 {
        loop {
            let x = f64::from_bits(self.next() >> 1);
            if x.is_finite() {
                return x;
            }
        }
    }

    fn value(&mut self, kind: &Kind) -> Value {
        match kind {
            Kind::Real { hard, .. } => {
                let wide = self.float();
                let inside = (hard.lo..=hard.hi).contains(&wide);
                Value::Real(if inside {
                    wide
                } else {
                    hard.hi / (1.0 + wide.abs().min(1e9))
                })
            }
            Kind::Count { hard, .. } => Value::Count(hard.lo + self.below(hard.hi - hard.lo + 1)),
            Kind::Probability { .. } => {
                let digits: String = (0..12)
                    .map(|_| char::from(b'0' + self.below(10) as u8))
                    .collect();
                Value::Probability(format!("0.{digits}").parse().unwrap_or(Probability::ZERO))
            }
            Kind::Choice { choices, .. } => {
                Value::Choice(choices[self.below(choices.len() as u64) as usize])
            }
            Kind::Toggle { .. } => Value::Toggle(self.below(2) == 1),
            Kind::Seed { .. } => Value::Seed(self.next()),
            Kind::Text { .. } => {
                let signs = [
                    'a', ' ', '%', '&', '=', '#', '?', '+', '中', '"', '\\', '9', '🚨',
                ];
                let letter = |draw: &mut Draw| signs[draw.below(signs.len() as u64) as usize];
                let text: String = (0..self.below(20)).map(|_| letter(self)).collect();
                Value::Text(text.trim().to_owned())
            }
        }
    }
}

/// Sessions with random values come back bit for bit, and equal sessions have equal links whatever the
/// order in which they were set.
#[test]
fn sessions_come_back_from_their_links() {
    let mut draw = Draw(425);
    for _ in 0..500 {
        let mut session = open(CELLS);
        let own: Vec<_> = session
            .inputs()
            .into_iter()
            .filter(|control| control.binding == Binding::Own)
            .collect();
        let mut values = Vec::new();
        for control in own {
            if draw.below(2) == 1 {
                let value = draw.value(&control.spec.kind);
                if session.set(&control.address, value.clone()).is_ok() {
                    values.push((control.address, value));
                }
            }
        }
        let made = address(&session);
        let (read, notes) = Address::parse(&made.to_string());
        assert_eq!((&read, notes), (&made, vec![]));
        let mut again = open(CELLS);
        assert_eq!(link::restore(&mut again, &read.state), [], "{made}");
        for (before, after) in session.inputs().iter().zip(again.inputs()) {
            if before.binding == Binding::Own {
                let bits = |value: &Option<Value>| {
                    value.as_ref().and_then(Value::number).map(f64::to_bits)
                };
                assert_eq!(before.value, after.value, "{made}");
                assert_eq!(bits(&before.value), bits(&after.value), "{made}");
            }
        }
        let mut backwards = open(CELLS);
        for (address, value) in values.into_iter().rev() {
            backwards.set(&address, value).unwrap();
        }
        assert_eq!(link_of(&backwards), made.to_string());
    }
}

/// Whatever a link says, opening with it does not fail, and every cell still has its result or reason.
#[test]
fn no_link_breaks_a_session() {
    let mut draw = Draw(26);
    let parts = [
        "a.mttr_s", "mttf_s", "v", "m", "f", ".", "=", "&", "%", "%4", "1e999", "-0", "几",
        "embed", "?", "#",
    ];
    for _ in 0..2_000 {
        let part = |draw: &mut Draw| parts[draw.below(parts.len() as u64) as usize];
        let query: String = (0..draw.below(12)).map(|_| part(&mut draw)).collect();
        let (address, _) = Address::parse(&format!("#/n/test?{query}"));
        let mut session = open(CELLS);
        let _ = link::restore(&mut session, &address.state);
        session.run_to_end();
        assert_eq!(state(&session, "d"), "ready", "{query}");
    }
}

/// The inputs of a model agree with what a link of its page says.
#[test]
fn a_models_page_has_its_inputs_as_addresses() {
    let model = super::models::ALL[0].spec();
    let title = outage_lab::text::Bilingual::same("Availability");
    let document = outage_lab::notebook::Document::for_model(model, title);
    let mut session = Session::open(document, super::library::library());
    session.set_number("availability.mttr_s", 60.0).unwrap();
    let link = Address::of(
        &session,
        Route::Model("availability".to_owned()),
        Options::default(),
    );
    assert_eq!(
        link.to_string(),
        "#/m/availability?v=1&m=availability.3&availability.mttr_s=60"
    );
    assert_eq!(
        session.inputs().len(),
        Inputs::defaults(model).iter().count()
    );
}
