//! Placement: the course text's program to the last digit, exact fractions, and what the page shows.

use outage_lab::chart::{HitKind, Item, Layer, preferred_height, table};
use outage_lab::kernel::counting::at_least;
use outage_lab::kernel::placement::{
    Event, Generator, Placement, Published, Replicas, Simulation, Strategy, Topology,
};
use outage_lab::kernel::stats::share_interval;
use outage_lab::models::{Entry, Output};
use outage_lab::text::Lang;
use serde_json::Value;

use crate::asked::{self, close, figure, notes, numbers, reason, rows};
use crate::chart::{assert_sound, laid};
use crate::contract::texts;

fn answer(set: &[(&str, &str)]) -> Output {
    asked::run("placement", set)
}

fn reference() -> Value {
    serde_json::from_str(include_str!("../reference/placement.json")).unwrap()
}

fn count(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap()
}

fn setting(row: &Value) -> (Topology, Replicas) {
    let topology = Topology::new(
        count(row, "zones"),
        count(row, "racks_per_zone"),
        count(row, "nodes_per_rack"),
    );
    let replicas = Replicas::new(count(row, "replicas"), count(row, "quorum_lost_at"));
    (topology.unwrap(), replicas.unwrap())
}

#[test]
fn the_course_texts_program_comes_out_to_the_last_digit() {
    for run in reference()["runs"].as_array().unwrap() {
        let (topology, replicas) = setting(run);
        let (seed, trials) = (count(run, "seed"), count(run, "trials"));
        let mut ours = Published::new(topology, replicas, trials, seed).unwrap();
        // Slices that fit no row.
        while !ours.is_done() {
            ours.advance(9_973);
        }
        let rows: Vec<[u64; 3]> = ours
            .rows()
            .iter()
            .map(|row| {
                [
                    row.counts.trials,
                    row.counts.lost_quorum,
                    row.counts.lost_all,
                ]
            })
            .collect();
        let published: Vec<[u64; 3]> = serde_json::from_value(run["rows"].clone()).unwrap();
        assert_eq!(rows, published, "seed {seed}");
        let Generator::Lecture(mut python) = ours.into_generator() else {
            panic!("the published run uses the lecture's generator");
        };
        assert_eq!(
            python.random(),
            run["next"].as_f64().unwrap(),
            "seed {seed}"
        );
    }
}

#[test]
fn the_page_shows_the_published_table() {
    let output = answer(&[]);
    let published = rows(&output, "published");
    let reference = reference();
    let run = &reference["runs"][0];
    assert_eq!(published.len(), 16);
    for (row, expected) in published.iter().zip(run["rows"].as_array().unwrap()) {
        let expected: Vec<f64> = serde_json::from_value(expected.clone()).unwrap();
        assert_eq!(numbers(row), expected);
    }
    let words: Vec<&Entry> = published.iter().flat_map(|row| &row[..2]).collect();
    assert_eq!(words[..2], [&Entry::Word("random"), &Entry::Word("node")]);
    assert_eq!(
        words[30..],
        [&Entry::Word("zone_aware"), &Entry::Word("correlated")]
    );
    // One row alone, with a generator of its own: the first zone row of the program is not the first draw.
    let row = answer(&[("event", "node")]);
    assert_eq!(figure(&row, "quorum_loss_simulated"), 0.0);
}

#[test]
fn exact_fractions_for_a_given_location() {
    for row in reference()["exact"].as_array().unwrap() {
        let (topology, replicas) = setting(row);
        let value = |key: &str| row[key]["value"].as_f64().unwrap();
        let (quorum, all) = (replicas.quorum_lost_at(), replicas.count());
        for (key, strategy, event) in [
            ("random_rack", Strategy::Random, Event::Rack),
            ("random_zone", Strategy::Random, Event::Zone),
            ("rack_aware_zone", Strategy::RackAware, Event::Zone),
        ] {
            let placement = Placement::new(topology, replicas, strategy).unwrap();
            close(placement.given(event, quorum).unwrap(), value(key), 1e-12);
            let all_lost = value(&format!("{key}_all"));
            close(placement.given(event, all).unwrap(), all_lost, 1e-12);
        }
    }
}

