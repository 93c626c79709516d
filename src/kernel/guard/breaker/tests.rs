use super::*;

fn at(s: f64) -> Time {
    Time::ZERO.after(Delay::from_s(s).unwrap())
}

fn notes() -> Breaker {
    Breaker::new(Policy::consecutive(2, Delay::from_s(5.0).unwrap())).unwrap()
}

/// The walk of the field notes, assertion by assertion.
#[test]
fn two_in_a_row_open_it_and_a_late_success_does_not_close_it() {
    let mut breaker = notes();
    let mut forwarded = 0;
    let mut invoke = |breaker: &mut Breaker, success: bool, s: f64| {
        let Some(permit) = breaker.admit(at(s)) else {
            return false;
        };
        forwarded += 1;
        let outcome = if success {
            Outcome::Success
        } else {
            Outcome::Failure
        };
        breaker.record(at(s), permit, outcome);
        true
    };
    assert!(invoke(&mut breaker, false, 0.0));
    assert!(invoke(&mut breaker, true, 1.0));
    let late = breaker.admit(at(1.0)).unwrap();
    assert!(invoke(&mut breaker, false, 2.0));
    assert!(invoke(&mut breaker, false, 3.0));
    assert_eq!(breaker.open(), Some((at(3.0), at(8.0))));
    assert!(!invoke(&mut breaker, true, 7.99));
    assert_eq!(
        breaker.record(at(7.99), late, Outcome::Success),
        Change::None
    );
    assert_eq!(breaker.state(), State::Open);

    let permits: Vec<Permit> = (0..8).filter_map(|_| breaker.admit(at(8.0))).collect();
    assert_eq!(permits.len(), 1);
    assert!(permits[0].is_trial());
    assert_eq!(
        (breaker.state(), breaker.trials_out()),
        (State::HalfOpen, 1)
    );
    assert_eq!(
        breaker.record(at(8.0), permits[0], Outcome::Failure),
        Change::Opened
    );
    assert_eq!(breaker.open(), Some((at(8.0), at(13.0))));
    assert_eq!(breaker.admit(at(12.99)), None);
    let probe = breaker.admit(at(13.0)).unwrap();
    assert_eq!(
        breaker.record(at(13.0), probe, Outcome::Success),
        Change::Closed
    );
    assert_eq!(breaker.trials_out(), 0);
    assert!(invoke(&mut breaker, true, 14.0));
    assert_eq!(forwarded, 5);
}

