//! The outputs of the chapter, those of other versions, and texts that cannot be read.

use outage_lab::text::{Arg, Lang};

use super::said;
use crate::asked::{at_once, close, figure, notes, preset_set, reason, rows, try_at_once};
use crate::contract::texts;

/// 200 / 39,321.55 per second = 5.09 ms; p99 / p50 = 42.10 / 2.91 = 14.5.
#[test]
fn wrk_of_the_chapter() {
    let output = at_once("reading_output", preset_set("reading_output", "wrk"));
    let little = figure(&output, "little_latency_s");
    close(little, 200.0 / 39_321.55, 1e-12);
    assert!((little - 5.09e-3).abs() < 5e-6);
    let ratio = figure(&output, "tail_ratio");
    close(ratio, 42.10 / 2.91, 1e-12);
    assert!((ratio - 14.5).abs() < 0.05);
    close(figure(&output, "in_flight"), 39_321.55 * 0.00482, 1e-12);
    assert_eq!(figure(&output, "failed"), 12.0);
    assert_eq!(figure(&output, "lines_read"), 14.0);
    // 1.21 GB of 1,024³ bytes in 1,182,341 answers.
    close(
        figure(&output, "response_bytes"),
        1.21 * 1_073_741_824.0 / 1_182_341.0,
        1e-12,
    );
    assert_eq!(
        notes(&output),
        [
            "reading_output.note.closed_loop",
            "reading_output.note.idle",
            "reading_output.note.long_tail"
        ]
    );
    assert_eq!(said(&rows(&output, "lines")[3][2]), "wrk_latency");
    assert_eq!(output.charts.len(), 2);
}

#[test]
fn ss_of_the_chapter() {
    let output = at_once("reading_output", preset_set("reading_output", "ss"));
    // 301 + 52 + 3 + 33 = 389, the total of the line.
    assert_eq!(figure(&output, "tcp_states"), 389.0);
    assert!(output.notes.is_empty());
    close(figure(&output, "ports_share"), 33.0 / 28_232.0, 1e-12);
    // 60,999 − 32,768 + 1 ports, each for a minute.
    close(figure(&output, "connects_per_s"), 28_232.0 / 60.0, 1e-12);
    assert_eq!(reason(&output, "little_latency_s"), "not_in_text");
    // There are no percentiles to draw.
    assert_eq!(output.charts.len(), 1);
}

#[test]
fn tc_of_the_chapter() {
    let output = at_once("reading_output", preset_set("reading_output", "tc"));
    close(figure(&output, "dropped_share"), 3_040.0 / 155_040.0, 1e-12);
    close(
        figure(&output, "packet_bytes"),
        184_320_000.0 / 152_000.0,
        1e-12,
    );
    // A thousand packets, each kept for 120 ms: no more than 8,333 a second, 80.8 Mbit of the 100.
    close(figure(&output, "queue_limit_per_s"), 1_000.0 / 0.12, 1e-12);
    close(
        figure(&output, "rate_share"),
        1_000.0 / 0.12 * (184_320_000.0 / 152_000.0) * 8.0 / 1e8,
        1e-12,
    );
    assert!(notes(&output).contains(&"reading_output.note.limit_is_short"));
}

/// Formats of other versions, and all three below each other.
#[test]
fn other_versions() {
    let all = ["wrk", "ss", "tc"]
        .map(|id| preset_set("reading_output", id)[0].1)
        .join("\n\n");
    let output = at_once("reading_output", &[("text", &all)]);
    assert_eq!(figure(&output, "lines_read"), 22.0);
    assert!(output.figures.iter().all(|figure| figure.value.is_ok()));
    let ss = "$ ss -s\nTotal: 182 (kernel 0)\nTCP:   10 (estab 4, closed 1, orphaned 0, synrecv 0, timewait 1/0), ports 0\n\n\
              Transport Total     IP        IPv6\n*\t  0         -         -\nRAW\t  0         0         0";
    assert!(try_at_once("reading_output", &[("text", ss)]).is_ok());
    let output = at_once(
        "reading_output",
        &[("text", &ss.replace("*\t  0         -         -\n", ""))],
    );
    assert_eq!(figure(&output, "tcp_states"), 6.0);
    assert!(notes(&output).contains(&"reading_output.note.states_differ"));
    let wrk2 = "  2 threads and 100 connections\n  Latency Distribution (HdrHistogram - Recorded Latency)\n 50.000%    1.20ms\n 99.000%    9.60ms\n\
                99.900%    1.02s\n  Non-2xx or 3xx responses: 17\nRequests/sec:   2000.00";
    let output = at_once("reading_output", &[("text", wrk2)]);
    close(figure(&output, "tail_ratio"), 8.0, 1e-12);
    close(figure(&output, "little_latency_s"), 0.05, 1e-12);
    assert_eq!(figure(&output, "failed"), 17.0);
    let codel = "qdisc fq_codel 0: dev eth0 root refcnt 2 limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn\n \
                 Sent 10 bytes 1 pkt (dropped 0, overlimits 0 requeues 0)\n backlog 12Kb 3p requeues 0\n  maxpacket 0 drop_overlimit 0 new_flow_count 0 ecn_mark 0";
    let output = at_once("reading_output", &[("text", codel)]);
    assert!(notes(&output).contains(&"reading_output.note.backlog"));
    assert_eq!(reason(&output, "queue_limit_per_s"), "not_in_text");
    let random = "qdisc netem 1: root limit 100 delay 1ms loss random 0.5%";
    close(
        figure(
            &at_once("reading_output", &[("text", random)]),
            "queue_limit_per_s",
        ),
        1e5,
        1e-12,
    );
    let still = "qdisc netem 1: root limit 100 delay 0us";
    assert_eq!(
        reason(
            &at_once("reading_output", &[("text", still)]),
            "queue_limit_per_s"
        ),
        "whole_is_zero"
    );
}

