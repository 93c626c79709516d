//! From an incident's events to the models that they open.

use std::fs;

use outage_lab::incident::Incident;
use outage_lab::models::{CATALOGUE, find};
use outage_lab::notebook::link::restore;
use outage_lab::notebook::{Document, Library, Session};
use outage_lab::text::{Bilingual, Message};
use outage_lab::view::address::{Address, Route};
use outage_lab::view::{event_address, what_if_address};

fn incidents() -> Vec<Incident> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/incidents");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.file_name().is_some_and(|name| name != "index.json"));
    files
        .map(|path| Incident::parse(&fs::read_to_string(path).unwrap()).unwrap())
        .collect()
}

/// What the page does with the address that it is opened at.
fn notes(address: &Address) -> Vec<Message> {
    let Route::Model(id) = &address.route else {
        panic!("{address} is not the address of a model");
    };
    let model = find(id).unwrap_or_else(|| panic!("{address}: there is no such model"));
    let document = Document::for_model(model.spec(), Bilingual::default());
    let mut session = Session::open(document, Library::new(CATALOGUE));
    restore(&mut session, &address.state)
}

#[test]
fn every_link_of_an_event_opens_its_model() {
    for incident in incidents() {
        for event in &incident.events {
            for link in &event.models {
                let address = event_address(&incident, event, link);
                assert_eq!(notes(&address), [], "{}: {address}", event.id);
                let written = address.to_string();
                assert_eq!(Address::parse(&written), (address, vec![]), "{written}");
            }
        }
    }
}

#[test]
fn every_question_opens_its_model_both_ways() {
    let mut questions = 0;
    for incident in incidents() {
        for what_if in &incident.what_if {
            for taken in [false, true] {
                let address = what_if_address(&incident, what_if, taken);
                assert_eq!(notes(&address), [], "{}: {address}", what_if.id);
            }
            questions += 1;
        }
    }
    assert!(questions > 0);
}

/// DynamoDB was away for 2 h 52 min (Amazon's report of 23 October 2025): 10,320 s.
#[test]
fn the_return_of_dynamodb_opens_its_duration_as_mttr() {
    let all = incidents();
    let aws = all
        .iter()
        .find(|incident| incident.id == "2025-10-aws-dynamodb-dns")
        .unwrap();
    let addresses: Vec<String> = aws
        .events
        .iter()
        .flat_map(|event| event.models.iter().map(move |link| (event, link)))
        .map(|(event, link)| event_address(aws, event, link).to_string())
        .collect();
    assert!(
        addresses
            .iter()
            .any(|address| address.contains("availability.mttr_s=10320")),
        "{addresses:?}"
    );
}