/// The errata of the course text: a given rack 73/2925, some rack nine times that (22.5 %); a given zone under the
/// rack-aware rule 19/84, some zone three times that (67.9 %).
#[test]
fn given_and_some_are_two_questions() {
    let rack = answer(&[("event", "rack")]);
    close(figure(&rack, "quorum_loss_exact"), 73.0 / 2925.0, 1e-12);
    close(
        figure(&rack, "quorum_loss_some_exact"),
        657.0 / 2925.0,
        1e-12,
    );
    let zone = answer(&[("strategy", "rack_aware")]);
    close(figure(&zone, "quorum_loss_exact"), 19.0 / 84.0, 1e-12);
    close(figure(&zone, "quorum_loss_some_exact"), 57.0 / 84.0, 1e-12);
    let random = answer(&[]);
    close(figure(&random, "quorum_loss_exact"), 244.0 / 975.0, 1e-12);
    close(
        figure(&random, "quorum_loss_some_exact"),
        732.0 / 975.0,
        1e-12,
    );
    // The greedy rule puts all three in rack 1 of zone 1.
    let greedy = answer(&[("strategy", "greedy_index"), ("event", "rack")]);
    close(figure(&greedy, "quorum_loss_exact"), 1.0 / 9.0, 1e-12);
    assert_eq!(figure(&greedy, "quorum_loss_some_exact"), 1.0);
}

#[test]
fn three_racks_in_one_zone_are_one_zone() {
    let room = [
        ("zones", "1"),
        ("racks_per_zone", "3"),
        ("nodes_per_rack", "8"),
    ];
    let aware = answer(&[&room[..], &[("strategy", "rack_aware")]].concat());
    assert_eq!(figure(&aware, "quorum_loss_exact"), 1.0);
    assert_eq!(figure(&aware, "all_loss_exact"), 1.0);
    let zone = answer(&[&room[..], &[("strategy", "zone_aware")]].concat());
    for id in [
        "quorum_loss_exact",
        "quorum_loss_simulated",
        "possible_sets",
        "replicas_hit",
    ] {
        assert_eq!(reason(&zone, id), "too_few_zones", "{id}");
    }
    assert!(notes(&zone).contains(&"placement.note.too_few_zones"));
    let racks = answer(&[
        ("racks_per_zone", "1"),
        ("replicas", "5"),
        ("quorum_lost_at", "3"),
        ("strategy", "rack_aware"),
    ]);
    assert_eq!(reason(&racks, "quorum_loss_exact"), "too_few_racks");
}

#[test]
fn nothing_is_refused_for_size_alone() {
    // 100,000 nodes; the exact figures against mpmath-checked counting, the run declined.
    let large = answer(&[
        ("zones", "10"),
        ("racks_per_zone", "250"),
        ("nodes_per_rack", "40"),
        ("event", "rack"),
        ("trials", "100000"),
    ]);
    close(
        figure(&large, "quorum_loss_exact"),
        at_least(100_000, 40, 3, 2).unwrap(),
        1e-12,
    );
    // C(40,2)·99960/C(100000,3) + C(40,3)/C(100000,3), exact integers in Python.
    close(
        figure(&large, "quorum_loss_exact"),
        4.678_861_164_899_175e-7,
        1e-12,
    );
    assert_eq!(reason(&large, "quorum_loss_simulated"), "too_many_trials");
    let refused = |set: &[(&str, &str)]| asked::start("placement", set).unwrap_err().input;
    assert_eq!(
        refused(&[("nodes_per_rack", "10000"), ("zones", "4")]),
        Some("nodes_per_rack")
    );
    assert_eq!(refused(&[("replicas", "1")]), Some("quorum_lost_at"));
}

