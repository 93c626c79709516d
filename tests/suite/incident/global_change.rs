//! Fastly 2021 and Cloudflare 2019: one change, the whole network.

use outage_lab::incident::{Incident, MetricValue};
use serde_json::json;

use super::{assert_minutes, folder, point, read, values};

fn fastly_2021() -> Incident {
    read(&folder("incidents/2021-06-fastly-config-bug.json"))
}

fn cloudflare_2019() -> Incident {
    read(&folder("incidents/2019-07-cloudflare-waf-regex.json"))
}

/// 09:47, 09:48, 09:58, 10:27, 10:36, 11:00, 12:35 and 17:25 UTC: 2 h 48 min to the end.
#[test]
fn fastly_in_minutes() {
    assert_minutes(
        &fastly_2021(),
        &[
            ("alarm_s", 1),
            ("acknowledge_s", 11),
            ("detect_s", 40),
            ("mitigate_s", 49),
            ("recover_s", 73),
            ("total_s", 168),
            ("mended_version_s", 458),
            ("after_first_fault_s", 119),
        ],
    );
}

/// From some time on 12 May to 09:47 on 8 June: 26 or 27 days and 9 h 47 min.
#[test]
fn the_bug_slept_for_almost_four_weeks() {
    let slept = values(&fastly_2021())["latent_s"];
    let day = 86_400.0;
    let morning = 35_220.0;
    assert_eq!(
        slept,
        MetricValue::Between(26.0 * day + morning, 27.0 * day + morning)
    );
}

#[test]
fn percentages_of_the_network() {
    let incident = fastly_2021();
    for (event, percent) in [("network_hit", 85.0), ("recovery_begins", 95.0)] {
        let figure = &incident.event(event).unwrap().figures[0];
        let value = serde_json::to_value(figure.value).unwrap();
        assert_eq!(value, json!({ "percent": percent }));
        assert_eq!(figure.of.as_ref().unwrap().en, "Fastly's network");
    }
}

/// 13:31, 13:42, 14:00 or 14:02, 14:07 and 14:09 UTC: 27 minutes, and a range where two texts differ.
#[test]
fn cloudflare_in_minutes() {
    let incident = cloudflare_2019();
    assert_minutes(
        &incident,
        &[
            ("rollout_s", 11),
            ("mitigate_s", 25),
            ("recover_s", 27),
            ("total_s", 27),
        ],
    );
    let values = values(&incident);
    assert_eq!(values["detect_s"], MetricValue::Between(1080.0, 1200.0));
    assert_eq!(values["decide_s"], MetricValue::Between(300.0, 420.0));
    assert_eq!(
        values["alarm_s"],
        MetricValue::Undefined("time_not_published")
    );
}

/// 2.8 h and 0.45 h: 99.9680 % and 99.9949 % of a year, 3.2 and 0.51 years of four nines.
#[test]
fn availability_and_budget() {
    for (incident, percent, years, within) in [
        (fastly_2021(), 99.9680, 3.2, 0.051),
        (cloudflare_2019(), 99.9949, 0.51, 0.005_1),
    ] {
        let shown = point(&incident, "total_availability") * 100.0;
        assert!((shown - percent).abs() < 0.000_051, "{shown}");
        let burnt = point(&incident, "total_budget_years");
        assert!((burnt - years).abs() < within, "{burnt}");
    }
}
