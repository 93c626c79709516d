//! Availability against independent figures, and the laws that it must keep.
//!
//! The course's program computes downtimes by 1 − A in `f64`. Where that costs it digits, the figure is compared
//! twice: with the exact one to 1e-12, and with the program's within the rounding that 1 − A brings.

use outage_lab::kernel::availability::calendar::HOUR_S;
use outage_lab::kernel::availability::{
    Fleet, Repairable, Year, downtime_s, mttf_needed_s, mttr_needed_s, nines, whole_nines,
};
use outage_lab::kernel::quantity::Probability;
use outage_lab::kernel::rng::Stream;
use serde_json::Value;

const TOLERANCE: f64 = 1e-12;

/// What rounding costs the program's A, and so its 1 − A: at most 2⁻⁵³ by the sum MTTF + MTTR and 2⁻⁵⁴ by the quotient,
/// or 2⁻⁵⁴ by the reading of a target; 2⁻⁵² covers them and the rounding of what is done with them.
const ROUNDING_NEAR_ONE: f64 = f64::EPSILON;

fn reference() -> Value {
    serde_json::from_str(include_str!("../reference/availability.json")).unwrap()
}

fn rows(table: &Value) -> impl Iterator<Item = &Value> {
    table.as_array().unwrap().iter()
}

fn number(row: &Value, name: &str) -> f64 {
    row[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} in {row}"))
}

#[track_caller]
fn close(ours: f64, expected: f64) {
    within(ours, expected, TOLERANCE * expected.abs());
}

#[track_caller]
fn within(ours: f64, expected: f64, error_max: f64) {
    assert!(
        (ours - expected).abs() <= error_max,
        "{ours} is not {expected} within {error_max:e}"
    );
}

/// A thing with the row's times in hours.
fn repairable(row: &Value) -> Repairable {
    Repairable::new(
        number(row, "mttf_h") * HOUR_S,
        number(row, "mttr_h") * HOUR_S,
    )
    .unwrap()
}

fn downtime_h_per_year(availability: &Probability) -> f64 {
    downtime_s(availability, Year::Days365.seconds()).unwrap() / HOUR_S
}

fn probability(text: &str) -> Probability {
    text.parse().unwrap()
}

#[test]
fn rows_of_fifty_digits() {
    for row in rows(&reference()["rows"]) {
        let server = repairable(row);
        close(server.availability().value(), number(row, "availability"));
        close(
            server.availability().complement(),
            number(row, "unavailability"),
        );
        close(
            downtime_h_per_year(&server.availability()),
            number(row, "downtime_h_per_8760h"),
        );
        match row["nines"].as_f64() {
            Some(expected) => close(server.nines().unwrap(), expected),
            None => assert_eq!(server.nines().unwrap_err().0, "never_down"),
        }
    }
}

#[test]
fn table_1_downtime_of_the_nines() {
    let file = reference();
    for (program, exact) in
        rows(&file["program"]["nines_table"]).zip(rows(&file["exact"]["nines_table"]))
    {
        let availability = probability(exact["availability"].as_str().unwrap());
        assert_eq!(availability.value(), number(program, "availability"));
        for (name, hours) in [
            ("downtime_h_per_8760h", 8760.0),
            ("downtime_h_per_month_of_730h", 730.0),
        ] {
            let ours = downtime_s(&availability, hours * HOUR_S).unwrap() / HOUR_S;
            close(ours, number(exact, name));
            within(ours, number(program, name), hours * ROUNDING_NEAR_ONE);
        }
    }
}

#[test]
fn table_2_sensitivity() {
    let file = reference();
    for (program, exact) in
        rows(&file["program"]["sensitivity"]).zip(rows(&file["exact"]["sensitivity"]))
    {
        let availability = repairable(exact).availability();
        assert_eq!(
            (&program["mttf_h"], &program["mttr_h"]),
            (&exact["mttf_h"], &exact["mttr_h"])
        );
        close(availability.value(), number(program, "availability"));
        close(availability.complement(), number(exact, "unavailability"));
        close(
            downtime_h_per_year(&availability),
            number(exact, "downtime_h_per_8760h"),
        );
        within(
            downtime_h_per_year(&availability),
            number(program, "downtime_h_per_8760h"),
            8760.0 * ROUNDING_NEAR_ONE,
        );
    }
}

