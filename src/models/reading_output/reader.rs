//! What `wrk`, `ss -s` and `tc -s qdisc` print, line by line.
//!
//! The formats: wrk 4.2 (`src/wrk.c`, `src/units.c`), wrk2’s percentiles, iproute2 (`misc/ss.c`, `tc/q_netem.c`, `tc/tc_util.c`).

use super::value::{bits, bytes, metric, percent, plain, seconds};
use crate::models::ModelError;
use crate::text::{Arg, Message, Unit};

/// The longest piece of the text that a message quotes, in characters.
const SHOWN_MAX: usize = 40;

/// A line that has been read.
pub(super) struct Line {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: String,
    /// What it is, as a word.
    pub(super) is: &'static str,
}

/// Everything that a text says.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) lines: Vec<Line>,
    /// Numbers by name, in seconds, bytes, bits a second, or whole things.
    values: Vec<(&'static str, f64)>,
    /// The share of requests and their latency in seconds.
    pub(super) percentiles: Vec<(f64, f64)>,
}

impl Reading {
    /// The number called `name`, if the text has it. Where it comes twice, the last one.
    pub(super) fn get(&self, name: &str) -> Option<f64> {
        let mut named = self.values.iter().rev();
        named
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value)
    }

    /// The latency that the share `at` of requests did not exceed.
    pub(super) fn percentile(&self, at: f64) -> Option<f64> {
        let found = self
            .percentiles
            .iter()
            .find(|(share, _)| (share - at).abs() < 1e-9);
        found.map(|(_, time_s)| *time_s)
    }

    fn set(&mut self, name: &'static str, value: f64) {
        self.values.push((name, value));
    }
}

/// Reads a text, at most `most` lines of it that say something.
///
/// # Errors
/// The first line that cannot be read, by its number; or that there is none.
pub(super) fn read(text: &str, most: usize) -> Result<Reading, ModelError> {
    let mut reading = Reading::default();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let before = (reading.values.len(), reading.percentiles.len());
        let is =
            one(line.trim(), &mut reading).map_err(|wrong| refuse(number, line.trim(), &wrong))?;
        // Lines beyond the step are read too, so that a faulty one is told at once, but say nothing yet.
        if reading.lines.len() >= most {
            reading.values.truncate(before.0);
            reading.percentiles.truncate(before.1);
            continue;
        }
        reading.lines.push(Line {
            number,
            text: line.trim().to_owned(),
            is,
        });
    }
    if reading.lines.is_empty() {
        return Err(ModelError::saying(
            "text",
            Message::new("reading_output.error.empty"),
        ));
    }
    Ok(reading)
}

/// What is wrong with a line: it is of no known kind, or a word of it is no such number.
enum Wrong {
    Unknown,
    Number(String),
}

fn refuse(number: usize, line: &str, wrong: &Wrong) -> ModelError {
    let (key, found) = match wrong {
        Wrong::Unknown => ("unknown", line),
        Wrong::Number(word) => ("number", word.as_str()),
    };
    let found: String = found.chars().take(SHOWN_MAX).collect();
    let message = Message::new(format!("reading_output.error.{key}"))
        .quantity("line", number as f64, Unit::Count)
        .with("found", Arg::Plain(found));
    ModelError::saying("text", message)
}

type Read = fn(&str) -> Option<f64>;

/// The word at `at` without the signs around it.
fn bare<'a>(words: &[&'a str], at: usize) -> &'a str {
    words
        .get(at)
        .map_or("", |word| word.trim_matches([',', '(', ')', ':']))
}

/// The word at `at`, read as a number.
fn number(words: &[&str], at: usize, read: Read) -> Result<f64, Wrong> {
    let word = bare(words, at);
    read(word).ok_or_else(|| Wrong::Number(word.to_owned()))
}

