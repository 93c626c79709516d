//! `lease_storm`: all leases at once, after the outage that ended them.

mod report;
mod spec;

use super::refusal::refused;
use super::{Budget, Inputs, Model, ModelError, ModelSpec, Progress, Run};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::lease_storm::{Leases, Measure, Recovery, recovered_after_s};
use crate::text::{Message, Unit};

/// The most ticks of a run.
const MOST_TICKS: usize = 20_000;
/// Points of a chart over time.
const POINTS: usize = 400;
/// Halvings of the search for the longest outage that is survived: to a thousandth.
const HALVINGS: usize = 10;
/// Rows of the table of measures.
const ROWS: usize = 8;

/// The model.
pub(super) struct LeaseStorm;

impl Model for LeaseStorm {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(Box::new(Simulation::new(inputs)?))
    }
}

/// A point of the run over time.
struct Moment {
    at_s: f64,
    leased: f64,
    granted_per_s: f64,
    wasted_per_s: f64,
}

/// A row of the table: what is done and when, and the recovery that follows.
struct Row {
    id: &'static str,
    after_s: f64,
    recovered: Defined,
}

struct Simulation {
    leases: Leases,
    timeout_s: f64,
    lease_s: f64,
    renew_s: f64,
    backoff_s: f64,
    capacity_per_s: f64,
    outage_s: f64,
    measure: Measure,
    has_measure: bool,
    act_after_s: f64,
    share: f64,
    ticks: usize,
    /// The part that comes next.
    part: usize,
    moments: Vec<Moment>,
    recovered: Defined,
    queued_end: f64,
    rows: Vec<Row>,
    /// Outages that are survived, and that are not.
    bracket: (f64, f64),
    /// Whether even the longest outage is survived.
    never_stuck: bool,
}

impl Simulation {
    fn new(inputs: &Inputs) -> Result<Simulation, ModelError> {
        let hosts = inputs.count("hosts")? as f64;
        let (capacity_per_s, timeout_s) =
            (inputs.real("capacity_per_s")?, inputs.real("timeout_s")?);
        let (lease_s, renew_s) = (inputs.real("lease_s")?, inputs.real("renew_s")?);
        let backoff_s = inputs.real("backoff_s")?;
        let leases = Leases::new(hosts, capacity_per_s, timeout_s, (lease_s, renew_s))
            .and_then(|leases| leases.backing_off(backoff_s))
            .map_err(|error| refused(&spec::SPEC, error))?
            .dropping_expired(inputs.toggle("drops_expired")?);
        let share = inputs.probability("throttle_share")?.value();
        let measures = [
            ("none", Measure::None),
            ("throttle", Measure::Throttle(share)),
            ("restart", Measure::Restart),
            ("throttle_restart", Measure::ThrottleAndRestart(share)),
            ("queue_limit", Measure::QueueLimit(share)),
        ];
        let measure = inputs.choice_of("measure", &measures)?;
        let (act_after_s, outage_s) = (inputs.real("act_after_s")?, inputs.real("outage_s")?);
        // Long enough for every host to be served one and a half times at the throttled rate.
        let run_s = act_after_s + 1.5 * leases.pass_s() / share.max(0.1) + 10.0 * timeout_s;
        let ticks = (run_s / leases.tick_s()).ceil();
        if ticks > MOST_TICKS as f64 {
            return Err(ModelError::saying(
                "timeout_s",
                Message::new("lease_storm.error.too_long")
                    .quantity("asked", run_s, Unit::Second)
                    .quantity("most", MOST_TICKS as f64 * leases.tick_s(), Unit::Second),
            ));
        }
        Ok(Simulation {
            leases,
            timeout_s,
            lease_s,
            renew_s,
            backoff_s,
            capacity_per_s,
            outage_s,
            measure,
            has_measure: measure != Measure::None,
            act_after_s,
            share,
            ticks: ticks as usize,
            part: 0,
            moments: Vec::new(),
            recovered: Err(Undefined("working")),
            queued_end: 0.0,
            rows: Vec::new(),
            bracket: (0.0, lease_s + renew_s),
            never_stuck: false,
        })
    }