#[test]
fn table_3_two_paths() {
    let file = reference();
    let program = &file["program"]["two_paths"];
    let availability = |mttr_h: f64| {
        Repairable::new(10_000.0 * HOUR_S, mttr_h * HOUR_S)
            .unwrap()
            .availability()
    };
    close(availability(10.0).value(), number(program, "a_mttr_10h"));
    close(availability(1.0).value(), number(program, "a_mttr_1h"));
    let ours = mttf_needed_s(10.0 * HOUR_S, availability(1.0))
        .unwrap()
        .unwrap()
        / HOUR_S;
    close(
        ours,
        number(&file["exact"]["two_paths"], "mttf_needed_h_at_mttr_10"),
    );
    close(ours, number(program, "mttf_needed_h_at_mttr_10"));
}

#[test]
fn table_4_scale() {
    let file = reference();
    for (program, exact) in rows(&file["program"]["scale"]).zip(rows(&file["exact"]["scale"])) {
        let unit_mttf_s = number(program, "unit_mttf_h") * HOUR_S;
        let fleet = Fleet::new(unit_mttf_s, program["machines"].as_u64().unwrap()).unwrap();
        let system_mttf_h = fleet.system_mttf_s() / HOUR_S;
        close(system_mttf_h, number(program, "system_mttf_h"));
        let mttr_h = fleet.mttr_needed_s(probability("99.99%")).unwrap() / HOUR_S;
        close(mttr_h, number(exact, "mttr_needed_h_for_9999"));
        within(
            mttr_h,
            number(program, "mttr_needed_h_for_9999"),
            system_mttf_h * ROUNDING_NEAR_ONE,
        );
    }
}

#[test]
fn table_5_three_to_five_nines() {
    let file = reference();
    for (program, exact) in rows(&file["program"]["three_to_five_nines"])
        .zip(rows(&file["exact"]["three_to_five_nines"]))
    {
        let mttf_h = number(program, "mttf_h");
        for (name, target) in [("mttr_h_999", "99.9%"), ("mttr_h_99999", "99.999%")] {
            let mttr_h = mttr_needed_s(mttf_h * HOUR_S, probability(target))
                .unwrap()
                .unwrap()
                / HOUR_S;
            close(mttr_h, number(exact, name));
            within(mttr_h, number(program, name), mttf_h * ROUNDING_NEAR_ONE);
        }
    }
}

#[test]
fn table_6_nines_by_mttr() {
    let file = reference();
    for (program, exact) in
        rows(&file["program"]["nines_by_mttr"]).zip(rows(&file["exact"]["nines_by_mttr"]))
    {
        let server = repairable(program);
        close(
            server.availability().value(),
            number(program, "availability"),
        );
        let count = server.nines().unwrap();
        close(count, number(exact, "nines"));
        let error_max =
            ROUNDING_NEAR_ONE / server.availability().complement() / std::f64::consts::LN_10;
        within(count, number(program, "nines"), error_max);
    }
}

/// Lecture 26, section 26.2.6: eight doublings of MTTF, or eight halvings of MTTR, add log₁₀ 256 = 2.408 nines where U is
/// small, not four.
#[test]
fn a_factor_of_256_is_worth_two_and_a_half_nines() {
    let before = Repairable::new(1e6, 1.0).unwrap().nines().unwrap();
    let after = Repairable::new(256e6, 1.0).unwrap().nines().unwrap();
    within(after - before, 2.408, 0.001);
}

/// A time between 1 ms and some 30,000 years, evenly in its logarithm (to a binary factor).
fn time_s(stream: &mut Stream) -> f64 {
    (1.0 + stream.uniform()) * 0.001 * (1_u64 << stream.below(50)) as f64
}

/// A thousand pairs of times.
fn for_many(purpose: &str, law: impl Fn(&mut Stream, f64, f64)) {
    let mut stream = Stream::new(425, purpose);
    for _ in 0..1000 {
        let (mttf_s, mttr_s) = (time_s(&mut stream), time_s(&mut stream));
        law(&mut stream, mttf_s, mttr_s);
    }
}

fn availability(mttf_s: f64, mttr_s: f64) -> Probability {
    Repairable::new(mttf_s, mttr_s).unwrap().availability()
}

#[track_caller]
fn same(a: Probability, b: Probability) {
    within(a.value() / b.value(), 1.0, 1e-14);
    within(a.complement() / b.complement(), 1.0, 1e-14);
}

