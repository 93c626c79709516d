//! GitHub, 21 and 22 October 2018: a partition of 43 seconds and a day of repair.

use outage_lab::incident::{Incident, MetricValue, Status, timeline};

use super::{assert_minutes, folder, point, read, values};

fn github_2018() -> Incident {
    read(&folder("incidents/2018-10-github-partition.json"))
}

/// Minutes between the report's own times, worked out by hand: 22:52, 22:54, 23:02, 23:09, 23:19 on
/// the 21st, 00:41, 06:51, 11:12, 16:24, 16:45 and 23:03 UTC on the 22nd.
#[test]
fn durations_in_minutes() {
    assert_minutes(
        &github_2018(),
        &[
            ("alarm_s", 2),
            ("detect_s", 10),
            ("acknowledge_s", 17),
            ("mitigate_s", 109),
            ("primaries_s", 740),
            ("recover_s", 1052),
            ("restore_s", 370),
            ("hooks_paused_s", 1046),
            ("backlog_s", 378),
            // 24 h 11 min.
            ("total_s", 1451),
        ],
    );
}

/// The partition lasted 43 s, its start is known to the minute: 43 to 103 s, so 99.88 to 99.95 % of the
/// 87,060 s came after it.
#[test]
fn the_fault_is_short_and_its_effects_are_long() {
    let values = values(&github_2018());
    assert_eq!(values["partition_s"], MetricValue::Between(43.0, 103.0));
    assert_eq!(
        values["after_first_fault_s"],
        MetricValue::Between(86_957.0, 87_017.0)
    );
    let MetricValue::Between(lo, hi) = values["after_first_fault"] else {
        panic!("{:?}", values["after_first_fault"]);
    };
    assert!((lo - 0.9988).abs() < 0.000_051 && (hi - 0.9995).abs() < 0.000_051);
}

/// 24.1833 h: 1 - h/8760 is 99.7239 %, h/0.876 is 27.6 years.
#[test]
fn availability_and_budget() {
    let incident = github_2018();
    let percent = point(&incident, "total_availability") * 100.0;
    assert!((percent - 99.7239).abs() < 0.000_051, "{percent}");
    let years = point(&incident, "total_budget_years");
    assert!((years - 27.6).abs() < 0.051, "{years}");
}

/// The text was read in a copy, so nothing claims to have been read in its own place; what has no time
/// keeps its place between its neighbours.
#[test]
fn keeps_to_what_was_read() {
    let incident = github_2018();
    let own = incident
        .events
        .iter()
        .filter(|event| event.status == Status::OperatorReport);
    assert_eq!(own.count(), 0);
    let drawn = timeline(&incident);
    let untimed = drawn.events.iter().filter(|event| event.at.is_none());
    assert_eq!(untimed.count(), 2);
    let hooks = incident.event("backlog").unwrap();
    assert_eq!(hooks.figures.len(), 2);
}
