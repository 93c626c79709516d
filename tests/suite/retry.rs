//! Retries against independent figures, published ones, and the laws that they must keep.

mod requests;
mod storm;

use outage_lab::kernel::quantity::Probability;
use outage_lab::kernel::retry::{
    Backoff, Chain, Crowd, Feedback, Jitter, Resend, Retries, density_per_s, gain,
};
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::stats::mean_interval;
use serde_json::Value;

use crate::asked::{close, figure, reason, run, start};

fn reference() -> Value {
    serde_json::from_str(include_str!("../reference/retry.json")).unwrap()
}

fn rows(name: &str) -> Vec<Value> {
    reference()[name].as_array().unwrap().clone()
}

fn number(row: &Value, name: &str) -> f64 {
    row[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} in {row}"))
}

fn word<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

#[test]
fn amplification_against_sums_of_fifty_digits() {
    for row in rows("amplification") {
        let budget = word(&row, "budget").parse().ok();
        let retries = Retries(number(&row, "retries") as u32);
        let chain = Chain::new(retries, number(&row, "layers") as u32, budget).unwrap();
        close(
            chain.worst_attempts().unwrap(),
            number(&row, "worst_attempts"),
            1e-12,
        );
        let failure: Probability = word(&row, "failure_probability").parse().unwrap();
        let top = *chain.depths(failure).last().unwrap();
        close(top.attempts, number(&row, "expected_attempts"), 1e-12);
        close(
            top.failure.value(),
            number(&row, "effective_failure"),
            1e-12,
        );
    }
}

/// The lecture: one layer of three retries 4, three layers 64. Case C35: attempts are retries and one.
#[test]
fn published_amplification() {
    let layers = |retries: &str, layers: &str| {
        let output = run(
            "retry_amplification",
            &[("retries", retries), ("layers", layers)],
        );
        figure(&output, "worst_attempts")
    };
    assert_eq!(layers("3", "1"), 4.0);
    assert_eq!(layers("3", "3"), 64.0);
    // “Three layers with 3” is 27 where 3 are the attempts.
    assert_eq!(layers("2", "3"), 27.0);
    assert_eq!(layers("5", "1"), 6.0);
    assert_eq!(layers("0", "1"), 1.0);
    assert_eq!(Retries::of_attempts(4).unwrap().attempts(), 4);
}

/// Case C38: 0.005 is half a percent. A budget of 0.2 makes at most 1.2 times the load of one layer.
#[test]
fn a_budget_is_a_share() {
    let worst = |budget: &str| {
        let set = [("layers", "1"), ("retries", "3"), ("budget", budget)];
        figure(&run("retry_amplification", &set), "worst_attempts")
    };
    close(1_000.0 * (worst("0.005") - 1.0), 5.0, 1e-12);
    assert_eq!(worst("0.5%"), worst("0.005"));
    close(worst("0.2"), 1.2, 1e-15);
    assert_eq!(worst("none"), 4.0);
    assert_eq!(worst("7"), 4.0);
    for wrong in ["", "-0.1", "many", "1e9", "NaN"] {
        let Err(error) = start("retry_amplification", &[("budget", wrong)]) else {
            panic!("{wrong} was taken")
        };
        assert_eq!(error.input, Some("budget"));
    }
}

