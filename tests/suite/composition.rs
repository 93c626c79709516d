//! Systems of blocks against independent figures, and what is said about texts that cannot be read.

use outage_lab::kernel::rng::Stream;
use outage_lab::models::{Entry, ModelError, Output};
use outage_lab::text::{Arg, Lang};
use serde_json::Value;

use crate::asked::{self, close, figure, number, value};
use crate::contract::texts;

fn start(blocks: &str, shared_cause: &str) -> Result<Output, ModelError> {
    let set = [("blocks", blocks), ("shared_cause", shared_cause)];
    asked::try_at_once("composition", &set)
}

fn unavailability(blocks: &str) -> f64 {
    figure(&start(blocks, "0").unwrap(), "unavailability")
}

#[test]
fn k_of_n_of_fifty_digits() {
    let file: Value = serde_json::from_str(include_str!("../reference/composition.json")).unwrap();
    for row in file["k_of_n"].as_array().unwrap() {
        let (n, k, unit) = (&row["n"], &row["k"], &row["unit_availability"]);
        let output = start(&format!("{k} of ({n} * unit {unit})"), "0").unwrap();
        close(
            figure(&output, "availability"),
            row["availability"].as_f64().unwrap(),
            1e-12,
        );
        close(
            figure(&output, "unavailability"),
            row["unavailability"].as_f64().unwrap(),
            1e-12,
        );
    }
}

/// Case C07: two regions of 99.95 % in parallel are 99.999975 %, three nodes of 90 % are 99.9 %, two of 99.9 % are
/// 99.9999 %, and two of 99.95 % in series 99.900025 %.
#[test]
fn redundancy_multiplies_the_unavailabilities() {
    for (blocks, down) in [
        ("parallel(a 99.95%, b 99.95%)", 2.5e-7),
        ("parallel(3 * node 90%)", 1e-3),
        ("parallel(a 99.9%, b 99.9%)", 1e-6),
        ("series(a 99.95%, b 99.95%)", 9.9975e-4),
    ] {
        close(unavailability(blocks), down, 1e-12);
    }
}

/// Case C08: two or more of three fail with 13/125 when each does with 0.2; all three with 0.008.
#[test]
fn k_of_n_is_a_probability() {
    close(unavailability("2 of (a 80%, b 80%, c 80%)"), 0.104, 1e-12);
    close(unavailability("2 of (3 * a 80%)"), 0.104, 1e-12);
    close(unavailability("parallel(3 * a 80%)"), 0.008, 1e-12);
    close(unavailability("series(3 * a 80%)"), 0.488, 1e-12);
}

#[test]
fn twelve_nines_are_exact() {
    let output = start("parallel(a 99.9999%, b 99.9999%)", "0").unwrap();
    let figure = output.figure("availability").unwrap();
    assert_eq!(figure.complement, Some(1e-12));
    assert_eq!(unavailability("a 99.9999999999%"), 1e-12);
    assert_eq!(unavailability("series(a 12 nines)"), 1e-12);
}

#[test]
fn spaces_full_width_signs_and_names_of_any_script_make_no_difference() {
    let plain = start("series(lb 99.99%,2 of(3*db 99.5%))", "0").unwrap();
    let wide = start("series（ 入口 99.99％ ，2 of （ 3×库 99.5％ ））", "0").unwrap();
    assert_eq!(
        figure(&plain, "unavailability"),
        figure(&wide, "unavailability")
    );
    assert_eq!(wide.tables[0].rows[0][0], Entry::Name("入口".to_owned()));
}

/// U = 1 − (1 − 10⁻⁴)(1 − 10⁻⁶)(1 − 7.475·10⁻⁵), of which the load balancer alone is 56.9 %.
#[test]
fn the_block_with_the_most_nines_may_matter_most() {
    let shop = "series(lb 99.99%, parallel(web-a 99.9%, web-b 99.9%), 2 of (3 * db 99.5%))";
    let output = start(shop, "0").unwrap();
    assert_eq!(figure(&output, "single_points"), 1.0);
    close(
        figure(&output, "unavailability"),
        0.000175742350257475,
        1e-12,
    );
    close(
        figure(&output, "downtime_share_max"),
        0.5689717069390446,
        1e-12,
    );
    let rows = &output.tables[0].rows;
    let importance = |row: usize| number(&rows[row][3]);
    let names: Vec<_> = rows.iter().map(|row| row[0].clone()).collect();
    assert_eq!(
        names,
        ["lb", "db", "web-a", "web-b"].map(|name| Entry::Name(name.to_owned()))
    );
    // (1 − 10⁻⁶)(1 − 7.475·10⁻⁵); and for a database 2 · 0.995 · 0.005 with the others up.
    close(importance(0), (1.0 - 1e-6) * (1.0 - 7.475e-5), 1e-12);
    close(
        importance(1),
        2.0 * 0.995 * 0.005 * (1.0 - 1e-4) * (1.0 - 1e-6),
        1e-12,
    );
    assert_eq!(rows[0][5], Entry::Word("yes"));
    assert_eq!(rows[1][5], Entry::Word("no"));
}

