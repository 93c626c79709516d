//! How quick the built app is in a browser, against its budgets. Run by `cargo xtask bench`.

use std::process::ExitCode;
use std::time::Duration;

use browser_tests::{Lab, View};

/// From the start of the navigation until everything has drawn, on a slow processor.
const READY_BUDGET_MS: f64 = 1_500.0;
const READY_SLOWDOWN: f64 = 4.0;
const READY_RUNS: usize = 5;

/// From the start of a handler to the message after the next frame, while a handle is dragged, less the time in which
/// the page had nothing to do but wait for the screen. A hand's moves come just before a frame; the moves of the test
/// come at any time, and on a screen of 60 Hz an empty handler would wait up to 16.7 ms.
const DRAG_BUDGET_MS: f64 = 16.0;
const DRAG_MOVES: u32 = 240;
/// A browser gives a page the moves of a hand once a frame. Sent faster, a move is timed together with those behind it,
/// which go before the message.
const PAUSE: Duration = Duration::from_micros(16_667);

/// What the home page lets be dragged on its plane.
const HANDLE: &str = ".handle";

/// Times every move of the pointer: from before the app's handler, which is behind this one, to the message after the
/// next frame, and how much of that was waiting between the end of what the handler set going and the frame.
const NOTE_MOVES: &str = "
    window.moves = [];
    const message = (then) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = then;
        port2.postMessage(0);
    };
    addEventListener('pointermove', () => {
        const start = performance.now();
        let handled = Infinity;
        message(() => handled = performance.now());
        requestAnimationFrame(() => {
            const waited = Math.max(0, performance.now() - handled);
            message(() => moves.push([performance.now() - start, waited]));
        });
    }, true);
    null";

/// The times of a work that is always the same, for three seconds: what the processor itself takes now and then.
const SPINS: &str = "(() => {
    const spins = [], end = performance.now() + 3000;
    while (performance.now() < end) {
        const start = performance.now();
        let sum = 0;
        for (let i = 0; i < 4000000; i++) sum = (sum * 31 + i) | 0;
        window.spun = sum;
        spins.push(performance.now() - start);
    }
    return spins;
})()";

/// The course's tick simulator at its published settings.
const LECTURE: &str = "#/m/cascade_lecture";

/// Changes a constant twenty times; each time from the frame that computes to the new results in the document.
const CHANGES: &str = "new Promise(async (done) => {
    const results = document.querySelector('[data-digest]');
    const slider = [...document.querySelectorAll('input[type=range]')].find(
        (input) => input.getAttribute('aria-label').includes('Database slower'));
    const times = [];
    for (let i = 1; i <= 20; i++) {
        times.push(await new Promise((next) => {
            let start;
            requestAnimationFrame(() => start = performance.now());
            const watch = new MutationObserver(() => {
                if (results.dataset.digest === '') return;
                watch.disconnect();
                const took = performance.now() - start;
                setTimeout(() => next(took), 100);
            });
            watch.observe(results, { attributeFilter: ['data-digest'] });
            slider.value = +slider.value + (i % 2 ? 0.01 : -0.009);
            slider.dispatchEvent(new Event('input', { bubbles: true }));
        }));
    }
    done(times);
})";

/// Runs that take seconds: ten million events, and a hundred million customers.
const LONG: [(&str, &str); 2] = [
    (
        "cascade, ten million events",
        "#/m/cascade?v=1&cascade.arrival_per_s=600&cascade.end_s=3600&cascade.customers=2500000",
    ),
    (
        "queue_simulation, a hundred million customers",
        "#/m/queue_simulation?v=1&queue_simulation.customers=100000000",
    ),
];

/// Until the run of the page is over: milliseconds, and the times between frames meanwhile.
const LONG_RUN: &str = "new Promise((done) => {
    const results = document.querySelector('[data-digest]');
    const start = performance.now(), frames = [];
    let last = start;
    const frame = () => {
        const now = performance.now();
        frames.push(now - last);
        last = now;
        if (results.dataset.digest === '') requestAnimationFrame(frame);
        else done([now - start, frames]);
    };
    requestAnimationFrame(frame);
})";

/// Notes when the page first says that it has drawn.
const NOTE_READY: &str = "
    new MutationObserver(() => {
        if (document.documentElement?.dataset.ready === '1') window.readyMs ??= performance.now();
    }).observe(document, { attributes: true, attributeFilter: ['data-ready'], subtree: true });";

