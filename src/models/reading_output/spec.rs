//! What `reading_output` takes and gives.

use crate::models::declare::{column, count_to, figure, preset, table, text, words};
use crate::models::{Family, ModelSpec, Reference};
use crate::text::Unit;

const WRK: &str = "Running 30s test @ http://127.0.0.1:8081/v1/search
  4 threads and 200 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     4.82ms   12.31ms 250.10ms   91.22%
    Req/Sec     9.87k     1.21k    12.34k    72.31%
  Latency Distribution
     50%    2.91ms
     75%    4.12ms
     90%    8.90ms
     99%   42.10ms
  1182341 requests in 30.07s, 1.21GB read
  Socket errors: connect 0, read 12, write 0, timeout 0
Requests/sec:  39321.55
Transfer/sec:     41.22MB";

const SS: &str = "Total: 412
TCP:   389 (estab 301, closed 52, orphaned 3, timewait 33)
UDP:   7
RAW:   0
FRAG:  0";

const TC: &str = "qdisc netem 8002: root refcnt 2 limit 1000 delay 120ms 30ms loss 2% rate 100Mbit
 Sent 184320000 bytes 152000 pkt (dropped 3040, overlimits 0 requeues 0)
 backlog 0b 0p requeues 0";

/// The most lines that are read.
const LINES_MAX: u64 = 200;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "reading_output",
    family: Family::Lab,
    version: 1,
    groups: &[],
    inputs: &[
        text("text", WRK, 6_000),
        count_to("step", LINES_MAX, (1, LINES_MAX), 20),
        count_to("ports", 28_232, (1, 65_535), 65_535),
        count_to("time_wait_s", 60, (1, 600), 240),
    ],
    figures: &[
        figure("lines_read", Unit::Count),
        figure("little_latency_s", Unit::Second),
        figure("latency_mean_s", Unit::Second),
        figure("in_flight", Unit::One),
        figure("tail_ratio", Unit::One),
        figure("p50_s", Unit::Second),
        figure("p99_s", Unit::Second),
        figure("rate_per_s", Unit::PerSecond),
        figure("failed", Unit::Count),
        figure("response_bytes", Unit::Count),
        figure("tcp_states", Unit::Count),
        figure("ports_share", Unit::Ratio),
        figure("connects_per_s", Unit::PerSecond),
        figure("dropped_share", Unit::Ratio),
        figure("packet_bytes", Unit::Count),
        figure("queue_limit_per_s", Unit::PerSecond),
        figure("rate_share", Unit::Ratio),
    ],
    tables: &[table(
        "lines",
        &[column("line", Unit::Count), words("text"), words("meaning")],
    )],
    charts: &["picture", "latency"],
    presets: &[
        preset("wrk", &[("text", WRK), ("step", "200")]),
        preset("ss", &[("text", SS), ("step", "200")]),
        preset("tc", &[("text", TC), ("step", "200")]),
    ],
    references: &[
        Reference {
            text: "Course text, chapter 11, section 11.9: what tc, ss and wrk print",
            url: None,
        },
        Reference {
            text: "W. Glozer: wrk, a HTTP benchmarking tool; src/wrk.c and src/units.c",
            url: Some("https://github.com/wg/wrk"),
        },
        Reference {
            text: "J. D. C. Little: A proof for the queuing formula L = λW, Operations Research 9, 1961, 383–387",
            url: Some("https://doi.org/10.1287/opre.9.3.383"),
        },
        Reference {
            text: "Linux manual pages: tc-netem(8), ss(8); net.ipv4.ip_local_port_range in ip(7)",
            url: None,
        },
    ],
};