    fn recovers(&self, leases: Leases, outage_s: f64, measure: Measure, after_s: f64) -> Defined {
        recovered_after_s(leases, outage_s, measure, after_s, self.ticks)
    }

    /// The run of the pictures.
    fn timeline(&mut self) {
        let tick_s = self.leases.tick_s();
        let group = self.ticks.div_ceil(POINTS).max(1);
        let act = (self.act_after_s / tick_s).round() as usize;
        let mut run = Recovery::new(self.leases, self.outage_s, self.ticks);
        let (mut granted, mut wasted) = (0.0, 0.0);
        for tick in 0..self.ticks {
            if tick == act {
                run.act(self.measure);
            }
            if tick % group == 0 {
                self.moments.push(Moment {
                    at_s: tick as f64 * tick_s,
                    leased: (run.leased() / self.leases.hosts()).clamp(0.0, 1.0),
                    granted_per_s: 0.0,
                    wasted_per_s: 0.0,
                });
            }
            let flow = run.tick();
            granted += flow.granted;
            wasted += flow.wasted;
            if (tick + 1) % group == 0 || tick + 1 == self.ticks {
                let span_s = (tick % group + 1) as f64 * tick_s;
                if let Some(moment) = self.moments.last_mut() {
                    moment.granted_per_s = granted / span_s;
                    moment.wasted_per_s = wasted / span_s;
                }
                (granted, wasted) = (0.0, 0.0);
            }
        }
        self.queued_end = run.queued();
        self.recovered = self.recovers(self.leases, self.outage_s, self.measure, self.act_after_s);
    }

    /// One measure, on the same storm; the last ones are decisions taken before it.
    fn try_measure(&mut self, index: usize) {
        let (plain, late) = (self.leases, self.act_after_s);
        let enough = 1.25 * plain.enough_backoff_s();
        let patient = plain.backing_off(enough).unwrap_or(plain);
        let all: [(&'static str, Leases, Measure, f64); ROWS] = [
            ("none", plain, Measure::None, late),
            ("throttle", plain, Measure::Throttle(self.share), late),
            ("restart", plain, Measure::Restart, late),
            (
                "throttle_restart",
                plain,
                Measure::ThrottleAndRestart(self.share),
                late,
            ),
            ("queue_limit", plain, Measure::QueueLimit(self.share), late),
            ("throttle_early", plain, Measure::Throttle(self.share), 0.0),
            (
                "drops_expired",
                plain.dropping_expired(true),
                Measure::None,
                0.0,
            ),
            ("backoff", patient, Measure::None, 0.0),
        ];
        if let Some((id, leases, measure, after_s)) = all.into_iter().nth(index) {
            self.rows.push(Row {
                id,
                after_s,
                recovered: self.recovers(leases, self.outage_s, measure, after_s),
            });
        }
    }

    /// Narrows down the longest outage after which the manager recovers with nothing done.
    fn halve(&mut self, first: bool) {
        let is_survived = |outage_s| {
            self.recovers(self.leases, outage_s, Measure::None, 0.0)
                .is_ok()
        };
        if first {
            self.never_stuck = is_survived(self.bracket.1);
            return;
        }
        let middle = f64::midpoint(self.bracket.0, self.bracket.1);
        if is_survived(middle) {
            self.bracket.0 = middle;
        } else {
            self.bracket.1 = middle;
        }
    }

    fn outage_survived_s(&self) -> Defined {
        if self.leases.utilisation() >= 1.0 {
            Err(Undefined("overloaded_already"))
        } else if self.never_stuck {
            Err(Undefined("not_stuck"))
        } else {
            Ok(self.bracket.0)
        }
    }
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let all = 1 + ROWS + 1 + HALVINGS;
        let mut steps = 0;
        while self.part < all && steps < budget.steps {
            match self.part {
                0 => self.timeline(),
                part if part <= ROWS => self.try_measure(part - 1),
                part => self.halve(part == ROWS + 1),
            }
            self.part += 1;
            steps += self.ticks as u64;
        }
        if self.part < all {
            return Progress::Working(self.part as f64 / all as f64);
        }
        Progress::Done(Box::new(self.output()))
    }
}
