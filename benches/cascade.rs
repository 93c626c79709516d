//! How long the six published settings of the course's tick simulator take together, beside the course's own program.
//!
//! The program is not ours to ship: `CASCADE_PROGRAM` names the file, cut out of the course text (section 26.4.1), and
//! `PYTHON` the interpreter (else `python3`). Without it there is no ratio.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]
#![allow(clippy::disallowed_methods, reason = "a bench reads the clock")]

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Instant;

use outage_lab::kernel::cascade::lecture::{Constants, Simulation, Switches};

const ROUNDS: usize = 21;

/// Milliseconds that `work` takes.
fn took_ms(work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Requests answered in one run.
fn run(switches: Switches) -> u64 {
    let mut simulation = Simulation::new(switches, Constants::default(), 425).unwrap();
    simulation.advance(u64::MAX);
    black_box(simulation.into_report()).ok
}

/// The course's program from beginning to end, its printing thrown away.
fn program_ms(path: &str) -> Option<f64> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(python);
    command.arg(path).stdout(Stdio::null());
    let mut succeeded = false;
    let ms = took_ms(&mut || succeeded = command.status().is_ok_and(|status| status.success()));
    succeeded.then_some(ms)
}

fn main() {
    println!("The six published settings of the course's cascade, medians of {ROUNDS}");
    let mut each = [const { Vec::new() }; 6];
    let mut all = Vec::new();
    for _ in 0..ROUNDS {
        let mut sum = 0.0;
        for (switches, times) in Switches::PUBLISHED.into_iter().zip(&mut each) {
            let ms = took_ms(&mut || {
                black_box(run(black_box(switches)));
            });
            times.push(ms);
            sum += ms;
        }
        all.push(sum);
    }
    for (number, times) in (1..).zip(each) {
        println!("  S{number} {:>8.2} ms", median(times));
    }
    let ours = median(all);
    println!("  all {ours:>7.2} ms");
    match std::env::var("CASCADE_PROGRAM") {
        Ok(path) => match program_ms(&path) {
            Some(theirs) => println!(
                "  the program {theirs:.0} ms, {:.0} times as long (wanted: 100)",
                theirs / ours
            ),
            None => println!("  the program did not run"),
        },
        Err(_) => println!("  CASCADE_PROGRAM is not set, so there is no ratio to the program"),
    }
}
