//! The course's programs beside our runs of the same: processor time of both, so that a busy machine slows both alike.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::median::median;

/// Milliseconds of this process: processor time where the system tells it finely, else time on the clock.
pub(crate) fn took_ms(work: &mut dyn FnMut()) -> f64 {
    let (clock, before) = (Instant::now(), processor_ms());
    work();
    match (before, processor_ms()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_secs_f64() * 1e3,
    }
}

/// Linux: nanoseconds that this thread has run, up to the moment at which it last gave way to others.
fn processor_ms() -> Option<f64> {
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let ns: f64 = text.split(' ').next()?.parse().ok()?;
    Some(ns / 1e6)
}

/// Linux: hundredths of a second of the children that have ended.
fn children_ms() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some(10.0 * (ticks(13)? + ticks(14)?))
}

/// A program of the course from beginning to end, its printing thrown away.
fn program_ms(path: &str) -> Option<f64> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(python);
    command.arg(path).stdout(Stdio::null());
    let (clock, before) = (Instant::now(), children_ms());
    let succeeded = command.status().is_ok_and(|status| status.success());
    let ms = match (before, children_ms()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_secs_f64() * 1e3,
    };
    succeeded.then_some(ms)
}

/// Runs ours many times, with the program whose file `variable` names before, between and after, and prints how they
/// compare.
pub(crate) fn compare(variable: &str, ours: &mut dyn FnMut() -> f64) {
    const ROUNDS: usize = 21;
    let path = std::env::var(variable).ok();
    let mut theirs = Vec::new();
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        if let Some(path) = &path
            && round % (ROUNDS / 2) == 0
        {
            theirs.extend(program_ms(path));
        }
        times.push(ours());
    }
    let ours = median(times);
    println!("  all {ours:>7.2} ms, median of {ROUNDS}");
    match path {
        None => println!("  {variable} is not set, so there is no ratio to the program"),
        Some(_) if theirs.is_empty() => println!("  the program did not run"),
        Some(_) => {
            let theirs = median(theirs);
            println!(
                "  the program {theirs:.0} ms with its interpreter's start, {:.0} times as long (wanted: 100)",
                theirs / ours
            );
        }
    }
}
