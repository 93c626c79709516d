//! Rate limiters against the course text's figures, the cases of other people's bugs, and their laws.

use outage_lab::kernel::guard::limiter::{
    Arrival, ClockFault, ClockRule, Cluster, ConcurrencyLimit, FixedWindow, LeakyMeter, LeakyQueue,
    Limiter, Part, Quota, RetryAfter, Returns, Sharing, SlidingCounter, SlidingLog, TokenBucket,
    arrivals, by_clock, come_back, measure, share,
};
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::sim::{Delay, Time};

fn s(seconds: f64) -> Delay {
    Delay::from_s(seconds).unwrap()
}

fn at(seconds: f64) -> Time {
    Time::ZERO.after(s(seconds))
}

fn quota(limit: u64, window_s: f64) -> Quota {
    Quota::new(limit, s(window_s)).unwrap()
}

fn burst(count: u64, at_s: f64) -> Part {
    Part::Burst {
        count,
        at: at(at_s),
        cost: 1,
    }
}

fn even(rate_per_s: f64, from_s: f64, to_s: f64) -> Part {
    Part::Stream {
        rate_per_s,
        from: at(from_s),
        to: at(to_s),
        cost: 1,
        random: false,
    }
}

fn traffic(parts: &[Part]) -> Vec<Arrival> {
    arrivals(parts, 425).unwrap()
}

fn passed(limiter: &mut dyn Limiter, parts: &[Part]) -> u64 {
    measure(limiter, &traffic(parts), false, s(1.0), s(1.0)).passed
}

fn bucket(limit: u64, window_s: f64, burst: u64) -> TokenBucket {
    TokenBucket::new(quota(limit, window_s), burst).unwrap()
}

/// Course text, 11.4.1: 100 a second, burst 200, idle for 10 s, then 250 at once: 200 pass, 50 are refused.
#[test]
fn the_course_texts_burst() {
    let measured = measure(
        &mut bucket(100, 1.0, 200),
        &traffic(&[burst(250, 10.0)]),
        false,
        s(1.0),
        s(1.0),
    );
    assert_eq!((measured.passed, measured.refused), (200, 50));
}

/// Course text, 11.4.1, and its correction: of the fifty the k-th could pass after k/100 s; its code tells each 0.01 s, and
/// each time one of them passes: 50 + 49 + … + 1 retries.
#[test]
fn what_the_fifty_are_told() {
    let told = |rule, spread| {
        let returns = Returns {
            quota: quota(100, 1.0),
            burst: 200,
            rule,
            spread,
        };
        come_back(&returns, &traffic(&[burst(250, 10.0)]), false, 425).unwrap()
    };
    let own = told(RetryAfter::OwnTurn, 0.0);
    assert_eq!(own.told, Some((s(0.01), s(0.5))));
    assert_eq!((own.retries, own.refused_again), (50, 0));
    assert_eq!(own.last_passed, Some(at(10.5)));
    for k in 1..=50 {
        let attempt = own.attempts[249 + k];
        assert_eq!(attempt.at, at(10.0 + k as f64 / 100.0), "{k}");
    }
    let printed = told(RetryAfter::NextToken, 0.0);
    assert_eq!(printed.told, Some((s(0.01), s(0.01))));
    assert_eq!((printed.retries, printed.refused_again), (1275, 1225));
    let header = told(RetryAfter::WholeSeconds, 0.0);
    assert_eq!(header.told, Some((s(1.0), s(1.0))));
    assert_eq!((header.retries, header.refused_again), (50, 0));
    // Spread takes some before their turn, but ends all the same.
    let spread = told(RetryAfter::OwnTurn, 0.2);
    assert!(
        spread.refused_again > 0 && spread.retries < 200,
        "{}",
        spread.retries
    );
    assert_eq!(spread.open, 0);
}

