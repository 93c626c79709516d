//! Copysets, versions and durability on their pages: the published figures, and what the models refuse.

use outage_lab::kernel::counting::{at_least, binomial};
use outage_lab::kernel::placement::{Cluster, Failures};
use outage_lab::kernel::stats::share_interval;

use crate::asked::{close, figure, notes, reason, run, start};

/// Case C59: the published cluster, to the published digits.
#[test]
fn copysets_of_the_published_cluster() {
    let one = run("copysets", &[("scatter_width", "2")]);
    assert_eq!(figure(&one, "chunks"), 16_666_666.0);
    assert_eq!(figure(&one, "sets_copyset"), 1_666.0);
    close(figure(&one, "set_loss"), 9.413_647e-7, 1e-7);
    close(figure(&one, "lost_chunks_mean"), 15.689, 3e-5);
    close(figure(&one, "loss_copyset"), 0.001_567_30, 3e-6);
    assert!((figure(&one, "loss_random") - 0.999_999_846).abs() < 1e-9);
    // Exact by fractions in Python: Σⱼ (−1)ʲ⁺¹ C(1666, j) C(5000 − 3j, 50 − 3j) / C(5000, 50).
    close(figure(&one, "loss_copyset"), EXACT_ONE, 1e-12);
    let two = run("copysets", &[("scatter_width", "4")]);
    // 1 − (1 − p₁)², with the same fractions; below the union bound, 0.00314.
    close(figure(&two, "loss_copyset"), EXACT_TWO, 1e-12);
    assert!(figure(&two, "loss_copyset") < 0.003_14);
    // The mean is the same, whichever way it comes.
    for output in [&one, &two] {
        let often = figure(output, "loss_copyset") * figure(output, "lost_if_loss_copyset");
        let random = figure(output, "loss_random") * figure(output, "lost_if_loss_random");
        close(often, random, 1e-12);
    }
}

const EXACT_ONE: f64 = 0.001_567_295_389_506_785;
const EXACT_TWO: f64 = 0.003_132_134_364_175_600_7;

#[test]
fn the_run_of_copysets_agrees_with_its_formula() {
    let output = run(
        "copysets",
        &[
            ("nodes", "300"),
            ("chunks_per_node", "1000"),
            ("failed", "30"),
            ("trials", "20000"),
        ],
    );
    let (low, high) = (figure(&output, "loss_low"), figure(&output, "loss_high"));
    let exact = figure(&output, "loss_copyset");
    assert!(low <= exact && exact <= high, "{low} {exact} {high}");
    assert!((high - low) / 2.0 < 0.01);
    close(
        figure(&output, "lost_chunks_simulated"),
        figure(&output, "lost_chunks_mean"),
        0.1,
    );
}

/// The interval over 200 seeds holds the exact chance between 90 and 98 times in a hundred.
#[test]
fn the_interval_of_the_copysets_run_covers_the_exact_chance() {
    let cluster = Cluster::new(60, 3, 100).unwrap();
    let exact = cluster.copyset_loss(12, 2).unwrap();
    let mut held = 0;
    for seed in 0..200 {
        let mut run = Failures::new(&cluster, 12, 2, seed).unwrap();
        let trials = 2_000;
        let losses = (0..trials).filter(|_| run.next_lost_groups() > 0).count();
        let (low, high) = share_interval(losses as u64, trials).unwrap();
        held += u32::from(low <= exact && exact <= high);
    }
    assert!((180..=196).contains(&held), "{held} of 200");
}

#[test]
fn domains_kept_apart_lose_nothing_to_one_domain() {
    let any = run("copysets", &[]);
    assert!(figure(&any, "domain_loss_random") > 0.99 && figure(&any, "domain_loss_copyset") > 0.0);
    let apart = run("copysets", &[("domains_apart", "true")]);
    assert_eq!(figure(&apart, "domain_loss_copyset"), 0.0);
    assert_eq!(figure(&apart, "loss_copyset"), figure(&any, "loss_copyset"));
    // Fewer than three nodes take no set of three.
    let few = run("copysets", &[("failed", "2")]);
    assert_eq!(figure(&few, "loss_copyset"), 0.0);
    assert_eq!(reason(&few, "lost_if_loss_copyset"), "no_loss_possible");
    // More failed than groups is not certain to take one. Exact: inclusion and exclusion in Python's fractions.
    let many = run(
        "copysets",
        &[
            ("nodes", "100"),
            ("replicas", "9"),
            ("scatter_width", "8"),
            ("failed", "40"),
        ],
    );
    let exact = 0.001_581_006_495_686_599_4;
    close(figure(&many, "loss_copyset"), exact, 1e-11);
    assert_eq!(
        figure(&many, "loss_copyset"),
        figure(&many, "domain_loss_copyset")
    );
    let error = start("copysets", &[("nodes", "30")]).unwrap_err();
    assert_eq!(error.input, Some("failed"));
}

