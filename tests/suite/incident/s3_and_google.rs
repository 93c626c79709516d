//! AWS S3 2017 and Google Cloud 2019: taking away is quick, building up again is not.

use outage_lab::incident::{Incident, MetricValue, TimePoint, UtcTime};

use super::{assert_minutes, folder, point, read, values};

fn s3_2017() -> Incident {
    read(&folder("incidents/2017-02-aws-s3-command.json"))
}

fn google_2019() -> Incident {
    read(&folder("incidents/2019-06-google-cloud-congestion.json"))
}

/// 09:37, 11:37, 12:26, 13:18 and 13:54 PST: 4 h 17 min, reads after 2 h 49 min.
#[test]
fn s3_in_minutes() {
    let incident = s3_2017();
    assert_minutes(
        &incident,
        &[
            ("dashboard_s", 120),
            ("recover_s", 169),
            ("index_s", 221),
            ("total_s", 257),
            ("after_reads_s", 88),
        ],
    );
    for id in ["detect_s", "mitigate_s"] {
        let value = values(&incident)[id];
        assert_eq!(value, MetricValue::Undefined("time_not_published"), "{id}");
    }
    let start = incident.event_window("trigger").unwrap().lo();
    let at = UtcTime::from_seconds(start).unwrap();
    assert_eq!(incident.zone.local(at).to_string(), "2017-02-28 09:37 PST");
}

/// 11:45, 11:47 to 11:49, 13:01, 15:19 and 16:10 PDT; the operator's range is 3 h 19 to 4 h 25 min.
#[test]
fn google_in_minutes() {
    let incident = google_2019();
    assert_minutes(
        &incident,
        &[
            ("detect_s", 76),
            ("mitigate_s", 76),
            ("capacity_back_s", 214),
            ("rebuild_s", 138),
            ("total_s", 265),
        ],
    );
    let values = values(&incident);
    let range = |from: u32, to: u32| MetricValue::Between(f64::from(from * 60), f64::from(to * 60));
    assert_eq!(values["recover_s"], range(3 * 60 + 19, 4 * 60 + 25));
    assert_eq!(values["time_to_impact_s"], range(2, 4));
}

/// 15:40, 16:00 and 16:10 PDT, each with who says so.
#[test]
fn googles_three_ends_stand_side_by_side() {
    let incident = google_2019();
    let end = incident.differences.iter().find(|d| d.id == "end").unwrap();
    let said: Vec<_> = end
        .statements
        .iter()
        .map(|statement| match &statement.at {
            Some(TimePoint::At(at)) => (statement.who.id(), incident.zone.local(*at).to_string()),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        ("operator_dashboard", "2019-06-02 15:40 PDT"),
        ("operator_dashboard", "2019-06-02 16:00 PDT"),
        ("analysis", "2019-06-02 16:10 PDT"),
    ];
    assert_eq!(said, expected.map(|(who, at)| (who, at.to_owned())));
}

/// 4.2833 h and 4.4167 h: 99.9511 % and 99.9496 % of a year, 4.9 and 5.0 years of four nines.
#[test]
fn availability_and_budget() {
    for (incident, percent, years) in [(s3_2017(), 99.9511, 4.9), (google_2019(), 99.9496, 5.0)] {
        let shown = point(&incident, "total_availability") * 100.0;
        assert!((shown - percent).abs() < 0.000_051, "{shown}");
        let burnt = point(&incident, "total_budget_years");
        assert!((burnt - years).abs() < 0.051, "{burnt}");
    }
}
