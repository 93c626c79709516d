//! AWS, 19-20 October 2025: the published figures, the record, and what hangs on it.

use outage_lab::incident::{
    Incident, InputOrigin, MetricReport, Status, Unit, UtcTime, metrics, resolve_inputs, timeline,
};
use outage_lab::text::Lang;
use serde_json::json;

use super::{folder, point, read};

fn aws_2025() -> Incident {
    read(&folder("incidents/2025-10-aws-dynamodb-dns.json"))
}

/// Minutes between the operator's times, worked out by hand from the report's own clock:
/// 23:48, 00:11, 00:38, 01:15, 02:25, 02:40, 04:14, 05:28, 05:30, 06:52, 09:36, 10:36, 13:50,
/// 14:09 and 14:20 PDT.
#[test]
fn durations_in_minutes() {
    let incident = aws_2025();
    for (id, minutes) in [
        ("acknowledge_s", 23),
        ("detect_s", 50),
        ("mitigate_s", 87),
        ("dns_s", 157),
        ("dynamodb_s", 172),
        ("recover_s", 172),
        ("dwfm_mitigate_s", 109),
        ("dwfm_collapse_s", 183),
        ("network_manager_s", 308),
        ("ec2_s", 842),
        ("nlb_detect_s", 82),
        ("nlb_mitigate_s", 246),
        ("nlb_s", 519),
        ("total_s", 872),
        ("after_first_fault_s", 700),
    ] {
        assert_eq!(point(&incident, id), f64::from(minutes * 60), "{id}");
    }
}

/// The published figures in hours and minutes: 2 h 52, 14 h 02, 8 h 39, 3 h 03, 14 h 32.
#[test]
fn headline_figures() {
    let incident = aws_2025();
    assert_eq!(point(&incident, "dynamodb_s"), 10_320.0);
    assert_eq!(point(&incident, "ec2_s"), 50_520.0);
    assert_eq!(point(&incident, "nlb_s"), 31_140.0);
    assert_eq!(point(&incident, "dwfm_collapse_s"), 10_980.0);
    assert_eq!(point(&incident, "total_s"), 52_320.0);
    let share = point(&incident, "after_first_fault");
    // 700 of 872 minutes: 80.3 %.
    assert!((share - 0.802_752).abs() < 1e-6, "{share}");
}

/// 1 - h/8760 and h/0.876 for 2.8667, 14.0333, 8.65 and 14.5333 hours, to the figures printed.
#[test]
fn availability_and_budget() {
    let incident = aws_2025();
    for (name, percent, years) in [
        ("dynamodb", 99.9673, 3.3),
        ("ec2", 99.8398, 16.0),
        ("nlb", 99.9013, 9.9),
        ("total", 99.8341, 16.6),
    ] {
        let availability = point(&incident, &format!("{name}_availability"));
        assert!((availability * 100.0 - percent).abs() < 0.000_051, "{name}");
        let budget = point(&incident, &format!("{name}_budget_years"));
        assert!((budget - years).abs() < 0.051, "{name}: {budget}");
    }
}

/// C11 on a real incident: DynamoDB (172 min) and the flapping (246 min) lie within EC2's window
/// (842 min), so the union is 842 min where the sum would be 1260.
#[test]
fn overlapping_impacts_count_once() {
    assert_eq!(point(&aws_2025(), "core_impact_s"), f64::from(842 * 60));
}

#[test]
fn definitions_name_the_two_events() {
    let all = metrics(&aws_2025());
    let total = all.iter().find(|metric| metric.id == "total_s").unwrap();
    assert_eq!(total.unit, Unit::Second);
    assert_eq!(
        total.definition.en,
        "From the first fault to the end of the event as the operator defines it. Measured from \
         “A race empties the endpoint's DNS record”, 2025-10-19 23:48 PDT (2025-10-20 06:48 UTC), \
         to “End of the event as the operator defines it”, 2025-10-20 14:20 PDT (2025-10-20 21:20 \
         UTC)."
    );
    assert_eq!(
        total.definition.zh,
        "从首个故障到运营方定义的事件结束。计时：从“竞态清空区域端点的 DNS 记录”，\
         2025-10-19 23:48 PDT（2025-10-20 06:48 UTC），到“运营方定义的事件结束”，\
         2025-10-20 14:20 PDT（2025-10-20 21:20 UTC）。"
    );
    for metric in &all {
        for time in ["PDT (2025-10-20 ", " UTC)"] {
            let times = metric.definition.en.matches(time).count();
            assert!(times >= 2, "{}: {}", metric.id, metric.definition.en);
        }
    }
}