fn main() -> ExitCode {
    let mut ready = ready_ms();
    let moves = drag_ms(HANDLE);
    let mut drag = work(&moves);
    let mut waited: Vec<f64> = moves.iter().map(|(_, waited)| *waited).collect();
    let mut idle = work(&drag_ms("h1"));
    println!("{:<44} {:>9} {:>9}", "", "measured", "budget");
    let within = [
        row(
            "ready, 4× slowed, median of 5",
            percentile(&mut ready, 0.5),
            READY_BUDGET_MS,
        ),
        row(
            "drag to next frame, 95th percentile",
            percentile(&mut drag, 0.95),
            DRAG_BUDGET_MS,
        ),
    ];
    println!(
        "drag: {} moves, median {:.1} ms, 90th percentile {:.1} ms; besides, a move waited {:.1} ms for the screen, median",
        drag.len(),
        percentile(&mut drag, 0.5),
        percentile(&mut drag, 0.9),
        percentile(&mut waited, 0.5)
    );
    println!(
        "the same moves over the heading, which answers to none: median {:.1} ms, 95th percentile {:.1} ms",
        percentile(&mut idle, 0.5),
        percentile(&mut idle, 0.95)
    );
    let mut lecture: Vec<f64> = Lab::built().open(LECTURE).eval(CHANGES);
    println!(
        "cascade_lecture, six settings and what is shown of them, from a changed constant: median {:.1} ms",
        percentile(&mut lecture, 0.5)
    );
    for (name, address) in LONG {
        let page = Lab::built().open(address);
        let (took_ms, mut frames): (f64, Vec<f64>) = page.eval(LONG_RUN);
        println!(
            "{name}: {:.1} s, of which a frame may take half; between frames median {:.1} ms, 95th percentile {:.1} ms",
            took_ms / 1e3,
            percentile(&mut frames, 0.5),
            percentile(&mut frames, 0.95)
        );
    }
    let mut spins: Vec<f64> = Lab::built().blank().eval(SPINS);
    let usual = percentile(&mut spins, 0.5);
    println!(
        "a work of {usual:.1} ms that is always the same: 90th percentile {:.1} times that, 95th {:.1}, at most {:.1}",
        percentile(&mut spins, 0.9) / usual,
        percentile(&mut spins, 0.95) / usual,
        percentile(&mut spins, 1.0) / usual
    );
    if within.iter().all(|within| *within) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// First loads with an empty cache, in ms.
fn ready_ms() -> Vec<f64> {
    let start = Lab::built().blank();
    let view = View {
        slowdown: READY_SLOWDOWN,
        ..View::default()
    };
    let load = |_| {
        let page = start.blank_beside(&view);
        page.disable_cache();
        page.before_scripts(NOTE_READY);
        page.navigate(&page.address("#/"));
        page.wait_for("window.readyMs > 0");
        page.eval("window.readyMs")
    };
    (0..READY_RUNS).map(load).collect()
}

/// What each move cost, without the waiting.
fn work(moves: &[(f64, f64)]) -> Vec<f64> {
    moves.iter().map(|(whole, waited)| whole - waited).collect()
}

/// How long each move of a drag that begins at an element took, and how much of it was waiting, in ms.
fn drag_ms(at: &str) -> Vec<(f64, f64)> {
    let page = Lab::built().open_as(&View::projector(), "#/");
    page.wait_for(&format!("document.querySelector('{at}')"));
    let from = page.centre(at);
    page.eval::<()>(NOTE_MOVES);
    let away = from.right(120.0).down(-60.0);
    page.drag_every(PAUSE, DRAG_MOVES / 2, from, away);
    page.drag_every(PAUSE, DRAG_MOVES / 2, away, from);
    page.wait_for("moves.length > 0");
    page.eval("moves")
}

/// The smallest value that at least this part of all values does not exceed.
fn percentile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (part * values.len() as f64).ceil() as usize;
    values
        .get(rank.saturating_sub(1))
        .copied()
        .unwrap_or(f64::NAN)
}

fn row(what: &str, measured_ms: f64, budget_ms: f64) -> bool {
    let within = measured_ms <= budget_ms;
    let verdict = if within { "" } else { "  over" };
    println!("{what:<44} {measured_ms:>6.1} ms {budget_ms:>6.0} ms{verdict}");
    within
}