/// Course text, 11.4.2: 100 a minute by a fixed window; 100 at 12:00:59 and 100 at 12:01:00 all pass within two seconds.
#[test]
fn a_fixed_window_passes_twice_its_limit_about_a_boundary() {
    let parts = [burst(100, 59.0), burst(100, 60.0)];
    let minute = quota(100, 60.0);
    let measured = measure(
        &mut FixedWindow::new(minute),
        &traffic(&parts),
        false,
        s(2.0),
        s(1.0),
    );
    assert_eq!((measured.passed, measured.most_in_window), (200, 200));
    assert_eq!(passed(&mut SlidingLog::new(minute), &parts), 100);
}

/// Course text, 11.4.2: 80 in the window before, 30 a quarter into this one: 80 · 0.75 + 30 = 90, and ten more pass.
#[test]
fn a_sliding_counter_by_the_course_text() {
    let mut counter = SlidingCounter::new(quota(100, 60.0));
    assert!(counter.offer(at(30.0), 80).passes());
    assert!(counter.offer(at(75.0), 30).passes());
    assert_eq!(counter.estimate(at(75.0)), 90.0);
    let more = (0..20).filter(|_| counter.offer(at(75.0), 1).passes());
    assert_eq!(more.count(), 10);
}

/// Case C40: rate 100, burst 10, a tight loop for one second: 110.
#[test]
fn more_than_the_rate_in_one_second() {
    let loop_of_1_s = [even(1000.0, 0.0, 1.000_5)];
    assert_eq!(passed(&mut bucket(100, 1.0, 10), &loop_of_1_s), 110);
}

/// Case C41: 17 in 30 s, attempts at k and k + 0.25 s: 33 with burst 17, 15 with burst 1.
#[test]
fn seventeen_in_thirty_seconds() {
    let parts = [even(1.0, 0.0, 30.0), even(1.0, 0.25, 30.0)];
    assert_eq!(traffic(&parts).len(), 60);
    assert_eq!(passed(&mut bucket(17, 30.0, 17), &parts), 33);
    assert_eq!(passed(&mut bucket(17, 30.0, 1), &parts), 15);
}

/// Case C46: 100 at the end of a window and as many as will at 99 % of the next: 199 by two counters, 100 by the log, 200
/// by a fixed window. No later instant lets more through.
#[test]
fn two_counters_admit_almost_twice_the_limit() {
    let minute = quota(100, 60.0);
    let parts = [burst(100, 59.9), burst(150, 119.4)];
    assert_eq!(passed(&mut SlidingCounter::new(minute), &parts), 199);
    assert_eq!(passed(&mut SlidingLog::new(minute), &parts), 100);
    assert_eq!(passed(&mut FixedWindow::new(minute), &parts), 200);
    for thousandth in 0..1000 {
        // Still within a window of the hundred before.
        let second = 60.0 + 59.9 * f64::from(thousandth) / 1000.0;
        let parts = [burst(100, 59.95), burst(150, second)];
        assert!(passed(&mut SlidingCounter::new(minute), &parts) <= 199);
    }
}

/// Case C50: one a second, a hit at 0.10 s, the next at 1.25 s is refused by 0.75 + 1; the counter opens at 2 s, the log at
/// 1.10 s.
#[test]
fn the_fraction_of_the_window_before_counts() {
    let mut counter = SlidingCounter::new(quota(1, 1.0));
    assert!(counter.offer(at(0.10), 1).passes());
    assert!(!counter.offer(at(1.25), 1).passes());
    assert_eq!(counter.estimate(at(1.25)), 0.75);
    assert!(!counter.offer(at(1.999_999_999), 1).passes());
    assert!(counter.offer(at(2.0), 1).passes());
    let mut log = SlidingLog::new(quota(1, 1.0));
    assert!(log.offer(at(0.10), 1).passes());
    assert!(!log.offer(at(1.099_999_999), 1).passes());
    assert!(log.offer(at(1.10), 1).passes());
}