/// Every rule, event and generator: the run against the exact chance, both questions, within four standard errors.
#[test]
fn counting_by_chance_agrees_with_counting() {
    let topology = Topology::new(4, 3, 5).unwrap();
    let replicas = Replicas::new(4, 2).unwrap();
    for strategy in Strategy::ALL {
        let placement = Placement::new(topology, replicas, strategy).unwrap();
        for event in Event::ALL {
            for mut generator in [Generator::lecture(11), Generator::portable(11)] {
                let mut run = Simulation::new(placement, event, 40_000 / topology.locations(event));
                run.advance(&mut generator, u64::MAX, true);
                let counts = run.counts();
                let n = counts.trials as f64;
                for (counted, exact) in [
                    (counts.lost_quorum, placement.given(event, 2)),
                    (counts.lost_all, placement.given(event, 4)),
                    (counts.some_quorum, placement.some(event, 2)),
                    (counts.some_all, placement.some(event, 4)),
                ] {
                    let exact = exact.unwrap();
                    let off = (counted as f64 / n - exact).abs();
                    let allowed = 4.0 * (exact * (1.0 - exact) / n).sqrt() + 1e-12;
                    assert!(
                        off <= allowed,
                        "{strategy:?} {event:?}: {counted}/{n} for {exact}"
                    );
                }
            }
        }
    }
}

/// The interval over 200 seeds holds the truth between 90 and 98 times in a hundred, and is narrow enough.
#[test]
fn the_interval_covers_the_exact_chance() {
    let topology = Topology::new(3, 3, 3).unwrap();
    let placement =
        Placement::new(topology, Replicas::new(3, 2).unwrap(), Strategy::Random).unwrap();
    let exact = 244.0 / 975.0;
    let mut held = 0;
    for seed in 0..200 {
        let mut run = Simulation::new(placement, Event::Zone, 4_000);
        run.advance(&mut Generator::portable(seed), u64::MAX, false);
        let counts = run.counts();
        let (low, high) = share_interval(counts.lost_quorum, counts.trials).unwrap();
        assert!((high - low) / 2.0 < 0.01);
        held += u32::from(low <= exact && exact <= high);
    }
    assert!((180..=196).contains(&held), "{held} of 200");
}

#[test]
fn spreading_wider_never_makes_a_fault_worse() {
    for (zones, racks, nodes) in [(3, 3, 3), (5, 4, 8), (7, 2, 2), (12, 1, 30)] {
        let topology = Topology::new(zones, racks, nodes).unwrap();
        for (count, lost) in [(3, 2), (3, 3), (5, 3)] {
            let replicas = Replicas::new(count, lost).unwrap();
            let some = |strategy, event| {
                let placement = Placement::new(topology, replicas, strategy).ok()?;
                placement.some(event, lost).ok()
            };
            for event in [Event::Rack, Event::Zone] {
                let by_rule = [Strategy::Random, Strategy::RackAware, Strategy::ZoneAware]
                    .map(|strategy| some(strategy, event));
                let known: Vec<f64> = by_rule.into_iter().flatten().collect();
                assert!(
                    known.windows(2).all(|pair| pair[1] <= pair[0] + 1e-12),
                    "{known:?}"
                );
            }
            // A given location is some location, and not more likely than all of them together.
            let placement = Placement::new(topology, replicas, Strategy::Random).unwrap();
            for event in Event::ALL {
                let (given, some) = (
                    placement.given(event, lost).unwrap(),
                    placement.some(event, lost).unwrap(),
                );
                let most = given * topology.locations(event) as f64;
                assert!(
                    given <= some + 1e-12 && some <= most + 1e-12,
                    "{given} {some}"
                );
            }
        }
    }
}

#[test]
fn the_picture_strikes_what_is_chosen() {
    let output = answer(&[("event", "rack"), ("struck", "4")]);
    let grid = &output.charts[0];
    for (width, lang) in [(330.0, Lang::Zh), (640.0, Lang::En), (1200.0, Lang::En)] {
        let scene = laid_with(grid, lang, width);
        let choices: Vec<_> = scene
            .hits
            .iter()
            .filter(|hit| hit.kind == HitKind::Choice)
            .collect();
        assert_eq!(choices.len(), 9, "{width}");
        assert_eq!(choices[3].id, "struck=4");
        for (at, one) in choices.iter().enumerate() {
            assert!(one.rect.w >= 16.0 && one.rect.h >= 24.0, "{width}: {one:?}");
            for other in &choices[at + 1..] {
                assert!(
                    one.rect.overlap(&other.rect) < 1.0,
                    "{width}: {one:?} {other:?}"
                );
            }
        }
        assert!(scene.notes.is_empty(), "{width}: {:?}", scene.notes);
    }
    let rows = table(grid, &texts(Lang::En)).rows;
    assert_eq!(rows.len(), 27);
    let Layer::Grid { groups, .. } = &grid.layers[0] else {
        panic!("a grid");
    };
    let chosen: Vec<u64> = groups
        .iter()
        .flat_map(|zone| &zone.parts)
        .filter_map(|rack| rack.choice.as_ref().filter(|choice| choice.chosen))
        .map(|choice| choice.value)
        .collect();
    assert_eq!(chosen, [4]);
}