#[test]
fn laws_of_amplification() {
    let mut random = Stream::new(425, "amplification laws");
    for _ in 0..2_000 {
        let failure = Probability::from_value(random.uniform()).unwrap();
        let (retries, layers) = (random.below(8) as u32, 1 + random.below(5) as u32);
        let budget = (random.uniform() < 0.5).then(|| 3.0 * random.uniform());
        let at = |retries: u32, layers: u32, budget| {
            let chain = Chain::new(Retries(retries), layers, budget).unwrap();
            let top = *chain.depths(failure).last().unwrap();
            (
                chain.worst_attempts().unwrap(),
                top.attempts,
                top.failure.value(),
            )
        };
        let (worst, expected, fails) = at(retries, layers, budget);
        let slack = 1.0 + 1e-12;
        assert!(1.0 <= expected * slack && expected <= worst * slack);
        assert!(fails <= failure.value() * slack);
        // More of anything is more load and fewer failures; a budget is less load and more failures.
        for (worst_more, expected_more, fails_less) in [
            at(retries + 1, layers, budget),
            at(retries, layers + 1, budget),
            at(retries, layers, budget.map(|b| b + 0.1)),
            at(retries, layers, None),
        ] {
            assert!(worst_more * slack >= worst && expected_more * slack >= expected);
            assert!(fails_less <= fails * slack);
        }
        // In one layer every attempt succeeds with probability 1 − p, whatever its number.
        let (_, sent, left) = at(retries, 1, budget);
        assert!((left - (1.0 - failure.complement() * sent)).abs() < 1e-12);
    }
}

/// Chapter 11: p·r of 0.2, 0.5, 0.42 and 0.65, to the digits that are printed there.
#[test]
fn published_gains() {
    for (failure, printed) in [(0.2, 1.25), (0.5, 2.0), (0.42, 1.72), (0.65, 2.86)] {
        assert!((gain(failure, 1.0).unwrap() - printed).abs() <= 0.005);
        let text = failure.to_string();
        let set = [
            ("failure_probability", text.as_str()),
            ("retries_per_failure", "1"),
        ];
        assert!((figure(&run("retry_feedback", &set), "gain") - printed).abs() <= 0.005);
    }
    assert_eq!(gain(1.0, 1.0).unwrap_err().0, "no_finite_gain");
    assert_eq!(gain(0.5, 2.0).unwrap_err().0, "no_finite_gain");
}

/// Where no load keeps itself up, there is neither a good state nor one to be stuck in. With p·r of 1 or more at rest that
/// is so for every offered load, as a₀ = a (1 − r·p(a)) is never above zero; else beyond the fold, which is a little below
/// 1 − p₀ = 0.8 where the edge is sharp.
#[test]
fn a_runaway_is_not_called_harmless() {
    let never = run(
        "retry_feedback",
        &[
            ("failure_probability", "0.9"),
            ("retries_per_failure", "2"),
            ("resend", "unlimited"),
            ("offered_load", "0.3"),
        ],
    );
    for id in [
        "tipping_load",
        "stuck_load",
        "offered_lost",
        "offered_recovers",
    ] {
        assert_eq!(reason(&never, id), "runaway", "{id}");
    }
    let beyond = run(
        "retry_feedback",
        &[
            ("failure_probability", "0.2"),
            ("retries_per_failure", "1"),
            ("resend", "unlimited"),
            ("offered_load", "5"),
            ("edge_width", "0.01"),
        ],
    );
    assert_eq!(reason(&beyond, "tipping_load"), "runaway");
    let lost = figure(&beyond, "offered_lost");
    assert!((0.7..0.8).contains(&lost), "{lost}");
    // Without retries every push dies away.
    let calm = run("retry_feedback", &[("retries_per_failure", "0")]);
    assert_eq!(reason(&calm, "tipping_load"), "no_tipping_point");
    assert_eq!(reason(&calm, "offered_lost"), "no_fold");
}

#[test]
fn fixed_points_of_fifty_digits() {
    for row in rows("feedback") {
        let resend = match word(&row, "resend") {
            "once" => Resend::Once,
            _ => Resend::Unlimited,
        };
        let service = Feedback::new(
            word(&row, "failure_probability").parse().unwrap(),
            number(&row, "edge_width"),
            number(&row, "retries_per_failure"),
            resend,
        )
        .unwrap();
        let points = service.fixed_points(number(&row, "offered_load"));
        let expected = row["loads"].as_array().unwrap();
        // The reference looks at loads up to 8.
        let points: Vec<_> = points.iter().filter(|point| point.load < 8.0).collect();
        assert_eq!(points.len(), expected.len(), "{row} {points:?}");
        for (index, (point, expected)) in points.iter().zip(expected).enumerate() {
            close(point.load, expected.as_f64().unwrap(), 1e-12);
            assert_eq!(point.is_stable(), index % 2 == 0, "{row}");
        }
    }
}