/// Little's law: slots / holding time; when what is behind becomes twice as slow, half as much passes.
#[test]
fn a_concurrency_limit_follows_what_is_behind_it() {
    let parts = [even(1000.0, 0.0, 10.0)];
    let through = |hold_s| passed(&mut ConcurrencyLimit::new(20, s(hold_s)).unwrap(), &parts);
    // 20 / 0.1 s for ten seconds, and as many as fit at the end.
    assert_eq!(through(0.1), 2_000);
    assert_eq!(through(0.2), 1_000);
}

/// A request of cost 5 takes five tokens, five places in a window, five slots.
#[test]
fn a_limit_can_count_cost() {
    let costly = traffic(&[Part::Burst {
        count: 50,
        at: at(0.0),
        cost: 5,
    }]);
    let through = |limiter: &mut dyn Limiter, by_cost| {
        measure(limiter, &costly, by_cost, s(1.0), s(1.0)).passed_cost
    };
    assert_eq!(through(&mut bucket(100, 1.0, 100), false), 250);
    assert_eq!(through(&mut bucket(100, 1.0, 100), true), 100);
    assert_eq!(through(&mut FixedWindow::new(quota(100, 1.0)), true), 100);
    assert_eq!(through(&mut SlidingLog::new(quota(100, 1.0)), true), 100);
    assert_eq!(
        through(&mut SlidingCounter::new(quota(100, 1.0)), true),
        100
    );
    assert_eq!(
        through(&mut ConcurrencyLimit::new(100, s(1.0)).unwrap(), true),
        100
    );
}

/// Random traffic of several parts and costs.
fn some_traffic(random: &mut Stream) -> Vec<Arrival> {
    let mut all = Vec::new();
    let mut now = 0;
    for _ in 0..400 {
        // Ties, short gaps, and gaps over several windows.
        let scale = 1 << (4 * random.below(8));
        now += random.below(4) * random.below(scale);
        all.push(Arrival {
            at: Time::from_ns(now),
            cost: 1 + random.below(3),
        });
    }
    all
}

fn some_quota(random: &mut Stream) -> Quota {
    let scale = 1 << (8 + 2 * random.below(8));
    let window = Delay::from_ns(1 + random.below(scale));
    Quota::new(1 + random.below(20), window).unwrap()
}

/// The leaky bucket as a meter is the token bucket upside down; as a queue it refuses the same.
#[test]
fn both_leaky_buckets_refuse_what_the_token_bucket_refuses() {
    let mut random = Stream::new(1, "limiters");
    for _ in 0..300 {
        let (all, quota) = (some_traffic(&mut random), some_quota(&mut random));
        let burst = 1 + random.below(20);
        let pass = |limiter: &mut dyn Limiter| -> Vec<bool> {
            let measured = measure(limiter, &all, true, quota.window(), s(1.0));
            measured.verdicts.into_iter().map(|v| v.passes()).collect()
        };
        let tokens = pass(&mut TokenBucket::new(quota, burst).unwrap());
        assert_eq!(tokens, pass(&mut LeakyMeter::new(quota, burst).unwrap()));
        assert_eq!(tokens, pass(&mut LeakyQueue::new(quota, burst).unwrap()));
    }
}

