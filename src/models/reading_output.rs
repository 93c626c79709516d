//! `reading_output`: what wrk, ss and tc print, read aloud.

mod charts;
mod reader;
mod spec;
mod value;

use super::lab::said_s;
use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Step, Table, as_real,
    finished, significant,
};
use crate::kernel::error::{Defined, Undefined, defined};
use crate::text::{Message, Unit};
use reader::Reading;
use spec::SPEC;

/// From this ratio of p99 to p50 on, a tail is called long.
const LONG_TAIL: f64 = 10.0;

/// The model.
pub(super) struct ReadingOutput;

impl Model for ReadingOutput {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The text as read, and what it cannot say.
struct Question {
    reading: Reading,
    ports: f64,
    time_wait_s: f64,
}

impl Question {
    #[expect(clippy::cast_possible_truncation, reason = "a small count")]
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        Ok(Question {
            reading: reader::read(inputs.text("text")?, inputs.count("step")? as usize)?,
            ports: as_real(inputs.count("ports")?),
            time_wait_s: as_real(inputs.count("time_wait_s")?),
        })
    }

    fn answer(&self) -> Output {
        let mut charts = vec![self.picture()];
        charts.extend(self.latency_chart());
        Output {
            figures: self.figures(),
            tables: vec![self.lines()],
            charts,
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn get(&self, name: &str) -> Defined {
        self.reading.get(name).ok_or(Undefined("not_in_text"))
    }

    fn percentile(&self, at: f64) -> Defined {
        self.reading.percentile(at).ok_or(Undefined("not_in_text"))
    }

    /// One number of the text over another.
    fn over(&self, above: Defined, below: Defined) -> Defined {
        match (above?, below?) {
            (_, 0.0) => Err(Undefined("whole_is_zero")),
            (above, below) => defined(above / below),
        }
    }

    /// Little’s law: the time that a connection spends on a request, W = C / X.
    fn little_s(&self) -> Defined {
        self.over(self.get("connections"), self.get("rate_per_s"))
    }

    fn in_flight(&self) -> Defined {
        defined(self.get("rate_per_s")? * self.get("latency_mean_s")?)
    }

    fn tail_ratio(&self) -> Defined {
        self.over(self.percentile(0.99), self.percentile(0.5))
    }

    fn failed(&self) -> Defined {
        let kinds = [
            "errors_connect",
            "errors_read",
            "errors_write",
            "errors_timeout",
            "errors_status",
        ];
        let known: Vec<f64> = kinds
            .into_iter()
            .filter_map(|kind| self.reading.get(kind))
            .collect();
        // wrk says nothing of errors where there are none.
        if known.is_empty() {
            return self.get("requests").map(|_| 0.0);
        }
        Ok(known.iter().sum())
    }

    fn tcp_states(&self) -> Defined {
        let states = ["estab", "closed", "orphaned", "synrecv", "timewait"];
        self.get("tcp")?;
        Ok(states
            .into_iter()
            .filter_map(|state| self.reading.get(state))
            .sum())
    }

    /// Whatever the text says: a load generator that opens a connection for each request has this limit too.
    fn connects_per_s(&self) -> f64 {
        self.ports / self.time_wait_s
    }

    fn dropped_share(&self) -> Defined {
        let (sent, dropped) = (self.get("sent_packets")?, self.get("dropped_packets")?);
        self.over(Ok(dropped), Ok(sent + dropped))
    }

    fn packet_bytes(&self) -> Defined {
        self.over(self.get("sent_bytes"), self.get("sent_packets"))
    }

    /// Little’s law of the queue: no more than its limit can wait for the delay, X = L / W.
    fn queue_limit_per_s(&self) -> Defined {
        self.over(self.get("limit_packets"), self.get("delay_s"))
    }

    fn rate_share(&self) -> Defined {
        let bits = self.queue_limit_per_s()? * self.packet_bytes()? * 8.0;
        self.over(Ok(bits), self.get("rate_bits_per_s"))
    }

    fn figures(&self) -> Vec<Figure> {
        let lines = self.reading.lines.len() as f64;
        vec![
            Figure::new("lines_read", Unit::Count, Ok(lines)),
            Figure::new("little_latency_s", Unit::Second, self.little_s()),
            Figure::new("latency_mean_s", Unit::Second, self.get("latency_mean_s")),
            Figure::new("in_flight", Unit::One, self.in_flight()),
            Figure::new("tail_ratio", Unit::One, self.tail_ratio()),
            Figure::new("p50_s", Unit::Second, self.percentile(0.5)),
            Figure::new("p99_s", Unit::Second, self.percentile(0.99)),
            Figure::new("rate_per_s", Unit::PerSecond, self.get("rate_per_s")),
            Figure::new("failed", Unit::Count, self.failed()),
            Figure::new(
                "response_bytes",
                Unit::Count,
                self.over(self.get("read_bytes"), self.get("requests")),
            ),
            Figure::new("tcp_states", Unit::Count, self.tcp_states()),
            Figure::new(
                "ports_share",
                Unit::Ratio,
                self.get("timewait").map(|waiting| waiting / self.ports),
            ),
            Figure::new("connects_per_s", Unit::PerSecond, Ok(self.connects_per_s())),
            Figure::new("dropped_share", Unit::Ratio, self.dropped_share()),
            Figure::new("packet_bytes", Unit::Count, self.packet_bytes()),
            Figure::new(
                "queue_limit_per_s",
                Unit::PerSecond,
                self.queue_limit_per_s(),
            ),
            Figure::new("rate_share", Unit::Ratio, self.rate_share()),
        ]
    }

    fn lines(&self) -> Table {
        let rows = self.reading.lines.iter().map(|line| {
            vec![
                (line.number as f64).into(),
                Entry::Name(line.text.clone()),
                Entry::Word(line.is),
            ]
        });
        Table {
            id: "lines",
            rows: rows.collect(),
        }
    }

    /// The formulas that the text has numbers for.
    fn steps(&self) -> Vec<Step> {
        let said =
            |value: Defined| value.map_or_else(|_| "…".to_owned(), |value| significant(value, 9));
        let time = |value: Defined| value.map_or_else(|_| "…".to_owned(), said_s);
        let get = |name: &str| self.get(name);
        let rate = said(get("rate_per_s"));
        let (sent, dropped) = (said(get("sent_packets")), said(get("dropped_packets")));
        let limit = said(self.queue_limit_per_s());
        let packet = said(self.packet_bytes());
        let all = [
            (
                "little_latency_s",
                "W = C / X",
                format!("{} / {rate}", said(get("connections"))),
                self.little_s(),
                Unit::Second,
            ),
            (
                "in_flight",
                "L = X · W",
                format!("{rate} · {}", time(get("latency_mean_s"))),
                self.in_flight(),
                Unit::One,
            ),
            (
                "tail_ratio",
                "p99 / p50",
                format!(
                    "{} / {}",
                    time(self.percentile(0.99)),
                    time(self.percentile(0.5))
                ),
                self.tail_ratio(),
                Unit::One,
            ),
            (
                "connects_per_s",
                "X = P / T",
                format!("{} / {} s", self.ports, self.time_wait_s),
                Ok(self.connects_per_s()),
                Unit::PerSecond,
            ),
            (
                "dropped_share",
                "d / (s + d)",
                format!("{dropped} / ({sent} + {dropped})"),
                self.dropped_share(),
                Unit::Ratio,
            ),
            (
                "queue_limit_per_s",
                "X = L / W",
                format!("{} / {}", said(get("limit_packets")), time(get("delay_s"))),
                self.queue_limit_per_s(),
                Unit::PerSecond,
            ),
            (
                "rate_share",
                "X · b · 8 / R",
                format!("{limit} · {packet} · 8 / {}", said(get("rate_bits_per_s"))),
                self.rate_share(),
                Unit::Ratio,
            ),
        ];
        let known = all.into_iter().filter(|(.., result, _)| result.is_ok());
        let step = known
            .map(|(id, formula, with, result, unit)| Step::new(id, formula, with, result, unit));
        step.collect()
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let remark = |key: &str| Message::new(format!("reading_output.note.{key}"));
        if self.little_s().is_ok() {
            notes.push(Note::info(remark("closed_loop")));
        }
        if let (Ok(busy), Ok(connections)) = (self.in_flight(), self.get("connections"))
            && busy < connections
        {
            let message = remark("idle").quantity("idle", connections - busy, Unit::One);
            notes.push(Note::info(message));
        }
        if let Ok(ratio) = self.tail_ratio()
            && ratio >= LONG_TAIL
        {
            let message = remark("long_tail").quantity("ratio", ratio, Unit::One);
            notes.push(Note::warning(message));
        }
        if let (Ok(states), Ok(tcp)) = (self.tcp_states(), self.get("tcp"))
            && states != tcp
        {
            let message = remark("states_differ")
                .quantity("states", states, Unit::Count)
                .quantity("tcp", tcp, Unit::Count);
            notes.push(Note::info(message));
        }
        if self
            .get("backlog_packets")
            .is_ok_and(|waiting| waiting > 0.0)
        {
            notes.push(Note::warning(remark("backlog")));
        }
        if let Ok(share) = self.rate_share()
            && share < 1.0
        {
            let message = remark("limit_is_short").quantity("share", share, Unit::Ratio);
            notes.push(Note::warning(message));
        }
        notes
    }
}