/// Trials of the lecture's breaker that end as given, after it has opened at 2 s.
fn after_opening(policy: Policy) -> Breaker {
    let mut breaker = Breaker::new(policy).unwrap();
    let permits: Vec<Permit> = (0..20).map(|_| breaker.admit(at(0.5)).unwrap()).collect();
    for (index, permit) in permits.into_iter().enumerate() {
        let failed = index >= 8;
        let outcome = if failed {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        let change = breaker.record(at(2.0), permit, outcome);
        assert_eq!(change == Change::Opened, index == 19, "{index}");
    }
    assert_eq!(breaker.open(), Some((at(2.0), at(7.0))));
    breaker
}

/// Section 26.3.1: 12 of 20 fail, open at 2 s, half-open at 7, 12 + τ and 17 + 2τ; it closes at 20 s if τ is 1.5 s.
#[test]
fn the_walk_of_the_lecture_needs_a_time_out() {
    for tau in [0.25, 1.5, 3.0] {
        let mut breaker = after_opening(Policy::ratio());
        let mut half_open = Vec::new();
        for round in 0..3 {
            let (_, from) = breaker.open().unwrap();
            half_open.push(from.seconds());
            let before = Time::from_ns(from.ns() - 1);
            assert_eq!(breaker.admit(before), None);
            let trials: Vec<Permit> = (0..9).filter_map(|_| breaker.admit(from)).collect();
            assert_eq!(trials.len(), 3);
            assert_eq!(
                breaker.record(from, trials[0], Outcome::Success),
                Change::None
            );
            assert_eq!(
                breaker.record(from, trials[1], Outcome::Success),
                Change::None
            );
            if round == 2 {
                assert_eq!(
                    breaker.record(from, trials[2], Outcome::Success),
                    Change::Closed
                );
            } else {
                let timed_out = from.after(Delay::from_s(tau).unwrap());
                assert_eq!(
                    breaker.record(timed_out, trials[2], Outcome::Failure),
                    Change::Opened
                );
            }
        }
        assert_eq!(half_open, [7.0, 12.0 + tau, 17.0 + 2.0 * tau]);
        assert_eq!(breaker.state(), State::Closed);
    }
}

/// What the lecture's text says, and what its program does: three successes, or one if it is alone.
#[test]
fn one_success_closes_the_program_but_not_the_text() {
    let mut text = after_opening(Policy::ratio());
    let mut program = after_opening(Policy {
        close: Close::NoneIsOut,
        ..Policy::ratio()
    });
    for (breaker, closes) in [(&mut text, false), (&mut program, true)] {
        let trial = breaker.admit(at(7.0)).unwrap();
        let change = breaker.record(at(7.1), trial, Outcome::Success);
        assert_eq!(change == Change::Closed, closes);
    }
}

/// Chapter 11: open for 10, 20, 40, 60 and 60 s, each times 0.8 to 1.2; and 10 again after it has closed.
#[test]
fn open_times_double_up_to_a_minute() {
    for factor in [0.8, 1.0, 1.2] {
        let mut breaker = Breaker::new(Policy::doubling()).unwrap();
        let mut now = at(0.0);
        let mut open = Vec::new();
        for _ in 0..20 {
            let permit = breaker.admit(now).unwrap();
            breaker.record(now, permit, Outcome::Failure);
        }
        for _ in 0..5 {
            breaker.stretch(factor);
            let (from, until) = breaker.open().unwrap();
            open.push(until.since(from).seconds());
            now = until;
            let trial = breaker.admit(now).unwrap();
            breaker.record(now, trial, Outcome::Failure);
        }
        assert_eq!(open, [10.0, 20.0, 40.0, 60.0, 60.0].map(|s| s * factor));
        now = breaker.open().unwrap().1;
        let trials: Vec<Permit> = (0..3).map(|_| breaker.admit(now).unwrap()).collect();
        for trial in trials {
            breaker.record(now, trial, Outcome::Success);
        }
        assert_eq!(
            (breaker.state(), breaker.open_now().seconds()),
            (State::Closed, 10.0)
        );
    }
}

/// At exactly half, chapter 11's opens and the lecture's does not.
#[test]
fn at_the_threshold_or_above_it() {
    for (policy, opens) in [(Policy::ratio(), false), (Policy::doubling(), true)] {
        let mut breaker = Breaker::new(policy).unwrap();
        for index in 0..20 {
            let permit = breaker.admit(at(0.0)).unwrap();
            let outcome = if index % 2 == 0 {
                Outcome::Success
            } else {
                Outcome::Failure
            };
            breaker.record(at(0.0), permit, outcome);
        }
        assert_eq!(breaker.state() == State::Open, opens);
    }
}

/// Results leave the window when they are older than it is long, and nineteen results say nothing.
#[test]
fn the_window_moves() {
    let mut breaker = Breaker::new(Policy::ratio()).unwrap();
    let mut fail = |s: f64| {
        let permit = breaker.admit(at(s)).unwrap();
        breaker.record(at(s), permit, Outcome::Failure);
        breaker.window()
    };
    for index in 1..=19 {
        assert_eq!(fail(0.0), (index, index as usize));
    }
    assert_eq!(fail(2.001), (1, 1));
    for _ in 0..18 {
        fail(4.001);
    }
    assert_eq!(breaker.state(), State::Closed);
    let permit = breaker.admit(at(4.001)).unwrap();
    assert_eq!(
        breaker.record(at(4.001), permit, Outcome::Failure),
        Change::Opened
    );
}

/// Case C52: an ignored outcome gives its permit back and counts neither way; where it does not, the breaker is stuck.
#[test]
fn an_ignored_error_gives_its_permit_back() {
    for (ignored_returns, closes) in [(true, true), (false, false)] {
        let mut breaker = after_opening(Policy {
            ignored_returns,
            ..Policy::ratio()
        });
        let trial = breaker.admit(at(7.0)).unwrap();
        breaker.record(at(7.0), trial, Outcome::Ignored);
        for s in 8..50 {
            if let Some(permit) = breaker.admit(at(f64::from(s))) {
                breaker.record(at(f64::from(s)), permit, Outcome::Success);
            }
        }
        assert_eq!(breaker.state() == State::Closed, closes);
        assert_eq!(breaker.admit(at(1e6)).is_some(), closes);
    }
}

/// Case C53: any counted failure while half-open opens it again, whatever the window said; other calls are refused
/// while the probe is out.
#[test]
fn a_failed_probe_opens_it_again() {
    let mut breaker = after_opening(Policy {
        trials: 1,
        ..Policy::ratio()
    });
    let probe = breaker.admit(at(30.0)).unwrap();
    assert_eq!(breaker.admit(at(30.0)), None);
    assert_eq!(breaker.window(), (0, 0));
    assert_eq!(
        breaker.record(at(31.0), probe, Outcome::Failure),
        Change::Opened
    );
    assert_eq!(breaker.open(), Some((at(31.0), at(36.0))));
    assert_eq!(breaker.admit(at(35.999)), None);
}

/// Case C55: the number of trials is how many are let in at once, and how many successes in a row close it; the first
/// failure opens it.
#[test]
fn what_the_number_of_trials_means() {
    let mut breaker = after_opening(Policy {
        trials: 5,
        late: Late::Dropped,
        ..Policy::ratio()
    });
    let trials: Vec<Permit> = (0..9).filter_map(|_| breaker.admit(at(7.0))).collect();
    assert_eq!(trials.len(), 5);
    assert_eq!(
        breaker.record(at(7.5), trials[3], Outcome::Failure),
        Change::Opened
    );
    for trial in [0, 1, 2, 4] {
        assert_eq!(
            breaker.record(at(7.6), trials[trial], Outcome::Failure),
            Change::None
        );
    }
    assert_eq!(breaker.open(), Some((at(7.5), at(12.5))));
}

/// Case C56: a result of half-open period 1 that comes in period 2 is ignored and frees no place.
#[test]
fn a_result_of_an_earlier_period_changes_nothing() {
    let mut breaker = after_opening(Policy {
        late: Late::Dropped,
        ..Policy::ratio()
    });
    let first: Vec<Permit> = (0..3).map(|_| breaker.admit(at(7.0)).unwrap()).collect();
    breaker.record(at(7.1), first[0], Outcome::Failure);
    let second: Vec<Permit> = (0..3).map(|_| breaker.admit(at(12.1)).unwrap()).collect();
    for late in &first[1..] {
        assert!(breaker.is_late(*late));
        assert_eq!(
            breaker.record(at(12.2), *late, Outcome::Success),
            Change::None
        );
        assert_eq!(breaker.trials_out(), 3);
        assert_eq!(breaker.admit(at(12.2)), None);
    }
    for trial in second {
        breaker.record(at(12.3), trial, Outcome::Success);
    }
    assert_eq!(breaker.state(), State::Closed);
    // Where late results are taken, one of them closes the program's breaker although a trial is still out.
    let mut program = after_opening(Policy {
        close: Close::NoneIsOut,
        ..Policy::ratio()
    });
    let first: Vec<Permit> = (0..2).map(|_| program.admit(at(7.0)).unwrap()).collect();
    program.record(at(7.1), first[0], Outcome::Failure);
    program.admit(at(12.1)).unwrap();
    assert_eq!(
        program.record(at(12.2), first[1], Outcome::Success),
        Change::Closed
    );
}

/// The gate of the field notes on degradation: three failures open it, a failed probe leaves it open, a successful one
/// closes it, and no time does.
#[test]
fn by_hand_only_a_probe_closes_it() {
    let mut breaker = Breaker::new(Policy::by_hand()).unwrap();
    for s in 0..3 {
        let permit = breaker.admit(at(f64::from(s))).unwrap();
        breaker.record(at(f64::from(s)), permit, Outcome::Failure);
    }
    assert_eq!(breaker.admit(at(1e9)), None);
    let probe = breaker.probe(at(1e9)).unwrap();
    assert_eq!(
        breaker.record(at(1e9), probe, Outcome::Failure),
        Change::Opened
    );
    assert_eq!(breaker.admit(at(2e9)), None);
    let probe = breaker.probe(at(2e9)).unwrap();
    assert_eq!(breaker.probe(at(2e9)), None);
    assert_eq!(
        breaker.record(at(2e9), probe, Outcome::Success),
        Change::Closed
    );
}

#[test]
fn senseless_policies_are_refused() {
    let good = Policy::doubling();
    for bad in [
        Policy { trials: 0, ..good },
        Policy {
            open_growth: 0.5,
            ..good
        },
        Policy {
            open_growth: f64::NAN,
            ..good
        },
        Policy {
            open_most: Delay::from_ns(1),
            ..good
        },
        Policy {
            trip: Trip::Consecutive { failures: 0 },
            ..good
        },
    ] {
        assert!(Breaker::new(bad).is_err(), "{bad:?}");
    }
}

/// Fifteen failures are too few to say anything; the five successes after them complete the twenty.
#[test]
fn a_success_can_open_it_unless_only_failures_may() {
    for only_failures_open in [false, true] {
        let mut breaker = Breaker::new(Policy {
            only_failures_open,
            ..Policy::ratio()
        })
        .unwrap();
        let mut call = |outcome| {
            let permit = breaker.admit(at(1.0)).unwrap();
            breaker.record(at(1.0), permit, outcome)
        };
        for _ in 0..15 {
            assert_eq!(call(Outcome::Failure), Change::None);
        }
        for _ in 0..4 {
            assert_eq!(call(Outcome::Success), Change::None);
        }
        let twentieth = call(Outcome::Success);
        assert_eq!(twentieth == Change::Opened, !only_failures_open);
        if only_failures_open {
            assert_eq!(call(Outcome::Failure), Change::Opened);
        }
    }
}