/// No stretch of any length passes more than a bucket's burst + rate · t, a log's limit, twice the limit of a fixed
/// window and of two counters; what a queue lets out is at the rate.
#[test]
fn every_limiter_keeps_its_bound() {
    let mut random = Stream::new(2, "limiters");
    for _ in 0..200 {
        let (all, quota) = (some_traffic(&mut random), some_quota(&mut random));
        let burst = 1 + random.below(20);
        let window = quota.window();
        let out = |limiter: &mut dyn Limiter| measure(limiter, &all, true, window, s(1.0)).passages;
        let most = |passages: &[(Time, u64)]| {
            let within = |i: usize| -> u64 {
                let from = passages[i].0;
                let inside = passages[i..]
                    .iter()
                    .take_while(|p| p.0.since(from) < window);
                inside.map(|p| p.1).sum()
            };
            (0..passages.len()).map(within).max().unwrap_or(0)
        };
        assert!(most(&out(&mut SlidingLog::new(quota))) <= quota.limit());
        assert!(most(&out(&mut FixedWindow::new(quota))) <= 2 * quota.limit());
        assert!(most(&out(&mut SlidingCounter::new(quota))) < 2 * quota.limit());
        let passages = out(&mut TokenBucket::new(quota, burst).unwrap());
        for i in 0..passages.len() {
            let mut sum = 0;
            for passage in &passages[i..] {
                sum += u128::from(passage.1);
                let earned =
                    u128::from(passage.0.since(passages[i].0).ns()) * u128::from(quota.limit());
                let bound = u128::from(burst) * u128::from(window.ns()) + earned;
                assert!(sum * u128::from(window.ns()) <= bound);
            }
        }
        let queued = out(&mut LeakyQueue::new(quota, burst).unwrap());
        for pair in queued.windows(2) {
            let gap = u128::from(pair[1].0.since(pair[0].0).ns()) + 1;
            assert!(
                gap * u128::from(quota.limit()) >= u128::from(pair[0].1) * u128::from(window.ns())
            );
        }
    }
}

fn cluster(times: u64, skew: f64) -> Cluster {
    Cluster {
        quota: quota(1000, 1.0),
        burst: 200,
        replicas: 4,
        skew,
        times,
        sub_buckets: 16,
    }
}

fn place(sharing: Sharing) -> usize {
    Sharing::ALL
        .iter()
        .position(|other| *other == sharing)
        .unwrap()
}

/// Course text, 11.4.3: every replica believes it has 1000/s, and together they have N times that.
#[test]
fn a_limit_on_each_of_four_replicas_is_four_limits() {
    let flood = traffic(&[even(6_000.0, 0.0, 3.0)]);
    let all = share(&cluster(1, 0.0), &flood, false, 425).unwrap();
    let global = all[place(Sharing::Global)];
    // 200 + 1000/s · 3 s, the last request just before the end.
    assert_eq!((global.passed, global.beyond), (3_199, 0));
    assert_eq!(global.asked, 18_000);
    let whole = all[place(Sharing::WholeEach)];
    assert!(whole.passed.abs_diff(4 * 3_199) <= 8, "{whole:?}");
    assert!(whole.beyond > 9_000);
    let cut = all[place(Sharing::GlobalCut)];
    assert_eq!((cut.passed, cut.asked), (0, 0));
    let sub = all[place(Sharing::SubBuckets)];
    // A sixteenth of 18,000, but for luck: 1125 ± 5 standard deviations of 32.5.
    assert!(sub.busiest.abs_diff(1_125) < 163, "{sub:?}");
    assert!(sub.beyond <= 200 && sub.passed > 3_000, "{sub:?}");
}

/// With parts of rate / n and burst / n, as the course text has them, the bucket for all never refuses anything: what the
/// parts hold together is never more than what it holds. So the limit is kept without it, and nothing more passes with it.
#[test]
fn the_second_level_needs_parts_that_are_more_than_a_part() {
    let mut random = Stream::new(3, "limiters");
    for seed in 0..60 {
        let all = some_traffic(&mut random);
        let cluster = Cluster {
            quota: some_quota(&mut random),
            burst: 1 + random.below(40),
            replicas: 1 + random.below(6),
            skew: random.uniform(),
            times: 1,
            sub_buckets: 1 + random.below(6),
        };
        let shared = share(&cluster, &all, true, seed).unwrap();
        let two = shared[place(Sharing::TwoLevels)];
        let parts = shared[place(Sharing::PartEach)];
        assert_eq!((two.passed, parts.beyond), (parts.passed, 0));
        assert_eq!(two.asked, two.passed);
        let more = Cluster {
            times: 3,
            ..cluster
        };
        let shared = share(&more, &all, true, seed).unwrap();
        assert_eq!(shared[place(Sharing::TwoLevels)].beyond, 0);
        assert_eq!(shared[place(Sharing::SubBuckets)].beyond, 0);
    }
}