#[test]
fn one_version_is_always_everything() {
    for replicas in ["1", "3", "9"] {
        let quorum = [
            ("versions", "1"),
            ("replicas", replicas),
            ("quorum_lost_at", "1"),
        ];
        for mix in ["even", "rollout"] {
            let output = run("diversity", &[&quorum[..], &[("mix", mix)]].concat());
            for id in [
                "nodes_hit",
                "quorum_loss_blind",
                "quorum_loss_apart",
                "all_loss_blind",
                "all_loss_apart",
            ] {
                assert_eq!(figure(&output, id), 1.0, "{replicas} {mix} {id}");
            }
            assert_eq!(figure(&output, "capacity_left"), 0.0);
        }
    }
    let three = run("diversity", &[("versions", "3")]);
    assert_eq!(figure(&three, "quorum_loss_apart"), 0.0);
    close(
        figure(&three, "quorum_loss_blind"),
        at_least(300, 100, 3, 2).unwrap(),
        1e-12,
    );
    // (C(100,2)·200 + C(100,3)) / C(300,3), exact integers.
    close(
        figure(&three, "quorum_loss_blind"),
        1_151_700.0 / 4_455_100.0,
        1e-12,
    );
}

/// Three copies by hand: three failures, each in the repairs of those before. For repairs much shorter than the time
/// to failure the rate is 3λ · 2λ/μ · λ/2μ, and it takes 1/μ + 1/2μ until it has come about.
#[test]
fn durability_of_three_copies_by_hand() {
    let output = run("durability", &[("latent", "false")]);
    let (mttf_s, year_s) = (2.102_4e9, 31_536_000.0);
    let rate_per_s =
        |repair_s: f64| 3.0 / mttf_s * (2.0 * repair_s / mttf_s) * (repair_s / 2.0 / mttf_s);
    let by_hand = |repair_s: f64| rate_per_s(repair_s) * (year_s - 1.5 * repair_s);
    close(
        figure(&output, "loss_per_group_year"),
        by_hand(86_400.0),
        2e-4,
    );
    assert_eq!(
        figure(&output, "loss_per_group_year"),
        figure(&output, "loss_without_latent")
    );
    // The second way is smaller by the copies that may be missing and one.
    close(
        figure(&output, "loss_by_windows"),
        rate_per_s(86_400.0) * year_s / 3.0,
        1e-3,
    );
    // Repairs ten times as fast: a hundred times as durable.
    let quick = run("durability", &[("latent", "false"), ("repair_s", "2.4 h")]);
    close(
        figure(&quick, "loss_per_group_year"),
        by_hand(8_640.0),
        2e-4,
    );
}

/// Repairs of ten years: in a year hardly anything is repaired. The exponential of the rates by mpmath; the windows, of
/// which there is a tenth, say more.
#[test]
fn slow_repairs_are_no_worse_than_none() {
    let slow = [
        ("latent", "false"),
        ("unit_mttf_s", "100 y"),
        ("repair_s", "10 y"),
    ];
    let output = run("durability", &slow);
    let loss = figure(&output, "loss_per_group_year");
    close(loss, 9.148_624_442_894_201e-7, 1e-11);
    // Never repaired: (1 − e^(−1/100))³.
    assert!(loss < 9.851e-7);
    assert!(figure(&output, "loss_by_windows") > 9.851e-7);
    let five = run("durability", &[&slow[..], &[("copies", "5")]].concat());
    close(
        figure(&five, "loss_per_group_year"),
        8.273_929_571_303_419e-11,
        1e-11,
    );
}

