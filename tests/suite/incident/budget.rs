//! What down time leaves of a window, and the budgets that it uses up.

use outage_lab::incident::{Interval, MetricValue, budget_impact};

use super::{assert_budget, folder, read};

const YEAR_S: f64 = 31_536_000.0;

/// The table of AWS 2025: 2.8667, 14.0333, 8.65 and 14.5333 hours.
#[test]
fn aws_2025_by_objective() {
    let incident = read(&folder("incidents/2025-10-aws-dynamodb-dns.json"));
    for (id, percent, years) in [
        ("dynamodb_s", 99.9673, [0.33, 3.3, 33.0]),
        ("ec2_s", 99.8398, [1.60, 16.0, 160.0]),
        ("nlb_s", 99.9013, [0.99, 9.9, 99.0]),
        ("total_s", 99.8341, [1.66, 16.6, 166.0]),
    ] {
        assert_budget(&incident, id, [percent; 2], years.map(|years| [years; 2]));
    }
}

/// 8 h in one year leave 99.9087 %; four nines allow 52.56 min a year, so 8/0.876 = 9.13 years.
#[test]
fn eight_hours_and_four_nines() {
    let impact = budget_impact(Interval::point(8 * 3600), YEAR_S).unwrap();
    let (left, _) = impact.availability.extremes().unwrap();
    assert!((left - 0.999_086_758).abs() < 1e-9);
    let (years, _) = impact.windows[1].extremes().unwrap();
    assert!((years - 9.132_420_09).abs() < 1e-8);
}

#[test]
fn an_uncertain_duration_gives_intervals() {
    let impact = budget_impact(Interval::new(3600, 7200).unwrap(), 36_000.0).unwrap();
    assert_eq!(impact.availability, MetricValue::Between(0.8, 0.9));
    let (lo, hi) = impact.windows[0].extremes().unwrap();
    assert!((lo - 100.0).abs() < 1e-9 && (hi - 200.0).abs() < 1e-9);
}

/// C11 (b): more down time than window leaves nothing, never less than nothing.
#[test]
fn never_below_zero() {
    let shift_s = f64::from((16 * 60 + 18) * 60);
    let added_up = Interval::point((28 * 60 + 50) * 60);
    let impact = budget_impact(added_up, shift_s).unwrap();
    assert_eq!(impact.availability, MetricValue::Point(0.0));
}

#[test]
fn no_window_no_impact() {
    for window_s in [0.0, -1.0, 0.5, f64::NAN, f64::INFINITY] {
        let impact = budget_impact(Interval::point(60), window_s);
        assert_eq!(impact, Err("parameter_out_of_range"), "{window_s}");
    }
    let negative = budget_impact(Interval::point(-60), YEAR_S);
    assert_eq!(negative, Err("parameter_out_of_range"));
}
