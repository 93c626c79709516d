//! How long the six published settings of the course's tick simulator take together, beside the course's own program.
//!
//! The program is not ours to ship: `CASCADE_PROGRAM` names the file, cut out of the course text (section 26.4.1), and
//! `PYTHON` the interpreter (else `python3`). Without it there is no ratio.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]
#![allow(clippy::disallowed_methods, reason = "a bench reads the clock")]

mod median;
mod program;

use std::hint::black_box;

use median::median;
use outage_lab::kernel::cascade::lecture::{Constants, Simulation, Switches};
use program::{compare, took_ms};

/// Requests answered in one run.
fn run(switches: Switches) -> u64 {
    let mut simulation = Simulation::new(switches, Constants::default(), 425).unwrap();
    simulation.advance(u64::MAX);
    black_box(simulation.into_report()).ok
}

fn main() {
    println!("The six published settings of the course's cascade");
    let mut each = [const { Vec::new() }; 6];
    compare("CASCADE_PROGRAM", &mut || {
        let mut sum = 0.0;
        for (switches, times) in Switches::PUBLISHED.into_iter().zip(&mut each) {
            let ms = took_ms(&mut || {
                black_box(run(black_box(switches)));
            });
            times.push(ms);
            sum += ms;
        }
        sum
    });
    for (number, times) in (1..).zip(each) {
        println!("  S{number} {:>8.2} ms", median(times));
    }
}
