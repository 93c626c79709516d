//! `retry_jitter`: when the retries of clients that failed together arrive.

mod charts;
mod report;

use super::declare::{choice, column, count, count_to, figure, preset, scaled, seed, table, words};
use super::{
    Budget, Family, Figure, Inputs, Model, ModelError, ModelSpec, Output, Progress, Reference, Run,
    Spacing,
};
use crate::kernel::error::Undefined;
use crate::kernel::retry::{Arrivals, Backoff, Crowd, Jitter, Retries, arrivals};
use crate::text::{Message, Unit};

const MS: f64 = 1e-3;
/// The 97.5 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// Every kind, in the order of the table.
const KINDS: [(&str, Jitter); 4] = [
    ("none", Jitter::None),
    ("full", Jitter::Full),
    ("equal", Jitter::Equal),
    ("decorrelated", Jitter::Decorrelated),
];

static SPEC: ModelSpec = ModelSpec {
    id: "retry_jitter",
    family: Family::Retry,
    version: 2,
    groups: &[],
    inputs: &[
        choice("jitter", "full", &["none", "full", "equal", "decorrelated"]),
        count("clients", 1_000, (1, 20_000), (10, 20_000), Spacing::Log),
        count_to("retries", 3, (1, 6), 6),
        scaled("base_s", Unit::Second, 0.1, (0.001, 10.0), (0.01, 2.0)),
        scaled("cap_s", Unit::Second, 2.0, (0.001, 20.0), (0.1, 20.0)),
        seed(),
    ],
    figures: &[
        figure("peak_per_ms", Unit::One),
        figure("without_jitter_per_ms", Unit::One),
        figure("densest_at_s", Unit::Second),
        figure("densest_expected_per_ms", Unit::One),
        figure("densest_half_width", Unit::One),
        figure("densest_counted_per_ms", Unit::One),
        figure("last_mean_s", Unit::Second),
        figure("last_expected_s", Unit::Second),
    ],
    tables: &[
        table(
            "kinds",
            &[
                words("kind"),
                column("peak_per_ms", Unit::One),
                column("last_mean_s", Unit::Second),
                column("last_s", Unit::Second),
            ],
        ),
        table(
            "claims",
            &[words("claim"), column("claimed_per_ms", Unit::One)],
        ),
    ],
    charts: &["arrivals"],
    presets: &[
        preset(
            "spikes",
            &[
                ("jitter", "none"),
                ("clients", "1000"),
                ("retries", "3"),
                ("base_s", "100 ms"),
            ],
        ),
        preset("many", &[("jitter", "full"), ("clients", "20000")]),
        preset(
            "spread_further",
            &[
                ("jitter", "decorrelated"),
                ("base_s", "100 ms"),
                ("cap_s", "10 s"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "M. Brooker: Exponential Backoff And Jitter. AWS Architecture Blog, 2015",
            url: Some("https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/"),
        },
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications, vol. II, 2nd ed., 1971, section I.9 (sums of uniform variables)",
            url: None,
        },
    ],
};

/// The model.
pub(super) struct RetryJitter;

impl Model for RetryJitter {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let backoff = Backoff::new(inputs.real("base_s")?, inputs.real("cap_s")?)?;
        let retries = Retries(u32::try_from(inputs.count("retries")?).unwrap_or(u32::MAX));
        let seed = inputs.count("seed")?;
        let chosen = inputs.choice("jitter")?;
        // The same seed for every kind: only the rule differs.
        let kinds =
            KINDS.map(|(id, jitter)| Counted::new(id, Crowd::new(jitter, backoff, retries, seed)));
        let chosen = KINDS
            .iter()
            .position(|(id, _)| *id == chosen)
            .ok_or_else(|| ModelError::at("jitter"))?;
        Ok(Box::new(Simulation {
            clients: inputs.count("clients")?,
            retries,
            backoff,
            chosen,
            jitter: KINDS[chosen].1,
            kinds: kinds.into(),
            done: 0,
        }))
    }
}

/// What is counted of one kind of jitter.
struct Counted {
    id: &'static str,
    crowd: Crowd,
    /// Retries by the millisecond in which they arrive.
    by_ms: Vec<u32>,
    last_sum_s: f64,
    last_s: f64,
}

impl Counted {
    fn new(id: &'static str, crowd: Crowd) -> Counted {
        Counted {
            id,
            by_ms: vec![0; ms(crowd.latest_s()) + 1],
            crowd,
            last_sum_s: 0.0,
            last_s: 0.0,
        }
    }

    fn add_client(&mut self) {
        let times = self.crowd.next_client_s();
        for at_s in times {
            if let Some(slot) = self.by_ms.get_mut(ms(*at_s)) {
                *slot += 1;
            }
        }
        let last_s = times.last().copied().unwrap_or(0.0);
        self.last_sum_s += last_s;
        self.last_s = self.last_s.max(last_s);
    }

