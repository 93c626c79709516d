//! The derivation of the means and of one percentile.

use super::{Question, Sort};
use crate::kernel::error::Undefined;
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{Queue, Steady, erlang_b};
use crate::models::{Step, significant};
use crate::text::Unit;

impl Question {
    pub(super) fn steps(&self, queue: &dyn Queue, steady: &Result<Steady, Undefined>) -> Vec<Step> {
        let load = &self.load;
        let (lambda, mu) = (said(load.arrival_per_s), said(load.service_per_s));
        let servers = load.servers;
        let mut steps = Vec::new();
        if !matches!(self.sort, Sort::Closed(..)) {
            steps.push(Step::new(
                "utilisation",
                "ρ = λ / (c · μ)",
                format!("{lambda} / ({servers} · {mu})"),
                Ok(load.utilisation()),
                Unit::Ratio,
            ));
        }
        let Ok(steady) = steady else {
            return steps;
        };
        let spare = said(load.spare_per_s());
        let (wait_s, sojourn_s) = (steady.wait_mean_s, steady.sojourn_mean_s);
        let mut push = |id, formula: &str, substitution: String, value: f64, unit| {
            steps.push(Step::new(id, formula, substitution, Ok(value), unit));
        };
        match self.sort {
            Sort::Endless => {
                let b = erlang_b(*load).unwrap_or(0.0);
                let offered = load.offered();
                push(
                    "erlang_b",
                    "B = (aᶜ / c!) / Σₙ aⁿ / n!, a = λ / μ, n = 0 … c",
                    format!("a = {}, c = {servers}", said(offered)),
                    b,
                    Unit::Ratio,
                );
                push(
                    "wait_probability",
                    "C = c · B / (c − a · (1 − B))",
                    format!(
                        "{servers} · {} / ({servers} − {} · (1 − {}))",
                        said(b),
                        said(offered),
                        said(b)
                    ),
                    steady.wait_probability,
                    Unit::Ratio,
                );
                push(
                    "wait_mean_s",
                    "W_q = C / (c · μ − λ)",
                    format!("{} / {spare}", said(steady.wait_probability)),
                    wait_s,
                    Unit::Second,
                );
            }
            Sort::General(_) | Sort::Fixed => {
                let scv = match self.sort {
                    Sort::General(scv) => scv,
                    _ => 0.0,
                };
                push(
                    "wait_by_variance",
                    "W_q = ρ · (1 + c_s²) / (2 · (μ − λ))",
                    format!(
                        "{} · (1 + {}) / (2 · {spare})",
                        said(steady.utilisation),
                        said(scv)
                    ),
                    wait_s,
                    Unit::Second,
                );
            }
            Sort::Room(_) => {
                push(
                    "throughput_per_s",
                    "X = λ · (1 − p_K)",
                    format!("{lambda} · (1 − {})", said(steady.blocking_probability)),
                    steady.throughput_per_s,
                    Unit::PerSecond,
                );
                push(
                    "wait_by_little",
                    "W_q = L_q / X",
                    format!(
                        "{} / {}",
                        said(steady.queue_mean),
                        said(steady.throughput_per_s)
                    ),
                    wait_s,
                    Unit::Second,
                );
            }
            Sort::Closed(clients, think_s) => {
                push(
                    "throughput_of_busy",
                    "X = ρ · c · μ",
                    format!("{} · {servers} · {mu}", said(steady.utilisation)),
                    steady.throughput_per_s,
                    Unit::PerSecond,
                );
                push(
                    "sojourn_of_loop",
                    "W = N / X − Z",
                    format!(
                        "{clients} / {} − {} s",
                        said(steady.throughput_per_s),
                        said(think_s)
                    ),
                    sojourn_s,
                    Unit::Second,
                );
            }
        }
        if !matches!(self.sort, Sort::Closed(..)) {
            push(
                "sojourn_mean_s",
                "W = W_q + 1 / μ",
                format!("{} s + 1 / {mu}", said(wait_s)),
                sojourn_s,
                Unit::Second,
            );
        }
        push(
            "system_mean",
            "L = X · W",
            format!("{} · {} s", said(steady.throughput_per_s), said(sojourn_s)),
            steady.system_mean,
            Unit::One,
        );
        if self.sort == Sort::Endless
            && let Ok(level) = "0.99".parse::<Probability>()
        {
            let substitution = if steady.wait_probability > level.complement() {
                format!("ln({} / 0.01) / {spare}", said(steady.wait_probability))
            } else {
                format!("{} ≤ 0.01", said(steady.wait_probability))
            };
            steps.push(Step::new(
                "wait_p99_s",
                "t = max(0, ln(C / 0.01) / (c · μ − λ))",
                substitution,
                queue.wait_percentile_s(level),
                Unit::Second,
            ));
        }
        steps
    }
}

fn said(value: f64) -> String {
    significant(value, 5)
}