/// Reads a line; gives what it is.
fn one(line: &str, reading: &mut Reading) -> Result<&'static str, Wrong> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let second = words.get(1).copied().unwrap_or_default();
    let starts = |prefix: &str| line.starts_with(prefix);
    if ["$", "#", "wrk", "wrk2", "ss", "tc", "sudo"].contains(&first) {
        return Ok("command");
    }
    if starts("qdisc ") {
        return qdisc(&words, reading);
    }
    if starts("Latency Distribution") {
        return Ok("wrk_distribution");
    }
    if starts("Thread Stats") {
        return Ok("wrk_header");
    }
    if starts("Thread calibration") || starts("Initialised") {
        return Ok("wrk_calibration");
    }
    if first.ends_with('%') && words.len() == 2 {
        let at = number(&words, 0, percent)?;
        let time_s = number(&words, 1, seconds)?;
        reading.percentiles.push((at, time_s));
        return Ok("wrk_percentile");
    }
    // Each row: the first word, what the line is, and what stands at which word.
    let row: (&'static str, &[(&'static str, usize, Read)]) = match (first, second) {
        ("Running", _) => ("wrk_running", &[("planned_s", 1, seconds)]),
        (_, "threads") => (
            "wrk_threads",
            &[("threads", 0, plain), ("connections", 3, plain)],
        ),
        ("Latency", _) => (
            "wrk_latency",
            &[
                ("latency_mean_s", 1, seconds),
                ("latency_sd_s", 2, seconds),
                ("latency_max_s", 3, seconds),
                ("within_sd", 4, percent),
            ],
        ),
        ("Req/Sec", _) => (
            "wrk_per_thread",
            &[
                ("thread_rate_per_s", 1, metric),
                ("thread_rate_sd_per_s", 2, metric),
            ],
        ),
        (_, "requests") => (
            "wrk_total",
            &[
                ("requests", 0, plain),
                ("duration_s", 3, seconds),
                ("read_bytes", 4, bytes),
            ],
        ),
        ("Socket", "errors:") => (
            "wrk_errors",
            &[
                ("errors_connect", 3, plain),
                ("errors_read", 5, plain),
                ("errors_write", 7, plain),
                ("errors_timeout", 9, plain),
            ],
        ),
        ("Non-2xx", _) => ("wrk_status", &[("errors_status", 4, plain)]),
        ("Requests/sec:", _) => ("wrk_rate", &[("rate_per_s", 1, plain)]),
        ("Transfer/sec:", _) => ("wrk_transfer", &[("transfer_bytes_per_s", 1, bytes)]),
        ("Total:", _) => ("ss_total", &[("sockets", 1, plain)]),
        ("TCP:", _) => {
            reading.set("tcp", number(&words, 1, plain)?);
            return sockets(&words, reading);
        }
        ("*" | "UDP:" | "RAW:" | "FRAG:" | "UDP" | "RAW" | "FRAG" | "TCP" | "INET", _) => {
            number(&words, 1, |word| {
                plain(word).or((word == "-").then_some(0.0))
            })?;
            ("ss_family", &[])
        }
        ("Transport", "Total") => ("ss_header", &[]),
        ("Sent", _) => (
            "tc_sent",
            &[
                ("sent_bytes", 1, plain),
                ("sent_packets", 3, plain),
                ("dropped_packets", 6, plain),
                ("overlimits", 8, plain),
            ],
        ),
        ("backlog", _) => (
            "tc_backlog",
            &[("backlog_bytes", 1, bytes), ("backlog_packets", 2, packets)],
        ),
        ("maxpacket" | "new_flows_len" | "new_flow_count" | "rate" | "lended:" | "tokens:", _) => {
            ("tc_more", &[])
        }
        _ => return Err(Wrong::Unknown),
    };
    for (name, at, read) in row.1 {
        // wrk prints so what it divides by no requests at all: there is no such number then.
        if bare(&words, *at).trim_start_matches('-').starts_with("nan") {
            continue;
        }
        let value = number(&words, *at, *read)?;
        reading.set(name, value);
    }
    Ok(row.0)
}

fn packets(word: &str) -> Option<f64> {
    let count = word.strip_suffix('p').unwrap_or(word);
    metric(count).or_else(|| bytes(count))
}

/// `(estab 301, closed 52, orphaned 3, timewait 33)`, in any order; older versions write `timewait 33/0`.
fn sockets(words: &[&str], reading: &mut Reading) -> Result<&'static str, Wrong> {
    const STATES: [&str; 5] = ["estab", "closed", "orphaned", "synrecv", "timewait"];
    for (at, word) in words.iter().enumerate() {
        let word = word.trim_start_matches('(');
        if let Some(state) = STATES.iter().find(|state| **state == word) {
            let count = number(words, at + 1, |word| {
                plain(word.split('/').next()?.trim_end_matches(')'))
            })?;
            reading.set(state, count);
        }
    }
    Ok("ss_tcp")
}

/// `qdisc netem 8002: root refcnt 2 limit 1000 delay 120ms 30ms loss 2% rate 100Mbit`.
fn qdisc(words: &[&str], reading: &mut Reading) -> Result<&'static str, Wrong> {
    let is_netem = words.get(1) == Some(&"netem");
    for (at, word) in words.iter().enumerate() {
        let (name, read): (_, Read) = match *word {
            "limit" => ("limit_packets", packets),
            "delay" if is_netem => ("delay_s", seconds),
            "loss" if is_netem => ("loss", percent),
            "rate" if is_netem => ("rate_bits_per_s", bits),
            _ => continue,
        };
        // `loss random 2%` and the models with states have a word between.
        let at = if words.get(at + 1).is_some_and(|next| *next == "random") {
            at + 2
        } else {
            at + 1
        };
        let value = number(words, at, read)?;
        reading.set(name, value);
        if name == "delay_s"
            && let Some(jitter_s) = words.get(at + 1).and_then(|next| seconds(next))
        {
            reading.set("jitter_s", jitter_s);
        }
    }
    Ok(if is_netem { "tc_netem" } else { "tc_qdisc" })
}