#[test]
fn law_up_and_down_are_all_the_time() {
    for_many("sum", |_, mttf_s, mttr_s| {
        let a = availability(mttf_s, mttr_s);
        within(a.value() + a.complement(), 1.0, f64::EPSILON);
        close(a.value() / a.complement(), mttf_s / mttr_s);
    });
}

#[test]
fn law_only_the_ratio_counts() {
    for_many("scale", |stream, mttf_s, mttr_s| {
        let k = 1.0 + 1000.0 * stream.uniform();
        same(
            availability(mttf_s, mttr_s),
            availability(k * mttf_s, k * mttr_s),
        );
    });
}

#[test]
fn law_the_two_paths_are_one() {
    for_many("paths", |stream, mttf_s, mttr_s| {
        let k = 1.0 + 1000.0 * stream.uniform();
        same(
            availability(k * mttf_s, mttr_s),
            availability(mttf_s, mttr_s / k),
        );
    });
}

#[test]
fn law_failing_later_and_repairing_sooner_are_better() {
    for_many("monotone", |stream, mttf_s, mttr_s| {
        let factor = 1.001 + stream.uniform();
        let down = |mttf_s, mttr_s| availability(mttf_s, mttr_s).complement();
        assert!(down(mttf_s * factor, mttr_s) < down(mttf_s, mttr_s));
        assert!(down(mttf_s, mttr_s * factor) > down(mttf_s, mttr_s));
        let count = |mttr_s| nines(&availability(mttf_s, mttr_s)).unwrap();
        assert!(count(mttr_s * factor) <= count(mttr_s));
    });
}

#[test]
fn law_up_and_down_change_places() {
    for_many("turn", |_, mttf_s, mttr_s| {
        same(
            availability(mttf_s, mttr_s),
            availability(mttr_s, mttf_s).turned(),
        )
    });
}

#[test]
fn law_the_questions_backwards_lead_back() {
    for_many("inverse", |_, mttf_s, mttr_s| {
        let target = availability(mttf_s, mttr_s);
        close(mttr_needed_s(mttf_s, target).unwrap().unwrap(), mttr_s);
        close(mttf_needed_s(mttr_s, target).unwrap().unwrap(), mttf_s);
    });
}

/// The change of A for a little less MTTR equals that for the exchange rate times as much more MTTF.
#[test]
fn law_the_exchange_rate_is_the_ratio_of_slopes() {
    for_many("exchange", |_, mttf_s, mttr_s| {
        let rate = Repairable::new(mttf_s, mttr_s)
            .unwrap()
            .exchange_rate()
            .unwrap();
        let step_s = 1e-4 * mttr_s;
        let sooner = availability(mttf_s, mttr_s - step_s);
        let later = availability(mttf_s + rate * step_s, mttr_s);
        within(sooner.complement() / later.complement(), 1.0, 1e-7);
    });
}

#[test]
fn law_downtime_is_proportional_to_the_period() {
    for_many("downtime", |stream, mttf_s, mttr_s| {
        let server = Repairable::new(mttf_s, mttr_s).unwrap();
        let (a_s, b_s) = (time_s(stream), time_s(stream));
        let sum_s = server.downtime_s(a_s).unwrap() + server.downtime_s(b_s).unwrap();
        close(server.downtime_s(a_s + b_s).unwrap(), sum_s);
        close(server.downtime_s(server.mtbf_s()).unwrap(), mttr_s);
    });
}

#[test]
fn law_whole_nines_are_the_nines_rounded_down() {
    for_many("whole", |_, mttf_s, mttr_s| {
        let a = availability(mttf_s, mttr_s);
        assert_eq!(
            whole_nines(&a),
            Some(nines(&a).unwrap().floor() as u32),
            "{a}"
        );
    });
}

#[test]
fn law_ten_times_the_machines_need_a_tenth_of_the_repair() {
    for_many("fleet", |stream, unit_mttf_s, mttr_s| {
        let target = availability(unit_mttf_s, mttr_s);
        let machines = 1 + stream.below(1_000_000);
        let needed_s = |machines| {
            Fleet::new(unit_mttf_s, machines)
                .unwrap()
                .mttr_needed_s(target)
                .unwrap()
        };
        close(10.0 * needed_s(10 * machines), needed_s(machines));
        close(needed_s(1), mttr_s);
    });
}