#[test]
fn a_name_that_comes_again_is_the_same_block() {
    let shared = "parallel(series(zone-a 99.9%, db 99.95%), series(zone-b 99.9%, db))";
    // 0.0005 + 0.9995 · 0.001²
    close(unavailability(shared), 0.0005 + 0.9995e-6, 1e-12);
    let output = start(shared, "0").unwrap();
    assert_eq!(output.tables[0].rows[0][0], Entry::Name("db".to_owned()));
    assert_eq!(output.tables[0].rows[0][5], Entry::Word("yes"));
    assert_eq!(output.notes.len(), 1);
    let apart = "parallel(series(zone-a 99.9%, db-a 99.95%), series(zone-b 99.9%, db-b 99.95%))";
    // (1 − 0.999 · 0.9995)²
    close(unavailability(apart), 0.0014995 * 0.0014995, 1e-12);
}

/// β · u + (u − βu)² / (1 − βu) at u = 0.005: exact fractions.
#[test]
fn shared_causes_take_redundancy_back() {
    let pair = "parallel(a 99.5%, b 99.5%)";
    for (beta, down) in [
        ("0", 2.5e-5),
        ("5%", 0.0002725681420355089),
        ("100%", 0.005),
    ] {
        let output = start(pair, beta).unwrap();
        close(figure(&output, "unavailability"), down, 1e-12);
        close(figure(&output, "unavailability_independent"), 2.5e-5, 1e-12);
    }
    let output = start(pair, "5%").unwrap();
    assert_eq!(
        output.tables[0].rows[0][0],
        Entry::Name("β(a, b)".to_owned())
    );
    assert_eq!(figure(&output, "single_points"), 1.0);
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let texts = texts(Lang::En);
    for (blocks, message) in [
        (
            "",
            "At character 1: a block such as “db 99.9%”, or a group should be here, not the end of the text.",
        ),
        (
            "lb",
            "At character 1: lb is mentioned for the first time and needs its availability, as in “lb 99.9%”.",
        ),
        (
            "series(lb 99.9%",
            "At character 16: a comma or a closing parenthesis should be here, not the end of the text.",
        ),
        (
            "series(lb 99.9%) db 99%",
            "At character 18: the end of the text should be here, not “db 99%”.",
        ),
        (
            "series(lb 99,9%)",
            "At character 11: “99” is not an availability. Write 99.9%, 0.999 or 3 nines.",
        ),
        (
            "serie(lb 99.9%)",
            "At character 1: there is no group “serie”. Groups are series(…), parallel(…) and 2 of (…).",
        ),
        (
            "3 of (a 99%, b 99%)",
            "At character 1: 3 of 2 cannot be asked for; ask for 1 to 2.",
        ),
        (
            "0 of (a 99%)",
            "At character 1: 0 of 1 cannot be asked for; ask for 1 to 1.",
        ),
        (
            "3 * db 99%",
            "At character 3: “of”, as in “2 of (…)”; copies such as “3 * db” go inside a group, should be here, not “* db 99%”.",
        ),
        (
            "series(0 * db 99%)",
            "At character 8: 0 members or copies. There may be 1 to 10,000.",
        ),
        (
            "series(99999999999999999999 * db 99%)",
            "At character 8: 99999999999999999999 members or copies. There may be 1 to 10,000.",
        ),
        (
            "series(db 99%, db 99.9%)",
            "At character 16: db has the availability 99.9\u{202f}%, but 99\u{202f}% where it was first mentioned. A name stands for one block; give another block another name.",
        ),
        (
            "series(db 99%, 2 * db)",
            "At character 20: db stands for several separate copies, so that it is not clear which of them is meant in a second place. Give one of the two another name.",
        ),
        (
            "series(a 99%, )",
            "At character 15: a block such as “db 99.9%”, or a group should be here, not “)”.",
        ),
    ] {
        let error = start(blocks, "0").unwrap_err();
        assert_eq!(error.input, Some("blocks"), "{blocks}");
        let said = texts.message(&error.message);
        assert_eq!(said, message, "{blocks}");
    }
}

