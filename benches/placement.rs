//! How long the published table of placements takes, all sixteen rows, beside the course's own program.
//!
//! The program is not ours to ship: `PLACEMENT_PROGRAM` names the file, cut out of the course text (section 26.4, its
//! second program), and `PYTHON` the interpreter (else `python3`). Without it there is no ratio.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]
#![allow(clippy::disallowed_methods, reason = "a bench reads the clock")]

mod median;
mod program;

use std::hint::black_box;

use outage_lab::kernel::placement::{Published, Replicas, Topology};
use program::{compare, took_ms};

/// Objects that lost their quorum, in all rows.
fn run(trials: u64) -> u64 {
    let (topology, replicas) = (Topology::new(3, 3, 3), Replicas::new(3, 2));
    let mut run = Published::new(topology.unwrap(), replicas.unwrap(), trials, 425).unwrap();
    run.advance(u64::MAX);
    run.rows().iter().map(|row| row.counts.lost_quorum).sum()
}

fn main() {
    println!("The published table of placements");
    compare("PLACEMENT_PROGRAM", &mut || {
        took_ms(&mut || {
            black_box(run(black_box(4_000)));
        })
    });
}
