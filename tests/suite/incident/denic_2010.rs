//! DENIC, 12 May 2010: a zone cut short on its way, not an empty one.

use outage_lab::incident::{Incident, MetricValue, UtcTime};
use serde_json::{Value, json};

use super::{assert_minutes, folder, point, read, values};

fn denic_2010() -> Incident {
    read(&folder("incidents/2010-05-denic-zone.json"))
}

/// 11:09, 11:30, 13:45, 15:00 and 15:45 UTC: 2 h 15 min of wrong answers, caches clear after 4 h 15 min.
#[test]
fn durations_in_minutes() {
    let incident = denic_2010();
    assert_minutes(
        &incident,
        &[
            ("distribution_s", 21),
            ("total_s", 135),
            ("recover_s", 135),
            ("regular_s", 210),
            ("caches_clear_s", 255),
            ("after_first_fault_s", 120),
        ],
    );
    let detect = values(&incident)["detect_s"];
    assert_eq!(detect, MetricValue::Undefined("time_not_published"));
    // 120 of 255 minutes.
    let share = point(&incident, "after_first_fault");
    assert!((share - 0.4706).abs() < 0.000_051, "{share}");
}

/// 2.25 h: 99.9743 % of a year of 8,760 h, 2.6 years of four nines.
#[test]
fn availability_and_budget() {
    let incident = denic_2010();
    let percent = point(&incident, "total_availability") * 100.0;
    assert!((percent - 99.9743).abs() < 0.000_051, "{percent}");
    let years = point(&incident, "total_budget_years");
    assert!((years - 2.6).abs() < 0.051, "{years}");
}

/// 13,672,644 names in the zone; 3,837,256 of them (28.07 %) answered rightly and 9,835,388 denied.
#[test]
fn the_names_add_up() {
    let incident = denic_2010();
    let figures = |event: &str| -> Vec<Value> {
        let event = incident.event(event).unwrap();
        let figures = event.figures.iter();
        figures
            .map(|figure| serde_json::to_value(figure.value).unwrap())
            .collect()
    };
    let made = figures("zone_made");
    assert_eq!(made, [json!({ "count": 13_672_644.0 })]);
    assert_eq!(
        figures("trigger"),
        [
            json!({ "count": 3_837_256.0 }),
            json!({ "percent": 28.07 }),
            json!({ "count": 9_835_388.0 }),
        ]
    );
    assert_eq!(3_837_256 + 9_835_388, 13_672_644);
    assert!((3_837_256.0_f64 / 13_672_644.0 * 100.0 - 28.07).abs() < 0.005_1);
    let share = &incident.event("trigger").unwrap().figures[1];
    assert!(share.of.as_ref().unwrap().en.contains("13,672,644"));
}

#[test]
fn the_clock_of_the_place_and_both_statements() {
    let incident = denic_2010();
    let start = incident.event_window("trigger").unwrap().lo();
    let at = UtcTime::from_seconds(start).unwrap();
    assert_eq!(at.to_string(), "2010-05-12T11:30:00Z");
    assert_eq!(incident.zone.local(at).to_string(), "2010-05-12 13:30 CEST");
    let empty = incident.differences.iter().find(|d| d.id == "empty_or_cut");
    let voices: Vec<_> = empty
        .unwrap()
        .statements
        .iter()
        .map(|statement| statement.who.id())
        .collect();
    assert_eq!(voices, ["course_text", "operator_report"]);
}