fn laid_with(
    spec: &outage_lab::chart::ChartSpec,
    lang: Lang,
    width: f64,
) -> outage_lab::chart::Scene {
    let height = preferred_height(spec, width);
    outage_lab::chart::layout(
        spec,
        &texts(lang),
        outage_lab::chart::Size { width, height },
    )
}

#[test]
fn a_grid_without_room_shows_its_groups_and_says_so() {
    let output = answer(&[
        ("zones", "4"),
        ("racks_per_zone", "25"),
        ("nodes_per_rack", "20"),
        ("trials", "10"),
    ]);
    let scene = laid(&output.charts[0], Lang::En, 240.0, 220.0);
    assert_eq!(scene.notes.len(), 1, "{:?}", scene.notes);
    let squares = scene
        .items
        .iter()
        .filter(|item| matches!(item, Item::Polygon { .. }))
        .count();
    assert!(squares < 400, "{squares}");
    for (zones, racks, nodes) in [
        ("1", "1", "1"),
        ("1000", "1", "100"),
        ("1", "10000", "10"),
        ("9", "1", "10000"),
    ] {
        let sizes = [
            ("zones", zones),
            ("racks_per_zone", racks),
            ("nodes_per_rack", nodes),
            ("trials", "1"),
            ("replicas", "1"),
            ("quorum_lost_at", "1"),
        ];
        let output = answer(&sizes);
        for (width, height) in [(200.0, 140.0), (600.0, 400.0), (1400.0, 900.0)] {
            let scene = laid(&output.charts[0], Lang::En, width, height);
            let whole = outage_lab::chart::Rect {
                x: -2.0,
                y: -2.0,
                w: scene.width + 4.0,
                h: scene.height + 4.0,
            };
            for hit in &scene.hits {
                assert!(
                    whole.contains(&hit.rect),
                    "{zones} {racks} {nodes} at {width}: {hit:?}"
                );
            }
        }
    }
}

#[test]
fn the_grid_is_sound_at_every_size_in_both_languages() {
    for (zones, racks, nodes) in [
        ("3", "3", "3"),
        ("3", "10", "20"),
        ("12", "4", "4"),
        ("1", "1", "1"),
    ] {
        let sizes = [
            ("zones", zones),
            ("racks_per_zone", racks),
            ("nodes_per_rack", nodes),
            ("trials", "1"),
            ("replicas", "1"),
            ("quorum_lost_at", "1"),
        ];
        let output = answer(&sizes);
        for lang in Lang::ALL {
            for width in [320.0, 500.0, 720.0, 1100.0] {
                let scene = laid_with(&output.charts[0], lang, width);
                assert_sound(&scene, &format!("{zones} {racks} {nodes} at {width}"));
            }
        }
    }
}

#[test]
fn repair_finds_no_third_zone_among_two() {
    let output = answer(&[("strategy", "zone_aware")]);
    assert_eq!(figure(&output, "replicas_hit"), 1.0);
    assert_eq!(figure(&output, "repair_places"), 0.0);
    assert!(notes(&output).contains(&"placement.note.no_place_left"));
    let four = answer(&[("strategy", "zone_aware"), ("zones", "4")]);
    let lost = four.tables[1]
        .rows
        .iter()
        .filter(|row| row[4] == Entry::Word("lost"))
        .count();
    assert_eq!(lost as f64, figure(&four, "replicas_hit"));
    // With every node struck there is nothing to copy from.
    let all = answer(&[("event", "correlated")]);
    assert_eq!(reason(&all, "repair_places"), "all_replicas_lost");
}
