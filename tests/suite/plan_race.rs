//! The race of the plans against a program that walks every order one by one, and the operator's order of events.

use outage_lab::kernel::mechanism::plan_race::{Account, Act, Actor, Guard, Race, interleavings};
use serde_json::Value;

fn guard(id: &str) -> Guard {
    match id {
        "none" => Guard::None,
        "recheck" => Guard::Recheck,
        "compare_and_swap" => Guard::CompareAndSwap,
        "skip_active" => Guard::SkipActive,
        other => panic!("{other}"),
    }
}

#[test]
fn counts_are_those_of_every_order_walked_one_by_one() {
    let file: Value = serde_json::from_str(include_str!("../reference/plan_race.json")).unwrap();
    for row in file["races"].as_array().unwrap() {
        let number = |id: &str| row[id].as_u64().unwrap();
        let small = |id: &str| u8::try_from(number(id)).unwrap();
        let account = match row["account"].as_str().unwrap() {
            "operator" => Account::DeleteEmpties,
            _ => Account::WriteEmpties,
        };
        let race = Race::new(small("enactors"), small("plans"), small("kept"))
            .unwrap()
            .told_by(account)
            .refilling(row["refills"].as_bool().unwrap())
            .guarded_by(guard(row["guard"].as_str().unwrap()));
        let count = race.count();
        let expected = (number("orders"), number("empty"), number("stale"));
        assert_eq!((count.orders, count.empty, count.stale), expected, "{row}");
    }
}

#[test]
fn the_orders_are_the_multinomial() {
    // Factorials by hand: 10!/(2!·4!·4!), 14!/(2!·4!³), 18!/(3!·5!³).
    assert_eq!(interleavings(&[2, 4, 4]), Some(3_628_800 / (2 * 24 * 24)));
    assert_eq!(
        interleavings(&[2, 4, 4, 4]),
        Some(87_178_291_200 / (2 * 24 * 24 * 24))
    );
    assert_eq!(
        interleavings(&[3, 5, 5, 5]),
        Some(6_402_373_705_728_000 / (6 * 120 * 120 * 120))
    );
    assert_eq!(interleavings(&[]), Some(1));
    assert_eq!(interleavings(&[200, 200]), None);
    for enactors in 1..=3 {
        for plans in 1..=3 {
            for (_, guard) in [("", Guard::None), ("", Guard::Recheck)] {
                let race = Race::new(enactors, plans, 0).unwrap().guarded_by(guard);
                assert_eq!(Some(race.count().orders), interleavings(&race.steps()));
            }
        }
    }
}

/// The operator's order: an old plan over a newer one, then the clean-up of the faster enactor takes it away.
#[test]
fn the_shortest_way_to_an_empty_record_is_the_operators() {
    let race = Race::new(2, 2, 0).unwrap();
    let walk = race.shortest_bad().unwrap();
    let end: Vec<_> = walk[6..]
        .iter()
        .map(|made| (made.actor, made.act, made.plan, made.record))
        .collect();
    assert_eq!(
        end,
        [
            (Actor::Enactor(1), Act::Write, 2, Some(2)),
            (Actor::Enactor(0), Act::WriteOlder, 1, Some(1)),
            (Actor::Enactor(1), Act::CleanUpActive, 2, None),
        ]
    );
    // The course text has the last two the other way round.
    let course = race.told_by(Account::WriteEmpties).shortest_bad().unwrap();
    let end: Vec<_> = course[7..]
        .iter()
        .map(|made| (made.actor, made.act))
        .collect();
    assert_eq!(
        end,
        [
            (Actor::Enactor(1), Act::CleanUp),
            (Actor::Enactor(0), Act::WriteDeleted),
        ]
    );
}

#[test]
fn each_guard_removes_what_it_should_and_no_more() {
    for enactors in 2..=3 {
        for plans in 2..=3 {
            let operator = Race::new(enactors, plans, 0).unwrap();
            let course = operator.told_by(Account::WriteEmpties);
            for race in [operator, course] {
                assert!(race.count().empty > 0);
                let swap = race.guarded_by(Guard::CompareAndSwap).count();
                assert_eq!((swap.empty, swap.stale), (0, 0));
                // A second check leaves a gap between itself and the write.
                assert!(race.guarded_by(Guard::Recheck).count().empty > 0);
            }
            let skip = operator.guarded_by(Guard::SkipActive).count();
            assert!(skip.empty == 0 && skip.stale > 0);
            assert!(course.guarded_by(Guard::SkipActive).count().empty > 0);
        }
    }
}

#[test]
fn one_enactor_or_one_plan_has_nothing_to_race_for() {
    for (enactors, plans) in [(1, 3), (3, 1)] {
        for guard in [Guard::None, Guard::Recheck, Guard::CompareAndSwap] {
            let race = Race::new(enactors, plans, 0).unwrap().guarded_by(guard);
            let count = race.count();
            assert_eq!((count.empty, count.stale), (0, 0), "{enactors} {plans}");
            assert_eq!(race.shortest_bad(), None);
            assert_eq!(race.one_by_one().len(), usize::from(race.all_steps()));
        }
    }
    assert!(Race::new(0, 1, 0).is_err() && Race::new(4, 1, 0).is_err());
    assert!(Race::new(1, 0, 0).is_err() && Race::new(1, 4, 0).is_err());
    assert!(Race::new(1, 1, 4).is_err());
}
