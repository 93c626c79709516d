//! Documents that are made: they are as good as written ones.

use std::collections::BTreeMap;

use outage_lab::notebook::session::CellState;
use outage_lab::notebook::{Document, Session, check};
use outage_lab::text::Bilingual;

use super::library::{document, library, number, run};
use super::models::ALL;

fn title() -> Bilingual {
    Bilingual {
        en: "A page".to_owned(),
        zh: "一页".to_owned(),
    }
}

#[test]
fn every_models_page_is_a_clean_document_that_runs() {
    for model in ALL {
        let page = Document::for_model(model.spec(), title());
        assert_eq!(check(&page, &library()), []);
        let mut session = Session::open(page, library());
        session.run_to_end();
        let view = session.cell(0).unwrap();
        assert!(matches!(view.state, CellState::Ready(_)), "{view:?}");
    }
}

#[test]
fn an_incidents_page_is_a_clean_document() {
    let page = Document::for_incident("2025-10-aws", title());
    assert_eq!(check(&page, &library()), []);
    assert_eq!(
        page.incidents().into_iter().collect::<Vec<_>>(),
        ["2025-10-aws"]
    );
}

#[test]
fn an_events_model_opens_at_the_events_inputs() {
    let inputs = BTreeMap::from([("mttr_s".to_owned(), "10320".to_owned())]);
    let page = Document::for_event(ALL[0].spec(), &inputs, title());
    assert_eq!(check(&page, &library()), []);
    let mut session = Session::open(page, library());
    session.run_to_end();
    let expected = 36_000_000.0 / 36_010_320.0;
    assert!((number(&session, "availability.availability") - expected).abs() < 1e-15);
}

#[test]
fn a_made_document_is_the_same_after_a_file() {
    let inputs = BTreeMap::from([("mttr_s".to_owned(), "10320".to_owned())]);
    let page = Document::for_event(ALL[0].spec(), &inputs, title());
    let json = serde_json::to_string(&page).unwrap();
    assert_eq!(Document::parse(&json), Ok(page));
}

const LESSON: &str = r#"
    {"param": {"id": "mttf_s", "like": "availability.mttf_s"}},
    {"text":  {"id": "intro", "body": {"en": "Hello", "zh": "你好"}}},
    {"incident": {"id": "aws", "incident": "2025-10-aws"}},
    {"question": {"id": "which", "prompt": {"en": "{f.failures_per_day}?", "zh": "{f.failures_per_day}？"},
      "answer": {"number": {"from": "a.availability", "within_ratio": 2}},
      "reveal": {"en": "So", "zh": "如此"}}},
    {"model": {"id": "a", "model": "availability", "inputs": {"mttf_s": {"from": "mttf_s"}},
      "marks": [{"input": "mttr_s", "from": "aws.total_s", "label": {"en": "AWS", "zh": "AWS"}}], "after": "which"}},
    {"model": {"id": "f", "model": "fleet_scale", "inputs": {"unit_mttf_s": {"from": "a.mttr_needed_s"}}}},
    {"model": {"id": "d", "model": "drill"}}"#;

#[test]
fn an_embed_has_its_cell_and_all_that_it_needs() {
    let lesson = document(LESSON);
    assert_eq!(check(&lesson, &library()), []);
    let ids = |cell: &str| {
        let embed = lesson.embed(cell).unwrap();
        assert_eq!(check(&embed.document, &library()), [], "{cell}");
        assert_eq!(embed.shown, [cell]);
        let ids: Vec<_> = embed
            .document
            .cells
            .iter()
            .map(|cell| cell.id().to_owned())
            .collect();
        ids.join(" ")
    };
    assert_eq!(ids("d"), "d");
    assert_eq!(ids("intro"), "intro");
    assert_eq!(
        ids("a"),
        "mttf_s aws a",
        "the mark's value too, and not the question that hides it"
    );
    assert_eq!(ids("f"), "mttf_s aws a f");
    assert_eq!(ids("which"), "mttf_s aws which a f");
    assert_eq!(lesson.embed("no_such"), None);
}

#[test]
fn an_embedded_cell_gives_what_it_gives_in_its_notebook() {
    let whole = run(LESSON);
    let embed = document(LESSON).embed("f").unwrap();
    let mut session = Session::open(embed.document, library());
    session.run_to_end();
    let name = "f.system_mttf_s";
    assert_eq!(number(&session, name), number(&whole, name));
    assert!(session.visible(session.position("a").unwrap()));
}