    fn peak(&self) -> f64 {
        f64::from(self.by_ms.iter().copied().max().unwrap_or(0))
    }
}

/// The millisecond in which a time lies; one that is a whole number but for rounding begins its own.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "waits are positive and at most a few minutes"
)]
fn ms(at_s: f64) -> usize {
    (at_s / MS + 1e-6).floor() as usize
}

struct Simulation {
    clients: u64,
    retries: Retries,
    backoff: Backoff,
    chosen: usize,
    jitter: Jitter,
    kinds: Vec<Counted>,
    done: u64,
}

impl Run for Simulation {
    fn advance(&mut self, budget: Budget) -> Progress {
        let cost = u64::from(self.retries.0) * KINDS.len() as u64;
        let mut steps = 0;
        while self.done < self.clients && steps < budget.steps {
            self.kinds.iter_mut().for_each(Counted::add_client);
            self.done += 1;
            steps += cost;
        }
        if self.done < self.clients {
            return Progress::Working(self.done as f64 / self.clients as f64);
        }
        Progress::Done(Box::new(self.output()))
    }
}

/// Where the theory expects most retries.
#[derive(Clone, Copy)]
struct Densest {
    ms: usize,
    expected: f64,
    half_width: f64,
}

impl Simulation {
    fn chosen(&self) -> &Counted {
        &self.kinds[self.chosen]
    }

    fn clients(&self) -> f64 {
        self.clients as f64
    }

    /// Retries of one client in the millisecond that begins at `ms`.
    fn arrivals_in(&self, ms: usize) -> Result<Arrivals, Undefined> {
        let (from_s, to_s) = (ms as f64 * MS, (ms + 1) as f64 * MS);
        arrivals(self.jitter, &self.backoff, self.retries, from_s, to_s)
    }

    /// The millisecond with the most expected retries: on a coarse grid, then on finer ones around its best.
    fn densest(&self) -> Result<Densest, Undefined> {
        const COARSE: usize = 200;
        const FINER: usize = 20;
        if self.jitter == Jitter::None {
            // All of them in one millisecond, the first of those in which they come.
            return Ok(Densest {
                ms: ms(self.backoff.wait_s(1)),
                expected: self.clients(),
                half_width: 0.0,
            });
        }
        let slots = self.chosen().by_ms.len();
        let mut stride = slots.div_ceil(COARSE).max(1);
        let mut best = (0, 0.0);
        let mut range = 0..slots;
        loop {
            for at in range.step_by(stride) {
                let expected = self.arrivals_in(at)?.mean;
                // Of those that are equal but for rounding, the first.
                if expected > best.1 * (1.0 + 1e-9) {
                    best = (at, expected);
                }
            }
            if stride == 1 {
                break;
            }
            range = best.0.saturating_sub(stride)..(best.0 + stride).min(slots);
            stride = stride.div_ceil(FINER);
        }
        let arrivals = self.arrivals_in(best.0)?;
        Ok(Densest {
            ms: best.0,
            expected: self.clients() * arrivals.mean,
            half_width: Z * (self.clients() * arrivals.variance).sqrt(),
        })
    }

    fn output(&self) -> Output {
        let densest = self.densest();
        let kind = self.chosen();
        let mean_last = kind.last_sum_s / self.clients();
        let theory = self.jitter.moments(&self.backoff, self.retries.0);
        let last_expected = theory.map_or(Err(Undefined("no_closed_form")), |m| Ok(m.mean_s));
        let counted = densest.map(|densest| f64::from(kind.by_ms[densest.ms]));
        let of = |key: &str| {
            Message::new(format!("retry_jitter.basis.{key}")).quantity(
                "clients",
                self.clients(),
                Unit::Count,
            )
        };
        Output {
            figures: vec![
                Figure::new("peak_per_ms", Unit::One, Ok(kind.peak())).on(of("clients")),
                Figure::new("without_jitter_per_ms", Unit::One, Ok(self.kinds[0].peak())),
                Figure::new(
                    "densest_at_s",
                    Unit::Second,
                    densest.map(|densest| densest.ms as f64 * MS),
                ),
                Figure::new(
                    "densest_expected_per_ms",
                    Unit::One,
                    densest.map(|densest| densest.expected),
                ),
                Figure::new(
                    "densest_half_width",
                    Unit::One,
                    densest.map(|densest| densest.half_width),
                )
                .on(Message::new("retry_jitter.basis.interval")),
                Figure::new("densest_counted_per_ms", Unit::One, counted),
                Figure::new("last_mean_s", Unit::Second, Ok(mean_last)),
                Figure::new("last_expected_s", Unit::Second, last_expected),
            ],
            tables: vec![self.kinds_table(), self.claims(densest)],
            charts: vec![self.arrivals(densest)],
            steps: self.steps(densest, last_expected),
            notes: self.notes(),
        }
    }
}
