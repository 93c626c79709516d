//! Incidents beside each other: the list that the page fetches, the plane, and two on one axis.

use outage_lab::chart::{ChartSpec, Layer};
use outage_lab::incident::{Compared, Incident};
use outage_lab::notebook::{AlignedLook, aligned_chart, aligned_extent, comparison_chart};

use super::{json_files, read};

fn all() -> Vec<Incident> {
    json_files("incidents")
        .iter()
        .map(|file| read(file))
        .collect()
}

fn aws_2025() -> Incident {
    let found = all();
    let mut found = found.into_iter();
    found
        .find(|incident| incident.id == "2025-10-aws-dynamodb-dns")
        .unwrap()
}

/// `BLESS=1` writes it, like a golden.
#[test]
fn the_list_that_the_page_fetches_is_what_the_files_give() {
    let list: Vec<Compared> = all().iter().map(Compared::of).collect();
    let json = serde_json::to_string_pretty(&list).unwrap() + "\n";
    crate::golden::check("../../assets/incidents/comparison.json", &json);
    let back: Vec<Compared> = serde_json::from_str(&json).unwrap();
    assert_eq!(back, list);
}

/// Minutes from the operator's report: 50 to the cause, 87 to the first measure, 172 for DynamoDB, 872 in all.
#[test]
fn figures_are_the_files_own() {
    let compared = Compared::of(&aws_2025());
    let minutes = |id: &str| compared.figure(id).map(|(lo, hi)| (lo / 60.0, hi / 60.0));
    assert_eq!(minutes("detect_s"), Ok((50.0, 50.0)));
    assert_eq!(minutes("mitigate_s"), Ok((87.0, 87.0)));
    assert_eq!(minutes("recover_s"), Ok((172.0, 172.0)));
    assert_eq!(minutes("total_s"), Ok((872.0, 872.0)));
    let (share, _) = compared.figure("after_first_fault").unwrap();
    assert!((share - 700.0 / 872.0).abs() < 1e-12, "{share}");
    assert_eq!(minutes("acknowledge_s"), Ok((23.0, 23.0)));
    assert_eq!(compared.began.unwrap().to_string(), "2025-10-20T06:48:00Z");
}

/// Minutes to the operators' first public word as the public record has them; where it has none, the reason is a text.
#[test]
fn acknowledgement_is_measured_where_its_minute_is_on_record() {
    let known: Vec<(String, f64)> = all()
        .iter()
        .map(Compared::of)
        .filter_map(|one| Some((one.id.clone(), one.figure("acknowledge_s").ok()?.0 / 60.0)))
        .collect();
    let expected = [
        ("2011-04-aws-ebs", 54.0),
        ("2018-10-github-partition", 17.0),
        ("2021-06-fastly-config-bug", 11.0),
        ("2021-12-aws-us-east-1-network", 52.0),
        ("2025-10-aws-dynamodb-dns", 23.0),
    ];
    let expected = expected.map(|(id, minutes)| (id.to_owned(), minutes));
    assert_eq!(known, expected);
}

fn points(chart: &ChartSpec) -> usize {
    let mut layers = chart.layers.iter();
    let marks = layers.find_map(|layer| match layer {
        Layer::Points { marks, .. } => Some(marks.len()),
        _ => None,
    });
    marks.unwrap()
}

#[test]
fn the_plane_has_those_that_have_both_figures() {
    let list: Vec<Compared> = all().iter().map(Compared::of).collect();
    let both = list.iter().filter(|one| {
        one.figure("mitigate_s").is_ok_and(|(lo, _)| lo > 0.0)
            && one.figure("total_s").is_ok_and(|(lo, _)| lo > 0.0)
    });
    assert_eq!(
        points(&comparison_chart(&list, "mitigate_s", "total_s")),
        both.count()
    );
    // With no figure at all the chart is empty, not broken.
    assert_eq!(points(&comparison_chart(&list, "nothing", "total_s")), 0);
}

#[test]
fn two_incidents_begin_together() {
    let one = aws_2025();
    let chart = aligned_chart([&one, &one], AlignedLook::default());
    let Some(Layer::Lanes { lanes, events, .. }) = chart.layers.first() else {
        panic!("lanes");
    };
    assert_eq!(lanes.len(), 4);
    let at = |id: &str| {
        let event = events.iter().find(|event| event.id == id).unwrap();
        (event.lane, event.from_s)
    };
    assert_eq!(at("0/trigger"), (1, 0.0));
    assert_eq!(at("1/trigger"), (3, 0.0));
    // 02:40, 2 h 52 min after 23:48.
    assert_eq!(at("1/dynamodb_back"), (3, 10_320.0));
    // From a minute before the trigger to 04:05 on the second day, and the room at the ends.
    let (from, to) = aligned_extent([&one, &one]).unwrap();
    let room = (101_820.0 + 60.0) * 0.015;
    assert_eq!((from, to), (-60.0 - room, 101_820.0 + room));
}
