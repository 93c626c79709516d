//! AWS, 21-24 April 2011: the published figures, and what kind of statement each fact is.

use outage_lab::incident::{Incident, Status, schema::FigureValue};

use super::{assert_budget, folder, minutes, point, read, undefined, union_of_sum};

fn aws_2011() -> Incident {
    read(&folder("incidents/2011-04-aws-ebs.json"))
}

/// Minutes between published times, by hand: 00:47, 01:15, 01:41, 02:50 and 12:04 PDT of the 21st,
/// 12:30 of the 22nd (35 h 43 min), 18:15 of the 23rd (65 h 28 min), 12:30 of the 24th (83 h 43 min).
#[test]
fn durations_in_minutes() {
    let incident = aws_2011();
    for (id, expected) in [
        ("detect_tenant_s", 28),
        ("acknowledge_s", 54),
        ("mitigate_s", 123),
        ("recover_s", 677),
        ("most_back_s", 35 * 60 + 43),
        ("az_api_s", 65 * 60 + 28),
        ("total_s", 83 * 60 + 43),
    ] {
        assert_eq!(point(&incident, id), minutes(expected), "{id}");
    }
    assert_eq!(undefined(&incident, "detect_s"), "time_not_published");
}

/// 83.717 h: 99.0443 %, 9.56, 95.6 and 956 years; 11.283 h: 99.8712 %, 1.29, 12.9 and 129 years.
#[test]
fn availability_and_budgets() {
    let incident = aws_2011();
    assert_budget(
        &incident,
        "total_s",
        [99.0443; 2],
        [[9.56; 2], [95.6; 2], [956.0; 2]],
    );
    assert_budget(
        &incident,
        "recover_s",
        [99.8712; 2],
        [[1.29; 2], [12.9; 2], [129.0; 2]],
    );
    assert!((point(&incident, "total_budget_years") - 95.6).abs() < 0.051);
    assert!((point(&incident, "recover_budget_years") - 12.9).abs() < 0.051);
}

/// 13 % and 0.07 % of the zone's volumes, 1.04 % of the affected ones: 0.1352 % of the zone were
/// open at the end, about 52 % of those were lost, 0.54 % of the affected.
#[test]
fn percentages_have_denominators_and_fit_together() {
    let incident = aws_2011();
    let percent = |event: &str| {
        let figure = &incident.event(event).unwrap().figures[0];
        let FigureValue::Percent(percent) = figure.value else {
            panic!("{event} has no percentage");
        };
        (percent, figure.of.as_ref().unwrap().en.clone())
    };
    let (stuck, of_stuck) = percent("remirror");
    let (open, of_open) = percent("recovered");
    let (lost, of_lost) = percent("lost");
    assert_eq!((stuck, open, lost), (13.0, 1.04, 0.07));
    assert_eq!(of_stuck, of_lost);
    assert_ne!(of_open, of_lost);
    let open_of_zone = stuck * open / 100.0;
    assert!((open_of_zone - 0.1352).abs() < 1e-9);
    assert!((lost / open_of_zone - 0.52).abs() < 0.005);
    assert!((100.0 * lost / stuck - 0.54).abs() < 0.005);
}

/// C11: the storm (643 min), the stuck volumes (5023) and three spans of the control plane overlap;
/// the volumes cover them all. Their sum is more than twice as long.
#[test]
fn overlapping_impacts_count_once() {
    let incident = aws_2011();
    assert_eq!(point(&incident, "any_impact_s"), minutes(83 * 60 + 43));
    assert!(union_of_sum(&incident, &["ebs_cluster", "ebs_volumes", "ebs_api"]) < 0.55);
}

#[test]
fn who_says_so() {
    let incident = aws_2011();
    assert_eq!(incident.events.len(), 24);
    let course: Vec<_> = incident
        .events
        .iter()
        .filter(|event| event.status == Status::CourseTextOnly)
        .map(|event| event.id.as_str())
        .collect();
    assert_eq!(course, ["isolated"]);
    // 05:30 in one text, about 05:40 in the other: ten minutes.
    assert_eq!(incident.event_window("apis_again").unwrap().length_s(), 600);
    for id in [
        "zone_labels",
        "end_time",
        "second_rise",
        "isolation",
        "multi_zone",
    ] {
        let difference = incident.differences.iter().find(|d| d.id == id).unwrap();
        let voices: Vec<_> = difference.statements.iter().map(|s| s.who.id()).collect();
        assert!(voices.contains(&"course_text") && voices.len() > 1, "{id}");
    }
}