/// Far below capacity the failing share is constant, and the load settles at gain times offered.
#[test]
fn feedback_becomes_the_gain_where_failure_is_constant() {
    for failure in ["0.2", "0.42", "0.5", "0.65"] {
        let p: Probability = failure.parse().unwrap();
        let service = Feedback::new(p, 0.01, 1.0, Resend::Unlimited).unwrap();
        let settled = service.fixed_points(0.1)[0];
        close(settled.load, 0.1 * gain(p.value(), 1.0).unwrap(), 1e-12);
        assert!(settled.is_stable());
    }
}

#[test]
fn densities_of_retries_by_numerical_convolution() {
    let backoff = Backoff::new(0.1, 2.0).unwrap();
    for row in rows("density") {
        let jitter = match word(&row, "jitter") {
            "full" => Jitter::Full,
            _ => Jitter::Equal,
        };
        let ours = density_per_s(jitter, &backoff, Retries(3), number(&row, "at_s")).unwrap();
        close(ours, number(&row, "per_s"), 1e-9);
    }
}

/// The lecture: base 100 ms, three retries, no jitter: everybody at 100, 300 and 700 ms.
#[test]
fn spikes_without_jitter() {
    let output = run("retry_jitter", &[("jitter", "none"), ("clients", "1234")]);
    assert_eq!(figure(&output, "peak_per_ms"), 1_234.0);
    let chart = &output.charts[0];
    let outage_lab::chart::Layer::Bars { bars, .. } = &chart.layers[0] else {
        panic!("{chart:?}")
    };
    let spikes: Vec<(i64, f64)> = bars
        .iter()
        .filter(|(.., height)| *height > 0.0)
        .map(|(from, _, height)| ((from * 1e3).round() as i64, *height))
        .collect();
    assert_eq!(spikes, [(100, 1_234.0), (300, 1_234.0), (700, 1_234.0)]);
}

/// What is counted in the densest millisecond, over 200 seeds, against n · Σ f_k: the mean within its interval of less than
/// 1 %, and each count within its own interval as often as that promises.
#[test]
fn jitter_agrees_with_theory() {
    const CLIENTS: u32 = 20_000;
    let backoff = Backoff::new(0.1, 2.0).unwrap();
    for (jitter, from_s) in [(Jitter::Full, 0.099), (Jitter::Equal, 0.23)] {
        let share = 1e-3 * density_per_s(jitter, &backoff, Retries(3), from_s + 5e-4).unwrap();
        let expected = f64::from(CLIENTS) * share;
        let half_width = 1.96 * (expected * (1.0 - share)).sqrt();
        let counts: Vec<f64> = (0..200)
            .map(|seed| {
                let mut crowd = Crowd::new(jitter, backoff, Retries(3), seed);
                let mut count = 0.0;
                for _ in 0..CLIENTS {
                    let times = crowd.next_client_s().iter();
                    count += times
                        .map(|t| f64::from(u8::from((from_s..from_s + 1e-3).contains(t))))
                        .sum::<f64>();
                }
                count
            })
            .collect();
        let inside = counts
            .iter()
            .filter(|count| (*count - expected).abs() <= half_width)
            .count();
        assert!((180..=196).contains(&inside), "{jitter:?}: {inside} of 200");
        let mean = mean_interval(&counts).unwrap();
        assert!(mean.half_width < 0.01 * mean.mean, "{mean:?}");
        // Five standard errors: one run in a million is outside.
        assert!(
            (mean.mean - expected).abs() < 2.6 * mean.half_width,
            "{mean:?} {expected}"
        );
    }
}

