//! Budgets, burn rates and the alerts that follow, against figures worked out by hand.

use outage_lab::kernel::error::Undefined;
use outage_lab::models::{Entry, Output};

use crate::asked::{self, close, figure, notes, number, reason};

fn run(set: &[(&str, &str)]) -> Output {
    asked::at_once("error_budget", set)
}

fn column(output: &Output, at: usize) -> Vec<Entry> {
    output.tables[0]
        .rows
        .iter()
        .map(|row| row[at].clone())
        .collect()
}

/// Case C16: 7, 28 and 30 days. 14.4 is the factor of the last alone.
#[test]
fn the_table_is_derived_for_the_window() {
    for (window, factors) in [
        ("7 d", [3.36, 1.4, 0.7, 7.0 / 30.0]),
        ("28 d", [13.44, 5.6, 2.8, 28.0 / 30.0]),
        ("30 d", [14.4, 6.0, 3.0, 1.0]),
    ] {
        let output = run(&[("window_s", window)]);
        for (entry, factor) in column(&output, 4).into_iter().zip(factors) {
            close(number(&entry), factor, 1e-12);
        }
        let below_one = notes(&output).contains(&"error_budget.note.alert_below_one");
        assert_eq!(below_one, window != "30 d", "{window}");
    }
}

/// 14.4 · 10 % is above 1; and three days do not fit into one.
#[test]
fn alerts_that_cannot_fire_say_why() {
    let loose = run(&[("objective", "90%")]);
    assert_eq!(
        column(&loose, 5)[0],
        Entry::Undefined(Undefined("alert_unreachable"))
    );
    let short = run(&[("window_s", "1 d"), ("objective", "99.9%")]);
    assert_eq!(
        column(&short, 5)[3],
        Entry::Undefined(Undefined("alert_window_too_long"))
    );
}

/// Case C17: a million requests at 99 % may fail 10,000 times; at 99.9 % a thousand.
#[test]
fn the_budget_in_requests_is_exact() {
    for (objective, requests) in [("99%", 10_000.0), ("99.9%", 1_000.0)] {
        let output = run(&[("objective", objective), ("requests", "1,000,000")]);
        assert_eq!(figure(&output, "budget_requests"), requests);
    }
}

/// Case C19: five minutes with 10 of 1,000 failed, five with 5 of 10. 15/1010 by requests, 25.5 % by time.
#[test]
fn the_mean_of_ratios_is_not_the_ratio() {
    let traffic = format!("{:?}", 10.0 * 600.0 / (300.0 * 1_010.0));
    let output = run(&[
        ("window_s", "10 min"),
        ("requests", "1010"),
        ("incident_s", "5 min"),
        ("incident_error_ratio", "50%"),
        ("incident_traffic", &traffic),
        ("error_ratio", "1%"),
    ]);
    close(
        figure(&output, "error_ratio_by_requests"),
        15.0 / 1_010.0,
        1e-12,
    );
    close(figure(&output, "error_ratio_by_time"), 0.255, 1e-12);
    close(figure(&output, "incident_failed_requests"), 5.0, 1e-12);
}

/// A tenth of the budget in an hour is 72 over 30 days, and 0.1 · 168 = 16.8 over a week.
#[test]
fn a_tenth_in_an_hour() {
    close(figure(&run(&[]), "alert_burn_rate"), 72.0, 1e-12);
    close(
        figure(&run(&[("window_s", "7 d")]), "alert_burn_rate"),
        16.8,
        1e-12,
    );
}

/// 14 h 32 min are 52,320 s, 2 h 52 min are 10,320 s; 99.99 % of 365 days leave 3,153.6 s, of 30 days 259.2 s.
#[test]
fn october_2025_in_years_of_budget() {
    for (incident, seconds) in [("14 h 32 min", 52_320.0), ("2 h 52 min", 10_320.0)] {
        let output = run(&[("objective", "99.99%"), ("incident_s", incident)]);
        close(figure(&output, "incident_years"), seconds / 3_153.6, 1e-12);
        close(figure(&output, "incident_windows"), seconds / 259.2, 1e-12);
    }
}

/// Published calculators are off by the length of the window: 50 of 3,000,000 at 99.9 % is a burn of 0.0167, not 12.
#[test]
fn the_burn_rate_is_the_share_of_errors_by_the_share_allowed() {
    let share = format!("{:?}", 50.0 / 3e6);
    let output = run(&[("error_ratio", &share)]);
    close(figure(&output, "burn_rate"), 1.0 / 60.0, 1e-12);
    let none = run(&[("error_ratio", "0")]);
    assert_eq!(reason(&none, "exhaustion_s"), "never_exhausted");
    let all = run(&[("objective", "100%")]);
    assert_eq!(reason(&all, "burn_rate"), "no_budget");
}

/// An hour at night with a twentieth of the traffic: 3600/2592 windows of time, a twentieth of that of requests.
#[test]
fn time_and_requests_are_kept_apart() {
    let output = run(&[("incident_s", "1 h"), ("incident_traffic", "0.05")]);
    close(
        figure(&output, "incident_windows"),
        3_600.0 / 2_592.0,
        1e-12,
    );
    close(
        figure(&output, "incident_windows_by_requests"),
        180.0 / 2_592.0,
        1e-12,
    );
}
