//! The outage that a user meets, and what few incidents say, against independent figures.

use outage_lab::models::Output;

use crate::asked::{self, close, figure, notes, number};

fn run(set: &[(&str, &str)]) -> Output {
    asked::at_once("felt_repair", set)
}

/// exp(1.44) = 4.220695816996552: the whole outage, and half of it still to come, are different figures.
#[test]
fn the_outage_met_and_what_is_left_of_it_are_apart() {
    let output = run(&[("mttr_s", "1 h"), ("sigma", "1.2")]);
    close(figure(&output, "mean_repair_s"), 3_600.0, 1e-12);
    close(
        figure(&output, "felt_length_s"),
        3_600.0 * 4.220_695_816_996_552,
        1e-12,
    );
    close(
        figure(&output, "felt_remaining_s"),
        1_800.0 * 4.220_695_816_996_552,
        1e-12,
    );
    close(figure(&output, "felt_factor"), 4.220_695_816_996_552, 1e-12);
}

/// Equal repairs: a user meets the mean one and waits for half of it. As spread as exponential ones: twice the mean, and
/// what is left is the mean again.
#[test]
fn the_limits_are_those_of_fixed_and_of_exponential_times() {
    let alike = run(&[("mttr_s", "1 h"), ("spread", "scv"), ("scv", "0.0001")]);
    close(figure(&alike, "felt_length_s"), 3_600.0, 2e-4);
    close(figure(&alike, "felt_remaining_s"), 1_800.0, 2e-4);
    let spread = run(&[("mttr_s", "1 h"), ("spread", "scv"), ("scv", "1")]);
    close(figure(&spread, "felt_length_s"), 7_200.0, 1e-12);
    close(figure(&spread, "felt_remaining_s"), 3_600.0, 1e-12);
}

#[test]
fn mean_and_median_give_the_same_system() {
    let by_median = run(&[
        ("location", "median"),
        ("median_s", "20 min"),
        ("sigma", "1.8"),
    ]);
    let mean = format!("{:?}", figure(&by_median, "mean_repair_s"));
    let by_mean = run(&[("location", "mean"), ("mttr_s", &mean), ("sigma", "1.8")]);
    for id in [
        "median_repair_s",
        "felt_length_s",
        "longest_share",
        "incidents_needed",
    ] {
        close(figure(&by_mean, id), figure(&by_median, id), 1e-12);
    }
}

/// mpmath: chi-square points by bisection on the incomplete gamma function, and the distribution of the generalised pivot
/// by adaptive quadrature; five incidents with a median of half an hour and σ = 1.2.
#[test]
fn intervals_from_five_incidents() {
    let output = run(&[
        ("location", "median"),
        ("median_s", "30 min"),
        ("sigma", "1.2"),
        ("incidents", "5"),
    ]);
    close(
        figure(&output, "log_normal_low_s"),
        1362.5616698588103,
        1e-7,
    );
    close(
        figure(&output, "log_normal_high_s"),
        960715.2464405015,
        1e-7,
    );
    let by_mean = run(&[("mttr_s", "1 h"), ("incidents", "5")]);
    close(
        figure(&by_mean, "exponential_low_s"),
        1757.539828096102,
        1e-10,
    );
    close(
        figure(&by_mean, "exponential_high_s"),
        11087.250321012572,
        1e-10,
    );
    assert!(notes(&output).contains(&"felt_repair.note.wide"));
}

#[test]
fn more_incidents_say_more() {
    let output = run(&[("incidents", "30")]);
    let rows = &output.tables[0].rows;
    assert_eq!(rows.len(), 13);
    for columns in [(1, 2), (3, 4)] {
        let widths: Vec<f64> = rows
            .iter()
            .map(|row| number(&row[columns.1]) / number(&row[columns.0]))
            .collect();
        assert!(
            widths.is_sorted_by(|wide, narrow| wide > narrow),
            "{widths:?}"
        );
    }
}