/// An error in a part is a loss where no part is left to spare, however few units fail.
#[test]
fn errors_lose_what_has_no_spare() {
    let loss = |set: &[(&str, &str)]| figure(&run("durability", set), "loss_per_group_year");
    // A pair that is read every two weeks: (1 − e⁻ˣ)² in each, x = 14/365, so 1 − (1 − that)^(1/x) a year.
    let pair = [
        ("copies", "2"),
        ("latent_mean_s", "1 y"),
        ("unit_mttf_s", "1000 y"),
        ("scrub_s", "14 d"),
    ];
    close(loss(&pair), 0.036_257, 0.01);
    // One copy with an error a second is gone; with one in a hundred years it is lost by that or by its unit.
    assert_eq!(loss(&[("copies", "1"), ("latent_mean_s", "1 s")]), 1.0);
    close(
        loss(&[("copies", "1")]),
        // 1 − e^(−0.015 − 0.01).
        0.024_690_087_971_667_385,
        1e-9,
    );
    // The chain over failed and bad parts by mpmath: mean times of 7762575621958390 s.
    close(
        figure(&run("durability", &[]), "mttdl_s"),
        7_762_575_621_958_390.0,
        0.001,
    );
}

/// Case C61, and populations far beyond it.
#[test]
fn large_populations_do_not_overflow() {
    close(
        binomial(10_000_000, 1_000, 1e-4, 1.0 - 1e-4),
        0.012_615_242_126_587,
        1e-12,
    );
    let output = run(
        "durability",
        &[
            ("scheme", "shards"),
            ("parity_shards", "20"),
            ("groups", "1000000000000000"),
            ("unit_mttf_s", "1e15"),
            ("repair_s", "0.001"),
            ("latent", "false"),
        ],
    );
    assert_eq!(figure(&output, "loss_per_group_year"), 0.0);
    assert_eq!(reason(&output, "durability_nines"), "loss_too_small");
    let many = run("durability", &[("groups", "1000000000000000")]);
    assert_eq!(figure(&many, "any_loss_year"), 1.0);
    assert!(figure(&many, "losses_per_year") > 1e5);
}

#[test]
fn scrubbing_more_often_loses_less() {
    let loss = |scrub: &str| {
        figure(
            &run("durability", &[("scrub_s", scrub)]),
            "loss_per_group_year",
        )
    };
    let losses = ["0 s", "1 d", "14 d", "365 d"].map(loss);
    assert!(
        losses.windows(2).all(|pair| pair[0] < pair[1]),
        "{losses:?}"
    );
    // Read all the time, errors are mended at once; but one in the last copy is a loss as much as its unit's failure.
    let clean = figure(
        &run("durability", &[("latent", "false")]),
        "loss_per_group_year",
    );
    close(losses[0] / clean, 1.0 + 2.102_4e9 / 3.153_6e9, 1e-4);
}

/// One node of 300 runs the new version, or three do: they hold one replica of five, or three of 25, and no quorum.
#[test]
fn a_few_new_nodes_hold_no_quorum() {
    for (rolled_out, replicas, quorum) in [("0.004", "5", "3"), ("0.01", "25", "13")] {
        let output = run(
            "diversity",
            &[
                ("mix", "rollout"),
                ("rolled_out", rolled_out),
                ("nodes", "300"),
                ("replicas", replicas),
                ("quorum_lost_at", quorum),
            ],
        );
        assert_eq!(figure(&output, "quorum_loss_apart"), 0.0);
    }
}

/// Rolled out to all nodes, a version is the only one: no replica can be kept apart from it.
#[test]
fn a_finished_roll_out_is_one_version() {
    let done = run("diversity", &[("mix", "rollout"), ("rolled_out", "1")]);
    for id in [
        "nodes_hit",
        "quorum_loss_blind",
        "quorum_loss_apart",
        "all_loss_apart",
    ] {
        assert_eq!(figure(&done, id), 1.0, "{id}");
    }
    assert_eq!(notes(&done)[0], "diversity.note.one_version");
    let begun = run("diversity", &[("mix", "rollout"), ("rolled_out", "0.1")]);
    assert_eq!(notes(&begun)[0], "diversity.note.rollout");
}
