//! The three models of guards that let in, shed and leave out, as a person uses them.

use outage_lab::models::Output;
use outage_lab::text::{Arg, Lang};

use crate::asked::{figure, notes, number, preset, preset_set, reason, rows, run, start, word};
use crate::contract::texts;

/// The words of a column of a table.
fn words(output: &Output, table: &str, column: usize) -> Vec<&'static str> {
    let rows = rows(output, table).iter();
    rows.map(|row| word(&row[column])).collect()
}

/// The course text's burst, and what its code tells the fifty beside when it is their turn.
#[test]
fn the_burst_and_the_fifty() {
    let output = run("rate_limiter", &[("traffic", "250 at 10 s")]);
    for (id, expected) in [
        ("bucket_passed", 200.0),
        ("bucket_refused", 50.0),
        ("first_turn_s", 0.01),
        ("last_turn_s", 0.5),
        ("next_token_longest_s", 0.01),
        ("retries", 1275.0),
    ] {
        assert_eq!(figure(&output, id), expected, "{id}");
    }
}

#[test]
fn the_presets_show_what_they_are_named_for() {
    for (id, of, expected) in [
        ("boundary", "fixed_in_window", 200.0),
        ("boundary", "log_passed", 100.0),
        ("almost_twice", "counter_in_window", 199.0),
        ("ninety", "counter_estimate", 90.0),
        ("ninety", "counter_left", 10.0),
        ("seventeen", "bucket_passed", 33.0),
        ("slow_behind", "concurrency_per_s", 50.0),
    ] {
        assert_eq!(
            figure(&preset("rate_limiter", id), of),
            expected,
            "{id}.{of}"
        );
    }
    // Four whole limits let pass what one allows and more; clocks that differ double the rate.
    let replicas = preset("rate_limiter", "four_replicas");
    assert!(figure(&replicas, "whole_each_passed") > 1.8 * figure(&replicas, "global_passed"));
    let clocks = preset("rate_limiter", "skewed_clocks");
    assert!(figure(&clocks, "credited_twice") > 1_900.0);
    // 60 times the cost of a plain one: by cost the bucket bounds it, by number it does not.
    let by_cost = |count_by| {
        let mut set = preset_set("rate_limiter", "costly").to_vec();
        set.push(("count_by", count_by));
        number(&run("rate_limiter", &set).tables[0].rows[0][3])
    };
    assert!(
        by_cost("cost") <= 1_200.0 && by_cost("requests") == 1_220.0,
        "{}",
        by_cost("cost")
    );
}

/// A cost that never fits has no Retry-After.
#[test]
fn never_is_not_a_number() {
    let output = run(
        "rate_limiter",
        &[
            ("traffic", "1 at 0 s cost 301; 1 at 1 s"),
            ("burst", "300"),
            ("count_by", "cost"),
        ],
    );
    assert_eq!(reason(&output, "last_turn_s"), "never_fits");
    assert_eq!(figure(&output, "bucket_passed"), 1.0);
}

/// What is wrong is said in the language of the reader, with the place and the words.
#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    for (model, input, text, key, part) in [
        (
            "rate_limiter",
            "traffic",
            "250 at 1 s; nonsense",
            "part",
            2.0,
        ),
        ("rate_limiter", "traffic", "0 at 1 s", "count", 1.0),
        ("rate_limiter", "traffic", "5 at soon", "time", 1.0),
        ("rate_limiter", "traffic", "5 at 1 s cost x", "cost", 1.0),
        (
            "rate_limiter",
            "traffic",
            "x/s from 0 s to 1 s",
            "rate",
            1.0,
        ),
        (
            "rate_limiter",
            "traffic",
            "5/s from 2 s to 1 s",
            "order",
            1.0,
        ),
        ("rate_limiter", "traffic", "random 5 at 1 s", "part", 1.0),
        ("rate_limiter", "traffic", "5 at 1 s at 2 s", "part", 1.0),
        ("degradation", "script", "ok; crash", "statement", 2.0),
        ("degradation", "script", "0 * ok", "copies", 1.0),
        ("degradation", "script", "ok; wait long", "time", 2.0),
        (
            "degradation",
            "script",
            "150 * ok; 51 * fail",
            "too_many",
            2.0,
        ),
        ("degradation", "script", "  ", "statement", 1.0),
    ] {
        let error = start(model, &[(input, text)]).unwrap_err();
        assert_eq!(error.input, Some(input));
        assert_eq!(error.message.key, format!("{model}.error.{key}"), "{text}");
        let place = error.message.args.iter().find_map(|(name, arg)| match arg {
            Arg::Quantity(value, _) if *name == "part" => Some(*value),
            _ => None,
        });
        assert_eq!(place, Some(part), "{text}");
        for lang in Lang::ALL {
            let said = texts(lang).message(&error.message);
            assert!(!said.contains('⟦') && !said.contains('{'), "{said}");
        }
    }
    let error = start("rate_limiter", &[("traffic", "1000/s from 0 s to 1 h")]).unwrap_err();
    assert_eq!(error.message.key, "rate_limiter.error.too_many_requests");
    let error = start("degradation", &[("script", "age 5 s")]).unwrap_err();
    assert_eq!(error.message.key, "degradation.error.nobody");
    let error = start(
        "load_shedding",
        &[("high_share", "70%"), ("middle_share", "40%")],
    )
    .unwrap_err();
    assert_eq!(error.input, Some("middle_share"));
}

/// Signs as they come from a Chinese keyboard.
#[test]
fn full_width_signs_are_read() {
    let output = run(
        "rate_limiter",
        &[("traffic", "１００/s from 0 s to 1 s；２５０ at 11 s")],
    );
    assert_eq!(figure(&output, "offered"), 350.0);
    let output = run("degradation", &[("script", "3 × ok；fail、probe ok")]);
    assert_eq!(figure(&output, "visits"), 4.0);
}

