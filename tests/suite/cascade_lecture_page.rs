//! `cascade_lecture` as the page has it: the reference by the ids of the figures, the tables, the moment, refusals.

use outage_lab::chart::{GridPart, Layer};
use outage_lab::models::{Entry, Output, find};
use serde_json::Value;

use crate::asked::{self, figure, numbers, rows, word};

const MODEL: &str = "cascade_lecture";
const PUBLISHED: &str = include_str!("../reference/cascade_seed425.json");

fn preset(id: &str) -> Output {
    asked::preset(MODEL, id)
}

#[test]
fn figures_and_samples_carry_the_names_of_the_reference() {
    let reference: Value = serde_json::from_str(PUBLISHED).unwrap();
    let compared = preset("s1");
    for (name, row) in reference["scenarios"].as_object().unwrap() {
        let output = preset(&name.to_lowercase());
        for (id, theirs) in row.as_object().unwrap() {
            if let Some(found) = output.figure(id) {
                assert_eq!(found.value.ok(), theirs.as_f64(), "{name} {id}");
            }
        }
        for (kind, class) in [
            ("priority", "high"),
            ("priority", "low"),
            ("dependency", "db"),
            ("dependency", "aux"),
        ] {
            for count in ["ok", "arrived"] {
                let id = format!("{kind}_{class}_{count}");
                let theirs = row[kind][class][count].as_f64().unwrap();
                assert_eq!(figure(&output, &id), theirs, "{name} {id}");
            }
        }
        let spec = find(MODEL).unwrap().spec();
        let described = spec.tables.iter().find(|table| table.id == "samples");
        let columns: Vec<&str> = described.unwrap().columns[1..10]
            .iter()
            .map(|column| column.id)
            .collect();
        assert_eq!(row["sample_columns"], serde_json::json!(columns));
        let samples = row["samples"].as_array().unwrap();
        let ours = rows(&output, "samples");
        assert_eq!(ours.len(), samples.len());
        for (ours, theirs) in ours.iter().zip(samples) {
            let theirs: Vec<f64> = theirs
                .as_array()
                .unwrap()
                .iter()
                .map(|number| number.as_f64().unwrap())
                .collect();
            assert_eq!(numbers(ours)[1..10], theirs);
        }
        // The row of the comparison says the same, whatever setting was chosen.
        let place = name[1..].parse::<usize>().unwrap() - 1;
        let compared = &rows(&compared, "comparison")[place];
        let state = row["breaker_state_at_end"].as_str().unwrap().to_lowercase();
        assert_eq!(word(compared.last().unwrap()), state);
        assert_eq!(numbers(compared)[0], figure(&output, "success"));
    }
}

/// The table that the course text prints, as it rounds.
#[test]
fn the_printed_table_comes_out() {
    let output = preset("s1");
    let printed = [
        (
            16.7, 12.4, 443.0, 2250.0, 1.00, 11_793.0, 17.0, 16.7, 16.7, 16.8,
        ),
        (
            16.7, 12.4, 478.0, 1770.0, 1.42, 15_562.0, 17.2, 16.5, 16.8, 16.5,
        ),
        (
            21.5, 16.5, 146.0, 620.0, 1.00, 9_881.0, 21.8, 21.4, 16.8, 32.2,
        ),
        (
            26.8, 16.1, 404.0, 4820.0, 1.00, 8_285.0, 26.8, 26.8, 13.8, 56.8,
        ),
        (
            27.5, 22.4, 280.0, 860.0, 1.00, 9_488.0, 27.9, 27.4, 16.9, 52.2,
        ),
        (
            22.6, 17.3, 270.0, 1870.0, 1.50, 951.0, 47.8, 16.4, 17.0, 35.8,
        ),
    ];
    let rows = rows(&output, "comparison");
    assert_eq!(rows.len(), printed.len());
    for (row, printed) in rows.iter().zip(printed) {
        let ours = numbers(row);
        let percent = |at: usize| (1000.0 * ours[at]).round() / 10.0;
        let (success, good, mean, p95, amplification, peak, high, low, db, aux) = printed;
        assert_eq!(percent(0), success);
        assert_eq!(percent(1), good);
        assert_eq!([percent(2), percent(3)], [high, low]);
        assert_eq!([percent(4), percent(5)], [db, aux]);
        assert_eq!([ours[6].round(), ours[7].round()], [mean, p95]);
        assert_eq!((100.0 * ours[8]).round() / 100.0, amplification);
        assert_eq!(ours[9], peak);
    }
}

