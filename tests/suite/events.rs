//! From an incident's events to the models that they open.

use std::fs;

use outage_lab::incident::Incident;
use outage_lab::view::event_address;

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

#[test]
fn every_link_of_an_event_opens_its_model() {
    for incident in incidents() {
        for event in &incident.events {
            for link in &event.models {
                let address = event_address(&incident, event, link);
                let opened = address
                    .unwrap_or_else(|| panic!("{}: there is no model {}", event.id, link.model));
                opened.unwrap_or_else(|error| panic!("{}: {error:?}", event.id));
            }
        }
    }
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
        .map(|(event, link)| {
            event_address(aws, event, link)
                .unwrap()
                .unwrap()
                .to_string()
        })
        .collect();
    assert!(
        addresses
            .iter()
            .any(|address| address.contains("availability.mttr_s=10320")),
        "{addresses:?}"
    );
}
