//! Incidents: the files themselves, the published figures, and files that are wrong.

mod aws_2011;
mod aws_2021;
mod aws_2025;
mod broken;
mod budget;
mod comparison;
mod denic_2010;
mod facebook_2010;
mod files;
mod github_2018;
mod global_change;
mod s3_and_google;
mod the_planet_2008;
mod uncertain;
mod view;
mod what_if;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use outage_lab::incident::{BudgetImpact, Incident, Interval, MetricValue, budget_impact, metrics};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn json_files(path: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(path)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap().to_str().unwrap();
        name.ends_with(".json") && !name.ends_with(".findings.json") && name != "index.json"
    });
    files.sort();
    files
}

fn read(file: &Path) -> Incident {
    Incident::parse(&fs::read_to_string(file).unwrap()).unwrap()
}

fn values(incident: &Incident) -> BTreeMap<String, MetricValue> {
    let all = metrics(incident).into_iter();
    all.map(|metric| (metric.id, metric.value)).collect()
}

fn point(incident: &Incident, id: &str) -> f64 {
    match values(incident)[id] {
        MetricValue::Point(value) => value,
        other => panic!("{id} is {other:?}"),
    }
}

/// Each duration is one number, of so many minutes.
fn assert_minutes(incident: &Incident, expected: &[(&str, u32)]) {
    for (id, minutes) in expected {
        assert_eq!(point(incident, id), f64::from(minutes * 60), "{id}");
    }
}

fn undefined(incident: &Incident, id: &str) -> &'static str {
    match values(incident)[id] {
        MetricValue::Undefined(reason) => reason,
        other => panic!("{id} is {other:?}"),
    }
}

/// The middle of a value's extremes.
fn middle(incident: &Incident, id: &str) -> f64 {
    let (lo, hi) = values(incident)[id].extremes().unwrap();
    (lo + hi) / 2.0
}

/// Shortest and longest seconds from one event to another.
fn between_events(incident: &Incident, from: &str, to: &str) -> (f64, f64) {
    let (from, to) = (incident.event_window(from), incident.event_window(to));
    let duration = from.unwrap().duration_to(to.unwrap()).unwrap();
    (duration.lo() as f64, duration.hi() as f64)
}

/// The union of the impact spans of components (of all, where none is named), as a part of their
/// sum; at the middles of uncertain ends.
fn union_of_sum(incident: &Incident, components: &[&str]) -> f64 {
    let sum: i64 = incident
        .spans
        .iter()
        .filter(|span| components.is_empty() || components.contains(&span.component.as_str()))
        .filter(|span| span.kind.is_impact())
        .map(|span| incident.span_ends(span).unwrap())
        .map(|(from, to)| (to.lo() + to.hi() - from.lo() - from.hi()) / 2)
        .sum();
    middle(incident, "any_impact_s") / sum as f64
}

/// A year's impact of a duration against a printed table: the availability in percent to four
/// decimals, the years to the last digit printed.
fn assert_impact(impact: BudgetImpact, percent: [f64; 2], years: [[f64; 2]; 3]) {
    let (lo, hi) = impact.availability.extremes().unwrap();
    for (left, percent) in [lo, hi].into_iter().zip(percent) {
        assert!((left * 100.0 - percent).abs() < 0.000_051, "{left}");
    }
    for (used, years) in impact.windows.iter().zip(years) {
        let (lo, hi) = used.extremes().unwrap();
        for (used, years) in [lo, hi].into_iter().zip(years) {
            let within = 0.51 * last_printed_digit(years);
            assert!((used - years).abs() < within, "{used} against {years}");
        }
    }
}

/// 1 for 956, 0.1 for 95.6 and 9.0, 0.01 for 9.56 and 0.40: a trailing zero is not in the number.
fn last_printed_digit(printed: f64) -> f64 {
    let text = printed.to_string();
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    match decimals.max(usize::from(printed < 10.0) + usize::from(printed < 1.0)) {
        0 => 1.0,
        1 => 0.1,
        _ => 0.01,
    }
}

fn year_impact(duration: Interval) -> BudgetImpact {
    budget_impact(duration, 31_536_000.0).unwrap()
}

fn assert_budget(incident: &Incident, id: &str, percent: [f64; 2], years: [[f64; 2]; 3]) {
    let (lo, hi) = values(incident)[id].extremes().unwrap();
    let duration = Interval::new(lo as i64, hi as i64).unwrap();
    assert_impact(year_impact(duration), percent, years);
}

/// The same at the middle of an uncertain duration, for tables that take one value.
fn assert_budget_middle(incident: &Incident, id: &str, percent: f64, years: [f64; 3]) {
    let duration = Interval::point(middle(incident, id) as i64);
    let years = years.map(|years| [years; 2]);
    assert_impact(year_impact(duration), [percent; 2], years);
}

fn minutes(minutes: i32) -> f64 {
    f64::from(minutes * 60)
}
