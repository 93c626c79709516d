//! The Planet, 31 May 2008: variants of the start, bounds, and means over servers.

use outage_lab::incident::{Incident, MetricReport, MetricValue, Status, metrics};
use outage_lab::text::Lang;
use serde_json::json;

use super::{
    assert_budget, assert_budget_middle, between_events, folder, middle, minutes, point, read,
    union_of_sum, values,
};

fn the_planet() -> Incident {
    read(&folder("incidents/2008-05-the-planet-h1.json"))
}

fn hm(hours: i32, rest: i32) -> f64 {
    minutes(hours * 60 + rest)
}

/// From 16:55 CDT, and in the second column from the course text's 17:55.
#[test]
fn durations_from_either_start() {
    let incident = the_planet();
    for (to, from_company, from_course) in [
        ("entry_by_course", hm(5, 5), hm(4, 5)),
        ("floor_2_by_course", hm(48, 5), hm(47, 5)),
        ("relapse", hm(57, 25), hm(56, 25)),
    ] {
        assert_eq!(
            between_events(&incident, "trigger", to),
            (from_company, from_company),
            "{to}"
        );
        let from_other = between_events(&incident, "start_by_course", to);
        assert_eq!(from_other, (from_course, from_course), "{to}");
    }
    // 22:46 is an upper bound: 5 h 51 min, or 4 h 51 min.
    assert_eq!(between_events(&incident, "trigger", "let_in").1, hm(5, 51));
    assert_eq!(
        between_events(&incident, "start_by_course", "let_in").1,
        hm(4, 51)
    );
    // The early Monday, 04:30, is the middle of our reading.
    assert_eq!(middle(&incident, "recover_s"), hm(35, 35));
    let (lo, hi) = between_events(&incident, "start_by_course", "floor_2_back");
    assert_eq!((lo + hi) / 2.0, hm(34, 35));
    // "Early Wednesday": 79 h 05 to 87 h 05 min, or an hour less.
    assert_eq!(
        values(&incident)["total_s"],
        MetricValue::Between(hm(79, 5), hm(87, 5))
    );
    let from_course = between_events(&incident, "start_by_course", "floor_1_back");
    assert_eq!(from_course, (hm(78, 5), hm(86, 5)));
}

#[test]
fn named_metrics() {
    let incident = the_planet();
    assert_eq!(point(&incident, "access_course_s"), hm(5, 5));
    assert_eq!(point(&incident, "floor_2_course_s"), hm(48, 5));
    assert_eq!(point(&incident, "course_start_s"), hm(47, 5));
    assert_eq!(point(&incident, "relapse_s"), hm(57, 25));
    assert_eq!(
        values(&incident)["access_s"],
        MetricValue::Between(0.0, hm(5, 51))
    );
}

/// 35.583 h: 99.5938 %, 4.06, 40.6, 406 years; 48.083 h: 99.4511 %, 5.49, 54.9, 549;
/// 79.083 to 87.083 h: 99.0972 to 99.0059 %, 9.0 to 9.9, 90 to 99, 903 to 994.
#[test]
fn availability_and_budgets() {
    let incident = the_planet();
    assert_budget_middle(&incident, "recover_s", 99.5938, [4.06, 40.6, 406.0]);
    assert_budget(
        &incident,
        "floor_2_course_s",
        [99.4511; 2],
        [[5.49; 2], [54.9; 2], [549.0; 2]],
    );
    assert_budget(
        &incident,
        "total_s",
        [99.0059, 99.0972],
        [[9.0, 9.9], [90.0, 99.0], [903.0, 994.0]],
    );
}

/// (6000 · 35.583 + 3000 · 83.083)/9000 = 51.42 h: 99.4131 %, 5.87, 58.7, 587 years. Over the firm's
/// 50,000 servers 9.26 h: 99.894 %.
#[test]
fn means_over_servers() {
    let incident = the_planet();
    assert!((middle(&incident, "site_mean_s") / 3600.0 - 51.42).abs() < 0.005);
    assert!((middle(&incident, "firm_mean_s") / 3600.0 - 9.26).abs() < 0.006);
    assert_budget_middle(&incident, "site_mean_s", 99.4131, [5.87, 58.7, 587.0]);
    assert!((middle(&incident, "firm_mean_availability") * 100.0 - 99.894).abs() < 0.000_51);
    // Its ends: (6000 · 34 h 05 + 3000 · 79 h 05)/9000 and (6000 · 37 h 05 + 3000 · 87 h 05)/9000.
    let ends = MetricValue::Between(hm(49, 5), hm(53, 45));
    assert_eq!(values(&incident)["site_mean_s"], ends);
}

#[test]
fn a_mean_says_over_what() {
    let all = metrics(&the_planet());
    let mean = all
        .iter()
        .find(|metric| metric.id == "firm_mean_s")
        .unwrap();
    for part in [
        "on average over 50000 (servers of the firm in six sites, more than): 6000 (servers on the",
        "; 3000 (servers on the first floor) from “Short circuit",
        "all others 0.",
    ] {
        assert!(mean.definition.en.contains(part), "{}", mean.definition.en);
    }
    assert!(
        mean.definition
            .zh
            .contains("平均：6000（二楼的服务器）从“配电室")
    );
}

/// C11: the floors were dark together; the lower one was dark longest.
#[test]
fn overlapping_impacts_count_once() {
    let incident = the_planet();
    let union = MetricValue::Between(hm(79, 5), hm(87, 5));
    assert_eq!(values(&incident)["any_impact_s"], union);
    assert!(union_of_sum(&incident, &["floor_1", "floor_2"]) < 0.75);
}

/// 34 % of the customers and 18 % of the servers; three facts from the course text alone.
#[test]
fn shares_and_statuses() {
    let incident = the_planet();
    let count = |event: &str, figure: usize| {
        let figure = &incident.event(event).unwrap().figures[figure];
        serde_json::to_value(figure.value).unwrap()["count"]
            .as_f64()
            .unwrap()
    };
    let servers = count("blackout", 0) / count("others_run", 0);
    let customers = count("blackout", 1) / count("others_run", 1);
    assert!((servers - 0.18).abs() < 1e-12 && (customers - 0.34).abs() < 0.005);
    assert_eq!(
        count("estimate_worse", 0) + count("estimate_worse", 1),
        count("blackout", 0)
    );
    let course = incident
        .events
        .iter()
        .filter(|e| e.status == Status::CourseTextOnly);
    let course: Vec<_> = course.map(|event| event.id.as_str()).collect();
    assert_eq!(
        course,
        ["start_by_course", "entry_by_course", "floor_2_by_course"]
    );
}

#[test]
fn the_report_gives_budgets_by_objective() {
    let report = serde_json::to_value(MetricReport::new(&the_planet(), Lang::En)).unwrap();
    let budget = &report["budgets"]["floor_2_course_s"];
    assert_eq!(budget["window_s"], json!(31_536_000.0));
    for (objective, years) in [("0.999", 5.49), ("0.9999", 54.9), ("0.99999", 549.0)] {
        let used = budget["windows"][objective].as_f64().unwrap();
        assert!((used / years - 1.0).abs() < 0.001, "{objective}: {used}");
    }
    assert_eq!(budget["windows"].as_object().unwrap().len(), 3);
}