#[test]
fn what_would_be_silently_wrong_or_endless_is_refused() {
    let deep = format!("{}a 99%{}", "series(".repeat(9), ")".repeat(9));
    let many: Vec<String> = (0..65).map(|n| format!("b{n} 99%")).collect();
    let many = format!("series({})", many.join(","));
    let same: Vec<String> = (0..17).map(|n| format!("b{n} 99%")).collect();
    let again: Vec<String> = (0..17).map(|n| format!("b{n}")).collect();
    let same = format!(
        "parallel(series({}), series({}))",
        same.join(","),
        again.join(",")
    );
    let heavy = "3000 of (5000 * a 99%, 5000 * b 98%)".to_owned();
    let long = format!("series({} 99%)", "a".repeat(41));
    for (blocks, key) in [
        (deep, "depth"),
        (many, "blocks"),
        (same, "too_many_same"),
        (heavy, "too_much"),
        (long, "name"),
    ] {
        let error = start(&blocks, "0").unwrap_err();
        assert_eq!(error.message.key, format!("composition.error.{key}"));
    }
    let twice = start("series(parallel(a 99%, b 99%), a)", "5%").unwrap_err();
    assert_eq!(twice.input, Some("shared_cause"));
    assert_eq!(twice.message.key, "composition.error.shared_twice");
    assert!(start("series(parallel(a 99%, b 99%), a)", "0").is_ok());
}

/// Any sequence of words and signs gives figures between 0 and 1, or a complaint about a place inside the text.
#[test]
fn no_text_is_too_strange() {
    const WORDS: [&str; 20] = [
        "series",
        "parallel",
        "of",
        "(",
        ")",
        ",",
        "2",
        "3",
        "*",
        "a",
        "b",
        "c 99.9%",
        "a 99%",
        "d 9 nines",
        " ",
        "e 0",
        "f 1",
        "0.5",
        "%",
        "，",
    ];
    let mut random = Stream::new(425, "texts");
    let mut read = 0;
    for _ in 0..20_000 {
        let count = 1 + random.below(14);
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(WORDS[random.below(20) as usize]);
        }
        match start(&text, ["0", "10%"][random.below(2) as usize]) {
            Ok(output) => {
                read += 1;
                if let Ok(down) = value(&output, "unavailability") {
                    assert!((0.0..=1.0).contains(&down), "{text}: {down}");
                }
            }
            Err(error) => {
                let at = error.message.args.iter().find(|(name, _)| *name == "at");
                if let Some((_, Arg::Quantity(at, _))) = at {
                    assert!(
                        (1.0..=text.chars().count() as f64 + 1.0).contains(at),
                        "{text}"
                    );
                }
            }
        }
    }
    assert!(read > 100, "{read} texts were systems");
}

#[test]
fn every_complaint_has_its_words() {
    for lang in Lang::ALL {
        let texts = texts(lang);
        let known = texts
            .keys()
            .filter(|key| key.starts_with("composition.error."))
            .count();
        assert_eq!(known, 21);
        for blocks in [
            "",
            "2 x (a)",
            "series a",
            "series(a 99%",
            "a 9%)",
            "series(2 a 99%)",
        ] {
            let said = texts.message(&start(blocks, "0").unwrap_err().message);
            assert!(!said.contains('⟦') && !said.contains('{'), "{said}");
        }
    }
}

/// A name in several places is one block: in a row of twice the same it is one single point, not two.
#[test]
fn a_block_in_several_places_is_counted_once() {
    for (blocks, single) in [
        ("series(a 99%, a)", 1.0),
        ("parallel(series(x 99%, db 99.9%), series(y 99%, db))", 1.0),
        ("series(a 99%, b 99%, parallel(a, b), c 99%)", 3.0),
        ("series(3 * a 99%)", 3.0),
    ] {
        let output = start(blocks, "0").unwrap();
        assert_eq!(figure(&output, "single_points"), single, "{blocks}");
    }
    let output = start("series(a 99%, a, a)", "0").unwrap();
    let row = &output.tables[0].rows[0];
    assert_eq!(row[1], Entry::Number(1.0), "{row:?}");
    // How often it is mentioned is said by the note.
    assert_eq!(output.notes.len(), 1);
    close(figure(&output, "availability"), 0.99, 1e-12);
}