/// What wrk prints where no request succeeded: issues 336 and 457 of its tracker, and 117 of wrk2's.
#[test]
fn what_is_not_a_number_is_not_there() {
    let text = "Running 10s test @ http://127.0.0.1/\n  2 threads and 10 connections\n    Latency     0.00us    0.00us   0.00us    -nan%\n    Req/Sec      -nan      -nan   0.00      0.00%\n  0 requests in 10.00s, 0.00B read\n  Socket errors: connect 10, read 0, write 0, timeout 0\nRequests/sec:      0.00";
    let output = at_once("reading_output", &[("text", text), ("step", "100")]);
    assert_eq!(figure(&output, "failed"), 10.0);
    assert_eq!(figure(&output, "rate_per_s"), 0.0);
}

#[test]
fn the_step_reads_line_by_line() {
    let at = |step: &str| at_once("reading_output", &[("step", step)]);
    close(figure(&at("4"), "latency_mean_s"), 0.00482, 1e-12);
    assert_eq!(reason(&at("4"), "p50_s"), "not_in_text");
    close(figure(&at("7"), "p50_s"), 0.00291, 1e-12);
    assert_eq!(reason(&at("12"), "little_latency_s"), "not_in_text");
    assert_eq!(rows(&at("3"), "lines").len(), 3);
}

/// A text that cannot be read is refused with the number of its line, in both languages.
#[test]
fn a_bad_line_is_named() {
    for (text, key, line, found) in [
        (
            "Requests/sec: 1\nhello world",
            "unknown",
            2.0,
            "hello world",
        ),
        ("\n\nRequests/sec: fast", "number", 3.0, "fast"),
        ("  Latency   4.82xs 1ms 2ms 3%", "number", 1.0, "4.82xs"),
        ("4 threads and many connections", "number", 1.0, "many"),
        (" 99%  soon", "number", 1.0, "soon"),
        ("TCP: 5 (estab x)", "number", 1.0, "x"),
        ("qdisc netem 1: root limit 1 delay", "number", 1.0, ""),
        ("Requests/sec: NaN", "number", 1.0, "NaN"),
    ] {
        // Leading empty lines count: a person counts them in the box.
        let error = try_at_once("reading_output", &[("text", text)]).unwrap_err();
        assert_eq!(error.input, Some("text"), "{text}");
        assert_eq!(
            error.message.key,
            format!("reading_output.error.{key}"),
            "{text}"
        );
        let shown = |name: &str| {
            error
                .message
                .args
                .iter()
                .find(|(known, _)| *known == name)
                .unwrap()
                .1
                .clone()
        };
        assert_eq!(shown("found"), Arg::Plain(found.to_owned()), "{text}");
        assert!(
            matches!(shown("line"), Arg::Quantity(at, _) if at == line),
            "{text}"
        );
        for lang in Lang::ALL {
            assert!(!texts(lang).message(&error.message).contains('⟦'));
        }
    }
    let empty = try_at_once("reading_output", &[("text", " \n ")]).unwrap_err();
    assert_eq!(empty.message.key, "reading_output.error.empty");
    // A faulty line is told even if the step has not come to it.
    assert!(
        try_at_once(
            "reading_output",
            &[("text", "Requests/sec: 1\nx"), ("step", "1")]
        )
        .is_err()
    );
}