/// All traffic at one of four replicas: its part lets a quarter pass; three times the part and one bucket for all let
/// three quarters pass, and cut off from it too.
#[test]
fn an_uneven_balance_wastes_the_other_parts() {
    let flood = traffic(&[even(3_000.0, 0.0, 4.0)]);
    let all = share(&cluster(3, 1.0), &flood, false, 425).unwrap();
    let near = |sharing, expected: u64| {
        let passed = all[place(sharing)].passed;
        assert!(passed.abs_diff(expected) <= 1, "{sharing:?}: {passed}");
    };
    near(Sharing::PartEach, 50 + 1_000);
    near(Sharing::TwoLevels, 150 + 3_000);
    near(Sharing::Global, 200 + 4_000);
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert!(Quota::new(0, s(1.0)).is_err());
    assert!(Quota::new(1, Delay::ZERO).is_err());
    assert!(Quota::new(1, s(1e7)).is_err());
    assert!(TokenBucket::new(quota(1, 1.0), 0).is_err());
    assert!(ConcurrencyLimit::new(0, s(1.0)).is_err());
    assert!(arrivals(&[even(0.0, 0.0, 1.0)], 1).is_err());
    assert!(arrivals(&[even(1e6, 0.0, 1.0)], 1).is_err());
    assert!(arrivals(&[burst(20_001, 0.0)], 1).is_err());
    assert!(share(&cluster(1, 1.5), &[], false, 1).is_err());
}

/// Poisson arrivals: 10,000 expected, and the gaps of one seed are always the same.
#[test]
fn random_streams_have_their_rate() {
    let part = Part::Stream {
        rate_per_s: 1_000.0,
        from: at(5.0),
        to: at(15.0),
        cost: 1,
        random: true,
    };
    let all = traffic(&[part]);
    assert!(all.len().abs_diff(10_000) < 500, "{}", all.len());
    assert_eq!(all, traffic(&[part]));
    assert!(all.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert!(all[0].at >= at(5.0) && all[all.len() - 1].at < at(15.0));
}

/// 200 a second for 20 s at a bucket of 10 and 100 a second. By callers whose clocks differ by 50 ms and a bucket whose
/// last reading moves back, every pair of requests is credited 50 ms again: five tokens for two requests.
#[test]
fn clocks_that_differ_credit_the_same_time_again_and_again() {
    let all = traffic(&[even(200.0, 0.0, 20.0)]);
    let run = |fault, rule| by_clock((quota(100, 1.0), 10), fault, rule, &all, false).unwrap();
    let skewed = ClockFault::Skewed { by: s(0.05) };
    let steady = run(skewed, None);
    assert_eq!((steady.passed, steady.beyond), (2_009, 0));
    let rewound = run(skewed, Some(ClockRule::Rewound));
    assert_eq!((rewound.passed, rewound.refused), (4_000, 0));
    assert_eq!(rewound.beyond, 4_000 - 2_009);
    let held = run(skewed, Some(ClockRule::Held));
    assert_eq!(held.beyond, 0);
    // Set back by 5 s: a bucket that trusts the difference is 500 tokens in debt, one that holds waits for the clock.
    let set_back = ClockFault::SetBack {
        at: at(10.0),
        by: s(5.0),
    };
    let signed = run(set_back, Some(ClockRule::Signed));
    assert!(signed.least_tokens < -490.0, "{}", signed.least_tokens);
    let held = run(set_back, Some(ClockRule::Held));
    assert!(
        held.passed.abs_diff(1_509) <= 1 && held.beyond == 0,
        "{held:?}"
    );
    let none = run(ClockFault::None, Some(ClockRule::Rewound));
    assert_eq!((none.passed, none.beyond), (2_009, 0));
}