#[test]
fn the_report_has_the_shape_of_the_contract() {
    let report = serde_json::to_value(MetricReport::new(&aws_2025(), Lang::En)).unwrap();
    assert_eq!(report["id"], "2025-10-aws-dynamodb-dns");
    assert_eq!(report["metrics"]["total_s"], json!(52_320.0));
    assert!(
        report["definitions"]["total_s"]
            .as_str()
            .unwrap()
            .contains("14:20 PDT")
    );
    let keys = |field: &str| report[field].as_object().unwrap().keys().cloned().collect();
    let (values, texts): (Vec<String>, Vec<String>) = (keys("metrics"), keys("definitions"));
    assert_eq!(values, texts);
}

/// The record's 37 rows, and the end of the second STS window, which shares a row.
#[test]
fn keeps_record_and_differences() {
    let incident = aws_2025();
    assert_eq!(incident.events.len(), 38);
    let trigger = incident.trigger().unwrap();
    let start = incident.window(&trigger.at).unwrap();
    let at = UtcTime::from_seconds(start.lo()).unwrap();
    assert_eq!(at.to_string(), "2025-10-20T06:48:00Z");
    assert_eq!(incident.zone.local(at).to_string(), "2025-10-19 23:48 PDT");

    let about_trigger: Vec<_> = incident
        .differences_about("trigger")
        .map(|d| &d.id)
        .collect();
    assert!(about_trigger.iter().any(|id| *id == "race_order"));
    // What only the course text says is never an event of the record.
    let course_only = incident
        .events
        .iter()
        .filter(|e| e.status == Status::CourseTextOnly);
    assert_eq!(course_only.count(), 0);
    let voices = |id: &str| {
        let difference = incident.differences.iter().find(|d| d.id == id).unwrap();
        difference
            .statements
            .iter()
            .map(|s| s.who.id())
            .collect::<Vec<_>>()
    };
    assert!(voices("three_zones").contains(&"course_text"));
    assert!(voices("two_clocks").contains(&"operator_dashboard"));
    assert!(voices("zone_labels").contains(&"press"));
}

#[test]
fn events_open_models_with_the_incidents_own_figures() {
    let incident = aws_2025();
    let event = incident.event("dynamodb_back").unwrap();
    let link = event.models.first().unwrap();
    assert_eq!(link.model, "availability");
    let inputs = resolve_inputs(&incident, &link.inputs);
    let repair = inputs.iter().find(|input| input.input == "mttr_s").unwrap();
    assert_eq!(repair.value, Ok("10320s".to_owned()));
    assert_eq!(repair.origin, InputOrigin::Metric("dynamodb_s".to_owned()));
    let failure = inputs.iter().find(|input| input.input == "mttf_s").unwrap();
    assert!(matches!(failure.origin, InputOrigin::Ours(_)));
}

#[test]
fn lanes_spans_and_phases() {
    let incident = aws_2025();
    let drawn = timeline(&incident);
    // 06:47Z on the 20th to 11:05Z on the 21st: 28 h 18 min.
    assert_eq!(drawn.extent.unwrap().length_s(), (28 * 60 + 18) * 60);
    assert_eq!(drawn.lanes.len(), incident.components.len());
    assert_eq!(drawn.events.len(), 38);
    let untimed: Vec<_> = drawn.events.iter().filter(|e| e.at.is_none()).collect();
    assert_eq!(untimed.len(), 1);
    assert_eq!(untimed[0].id, "remediation");
    let dns = drawn
        .spans
        .iter()
        .find(|span| span.id == "dns_empty")
        .unwrap();
    assert_eq!(drawn.lanes[dns.lane].id, "dynamodb_dns");
    assert_eq!(dns.to.lo() - dns.from.lo(), 157 * 60);
    assert_eq!(drawn.phases.len(), 5);
}
