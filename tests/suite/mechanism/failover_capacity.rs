//! A dark site: the durations of Houston 2008 by hand, Smith's rule, and what moves save.

use outage_lab::kernel::mechanism::failover_capacity::{FLOORS, Floor, ORDERS, Outage, room};
use outage_lab::kernel::rng::Stream;

use crate::asked::close;

fn floor(servers: f64, work_s: f64) -> Floor {
    Floor {
        servers,
        work_s,
        carried: 0.0,
    }
}

/// H1: nobody enters for 350 min; the second floor has power after 35 h 35 min, the first after 83 h 5 min.
fn houston() -> Outage {
    Outage {
        access_s: 21_000.0,
        floors: [
            floor(3_000.0, 171_000.0),
            floor(6_000.0, 107_100.0),
            Floor::default(),
        ],
        generator_s: 0.0,
        room: 0.0,
        move_after_s: 0.0,
        move_each_s: 60.0,
    }
}

const SECOND_FIRST: [usize; FLOORS] = [1, 0, 2];

/// (6,000 · 35.583 h + 3,000 · 83.083 h) / 9,000 = 51.417 h, the mean of the incident's record.
#[test]
fn the_mean_of_houston_is_that_of_its_record() {
    let back = houston().back_in(SECOND_FIRST);
    assert_eq!(back.back_s[..2], [299_100.0, 128_100.0]);
    close(back.server_s / 9_000.0, 185_100.0, 1e-12);
    // First floor first: 192,000 s for 3,000 servers and 299,100 s for 6,000.
    close(
        houston().back_in([0, 1, 2]).server_s / 9_000.0,
        (192_000.0 + 2.0 * 299_100.0) / 3.0,
        1e-12,
    );
}

/// The cheapest order is by servers for each second of work, most first; also with ties and empty floors.
#[test]
fn the_best_order_is_that_of_smiths_rule() {
    let mut random = Stream::new(425, "floors");
    for _ in 0..500 {
        let mut outage = houston();
        for floor in &mut outage.floors {
            floor.servers = random.below(50) as f64;
            floor.work_s = (1 + random.below(50)) as f64;
        }
        let mut rule = [0, 1, 2];
        let rate = |floor: usize| outage.floors[floor].servers / outage.floors[floor].work_s;
        rule.sort_by(|a, b| rate(*b).total_cmp(&rate(*a)));
        let (best, worst) = outage.best_and_worst();
        let cost = |order| outage.back_in(order).server_s;
        assert!((cost(best) - cost(rule)).abs() <= 1e-9 * cost(rule));
        rule.reverse();
        assert!((cost(worst) - cost(rule)).abs() <= 1e-9 * cost(rule));
    }
}

#[test]
fn no_room_moves_nothing_and_a_full_site_has_none() {
    assert_eq!(room(41_000.0, 1.0), Ok(0.0));
    close(room(41_000.0, 0.82).unwrap(), 9_000.0, 1e-12);
    // What is not used at all, or more than whole, has no room that could be told from it.
    for used in [0.0, -0.5, 1.1, f64::NAN, 5e-324] {
        assert!(room(41_000.0, used).is_err(), "{used}");
    }
    for order in ORDERS {
        assert_eq!(houston().back_in(order).moved, [0.0; FLOORS]);
    }
}

/// One server a minute from the tenth hour on, counted one by one for those of the floor that waits longest.
#[test]
fn moves_save_what_their_servers_would_have_waited() {
    let moving = Outage {
        room: 500.0,
        move_after_s: 36_000.0,
        ..houston()
    };
    let back = moving.back_in(SECOND_FIRST);
    assert_eq!(back.moved, [500.0, 0.0, 0.0]);
    // The k-th is moved in the middle of its minute.
    let saved: f64 = (0..500)
        .map(|k| 299_100.0 - 36_000.0 - 60.0 * (f64::from(k) + 0.5))
        .sum();
    close(
        houston().back_in(SECOND_FIRST).server_s - back.server_s,
        saved,
        1e-12,
    );
    // With room for all, the second floor's are next, until their floor is back.
    let all = Outage {
        room: 1e9,
        move_each_s: 10.0,
        ..moving
    };
    let back = all.back_in(SECOND_FIRST);
    assert_eq!(back.moved[0], 3_000.0);
    // (128,100 − 36,000 − 30,000) / 10 would be 6,210; there are 6,000.
    assert_eq!(back.moved[1], 6_000.0);
}

/// Generators at once for the whole second floor: only the first one waits, for its own hours.
#[test]
fn generators_carry_what_they_carry() {
    let mut fed = houston();
    fed.generator_s = 60.0;
    fed.floors[1].carried = 6_000.0;
    let back = fed.back_in(SECOND_FIRST);
    close(back.server_s, 6_000.0 * 60.0 + 3_000.0 * 299_100.0, 1e-12);
    // Then the first floor is to be mended first.
    assert_eq!(fed.best_and_worst().0[0], 0);
}