/// Waits of about a millisecond, by hand, for a thousand clients: the densest millisecond, what is expected in it, and
/// 1.96 times the root of n times the variance.
#[test]
fn the_densest_millisecond_of_short_waits() {
    let cases = [
        // Uniform on 1.5 to 3 ms: two thirds in the third millisecond.
        ("equal", "3 ms", "3 ms", 0.002, 2.0 / 3.0, 2.0 / 9.0),
        // From 0.5 to 1 ms: all of them, for certain.
        ("equal", "1 ms", "2 s", 0.0, 1.0, 0.0),
        // Waits of 0.5 to 1 ms: all second retries, and a sixth of the third.
        ("equal", "10 s", "1 ms", 0.001, 7.0 / 6.0, 5.0 / 36.0),
        // Waits of 0 to 1 ms: all first retries, half of the second, a sixth of the third.
        ("full", "1 ms", "1 ms", 0.0, 5.0 / 3.0, 5.0 / 9.0),
    ];
    for (jitter, base, cap, at_s, mean, variance) in cases {
        let mut inside = 0;
        for seed in 0..200 {
            let output = run(
                "retry_jitter",
                &[
                    ("jitter", jitter),
                    ("base_s", base),
                    ("cap_s", cap),
                    ("seed", &seed.to_string()),
                ],
            );
            let of = |id| figure(&output, id);
            let half_width = 1.96 * f64::sqrt(1e3 * variance);
            close(of("densest_at_s"), at_s, 1e-9);
            close(of("densest_expected_per_ms"), 1e3 * mean, 1e-9);
            close(of("densest_half_width"), half_width, 1e-3);
            let off = of("densest_counted_per_ms") - 1e3 * mean;
            inside += u32::from(off.abs() <= half_width + 1e-9);
        }
        let promised = if variance == 0.0 {
            200..=200
        } else {
            180..=197
        };
        assert!(
            promised.contains(&inside),
            "{jitter} {base} {cap}: {inside}"
        );
    }
}

/// The mean time of the last retry is the sum of the mean waits; for the decorrelated kind without a cap each mean wait is
/// half the base and one and a half times the one before.
#[test]
fn mean_waits_agree_with_theory() {
    let backoff = Backoff::new(0.1, 1e6).unwrap();
    let decorrelated = {
        let (mut wait, mut sum) = (0.1, 0.0);
        for _ in 0..3 {
            wait = 0.5 * 0.1 + 1.5 * wait;
            sum += wait;
        }
        sum
    };
    for (jitter, expected) in [
        (Jitter::None, 0.7),
        (Jitter::Full, 0.35),
        (Jitter::Equal, 0.525),
        (Jitter::Decorrelated, decorrelated),
    ] {
        if let Some(moments) = jitter.moments(&backoff, 3) {
            close(moments.mean_s, expected, 1e-12);
        }
        let mut inside = 0;
        for seed in 0..200 {
            let mut crowd = Crowd::new(jitter, backoff, Retries(3), seed);
            let last: Vec<f64> = (0..3_000)
                .map(|_| *crowd.next_client_s().last().unwrap())
                .collect();
            let mean = mean_interval(&last).unwrap();
            assert!(mean.half_width < 0.025 * mean.mean);
            if (mean.mean - expected).abs() <= mean.half_width + 1e-12 {
                inside += 1;
            }
        }
        let promised = if jitter == Jitter::None {
            200..=200
        } else {
            180..=196
        };
        assert!(promised.contains(&inside), "{jitter:?}: {inside} of 200");
    }
}

/// The square-root claim of the lecture: the peak grows like n, not like its root.
#[test]
fn the_peak_is_not_a_square_root() {
    let peak = |clients: &str| {
        let output = run("retry_jitter", &[("clients", clients)]);
        (
            figure(&output, "densest_expected_per_ms"),
            figure(&output, "peak_per_ms"),
        )
    };
    let (small, large) = (peak("200"), peak("20000"));
    close(large.0, 100.0 * small.0, 1e-12);
    assert!(large.1 > 2.0 * 20_000_f64.sqrt(), "{large:?}");
    assert!(small.1 < 200_f64.sqrt(), "{small:?}");
}
