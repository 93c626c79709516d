//! `xtask test`: everything that must hold before a change is merged, each step announced and timed.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::command::{cargo, run, seconds};
use crate::tally::{Tally, count};
use crate::{bless, build, chromium, place, size, tools};

/// One step: its name on the command line, what it holds, and how.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result<Tally>,
}

/// Cheap ones first.
const STEPS: [Step; 9] = [
    Step {
        name: "format",
        what: "the code is formatted",
        run: format,
    },
    Step {
        name: "index",
        what: "the lists of documents are current",
        run: index,
    },
    Step {
        name: "clippy",
        what: "no warning on the host",
        run: clippy,
    },
    Step {
        name: "clippy-wasm",
        what: "no warning in the browser's build",
        run: clippy_wasm,
    },
    Step {
        name: "docs",
        what: "the documentation builds without a warning",
        run: docs,
    },
    Step {
        name: "host",
        what: "tests of library and command line",
        run: host,
    },
    Step {
        name: "xtask",
        what: "tests of these commands",
        run: xtask,
    },
    Step {
        name: "build",
        what: "the app builds and is within its size",
        run: build,
    },
    Step {
        name: "browser",
        what: "tests of the built app in Chromium",
        run: browser,
    },
];

/// How a step ended.
struct Ended {
    step: &'static Step,
    result: Result<Tally>,
    took: Duration,
}

/// Runs the named steps, or all of them when none is named. A failed step does not keep the next from running.
///
/// # Errors
/// When a name is unknown or a step failed.
pub fn test(only: &[String]) -> Result<()> {
    if let Some(unknown) = only
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != **name))
    {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!(
            "no step is called {unknown:?}; there are {}",
            names.join(", ")
        );
    }
    let chosen = |step: &&Step| only.is_empty() || only.iter().any(|name| name == step.name);
    let started = Instant::now();
    let ended: Vec<Ended> = STEPS.iter().filter(chosen).map(perform).collect();
    summarize(&ended, started.elapsed())
}

fn perform(step: &'static Step) -> Ended {
    println!("\n── {}: {}", step.name, step.what);
    let started = Instant::now();
    let result = (step.run)();
    let took = started.elapsed();
    match &result {
        Ok(_) => println!("── {}: {}", step.name, seconds(took)),
        Err(trouble) => println!("── {}: {}, failed: {trouble:#}", step.name, seconds(took)),
    }
    Ended { step, result, took }
}

/// One line a step, then the count of tests. A step that fails outside its tests counts as one failed test, so that
/// the last line never looks like success.
fn summarize(ended: &[Ended], took: Duration) -> Result<()> {
    let mut total = Tally::default();
    let mut failed_steps = Vec::new();
    println!();
    for Ended { step, result, took } in ended {
        let (word, tally) = match result {
            Ok(tally) if tally.failed == 0 => ("ok", *tally),
            Ok(tally) => ("FAILED", *tally),
            Err(_) => (
                "FAILED",
                Tally {
                    passed: 0,
                    failed: 1,
                },
            ),
        };
        if word == "FAILED" {
            failed_steps.push(step.name);
        }
        let tests = if tally == Tally::default() {
            String::new()
        } else {
            format!("{} passed, {} failed", tally.passed, tally.failed)
        };
        println!("{:<12} {word:<6} {:>7}  {tests}", step.name, seconds(*took));
        total.add(tally);
    }
    println!("{:<12} {:<6} {:>7}", "total", "", seconds(took));
    println!("{} passed, {} failed", total.passed, total.failed);
    if !failed_steps.is_empty() {
        bail!("failed: {}", failed_steps.join(", "));
    }
    Ok(())
}

fn format() -> Result<Tally> {
    check(&["fmt", "--all", "--check"])
}

fn index() -> Result<Tally> {
    bless::check()?;
    Ok(Tally::default())
}

fn clippy() -> Result<Tally> {
    check(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])
}

fn clippy_wasm() -> Result<Tally> {
    tools::wasm_target()?;
    check(&[
        "clippy",
        "--target",
        "wasm32-unknown-unknown",
        "--lib",
        "--bins",
        "--",
        "-D",
        "warnings",
    ])
}

fn docs() -> Result<Tally> {
    run(cargo()
        .args(["doc", "--workspace", "--lib", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Tally::default())
}

fn host() -> Result<Tally> {
    tests(&["test", "--no-fail-fast"])
}

/// In the profile of ordinary builds, in which this program has just been compiled.
fn xtask() -> Result<Tally> {
    tests(&[
        "test",
        "--profile",
        "dev",
        "--no-fail-fast",
        "--package",
        "xtask",
    ])
}

fn build() -> Result<Tally> {
    build::ensure()?;
    size::check(&place::dist())?;
    Ok(Tally::default())
}

/// In the profile of ordinary builds, which the programs of `look` and `bench` share.
fn browser() -> Result<Tally> {
    let browser = chromium::ready()?;
    chromium::chinese_font_ready()?;
    let tests = [
        "test",
        "--profile",
        "dev",
        "--no-fail-fast",
        "--package",
        "browser-tests",
    ];
    counted(cargo().args(tests).env("CHROME", browser))
}

fn check(arguments: &[&str]) -> Result<Tally> {
    run(cargo().args(arguments))?;
    Ok(Tally::default())
}

fn tests(arguments: &[&str]) -> Result<Tally> {
    counted(cargo().args(arguments))
}

fn counted(command: &mut std::process::Command) -> Result<Tally> {
    let (tally, succeeded) = count(command)?;
    if !succeeded && tally.failed == 0 {
        bail!("the tests did not run to their end");
    }
    Ok(tally)
}
