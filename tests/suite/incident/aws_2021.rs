//! AWS, 7 December 2021: the published figures.

use outage_lab::incident::{Incident, MetricValue};

use super::{assert_budget, folder, minutes, point, read, undefined, union_of_sum, values};

fn aws_2021() -> Incident {
    read(&folder("incidents/2021-12-aws-us-east-1-network.json"))
}

/// 07:30, 08:22, 09:28, 13:34, 14:22 and 18:40 PST, by hand.
#[test]
fn durations_in_minutes() {
    let incident = aws_2021();
    for (id, expected) in [
        ("acknowledge_s", 52),
        ("mitigate_symptom_s", 118),
        ("mitigate_s", 364),
        ("recover_s", 412),
        ("total_s", 670),
        ("after_first_fault_s", 258),
    ] {
        assert_eq!(point(&incident, id), minutes(expected), "{id}");
    }
    assert_eq!(undefined(&incident, "detect_s"), "time_not_published");
    // 07:35 to 16:44 are 549 min by the page's text, 552 by its heading (07:32).
    let outside = MetricValue::Between(minutes(549), minutes(552));
    assert_eq!(values(&incident)["outside_s"], outside);
    // (670 - 412)/670.
    assert!((point(&incident, "after_first_fault") * 100.0 - 38.5).abs() < 0.051);
}

/// 6.8667 h: 99.9216 %, 0.78, 7.8 and 78 years; 11.1667 h: 99.8725 %, 1.27, 12.7 and 127.
#[test]
fn availability_and_budgets() {
    let incident = aws_2021();
    assert_budget(
        &incident,
        "recover_s",
        [99.9216; 2],
        [[0.78; 2], [7.8; 2], [78.0; 2]],
    );
    assert_budget(
        &incident,
        "total_s",
        [99.8725; 2],
        [[1.27; 2], [12.7; 2], [127.0; 2]],
    );
}

/// C11: seven overlapping spans lie within 07:30 to 18:40; added up they are over 50 hours.
#[test]
fn overlapping_impacts_count_once() {
    let incident = aws_2021();
    assert_eq!(point(&incident, "any_impact_s"), minutes(670));
    assert!(union_of_sum(&incident, &[]) < 0.25);
}

/// In December PST is right; the zone says so, and nothing is flagged.
#[test]
fn winter_time() {
    let incident = aws_2021();
    let trigger = incident.trigger().unwrap();
    let at = incident.window(&trigger.at).unwrap().lo();
    let at = outage_lab::incident::UtcTime::from_seconds(at).unwrap();
    assert_eq!(incident.zone.local(at).to_string(), "2021-12-07 07:30 PST");
    assert_eq!(incident.events.len(), 15);
}