/// One of the other 26 settings is compared with the six.
#[test]
fn a_setting_of_ones_own_is_the_seventh() {
    let set = [("bulkhead", "on"), ("shed", "on"), ("end_s", "20 s")];
    let output = asked::run(MODEL, &set);
    let rows = rows(&output, "comparison");
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[6][0], Entry::Word("own"));
    assert_eq!(numbers(&rows[6])[0], figure(&output, "success"));
}

fn states(groups: &[GridPart]) -> Vec<[usize; 3]> {
    let count = |group: &GridPart| {
        let mut counts = [0; 3];
        group.parts.iter().for_each(|part| counts[part.state] += 1);
        counts
    };
    groups.iter().map(count).collect()
}

/// Calm before 15 s; at 16 s every front-end thread and every worker is held, and the other dependency stands idle.
#[test]
fn the_moment_shows_who_holds_what() {
    let moment = |at_s: &str| {
        let output = asked::run(MODEL, &[("at_s", at_s)]);
        let rows = rows(&output, "moment").to_vec();
        let chart = output.charts.iter().find(|chart| chart.id == "moment");
        let Layer::Grid { groups, .. } = &chart.unwrap().layers[0] else {
            panic!("the moment is a grid");
        };
        (rows, states(groups))
    };
    let (_, calm) = moment("10 s");
    assert!(calm[0][0] > 100, "{calm:?}");
    let (rows, blocked) = moment("16 s");
    assert_eq!(blocked, [[0, 0, 120], [0, 0, 60], [0, 10, 0], [5, 0, 0]]);
    // Waiting, busy, held and free: 120 threads hold 60 workers and the 60 who wait for one.
    assert_eq!(numbers(&rows[1]), [60.0, 0.0, 60.0, 0.0]);
    assert_eq!(numbers(&rows[2]), [50.0, 10.0, 0.0, 0.0]);
    // The last moment stands for all that come after it.
    let (rows, _) = moment("600 s");
    assert_eq!(rows.len(), 4);
}

#[test]
fn a_run_without_end_is_refused_by_name() {
    let refused = |set: &[(&str, &str)]| asked::start(MODEL, set).unwrap_err().input;
    assert_eq!(
        refused(&[("end_s", "600 s"), ("tick_s", "2 ms")]),
        Some("end_s")
    );
    assert_eq!(
        refused(&[("rate_per_s", "20000"), ("surge_factor", "100")]),
        Some("rate_per_s")
    );
}

/// 10 / 10 ms is 1,000 a second, a twentieth of it 50; 400 · 0.7 is 280; 60 / (280 − 50) s; 50 / 280.
#[test]
fn the_derivation_has_the_texts_figures() {
    let output = preset("s1");
    let step = |id: &str| {
        let found = output.steps.iter().find(|step| step.id == id);
        found.unwrap().result.unwrap()
    };
    assert_eq!(step("db_capacity_per_s"), 1_000.0);
    assert_eq!(step("db_capacity_slow_per_s"), 50.0);
    assert_eq!(step("db_load_per_s"), 280.0);
    assert!((step("svc_full_s") - 0.260_869_565_217_391_3).abs() < 1e-12);
    assert!((step("blocked_success") - 0.178_571_428_571_428_57).abs() < 1e-12);
}