/// 120 slots, 100 soft, six-fold load; a fifth of the requests high: the class alone is 0.9 of the capacity. As printed it
/// is shed, mended it is answered, and its wait by formula is (0.1 s / 120) / (1 − 0.9).
#[test]
fn the_surge_of_the_course_text() {
    let output = run(
        "load_shedding",
        &[("middle_share", "0"), ("customers", "20000")],
    );
    assert!((figure(&output, "own_load") - 0.9).abs() < 1e-12);
    assert!((figure(&output, "surge_load") - 4.5).abs() < 1e-12);
    assert!((figure(&output, "high_wait_formula_s") - 1.0 / 120.0).abs() < 1e-12);
    assert!(figure(&output, "printed_high_good") < 0.3);
    assert!(figure(&output, "mended_high_good") > 0.97);
    assert!(figure(&output, "fifo_high_good") < 0.3);
    // A request in service is waited for: alone the class would wait far less.
    assert!(figure(&output, "high_wait_alone_s") < 0.25 * figure(&output, "high_wait_formula_s"));
    assert!((figure(&output, "high_share_most") - 1_200.0 / 5_400.0).abs() < 1e-12);
}

/// Above its own load of 1 the formula has no wait, and a warning says why.
#[test]
fn a_class_that_is_too_much_alone_is_not_protected() {
    let output = preset("load_shedding", "too_many_high");
    assert!(figure(&output, "own_load") > 1.0);
    assert_eq!(reason(&output, "high_wait_formula_s"), "unstable");
    assert!(notes(&output).contains(&"load_shedding.note.own_load"));
}

/// Every assertion of the field note, as the table shows it.
#[test]
fn the_field_note_as_a_script() {
    let output = run("degradation", &[]);
    assert_eq!(
        words(&output, "moments", 4),
        [
            "fresh", "stale", "left_out", "left_out", "left_out", "left_out", "left_out", "fresh",
            "left_out", "left_out"
        ]
    );
    assert_eq!(
        words(&output, "moments", 6)[3..8],
        [
            "dependency_failed",
            "breaker_open",
            "probe_failed",
            "breaker_open",
            "none"
        ]
    );
    assert_eq!(
        words(&output, "moments", 7)[4..8],
        ["not_called", "called", "not_called", "called"]
    );
    assert_eq!(
        words(&output, "moments", 8)[2..9],
        ["closed", "open", "open", "open", "open", "closed", "closed"]
    );
    for (id, expected) in [
        ("visits", 10.0),
        ("fresh", 2.0),
        ("stale", 1.0),
        ("left_out", 7.0),
        ("calls", 8.0),
        ("probes", 2.0),
        ("not_called", 2.0),
        ("missed", 2.0),
        ("oldest_shown_s", 120.0),
        ("answered_share", 1.0),
        ("fresh_share", 0.2),
    ] {
        assert_eq!(figure(&output, id), expected, "{id}");
    }
}

/// Twenty failures cost three time-outs with a breaker of three, and twenty without.
#[test]
fn a_breaker_saves_the_waiting() {
    let script = ("script", "ok; 20 * fail; ok");
    let with = run("degradation", &[script, ("timeout_s", "500 ms")]);
    assert_eq!(figure(&with, "waited_s"), 1.5);
    assert_eq!(figure(&with, "without_breaker_s"), 10.0);
    assert_eq!(figure(&with, "missed"), 1.0);
    let without = run("degradation", &[script, ("breaker", "false")]);
    assert_eq!(figure(&without, "waited_s"), 10.0);
    assert_eq!(figure(&without, "missed"), 0.0);
}

/// A copy of unknown age, another visitor’s copy, and a page without its own content.
#[test]
fn what_may_not_be_shown() {
    let script = ("script", "age unknown; fail");
    let careful = run("degradation", &[script]);
    assert_eq!(words(&careful, "moments", 4), ["left_out"]);
    let careless = run("degradation", &[script, ("unknown_age", "shown")]);
    assert_eq!(words(&careless, "moments", 4), ["stale"]);
    assert!(notes(&careless).contains(&"degradation.note.unknown_shown"));
    let others = preset("degradation", "another_user");
    assert_eq!(
        words(&others, "moments", 4),
        ["fresh", "stale", "left_out", "stale", "refused"]
    );
    assert_eq!(figure(&others, "answered_share"), 0.8);
}

/// Ten thousand slots for one request a second: each is free to take.
#[test]
fn nobody_waits_where_a_slot_is_free() {
    let quiet = [
        ("arrival_per_s", "1"),
        ("surge_factor", "1"),
        ("customers", "100"),
        ("slots", "10000"),
    ];
    let output = run("load_shedding", &quiet);
    assert_eq!(figure(&output, "most_waiting"), 0.0);
}

/// One and a half times what all targets can take: checks that took none out are not to blame.
#[test]
fn the_checks_are_blamed_for_what_they_took_out() {
    let note = |set: &[(&str, &str)]| {
        let output = run("health_flap", set);
        assert_eq!(figure(&output, "removals") > 0.0, set.is_empty());
        notes(&output)[0].to_owned()
    };
    let too_much = [("load", "1.5"), ("removal_limit", "0")];
    assert_eq!(note(&too_much), "health_flap.note.too_much");
    assert_ne!(note(&[]), "health_flap.note.too_much");
    // Nothing is late, and the feedback shows all the same.
    let loop_alone = [("load", "1.5"), ("late_s", "0")];
    let output = run("health_flap", &loop_alone);
    assert!(figure(&output, "removals") > 0.0);
}
