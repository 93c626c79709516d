//! Flapping checks against the theory of runs, and what each guard must do.

use outage_lab::kernel::error::Undefined;
use outage_lab::kernel::mechanism::health_flap::{Flap, FlapRun, Hysteresis};
use outage_lab::kernel::stats::mean_interval;

/// Forty of a hundred targets with every second check failing; no overload.
fn flap() -> Flap {
    Flap {
        targets: 100,
        affected: 40,
        failing: "0.5".parse().unwrap(),
        hysteresis: Hysteresis::new(2, 3).unwrap(),
        check_s: 10.0,
        load: 0.8,
        most_out: 100,
        late_s: 1e9,
        off_after_s: 1e9,
        overload_fails: false,
    }
}

/// The mean number of targets out over `rounds` rounds after a warm-up.
fn mean_out(flap: Flap, seed: u64, rounds: u32) -> f64 {
    let mut run = FlapRun::new(flap, seed).unwrap();
    (0..200).for_each(|_| run.round());
    let mut sum = 0.0;
    for _ in 0..rounds {
        run.round();
        sum += f64::from(flap.targets - run.in_service());
    }
    sum / f64::from(rounds)
}

/// Waiting times for runs: 2 + 4 throws of a fair coin for two heads, 2 + 4 + 8 for three; for p = 1/10 in a row of
/// three 10 + 100 + 1000.
#[test]
fn waiting_for_a_run_is_as_in_the_books() {
    let both = |fall, rise, p: &str| {
        let hysteresis = Hysteresis::new(fall, rise).unwrap();
        let p = p.parse().unwrap();
        (
            hysteresis.checks_until_out(p),
            hysteresis.checks_until_back(p),
        )
    };
    assert_eq!(both(2, 3, "0.5"), (Ok(6.0), Ok(14.0)));
    let (out, back) = both(3, 1, "0.1");
    assert!((out.unwrap() / 1_110.0 - 1.0).abs() < 1e-12);
    assert!((back.unwrap() * 0.9 - 1.0).abs() < 1e-12);
    assert_eq!(both(1, 1, "0").0, Err(Undefined("never_removed")));
    assert_eq!(both(1, 1, "1").1, Err(Undefined("never_back")));
    let share = |p: &str| Hysteresis::new(2, 3).unwrap().out_share(p.parse().unwrap());
    assert_eq!((share("0"), share("1")), (0.0, 1.0));
    assert!((share("0.5") - 0.7).abs() < 1e-12);
    assert!(Hysteresis::new(0, 1).is_err() && Hysteresis::new(1, 0).is_err());
}

/// 40 targets, out 14/20 of the time: 28. Half-width below 1 %, and of 200 intervals some 95 % hold the truth.
#[test]
fn the_simulation_agrees_with_alternating_renewals() {
    let means: Vec<f64> = (0..20).map(|seed| mean_out(flap(), seed, 1_500)).collect();
    let interval = mean_interval(&means).unwrap();
    assert!(interval.half_width < 0.01 * 28.0, "{interval:?}");
    assert!(
        (interval.mean - 28.0).abs() < 2.0 * interval.half_width,
        "{interval:?}"
    );
    let held = (0..200)
        .filter(|group| {
            let means: Vec<f64> = (0..24)
                .map(|seed| mean_out(flap(), 1_000 + group * 24 + seed, 60))
                .collect();
            let interval = mean_interval(&means).unwrap();
            (interval.mean - 28.0).abs() <= interval.half_width
        })
        .count();
    assert!((180..=196).contains(&held), "{held} of 200");
}

#[test]
fn guards_hold_and_limits_are_known() {
    let least = |flap: Flap| {
        let mut run = FlapRun::new(flap, 425).unwrap();
        (0..2_000)
            .map(|_| {
                run.round();
                run.in_service()
            })
            .min()
            .unwrap()
    };
    let removals = |flap: Flap| {
        let mut run = FlapRun::new(flap, 425).unwrap();
        (0..2_000).for_each(|_| run.round());
        run.removals()
    };
    let feedback = Flap {
        overload_fails: true,
        ..flap()
    };
    // Overload takes out more than the forty that late state can take out.
    assert!(least(flap()) >= 60 && least(feedback) < 60);
    // A velocity limit at the spare capacity keeps enough in service, whatever the checks say.
    let limited = Flap {
        most_out: 20,
        ..feedback
    };
    assert!(least(limited) >= 80);
    assert_eq!(
        least(Flap {
            most_out: 0,
            ..feedback
        }),
        100
    );
    // Nothing late, nothing out; longer runs of failures, fewer removals.
    assert_eq!(
        removals(Flap {
            affected: 0,
            ..feedback
        }),
        0
    );
    let patient = Flap {
        hysteresis: Hysteresis::new(8, 3).unwrap(),
        ..flap()
    };
    assert!(removals(patient) * 10 < removals(flap()));
    // Switched off from the start, nothing is ever taken out.
    assert_eq!(
        least(Flap {
            off_after_s: 0.0,
            ..feedback
        }),
        100
    );
}

#[test]
fn the_switch_puts_everything_back() {
    let off = Flap {
        off_after_s: 1_000.0,
        overload_fails: true,
        ..flap()
    };
    let mut run = FlapRun::new(off, 7).unwrap();
    (0..100).for_each(|_| run.round());
    assert!(run.in_service() < 80 && run.lost_share() > 0.0);
    for _ in 0..500 {
        run.round();
        assert!(run.in_service() == 100 && run.lost_share() == 0.0);
    }
    let wrong = |change: &dyn Fn(&mut Flap)| {
        let mut flap = flap();
        change(&mut flap);
        FlapRun::new(flap, 0).is_err()
    };
    assert!(wrong(&|flap| flap.targets = 0) && wrong(&|flap| flap.check_s = 0.0));
    assert!(wrong(&|flap| flap.load = -1.0) && wrong(&|flap| flap.late_s = f64::NAN));
}
