//! `rate_limiter`: the same traffic before every kind of limiter.

mod charts;
mod grammar;
mod report;
mod spec;

use super::{Inputs, Model, ModelError, ModelSpec, Run, finished};
use crate::kernel::guard::limiter::{
    Arrival, ClockFault, ClockRule, Clocked, Cluster, ConcurrencyLimit, FixedWindow, LeakyMeter,
    LeakyQueue, Limiter, Measured, Quota, REQUESTS_MAX, RetryAfter, Returned, Returns, Shared,
    SlidingCounter, SlidingLog, TokenBucket, arrivals, by_clock, come_back, measure, share,
};
use crate::kernel::sim::{Delay, Time};
use crate::text::{Message, Unit};

/// The limiters in the order of the table.
const LIMITERS: [&str; 7] = [
    "bucket",
    "meter",
    "queue",
    "fixed",
    "log",
    "counter",
    "concurrency",
];
/// What clients are told, in the order of the table.
const RULES: [&str; 4] = ["at_once", "next_token", "own_turn", "whole_seconds"];
/// Ways of sharing, in the order of the table.
const SHARINGS: [&str; 7] = [
    "whole_each",
    "part_each",
    "two_levels",
    "two_levels_cut",
    "global",
    "global_cut",
    "sub_buckets",
];
/// What a bucket does with its clock, in the order of the table; the first has a steady one.
const CLOCKS: [(&str, Option<ClockRule>); 4] = [
    ("steady", None),
    ("held", Some(ClockRule::Held)),
    ("rewound", Some(ClockRule::Rewound)),
    ("signed", Some(ClockRule::Signed)),
];

/// The model.
pub(super) struct RateLimiter;

impl Model for RateLimiter {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Comparison::read(inputs)?.output()))
    }
}

/// The inputs, typed, with what came of them.
struct Comparison {
    quota: Quota,
    burst: u64,
    by_cost: bool,
    slots: u64,
    hold: Delay,
    cluster: Cluster,
    /// The rule of the charts, as a place in [`RULES`].
    rule: usize,
    arrivals: Vec<Arrival>,
    /// In the order of [`LIMITERS`].
    measured: Vec<Measured>,
    counter: SlidingCounter,
    /// In the order of [`RULES`].
    returned: Vec<Returned>,
    shared: [Shared; 7],
    fault: ClockFault,
    /// In the order of [`CLOCKS`].
    clocked: Vec<Clocked>,
}

impl Comparison {
    fn read(inputs: &Inputs) -> Result<Comparison, ModelError> {
        let at = |input: &'static str| move |_| ModelError::at(input);
        let time = |id: &'static str| inputs.real(id).map(Delay::drawn);
        let window = time("window_s")?;
        let quota = Quota::new(inputs.count("limit")?, window).map_err(at("limit"))?;
        let (burst, slots) = (inputs.count("burst")?, inputs.count("slots")?);
        let hold = time("hold_s")?;
        let by_cost = inputs.choice("count_by")? == "cost";
        let seed = inputs.count("seed")?;
        let parts = grammar::read_traffic(inputs.text("traffic")?)?;
        let arrivals = arrivals(&parts, seed).map_err(|_| {
            ModelError::saying(
                "traffic",
                Message::new("rate_limiter.error.too_many_requests").quantity(
                    "most",
                    REQUESTS_MAX as f64,
                    Unit::Count,
                ),
            )
        })?;
        let mut counter = SlidingCounter::new(quota);
        let mut limiters: [Box<dyn Limiter>; 6] = [
            Box::new(TokenBucket::new(quota, burst)?),
            Box::new(LeakyMeter::new(quota, burst)?),
            Box::new(LeakyQueue::new(quota, burst)?),
            Box::new(FixedWindow::new(quota)),
            Box::new(SlidingLog::new(quota)),
            Box::new(ConcurrencyLimit::new(slots, hold)?),
        ];
        let mut measured: Vec<Measured> = limiters
            .iter_mut()
            .map(|limiter| measure(limiter.as_mut(), &arrivals, by_cost, window, hold))
            .collect();
        measured.insert(5, measure(&mut counter, &arrivals, by_cost, window, hold));
        let spread = inputs.probability("retry_spread")?.value();
        let returned = RetryAfter::ALL
            .iter()
            .map(|rule| {
                let returns = Returns {
                    quota,
                    burst,
                    rule: *rule,
                    spread,
                };
                come_back(&returns, &arrivals, by_cost, seed)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let cluster = Cluster {
            quota,
            burst,
            replicas: inputs.count("replicas")?,
            skew: inputs.probability("skew")?.value(),
            times: inputs.count("local_times")?,
            sub_buckets: inputs.count("sub_buckets")?,
        };
        let shared = share(&cluster, &arrivals, by_cost, seed)?;
        let by = time("clock_off_s")?;
        let fault = inputs.choice_of(
            "clock",
            &[
                ("true", ClockFault::None),
                (
                    "set_back",
                    ClockFault::SetBack {
                        at: Time::ZERO.after(time("clock_at_s")?),
                        by,
                    },
                ),
                ("skewed", ClockFault::Skewed { by }),
            ],
        )?;
        let clocked = CLOCKS
            .iter()
            .map(|(_, rule)| by_clock((quota, burst), fault, *rule, &arrivals, by_cost))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Comparison {
            rule: inputs.choice_among("retry_rule", &RULES)?,
            quota,
            burst,
            by_cost,
            slots,
            hold,
            cluster,
            arrivals,
            measured,
            counter,
            returned,
            shared,
            fault,
            clocked,
        })
    }

    /// What came of the limiter of this name.
    fn of(&self, limiter: &str) -> &Measured {
        let place = LIMITERS.iter().position(|name| *name == limiter);
        &self.measured[place.unwrap_or(0)]
    }

    /// What came of this way of sharing.
    fn shared_by(&self, sharing: &str) -> Shared {
        let place = SHARINGS.iter().position(|name| *name == sharing);
        self.shared[place.unwrap_or(0)]
    }

    /// When the last request comes.
    fn last(&self) -> Option<Time> {
        self.arrivals.last().map(|arrival| arrival.at)
    }
}
