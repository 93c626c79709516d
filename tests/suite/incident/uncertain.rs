//! Times that are approximate, bounded or unknown, on the incidents that have them.

use outage_lab::incident::{Incident, Interval, MetricReport, MetricValue, check};
use outage_lab::text::Lang;
use serde_json::{Value, json};

use super::{point, values};

fn text() -> Value {
    json!({ "en": "Text", "zh": "文字" })
}

fn event(id: &str, kind: &str, at: &Value) -> Value {
    json!({
        "id": id, "at": at, "kind": kind, "component": "site", "actor": "unknown",
        "title": text(), "text": text(), "status": "secondary", "sources": ["press"],
    })
}

fn duration(id: &str, to: &str) -> Value {
    json!({ "id": id, "definition": text(), "derive": { "between": { "from": "trigger", "to": to } } })
}

fn small_incident(id: &str, zone: &Value, events: &[Value], metrics: &[Value]) -> Incident {
    let document = json!({
        "format": 1, "id": id, "title": text(), "summary": text(), "zone": [zone],
        "components": [{ "id": "site", "name": text() }],
        "events": events, "metrics": metrics,
        "sources": [{ "id": "press", "kind": "press", "title": text(), "read": text() }],
    });
    let incident = Incident::parse(&document.to_string()).unwrap();
    assert_eq!(check(&incident), []);
    incident
}

/// Facebook, 23 September 2010: about 11:30 to about 14:00 PDT, nothing on detection. With 15
/// minutes on either side, 150 minutes become 120 to 180.
#[test]
fn approximate_times_give_intervals_and_unpublished_ones_nothing() {
    let about = |at: &str| json!({ "about": { "at": at, "half_width_s": 900 } });
    let zone = json!({ "from": "2010-03-14T10:00:00Z", "offset_min": -420, "abbr": "PDT" });
    let incident = small_incident(
        "2010-09-facebook",
        &zone,
        &[
            event("trigger", "trigger", &about("2010-09-23T18:30:00Z")),
            event(
                "found",
                "diagnosis",
                &json!({ "not_published": { "after": "trigger" } }),
            ),
            event("back", "partial_recovery", &about("2010-09-23T21:00:00Z")),
        ],
        &[
            duration("detect_s", "found"),
            duration("recover_s", "back"),
            json!({ "id": "left", "definition": text(),
                "derive": { "availability": { "down": "recover_s", "window_s": 31_536_000 } } }),
            json!({ "id": "share", "definition": text(),
                "derive": { "share": { "part": "detect_s", "whole": "recover_s" } } }),
        ],
    );
    let values = values(&incident);
    assert_eq!(values["recover_s"], MetricValue::Between(7200.0, 10_800.0));
    assert_eq!(
        values["detect_s"],
        MetricValue::Undefined("time_not_published")
    );
    assert_eq!(
        values["share"],
        MetricValue::Undefined("time_not_published")
    );
    let (lo, hi) = values["left"].extremes().unwrap();
    // 1 - 3/8760 and 1 - 2/8760.
    assert!((lo - 0.999_657_534).abs() < 1e-9 && (hi - 0.999_771_689).abs() < 1e-9);
    let report = serde_json::to_value(MetricReport::new(&incident, Lang::Zh)).unwrap();
    assert_eq!(report["metrics"]["recover_s"], json!([7200.0, 10_800.0]));
    assert_eq!(
        report["metrics"]["detect_s"],
        json!({ "undefined": "time_not_published" })
    );
    let definition = report["definitions"]["detect_s"].as_str().unwrap();
    assert!(definition.contains("时间未公布"), "{definition}");
}

/// The Planet, 31 May 2008: power lost 16:55 CDT; staff inside by 22:46 at the latest; the first
/// floor on 4 June between 00:00 and 08:00, or on that day, hour unknown.
#[test]
fn upper_bounds_and_bare_dates() {
    let zone = json!({ "from": "2008-03-09T08:00:00Z", "offset_min": -300, "abbr": "CDT" });
    let between = json!({ "between": ["2008-06-04T05:00:00Z", "2008-06-04T13:00:00Z"] });
    let incident = small_incident(
        "2008-05-the-planet",
        &zone,
        &[
            event(
                "trigger",
                "trigger",
                &json!({ "at": "2008-05-31T21:55:00Z" }),
            ),
            event(
                "inside",
                "diagnosis",
                &json!({ "by": { "at": "2008-06-01T03:46:00Z", "after": "trigger" } }),
            ),
            event("floor_1", "full_recovery", &between),
            event(
                "floor_1_day",
                "full_recovery",
                &json!({ "on": "2008-06-04" }),
            ),
        ],
        &[
            duration("detect_s", "inside"),
            duration("recover_s", "floor_1"),
            duration("total_s", "floor_1_day"),
        ],
    );
    let minutes = |lo: u32, hi: u32| MetricValue::Between(f64::from(lo * 60), f64::from(hi * 60));
    let values = values(&incident);
    // At most 5 h 51 min; 79 h 05 to 87 h 05 min; to the end of the day 103 h 05 min.
    assert_eq!(values["detect_s"], minutes(0, 351));
    assert_eq!(values["recover_s"], minutes(79 * 60 + 5, 87 * 60 + 5));
    assert_eq!(values["total_s"], minutes(79 * 60 + 5, 103 * 60 + 5));
    assert_eq!(
        incident.event_window("inside").map(Interval::length_s),
        Some(351 * 60)
    );
}

/// A stated duration that differs may stand where the file says why (Roblox: 73 h as published,
/// against 75 h 08 min from the first fault).
#[test]
fn a_stated_duration_may_differ_with_a_reason() {
    let zone = json!({ "from": "2021-03-14T10:00:00Z", "offset_min": -420, "abbr": "PDT" });
    let metric = json!({
        "id": "total_s", "definition": text(),
        "derive": { "between": { "from": "trigger", "to": "back" } },
        "stated": { "value_s": 262_800, "source": "press", "within_s": 1800,
            "differs_because": text() },
    });
    let incident = small_incident(
        "2021-10-roblox",
        &zone,
        &[
            event(
                "trigger",
                "trigger",
                &json!({ "at": "2021-10-28T20:37:00Z" }),
            ),
            event(
                "back",
                "full_recovery",
                &json!({ "at": "2021-10-31T23:45:00Z" }),
            ),
        ],
        &[metric],
    );
    assert_eq!(point(&incident, "total_s"), f64::from((75 * 60 + 8) * 60));
}
