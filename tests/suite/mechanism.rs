//! The mechanisms of the incidents: stuck states by formula and by simulation, and the ways out of them.
#![allow(
    clippy::disallowed_methods,
    reason = "expected values come from std's functions, not from the kernel's"
)]

mod cache_stampede;
mod canary;
mod failover_capacity;
mod gray_failure;
mod remirror_storm;

use outage_lab::text::Lang;

use crate::asked::{figure, run, start};
use crate::contract::texts;

/// Waits grow by the factor up to an hour: 8,000 volumes then search 8,000 / 3,600 s times a second.
#[test]
fn back_off_comes_to_the_longest_wait_or_is_refused() {
    for factor in ["1.1", "1.5", "2"] {
        let set = [
            ("crash_chance", "0"),
            ("length_s", "144000"),
            ("backoff_factor", factor),
        ];
        let output = run("remirror_storm", &set);
        let per_s = figure(&output, "searches_end_per_s");
        assert!(
            (per_s / (8_000.0 / 3_600.0) - 1.0).abs() < 1e-3,
            "{factor} {per_s}"
        );
    }
    // 360^(1/299) = 1.0199 and 120^(1/299) = 1.0161, in hundredths.
    let least = "1.02";
    for model in ["remirror_storm", "cache_stampede"] {
        let error = start(model, &[("backoff_factor", "1.01")]).unwrap_err();
        assert_eq!(error.input, Some("backoff_factor"));
        for lang in Lang::ALL {
            let said = texts(lang).message(&error.message);
            assert!(said.contains(least), "{said}");
        }
        assert!(start(model, &[("backoff_factor", least)]).is_ok());
    }
}

#[test]
fn calls_are_all_opened_where_they_fit_or_are_too_many_to_follow() {
    for first_wait_s in ["60", "5"] {
        let set = [
            ("calls_per_s", "1"),
            ("first_wait_s", first_wait_s),
            ("capacity_per_s", "1000000"),
            ("surge", "1"),
        ];
        let output = run("congestion_backoff", &set);
        assert_eq!(figure(&output, "normal_per_s"), 100_000.0);
        let opened_per_s = figure(&output, "opened_end_per_s");
        assert!(
            (opened_per_s / 100_000.0 - 1.0).abs() < 1e-12,
            "{opened_per_s}"
        );
    }
    let input = |set: &[(&str, &str)]| start("congestion_backoff", set).unwrap_err().input;
    assert_eq!(input(&[("calls_per_s", "100")]), Some("calls_per_s"));
    assert_eq!(input(&[("first_wait_s", "0.1")]), Some("first_wait_s"));
}
